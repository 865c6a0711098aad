//! The type of a value: in all detail (`infer`), as the common type of its elements (`infer_reduced`), or without the
//! bounds that come from the value (`infer_generalized`).

use std::sync::Arc;

use super::{FloatBound, ObjectExtension, Size, StructMember, Type, common_type};
use crate::value::{self, ObjectValue, SemVer, SemVerInterval, SemVerRange, Value};

/// What `type($x)` shows: tuples and structs with the types of all elements.
pub fn infer(value: &Value) -> Type {
    match value {
        Value::Array(elements) if elements.is_empty() => Type::empty_array(),
        Value::Array(elements) => Type::tuple(elements.iter().map(infer)),
        Value::Hash(entries) if entries.is_empty() => Type::empty_hash(),
        Value::Hash(entries) => {
            let members: Option<Vec<StructMember>> = entries
                .iter()
                .map(|(key, value)| match key {
                    Value::String(name) if !name.is_empty() => {
                        Some(StructMember { name: name.clone(), optional: false, value: infer(value) })
                    }
                    _ => None,
                })
                .collect();
            match members {
                Some(members) => Type::Struct(members.into()),
                None => Type::Hash {
                    key: Arc::new(Type::variant(entries.keys().map(infer))),
                    value: Arc::new(Type::variant(entries.values().map(infer))),
                    size: Some(Size::exactly(entries.len())),
                },
            }
        }
        Value::SemVer(version) => Type::SemVer([exact_range(version)].into()),
        other => infer_scalar(other),
    }
}

/// What `type($x, reduced)` shows: the elements of a collection have one common type.
pub fn infer_reduced(value: &Value) -> Type {
    match value {
        Value::Array(elements) if elements.is_empty() => Type::empty_array(),
        Value::Array(elements) => {
            Type::Array { element: Arc::new(reduce(elements.iter())), size: Some(Size::exactly(elements.len())) }
        }
        Value::Hash(entries) if entries.is_empty() => Type::empty_hash(),
        Value::Hash(entries) => Type::Hash {
            key: Arc::new(reduce(entries.keys())),
            value: Arc::new(reduce(entries.values())),
            size: Some(Size::exactly(entries.len())),
        },
        Value::SemVer(_) => Type::SemVer([].into()),
        other => infer_scalar(other),
    }
}

/// What `type($x, generalized)` shows.
pub fn infer_generalized(value: &Value) -> Type {
    infer_reduced(value).generalize()
}

fn reduce<'a>(values: impl Iterator<Item = &'a Value>) -> Type {
    let mut common: Option<Type> = None;
    for value in values {
        let next = infer_reduced(value);
        common = Some(match common {
            Some(common) => common_type(&common, &next),
            None => next,
        });
    }
    common.unwrap_or(Type::Unit)
}

fn infer_scalar(value: &Value) -> Type {
    match value {
        Value::Undef => Type::Undef,
        Value::Default => Type::Default,
        Value::Boolean(value) => Type::Boolean(Some(*value)),
        Value::Integer(value) => Type::integer_value(*value),
        Value::BigInteger(_) => Type::INTEGER,
        Value::Float(value) => {
            let bound = Some(FloatBound::new(*value));
            Type::Float { min: bound, max: bound }
        }
        Value::String(text) => Type::StringValue(text.clone()),
        Value::Regexp(pattern) => Type::Regexp(Some((**pattern).clone())),
        Value::Array(_) | Value::Hash(_) => infer(value),
        Value::Type(inner) => Type::type_of(inner.clone()),
        Value::Sensitive(inner) => Type::Sensitive(Arc::new(infer_generalized(inner))),
        Value::Binary(_) => Type::Binary,
        Value::Timestamp(time) => Type::Timestamp { min: Some(*time), max: Some(*time) },
        Value::Timespan(time) => Type::Timespan { min: Some(*time), max: Some(*time) },
        Value::SemVer(version) => Type::SemVer([exact_range(version)].into()),
        Value::SemVerRange(_) => Type::SemVerRange,
        Value::Uri(text) => {
            let parts = value::uri::parts_of(text);
            Type::Uri((parts != Value::hash([])).then(|| Arc::new(parts)))
        }
        Value::Callable(callable) => match callable.signatures() {
            [] => Type::Callable(Default::default()),
            signatures => Type::variant(signatures.iter().cloned().map(Type::Callable)),
        },
        Value::Object(object) => infer_object(object),
        Value::Iterator(iterator) => Type::Iterator(Some(Arc::new(iterator.element_type.clone()))),
        Value::Unknown(_) => Type::Any,
    }
}

/// An instance of a parameterised type has the type with its parameters filled in from the instance.
fn infer_object(object: &ObjectValue) -> Type {
    let Type::Object(definition) = object.object_type.resolved() else {
        return object.object_type.clone();
    };
    if definition.type_parameters.is_empty() {
        return object.object_type.clone();
    }
    let mut parameters = Vec::new();
    let mut written = Vec::new();
    for parameter in &definition.type_parameters {
        let value = object
            .attributes
            .iter()
            .find(|(name, _)| *name == parameter.name)
            .map_or(Value::Undef, |(_, value)| value.clone());
        parameters.push((parameter.name.clone(), value.clone()));
        written.push(value);
    }
    Type::ObjectExtension(Arc::new(ObjectExtension { base: object.object_type.clone(), parameters, written }))
}

fn exact_range(version: &SemVer) -> SemVerRange {
    let interval = SemVerInterval {
        min: Some(version.clone()),
        exclude_min: false,
        max: Some(version.clone()),
        exclude_max: false,
    };
    SemVerRange { text: format!("{version} - {version}"), alternatives: vec![interval] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixed() -> Value {
        Value::array([Value::from(1), Value::array([Value::from(2), Value::from("a")])])
    }

    #[test]
    fn detail_reduction_and_generalisation() {
        assert_eq!(infer(&mixed()).to_string(), "Tuple[Integer[1, 1], Tuple[Integer[2, 2], String]]");
        assert_eq!(infer_reduced(&mixed()).to_string(), "Array[Data, 2, 2]");
        assert_eq!(infer_generalized(&mixed()).to_string(), "Array[Data]");
        assert_eq!(infer_generalized(&Value::array([])).to_string(), "Array[Unit]");
    }

    #[test]
    fn hashes_are_structs_where_their_keys_are_names() {
        let named = Value::hash([("a".into(), Value::Undef)]);
        assert_eq!(infer(&named).to_string(), "Struct[{NotUndef['a'] => Undef}]");
        let other = Value::hash([("a".into(), Value::from(1)), (Value::from(2), "b".into())]);
        assert_eq!(
            infer(&other).to_string(),
            "Hash[Variant[String, Integer[2, 2]], Variant[Integer[1, 1], String], 2, 2]"
        );
        let letters = Value::hash([("a".into(), Value::from(1)), ("b".into(), Value::from(2))]);
        assert_eq!(infer_reduced(&letters).to_string(), "Hash[Enum['a', 'b'], Integer[1, 2], 2, 2]");
    }
}
