//! Constructors as tables: signatures tried in order, each with what it runs.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use smol_str::SmolStr;

use super::{InstanceError, unknown_among};
use crate::types::mismatch::{Signature, accepts_call};
use crate::types::{AliasType, CallableType, Size, Type, describe_call, infer, parse_with};
use crate::value::Value;

pub(super) type Run = fn(&[Value]) -> Result<Value, String>;

/// What to say where no signature fits; `None` leaves it to the list of signatures.
pub(super) type Explain = fn(&[Value]) -> Option<Result<String, String>>;

pub(super) struct Constructor {
    pub name: &'static str,
    dispatches: Vec<(Signature, Run)>,
    explain: Option<Explain>,
    /// Unknown arguments may be wrapped as they are.
    keeps_unknown: bool,
}

/// One parameter: name, type, and whether it may be left out.
pub(super) type Parameter = (&'static str, &'static str, bool);

pub(super) const fn required(name: &'static str, type_text: &'static str) -> Parameter {
    (name, type_text, false)
}

pub(super) const fn optional(name: &'static str, type_text: &'static str) -> Parameter {
    (name, type_text, true)
}

impl Constructor {
    /// `aliases` are names for types that the signatures, and messages, use.
    pub(super) fn new(
        name: &'static str,
        aliases: &[(&'static str, &'static str)],
        dispatches: &[(&[Parameter], Run)],
    ) -> Constructor {
        let mut known: HashMap<&str, Type> = HashMap::new();
        for (alias, text) in aliases {
            let parsed = parse_with(text, &mut |name| known.get(name).cloned()).unwrap_or(Type::Any);
            let resolved = OnceLock::new();
            let _ = resolved.set(parsed);
            known.insert(alias, Type::Alias(Arc::new(AliasType { name: SmolStr::new_static(alias), resolved })));
        }
        let mut resolve = |name: &str| known.get(name).cloned();
        let dispatches =
            dispatches.iter().map(|(parameters, run)| (signature(parameters, &mut resolve), *run)).collect();
        Constructor { name, dispatches, explain: None, keeps_unknown: false }
    }

    pub(super) fn explained_by(mut self, explain: Explain) -> Constructor {
        self.explain = Some(explain);
        self
    }

    pub(super) fn keeping_unknown(mut self) -> Constructor {
        self.keeps_unknown = true;
        self
    }

    pub(super) fn accepts(&self, arguments: &[Value]) -> bool {
        self.dispatches.iter().any(|(signature, _)| accepts_call(signature, arguments, None))
    }

    /// What `Init` accepts: a value for a signature of one parameter, or a list for one of another number, or a value
    /// where all but one parameter may be left out.
    pub(super) fn accepts_initializer(&self, value: &Value) -> bool {
        let single = std::slice::from_ref(value);
        self.dispatches.iter().any(|(signature, _)| {
            let size = signature.callable.size.unwrap_or(Size::ANY);
            if size == Size::exactly(1) || size.min == 1 {
                accepts_call(signature, single, None)
                    || (size != Size::exactly(1)
                        && matches!(value, Value::Array(elements) if accepts_call(signature, elements, None)))
            } else {
                matches!(value, Value::Array(elements) if accepts_call(signature, elements, None))
            }
        })
    }

    /// The types of what `accepts_initializer` accepts: of the first parameter, or of the list of all.
    pub(super) fn initializer_types(&self, arguments: &[Value]) -> Vec<Type> {
        let mut types = Vec::new();
        for (signature, _) in &self.dispatches {
            let parameters = signature.callable.parameters.as_deref().unwrap_or_default();
            let size = signature.callable.size.unwrap_or(Size::ANY);
            let first = parameters.first();
            if !arguments.is_empty() {
                if size.holds(arguments.len() + 1) {
                    types.extend(first.cloned());
                }
            } else if size == Size::exactly(1) {
                types.extend(first.cloned());
            } else {
                types.push(Type::Tuple { types: parameters.into(), size: Some(size) });
                types.extend(first.filter(|_| size.min == 1).cloned());
            }
        }
        types
    }

    /// A signature that takes one argument, no more and no less, takes this.
    pub(super) fn accepts_exactly_one(&self, argument: &Value) -> bool {
        self.dispatches.iter().any(|(signature, _)| {
            signature.callable.parameters.as_ref().is_some_and(|parameters| parameters.len() == 1)
                && accepts_call(signature, std::slice::from_ref(argument), None)
        })
    }

    pub(super) fn call(&self, arguments: &[Value]) -> Result<Value, InstanceError> {
        if !self.keeps_unknown
            && let Some(unknown) = unknown_among(arguments)
        {
            return Ok(unknown);
        }
        for (signature, run) in &self.dispatches {
            if accepts_call(signature, arguments, None) {
                return run(arguments).map_err(InstanceError::Conversion);
            }
        }
        match self.explain.and_then(|explain| explain(arguments)) {
            Some(Ok(message)) => return Err(InstanceError::Arguments(format!("'{}' {message}", self.name))),
            Some(Err(message)) => return Err(InstanceError::Arguments(message)),
            None => {}
        }
        let signatures: Vec<Signature> = self.dispatches.iter().map(|(signature, _)| signature.clone()).collect();
        let types: Vec<Type> = arguments.iter().map(infer).collect();
        Err(InstanceError::Arguments(describe_call(self.name, &signatures, &types, None)))
    }
}

fn signature(parameters: &[Parameter], resolve: &mut dyn FnMut(&str) -> Option<Type>) -> Signature {
    let types: Vec<Type> =
        parameters.iter().map(|(_, text, _)| parse_with(text, resolve).unwrap_or(Type::Any)).collect();
    let needed = parameters.iter().filter(|(_, _, optional)| !optional).count();
    let size = Size { min: Size::exactly(needed).min, max: Size::exactly(parameters.len()).max };
    Signature {
        callable: CallableType { parameters: Some(types), size: Some(size), block: None, returns: None },
        parameter_names: parameters.iter().map(|(name, _, _)| SmolStr::new_static(name)).collect(),
        block_name: None,
    }
}

/// `The string 'x' cannot be converted to Integer`, or the same of a type.
pub(super) fn cannot_convert(value: &Value, target: &str) -> String {
    match value {
        Value::String(text) => format!("The string '{text}' cannot be converted to {target}"),
        other => format!("{} cannot be converted to {target}", value_of_type(other)),
    }
}

pub(super) fn value_of_type(value: &Value) -> String {
    format!("Value of type {}", crate::types::infer_generalized(value))
}

/// The entry of a hash of named arguments.
pub(super) fn named_argument<'v>(arguments: &'v [Value], name: &str) -> Option<&'v Value> {
    match arguments.first() {
        Some(Value::Hash(entries)) => entries.get(&Value::from(name)),
        _ => None,
    }
}
