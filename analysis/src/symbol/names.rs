//! Where inside of a mention the symbol's own name stands, and which mentions mean which definition.

use smol_str::SmolStr;
use syntax::TextRange;

use crate::definition_index::DefinitionKind;
use crate::reference_index::Name;

/// The part of a range that is the name: `'web'` → `web`, `$a::port` → `port`, `::web` → `web`. Letter case is ignored.
pub fn name_inside(text: &str, range: TextRange, name: &str) -> Option<TextRange> {
    let written = text.get(range.start as usize..range.end as usize)?;
    let trimmed = written.trim_end_matches(['\'', '"']);
    let start = trimmed.len().checked_sub(name.len())?;
    let found = trimmed.get(start..)?;
    let before = trimmed.get(..start)?;
    let is_whole = before.is_empty() || before.ends_with(['$', ':', '\'', '"', '@']);
    (found.eq_ignore_ascii_case(name) && is_whole)
        .then(|| TextRange::new(range.start + start as u32, range.start + trimmed.len() as u32))
}

/// The part before the last `::` of a qualified name: `$a::b::port` → `a::b`.
pub fn class_inside(text: &str, range: TextRange, class: &str) -> Option<TextRange> {
    let written = text.get(range.start as usize..range.end as usize)?;
    let start = written.len() - written.trim_start_matches(['$', '\'', '"', ':']).len();
    let found = written.get(start..start + class.len())?;
    let is_whole = written.get(start + class.len()..)?.starts_with("::");
    (found.eq_ignore_ascii_case(class) && is_whole)
        .then(|| TextRange::new(range.start + start as u32, range.start + (start + class.len()) as u32))
}

/// True where a mention means the definition of this kind and name.
pub fn means_definition(mentioned: &Name, kind: DefinitionKind, wanted: &str) -> bool {
    match mentioned {
        Name::Definition(mentioned_kind, name) => *mentioned_kind == kind && name == wanted,
        Name::Class(name) => kind == DefinitionKind::Class && name == wanted,
        Name::ResourceType(name) => kind == DefinitionKind::Define && name == wanted,
        Name::Reference(name) => matches!(kind, DefinitionKind::Define | DefinitionKind::TypeAlias) && name == wanted,
        Name::Function(name) => matches!(kind, DefinitionKind::Function | DefinitionKind::Plan) && name == wanted,
        Name::Defined(name) => {
            matches!(kind, DefinitionKind::Class | DefinitionKind::Define | DefinitionKind::Function) && name == wanted
        }
        _ => false,
    }
}

/// `foo::bar` as references write it.
pub fn capitalised(name: &str) -> String {
    let parts = name.split("::").map(|part| {
        let mut characters = part.chars();
        characters.next().map(|first| first.to_uppercase().chain(characters).collect::<String>()).unwrap_or_default()
    });
    parts.collect::<Vec<_>>().join("::")
}

/// The last part of a qualified name.
pub fn last_part(name: &str) -> SmolStr {
    SmolStr::new(name.rsplit("::").next().unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(text: &str, name: &str) -> Option<String> {
        let range = name_inside(text, TextRange::new(0, text.len() as u32), name)?;
        Some(text[range.start as usize..range.end as usize].to_string())
    }

    #[test]
    fn names_inside_of_mentions() {
        for text in ["'web'", "\"web\"", "::web", "web", "$web", "$a::web", "Web", "'@@web'"] {
            assert!(inside(text, "web").is_some(), "{text}");
        }
        for text in ["'we\\x62'", "xweb", "web2", "", "é"] {
            assert_eq!(inside(text, "web"), None, "{text}");
        }
        let text = "$::a::b::port";
        let range = class_inside(text, TextRange::new(0, text.len() as u32), "a::b").expect("a class");
        assert_eq!(&text[range.start as usize..range.end as usize], "a::b");
        assert_eq!(class_inside("$a::bc::x", TextRange::new(0, 9), "a::b"), None);
    }
}
