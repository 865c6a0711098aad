//! Object types: those that Puppet brings along, and what an instance has of its type's attributes.

use std::sync::{Arc, LazyLock};

use smol_str::SmolStr;

use super::{CallableType, ObjectAttribute, ObjectType, Size, Type, names};
use crate::regex_dialect::Regexp;
use crate::value::{ObjectValue, Value, uri};

/// The built-in object type of this name, in any case.
pub fn named(name: &str) -> Option<Type> {
    static BUILTIN: LazyLock<Vec<Type>> = LazyLock::new(|| vec![deferred_type(), error_type()]);
    BUILTIN.iter().find(|known| object_name(known).eq_ignore_ascii_case(name)).cloned()
}

/// `Deferred`: a function to be called on the agent.
pub fn deferred_type() -> Type {
    let function_name = r"\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z";
    builtin(
        "Deferred",
        vec![
            required("name", Type::Pattern([Regexp::new(function_name)].into())),
            optional("arguments", Type::optional(Type::array_of(Type::Any))),
        ],
        vec![],
    )
}

/// `Error`: what went wrong, with a kind and an issue code that a type can ask for.
pub fn error_type() -> Type {
    let text = || Type::optional(names::NON_EMPTY_STRING);
    builtin(
        "Error",
        vec![
            required("msg", names::NON_EMPTY_STRING),
            optional("kind", text()),
            optional("details", Type::optional(Type::hash_of(names::NON_EMPTY_STRING, Type::Data))),
            optional("issue_code", text()),
        ],
        vec![matched("kind"), matched("issue_code")],
    )
    .with_function(
        "message",
        Type::Callable(Arc::new(CallableType {
            parameters: Some(vec![]),
            size: Some(Size::EMPTY),
            block: None,
            returns: Some(names::NON_EMPTY_STRING),
        })),
    )
}

impl Type {
    fn with_function(self, name: &str, function: Type) -> Type {
        match self {
            Type::Object(definition) => {
                let mut definition = definition.as_ref().clone();
                definition.functions.push((SmolStr::new(name), function));
                Type::Object(Arc::new(definition))
            }
            other => other,
        }
    }
}

/// A type parameter that a string, a pattern or an enumeration of strings is given for.
fn matched(name: &str) -> ObjectAttribute {
    let matchers = [
        Type::STRING,
        Type::Regexp(None),
        Type::type_of(Type::Enum { values: [].into(), case_insensitive: false }),
        Type::type_of(Type::Pattern([].into())),
        Type::type_of(Type::NotUndef(Type::Any.into())),
        Type::type_of(Type::Undef),
    ];
    required(name, Type::Variant(matchers.into()))
}

fn required(name: &str, attribute_type: Type) -> ObjectAttribute {
    ObjectAttribute { name: SmolStr::new(name), attribute_type, kind: None, value: None }
}

fn optional(name: &str, attribute_type: Type) -> ObjectAttribute {
    ObjectAttribute { name: SmolStr::new(name), attribute_type, kind: None, value: Some(Value::Undef) }
}

fn builtin(name: &str, attributes: Vec<ObjectAttribute>, type_parameters: Vec<ObjectAttribute>) -> Type {
    Type::Object(Arc::new(ObjectType {
        name: Some(SmolStr::new(name)),
        attributes,
        type_parameters,
        definition: Value::hash([("name".into(), Value::string(name))]),
        ..ObjectType::default()
    }))
}

/// The name of an object type, of an alias of one too.
pub fn object_name(object_type: &Type) -> SmolStr {
    match object_type {
        Type::Object(definition) => match &definition.name {
            Some(name) => name.clone(),
            None => SmolStr::new_static("Object"),
        },
        Type::ObjectExtension(extension) => object_name(&extension.base),
        Type::Alias(alias) => alias.name.clone(),
        other => SmolStr::new(other.to_string()),
    }
}

/// All attributes of a type, those of its parents first.
pub fn all_attributes(definition: &ObjectType) -> Vec<ObjectAttribute> {
    let mut attributes = Vec::new();
    collect_attributes(definition, &mut attributes, 0);
    attributes
}

/// A chain of parents longer than this is a circle.
const MAX_PARENTS: usize = 100;

