//! A call with more or fewer arguments than any signature of the function takes.

use evaluator::types::mismatch::describe_call;
use evaluator::types::{CallableType, Size, Type};
use syntax::Expr;

use super::calls::CallSite;
use super::{Check, CheckContext, Findings};
use crate::static_types::signatures::{FunctionSignatures, size_of};

pub const CHECK: Check = Check {
    code: syntax::code!(
        "wrong-argument-count",
        Names,
        Error,
        "A function is called with a number of arguments that it does not take, without the lambda that it needs, or \
                    with a lambda that takes too many. In a branch that may not be taken it is a warning."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for site in context.calls().iter().filter(|site| site.has_certain_count(context)) {
        let Some(function) = context.inference().signatures(&site.name) else { continue };
        let block = site.lambda.and_then(|lambda| lambda_type(context, lambda));
        let fits = function.signatures.iter().any(|signature| {
            size_of(signature).holds(site.arguments.len())
                && (!function.has_types || block_fits(signature.callable.block.as_ref(), block.as_ref()))
        });
        if fits {
            continue;
        }
        let message = describe(site, &function, block.as_ref());
        let range = context.range(site.name_place);
        findings.report_raised(context, site.place, range, message);
    }
}

fn block_fits(expected: Option<&Type>, given: Option<&Type>) -> bool {
    match (expected, given) {
        (None, given) => given.is_none(),
        (Some(expected), None) => evaluator::types::is_assignable(expected, &Type::Undef),
        (Some(expected), Some(given)) => evaluator::types::is_assignable(expected, given),
    }
}

/// A lambda as far as the number of its parameters goes.
fn lambda_type(context: &CheckContext<'_>, lambda: syntax::ExprId) -> Option<Type> {
    let Expr::Lambda(lambda) = context.program.expr(lambda) else { return None };
    let parameters = &lambda.parameters;
    let required = parameters.iter().filter(|p| p.default.is_none() && !p.captures_rest).count();
    let max = if parameters.iter().any(|p| p.captures_rest) { None } else { Some(parameters.len() as i128) };
    Some(Type::Callable(
        CallableType {
            parameters: Some(vec![Type::Unit; parameters.len()]),
            size: Some(Size { min: required as i128, max }),
            block: None,
            returns: None,
        }
        .into(),
    ))
}

fn describe(site: &CallSite, function: &FunctionSignatures, block: Option<&Type>) -> String {
    if function.has_types {
        // Of what the arguments are nothing is to be said here.
        let arguments = vec![Type::Unit; site.arguments.len()];
        return describe_call(&site.name, &function.signatures, &arguments, block);
    }
    let size = function.signatures.first().map(size_of).unwrap_or(Size::ANY);
    let minimum = if size.max == Some(size.min) { "" } else { "minimum " };
    format!("{}(): Wrong number of arguments given ({} for {minimum}{})", site.name, site.arguments.len(), size.min)
}
