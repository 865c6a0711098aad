//! How Ruby's `String` strips, splits and prints: YARD's results depend on each of them.

use std::fmt::Write;

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}')
}

/// Returns the text without blanks around it, as `String#strip`; a null counts at the end.
pub fn strip(text: &str) -> &str {
    text.trim_start_matches(|c| is_space(c) || c == '\0').trim_end_matches(|c| is_space(c) || c == '\0')
}

/// Returns the text without blanks behind it, as `String#rstrip`.
pub fn strip_end(text: &str) -> &str {
    text.trim_end_matches(|c| is_space(c) || c == '\0')
}

/// Splits at line ends and leaves out empty lines at the end, as `split(/\r?\n/)`.
pub fn split_lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let last = lines.len() - 1;
    for line in &mut lines[..last] {
        *line = line.strip_suffix('\r').unwrap_or(line);
    }
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

/// Splits off the first word, as `strip.split(/\s+/, 2)`. The rest is absent where there is only a word.
pub fn first_word(text: &str) -> (Option<String>, Option<String>) {
    let text = strip(text);
    if text.is_empty() {
        return (None, None);
    }
    match text.find(is_space) {
        None => (Some(text.to_string()), None),
        Some(end) => (Some(text[..end].to_string()), Some(text[end..].trim_start_matches(is_space).to_string())),
    }
}

/// Counts the blanks that a line begins with.
pub fn indent(line: &str) -> usize {
    line.chars().take_while(|character| is_space(*character)).count()
}

/// Removes exactly `count` blanks or tabs from the beginning of a line; a line with fewer is left alone.
pub fn without_indent(line: &str, count: usize) -> &str {
    let begins = line.chars().take(count).filter(|character| matches!(character, ' ' | '\t')).count();
    if begins == count { line.get(count..).unwrap_or("") } else { line }
}

pub fn is_blank(line: &str) -> bool {
    line.chars().all(is_space)
}

/// Returns a string as `String#inspect` prints it.
pub fn inspect(text: &str) -> String {
    let mut printed = String::from("\"");
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' => printed.push_str("\\\""),
            '\\' => printed.push_str("\\\\"),
            '\n' => printed.push_str("\\n"),
            '\t' => printed.push_str("\\t"),
            '\r' => printed.push_str("\\r"),
            '\u{1b}' => printed.push_str("\\e"),
            '#' if matches!(characters.peek(), Some('{' | '$' | '@')) => printed.push_str("\\#"),
            control if control.is_control() => {
                let _ = write!(printed, "\\x{:02X}", u32::from(control));
            }
            other => printed.push(other),
        }
    }
    printed.push('"');
    printed
}

/// Removes the indentation that the lines behind the first share and blanks at line ends, as Puppet does with `desc`.
pub fn scrub(text: &str) -> String {
    let stripped = strip(text);
    if !stripped.contains('\n') {
        return stripped.to_string();
    }
    let after_first = text.split_once('\n').map_or("", |(_, rest)| rest);
    let indentation = |line: &str| -> Option<String> {
        let blanks: String = line.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
        let next = line[blanks.len()..].chars().next()?;
        (!is_space(next)).then_some(blanks)
    };
    let shared = after_first.split('\n').filter_map(indentation).min().unwrap_or_default();
    let lines: Vec<&str> =
        text.split('\n').map(|line| strip_end(line.strip_prefix(shared.as_str()).unwrap_or(line))).collect();
    strip_end(&lines.join("\n")).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    // What Ruby 3.1 and Puppet 7.23 answer.
    #[test]
    fn scrubbing_removes_the_shared_indentation() {
        assert_eq!(scrub("\n  one \n    two\n\n  three\n"), "\none\n  two\n\nthree");
        assert_eq!(scrub("  one line \n"), "one line");
        assert_eq!(scrub("first\n   second\n  third"), "first\n second\nthird");
    }

    #[test]
    fn words_and_lines_split_as_in_ruby() {
        assert_eq!(first_word("  a  b c "), (Some("a".into()), Some("b c".into())));
        assert_eq!(first_word("a"), (Some("a".into()), None));
        assert_eq!(split_lines("a\r\nb\n\n"), ["a", "b"]);
        assert_eq!(split_lines("").len(), 0);
        assert_eq!(inspect("a\"b\\#{c}"), r##""a\"b\\\#{c}""##);
    }
}
