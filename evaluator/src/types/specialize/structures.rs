//! `Array[…]`, `Hash[…]`, `Tuple[…]`, `Struct[…]`, `Callable[…]`, and the sizes in them.

use std::sync::Arc;

use smol_str::SmolStr;

use super::{
    SpecializeIssue, Specialized, arity_of, bad_arity, check_keys, out_of_order, range_size, type_meant_by, types_of,
};
use crate::types::{CallableType, Size, StructMember, Type, is_assignable};
use crate::value::Value;

/// Arrays among the arguments are their elements, at any depth.
pub(super) fn flatten(keys: &[Value]) -> Vec<Value> {
    let mut flat = Vec::with_capacity(keys.len());
    for key in keys {
        match key {
            Value::Array(elements) => flat.extend(flatten(elements)),
            other => flat.push(other.clone()),
        }
    }
    flat
}

/// The one type that is expected.
pub(super) fn inner_type(base: &'static str, keys: &[Value]) -> Specialized<Type> {
    match keys {
        [Value::Type(inner)] => Ok(inner.clone()),
        [other] => Err(SpecializeIssue::ArgumentNotType { base, actual: other.clone() }.argument(0)),
        keys => Err(bad_arity(base, 1, 1, keys.len())),
    }
}

/// A size from one or two bounds, or from an Integer type.
pub(super) fn size_from(keys: &[Value], start: usize) -> Specialized<Size> {
    let (min, max) = match keys {
        [Value::Type(Type::Integer { min, max })] => (*min, *max),
        keys => {
            let mut bounds = [None, None];
            for (index, (key, bound)) in keys.iter().zip(bounds.iter_mut()).enumerate() {
                *bound = match key {
                    Value::Integer(value) => Some(*value),
                    Value::Default => None,
                    other => {
                        return Err(SpecializeIssue::BadSizeArgument { actual: other.clone() }.argument(start + index));
                    }
                };
            }
            let [min, max] = bounds;
            if let (Some(min), Some(max)) = (min, max)
                && min > max
            {
                return Err(out_of_order(&min.to_string(), &max.to_string()));
            }
            (min, max)
        }
    };
    Ok(Size { min: min.unwrap_or(0).max(0), max: max.map(|max| max.max(0)) })
}

pub(super) fn array(keys: &[Value]) -> Specialized<Type> {
    let not_a_type =
        |key: &Value| Err(SpecializeIssue::ArgumentNotType { base: "Array-Type", actual: key.clone() }.argument(0));
    let (element, size) = match keys {
        [Value::Type(element)] => (element.clone(), None),
        [other] => return not_a_type(other),
        [Value::Type(element), _] | [Value::Type(element), _, _] => {
            (element.clone(), Some(size_from(keys.get(1..).unwrap_or_default(), 1)?))
        }
        [_, _] => (Type::Any, Some(size_from(keys, 0)?)),
        [other, _, _] => return not_a_type(other),
        keys => return Err(bad_arity("Array-Type", 1, 3, keys.len())),
    };
    if size.is_some_and(Size::is_empty) {
        return Ok(Type::empty_array());
    }
    Ok(Type::Array { element: Arc::new(element), size })
}

pub(super) fn hash(keys: &[Value]) -> Specialized<Type> {
    if let [Value::Integer(_), Value::Integer(_)] = keys {
        return Ok(hash_type(Type::Any, Type::Any, Some(size_from(keys, 0)?)));
    }
    for (index, key) in keys.iter().take(2).enumerate() {
        if !matches!(key, Value::Type(_)) {
            return Err(SpecializeIssue::ArgumentNotType { base: "Hash-Type", actual: key.clone() }.argument(index));
        }
    }
    let (Some(Value::Type(key)), Some(Value::Type(value)), 2..=4) = (keys.first(), keys.get(1), keys.len()) else {
        return Err(bad_arity("Hash-Type", 2, 4, keys.len()));
    };
    let size = match keys.get(2..).unwrap_or_default() {
        [] => None,
        [other] if !matches!(other, Value::Integer(_) | Value::Default | Value::Type(Type::Integer { .. })) => {
            return Err(SpecializeIssue::BadSizeArgument { actual: other.clone() }.argument(2));
        }
        bounds => Some(size_from(bounds, 2)?),
    };
    Ok(hash_type(key.clone(), value.clone(), size))
}

fn hash_type(key: Type, value: Type, size: Option<Size>) -> Type {
    if size.is_some_and(Size::is_empty) {
        return Type::empty_hash();
    }
    Type::Hash { key: Arc::new(key), value: Arc::new(value), size }
}

