//! Makes the file of a class that is named but not there, where its module is developed in the workspace.

use super::{ActionContext, CodeAction, WorkspaceChange};
use crate::definition_index::{canonical_name, modules_by_name};

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.creates_files {
        return Vec::new();
    }
    let mut actions = Vec::new();
    for diagnostic in context.diagnostics("unknown-class") {
        let name = canonical_name(context.slice(diagnostic.range).trim_matches(['\'', '"']));
        let Some(path) = class_path(context, &name) else { continue };
        let text = format!("# @summary {name}\nclass {name} {{\n}}\n");
        let change = WorkspaceChange { edits: Vec::new(), created: vec![(path, text)] };
        actions.push(context.quick_fix(format!("Create class {name}"), &diagnostic, change));
    }
    actions
}

/// Where a class or define of this name belongs, if nothing is there yet.
pub fn class_path(context: &ActionContext<'_>, name: &str) -> Option<String> {
    let is_name = name.split("::").all(|part| {
        part.starts_with(|first: char| first.is_ascii_lowercase())
            && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    });
    let mut parts = name.split("::");
    let module = *modules_by_name(context.db, context.environment).get(parts.next()?)?;
    if !is_name || module.vendored(context.db) {
        return None;
    }
    let rest: Vec<&str> = parts.collect();
    let below =
        if rest.is_empty() { "manifests/init.pp".to_string() } else { format!("manifests/{}.pp", rest.join("/")) };
    let is_free = !module.files(context.db).contains_key(below.as_str());
    is_free.then(|| format!("{}/{below}", module.root(context.db)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn in_the_module_that_its_name_says() {
        check(
            "include web::a$0::b\n//- /env/modules/web/manifests/init.pp\nclass web {}\n",
            "Create class web::a::b",
            "//- /env/modules/web/manifests/a/b.pp\n# @summary web::a::b\nclass web::a::b {\n}\n",
        );
    }
}
