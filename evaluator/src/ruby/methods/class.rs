//! Methods of classes and modules: constructors, and what `File`, `Regexp`, `Math` and others compute.

use std::rc::Rc;

use smol_str::SmolStr;

use super::{MethodCall, array, numeric};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::{RubyHash, RubyValue, is_exception_class};
use crate::ruby_core::paths;

impl Ruby<'_, '_> {
    /// Calls a method of a class or module.
    pub(super) fn class_method(&mut self, class: &SmolStr, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        Ok(Some(match (class.as_str(), call.name) {
            (_, "===") => RubyValue::Boolean(self.is_kind_of(&call.argument(0), class)),
            (_, "==") => RubyValue::Boolean(matches!(call.argument(0), RubyValue::Constant(other) if other == *class)),
            (_, "name" | "to_s" | "inspect") => RubyValue::string(class.as_str()),
            (_, "hash" | "class" | "nil?" | "is_a?" | "respond_to?" | "!=") => return Ok(None),
            ("Hash", "new" | "[]") => return self.hash_class_method(call),
            ("Array", "new") => return self.array_class_method(call),
            ("Regexp", "new" | "last_match" | "union" | "escape" | "quote") => return self.regexp_class_method(call),
            (
                "File",
                "basename" | "dirname" | "extname" | "join" | "split" | "expand_path" | "absolute_path" | "fnmatch"
                | "fnmatch?",
            ) => return self.path_method(call),
            ("String", "new") => RubyValue::string(call.string(0).unwrap_or_default()),
            ("JSON", "generate" | "dump") => match call.argument(0).to_puppet() {
                Some(value) => RubyValue::string(crate::ruby::serialize::to_json(&value, false)),
                None => return Ok(None),
            },
            ("JSON", "pretty_generate") => match call.argument(0).to_puppet() {
                Some(value) => RubyValue::string(crate::ruby::serialize::to_json(&value, true)),
                None => return Ok(None),
            },
            ("YAML" | "Psych", "dump") => {
                return self.yaml_text(&call.argument(0), &call.argument(1), call.offset);
            }
            ("Proc", "new") => match &call.block {
                Some(block) => RubyValue::Proc(block.clone()),
                None => return Ok(None),
            },
            ("Math", name) => match math(name, &call.arguments) {
                Some(value) => RubyValue::Float(value),
                None => return Ok(None),
            },
            ("Integer", "sqrt") => match call.integer(0).map(u128::try_from) {
                Some(Ok(number)) => RubyValue::Integer(number.isqrt() as i128),
                _ => return Ok(None),
            },
            (class, "new" | "exception") if is_exception_class(class) => RubyValue::Exception {
                class: class.into(),
                message: call.string(0).unwrap_or_else(|| class.to_string()).into(),
            },
            _ => return self.library_method(class, call).map(Some),
        }))
    }

