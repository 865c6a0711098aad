//! How names of resource types and classes are written: in lower case where they are looked up, with every segment
//! capitalised where references print them.

use smol_str::{SmolStr, SmolStrBuilder, StrExt};

/// `foo::bar` as references print it: `Foo::Bar`.
pub fn capitalized(name: &str) -> SmolStr {
    let name = name.strip_prefix("::").unwrap_or(name);
    if let Some(short) = capitalized_short(name) {
        return short;
    }
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

/// The same without looking at characters: nearly all names are short and ASCII.
fn capitalized_short(name: &str) -> Option<SmolStr> {
    let mut buffer = [0_u8; 64];
    let letters = buffer.get_mut(..name.len())?;
    if !name.is_ascii() {
        return None;
    }
    letters.copy_from_slice(name.as_bytes());
    let mut colons = 2;
    for letter in letters.iter_mut() {
        if colons >= 2 {
            letter.make_ascii_uppercase();
        } else {
            letter.make_ascii_lowercase();
        }
        colons = if *letter == b':' { colons % 2 + 1 } else { 0 };
    }
    std::str::from_utf8(letters).ok().map(SmolStr::new)
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
        let long = "a".repeat(70);
        for name in ["a:b", "a::", "::a", "a:::b", "a::::b", ":::a", "é::b", "", long.as_str()] {
            let slow: Vec<String> = name
                .strip_prefix("::")
                .unwrap_or(name)
                .split("::")
                .map(|segment| crate::value::text::capitalize(&segment.to_lowercase()))
                .collect();
            assert_eq!(capitalized(name), slow.join("::"), "{name}");
        }
    }

    #[test]
    fn a_reference_is_split_at_its_brackets() {
        assert_eq!(split_reference("file[/a[1]]"), Some(("File".into(), "/a[1]".into())));
        assert_eq!(split_reference("Class[a::b]"), Some(("Class".into(), "A::B".into())));
        assert_eq!(split_reference("Notify[]"), None);
        assert_eq!(split_reference("plain"), None);
    }
}
