//! Hover over `$1` where the context's code does not come to: which match around it would set it, and what the group is.

use syntax::program::BinaryOperator;
use syntax::{Expr, ExprId, Program};

use crate::db::Db;
use crate::inputs::FileInput;
use crate::queries::{self, Parents};

/// The text about a match variable that nothing in the context evaluates.
pub fn not_evaluated(db: &dyn Db, file: FileInput, place: ExprId, number: u32) -> Option<String> {
    let program = queries::program(db, file);
    let parents = queries::parents(db, file);
    let (pattern, regexp) = match_around(&program, &parents, place)?;
    let source = queries::source_file(db, file);
    let start = source.source_map.range(regexp).start as usize;
    let line = queries::text(db, file).get(..start).map_or(0, |before| before.matches('\n').count()) + 1;
    let group = match number {
        0 => format!("all that `/{pattern}/` matches"),
        number => match group_text(&pattern, number) {
            Some(group) => format!("the group `{group}` of `/{pattern}/`"),
            None => format!("undef: `/{pattern}/` has no group {number}"),
        },
    };
    Some(format!("\n{group}, on line {line}\n\nno value: this is not evaluated in this context\n"))
}

/// The pattern whose match leads to a place, with the place of the pattern.
fn match_around(program: &Program, parents: &Parents, place: ExprId) -> Option<(String, ExprId)> {
    let mut inner = place;
    for outer in parents.ancestors(place) {
        let candidates: Vec<ExprId> = match program.expr(outer) {
            Expr::If(branches) if branches.then == inner => patterns_of_test(program, branches.test),
            Expr::Unless(branches) if branches.otherwise == inner => patterns_of_test(program, branches.test),
            Expr::Case(case) => {
                case.options.iter().filter(|option| option.then == inner).flat_map(|o| o.values.clone()).collect()
            }
            Expr::Selector(selector) => {
                selector.entries.iter().filter(|entry| entry.value == inner).map(|entry| entry.matching).collect()
            }
            Expr::Node(node) if node.body == inner => node.matches.clone(),
            // A match outside of these is not seen inside.
            Expr::Function(_) | Expr::Plan(_) => return None,
            _ => Vec::new(),
        };
        let found = candidates.into_iter().find_map(|id| match program.expr(id) {
            Expr::Regexp(pattern) => Some((pattern.to_string(), id)),
            _ => None,
        });
        if found.is_some() {
            return found;
        }
        inner = outer;
    }
    None
}

/// The patterns that a condition matches with, the last first: that one's groups are in force.
fn patterns_of_test(program: &Program, test: ExprId) -> Vec<ExprId> {
    match program.expr(test) {
        Expr::Binary { operator: BinaryOperator::Match, right, .. } => vec![*right],
        Expr::Binary { operator: BinaryOperator::And | BinaryOperator::Or, left, right } => {
            let mut found = patterns_of_test(program, *right);
            found.extend(patterns_of_test(program, *left));
            found
        }
        Expr::Parenthesized(inner) => patterns_of_test(program, *inner),
        _ => Vec::new(),
    }
}

/// The n-th group of a pattern as it is written.
fn group_text(pattern: &str, number: u32) -> Option<String> {
    let mut open: Vec<(usize, Option<u32>)> = Vec::new();
    let (mut count, mut in_class, mut escaped) = (0, false, false);
    for (at, character) in pattern.char_indices() {
        if std::mem::take(&mut escaped) {
            continue;
        }
        match character {
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => {
                let rest = pattern.get(at + 1..)?;
                let is_named = rest.starts_with("?<") && !rest.starts_with("?<=") && !rest.starts_with("?<!");
                let captures = !rest.starts_with('?') || is_named;
                count += u32::from(captures);
                open.push((at, captures.then_some(count)));
            }
            ')' if !in_class => {
                let (start, group) = open.pop()?;
                if group == Some(number) {
                    return pattern.get(start..=at).map(str::to_string);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::group_text;
    use crate::fixture::Fixture;

    #[test]
    fn groups_as_they_are_written() {
        let pattern = r"^(?:a|(b[)(]c))\((?<n>x(y))";
        assert_eq!(group_text(pattern, 1).as_deref(), Some("(b[)(]c)"));
        assert_eq!(group_text(pattern, 2).as_deref(), Some("(?<n>x(y))"));
        assert_eq!(group_text(pattern, 3).as_deref(), Some("(y)"));
        assert_eq!(group_text(pattern, 4), None);
        assert_eq!(group_text("(", 1), None);
    }

    #[test]
    fn every_construct_that_sets_them() {
        for text in [
            "node /^db(\\d+)/ { notice($1$0) }\nnode default { }\n",
            "if 'x' =~ /^db(\\d+)/ { notice($1$0) }\n",
            "if true and ('x' =~ /^db(\\d+)/) { notice($1$0) }\n",
            "case 'x' { /^db(\\d+)/: { notice($1$0) } default: { } }\n",
            "$a = 'x' ? { /^db(\\d+)/ => $1$0, default => 1 }\n",
        ] {
            let fixture = Fixture::new(text);
            let hover = fixture.host.analysis().hover(fixture.cursor.expect("a cursor"), true).expect("no writer");
            let markdown = hover.map(|hover| hover.markdown).unwrap_or_default();
            assert!(markdown.contains("the group `(\\d+)` of `/^db(\\d+)/`, on line 1"), "{text}{markdown}");
            assert!(markdown.contains("not evaluated in this context"), "{markdown}");
        }
    }
}
