//! What only the chapters of the specification have: functions by their older names, lambdas as arguments, and what
//! `Type[…]` gives there. Everything here asks for a rule of the edition first.

use std::sync::Arc;

use syntax::program::{FunctionDefinition, Parameter};

use super::issues::ExpressionIssue;
use super::{Code, Evaluated, Interpreter};
use crate::edition::Rule;
use crate::error::RuntimeError;
use crate::limits::LimitReached;
use crate::place::Place;
use crate::regex_dialect::{self, PatternProblem};
use crate::scope::ScopeId;
use crate::types::{SpecializeIssue, Type, is_instance};
use crate::value::{Callable, Value};

impl Interpreter<'_> {
    /// A call by a name that Puppet gave up; `None` where it is none.
    pub(super) fn call_old_name(
        &mut self,
        name: &str,
        arguments: &[Value],
        block: Option<&Arc<Callable>>,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<Option<Value>> {
        if !self.rules.holds(Rule::OldFunctionNames) {
            return Ok(None);
        }
        let (today, arguments) = match (name, arguments) {
            ("collect", _) => ("map", arguments.to_vec()),
            ("select", _) => ("filter", arguments.to_vec()),
            ("type_of", [value]) => ("type", vec![value.clone()]),
            ("is_a", [value, Value::Type(expected)]) => {
                return Ok(Some(Value::Boolean(is_instance(expected, value))));
            }
            // `String.convert(32, 16)`: the number in that base, with its prefix.
            ("convert", [Value::Type(Type::String(_)), number @ Value::Integer(_), Value::Integer(base)]) => {
                let format = match base {
                    2 => "%#b",
                    8 => "%#o",
                    16 => "%#x",
                    _ => "%d",
                };
                ("new", vec![Value::Type(Type::STRING), number.clone(), Value::string(format)])
            }
            ("convert" | "convert_to", [Value::Type(_), ..]) => ("new", arguments.to_vec()),
            _ => return Ok(None),
        };
        self.call_function(today, arguments, block.cloned(), scope, place).map(Some)
    }

    /// A lambda or function reference that is given as the last argument is the block of a call.
    pub(super) fn block_from_arguments(
        &self,
        arguments: &mut Vec<Value>,
        block: Option<Arc<Callable>>,
    ) -> Option<Arc<Callable>> {
        if block.is_some() || !self.rules.holds(Rule::CallableValues) {
            return block;
        }
        if let Some(Value::Callable(callable)) = arguments.last() {
            let callable = callable.clone();
            arguments.pop();
            return Some(callable);
        }
        None
    }

    /// Whether a function written in Puppet takes a lambda: its last parameter is of a Callable type.
    pub(super) fn takes_block(&mut self, code: &Code, definition: &FunctionDefinition) -> Evaluated<bool> {
        if !self.rules.holds(Rule::CallableValues) {
            return Ok(false);
        }
        let Some(last) = definition.parameters.last() else {
            return Ok(false);
        };
        Ok(is_callable(&self.parameter_type(code, last, ScopeId::TOP)?))
    }

    /// The parameters that arguments by position go to: all but the one that takes the lambda.
    pub(super) fn positional_parameters<'p>(
        &self,
        parameters: &'p [Parameter],
        has_block: bool,
    ) -> (&'p [Parameter], Option<&'p Parameter>) {
        match parameters.split_last() {
            Some((last, others)) if has_block => (others, Some(last)),
            _ => (parameters, None),
        }
    }

    /// What `Type[…]` gives in the chapters, where it is something else than in Puppet.
    pub(super) fn specification_type(&self, left: &Type, keys: &[Value], place: Place) -> Evaluated<Option<Value>> {
        if self.rules.holds(Rule::IntegerTypeIsARange) && matches!(left, Type::Integer { min: None, max: None }) {
            return self.integer_range(keys, place);
        }
        if self.rules.holds(Rule::PatternTypeIsARegexp)
            && let Type::Pattern(patterns) = left
            && patterns.is_empty()
        {
            return self.pattern(left, keys, place);
        }
        if !self.rules.holds(Rule::HashTypeOfOneParameter) {
            return Ok(None);
        }
        let sizes = |keys: &[Value]| keys.iter().any(|key| matches!(key, Value::Integer(_)));
        match (left, keys) {
            (Type::Hash { .. }, [Value::Type(value)]) => {
                Ok(Some(Value::Type(Type::hash_of(Type::Scalar, value.clone()))))
            }
            (Type::Hash { .. }, [_, _, ..]) if sizes(keys) => self.refuse("Hash-Type", 1, 2, keys, place),
            (Type::Array { .. }, [_, _, ..]) if sizes(keys) => self.refuse("Array-Type", 1, 1, keys, place),
            (Type::Resource { .. }, keys) if keys.contains(&Value::Undef) => {
                let issue = ExpressionIssue::BadSliceKey {
                    left: "A Resource-Type".to_string(),
                    actual: "Undef".to_string(),
                    expected: "String",
                };
                self.fail(issue, place)
            }
            _ => Ok(None),
        }
    }

    fn refuse<T>(&self, base: &str, min: usize, max: usize, keys: &[Value], place: Place) -> Evaluated<T> {
        let issue = SpecializeIssue::BadArity { base: base.to_string(), min, max: Some(max), actual: keys.len() };
        self.fail(issue, place)
    }

    /// `Pattern['…']` as a regular expression.
    fn pattern(&self, left: &Type, keys: &[Value], place: Place) -> Evaluated<Option<Value>> {
        match keys {
            [Value::String(source)] => match regex_dialect::compile(source) {
                Err(problem @ PatternProblem::Invalid(_)) => self.raise(RuntimeError(problem.message(source))),
                _ => Ok(Some(Value::Regexp(source.clone()))),
            },
            [actual @ Value::Regexp(_)] => {
                let (left, actual) = (left.clone(), actual.clone());
                self.fail(SpecializeIssue::BadSpecialization { left, actual, expected: "String" }, place)
            }
            [_] => Ok(None),
            _ => self.refuse("Pattern-Type", 1, 1, keys, place),
        }
    }

    /// `Integer[from, to]` and `Integer[from, to, step]` as the array of these integers, in either direction.
    fn integer_range(&self, keys: &[Value], place: Place) -> Evaluated<Option<Value>> {
        let (from, to, step) = match keys {
            [Value::Integer(from), Value::Integer(to)] => (*from, *to, 1),
            [Value::Integer(from), Value::Integer(to), Value::Integer(step)] if *step > 0 => (*from, *to, *step),
            [_] | [_, _, _, ..] => return self.refuse("Integer-Type", 2, 3, keys, place),
            _ => return Ok(None),
        };
        let count = to.abs_diff(from) / step.unsigned_abs() + 1;
        let most = self.request.limits.collection_elements;
        if count > most as u128 {
            return self.limit(LimitReached::CollectionElements(most));
        }
        let direction = if to < from { -step } else { step };
        Ok(Some(Value::array((0..count as i128).map(|index| Value::Integer(from + index * direction)))))
    }
}

/// A type that only lambdas and functions are of.
fn is_callable(parameter_type: &Type) -> bool {
    match parameter_type.resolved() {
        Type::Callable(_) => true,
        Type::Optional(Some(inner)) => is_callable(inner),
        Type::Variant(types) => !types.is_empty() && types.iter().all(is_callable),
        _ => false,
    }
}
