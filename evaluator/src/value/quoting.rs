//! Strings as they are written in Puppet source: in single quotes where that is possible.

/// In single quotes, or in double quotes where a control character needs an escape.
pub fn quote(text: &str) -> String {
    if text.chars().any(|c| c < ' ') {
        return quote_double(text);
    }
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('\'');
    let mut after_backslash = false;
    for c in text.chars() {
        if after_backslash {
            quoted.push('\\');
            quoted.push(c);
            after_backslash = false;
        } else if c == '\\' {
            // What follows decides: a pair of backslashes stays a pair.
            after_backslash = true;
        } else {
            if c == '\'' {
                quoted.push('\\');
            }
            quoted.push(c);
        }
    }
    if after_backslash {
        quoted.push('\\');
    }
    quoted.push('\'');
    quoted
}

/// In double quotes, with escapes for quotes, `$`, backslashes and control characters.
pub fn quote_double(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '\t' => quoted.push_str("\\t"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '"' => quoted.push_str("\\\""),
            '$' => quoted.push_str("\\$"),
            '\\' => quoted.push_str("\\\\"),
            c if c < ' ' => quoted.push_str(&format!("\\u{{{:X}}}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A regular expression between slashes; a slash inside is escaped where it is not already.
pub fn quote_regexp(source: &str) -> String {
    let mut quoted = String::with_capacity(source.len() + 2);
    // Ruby shows the options of a pattern that is not ASCII, since its encoding is one of them.
    quoted.push_str(if source.is_ascii() { "/" } else { "/(?-mix:" });
    let mut escaped = false;
    for c in source.chars() {
        if c == '/' && !escaped {
            quoted.push('\\');
        }
        escaped = c == '\\' && !escaped;
        quoted.push(c);
    }
    quoted.push_str(if source.is_ascii() { "/" } else { ")/" });
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted_with_as_little_escaping_as_possible() {
        assert_eq!(quote("a"), "'a'");
        assert_eq!(quote("it's"), "'it\\'s'");
        assert_eq!(quote("a\\b"), "'a\\b'");
        assert_eq!(quote("a\nb$"), "\"a\\nb\\$\"");
        assert_eq!(quote("\u{1}"), "\"\\u{1}\"");
    }

    #[test]
    fn slashes_in_regexps_are_escaped_once() {
        assert_eq!(quote_regexp("a/b"), "/a\\/b/");
        assert_eq!(quote_regexp("a\\/b"), "/a\\/b/");
    }
}
