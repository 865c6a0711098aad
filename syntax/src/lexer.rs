//! Text to tokens: every byte of the text is in exactly one token. Knows nothing of the grammar.
//!
//! A driver with a stack of modes: code, double-quoted text, heredoc text, template text. It keeps what decides how a
//! character is read: the token before (regular expression or division?), open braces of an interpolation, heredocs whose
//! text is still to come. Heredoc texts stay where they stand; each has a token stream of its own.

mod code_mode;
mod heredoc;
mod hints;
mod name;
mod number;
mod regex_literal;
mod regex_pattern;
mod string_mode;
mod template_mode;

pub use heredoc::HeredocText;
pub use string_mode::Escapes;
pub(crate) use string_mode::{unicode_character, unicode_escape_length};

use crate::code::{self, Code};
use crate::problem::{Problem, RelatedPlace};
use crate::syntax_kind::SyntaxKind::{self, *};
use crate::text_range::TextRange;

/// How often the search for the end of a string, heredoc or pattern may fail; after that nothing more is searched.
const MAX_FAILED_SEARCHES: u32 = 64;
/// More mistakes than that are not listed.
pub(crate) const MAX_PROBLEMS: usize = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: SyntaxKind,
    pub start: u32,
}

/// A token that the grammar sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StreamToken {
    pub kind: SyntaxKind,
    /// Among all tokens.
    pub index: u32,
}

/// The tokens of a text.
#[derive(Debug)]
pub(crate) struct Lexed {
    /// In the order of the text; the last is `END` at its end.
    pub tokens: Vec<Token>,
    /// The tokens that the grammar sees: of the text itself, then of each heredoc text.
    pub streams: Vec<Vec<StreamToken>>,
    pub heredocs: Vec<HeredocText>,
    pub problems: Vec<Problem>,
}

/// What the text is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Code,
    /// Between `${` and `}`.
    Interpolation {
        braces: u32,
    },
    /// In a double-quoted string that has interpolations.
    String {
        snapshot: Snapshot,
        text_start: usize,
    },
    /// In the text of a heredoc.
    Heredoc {
        index: usize,
    },
    /// In the text of a template.
    Template {
        trim: bool,
    },
}

/// What to go back to when a string turns out to have no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Snapshot {
    position: usize,
    tokens: usize,
    streams: usize,
    stream_length: usize,
    heredocs: usize,
    problems: usize,
    pending: usize,
    jump: Option<usize>,
    previous: SyntaxKind,
    line_start: usize,
}

/// The state that a heredoc text has for itself.
#[derive(Debug)]
struct Context {
    stream: usize,
    /// Where its text begins and ends.
    begin: usize,
    limit: usize,
    /// Heredocs whose text is still to come.
    pending: Vec<usize>,
    /// Where the text after the pending heredocs goes on.
    jump: Option<usize>,
    /// The significant token before.
    previous: SyntaxKind,
    line_start: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TemplateTag {
    None,
    Statements,
    Expression,
}

/// What a text is written in.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Language {
    /// It is a template, with code between its tags.
    pub template: bool,
    /// `plan` and `apply` are keywords.
    pub tasks: bool,
    /// In `"$0es"` the name of the variable ends with its last digit.
    pub numeric_names_end_at_digits: bool,
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    position: usize,
    language: Language,
    tag: TemplateTag,
    tokens: Vec<Token>,
    streams: Vec<Vec<StreamToken>>,
    heredocs: Vec<HeredocText>,
    problems: Vec<Problem>,
    modes: Vec<Mode>,
    context: Context,
    outer_contexts: Vec<Context>,
    failed_searches: u32,
    /// A string that is taken to end with its line.
    unclosed: Option<usize>,
}

