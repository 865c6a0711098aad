//! `tree_each`: walks a nested structure, containers and values, depth first or breadth first.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::functions::iterable::elements_of;
use crate::functions::{
    BlockSpec, BuiltinFunction, Dispatch, FunctionCall, ParameterSpec, UnknownArguments, optional, required,
};
use crate::interpreter::{Evaluated, Interpreter, Interrupt};
use crate::limits::LimitReached;
use crate::types::{Type, is_assignable, is_instance, objects};
use crate::value::{IteratorSource, IteratorValue, Value};

const PARAMETERS: &[ParameterSpec] =
    &[required("tree", "Variant[Iterator, Array, Hash, Object]"), optional("options", "OptionsType")];

pub static FUNCTIONS: &[BuiltinFunction] = &[BuiltinFunction {
    name: "tree_each",
    documentation: "Walks a structure of arrays, hashes and objects and calls a lambda with each part, or with its path and \
        itself; without a lambda it gives an iterator of such pairs. Options choose the order (`depth_first`, \
        `breadth_first`), whether containers, values and the root are among the parts, and what counts as a \
        container.\n\n    [1, [2]].tree_each |$path, $value| { notice($path, $value) }",
    unknown: UnknownArguments::SpreadOutermost,
    local_types: &["OptionsType = Struct[{ \
        container_type => Optional[Type], \
        include_root => Optional[Boolean], \
        include_containers => Optional[Boolean], \
        include_values => Optional[Boolean], \
        order => Optional[Enum[depth_first, breadth_first]], \
        include_refs => Optional[Boolean] }]"],
    dispatches: &[
        Dispatch { parameters: PARAMETERS, block: BlockSpec::Required("Callable[2,2]"), returns: None, run: each_pair },
        Dispatch {
            parameters: PARAMETERS,
            block: BlockSpec::Required("Callable[1,1]"),
            returns: None,
            run: each_value,
        },
        Dispatch { parameters: PARAMETERS, block: BlockSpec::None, returns: Some("Iterator"), run: iterator },
    ],
    ..BuiltinFunction::COMMON
}];

/// A part of the tree, by its path.
type Visited = (Vec<Value>, Value);

/// What is walked, and how.
struct Walk {
    containers: Type,
    with_root: bool,
    with_containers: bool,
    with_values: bool,
    with_references: bool,
    breadth_first: bool,
}

impl Walk {
    fn new(interpreter: &Interpreter<'_>, call: &FunctionCall) -> Evaluated<Walk> {
        let options = call.entries(1);
        let option = |name: &str| options.get(&Value::string(name)).cloned().unwrap_or(Value::Undef);
        let flag = |name: &str, default: bool| match option(name) {
            Value::Undef => default,
            value => value != Value::Boolean(false),
        };
        let default_containers = Type::variant([
            Type::array_of(Type::Any),
            Type::hash_of(Type::Any, Type::Any),
            Type::Object(Default::default()),
        ]);
        let containers = match option("container_type") {
            Value::Type(containers) => containers,
            _ => default_containers.clone(),
        };
        if !is_assignable(&default_containers, &containers) {
            return call.fail(
                interpreter,
                format!("Only Array, Hash, and Object types can be used as container types. Got {containers}"),
            );
        }
        let with_containers = flag("include_containers", true);
        let with_values = flag("include_values", true);
        if !with_containers && !with_values {
            return call.fail(interpreter, "Options 'include_containers' and 'include_values' cannot both be false");
        }
        Ok(Walk {
            containers,
            with_root: with_containers && flag("include_root", true),
            with_containers,
            with_values,
            with_references: flag("include_refs", false),
            breadth_first: option("order").as_str() == Some("breadth_first"),
        })
    }

