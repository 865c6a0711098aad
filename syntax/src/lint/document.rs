//! A text's tokens with what checks ask of them: neighbours, partners of brackets, resources and definitions. Read only.

use std::cell::OnceCell;
use std::ops::Range;

use super::structure::{Definition, Resource, Structure};
use super::token::{KINDS, Kind, Token};

/// The index of a token.
pub type At = usize;

/// No token.
const NONE: u32 = u32::MAX;

pub struct Document<'a> {
    pub text: &'a str,
    /// Where the text comes from, with `/`; the checks of the layout of modules need it.
    pub path: Option<&'a str>,
    /// Compare that path below its module only.
    pub relative_paths: bool,
    tokens: &'a [Token],
    previous_code: Vec<u32>,
    next_code: Vec<u32>,
    /// For each bracket its partner.
    partners: Vec<u32>,
    by_kind: Vec<Vec<u32>>,
    structure: OnceCell<Structure>,
}

impl<'a> Document<'a> {
    pub fn new(text: &'a str, tokens: &'a [Token]) -> Self {
        let mut by_kind = vec![Vec::new(); KINDS];
        let mut previous_code = Vec::with_capacity(tokens.len());
        let mut last = NONE;
        for (index, token) in tokens.iter().enumerate() {
            by_kind[token.kind as usize].push(index as u32);
            previous_code.push(last);
            if !token.kind.is_layout() {
                last = index as u32;
            }
        }
        let mut next_code = vec![NONE; tokens.len()];
        let mut next = NONE;
        for (index, token) in tokens.iter().enumerate().rev() {
            next_code[index] = next;
            if !token.kind.is_layout() {
                next = index as u32;
            }
        }
        let partners = partners(tokens);
        Document {
            text,
            path: None,
            relative_paths: false,
            tokens,
            previous_code,
            next_code,
            partners,
            by_kind,
            structure: OnceCell::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    pub fn token(&self, at: At) -> &Token {
        &self.tokens[at]
    }

    pub fn kind(&self, at: At) -> Kind {
        self.tokens[at].kind
    }

    /// The kind of a token that may not be there.
    pub fn kind_of(&self, at: Option<At>) -> Option<Kind> {
        at.map(|at| self.kind(at))
    }

    pub fn line(&self, at: At) -> u32 {
        self.tokens[at].line
    }

    /// Without quotes, `#` or `$`.
    pub fn value(&self, at: At) -> &'a str {
        self.text.get(Range::<usize>::from(self.tokens[at].value)).unwrap_or("")
    }

    /// As it is written.
    pub fn source(&self, at: At) -> &'a str {
        self.text.get(Range::<usize>::from(self.tokens[at].range)).unwrap_or("")
    }

    /// What is written after its value.
    pub fn after_value(&self, at: At) -> Option<&'a str> {
        let token = &self.tokens[at];
        self.text.get(token.value.end as usize..token.range.end as usize)
    }

    pub fn next(&self, at: At) -> Option<At> {
        (at + 1 < self.tokens.len()).then_some(at + 1)
    }

    pub fn previous(&self, at: At) -> Option<At> {
        at.checked_sub(1)
    }

    pub fn next_code(&self, at: At) -> Option<At> {
        some(self.next_code[at])
    }

    pub fn previous_code(&self, at: At) -> Option<At> {
        some(self.previous_code[at])
    }

    /// The partner of a bracket.
    pub fn partner(&self, at: At) -> Option<At> {
        some(self.partners[at])
    }

    /// All tokens of a kind, in the order of the text.
    pub fn of_kind(&self, kind: Kind) -> impl DoubleEndedIterator<Item = At> + '_ {
        self.by_kind[kind as usize].iter().map(|at| *at as usize)
    }

    /// All tokens of some kinds, in the order of the text.
    pub fn of_kinds(&self, kinds: &[Kind]) -> Vec<At> {
        let mut all: Vec<At> = kinds.iter().flat_map(|kind| self.of_kind(*kind)).collect();
        all.sort_unstable();
        all
    }

    /// The next token of these kinds; what brackets hold is passed over.
    pub fn find_next(&self, from: At, wanted: impl Fn(At) -> bool) -> Option<At> {
        let mut at = self.next(from)?;
        loop {
            if wanted(at) {
                return Some(at);
            }
            if self.kind(at).closer().is_some() {
                at = self.partner(at)?;
            }
            at = self.next(at)?;
        }
    }

    /// The last token before that is wanted; what brackets hold is passed over.
    pub fn find_previous(&self, from: At, wanted: impl Fn(At) -> bool) -> Option<At> {
        let mut at = self.previous(from)?;
        loop {
            if wanted(at) {
                return Some(at);
            }
            if self.kind(at).opener().is_some() {
                at = self.partner(at)?;
            }
            at = self.previous(at)?;
        }
    }

    fn structure(&self) -> &Structure {
        self.structure.get_or_init(|| Structure::of(self))
    }

    /// The bodies of resources, where the text can be read that far.
    pub fn resources(&self) -> &[Resource] {
        &self.structure().resources
    }

    /// The token that made it impossible to find the resources.
    pub fn unreadable_resource(&self) -> Option<At> {
        self.structure().unreadable
    }

    /// Classes first, then defined types.
    pub fn classes_and_defines(&self) -> impl Iterator<Item = &Definition> {
        self.structure().classes.iter().chain(&self.structure().defines)
    }

    pub fn classes(&self) -> &[Definition] {
        &self.structure().classes
    }

    /// The tokens that stand for titles of resources.
    pub fn titles(&self) -> &[At] {
        &self.structure().titles
    }
}

fn some(index: u32) -> Option<At> {
    (index != NONE).then_some(index as usize)
}

/// The partner of each bracket: the next closing one of its kind outside of all brackets between them.
fn partners(tokens: &[Token]) -> Vec<u32> {
    let mut partners = vec![NONE; tokens.len()];
    for index in (0..tokens.len()).rev() {
        let Some(closer) = tokens[index].kind.closer() else { continue };
        let mut at = index + 1;
        while let Some(token) = tokens.get(at) {
            if token.kind == closer {
                partners[index] = at as u32;
                // The innermost opener is the partner of a closer.
                if partners[at] == NONE {
                    partners[at] = index as u32;
                }
                break;
            }
            at = match token.kind.closer() {
                Some(_) if partners[at] == NONE => break,
                Some(_) => partners[at] as usize + 1,
                None => at + 1,
            };
        }
    }
    partners
}
