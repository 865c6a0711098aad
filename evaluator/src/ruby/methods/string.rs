//! Methods of strings, apart from those that search and replace.

use std::cell::RefCell;
use std::rc::Rc;

use super::table::{Method, find, method};
use super::{MethodCall, string_substitution};
use crate::ruby::big_integers::integer;
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::RubyValue;
use crate::ruby_core::numbers::{self, is_space, leading_integer};
use crate::ruby_core::shell_words;

pub(super) type Text = Rc<RefCell<String>>;

pub(super) static METHODS: &[Method<Text>] = &[
    method("%", 1, modulo),
    method("*", 1, times),
    method("+", 1, plus),
    method("+@", 0, negate),
    method("-@", 0, negate),
    method("<", 1, less),
    method("<<", 1, append),
    method("<=", 1, less),
    method("<=>", 1, less),
    method(">", 1, less),
    method(">=", 1, less),
    method("ascii_only?", 0, is_valid_encoding),
    method("b", 0, encode),
    method("between?", 2, is_between),
    method("bytes", 0, bytes),
    method("bytesize", 0, bytesize),
    method("byteslice", -2, byteslice),
    method("capitalize", -1, capitalize),
    method("capitalize!", -1, change_in_place),
    method("casecmp", 1, casecmp),
    method("casecmp?", 1, is_casecmp),
    method("center", -1, ljust),
    method("chars", 0, chars),
    method("chomp", -1, chomp),
    method("chomp!", -1, change_in_place),
    method("chop", 0, chop),
    method("chop!", -1, change_in_place),
    method("chr", 0, chr),
    method("clear", 0, clear),
    method("codepoints", 0, each_byte),
    method("concat", -1, append),
    method("crypt", 1, refuse),
    method("delete!", -1, change_in_place),
    method("delete_prefix", 1, delete_prefix),
    method("delete_suffix", 1, delete_suffix),
    method("downcase", -1, downcase),
    method("downcase!", -1, change_in_place),
    method("dump", 0, dump),
    method("each_byte", 0, each_byte),
    method("each_char", 0, each_char),
    method("each_codepoint", 0, each_byte),
    method("each_line", -1, lines),
    method("empty?", 0, is_empty),
    method("encode", -1, encode),
    method("end_with?", -1, is_start_with),
    method("force_encoding", 1, encode),
    method("gsub!", -1, change_in_place),
    method("hex", 0, hex),
    method("include?", 1, is_include),
    method("insert", 2, insert),
    method("intern", 0, to_sym),
    method("length", 0, length),
    method("lines", -1, lines),
    method("ljust", -1, ljust),
    method("lstrip", 0, lstrip),
    method("lstrip!", -1, change_in_place),
    method("next", 0, succ),
    method("next!", -1, change_in_place),
    method("oct", 0, oct),
    method("ord", 0, ord),
    method("prepend", -1, prepend),
    method("replace", 1, replace),
    method("reverse", 0, reverse),
    method("reverse!", -1, change_in_place),
    method("rjust", -1, ljust),
    method("rstrip", 0, rstrip),
    method("rstrip!", -1, change_in_place),
    method("scrub", -1, encode),
    method("shellescape", 0, shell),
    method("shellsplit", 0, shell),
    method("size", 0, length),
    method("squeeze!", -1, change_in_place),
    method("start_with?", -1, is_start_with),
    method("strip", 0, strip),
    method("strip!", -1, change_in_place),
    method("sub!", -1, change_in_place),
    method("succ", 0, succ),
    method("succ!", -1, change_in_place),
    method("sum", -1, sum),
    method("swapcase", -1, swapcase),
    method("swapcase!", -1, change_in_place),
    method("to_f", 0, to_f),
    method("to_i", -1, to_i),
    method("to_s", 0, to_s),
    method("to_str", 0, to_s),
    method("to_sym", 0, to_sym),
    method("tr!", -1, change_in_place),
    method("unicode_normalize", -1, unicode_normalize),
    method("unpack", -2, unpack),
    method("unpack1", -2, unpack),
    method("upcase", -1, upcase),
    method("upcase!", -1, change_in_place),
    method("upto", -2, upto),
    method("valid_encoding?", 0, is_valid_encoding),
];

