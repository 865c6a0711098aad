//! The settings of an `environment.conf`, with their places.

use syntax::TextRange;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting<'a> {
    pub name: &'a str,
    pub name_range: TextRange,
    pub value: &'a str,
    pub value_range: TextRange,
}

/// `name = value` lines; others are left out.
pub fn settings(text: &str) -> Vec<Setting<'_>> {
    let mut found = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let trimmed = line.trim();
        if trimmed.starts_with(['#', ';', '[']) {
            continue;
        }
        let Some((left, right)) = line.split_once('=') else { continue };
        let name = left.trim();
        let name_start = start + left.len() - left.trim_start().len();
        // A comment may follow a value.
        let value = right.split(" #").next().unwrap_or_default().trim();
        let value_start = start + left.len() + 1 + (right.len() - right.trim_start().len());
        let range = |start: usize, len: usize| TextRange::new(start as u32, (start + len) as u32);
        found.push(Setting {
            name,
            name_range: range(name_start, name.len()),
            value,
            value_range: range(value_start, value.len()),
        });
    }
    found
}
