//! Instances of object types: attributes by position or by name, defaults for those that are left out.

use std::sync::Arc;

use smol_str::SmolStr;

use super::{InstanceError, unknown_among};
use crate::types::mismatch::{Signature, accepts_call};
use crate::types::objects::{all_attributes, object_name};
use crate::types::{CallableType, ObjectAttribute, ObjectType, Size, StructMember, Type, describe_call, infer};
use crate::value::{ObjectValue, Value};

pub(super) fn create(created: &Type, definition: &ObjectType, arguments: &[Value]) -> Result<Value, InstanceError> {
    let attributes = all_attributes(definition);
    let given: Vec<&ObjectAttribute> = in_order(&attributes);
    let from_hash = hash_signature(&given);
    let by_position = positional_signature(&given);
    let values: Vec<Option<&Value>> = if accepts_call(&from_hash, arguments, None) {
        let entries = match arguments.first() {
            Some(Value::Hash(entries)) => Some(entries),
            Some(Value::Unknown(reason)) => return Ok(Value::Unknown(Arc::clone(reason))),
            _ => None,
        };
        given
            .iter()
            .map(|attribute| entries.and_then(|entries| entries.get(&Value::String(attribute.name.clone()))))
            .collect()
    } else if accepts_call(&by_position, arguments, None) {
        given.iter().enumerate().map(|(index, _)| arguments.get(index)).collect()
    } else if let Some(unknown) = unknown_among(arguments) {
        return Ok(unknown);
    } else {
        let types: Vec<Type> = arguments.iter().map(infer).collect();
        let name = format!("new_{}", object_name(created));
        return Err(InstanceError::Arguments(describe_call(&name, &[from_hash, by_position], &types, None)));
    };
    let made: Vec<(SmolStr, Value)> = given
        .iter()
        .zip(values)
        .map(|(attribute, value)| {
            let value = value.or(attribute.value.as_ref()).cloned().unwrap_or_default();
            (attribute.name.clone(), value)
        })
        .collect();
    // As the type lists them, not as they are given.
    let attributes = attributes
        .iter()
        .filter_map(|attribute| made.iter().find(|(name, _)| *name == attribute.name).cloned())
        .collect();
    Ok(Value::Object(Arc::new(ObjectValue { object_type: created.clone(), attributes })))
}

/// The attributes that an instance is given: those without a default first.
fn in_order(attributes: &[ObjectAttribute]) -> Vec<&ObjectAttribute> {
    let is_given = |attribute: &&ObjectAttribute| !matches!(attribute.kind.as_deref(), Some("constant" | "derived"));
    let needed = |attribute: &&ObjectAttribute| attribute.value.is_none() && !is_derivable(attribute);
    let (mut given, optional): (Vec<&ObjectAttribute>, Vec<&ObjectAttribute>) =
        attributes.iter().filter(is_given).partition(needed);
    given.extend(optional);
    given
}

fn is_derivable(attribute: &ObjectAttribute) -> bool {
    attribute.kind.as_deref() == Some("given_or_derived")
}

fn is_optional(attribute: &ObjectAttribute) -> bool {
    attribute.value.is_some() || is_derivable(attribute)
}

fn hash_signature(given: &[&ObjectAttribute]) -> Signature {
    let members: Vec<StructMember> = given
        .iter()
        .map(|attribute| StructMember {
            name: attribute.name.clone(),
            optional: is_optional(attribute),
            value: attribute.attribute_type.clone(),
        })
        .collect();
    Signature {
        callable: CallableType {
            parameters: Some(vec![Type::Struct(members.into())]),
            size: Some(Size { min: 1, max: Some(1) }),
            block: None,
            returns: None,
        },
        parameter_names: vec![SmolStr::new_static("hash")],
        block_name: None,
    }
}

fn positional_signature(given: &[&ObjectAttribute]) -> Signature {
    let required = given.iter().filter(|attribute| !is_optional(attribute)).count();
    Signature {
        callable: CallableType {
            parameters: Some(given.iter().map(|attribute| attribute.attribute_type.clone()).collect()),
            size: Some(Size { min: Size::exactly(required).min, max: Size::exactly(given.len()).max }),
            block: None,
            returns: None,
        },
        parameter_names: given.iter().map(|attribute| attribute.name.clone()).collect(),
        block_name: None,
    }
}
