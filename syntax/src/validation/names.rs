//! The forms that names of variables, parameters and definitions must have. Knows nothing of where they stand.

use crate::syntax_kind::keyword;

/// A class, define or function: `a`, `a::b_1`.
pub fn is_definition_name(name: &str) -> bool {
    name.split("::").all(|segment| is_word(segment, |first| first.is_ascii_lowercase()))
}

/// A name of several segments of which one is a keyword: `a::if`.
pub fn has_keyword_segment(name: &str) -> bool {
    name.contains("::") && name.split("::").any(|segment| keyword(segment.as_bytes(), false).is_some())
}

/// A type alias: `A`, `A::B`.
pub fn is_type_name(name: &str) -> bool {
    name.split("::").all(|segment| is_word(segment, |first| first.is_ascii_uppercase()))
}

/// A parameter: `a`, `_a`.
pub fn is_parameter_name(name: &str) -> bool {
    is_word(name, |first| first.is_ascii_lowercase() || first == b'_')
}

/// A variable: `a`, `::a::b`; only the last segment may start with an underscore.
pub fn is_variable_name(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    // Most have no namespace, which one letter tells sooner than two.
    match name.contains(':').then(|| name.rsplit_once("::")).flatten() {
        Some((namespace, last)) => is_definition_name(namespace) && is_parameter_name(last),
        None => is_parameter_name(name),
    }
}

/// A match variable: `0`, or a decimal number that does not start with 0.
pub fn is_match_variable_name(name: &str) -> bool {
    name == "0" || !name.is_empty() && !name.starts_with('0') && name.bytes().all(|byte| byte.is_ascii_digit())
}

/// A parameter name that clashes with match variables: digits, also behind `0x`.
pub fn is_numeric_parameter_name(name: &str) -> bool {
    let digits = name.strip_prefix("0x").unwrap_or(name);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A character that no node name may have.
pub fn has_illegal_hostname_character(name: &str) -> bool {
    name.bytes().any(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')))
}

fn is_word(text: &str, first_fits: impl Fn(u8) -> bool) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(first_fits) && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables() {
        for good in ["a", "_a", "::a", "a::b", "::a::_b", "aB1"] {
            assert!(is_variable_name(good), "{good}");
        }
        for bad in ["", "A", "a::B", "_a::b", "a::1", "a-b", "a::", "::", "é"] {
            assert!(!is_variable_name(bad), "{bad}");
        }
    }

    #[test]
    fn definitions() {
        assert!(is_definition_name("a::b_1"));
        for bad in ["A", "::a", "_a", "a-b", "a::", "a::_b", ""] {
            assert!(!is_definition_name(bad), "{bad}");
        }
        assert!(is_type_name("A::Bc"));
        assert!(!is_type_name("::A"));
        assert!(!is_type_name("A::b"));
    }

    #[test]
    fn numbers() {
        assert!(is_match_variable_name("0") && is_match_variable_name("10"));
        assert!(!is_match_variable_name("01") && !is_match_variable_name("1a") && !is_match_variable_name(""));
        assert!(
            is_numeric_parameter_name("1") && is_numeric_parameter_name("0x12") && is_numeric_parameter_name("007")
        );
        assert!(!is_numeric_parameter_name("0x1f") && !is_numeric_parameter_name("0x"));
    }
}
