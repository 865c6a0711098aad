//! Tokens to a lossless tree: an event parser that never fails. The grammar itself is in `grammar`.

mod brackets;
mod event;
mod expected;
mod green_cache;
mod refused;
mod report;
mod slips;
mod tree_builder;

use crate::code;
use std::cell::OnceCell;
use std::fmt::Write;

use brackets::Brackets;

use event::Event;
pub(crate) use expected::Expected;
pub(crate) use report::Checkpoint;
use rowan::GreenNode;

use crate::ast::{Element, Node};
use crate::grammar;
use crate::lexer::{self, HeredocText, Lexed, StreamToken};
use crate::problem::Problem;
use crate::source_file::SourceKind;
use crate::syntax_kind::SyntaxKind::{self, *};
use crate::syntax_node::SyntaxNode;
use crate::text_range::TextRange;
use crate::token_set::TokenSet;

/// How deep constructs may be nested in each other.
pub const MAX_DEPTH: u32 = 256;
/// How high the tree of one expression may grow, long chains of operators included.
pub const MAX_HEIGHT: u32 = 512;

/// How a text is parsed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ParseOptions {
    pub kind: SourceKind,
    /// `plan` and `apply` are keywords.
    pub tasks: bool,
    /// `private` before parameters and `&name` are part of the language.
    pub specification: bool,
    /// `name arg` calls any function.
    pub any_statement_call: bool,
    /// A `case` may have no options.
    pub empty_case: bool,
    /// `$a [1]` is an access, blanks or not.
    pub spaced_access: bool,
    /// In `${name…}` the name is a variable only where it stands alone or begins a chain of accesses and calls.
    pub plain_interpolated_names: bool,
    /// A name has no hyphen.
    pub no_hyphens_in_names: bool,
    /// In `"$0es"` the name of the variable ends with its last digit.
    pub numeric_names_end_at_digits: bool,
}

/// The tree of a text and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parse {
    green: GreenNode,
    problems: Vec<Problem>,
    heredocs: Vec<HeredocText>,
    options: ParseOptions,
}

impl Parse {
    /// Of lexer and parser, in the order of the text.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Tells whether the text cannot be read as it is.
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.is_error())
    }

    pub fn syntax(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.green.clone())
    }

    /// The tree as text, one node or token a line, for people.
    pub fn tree(&self) -> String {
        let mut out = String::new();
        write_tree(Node::root(&self.green), 0, &mut out);
        out
    }

    pub fn options(&self) -> &ParseOptions {
        &self.options
    }

    pub fn heredocs(&self) -> &[HeredocText] {
        &self.heredocs
    }

    pub(crate) fn green(&self) -> &GreenNode {
        &self.green
    }
}

pub fn parse(text: &str, options: &ParseOptions) -> Parse {
    // Offsets are 32 bits; a text beyond them is refused as a whole.
    if text.len() >= u32::MAX as usize {
        return parse_tokens(
            "",
            options,
            Some(Problem::error(code::SYNTAX_ERROR, "The file is too large", TextRange::empty(0), 0)),
        );
    }
    parse_tokens(text, options, None)
}

fn parse_tokens(text: &str, options: &ParseOptions, first: Option<Problem>) -> Parse {
    let language = lexer::Language {
        template: options.kind == SourceKind::Template,
        tasks: options.tasks,
        numeric_names_end_at_digits: options.numeric_names_end_at_digits,
    };
    let mut lexed = lexer::lex(text, language);
    let mut problems: Vec<Problem> = first.into_iter().collect();
    problems.append(&mut lexed.problems);
    let from_lexer = problems.len();
    let mut streams = Vec::with_capacity(lexed.streams.len());
    let mut parser = Parser::new(text, &lexed, options, 0);
    grammar::source_file(&mut parser);
    streams.push(parser.finish(0, &mut problems));
    for heredoc in lexed.heredocs.iter().filter(|heredoc| heredoc.stream != 0) {
        let mut parser = Parser::new(text, &lexed, options, heredoc.stream);
        grammar::heredoc_text(&mut parser);
        streams.push(parser.finish(heredoc.first_token, &mut problems));
    }
    if from_lexer > 0 {
        refused::drop_consequences(text, &lexed.heredocs, &mut problems, from_lexer);
    }
    let green = tree_builder::build(text, &lexed, streams);
    // Puppet meets a mistake where the token begins, wherever it says that it is.
    problems.sort_by_key(|problem| problem.range.start);
    Parse { green, problems, heredocs: lexed.heredocs, options: options.clone() }
}

fn write_tree(node: Node<'_>, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    let range = node.range();
    let _ = writeln!(out, "{indent}{:?}@{}..{}", node.kind(), range.start, range.end);
    for child in node.children() {
        match child {
            Element::Node(child) => write_tree(child, depth + 1, out),
            Element::Token(token) => {
                let range = token.range();
                let _ = writeln!(out, "{indent}  {:?}@{}..{} {:?}", token.kind, range.start, range.end, token.text);
            }
        }
    }
}