    /// Calls a method of `Hash` itself.
    fn hash_class_method(&mut self, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        Ok(Some(match call.name {
            "new" => {
                let mut hash = RubyHash::default();
                hash.default = call.arguments.first().map(|value| Box::new(value.clone()));
                hash.default_block = call.block.clone();
                RubyValue::Hash(Rc::new(std::cell::RefCell::new(hash)))
            }
            "[]" => match call.argument(0) {
                RubyValue::Array(pairs) => {
                    let mut hash = Vec::new();
                    for pair in pairs.borrow().iter() {
                        let pair = self.to_array(pair)?;
                        let mut pair = pair.into_iter();
                        hash.push((pair.next().unwrap_or(RubyValue::Nil), pair.next().unwrap_or(RubyValue::Nil)));
                    }
                    RubyValue::hash(hash)
                }
                RubyValue::Hash(hash) => RubyValue::hash(hash.borrow().pairs()),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }

    /// Calls a method of `Array` itself.
    fn array_class_method(&mut self, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        Ok(Some(match call.name {
            "new" if matches!(call.argument(0), RubyValue::Array(_)) => {
                RubyValue::array(self.to_array(&call.argument(0))?)
            }
            "new" => {
                let length = usize::try_from(call.integer(0).unwrap_or(0)).unwrap_or(0);
                self.check_size(length)?;
                let mut elements = Vec::with_capacity(length);
                for index in 0..length {
                    elements.push(match &call.block {
                        Some(block) => self.call_proc(block, vec![RubyValue::Integer(index as i128)])?,
                        None => call.argument(1),
                    });
                }
                RubyValue::array(elements)
            }
            _ => return Ok(None),
        }))
    }

    /// Calls a method of `Regexp` itself.
    fn regexp_class_method(&mut self, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        Ok(Some(match call.name {
            "new" => match call.argument(0) {
                RubyValue::String(text) => {
                    let flags = match call.argument(1) {
                        RubyValue::Integer(bits) => {
                            let set = [(1, 'i'), (2, 'x'), (4, 'm')].into_iter().filter(|(bit, _)| bits & bit != 0);
                            set.map(|(_, flag)| flag).collect::<String>()
                        }
                        other if other.is_truthy() => "i".to_string(),
                        _ => String::new(),
                    };
                    let text = text.borrow();
                    RubyValue::Regexp(if flags.is_empty() {
                        text.as_str().into()
                    } else {
                        format!("(?{flags}:{text})").into()
                    })
                }
                RubyValue::Regexp(pattern) => RubyValue::Regexp(pattern),
                _ => return Ok(None),
            },
            "last_match" => match (&self.last_match, call.arguments.is_empty()) {
                (None, _) => RubyValue::Nil,
                (Some(found), true) => RubyValue::MatchData(found.clone()),
                (Some(found), false) => {
                    let found = RubyValue::MatchData(found.clone());
                    return self.send(&found, "[]", call.arguments.clone(), None, call.offset).map(Some);
                }
            },
            "union" => {
                let parts = match call.arguments.as_slice() {
                    [RubyValue::Array(parts)] => parts.borrow().clone(),
                    parts => parts.to_vec(),
                };
                let alternatives: Option<Vec<String>> = parts
                    .iter()
                    .map(|part| match part {
                        RubyValue::String(text) => Some(crate::ruby_core::inspect::escape_pattern(&text.borrow())),
                        RubyValue::Regexp(pattern) if parts.len() == 1 => Some(pattern.to_string()),
                        pattern @ RubyValue::Regexp(_) => Some(pattern.to_text()),
                        _ => None,
                    })
                    .collect();
                match alternatives {
                    Some(alternatives) if alternatives.is_empty() => RubyValue::Regexp("(?!)".into()),
                    Some(alternatives) => RubyValue::Regexp(alternatives.join("|").into()),
                    None => return Ok(None),
                }
            }
            "escape" | "quote" => {
                RubyValue::string(crate::ruby_core::inspect::escape_pattern(&call.string(0).unwrap_or_default()))
            }
            _ => return Ok(None),
        }))
    }

    /// Calls a method of `File` itself.
    fn path_method(&mut self, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        Ok(Some(match call.name {
            "basename" => RubyValue::string(paths::basename(&call.string(0).unwrap_or_default(), call.string(1))),
            "dirname" => RubyValue::string(paths::dirname(&call.string(0).unwrap_or_default())),
            "extname" => RubyValue::string(paths::extname(&call.string(0).unwrap_or_default())),
            "join" => {
                let mut flat = Vec::new();
                array::flatten(&call.arguments, i128::MAX, &mut flat);
                let parts: Vec<String> = flat.iter().map(RubyValue::to_text).collect();
                RubyValue::string(paths::join(&parts))
            }
            "split" => {
                let path = call.string(0).unwrap_or_default();
                RubyValue::array(vec![
                    RubyValue::string(paths::dirname(&path)),
                    RubyValue::string(paths::basename(&path, None)),
                ])
            }
            "expand_path" | "absolute_path" => {
                let path = call.string(0).unwrap_or_default();
                match paths::expand(&path, call.string(1).as_deref()) {
                    Some(path) => RubyValue::string(path),
                    // The home and the current directory are the machine's.
                    None => return self.unsupported("File.expand_path of a relative path", call.offset),
                }
            }
            "fnmatch" | "fnmatch?" => {
                let (Some(pattern), Some(path)) = (call.string(0), call.string(1)) else { return Ok(None) };
                let flags = match call.argument(2) {
                    RubyValue::Nil => 0,
                    RubyValue::Integer(flags) => flags,
                    _ => return Ok(None),
                };
                RubyValue::Boolean(crate::ruby_core::glob::matches_name(&pattern, &path, flags))
            }
            _ => return Ok(None),
        }))
    }
}

/// Functions of `Math` that give the same everywhere.
fn math(name: &str, arguments: &[RubyValue]) -> Option<f64> {
    let is_number =
        |value: &&RubyValue| matches!(value, RubyValue::Integer(_) | RubyValue::Big(_) | RubyValue::Float(_));
    let number = |index: usize| arguments.get(index).filter(is_number).map(numeric::float);
    let first = number(0)?;
    Some(match (name, number(1)) {
        ("sqrt", None) if first >= 0.0 => first.sqrt(),
        ("cbrt", None) => first.cbrt(),
        ("hypot", Some(second)) => first.hypot(second),
        ("log2", None) if first > 0.0 => first.log2(),
        ("log10", None) if first > 0.0 => first.log10(),
        ("log", None) if first > 0.0 => first.ln(),
        ("log", Some(base)) if first > 0.0 && base > 0.0 => first.ln() / base.ln(),
        ("sin", None) => first.sin(),
        ("cos", None) => first.cos(),
        ("tan", None) => first.tan(),
        ("atan", None) => first.atan(),
        ("exp", None) => first.exp(),
        _ => return None,
    })
}
