//! Values as they read best: short ones on one line, hashes and arrays over several lines, texts with line breaks as texts.

use evaluator::value::Value;
use evaluator::value::text::to_source_string;

/// A value that is shorter stays on one line.
const MAX_LINE: usize = 70;
/// More lines than that are cut.
const MAX_LINES: usize = 60;
/// Nested deeper than this, values stay on one line.
const MAX_DEPTH: usize = 8;
/// A line is cut behind this.
const MAX_LENGTH: usize = 2_000;

/// Returns a value as source code, over several lines where it is long.
pub fn shown(value: &Value) -> String {
    let mut text = String::new();
    write(value, 0, &mut text);
    cut(&text)
}

/// Returns a value in a code block of its own; a text of several lines as the text itself.
pub fn block(value: &Value) -> String {
    match value {
        Value::String(text) if text.trim_end().contains('\n') => {
            let fence = if text.contains("```") { "````" } else { "```" };
            format!("{fence}text\n{}\n{fence}\n", cut(text.trim_end()))
        }
        value => format!("```puppet\n{}\n```\n", shown(value)),
    }
}

fn write(value: &Value, depth: usize, text: &mut String) {
    let plain = to_source_string(value);
    if depth >= MAX_DEPTH || plain.chars().count() + depth * 2 <= MAX_LINE {
        text.push_str(&plain);
        return;
    }
    let indent = "  ".repeat(depth + 1);
    let end = "  ".repeat(depth);
    match value {
        Value::Array(elements) => {
            text.push_str("[\n");
            for element in elements.iter() {
                text.push_str(&indent);
                write(element, depth + 1, text);
                text.push_str(",\n");
            }
            text.push_str(&format!("{end}]"));
        }
        Value::Hash(entries) => {
            text.push_str("{\n");
            for (key, value) in entries.iter() {
                text.push_str(&format!("{indent}{} => ", to_source_string(key)));
                write(value, depth + 1, text);
                text.push_str(",\n");
            }
            text.push_str(&format!("{end}}}"));
        }
        _ => text.push_str(&plain),
    }
}

fn cut(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().take(MAX_LINES).map(cut_line).collect();
    let more = text.lines().count().saturating_sub(MAX_LINES);
    if more > 0 {
        lines.push(format!("… {more} more lines"));
    }
    lines.join("\n")
}

fn cut_line(line: &str) -> String {
    match line.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn long_hashes_have_a_line_for_each_entry() {
        let inner = Value::hash([
            (Value::string("full"), Value::string("12.1")),
            (Value::string("major"), Value::string("12")),
        ]);
        let value = Value::hash([
            (Value::string("architecture"), Value::string("amd64 and some more words that make it long")),
            (Value::string("release"), inner.clone()),
        ]);
        expect![[r#"
            {
              'architecture' => 'amd64 and some more words that make it long',
              'release' => {'full' => '12.1', 'major' => '12'},
            }"#]]
        .assert_eq(&shown(&value));
        assert_eq!(shown(&inner), "{'full' => '12.1', 'major' => '12'}");
    }

    #[test]
    fn texts_of_several_lines_are_shown_as_they_are() {
        assert_eq!(block(&Value::string("a\nb\n")), "```text\na\nb\n```\n");
        assert_eq!(block(&Value::string("a\n")), "```puppet\n\"a\\n\"\n```\n");
    }
}
