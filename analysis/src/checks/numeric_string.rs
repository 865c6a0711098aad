//! A string where a number is needed, which the editions treat differently.

use evaluator::edition::{Rule, Rules};
use evaluator::types::Type;
use syntax::program::BinaryOperator;
use syntax::{Expr, ExprId};

use super::{Check, CheckContext, Findings};
use crate::diagnostic::{DiagnosticSeverity, Fix};
use crate::static_types::infer::Inference;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "string-as-number",
        Names,
        Error,
        "A string stands where a number is calculated with or compared. Puppet 8 stops there; Puppet 7 takes a string \
                    of digits for a number and warns; the specification converts it. Comparing with `==` is a warning: a \
                    string never equals a number."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    let rules = Rules::new(context.db.workspace().edition(context.db), &Default::default());
    if rules.holds(Rule::NumericStringsEqualNumbers) {
        return;
    }
    let inference = context.inference();
    for (index, expr) in context.program.exprs.iter().enumerate() {
        let Expr::Binary { operator, left, right } = expr else { continue };
        let place = ExprId(index as u32);
        match operator {
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Modulo => arithmetic(context, findings, inference, &rules, (place, *left, *right)),
            BinaryOperator::Less
            | BinaryOperator::LessOrEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterOrEqual => {
                if let Some(text) = text_beside_number(inference, *left, *right) {
                    let message = "A Numeric is not comparable to non Numeric";
                    let diagnostic = findings.report_raised(context, place, context.range(text), message);
                    offer_number(context, text, diagnostic);
                }
            }
            BinaryOperator::Equal | BinaryOperator::NotEqual => {
                if let Some(text) = text_beside_number(inference, *left, *right) {
                    let message = "a String never equals a number";
                    let diagnostic = findings.report(context.range(text), message);
                    diagnostic.severity = DiagnosticSeverity::Warning;
                    offer_number(context, text, diagnostic);
                }
            }
            _ => {}
        }
    }
}

fn arithmetic(
    context: &CheckContext<'_>,
    findings: &mut Findings<'_>,
    inference: &Inference<'_>,
    rules: &Rules,
    (place, left, right): (ExprId, ExprId, ExprId),
) {
    let left_type = inference.infer(left);
    // What a collection or a version is added to is no arithmetic.
    let text = if is_text(&left_type) {
        left
    } else if is_number(&left_type) && is_text(&inference.infer(right)) {
        right
    } else {
        return;
    };
    let (message, is_digits) = match context.program.expr(text) {
        Expr::String(written) if is_numeric(written) => {
            (format!("The string '{written}' was automatically coerced to the numerical value {written}"), true)
        }
        Expr::String(written) => (format!("The value '{written}' cannot be converted to Numeric."), false),
        _ => ("a String cannot be calculated with".to_string(), true),
    };
    let diagnostic = findings.report_raised(context, place, context.range(text), message);
    if is_digits && !rules.holds(Rule::QuestionableCodeIsAnError) {
        diagnostic.severity = DiagnosticSeverity::Warning;
    }
    offer_number(context, text, diagnostic);
}

/// The operand that is certainly a string, where the other certainly is a number.
fn text_beside_number(inference: &Inference<'_>, left: ExprId, right: ExprId) -> Option<ExprId> {
    let (left_type, right_type) = (inference.infer(left), inference.infer(right));
    if is_text(&left_type) && is_number(&right_type) {
        Some(left)
    } else if is_number(&left_type) && is_text(&right_type) {
        Some(right)
    } else {
        None
    }
}

fn is_text(checked: &Type) -> bool {
    matches!(checked.resolved(), Type::String(_) | Type::StringValue(_) | Type::Enum { .. } | Type::Pattern(_))
}

fn is_number(checked: &Type) -> bool {
    matches!(checked.resolved(), Type::Integer { .. } | Type::Float { .. } | Type::Numeric)
}

fn is_numeric(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) && (text.len() == 1 || !text.starts_with('0'))
}

fn offer_number(context: &CheckContext<'_>, text: ExprId, diagnostic: &mut crate::diagnostic::Diagnostic) {
    match context.program.expr(text) {
        Expr::String(written) if is_numeric(written) => {
            diagnostic.hint = Some("write the number without quotes".to_string());
            let title = format!("Replace with the number {written}");
            diagnostic.fixes.push(Fix::replace(context.range(text), written.as_str(), title));
        }
        Expr::String(_) => {}
        _ => {
            diagnostic.hint = Some("convert it, as in `Integer($text)`".to_string());
            let new_text = format!("Integer({})", context.text(context.range(text)));
            diagnostic.fixes.push(Fix::replace(context.range(text), &new_text, format!("Replace with {new_text}")));
        }
    }
}
