//! Calls built-in functions: chooses the signature that accepts the arguments, or says in Puppet's words why none does.

use smol_str::SmolStr;
use syntax::Expr;

use crate::interpreter::Interpreter;
use crate::value::Callable;

/// The parameters of a lambda, as far as their number goes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct LambdaShape {
    pub names: Vec<SmolStr>,
    /// How many must be given.
    pub required: usize,
    /// The last takes all that is left.
    pub captures_rest: bool,
}

pub fn lambda_shape(interpreter: &mut Interpreter<'_>, block: &Callable) -> LambdaShape {
    let Callable::Lambda(closure) = block else {
        return LambdaShape::default();
    };
    let Some(code) = interpreter.code(closure.file) else {
        return LambdaShape::default();
    };
    let Expr::Lambda(lambda) = code.program.expr(closure.lambda) else {
        return LambdaShape::default();
    };
    let parameters = &lambda.parameters;
    LambdaShape {
        names: parameters.iter().map(|parameter| parameter.name.clone()).collect(),
        required: parameters.iter().filter(|parameter| parameter.default.is_none() && !parameter.captures_rest).count(),
        captures_rest: parameters.last().is_some_and(|last| last.captures_rest),
    }
}
