//! URIs: their parts, and the text that parts give.

/// What a URI consists of; a part that is absent is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UriParts {
    pub scheme: Option<String>,
    pub userinfo: Option<String>,
    pub host: Option<String>,
    pub port: Option<String>,
    pub path: Option<String>,
    pub query: Option<String>,
    pub fragment: Option<String>,
    pub opaque: Option<String>,
}

/// The port that a scheme means where none is written, which then does not show.
pub fn default_port(scheme: &str) -> Option<&'static str> {
    Some(match scheme {
        "http" | "ws" => "80",
        "https" | "wss" => "443",
        "ftp" => "21",
        "ldap" => "389",
        "ldaps" => "636",
        _ => return None,
    })
}

impl UriParts {
    /// Reads a text as `URI.parse` does; `None` where Ruby refuses it.
    pub fn parse_strictly(text: &str) -> Option<UriParts> {
        let is_foreign =
            |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '\\' | '^' | '`' | '{' | '|' | '}');
        if !text.is_ascii() || text.contains(is_foreign) {
            return None;
        }
        let parts = UriParts::parse(text);
        let names_port = parts.host.as_ref().is_some_and(|host| {
            let end = host.rfind(']').unwrap_or(0);
            host.get(end..).is_some_and(|rest| rest.contains(':'))
        });
        let is_only_scheme =
            parts.scheme.is_some() && parts.host.is_none() && parts.path.is_none() && parts.opaque.is_none();
        (!names_port && !is_only_scheme).then_some(parts)
    }

    /// Returns the class that Ruby has for the scheme.
    pub fn class_name(&self) -> &'static str {
        match self.scheme.as_deref() {
            Some("http") => "URI::HTTP",
            Some("https") => "URI::HTTPS",
            Some("ftp") => "URI::FTP",
            Some("ldap") => "URI::LDAP",
            Some("ldaps") => "URI::LDAPS",
            Some("mailto") => "URI::MailTo",
            Some("file") => "URI::File",
            Some("ws") => "URI::WS",
            Some("wss") => "URI::WSS",
            _ => "URI::Generic",
        }
    }

    /// Returns the port that is written, or that of the scheme.
    pub fn effective_port(&self) -> Option<&str> {
        self.port.as_deref().or_else(|| self.scheme.as_deref().and_then(default_port))
    }

    pub fn parse(text: &str) -> UriParts {
        let mut parts = UriParts::default();
        let (rest, fragment) = split_off(text, '#');
        parts.fragment = fragment;
        let rest = match scheme_length(rest) {
            Some(length) => {
                parts.scheme = rest.get(..length).map(str::to_ascii_lowercase);
                rest.get(length + 1..).unwrap_or("")
            }
            None => rest,
        };
        if parts.scheme.is_some() && !rest.starts_with('/') && !rest.is_empty() {
            parts.opaque = Some(rest.to_string());
            return parts;
        }
        let (rest, query) = split_off(rest, '?');
        parts.query = query;
        let path = match rest.strip_prefix("//") {
            Some(rest) => {
                let end = rest.find('/').unwrap_or(rest.len());
                let (authority, path) = rest.split_at_checked(end).unwrap_or((rest, ""));
                parts.read_authority(authority);
                path
            }
            None => rest,
        };
        if !path.is_empty() {
            parts.path = Some(path.to_string());
        }
        parts
    }

    fn read_authority(&mut self, authority: &str) {
        let host = match authority.rsplit_once('@') {
            Some((userinfo, host)) => {
                self.userinfo = Some(userinfo.to_string());
                host
            }
            None => authority,
        };
        let (host, port) = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => {
                (name, Some(port).filter(|port| !port.is_empty()))
            }
            _ => (host, None),
        };
        self.host = Some(host.to_string()).filter(|host| !host.is_empty());
        let implied = self.scheme.as_deref().and_then(default_port);
        self.port = port.filter(|port| Some(*port) != implied).map(str::to_string);
    }

    /// By name and value, in the order in which Puppet lists them.
    pub fn entries(&self) -> Vec<(&'static str, &str)> {
        [
            ("scheme", &self.scheme),
            ("userinfo", &self.userinfo),
            ("host", &self.host),
            ("port", &self.port),
            ("path", &self.path),
            ("query", &self.query),
            ("fragment", &self.fragment),
            ("opaque", &self.opaque),
        ]
        .into_iter()
        .filter_map(|(name, part)| part.as_deref().map(|part| (name, part)))
        .collect()
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        if let Some(scheme) = &self.scheme {
            text.push_str(scheme);
            text.push(':');
        }
        if let Some(opaque) = &self.opaque {
            text.push_str(opaque);
        } else {
            if self.host.is_some() {
                text.push_str("//");
                if let Some(userinfo) = &self.userinfo {
                    text.push_str(userinfo);
                    text.push('@');
                }
                text.push_str(self.host.as_deref().unwrap_or(""));
                if let Some(port) = &self.port {
                    text.push(':');
                    text.push_str(port);
                }
            }
            text.push_str(self.path.as_deref().unwrap_or(""));
            if let Some(query) = &self.query {
                text.push('?');
                text.push_str(query);
            }
        }
        if let Some(fragment) = &self.fragment {
            text.push('#');
            text.push_str(fragment);
        }
        text
    }
}

fn split_off(text: &str, separator: char) -> (&str, Option<String>) {
    match text.split_once(separator) {
        Some((before, after)) => (before, Some(after.to_string())),
        None => (text, None),
    }
}

fn scheme_length(text: &str) -> Option<usize> {
    let length = text.find(':')?;
    let scheme = text.get(..length)?;
    let mut bytes = scheme.bytes();
    let valid = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    valid.then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uri_is_taken_apart_and_put_together() {
        for text in ["http://user:pw@example.com:8080/a/b?q=1#frag", "mailto:x@y.z", "/a/b", "https://a.b?x=y"] {
            assert_eq!(UriParts::parse(text).text(), text);
        }
        assert_eq!(UriParts::parse("http://a:80/").port, None);
        let parts = UriParts::parse_strictly("https://me:pw@[::1]:8443/a/b?x=1#f").expect("an address");
        assert_eq!((parts.host.as_deref(), parts.port.as_deref()), (Some("[::1]"), Some("8443")));
        assert!(UriParts::parse_strictly("http://a b").is_none());
        assert!(UriParts::parse_strictly("http://a:b/").is_none());
    }
}
