//! Methods of strings, apart from those that search and replace.

use std::cell::RefCell;
use std::rc::Rc;

use super::MethodCall;
use crate::ruby::big_integers::leading_integer;
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::RubyValue;

type Text = Rc<RefCell<String>>;

impl Ruby<'_, '_> {
    pub(super) fn string_method(&mut self, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        // `name!` changes the receiver, and answers nil where nothing changed.
        if let Some(plain) = call.name.strip_suffix('!')
            && !plain.is_empty()
            && matches!(
                plain,
                "strip"
                    | "lstrip"
                    | "rstrip"
                    | "chomp"
                    | "chop"
                    | "upcase"
                    | "downcase"
                    | "capitalize"
                    | "swapcase"
                    | "gsub"
                    | "sub"
                    | "squeeze"
                    | "tr"
                    | "delete"
                    | "reverse"
                    | "succ"
                    | "next"
            )
        {
            let plain_call = MethodCall {
                name: plain,
                arguments: call.arguments.clone(),
                block: call.block.clone(),
                offset: call.offset,
            };
            let Some(RubyValue::String(changed)) = self.string_method(receiver, &plain_call)? else { return Ok(None) };
            let changed = changed.borrow().clone();
            if *receiver.borrow() == changed {
                return Ok(Some(RubyValue::Nil));
            }
            *receiver.borrow_mut() = changed;
            return Ok(Some(RubyValue::String(receiver.clone())));
        }
        if let Some(value) = self.substitution_method(receiver, call)? {
            return Ok(Some(value));
        }
        let text = receiver.borrow().clone();
        let value = match call.name {
            "to_s" | "to_str" => RubyValue::String(receiver.clone()),
            "to_sym" | "intern" => RubyValue::Symbol(text.as_str().into()),
            "dump" => {
                let mut dumped = String::new();
                for character in crate::ruby::value::inspect_string(&text).chars() {
                    match u32::from(character) {
                        ..0x80 => dumped.push(character),
                        code @ ..0x1_0000 => dumped.push_str(&format!("\\u{code:04X}")),
                        code => dumped.push_str(&format!("\\u{{{code:X}}}")),
                    }
                }
                RubyValue::string(dumped)
            }
            "to_i" => leading_integer(&text, u32::try_from(call.integer(0).unwrap_or(10)).unwrap_or(10)),
            "to_f" => RubyValue::Float(leading_float(&text)),
            "length" | "size" => RubyValue::Integer(text.chars().count() as i128),
            "bytesize" => RubyValue::Integer(text.len() as i128),
            "empty?" => RubyValue::Boolean(text.is_empty()),
            "upcase" => RubyValue::string(text.to_uppercase()),
            "downcase" => RubyValue::string(text.to_lowercase()),
            "swapcase" => RubyValue::string(
                text.chars()
                    .map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
                    .collect::<String>(),
            ),
            "capitalize" => {
                let mut characters = text.chars();
                let first = characters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
                RubyValue::string(first + &characters.as_str().to_lowercase())
            }
            "strip" => RubyValue::string(text.trim_matches(is_ruby_space)),
            "lstrip" => RubyValue::string(text.trim_start_matches(is_ruby_space)),
            "rstrip" => RubyValue::string(text.trim_end_matches(is_ruby_space)),
            "chomp" => RubyValue::string(match call.string(0) {
                Some(suffix) => text.strip_suffix(suffix.as_str()).unwrap_or(&text).to_string(),
                None => text
                    .strip_suffix("\r\n")
                    .or(text.strip_suffix('\n'))
                    .or(text.strip_suffix('\r'))
                    .unwrap_or(&text)
                    .into(),
            }),
            "chop" => {
                let mut characters = text.chars();
                characters.next_back();
                RubyValue::string(characters.as_str())
            }
            "chr" => RubyValue::string(text.chars().take(1).collect::<String>()),
            "chars" => RubyValue::array(text.chars().map(|c| RubyValue::string(c.to_string())).collect()),
            "bytes" => RubyValue::array(text.bytes().map(|byte| RubyValue::Integer(byte.into())).collect()),
            "lines" | "each_line" => {
                let lines: Vec<RubyValue> = text.split_inclusive('\n').map(RubyValue::string).collect();
                match &call.block {
                    Some(block) => {
                        for line in lines {
                            self.call_proc(block, vec![line])?;
                        }
                        RubyValue::String(receiver.clone())
                    }
                    None => RubyValue::array(lines),
                }
            }
            "each_char" => match &call.block {
                Some(block) => {
                    for character in text.chars() {
                        self.call_proc(block, vec![RubyValue::string(character.to_string())])?;
                    }
                    RubyValue::String(receiver.clone())
                }
                None => RubyValue::array(text.chars().map(|c| RubyValue::string(c.to_string())).collect()),
            },
            "insert" => {
                let length = text.chars().count() as i128;
                let at = call.integer(0).unwrap_or(0);
                let at = if at < 0 { at + length + 1 } else { at };
                if at < 0 || at > length {
                    return self.raise("IndexError", format!("index {} out of string", call.argument(0).inspect()));
                }
                let byte = text.char_indices().nth(at as usize).map_or(text.len(), |(byte, _)| byte);
                receiver.borrow_mut().insert_str(byte, &call.string(1).unwrap_or_default());
                RubyValue::String(receiver.clone())
            }
            "-@" | "+@" => RubyValue::String(receiver.clone()),
            "reverse" => RubyValue::string(text.chars().rev().collect::<String>()),
            "succ" | "next" => RubyValue::string(crate::ruby::successor::successor(&text)),
            "ord" => match text.chars().next() {
                Some(first) => RubyValue::Integer(i128::from(first as u32)),
                None => return self.raise("ArgumentError", "empty string"),
            },
            "hex" => leading_integer(&text, 16),
            "oct" => {
                match text.trim_start().trim_start_matches(['+', '-']).get(..2).map(str::to_ascii_lowercase).as_deref()
                {
                    Some("0x" | "0b" | "0d") => leading_integer(&text, 0),
                    _ => leading_integer(&text, 8),
                }
            }
            "+" => match call.argument(0) {
                RubyValue::String(other) => {
                    let joined = text + &other.borrow();
                    self.check_size(joined.len())?;
                    RubyValue::string(joined)
                }
                RubyValue::Nil => return self.raise("TypeError", "no implicit conversion of nil into String"),
                other => {
                    return self
                        .raise("TypeError", format!("no implicit conversion of {} into String", other.class_name()));
                }
            },
            "*" => {
                let times = usize::try_from(call.integer(0).unwrap_or(0)).unwrap_or(0);
                self.check_size(text.len().saturating_mul(times))?;
                RubyValue::string(text.repeat(times))
            }
            "%" => {
                let arguments = match call.argument(0) {
                    RubyValue::Array(elements) => elements.borrow().clone(),
                    other => vec![other],
                };
                match crate::ruby::format::format(&text, &arguments) {
                    Ok(text) => RubyValue::string(text),
                    Err(message) => return self.raise("ArgumentError", message),
                }
            }
            "<<" | "concat" => {
                let more = match call.argument(0) {
                    RubyValue::Integer(code) => {
                        u32::try_from(code).ok().and_then(char::from_u32).map(String::from).unwrap_or_default()
                    }
                    other => self.text(&other)?,
                };
                self.check_size(text.len() + more.len())?;
                receiver.borrow_mut().push_str(&more);
                RubyValue::String(receiver.clone())
            }
            "replace" => {
                *receiver.borrow_mut() = call.string(0).unwrap_or_default();
                RubyValue::String(receiver.clone())
            }
            "prepend" => {
                receiver.borrow_mut().insert_str(0, &call.string(0).unwrap_or_default());
                RubyValue::String(receiver.clone())
            }
            "start_with?" | "end_with?" => {
                let mut found = false;
                for index in 0..call.arguments.len() {
                    match (call.argument(index), call.name) {
                        (RubyValue::Regexp(pattern), "start_with?") => {
                            let data = self.find_pattern(&pattern, &text, 0, call.offset)?;
                            found |= data.is_some_and(|data| matches!(data.groups.first(), Some(Some((0, _)))));
                        }
                        (_, "start_with?") => found |= call.string(index).is_some_and(|part| text.starts_with(&part)),
                        _ => found |= call.string(index).is_some_and(|part| text.ends_with(&part)),
                    }
                }
                RubyValue::Boolean(found)
            }
            "include?" => RubyValue::Boolean(call.string(0).is_some_and(|part| text.contains(&part))),
            "delete_prefix" => {
                RubyValue::string(text.strip_prefix(&call.string(0).unwrap_or_default()).unwrap_or(&text))
            }
            "delete_suffix" => {
                RubyValue::string(text.strip_suffix(&call.string(0).unwrap_or_default()).unwrap_or(&text))
            }
            "ljust" | "rjust" | "center" => {
                let width = usize::try_from(call.integer(0).unwrap_or(0)).unwrap_or(0);
                self.check_size(width)?;
                RubyValue::string(justify(&text, width, &call.string(1).unwrap_or_else(|| " ".into()), call.name))
            }
            "between?" => {
                let (low, high) = (call.string(0).unwrap_or_default(), call.string(1).unwrap_or_default());
                RubyValue::Boolean(text >= low && text <= high)
            }
            "<" | ">" | "<=" | ">=" | "<=>" => {
                let this = RubyValue::String(receiver.clone());
                match (self.compare(&this, &call.argument(0)), call.name) {
                    (Some(ordering), "<=>") => RubyValue::Integer(ordering as i128),
                    (None, "<=>") => RubyValue::Nil,
                    (Some(ordering), "<") => RubyValue::Boolean(ordering.is_lt()),
                    (Some(ordering), ">") => RubyValue::Boolean(ordering.is_gt()),
                    (Some(ordering), "<=") => RubyValue::Boolean(ordering.is_le()),
                    (Some(ordering), _) => RubyValue::Boolean(ordering.is_ge()),
                    (None, _) => {
                        return self.raise(
                            "ArgumentError",
                            format!("comparison of String with {} failed", call.argument(0).inspect()),
                        );
                    }
                }
            }
            "casecmp" => match call.string(0) {
                Some(other) => RubyValue::Integer(text.to_ascii_lowercase().cmp(&other.to_ascii_lowercase()) as i128),
                None => RubyValue::Nil,
            },
            "casecmp?" => {
                RubyValue::Boolean(call.string(0).is_some_and(|other| text.to_lowercase() == other.to_lowercase()))
            }
            "encode" | "force_encoding" | "unicode_normalize" | "scrub" | "b" => RubyValue::String(receiver.clone()),
            "valid_encoding?" | "ascii_only?" => RubyValue::Boolean(call.name != "ascii_only?" || text.is_ascii()),
            "unpack" | "unpack1" => return self.unpack_bytes(text.as_bytes(), call).map(Some),
            "sum" if call.arguments.is_empty() => {
                RubyValue::Integer(text.bytes().map(i128::from).sum::<i128>() % (1 << 16))
            }
            "crypt" | "sum" => return self.unsupported(format!("String#{}", call.name), call.offset),
            _ => return Ok(None),
        };
        Ok(Some(value))
    }
}

fn is_ruby_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | '\0')
}

fn leading_float(text: &str) -> f64 {
    let trimmed = text.trim_start();
    let mut end = 0;
    for (index, character) in trimmed.char_indices() {
        let prefix = &trimmed[..index + character.len_utf8()];
        if prefix.parse::<f64>().is_ok() && !prefix.ends_with(|c: char| c.is_ascii_alphabetic()) {
            end = prefix.len();
        } else if !matches!(character, '+' | '-' | '.' | 'e' | 'E') {
            break;
        }
    }
    trimmed[..end].parse().unwrap_or(0.0)
}

fn justify(text: &str, width: usize, pad: &str, side: &str) -> String {
    let length = text.chars().count();
    if length >= width || pad.is_empty() {
        return text.to_string();
    }
    let missing = width - length;
    let fill = |count: usize| pad.chars().cycle().take(count).collect::<String>();
    match side {
        "ljust" => format!("{text}{}", fill(missing)),
        "rjust" => format!("{}{text}", fill(missing)),
        _ => format!("{}{text}{}", fill(missing / 2), fill(missing - missing / 2)),
    }
}