/// Reads one token stream and writes events.
pub(crate) struct Parser<'a> {
    text: &'a str,
    lexed: &'a Lexed,
    stream: &'a [StreamToken],
    stream_index: usize,
    position: usize,
    events: Vec<Event>,
    problems: Vec<Problem>,
    pub options: &'a ParseOptions,
    depth: u32,
    /// The height of the highest expression that was completed last.
    pub tallest: u32,
    /// The next name is a variable: `"${name}"`.
    pub name_is_variable: bool,
    /// More braces are opened than closed.
    pub unbalanced: bool,
    /// A condition is read again whose braces turned out to be no hash.
    pub braces_are_body: bool,
    /// Bodies whose `{` is missing, and of which no `}` has been seen.
    pub missing_bodies: u32,
    /// The first token at which something may be reported again.
    quiet_until: usize,
    brackets: OnceCell<Brackets>,
}

/// An open node.
pub(crate) struct Marker {
    position: usize,
}

/// A finished node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CompletedMarker {
    position: usize,
    pub kind: SyntaxKind,
    /// The token (by its place in the stream) where Puppet reports the node.
    pub anchor: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, lexed: &'a Lexed, options: &'a ParseOptions, stream: usize) -> Self {
        let tokens = lexed.streams.get(stream).map_or(&[][..], Vec::as_slice);
        let mut braces = 0i64;
        for token in tokens {
            match token.kind {
                L_BRACE => braces += 1,
                R_BRACE => braces -= 1,
                _ => {}
            }
        }
        Parser {
            text,
            lexed,
            stream: tokens,
            stream_index: stream,
            position: 0,
            events: Vec::with_capacity(tokens.len() * 3 + 8),
            problems: Vec::new(),
            options,
            depth: 0,
            tallest: 0,
            name_is_variable: false,
            unbalanced: braces > 0,
            braces_are_body: false,
            missing_bodies: 0,
            quiet_until: 0,
            brackets: OnceCell::new(),
        }
    }

    fn finish(self, first_token: u32, problems: &mut Vec<Problem>) -> tree_builder::StreamEvents {
        problems.extend(self.problems);
        tree_builder::StreamEvents { stream: self.stream_index, first_token, events: self.events }
    }

    #[inline]
    pub fn nth(&self, distance: usize) -> SyntaxKind {
        self.stream.get(self.position + distance).map_or(END, |token| token.kind)
    }

    #[inline]
    pub fn current(&self) -> SyntaxKind {
        self.nth(0)
    }

    #[inline]
    pub fn at(&self, kind: SyntaxKind) -> bool {
        self.current() == kind
    }

    #[inline]
    pub fn at_any(&self, kinds: TokenSet) -> bool {
        kinds.contains(self.current())
    }

    /// The kind of the token that stands so far before the current one.
    pub fn kind_before(&self, distance: usize) -> SyntaxKind {
        let before = self.position.checked_sub(distance).and_then(|before| self.stream.get(before));
        before.map_or(END, |token| token.kind)
    }

    pub fn position(&self) -> usize {
        self.position
    }

    /// The range of a token of this stream; empty at the end of the text where there is none.
    pub fn range_of(&self, position: usize) -> TextRange {
        let index = self.stream.get(position).map(|token| token.index as usize);
        let tokens = &self.lexed.tokens;
        match index.and_then(|index| Some((tokens.get(index)?, tokens.get(index + 1)?))) {
            Some((token, after)) => TextRange::new(token.start, after.start),
            None => TextRange::empty(self.text.len() as u32),
        }
    }

    pub fn text_of(&self, position: usize) -> &'a str {
        let range = self.range_of(position);
        self.text.get(range.start as usize..range.end as usize).unwrap_or("")
    }

    /// True where a token is the first on its line, without indentation.
    pub fn is_at_line_start(&self, position: usize) -> bool {
        let start = self.range_of(position).start as usize;
        start == 0 || self.text.as_bytes().get(start - 1) == Some(&b'\n')
    }

    /// True where a line break stands between a token and the one before it.
    pub fn follows_line_break(&self, position: usize) -> bool {
        if position == 0 {
            return true;
        }
        let between = self.range_of(position - 1).end as usize..self.range_of(position).start as usize;
        self.text.get(between).unwrap_or("").contains('\n')
    }

    /// True where only comments of the template stand between the current text and the one before.
    pub fn continues_text(&self) -> bool {
        let Some(before) = self.position.checked_sub(1).and_then(|position| self.stream.get(position)) else {
            return false;
        };
        let Some(current) = self.stream.get(self.position) else { return false };
        let between = self.lexed.tokens.get(before.index as usize + 1..current.index as usize).unwrap_or(&[]);
        between.iter().all(|token| matches!(token.kind, TEMPLATE_COMMENT | TEMPLATE_TRIMMED))
    }

    pub fn start(&mut self) -> Marker {
        let position = self.events.len();
        self.events.push(Event::Nothing);
        Marker { position }
    }

    #[inline]
    pub fn bump(&mut self) {
        if self.position < self.stream.len() {
            self.events.push(Event::Token);
            self.position += 1;
        }
    }

    #[inline]
    pub fn eat(&mut self, kind: SyntaxKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    /// Where the next node begins among the events.
    pub fn next_event(&self) -> usize {
        self.events.len()
    }

    /// Gives another kind to the node that began as this event.
    pub fn change_kind(&mut self, event: usize, new: SyntaxKind) {
        if let Some(Event::Start { kind, .. }) = self.events.get_mut(event) {
            *kind = new;
        }
    }

    pub fn problem_count(&self) -> usize {
        self.problems.len()
    }

    /// One level deeper; false where that is too deep.
    pub fn enter(&mut self) -> bool {
        if self.depth >= MAX_DEPTH {
            return false;
        }
        self.depth += 1;
        true
    }

    pub fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Nested too deeply: takes everything up to the end of the group that the current token is in.
    pub fn skip_too_deep(&mut self) {
        self.error_at(self.position, "The code is nested too deeply", Some("Split it into smaller parts"));
        let marker = self.start();
        let mut open = 0u32;
        loop {
            match self.current() {
                END => break,
                L_BRACE | L_PAREN | LINE_START_PAREN | L_BRACKET | LIST_START | INTERPOLATION_START | STRING_START => {
                    open += 1
                }
                R_BRACE | R_PAREN | R_BRACKET | INTERPOLATION_END | STRING_END | HEREDOC_END => {
                    if open == 0 {
                        break;
                    }
                    open -= 1;
                }
                _ => {}
            }
            self.bump();
        }
        self.quiet_until = self.position + 1;
        marker.complete(self, ERROR);
    }
}

