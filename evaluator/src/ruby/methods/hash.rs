//! Methods of hashes that are not shared by all collections.

use std::cell::RefCell;
use std::rc::Rc;

use super::MethodCall;
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::{RubyHash, RubyValue};

type Entries = Rc<RefCell<RubyHash>>;

impl Ruby<'_, '_> {
    pub(super) fn hash_method(&mut self, receiver: &Entries, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        let this = RubyValue::Hash(receiver.clone());
        let pairs = receiver.borrow().pairs();
        let value = match call.name {
            "[]" => self.hash_get(receiver, &call.argument(0))?,
            "[]=" | "store" => {
                self.check_size(pairs.len())?;
                receiver.borrow_mut().insert(call.argument(0), call.argument(1));
                call.argument(1)
            }
            "fetch" => {
                let found = receiver.borrow().get(&call.argument(0));
                match (found, call.arguments.get(1), &call.block) {
                    (Some(value), _, _) => value,
                    (None, Some(default), _) => default.clone(),
                    (None, None, Some(block)) => self.call_proc(block, vec![call.argument(0)])?,
                    (None, None, None) => {
                        return self.raise("KeyError", format!("key not found: {}", call.argument(0).inspect()));
                    }
                }
            }
            "dig" => {
                let first = self.hash_get(receiver, &call.argument(0))?;
                return self.dig_further(first, call).map(Some);
            }
            "key?" | "has_key?" | "include?" | "member?" => {
                RubyValue::Boolean(receiver.borrow().contains(&call.argument(0)))
            }
            "value?" | "has_value?" => {
                let wanted = call.argument(0);
                RubyValue::Boolean(pairs.iter().any(|(_, value)| value.equals(&wanted)))
            }
            "key" => {
                let wanted = call.argument(0);
                pairs.into_iter().find(|(_, value)| value.equals(&wanted)).map_or(RubyValue::Nil, |(key, _)| key)
            }
            "keys" => RubyValue::array(pairs.into_iter().map(|(key, _)| key).collect()),
            "values" => RubyValue::array(pairs.into_iter().map(|(_, value)| value).collect()),
            "values_at" => {
                let mut picked = Vec::new();
                for key in &call.arguments {
                    picked.push(self.hash_get(receiver, key)?);
                }
                RubyValue::array(picked)
            }
            "length" | "size" => RubyValue::Integer(pairs.len() as i128),
            "empty?" => RubyValue::Boolean(pairs.is_empty()),
            "each_key" | "each_value" => {
                let Some(block) = &call.block else {
                    let parts = pairs.into_iter().map(|(key, value)| if call.name == "each_key" { key } else { value });
                    return Ok(Some(RubyValue::array(parts.collect())));
                };
                for (key, value) in pairs {
                    self.call_proc(block, vec![if call.name == "each_key" { key } else { value }])?;
                }
                this
            }
            "delete" => receiver.borrow_mut().remove(&call.argument(0)).unwrap_or(RubyValue::Nil),
            "merge" | "merge!" | "update" => {
                let mut merged = receiver.borrow().clone();
                for argument in &call.arguments {
                    let RubyValue::Hash(other) = argument else {
                        return self.raise(
                            "TypeError",
                            format!("no implicit conversion of {} into Hash", argument.class_name()),
                        );
                    };
                    for (key, value) in other.borrow().pairs() {
                        let value = match (&call.block, merged.get(&key)) {
                            (Some(block), Some(old)) => self.call_proc(block, vec![key.clone(), old, value])?,
                            _ => value,
                        };
                        merged.insert(key, value);
                    }
                }
                if call.name == "merge" {
                    RubyValue::Hash(Rc::new(RefCell::new(merged)))
                } else {
                    *receiver.borrow_mut() = merged;
                    this
                }
            }
            "select" | "filter" | "reject" | "delete_if" | "keep_if" | "select!" | "reject!" => {
                let Some(block) = &call.block else { return Ok(None) };
                let keep_on = matches!(call.name, "select" | "filter" | "keep_if" | "select!");
                let mut kept = Vec::new();
                for (key, value) in pairs {
                    let verdict = self.call_proc(block, vec![key.clone(), value.clone()])?;
                    if self.truthy(&verdict)? == keep_on {
                        kept.push((key, value));
                    }
                }
                if matches!(call.name, "select" | "filter" | "reject") {
                    RubyValue::hash(kept)
                } else {
                    *receiver.borrow_mut() = kept.into_iter().collect();
                    this
                }
            }
            "transform_values" | "transform_keys" | "transform_values!" | "transform_keys!" => {
                let Some(block) = &call.block else { return Ok(None) };
                let mut changed = Vec::new();
                for (key, value) in pairs {
                    changed.push(if call.name.starts_with("transform_keys") {
                        (self.call_proc(block, vec![key])?, value)
                    } else {
                        let value = self.call_proc(block, vec![value])?;
                        (key, value)
                    });
                }
                if call.name.ends_with('!') {
                    *receiver.borrow_mut() = changed.into_iter().collect();
                    this
                } else {
                    RubyValue::hash(changed)
                }
            }
            "compact!" => {
                let kept = pairs.into_iter().filter(|(_, value)| !matches!(value, RubyValue::Nil));
                *receiver.borrow_mut() = kept.collect();
                this
            }
            "replace" => match call.argument(0) {
                RubyValue::Hash(other) => {
                    let other = other.borrow().clone();
                    *receiver.borrow_mut() = other;
                    this
                }
                _ => return Ok(None),
            },
            "fetch_values" => {
                let mut picked = Vec::new();
                for key in &call.arguments {
                    match receiver.borrow().get(key) {
                        Some(value) => picked.push(value),
                        None => return self.raise("KeyError", format!("key not found: {}", key.inspect())),
                    }
                }
                RubyValue::array(picked)
            }
            "any?" if call.block.is_none() && call.arguments.is_empty() => RubyValue::Boolean(!pairs.is_empty()),
            "default" => receiver.borrow().default.as_deref().cloned().unwrap_or(RubyValue::Nil),
            "<=" | ">=" => match call.argument(0) {
                RubyValue::Hash(other) => {
                    let (own, other) = (receiver.borrow(), other.borrow());
                    let (small, large) = if call.name == "<=" { (&*own, &*other) } else { (&*other, &*own) };
                    let inside =
                        |(key, value): &(RubyValue, RubyValue)| large.get(key).is_some_and(|v| v.equals(value));
                    RubyValue::Boolean(small.iter().all(inside))
                }
                _ => return Ok(None),
            },
            "invert" => RubyValue::hash(pairs.into_iter().map(|(key, value)| (value, key))),
            "compact" => RubyValue::hash(pairs.into_iter().filter(|(_, value)| !matches!(value, RubyValue::Nil))),
            "slice" => RubyValue::hash(
                call.arguments
                    .iter()
                    .filter_map(|key| Some((key.clone(), receiver.borrow().get(key)?)))
                    .collect::<Vec<_>>(),
            ),
            "except" => RubyValue::hash(
                pairs.into_iter().filter(|(key, _)| !call.arguments.iter().any(|other| other.key() == key.key())),
            ),
            "to_h" | "to_hash" if call.block.is_none() => this,
            "clear" => {
                *receiver.borrow_mut() = RubyHash::default();
                this
            }
            "shift" => match pairs.into_iter().next() {
                Some((key, value)) => {
                    receiver.borrow_mut().remove(&key);
                    RubyValue::array(vec![key, value])
                }
                None => RubyValue::Nil,
            },
            "default=" => {
                receiver.borrow_mut().default = Some(Box::new(call.argument(0)));
                call.argument(0)
            }
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

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
