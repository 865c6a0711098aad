//! Where a text has resources, classes and defined types, judged by its tokens alone, so that a text that is half typed has
//! some, too.

use super::document::{At, Document};
use super::token::Kind;

/// The body of a resource: from the colon after its title to the `;` or `}` after it.
#[derive(Clone, Debug)]
pub struct Resource {
    pub colon: At,
    /// The `;` or `}`.
    pub end: At,
    /// The token that names its type, as far as it can be told.
    pub type_token: Option<At>,
    /// The names of its attributes.
    pub attributes: Vec<At>,
}

impl Resource {
    pub fn tokens(&self) -> std::ops::RangeInclusive<At> {
        self.colon..=self.end
    }
}

/// A class or defined type.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its keyword.
    pub start: At,
    /// Its closing brace.
    pub end: At,
    pub name: At,
    /// The class that it inherits from.
    pub parent: Option<At>,
    /// What is between its parentheses, where it has some.
    pub parameters: Option<(At, At)>,
}

impl Definition {
    pub fn tokens(&self) -> std::ops::RangeInclusive<At> {
        self.start..=self.end
    }

    /// The tokens between its parentheses.
    pub fn parameter_tokens(&self) -> std::ops::Range<At> {
        self.parameters.map_or(0..0, |(open, close)| open + 1..close)
    }

    pub fn noun(&self, document: &Document<'_>) -> &'static str {
        if document.kind(self.start) == Kind::Class { "class" } else { "defined type" }
    }
}

#[derive(Default)]
pub struct Structure {
    pub resources: Vec<Resource>,
    pub unreadable: Option<At>,
    pub classes: Vec<Definition>,
    pub defines: Vec<Definition>,
    pub titles: Vec<At>,
}

/// Steps that all searches for ends of definitions may take together.
const MAX_STEPS: usize = 20_000_000;

impl Structure {
    pub fn of(document: &Document<'_>) -> Self {
        let mut steps = MAX_STEPS;
        let (resources, unreadable) = resources(document);
        Structure {
            resources,
            unreadable,
            classes: definitions(document, Kind::Class, &mut steps),
            defines: definitions(document, Kind::Define, &mut steps),
            titles: titles(document),
        }
    }
}

/// A colon that no brace follows ends a title. Where a body holds another colon, the search ends there.
fn resources(document: &Document<'_>) -> (Vec<Resource>, Option<At>) {
    let mut found = Vec::new();
    let mut after = 0;
    let mut braces = document.of_kind(Kind::LeftBrace).peekable();
    let mut type_token = None;
    for colon in document.of_kind(Kind::Colon) {
        let Some(next) = document.next_code(colon) else { continue };
        if document.kind(next) == Kind::LeftBrace {
            continue;
        }
        if colon < after {
            break;
        }
        while let Some(brace) = braces.next_if(|brace| *brace < colon) {
            let before = document.previous_code(brace);
            if document.kind_of(before) != Some(Kind::Question) {
                type_token = before;
            }
        }
        let is_end = |at: At| matches!(document.kind(at), Kind::Semicolon | Kind::RightBrace);
        let Some(end) = document.find_next(colon, is_end) else { return (Vec::new(), Some(colon)) };
        after = end;
        let attributes = attributes(document, colon, end);
        found.push(Resource { colon, end, type_token, attributes });
    }
    (found, None)
}

/// The names before `=>` between two tokens, outside of brackets.
fn attributes(document: &Document<'_>, start: At, end: At) -> Vec<At> {
    let mut names = Vec::new();
    let mut at = start;
    while let Some(name) = document.find_next(at, |at| document.kind(at) == Kind::Name) {
        if name > end {
            break;
        }
        if document.kind_of(document.next_code(name)) == Some(Kind::FatArrow) {
            names.push(name);
        }
        at = name;
    }
    names
}

fn definitions(document: &Document<'_>, keyword: Kind, steps: &mut usize) -> Vec<Definition> {
    let mut found = Vec::new();
    for start in document.of_kind(keyword) {
        let Some(name) = document.next_code(start) else { continue };
        if document.kind(name) == Kind::LeftBrace {
            continue;
        }
        let mut braces = 0_i32;
        let mut parens = 0_i32;
        let mut parent = None;
        let mut open = None;
        let mut parameters = None;
        for at in start + 1..document.len() {
            *steps = steps.saturating_sub(1);
            if *steps == 0 {
                return found;
            }
            match document.kind(at) {
                Kind::Inherits => parent = document.next_code(at),
                Kind::LeftParen => {
                    parens += 1;
                    if parens == 1 && parameters.is_none() && braces == 0 {
                        open = Some(at);
                    }
                }
                Kind::RightParen => {
                    parens -= 1;
                    if parens == 0 && parameters.is_none() {
                        parameters = open.map(|open| (open, at));
                    }
                }
                Kind::LeftBrace => braces += 1,
                Kind::RightBrace => {
                    braces -= 1;
                    if braces == 0 && parens <= 0 {
                        found.push(Definition { start, end: at, name, parent, parameters });
                        break;
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// What stands before a colon, or in the list before it.
fn titles(document: &Document<'_>) -> Vec<At> {
    let mut titles = Vec::new();
    for colon in document.of_kind(Kind::Colon) {
        let Some(before) = document.previous(colon) else { continue };
        if document.kind(before) == Kind::RightBracket {
            let Some(open) = document.partner(before) else { continue };
            let is_title = |at: &At| matches!(document.kind(*at), Kind::DoubleQuoted | Kind::Name);
            titles.extend((open + 1..before).filter(is_title));
        } else if document.next_code(colon).is_some_and(|next| document.kind(next) != Kind::LeftBrace) {
            titles.push(before);
        }
    }
    titles
}
