//! Makes the template or file of a module that code names and that is not there.

use evaluator::functions::argument_roles::module_file_path;
use syntax::{Expr, ExprId};

use super::{ActionContext, CodeAction, WorkspaceChange};
use crate::definition_index::modules_by_name;

const SOURCE_PREFIX: &str = "puppet:///modules/";

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.creates_files {
        return Vec::new();
    }
    let mut actions = Vec::new();
    for diagnostic in context.diagnostics("unknown-module-file") {
        let found = context.source.program.exprs.iter().enumerate().find_map(|(index, expr)| match expr {
            Expr::String(text) if context.range(ExprId(index as u32)) == diagnostic.range => {
                Some((ExprId(index as u32), text.to_string()))
            }
            _ => None,
        });
        let Some((id, text)) = found else { continue };
        let folder = match (text.strip_prefix(SOURCE_PREFIX), call_around(context, id)) {
            (Some(_), _) | (None, Some("file")) => "files",
            _ => "templates",
        };
        let named = text.strip_prefix(SOURCE_PREFIX).unwrap_or(&text);
        let named = module_file_path(call_around(context, id).unwrap_or_default(), named);
        let Some((module, path)) = named.split_once('/') else { continue };
        let Some(module) = modules_by_name(context.db, context.environment).get(module).copied() else { continue };
        // A path that leaves the folder is no file of the module.
        let is_plain = path.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
        if module.vendored(context.db) || !is_plain {
            continue;
        }
        let root = module.root(context.db);
        let content = if path.ends_with(".epp") { parameters_of_call(context, id) } else { String::new() };
        let created = vec![(format!("{root}/{folder}/{path}"), content)];
        let change = WorkspaceChange { edits: Vec::new(), created };
        actions.push(context.quick_fix(format!("Create {folder}/{path}"), &diagnostic, change));
    }
    actions
}

fn call_around<'c>(context: &'c ActionContext<'_>, argument: ExprId) -> Option<&'c str> {
    let Expr::Call(call) = context.expr(context.parents.get(argument)?) else { return None };
    context.literal(call.functor).map(|name| name.as_str())
}

/// The head of a template with the parameters that its call gives.
fn parameters_of_call(context: &ActionContext<'_>, template: ExprId) -> String {
    let keys = context.parents.get(template).and_then(|parent| match context.expr(parent) {
        Expr::Call(call) => match context.expr(*call.arguments.get(1)?) {
            Expr::Hash(entries) => {
                let names = entries.iter().filter_map(|entry| context.literal(entry.key));
                Some(names.map(|name| format!("${name}")).collect::<Vec<_>>())
            }
            _ => None,
        },
        _ => None,
    });
    match keys {
        Some(keys) if !keys.is_empty() => format!("<%- | {} | -%>\n", keys.join(", ")),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    const WEB: &str = "//- /env/modules/web/manifests/init.pp\nclass web {}\n";

    #[test]
    fn templates_have_the_parameters_of_the_call() {
        check(
            &format!("$x = epp('web/a$0.epp', {{ 'port' => 1, 'dir' => 2 }})\nnotice($x)\n{WEB}"),
            "Create templates/a.epp",
            "//- /env/modules/web/templates/a.epp\n<%- | $port, $dir | -%>\n",
        );
        check(
            &format!("$x = epp('web/a.s$0h')\nnotice($x)\n{WEB}"),
            "Create templates/a.sh.epp",
            "//- /env/modules/web/templates/a.sh.epp\n",
        );
        check(
            &format!("file {{ '/x': source => 'puppet:///modules/web/a$0/b' }}\n{WEB}"),
            "Create files/a/b",
            "//- /env/modules/web/files/a/b\n",
        );
    }
}
