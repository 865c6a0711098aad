//! The default of a parameter that reads a parameter to its right, or itself.

use syntax::program::Parameter;
use syntax::validation::children::for_each_child;
use syntax::{Expr, ExprId};

use super::{Check, CheckContext, Findings};
use crate::definition_index::parameters_of;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "default-reads-later-parameter",
        Names,
        Warning,
        "Parameters get their values from left to right. A default that reads one further to the right works only \
                    where that one is given a value, and is an error elsewhere."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for expr in &context.program.exprs {
        let parameters = parameters_of(expr);
        for (index, parameter) in parameters.iter().enumerate() {
            let Some(default) = parameter.default else { continue };
            let later = parameters.get(index..).unwrap_or_default();
            check_default(context, findings, &parameter.name, later, default);
        }
    }
}

/// `later` are the parameters that have no value yet.
fn check_default(
    context: &CheckContext<'_>,
    findings: &mut Findings<'_>,
    name: &str,
    later: &[Parameter],
    default: ExprId,
) {
    let mut open = vec![default];
    while let Some(id) = open.pop() {
        match context.program.expr(id) {
            Expr::Variable(variable) if later.iter().any(|parameter| parameter.name == variable.name) => {
                let message = format!(
                    "default expression for ${name} tries to illegally access not yet evaluated ${}",
                    variable.name
                );
                findings.report(context.range(id), message).hint =
                    Some(format!("move the parameter ${} before ${name}", variable.name))
                        .filter(|_| variable.name != name);
            }
            // Its parameters may have the same names.
            Expr::Lambda(_) => {}
            expr => for_each_child(expr, &mut |child| open.push(child)),
        }
    }
}
