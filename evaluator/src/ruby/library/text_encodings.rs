//! Classes whose methods only turn one text into another: `Base64`, `CGI`, `ERB::Util`, `URI` escapes, `Shellwords`,
//! `Zlib` checksums.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE};

use super::{bytes_of, string_of};
use crate::ruby::methods::MethodCall;
use crate::ruby::value::RubyValue;
use crate::ruby_core::digests::crc32;
use crate::ruby_core::percent_encoding::{decode, encode_cgi, encode_component, encode_form, encode_uri};
use crate::ruby_core::shell_words;

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
        ("CGI", "escape") => RubyValue::string(encode_cgi(&text())),
        ("URI", "encode_www_form_component") => RubyValue::string(encode_form(&text())),
        ("CGI", "unescape") | ("URI", "decode_www_form_component") => string_of(decode(&text().replace('+', " "))),
        ("CGI", "escapeHTML" | "escape_html") | ("ERB::Util", "html_escape" | "h") => {
            RubyValue::string(escape_html(&text()))
        }
        ("ERB::Util", "url_encode" | "u") => RubyValue::string(encode_component(&text())),
        ("URI", "escape" | "encode") | ("URI::DEFAULT_PARSER", "escape") => RubyValue::string(encode_uri(&text())),
        ("URI", "unescape" | "decode") | ("URI::DEFAULT_PARSER", "unescape") => string_of(decode(&text())),
        ("URI", "encode_www_form") => RubyValue::string(www_form(&call.argument(0))?),
        ("Shellwords", "shellescape" | "escape") => RubyValue::string(shell_words::escape(&text())),
        ("Shellwords", "shelljoin" | "join") => RubyValue::string(shell_join(&call.argument(0))?),
        ("Shellwords", "shellsplit" | "shellwords" | "split") => {
            RubyValue::array(shell_words::split(&text())?.into_iter().map(RubyValue::string).collect())
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
        let key = encode_form(&key.to_text());
        match value {
            RubyValue::Nil => parts.push(key),
            RubyValue::Array(values) => {
                parts.extend(values.borrow().iter().map(|value| format!("{key}={}", encode_form(&value.to_text()))));
            }
            value => parts.push(format!("{key}={}", encode_form(&value.to_text()))),
        }
    }
    Some(parts.join("&"))
}

fn shell_join(words: &RubyValue) -> Option<String> {
    let RubyValue::Array(words) = words else { return None };
    Some(shell_words::join(words.borrow().iter().map(RubyValue::to_text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_for_addresses_shells_and_pages() {
        assert_eq!(escape_html("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
        assert_eq!(lines_of_60(&"x".repeat(61)), format!("{}\nx\n", "x".repeat(60)));
    }
}
