//! A place in a YAML text and the characters from there on. Knows no tokens.

/// A place in a text: lines and columns count from 0, in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    pub offset: usize,
    /// How many characters stand before it.
    pub index: usize,
    pub line: u32,
    pub column: u32,
}

/// What stands at the end of a text; the reader refuses texts that contain it.
pub const END: char = '\0';

pub fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

pub fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

pub fn is_break_or_end(c: char) -> bool {
    c == END || is_break(c)
}

pub fn is_blank_or_end(c: char) -> bool {
    is_blank(c) || is_break_or_end(c)
}

/// Letters of anchors, of handles and of the names of directives.
pub fn is_name_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// Steps through a text, character by character.
#[derive(Clone, Debug)]
pub struct Cursor<'t> {
    text: &'t str,
    pub mark: Mark,
}

impl<'t> Cursor<'t> {
    pub fn new(text: &'t str) -> Self {
        Cursor { text, mark: Mark::default() }
    }

    pub fn rest(&self) -> &'t str {
        self.text.get(self.mark.offset..).unwrap_or_default()
    }

    /// Returns the text between two places.
    pub fn slice(&self, from: usize, to: usize) -> &'t str {
        self.text.get(from..to).unwrap_or_default()
    }

    pub fn peek(&self) -> char {
        match self.text.as_bytes().get(self.mark.offset) {
            Some(byte) if byte.is_ascii() => char::from(*byte),
            Some(_) => self.rest().chars().next().unwrap_or(END),
            None => END,
        }
    }

    /// Returns the character so many characters further on.
    pub fn peek_at(&self, ahead: usize) -> char {
        self.rest().chars().nth(ahead).unwrap_or(END)
    }

    pub fn at_end(&self) -> bool {
        self.mark.offset >= self.text.len()
    }

    /// Steps over one character of a line and returns it.
    pub fn take(&mut self) -> char {
        let c = self.peek();
        if !self.at_end() {
            self.mark.offset += c.len_utf8();
            self.mark.index += 1;
            self.mark.column += 1;
        }
        c
    }

    pub fn skip(&mut self, characters: usize) {
        for _ in 0..characters {
            self.take();
        }
    }

    /// Steps over characters of a line and returns them.
    pub fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'t str {
        let start = self.mark.offset;
        while !self.at_end() && accept(self.peek()) {
            self.take();
        }
        self.slice(start, self.mark.offset)
    }

    /// Steps over a line break, where there is one, and returns what it stands for in a scalar.
    pub fn take_break(&mut self) -> Option<char> {
        let c = self.peek();
        if !is_break(c) {
            return None;
        }
        let width = if self.rest().starts_with("\r\n") { 2 } else { c.len_utf8() };
        self.mark.offset += width;
        self.mark.index += if width == 2 && c == '\r' { 2 } else { 1 };
        self.mark.line += 1;
        self.mark.column = 0;
        Some(if matches!(c, '\u{2028}' | '\u{2029}') { c } else { '\n' })
    }

    /// Steps over blanks and a comment up to the end of the line.
    pub fn skip_blanks_and_comment(&mut self) {
        self.take_while(is_blank);
        if self.peek() == '#' {
            self.take_while(|c| !is_break(c));
        }
    }

    /// `---` or `...` in the first column.
    pub fn at_document_indicator(&self) -> bool {
        self.mark.column == 0
            && (self.rest().starts_with("---") || self.rest().starts_with("..."))
            && is_blank_or_end(self.peek_at(3))
    }
}