/// Runs the method without the `!`, changes the receiver, and answers nil where nothing changed.
fn change_in_place(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let plain = call.named(call.name.trim_end_matches('!'));
    let Some(method) = find(METHODS, plain.name).or_else(|| find(string_substitution::METHODS, plain.name)) else {
        return Ok(None);
    };
    let Some(RubyValue::String(changed)) = (method.run)(ruby, receiver, &plain)? else { return Ok(None) };
    let changed = changed.borrow().clone();
    if *receiver.borrow() == changed {
        return Ok(Some(RubyValue::Nil));
    }
    *receiver.borrow_mut() = changed;
    Ok(Some(RubyValue::String(receiver.clone())))
}

fn to_s(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::String(receiver.clone())))
}

fn to_sym(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::Symbol(text.as_str().into())))
}

fn dump(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let mut dumped = String::new();
    for character in crate::ruby_core::inspect::quoted(&text).chars() {
        match u32::from(character) {
            ..0x80 => dumped.push(character),
            code @ ..0x1_0000 => dumped.push_str(&format!("\\u{code:04X}")),
            code => dumped.push_str(&format!("\\u{{{code:X}}}")),
        }
    }
    Ok(Some(RubyValue::string(dumped)))
}

fn to_i(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let base = u32::try_from(call.integer(0).unwrap_or(10)).unwrap_or(10);
    Ok(Some(integer(leading_integer(&text, base))))
}

fn to_f(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::Float(numbers::to_f(&text))))
}

fn length(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::Integer(text.chars().count() as i128)))
}

fn bytesize(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::Integer(text.len() as i128)))
}

fn is_empty(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::Boolean(text.is_empty())))
}

fn upcase(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::string(text.to_uppercase())))
}

fn downcase(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::string(text.to_lowercase())))
}

fn swapcase(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let mut swapped = String::new();
    for character in receiver.borrow().chars() {
        if character.is_uppercase() {
            swapped.extend(character.to_lowercase());
        } else {
            swapped.extend(character.to_uppercase());
        }
    }
    Ok(Some(RubyValue::string(swapped)))
}

fn capitalize(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let mut characters = text.chars();
    let first = characters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    Ok(Some(RubyValue::string(first + &characters.as_str().to_lowercase())))
}

fn strip(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::string(text.trim_start_matches(is_space_or_null).trim_end_matches(is_space_or_null))))
}

fn lstrip(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::string(text.trim_start_matches(is_space_or_null))))
}

fn rstrip(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::string(text.trim_end_matches(is_space_or_null))))
}

fn chomp(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::string(match call.string(0) {
        Some(suffix) if suffix.is_empty() => text.trim_end_matches(['\r', '\n']).to_string(),
        Some(suffix) => text.strip_suffix(suffix.as_str()).unwrap_or(&text).to_string(),
        None => {
            text.strip_suffix("\r\n").or(text.strip_suffix('\n')).or(text.strip_suffix('\r')).unwrap_or(&text).into()
        }
    })))
}

fn chop(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow();
    let mut characters = text.chars();
    characters.next_back();
    Ok(Some(RubyValue::string(text.strip_suffix("\r\n").unwrap_or(characters.as_str()))))
}

fn chr(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::string(text.chars().take(1).collect::<String>())))
}

fn chars(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::array(text.chars().map(|c| RubyValue::string(c.to_string())).collect())))
}

fn bytes(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::array(text.bytes().map(|byte| RubyValue::Integer(byte.into())).collect())))
}

fn lines(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let is_chomped = call.has_option("chomp");
    let lines: Vec<RubyValue> = text
        .split_inclusive('\n')
        .map(|line| RubyValue::string(if is_chomped { line.strip_suffix('\n').unwrap_or(line) } else { line }))
        .collect();
    Ok(Some(match &call.block {
        Some(block) => {
            for line in lines {
                ruby.call_proc(block, vec![line])?;
            }
            RubyValue::String(receiver.clone())
        }
        None => RubyValue::array(lines),
    }))
}

fn each_char(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(match &call.block {
        Some(block) => {
            for character in text.chars() {
                ruby.call_proc(block, vec![RubyValue::string(character.to_string())])?;
            }
            RubyValue::String(receiver.clone())
        }
        None => RubyValue::array(text.chars().map(|c| RubyValue::string(c.to_string())).collect()),
    }))
}

fn insert(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let length = text.chars().count() as i128;
    let at = call.integer(0).unwrap_or(0);
    let at = if at < 0 { at + length + 1 } else { at };
    if at < 0 || at > length {
        return ruby.raise("IndexError", format!("index {} out of string", call.argument(0).inspect()));
    }
    let byte = text.char_indices().nth(at as usize).map_or(text.len(), |(byte, _)| byte);
    receiver.borrow_mut().insert_str(byte, &call.string(1).unwrap_or_default());
    Ok(Some(RubyValue::String(receiver.clone())))
}

