//! What Puppet's messages call a value: `an Integer`, `an Undef Value`, `an Integer-Type`; and values as Ruby prints
//! them inside such messages.

use crate::types::Type;
use crate::value::Value;
use crate::value::text::to_display_string;

/// `Integer`, `Undef Value`, `Integer-Type`
pub fn value_label(value: &Value) -> String {
    match value {
        Value::Undef => "Undef Value",
        Value::Boolean(_) => "Boolean",
        Value::Integer(_) | Value::BigInteger(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Regexp(_) => "Regexp",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Type(reference @ Type::Resource { title: Some(_), .. }) => {
            return format!("{reference} Resource-Reference");
        }
        Value::Type(value) => return format!("{value}-Type"),
        Value::Sensitive(_) => "Sensitive",
        Value::Binary(_) => "Binary",
        Value::Timestamp(_) => "Timestamp",
        Value::Timespan(_) => "Timespan",
        Value::SemVer(_) => "Semver",
        Value::SemVerRange(_) => "SemverRange",
        Value::Default | Value::Uri(_) | Value::Callable(_) | Value::Object(_) | Value::Iterator(_) => "Object",
        Value::Unknown(_) => "unknown value",
    }
    .to_string()
}

/// `an Integer`, `a String`
pub fn value_with_article(value: &Value) -> String {
    syntax::validation::labels::with_article(&value_label(value))
}

/// A value as Ruby's `to_s` prints it, which some of Puppet's messages show.
pub fn ruby_text(value: &Value) -> String {
    match value {
        Value::Undef => String::new(),
        Value::String(text) => text.to_string(),
        Value::Regexp(source) => format!("(?-mix:{source})"),
        Value::Array(_) | Value::Hash(_) => ruby_inspect(value),
        other => to_display_string(other),
    }
}

/// A value as Ruby's `inspect` prints it.
pub fn ruby_inspect(value: &Value) -> String {
    match value {
        Value::Undef => "nil".to_string(),
        Value::Default => ":default".to_string(),
        Value::String(text) => format!("{text:?}"),
        Value::Regexp(source) => format!("/{source}/"),
        Value::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(ruby_inspect).collect();
            format!("[{}]", elements.join(", "))
        }
        Value::Hash(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|(key, value)| format!("{}=>{}", ruby_inspect(key), ruby_inspect(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
        other => to_display_string(other),
    }
}
