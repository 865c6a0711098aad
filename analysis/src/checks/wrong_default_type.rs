//! A default that is not of the type that its parameter declares.

use evaluator::types::Type;
use syntax::Expr;

use super::wrong_parameter_type::offer;
use super::{Check, CheckContext, Findings};
use crate::definition_index::parameters_of;
use crate::diagnostic::Fix;
use crate::static_types::mismatch;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "wrong-default-type",
        Names,
        Warning,
        "The default of a parameter can never be of the parameter's own type: Puppet stops wherever the default is \
                    used."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    let inference = context.inference();
    for expr in &context.program.exprs {
        for parameter in parameters_of(expr) {
            let (Some(type_expression), Some(default)) = (parameter.type_expression, parameter.default) else {
                continue;
            };
            let declared = inference.parameter_type(parameter);
            if declared == Type::Unit {
                continue;
            }
            let subject = format!("parameter '{}'", parameter.name);
            let Some(found) = mismatch::find(inference, &subject, &declared, default) else { continue };
            let range = context.range(found.place);
            let diagnostic = findings.report(range, found.message);
            offer(diagnostic, range, found.meant.as_deref());
            if matches!(context.program.expr(default), Expr::Undef) {
                let range = context.range(type_expression);
                let text = context.text(range);
                diagnostic.message = format!("{subject} expects a value of type {text}, got Undef");
                let new_text = format!("Optional[{text}]");
                diagnostic.hint = Some(format!("undef is for parameters of the type `{new_text}`"));
                diagnostic.fixes.push(Fix::replace(range, new_text, "Make the type Optional"));
            }
        }
    }
}
