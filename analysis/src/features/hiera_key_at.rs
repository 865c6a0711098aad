//! Which Hiera key stands at an offset of a data file: the keys and positions that lead to it from the root.
//!
//! Knows nothing of values; a file that cannot be read gives the keys at the starts of its lines.

use evaluator::hiera::data_node::{DataContent, DataNode};
use evaluator::value::text::to_display_string;
use syntax::TextRange;

use crate::data_document::{DataPlaces, block_keys, data_document};
use crate::db::Db;
use crate::inputs::FileInput;

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

pub fn key_at(db: &dyn Db, file: FileInput, offset: u32) -> Option<KeyAt> {
    let places = DataPlaces::of(db, file);
    let document = data_document(db, file);
    let Some(root) = &document.root else { return key_of_line(&places.text, offset) };
    let mut path = Vec::new();
    let range = find(root, &places, offset, &mut path)?;
    Some(KeyAt { path, range })
}

/// The range of the key at the offset; `path` then leads to it.
fn find(node: &DataNode, places: &DataPlaces, offset: u32, path: &mut Vec<String>) -> Option<TextRange> {
    match &node.content {
        DataContent::Mapping(entries) => {
            for entry in entries.iter() {
                path.push(to_display_string(&entry.key.to_value()));
                let range = Some(places.range(&entry.key)).filter(|range| range.touches(offset));
                if let Some(range) = range.or_else(|| find(&entry.value, places, offset, path)) {
                    return Some(range);
                }
                path.pop();
            }
            None
        }
        DataContent::Sequence(elements) => elements.iter().enumerate().find_map(|(index, element)| {
            path.push(index.to_string());
            let found = find(element, places, offset, path);
            if found.is_none() {
                path.pop();
            }
            found
        }),
        DataContent::Scalar(_) | DataContent::Symbol(_) => None,
    }
}

/// The key of the first level at the offset, in a file that is being typed.
fn key_of_line(text: &str, offset: u32) -> Option<KeyAt> {
    let (name, range) = block_keys(text).into_iter().find(|(_, range)| range.touches(offset))?;
    Some(KeyAt { path: vec![name.to_string()], range })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    /// The key at an offset of a data file with this text.
    fn found(path: &str, text: &str, offset: u32) -> Option<KeyAt> {
        let mut fixture = Fixture::without_cursor("notice(1)\n");
        fixture.set_text(path, text);
        let analysis = fixture.host.analysis();
        let file = analysis.db.file_table().by_path(path)?;
        key_at(&analysis.db, file, offset)
    }

    const YAML: &str = "---\na::b: 1\n\"c.d\":\n  inner:\n    - {x: 1, y: 2}\n    - z: é\n# n: 1\n";

    fn key(text: &str, at: &str) -> Option<String> {
        let offset = text.find(at).expect("the text is there") as u32;
        found("/env/data/common.yaml", text, offset).map(|found| {
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
        assert_eq!(found("/env/data/common.json", text, 8).map(|found| found.dotted()).as_deref(), Some("a.b"));
    }

    #[test]
    fn broken_data_gives_the_keys_of_lines() {
        let text = "a::b: 1\nc: [1,\n";
        assert_eq!(key(text, "a::b").as_deref(), Some("a::b [a::b]"));
        assert_eq!(found("/env/data/x.yaml", "é: [1\n", 1), None, "inside of a character");
        assert_eq!(found("/env/data/x.yaml", "", 0), None);
    }
}
