//! Lambdas as values: the code of a block with the scope that it was written in; their types, and calling them.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use smol_str::SmolStr;
use syntax::program::{Lambda, Parameter};
use syntax::{Expr, ExprId};

use super::{Code, Evaluated, Interpreter, Interrupt};
use crate::edition::Rule;
use crate::error::RuntimeError;
use crate::place::{FileId, Place};
use crate::scope::{ScopeId, ScopeKind};
use crate::types::{CallableType, Size, Type};
use crate::value::{Callable, Value};

/// How frames of errors name a lambda.
pub(super) const LAMBDA_FRAME: &str = "lambda";

/// A lambda expression and its scope.
#[derive(Clone, Debug)]
pub struct LambdaClosure {
    pub code: Code,
    /// The `Lambda` expression.
    pub lambda: ExprId,
    pub scope: ScopeId,
    /// What it takes, where the edition lets programs ask.
    pub signature: Option<Arc<CallableType>>,
}

impl LambdaClosure {
    /// Where it is written, and the scope that it sees: what makes it this one and no other.
    fn identity(&self) -> (FileId, ExprId, ScopeId) {
        (self.code.file, self.lambda, self.scope)
    }
}

impl PartialEq for LambdaClosure {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for LambdaClosure {}

impl Hash for LambdaClosure {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl Interpreter<'_> {
    /// A lambda expression as a value.
    pub(super) fn closure(&mut self, code: &Code, scope: ScopeId, lambda: ExprId) -> Evaluated<Arc<Callable>> {
        let mut closure = LambdaClosure { code: code.clone(), lambda, scope, signature: None };
        if self.rules.holds(Rule::CallableValues) {
            closure.signature = Some(self.lambda_type(&closure)?);
        }
        Ok(Arc::new(Callable::Lambda(closure)))
    }

    /// The type of something that can be called, as dispatchers compare it with what they want.
    pub fn callable_type(&mut self, callable: &Arc<Callable>) -> Evaluated<Arc<CallableType>> {
        match callable.as_ref() {
            Callable::Lambda(closure) => self.lambda_type(closure),
            Callable::Function(reference) => Ok(reference.signatures.first().cloned().unwrap_or_default()),
        }
    }

    fn lambda_type(&mut self, closure: &LambdaClosure) -> Evaluated<Arc<CallableType>> {
        let code = &closure.code;
        let place = code.place(closure.lambda);
        if let Some(known) = self.lambda_types.get(&place) {
            return Ok(known.clone());
        }
        let Expr::Lambda(lambda) = code.program.expr(closure.lambda) else {
            return Ok(Arc::default());
        };
        let found = self.parameters_type(code, &lambda.parameters, lambda.return_type, closure.scope)?;
        let found = Arc::new(found);
        // Types that are written may mean something else in another scope.
        if lambda.return_type.is_none() && lambda.parameters.iter().all(|parameter| parameter.type_expression.is_none())
        {
            self.lambda_types.insert(place, found.clone());
        }
        Ok(found)
    }

    /// The names of the parameters of something that can be called.
    pub fn callable_parameter_names(&mut self, callable: &Arc<Callable>) -> Evaluated<Vec<SmolStr>> {
        let names = |parameters: &[Parameter]| parameters.iter().map(|parameter| parameter.name.clone()).collect();
        match callable.as_ref() {
            Callable::Lambda(closure) => Ok(match closure.code.program.expr(closure.lambda) {
                Expr::Lambda(lambda) => names(&lambda.parameters),
                _ => Vec::new(),
            }),
            Callable::Function(reference) => Ok(self
                .find_puppet_function(&reference.name)?
                .map(|function| names(&function.definition().parameters))
                .unwrap_or_default()),
        }
    }

