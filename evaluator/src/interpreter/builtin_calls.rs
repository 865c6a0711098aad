//! Calls of built-in functions.

use std::sync::Arc;

use super::{Evaluated, Interpreter};
use crate::functions::{BuiltinFunction, FunctionCall};
use crate::place::Place;
use crate::scope::ScopeId;
use crate::value::{Callable, Value};

pub fn call_builtin(
    interpreter: &mut Interpreter<'_>,
    builtin: &'static BuiltinFunction,
    arguments: Vec<Value>,
    block: Option<Arc<Callable>>,
    scope: ScopeId,
    place: Place,
) -> Evaluated<Value> {
    let Some(dispatch) = builtin.dispatches.first() else {
        return Ok(Value::Undef);
    };
    (dispatch.run)(interpreter, FunctionCall { name: builtin.name, arguments, block, scope, place })
}
