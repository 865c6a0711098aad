//! Functions on strings.

use crate::functions::stdlib::escapes::each_string;
use crate::functions::stdlib::{legacy, plain, typed};
use crate::functions::{BuiltinFunction, FunctionCall, optional, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::text::{inspect, ruby_class, to_s};
use crate::value::Value;

const AFFIXES: &str = "Variant[String[1],Array[String[1], 1]]";

pub static FUNCTIONS: &[BuiltinFunction] = &[
    legacy(
        "swapcase",
        "A string, or the strings of an array, with small letters for capitals and the other way round.\n\n\
            \u{20}   swapcase('aBc')    # 'AbC'",
        &[plain(&[required("value", "Variant[String, Array]")], "Variant[String, Array]", |interpreter, call| {
            each_string(interpreter, &call, swapcase)
        })],
    ),
    legacy(
        "squeeze",
        "A string, or the strings of an array, with runs of the same character cut to one; only of the given characters \
            where there are any.\n\n    squeeze('aabbc')    # 'abc'",
        &[plain(
            &[required("value", "Variant[String, Array]"), optional("characters", "String")],
            "Variant[String, Array]",
            squeeze,
        )],
    ),
    legacy(
        "dos2unix",
        "A text with LF for CR LF.\n\n    dos2unix(\"a\\r\\n\")    # \"a\\n\"",
        &[plain(&[required("text", "String")], "String", |interpreter, call| {
            line_endings(interpreter, &call, |text| text.replace("\r\n", "\n"))
        })],
    ),
    legacy(
        "unix2dos",
        "A text with CR LF at the end of each line.\n\n    unix2dos(\"a\\n\")    # \"a\\r\\n\"",
        &[plain(&[required("text", "String")], "String", |interpreter, call| {
            line_endings(interpreter, &call, with_dos_lines)
        })],
    ),
    typed(
        "stdlib::start_with",
        "True when a string starts with a text, or with one of several.\n\n    stdlib::start_with('foobar', 'foo')    # true",
        &[plain(&[required("test_string", "String"), required("prefixes", AFFIXES)], "Boolean", |_, call| {
            Ok(Value::Boolean(affixes(&call).iter().any(|affix| call.text(0).starts_with(affix.as_str()))))
        })],
    ),
    typed(
        "stdlib::end_with",
        "True when a string ends with a text, or with one of several.\n\n    stdlib::end_with('foobar', 'bar')    # true",
        &[plain(&[required("test_string", "String"), required("suffixes", AFFIXES)], "Boolean", |_, call| {
            Ok(Value::Boolean(affixes(&call).iter().any(|affix| call.text(0).ends_with(affix.as_str()))))
        })],
    ),
    typed(
        "sprintf_hash",
        "A format with `%<name>s` and `%{name}` filled in from a hash. The built-in `sprintf` does the same.\n\n\
            \u{20}   sprintf_hash('%<a>03d', {'a' => 7})    # '007'",
        &[plain(&[required("format", "String"), required("arguments", "Hash")], "String", sprintf_hash)],
    ),
    typed(
        "stdlib::sha256",
        "The SHA-256 digest of a value's text, in hexadecimal.\n\n    stdlib::sha256('')    # 'e3b0c44298fc1c149afbf4c8996fb924…'",
        &[plain(&[required("my_data", "Any")], "String", |_, call| {
            let text = to_s(call.argument(0));
            Ok(Value::string(crate::ruby_core::digests::DigestKind::Sha256.hexadecimal(text.as_bytes())))
        })],
    ),
    typed(
        "stdlib::crc32",
        "The CRC-32 checksum of a value's text, in hexadecimal.\n\n    stdlib::crate::ruby_core::digests::crc32('abc')    # '352441c2'",
        &[plain(&[required("my_data", "Any")], "String", |_, call| {
            Ok(Value::string(format!("{:x}", crate::ruby_core::digests::crc32(to_s(call.argument(0)).as_bytes()))))
        })],
    ),
];

fn affixes(call: &FunctionCall) -> Vec<String> {
    super::arrays::listed(call.argument(1)).iter().map(to_s).collect()
}

fn swapcase(text: &str) -> String {
    text.chars()
        .flat_map(|character| {
            let swapped: Vec<char> = if character.is_uppercase() {
                character.to_lowercase().collect()
            } else {
                character.to_uppercase().collect()
            };
            swapped
        })
        .collect()
}

/// Runs of the characters cut to one; the set may have ranges and a leading `^`.
fn squeezed(text: &str, set: Option<&str>) -> String {
    let wanted = |character: char| set.is_none_or(|set| in_set(character, set));
    let mut out = String::new();
    for character in text.chars() {
        if !(out.ends_with(character) && wanted(character)) {
            out.push(character);
        }
    }
    out
}

/// Whether a character is in a set as Ruby's `tr` writes it: `a-z`, `^x`.
fn in_set(character: char, set: &str) -> bool {
    let (negated, set) = match set.strip_prefix('^') {
        Some(rest) if !rest.is_empty() => (true, rest),
        _ => (false, set),
    };
    let members: Vec<char> = set.chars().collect();
    let mut found = false;
    let mut at = 0;
    while let Some(from) = members.get(at) {
        match (members.get(at + 1), members.get(at + 2)) {
            (Some('-'), Some(to)) => {
                found |= (*from..=*to).contains(&character);
                at += 3;
            }
            _ => {
                found |= *from == character;
                at += 1;
            }
        }
    }
    found != negated
}

fn squeeze(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let set = call.optional_text(1);
    match call.argument(0) {
        Value::String(text) => Ok(Value::string(squeezed(text, set))),
        Value::Array(elements) => {
            Ok(Value::array(elements.iter().map(|element| Value::string(squeezed(&to_s(element), set)))))
        }
        other => {
            let words = format!("undefined method `squeeze' for {}:{}", inspect(other), ruby_class(other));
            call.fail(interpreter, words)
        }
    }
}

fn line_endings(interpreter: &Interpreter<'_>, call: &FunctionCall, convert: fn(&str) -> String) -> Evaluated<Value> {
    match call.argument(0) {
        Value::String(text) => Ok(Value::string(convert(text))),
        _ => call.fail(interpreter, format!("{}(): Requires string as argument", call.name)),
    }
}

fn with_dos_lines(text: &str) -> String {
    let mut lines = text.split('\n').peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(line) = lines.next() {
        if lines.peek().is_some() {
            out.push_str(line.trim_end_matches('\r'));
            out.push_str("\r\n");
        } else {
            out.push_str(line);
        }
    }
    out
}

fn sprintf_hash(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    match crate::ruby_core::sprintf::sprintf(call.text(0), call.arguments.get(1..).unwrap_or(&[])) {
        Ok(text) => Ok(Value::string(text)),
        Err(words) => call.fail(interpreter, words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_changed_as_ruby_changes_them() {
        assert_eq!(swapcase("aBß"), "AbSS");
        assert_eq!(squeezed("aabbcc", Some("a-b")), "abcc");
        assert_eq!(with_dos_lines("a\nb\r\nc"), "a\r\nb\r\nc");
        assert_eq!(crate::ruby_core::digests::crc32(b"abc"), 0x3524_41c2);
    }
}
