//! What Puppet's messages call a value: `an Integer`, `an Undef Value`, `an Integer-Type`.

use crate::types::Type;
use crate::value::Value;

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
