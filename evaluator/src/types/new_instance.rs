//! `Type.new(…)`: makes an instance of a type, or converts a value to it.
//!
//! Each type that has instances of its own has a constructor with signatures, as functions have; `constructor.rs`
//! says how they are chosen.

mod binaries;
mod collections;
mod constructor;
mod numbers;
mod object_instances;
mod others;
mod strings;
mod times;
mod versions;

use crate::codes;
use std::sync::{Arc, LazyLock};

use super::{Type, describe_mismatch, is_instance};
use crate::error::Issue;
use crate::message::Message;
use crate::value::Value;

use constructor::Constructor;

/// Why no instance could be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstanceError {
    /// The type has no constructor.
    NotSupported(String),
    /// The arguments fit no signature.
    Arguments(String),
    /// The arguments fit, but mean nothing.
    Conversion(String),
    /// What was made is not of the type.
    WrongType(String),
}

impl InstanceError {
    /// Returns Puppet's words.
    pub fn text(&self) -> String {
        match self {
            InstanceError::NotSupported(name) => {
                format!("Creation of new instance of type '{name}' is not supported")
            }
            InstanceError::Arguments(message)
            | InstanceError::Conversion(message)
            | InstanceError::WrongType(message) => message.clone(),
        }
    }
}

impl Issue for InstanceError {
    fn code(&self) -> syntax::Code {
        codes::RUNTIME_ERROR
    }

    fn message(&self) -> Message {
        self.text().into()
    }
}

/// Looks up the names of aliases and resource types, for `Type.new('Name')`.
pub type NameResolver<'r> = &'r mut dyn FnMut(&str) -> Option<Type>;

/// `Type.new(arguments…)`. What is made of an unknown is unknown.
pub fn new_instance(created: &Type, arguments: &[Value]) -> Result<Value, InstanceError> {
    new_instance_with(created, arguments, &mut |_| None)
}

/// The same, with `resolve` for names in the texts of types.
pub fn new_instance_with(
    created: &Type,
    arguments: &[Value],
    resolve: NameResolver<'_>,
) -> Result<Value, InstanceError> {
    if let [argument] = arguments
        && !matches!(created.resolved(), Type::Init(_))
        && is_instance(created, argument)
    {
        return Ok(argument.clone());
    }
    let made = construct(created, arguments, resolve, 0)?;
    if is_instance(created, &made) {
        return Ok(made);
    }
    let subject = format!("Converted value from {created}.new() has wrong type,");
    Err(InstanceError::WrongType(describe_mismatch(&subject, created, &made)))
}

/// True where `Type.new(value, arguments…)` takes the value: what `Init[Type, arguments…]` accepts.
pub(super) fn accepts(created: &Type, arguments: &[Value], value: &Value) -> bool {
    let Some(constructor) = constructor_of(created.resolved()) else {
        return false;
    };
    if arguments.is_empty() {
        return constructor.accepts_initializer(value);
    }
    let mut all = vec![value.clone()];
    all.extend(arguments.iter().cloned());
    constructor.accepts(&all)
}

/// The types of what `Init[Type, arguments…]` accepts besides the type itself.
pub(super) fn initializer_types(created: &Type, arguments: &[Value]) -> Vec<Type> {
    let Some(constructor) = constructor_of(created.resolved()) else {
        return Vec::new();
    };
    constructor.initializer_types(arguments)
}

/// Aliases and wrappers lead at most this far.
const MAX_DEPTH: usize = 50;

fn construct(
    created: &Type,
    arguments: &[Value],
    resolve: NameResolver<'_>,
    depth: usize,
) -> Result<Value, InstanceError> {
    let not_supported = || Err(InstanceError::NotSupported(super::display::plain_string(created)));
    if depth > MAX_DEPTH {
        return not_supported();
    }
    match created {
        Type::Optional(Some(inner)) => construct(inner, arguments, resolve, depth + 1),
        Type::NotUndef(inner) if **inner != Type::Any => construct(inner, arguments, resolve, depth + 1),
        Type::Alias(_) | Type::Data | Type::RichData => match super::assignability::behind_name(created) {
            Some(Type::Object(definition)) => object_instances::create(created, definition, arguments),
            Some(behind) => construct(behind, arguments, resolve, depth + 1),
            None => not_supported(),
        },
        Type::Init(Some(init)) => construct_init(&init.0, &init.1, arguments, resolve, depth + 1),
        Type::ObjectExtension(extension) => construct(&extension.base, arguments, resolve, depth + 1),
        Type::Object(definition) if definition.name.is_some() || !definition.definition.is_undef() => {
            object_instances::create(created, definition, arguments)
        }
        Type::Type(_) => others::type_from_text(arguments, resolve),
        other => match constructor_of(other) {
            Some(constructor) => constructor.call(arguments),
            None => not_supported(),
        },
    }
}

