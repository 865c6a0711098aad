//! Methods of hashes that are not shared by all collections.

use std::cell::RefCell;
use std::rc::Rc;

use super::MethodCall;
use super::table::{Method, method};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::{RubyHash, RubyValue};

pub(super) type Entries = Rc<RefCell<RubyHash>>;

pub(super) static METHODS: &[Method<Entries>] = &[
    method("<", 1, less_or_equal),
    method("<=", 1, less_or_equal),
    method(">", 1, less_or_equal),
    method(">=", 1, less_or_equal),
    method("[]", 1, index),
    method("[]=", 2, set_index),
    method("any?", -1, is_any),
    method("assoc", 1, assoc),
    method("clear", 0, clear),
    method("compact", 0, compact),
    method("compact!", 0, compact_in_place),
    method("default", -1, default),
    method("default=", 1, set_default),
    method("default_proc", 0, default_proc),
    method("delete", 1, delete),
    method("delete_if", 0, select),
    method("dig", -1, dig),
    method("each_key", 0, each_key),
    method("each_value", 0, each_key),
    method("empty?", 0, is_empty),
    method("eql?", 1, is_eql),
    method("except", -1, except),
    method("fetch", -1, fetch),
    method("fetch_values", -1, fetch_values),
    method("filter", 0, select),
    method("filter!", 0, select),
    method("has_key?", 1, is_key),
    method("has_value?", 1, is_value),
    method("include?", 1, is_key),
    method("invert", 0, invert),
    method("keep_if", 0, select),
    method("key", 1, key),
    method("key?", 1, is_key),
    method("keys", 0, keys),
    method("length", 0, length),
    method("member?", 1, is_key),
    method("merge", -1, merge),
    method("merge!", -1, merge),
    method("rassoc", 1, assoc),
    method("rehash", 0, rehash),
    method("reject", 0, select),
    method("reject!", 0, select),
    method("replace", 1, replace),
    method("select", 0, select),
    method("select!", 0, select),
    method("shift", 0, shift),
    method("size", 0, length),
    method("slice", -1, slice),
    method("store", 2, set_index),
    method("to_h", 0, to_h),
    method("to_hash", 0, to_h),
    method("transform_keys", -1, transform_values),
    method("transform_keys!", -1, transform_values),
    method("transform_values", 0, transform_values),
    method("transform_values!", 0, transform_values),
    method("update", -1, merge),
    method("value?", 1, is_value),
    method("values", 0, values),
    method("values_at", -1, values_at),
];

fn index(ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(ruby.hash_get(receiver, &call.argument(0))?))
}

fn set_index(ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    ruby.check_size(receiver.borrow().len())?;
    receiver.borrow_mut().insert(call.argument(0), call.argument(1));
    Ok(Some(call.argument(1)))
}

fn fetch(ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let found = receiver.borrow().get(&call.argument(0));
    Ok(Some(match (found, call.arguments.get(1), &call.block) {
        (Some(value), _, _) => value,
        (None, Some(default), _) => default.clone(),
        (None, None, Some(block)) => ruby.call_proc(block, vec![call.argument(0)])?,
        (None, None, None) => {
            return ruby.raise("KeyError", format!("key not found: {}", call.argument(0).inspect()));
        }
    }))
}

fn dig(ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let first = ruby.hash_get(receiver, &call.argument(0))?;
    ruby.dig_further(first, call).map(Some)
}

fn is_key(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::Boolean(receiver.borrow().contains(&call.argument(0)))))
}

fn is_value(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let pairs = receiver.borrow().pairs();
    let wanted = call.argument(0);
    Ok(Some(RubyValue::Boolean(pairs.iter().any(|(_, value)| value.equals(&wanted)))))
}

fn key(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let pairs = receiver.borrow().pairs();
    let wanted = call.argument(0);
    Ok(Some(pairs.into_iter().find(|(_, value)| value.equals(&wanted)).map_or(RubyValue::Nil, |(key, _)| key)))
}

fn keys(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let pairs = receiver.borrow().pairs();
    Ok(Some(RubyValue::array(pairs.into_iter().map(|(key, _)| key).collect())))
}

fn values(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let pairs = receiver.borrow().pairs();
    Ok(Some(RubyValue::array(pairs.into_iter().map(|(_, value)| value).collect())))
}

fn values_at(ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let mut picked = Vec::new();
    for key in &call.arguments {
        picked.push(ruby.hash_get(receiver, key)?);
    }
    Ok(Some(RubyValue::array(picked)))
}

fn length(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::Integer(receiver.borrow().len() as i128)))
}

fn is_empty(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::Boolean(receiver.borrow().is_empty())))
}