/// The size that the last one or two arguments give, and the arguments before it.
fn split_size(keys: &[Value]) -> Specialized<(&[Value], Option<Size>)> {
    let is_bound = |key: &Value| matches!(key, Value::Integer(_) | Value::Default);
    match keys {
        [rest @ .., min, max] if is_bound(min) && is_bound(max) => {
            if let (Value::Integer(min), Value::Integer(max)) = (min, max)
                && min > max
            {
                return Err(out_of_order(&min.to_string(), &max.to_string()));
            }
            Ok((rest, range_size(min, Some(max))))
        }
        [rest @ .., min] if is_bound(min) => Ok((rest, range_size(min, None))),
        keys => Ok((keys, None)),
    }
}

pub(super) fn tuple(left: &Type, keys: &[Value]) -> Specialized<Type> {
    let (types, size) = split_size(keys)?;
    check_keys(left, types, 1, None, "Any-Type", |key| matches!(key, Value::Type(_)))?;
    Ok(Type::Tuple { types: types_of(types).collect(), size })
}

pub(super) fn callable(left: &Type, keys: &[Value]) -> Specialized<Type> {
    match keys {
        [Value::Array(parameters), Value::Type(returns)] => callable_from(parameters, Some(returns.clone())),
        [Value::Array(_), other] => {
            Err(SpecializeIssue::BadSpecialization { left: left.clone(), actual: other.clone(), expected: "Any-Type" }
                .argument(1))
        }
        [Value::Array(_), ..] => Err(arity_of(left, 2, Some(2), keys.len())),
        keys => callable_from(keys, None),
    }
}

/// Parameters with a size and a block after them.
fn callable_from(keys: &[Value], returns: Option<Type>) -> Specialized<Type> {
    let (keys, block) = match keys {
        [rest @ .., Value::Type(last)] if is_callable(last) => (rest, Some(last.clone())),
        keys => (keys, None),
    };
    let (parameters, size) = split_size(keys)?;
    let mut parameters: Vec<Type> = parameters.iter().map(type_meant_by).collect();
    if parameters.is_empty() && size.is_some_and(|size| size.max != Some(0)) {
        parameters.push(Type::Unit);
    }
    let returns = returns.filter(|returns| *returns != Type::Any);
    Ok(Type::Callable(Arc::new(CallableType { parameters: Some(parameters), size, block, returns })))
}

fn is_callable(candidate: &Type) -> bool {
    match candidate.resolved() {
        Type::Callable(_) => true,
        Type::Optional(Some(inner)) => is_callable(inner),
        Type::Variant(types) => !types.is_empty() && types.iter().all(is_callable),
        _ => false,
    }
}

pub(super) fn structure(left: &Type, keys: &[Value]) -> Specialized<Type> {
    check_keys(left, keys, 1, Some(1), "Hash", |key| matches!(key, Value::Hash(_)))?;
    let Some(Value::Hash(entries)) = keys.first() else {
        return Ok(Type::Struct([].into()));
    };
    let mut members = Vec::with_capacity(entries.len());
    for (key, value) in entries.iter() {
        let value = type_meant_by(value);
        let (name, optional) = match key {
            Value::String(name) => (name.clone(), is_assignable(&value, &Type::Undef)),
            Value::Type(Type::NotUndef(inner)) => (literal_key(inner)?, false),
            Value::Type(Type::Optional(Some(inner))) => (literal_key(inner)?, true),
            Value::Type(inner @ (Type::StringValue(_) | Type::Enum { .. } | Type::String(_))) => {
                (literal_key(inner)?, false)
            }
            other => {
                return Err(SpecializeIssue::Other(format!(
                    "Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: {}",
                    match other {
                        Value::Type(inner) => format!("Puppet::Pops::Types::P{}Type", super::kind_name(inner)),
                        other => crate::types::infer_generalized(other).to_string(),
                    }
                ))
                .whole());
            }
        };
        if name.is_empty() {
            return Err(SpecializeIssue::Other("Struct element key cannot be an empty String".to_string()).whole());
        }
        members.push(StructMember { name, optional, value });
    }
    Ok(Type::Struct(members.into()))
}

fn literal_key(key: &Type) -> Specialized<SmolStr> {
    match key {
        Type::StringValue(name) => Ok(name.clone()),
        Type::Enum { values, .. } if values.len() == 1 => Ok(values.first().cloned().unwrap_or_default()),
        other => Err(SpecializeIssue::Other(format!(
            "Unable to extract a non-empty literal string from Struct member key type {other}"
        ))
        .whole()),
    }
}
