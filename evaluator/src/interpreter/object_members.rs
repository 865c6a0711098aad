//! `object.attribute`: objects and URIs answer by the names of their members before functions do.

use super::{Evaluated, Interpreter};
use crate::error::RuntimeError;
use crate::types::objects::{all_attributes, attribute_of, has_member};
use crate::types::{Type, object_name};
use crate::value::uri::{UriParts, default_port};
use crate::value::{ObjectValue, Value};

impl Interpreter<'_> {
    /// The value of a member; `None` where the first argument has none of this name, so that it is a function call.
    pub(super) fn call_member(&self, arguments: &[Value], name: &str) -> Evaluated<Option<Value>> {
        let Some((receiver, rest)) = arguments.split_first() else {
            return Ok(None);
        };
        let (owner, value) = match receiver {
            Value::Object(object) => match self.object_member(object, name)? {
                Some(value) => (object_name(&object.object_type), value),
                None => return Ok(None),
            },
            Value::Uri(text) => match uri_member(text, name) {
                Some(value) => ("Pcore::URI".into(), value),
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        if !rest.is_empty() {
            let words = format!("'attribute {owner}[{name}]' expects no arguments, got {}", rest.len());
            return self.raise(RuntimeError(words));
        }
        Ok(Some(value))
    }

    fn object_member(&self, object: &ObjectValue, name: &str) -> Evaluated<Option<Value>> {
        if let Some(value) = attribute_of(object, name) {
            return Ok(Some(value));
        }
        let owner = object_name(&object.object_type);
        if owner == "Error" && name == "message" {
            return Ok(attribute_of(object, "msg"));
        }
        if !has_member(object, name) {
            return Ok(None);
        }
        let is_attribute = match object.object_type.resolved() {
            Type::Object(definition) => all_attributes(definition).iter().any(|attribute| attribute.name == name),
            _ => false,
        };
        if is_attribute {
            return Ok(Some(Value::Undef));
        }
        self.raise(RuntimeError(format!("no method is implemented for function {owner}[{name}]")))
    }
}

fn uri_member(text: &str, name: &str) -> Option<Value> {
    let parts = UriParts::parse(text);
    let part = |part: &Option<String>| part.as_deref().map_or(Value::Undef, Value::string);
    Some(match name {
        "scheme" => part(&parts.scheme),
        "userinfo" => part(&parts.userinfo),
        "host" => part(&parts.host),
        "port" => {
            let implied = parts.scheme.as_deref().and_then(default_port);
            let port = parts.port.as_deref().or(implied);
            port.and_then(|port| port.parse().ok()).map_or(Value::Undef, Value::Integer)
        }
        "path" if parts.opaque.is_none() => Value::string(parts.path.as_deref().unwrap_or_default()),
        "path" => Value::Undef,
        "query" => part(&parts.query),
        "fragment" => part(&parts.fragment),
        "opaque" => part(&parts.opaque),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_that_of_the_scheme_where_none_is_written() {
        assert_eq!(uri_member("https://a/b", "port"), Some(Value::Integer(443)));
        assert_eq!(uri_member("https://a:8080/b", "port"), Some(Value::Integer(8080)));
        assert_eq!(uri_member("mailto:x@y.z", "opaque"), Some(Value::string("x@y.z")));
        assert_eq!(uri_member("https://a/b", "nosuch"), None);
    }
}