fn each_key(ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let this = RubyValue::Hash(receiver.clone());
    let pairs = receiver.borrow().pairs();
    let Some(block) = &call.block else {
        let parts = pairs.into_iter().map(|(key, value)| if call.name == "each_key" { key } else { value });
        return Ok(Some(RubyValue::array(parts.collect())));
    };
    for (key, value) in pairs {
        ruby.call_proc(block, vec![if call.name == "each_key" { key } else { value }])?;
    }
    Ok(Some(this))
}

fn delete(ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let removed = receiver.borrow_mut().remove(&call.argument(0));
    match (removed, &call.block) {
        (Some(value), _) => Ok(Some(value)),
        (None, Some(block)) => ruby.call_proc(block, vec![call.argument(0)]).map(Some),
        (None, None) => Ok(Some(RubyValue::Nil)),
    }
}

fn merge(ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let this = RubyValue::Hash(receiver.clone());
    let mut merged = receiver.borrow().clone();
    for argument in &call.arguments {
        let RubyValue::Hash(other) = argument else {
            return ruby.raise("TypeError", format!("no implicit conversion of {} into Hash", argument.class_name()));
        };
        for (key, value) in other.borrow().pairs() {
            let value = match (&call.block, merged.get(&key)) {
                (Some(block), Some(old)) => ruby.call_proc(block, vec![key.clone(), old, value])?,
                _ => value,
            };
            merged.insert(key, value);
        }
    }
    Ok(Some(if call.name == "merge" {
        RubyValue::Hash(Rc::new(RefCell::new(merged)))
    } else {
        *receiver.borrow_mut() = merged;
        this
    }))
}

fn select(ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let this = RubyValue::Hash(receiver.clone());
    let pairs = receiver.borrow().pairs();
    let Some(block) = &call.block else { return Ok(None) };
    let keep_on = matches!(call.name, "select" | "filter" | "keep_if" | "select!" | "filter!");
    let mut kept = Vec::new();
    for (key, value) in pairs {
        let verdict = ruby.call_proc(block, vec![key.clone(), value.clone()])?;
        if ruby.truthy(&verdict)? == keep_on {
            kept.push((key, value));
        }
    }
    Ok(Some(if matches!(call.name, "select" | "filter" | "reject") {
        RubyValue::hash(kept)
    } else {
        let is_same = kept.len() == receiver.borrow().len();
        set_pairs(receiver, kept);
        if is_same && call.name.ends_with('!') { RubyValue::Nil } else { this }
    }))
}

fn transform_values(ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let this = RubyValue::Hash(receiver.clone());
    let pairs = receiver.borrow().pairs();
    let is_keys = call.name.starts_with("transform_keys");
    if call.block.is_none() && !(is_keys && call.arguments.len() == 1) {
        return Ok(None);
    }
    let mut changed = Vec::new();
    for (key, value) in pairs {
        changed.push(match &call.block {
            _ if is_keys => (renamed_key(ruby, key, call)?, value),
            Some(block) => {
                let value = ruby.call_proc(block, vec![value])?;
                (key, value)
            }
            None => (key, value),
        });
    }
    Ok(Some(if call.name.ends_with('!') {
        set_pairs(receiver, changed);
        this
    } else {
        RubyValue::hash(changed)
    }))
}

fn compact_in_place(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let length = receiver.borrow().len();
    let kept: Vec<_> =
        receiver.borrow().pairs().into_iter().filter(|(_, value)| !matches!(value, RubyValue::Nil)).collect();
    let is_same = kept.len() == length;
    set_pairs(receiver, kept);
    Ok(Some(if is_same { RubyValue::Nil } else { RubyValue::Hash(receiver.clone()) }))
}

/// Replaces the pairs of a hash; its default stays.
fn set_pairs(receiver: &Entries, pairs: Vec<(RubyValue, RubyValue)>) {
    let mut hash: RubyHash = pairs.into_iter().collect();
    let mut old = receiver.borrow_mut();
    hash.default = old.default.take();
    hash.default_block = old.default_block.take();
    hash.extensions = std::mem::take(&mut old.extensions);
    *old = hash;
}

/// `transform_keys` with a hash of new names, and perhaps a block for the others.
fn renamed_key(ruby: &mut Ruby<'_, '_>, key: RubyValue, call: &MethodCall<'_>) -> Ran {
    if let RubyValue::Hash(names) = call.argument(0) {
        let name = names.borrow().get(&key);
        if let Some(name) = name {
            return Ok(name);
        }
    }
    match &call.block {
        Some(block) => ruby.call_proc(block, vec![key]),
        None => Ok(key),
    }
}

/// `assoc` and `rassoc`: the first pair with this key or value.
fn assoc(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let wanted = call.argument(0);
    let found = receiver.borrow().pairs().into_iter().find(|(key, value)| match call.name {
        "assoc" => key.key() == wanted.key(),
        _ => value.equals(&wanted),
    });
    Ok(Some(found.map_or(RubyValue::Nil, |(key, value)| RubyValue::array(vec![key, value]))))
}

