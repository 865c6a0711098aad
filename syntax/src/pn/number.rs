//! Floats and regular expressions as Ruby prints them.

use crate::lexer::unicode_escape_length;

/// The shortest digits that give the value back; an exponent from 10^15 and below 10^-4.
pub(super) fn float(value: f64) -> String {
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if value == 0.0 || (-4..15).contains(&exponent) {
        let fixed = format!("{value}");
        return if fixed.contains('.') { fixed } else { format!("{fixed}.0") };
    }
    let digits = if digits.contains('.') { digits.to_string() } else { format!("{digits}.0") };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

/// A pattern that names characters beyond ASCII has an option of its own in Ruby, which then shows all options.
pub(super) fn regexp(pattern: &str) -> String {
    let names_character = |escape: &str| escape.starts_with('u') && unicode_escape_length(&escape[1..]).is_some();
    let mut has_escape = false;
    let mut rest = pattern;
    while let Some((_, escape)) = rest.split_once('\\') {
        has_escape |= names_character(escape);
        rest = escape.get(escape.chars().next().map_or(0, char::len_utf8)..).unwrap_or("");
    }
    if pattern.is_ascii() && !has_escape { pattern.to_string() } else { format!("(?-imx:{pattern})") }
}

#[cfg(test)]
mod tests {
    #[test]
    fn patterns_beyond_ascii_show_their_options() {
        for (pattern, shown) in
            [("a", "a"), ("é/x", "(?-imx:é/x)"), ("\\u00e9", "(?-imx:\\u00e9)"), ("\\\\u00e9", "\\\\u00e9")]
        {
            assert_eq!(super::regexp(pattern), shown);
        }
    }

    #[test]
    fn floats() {
        for (value, shown) in [
            (100000000000000.0, "100000000000000.0"),
            (1e15, "1.0e+15"),
            (6.02e23, "6.02e+23"),
            (0.0001, "0.0001"),
            (0.00001, "1.0e-05"),
            (0.0, "0.0"),
            (2.5, "2.5"),
            (-0.5, "-0.5"),
        ] {
            assert_eq!(super::float(value), shown);
        }
    }
}