fn collect_attributes(definition: &ObjectType, attributes: &mut Vec<ObjectAttribute>, depth: usize) {
    if let Some(Type::Object(parent)) = definition.parent.as_ref().map(Type::resolved)
        && depth < MAX_PARENTS
    {
        collect_attributes(parent, attributes, depth + 1);
    }
    for attribute in &definition.attributes {
        match attributes.iter_mut().find(|known| known.name == attribute.name) {
            Some(overridden) => *overridden = attribute.clone(),
            None => attributes.push(attribute.clone()),
        }
    }
}

/// The attributes that an instance is printed with: those that differ from their defaults.
pub fn shown_attributes(object: &ObjectValue) -> Vec<(SmolStr, Value)> {
    let known = match object.object_type.resolved() {
        Type::Object(definition) => all_attributes(definition),
        _ => Vec::new(),
    };
    object
        .attributes
        .iter()
        .filter(|(name, value)| {
            known.iter().find(|attribute| attribute.name == *name).is_none_or(|attribute| {
                attribute.kind.as_deref() != Some("constant") && attribute.value.as_ref() != Some(value)
            })
        })
        .cloned()
        .collect()
}

/// `$value.name(…)` on what has members: an attribute, or why it cannot be had. `None` where there is no such member.
pub fn call_member(receiver: &Value, name: &str, arguments: &[Value]) -> Option<Result<Value, String>> {
    let (label, value) = match receiver {
        Value::Uri(text) => (format!("attribute URI[{name}]"), uri::component(text, name)?),
        Value::Object(object) => match object_member(object, name)? {
            Ok((label, value)) => (label, value),
            Err(problem) => return Some(Err(problem)),
        },
        _ => return None,
    };
    if arguments.is_empty() {
        return Some(Ok(value));
    }
    Some(Err(format!("'{label}' expects no arguments, got {}", arguments.len())))
}

/// The member of the type, or of the closest of its parents.
fn object_member(object: &ObjectValue, name: &str) -> Option<Result<(String, Value), String>> {
    let mut current = &object.object_type;
    for _ in 0..MAX_PARENTS {
        let Type::Object(definition) = current.resolved() else {
            return None;
        };
        let owner = object_name(current);
        if let Some(attribute) = definition.attributes.iter().find(|attribute| attribute.name == name) {
            let label = format!("attribute {owner}[{name}]");
            let given = object.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
            return Some(match (given, &attribute.value, attribute.kind.as_deref()) {
                (None, None, Some("derived" | "given_or_derived")) => {
                    Err(format!("no method is implemented for derived attribute {owner}[{name}]"))
                }
                (Some(value), ..) => Ok((label, value)),
                (None, value, _) => Ok((label, value.clone().unwrap_or_default())),
            });
        }
        if definition.functions.iter().any(|(function, _)| function == name) {
            if owner == "Error" && name == "message" {
                return object_member(object, "msg");
            }
            return Some(Err(format!("no method is implemented for function {owner}[{name}]")));
        }
        current = definition.parent.as_ref()?;
    }
    None
}

/// The value of an attribute, constants of the type too.
pub fn attribute_of(object: &ObjectValue, name: &str) -> Option<Value> {
    match object_member(object, name) {
        Some(Ok((_, value))) => Some(value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{definitions, new_instance};

    fn point() -> Type {
        let attributes = Value::hash([
            ("x".into(), Value::Type(Type::INTEGER)),
            (
                "label".into(),
                Value::hash([("type".into(), Value::Type(Type::STRING)), ("value".into(), Value::from("p"))]),
            ),
        ]);
        let definition = Value::hash([
            ("attributes".into(), attributes),
            ("functions".into(), Value::hash([("f".into(), Value::Type(Type::Callable(Arc::default())))])),
        ]);
        definitions::object(Some("P"), &definition).map_or(Type::Undef, |object| Type::Object(object.into()))
    }

    #[test]
    fn instances_answer_for_their_members() {
        let made = new_instance(&point(), &[Value::from(1)]).unwrap_or_default();
        assert_eq!(call_member(&made, "x", &[]), Some(Ok(Value::from(1))));
        assert_eq!(call_member(&made, "label", &[]), Some(Ok(Value::from("p"))));
        assert_eq!(call_member(&made, "f", &[]), Some(Err("no method is implemented for function P[f]".to_string())));
        assert_eq!(
            call_member(&made, "x", &[Value::from(2)]),
            Some(Err("'attribute P[x]' expects no arguments, got 1".to_string()))
        );
        assert_eq!(call_member(&made, "nosuch", &[]), None);
        assert_eq!(crate::value::to_source_string(&made), "P({'x' => 1})");
    }
}
