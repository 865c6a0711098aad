//! A text that is used as a regular expression and is none.

use syntax::program::BinaryOperator;
use syntax::{Expr, ExprId, regexp_mistake};

use super::{Check, CheckContext, Findings};

pub const CHECK: Check = Check {
    code: syntax::code!(
        "invalid-pattern",
        Names,
        Error,
        "A string is used as a regular expression (`=~ '…'`, `Pattern['…']`, `regsubst`, `split`) that Ruby cannot read. \
                    In a branch that may not be taken it is a warning. Mistakes between slashes are syntax errors."
    ),
    run,
};

/// Functions that take a pattern as a string, and at which place of their arguments.
const PATTERN_ARGUMENTS: &[(&str, usize)] = &[("regsubst", 1), ("split", 1)];

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for expr in &context.program.exprs {
        match expr {
            Expr::Binary { operator: BinaryOperator::Match | BinaryOperator::NotMatch, right, .. } => {
                check(context, findings, *right);
            }
            Expr::Access { left, keys } if is_pattern_type(context, *left) => {
                keys.iter().for_each(|key| check(context, findings, *key));
            }
            _ => {}
        }
    }
    for site in context.calls() {
        let position = PATTERN_ARGUMENTS.iter().find(|(name, _)| *name == site.name).map(|(_, position)| *position);
        if let Some(argument) = position.and_then(|position| site.arguments.get(position)) {
            check(context, findings, *argument);
        }
    }
}

fn is_pattern_type(context: &CheckContext<'_>, left: ExprId) -> bool {
    matches!(context.program.expr(left), Expr::QualifiedReference(name)
        if name.eq_ignore_ascii_case("pattern") || name.eq_ignore_ascii_case("regexp"))
}

fn check(context: &CheckContext<'_>, findings: &mut Findings<'_>, place: ExprId) {
    if let Expr::String(pattern) = context.program.expr(place)
        && let Some(mistake) = regexp_mistake(pattern)
    {
        findings.report_raised(context, place, context.range(place), format!("{mistake}: /{pattern}/"));
    }
}
