//! What an ERB template mentions: `@variable`, `scope['variable']`, `scope.lookupvar('variable')`, and the functions that
//! it calls. Read from the text between its tags, without running or parsing Ruby.

use smol_str::SmolStr;
use syntax::TextRange;

use super::{OuterMention, OuterName};
use crate::db::Db;
use crate::inputs::FileInput;
use crate::queries;

/// What stands before a quoted name of a variable.
const VARIABLE_CALLS: &[&str] = &["scope[", "scope.lookupvar(", "scope.lookupvar ", "has_variable?(", "has_variable? "];
/// What stands before a quoted name of a function.
const FUNCTION_CALLS: &[&str] = &["scope.call_function(", "scope.call_function "];
/// What stands before a bare name of a function.
const FUNCTION_PREFIX: &str = "scope.function_";

pub fn mentions(db: &dyn Db, file: FileInput) -> Vec<OuterMention> {
    let text = queries::text(db, file);
    let mut found = Vec::new();
    for (start, code) in codes(&text) {
        in_code(start, code, &mut found);
    }
    found
}

/// The Ruby between `<%` and `%>`, with its offset; comments are left out.
pub fn codes(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(open) = text.get(from..).and_then(|rest| rest.find("<%")).map(|at| from + at + 2) {
        let rest = text.get(open..).unwrap_or_default();
        let len = rest.find("%>").unwrap_or(rest.len());
        // `<%%` is text, `<%#` a comment.
        if !rest.starts_with(['%', '#']) {
            found.push((open, rest.get(..len).unwrap_or_default()));
        }
        from = open + len;
    }
    found
}

fn in_code(start: usize, code: &str, found: &mut Vec<OuterMention>) {
    let mut add = |at: usize, len: usize, name: OuterName| {
        let from = (start + at) as u32;
        found.push(OuterMention { name, range: TextRange::new(from, from + len as u32) });
    };
    for (at, _) in code.match_indices('@') {
        let name = word(code.get(at + 1..).unwrap_or_default());
        let before = code.get(..at).and_then(|before| before.chars().next_back());
        // `@@x` is a variable of a Ruby class, `user@host` is text in a string.
        let is_variable = !before.is_some_and(|before| before == '@' || before.is_alphanumeric());
        let starts_well = name.starts_with(|first: char| first.is_ascii_lowercase() || first == '_');
        if is_variable && starts_well {
            add(at + 1, name.len(), OuterName::Variable(SmolStr::new(name)));
        }
    }
    for (calls, make) in [
        (VARIABLE_CALLS, OuterName::Variable as fn(SmolStr) -> OuterName),
        (FUNCTION_CALLS, OuterName::Function as fn(SmolStr) -> OuterName),
    ] {
        for call in calls {
            for (at, _) in code.match_indices(call) {
                if let Some((offset, name)) = quoted(code.get(at + call.len()..).unwrap_or_default()) {
                    let plain = name.trim_start_matches("::");
                    let skipped = name.len() - plain.len();
                    add(at + call.len() + offset + skipped, plain.len(), make(SmolStr::new(plain)));
                }
            }
        }
    }
    for (at, _) in code.match_indices(FUNCTION_PREFIX) {
        let name = word(code.get(at + FUNCTION_PREFIX.len()..).unwrap_or_default());
        if !name.is_empty() {
            add(at + FUNCTION_PREFIX.len(), name.len(), OuterName::Function(SmolStr::new(name)));
        }
    }
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// A quoted name or a symbol at the start of a text, with its offset.
fn quoted(text: &str) -> Option<(usize, &str)> {
    let trimmed = text.trim_start();
    let offset = text.len() - trimmed.len();
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == ':');
    let (skip, name) = match trimmed.chars().next()? {
        quote @ ('\'' | '"') => (1, trimmed.get(1..)?.split(quote).next()?),
        ':' => (1, word(trimmed.get(1..)?)),
        _ => return None,
    };
    is_name(name).then_some((offset + skip, name))
}

#[cfg(test)]
mod tests {
    use crate::outer_mentions::tests::shown;
    use expect_test::expect;

    #[test]
    fn variables_and_functions() {
        let text = "<%# @not %>listen <%= @port %>; <% if scope['web::user'] and scope.lookupvar(\"::web::x\") -%>\nuser@host <%%= @text %>\n<%= scope.call_function('web::lines', [@a]) + \"me@host\" + scope.function_template(['x']) %>\n";
        expect![[r#"
            Variable("port") [port]
            Variable("web::user") [web::user]
            Variable("web::x") [web::x]
            Function("web::lines") [web::lines]
            Variable("a") [a]
            Function("template") [template]
        "#]]
        .assert_eq(&shown("/env/modules/web/templates/a.erb", text));
    }
}
