//! Calls: functions by name, methods, types that are called to make instances, and the lambdas given to them.

use std::sync::Arc;

use smol_str::SmolStr;
use syntax::program::{Call, CallMethod};
use syntax::validation::labels;
use syntax::{Expr, ExprId};

use super::issues::ExpressionIssue;
use super::puppet_functions::CallTarget;
use super::{Code, Evaluated, Interpreter};
use crate::edition::Rule;
use crate::error::RuntimeError;
use crate::functions::{self, Builtin};
use crate::hiera::lookup_context::is_context_method;
use crate::outcome::MissingKind;
use crate::place::Place;
use crate::scope::ScopeId;
use crate::types::objects;
use crate::value::{Callable, Value};

impl Interpreter<'_> {
    /// `name(…)`, `Type(…)`, and in `spec4x` `$callable(…)`.
    pub(super) fn evaluate_call(&mut self, code: &Code, scope: ScopeId, expr: ExprId, call: &Call) -> Evaluated<Value> {
        let place = code.place(expr);
        let mut arguments = Vec::with_capacity(call.arguments.len() + 1);
        let name = match code.program.expr(call.functor) {
            Expr::QualifiedName(name) => name.as_str(),
            Expr::ReservedWord { word, .. } => word.as_str(),
            Expr::QualifiedReference(_) | Expr::Access { .. } => {
                let callee = self.evaluate(code, scope, call.functor)?;
                if let Value::Callable(callable) = callee {
                    return self.call_value(code, scope, expr, call, &callable);
                }
                arguments.push(callee);
                "new"
            }
            _ if self.rules.holds(Rule::CallableValues) => {
                let callee = self.evaluate(code, scope, call.functor)?;
                return match callee {
                    Value::Callable(callable) => self.call_value(code, scope, expr, call, &callable),
                    Value::Unknown(_) => Ok(callee),
                    _ => {
                        let what = labels::with_capital_article(&labels::label(&code.program, call.functor));
                        self.fail(ExpressionIssue::NotCallable { what }, code.place(call.functor))
                    }
                };
            }
            _ => {
                let label = labels::label(&code.program, call.functor);
                let what = labels::with_capital_article(&label);
                return self.fail(ExpressionIssue::NotCallable { what }, code.place(call.functor));
            }
        };
        self.evaluate_spread_into(code, scope, &call.arguments, &mut arguments)?;
        let block = self.block_of(code, scope, call.lambda)?;
        let value = self.call_function(name, arguments, block, scope, place)?;
        self.observe_call(code, place, &value);
        Ok(value)
    }

    /// A call of what an expression gives: a lambda or a function reference.
    fn call_value(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        call: &Call,
        callable: &Arc<Callable>,
    ) -> Evaluated<Value> {
        let mut arguments = self.evaluate_spread(code, scope, &call.arguments)?;
        // A lambda is the last argument of what is called.
        arguments.extend(self.block_of(code, scope, call.lambda)?.map(Value::Callable));
        let value = self.call_block(callable, arguments, code.place(expr))?;
        self.observe_call(code, code.place(expr), &value);
        Ok(value)
    }

    /// `value.name(…)`
    pub(super) fn evaluate_method_call(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        call: &CallMethod,
    ) -> Evaluated<Value> {
        let place = code.place(expr);
        let Expr::NamedAccess { left, right } = code.program.expr(call.functor) else {
            let what = labels::with_capital_article(&labels::label(&code.program, call.functor));
            return self.fail(ExpressionIssue::NotCallable { what }, code.place(call.functor));
        };
        let name = match code.program.expr(*right) {
            Expr::QualifiedName(name) | Expr::QualifiedReference(name) => name,
            Expr::ReservedWord { word, .. } => word,
            _ => {
                let what = labels::with_capital_article(&labels::label(&code.program, *right));
                return self.fail(ExpressionIssue::NotCallable { what }, code.place(*right));
            }
        };
        let mut arguments = Vec::with_capacity(call.arguments.len() + 1);
        self.evaluate_spread_into(code, scope, std::slice::from_ref(left), &mut arguments)?;
        self.evaluate_spread_into(code, scope, &call.arguments, &mut arguments)?;
        let block = match call.lambda {
            Some(_) => self.block_of(code, scope, call.lambda)?,
            None => None,
        };
        let value = match arguments.first() {
            Some(Value::Uri(_) | Value::Object(_)) => self.call_member(name, arguments, block, scope, place)?,
            _ => self.call_function(name, arguments, block, scope, place)?,
        };
        self.observe_call(code, place, &value);
        Ok(value)
    }

    /// An attribute or method of the first argument, or the function of that name.
    fn call_member(
        &mut self,
        name: &str,
        mut arguments: Vec<Value>,
        block: Option<Arc<Callable>>,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<Value> {
        let member = match arguments.split_first() {
            Some((receiver, rest)) => objects::call_member(receiver, name, rest),
            None => None,
        };
        match member {
            Some(Ok(value)) => Ok(value),
            Some(Err(problem)) => self.fail(RuntimeError(problem), place),
            None => match arguments.first() {
                Some(Value::Object(object)) if is_context_method(object, name) => {
                    let object = object.clone();
                    arguments.remove(0);
                    self.call_context_method(&object, name, arguments, block, place)
                }
                _ => self.call_function(name, arguments, block, scope, place),
            },
        }
    }

    /// The lambda of a call as a value. An error where its required parameters do not come first.
    fn block_of(&mut self, code: &Code, scope: ScopeId, lambda: Option<ExprId>) -> Evaluated<Option<Arc<Callable>>> {
        let Some(expr) = lambda else {
            return Ok(None);
        };
        if let Expr::Lambda(lambda) = code.program.expr(expr) {
            self.check_parameter_order(code, &lambda.parameters)?;
        }
        self.closure(code, scope, expr).map(Some)
    }

    fn observe_call(&mut self, code: &Code, place: Place, value: &Value) {
        if self.is_watched(code.file) {
            self.outcome.observations.record(place, value);
        }
    }

    /// Calls a function by name: one of the environment or a module, a built-in, or one that only Ruby can run.
    pub fn call_function(
        &mut self,
        name: &str,
        arguments: Vec<Value>,
        block: Option<Arc<Callable>>,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<Value> {
        match self.puppet_functions.called.get(name) {
            Some(CallTarget::Builtin(builtin)) => {
                return self.call_available_builtin(*builtin, arguments, block, scope, place);
            }
            Some(CallTarget::Puppet(function)) => {
                let function = function.clone();
                self.check_function_visible(&function, scope)?;
                return self.call_puppet_function(&function, arguments, block, place);
            }
            None => {}
        }
        let name = name.strip_prefix("::").unwrap_or(name);
        let builtin = functions::available_builtin(self.world, name);
        let builtin_first = builtin.is_some() && self.rules.holds(Rule::BuiltinsWinOverEnvironment);
        if !builtin_first && let Some(function) = self.find_puppet_function(name)? {
            self.puppet_functions.called.insert(SmolStr::new(name), CallTarget::Puppet(function.clone()));
            self.check_function_visible(&function, scope)?;
            return self.call_puppet_function(&function, arguments, block, place);
        }
        let yields = builtin.is_some_and(|builtin| {
            builtin.stands_in || (builtin.is_of_module() && self.is_deprecated_ruby_function(name))
        });
        if let Some(builtin) = builtin
            && !yields
            && !self.rules.holds(Rule::OldFunctionNames)
        {
            self.puppet_functions.called.insert(SmolStr::new(name), CallTarget::Builtin(builtin));
        }
        if let Some(value) = self.call_old_name(name, &arguments, block.as_ref(), scope, place)? {
            return Ok(value);
        }
        if builtin.is_some_and(|builtin| yields && !builtin.answers_for_unknown(&arguments))
            && let Some(value) = self.try_ruby_function(name, &arguments, scope, place)?
        {
            return Ok(value);
        }
        if let Some(builtin) = builtin {
            return self.call_available_builtin(builtin, arguments, block, scope, place);
        }
        if let Some(value) = self.call_ruby_function(name, &arguments, block, scope, place)? {
            return Ok(value);
        }
        if name == "import" {
            return self.fail(ExpressionIssue::DiscontinuedImport, place);
        }
        if self.has_broken_code() {
            return Ok(self.unknown_without(&format!("the function {name}"), place));
        }
        if let Some(unknown) = self.missing_value(MissingKind::Function, name, place) {
            return Ok(unknown);
        }
        self.fail(ExpressionIssue::UnknownFunction { name: name.to_string() }, place)
    }

    #[inline]
    fn call_available_builtin(
        &mut self,
        builtin: Builtin,
        mut arguments: Vec<Value>,
        block: Option<Arc<Callable>>,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<Value> {
        let block = match builtin.takes_block() && !functions::accepts(self, builtin, &arguments) {
            true => self.block_from_arguments(&mut arguments, block),
            false => block,
        };
        let value = functions::call_builtin(self, builtin, arguments, block, scope, place)?;
        let no_value = builtin.statement && self.rules.holds(Rule::StatementsAreValues);
        Ok(if no_value { Value::Undef } else { value })
    }
}