/// `Init[T, a…].new(x)` is `T.new(x, a…)`; a list is taken as the arguments where it is not one itself.
fn construct_init(
    created: &Type,
    fixed: &[Value],
    arguments: &[Value],
    resolve: NameResolver<'_>,
    depth: usize,
) -> Result<Value, InstanceError> {
    if matches!(created, Type::Init(_) | Type::Optional(_) | Type::NotUndef(_)) {
        return Err(InstanceError::NotSupported(super::display::plain_string(created)));
    }
    let [argument] = arguments else {
        let signature = others::init_signature(fixed.is_empty());
        let types: Vec<Type> = arguments.iter().map(super::infer).collect();
        return Err(InstanceError::Arguments(super::describe_call("new_Init", &signature, &types, None)));
    };
    let all: Vec<Value> = match argument {
        Value::Array(elements) if fixed.is_empty() => {
            let single = is_instance(created, argument)
                || constructor_of(created.resolved())
                    .is_some_and(|constructor| constructor.accepts_exactly_one(argument));
            if single { vec![argument.clone()] } else { elements.to_vec() }
        }
        other => std::iter::once(other.clone()).chain(fixed.iter().cloned()).collect(),
    };
    if let [argument] = all.as_slice()
        && is_instance(created, argument)
    {
        return Ok(argument.clone());
    }
    construct(created, &all, resolve, depth)
}

/// The constructor of a kind of type.
fn constructor_of(created: &Type) -> Option<&'static Constructor> {
    macro_rules! constructor {
        ($make:path) => {{
            static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new($make);
            &CONSTRUCTOR
        }};
    }
    Some(match created {
        Type::Integer { .. } => constructor!(numbers::integer),
        Type::Float { .. } => constructor!(numbers::float),
        Type::Numeric => constructor!(numbers::numeric),
        Type::Boolean(_) => constructor!(numbers::boolean),
        Type::String(_) | Type::StringValue(_) => constructor!(strings::string),
        Type::Regexp(_) => constructor!(strings::regexp),
        Type::Array { .. } | Type::Tuple { .. } => constructor!(collections::array),
        Type::Hash { .. } | Type::Struct(_) => constructor!(collections::hash),
        Type::Timestamp { .. } => constructor!(times::timestamp),
        Type::Timespan { .. } => constructor!(times::timespan),
        Type::SemVer(_) => constructor!(versions::sem_ver),
        Type::SemVerRange => constructor!(versions::sem_ver_range),
        Type::Binary => constructor!(binaries::binary),
        Type::Sensitive(_) => constructor!(others::sensitive),
        Type::Uri(_) => constructor!(others::uri),
        Type::NotUndef(_) | Type::Unit => constructor!(others::unit),
        _ => return None,
    })
}

/// An unknown argument, or one inside an argument.
fn unknown_among(arguments: &[Value]) -> Option<Value> {
    arguments.iter().find_map(|argument| argument.first_unknown().map(|reason| Value::Unknown(Arc::clone(reason))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::parse;
    use crate::value::to_source_string;

    fn new(created: &str, arguments: &[Value]) -> String {
        let created = parse(created).unwrap_or(Type::Undef);
        match new_instance(&created, arguments) {
            Ok(value) => to_source_string(&value),
            Err(error) => error.text(),
        }
    }

    #[test]
    fn numbers_are_converted() {
        for (created, argument, expected) in [
            ("Integer", Value::from("0x10"), "16"),
            ("Integer", Value::from("010"), "8"),
            ("Integer", Value::from("- 5"), "-5"),
            ("Integer", Value::Float(-5.9), "-5"),
            ("Integer", Value::from("5.9"), "'new' The string '5.9' cannot be converted to Integer"),
            ("Integer", Value::from("08"), "invalid value for Integer(): \"08\""),
            ("Integer", Value::Undef, "'new' Value of type Undef cannot be converted to Integer"),
            ("Float", Value::from("1.5e-3"), "0.0015"),
            ("Float", Value::from("0b11"), "3.0"),
            ("Numeric", Value::from("5.0"), "5.0"),
            ("Numeric", Value::from("+ 7"), "7"),
            ("Boolean", Value::from("YES"), "true"),
            ("Boolean", Value::from("t"), "'new_boolean' The string 't' cannot be converted to Boolean"),
            ("Optional[Integer]", Value::from("7"), "7"),
            ("Init[Integer, 16]", Value::from("0xff"), "255"),
            (
                "Variant[Integer, Float]",
                Value::from("5"),
                "Creation of new instance of type 'Variant[Integer, Float]' is not supported",
            ),
        ] {
            assert_eq!(new(created, std::slice::from_ref(&argument)), expected, "{created} {argument:?}");
        }
    }

    #[test]
    fn arguments_that_fit_no_signature_are_listed() {
        assert_eq!(new("Integer", &[]), "'new' expects between 1 and 3 arguments, got none");
        assert_eq!(new("Hash", &[Value::from(5)]), "odd number of arguments for Hash");
        assert_eq!(
            new("Integer[5, 6]", &[Value::from("1")]),
            "Converted value from Integer[5, 6].new() has wrong type, expects an Integer[5, 6] value, got Integer[1, 1]"
        );
    }

    #[test]
    fn what_is_made_of_an_unknown_is_unknown() {
        let unknown = Value::unknown("a fact is missing", None);
        assert!(matches!(new_instance(&Type::INTEGER, std::slice::from_ref(&unknown)), Ok(Value::Unknown(_))));
        let inside = Value::array([unknown]);
        let made = new_instance(&Type::Hash { key: Type::Any.into(), value: Type::Any.into(), size: None }, &[inside]);
        assert!(matches!(made, Ok(Value::Unknown(_))));
    }
}
