//! Moves the selected statements into a class or define of their own, in a new file of the module, and declares it in their
//! place. What they read becomes parameters.

use syntax::{Expr, ExprId, TextRange};

use super::action_context::{has_lines_that_must_stay, reindent};
use super::create_missing_class::class_path;
use super::{ActionContext, ActionKind, CodeAction, WorkspaceChange};
use crate::inputs::FileOwner;

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    if prepare(context, "class").is_some() {
        let make = |context: &ActionContext<'_>| prepare(context, "class").map(|extraction| extraction.change(context));
        actions.push(CodeAction::later("Extract into a new class", ActionKind::Extract, make));
    }
    if prepare(context, "define").is_some() {
        let make =
            |context: &ActionContext<'_>| prepare(context, "define").map(|extraction| extraction.change(context));
        actions.push(CodeAction::later("Extract into a new defined type", ActionKind::Extract, make));
    }
    actions
}

struct Extraction {
    keyword: &'static str,
    name: String,
    path: String,
    /// What the statements read and do not bind themselves.
    reads: Vec<String>,
}

fn prepare(context: &ActionContext<'_>, keyword: &'static str) -> Option<Extraction> {
    if context.selection.is_empty() || !context.creates_files || !context.is_readable_source() {
        return None;
    }
    let block = context.enclosing_definition()?;
    let body = match context.expr(block) {
        Expr::Class(class) => class.body,
        Expr::Define(define) => define.body,
        _ => return None,
    };
    let statements = match context.expr(body) {
        Expr::Block(statements) => statements.clone(),
        _ => vec![body],
    };
    let chosen: Vec<ExprId> =
        statements.iter().copied().filter(|id| context.selection.contains_range(context.range(*id))).collect();
    let (first, last) = (*chosen.first()?, *chosen.last()?);
    let covered = context.range(first).cover(context.range(last));
    let is_whole = context.selection.start == covered.start && context.selection.end == covered.end;
    // What is bound here is read elsewhere, or may be: only resources and calls are moved.
    let movable = chosen.iter().all(|id| {
        matches!(
            context.expr(*id),
            Expr::Resource(_)
                | Expr::Call(_)
                | Expr::If(_)
                | Expr::Unless(_)
                | Expr::Case(_)
                | Expr::Relationship { .. }
        )
    });
    let binds = context.scopes.scopes.iter().any(|scope| {
        let owner_outside = scope.owner.is_none_or(|owner| !covered.contains_range(context.range(owner)));
        owner_outside && scope.bindings.iter().any(|binding| covered.contains_range(context.range(binding.place)))
    });
    if !is_whole || !movable || binds || has_lines_that_must_stay(context, covered) {
        return None;
    }
    let (name, path) = free_place(context)?;
    Some(Extraction { keyword, name, path, reads: reads(context, covered)? })
}

/// The variables of the enclosing scopes that a range reads; `None` where one cannot be handed over.
fn reads(context: &ActionContext<'_>, range: TextRange) -> Option<Vec<String>> {
    let mut found: Vec<String> = Vec::new();
    for used in context.scopes.uses.iter().filter(|used| range.contains_range(context.range(used.place))) {
        let bindings = context.scopes.bindings(used.scope, &used.name);
        let is_inside = bindings.iter().any(|binding| range.contains_range(context.range(binding.place)));
        let is_match = used.name.chars().all(|c| c.is_ascii_digit());
        if is_match || ["title", "name"].contains(&used.name.as_str()) {
            return None;
        }
        if used.name.contains("::") || is_inside || bindings.is_empty() {
            continue;
        }
        if !found.contains(&used.name.to_string()) {
            found.push(used.name.to_string());
        }
    }
    Some(found)
}

/// A name of the same module that nothing has yet.
fn free_place(context: &ActionContext<'_>) -> Option<(String, String)> {
    let FileOwner::Module { module, .. } = context.file.owner(context.db) else { return None };
    let module = module.name(context.db);
    (1..100).find_map(|number| {
        let suffix = if number == 1 { String::new() } else { number.to_string() };
        let name = format!("{module}::extracted{suffix}");
        class_path(context, &name).map(|path| (name, path))
    })
}

impl Extraction {
    fn change(self, context: &ActionContext<'_>) -> WorkspaceChange {
        let range = context.selection;
        let indent = context.indent(range.start).to_string();
        let body = reindent(context.slice(range), &indent, "  ");
        let parameters: String = match self.reads.is_empty() {
            true => String::new(),
            false => {
                let lines: String =
                    self.reads.iter().map(|name| format!("  {},\n", self.parameter(context, name))).collect();
                format!("(\n{lines}) ")
            }
        };
        let Extraction { keyword, name, path, reads } = self;
        let head = format!("{keyword} {name} {parameters}").trim_end().to_string();
        let created = format!("# @summary {name}\n{head} {{\n  {body}\n}}\n");
        let width = reads.iter().map(String::len).max().unwrap_or(0);
        let given: String = reads.iter().map(|name| format!("{indent}  {name:width$} => ${name},\n")).collect();
        let declaration = match (keyword, reads.is_empty()) {
            ("class", true) => format!("contain {name}"),
            ("class", false) => format!("class {{ '{name}':\n{given}{indent}}}\n{indent}contain {name}"),
            (_, true) => format!("{name} {{ 'main': }}"),
            (_, false) => format!("{name} {{ 'main':\n{given}{indent}}}"),
        };
        let mut change = context.replace(range, declaration);
        change.created.push((path, created));
        change
    }

    /// A parameter with the type that it has where it comes from.
    fn parameter(&self, context: &ActionContext<'_>, name: &str) -> String {
        let declared = context.enclosing_definition().and_then(|definition| {
            let parameters = crate::definition_index::parameters_of(context.expr(definition));
            parameters.iter().find(|parameter| parameter.name == name)?.type_expression
        });
        match declared {
            Some(id) => format!("{} ${name}", context.written(id)),
            None => format!("${name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, titles};

    #[test]
    fn what_is_read_becomes_parameters() {
        let text = "//- /env/modules/web/manifests/init.pp\nclass web (Integer $port) {\n  $dir = '/srv'\n  $0file { $dir:\n    ensure => directory,\n  }\n  notice($port)$0\n}\n";
        check(
            text,
            "Extract into a new class",
            "class web (Integer $port) {\n  $dir = '/srv'\n  class { 'web::extracted':\n    dir  => $dir,\n    port => $port,\n  }\n  contain web::extracted\n}\n//- /env/modules/web/manifests/extracted.pp\n# @summary web::extracted\nclass web::extracted (\n  $dir,\n  Integer $port,\n) {\n  file { $dir:\n    ensure => directory,\n  }\n  notice($port)\n}\n",
        );
        check(
            "//- /env/modules/web/manifests/init.pp\nclass web {\n  $0notice('x')$0\n}\n",
            "Extract into a new defined type",
            "class web {\n  web::extracted { 'main': }\n}\n//- /env/modules/web/manifests/extracted.pp\n# @summary web::extracted\ndefine web::extracted {\n  notice('x')\n}\n",
        );
    }

    #[test]
    fn not_what_binds_variables() {
        let text = "//- /env/modules/web/manifests/init.pp\nclass web {\n  $0$a = 1\n  notice($a)$0\n  notice($a)\n}\n";
        assert!(!titles(text).iter().any(|title| title.starts_with("Extract into a new")));
    }
}
