//! `Sensitive.new`, `URI.new`, `Type.new`, and what takes any value as it is.

use std::sync::{Arc, LazyLock};

use super::constructor::{Constructor, required};
use super::{InstanceError, NameResolver, unknown_among};
use crate::ruby_core::uri::UriParts;
use crate::types::mismatch::Signature;
use crate::types::{CallableType, Type, describe_call, infer, parse_with};
use crate::value::Value;

pub(super) fn sensitive() -> Constructor {
    Constructor::new(
        "new_Sensitive",
        &[],
        &[
            (&[required("value", "Sensitive")], |arguments| Ok(arguments.first().cloned().unwrap_or_default())),
            (&[required("value", "Any")], |arguments| {
                Ok(Value::Sensitive(Arc::new(arguments.first().cloned().unwrap_or_default())))
            }),
        ],
    )
    .keeping_unknown()
}

pub(super) fn unit() -> Constructor {
    Constructor::new(
        "new_unit",
        &[],
        &[(&[required("from", "Any")], |arguments| Ok(arguments.first().cloned().unwrap_or_default()))],
    )
    .keeping_unknown()
}

pub(super) fn uri() -> Constructor {
    Constructor::new(
        "new_error",
        &[],
        &[
            (&[required("uri", "String[1]")], |arguments| {
                let text = arguments.first().and_then(Value::as_str).unwrap_or("");
                if !text.is_ascii() {
                    let escaped: String = text.chars().map(ascii_escape).collect();
                    return Err(format!("URI must be ascii only \"{escaped}\""));
                }
                if !is_uri(text) {
                    return Err(format!("bad URI(is not URI?): {text:?}"));
                }
                let parts = UriParts::parse(text);
                Ok(Value::Uri(with_lower_scheme(text, &parts).into()))
            }),
            (
                &[required(
                    "hash",
                    "Struct[{Optional[scheme] => String[1], Optional[userinfo] => String[1], \
                     Optional[host] => String[1], Optional[port] => Integer[0], Optional[path] => String[1], \
                     Optional[query] => String[1], Optional[fragment] => String[1], Optional[opaque] => String[1]}]",
                )],
                |arguments| Ok(Value::Uri(uri_of(arguments).text().into())),
            ),
        ],
    )
}

fn with_lower_scheme(text: &str, parts: &UriParts) -> String {
    match &parts.scheme {
        Some(scheme) => format!("{scheme}{}", text.get(scheme.len()..).unwrap_or("")),
        None => text.to_string(),
    }
}

fn uri_of(arguments: &[Value]) -> UriParts {
    let part = |name: &str| match super::constructor::named_argument(arguments, name) {
        Some(Value::String(text)) => Some(text.to_string()),
        Some(Value::Integer(number)) => Some(number.to_string()),
        _ => None,
    };
    let scheme = part("scheme");
    let implied = scheme.as_deref().and_then(crate::ruby_core::uri::default_port);
    UriParts {
        port: part("port").filter(|port| Some(port.as_str()) != implied),
        scheme,
        userinfo: part("userinfo"),
        host: part("host"),
        path: part("path"),
        query: part("query"),
        fragment: part("fragment"),
        opaque: part("opaque"),
    }
}

/// Only characters that a URI may have, and brackets only in pairs.
fn is_uri(text: &str) -> bool {
    let parts = UriParts::parse(text);
    let balanced = text.matches('[').count() == text.matches(']').count();
    let path = parts.path.as_deref().unwrap_or("");
    // Without a scheme, a colon in the first segment would look like one.
    let ambiguous = parts.scheme.is_none()
        && parts.host.is_none()
        && path.split('/').next().is_some_and(|segment| segment.contains(':'));
    balanced
        && !ambiguous
        && !path.contains(['[', ']'])
        && text.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>\"{}|\\^`".contains(&byte))
}

fn ascii_escape(c: char) -> String {
    if c.is_ascii() { c.to_string() } else { format!("\\u{:04X}", u32::from(c)) }
}

/// `Type.new('Array[Integer]')`
pub(super) fn type_from_text(arguments: &[Value], resolve: NameResolver<'_>) -> Result<Value, InstanceError> {
    if let Some(unknown) = unknown_among(arguments) {
        return Ok(unknown);
    }
    match arguments {
        [Value::String(text)] if !text.is_empty() => {
            parse_with(text, resolve).map(Value::Type).map_err(|error| InstanceError::Conversion(error.text()))
        }
        arguments => {
            static SIGNATURE: LazyLock<[Signature; 1]> =
                LazyLock::new(|| [one_parameter("type_string", crate::types::names::NON_EMPTY_STRING)]);
            let types: Vec<Type> = arguments.iter().map(infer).collect();
            Err(InstanceError::Arguments(describe_call("new_type", SIGNATURE.as_slice(), &types, None)))
        }
    }
}

fn one_parameter(name: &'static str, parameter: Type) -> Signature {
    Signature {
        callable: CallableType { parameters: Some(vec![parameter]), size: None, block: None, returns: None },
        parameter_names: vec![smol_str::SmolStr::new_static(name)],
        block_name: None,
    }
}

/// What `Init[T].new` takes: one value, with a list among the possibilities where there are no fixed arguments.
pub(super) fn init_signature(lists: bool) -> Vec<Signature> {
    let any = one_parameter("value", Type::Any);
    if lists { vec![one_parameter("value", Type::array_of(Type::Any)), any] } else { vec![any] }
}
