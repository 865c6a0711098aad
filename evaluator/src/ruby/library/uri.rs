//! Methods of what `URI.parse` gives.

use super::{Native, native};
use crate::ruby::methods::MethodCall;
use crate::ruby::value::RubyValue;
use crate::ruby_core::uri::{UriParts, default_port};

/// Calls a method of a URI.
pub(super) fn method(this: &UriParts, call: &MethodCall<'_>) -> Option<RubyValue> {
    let text = |part: &Option<String>| part.clone().map_or(RubyValue::Nil, RubyValue::string);
    let user = |index: usize| {
        let part = this.userinfo.as_ref().and_then(|info| info.splitn(2, ':').nth(index));
        part.map_or(RubyValue::Nil, RubyValue::string)
    };
    Some(match call.name {
        "scheme" => text(&this.scheme),
        "host" => text(&this.host),
        "hostname" => match &this.host {
            Some(host) => RubyValue::string(host.trim_start_matches('[').trim_end_matches(']')),
            None => RubyValue::Nil,
        },
        "port" => port(this.effective_port()),
        "default_port" => port(this.scheme.as_deref().and_then(default_port)),
        "path" if this.opaque.is_some() => RubyValue::Nil,
        "path" => RubyValue::string(this.path.as_deref().unwrap_or_default()),
        "query" => text(&this.query),
        "fragment" => text(&this.fragment),
        "opaque" => text(&this.opaque),
        "userinfo" => text(&this.userinfo),
        "user" => user(0),
        "password" => user(1),
        "to_s" | "to_str" => RubyValue::string(this.text()),
        "absolute?" => RubyValue::Boolean(this.scheme.is_some()),
        "relative?" => RubyValue::Boolean(this.scheme.is_none()),
        "class" => RubyValue::Constant(this.class_name().into()),
        "dup" | "clone" => native(Native::Uri(this.clone())),
        "==" => RubyValue::Boolean(call.argument(0).to_text() == this.text()),
        _ => return None,
    })
}

fn port(text: Option<&str>) -> RubyValue {
    text.and_then(|port| port.parse().ok()).map_or(RubyValue::Nil, RubyValue::Integer)
}
