//! Tokens that a fix may change, and the text that they make. Knows nothing of checks.

use std::borrow::Cow;
use std::ops::Range;

use super::document::{At, Document};
use super::token::Kind;

/// What a token of the document is called while others come and go before it; new tokens have names of their own.
pub type TokenId = usize;

#[derive(Clone, Debug)]
pub struct DraftToken<'a> {
    pub id: TokenId,
    pub kind: Kind,
    pub value: Cow<'a, str>,
    /// As it was written, where that is more than the value says; of the end of a heredoc only its tag.
    raw: Option<&'a str>,
    pub column: u32,
}

pub struct Draft<'a> {
    tokens: Vec<DraftToken<'a>>,
    next_id: TokenId,
}

impl<'a> Draft<'a> {
    pub fn new(document: &Document<'a>) -> Self {
        let tokens: Vec<DraftToken<'a>> = (0..document.len())
            .map(|at| {
                let kind = document.kind(at);
                let source = document.source(at);
                let raw = match kind {
                    Kind::Variable | Kind::StarComment | Kind::Heredoc => Some(source),
                    Kind::HeredocEnd => document.after_value(at),
                    _ => None,
                };
                DraftToken {
                    id: at,
                    kind,
                    value: Cow::Borrowed(document.value(at)),
                    raw,
                    column: document.token(at).column,
                }
            })
            .collect();
        let next_id = tokens.len();
        Draft { tokens, next_id }
    }

    /// Where a token is now; `None` where it was removed.
    pub fn position(&self, id: TokenId) -> Option<At> {
        // Fixes move tokens by little: look around where it was first.
        let near = id.min(self.tokens.len());
        let around = near.saturating_sub(64)..(near + 64).min(self.tokens.len());
        let is_it = |at: &At| self.tokens[*at].id == id;
        around.clone().find(is_it).or_else(|| (0..self.tokens.len()).find(is_it))
    }

    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    pub fn get(&self, at: At) -> Option<&DraftToken<'a>> {
        self.tokens.get(at)
    }

    pub fn get_mut(&mut self, at: At) -> Option<&mut DraftToken<'a>> {
        self.tokens.get_mut(at)
    }

    /// A token by its name.
    pub fn token_mut(&mut self, id: TokenId) -> Option<&mut DraftToken<'a>> {
        let at = self.position(id)?;
        self.tokens.get_mut(at)
    }

    pub fn kind(&self, at: At) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    pub fn previous_code(&self, at: At) -> Option<At> {
        (0..at).rev().find(|before| !self.tokens[*before].kind.is_layout())
    }

    pub fn next_code(&self, at: At) -> Option<At> {
        (at + 1..self.tokens.len()).find(|after| !self.tokens[*after].kind.is_layout())
    }

    /// The next token that is wanted; what brackets hold is passed over.
    pub fn find_next(&self, from: At, wanted: impl Fn(&DraftToken<'a>) -> bool) -> Option<At> {
        let mut open: Vec<Kind> = Vec::new();
        for at in from + 1..self.tokens.len() {
            let token = &self.tokens[at];
            match open.last() {
                None if wanted(token) => return Some(at),
                Some(closer) if *closer == token.kind => {
                    open.pop();
                    continue;
                }
                _ => {}
            }
            open.extend(token.kind.closer());
        }
        None
    }

    /// Puts a new token before the one at this place; gives its name.
    pub fn insert(&mut self, at: At, kind: Kind, value: impl Into<Cow<'a, str>>) -> TokenId {
        let id = self.next_id;
        self.next_id += 1;
        let at = at.min(self.tokens.len());
        self.tokens.insert(at, DraftToken { id, kind, value: value.into(), raw: None, column: 0 });
        id
    }

    pub fn remove(&mut self, at: At) -> Option<DraftToken<'a>> {
        (at < self.tokens.len()).then(|| self.tokens.remove(at))
    }

    /// Puts a token that was removed before the one at this place.
    pub fn put(&mut self, at: At, token: DraftToken<'a>) {
        let at = at.min(self.tokens.len());
        self.tokens.insert(at, token);
    }

    pub fn remove_range(&mut self, range: Range<At>) -> Vec<DraftToken<'a>> {
        if range.start > range.end || range.end > self.tokens.len() {
            return Vec::new();
        }
        self.tokens.drain(range).collect()
    }

    /// How wide a token is printed, in characters.
    pub fn width(&self, at: At) -> usize {
        let mut printed = String::new();
        self.print_token(at, &mut printed);
        printed.chars().count()
    }

    pub fn print(&self) -> String {
        let mut text = String::new();
        for at in 0..self.tokens.len() {
            self.print_token(at, &mut text);
        }
        text
    }

    fn print_token(&self, at: At, to: &mut String) {
        let token = &self.tokens[at];
        let value = token.value.as_ref();
        let raw = token.raw.unwrap_or(value);
        // A text part is followed by `${` and follows `}`, except beside other parts of the string.
        let opens = |to: &mut String| {
            let next = self.kind(at + 1);
            let is_part = matches!(
                next,
                Some(
                    Kind::UnenclosedVariable
                        | Kind::StringMiddle
                        | Kind::StringEnd
                        | Kind::HeredocMiddle
                        | Kind::HeredocEnd
                )
            );
            if !is_part {
                to.push_str("${");
            }
        };
        let closes = |to: &mut String| {
            let before = at.checked_sub(1).and_then(|before| self.kind(before));
            let is_part = matches!(
                before,
                Some(
                    Kind::UnenclosedVariable
                        | Kind::StringStart
                        | Kind::StringMiddle
                        | Kind::HeredocStart
                        | Kind::HeredocMiddle
                )
            );
            if !is_part {
                to.push('}');
            }
        };
        match token.kind {
            Kind::DoubleQuoted => to.extend(["\"", value, "\""]),
            Kind::SingleQuoted => to.extend(["'", value, "'"]),
            Kind::StringStart => {
                to.extend(["\"", value]);
                opens(to);
            }
            Kind::HeredocStart => {
                to.push_str(value);
                opens(to);
            }
            Kind::StringMiddle | Kind::HeredocMiddle => {
                closes(to);
                to.push_str(value);
                opens(to);
            }
            Kind::StringEnd => {
                closes(to);
                to.extend([value, "\""]);
            }
            Kind::HeredocEnd => {
                closes(to);
                to.extend([value, token.raw.unwrap_or("")]);
            }
            Kind::Variable => {
                let before = self.previous_code(at).and_then(|before| self.kind(before));
                let in_string = matches!(
                    before,
                    Some(Kind::StringStart | Kind::StringMiddle | Kind::HeredocStart | Kind::HeredocMiddle)
                );
                match (in_string, &token.value) {
                    (true, Cow::Borrowed(_)) => to.push_str(raw),
                    (true, Cow::Owned(value)) => to.push_str(value),
                    (false, _) => to.extend(["$", value]),
                }
            }
            Kind::UnenclosedVariable => to.extend(["$", value]),
            Kind::Comment => to.extend(["#", value]),
            Kind::SlashComment => to.extend(["//", value]),
            Kind::Regex => to.extend(["/", value, "/"]),
            Kind::StarComment | Kind::Heredoc => to.push_str(raw),
            Kind::HeredocOpen => to.extend(["@(", value, ")"]),
            _ => to.push_str(value),
        }
    }
}
