//! One thing that can be typed, and how good it is. Knows nothing of where it was found.

use smol_str::SmolStr;
use syntax::TextRange;

use super::usual;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CompletionKind {
    Attribute,
    Metaparameter,
    Value,
    Key,
    Variable,
    Parameter,
    Fact,
    Class,
    ResourceType,
    Reference,
    Function,
    Type,
    File,
    Node,
    #[default]
    Keyword,
}

impl CompletionKind {
    /// Kinds whose names hide each other count as one.
    pub fn group(self) -> CompletionKind {
        match self {
            CompletionKind::Parameter | CompletionKind::Fact => CompletionKind::Variable,
            kind => kind,
        }
    }
}

/// What comes first among items that match equally well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Made for this place: an attribute of the type, a value that it accepts.
    Here,
    /// Of this scope or file.
    Local,
    /// Of the same module, or a fact.
    Near,
    #[default]
    Common,
    /// Puppet's own, where there are others.
    Global,
    /// Seldom meant: metaparameters, old facts.
    Last,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompletionItem {
    pub label: String,
    pub kind: CompletionKind,
    pub detail: Option<String>,
    pub documentation: Option<String>,
    /// What is replaced by what; the word before the cursor by the label where nothing is said.
    pub edit: Option<(TextRange, String)>,
    /// The new text for clients that know snippets.
    pub snippet: Option<String>,
    pub rank: Rank,
    /// The place among items of the same rank; equal ones follow the alphabet.
    pub order: u16,
    /// Names the item for `resolve`, which finds its documentation.
    pub resolve: Option<SmolStr>,
    pub deprecated: bool,
}

impl CompletionItem {
    pub fn new(label: impl Into<String>, kind: CompletionKind, rank: Rank) -> Self {
        CompletionItem { label: label.into(), kind, rank, order: usual::LAST, ..CompletionItem::default() }
    }

    pub fn order(mut self, order: u16) -> Self {
        self.order = order;
        self
    }

    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into()).filter(|detail: &String| !detail.is_empty());
        self
    }

    pub fn documentation(mut self, documentation: impl Into<String>) -> Self {
        self.documentation = Some(documentation.into()).filter(|text: &String| !text.is_empty());
        self
    }

    /// Writes this in place of the word that is being typed.
    pub fn inserts(mut self, range: TextRange, text: impl Into<String>) -> Self {
        self.edit = Some((range, text.into()));
        self
    }

    pub fn snippet(mut self, snippet: impl Into<String>) -> Self {
        self.snippet = Some(snippet.into());
        self
    }

    pub fn resolved_by(mut self, key: impl Into<SmolStr>) -> Self {
        self.resolve = Some(key.into());
        self
    }

    /// What the typed word is compared with.
    pub fn filter_text(&self) -> &str {
        self.edit.as_ref().map_or(self.label.as_str(), |(_, text)| text.as_str())
    }

    /// By this text clients sort.
    pub fn sort_text(&self, typed: &str) -> String {
        let closeness = closeness(&self.label, typed).unwrap_or(9);
        format!("{closeness}{}{:03}{}", self.rank as u8, self.order.min(999), self.label)
    }
}

/// How well a label fits what was typed, from 0; `None` where it does not.
pub fn closeness(label: &str, typed: &str) -> Option<u8> {
    if typed.is_empty() || label.starts_with(typed) {
        return Some(0);
    }
    let label = label.to_ascii_lowercase();
    let typed = typed.trim_start_matches("::").to_ascii_lowercase();
    if label.starts_with(&typed) {
        return Some(1);
    }
    if label.split("::").any(|segment| segment.starts_with(&typed)) {
        return Some(2);
    }
    let mut letters = label.chars();
    typed.chars().all(|wanted| letters.any(|letter| letter == wanted)).then_some(3)
}

/// A text as a part of a snippet.
pub fn escape_snippet(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '$' | '}' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// `${number|a,b|}`, or a plain placeholder where the choices cannot be written so.
pub fn snippet_choice(number: usize, choices: &[String], fallback: &str) -> String {
    let plain = |choice: &String| !choice.contains([',', '|', '\\', '$', '}']);
    if choices.is_empty() || !choices.iter().all(plain) {
        return format!("${{{number}:{}}}", escape_snippet(fallback));
    }
    format!("${{{number}|{}|}}", choices.join(","))
}

/// Returns the text of a snippet where nobody fills in its places: each with what it proposes, the first choice of several.
pub fn expand_snippet(snippet: &str) -> String {
    let mut text = String::new();
    let mut depth = 0_u32;
    let mut characters = snippet.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' => text.extend(characters.next()),
            '}' if depth > 0 => depth -= 1,
            '$' => {
                let is_place = characters.next_if_eq(&'{').is_some();
                while characters.next_if(char::is_ascii_digit).is_some() {}
                match characters.peek() {
                    Some('|') if is_place => {
                        characters.next();
                        let choices: String = characters.by_ref().take_while(|choice| *choice != '|').collect();
                        text += choices.split(',').next().unwrap_or_default();
                        characters.next();
                    }
                    Some(':') if is_place => {
                        characters.next();
                        depth += 1;
                    }
                    _ if is_place => depth += 1,
                    _ => {}
                }
            }
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_is_closer_than_a_segment_than_scattered_letters() {
        assert_eq!(closeness("web::site", "web"), Some(0));
        assert_eq!(closeness("File", "fi"), Some(1));
        assert_eq!(closeness("web::site", "si"), Some(2));
        assert_eq!(closeness("web::site", "wst"), Some(3));
        assert_eq!(closeness("web::site", "x"), None);
        assert_eq!(closeness("facts", "::fa"), Some(1));
    }

    #[test]
    fn snippets_without_their_places() {
        assert_eq!(expand_snippet("if ${1:\\$x} {\n  $0\n}"), "if $x {\n  \n}");
        assert_eq!(expand_snippet("a => ${1|b,c|},$0"), "a => b,");
        assert_eq!(expand_snippet("f(${2}) { ${3:{\\}} }"), "f() { {} }");
    }

    #[test]
    fn choices_that_have_commas_become_a_placeholder() {
        assert_eq!(snippet_choice(1, &["a".into(), "b".into()], "a"), "${1|a,b|}");
        assert_eq!(snippet_choice(2, &["a,b".into()], "x}"), "${2:x\\}}");
    }
}
