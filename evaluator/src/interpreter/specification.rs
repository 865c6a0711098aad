//! What only the chapters of the specification have: functions by their older names, lambdas as arguments, and what
//! `Type[…]` gives there. Everything here asks for a rule of the edition first.

use std::sync::Arc;

use smol_str::SmolStr;
use syntax::Expr;
use syntax::program::Parameter;

use super::issues::ExpressionIssue;
use super::{Code, Evaluated, Interpreter};
use crate::edition::{Rule, Rules};
use crate::error::RuntimeError;
use crate::functions::{self, BuiltinFunction};
use crate::limits::LimitReached;
use crate::outcome::MissingKind;
use crate::place::Place;
use crate::regex_dialect::{PatternProblem, Regexp};
use crate::scope::ScopeId;
use crate::types::{CallableType, Size, SpecializeIssue, Type, is_callable, is_instance, literal_type, specialize};
use crate::value::{Callable, FunctionReference, Value};

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
            (
                "convert" | "convert_to",
                [Value::Type(Type::String(_)), number @ Value::Integer(_), Value::Integer(base)],
            ) => {
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

    /// The type of the lambda that a function written in Puppet takes: that of its last parameter, where only lambdas
    /// are of it. A parameter that captures the rest takes none.
    pub(super) fn block_parameter_type(&mut self, code: &Code, parameters: &[Parameter]) -> Evaluated<Option<Type>> {
        if !self.rules.holds(Rule::CallableValues) {
            return Ok(None);
        }
        let Some(last) = parameters.last().filter(|last| last.type_expression.is_some() && !last.captures_rest) else {
            return Ok(None);
        };
        let expected = self.parameter_type(code, last, ScopeId::TOP)?;
        Ok(is_callable(&expected).then(|| match last.default {
            Some(_) => Type::optional(expected),
            None => expected,
        }))
    }

    /// The type of a parameter that captures the rest, where only there `Array[T, min, max]` may say how much that is.
    pub(super) fn capped_type(
        &mut self,
        code: &Code,
        parameter: &Parameter,
        scope: ScopeId,
    ) -> Evaluated<Option<Type>> {
        let Some(expr) = parameter.type_expression.filter(|_| parameter.captures_rest) else {
            return Ok(None);
        };
        let Expr::Access { left, keys } = code.program.expr(expr) else {
            return Ok(None);
        };
        if !self.rules.holds(Rule::HashTypeOfOneParameter) {
            return Ok(None);
        }
        let Value::Type(array @ Type::Array { .. }) = self.evaluate(code, scope, *left)? else {
            return Ok(None);
        };
        let keys = self.evaluate_spread(code, scope, keys)?;
        match specialize(&array, &keys) {
            Ok(Value::Type(capped)) => Ok(Some(capped)),
            Ok(_) => Ok(None),
            Err(error) => self.fail(error.issue, code.place(expr)),
        }
    }

    /// `&name`: a function of the environment, a module or Puppet itself, with what it takes.
    pub(super) fn function_reference(&mut self, name: &SmolStr, scope: ScopeId, place: Place) -> Evaluated<Value> {
        let plain = SmolStr::new(name.strip_prefix("::").unwrap_or(name));
        let Some(signatures) = self.function_signatures(&plain, scope)? else {
            if self.has_broken_code() {
                return Ok(self.unknown_without(&format!("the function {plain}"), place));
            }
            return match self.missing_value(MissingKind::Function, &plain, place) {
                Some(unknown) => Ok(unknown),
                None => self.fail(ExpressionIssue::UnknownFunction { name: plain.to_string() }, place),
            };
        };
        let reference = FunctionReference { name: plain, signatures };
        Ok(Value::Callable(Arc::new(Callable::Function(reference))))
    }

    /// What the function of a name takes; `None` where there is none.
    fn function_signatures(&mut self, name: &str, scope: ScopeId) -> Evaluated<Option<Vec<Arc<CallableType>>>> {
        let today = match name {
            "collect" => "map",
            "select" => "filter",
            "type_of" => "type",
            "convert" => "new",
            other => other,
        };
        let of_builtin = |builtin: &'static BuiltinFunction, rules: &Rules| {
            functions::signatures(builtin, rules).iter().map(|one| Arc::new(one.callable.clone())).collect()
        };
        let builtin = functions::available_builtin(self.world, today).and_then(|_| functions::builtin(today));
        if let Some(builtin) = builtin
            && self.rules.holds(Rule::BuiltinsWinOverEnvironment)
        {
            return Ok(Some(of_builtin(builtin, &self.rules)));
        }
        if name == "is_a" {
            let parameters = Some(vec![Type::Any, Type::Type(None)]);
            return Ok(Some(vec![Arc::new(CallableType { parameters, ..CallableType::default() })]));
        }
        if let Some(function) = self.find_puppet_function(name)? {
            self.check_function_visible(&function, scope)?;
            return Ok(Some(vec![Arc::new(self.function_type(&function)?)]));
        }
        if builtin.is_none() && self.has_ruby_function(name) {
            let callable =
                CallableType { parameters: Some(vec![Type::Any]), size: Some(Size::ANY), ..CallableType::default() };
            return Ok(Some(vec![Arc::new(callable)]));
        }
        Ok(builtin.map(|builtin| of_builtin(builtin, &self.rules)))
    }

    /// Calls the function of a reference: who holds one may call it.
    pub(super) fn call_reference(&mut self, name: &str, arguments: Vec<Value>, place: Place) -> Evaluated<Value> {
        let is_builtin = functions::available_builtin(self.world, name).is_some();
        let builtin_first = is_builtin && self.rules.holds(Rule::BuiltinsWinOverEnvironment);
        if !builtin_first && let Some(function) = self.find_puppet_function(name)? {
            return self.call_puppet_function(&function, arguments, None, place);
        }
        self.call_function(name, arguments, None, ScopeId::TOP, place)
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
        // The CatalogEntry of Class and 'class' mean the same.
        if let (Type::Resource { type_name: None, .. }, [Value::Type(Type::Class(None)), titles @ ..]) = (left, keys) {
            return match titles {
                [] => Ok(Some(Value::Type(Type::Class(None)))),
                titles => self.classes_named(titles, place).map(Some),
            };
        }
        let sizes = |keys: &[Value]| keys.iter().any(|key| matches!(key, Value::Integer(_)));
        match (left, keys) {
            (Type::Hash { .. }, [Value::Type(value)]) => {
                Ok(Some(Value::Type(Type::hash_of(literal_type(), value.clone()))))
            }
            (Type::Hash { .. }, keys) if keys.len() > 2 || keys.len() == 2 && sizes(keys) => {
                self.refuse("Hash-Type", 1, 2, keys, place)
            }
            (Type::Array { .. }, [_, _, ..]) => self.refuse("Array-Type", 1, 1, keys, place),
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

    /// `Class[…]`, one or a list.
    fn classes_named(&self, titles: &[Value], place: Place) -> Evaluated<Value> {
        match specialize(&Type::Class(None), titles) {
            Ok(value) => Ok(value),
            Err(error) => self.fail(error.issue, place),
        }
    }

    fn refuse<T>(&self, base: &str, min: usize, max: usize, keys: &[Value], place: Place) -> Evaluated<T> {
        let issue = SpecializeIssue::BadArity { base: base.to_string(), min, max: Some(max), actual: keys.len() };
        self.fail(issue, place)
    }

    /// `Pattern['…']` as a regular expression.
    fn pattern(&self, left: &Type, keys: &[Value], place: Place) -> Evaluated<Option<Value>> {
        match keys {
            [Value::String(source)] => {
                let regexp = Regexp::new(source.clone());
                match regexp.compiled() {
                    Err(problem @ PatternProblem::Invalid(_)) => self.raise(RuntimeError(problem.message(source))),
                    _ => Ok(Some(Value::Regexp(regexp))),
                }
            }
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
            [_] | [_, _, _, _, ..] => return self.refuse("Integer-Type", 2, 3, keys, place),
            [_, _, Value::Integer(step)] if *step <= 0 => {
                let words = format!("The step of a range of integers is larger than 0, got {step}");
                return self.fail(RuntimeError(words), place);
            }
            keys if keys.contains(&Value::Default) => {
                let actual = Value::Default;
                return self.fail(SpecializeIssue::BadIntegerArgument { float: false, actual }, place);
            }
            // Puppet refuses all others.
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
