//! What is wanted in a comment: a tag of its documentation, or the name of a parameter behind `@param`.

use super::Cursor;

/// What a comment wants at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedInComment {
    Tag,
    /// The name of a parameter of the definition below.
    Parameter,
}

impl Cursor<'_> {
    /// Returns what the comment around the cursor wants; nothing where it is plain text.
    pub fn wanted_in_comment(&self) -> Option<WantedInComment> {
        let before = self.text.get(..self.before.word.start as usize)?;
        let line = before.rsplit('\n').next()?.trim_start().strip_prefix('#')?;
        match line.trim_start() {
            "@" => Some(WantedInComment::Tag),
            "@param " => Some(WantedInComment::Parameter),
            _ => None,
        }
    }
}
