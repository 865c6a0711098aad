//! Fixes of what Puppet's own validation reports and what can be written otherwise in only one way: one entry of the table per code.

use syntax::format::TextEdit;
use syntax::{Expr, TextRange};

use super::remove_attribute::with_comma;
use super::{ActionContext, CodeAction};
use crate::diagnostic::Diagnostic;

/// What a fix does, as it is offered, and its edit.
type Fixed = Option<(String, TextEdit)>;

struct LanguageFix {
    codes: &'static [&'static str],
    fix: fn(&ActionContext<'_>, &Diagnostic) -> Fixed,
}

static FIXES: &[LanguageFix] = &[
    LanguageFix { codes: &["reserved-word"], fix: quote_word },
    LanguageFix { codes: &["invalid-octal-number", "invalid-hex-number", "illegal-number"], fix: quote_number },
    LanguageFix { codes: &["illegal-attribute-append"], fix: assign_instead_of_appending },
    LanguageFix { codes: &["captures-rest-not-supported"], fix: remove_star },
    LanguageFix { codes: &["class-not-virtualizable", "not-virtualizeable"], fix: remove_at_signs },
    LanguageFix { codes: &["cross-scope-assignment"], fix: assign_to_local },
    LanguageFix { codes: &["duplicate-key"], fix: remove_earlier_entry },
    LanguageFix { codes: &["idem-expression-not-last", "idem-not-allowed-last"], fix: remove_statement },
    LanguageFix { codes: &["unrecognized-escape"], fix: double_backslash },
    LanguageFix { codes: &["syntax-error"], fix: remove_private },
];

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    for entry in FIXES {
        for diagnostic in entry.codes.iter().flat_map(|code| context.diagnostics(code)) {
            if let Some((title, edit)) = (entry.fix)(context, &diagnostic) {
                actions.push(context.quick_fix(title, &diagnostic, context.edit(vec![edit])));
            }
        }
    }
    actions
}

fn replace(range: TextRange, new_text: impl Into<String>) -> TextEdit {
    TextEdit { range, new_text: new_text.into() }
}

fn quoted(context: &ActionContext<'_>, range: TextRange) -> Fixed {
    let written = context.slice(range);
    Some((format!("Replace with '{written}'"), replace(range, format!("'{written}'"))))
}

fn quote_word(context: &ActionContext<'_>, diagnostic: &Diagnostic) -> Fixed {
    match context.slice(diagnostic.range) {
        // Before a definition it is meant to hide it, which no edition but the specification's knows.
        "private" if is_before_definition(context, diagnostic.range) => remove_word(context, diagnostic.range),
        word if !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') => {
            quoted(context, diagnostic.range)
        }
        _ => None,
    }
}

fn is_before_definition(context: &ActionContext<'_>, range: TextRange) -> bool {
    let rest = context.text.get(range.end as usize..).unwrap_or_default().trim_start();
    ["class", "define", "function"].iter().any(|keyword| {
        rest.strip_prefix(keyword).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_whitespace()))
    })
}

fn remove_word(context: &ActionContext<'_>, range: TextRange) -> Fixed {
    let rest = context.text.get(range.end as usize..).unwrap_or_default();
    let blanks = (rest.len() - rest.trim_start_matches([' ', '\t']).len()) as u32;
    let title = format!("Remove {}", context.slice(range));
    Some((title, replace(TextRange::new(range.start, range.end + blanks), "")))
}

/// `(private $port)` of the specification.
fn remove_private(context: &ActionContext<'_>, diagnostic: &Diagnostic) -> Fixed {
    (context.slice(diagnostic.range) == "private").then(|| remove_word(context, diagnostic.range)).flatten()
}

/// Modes and versions are texts.
fn quote_number(context: &ActionContext<'_>, diagnostic: &Diagnostic) -> Fixed {
    let written = context.slice(diagnostic.range);
    let is_plain = !written.is_empty() && written.chars().all(|c| c.is_ascii_alphanumeric() || "._".contains(c));
    is_plain.then(|| quoted(context, diagnostic.range)).flatten()
}

fn assign_instead_of_appending(context: &ActionContext<'_>, diagnostic: &Diagnostic) -> Fixed {
    let at = diagnostic.range.start + context.slice(diagnostic.range).find("+>")? as u32;
    Some(("Replace +> with =>".to_string(), replace(TextRange::new(at, at + 2), "=>")))
}

fn remove_star(context: &ActionContext<'_>, diagnostic: &Diagnostic) -> Fixed {
    let before = context.text.get(..diagnostic.range.start as usize)?;
    let star = before.trim_end().strip_suffix('*')?.len() as u32;
    Some(("Remove *".to_string(), replace(TextRange::new(star, diagnostic.range.start), "")))
}

