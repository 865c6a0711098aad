//! Object types and type sets, made from the hash that defines them, with Puppet's errors where it is wrong.

use std::sync::LazyLock;

use smol_str::SmolStr;

use super::{
    ObjectAttribute, ObjectType, StructMember, Type, TypeSetType, describe_mismatch, is_assignable, is_instance, names,
    objects,
};
use crate::regex_dialect::Regexp;
use crate::value::{HashEntries, Value};

const ANONYMOUS: &str = "<anonymous object type>";

/// The object type that `Object[{…}]`, or `type Name = {…}`, defines.
pub fn object(name: Option<&str>, definition: &Value) -> Result<ObjectType, String> {
    check("object initializer", &OBJECT_INITIALIZER, definition)?;
    let Value::Hash(entries) = definition else {
        return Ok(ObjectType::default());
    };
    let name = entries.get(&Value::from("name")).and_then(Value::as_str).or(name);
    let label = name.unwrap_or(ANONYMOUS);
    let parent = match entries.get(&Value::from("parent")) {
        Some(Value::Type(Type::TypeReference(name))) => return Err(format!("reference to unresolved type '{name}'")),
        Some(Value::Type(parent)) => Some(parent.clone()),
        _ => None,
    };
    let inherited = match parent.as_ref().map(Type::resolved) {
        Some(Type::Object(parent)) => objects::all_attributes(parent),
        _ => Vec::new(),
    };
    let parent_label = parent.as_ref().map(objects::object_name).unwrap_or_default();
    let mut attributes = Vec::new();
    for (key, value) in hash_at(entries, "attributes") {
        let attribute = attribute(label, "attribute", key, value)?;
        check_override(label, &parent_label, &attribute, value, &inherited)?;
        attributes.push(attribute);
    }
    for (key, value) in hash_at(entries, "constants") {
        let name = member_name(key);
        if attributes.iter().any(|attribute| attribute.name == name) {
            return Err(format!("attribute {label}[{name}] is defined as both a constant and an attribute"));
        }
        attributes.push(ObjectAttribute {
            name,
            attribute_type: super::infer(value).generalize(),
            kind: Some(SmolStr::new_static("constant")),
            value: Some(value.clone()),
        });
    }
    let mut type_parameters = Vec::new();
    for (key, value) in hash_at(entries, "type_parameters") {
        type_parameters.push(attribute(label, "type_parameter", key, value)?);
    }
    let mut functions = Vec::new();
    for (key, value) in hash_at(entries, "functions") {
        functions.push(function(label, key, value, &attributes)?);
    }
    let equality = equality(label, entries, &attributes, &inherited)?;
    Ok(ObjectType {
        name: name.map(SmolStr::new),
        parent,
        attributes,
        functions,
        type_parameters,
        equality,
        equality_ignores_type: entries.get(&Value::from("equality_include_type")) == Some(&Value::Boolean(false)),
        serialization: None,
        definition: definition.clone(),
    })
}

/// `Object[…]`: from a hash, or only a name; nothing is `Object` itself.
pub fn object_from(argument: &Value) -> Result<ObjectType, String> {
    match argument {
        Value::Undef => Ok(ObjectType::default()),
        Value::String(name) if name.is_empty() => Ok(ObjectType::default()),
        Value::Hash(entries) if entries.is_empty() => Ok(ObjectType::default()),
        Value::String(_) | Value::Default => {
            check("object name", &type_name_type(), argument)?;
            object(argument.as_str(), &Value::hash([]))
        }
        definition => object(None, definition),
    }
}

/// `TypeSet[…]`: from a hash, or only a name; nothing is the default set.
pub fn type_set_from(argument: &Value) -> Result<TypeSetType, String> {
    match argument {
        Value::Undef => Ok(TypeSetType::default()),
        Value::String(name) if name.is_empty() => Ok(TypeSetType::default()),
        Value::String(_) | Value::Default => {
            check("TypeSet name", &type_name_type(), argument)?;
            type_set(argument.as_str(), &Value::hash([("pcore_version".into(), "1.0.0".into())]))
        }
        definition => type_set(None, definition),
    }
}

