//! `Puppet::LookupContext`: what a data function gets to say "not found", to remember values and to interpolate.

use std::sync::Arc;

use smol_str::SmolStr;

use super::function_backend::AnswersKey;
use super::invocation::Invocation;
use crate::interpreter::{Evaluated, Interpreter, Interrupt};
use crate::place::Place;
use crate::scope::ScopeId;
use crate::types::{ObjectAttribute, ObjectType, Size, Type};
use crate::value::{Callable, HashEntries, ObjectValue, Value};

const TYPE_NAME: &str = "Puppet::LookupContext";
/// The attribute that tells contexts apart; it is no part of the type.
const CACHE_ATTRIBUTE: &str = " cache";

/// What a data function that is running belongs to.
#[derive(Debug)]
pub struct ActiveLookup {
    pub stack: Vec<String>,
    pub scope: ScopeId,
    /// What the function said with `$context.explain`.
    pub explained: Vec<String>,
}

/// The values that one context remembers.
#[derive(Debug, Default)]
pub struct ContextCaches {
    numbers: std::collections::HashMap<AnswersKey, usize>,
    caches: Vec<HashEntries>,
}

impl ContextCaches {
    fn number(&mut self, key: AnswersKey) -> usize {
        let next = self.caches.len();
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.caches.push(HashEntries::default());
        }
        number
    }
}

pub(super) fn new_context(interpreter: &mut Interpreter<'_>, module: Option<SmolStr>, cache: AnswersKey) -> Value {
    let number = interpreter.hiera.context_caches.number(cache);
    let attributes = vec![
        (SmolStr::new_static("environment_name"), Value::String(interpreter.request.environment.clone())),
        (SmolStr::new_static("module_name"), module.map_or(Value::Undef, Value::String)),
        (SmolStr::new_static(CACHE_ATTRIBUTE), Value::Integer(number as i128)),
    ];
    Value::Object(Arc::new(ObjectValue { object_type: context_type(), attributes }))
}

fn context_type() -> Type {
    let non_empty = Type::String(Some(Size { min: 1, max: None }));
    let attribute = |name: &'static str, attribute_type: Type, kind: Option<&'static str>| ObjectAttribute {
        name: SmolStr::new_static(name),
        attribute_type,
        kind: kind.map(SmolStr::new_static),
        value: None,
    };
    Type::Object(Arc::new(ObjectType {
        name: Some(SmolStr::new_static(TYPE_NAME)),
        parent: None,
        attributes: vec![
            attribute("environment_name", non_empty.clone(), Some("derived")),
            attribute("module_name", Type::Variant([non_empty, Type::Undef].into()), None),
        ],
        functions: Vec::new(),
        type_parameters: Vec::new(),
        equality: None,
        equality_ignores_type: false,
        serialization: None,
        definition: Value::hash([(Value::string("name"), Value::string(TYPE_NAME))]),
    }))
}

/// True for the methods and attributes that a context has.
pub fn is_context_method(object: &ObjectValue, name: &str) -> bool {
    let is_context = matches!(&object.object_type, Type::Object(object) if object.name.as_deref() == Some(TYPE_NAME));
    is_context
        && matches!(
            name,
            "environment_name"
                | "module_name"
                | "not_found"
                | "explain"
                | "interpolate"
                | "cache"
                | "cache_all"
                | "cache_has_key"
                | "cached_value"
                | "cached_entries"
                | "cached_file_data"
        )
}

impl Interpreter<'_> {
    /// Calls a method of a context, for which `is_context_method` holds.
    pub(crate) fn call_context_method(
        &mut self,
        object: &ObjectValue,
        name: &str,
        arguments: Vec<Value>,
        block: Option<Arc<Callable>>,
        place: Place,
    ) -> Evaluated<Value> {
        let attribute = |wanted: &str| {
            object.attributes.iter().find(|(name, _)| name == wanted).map_or(Value::Undef, |(_, value)| value.clone())
        };
        let number = match attribute(CACHE_ATTRIBUTE) {
            Value::Integer(number) => usize::try_from(number).unwrap_or(usize::MAX),
            _ => usize::MAX,
        };
        let mut arguments = arguments.into_iter();
        let first = arguments.next().unwrap_or(Value::Undef);
        let second = arguments.next().unwrap_or(Value::Undef);
        match name {
            "not_found" => {
                self.hiera.not_found = true;
                Err(Box::new(Interrupt::Return(Value::Undef, place)))
            }
            "explain" => {
                if let Some(block) = block {
                    let text = self.call_block(&block, Vec::new(), place)?;
                    if let Some(active) = &mut self.hiera.active {
                        active.explained.push(crate::ruby_core::text::to_s(&text));
                    }
                }
                Ok(Value::Undef)
            }
            "interpolate" => {
                let active = self.hiera.active.as_ref();
                let scope = active.map_or(ScopeId::TOP, |active| active.scope);
                let mut invocation = Invocation::new(scope, place);
                invocation.stack = active.map(|active| active.stack.clone()).unwrap_or_default();
                self.interpolate_data(&first, &mut invocation, true)
            }
            "cache" => {
                if let Some(cache) = self.hiera.context_caches.caches.get_mut(number) {
                    cache.insert(first, second.clone());
                }
                Ok(second)
            }
            "cache_all" => {
                if let (Some(cache), Value::Hash(entries)) = (self.hiera.context_caches.caches.get_mut(number), first) {
                    cache.extend(entries.iter().map(|(key, value)| (key.clone(), value.clone())));
                }
                Ok(Value::Undef)
            }
            "cache_has_key" => {
                let cache = self.hiera.context_caches.caches.get(number);
                Ok(Value::Boolean(cache.is_some_and(|cache| cache.contains_key(&first))))
            }
            "cached_value" => {
                let cache = self.hiera.context_caches.caches.get(number);
                Ok(cache.and_then(|cache| cache.get(&first)).cloned().unwrap_or(Value::Undef))
            }
            "cached_entries" => {
                let entries = self.hiera.context_caches.caches.get(number).cloned().unwrap_or_default();
                let Some(block) = block else {
                    return Ok(Value::array(entries.into_iter().map(|(key, value)| Value::array([key, value]))));
                };
                for (key, value) in entries {
                    self.call_block(&block, vec![key, value], place)?;
                }
                Ok(Value::Undef)
            }
            "cached_file_data" => {
                let reason = "$context.cached_file_data reads a file that is no part of the environment";
                Ok(self.unknown(reason, Some(place)))
            }
            other => Ok(attribute(other)),
        }
    }
}
