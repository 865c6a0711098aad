//! Percent-encoding as Ruby's `URI`, `CGI` and `ERB::Util` do it.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

const COMPONENT: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');
const CGI: AsciiSet = COMPONENT.remove(b' ');
const FORM: AsciiSet = NON_ALPHANUMERIC.remove(b'*').remove(b'-').remove(b'.').remove(b'_').remove(b' ');
const URI: AsciiSet = COMPONENT
    .remove(b'!')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b';')
    .remove(b'/')
    .remove(b'?')
    .remove(b':')
    .remove(b'@')
    .remove(b'&')
    .remove(b'=')
    .remove(b'+')
    .remove(b'$')
    .remove(b',')
    .remove(b'[')
    .remove(b']');

/// Encodes all but letters, digits and `-_.~`, as `ERB::Util.url_encode` does.
pub fn encode_component(text: &str) -> String {
    utf8_percent_encode(text, &COMPONENT).to_string()
}

/// Encodes a text with `+` for spaces, as `CGI.escape` does.
pub fn encode_cgi(text: &str) -> String {
    utf8_percent_encode(text, &CGI).to_string().replace(' ', "+")
}

/// Encodes a part of a form, with `+` for spaces, as `URI.encode_www_form_component` does.
pub fn encode_form(text: &str) -> String {
    utf8_percent_encode(text, &FORM).to_string().replace(' ', "+")
}

/// Encodes what a URI cannot hold, as `URI::DEFAULT_PARSER.escape` does: reserved characters stay.
pub fn encode_uri(text: &str) -> String {
    utf8_percent_encode(text, &URI).to_string()
}

/// Decodes `%xx`; what is no such escape stays.
pub fn decode(text: &str) -> Vec<u8> {
    percent_decode_str(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_for_addresses() {
        assert_eq!(encode_form("a b&c/ü*"), "a+b%26c%2F%C3%BC*");
        assert_eq!(encode_uri("a b/ü"), "a%20b/%C3%BC");
        assert_eq!(encode_component("a b/~"), "a%20b%2F~");
        assert_eq!(decode("a%20b%"), b"a b%");
    }
}
