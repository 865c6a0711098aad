//! What the grammar's scanner of heredocs can remember: it keeps the end words of open heredocs in a buffer of fixed size, and ends the
//! program where that does not hold them. Such sources are refused before it sees them.

/// The scanner counts the letters of a word in one byte.
const LONGEST_WORD: usize = 200;
/// Its buffer has 1,024 bytes.
const BUFFER: usize = 1_000;
/// What it writes for a heredoc besides its word, and for a string that is open.
const PER_HEREDOC: usize = 4;
const PER_STRING: usize = 5;

/// Whether the scanner can remember all heredocs of a source. Strings are inside of one another only by interpolation.
pub(super) fn can_be_scanned(source: &str) -> bool {
    if !source.contains("<<") {
        return true;
    }
    let interpolations = source.matches("#{").count();
    let strings = (interpolations + 1).min(BUFFER / PER_STRING) * PER_STRING;
    let mut open: Vec<&str> = Vec::new();
    for (start, line) in lines_with_offsets(source) {
        if let Some(at) = open.iter().position(|word| *word == line.trim()) {
            open.remove(at);
        }
        for (at, _) in line.match_indices("<<") {
            let Some(word) = source.get(start + at + 2..).map(end_word) else { continue };
            if word.len() > LONGEST_WORD {
                return false;
            }
            if !word.is_empty() {
                open.push(word);
            }
        }
        if strings + open.iter().map(|word| word.len() + PER_HEREDOC).sum::<usize>() > BUFFER {
            return false;
        }
    }
    true
}

fn lines_with_offsets(source: &str) -> impl Iterator<Item = (usize, &str)> {
    source.split_inclusive('\n').scan(0, |offset, line| {
        let start = *offset;
        *offset += line.len();
        Some((start, line))
    })
}

/// The word that ends a heredoc, behind `<<`: up to the quote where there is one, else as long as a name goes on.
fn end_word(rest: &str) -> &str {
    let rest = rest.strip_prefix(['~', '-']).unwrap_or(rest);
    match rest.chars().next() {
        Some(quote @ ('\'' | '"' | '`')) => rest.get(1..).unwrap_or("").split(quote).next().unwrap_or(""),
        _ => {
            let is_part = |character: char| character.is_alphanumeric() || character == '_' || !character.is_ascii();
            rest.find(|character| !is_part(character)).map_or(rest, |end| &rest[..end])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::{RubyParseError, parse};
    use super::*;

    #[test]
    fn ordinary_heredocs_can_be_scanned() {
        let many = "x = <<-EOT\n text\n EOT\n".repeat(500);
        for source in [
            "a << b",
            "class << self\nend",
            "f(<<A, <<~'B c')\n1\nA\n2\nB c\n",
            &many,
            "\"#{a}\"\n".repeat(900).as_str(),
        ] {
            assert!(can_be_scanned(source), "{source}");
            assert!(parse(source).is_ok(), "{source}");
        }
    }

    #[test]
    fn what_the_scanner_cannot_remember_is_refused() {
        let long = "x".repeat(300);
        let sources = [
            format!("<<'{long}'\n1\n{long}\n"),
            format!("<<'{long}"),
            format!("<<{long}\n1\n{long}\n"),
            format!("f({})\n", (0..200).map(|number| format!("<<A{number}")).collect::<Vec<_>>().join(", ")),
            format!("{}<<AB\n", "\"#{".repeat(203)),
            format!("<<\"{}\n", "\u{ff}".repeat(150)),
        ];
        for source in &sources {
            assert!(matches!(parse(source), Err(RubyParseError::HeredocWords)), "{source}");
        }
    }
}