fn remove_at_signs(context: &ActionContext<'_>, diagnostic: &Diagnostic) -> Fixed {
    let start = diagnostic.range.start.min(diagnostic.anchor);
    let written = context.text.get(start as usize..)?;
    let length = (written.len() - written.trim_start_matches('@').len()) as u32;
    let range = TextRange::new(start, start + length);
    (length > 0).then(|| (format!("Remove {}", context.slice(range)), replace(range, "")))
}

fn assign_to_local(context: &ActionContext<'_>, diagnostic: &Diagnostic) -> Fixed {
    let local = context.slice(diagnostic.range).rsplit("::").next().filter(|name| !name.is_empty())?;
    Some((format!("Assign to ${local}"), replace(diagnostic.range, format!("${local}"))))
}

/// The last value of a key counts, so the one before it goes.
fn remove_earlier_entry(context: &ActionContext<'_>, diagnostic: &Diagnostic) -> Fixed {
    let earlier = diagnostic.related.first()?.range;
    let entry = context.source.program.exprs.iter().find_map(|expr| match expr {
        Expr::Hash(entries) => entries.iter().find(|entry| context.range(entry.key) == earlier),
        _ => None,
    })?;
    let range = context.range(entry.key).cover(context.range(entry.value));
    let title = format!("Remove the first {}", context.slice(earlier));
    Some((title, replace(with_comma(context, range), "")))
}

fn remove_statement(context: &ActionContext<'_>, diagnostic: &Diagnostic) -> Fixed {
    if !context.is_readable_source() || context.path().ends_with(".epp") {
        return None;
    }
    let touching = context.source.source_map.touching(diagnostic.anchor);
    let statement = touching.into_iter().rev().find(|id| {
        let range = context.range(*id);
        range.contains_range(diagnostic.range) && context.statement_of(*id) == Some(*id)
    })?;
    let range = context.range(statement);
    // A keyword before a definition is meant to say something of it.
    if is_before_definition(context, range) {
        return None;
    }
    Some(("Remove the statement without effect".to_string(), replace(context.with_line(range), "")))
}

/// `"\d"` is a backslash and a letter already, which only the doubled one says.
fn double_backslash(context: &ActionContext<'_>, diagnostic: &Diagnostic) -> Fixed {
    let at = diagnostic.range.start;
    let rest = context.text.get(at as usize..)?;
    rest.starts_with('\\').then(|| ("Write \\\\ for the backslash".to_string(), replace(TextRange::empty(at), "\\")))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, keeps_the_catalog, titles};

    #[test]
    fn words_and_numbers_are_quoted() {
        check("$x = attr$0\n", "Replace with 'attr'", "$x = 'attr'\n");
        check("file { '/a': mode => 08$09 }\n", "Replace with '089'", "file { '/a': mode => '089' }\n");
        check("$x = 1$0abc\n", "Replace with '1abc'", "$x = '1abc'\n");
    }

    #[test]
    fn what_only_the_specification_has() {
        check("priv$0ate class a {}\n", "Remove private", "class a {}\n");
        check("class a(priv$0ate $x) {}\n", "Remove private", "class a($x) {}\n");
        check("File { mode $0+> '1' }\n", "Replace +> with =>", "File { mode => '1' }\n");
    }

    #[test]
    fn signs_that_do_not_belong_there() {
        check("define a(*$0$x) {}\n", "Remove *", "define a($x) {}\n");
        check("@cla$0ss { 'a': }\n", "Remove @", "class { 'a': }\n");
        check("@@Fi$0le { mode => '1' }\n", "Remove @@", "File { mode => '1' }\n");
        check("$a::b$0 = 1\n", "Assign to $b", "$b = 1\n");
    }

    #[test]
    fn the_entry_that_is_overwritten() {
        check("$x = { a => 1, b => 2, a$0 => 3 }\n", "Remove the first a", "$x = { b => 2, a => 3 }\n");
        check("$x = {\n  a => 1,\n  a$0 => 3,\n}\n", "Remove the first a", "$x = {\n  a => 3,\n}\n");
    }

    #[test]
    fn statements_without_effect() {
        check("class a {\n  1 +$0 2\n  notice(1)\n}\n", "Remove the statement", "class a {\n  notice(1)\n}\n");
        check("class a {\n  notice(1)\n  $x$0\n}\n", "Remove the statement", "class a {\n  notice(1)\n}\n");
        assert!(!titles("function f() {\n  $x$0\n}\n").iter().any(|title| title.starts_with("Remove the statement")));
    }

    #[test]
    fn a_backslash_that_means_itself() {
        check("$x = \"a\\d$0\"\n", "Write \\\\", "$x = \"a\\\\d\"\n");
        keeps_the_catalog("notify { \"a\\d$0\": }\n", "Write \\\\");
    }
}