fn negate(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::String(receiver.clone())))
}

fn reverse(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::string(text.chars().rev().collect::<String>())))
}

fn succ(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::string(crate::ruby_core::successor::successor(&text))))
}

fn ord(ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(match text.chars().next() {
        Some(first) => RubyValue::Integer(i128::from(first as u32)),
        None => return ruby.raise("ArgumentError", "empty string"),
    }))
}

fn hex(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(integer(leading_integer(&text, 16))))
}

fn oct(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(match text.trim_start().trim_start_matches(['+', '-']).get(..2).map(str::to_ascii_lowercase).as_deref() {
        Some("0x" | "0b" | "0d") => integer(leading_integer(&text, 0)),
        _ => integer(leading_integer(&text, 8)),
    }))
}

fn plus(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(match call.argument(0) {
        RubyValue::String(other) => {
            let joined = text + &other.borrow();
            ruby.check_size(joined.len())?;
            RubyValue::string(joined)
        }
        RubyValue::Nil => return ruby.raise("TypeError", "no implicit conversion of nil into String"),
        other => {
            return ruby.raise("TypeError", format!("no implicit conversion of {} into String", other.class_name()));
        }
    }))
}

fn times(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let Ok(times) = usize::try_from(call.integer(0).unwrap_or(0)) else {
        return ruby.raise("ArgumentError", "negative argument");
    };
    ruby.check_size(text.len().saturating_mul(times))?;
    Ok(Some(RubyValue::string(text.repeat(times))))
}

fn modulo(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let arguments = match call.argument(0) {
        RubyValue::Array(elements) => elements.borrow().clone(),
        other => vec![other],
    };
    Ok(Some(match crate::ruby_core::sprintf::sprintf(&text, &arguments) {
        Ok(text) => RubyValue::string(text),
        Err(message) => return ruby.raise("ArgumentError", message),
    }))
}

/// `<<` and `concat`.
fn append(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    for argument in &call.arguments {
        let more = match argument {
            RubyValue::Integer(code) => {
                u32::try_from(*code).ok().and_then(char::from_u32).map(String::from).unwrap_or_default()
            }
            other => ruby.text(other)?,
        };
        ruby.check_size(receiver.borrow().len() + more.len())?;
        receiver.borrow_mut().push_str(&more);
    }
    Ok(Some(RubyValue::String(receiver.clone())))
}

fn replace(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    *receiver.borrow_mut() = call.string(0).unwrap_or_default();
    Ok(Some(RubyValue::String(receiver.clone())))
}

fn prepend(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let mut front = String::new();
    for argument in &call.arguments {
        front.push_str(&ruby.text(argument)?);
    }
    receiver.borrow_mut().insert_str(0, &front);
    Ok(Some(RubyValue::String(receiver.clone())))
}

fn is_start_with(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let mut found = false;
    for index in 0..call.arguments.len() {
        match (call.argument(index), call.name) {
            (RubyValue::Regexp(pattern), "start_with?") => {
                let data = ruby.find_pattern(&pattern, &text, 0, call.offset)?;
                found |= data.is_some_and(|data| matches!(data.groups.first(), Some(Some((0, _)))));
            }
            (_, "start_with?") => found |= call.string(index).is_some_and(|part| text.starts_with(&part)),
            _ => found |= call.string(index).is_some_and(|part| text.ends_with(&part)),
        }
    }
    Ok(Some(RubyValue::Boolean(found)))
}

fn is_include(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::Boolean(call.string(0).is_some_and(|part| text.contains(&part)))))
}

fn delete_prefix(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::string(text.strip_prefix(&call.string(0).unwrap_or_default()).unwrap_or(&text))))
}

fn delete_suffix(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::string(text.strip_suffix(&call.string(0).unwrap_or_default()).unwrap_or(&text))))
}

fn ljust(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let width = usize::try_from(call.integer(0).unwrap_or(0)).unwrap_or(0);
    ruby.check_size(width)?;
    Ok(Some(RubyValue::string(justify(&text, width, &call.string(1).unwrap_or_else(|| " ".into()), call.name))))
}

fn is_between(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let (low, high) = (call.string(0).unwrap_or_default(), call.string(1).unwrap_or_default());
    Ok(Some(RubyValue::Boolean(text >= low && text <= high)))
}