    /// Calls a lambda. `next` ends here with its value, `break` and `return` go on to whoever iterates.
    pub fn call_block(&mut self, block: &Arc<Callable>, arguments: Vec<Value>, place: Place) -> Evaluated<Value> {
        let closure = match block.as_ref() {
            Callable::Lambda(closure) => closure,
            Callable::Function(reference) => return self.call_reference(&reference.name, arguments, place),
        };
        let Expr::Lambda(lambda) = closure.code.program.expr(closure.lambda) else {
            return Ok(Value::Undef);
        };
        self.with_frame(
            || LAMBDA_FRAME.to_string(),
            Some(closure.code.place(closure.lambda)),
            |this| this.call_lambda(&closure.code, lambda, closure.scope, arguments, place),
        )
    }

    fn call_lambda(
        &mut self,
        code: &Code,
        lambda: &Lambda,
        parent: ScopeId,
        arguments: Vec<Value>,
        place: Place,
    ) -> Evaluated<Value> {
        let identity = (code.file, lambda.body, parent);
        // Only lambdas whose parameters are plain leave a scope behind.
        let waits = arguments.len() == lambda.parameters.len() && self.idle_scope == Some(identity);
        let is_plain = waits || has_plain_parameters(lambda, arguments.len());
        let (scope, bound) = if waits {
            let scope = self.take_idle_scope();
            self.bind_again(code, &lambda.parameters, arguments, scope, place);
            (scope, Ok(()))
        } else {
            let scope = self.new_scope(ScopeKind::Lambda, Some(parent));
            let bound = match is_plain {
                true => self.bind_plain(code, &lambda.parameters, arguments, scope, place),
                false => self.bind_positional(code, &lambda.parameters, arguments, scope, &Owner::Lambda, place),
            };
            (scope, bound)
        };
        self.enter(code, lambda.body);
        let body = self.single_statement(code, lambda.body);
        let result = bound.and_then(|()| self.evaluate(code, scope, body));
        let value = match result {
            Ok(value) => value,
            Err(interrupt) => match *interrupt {
                Interrupt::Next(value, _) => value,
                other => {
                    self.drop_scope(scope);
                    return Err(Box::new(other));
                }
            },
        };
        if let Some(return_type) = lambda.return_type {
            let expected = self.evaluate(code, scope, return_type)?;
            self.check_returned(&expected, &value, "lambda")?;
        }
        if !self.holds_lambda(&value) {
            match is_plain {
                true => self.leave_idle(scope, identity, lambda.parameters.len()),
                false => self.drop_scope(scope),
            }
        }
        Ok(value)
    }

    /// The statement of a block that has no other, or the block.
    pub(super) fn single_statement(&self, code: &Code, body: ExprId) -> ExprId {
        match code.program.expr(body) {
            Expr::Block(statements) if !self.has_broken_code() => match statements.as_slice() {
                [statement] => {
                    self.world.checkpoint();
                    *statement
                }
                _ => body,
            },
            _ => body,
        }
    }

    /// Checks a result against the return type of a function or lambda.
    pub(super) fn check_returned(&mut self, expected: &Value, value: &Value, owner: &str) -> Evaluated<()> {
        let Value::Type(expected) = expected else {
            return Ok(());
        };
        if crate::types::is_instance(expected, value) || value.first_unknown().is_some() {
            return Ok(());
        }
        let words =
            crate::types::describe_mismatch(&format!("value returned from {owner} has wrong type,"), expected, value);
        self.raise(RuntimeError(words))
    }

    /// The type of a parameter list. An error where a parameter without a default follows one with a default.
    pub(super) fn parameters_type(
        &mut self,
        code: &Code,
        parameters: &[Parameter],
        return_type: Option<ExprId>,
        scope: ScopeId,
    ) -> Evaluated<CallableType> {
        self.check_parameter_order(code, parameters)?;
        let mut types = Vec::with_capacity(parameters.len());
        let mut rest = Size { min: 0, max: Some(0) };
        for parameter in parameters {
            let (parameter_type, size) = self.argument_type(code, parameter, scope)?;
            types.push(parameter_type);
            rest = size.unwrap_or(rest);
        }
        let size = argument_range(parameters, rest);
        let exact = size == Size::exactly(parameters.len());
        let returns = match return_type {
            Some(expr) => match self.evaluate(code, scope, expr)? {
                Value::Type(returns) => Some(returns),
                _ => None,
            },
            None => None,
        };
        Ok(CallableType { parameters: Some(types), size: (!exact).then_some(size), block: None, returns })
    }

