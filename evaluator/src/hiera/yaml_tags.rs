//! What tags make of YAML nodes, as Ruby's Psych decides it with `safe_load`.

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use smol_str::SmolStr;

use super::yaml_scalar::{Resolved, ScalarError, resolve};
use crate::value::Value;

/// Ruby decodes what it can: padding may be missing.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

#[derive(Debug, PartialEq)]
pub enum TaggedSequence {
    List,
    OrderedMap,
    Class(String),
}

#[derive(Debug, PartialEq)]
pub enum TaggedMapping {
    Hash,
    /// `!!str {str: text}`.
    Text,
    Class(String),
}

/// Returns what follows one of these tags and a colon.
fn class_after<'t>(tag: &'t str, tags: &[&str]) -> Option<&'t str> {
    tags.iter().find_map(|known| tag.strip_prefix(known)?.strip_prefix(':'))
}

pub fn of_sequence(tag: Option<&str>) -> TaggedSequence {
    match tag {
        None => TaggedSequence::List,
        Some("!omap" | "tag:yaml.org,2002:omap") => TaggedSequence::OrderedMap,
        Some(tag) => match class_after(tag, &["!seq", "!ruby/array"]) {
            Some(class) => TaggedSequence::Class(class.to_string()),
            None => TaggedSequence::List,
        },
    }
}

/// Tags of mappings that name a class after a colon, and the class that they mean without one.
const OBJECT_TAGS: [(&str, &str); 3] =
    [("!ruby/struct", "Struct"), ("!ruby/object", "Object"), ("!ruby/exception", "Exception")];

pub fn of_mapping(tag: Option<&str>) -> TaggedMapping {
    let Some(tag) = tag else {
        return TaggedMapping::Hash;
    };
    match tag {
        "!ruby/object:Hash" => return TaggedMapping::Hash,
        "!str" | "!ruby/string" | "tag:yaml.org,2002:str" => return TaggedMapping::Text,
        "!ruby/range" => return TaggedMapping::Class("Range".to_string()),
        "!set" | "tag:yaml.org,2002:set" => return TaggedMapping::Class("Psych::Set".to_string()),
        "!omap" | "tag:yaml.org,2002:omap" => return TaggedMapping::Class("Psych::Omap".to_string()),
        _ => {}
    }
    for (prefix, class) in OBJECT_TAGS {
        if let Some(rest) = tag.strip_prefix(prefix) {
            let name = rest.strip_prefix(':').unwrap_or(rest);
            return TaggedMapping::Class(if name.is_empty() { class } else { name }.to_string());
        }
    }
    let with_class =
        ["!str", "!ruby/string", "!ruby/array", "!map", "!ruby/hash", "!ruby/hash-with-ivars", "!ruby/marshalable"];
    match class_after(tag, &with_class) {
        Some(class) => TaggedMapping::Class(class.to_string()),
        None => TaggedMapping::Hash,
    }
}

/// Returns the value of a scalar with a tag, quoted or not.
pub fn resolve_scalar(text: &str, tag: &str) -> Result<Resolved, ScalarError> {
    let disallowed = |class: &str| Err(ScalarError::DisallowedClass(SmolStr::new(class)));
    match tag {
        "tag:yaml.org,2002:str" | "!str" | "!ruby/string" => Ok(Resolved::Value(Value::string(text))),
        "tag:yaml.org,2002:binary" | "!binary" => Ok(Resolved::Value(binary(text))),
        "tag:yaml.org,2002:float" | "!float" => float(text),
        "!ruby/regexp" => disallowed("Regexp"),
        "!ruby/range" => disallowed("Range"),
        "!ruby/class" | "!ruby/module" => disallowed(text),
        _ => match class_after(tag, &["!str", "!ruby/string"]) {
            Some(class) => disallowed(class),
            None if matches!(
                tag,
                "!ruby/object:BigDecimal" | "!ruby/object:DateTime" | "!ruby/object:Complex" | "!ruby/object:Rational"
            ) =>
            {
                disallowed(tag.trim_start_matches("!ruby/object:"))
            }
            None if tag.starts_with("!ruby/sym") => Ok(Resolved::Symbol(SmolStr::new(text))),
            None => resolve(text),
        },
    }
}

/// `/pattern/mix` as a regular expression; nothing where there are no slashes, as Psych has it.
pub fn regexp(text: &str) -> Value {
    let inner = text.strip_prefix('/').and_then(|text| text.rsplit_once('/'));
    let (pattern, options) = inner.unwrap_or_default();
    let flags: String = options.chars().filter(|flag| matches!(flag, 'm' | 'i' | 'x')).collect();
    Value::Regexp(if flags.is_empty() { pattern.into() } else { format!("(?{flags}:{pattern})").as_str().into() })
}

fn binary(text: &str) -> Value {
    let digits: String = text.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '/')).collect();
    let bytes = BASE64.decode(digits).unwrap_or_default();
    match String::from_utf8(bytes) {
        Ok(text) => Value::string(text),
        Err(error) => Value::Binary(error.into_bytes().into()),
    }
}

fn float(text: &str) -> Result<Resolved, ScalarError> {
    match resolve(text)? {
        Resolved::Value(Value::Integer(number)) => Ok(Resolved::Value(Value::Float(number as f64))),
        Resolved::Value(Value::Float(number)) => Ok(Resolved::Value(Value::Float(number))),
        _ => match text.parse() {
            Ok(number) => Ok(Resolved::Value(Value::Float(number))),
            Err(_) => Err(ScalarError::InvalidNumber(format!("invalid value for Float(): {text:?}"))),
        },
    }
}
