//! Classes whose methods only turn one text into another: `Base64`, `CGI`, `ERB::Util`, `URI` escapes, `Shellwords`,
//! `Zlib` checksums.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE};

use super::{bytes_of, string_of};
use crate::ruby::methods::MethodCall;
use crate::ruby::value::RubyValue;

pub fn class_method(class: &str, call: &MethodCall<'_>) -> Option<RubyValue> {
    let text = || call.argument(0).to_text();
    Some(match (class, call.name) {
        ("Base64", "strict_encode64") => RubyValue::string(STANDARD.encode(bytes_of(&call.argument(0)))),
        ("Base64", "urlsafe_encode64") => RubyValue::string(URL_SAFE.encode(bytes_of(&call.argument(0)))),
        ("Base64", "encode64") => RubyValue::string(lines_of_60(&STANDARD.encode(bytes_of(&call.argument(0))))),
        ("Base64", "decode64" | "strict_decode64" | "urlsafe_decode64") => {
            let plain: String = text().chars().filter(|c| !c.is_whitespace()).collect();
            let plain = plain.trim_end_matches('=').replace('-', "+").replace('_', "/");
            string_of(STANDARD_NO_PAD.decode(plain).ok()?)
        }
        ("CGI", "escape") | ("URI", "encode_www_form_component") => RubyValue::string(form_escape(&text())),
        ("CGI", "unescape") | ("URI", "decode_www_form_component") => {
            string_of(percent_decode(&text().replace('+', " ")))
        }
        ("CGI", "escapeHTML" | "escape_html") | ("ERB::Util", "html_escape" | "h") => {
            RubyValue::string(escape_html(&text()))
        }
        ("ERB::Util", "url_encode" | "u") => {
            RubyValue::string(percent_encode(&text(), |byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte)))
        }
        ("URI", "escape" | "encode") | ("URI::DEFAULT_PARSER", "escape") => {
            RubyValue::string(percent_encode(&text(), |byte| {
                byte.is_ascii_alphanumeric() || b"-_.!~*'();/?:@&=+$,[]".contains(&byte)
            }))
        }
        ("URI", "unescape" | "decode") | ("URI::DEFAULT_PARSER", "unescape") => string_of(percent_decode(&text())),
        ("URI", "encode_www_form") => RubyValue::string(www_form(&call.argument(0))?),
        ("Shellwords", "shellescape" | "escape") => RubyValue::string(shell_escape(&text())),
        ("Shellwords", "shelljoin" | "join") => RubyValue::string(shell_join(&call.argument(0))?),
        ("Shellwords", "shellsplit" | "shellwords" | "split") => {
            RubyValue::array(shell_split(&text())?.into_iter().map(RubyValue::string).collect())
        }
        ("Zlib", "crc32") => RubyValue::Integer(i128::from(crc32(&bytes_of(&call.argument(0))))),
        _ => return None,
    })
}

fn lines_of_60(encoded: &str) -> String {
    let mut lines = String::with_capacity(encoded.len() + encoded.len() / 60 + 1);
    for (index, character) in encoded.chars().enumerate() {
        lines.push(character);
        if index % 60 == 59 {
            lines.push('\n');
        }
    }
    if !lines.is_empty() && !lines.ends_with('\n') {
        lines.push('\n');
    }
    lines
}

fn percent_encode(text: &str, is_plain: impl Fn(u8) -> bool) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if is_plain(byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

fn form_escape(text: &str) -> String {
    percent_encode(text, |byte| byte.is_ascii_alphanumeric() || b"*-._ ".contains(&byte)).replace(' ', "+")
}

fn percent_decode(text: &str) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.as_bytes();
    while let Some((first, rest)) = bytes.split_first() {
        let hex = rest.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match (first, hex.and_then(|digits| u8::from_str_radix(digits, 16).ok())) {
            (b'%', Some(byte)) => {
                decoded.push(byte);
                bytes = &rest[2..];
            }
            _ => {
                decoded.push(*first);
                bytes = rest;
            }
        }
    }
    decoded
}

fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

fn www_form(value: &RubyValue) -> Option<String> {
    let pairs: Vec<(RubyValue, RubyValue)> = match value {
        RubyValue::Hash(hash) => hash.borrow().pairs(),
        RubyValue::Array(pairs) => {
            let pairs = pairs.borrow();
            let pair = |pair: &RubyValue| match pair {
                RubyValue::Array(pair) => match pair.borrow().as_slice() {
                    [key, value] => Some((key.clone(), value.clone())),
                    _ => None,
                },
                _ => None,
            };
            pairs.iter().map(pair).collect::<Option<Vec<_>>>()?
        }
        _ => return None,
    };
    let mut parts = Vec::new();
    for (key, value) in pairs {
        let key = form_escape(&key.to_text());
        match value {
            RubyValue::Nil => parts.push(key),
            RubyValue::Array(values) => {
                parts.extend(values.borrow().iter().map(|value| format!("{key}={}", form_escape(&value.to_text()))));
            }
            value => parts.push(format!("{key}={}", form_escape(&value.to_text()))),
        }
    }
    Some(parts.join("&"))
}

pub fn shell_escape(text: &str) -> String {
    if text.is_empty() {
        return "''".into();
    }
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => escaped.push_str("'\n'"),
            c if c.is_ascii_alphanumeric() || "_-.,:+/@".contains(c) => escaped.push(c),
            c => {
                escaped.push('\\');
                escaped.push(c);
            }
        }
    }
    escaped
}

pub fn shell_join(words: &RubyValue) -> Option<String> {
    let RubyValue::Array(words) = words else { return None };
    let words: Vec<String> = words.borrow().iter().map(|word| shell_escape(&word.to_text())).collect();
    Some(words.join(" "))
}

/// Words as a POSIX shell splits them; `None` where a quote is not closed.
pub fn shell_split(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word) = (Vec::new(), None::<String>);
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' => {
                let current = word.get_or_insert_default();
                loop {
                    match characters.next()? {
                        '\'' => break,
                        other => current.push(other),
                    }
                }
            }
            '"' => {
                let current = word.get_or_insert_default();
                loop {
                    match characters.next()? {
                        '"' => break,
                        '\\' => match characters.next()? {
                            escaped @ ('$' | '`' | '"' | '\\' | '\n') => current.push(escaped),
                            other => current.extend(['\\', other]),
                        },
                        other => current.push(other),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(characters.next()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some(words)
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
        }
    }
    !crc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_for_addresses_shells_and_pages() {
        assert_eq!(form_escape("a b&c/ü*"), "a+b%26c%2F%C3%BC*");
        assert_eq!(shell_escape("it's $5"), "it\\'s\\ \\$5");
        assert_eq!(
            shell_split("a 'b c' \"d\\\"e\" f\\ g"),
            Some(vec!["a".into(), "b c".into(), "d\"e".into(), "f g".into()])
        );
        assert_eq!(shell_split("'open"), None);
        assert_eq!(escape_html("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(percent_decode("a%20b%"), b"a b%");
        assert_eq!(lines_of_60(&"x".repeat(61)), format!("{}\nx\n", "x".repeat(60)));
    }
}
