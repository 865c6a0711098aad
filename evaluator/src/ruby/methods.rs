//! Which method a receiver answers. Each class of receivers has its own file; what none of them knows is unsupported.

mod array;
mod array_conversions;
mod array_in_place;
mod class;
mod combining;
mod enumerable;
mod float;
mod folding;
mod hash;
mod integer;
mod kernel;
mod lookup_context;
mod numeric;
mod puppet_scope;
mod range;
mod regexp;
mod string;
mod string_substitution;
mod table;

use std::rc::Rc;

use smol_str::SmolStr;

use super::host::HostCall;
use super::interpreter::{Ran, Ruby};
use super::value::{ProcBody, RubyProc, RubyValue};
use crate::hiera::lookup_context::is_context_method;
use crate::ruby_core::pack::Field;
use crate::value::Value;

/// One call of a method: what is given to it.
pub(super) struct MethodCall<'a> {
    pub name: &'a str,
    pub arguments: Vec<RubyValue>,
    pub block: Option<Rc<RubyProc>>,
    pub offset: u32,
}

impl<'a> MethodCall<'a> {
    /// Returns the same call of another method.
    pub fn named(&self, name: &'a str) -> MethodCall<'a> {
        MethodCall { name, arguments: self.arguments.clone(), block: self.block.clone(), offset: self.offset }
    }

    pub fn argument(&self, index: usize) -> RubyValue {
        self.arguments.get(index).cloned().unwrap_or(RubyValue::Nil)
    }

    pub fn integer(&self, index: usize) -> Option<i128> {
        match self.arguments.get(index) {
            Some(RubyValue::Integer(value)) => Some(*value),
            Some(RubyValue::Float(value)) => Some(*value as i128),
            _ => None,
        }
    }

    /// Tells whether the last argument is a hash with a true value under this name.
    pub fn has_option(&self, name: &str) -> bool {
        match self.arguments.last() {
            Some(RubyValue::Hash(options)) => {
                options.borrow().get(&RubyValue::Symbol(name.into())).is_some_and(|value| value.is_truthy())
            }
            _ => false,
        }
    }

    pub fn string(&self, index: usize) -> Option<String> {
        match self.arguments.get(index) {
            Some(RubyValue::String(text)) => Some(text.borrow().clone()),
            Some(RubyValue::Symbol(name)) => Some(name.to_string()),
            _ => None,
        }
    }
}

impl Ruby<'_, '_> {
    /// Calls a method of a value.
    pub fn send(
        &mut self,
        receiver: &RubyValue,
        name: &str,
        arguments: Vec<RubyValue>,
        block: Option<Rc<RubyProc>>,
        offset: u32,
    ) -> Ran {
        self.step()?;
        self.known(receiver)?;
        for argument in &arguments {
            self.known(argument)?;
        }
        self.note_change(receiver, name);
        let call = MethodCall { name, arguments, block, offset };
        if let Some(value) = self.source_method(receiver, &call)? {
            return Ok(value);
        }
        if takes_keys(receiver, name) {
            self.hash_keys(&call.arguments, offset)?;
            self.hash_keys(std::slice::from_ref(receiver), offset)?;
        }
        if let Some(value) = self.host_method(receiver, &call)? {
            return Ok(value);
        }
        let answer = match receiver {
            RubyValue::String(text) => match table::run(string_substitution::METHODS, self, text, &call)? {
                Some(value) => Some(value),
                None => table::run(string::METHODS, self, text, &call)?,
            },
            RubyValue::Symbol(symbol) => self.symbol_method(symbol, &call)?,
            RubyValue::Integer(_) | RubyValue::Float(_) | RubyValue::Big(_) => self.numeric_method(receiver, &call)?,
            RubyValue::Array(elements) => match table::run(array::METHODS, self, elements, &call)? {
                Some(value) => Some(value),
                None => enumerable::call(self, receiver, &call)?,
            },
            RubyValue::Hash(hash) => match table::run(hash::METHODS, self, hash, &call)? {
                Some(value) => Some(value),
                None => enumerable::call(self, receiver, &call)?,
            },
            RubyValue::Range(range) => match table::run(range::METHODS, self, range, &call)? {
                Some(value) => Some(value),
                None => enumerable::call(self, receiver, &call)?,
            },
            RubyValue::Regexp(pattern) => table::run(regexp::METHODS, self, pattern, &call)?,
            RubyValue::MatchData(data) => table::run(regexp::MATCH_METHODS, self, data, &call)?,
            RubyValue::Proc(callee) => match call.name {
                "call" | "()" | "yield" | "[]" | "===" => Some(self.call_proc(callee, call.arguments.clone())?),
                _ => None,
            },
            RubyValue::Scope(scope) => self.method_of_scope(*scope, &call)?,
            RubyValue::Main => self.main_method(&call)?,
            RubyValue::Constant(class) => self.class_method(class, &call)?,
            RubyValue::Exception { message, .. } => match call.name {
                "message" | "to_s" => Some(RubyValue::string(message.as_str())),
                "backtrace" => Some(RubyValue::array(Vec::new())),
                _ => None,
            },
            RubyValue::Puppet(value) => match (value, call.name) {
                (Value::Sensitive(inner), "unwrap") => Some(RubyValue::from_puppet(inner)),
                (Value::Binary(bytes), "bytes") => {
                    Some(RubyValue::array(bytes.iter().map(|byte| RubyValue::Integer((*byte).into())).collect()))
                }
                (Value::Binary(bytes), "bytesize" | "length" | "size") => Some(RubyValue::Integer(bytes.len() as i128)),
                (Value::Binary(bytes), "unpack" | "unpack1") => self.unpack_bytes(bytes, &call)?,
                (Value::Object(object), name) if is_context_method(object, name) => {
                    Some(self.lookup_context_method(object, &call)?)
                }
                _ => None,
            },
            RubyValue::Object(_) => None,
            RubyValue::Native(object) => match self.native_method(object, &call)? {
                Some(value) => Some(value),
                None if object.is_a("Enumerable") => enumerable::call(self, receiver, &call)?,
                None => None,
            },
            RubyValue::Nil | RubyValue::Boolean(_) => self.nil_or_boolean_method(receiver, &call)?,
        };
        if let Some(value) = answer {
            return Ok(value);
        }
        if let Some(value) = self.object_method(receiver, &call)? {
            return Ok(value);
        }
        match self.host_value_method(receiver, &call)? {
            Some(value) => Ok(value),
            None if matches!(receiver, RubyValue::Nil) => {
                self.raise("NoMethodError", format!("undefined method `{name}' for nil:NilClass"))
            }
            None => self.unsupported(format!("the method {}#{name}", receiver.class_name()), offset),
        }
    }

