//! The scope of a lambda that was called is used again by its next call, which finds its parameters there: iterations call
//! one lambda over and over. Only the last scope can wait like this, and whoever makes or frees a scope ends the waiting.

use std::sync::Arc;

use syntax::{Expr, ExprId};

use super::lambdas::{LAMBDA_FRAME, LambdaClosure};
use super::{Evaluated, Interpreter, Interrupt};
use crate::error::StackFrame;
use crate::place::{FileId, Place};
use crate::scope::ScopeId;
use crate::value::{Callable, Value};

impl Interpreter<'_> {
    /// The same as `call_block`, with a shorter way for a lambda whose scope waits.
    pub(crate) fn call_block_with<const N: usize>(
        &mut self,
        block: &Arc<Callable>,
        arguments: [Value; N],
        place: Place,
    ) -> Evaluated<Value> {
        let Callable::Lambda(closure) = block.as_ref() else {
            return self.call_block(block, arguments.into(), place);
        };
        let (code, parent) = (&closure.code, closure.scope);
        let Expr::Lambda(lambda) = code.program.expr(closure.lambda) else {
            return Ok(Value::Undef);
        };
        let identity = (code.file, lambda.body, parent);
        if self.idle_scope != Some(identity)
            || lambda.parameters.len() != N
            || lambda.return_type.is_some()
            || self.is_watched(code.file)
            || self.depth >= self.request.limits.depth
        {
            return self.call_block(block, arguments.into(), place);
        }
        let scope = self.take_idle_scope();
        self.scope_mut(scope).variables.replace_values(arguments);
        let body = self.single_statement(code, lambda.body);
        self.depth += 1;
        let result = self.evaluate(code, scope, body);
        self.depth -= 1;
        match &result {
            Ok(Value::Callable(_)) => result,
            Ok(_) => {
                self.leave_idle(scope, identity, N);
                result
            }
            Err(_) => self.end_interrupted_lambda(closure, scope, result),
        }
    }

    /// `next` has a value for the lambda that it ends; whatever else ended it goes on to whoever called.
    fn end_interrupted_lambda(
        &mut self,
        closure: &LambdaClosure,
        scope: ScopeId,
        result: Evaluated<Value>,
    ) -> Evaluated<Value> {
        let mut interrupt = match result {
            Ok(value) => return Ok(value),
            Err(interrupt) => interrupt,
        };
        self.drop_scope(scope);
        match *interrupt {
            Interrupt::Next(value, _) => return Ok(value),
            Interrupt::Error(ref mut error) => {
                let place = Some(closure.code.place(closure.lambda));
                error.frames.push(StackFrame { what: LAMBDA_FRAME.to_string(), place });
            }
            _ => {}
        }
        Err(interrupt)
    }

    /// Lets the scope of a call wait for the next one, or frees it.
    pub(super) fn leave_idle(&mut self, scope: ScopeId, lambda: (FileId, ExprId, ScopeId), parameters: usize) {
        self.free_idle_scope();
        let is_last = self.scopes.len() == scope.index() + 1 && scope.index() >= self.kept_scopes;
        let left = self.scope_mut(scope);
        left.current_match = None;
        if is_last && left.variables.keep_first(parameters) {
            self.idle_scope = Some(lambda);
        } else {
            self.drop_scope(scope);
        }
    }

    /// The waiting scope, which waits no more.
    pub(super) fn take_idle_scope(&mut self) -> ScopeId {
        self.idle_scope = None;
        ScopeId(self.scopes.len().saturating_sub(1) as u32)
    }

    pub(super) fn free_idle_scope(&mut self) {
        if self.idle_scope.take().is_some()
            && let Some(mut scope) = self.scopes.pop()
        {
            scope.variables.clear();
            self.spare_variables.push(scope.variables);
        }
    }
}
