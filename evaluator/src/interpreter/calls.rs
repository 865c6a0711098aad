//! Calls: functions by name, methods, and the blocks that are given to them.

use std::sync::Arc;

use super::{Evaluated, Interpreter};
use crate::place::Place;
use crate::scope::ScopeId;
use crate::value::{Callable, Value};

impl Interpreter<'_> {
    /// Calls a function by name: one of the environment or a module, a built-in, or a type (`Integer(…)`).
    pub fn call_function(
        &mut self,
        name: &str,
        _arguments: Vec<Value>,
        _block: Option<Arc<Callable>>,
        _scope: ScopeId,
        place: Place,
    ) -> Evaluated<Value> {
        Ok(self.unknown(format!("function {name}() is not evaluated yet"), Some(place)))
    }

    /// Calls a lambda. `next` ends here with its value, `break` and `return` go on to whoever iterates.
    pub fn call_block(&mut self, _block: &Arc<Callable>, _arguments: Vec<Value>, place: Place) -> Evaluated<Value> {
        Ok(self.unknown("lambdas are not evaluated yet", Some(place)))
    }
}