/// The type set that `TypeSet[{…}]` defines; an empty hash is the default set.
pub fn type_set(name: Option<&str>, definition: &Value) -> Result<TypeSetType, String> {
    if matches!(definition, Value::Hash(entries) if entries.is_empty()) {
        return Ok(TypeSetType::default());
    }
    check("TypeSet initializer", &TYPE_SET_INITIALIZER, definition)?;
    let Value::Hash(entries) = definition else {
        return Ok(TypeSetType::default());
    };
    let name = entries.get(&Value::from("name")).and_then(Value::as_str).or(name);
    let mut types: Vec<(SmolStr, Type)> = Vec::new();
    for (key, value) in hash_at(entries, "types") {
        let member = member_name(key);
        let qualified = match name {
            Some(name) => format!("{name}::{member}"),
            None => member.to_string(),
        };
        let defined = match with_members(value, &types) {
            Value::Type(Type::Object(object)) if object.name.is_none() => {
                let named = ObjectType { name: Some(SmolStr::new(&qualified)), ..object.as_ref().clone() };
                Type::Object(named.into())
            }
            Value::Type(defined) => defined,
            other => Type::Object(object(Some(&qualified), &other)?.into()),
        };
        types.push((member, defined));
    }
    Ok(TypeSetType { name: name.map(SmolStr::new), types, definition: definition.clone() })
}

/// True where something other than aliases and unions of them is behind the type.
pub fn is_real(checked: &Type) -> bool {
    fn real(checked: &Type, open: &mut Vec<SmolStr>) -> bool {
        match checked {
            Type::Variant(types) if !types.is_empty() => types.iter().any(|member| real(member, open)),
            Type::Alias(alias) => {
                if open.contains(&alias.name) {
                    return false;
                }
                open.push(alias.name.clone());
                let answer = alias.resolved.get().is_some_and(|inner| real(inner, open));
                open.pop();
                answer
            }
            _ => true,
        }
    }
    real(checked, &mut Vec::new())
}

/// A union that has itself as a member is the union of the others.
pub fn without_itself(name: &str, resolved: &Type) -> Type {
    match resolved {
        Type::Variant(types) if types.iter().any(|member| is_alias_of(member, name)) && types.len() > 1 => {
            Type::variant(types.iter().filter(|member| !is_alias_of(member, name)).cloned())
        }
        other => other.clone(),
    }
}

fn is_alias_of(candidate: &Type, name: &str) -> bool {
    matches!(candidate, Type::Alias(alias) if alias.name == name)
}

/// The value with references to members of the set replaced by the members.
fn with_members(value: &Value, members: &[(SmolStr, Type)]) -> Value {
    match value {
        Value::Type(inner) => Value::Type(type_with_members(inner, members)),
        Value::Array(elements) => Value::array(elements.iter().map(|element| with_members(element, members))),
        Value::Hash(entries) => {
            Value::hash(entries.iter().map(|(key, value)| (with_members(key, members), with_members(value, members))))
        }
        other => other.clone(),
    }
}

fn type_with_members(changed: &Type, members: &[(SmolStr, Type)]) -> Type {
    let change = |inner: &Type| type_with_members(inner, members);
    match changed {
        Type::TypeReference(name) => {
            let found = members.iter().find(|(member, _)| member == name);
            found.map_or_else(|| changed.clone(), |(_, found)| found.clone())
        }
        Type::Array { element, size } => Type::Array { element: change(element).into(), size: *size },
        Type::Hash { key, value, size } => {
            Type::Hash { key: change(key).into(), value: change(value).into(), size: *size }
        }
        Type::Tuple { types, size } => Type::Tuple { types: types.iter().map(change).collect(), size: *size },
        Type::Variant(types) => Type::Variant(types.iter().map(change).collect()),
        Type::Optional(Some(inner)) => Type::optional(change(inner)),
        Type::NotUndef(inner) => Type::NotUndef(change(inner).into()),
        Type::Sensitive(inner) => Type::Sensitive(change(inner).into()),
        Type::Type(Some(inner)) => Type::type_of(change(inner)),
        Type::Struct(fields) => Type::Struct(
            fields.iter().map(|field| StructMember { value: change(&field.value), ..field.clone() }).collect(),
        ),
        other => other.clone(),
    }
}

fn check(subject: &str, expected: &Type, value: &Value) -> Result<(), String> {
    if is_instance(expected, value) {
        return Ok(());
    }
    Err(describe_mismatch(&format!("{subject} has wrong type,"), expected, value))
}

fn hash_at<'e>(entries: &'e HashEntries, key: &str) -> impl Iterator<Item = (&'e Value, &'e Value)> + use<'e> {
    let inner = match entries.get(&Value::from(key)) {
        Some(Value::Hash(inner)) => Some(inner.iter()),
        _ => None,
    };
    inner.into_iter().flatten()
}

fn member_name(key: &Value) -> SmolStr {
    SmolStr::new(key.as_str().unwrap_or_default())
}

