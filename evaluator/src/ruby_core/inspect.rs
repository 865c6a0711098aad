//! How Ruby's `inspect` writes texts, symbols, patterns and collections; and what `Regexp.escape` escapes.

use std::fmt::Write;

/// Writes a string in double quotes with Ruby's escapes.
pub fn write_quoted(text: &str, out: &mut String) {
    out.push('"');
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{b}' => out.push_str("\\v"),
            '\u{c}' => out.push_str("\\f"),
            '\u{1b}' => out.push_str("\\e"),
            // Ruby prints the control character "next line" as it is.
            '\u{85}' => out.push(character),
            '#' if matches!(characters.peek(), Some('{' | '$' | '@')) => out.push_str("\\#"),
            control if control.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04X}", control as u32);
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

/// Returns a string in double quotes with Ruby's escapes.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    write_quoted(text, &mut out);
    out
}

/// Operators that are names of methods, and so symbols without quotes.
const OPERATORS: &[&str] = &[
    "!", "!=", "!~", "%", "&", "*", "**", "+", "+@", "-", "-@", "/", "<", "<<", "<=", "<=>", "==", "===", "=~", ">",
    ">=", ">>", "[]", "[]=", "^", "`", "|", "~",
];

/// Writes a symbol: `:name`, with quotes where it could not be written without them.
pub fn write_symbol(name: &str, out: &mut String) {
    out.push(':');
    if is_plain_symbol(name) { out.push_str(name) } else { write_quoted(name, out) }
}

fn is_plain_symbol(name: &str) -> bool {
    if OPERATORS.contains(&name) {
        return true;
    }
    let is_word = |word: &str| {
        !word.is_empty()
            && !word.starts_with(|first: char| first.is_ascii_digit())
            && word.chars().all(|c| c.is_alphanumeric() || c == '_' || !c.is_ascii())
    };
    if let Some(variable) = name.strip_prefix("@@").or_else(|| name.strip_prefix(['@', '$'])) {
        return is_word(variable);
    }
    is_word(name.strip_suffix(['?', '!', '=']).unwrap_or(name))
}

/// Splits a pattern whose options are inside it, `(?mi:…)`, into its source and its options in Ruby's order.
fn pattern_options(pattern: &str) -> (&str, String) {
    let inside =
        pattern.strip_prefix("(?").and_then(|rest| rest.strip_suffix(')')).and_then(|rest| rest.split_once(':'));
    match inside {
        Some((options, source))
            if !options.is_empty() && options.chars().all(|c| "mix".contains(c)) && is_one_group(source) =>
        {
            (source, "mix".chars().filter(|option| options.contains(*option)).collect())
        }
        _ => (pattern, String::new()),
    }
}

/// Tells whether no parenthesis of the text closes one that is outside of it.
fn is_one_group(source: &str) -> bool {
    let (mut depth, mut is_escaped, mut in_class) = (0_i32, false, false);
    for c in source.chars() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => depth += 1,
            ')' if !in_class => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    true
}

/// Writes a pattern as `Regexp#to_s` does: `(?-mix:a)`.
pub fn write_pattern_text(pattern: &str, out: &mut String) {
    let (source, options) = pattern_options(pattern);
    let missing: String = "mix".chars().filter(|option| !options.contains(*option)).collect();
    let dash = if missing.is_empty() { "" } else { "-" };
    let _ = write!(out, "(?{options}{dash}{missing}:");
    write_source(source, out);
    out.push(')');
}

/// Writes a pattern as `Regexp#inspect` does: `/a/`.
pub fn write_pattern(pattern: &str, out: &mut String) {
    let (source, options) = pattern_options(pattern);
    out.push('/');
    write_source(source, out);
    out.push('/');
    out.push_str(&options);
}

/// Writes the source of a pattern; slashes that are not escaped get a backslash.
fn write_source(source: &str, out: &mut String) {
    let mut is_escaped = false;
    for c in source.chars() {
        match c {
            '/' if !is_escaped => out.push_str("\\/"),
            c => out.push(c),
        }
        is_escaped = c == '\\' && !is_escaped;
    }
}

/// Returns a text as a pattern that matches just it, as `Regexp.escape` does.
pub fn escape_pattern(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => pattern.push_str("\\n"),
            '\t' => pattern.push_str("\\t"),
            '\r' => pattern.push_str("\\r"),
            '\u{c}' => pattern.push_str("\\f"),
            '\u{b}' => pattern.push_str("\\v"),
            special if "[]{}()|-*.\\?+^$# ".contains(special) => {
                pattern.push('\\');
                pattern.push(special);
            }
            other => pattern.push(other),
        }
    }
    pattern
}

/// Writes a list in brackets, each element as the function writes it.
pub fn write_list<T>(elements: impl IntoIterator<Item = T>, out: &mut String, write: impl Fn(T, &mut String)) {
    out.push('[');
    for (index, element) in elements.into_iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write(element, out);
    }
    out.push(']');
}

/// Writes the pairs of a hash in braces, each part as the function writes it.
pub fn write_pairs<T>(pairs: impl IntoIterator<Item = (T, T)>, out: &mut String, write: impl Fn(T, &mut String)) {
    out.push('{');
    for (index, (key, value)) in pairs.into_iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write(key, out);
        out.push_str("=>");
        write(value, out);
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: fn(&str, &mut String), text: &str) -> String {
        let mut out = String::new();
        write(text, &mut out);
        out
    }

    #[test]
    fn symbols_have_quotes_only_where_they_need_them() {
        for (name, text) in [
            ("a", ":a"),
            ("a?", ":a?"),
            ("[]=", ":[]="),
            ("@a", ":@a"),
            ("a b", ":\"a b\""),
            ("9", ":\"9\""),
            ("", ":\"\""),
        ] {
            assert_eq!(written(write_symbol, name), text);
        }
    }

    #[test]
    fn patterns_show_their_options() {
        for (pattern, text, shown) in [
            ("a/b", "(?-mix:a\\/b)", "/a\\/b/"),
            ("(?i:a)", "(?i-mx:a)", "/a/i"),
            ("(?mix:a)", "(?mix:a)", "/a/mix"),
            ("(?i:a)b(c)", "(?-mix:(?i:a)b(c))", "/(?i:a)b(c)/"),
        ] {
            assert_eq!(written(write_pattern_text, pattern), text);
            assert_eq!(written(write_pattern, pattern), shown);
        }
    }
}
