//! Which Hiera key stands at an offset of a data file: the keys and positions that lead to it from the root.
//!
//! Knows nothing of values; a file that cannot be read gives the keys at the starts of its lines.

use evaluator::hiera::data_node::{DataContent, DataNode, Position};
use evaluator::hiera::{json, yaml};
use evaluator::value::text::to_display_string;
use syntax::TextRange;

/// Endings of the files that Hiera reads.
const DATA_ENDINGS: &[&str] = &[".yaml", ".yml", ".eyaml", ".json"];

pub fn is_data(path: &str) -> bool {
    DATA_ENDINGS.iter().any(|ending| path.ends_with(ending))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyAt {
    /// The key of the first level, then keys and indexes.
    pub path: Vec<String>,
    /// The text of the innermost key.
    pub range: TextRange,
}

impl KeyAt {
    /// As `lookup()` takes it: `a::b.c.0`.
    pub fn dotted(&self) -> String {
        let segments: Vec<String> = self.path.iter().map(|segment| quoted(segment)).collect();
        segments.join(".")
    }
}

/// A dot in a name would cut it.
fn quoted(segment: &str) -> String {
    match segment.contains(['.', '"', '\'']) {
        true if segment.contains('"') => format!("'{segment}'"),
        true => format!("\"{segment}\""),
        false => segment.to_string(),
    }
}

pub fn key_at(path: &str, text: &str, offset: u32) -> Option<KeyAt> {
    let root = match path.ends_with(".json") {
        true => json::parse(text).ok(),
        false => yaml::parse(text).ok().flatten(),
    };
    let Some(root) = root else { return key_of_line(text, offset) };
    let mut path = Vec::new();
    let range = find(&root, text, offset, &mut path)?;
    Some(KeyAt { path, range })
}

/// The range of the key at the offset; `path` then leads to it.
fn find(node: &DataNode, text: &str, offset: u32, path: &mut Vec<String>) -> Option<TextRange> {
    match &node.content {
        DataContent::Mapping(entries) => {
            for entry in entries.iter() {
                path.push(to_display_string(&entry.key.to_value()));
                let range = key_range(text, entry.key.position).filter(|range| range.touches(offset));
                if let Some(range) = range.or_else(|| find(&entry.value, text, offset, path)) {
                    return Some(range);
                }
                path.pop();
            }
            None
        }
        DataContent::Sequence(elements) => elements.iter().enumerate().find_map(|(index, element)| {
            path.push(index.to_string());
            let found = find(element, text, offset, path);
            if found.is_none() {
                path.pop();
            }
            found
        }),
        DataContent::Scalar(_) | DataContent::Symbol(_) => None,
    }
}

/// The text of a key that starts at a position, without its quotes.
fn key_range(text: &str, position: Position) -> Option<TextRange> {
    let line_start: usize = text.split_inclusive('\n').take(position.line.checked_sub(1)? as usize).map(str::len).sum();
    let line = text.get(line_start..)?.lines().next()?;
    let in_line = line.char_indices().nth(position.column.checked_sub(1)? as usize)?.0;
    let (start, length) = name_length(line.get(in_line..)?)?;
    let start = (line_start + in_line + start) as u32;
    Some(TextRange::new(start, start + length as u32))
}

/// Where a key's name starts in a text that begins with it, and how long it is.
fn name_length(rest: &str) -> Option<(usize, usize)> {
    if let Some(quote) = rest.chars().next().filter(|first| matches!(first, '"' | '\'')) {
        return Some((1, rest.get(1..)?.find(quote)?));
    }
    // A key ends at a colon with a space or nothing behind it: names of classes have colons of their own.
    let ends = rest.match_indices(':').map(|(at, _)| at);
    let end = ends.into_iter().find(|at| {
        rest.get(at + 1..).is_none_or(|behind| behind.is_empty() || behind.starts_with([' ', '\t', '\r', ',', '}']))
    })?;
    Some((0, rest.get(..end)?.trim_end().len()))
}

/// The key of the first level at the start of the offset's line, in a file that is being typed.
fn key_of_line(text: &str, offset: u32) -> Option<KeyAt> {
    let start = text.get(..(offset as usize).min(text.len()))?.rfind('\n').map_or(0, |at| at + 1);
    let line = text.get(start..)?.lines().next()?;
    let (at, length) = name_length(line)?;
    let name = line.get(at..at + length)?;
    let starts_well = name.starts_with(|first: char| first.is_alphanumeric() || first == '_');
    let range = TextRange::new((start + at) as u32, (start + at + length) as u32);
    (starts_well && range.touches(offset)).then(|| KeyAt { path: vec![name.to_string()], range })
}

#[cfg(test)]
mod tests {
    use super::*;

    const YAML: &str = "---\na::b: 1\n\"c.d\":\n  inner:\n    - {x: 1, y: 2}\n    - z: é\n# n: 1\n";

    fn key(text: &str, at: &str) -> Option<String> {
        let offset = text.find(at).expect("the text is there") as u32;
        key_at("common.yaml", text, offset).map(|found| {
            let name = &text[found.range.start as usize..found.range.end as usize];
            format!("{} [{name}]", found.dotted())
        })
    }

    #[test]
    fn keys_of_every_level() {
        for (at, expected) in [
            ("a::b", "a::b [a::b]"),
            ("c.d", "\"c.d\" [c.d]"),
            ("inner", "\"c.d\".inner [inner]"),
            ("x:", "\"c.d\".inner.0.x [x]"),
            ("y:", "\"c.d\".inner.0.y [y]"),
            ("z:", "\"c.d\".inner.1.z [z]"),
        ] {
            assert_eq!(key(YAML, at).as_deref(), Some(expected), "{at}");
        }
        for at in ["1\n", "---", "n: 1", "é"] {
            assert_eq!(key(YAML, at), None, "{at}");
        }
    }

    #[test]
    fn json_too() {
        let text = "{\"a\": {\"b\": [1]}}";
        assert_eq!(key_at("common.json", text, 8).map(|found| found.dotted()).as_deref(), Some("a.b"));
    }

    #[test]
    fn broken_data_gives_the_keys_of_lines() {
        let text = "a::b: 1\nc: [1,\n";
        assert_eq!(key(text, "a::b").as_deref(), Some("a::b [a::b]"));
        assert_eq!(key("é: [1\n", "é").as_deref(), Some("é [é]"));
        assert_eq!(key_at("x.yaml", "é: [1\n", 1), None, "inside of a character");
        assert_eq!(key_at("x.yaml", "", 0), None);
    }
}
