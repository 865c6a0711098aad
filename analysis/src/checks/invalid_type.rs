//! A type with arguments that it does not take.

use evaluator::edition::{Rule, Rules};
use syntax::{Expr, ExprId};

use super::{Check, CheckContext, Findings};
use crate::diagnostic::{DiagnosticSeverity, Fix};

pub const CHECK: Check = Check {
    code: syntax::code!(
        "invalid-type",
        Names,
        Error,
        "A data type has arguments that it does not take, as `Hash[String]` or `Integer[5, 1]`. In a branch that may not be \
                    taken, and in a type alias, it is a warning."
    ),
    run,
};

/// Types whose arguments are values of their own, not only types and numbers.
const OTHER_TYPES: &[&str] = &["init", "object", "pattern", "regexp", "runtime", "typeset", "uri"];

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    let rules = Rules::new(context.db.workspace().edition(context.db), &Default::default());
    if rules.holds(Rule::HashTypeOfOneParameter) {
        return;
    }
    let reader = context.inference().type_reader();
    for (index, expr) in context.program.exprs.iter().enumerate() {
        let Expr::Access { left, keys } = expr else { continue };
        let Expr::QualifiedReference(name) = context.program.expr(*left) else { continue };
        if OTHER_TYPES.contains(&name.to_ascii_lowercase().as_str()) {
            continue;
        }
        let Some((message, argument)) = reader.mistake(*left, keys) else { continue };
        let place = ExprId(index as u32);
        let blamed = argument.and_then(|argument| keys.get(argument)).copied().unwrap_or(place);
        let diagnostic = findings.report_raised(context, place, context.range(blamed), message);
        // The specification's `Hash[V]`, written for Puppet.
        if let (true, [value]) = (name.eq_ignore_ascii_case("hash"), keys.as_slice())
            && matches!(context.program.expr(*value), Expr::QualifiedReference(_) | Expr::Access { .. })
        {
            let written = context.text(context.range(*value));
            let new_text = format!("Hash[Scalar, {written}]");
            diagnostic.hint =
                Some("only the edition spec4x has a `Hash` of values alone: name the type of the keys".into());
            diagnostic.fixes.push(Fix::replace(context.range(place), &new_text, format!("Replace with {new_text}")));
        }
        // An alias is read when it is used.
        if context.is_in_type_alias(place) {
            diagnostic.severity = DiagnosticSeverity::Warning;
        }
    }
}
