//! Moves the default of a class's parameter to the common data of its module or of the environment.

use evaluator::hiera::yaml;
use syntax::format::TextEdit;
use syntax::program::Parameter;
use syntax::{Expr, ExprId, TextRange};

use super::{ActionContext, ActionKind, CodeAction, WorkspaceChange};
use crate::data_keys::file_keys;
use crate::inputs::{FileInput, FileOwner, FilesBelow};

/// Files that every node reads, where the hierarchy is the usual one.
const COMMON_FILES: &[&str] = &["data/common.yaml", "data/common.yml", "hieradata/common.yaml"];

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.is_readable_source() || target(context).is_none() {
        return Vec::new();
    }
    let Some((_, parameter)) = parameter_at(context) else { return Vec::new() };
    let title = format!("Move the default of ${} to Hiera", parameter.name);
    match change(context) {
        Some(_) => vec![CodeAction::later(title, ActionKind::Rewrite, change)],
        None => Vec::new(),
    }
}

/// The class and the parameter with a default at the cursor.
pub fn parameter_at<'c>(context: &'c ActionContext<'_>) -> Option<(&'c str, &'c Parameter)> {
    context.source.program.definitions.iter().find_map(|id| match context.expr(*id) {
        Expr::Class(class) => {
            let found = class.parameters.iter().find(|parameter| {
                let whole = context.range(parameter.id);
                let with_default = parameter.default.map_or(whole, |default| whole.cover(context.range(default)));
                context.is_at(with_default)
            })?;
            Some((class.name.trim_start_matches("::"), found))
        }
        _ => None,
    })
}

/// The data file whose values the class gets, and that a hierarchy names.
fn target(context: &ActionContext<'_>) -> Option<FileInput> {
    let common = |files: &FilesBelow| {
        let is_used = files.get("hiera.yaml").is_some();
        COMMON_FILES.iter().find_map(|path| files.get(*path).copied()).filter(|file| {
            let name = file.path(context.db);
            let name = name.rsplit('/').next().unwrap_or_default().to_string();
            let named = files.get("hiera.yaml").map(|hiera| crate::queries::text(context.db, *hiera));
            is_used && named.is_some_and(|text| text.contains(&name))
        })
    };
    let of_module = match context.file.owner(context.db) {
        FileOwner::Module { module, .. } if !module.vendored(context.db) => common(&module.files(context.db)),
        _ => None,
    };
    of_module.or_else(|| common(&context.environment.files(context.db)))
}

fn change(context: &ActionContext<'_>) -> Option<WorkspaceChange> {
    let (class, parameter) = parameter_at(context)?;
    let default = parameter.default?;
    let value = to_yaml(context, default)?;
    let target = target(context)?;
    let key = format!("{class}::{}", parameter.name);
    if file_keys(context.db, target).iter().any(|known| *known == key) {
        return None;
    }
    let data = crate::queries::text(context.db, target);
    let line_break = if data.is_empty() || data.ends_with('\n') { "" } else { "\n" };
    let added = format!("{line_break}{key}: {value}\n");
    // The data must still be read as one hash with the new key.
    let new_data = format!("{data}{added}");
    let is_valid = yaml::parse(&new_data).ok().flatten().is_some_and(|root| root.entry(&key).is_some());
    if !is_valid {
        return None;
    }
    let range = context.range(default);
    // ` = default`
    let before = context.text.get(..range.start as usize)?.trim_end();
    let start = before.strip_suffix('=')?.trim_end().len() as u32;
    let removed = TextEdit { range: TextRange::new(start, range.end), new_text: String::new() };
    let end = TextEdit { range: TextRange::empty(data.len() as u32), new_text: added };
    Some(WorkspaceChange {
        edits: vec![(context.file_id(), vec![removed]), (target.id(context.db), vec![end])],
        created: Vec::new(),
    })
}

/// A literal as YAML, in one line.
fn to_yaml(context: &ActionContext<'_>, id: ExprId) -> Option<String> {
    Some(match context.expr(id) {
        Expr::Boolean(value) => value.to_string(),
        Expr::Integer(literal) => literal.value?.to_string(),
        Expr::Float(literal) => format!("{:?}", literal.value()),
        Expr::String(text) | Expr::QualifiedName(text) => {
            // Hiera would replace what looks like its own interpolation.
            if text.contains("%{") {
                return None;
            }
            serde_json::to_string(text.as_str()).ok()?
        }
        Expr::Array(elements) => {
            let parts: Option<Vec<String>> = elements.iter().map(|element| to_yaml(context, *element)).collect();
            format!("[{}]", parts?.join(", "))
        }
        Expr::Hash(entries) => {
            let parts: Option<Vec<String>> = entries
                .iter()
                .map(|entry| Some(format!("{}: {}", to_yaml(context, entry.key)?, to_yaml(context, entry.value)?)))
                .collect();
            format!("{{{}}}", parts?.join(", "))
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{apply, titles};

    const HIERA: &str = "//- /env/hiera.yaml\nversion: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n//- /env/data/common.yaml\nother: 1\n";

    #[test]
    fn the_key_is_that_of_the_parameter() {
        let text = format!("class web(Integer $po$0rt = 80, $x = 1) {{}}\n{HIERA}");
        assert_eq!(
            apply(&text, "Move the default of $port"),
            "class web(Integer $port, $x = 1) {}\n//- /env/data/common.yaml\nother: 1\nweb::port: 80\n"
        );
        let text = format!("class web($po$0rt = ['a b', {{ 'k' => true }}]) {{}}\n{HIERA}");
        assert!(apply(&text, "Move the default").ends_with("web::port: [\"a b\", {\"k\": true}]\n"));
    }

    #[test]
    fn not_what_must_be_computed() {
        let text = format!("class web($po$0rt = $facts['x']) {{}}\n{HIERA}");
        assert!(!titles(&text).iter().any(|title| title.starts_with("Move the default")));
        assert!(!titles("class web($po$0rt = 80) {}\n").iter().any(|title| title.starts_with("Move the default")));
    }
}
