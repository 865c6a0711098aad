//! The simplest type that means the same: nested unions are flattened, ranges and enumerations are joined.

use crate::regex_dialect::Regexp;
use std::sync::Arc;

use smol_str::SmolStr;

use super::{StructMember, Type, is_assignable};

impl Type {
    /// As Puppet simplifies the type behind an alias.
    pub fn normalize(&self) -> Type {
        match self {
            Type::Optional(Some(inner)) => match inner.normalize() {
                Type::NotUndef(inner) => Type::optional(inner.as_ref().clone()).normalize(),
                inner if is_assignable(&inner, &Type::Undef) => inner,
                inner => Type::optional(inner),
            },
            Type::NotUndef(inner) if **inner != Type::Any => match inner.normalize() {
                Type::Optional(Some(inner)) => Type::NotUndef(inner).normalize(),
                inner if !is_assignable(&inner, &Type::Undef) => inner,
                inner => Type::NotUndef(Arc::new(inner)),
            },
            Type::Variant(types) if !types.is_empty() => normalize_variant(types),
            // Puppet drops sizes here, so that its messages do not name them.
            Type::Collection(_) => Type::Collection(None),
            Type::Array { element, .. } if **element == Type::Any => Type::array_of(Type::Any),
            Type::Array { element, size } => Type::Array { element: Arc::new(element.normalize()), size: *size },
            Type::Hash { key, value, size } => {
                Type::Hash { key: Arc::new(key.normalize()), value: Arc::new(value.normalize()), size: *size }
            }
            Type::Tuple { types, size } => {
                Type::Tuple { types: types.iter().map(Type::normalize).collect(), size: *size }
            }
            Type::Struct(members) => Type::Struct(
                members
                    .iter()
                    .map(|member| StructMember {
                        name: member.name.clone(),
                        optional: member.optional,
                        value: member.value.normalize(),
                    })
                    .collect(),
            ),
            Type::Type(Some(inner)) => Type::type_of(inner.normalize()),
            Type::Iterable(Some(inner)) => Type::Iterable(Some(Arc::new(inner.normalize()))),
            Type::Iterator(Some(inner)) => Type::Iterator(Some(Arc::new(inner.normalize()))),
            Type::Sensitive(inner) => Type::Sensitive(Arc::new(inner.normalize())),
            other => other.clone(),
        }
    }
}

fn normalize_variant(types: &[Type]) -> Type {
    let types: Vec<Type> = types.iter().map(Type::normalize).collect();
    if types.len() > 1 && types.iter().any(|member| matches!(member, Type::Undef | Type::Optional(Some(_)))) {
        let others = types.into_iter().filter(|member| *member != Type::Undef).map(|member| match member {
            Type::Optional(Some(inner)) => inner.as_ref().clone(),
            other => other,
        });
        return Type::optional(Type::variant(others)).normalize();
    }
    let Type::Variant(flat) = Type::variant(types.clone()) else {
        return Type::variant(types);
    };
    let merged = merge_enums(flat.to_vec());
    let merged = merge_patterns(merged);
    let merged = merge_integers(merged);
    Type::variant(merged)
}

/// Fixed strings and enumerations become one enumeration, last.
fn merge_enums(types: Vec<Type>) -> Vec<Type> {
    let fixed = |member: &Type| match member {
        Type::StringValue(_) => true,
        Type::Enum { values, case_insensitive: false } => !values.is_empty(),
        _ => false,
    };
    let (enums, mut others): (Vec<Type>, Vec<Type>) = types.iter().cloned().partition(fixed);
    if enums.len() < 2 {
        return types;
    }
    let mut values: Vec<SmolStr> = Vec::new();
    for member in &enums {
        match member {
            Type::StringValue(text) => values.push(text.clone()),
            Type::Enum { values: more, .. } => values.extend(more.iter().cloned()),
            _ => {}
        }
    }
    others.push(Type::enumeration(values, false));
    others
}

fn merge_patterns(types: Vec<Type>) -> Vec<Type> {
    let (patterns, mut others): (Vec<Type>, Vec<Type>) =
        types.iter().cloned().partition(|member| matches!(member, Type::Pattern(_)));
    if patterns.len() < 2 {
        return types;
    }
    let mut all: Vec<Regexp> = Vec::new();
    for member in &patterns {
        if let Type::Pattern(sources) = member {
            for source in sources.iter().filter(|source| !all.contains(source)).cloned().collect::<Vec<_>>() {
                all.push(source);
            }
        }
    }
    others.push(Type::Pattern(all.into()));
    others
}

/// Ranges that overlap or touch become one, and all of them come first.
fn merge_integers(types: Vec<Type>) -> Vec<Type> {
    let (mut ranges, others): (Vec<Type>, Vec<Type>) =
        types.iter().cloned().partition(|member| matches!(member, Type::Integer { .. }));
    if ranges.len() < 2 {
        return types;
    }
    let mut merged = Vec::new();
    while let Some(mut current) = ranges.pop() {
        let mut apart = Vec::new();
        for other in ranges {
            match join_integers(&current, &other) {
                Some(joined) => current = joined,
                None => apart.push(other),
            }
        }
        merged.push(current);
        ranges = apart;
    }
    merged.extend(others);
    merged
}

fn join_integers(first: &Type, second: &Type) -> Option<Type> {
    let (Type::Integer { min: a, max: b }, Type::Integer { min: c, max: d }) = (first, second) else {
        return None;
    };
    let (low_a, high_b) = (a.unwrap_or(i128::MIN), b.unwrap_or(i128::MAX));
    let (low_c, high_d) = (c.unwrap_or(i128::MIN), d.unwrap_or(i128::MAX));
    let touching = low_a <= high_d.saturating_add(1) && low_c <= high_b.saturating_add(1);
    touching.then(|| Type::Integer { min: a.zip(*c).map(|(a, c)| a.min(c)), max: b.zip(*d).map(|(b, d)| b.max(d)) })
}

#[cfg(test)]
mod tests {
    use crate::types::parse;

    #[test]
    fn unions_become_as_simple_as_they_can_be() {
        for (written, simple) in [
            ("Variant[Integer[1, 2], Integer[2, 5]]", "Integer[1, 5]"),
            (
                "Variant[Integer[1, 2], Integer[2, 5], Undef, Enum[a], Enum[b]]",
                "Optional[Variant[Integer[1, 5], Enum['a', 'b']]]",
            ),
            ("Variant[Pattern[/a/], Pattern[/b/]]", "Pattern[/a/, /b/]"),
            ("Optional[Optional[Integer]]", "Optional[Integer]"),
            ("NotUndef[Optional[Integer]]", "Integer"),
            ("Array[Any, 1]", "Array"),
            ("Array[Variant[Integer, Undef]]", "Array[Optional[Integer]]"),
        ] {
            let normal = parse(written).map(|parsed| parsed.normalize().to_string());
            assert_eq!(normal.as_deref(), Ok(simple), "{written}");
        }
    }
}