fn attribute(label: &str, feature: &str, key: &Value, value: &Value) -> Result<ObjectAttribute, String> {
    let name = member_name(key);
    let own_label = format!("{feature} {label}[{name}]");
    let Value::Hash(entries) = value else {
        check(&own_label, &Type::Type(None), value)?;
        let Value::Type(attribute_type) = value else {
            return Err(format!("{own_label} has wrong type"));
        };
        // What may be undef may be left out.
        let optional = matches!(attribute_type, Type::Optional(_));
        let value = (optional && feature == "attribute").then_some(Value::Undef);
        return Ok(ObjectAttribute { name, attribute_type: attribute_type.clone(), kind: None, value });
    };
    check(&format!("initializer for {own_label}"), &ATTRIBUTE_INITIALIZER, value)?;
    let attribute_type = match entries.get(&Value::from("type")) {
        Some(Value::Type(attribute_type)) => attribute_type.clone(),
        _ => Type::Any,
    };
    let kind = entries.get(&Value::from("kind")).and_then(Value::as_str).map(SmolStr::new);
    let given = entries.get(&Value::from("value"));
    match (kind.as_deref(), given) {
        (Some(kind @ ("derived" | "given_or_derived")), Some(_)) => {
            return Err(format!("{own_label} of kind '{kind}' cannot be combined with an attribute value"));
        }
        (Some("constant"), None) => return Err(format!("{own_label} of kind 'constant' requires a value")),
        (Some("constant"), Some(_)) if entries.get(&Value::from("final")) == Some(&Value::Boolean(false)) => {
            return Err(format!("{own_label} of kind 'constant' cannot be combined with final => false"));
        }
        _ => {}
    }
    if let Some(given) = given {
        check(&format!("{own_label} value"), &attribute_type, given)?;
    }
    Ok(ObjectAttribute { name, attribute_type, kind, value: given.cloned() })
}

/// An attribute of a parent is only redefined where that is said, and with a type that fits.
fn check_override(
    label: &str,
    parent_label: &str,
    attribute: &ObjectAttribute,
    written: &Value,
    inherited: &[ObjectAttribute],
) -> Result<(), String> {
    let says_override = matches!(
        written,
        Value::Hash(entries) if entries.get(&Value::from("override")) == Some(&Value::Boolean(true))
    );
    let own = format!("attribute {label}[{}]", attribute.name);
    match inherited.iter().find(|known| known.name == attribute.name) {
        None if says_override => {
            Err(format!("expected {own} to override an inherited attribute, but no such attribute was found"))
        }
        None => Ok(()),
        Some(known) => {
            let theirs = format!("attribute {parent_label}[{}]", known.name);
            if !says_override {
                Err(format!("{own} attempts to override {theirs} without having override => true"))
            } else if !is_assignable(&known.attribute_type, &attribute.attribute_type) {
                Err(format!("{own} attempts to override {theirs} with a type that does not match"))
            } else {
                Ok(())
            }
        }
    }
}

fn function(
    label: &str,
    key: &Value,
    value: &Value,
    attributes: &[ObjectAttribute],
) -> Result<(SmolStr, Type), String> {
    let name = member_name(key);
    let own_label = format!("function {label}[{name}]");
    if attributes.iter().any(|attribute| attribute.name == name) {
        return Err(format!("{own_label} conflicts with attribute with the same name"));
    }
    let written = match value {
        Value::Hash(entries) => entries.get(&Value::from("type")).unwrap_or(&Value::Undef),
        other => other,
    };
    check(&own_label, &Type::type_of(Type::Callable(Default::default())), written)?;
    match written {
        Value::Type(callable) => Ok((name, callable.clone())),
        _ => Ok((name, Type::Callable(Default::default()))),
    }
}

fn equality(
    label: &str,
    entries: &HashEntries,
    attributes: &[ObjectAttribute],
    inherited: &[ObjectAttribute],
) -> Result<Option<Vec<SmolStr>>, String> {
    let names: Vec<SmolStr> = match entries.get(&Value::from("equality")) {
        None | Some(Value::Undef) => return Ok(None),
        Some(Value::String(name)) => vec![name.clone()],
        Some(Value::Array(names)) => names.iter().map(member_name).collect(),
        Some(_) => return Ok(None),
    };
    for name in &names {
        let own = attributes.iter().find(|attribute| attribute.name == *name);
        match own.or_else(|| inherited.iter().find(|attribute| attribute.name == *name)) {
            None => return Err(format!("{label} equality is referencing non existent attribute '{name}'")),
            Some(attribute) if attribute.kind.as_deref() == Some("constant") => {
                return Err(format!(
                    "{label} equality is referencing constant attribute {label}[{name}]. Reference to constant is \
                     not allowed in equality"
                ));
            }
            Some(_) => {}
        }
    }
    Ok(Some(names))
}