    /// What the host answers for a class, or for `self` outside of any.
    fn host_method(&mut self, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        let Some(host) = self.host.clone() else { return Ok(None) };
        let asked = || HostCall {
            name: call.name,
            arguments: call.arguments.clone(),
            block: call.block.clone(),
            offset: call.offset,
        };
        match receiver {
            RubyValue::Constant(class) => host.call_class(self, class, &asked()),
            RubyValue::Main => host.call(self, &asked()),
            _ => Ok(None),
        }
    }

    fn host_value_method(&mut self, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        let Some(host) = self.host.clone() else { return Ok(None) };
        let (arguments, block) = (call.arguments.clone(), call.block.clone());
        host.call_value(self, receiver, &HostCall { name: call.name, arguments, block, offset: call.offset })
    }

    /// What every value answers.
    fn object_method(&mut self, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        let value = match call.name {
            "==" | "eql?" | "===" => RubyValue::Boolean(receiver.equals(&call.argument(0))),
            "equal?" => RubyValue::Boolean(receiver.is_same_object(&call.argument(0))),
            "!=" => RubyValue::Boolean(!receiver.equals(&call.argument(0))),
            "!" => RubyValue::Boolean(!receiver.is_truthy()),
            "nil?" => RubyValue::Boolean(matches!(receiver, RubyValue::Nil)),
            "to_s" => RubyValue::string(self.text(receiver)?),
            "inspect" => RubyValue::string(receiver.inspect()),
            "is_a?" | "kind_of?" | "instance_of?" => match call.argument(0) {
                RubyValue::Constant(class) if call.name == "instance_of?" => {
                    RubyValue::Boolean(receiver.class_name() == class)
                }
                RubyValue::Constant(class) => RubyValue::Boolean(self.is_kind_of(receiver, &class)),
                _ => return Ok(None),
            },
            "extend" => {
                for argument in &call.arguments {
                    let RubyValue::Constant(module) = argument else { return Ok(None) };
                    let RubyValue::Hash(hash) = receiver else { return Ok(None) };
                    hash.borrow_mut().extensions.push(module.clone());
                    let extended = MethodCall {
                        name: "extended",
                        arguments: vec![receiver.clone()],
                        block: None,
                        offset: call.offset,
                    };
                    self.source_method(argument, &extended)?;
                }
                receiver.clone()
            }
            "method" => {
                let Some(name) = call.string(0) else { return Ok(None) };
                if !matches!(receiver, RubyValue::Main) {
                    return Ok(None);
                }
                let Some(definition) = self.methods.get(name.as_str()).cloned() else { return Ok(None) };
                RubyValue::Proc(Rc::new(RubyProc {
                    block: ProcBody::Block(definition),
                    environment: super::environment::Environment::new(None),
                    is_lambda: true,
                }))
            }
            "class" => RubyValue::Constant(receiver.class_name()),
            "dup" | "clone" | "freeze" | "itself" | "to_ruby" => return Ok(Some(copy(receiver, call.name))),
            "frozen?" => match receiver {
                RubyValue::String(_) | RubyValue::Array(_) | RubyValue::Hash(_) | RubyValue::Object(_) => {
                    return Ok(None);
                }
                _ => RubyValue::Boolean(true),
            },
            "hash" if self.hashing > 0 => RubyValue::Integer(i128::from(key_hash(receiver))),
            "hash" | "object_id" => return Ok(None),
            "tap" => {
                if let Some(block) = &call.block {
                    self.call_proc(block, vec![receiver.clone()])?;
                }
                receiver.clone()
            }
            "then" | "yield_self" => match &call.block {
                Some(block) => self.call_proc(block, vec![receiver.clone()])?,
                None => return Ok(None),
            },
            "respond_to?" => {
                let Some(name) = call.string(0) else { return Ok(None) };
                match responds_to(receiver, &name) {
                    Some(answer) => RubyValue::Boolean(answer),
                    None => return self.unsupported(format!("respond_to?(:{name})"), call.offset),
                }
            }
            "to_yaml" => return self.yaml_text(receiver, &call.argument(0), call.offset),
            "to_json" | "to_pson" => match receiver.to_puppet() {
                Some(value) => RubyValue::string(crate::ruby::serialize::to_json(&value, false)),
                None => return Ok(None),
            },
            "=~" => RubyValue::Nil,
            "<=>" if receiver.equals(&call.argument(0)) => RubyValue::Integer(0),
            "<=>" if !matches!(receiver, RubyValue::Object(_)) => RubyValue::Nil,
            "send" | "public_send" | "__send__" => {
                let Some(name) = call.string(0) else { return Ok(None) };
                let arguments = call.arguments.iter().skip(1).cloned().collect();
                return self.send(receiver, &name, arguments, call.block.clone(), call.offset).map(Some);
            }
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    fn numeric_method(&mut self, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        if let Some(value) = table::run(numeric::METHODS, self, receiver, call)? {
            return Ok(Some(value));
        }
        match (receiver, super::big_integers::big(receiver)) {
            (_, Some(number)) => table::run(integer::METHODS, self, &number, call),
            (RubyValue::Float(number), None) => table::run(float::METHODS, self, number, call),
            _ => Ok(None),
        }
    }

    fn nil_or_boolean_method(&mut self, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        let truthy = receiver.is_truthy();
        Ok(Some(match (receiver, call.name) {
            (RubyValue::Nil, "to_a") => RubyValue::array(Vec::new()),
            (RubyValue::Nil, "to_h") => RubyValue::hash([]),
            (RubyValue::Nil, "to_i") => RubyValue::Integer(0),
            (RubyValue::Nil, "to_f") => RubyValue::Float(0.0),
            (_, "&") => RubyValue::Boolean(truthy && call.argument(0).is_truthy()),
            (_, "|") => RubyValue::Boolean(truthy || call.argument(0).is_truthy()),
            (RubyValue::Boolean(_), "^") => RubyValue::Boolean(truthy != call.argument(0).is_truthy()),
            _ => return Ok(None),
        }))
    }

    fn symbol_method(&mut self, symbol: &SmolStr, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        Ok(Some(match call.name {
            "to_sym" | "id2name" => RubyValue::Symbol(symbol.clone()),
            "to_proc" => RubyValue::Proc(Rc::new(RubyProc {
                block: ProcBody::Method(symbol.clone()),
                environment: super::environment::Environment::new(None),
                is_lambda: true,
            })),
            "name" => RubyValue::string(symbol.as_str()),
            "<=>" => match call.argument(0) {
                RubyValue::Symbol(other) => RubyValue::Integer(order(symbol.cmp(&other))),
                _ => RubyValue::Nil,
            },
            "length" | "size" | "upcase" | "downcase" | "capitalize" | "swapcase" | "succ" | "next" | "start_with?"
            | "end_with?" | "empty?" | "[]" | "=~" | "match" | "match?" => {
                let text = RubyValue::string(symbol.as_str());
                return self.send(&text, call.name, call.arguments.clone(), None, call.offset).map(
                    |value| match value {
                        RubyValue::String(text) if call.name != "[]" => {
                            Some(RubyValue::Symbol(text.borrow().as_str().into()))
                        }
                        other => Some(other),
                    },
                );
            }
            _ => return Ok(None),
        }))
    }

    /// Takes bytes apart as `unpack` and `unpack1` do.
    pub(super) fn unpack_bytes(&mut self, bytes: &[u8], call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        let fields = call.string(0).and_then(|template| crate::ruby_core::pack::unpack(bytes, &template));
        let Some(fields) = fields else {
            return self.unsupported(format!("String#{} of this form", call.name), call.offset);
        };
        let mut values = fields.into_iter().map(|field| match field {
            Field::Integer(number) => RubyValue::Integer(number),
            Field::Bytes(bytes) => super::library::string_of(bytes),
            Field::Nil => RubyValue::Nil,
        });
        Ok(Some(match call.name {
            "unpack1" => values.next().unwrap_or(RubyValue::Nil),
            _ => RubyValue::array(values.collect()),
        }))
    }

    /// `Array(value)`: nothing for nil, an array as it is, pairs of a hash, otherwise the value alone.
    pub fn to_array(&self, value: &RubyValue) -> Ran<Vec<RubyValue>> {
        self.known(value)?;
        Ok(match value {
            RubyValue::Nil => Vec::new(),
            RubyValue::Array(elements) => elements.borrow().clone(),
            RubyValue::Hash(hash) => {
                hash.borrow().pairs().into_iter().map(|(key, value)| RubyValue::array(vec![key, value])).collect()
            }
            RubyValue::Range(_) | RubyValue::Native(_) => self.elements(value, 0)?,
            other => vec![other.clone()],
        })
    }

    /// What iterating over a value gives.
    pub fn elements(&self, value: &RubyValue, offset: u32) -> Ran<Vec<RubyValue>> {
        match value {
            RubyValue::Array(_) | RubyValue::Hash(_) => self.to_array(value),
            RubyValue::Range(range) => match (&range.from, &range.to) {
                (RubyValue::Integer(from), RubyValue::Integer(to)) => {
                    let to = if range.exclusive { *to } else { to.saturating_add(1) };
                    let limit = self.puppet.request.limits.collection_elements as i128;
                    if to.saturating_sub(*from) > limit {
                        return self.unsupported("a range of this size", offset);
                    }
                    Ok((*from..to).map(RubyValue::Integer).collect())
                }
                (RubyValue::String(from), RubyValue::String(to)) => {
                    let (from, to) = (from.borrow(), to.borrow());
                    let mut texts = crate::ruby_core::successor::strings_between(&from, &to);
                    if range.exclusive && texts.last().is_some_and(|last| *last == *to) {
                        texts.pop();
                    }
                    Ok(texts.into_iter().map(RubyValue::string).collect())
                }
                _ => match super::library::elements_between(range) {
                    Some(elements) => Ok(elements),
                    None => self.unsupported("this range", offset),
                },
            },
            RubyValue::Native(object) => match object.elements() {
                Some(elements) => Ok(elements),
                None => self.unsupported(format!("iterating over a {}", value.class_name()), offset),
            },
            _ => self.unsupported(format!("iterating over a {}", value.class_name()), offset),
        }
    }

    /// Ruby's `<=>`; `None` where there is no order.
    pub fn compare(&self, left: &RubyValue, right: &RubyValue) -> Option<std::cmp::Ordering> {
        match (left, right) {
            (RubyValue::Integer(a), RubyValue::Integer(b)) => Some(a.cmp(b)),
            (RubyValue::Integer(a), RubyValue::Float(b)) => (*a as f64).partial_cmp(b),
            (RubyValue::Float(a), RubyValue::Integer(b)) => a.partial_cmp(&(*b as f64)),
            (RubyValue::Float(a), RubyValue::Float(b)) => a.partial_cmp(b),
            (RubyValue::Big(_), RubyValue::Float(b)) => {
                num_traits::ToPrimitive::to_f64(&super::big_integers::big(left)?)?.partial_cmp(b)
            }
            (RubyValue::Big(_), RubyValue::Integer(_) | RubyValue::Big(_))
            | (RubyValue::Integer(_), RubyValue::Big(_)) => {
                Some(super::big_integers::big(left)?.cmp(&super::big_integers::big(right)?))
            }
            (RubyValue::String(a), RubyValue::String(b)) => Some(a.borrow().as_bytes().cmp(b.borrow().as_bytes())),
            (RubyValue::Symbol(a), RubyValue::Symbol(b)) => Some(a.as_bytes().cmp(b.as_bytes())),
            (RubyValue::Array(a), RubyValue::Array(b)) => {
                let (a, b) = (a.borrow(), b.borrow());
                for (a, b) in a.iter().zip(b.iter()) {
                    match self.compare(a, b)? {
                        std::cmp::Ordering::Equal => {}
                        other => return Some(other),
                    }
                }
                Some(a.len().cmp(&b.len()))
            }
            (RubyValue::Native(a), RubyValue::Native(b)) => a.compare(b),
            (RubyValue::Nil, RubyValue::Nil) => Some(std::cmp::Ordering::Equal),
            (RubyValue::Boolean(a), RubyValue::Boolean(b)) if a == b => Some(std::cmp::Ordering::Equal),
            _ => None,
        }
    }
}

/// Returns what Ruby says where two values have no order.
pub(super) fn comparison_failed(left: &RubyValue, right: &RubyValue) -> String {
    let shown = match right {
        RubyValue::Nil | RubyValue::Boolean(_) | RubyValue::Integer(_) | RubyValue::Float(_) | RubyValue::Symbol(_) => {
            right.inspect()
        }
        other => other.class_name().to_string(),
    };
    format!("comparison of {} with {shown} failed", left.class_name())
}

fn order(ordering: std::cmp::Ordering) -> i128 {
    ordering as i128
}

fn copy(value: &RubyValue, method: &str) -> RubyValue {
    if !matches!(method, "dup" | "clone") {
        return value.clone();
    }
    match value {
        RubyValue::String(text) => RubyValue::string(text.borrow().clone()),
        RubyValue::Array(elements) => RubyValue::array(elements.borrow().clone()),
        RubyValue::Hash(hash) => RubyValue::Hash(Rc::new(std::cell::RefCell::new(hash.borrow().clone()))),
        other => other.clone(),
    }
}

/// Only for the methods that real code asks about.
fn responds_to(value: &RubyValue, name: &str) -> Option<bool> {
    let is_collection = matches!(value, RubyValue::Array(_) | RubyValue::Hash(_) | RubyValue::Range(_));
    Some(match name {
        "each" | "map" | "any?" => is_collection,
        "to_s" | "inspect" | "nil?" => true,
        "empty?" => {
            matches!(value, RubyValue::Array(_) | RubyValue::Hash(_) | RubyValue::String(_) | RubyValue::Symbol(_))
        }
        "keys" | "has_key?" | "key?" | "each_pair" => matches!(value, RubyValue::Hash(_)),
        "join" | "push" => matches!(value, RubyValue::Array(_)),
        "to_i" | "to_f" => {
            matches!(value, RubyValue::String(_) | RubyValue::Integer(_) | RubyValue::Float(_) | RubyValue::Nil)
        }
        "to_str" | "gsub" | "split" | "strip" => matches!(value, RubyValue::String(_)),
        "to_ary" => matches!(value, RubyValue::Array(_)),
        "to_hash" => matches!(value, RubyValue::Hash(_)),
        "unwrap" => matches!(value, RubyValue::Puppet(Value::Sensitive(_))),
        _ => return None,
    })
}

/// Returns whether a method compares its arguments, or the elements of its receiver, as keys.
fn takes_keys(receiver: &RubyValue, name: &str) -> bool {
    match receiver {
        RubyValue::Hash(_) => true,
        RubyValue::Native(object) => object.class_name() == "Set",
        RubyValue::Constant(class) => class == "Set",
        RubyValue::Array(_) => matches!(name, "uniq" | "uniq!" | "-" | "&" | "|" | "tally" | "to_set" | "difference"),
        _ => false,
    }
}

/// A number that is equal for equal keys.
fn key_hash(value: &RubyValue) -> u32 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    value.key().hash(&mut hasher);
    (hasher.finish() >> 32) as u32
}