    pub(super) fn parameter_type(&mut self, code: &Code, parameter: &Parameter, scope: ScopeId) -> Evaluated<Type> {
        match parameter.type_expression {
            None => Ok(Type::Any),
            Some(expr) => match self.evaluate(code, scope, expr)? {
                Value::Type(parameter_type) => Ok(parameter_type),
                _ => Ok(Type::Any),
            },
        }
    }

    /// The type of one argument for a parameter. One that captures the rest takes elements of an `Array` type, and
    /// its size says how many.
    pub(super) fn argument_type(
        &mut self,
        code: &Code,
        parameter: &Parameter,
        scope: ScopeId,
    ) -> Evaluated<(Type, Option<Size>)> {
        let parameter_type = match self.capped_type(code, parameter, scope)? {
            Some(capped) => capped,
            None => self.parameter_type(code, parameter, scope)?,
        };
        if !parameter.captures_rest {
            return Ok((parameter_type, None));
        }
        Ok(match parameter_type {
            Type::Array { element, size } => (element.as_ref().clone(), Some(size.unwrap_or(Size::ANY))),
            other => (other, Some(Size::ANY)),
        })
    }

    /// The same after a call, unless its value holds a lambda that may see the scope.
    pub(super) fn drop_scope_after(&mut self, scope: ScopeId, value: &Value) {
        if !self.holds_lambda(value) {
            self.drop_scope(scope);
        }
    }

    /// Whether a value is a lambda or holds one; only where lambdas are values can it.
    fn holds_lambda(&self, value: &Value) -> bool {
        match value {
            Value::Callable(_) => true,
            Value::Array(_) | Value::Hash(_) if !self.rules.holds(Rule::CallableValues) => false,
            Value::Array(elements) => elements.iter().any(|element| self.holds_lambda(element)),
            Value::Hash(entries) => {
                entries.iter().any(|(key, value)| self.holds_lambda(key) || self.holds_lambda(value))
            }
            _ => false,
        }
    }

    /// Frees a scope that nothing refers to any more.
    pub(super) fn drop_scope(&mut self, scope: ScopeId) {
        self.free_idle_scope();
        if self.scopes.len() == scope.index() + 1
            && scope.index() >= self.kept_scopes
            && let Some(mut scope) = self.scopes.pop()
        {
            scope.variables.clear();
            self.spare_variables.push(scope.variables);
        }
    }
}

/// Whether each parameter has an argument and none a type.
fn has_plain_parameters(lambda: &Lambda, arguments: usize) -> bool {
    let is_plain = |parameter: &Parameter| parameter.type_expression.is_none() && !parameter.captures_rest;
    arguments == lambda.parameters.len() && lambda.parameters.iter().all(is_plain)
}

/// How many arguments parameters take, where the last may capture as many as `rest` says.
pub(super) fn argument_range(parameters: &[Parameter], rest: Size) -> Size {
    let plain = parameters.iter().filter(|parameter| !parameter.captures_rest);
    let (mut min, mut max) = (0, 0);
    for parameter in plain {
        max += 1;
        min += i128::from(parameter.default.is_none());
    }
    Size { min: min + rest.min, max: rest.max.map(|rest| max + rest) }
}

/// Whose parameters get values, as messages name it.
#[derive(Clone, Debug)]
pub enum Owner {
    Lambda,
    Function(SmolStr),
}

impl Owner {
    pub fn name(&self) -> SmolStr {
        match self {
            Owner::Lambda => SmolStr::new_static("lambda"),
            Owner::Function(name) => name.clone(),
        }
    }
}
