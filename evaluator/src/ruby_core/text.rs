//! Values as Ruby's `to_s` and `inspect` write them: what `join`, `fail`, `max` and the functions of the 3.x API
//! show. Puppet's own notation is elsewhere.

use std::borrow::Cow;

pub use crate::value::numbers::float_text;

use super::inspect::{write_list, write_pairs, write_pattern, write_pattern_text, write_quoted};
use super::sprintf::{Argument, NotAHash, Scalar};
use crate::types::Type;
use crate::value::Value;

/// As Ruby's `to_s` gives it; collections as `inspect` does.
pub fn to_s(value: &Value) -> String {
    let mut text = String::new();
    write_to_s(value, &mut text);
    text
}

pub fn write_to_s(value: &Value, out: &mut String) {
    match value {
        Value::Undef => {}
        Value::String(text) => out.push_str(text),
        Value::Default => out.push_str("default"),
        Value::Regexp(pattern) => write_pattern_text(pattern, out),
        Value::Sensitive(_) => out.push_str("Sensitive [value redacted]"),
        _ => write_inspect(value, out),
    }
}

/// As Ruby's `inspect` gives it.
pub fn inspect(value: &Value) -> String {
    let mut text = String::new();
    write_inspect(value, &mut text);
    text
}

pub fn write_inspect(value: &Value, out: &mut String) {
    match value {
        Value::Undef => out.push_str("nil"),
        Value::Default => out.push_str(":default"),
        Value::String(text) => write_quoted(text, out),
        Value::Regexp(pattern) => write_pattern(pattern, out),
        Value::Float(number) => out.push_str(&float_text(*number)),
        Value::Sensitive(_) => out.push_str("#<Sensitive [value redacted]>"),
        Value::Array(elements) => write_list(elements.iter(), out, write_inspect),
        Value::Hash(entries) => write_pairs(entries.iter(), out, write_inspect),
        other => out.push_str(&interpolated(other)),
    }
}

/// The name of the Ruby class that holds such a value.
pub fn ruby_class(value: &Value) -> String {
    match value {
        Value::Undef => "NilClass",
        Value::Default => "Symbol",
        Value::Boolean(true) => "TrueClass",
        Value::Boolean(false) => "FalseClass",
        Value::Integer(_) | Value::BigInteger(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Regexp(_) => "Regexp",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Type(value_type) => return ruby_class_of_type(value_type),
        Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
        Value::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary",
        Value::Timestamp(_) => "Puppet::Pops::Time::Timestamp",
        Value::Timespan(_) => "Puppet::Pops::Time::Timespan",
        Value::SemVer(_) => "SemanticPuppet::Version",
        Value::SemVerRange(_) => "SemanticPuppet::VersionRange",
        Value::Uri(_) => "URI::Generic",
        Value::Callable(_) => "Puppet::Pops::Evaluator::Closure",
        Value::Object(_) => "Object",
        Value::Iterator(_) => "Puppet::Pops::Types::Iterator",
        Value::Unknown(_) => "an unknown value",
    }
    .to_string()
}

/// The name of the Ruby class of a type.
pub fn ruby_class_of_type(value_type: &Type) -> String {
    let name = match value_type {
        Type::StringValue(_) => "String",
        Type::Alias(_) => "TypeAlias",
        Type::Uri(_) => "URI",
        other => &variant_name(other),
    };
    format!("Puppet::Pops::Types::P{name}Type")
}

/// The first word of what a type prints as.
fn variant_name(value_type: &Type) -> String {
    let text = value_type.to_string();
    text.split(|character: char| !character.is_alphanumeric()).next().unwrap_or("Any").to_string()
}

/// Returns how Ruby names a value that it will not convert by itself.
pub fn implicit_name(value: &Value) -> String {
    match value {
        Value::Undef => "nil".to_string(),
        Value::Boolean(truth) => truth.to_string(),
        other => ruby_class(other),
    }
}

impl Argument for Value {
    fn to_s(&self) -> String {
        to_s(self)
    }

    fn inspect(&self) -> String {
        inspect(self)
    }

    fn name(&self) -> String {
        implicit_name(self)
    }

    fn scalar(&self) -> Scalar<'_> {
        match self {
            Value::Integer(number) => Scalar::Integer(*number),
            Value::BigInteger(number) => Scalar::Big((**number).clone()),
            Value::Float(number) => Scalar::Float(*number),
            Value::String(text) => Scalar::String(Cow::Borrowed(text)),
            _ => Scalar::Other,
        }
    }

    /// Puppet makes symbols of the keys before it formats.
    fn entry(&self, name: &str) -> Result<Option<Self>, NotAHash> {
        match self {
            Value::Hash(entries) => Ok(entries.get(&Value::string(name)).cloned()),
            _ => Err(NotAHash),
        }
    }
}

/// As interpolation writes a value.
pub fn interpolated(value: &Value) -> String {
    crate::value::text::to_display_string(value)
}

/// What `compare` calls a value in its messages.
pub fn article_label(value: &Value) -> String {
    match value {
        Value::Undef => "Undef".to_string(),
        Value::Type(value_type) => format!("Type[{value_type}]"),
        other => variant_name(&crate::types::infer_generalized(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_inside_collections_are_quoted() {
        let value = Value::hash([(Value::string("a"), Value::array([Value::Undef, Value::string("b\"#{")]))]);
        assert_eq!(to_s(&value), r##"{"a"=>[nil, "b\"\#{"]}"##);
    }
}