fn rehash(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let pairs = receiver.borrow().pairs();
    set_pairs(receiver, pairs);
    Ok(Some(RubyValue::Hash(receiver.clone())))
}

fn default_proc(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(receiver.borrow().default_block.clone().map_or(RubyValue::Nil, RubyValue::Proc)))
}

/// `eql?`: the same keys, each with a value that is `eql?` to the other.
fn is_eql(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let RubyValue::Hash(other) = call.argument(0) else { return Ok(Some(RubyValue::Boolean(false))) };
    let (own, other) = (receiver.borrow(), other.borrow());
    let same = |(key, value): &(RubyValue, RubyValue)| other.get(key).is_some_and(|other| other.key() == value.key());
    Ok(Some(RubyValue::Boolean(own.len() == other.len() && own.iter().all(same))))
}

fn replace(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let this = RubyValue::Hash(receiver.clone());
    Ok(Some(match call.argument(0) {
        RubyValue::Hash(other) => {
            let other = other.borrow().clone();
            *receiver.borrow_mut() = other;
            this
        }
        _ => return Ok(None),
    }))
}

fn fetch_values(ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let mut picked = Vec::new();
    for key in &call.arguments {
        match receiver.borrow().get(key) {
            Some(value) => picked.push(value),
            None => return ruby.raise("KeyError", format!("key not found: {}", key.inspect())),
        }
    }
    Ok(Some(RubyValue::array(picked)))
}

fn is_any(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let pairs = receiver.borrow().pairs();
    if !(call.block.is_none() && call.arguments.is_empty()) {
        return Ok(None);
    }
    Ok(Some(RubyValue::Boolean(!pairs.is_empty())))
}

fn default(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(receiver.borrow().default.as_deref().cloned().unwrap_or(RubyValue::Nil)))
}

/// `<`, `<=`, `>` and `>=`: whether one hash is a part of the other.
fn less_or_equal(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let RubyValue::Hash(other) = call.argument(0) else { return Ok(None) };
    let (own, other) = (receiver.borrow(), other.borrow());
    let (small, large) = if call.name.starts_with('<') { (&*own, &*other) } else { (&*other, &*own) };
    let is_inside = |(key, value): &(RubyValue, RubyValue)| large.get(key).is_some_and(|other| other.equals(value));
    let is_smaller = call.name.ends_with('=') || small.len() < large.len();
    Ok(Some(RubyValue::Boolean(is_smaller && small.iter().all(is_inside))))
}

fn invert(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let pairs = receiver.borrow().pairs();
    Ok(Some(RubyValue::hash(pairs.into_iter().map(|(key, value)| (value, key)))))
}

fn compact(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let pairs = receiver.borrow().pairs();
    Ok(Some(RubyValue::hash(pairs.into_iter().filter(|(_, value)| !matches!(value, RubyValue::Nil)))))
}

fn slice(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::hash(
        call.arguments.iter().filter_map(|key| Some((key.clone(), receiver.borrow().get(key)?))).collect::<Vec<_>>(),
    )))
}

fn except(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let pairs = receiver.borrow().pairs();
    Ok(Some(RubyValue::hash(
        pairs.into_iter().filter(|(key, _)| !call.arguments.iter().any(|other| other.key() == key.key())),
    )))
}

fn to_h(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    if call.block.is_some() {
        return Ok(None);
    }
    Ok(Some(RubyValue::Hash(receiver.clone())))
}

fn clear(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let this = RubyValue::Hash(receiver.clone());
    *receiver.borrow_mut() = RubyHash::default();
    Ok(Some(this))
}

fn shift(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let pairs = receiver.borrow().pairs();
    Ok(Some(match pairs.into_iter().next() {
        Some((key, value)) => {
            receiver.borrow_mut().remove(&key);
            RubyValue::array(vec![key, value])
        }
        None => RubyValue::Nil,
    }))
}

fn set_default(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    receiver.borrow_mut().default = Some(Box::new(call.argument(0)));
    Ok(Some(call.argument(0)))
}

impl Ruby<'_, '_> {
    fn hash_get(&mut self, receiver: &Entries, key: &RubyValue) -> Ran {
        let (found, default, block) = {
            let hash = receiver.borrow();
            (hash.get(key), hash.default.clone(), hash.default_block.clone())
        };
        match (found, block, default) {
            (Some(value), _, _) => Ok(value),
            (None, Some(block), _) => self.call_proc(&block, vec![RubyValue::Hash(receiver.clone()), key.clone()]),
            (None, None, Some(default)) => Ok(*default),
            (None, None, None) => Ok(RubyValue::Nil),
        }
    }
}