fn less(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let this = RubyValue::String(receiver.clone());
    Ok(Some(match (ruby.compare(&this, &call.argument(0)), call.name) {
        (Some(ordering), "<=>") => RubyValue::Integer(ordering as i128),
        (None, "<=>") => RubyValue::Nil,
        (Some(ordering), "<") => RubyValue::Boolean(ordering.is_lt()),
        (Some(ordering), ">") => RubyValue::Boolean(ordering.is_gt()),
        (Some(ordering), "<=") => RubyValue::Boolean(ordering.is_le()),
        (Some(ordering), _) => RubyValue::Boolean(ordering.is_ge()),
        (None, _) => {
            return ruby
                .raise("ArgumentError", format!("comparison of String with {} failed", call.argument(0).inspect()));
        }
    }))
}

fn casecmp(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(match call.string(0) {
        Some(other) => RubyValue::Integer(text.to_ascii_lowercase().cmp(&other.to_ascii_lowercase()) as i128),
        None => RubyValue::Nil,
    }))
}

fn is_casecmp(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::Boolean(call.string(0).is_some_and(|other| text.to_lowercase() == other.to_lowercase()))))
}

fn encode(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::String(receiver.clone())))
}

fn is_valid_encoding(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::Boolean(call.name != "ascii_only?" || text.is_ascii())))
}

/// What depends on the machine, or on bytes that are no text.
fn refuse(ruby: &mut Ruby<'_, '_>, _receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    ruby.unsupported(format!("String#{}", call.name), call.offset)
}

fn unpack(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    ruby.unpack_bytes(receiver.borrow().as_bytes(), call)
}

fn sum(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    if !call.arguments.is_empty() {
        return Ok(None);
    }
    let sum: i128 = receiver.borrow().bytes().map(i128::from).sum();
    Ok(Some(RubyValue::Integer(sum % 65_536)))
}

fn each_byte(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let parts: Vec<RubyValue> = match call.name {
        "each_byte" => text.bytes().map(|byte| RubyValue::Integer(byte.into())).collect(),
        _ => text.chars().map(|c| RubyValue::Integer(u32::from(c).into())).collect(),
    };
    let Some(block) = &call.block else { return Ok(Some(RubyValue::array(parts))) };
    for part in parts {
        ruby.call_proc(block, vec![part])?;
    }
    Ok(Some(RubyValue::String(receiver.clone())))
}

fn upto(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let Some(last) = call.string(0) else { return Ok(None) };
    let mut texts = crate::ruby_core::successor::strings_between(&receiver.borrow(), &last);
    if call.argument(1).is_truthy() && texts.last() == Some(&last) {
        texts.pop();
    }
    let Some(block) = &call.block else {
        return Ok(Some(RubyValue::array(texts.into_iter().map(RubyValue::string).collect())));
    };
    for text in texts {
        ruby.call_proc(block, vec![RubyValue::string(text)])?;
    }
    Ok(Some(RubyValue::String(receiver.clone())))
}

fn clear(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    receiver.borrow_mut().clear();
    Ok(Some(RubyValue::String(receiver.clone())))
}

fn byteslice(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow();
    if !text.is_ascii() {
        return Ok(None);
    }
    let (Some(start), count) = (call.integer(0), call.integer(1).unwrap_or(1)) else { return Ok(None) };
    let start = if start < 0 { start + text.len() as i128 } else { start };
    let (Ok(start), Ok(count)) = (usize::try_from(start), usize::try_from(count)) else {
        return Ok(Some(RubyValue::Nil));
    };
    let end = start.saturating_add(count).min(text.len());
    Ok(Some(text.get(start..end).map_or(RubyValue::Nil, RubyValue::string)))
}

fn shell(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow();
    Ok(match call.name {
        "shellescape" => Some(RubyValue::string(shell_words::escape(&text))),
        _ => {
            shell_words::split(&text).map(|words| RubyValue::array(words.into_iter().map(RubyValue::string).collect()))
        }
    })
}

/// The same text, where it has one form only.
fn unicode_normalize(_ruby: &mut Ruby<'_, '_>, receiver: &Text, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let is_ascii = receiver.borrow().is_ascii();
    Ok(is_ascii.then(|| RubyValue::String(receiver.clone())))
}

/// Tells what `strip` takes away.
fn is_space_or_null(character: char) -> bool {
    is_space(character) || character == '\0'
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