/// A function of its own in every build, so that profiles and `tests/bench/instructions.sh` see it.
#[inline(never)]
pub(crate) fn lex(text: &str, language: Language) -> Lexed {
    let lexed = lex_with(text, language, None);
    let Some(unclosed) = lexed.problems.iter().find(|problem| problem.code == code::UNCLOSED_QUOTE) else {
        return lexed;
    };
    // The quote without a partner is the last one; the mistake may be an earlier string that ran over its line.
    let Some(suspect) = suspicious_string(text, &lexed, unclosed.anchor) else { return lexed };
    let mut again = lex_with(text, language, Some(suspect));
    let is_better = again.problems.iter().filter(|problem| problem.code == code::UNCLOSED_QUOTE).count() == 1;
    if !is_better {
        return lexed;
    }
    let mut problem = unclosed.clone();
    let range = TextRange::new(suspect as u32, suspect as u32 + 1);
    problem.related.push(RelatedPlace { range, message: "the closing quote of this string may be missing".into() });
    again.problems.retain(|problem| problem.code != code::UNCLOSED_QUOTE);
    again.problems.push(problem);
    again
}

/// The first string before `end` that spans lines and has a word directly after its closing quote.
fn suspicious_string(text: &str, lexed: &Lexed, end: u32) -> Option<usize> {
    let ends = lexed.tokens.iter().skip(1).map(|token| token.start);
    lexed.tokens.iter().zip(ends).take_while(|(token, _)| token.start < end).find_map(|(token, token_end)| {
        let is_string = matches!(token.kind, SINGLE_QUOTED | DOUBLE_QUOTED);
        let spans_lines =
            || text.get(token.start as usize..token_end as usize).is_some_and(|string| string.contains('\n'));
        let touches_word =
            || text.as_bytes().get(token_end as usize).copied().is_some_and(|byte| is_word_byte(byte) || byte == b'/');
        (is_string && touches_word() && spans_lines()).then_some(token.start as usize)
    })
}

fn lex_with(text: &str, language: Language, unclosed: Option<usize>) -> Lexed {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        position: 0,
        language,
        tag: TemplateTag::None,
        tokens: Vec::with_capacity(text.len() / 3 + 8),
        streams: vec![Vec::with_capacity(text.len() / 5 + 8)],
        heredocs: Vec::new(),
        problems: Vec::new(),
        modes: vec![if language.template { Mode::Template { trim: false } } else { Mode::Code }],
        context: Context {
            stream: 0,
            begin: 0,
            limit: text.len(),
            pending: Vec::new(),
            jump: None,
            previous: END,
            line_start: 0,
        },
        outer_contexts: Vec::new(),
        failed_searches: 0,
        unclosed,
    };
    lexer.byte_order_mark();
    lexer.run();
    lexer.tokens.push(Token { kind: END, start: text.len() as u32 });
    Lexed { tokens: lexer.tokens, streams: lexer.streams, heredocs: lexer.heredocs, problems: lexer.problems }
}

impl<'a> Lexer<'a> {
    fn run(&mut self) {
        loop {
            let at_limit = self.position >= self.context.limit;
            match self.modes.last().copied() {
                Some(Mode::Code) if at_limit => {
                    if self.tag != TemplateTag::None {
                        self.problem(
                            code::EPP_UNBALANCED_TAG,
                            "Unbalanced epp tag, reached <eof> without closing tag.".into(),
                            TextRange::empty(self.position as u32),
                            self.position,
                        );
                    }
                    return;
                }
                Some(Mode::Interpolation { .. }) if at_limit => self.end_of_text_in_interpolation(),
                Some(Mode::Code | Mode::Interpolation { .. }) => self.code_token(),
                Some(Mode::String { .. }) => self.string_piece(),
                Some(Mode::Heredoc { index }) => self.heredoc_piece(index),
                Some(Mode::Template { trim }) => {
                    if self.template_text(trim) {
                        return;
                    }
                }
                None => return,
            }
        }
    }

    /// Adds the token from `start` up to the current position.
    #[inline]
    fn push(&mut self, kind: SyntaxKind, start: usize) {
        if !kind.is_trivia() {
            let index = self.tokens.len() as u32;
            if let Some(stream) = self.streams.get_mut(self.context.stream) {
                stream.push(StreamToken { kind, index });
            }
        }
        self.tokens.push(Token { kind, start: start as u32 });
    }

