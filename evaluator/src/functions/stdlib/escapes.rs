//! Functions that quote texts for shells, patterns, URIs and XML, and take shell lines apart.

use crate::functions::stdlib::{legacy, plain, typed};
use crate::functions::{BuiltinFunction, FunctionCall, optional, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::inspect::escape_pattern;
use crate::ruby_core::percent_encoding::encode_uri;
use crate::ruby_core::shell_words;
use crate::ruby_core::text::{inspect, to_s};
use crate::value::Value;

const BATCH: BuiltinFunction = typed(
    "batch_escape",
    "A text in double quotes for a Windows batch file.\n\n    batch_escape('a\"b')    # '\"a\"\"b\"'",
    &[plain(&[required("string", "Any")], "String", |_, call| Ok(Value::string(batch(&to_s(call.argument(0))))))],
);
const POWERSHELL: BuiltinFunction = typed(
    "powershell_escape",
    "A text for PowerShell, with back-ticks before what has a meaning there.\n\n    powershell_escape('a b')    # 'a` b'",
    &[plain(&[required("string", "Any")], "String", |_, call| Ok(Value::string(powershell(&to_s(call.argument(0))))))],
);
const SHELL: BuiltinFunction = typed(
    "shell_escape",
    "A text as one word of a Bourne shell, with backslashes before what has a meaning there.\n\n\
        \u{20}   shell_escape('my file')    # 'my\\ file'",
    &[plain(&[required("string", "Any")], "String", |_, call| {
        Ok(Value::string(shell_words::escape(&to_s(call.argument(0)))))
    })],
);

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BATCH,
    BuiltinFunction { name: "stdlib::batch_escape", ..BATCH },
    POWERSHELL,
    BuiltinFunction { name: "stdlib::powershell_escape", ..POWERSHELL },
    SHELL,
    BuiltinFunction { name: "stdlib::shell_escape", ..SHELL },
    legacy(
        "shell_join",
        "The words of an array as one shell line, each escaped.\n\n    shell_join(['ls', 'my file'])    # 'ls my\\ file'",
        &[plain(&[required("words", "Array")], "String", shell_join)],
    ),
    legacy(
        "shell_split",
        "The words of a shell line, with quotes and backslashes resolved.\n\n\
            \u{20}   shell_split('ls \"my file\"')    # ['ls', 'my file']",
        &[plain(&[required("line", "Any")], "Array[String]", shell_split)],
    ),
    legacy(
        "regexpescape",
        "A text, or the texts of an array, with backslashes before what has a meaning in a regular expression.\n\n\
            \u{20}   regexpescape('a.b')    # 'a\\.b'",
        &[plain(&[required("value", "Variant[String, Array]")], "Variant[String, Array]", |interpreter, call| {
            each_string(interpreter, &call, escape_pattern)
        })],
    ),
    legacy(
        "uriescape",
        "A text, or the texts of an array, with `%xx` for what a URI cannot hold.\n\n    uriescape('a b')    # 'a%20b'",
        &[plain(&[required("value", "Variant[String, Array]")], "Variant[String, Array]", |interpreter, call| {
            each_string(interpreter, &call, encode_uri)
        })],
    ),
    typed(
        "stdlib::xml_encode",
        "A text for XML: `&`, `<` and `>` as entities; with `'attr'` quotes too, and in quotes.\n\n\
            \u{20}   stdlib::xml_encode('a<b')    # 'a&lt;b'",
        &[plain(&[required("str", "String"), optional("type", "Enum['text','attr']")], "String", |_, call| {
            Ok(Value::string(xml(call.text(0), call.text(1) == "attr")))
        })],
    ),
];

/// A conversion of a string, or of the strings of an array.
pub(super) fn each_string(
    interpreter: &Interpreter<'_>,
    call: &FunctionCall,
    convert: fn(&str) -> String,
) -> Evaluated<Value> {
    match call.argument(0) {
        Value::String(text) => Ok(Value::string(convert(text))),
        Value::Array(elements) => Ok(Value::array(elements.iter().map(|element| match element {
            Value::String(text) => Value::string(convert(text)),
            other => other.clone(),
        }))),
        _ => call.fail(interpreter, format!("{}(): Requires either array or string to work with", call.name)),
    }
}

fn batch(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\"\""),
            '$' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

fn powershell(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            ' ' | '\'' | '`' | '|' | '\n' | '$' => {
                out.push('`');
                out.push(character);
            }
            '"' => out.push_str("\\`\""),
            other => out.push(other),
        }
    }
    out
}

fn shell_join(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    match call.argument(0) {
        Value::Array(words) => Ok(Value::string(shell_words::join(words.iter().map(to_s)))),
        other => call.fail(interpreter, format!("First argument is not an Array: {}", inspect(other))),
    }
}

fn shell_split(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let line = to_s(call.argument(0));
    match shell_words::split(&line) {
        Some(words) => Ok(Value::array(words.into_iter().map(Value::string))),
        None => call.fail(interpreter, format!("Unmatched quote: {line}")),
    }
}

fn xml(text: &str, attribute: bool) -> String {
    let mut out = String::new();
    if attribute {
        out.push('"');
    }
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if attribute => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
    if attribute {
        out.push('"');
    }
    out
}
