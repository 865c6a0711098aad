//! Removes an attribute that the type does not have, or that is given twice.

use syntax::format::TextEdit;
use syntax::program::AttributeOperation;
use syntax::{Expr, TextRange};

use super::{ActionContext, CodeAction};

const CODES: &[&str] = &["unknown-parameter", "duplicate-attribute"];

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    for code in CODES {
        for diagnostic in context.diagnostics(code) {
            let Some(range) = attribute_at(context, diagnostic.range) else { continue };
            let name = context.slice(diagnostic.range);
            let edit = TextEdit { range: with_comma(context, range), new_text: String::new() };
            actions.push(context.quick_fix(format!("Remove {name}"), &diagnostic, context.edit(vec![edit])));
        }
    }
    actions
}

/// The attribute whose name stands at a range.
fn attribute_at(context: &ActionContext<'_>, name: TextRange) -> Option<TextRange> {
    let starts = |attributes: &[AttributeOperation]| {
        attributes.iter().map(|attribute| context.range(attribute.id)).find(|range| range.start == name.start)
    };
    context.source.program.exprs.iter().find_map(|expr| match expr {
        Expr::Resource(resource) => resource.bodies.iter().find_map(|body| starts(&body.attributes)),
        Expr::ResourceDefaults(defaults) => starts(&defaults.attributes),
        Expr::ResourceOverride(overridden) => starts(&overridden.attributes),
        Expr::Collector(collector) => starts(&collector.attributes),
        _ => None,
    })
}

/// An element of a list with the comma behind it, and its line where nothing else is on it.
pub fn with_comma(context: &ActionContext<'_>, range: TextRange) -> TextRange {
    let rest = context.text.get(range.end as usize..).unwrap_or_default();
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let mut end = range.end;
    if rest.trim_start_matches([' ', '\t']).starts_with(',') {
        end += blanks as u32 + 1;
    }
    let line_start = context.line_start(range.start);
    let line_end = context.line_end(end);
    let before = context.slice(TextRange::new(line_start, range.start));
    let after = context.slice(TextRange::new(end, line_end));
    if before.trim().is_empty() && after.trim().is_empty() {
        return TextRange::new(line_start, line_end);
    }
    // On a line with others the blanks before it go too.
    let start = line_start + before.trim_end_matches([' ', '\t']).len() as u32;
    TextRange::new(start, end)
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn with_its_line_or_among_others() {
        check(
            "file { '/a':\n  ensure => file,\n  nonsen$0se => 1,\n}\n",
            "Remove nonsense",
            "file { '/a':\n  ensure => file,\n}\n",
        );
        check("file { '/a': nonsen$0se => 1, mode => '1' }\n", "Remove", "file { '/a': mode => '1' }\n");
    }
}
