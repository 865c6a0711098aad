//! `case` says what happens when nothing matches.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "case_without_default",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A `case` without a `default` option, even an empty one: nothing happens where no option matches.",
    run,
    fix: None,
};

fn run(document: &Document<'_>, findings: &mut Findings) {
    let mut cases: Vec<(At, At)> = Vec::new();
    for case in document.of_kind(Kind::Case) {
        let open = (case + 1..document.len()).find(|at| document.kind(*at) == Kind::LeftBrace);
        if let Some(end) = open.and_then(|open| document.partner(open)) {
            cases.push((case, end));
        }
    }
    let defaults: Vec<At> = document.of_kind(Kind::Default).collect();
    for (index, (start, end)) in cases.iter().enumerate() {
        let from = defaults.partition_point(|at| at < start);
        let own = defaults[from..].iter().copied().take_while(|at| at <= end).any(|default| {
            let in_later_case = cases[index + 1..]
                .iter()
                .take_while(|(inner, _)| *inner < default)
                .any(|(_, inner_end)| default <= *inner_end);
            !in_later_case && depth(document, *start, default) == 1
        });
        if !own {
            findings.report(document, *start, "case statement without a default case");
        }
    }
}

/// How many braces are open between two tokens.
fn depth(document: &Document<'_>, start: At, at: At) -> usize {
    let mut depth = 0;
    let mut current = at;
    // Outwards from the inner one: every brace that is not closed before it.
    while let Some(before) = document.previous(current).filter(|before| *before > start) {
        match document.kind(before) {
            Kind::RightBrace => match document.partner(before).filter(|open| *open > start) {
                Some(open) => {
                    current = open;
                    continue;
                }
                None => return depth,
            },
            Kind::LeftBrace => depth += 1,
            _ => {}
        }
        current = before;
    }
    depth
}
