//! Makes nodes of tokens, up to the end of the first document.

use std::borrow::Cow;

use super::cursor::Mark;
use super::scanner::{MarkedToken, Scanner, Token};
use super::{Content, Node, ReadError, SyntaxError};

const DEFAULT_HANDLES: [(&str, &str); 2] = [("!", "!"), ("!!", "tag:yaml.org,2002:")];

/// Returns the root of the first document of a text; nothing where there is no document.
pub fn first_document(text: &str, max_depth: usize) -> Result<Option<Node<'_>>, ReadError> {
    if text.chars().any(is_refused) {
        return Err(SyntaxError::without_context(Mark::default(), "control characters are not allowed").into());
    }
    Composer { scanner: Scanner::new(text), handles: Vec::new(), depth: 0, max_depth }.document()
}

/// Characters that no YAML text may contain.
fn is_refused(c: char) -> bool {
    !matches!(c,
        '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

struct Composer<'t> {
    scanner: Scanner<'t>,
    /// What the handles of tags stand for.
    handles: Vec<(Cow<'t, str>, String)>,
    depth: usize,
    max_depth: usize,
}

/// What stands before a node.
struct Properties<'t> {
    anchor: Option<&'t str>,
    tag: Option<String>,
}

impl<'t> Composer<'t> {
    fn peek(&mut self) -> Result<&MarkedToken<'t>, SyntaxError> {
        self.scanner.peek()
    }

    fn next_is(&mut self, tokens: &[Token<'static>]) -> Result<bool, SyntaxError> {
        Ok(tokens.contains(&self.peek()?.token))
    }

    /// Takes the next token where it is this one, and returns its end.
    fn take_if(&mut self, token: &Token<'static>) -> Result<Option<Mark>, SyntaxError> {
        if self.peek()?.token != *token {
            return Ok(None);
        }
        Ok(Some(self.scanner.take()?.end))
    }

    fn document(mut self) -> Result<Option<Node<'t>>, ReadError> {
        let is_explicit = matches!(
            self.peek()?.token,
            Token::VersionDirective { .. } | Token::TagDirective { .. } | Token::DocumentStart
        );
        if self.next_is(&[Token::StreamEnd])? {
            return Ok(None);
        }
        self.directives()?;
        if is_explicit && self.take_if(&Token::DocumentStart)?.is_none() {
            return Err(SyntaxError::without_context(Mark::default(), "did not find expected <document start>").into());
        }
        let first = self.peek()?;
        let mark = first.start;
        let is_empty = matches!(
            first.token,
            Token::VersionDirective { .. }
                | Token::TagDirective { .. }
                | Token::DocumentStart
                | Token::DocumentEnd
                | Token::StreamEnd
        );
        let root = if is_explicit && is_empty { empty(mark) } else { self.node(true, false)? };
        // The end of a document is seen only once the next token is read.
        self.peek()?;
        Ok(Some(root))
    }

    fn directives(&mut self) -> Result<(), SyntaxError> {
        let mut has_version = false;
        let at_start = |problem| Err(SyntaxError::without_context(Mark::default(), problem));
        loop {
            match self.peek()?.token.clone() {
                Token::VersionDirective { .. } if has_version => return at_start("found duplicate %YAML directive"),
                Token::VersionDirective { major: 1, minor: 1 | 2 } => has_version = true,
                Token::VersionDirective { .. } => return at_start("found incompatible YAML document"),
                Token::TagDirective { handle, prefix } => {
                    if self.handles.iter().any(|(known, _)| known == handle) {
                        return at_start("found duplicate %TAG directive");
                    }
                    self.handles.push((Cow::Borrowed(handle), prefix));
                }
                _ => break,
            }
            self.scanner.take()?;
        }
        for (handle, prefix) in DEFAULT_HANDLES {
            if !self.handles.iter().any(|(known, _)| known == handle) {
                self.handles.push((Cow::Borrowed(handle), prefix.to_string()));
            }
        }
        Ok(())
    }

    /// Reads one node. Within the block around it collections of the block may begin; a list that is a value may stand in
    /// the column of its key.
    fn node(&mut self, in_block: bool, indentless: bool) -> Result<Node<'t>, ReadError> {
        let start = self.peek()?.start;
        if let Token::Alias(name) = self.peek()?.token {
            self.scanner.take()?;
            return Ok(Node { content: Content::Alias(name), anchor: None, tag: None, mark: start });
        }
        let Properties { anchor, tag } = self.properties(start)?;
        let next = self.peek()?;
        let mark = next.start;
        let content = match &next.token {
            Token::BlockEntry if indentless => self.deeper(mark, Self::indentless_sequence)?,
            Token::Scalar { .. } => match self.scanner.take()?.token {
                Token::Scalar { text, is_plain } => Content::Scalar { text, is_plain },
                _ => empty_content(),
            },
            Token::FlowSequenceStart => self.deeper(mark, Self::flow_sequence)?,
            Token::FlowMappingStart => self.deeper(mark, Self::flow_mapping)?,
            Token::BlockSequenceStart if in_block => self.deeper(mark, Self::block_sequence)?,
            Token::BlockMappingStart if in_block => self.deeper(mark, Self::block_mapping)?,
            _ if anchor.is_some() || tag.is_some() => {
                return Ok(Node { content: empty_content(), anchor, tag, mark: start });
            }
            _ => {
                let context = if in_block { "while parsing a block node" } else { "while parsing a flow node" };
                return Err(SyntaxError::new(context, start, "did not find expected node content").into());
            }
        };
        Ok(Node { content, anchor, tag, mark })
    }

    /// An anchor and a tag, in either order.
    fn properties(&mut self, start: Mark) -> Result<Properties<'t>, SyntaxError> {
        let mut anchor = None;
        let mut tag = None;
        loop {
            match &self.peek()?.token {
                Token::Anchor(name) if anchor.is_none() => anchor = Some(*name),
                Token::Tag { handle, suffix } if tag.is_none() => tag = Some((*handle, suffix.clone())),
                _ => break,
            }
            self.scanner.take()?;
        }
        let tag = tag.map(|(handle, suffix)| self.tag(handle, suffix, start)).transpose()?;
        Ok(Properties { anchor, tag })
    }

    fn tag(&self, handle: &str, suffix: String, start: Mark) -> Result<String, SyntaxError> {
        if handle.is_empty() {
            return Ok(suffix);
        }
        match self.handles.iter().find(|(known, _)| known == handle) {
            Some((_, prefix)) => Ok(format!("{prefix}{suffix}")),
            None => Err(SyntaxError::new("while parsing a node", start, "found undefined tag handle")),
        }
    }

    fn deeper(
        &mut self,
        mark: Mark,
        read: fn(&mut Self, Mark) -> Result<Content<'t>, ReadError>,
    ) -> Result<Content<'t>, ReadError> {
        if self.depth >= self.max_depth {
            return Err(ReadError::TooDeep(mark));
        }
        self.depth += 1;
        let content = read(self, mark);
        self.depth -= 1;
        content
    }

    fn block_sequence(&mut self, start: Mark) -> Result<Content<'t>, ReadError> {
        self.scanner.take()?;
        let mut elements = Vec::new();
        while let Some(end) = self.take_if(&Token::BlockEntry)? {
            elements.push(self.block_value(&[Token::BlockEntry, Token::BlockEnd], end, false)?);
        }
        if self.take_if(&Token::BlockEnd)?.is_none() {
            let problem = "did not find expected '-' indicator";
            return Err(SyntaxError::new("while parsing a block collection", start, problem).into());
        }
        Ok(Content::Sequence(elements))
    }

    fn indentless_sequence(&mut self, _: Mark) -> Result<Content<'t>, ReadError> {
        let mut elements = Vec::new();
        while let Some(end) = self.take_if(&Token::BlockEntry)? {
            let ends = [Token::BlockEntry, Token::Key, Token::Value, Token::BlockEnd];
            elements.push(self.block_value(&ends, end, false)?);
        }
        Ok(Content::Sequence(elements))
    }

    fn block_mapping(&mut self, start: Mark) -> Result<Content<'t>, ReadError> {
        const ENDS: [Token<'static>; 3] = [Token::Key, Token::Value, Token::BlockEnd];
        self.scanner.take()?;
        let mut entries = Vec::new();
        while let Some(end) = self.take_if(&Token::Key)? {
            let key = self.block_value(&ENDS, end, true)?;
            let value = match self.take_if(&Token::Value)? {
                Some(end) => self.block_value(&ENDS, end, true)?,
                None => empty(self.peek()?.start),
            };
            entries.push((key, value));
        }
        if self.take_if(&Token::BlockEnd)?.is_none() {
            let problem = "did not find expected key";
            return Err(SyntaxError::new("while parsing a block mapping", start, problem).into());
        }
        Ok(Content::Mapping(entries))
    }

    /// A node of a block, or nothing where one of these tokens follows.
    fn block_value(
        &mut self,
        ends: &[Token<'static>],
        empty_at: Mark,
        indentless: bool,
    ) -> Result<Node<'t>, ReadError> {
        if self.next_is(ends)? { Ok(empty(empty_at)) } else { self.node(true, indentless) }
    }

    fn flow_sequence(&mut self, start: Mark) -> Result<Content<'t>, ReadError> {
        self.scanner.take()?;
        let mut elements = Vec::new();
        while !self.next_is(&[Token::FlowSequenceEnd])? {
            if !elements.is_empty() && self.take_if(&Token::FlowEntry)?.is_none() {
                let problem = "did not find expected ',' or ']'";
                return Err(SyntaxError::new("while parsing a flow sequence", start, problem).into());
            }
            let mark = self.peek()?.start;
            if self.take_if(&Token::Key)?.is_some() {
                let entry = self.flow_pair()?;
                elements.push(Node { content: Content::Mapping(vec![entry]), anchor: None, tag: None, mark });
            } else if !self.next_is(&[Token::FlowSequenceEnd])? {
                elements.push(self.node(false, false)?);
            }
        }
        self.scanner.take()?;
        Ok(Content::Sequence(elements))
    }

    /// `[a: b]`: one entry of a mapping inside a list.
    fn flow_pair(&mut self) -> Result<(Node<'t>, Node<'t>), ReadError> {
        let ends = [Token::FlowEntry, Token::FlowSequenceEnd];
        let key = if self.next_is(&[Token::Value, Token::FlowEntry, Token::FlowSequenceEnd])? {
            empty(self.scanner.take()?.end)
        } else {
            self.node(false, false)?
        };
        let value = match self.take_if(&Token::Value)? {
            Some(_) if !self.next_is(&ends)? => self.node(false, false)?,
            _ => empty(self.peek()?.start),
        };
        Ok((key, value))
    }

    fn flow_mapping(&mut self, start: Mark) -> Result<Content<'t>, ReadError> {
        self.scanner.take()?;
        let mut entries = Vec::new();
        while !self.next_is(&[Token::FlowMappingEnd])? {
            if !entries.is_empty() && self.take_if(&Token::FlowEntry)?.is_none() {
                let problem = "did not find expected ',' or '}'";
                return Err(SyntaxError::new("while parsing a flow mapping", start, problem).into());
            }
            if self.take_if(&Token::Key)?.is_some() {
                let key = if self.next_is(&[Token::Value, Token::FlowEntry, Token::FlowMappingEnd])? {
                    empty(self.peek()?.start)
                } else {
                    self.node(false, false)?
                };
                let value = match self.take_if(&Token::Value)? {
                    Some(_) if !self.next_is(&[Token::FlowEntry, Token::FlowMappingEnd])? => self.node(false, false)?,
                    _ => empty(self.peek()?.start),
                };
                entries.push((key, value));
            } else if !self.next_is(&[Token::FlowMappingEnd])? {
                let key = self.node(false, false)?;
                entries.push((key, empty(self.peek()?.start)));
            }
        }
        self.scanner.take()?;
        Ok(Content::Mapping(entries))
    }
}

fn empty_content<'t>() -> Content<'t> {
    Content::Scalar { text: Cow::Borrowed(""), is_plain: true }
}

fn empty<'t>(mark: Mark) -> Node<'t> {
    Node { content: empty_content(), anchor: None, tag: None, mark }
}
