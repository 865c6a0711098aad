//! Parameters get their values from left to right: given ones, then defaults, which see the parameters to their left.

use std::sync::Arc;

use smol_str::SmolStr;
use syntax::ExprId;
use syntax::program::Parameter;

use super::issues::ExpressionIssue;
use super::lambdas::Owner;
use super::{Code, Evaluated, Interpreter, Interrupt};
use crate::edition::Rule;
use crate::error::RuntimeError;
use crate::hiera::FoundValue;
use crate::observation::ParameterSource;
use crate::place::Place;
use crate::scope::{ParameterBinding, ScopeId};
use crate::types::mismatch::Signature;
use crate::types::{describe_call, infer, is_instance};
use crate::value::{Callable, Value};

impl Interpreter<'_> {
    /// Sets the variables of a scope from arguments in order. The scope is that of the body.
    pub(super) fn bind_positional(
        &mut self,
        code: &Code,
        parameters: &[Parameter],
        arguments: Vec<Value>,
        scope: ScopeId,
        owner: &Owner,
        place: Place,
    ) -> Evaluated<()> {
        let given = arguments.len();
        if given == parameters.len() && !parameters.iter().any(|parameter| parameter.captures_rest) {
            for (parameter, value) in parameters.iter().zip(arguments) {
                self.bind_parameter(code, parameter, value, ParameterSource::Given(Some(place)), scope, place)?;
            }
            return self.end_binding(code, parameters, given, scope, owner);
        }
        let mut arguments = arguments.into_iter();
        for (index, parameter) in parameters.iter().enumerate() {
            let (value, source) = if parameter.captures_rest {
                let rest: Vec<Value> = arguments.by_ref().collect();
                match (parameter.default, rest.as_slice()) {
                    (Some(_), [] | [Value::Undef]) => {
                        let value = self.evaluate_default(code, parameters, index, scope, owner)?;
                        let value = match value {
                            Value::Array(_) | Value::Unknown(_) => value,
                            other => Value::array([other]),
                        };
                        (value, ParameterSource::Default)
                    }
                    _ => (Value::Array(Arc::new(rest)), ParameterSource::Given(Some(place))),
                }
            } else if index < given {
                (arguments.next().unwrap_or(Value::Undef), ParameterSource::Given(Some(place)))
            } else if let Some(found) = self.data_for_parameter(code, parameter, scope, owner)? {
                found
            } else if parameter.default.is_some() {
                (self.evaluate_default(code, parameters, index, scope, owner)?, ParameterSource::Default)
            } else {
                let issue = ExpressionIssue::MissingRequiredParameter { name: parameter.name.to_string() };
                return self.fail(issue, code.place(parameter.id));
            };
            self.bind_parameter(code, parameter, value, source, scope, place)?;
        }
        self.end_binding(code, parameters, given, scope, owner)
    }

    /// The same where each parameter has its argument and none has a type.
    pub(super) fn bind_plain(
        &mut self,
        code: &Code,
        parameters: &[Parameter],
        arguments: Vec<Value>,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<()> {
        let is_watched = self.is_watched(code.file);
        for (parameter, value) in parameters.iter().zip(arguments) {
            self.refuse_reserved(&parameter.name, place)?;
            if is_watched {
                self.observe_parameter(code, parameter, &value, ParameterSource::Given(Some(place)));
            }
            self.scope_mut(scope).variables.insert(parameter.name.clone(), value);
        }
        Ok(())
    }

    /// The same in a scope that was left by a call of the same lambda: the parameters are there already.
    pub(super) fn bind_again(
        &mut self,
        code: &Code,
        parameters: &[Parameter],
        arguments: Vec<Value>,
        scope: ScopeId,
        place: Place,
    ) {
        if self.is_watched(code.file) {
            for (parameter, value) in parameters.iter().zip(&arguments) {
                self.observe_parameter(code, parameter, value, ParameterSource::Given(Some(place)));
            }
        }
        self.scope_mut(scope).variables.replace_values(arguments);
    }

    /// All parameters have their values: the body begins.
    pub(super) fn end_binding(
        &mut self,
        code: &Code,
        parameters: &[Parameter],
        given: usize,
        scope: ScopeId,
        owner: &Owner,
    ) -> Evaluated<()> {
        let bound = self.scope_mut(scope);
        bound.binding = None;
        bound.current_match = None;
        // What a function is given was checked when it was called.
        let checked = if matches!(owner, Owner::Function(_)) { given } else { 0 };
        self.check_bound(code, parameters, checked, scope, owner)
    }

    /// Checks the values that parameters have got against their types, except for the first ones, which were checked before.
    fn check_bound(
        &mut self,
        code: &Code,
        parameters: &[Parameter],
        checked: usize,
        scope: ScopeId,
        owner: &Owner,
    ) -> Evaluated<()> {
        for (index, parameter) in parameters.iter().enumerate() {
            let is_checked = index < checked && !parameter.captures_rest;
            if is_checked || parameter.type_expression.is_none() {
                continue;
            }
            let (expected, _) = self.argument_type(code, parameter, scope)?;
            let Some(value) = self.scope(scope).variables.get(&parameter.name) else { continue };
            let checked: &[Value] = match value {
                Value::Array(elements) if parameter.captures_rest => elements,
                single => std::slice::from_ref(single),
            };
            let fits = checked.iter().all(|value| is_instance(&expected, value) || value.first_unknown().is_some());
            if !fits {
                let mut arguments = Vec::new();
                for parameter in parameters {
                    match self.scope(scope).variables.get(&parameter.name) {
                        Some(Value::Array(elements)) if parameter.captures_rest => {
                            arguments.extend(elements.iter().map(infer));
                        }
                        Some(value) => arguments.push(infer(value)),
                        None => {}
                    }
                }
                let signature = self.signature(code, parameters, scope)?;
                return self.raise(RuntimeError(describe_call(&owner.name(), &[signature], &arguments, None)));
            }
        }
        Ok(())
    }

    /// What a parameter list takes, for messages about calls that do not fit.
    pub(super) fn signature(&mut self, code: &Code, parameters: &[Parameter], scope: ScopeId) -> Evaluated<Signature> {
        let callable = self.parameters_type(code, parameters, None, scope)?;
        let parameter_names = parameters.iter().map(|parameter| parameter.name.clone()).collect();
        Ok(Signature { callable, parameter_names, block_name: None })
    }

    pub(super) fn bind_parameter(
        &mut self,
        code: &Code,
        parameter: &Parameter,
        value: Value,
        source: ParameterSource,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<()> {
        self.refuse_reserved(&parameter.name, place)?;
        self.observe_parameter(code, parameter, &value, source);
        self.scope_mut(scope).variables.insert(parameter.name.clone(), value);
        Ok(())
    }

    /// The default of a parameter: it sees those to its left, and has match variables of its own.
    pub(super) fn evaluate_default(
        &mut self,
        code: &Code,
        parameters: &[Parameter],
        index: usize,
        scope: ScopeId,
        owner: &Owner,
    ) -> Evaluated<Value> {
        let (Some(current), Some(pending)) = (parameters.get(index), parameters.get(index..)) else {
            return Ok(Value::Undef);
        };
        let Some(default) = current.default else {
            return Ok(Value::Undef);
        };
        let pending: Vec<SmolStr> = pending.iter().map(|parameter| parameter.name.clone()).collect();
        let binding = ParameterBinding { owner: owner.name(), current: current.name.clone(), pending, missing: 0 };
        self.scope_mut(scope).binding = Some(Box::new(binding));
        self.scope_mut(scope).current_match = None;
        let value = self.evaluate_bound_default(code, scope, default)?;
        self.scope_mut(scope).current_match = None;
        self.scope_mut(scope).binding = None;
        Ok(value)
    }

    /// Evaluates a default expression; a parameter that has no value yet is reported by the call, not by the variable.
    pub(super) fn evaluate_bound_default(&mut self, code: &Code, scope: ScopeId, default: ExprId) -> Evaluated<Value> {
        match self.evaluate(code, scope, default) {
            Err(interrupt) => match *interrupt {
                Interrupt::PendingParameter(issue) => self.raise(issue),
                other => Err(Box::new(other)),
            },
            evaluated => evaluated,
        }
    }

    /// Records the value of a parameter and where it came from.
    pub(crate) fn observe_parameter(
        &mut self,
        code: &Code,
        parameter: &Parameter,
        value: &Value,
        source: ParameterSource,
    ) {
        if self.is_watched(code.file) {
            self.outcome.observations.record_parameter(code.place(parameter.id), value, source);
        }
    }

    /// What data gives for a parameter of a function, where the edition looks it up.
    pub(super) fn data_for_parameter(
        &mut self,
        code: &Code,
        parameter: &Parameter,
        scope: ScopeId,
        owner: &Owner,
    ) -> Evaluated<Option<(Value, ParameterSource)>> {
        let Owner::Function(function) = owner else {
            return Ok(None);
        };
        if !self.rules.holds(Rule::DataBindingForAll) {
            return Ok(None);
        }
        let place = code.place(parameter.id);
        let Some(found) = self.lookup_class_parameter(function, &parameter.name, scope, place)? else {
            return Ok(None);
        };
        let source = data_source(&found);
        Ok(Some((found.value, source)))
    }

    /// Refuses a parameter that captures the rest before others; that for the lambda is not among them.
    pub(super) fn check_captures_rest(&self, code: &Code, parameters: &[Parameter]) -> Evaluated<()> {
        let Some((_, others)) = parameters.split_last() else {
            return Ok(());
        };
        match others.iter().find(|parameter| parameter.captures_rest) {
            Some(parameter) => {
                let issue = ExpressionIssue::CapturesRestNotLast { name: parameter.name.to_string() };
                self.fail(issue, code.place(parameter.id))
            }
            None => Ok(()),
        }
    }

    /// Sets the last parameter to the lambda of a call; without one it has its default, or undef.
    pub(super) fn bind_block(
        &mut self,
        code: &Code,
        parameters: &[Parameter],
        block: Option<Arc<Callable>>,
        scope: ScopeId,
        owner: &Owner,
        place: Place,
    ) -> Evaluated<()> {
        let Some((parameter, others)) = parameters.split_last() else {
            return Ok(());
        };
        let (value, source) = match block {
            Some(block) => (Value::Callable(block), ParameterSource::Given(Some(place))),
            None => {
                let value = self.evaluate_default(code, parameters, others.len(), scope, owner)?;
                (value, ParameterSource::Default)
            }
        };
        self.bind_parameter(code, parameter, value, source, scope, place)
    }

    /// Parameters without a default come first.
    pub(super) fn check_parameter_order(&self, code: &Code, parameters: &[Parameter]) -> Evaluated<()> {
        let mut optional = false;
        for parameter in parameters {
            if parameter.default.is_some() || parameter.captures_rest {
                optional = true;
            } else if optional {
                let issue = ExpressionIssue::RequiredParameterAfterOptional { name: parameter.name.to_string() };
                return self.fail(issue, code.place(parameter.id));
            }
        }
        Ok(())
    }
}

/// Where data gave a value.
pub(super) fn data_source(found: &FoundValue) -> ParameterSource {
    let origin = found.origins.first();
    ParameterSource::Data {
        at: origin.and_then(|origin| Some((origin.file?, origin.line))),
        layer: origin.map(|origin| origin.layer.describe()).unwrap_or_default(),
    }
}
