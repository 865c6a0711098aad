//! How names of resource types and classes are written: in lower case where they are looked up, with every segment
//! capitalised where references print them.

use smol_str::{SmolStr, SmolStrBuilder, StrExt};

/// `foo::bar` as references print it: `Foo::Bar`.
pub fn capitalized(name: &str) -> SmolStr {
    let name = name.strip_prefix("::").unwrap_or(name);
    let mut result = SmolStrBuilder::new();
    for (index, segment) in name.split("::").enumerate() {
        if index > 0 {
            result.push_str("::");
        }
        let mut characters = segment.chars();
        if let Some(first) = characters.next() {
            result.extend_characters(first.to_uppercase());
            result.extend_characters(characters.flat_map(char::to_lowercase));
        }
    }
    result.finish()
}

trait ExtendCharacters {
    fn extend_characters(&mut self, characters: impl Iterator<Item = char>);
}

impl ExtendCharacters for SmolStrBuilder {
    fn extend_characters(&mut self, characters: impl Iterator<Item = char>) {
        for character in characters {
            self.push(character);
        }
    }
}

/// The name as definitions are kept: lower case, without a leading `::`.
pub fn definition_name(name: &str) -> SmolStr {
    name.strip_prefix("::").unwrap_or(name).to_lowercase_smolstr()
}

/// `Type[title]` as type and title, where the text is such a reference.
pub fn split_reference(text: &str) -> Option<(SmolStr, SmolStr)> {
    let (type_name, rest) = text.split_once('[')?;
    let title = rest.strip_suffix(']')?;
    if type_name.is_empty() || type_name.contains(']') || title.is_empty() {
        return None;
    }
    let type_name = capitalized(type_name);
    let title = if type_name == "Class" { class_title(title) } else { SmolStr::new(title) };
    Some((type_name, title))
}

/// The title of a class's resource: `Foo::Bar`, and `main` (not `Main`) for the manifests themselves, whose name is empty.
pub fn class_title(name: &str) -> SmolStr {
    match name {
        "" => SmolStr::new_static("main"),
        name => capitalized(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_segment_is_capitalised() {
        assert_eq!(capitalized("::foo::barBaz"), "Foo::Barbaz");
        assert_eq!(capitalized("noTify"), "Notify");
    }

    #[test]
    fn a_reference_is_split_at_its_brackets() {
        assert_eq!(split_reference("file[/a[1]]"), Some(("File".into(), "/a[1]".into())));
        assert_eq!(split_reference("Class[a::b]"), Some(("Class".into(), "A::B".into())));
        assert_eq!(split_reference("Notify[]"), None);
        assert_eq!(split_reference("plain"), None);
    }
}
