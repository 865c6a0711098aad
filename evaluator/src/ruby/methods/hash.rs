//! Methods of hashes that are not shared by all collections.

use std::cell::RefCell;
use std::rc::Rc;

use super::MethodCall;
use super::table::{Method, method};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::{RubyHash, RubyValue};

pub(super) type Entries = Rc<RefCell<RubyHash>>;

pub(super) static METHODS: &[Method<Entries>] = &[
    method("<=", 1, less_or_equal),
    method(">=", 1, less_or_equal),
    method("[]", 1, index),
    method("[]=", 2, set_index),
    method("any?", -1, is_any),
    method("clear", 0, clear),
    method("compact", 0, compact),
    method("compact!", 0, compact_in_place),
    method("default", -1, default),
    method("default=", 1, set_default),
    method("delete", 1, delete),
    method("delete_if", 0, select),
    method("dig", -1, dig),
    method("each_key", 0, each_key),
    method("each_value", 0, each_key),
    method("empty?", 0, is_empty),
    method("except", -1, except),
    method("fetch", -1, fetch),
    method("fetch_values", -1, fetch_values),
    method("filter", 0, select),
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
    let pairs = receiver.borrow().pairs();
    ruby.check_size(pairs.len())?;
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
    let pairs = receiver.borrow().pairs();
    Ok(Some(RubyValue::Integer(pairs.len() as i128)))
}

fn is_empty(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let pairs = receiver.borrow().pairs();
    Ok(Some(RubyValue::Boolean(pairs.is_empty())))
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

fn delete(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(receiver.borrow_mut().remove(&call.argument(0)).unwrap_or(RubyValue::Nil)))
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
    let keep_on = matches!(call.name, "select" | "filter" | "keep_if" | "select!");
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
        *receiver.borrow_mut() = kept.into_iter().collect();
        this
    }))
}

fn transform_values(ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let this = RubyValue::Hash(receiver.clone());
    let pairs = receiver.borrow().pairs();
    let Some(block) = &call.block else { return Ok(None) };
    let mut changed = Vec::new();
    for (key, value) in pairs {
        changed.push(if call.name.starts_with("transform_keys") {
            (ruby.call_proc(block, vec![key])?, value)
        } else {
            let value = ruby.call_proc(block, vec![value])?;
            (key, value)
        });
    }
    Ok(Some(if call.name.ends_with('!') {
        *receiver.borrow_mut() = changed.into_iter().collect();
        this
    } else {
        RubyValue::hash(changed)
    }))
}

fn compact_in_place(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let this = RubyValue::Hash(receiver.clone());
    let pairs = receiver.borrow().pairs();
    let kept = pairs.into_iter().filter(|(_, value)| !matches!(value, RubyValue::Nil));
    *receiver.borrow_mut() = kept.collect();
    Ok(Some(this))
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

fn less_or_equal(_ruby: &mut Ruby<'_, '_>, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(match call.argument(0) {
        RubyValue::Hash(other) => {
            let (own, other) = (receiver.borrow(), other.borrow());
            let (small, large) = if call.name == "<=" { (&*own, &*other) } else { (&*other, &*own) };
            let inside = |(key, value): &(RubyValue, RubyValue)| large.get(key).is_some_and(|v| v.equals(value));
            RubyValue::Boolean(small.iter().all(inside))
        }
        _ => return Ok(None),
    }))
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
    if !(call.block.is_none()) {
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
