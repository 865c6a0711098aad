//! Adds the parameters that a resource of a define must have.

use syntax::Expr;
use syntax::TextRange;
use syntax::format::TextEdit;
use syntax::program::{AttributeName, ResourceBody};

use super::{ActionContext, CodeAction};
use crate::definition_index::{DefinitionKind, canonical_name, find_definitions};

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    for diagnostic in context.diagnostics("missing-parameter") {
        for expr in &context.source.program.exprs {
            let Expr::Resource(resource) = expr else { continue };
            let Some(body) = resource.bodies.iter().find(|body| context.range(body.title) == diagnostic.range) else {
                continue;
            };
            let Some(type_name) = context.literal(resource.type_name) else { continue };
            let name = canonical_name(type_name);
            let found = find_definitions(context.db, context.environment, context.file, DefinitionKind::Define, &name);
            let Some(signature) = found.first().and_then(|definition| definition.signature(context.db)) else {
                continue;
            };
            let given = |name: &str| {
                body.attributes.iter().any(|given| matches!(&given.name, AttributeName::Name(known) if known == name))
            };
            let missing: Vec<(String, String)> = signature
                .parameters
                .iter()
                .filter(|parameter| parameter.default_text.is_none() && !given(&parameter.name))
                .filter(|parameter| !["title", "name"].contains(&parameter.name.as_str()))
                .map(|parameter| (parameter.name.to_string(), placeholder(parameter.type_text.as_deref())))
                .collect();
            if missing.is_empty() {
                continue;
            }
            let edit = insertion(context, body, &missing);
            let plural = if missing.len() == 1 { "" } else { "s" };
            let names: Vec<&str> = missing.iter().map(|(name, _)| name.as_str()).collect();
            let title = format!("Add the missing parameter{plural} {}", names.join(", "));
            let mut action = context.quick_fix(title, &diagnostic, context.edit(vec![edit]));
            action.is_preferred = true;
            actions.push(action);
        }
    }
    actions
}

/// Something of the type, to be replaced.
fn placeholder(type_text: Option<&str>) -> String {
    let outer = type_text.unwrap_or_default().split('[').next().unwrap_or_default();
    match outer {
        "String" | "Enum" | "Pattern" => "''",
        "Integer" | "Numeric" => "0",
        "Float" => "0.0",
        "Boolean" => "false",
        "Array" | "Tuple" => "[]",
        "Hash" | "Struct" => "{}",
        _ => "undef",
    }
    .to_string()
}

fn insertion(context: &ActionContext<'_>, body: &ResourceBody, missing: &[(String, String)]) -> TextEdit {
    let lines = |indent: &str| -> String {
        let written = missing.iter().map(|(name, value)| format!("\n{indent}{name} => {value},"));
        written.collect()
    };
    match body.attributes.last() {
        Some(last) => {
            let range = context.range(last.id);
            let rest = context.text.get(range.end as usize..).unwrap_or_default();
            let has_comma = rest.trim_start().starts_with(',');
            let at = if has_comma { range.end + (rest.find(',').unwrap_or(0) as u32) + 1 } else { range.end };
            let comma = if has_comma { "" } else { "," };
            let on_own_line = context.line_start(range.start) != context.line_start(context.range(body.title).start);
            let new_text = if on_own_line {
                format!("{comma}{}", lines(context.indent(range.start)))
            } else {
                let written: Vec<String> = missing.iter().map(|(name, value)| format!(" {name} => {value}")).collect();
                let trailing = if has_comma { "," } else { "" };
                format!("{comma}{}{trailing}", written.join(","))
            };
            TextEdit { range: TextRange::empty(at), new_text }
        }
        None => {
            let title = context.range(body.title);
            let rest = context.text.get(title.end as usize..).unwrap_or_default();
            let colon = rest.find(':').map_or(0, |at| at as u32 + 1);
            let indent = context.indent(title.start);
            let inner = format!("{indent}  ");
            let rest = rest.get(colon as usize..).unwrap_or_default();
            // `{ 'a': }` on one line is opened up.
            let closes_here = rest.trim_start_matches([' ', '\t']).starts_with('}');
            let blanks = (rest.len() - rest.trim_start_matches([' ', '\t']).len()) as u32;
            let (end, tail) = if closes_here { (blanks, format!("\n{indent}")) } else { (0, String::new()) };
            let at = title.end + colon;
            TextEdit { range: TextRange::new(at, at + end), new_text: lines(&inner) + &tail }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    const SITE: &str = "define site(Integer $port, String $path, $x = 1) {}\n";

    #[test]
    fn behind_what_is_given() {
        check(
            &format!("site {{ 'a$0':\n  port => 1,\n}}\n{SITE}"),
            "Add the missing parameter path",
            &format!("site {{ 'a':\n  port => 1,\n  path => '',\n}}\n{SITE}"),
        );
        check(
            &format!("site {{ 'a$0': port => 1 }}\n{SITE}"),
            "Add the missing",
            &format!("site {{ 'a': port => 1, path => '' }}\n{SITE}"),
        );
    }

    #[test]
    fn where_nothing_is_given() {
        check(
            &format!("site {{ 'a$0': }}\n{SITE}"),
            "Add the missing parameters port, path",
            &format!("site {{ 'a':\n  port => 0,\n  path => '',\n}}\n{SITE}"),
        );
    }
}
