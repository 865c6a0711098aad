//! URIs as values: their parts as a hash, one part by its name, and when two are the same.

use super::{HashEntries, Value};
use crate::ruby_core::uri::{UriParts, default_port};

/// The parts of a URI as a hash, for its type: hosts in lower case.
pub fn parts_of(text: &str) -> Value {
    let mut parts = UriParts::parse(text);
    parts.host = parts.host.map(|host| host.to_ascii_lowercase());
    let entries: HashEntries =
        parts.entries().into_iter().map(|(name, part)| (Value::string(name), Value::string(part))).collect();
    Value::Hash(entries.into())
}

/// `$uri.name`: undef for what is absent, `None` for what no URI has.
pub fn component(text: &str, name: &str) -> Option<Value> {
    let parts = UriParts::parse(text);
    let part = match name {
        "scheme" => &parts.scheme,
        "userinfo" => &parts.userinfo,
        "host" => &parts.host,
        "query" => &parts.query,
        "fragment" => &parts.fragment,
        "opaque" => &parts.opaque,
        "path" => {
            let path = parts.path.as_deref().unwrap_or("");
            return Some(if parts.opaque.is_some() { Value::Undef } else { Value::string(path) });
        }
        "port" => {
            let implied = parts.scheme.as_deref().and_then(default_port);
            let port = parts.port.as_deref().or(implied.filter(|_| parts.host.is_some()));
            return Some(port.and_then(|port| port.parse().ok()).map_or(Value::Undef, Value::Integer));
        }
        _ => return None,
    };
    Some(part.as_deref().map_or(Value::Undef, Value::string))
}

/// Scheme and host in any case, and no path is the root.
pub fn same_uri(left: &str, right: &str) -> bool {
    let normal = |text: &str| {
        let mut parts = UriParts::parse(text);
        parts.host = parts.host.map(|host| host.to_ascii_lowercase());
        if parts.host.is_some() && parts.path.is_none() {
            parts.path = Some("/".to_string());
        }
        parts
    };
    normal(left) == normal(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_that_of_the_scheme_where_none_is_written() {
        assert_eq!(component("https://a/b", "port"), Some(Value::Integer(443)));
        assert_eq!(component("https://a:8080/b", "port"), Some(Value::Integer(8080)));
        assert_eq!(component("mailto:x@y.z", "opaque"), Some(Value::string("x@y.z")));
        assert_eq!(component("https://a/b", "nosuch"), None);
    }
}