impl Marker {
    pub fn complete(self, parser: &mut Parser<'_>, kind: SyntaxKind) -> CompletedMarker {
        if let Some(event) = parser.events.get_mut(self.position) {
            *event = Event::Start { kind, forward: 0 };
        }
        parser.events.push(Event::Finish);
        CompletedMarker { position: self.position, kind, anchor: 0 }
    }

    /// Gives the node up; what is in it belongs to the node around it.
    pub fn abandon(self, parser: &mut Parser<'_>) {
        if self.position + 1 == parser.events.len() {
            parser.events.pop();
        }
    }
}

impl CompletedMarker {
    /// Opens a node around this one.
    pub fn precede(self, parser: &mut Parser<'_>) -> Marker {
        let marker = parser.start();
        let distance = (marker.position - self.position) as u32;
        if let Some(Event::Start { forward, .. }) = parser.events.get_mut(self.position) {
            *forward = distance;
        }
        marker
    }

    pub fn anchored(mut self, anchor: usize) -> CompletedMarker {
        self.anchor = anchor;
        self
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn the_tree_is_shown_with_every_token() {
        let parse = parse("$a = f(1) # c\n", &ParseOptions::default());
        expect![[r##"
            SOURCE_FILE@0..14
              ASSIGNMENT@0..9
                VARIABLE_EXPRESSION@0..2
                  VARIABLE@0..2 "$a"
                WHITESPACE@2..3 " "
                EQUALS@3..4 "="
                WHITESPACE@4..5 " "
                CALL@5..9
                  NAME_EXPRESSION@5..6
                    NAME@5..6 "f"
                  ARGUMENT_LIST@6..9
                    L_PAREN@6..7 "("
                    LITERAL@7..8
                      NUMBER@7..8 "1"
                    R_PAREN@8..9 ")"
              WHITESPACE@9..10 " "
              LINE_COMMENT@10..13 "# c"
              WHITESPACE@13..14 "\n"
        "##]]
        .assert_eq(&parse.tree());
    }

    #[test]
    fn a_parse_can_be_sent_and_compared() {
        fn is_shared<T: Send + Sync + Clone + PartialEq>(_: &T) {}
        let left = parse("class a { }", &ParseOptions::default());
        is_shared(&left);
        assert_eq!(left, parse("class a { }", &ParseOptions::default()));
        assert_ne!(left, parse("class b { }", &ParseOptions::default()));
    }

    #[test]
    fn every_mistake_is_reported_once_with_a_hint() {
        let text = "if $a { } else if $b { }\nnotify { 'a', 'b': }\nclass c {\n";
        let parse = parse(text, &ParseOptions::default());
        let found: Vec<String> = parse
            .problems()
            .iter()
            .map(|problem| {
                format!("{} {} ({})", problem.anchor, problem.message, problem.hint.as_deref().unwrap_or(""))
            })
            .collect();
        expect![[r#"
            [
                "15 Syntax error at 'if' (write `elsif`)",
                "37 Syntax error at ',' (put several titles in a list: `['a', 'b']:`)",
                "56 Syntax error at end of input (expected `}`)",
            ]
        "#]]
        .assert_debug_eq(&found);
        let unclosed =
            parse.problems().last().and_then(|problem| problem.related.first()).map(|place| place.range.start);
        assert_eq!(unclosed, Some(54));
    }
}