    /// Keys and parts of a container; `None` for a value.
    fn parts(&self, value: &Value) -> Option<Vec<(Value, Value)>> {
        if !is_instance(&self.containers, value) {
            return None;
        }
        match value {
            Value::Array(elements) => {
                let keys = (0..elements.len()).map(|index| Value::Integer(index as i128));
                Some(keys.zip(elements.iter().cloned()).collect())
            }
            Value::Hash(entries) => Some(entries.iter().map(|(key, entry)| (key.clone(), entry.clone())).collect()),
            Value::Object(object) => {
                let Type::Object(definition) = object.object_type.resolved() else {
                    return None;
                };
                let attributes = objects::all_attributes(definition);
                let kept = attributes
                    .iter()
                    .filter(|attribute| self.with_references || attribute.kind.as_deref() != Some("reference"));
                let parts = kept.filter_map(|attribute| {
                    Some((Value::String(attribute.name.clone()), objects::attribute_of(object, &attribute.name)?))
                });
                Some(parts.collect())
            }
            _ => None,
        }
    }

    /// Paths and values in order; `None` where the root is no container.
    fn walk(&self, interpreter: &Interpreter<'_>, root: &Value) -> Evaluated<Option<Vec<Visited>>> {
        let limit = interpreter.request.limits.collection_elements;
        let Some(parts) = self.parts(root) else {
            return Ok(None);
        };
        let mut found = Vec::new();
        if self.with_root {
            found.push((Vec::new(), root.clone()));
        }
        let entry = |path: &[Value], (key, value): (Value, Value)| {
            let mut path = path.to_vec();
            path.push(key);
            (path, value)
        };
        let mut pending: VecDeque<Visited> = parts.into_iter().map(|part| entry(&[], part)).collect();
        while let Some((path, value)) = pending.pop_front() {
            if found.len() + pending.len() > limit {
                return interpreter.limit(LimitReached::CollectionElements(limit));
            }
            let parts = self.parts(&value);
            let shown = match &parts {
                Some(_) => self.with_containers,
                // Breadth first, Puppet shows the values in any case.
                None => self.with_values || self.breadth_first,
            };
            let inner: Vec<_> = parts.into_iter().flatten().map(|part| entry(&path, part)).collect();
            if self.breadth_first {
                pending.extend(inner);
            } else {
                for part in inner.into_iter().rev() {
                    pending.push_front(part);
                }
            }
            if shown {
                found.push((path, value));
            }
        }
        Ok(Some(found))
    }
}

fn found(interpreter: &Interpreter<'_>, call: &FunctionCall) -> Evaluated<Vec<Visited>> {
    let walk = Walk::new(interpreter, call)?;
    let root = match call.argument(0) {
        value @ Value::Iterator(_) => Value::array(elements_of(interpreter, value)?),
        other => other.clone(),
    };
    match walk.walk(interpreter, &root)? {
        Some(found) => Ok(found),
        None => call.fail(interpreter, "undefined method `next' for nil:NilClass"),
    }
}

fn each_pair(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    each(interpreter, call, |path, value| vec![Value::array(path), value])
}

fn each_value(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    each(interpreter, call, |_, value| vec![value])
}

fn each(
    interpreter: &mut Interpreter<'_>,
    call: FunctionCall,
    arguments: fn(Vec<Value>, Value) -> Vec<Value>,
) -> Evaluated<Value> {
    for (path, value) in found(interpreter, &call)? {
        let Some(block) = call.block() else {
            break;
        };
        if let Err(interrupt) = interpreter.call_block(&block.clone(), arguments(path, value), call.place) {
            match *interrupt {
                Interrupt::Break(_) => break,
                other => return Err(Box::new(other)),
            }
        }
    }
    Ok(call.argument(0).clone())
}

fn iterator(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let pairs = found(interpreter, &call)?;
    let values = pairs.into_iter().map(|(path, value)| Value::array([Value::array(path), value])).collect();
    Ok(Value::Iterator(Arc::new(IteratorValue {
        source: IteratorSource::Values(Arc::new(values)),
        element_type: Type::Any,
    })))
}
