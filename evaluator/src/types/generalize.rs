//! A type without the bounds that come from certain values: `Integer[1, 1]` becomes `Integer`.

use std::sync::Arc;

use super::{CallableType, Size, StructMember, Type};

impl Type {
    /// What Puppet calls the generalised type; what is general already stays as it is.
    pub fn generalize(&self) -> Type {
        match self {
            Type::Integer { .. } => Type::INTEGER,
            Type::Float { .. } => Type::FLOAT,
            Type::Boolean(_) => Type::BOOLEAN,
            Type::String(_) | Type::StringValue(_) => Type::STRING,
            Type::Enum { values, .. } => {
                let lengths = || values.iter().map(|value| value.chars().count());
                match (lengths().min(), lengths().max()) {
                    (Some(min), Some(max)) => Type::String(Some(Size {
                        min: i128::try_from(min).unwrap_or(i128::MAX),
                        max: i128::try_from(max).ok(),
                    })),
                    _ => Type::STRING,
                }
            }
            Type::Collection(_) => Type::Collection(None),
            Type::Array { element, .. } => Type::array_of(element.generalize()),
            Type::Hash { size: Some(size), .. } if size.is_empty() => self.clone(),
            Type::Hash { key, value, .. } => Type::hash_of(key.generalize(), value.generalize()),
            Type::Tuple { types, size } => {
                Type::Tuple { types: types.iter().map(Type::generalize).collect(), size: *size }
            }
            Type::Struct(members) => Type::Struct(
                members
                    .iter()
                    .map(|member| StructMember {
                        name: member.name.clone(),
                        optional: member.optional,
                        value: member.value.generalize(),
                    })
                    .collect(),
            ),
            Type::Variant(types) if types.is_empty() => self.clone(),
            Type::Variant(types) => Type::variant(types.iter().map(Type::generalize)),
            Type::Optional(inner) => Type::Optional(generalize_inner(inner)),
            Type::Type(inner) => Type::Type(generalize_inner(inner)),
            Type::Iterable(inner) => Type::Iterable(generalize_inner(inner)),
            Type::Iterator(inner) => Type::Iterator(generalize_inner(inner)),
            Type::NotUndef(inner) => Type::NotUndef(Arc::new(inner.generalize())),
            Type::Sensitive(inner) => Type::Sensitive(Arc::new(inner.generalize())),
            Type::Timestamp { .. } => Type::Timestamp { min: None, max: None },
            Type::Timespan { .. } => Type::Timespan { min: None, max: None },
            Type::SemVer(_) => Type::SemVer([].into()),
            Type::Uri(_) => Type::Uri(None),
            Type::ObjectExtension(extension) => extension.base.clone(),
            Type::Callable(callable) => Type::Callable(Arc::new(CallableType {
                parameters: callable.parameters.as_ref().map(|types| types.iter().map(Type::generalize).collect()),
                size: callable.size,
                block: callable.block.as_ref().map(Type::generalize),
                returns: callable.returns.as_ref().map(Type::generalize),
            })),
            other => other.clone(),
        }
    }
}

fn generalize_inner(inner: &Option<Arc<Type>>) -> Option<Arc<Type>> {
    inner.as_ref().map(|inner| Arc::new(inner.generalize()))
}

#[cfg(test)]
mod tests {
    use crate::types::parse;

    #[test]
    fn bounds_that_come_from_values_go_away() {
        for (narrow, general) in [
            ("Integer[1, 1]", "Integer"),
            ("Enum[a, bcd]", "String[1, 3]"),
            ("Array[Integer[1, 2], 1, 2]", "Array[Integer]"),
            ("Type[Integer[1, 2]]", "Type[Integer]"),
            ("Regexp[/a/]", "Regexp[/a/]"),
            ("Hash[0, 0]", "Hash[0, 0]"),
            ("Error['kind']", "Error"),
        ] {
            let found = parse(narrow).map(|parsed| crate::types::display::plain_string(&parsed.generalize()));
            assert_eq!(found.as_deref(), Ok(general), "{narrow}");
        }
    }
}