    /// Adds a token of code, which decides how the next one is read.
    #[inline]
    fn push_code(&mut self, kind: SyntaxKind, start: usize) {
        self.push(kind, start);
        self.context.previous = kind;
    }

    #[inline]
    fn byte(&self, at: usize) -> u8 {
        if at < self.context.limit { self.bytes.get(at).copied().unwrap_or(0) } else { 0 }
    }

    fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or("")
    }

    fn problem(&mut self, code: Code, message: String, range: TextRange, anchor: usize) {
        if self.problems.len() < MAX_PROBLEMS {
            let mut problem = Problem::error(code, message, range, anchor as u32);
            problem.hint = hints::hint(code);
            self.problems.push(problem);
        }
    }

    fn byte_order_mark(&mut self) {
        if !self.text.starts_with('\u{feff}') {
            return;
        }
        self.position = '\u{feff}'.len_utf8();
        self.push(WHITESPACE, 0);
        self.context.line_start = self.position;
        self.problem(code::ILLEGAL_BOM, byte_order_mark_message("UTF-8", &self.bytes[..3]), TextRange::new(0, 3), 0);
    }

    /// The end of the line (or of the text) that a position is in.
    fn line_end(&self, from: usize) -> usize {
        let rest = self.bytes.get(from..self.context.limit).unwrap_or(&[]);
        let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let end = from + length;
        if length > 0 && self.byte(end - 1) == b'\r' && end < self.context.limit { end - 1 } else { end }
    }

    /// One more search that found nothing; true where it was one too many.
    fn search_failed(&mut self) -> bool {
        self.failed_searches += 1;
        self.failed_searches > MAX_FAILED_SEARCHES
    }

    fn may_search(&self) -> bool {
        self.failed_searches <= MAX_FAILED_SEARCHES
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            position: self.position,
            tokens: self.tokens.len(),
            streams: self.streams.len(),
            stream_length: self.streams.get(self.context.stream).map_or(0, Vec::len),
            heredocs: self.heredocs.len(),
            problems: self.problems.len(),
            pending: self.context.pending.len(),
            jump: self.context.jump,
            previous: self.context.previous,
            line_start: self.context.line_start,
        }
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        self.position = snapshot.position;
        self.tokens.truncate(snapshot.tokens);
        self.streams.truncate(snapshot.streams);
        if let Some(stream) = self.streams.get_mut(self.context.stream) {
            stream.truncate(snapshot.stream_length);
        }
        self.heredocs.truncate(snapshot.heredocs);
        self.problems.truncate(snapshot.problems);
        self.context.pending.truncate(snapshot.pending);
        self.context.jump = snapshot.jump;
        self.context.previous = snapshot.previous;
        self.context.line_start = snapshot.line_start;
    }

    /// The text ends between `${` and `}`.
    fn end_of_text_in_interpolation(&mut self) {
        while let Some(mode) = self.modes.last() {
            match mode {
                Mode::Interpolation { .. } => {
                    self.modes.pop();
                }
                Mode::String { .. } => return self.unclosed_string(self.position),
                _ => return,
            }
        }
    }
}

/// What Ruby refuses in the pattern of a regular expression, in Ruby's words; `None` where it is right.
pub fn regexp_mistake(pattern: &str) -> Option<String> {
    regex_pattern::mistake(pattern)
}

/// As Puppet words it, with the bytes in hexadecimal.
pub(crate) fn byte_order_mark_message(encoding: &str, bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:X}")).collect();
    format!(
        "Illegal {encoding} Byte Order mark at beginning of input: [{}] - remove these from the puppet source",
        bytes.join(" ")
    )
}

/// White space as Puppet's lexer sees it, without the line feed.
fn is_blank(character: char) -> bool {
    matches!(
        character,
        ' ' | '\t' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

#[inline]
fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
