//! The names of the data types that Puppet brings along. Resource types and aliases are not looked up here.

use std::sync::{Arc, LazyLock, OnceLock};

use smol_str::SmolStr;

use super::{AliasType, Size, Type};
use crate::types::objects;

/// The built-in data type of this name, which may be written in any case: `Integer`, `integer`.
pub fn named(name: &str) -> Option<Type> {
    const LONGEST: usize = 12;
    if name.len() > LONGEST {
        return objects::named(name);
    }
    let mut buffer = [0; LONGEST];
    let letters = buffer.get_mut(..name.len())?;
    letters.copy_from_slice(name.as_bytes());
    letters.make_ascii_lowercase();
    let lower = std::str::from_utf8(letters).ok()?;
    Some(match lower {
        "any" => Type::Any,
        "undef" => Type::Undef,
        "default" => Type::Default,
        "scalar" => Type::Scalar,
        "scalardata" => Type::ScalarData,
        "data" => Type::Data,
        "richdata" => Type::RichData,
        "richdatakey" => rich_data_key(),
        "numeric" => Type::Numeric,
        "integer" => Type::INTEGER,
        "float" => Type::FLOAT,
        "string" => Type::STRING,
        "enum" => Type::Enum { values: [].into(), case_insensitive: false },
        "pattern" => Type::Pattern([].into()),
        "regexp" => Type::Regexp(None),
        "boolean" => Type::BOOLEAN,
        "collection" => Type::Collection(None),
        "array" => Type::array_of(Type::Any),
        "hash" => Type::hash_of(Type::Any, Type::Any),
        "tuple" => Type::tuple([]),
        "struct" => Type::Struct([].into()),
        "optional" => Type::Optional(None),
        "notundef" => Type::NotUndef(Type::Any.into()),
        "variant" => Type::Variant([].into()),
        "type" => Type::Type(None),
        "callable" => Type::Callable(Default::default()),
        "catalogentry" => Type::CatalogEntry,
        "class" => Type::Class(None),
        "resource" => Type::Resource { type_name: None, title: None, given: false },
        "iterable" => Type::Iterable(None),
        "iterator" => Type::Iterator(None),
        "sensitive" => Type::Sensitive(Type::Any.into()),
        "binary" => Type::Binary,
        "timestamp" => Type::Timestamp { min: None, max: None },
        "timespan" => Type::Timespan { min: None, max: None },
        "semver" => Type::SemVer([].into()),
        "semverrange" => Type::SemVerRange,
        "uri" => Type::Uri(None),
        "runtime" => Type::Runtime([].into()),
        "init" => Type::Init(None),
        "object" => Type::Object(Default::default()),
        "typeset" => Type::TypeSet(Default::default()),
        "typereference" => Type::TypeReference("UnresolvedReference".into()),
        "typealias" => return None,
        _ => return objects::named(lower),
    })
}

static LITERAL: LazyLock<Arc<AliasType>> = LazyLock::new(|| {
    Arc::new(AliasType { name: SmolStr::new_static("Literal"), resolved: OnceLock::from(Type::Scalar) })
});

/// `Literal`, which came to be called `Scalar`.
pub fn literal_type() -> Type {
    Type::Alias(LITERAL.clone())
}

/// The type of a name that nothing defines: nothing is of it, and it equals itself alone.
pub fn undefined(name: &str) -> Type {
    let name = SmolStr::new(name);
    let resolved = OnceLock::from(Type::TypeReference(name.clone()));
    Type::Alias(Arc::new(AliasType { name, resolved }))
}

/// Whether an alias is one of these two, which print as their names.
pub(super) fn is_its_own_type(alias: &Arc<AliasType>) -> bool {
    Arc::ptr_eq(alias, &LITERAL)
        || matches!(alias.resolved.get(), Some(Type::TypeReference(name)) if *name == alias.name)
}

/// True where `name` (in any case) is a built-in data type, which a resource type or alias cannot redefine.
pub fn is_builtin_name(name: &str) -> bool {
    named(name).is_some()
}

/// What a hash in RichData may have as keys.
pub(super) fn rich_data_key() -> Type {
    Type::Variant([Type::STRING, Type::Numeric].into())
}

/// `String[1]`
pub(super) const NON_EMPTY_STRING: Type = Type::String(Some(Size { min: 1, max: None }));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case() {
        assert_eq!(named("Integer"), Some(Type::INTEGER));
        assert_eq!(named("semverrange"), Some(Type::SemVerRange));
        assert_eq!(named("File"), None);
    }
}
