//! Makes the value that common data gives to a class's parameter its default, and takes the key out of the data.

use evaluator::hiera::yaml;
use evaluator::value::text::to_source_string;
use smol_str::SmolStr;
use syntax::TextRange;
use syntax::format::TextEdit;

use super::default_to_hiera::parameter_at;
use super::{ActionContext, ActionKind, CodeAction, WorkspaceChange};
use crate::data_keys::file_keys;
use crate::document_kind::{DocumentKind, document_kind};
use crate::inputs::{FileInput, FileOwner};
use crate::queries;

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.is_readable_source() {
        return Vec::new();
    }
    let Some((class, parameter)) = parameter_at(context).filter(|(_, parameter)| parameter.default.is_none()) else {
        return Vec::new();
    };
    let title = format!("Make the Hiera value of {class}::{} the default", parameter.name);
    match change(context) {
        Some(_) => vec![CodeAction::later(title, ActionKind::Rewrite, change)],
        None => Vec::new(),
    }
}

/// The one data file that has the key: where several do, the value depends on the node.
fn only_file(context: &ActionContext<'_>, key: &str) -> Option<FileInput> {
    let mut files = vec![context.environment.files(context.db)];
    if let FileOwner::Module { module, .. } = context.file.owner(context.db) {
        files.push(module.files(context.db));
    }
    let mut having = files.iter().flat_map(|files| files.iter()).filter(|(_, file)| {
        document_kind(context.db, **file) == DocumentKind::HieraData
            && file_keys(context.db, **file).iter().any(|known| known == key)
    });
    let (path, file) = having.next()?;
    let name = path.rsplit('/').next().unwrap_or_default();
    (having.next().is_none() && name.starts_with("common.")).then_some(*file)
}

fn change(context: &ActionContext<'_>) -> Option<WorkspaceChange> {
    let (class, parameter) = parameter_at(context)?;
    let key = format!("{class}::{}", parameter.name);
    let file = only_file(context, &key)?;
    let text = queries::text(context.db, file);
    let root = yaml::parse(&text).ok().flatten()?;
    let value = root.entry(&key)?.value.to_value();
    let written = to_source_string(&value);
    // What Hiera interpolates is not what a default would say.
    if written.contains("%{") || written.contains("ENC[") {
        return None;
    }
    let removed = lines_of_key(&text, &key)?;
    let rest = format!("{}{}", text.get(..removed.start as usize)?, text.get(removed.end as usize..)?);
    let is_clean = match yaml::parse(&rest).ok()? {
        Some(root) => {
            let entries = root.entries().map_or(0, <[_]>::len);
            root.entry(&key).is_none() && entries + 1 == file_entries(&text)
        }
        None => file_entries(&text) == 1,
    };
    if !is_clean {
        return None;
    }
    let end = context.range(parameter.id).end;
    let default = TextEdit { range: TextRange::empty(end), new_text: format!(" = {written}") };
    let removal = TextEdit { range: removed, new_text: String::new() };
    Some(WorkspaceChange {
        edits: vec![(context.file_id(), vec![default]), (file.id(context.db), vec![removal])],
        created: Vec::new(),
    })
}

fn file_entries(text: &str) -> usize {
    yaml::parse(text).ok().flatten().and_then(|root| root.entries().map(<[_]>::len)).unwrap_or(0)
}

/// The lines of a key of the first level with all that belongs to it.
fn lines_of_key(text: &str, key: &str) -> Option<TextRange> {
    let starts: Vec<SmolStr> =
        [format!("{key}:"), format!("'{key}':"), format!("\"{key}\":")].map(SmolStr::from).into();
    let mut offset = 0_u32;
    let mut start = None;
    for line in text.split_inclusive('\n') {
        let continues = line.starts_with([' ', '\t', '-']) || line.trim().is_empty();
        match start {
            None if starts.iter().any(|begin| line.starts_with(begin.as_str())) => start = Some(offset),
            Some(start) if !continues => return Some(TextRange::new(start, offset)),
            _ => {}
        }
        offset += line.len() as u32;
    }
    start.map(|start| TextRange::new(start, offset))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{apply, titles};

    #[test]
    fn the_key_goes_and_the_default_comes() {
        let text = "class web(Array $po$0rts, $x = 1) {}\n//- /env/data/common.yaml\na: 1\nweb::ports:\n  - 80\n  - 81\nb: 2\n";
        assert_eq!(
            apply(text, "Make the Hiera value"),
            "class web(Array $ports = [80, 81], $x = 1) {}\n//- /env/data/common.yaml\na: 1\nb: 2\n"
        );
    }

    #[test]
    fn not_where_nodes_differ() {
        let text = "class web(Array $po$0rts) {}\n//- /env/data/common.yaml\nweb::ports: [1]\n//- /env/data/nodes/a.yaml\nweb::ports: [2]\n";
        assert!(!titles(text).iter().any(|title| title.starts_with("Make the Hiera")));
    }
}