fn optional_member(name: &str, value: Type) -> StructMember {
    StructMember { name: SmolStr::new(name), optional: true, value }
}

fn required_member(name: &str, value: Type) -> StructMember {
    StructMember { name: SmolStr::new(name), optional: false, value }
}

fn member_name_type() -> Type {
    Type::Pattern([Regexp::new(SmolStr::new_static(r"\A[a-z_]\w*\z"))].into())
}

fn type_name_type() -> Type {
    Type::Pattern([Regexp::new(SmolStr::new_static(r"\A[A-Z][\w]*(?:::[A-Z][\w]*)*\z"))].into())
}

fn not_undef() -> Type {
    Type::NotUndef(Type::Any.into())
}

/// What the hash of an object type may hold.
static OBJECT_INITIALIZER: LazyLock<Type> = LazyLock::new(|| {
    let members = || Type::hash_of(member_name_type(), not_undef());
    let functions = Type::Variant([member_name_type(), Type::StringValue(SmolStr::new_static("[]"))].into());
    Type::Struct(
        [
            optional_member("name", type_name_type()),
            optional_member("parent", Type::Type(None)),
            optional_member("type_parameters", members()),
            optional_member("attributes", members()),
            optional_member("constants", Type::hash_of(member_name_type(), Type::Any)),
            optional_member("functions", Type::hash_of(functions, not_undef())),
            optional_member("equality", Type::Variant([member_name_type(), Type::array_of(member_name_type())].into())),
            optional_member("equality_include_type", Type::BOOLEAN),
            optional_member("checks", Type::Any),
            optional_member("annotations", Type::Any),
        ]
        .into(),
    )
});

static ATTRIBUTE_INITIALIZER: LazyLock<Type> = LazyLock::new(|| {
    let kinds = ["constant", "derived", "given_or_derived", "reference"];
    Type::Struct(
        [
            required_member("type", Type::Type(None)),
            optional_member("final", Type::BOOLEAN),
            optional_member("override", Type::BOOLEAN),
            optional_member("kind", Type::enumeration(kinds.into_iter().map(SmolStr::new_static), false)),
            optional_member("value", Type::Any),
            optional_member("annotations", Type::Any),
        ]
        .into(),
    )
});

/// What the hash of a type set may hold.
static TYPE_SET_INITIALIZER: LazyLock<Type> = LazyLock::new(|| {
    let version = || Type::Variant([names::NON_EMPTY_STRING, Type::SemVer([].into())].into());
    let simple_name = || Type::Pattern([Regexp::new(SmolStr::new_static(r"\A[A-Z]\w*\z"))].into());
    Type::Struct(
        [
            optional_member("pcore_uri", names::NON_EMPTY_STRING),
            required_member("pcore_version", version()),
            optional_member("name_authority", names::NON_EMPTY_STRING),
            optional_member("name", type_name_type()),
            optional_member("version", version()),
            optional_member("types", Type::hash_of(simple_name(), not_undef())),
            optional_member("references", Type::hash_of(simple_name(), not_undef())),
            optional_member("annotations", Type::Any),
        ]
        .into(),
    )
});

#[cfg(test)]
mod tests {
    use super::*;

    fn error(definition: Value) -> String {
        object(Some("P"), &definition).err().unwrap_or_default()
    }

    fn with_attributes(attributes: Vec<(Value, Value)>) -> Value {
        Value::hash([("attributes".into(), Value::hash(attributes))])
    }

    #[test]
    fn wrong_definitions_are_told_in_puppets_words() {
        assert_eq!(
            error(Value::hash([("attributs".into(), Value::hash([]))])),
            "object initializer has wrong type, unrecognized key 'attributs'"
        );
        assert_eq!(
            error(with_attributes(vec![("x".into(), Value::from(5))])),
            "attribute P[x] has wrong type, expects a Type value, got Integer"
        );
        assert_eq!(
            error(with_attributes(vec![("9x".into(), Value::Type(Type::INTEGER))])),
            "object initializer has wrong type, entry 'attributes' key of entry '9x' expects a match for \
             Pattern[/\\A[a-z_]\\w*\\z/], got '9x'"
        );
    }

    #[test]
    fn a_definition_prints_as_puppet_prints_it() {
        let definition = with_attributes(vec![("x".into(), Value::Type(Type::INTEGER))]);
        let printed = object(Some("P"), &definition).map(|object| Type::Object(object.into()).to_string());
        assert_eq!(printed, Ok("Object[{name => 'P', attributes => {'x' => Integer}}]".to_string()));
    }
}
