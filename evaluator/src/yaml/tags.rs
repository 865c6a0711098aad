//! Tokens for anchors, aliases, tags and directives.

use super::SyntaxError;
use super::cursor::{Mark, is_blank, is_blank_or_end, is_break, is_break_or_end, is_name_character};
use super::scanner::{MarkedToken, Scanner, Token};

const DIRECTIVE: &str = "while scanning a directive";
const VERSION: &str = "while scanning a %YAML directive";
/// How many digits the parts of a version may have.
const MAX_VERSION_DIGITS: usize = 9;

/// What the messages about a tag say was being read.
#[derive(Clone, Copy)]
struct TagContext {
    handle: &'static str,
    uri: &'static str,
}

const IN_DIRECTIVE: TagContext =
    TagContext { handle: "while scanning a tag directive", uri: "while parsing a %TAG directive" };
const IN_NODE: TagContext = TagContext { handle: "while scanning a tag", uri: "while parsing a tag" };

impl<'t> Scanner<'t> {
    fn marked(&self, token: Token<'t>, start: Mark) -> MarkedToken<'t> {
        MarkedToken { token, start, end: self.cursor.mark }
    }

    pub(super) fn scan_anchor(&mut self) -> Result<MarkedToken<'t>, SyntaxError> {
        let start = self.cursor.mark;
        let is_alias = self.cursor.take() == '*';
        let name = self.cursor.take_while(is_name_character);
        let next = self.cursor.peek();
        let ends_well = is_blank_or_end(next) || matches!(next, '?' | ':' | ',' | ']' | '}' | '%' | '@' | '`');
        if name.is_empty() || !ends_well {
            let context = if is_alias { "while scanning an alias" } else { "while scanning an anchor" };
            return Err(SyntaxError::new(context, start, "did not find expected alphabetic or numeric character"));
        }
        Ok(self.marked(if is_alias { Token::Alias(name) } else { Token::Anchor(name) }, start))
    }

