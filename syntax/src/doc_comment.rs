//! The comment block directly above a definition, and the tags of puppet-strings in it. Knows nothing of how
//! documentation is shown, nor whether a documented parameter exists.

mod tags;

use crate::text_range::TextRange;

/// Documentation of a class, define, function, type alias or plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocComment {
    /// The whole block, from the first `#` to the end of its last line.
    pub range: TextRange,
    /// The text that belongs to no tag.
    pub description: String,
    /// `@summary`
    pub summary: Option<String>,
    pub parameters: Vec<DocParameter>,
    pub options: Vec<DocOption>,
    pub examples: Vec<DocExample>,
    pub returns: Vec<DocTyped>,
    pub raises: Vec<DocTyped>,
    pub overloads: Vec<DocOverload>,
    /// `@api`: `public` or `private`.
    pub api: Option<String>,
    pub since: Option<String>,
    pub authors: Vec<String>,
    pub notes: Vec<String>,
    /// `@see`: a name or an address, and what it is about.
    pub see: Vec<String>,
    /// Every other tag: its name and text.
    pub other: Vec<(String, String)>,
}

/// `@param name [Type] text`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocParameter {
    pub name: String,
    /// Where the name stands, so that it can be renamed with the parameter.
    pub name_range: TextRange,
    pub types: Option<String>,
    pub text: String,
}

/// `@option hash [Type] :key text`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocOption {
    pub parameter: String,
    pub types: Option<String>,
    pub key: String,
    pub text: String,
}

/// `@example title`, then indented code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocExample {
    pub title: String,
    pub code: String,
}

/// `@return [Type] text`, `@raise [Type] text`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocTyped {
    pub types: Option<String>,
    pub text: String,
}

/// `@overload name(…)`, with tags of its own below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocOverload {
    pub signature: String,
    pub description: String,
    pub parameters: Vec<DocParameter>,
    pub returns: Vec<DocTyped>,
}

impl DocComment {
    /// The comment block that ends on the line above `offset`; `None` where there is none.
    pub fn above(text: &str, offset: u32) -> Option<DocComment> {
        let lines = comment_lines_above(text, offset);
        let (first, last) = (lines.first()?, lines.last()?);
        let range = TextRange { start: first.hash, end: last.start + last.text.len() as u32 };
        let mut comment = tags::parse(&lines);
        comment.range = range;
        Some(comment)
    }

    pub fn parameter(&self, name: &str) -> Option<&DocParameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }

    pub fn is_private(&self) -> bool {
        self.api.as_deref() == Some("private")
    }
}

/// One line of a comment, without its `#`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommentLine<'a> {
    pub text: &'a str,
    /// The offset of `text`.
    pub start: u32,
    /// The offset of the `#`.
    pub hash: u32,
}

/// The lines that hold nothing but a comment, without a gap, directly above the line of `offset`.
fn comment_lines_above(text: &str, offset: u32) -> Vec<CommentLine<'_>> {
    let Some(before) = text.get(..offset as usize) else { return Vec::new() };
    let Some(line_start) = before.rfind('\n').map(|at| at + 1) else { return Vec::new() };
    let first_on_its_line =
        before.get(line_start..).is_some_and(|before| before.split_whitespace().all(is_leading_keyword));
    if !first_on_its_line {
        return Vec::new();
    }
    let mut lines = Vec::new();
    let mut end = line_start;
    while end > 0 {
        let above = text.get(..end).unwrap_or_default();
        let above = above.strip_suffix('\n').unwrap_or(above);
        let above = above.strip_suffix('\r').unwrap_or(above);
        let start = above.rfind('\n').map_or(0, |at| at + 1);
        let line = above.get(start..).unwrap_or_default();
        let Some(after_hash) = line.trim_start().strip_prefix('#') else { break };
        let hash = above.len() - after_hash.len() - 1;
        let content = after_hash.trim_start_matches('#');
        let content = content.strip_prefix([' ', '\t']).unwrap_or(content);
        lines.push(CommentLine { text: content, start: (above.len() - content.len()) as u32, hash: hash as u32 });
        end = start;
    }
    lines.reverse();
    lines
}

/// Puppet places a type alias at its name; these words may stand before.
fn is_leading_keyword(word: &str) -> bool {
    matches!(word, "type" | "private")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alias_may_be_given_by_the_place_of_its_name() {
        let text = "# A port.\ntype Port = Integer";
        assert_eq!(DocComment::above(text, 15).map(|comment| comment.description).as_deref(), Some("A port."));
    }

    fn above(text: &str) -> Option<DocComment> {
        DocComment::above(text, text.find("class").unwrap_or_default() as u32)
    }

    #[test]
    fn only_the_block_directly_above_counts() {
        assert_eq!(above("class a { }"), None);
        assert_eq!(above("# far\n\nclass a { }"), None);
        assert_eq!(above("$x = 1 # behind\nclass a { }"), None);
        assert_eq!(above("# same line\n$x class a { }"), None);
        let comment = above("# not this\n\n# this\n#\n# too\nclass a { }").unwrap_or_default();
        assert_eq!(comment.description, "this\n\ntoo");
    }

    #[test]
    fn ranges_cover_the_block_and_the_names() {
        let text = "\r\n  # Text\r\n  # @param port The port\r\n  class a { }";
        let comment = above(text).unwrap_or_default();
        assert_eq!(
            &text[comment.range.start as usize..comment.range.end as usize],
            "# Text\r\n  # @param port The port"
        );
        let name = comment.parameter("port").map(|parameter| parameter.name_range).unwrap_or_default();
        assert_eq!(&text[name.start as usize..name.end as usize], "port");
    }

    #[test]
    fn banners_are_no_text() {
        let comment = above("#########\n# A title\n#########\nclass a { }").unwrap_or_default();
        assert_eq!(comment.description, "A title");
    }
}
