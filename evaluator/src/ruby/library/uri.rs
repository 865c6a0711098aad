//! `URI.parse`: the parts of an address of the web.

use super::{Native, native};
use crate::ruby::methods::MethodCall;
use crate::ruby::value::RubyValue;

#[derive(Clone, Debug, Default)]
pub struct Uri {
    scheme: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<i128>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
    opaque: Option<String>,
}

impl Uri {
    pub fn read(text: &str) -> Option<Self> {
        if text
            .contains(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '\\' | '^' | '`' | '{' | '|' | '}'))
            || !text.is_ascii()
        {
            return None;
        }
        let mut uri = Uri::default();
        let (rest, fragment) = split(text, '#');
        uri.fragment = fragment;
        let (rest, query) = split(rest, '?');
        uri.query = query;
        let mut rest = rest;
        if let Some((scheme, after)) = rest.split_once(':')
            && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
        {
            uri.scheme = Some(scheme.to_ascii_lowercase());
            rest = after;
            if !rest.starts_with('/') {
                uri.opaque = Some(rest.to_string());
                return (!rest.is_empty()).then_some(uri);
            }
        }
        match rest.strip_prefix("//") {
            Some(after) => {
                let end = after.find('/').unwrap_or(after.len());
                let (authority, path) = after.split_at(end);
                uri.path = path.to_string();
                uri.read_authority(authority)?;
            }
            None => uri.path = rest.to_string(),
        }
        Some(uri)
    }

    fn read_authority(&mut self, authority: &str) -> Option<()> {
        let host = match authority.rsplit_once('@') {
            Some((userinfo, host)) => {
                self.userinfo = Some(userinfo.to_string());
                host
            }
            None => authority,
        };
        let (host, port) = match host.rfind(':') {
            Some(colon) if !host[colon..].contains(']') => (&host[..colon], Some(&host[colon + 1..])),
            _ => (host, None),
        };
        self.host = Some(host.to_string());
        match port {
            Some("") | None => {}
            Some(port) => self.port = Some(port.parse().ok()?),
        }
        Some(())
    }

    fn default_port(&self) -> Option<i128> {
        Some(match self.scheme.as_deref()? {
            "http" | "ws" => 80,
            "https" | "wss" => 443,
            "ftp" => 21,
            "ldap" => 389,
            "ldaps" => 636,
            _ => return None,
        })
    }

    pub fn class_name(&self) -> &'static str {
        match self.scheme.as_deref() {
            Some("http") => "URI::HTTP",
            Some("https") => "URI::HTTPS",
            Some("ftp") => "URI::FTP",
            Some("ldap") => "URI::LDAP",
            _ => "URI::Generic",
        }
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        if let Some(scheme) = &self.scheme {
            text.push_str(&format!("{scheme}:"));
        }
        if let Some(opaque) = &self.opaque {
            text.push_str(opaque);
        }
        if let Some(host) = &self.host {
            text.push_str("//");
            if let Some(userinfo) = &self.userinfo {
                text.push_str(&format!("{userinfo}@"));
            }
            text.push_str(host);
            if let Some(port) = self.port.filter(|port| Some(*port) != self.default_port()) {
                text.push_str(&format!(":{port}"));
            }
        }
        text.push_str(&self.path);
        for (mark, part) in [('?', &self.query), ('#', &self.fragment)] {
            if let Some(part) = part {
                text.push(mark);
                text.push_str(part);
            }
        }
        text
    }

    pub(in crate::ruby) fn method(&self, call: &MethodCall<'_>) -> Option<RubyValue> {
        let text = |part: &Option<String>| part.clone().map_or(RubyValue::Nil, RubyValue::string);
        let user = |index: usize| {
            let part = self.userinfo.as_ref().and_then(|info| info.splitn(2, ':').nth(index));
            part.map_or(RubyValue::Nil, RubyValue::string)
        };
        Some(match call.name {
            "scheme" => text(&self.scheme),
            "host" => text(&self.host),
            "hostname" => match &self.host {
                Some(host) => RubyValue::string(host.trim_start_matches('[').trim_end_matches(']')),
                None => RubyValue::Nil,
            },
            "port" => self.port.or(self.default_port()).map_or(RubyValue::Nil, RubyValue::Integer),
            "default_port" => self.default_port().map_or(RubyValue::Nil, RubyValue::Integer),
            "path" if self.opaque.is_some() => RubyValue::Nil,
            "path" => RubyValue::string(self.path.as_str()),
            "query" => text(&self.query),
            "fragment" => text(&self.fragment),
            "opaque" => text(&self.opaque),
            "userinfo" => text(&self.userinfo),
            "user" => user(0),
            "password" => user(1),
            "to_s" | "to_str" => RubyValue::string(self.text()),
            "absolute?" => RubyValue::Boolean(self.scheme.is_some()),
            "relative?" => RubyValue::Boolean(self.scheme.is_none()),
            "class" => RubyValue::Constant(self.class_name().into()),
            "dup" | "clone" => native(Native::Uri(self.clone())),
            "==" => RubyValue::Boolean(call.argument(0).to_text() == self.text()),
            _ => return None,
        })
    }
}

fn split(text: &str, mark: char) -> (&str, Option<String>) {
    match text.split_once(mark) {
        Some((before, after)) => (before, Some(after.to_string())),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_an_address() {
        let uri = Uri::read("https://me:pw@[::1]:8443/a/b?x=1#f").expect("an address");
        assert_eq!((uri.host.as_deref(), uri.port, uri.path.as_str()), (Some("[::1]"), Some(8443), "/a/b"));
        assert_eq!((uri.query.as_deref(), uri.fragment.as_deref()), (Some("x=1"), Some("f")));
        assert_eq!(uri.text(), "https://me:pw@[::1]:8443/a/b?x=1#f");
        assert_eq!(Uri::read("http://h:80/x").expect("an address").text(), "http://h/x");
        assert_eq!(Uri::read("mailto:a@b").expect("an address").text(), "mailto:a@b");
        assert!(Uri::read("http://a b").is_none());
    }
}
