//! Mistakes in documentation comments: what puppet-strings warns about or leaves out silently.

pub mod example_without_title;
pub mod missing_parameter;
pub mod unknown_parameter;
pub mod unknown_tag;

use reference::docstring::parse::tag_line;
use syntax::program::Parameter;
use syntax::{DocComment, Expr, ExprId, TextRange};

use super::CheckContext;
use crate::definition_index::parameters_of;
use crate::queries;

/// A definition with the tags of the comment above it.
pub struct Documented<'a> {
    pub expr: &'a Expr,
    pub parameters: &'a [Parameter],
    pub comment: DocComment,
    pub tags: Vec<WrittenTag>,
    /// What is in front of the `#` on the comment's lines.
    pub indentation: String,
}

/// A line that begins a tag.
pub struct WrittenTag {
    pub name: String,
    /// From the `@` on.
    pub range: TextRange,
    /// What is behind the name on its line.
    pub text: String,
    /// From the first letter of the line to the last of the tag's last line.
    pub lines: TextRange,
}

impl Documented<'_> {
    pub fn documents(&self, name: &str) -> bool {
        self.comment.parameter(name).is_some()
    }
}

/// Returns the definitions of a file that have a comment with tags.
pub fn documented<'a>(context: &'a CheckContext<'_>) -> Vec<Documented<'a>> {
    let text = queries::text(context.db, context.file);
    let found = context.program.definitions.iter().filter_map(|id| one(context, &text, *id));
    found.filter(|documented| !documented.tags.is_empty()).collect()
}

fn one<'a>(context: &'a CheckContext<'_>, text: &str, id: ExprId) -> Option<Documented<'a>> {
    let expr = context.program.expr(id);
    if matches!(expr, Expr::Node(_) | Expr::TypeDefinition(_)) {
        return None;
    }
    let comment = DocComment::above(text, context.range(id).start)?;
    let before = text.get(..comment.range.start as usize)?;
    let indentation = before.rsplit('\n').next().unwrap_or_default().to_string();
    let tags = tags(text, comment.range);
    Some(Documented { expr, parameters: parameters_of(expr), comment, tags, indentation })
}

fn tags(text: &str, range: TextRange) -> Vec<WrittenTag> {
    let mut found: Vec<WrittenTag> = Vec::new();
    let mut start = range.start as usize;
    let lines = text.get(range.start as usize..range.end as usize).unwrap_or_default();
    for line in lines.split_inclusive('\n') {
        let content = line.trim_start().trim_start_matches('#');
        let content = content.strip_prefix(|c: char| c.is_ascii_whitespace()).unwrap_or(content);
        let at = start + line.len() - content.len();
        let content = content.trim_end();
        let end = at + content.len();
        match tag_line(content) {
            Some((is_directive, name, rest)) => found.push(WrittenTag {
                name: name.to_string(),
                range: TextRange::new(at as u32, (at + 1 + usize::from(is_directive) + name.len()) as u32),
                text: rest.to_string(),
                lines: TextRange::new(start as u32, end as u32),
            }),
            None if content.starts_with(' ') => {
                if let Some(last) = found.last_mut() {
                    last.lines.end = end as u32;
                }
            }
            None => {}
        }
        start += line.len();
    }
    found
}
