//! Words of a Bourne shell, as Ruby's `Shellwords` escapes, joins and splits them.

/// Returns a text as one word, with backslashes before what has a meaning there.
pub fn escape(text: &str) -> String {
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

/// Returns words as one line, each escaped.
pub fn join(words: impl IntoIterator<Item = String>) -> String {
    words.into_iter().map(|word| escape(&word)).collect::<Vec<String>>().join(" ")
}

/// Splits a line into words, quotes and backslashes resolved; `None` where a quote is not closed.
pub fn split(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word) = (Vec::new(), None::<String>);
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            c if c.is_ascii_whitespace() => words.extend(word.take()),
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
            '\\' => match characters.next() {
                // A line that goes on keeps both characters.
                Some('\n') => word.get_or_insert_default().push_str("\\\n"),
                escaped => word.get_or_insert_default().extend(escaped),
            },
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_escaped_and_split() {
        assert_eq!(escape("it's $5"), "it\\'s\\ \\$5");
        assert_eq!(join(["ls".to_string(), "my file".to_string()]), "ls my\\ file");
        let words = ["a", "b c", "d\"e", "f g"].map(String::from).to_vec();
        assert_eq!(split("a 'b c' \"d\\\"e\" f\\ g"), Some(words));
        assert_eq!(split("'open"), None);
    }
}
