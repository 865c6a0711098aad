//! The tags of a resource: a set in the order of insertion, lower case.

use smol_str::{SmolStr, StrExt};

use crate::name_map::NameMap;

#[derive(Clone, Debug, Default)]
pub struct Tags {
    tags: NameMap<()>,
}

impl Tags {
    /// Adds a tag in lower case; a qualified name (`a::b`) adds its segments too.
    pub fn add(&mut self, tag: &str) {
        let tag = tag.to_lowercase_smolstr();
        if self.tags.contains_key(&tag) {
            return;
        }
        if tag.contains("::") {
            for segment in tag.split("::").filter(|segment| !segment.is_empty()) {
                self.tags.insert(SmolStr::new(segment), ());
            }
        }
        self.tags.insert(tag, ());
    }

    /// Adds the tag where it is one: titles with blanks and other signs are none.
    pub fn add_if_valid(&mut self, tag: &str) {
        if is_valid_tag(tag) {
            self.add(tag);
        }
    }

    pub fn remove(&mut self, tag: &str) {
        self.tags.shift_remove(tag);
    }

    pub fn merge(&mut self, other: &Tags) {
        for tag in other.tags.keys() {
            self.tags.insert_new(tag.clone(), ());
        }
    }

    /// The tag in any case.
    pub fn contains(&self, tag: &str) -> bool {
        self.tags.contains_key(tag) || self.tags.contains_key(tag.to_lowercase_smolstr().as_str())
    }

    pub fn iter(&self) -> impl Iterator<Item = &SmolStr> {
        self.tags.keys()
    }

    pub fn len(&self) -> usize {
        self.tags.len()
    }

    pub fn is_empty(&self) -> bool {
        self.tags.is_empty()
    }
}

/// Letters, digits and `_` first, then also `:`, `.` and `-`.
pub fn is_valid_tag(tag: &str) -> bool {
    let mut characters = tag.chars();
    characters.next().is_some_and(|first| first.is_alphanumeric() || first == '_')
        && characters.all(|character| character.is_alphanumeric() || matches!(character, '_' | ':' | '.' | '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qualified_name_adds_its_segments() {
        let mut tags = Tags::default();
        tags.add("Bare::Word");
        let all: Vec<&str> = tags.iter().map(SmolStr::as_str).collect();
        assert_eq!(all, ["bare", "word", "bare::word"]);
        assert!(tags.contains("BARE"));
    }

    #[test]
    fn a_title_with_a_blank_is_no_tag() {
        assert!(!is_valid_tag("from var"));
        assert!(!is_valid_tag("/tmp/x"));
        assert!(!is_valid_tag(""));
        assert!(is_valid_tag("a.b-c::d"));
    }
}
