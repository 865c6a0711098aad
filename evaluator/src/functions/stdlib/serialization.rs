//! Functions that write and read JSON, YAML, TOML, Python, Ruby and Base64.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};

use crate::functions::stdlib::{legacy, plain, toml, typed};
use crate::functions::{BuiltinFunction, FunctionCall, optional, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby::serialize;
use crate::ruby::yaml_writer::{YamlOptions, write_yaml};
use crate::ruby_core::text::{inspect, ruby_class, to_s};
use crate::value::Value;

const TO_JSON: BuiltinFunction = typed(
    "to_json",
    "A value as JSON on one line.\n\n    to_json({'a' => [1, undef]})    # '{\"a\":[1,null]}'",
    &[plain(&[required("data", "Any")], "String", |_, call| {
        Ok(Value::string(serialize::to_json(call.argument(0), false)))
    })],
);
const TO_JSON_PRETTY: BuiltinFunction = typed(
    "to_json_pretty",
    "A value as JSON with line breaks and indentation, and a line break at the end. With true as second argument entries \
        that are undef are left out at the top level.\n\n    to_json_pretty({'a' => 1})    # \"{\\n  \\\"a\\\": 1\\n}\\n\"",
    &[plain(
        &[
            required("data", "Variant[Hash, Array]"),
            optional("skip_undef", "Optional[Boolean]"),
            optional("opts", "Hash[String, Any]"),
        ],
        "String",
        to_json_pretty,
    )],
);
const TO_YAML: BuiltinFunction = typed(
    "to_yaml",
    "A value as a YAML document.\n\n    to_yaml({'a' => 1})    # \"---\\na: 1\\n\"",
    &[plain(&[required("data", "Any"), optional("options", "Hash")], "String", to_yaml)],
);
const TO_TOML: BuiltinFunction = typed(
    "to_toml",
    "A hash as TOML: plain entries first, hashes as tables.\n\n    to_toml({'a' => {'b' => 1}})    # \"[a]\\nb = 1\\n\"",
    &[plain(&[required("data", "Hash")], "String", |interpreter, call| match toml::to_toml(&call.entries(0)) {
        Ok(text) => Ok(Value::string(text)),
        Err(words) => call.fail(interpreter, words),
    })],
);
const TO_PYTHON: BuiltinFunction = typed(
    "to_python",
    "A value as a Python literal.\n\n    to_python({'a' => [true, undef]})    # '{\"a\": [True, None]}'",
    &[plain(&[required("object", "Any")], "String", |_, call| Ok(Value::string(to_python(call.argument(0)))))],
);
const TO_RUBY: BuiltinFunction = typed(
    "to_ruby",
    "A value as a Ruby literal.\n\n    to_ruby({'a' => undef})    # '{\"a\" => nil}'",
    &[plain(&[required("object", "Any")], "String", |_, call| Ok(Value::string(to_ruby(call.argument(0)))))],
);
const PARSEHOCON: BuiltinFunction = typed(
    "parsehocon",
    "The data of a text in HOCON. What is JSON too is read; anything else is unknown.\n\n    parsehocon('{\"a\": 1}')",
    &[plain(&[required("hocon_string", "String"), optional("default", "Any")], "Any", parsehocon)],
);

pub static FUNCTIONS: &[BuiltinFunction] = &[
    TO_JSON,
    BuiltinFunction { name: "stdlib::to_json", ..TO_JSON },
    TO_JSON_PRETTY,
    BuiltinFunction { name: "stdlib::to_json_pretty", ..TO_JSON_PRETTY },
    TO_YAML,
    BuiltinFunction { name: "stdlib::to_yaml", ..TO_YAML },
    TO_TOML,
    BuiltinFunction { name: "stdlib::to_toml", ..TO_TOML },
    TO_PYTHON,
    BuiltinFunction { name: "stdlib::to_python", ..TO_PYTHON },
    TO_RUBY,
    BuiltinFunction { name: "stdlib::to_ruby", ..TO_RUBY },
    PARSEHOCON,
    BuiltinFunction { name: "stdlib::parsehocon", ..PARSEHOCON },
    legacy(
        "parsejson",
        "The data of a JSON text, or the default where it cannot be read.\n\n    parsejson('[1, 2]')    # [1, 2]",
        &[plain(&[required("text", "String"), optional("default", "Any")], "Any", |interpreter, call| {
            parsed(interpreter, &call, parse_json)
        })],
    ),
    legacy(
        "parsepson",
        "The data of a text in PSON, which is JSON; the default where it cannot be read.\n\n    parsepson('[1]')    # [1]",
        &[plain(&[required("text", "String"), optional("default", "Any")], "Any", |interpreter, call| {
            parsed(interpreter, &call, parse_json)
        })],
    ),
    legacy(
        "parseyaml",
        "The data of a YAML text, or the default where it cannot be read.\n\n    parseyaml('a: 1')    # {'a' => 1}",
        &[plain(&[required("text", "String"), optional("default", "Any")], "Any", |interpreter, call| {
            parsed(interpreter, &call, parse_yaml_without_aliases)
        })],
    ),
    legacy(
        "base64",
        "A string encoded in Base64 or decoded from it; the third argument chooses `default` (with line breaks), `strict` or \
            `urlsafe`.\n\n    base64('encode', 'hello', 'strict')    # 'aGVsbG8='",
        &[plain(
            &[
                required("action", "Enum['encode', 'decode']"),
                required("text", "String"),
                optional("method", "Enum['default', 'strict', 'urlsafe']"),
            ],
            "String",
            base64_text,
        )],
    ),
];

fn to_json_pretty(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    if !call.entries(2).is_empty() {
        return Ok(call.unknown(interpreter, "options of the JSON library are not evaluated"));
    }
    let data = match call.argument(0) {
        value if call.argument(1) != &Value::Boolean(true) => value.clone(),
        Value::Array(elements) => Value::array(elements.iter().filter(|element| !element.is_undef()).cloned()),
        Value::Hash(entries) => Value::hash(
            entries.iter().filter(|(_, value)| !value.is_undef()).map(|(key, value)| (key.clone(), value.clone())),
        ),
        other => other.clone(),
    };
    Ok(Value::string(serialize::to_json(&data, true) + "\n"))
}

fn to_yaml(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let options = call.entries(1);
    let options = options.iter().map(|(name, value)| (to_s(name), value.clone()));
    match YamlOptions::read(options) {
        Some(options) => Ok(Value::string(write_yaml(&serialize::yaml_node(call.argument(0)), options))),
        None => Ok(call.unknown(interpreter, "these options of the YAML library are not evaluated")),
    }
}

fn to_python(value: &Value) -> String {
    match value {
        Value::Boolean(true) => "True".to_string(),
        Value::Boolean(false) => "False".to_string(),
        Value::Undef => "None".to_string(),
        Value::Array(elements) => format!("[{}]", joined(elements.iter().map(to_python))),
        Value::Hash(entries) => {
            format!("{{{}}}", joined(entries.iter().map(|(k, v)| format!("{}: {}", to_python(k), to_python(v)))))
        }
        other => inspect(other),
    }
}

fn to_ruby(value: &Value) -> String {
    match value {
        Value::Array(elements) => format!("[{}]", joined(elements.iter().map(to_ruby))),
        Value::Hash(entries) => {
            format!("{{{}}}", joined(entries.iter().map(|(k, v)| format!("{} => {}", to_ruby(k), to_ruby(v)))))
        }
        other => inspect(other),
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<String>>().join(", ")
}

pub(super) fn parse_json(text: &str) -> Result<Value, String> {
    crate::hiera::json::parse(text).map(|node| node.to_value()).map_err(|error| error.message())
}

pub(super) fn parse_yaml(text: &str) -> Result<Value, String> {
    match crate::hiera::yaml::parse(text) {
        Ok(Some(node)) => Ok(node.to_value()),
        Ok(None) => Ok(Value::Boolean(false)),
        Err(error) => Err(error.message()),
    }
}

/// As `YAML.load` does since Ruby 3.1: an alias is a mistake.
fn parse_yaml_without_aliases(text: &str) -> Result<Value, String> {
    if crate::hiera::yaml::has_alias(text) {
        return Err("Alias parsing was not enabled. To enable it, pass `aliases: true` to `Psych::load` or \
            `Psych::safe_load`."
            .to_string());
    }
    parse_yaml(text)
}

/// The data of the first argument; false, nothing and mistakes give the default.
fn parsed(
    interpreter: &Interpreter<'_>,
    call: &FunctionCall,
    parse: fn(&str) -> Result<Value, String>,
) -> Evaluated<Value> {
    let default = call.arguments.get(1).filter(|value| **value != Value::Boolean(false));
    let class = ruby_class(call.argument(0));
    if matches!(class.as_str(), "Hash" | "Array" | "Integer" | "Float") {
        return match default {
            Some(default) => Ok(default.clone()),
            None => call.fail(interpreter, format!("no implicit conversion of {class} into String")),
        };
    }
    match parse(&to_s(call.argument(0))) {
        Ok(Value::Undef | Value::Boolean(false)) => Ok(call.argument(1).clone()),
        Ok(data) => Ok(data),
        Err(words) => match default {
            Some(default) => Ok(default.clone()),
            None => call.fail(interpreter, words),
        },
    }
}

fn parsehocon(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    match parse_json(call.text(0)) {
        Ok(data) => Ok(data),
        Err(_) => Ok(call.unknown(interpreter, "HOCON that is not JSON is not read")),
    }
}

fn base64_text(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let action = call.text(0);
    if !matches!(action, "encode" | "decode") {
        return call.fail(interpreter, "base64(): the first argument must be one of 'encode' or 'decode'");
    }
    let Value::String(text) = call.argument(1) else {
        return call.fail(interpreter, "base64(): the second argument must be a string to base64");
    };
    let method = if call.arguments.len() > 2 { call.text(2) } else { "default" };
    if !matches!(method, "default" | "strict" | "urlsafe") {
        let words = "base64(): the third argument must be one of 'default', 'strict', or 'urlsafe'";
        return call.fail(interpreter, words);
    }
    if action == "encode" {
        return Ok(Value::string(match method {
            "urlsafe" => URL_SAFE.encode(text.as_bytes()),
            "strict" => STANDARD.encode(text.as_bytes()),
            _ => with_lines(&STANDARD.encode(text.as_bytes())),
        }));
    }
    let decoded = match method {
        "strict" => STANDARD.decode(text.as_bytes()).ok(),
        "urlsafe" => {
            let mut padded = text.to_string();
            while !padded.len().is_multiple_of(4) {
                padded.push('=');
            }
            URL_SAFE.decode(padded.as_bytes()).ok()
        }
        _ => decode_leniently(text),
    };
    match decoded {
        Some(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Ok(Value::string(text)),
            Err(_) => Ok(call.unknown(interpreter, "the decoded bytes are not text")),
        },
        None => call.fail(interpreter, "invalid base64"),
    }
}

/// A line break after every 60 characters, and at the end.
fn with_lines(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(60).map(|line| line.iter().collect::<String>() + "\n").collect()
}

/// Ruby's lenient decoding: what is not of the alphabet is skipped, the padding ends the text.
fn decode_leniently(text: &str) -> Option<Vec<u8>> {
    let mut kept: String = text
        .chars()
        .take_while(|character| *character != '=')
        .filter(|character| character.is_ascii_alphanumeric() || matches!(character, '+' | '/'))
        .collect();
    if kept.len() % 4 == 1 {
        kept.pop();
    }
    while !kept.len().is_multiple_of(4) {
        kept.push('=');
    }
    let lenient = base64::engine::GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true);
    base64::engine::GeneralPurpose::new(&base64::alphabet::STANDARD, lenient).decode(kept).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_decoded_leniently() {
        assert_eq!(decode_leniently("aGVs\nbG8=").as_deref(), Some(&b"hello"[..]));
        assert_eq!(with_lines(&"a".repeat(61)), format!("{}\na\n", "a".repeat(60)));
    }

    #[test]
    fn literals_of_other_languages() {
        let value = Value::hash([(Value::string("a"), Value::array([Value::Boolean(true), Value::Undef]))]);
        assert_eq!(to_python(&value), r#"{"a": [True, None]}"#);
        assert_eq!(to_ruby(&value), r#"{"a" => [true, nil]}"#);
    }
}
