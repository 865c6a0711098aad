//! Hover over `$1` where the context's code does not come to: which match around it would set it, and what the group is.

use syntax::program::BinaryOperator;
use syntax::validation::children::for_each_child;
use syntax::{Expr, ExprId, Program};

use crate::db::Db;
use crate::inputs::FileInput;
use crate::queries::{self, Parents};

/// The text about the match that would set a match variable which nothing in the context evaluates.
pub fn could_set(db: &dyn Db, file: FileInput, place: ExprId, number: u32) -> Option<String> {
    let program = queries::program(db, file);
    let parents = queries::parents(db, file);
    let matching = match_before(&program, &parents, place)?;
    let source = queries::source_file(db, file);
    let range = source.source_map.range(matching);
    let text = queries::text(db, file);
    let line = text.get(..range.start as usize).map_or(0, |before| before.matches('\n').count()) + 1;
    let (Expr::Regexp(pattern) | Expr::String(pattern)) = program.expr(matching) else {
        let written = text.get(range.start as usize..range.end as usize).unwrap_or_default();
        return Some(format!("\na match of `{written}`, on line {line}, could set this\n"));
    };
    let group = match number {
        0 => format!("all that `/{pattern}/` matches"),
        number => match group_text(pattern, number) {
            Some(group) => format!("the group `{group}` of `/{pattern}/`"),
            None => format!("`/{pattern}/` has no group {number}"),
        },
    };
    Some(format!("\n{group}, on line {line}\n"))
}

/// The pattern of the last match that a place could see the groups of.
fn match_before(program: &Program, parents: &Parents, place: ExprId) -> Option<ExprId> {
    let mut inner = place;
    for outer in parents.ancestors(place) {
        let found = match program.expr(outer) {
            Expr::Case(case) => {
                let option = case.options.iter().find(|option| option.then == inner);
                let own = option.and_then(|option| last_pattern(program, option.values.iter().copied()));
                own.or_else(|| last_match(program, case.test, 0).filter(|_| inner != case.test))
            }
            Expr::Selector(selector) => {
                let entry = selector.entries.iter().find(|entry| entry.value == inner);
                let own = entry.and_then(|entry| last_pattern(program, std::iter::once(entry.matching)));
                own.or_else(|| last_match(program, selector.left, 0).filter(|_| inner != selector.left))
            }
            Expr::If(branches) | Expr::Unless(branches) if inner != branches.test => {
                last_match(program, branches.test, 0)
            }
            Expr::If(_) | Expr::Unless(_) => None,
            Expr::Node(node) => return last_pattern(program, node.matches.iter().copied()),
            // Matches of parameters and outside of definitions are not seen inside.
            Expr::Function(_) | Expr::Plan(_) | Expr::Class(_) | Expr::Define(_) => return None,
            Expr::Lambda(lambda) if lambda.body == inner => None,
            Expr::Lambda(_) => return None,
            expr => {
                let mut before = Vec::new();
                for_each_child(expr, &mut |child| before.push(child));
                let before = before.iter().take_while(|child| **child != inner).copied().collect::<Vec<_>>();
                before.into_iter().rev().find_map(|child| last_match(program, child, 0))
            }
        };
        if found.is_some() {
            return found;
        }
        inner = outer;
    }
    None
}

fn last_pattern(program: &Program, options: impl DoubleEndedIterator<Item = ExprId>) -> Option<ExprId> {
    options.rev().find(|id| matches!(program.expr(*id), Expr::Regexp(_)))
}

/// The pattern of the last match in an expression whose groups are in force behind it.
fn last_match(program: &Program, id: ExprId, depth: usize) -> Option<ExprId> {
    const MAX_DEPTH: usize = 200;
    let expr = program.expr(id);
    match expr {
        _ if depth > MAX_DEPTH => None,
        // What these match ends with them.
        Expr::If(_) | Expr::Unless(_) | Expr::Case(_) | Expr::Selector(_) | Expr::Lambda(_) => None,
        Expr::Class(_) | Expr::Define(_) | Expr::Function(_) | Expr::Plan(_) | Expr::Node(_) => None,
        Expr::Binary { operator: BinaryOperator::Match | BinaryOperator::NotMatch, right, .. }
            if !is_type(program, *right) =>
        {
            Some(*right)
        }
        Expr::Binary { operator: BinaryOperator::In, left, .. } if matches!(program.expr(*left), Expr::Regexp(_)) => {
            Some(*left)
        }
        _ => {
            let mut children = Vec::new();
            for_each_child(expr, &mut |child| children.push(child));
            children.into_iter().rev().find_map(|child| last_match(program, child, depth + 1))
        }
    }
}

/// A match with a type sets nothing.
fn is_type(program: &Program, pattern: ExprId) -> bool {
    match program.expr(pattern) {
        Expr::QualifiedReference(_) => true,
        Expr::Access { left, .. } => matches!(program.expr(*left), Expr::QualifiedReference(_)),
        _ => false,
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

    fn shown(text: &str) -> String {
        let fixture = Fixture::new(text);
        let hover = fixture.host.analysis().hover(fixture.cursor.expect("a cursor"), true).expect("no writer");
        hover.map(|hover| hover.markdown).unwrap_or_default()
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
            let markdown = shown(text);
            assert!(markdown.contains("the group `(\\d+)` of `/^db(\\d+)/`, on line 1"), "{text}{markdown}");
            assert!(markdown.contains("Not evaluated: "), "{markdown}");
        }
    }

    #[test]
    fn matches_before_the_place_in_code_that_is_not_evaluated() {
        for text in [
            "'x' =~ /(a)/ notice($1$0)",
            "notice(['x' =~ /(a)/, $1$0])",
            "if 'x' !~ /(a)/ { } else { notice($1$0) }",
            "if 'x' !~ /(a)/ { } elsif true { notice($1$0) }",
            "$b = 'x' =~ /(a)/ and $1$0",
            "'x' =~ /(a)/ [1].each |$x| { notice(\"${1$0}\") }",
            "'x' =~ /(a)/ if true { 'y' =~ /(b)/ } notice($1$0)",
            "$c = [if /(a)/ in ['x'] { $1$0 }]",
        ] {
            let markdown = shown(&format!("if false {{\n{text}\n}}\n"));
            assert!(markdown.contains("the group `(a)` of `/(a)/`, on line 2"), "{text}{markdown}");
            assert!(markdown.contains("Not evaluated: this branch is not taken"), "{text}{markdown}");
        }
        let in_variable = shown("if false {\n$re = /(a)/\n'x' =~ $re\nnotice($1$0)\n}\n");
        assert!(in_variable.contains("a match of `$re`, on line 3, could set this"), "{in_variable}");
        for text in ["notice($1$0)", "'x' =~ String notice($1$0)", "[1].each |$x| { 'x' =~ /(a)/ } notice($1$0)"] {
            let markdown = shown(&format!("if false {{\n{text}\n}}\n"));
            assert!(!markdown.contains("match") && markdown.contains("Not evaluated"), "{text}{markdown}");
        }
    }
}
