//! `left[key, …]` on arrays, hashes, strings, binaries, types and references to resources.

use std::sync::Arc;

use smol_str::SmolStr;
use syntax::{Expr, ExprId};

use super::issues::ExpressionIssue;
use super::labels::{value_label, value_with_article};
use super::{Code, Evaluated, Interpreter};
use crate::edition::Rule;
use crate::place::Place;
use crate::scope::ScopeId;
use crate::types::{self, Type, specialize};
use crate::value::{Value, element_at};

/// The `[]` that is being evaluated: what its errors need.
struct Access<'c> {
    code: &'c Code,
    scope: ScopeId,
    expr: ExprId,
    left: ExprId,
    key_exprs: &'c [ExprId],
}

impl Access<'_> {
    /// The place of a key; keys that came out of a `*` share its place.
    fn key_place(&self, index: usize) -> Place {
        let last = self.key_exprs.last().copied().unwrap_or(self.expr);
        self.code.place(self.key_exprs.get(index).copied().unwrap_or(last))
    }

    fn left_place(&self) -> Place {
        self.code.place(self.left)
    }
}

impl Interpreter<'_> {
    pub(super) fn evaluate_access(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        left: ExprId,
        key_exprs: &[ExprId],
    ) -> Evaluated<Value> {
        if let [key] = key_exprs
            && let Some(value) = self.member_of_variable(code, scope, left, *key)
        {
            return Ok(value);
        }
        let left_value = match self.missing_reference(code, left)? {
            Some(reference) => reference,
            None => self.operand(code, scope, left)?,
        };
        if let [key] = key_exprs
            && matches!(left_value, Value::Hash(_) | Value::Array(_))
            && !matches!(code.program.expr(*key), Expr::Unfold(_))
        {
            let key = self.operand(code, scope, *key)?;
            return self.access_by_one(code, scope, expr, left, key_exprs, left_value, key);
        }
        // `Class[Unknown]` is refused as a class name, not as a type.
        let lenient = matches!(left_value, Value::Type(Type::Class(None)));
        let keys = self.with_lenient_type_names(lenient, |this| this.evaluate_spread(code, scope, key_exprs))?;
        if let Value::Unknown(_) = left_value {
            return Ok(left_value);
        }
        if let Some(reason) = keys.iter().find_map(Value::first_unknown) {
            return Ok(Value::Unknown(reason.clone()));
        }
        self.access_by_keys(&Access { code, scope, expr, left, key_exprs }, left_value, keys)
    }

    /// `$hash['name']` where nobody watches, without taking a hold of the hash. `None` says nothing.
    fn member_of_variable(&self, code: &Code, scope: ScopeId, left: ExprId, key: ExprId) -> Option<Value> {
        let (Expr::Variable(variable), Expr::String(_)) = (code.program.expr(left), code.program.expr(key)) else {
            return None;
        };
        if self.is_watched(code.file) {
            return None;
        }
        match (self.plain_variable(scope, &variable.name)?, code.program.expr(key)) {
            (Value::Hash(entries), Expr::String(key)) => Some(entries.get_text(key).cloned().unwrap_or(Value::Undef)),
            _ => None,
        }
    }

    /// The most common form, without a list of keys.
    #[allow(clippy::too_many_arguments)]
    fn access_by_one(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        left: ExprId,
        key_exprs: &[ExprId],
        left_value: Value,
        key: Value,
    ) -> Evaluated<Value> {
        match (&left_value, &key) {
            (Value::Hash(entries), Value::String(_) | Value::Integer(_)) => {
                Ok(entries.get(&key).cloned().unwrap_or(Value::Undef))
            }
            (Value::Array(elements), Value::Integer(index)) => Ok(element_at(elements, *index)),
            _ => match key.first_unknown() {
                Some(reason) => Ok(Value::Unknown(reason.clone())),
                None => self.access_by_keys(&Access { code, scope, expr, left, key_exprs }, left_value, vec![key]),
            },
        }
    }

    fn access_by_keys(&mut self, access: &Access<'_>, left_value: Value, keys: Vec<Value>) -> Evaluated<Value> {
        match &left_value {
            Value::Array(elements) => self.access_array(access, elements, keys),
            Value::Hash(entries) => Ok(match keys.as_slice() {
                [key] => entries.get(key).cloned().unwrap_or(Value::Undef),
                [] => Value::Undef,
                keys => Value::array(
                    keys.iter().filter_map(|key| entries.get(key)).filter(|value| !value.is_undef()).cloned(),
                ),
            }),
            Value::String(text) => {
                let characters: Vec<char> = text.chars().collect();
                let is_single = keys.len() == 1;
                let range = self.string_range(access, characters.len(), keys)?;
                if range.is_none() && is_single && self.rules.holds(Rule::SliceIsFromAndTo) {
                    return Ok(Value::Undef);
                }
                let part = range.and_then(|range| characters.get(range)).unwrap_or_default();
                Ok(Value::String(SmolStr::from_iter(part.iter().copied())))
            }
            Value::Binary(bytes) => {
                let range = self.string_range(access, bytes.len(), keys)?;
                let part = range.and_then(|range| bytes.get(range)).unwrap_or_default();
                Ok(Value::Binary(part.into()))
            }
            Value::Type(left_type) => {
                let specialized = self.access_type(access, left_type, keys)?;
                self.check_nesting(specialized)
            }
            other => {
                let issue = ExpressionIssue::OperatorNotApplicable { operator: "[]", value: value_with_article(other) };
                self.fail(issue, access.left_place())
            }
        }
    }

    fn access_array(&mut self, access: &Access<'_>, elements: &Arc<Vec<Value>>, keys: Vec<Value>) -> Evaluated<Value> {
        let keys = if self.rules.holds(Rule::IntegersOnly) { keys } else { flattened(keys) };
        if keys.is_empty() || keys.len() > 2 {
            let issue = ExpressionIssue::BadArraySliceArity { actual: keys.len() };
            return self.fail(issue, access.code.place(access.expr));
        }
        let mut indexes = Vec::with_capacity(keys.len());
        for (position, key) in keys.into_iter().enumerate() {
            let place = access.key_place(position);
            let is_numeric = |text: &str| crate::value::numbers::read_number(text).is_some();
            let key = match &key {
                Value::String(text) if self.rules.holds(Rule::IntegersOnly) && is_numeric(text) => key,
                _ => self.numeric_operand(key, access.scope, place)?,
            };
            match key {
                Value::Integer(index) => indexes.push(index),
                other => {
                    let issue = ExpressionIssue::BadSliceKey {
                        left: "An Array".to_string(),
                        actual: value_label(&other),
                        expected: "Integer",
                    };
                    return self.fail(issue, place);
                }
            }
        }
        Ok(match indexes.as_slice() {
            [index] => element_at(elements, *index),
            [from, to] => {
                let range = self.slice(elements.len(), *from, *to);
                Value::array(range.and_then(|range| elements.get(range)).unwrap_or_default().iter().cloned())
            }
            _ => Value::Undef,
        })
    }

    /// The characters or bytes that keys name; `None` where there are none.
    fn string_range(
        &mut self,
        access: &Access<'_>,
        length: usize,
        keys: Vec<Value>,
    ) -> Evaluated<Option<std::ops::Range<usize>>> {
        let keys = if self.rules.holds(Rule::IntegersOnly) { keys } else { flattened(keys) };
        if keys.is_empty() || keys.len() > 2 {
            let issue = ExpressionIssue::BadStringSliceArity { actual: keys.len() };
            return self.fail(issue, access.code.place(access.expr));
        }
        let mut indexes = Vec::with_capacity(keys.len());
        for (position, key) in keys.into_iter().enumerate() {
            let place = access.key_place(position);
            let number = match &key {
                Value::String(text) if !self.rules.holds(Rule::SliceIsFromAndTo) => {
                    crate::value::numbers::read_number(text)
                }
                _ => None,
            };
            match number.unwrap_or(key) {
                Value::Integer(index) => indexes.push(index),
                other => {
                    let name = types::infer_generalized(&other).to_string();
                    let actual = syntax::validation::labels::with_article(&name);
                    return self.fail(ExpressionIssue::BadStringSliceKey { actual }, place);
                }
            }
        }
        Ok(match indexes.as_slice() {
            [index] => {
                let index = if *index < 0 { index + length as i128 } else { *index };
                usize::try_from(index).ok().filter(|index| *index < length).map(|index| index..index + 1)
            }
            [from, to] => self.slice(length, *from, *to),
            _ => None,
        })
    }

    /// The range that two keys name: start and count, or in `spec4x` from and to.
    fn slice(&self, length: usize, from: i128, second: i128) -> Option<std::ops::Range<usize>> {
        let length = length as i128;
        let mut start = if from < 0 { from + length } else { from };
        let end = if self.rules.holds(Rule::SliceIsFromAndTo) || second < 0 {
            (if second < 0 { second + length } else { second }) + 1
        } else {
            start.checked_add(second)?
        };
        start = start.max(0);
        let end = end.min(length);
        if start >= end {
            return None;
        }
        Some(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
    }

    fn access_type(&mut self, access: &Access<'_>, left: &Type, keys: Vec<Value>) -> Evaluated<Value> {
        match left {
            Type::Resource { type_name: Some(type_name), title: Some(title), .. } => {
                return self.access_resource(access, type_name, title, keys);
            }
            Type::Class(Some(name)) => return self.access_resource(access, "Class", name, keys),
            _ => {}
        }
        if let Type::TypeReference(name) = left.resolved()
            && self.rules.holds(Rule::UnknownTypesAreTypes)
        {
            let name = name.to_string();
            return self.fail(ExpressionIssue::UnknownResourceType { name }, access.left_place());
        }
        if let Some(value) = self.specification_type(left, &keys, access.code.place(access.expr))? {
            return Ok(value);
        }
        match specialize(left, &keys) {
            Ok(value) => Ok(value),
            Err(error) => {
                let place = match error.argument {
                    Some(index) => access.key_place(index),
                    None if error.at_left => access.left_place(),
                    None => access.code.place(access.expr),
                };
                self.fail(error.issue, place)
            }
        }
    }

    /// `Type['title'][attribute, …]`: values of a resource of the catalog.
    fn access_resource(
        &mut self,
        access: &Access<'_>,
        type_name: &str,
        title: &str,
        keys: Vec<Value>,
    ) -> Evaluated<Value> {
        let reference = format!("{type_name}['{title}']");
        // Puppet leaves out what is undef, and does not look for the resource where nothing is left.
        let is_undef = matches!(keys.as_slice(), [Value::Undef])
            && !access.key_exprs.iter().any(|key| matches!(access.code.program.expr(*key), Expr::Unfold(_)));
        let keys = match self.rules.holds(Rule::HashTypeOfOneParameter) {
            true => keys,
            false => flattened(keys).into_iter().filter(|key| !key.is_undef()).collect(),
        };
        if keys.is_empty() {
            return Ok(if is_undef { Value::Undef } else { Value::array([]) });
        }
        if !self.has_resource(type_name, title) {
            return self.fail(ExpressionIssue::UnknownResource { reference }, access.left_place());
        }
        let mut values = Vec::with_capacity(keys.len());
        for (position, key) in keys.iter().enumerate() {
            let Value::String(name) = key else {
                let issue = ExpressionIssue::BadSliceKey {
                    left: syntax::validation::labels::with_capital_article("Resource"),
                    actual: value_label(key),
                    expected: "String",
                };
                return self.fail(issue, access.key_place(position));
            };
            match self.resource_attribute(type_name, title, name, access.scope)? {
                Some(value) => values.push(value),
                None => {
                    let name = name.to_string();
                    let issue = ExpressionIssue::UnknownResourceParameter { reference, name };
                    return self.fail(issue, access.left_place());
                }
            }
        }
        match values.len() {
            1 => Ok(values.pop().unwrap_or(Value::Undef)),
            _ => Ok(Value::array(values)),
        }
    }
}

fn flattened(keys: Vec<Value>) -> Vec<Value> {
    if !keys.iter().any(|key| matches!(key, Value::Array(_))) {
        return keys;
    }
    let mut flat = Vec::new();
    for key in keys {
        match key {
            Value::Array(elements) => flat.extend(flattened(elements.iter().cloned().collect())),
            other => flat.push(other),
        }
    }
    flat
}