    pub(super) fn scan_tag(&mut self) -> Result<MarkedToken<'t>, SyntaxError> {
        let start = self.cursor.mark;
        let (handle, suffix) = if self.cursor.peek_at(1) == '<' {
            self.cursor.skip(2);
            let suffix = self.scan_tag_uri("", true, IN_NODE, start)?;
            if self.cursor.peek() != '>' {
                return Err(SyntaxError::new("while scanning a tag", start, "did not find the expected '>'"));
            }
            self.cursor.take();
            ("", suffix)
        } else {
            let handle = self.scan_tag_handle(false, start)?;
            if handle.len() > 1 && handle.ends_with('!') {
                (handle, self.scan_tag_uri("", false, IN_NODE, start)?)
            } else {
                let suffix = self.scan_tag_uri(handle, false, IN_NODE, start)?;
                if suffix.is_empty() { ("", "!".to_string()) } else { ("!", suffix) }
            }
        };
        let next = self.cursor.peek();
        if !(is_blank_or_end(next) || self.in_flow() && next == ',') {
            let problem = "did not find expected whitespace or line break";
            return Err(SyntaxError::new("while scanning a tag", start, problem));
        }
        Ok(self.marked(Token::Tag { handle, suffix }, start))
    }

    /// `!`, `!!` or `!name!`; outside of directives also `!name`, which turns out to be a suffix.
    fn scan_tag_handle(&mut self, in_directive: bool, start: Mark) -> Result<&'t str, SyntaxError> {
        let context = if in_directive { IN_DIRECTIVE } else { IN_NODE };
        let from = self.cursor.mark.offset;
        if self.cursor.peek() != '!' {
            return Err(SyntaxError::new(context.handle, start, "did not find expected '!'"));
        }
        self.cursor.take();
        let name = self.cursor.take_while(is_name_character);
        if self.cursor.peek() == '!' {
            self.cursor.take();
        } else if in_directive && !name.is_empty() {
            return Err(SyntaxError::new("while parsing a tag directive", start, "did not find expected '!'"));
        }
        Ok(self.cursor.slice(from, self.cursor.mark.offset))
    }

    /// The rest of a tag, after what has been taken for a handle.
    fn scan_tag_uri(
        &mut self,
        head: &str,
        is_whole: bool,
        context: TagContext,
        start: Mark,
    ) -> Result<String, SyntaxError> {
        let mut bytes = head.as_bytes().get(1..).unwrap_or_default().to_vec();
        let mut is_empty = head.is_empty();
        loop {
            let next = self.cursor.peek();
            match next {
                '%' => self.scan_uri_escape(&mut bytes, context, start)?,
                _ if is_name_character(next)
                    || ";/?:@&=+$.!~*'()".contains(next)
                    || (is_whole && ",[]".contains(next)) =>
                {
                    bytes.push(next as u8);
                    self.cursor.take();
                }
                _ => break,
            }
            is_empty = false;
        }
        if is_empty {
            return Err(SyntaxError::new(context.uri, start, "did not find expected tag URI"));
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// `%C3%A9`: all bytes of one character.
    fn scan_uri_escape(&mut self, bytes: &mut Vec<u8>, context: TagContext, start: Mark) -> Result<(), SyntaxError> {
        let mut missing = None;
        while missing != Some(0) {
            let digits = (self.cursor.peek_at(1).to_digit(16), self.cursor.peek_at(2).to_digit(16));
            let (Some(high), Some(low)) = digits else {
                return Err(SyntaxError::new(context.uri, start, "did not find URI escaped octet"));
            };
            if self.cursor.peek() != '%' {
                return Err(SyntaxError::new(context.uri, start, "did not find URI escaped octet"));
            }
            let octet = (high * 16 + low) as u8;
            missing = match missing {
                None => match octet.leading_ones() {
                    0 => Some(0),
                    ones @ 2..=4 => Some(ones - 1),
                    _ => return Err(SyntaxError::new(context.uri, start, "found an incorrect leading UTF-8 octet")),
                },
                Some(_) if octet.leading_ones() != 1 => {
                    return Err(SyntaxError::new(context.uri, start, "found an incorrect trailing UTF-8 octet"));
                }
                Some(count) => Some(count - 1),
            };
            bytes.push(octet);
            self.cursor.skip(3);
        }
        Ok(())
    }

    pub(super) fn scan_directive(&mut self) -> Result<MarkedToken<'t>, SyntaxError> {
        let start = self.cursor.mark;
        self.cursor.take();
        let name = self.cursor.take_while(is_name_character);
        if name.is_empty() {
            return Err(SyntaxError::new(DIRECTIVE, start, "could not find expected directive name"));
        }
        if !is_blank_or_end(self.cursor.peek()) {
            return Err(SyntaxError::new(DIRECTIVE, start, "found unexpected non-alphabetical character"));
        }
        let token = match name {
            "YAML" => self.scan_version(start)?,
            "TAG" => self.scan_tag_directive(start)?,
            _ => return Err(SyntaxError::new(DIRECTIVE, start, "found unknown directive name")),
        };
        let token = self.marked(token, start);
        self.cursor.skip_blanks_and_comment();
        if !is_break_or_end(self.cursor.peek()) {
            return Err(SyntaxError::new(DIRECTIVE, start, "did not find expected comment or line break"));
        }
        if is_break(self.cursor.peek()) {
            self.cursor.take_break();
        }
        Ok(token)
    }

    fn scan_version(&mut self, start: Mark) -> Result<Token<'t>, SyntaxError> {
        self.cursor.take_while(is_blank);
        let major = self.scan_version_number(start)?;
        if self.cursor.peek() != '.' {
            return Err(SyntaxError::new(VERSION, start, "did not find expected digit or '.' character"));
        }
        self.cursor.take();
        let minor = self.scan_version_number(start)?;
        Ok(Token::VersionDirective { major, minor })
    }

    fn scan_version_number(&mut self, start: Mark) -> Result<u32, SyntaxError> {
        let digits = self.cursor.take_while(|c| c.is_ascii_digit());
        if digits.len() > MAX_VERSION_DIGITS {
            return Err(SyntaxError::new(VERSION, start, "found extremely long version number"));
        }
        digits.parse().map_err(|_| SyntaxError::new(VERSION, start, "did not find expected version number"))
    }

    fn scan_tag_directive(&mut self, start: Mark) -> Result<Token<'t>, SyntaxError> {
        self.cursor.take_while(is_blank);
        let handle = self.scan_tag_handle(true, start)?;
        if !is_blank(self.cursor.peek()) {
            return Err(SyntaxError::new("while scanning a %TAG directive", start, "did not find expected whitespace"));
        }
        self.cursor.take_while(is_blank);
        let prefix = self.scan_tag_uri("", true, IN_DIRECTIVE, start)?;
        if !is_blank_or_end(self.cursor.peek()) {
            let problem = "did not find expected whitespace or line break";
            return Err(SyntaxError::new("while scanning a %TAG directive", start, problem));
        }
        Ok(Token::TagDirective { handle, prefix })
    }
}
