//! Rewrites a pattern of Ruby's dialect into what the `regex` crate and fancy-regex read.

mod classes;
mod escapes;
mod groups;

use std::fmt::Write;
use std::iter::Peekable;
use std::str::Chars;

use classes::push_class_character;
use groups::{count_groups, has_named_groups};

use super::PatternProblem;

pub struct Translated {
    pub pattern: String,
    /// Something in it is beyond regular expressions proper: lookaround, backreferences, atomic groups.
    pub needs_backtracking: bool,
    /// It has a `^`.
    pub has_line_start: bool,
}

/// Ruby's `^`: our engines let it match behind a newline that ends the text, too.
const EXACT_LINE_START: &str = "(?:\\A|^(?!\\z))";

/// Groups inside one another.
const MAX_DEPTH: u32 = 200;

/// Rewrites a pattern; with exact line starts it needs backtracking where it has any.
pub fn translate(pattern: &str, exact_line_starts: bool) -> Result<Translated, PatternProblem> {
    let mut translator = Translator {
        input: pattern.chars().peekable(),
        // `^` and `$` are anchors of lines everywhere.
        output: String::from("(?m)"),
        needs_backtracking: false,
        has_line_start: false,
        exact_line_starts,
        has_named_groups: has_named_groups(pattern),
        groups: count_groups(pattern),
        depth: 0,
        extended: vec![false],
        last_atom: None,
    };
    translator.alternatives()?;
    Ok(Translated {
        pattern: translator.output,
        needs_backtracking: translator.needs_backtracking,
        has_line_start: translator.has_line_start,
    })
}

struct Translator<'p> {
    input: Peekable<Chars<'p>>,
    output: String,
    needs_backtracking: bool,
    has_line_start: bool,
    exact_line_starts: bool,
    has_named_groups: bool,
    groups: u32,
    depth: u32,
    /// Whether white space is ignored, per open group.
    extended: Vec<bool>,
    /// Where the output of what a quantifier would repeat starts, and whether it has one already.
    last_atom: Option<(usize, bool)>,
}

type Step = Result<(), PatternProblem>;

fn invalid<T>(words: &str) -> Result<T, PatternProblem> {
    Err(PatternProblem::Invalid(words.to_string()))
}

fn unsupported<T>(what: &str) -> Result<T, PatternProblem> {
    Err(PatternProblem::Unsupported(what.to_string()))
}

impl Translator<'_> {
    fn alternatives(&mut self) -> Step {
        while let Some(character) = self.input.next() {
            match character {
                '\\' => self.escape()?,
                '[' => {
                    self.start_atom();
                    self.class()?;
                }
                '(' => self.group()?,
                ')' => {
                    if self.depth == 0 {
                        return invalid("unmatched close parenthesis");
                    }
                    return Ok(());
                }
                '*' | '+' | '?' => self.quantifier(character)?,
                '{' => self.braces()?,
                '|' => {
                    self.output.push('|');
                    self.last_atom = None;
                }
                '^' => {
                    self.start_atom();
                    self.has_line_start = true;
                    self.output.push_str(if self.exact_line_starts { EXACT_LINE_START } else { "^" });
                }
                '$' => {
                    self.start_atom();
                    self.output.push('$');
                }
                '.' => {
                    self.start_atom();
                    self.output.push('.');
                }
                '#' if self.is_extended() => {
                    for skipped in self.input.by_ref() {
                        if skipped == '\n' {
                            break;
                        }
                    }
                }
                character if self.is_extended() && character.is_ascii_whitespace() => {}
                character => {
                    self.start_atom();
                    self.literal(character);
                }
            }
        }
        if self.depth > 0 {
            return invalid("end pattern with unmatched parenthesis");
        }
        Ok(())
    }

    fn is_extended(&self) -> bool {
        self.extended.last().copied().unwrap_or(false)
    }

    fn start_atom(&mut self) {
        self.last_atom = Some((self.output.len(), false));
    }

    /// A character that means itself.
    fn literal(&mut self, character: char) {
        push_literal(&mut self.output, character);
    }

    fn quantifier(&mut self, symbol: char) -> Step {
        let Some((start, repeated)) = self.last_atom else {
            return invalid("target of repeat operator is not specified");
        };
        if repeated {
            self.wrap(start);
        }
        self.output.push(symbol);
        match self.input.peek() {
            Some('?') => {
                self.input.next();
                self.output.push('?');
            }
            Some('+') => {
                self.input.next();
                self.output.push('+');
                self.needs_backtracking = true;
            }
            _ => {}
        }
        self.last_atom = Some((start, true));
        Ok(())
    }

    /// Makes what was read last one unit, so that it can be repeated once more.
    fn wrap(&mut self, start: usize) {
        self.output.insert_str(start, "(?:");
        self.output.push(')');
    }

    /// `{n}`, `{n,}`, `{,m}`, `{n,m}`; anything else is a brace.
    fn braces(&mut self) -> Step {
        let mut lookahead = self.input.clone();
        let mut text = String::new();
        let closed = loop {
            match lookahead.next() {
                Some('}') => break true,
                Some(character) if (character.is_ascii_digit() || character == ',') && text.len() < 16 => {
                    text.push(character);
                }
                _ => break false,
            }
        };
        let (from, to) = match text.split_once(',') {
            Some((from, to)) => (from, Some(to)),
            None => (text.as_str(), None),
        };
        let is_quantifier =
            closed && !to.is_some_and(|to| to.contains(',')) && !(from.is_empty() && to.is_none_or(str::is_empty));
        if !is_quantifier {
            self.start_atom();
            self.output.push_str("\\{");
            return Ok(());
        }
        let Some((start, repeated)) = self.last_atom else {
            return invalid("target of repeat operator is not specified");
        };
        let limit = 100_000;
        if [Some(from), to].into_iter().flatten().any(|bound| bound.parse::<u32>().is_ok_and(|bound| bound > limit)) {
            return invalid("too big number range");
        }
        self.input = lookahead;
        if repeated {
            self.wrap(start);
        }
        let from = if from.is_empty() { "0" } else { from };
        match to {
            Some(to) => write!(self.output, "{{{from},{to}}}"),
            None => write!(self.output, "{{{from}}}"),
        }
        .unwrap_or_default();
        if self.input.peek() == Some(&'?') {
            self.input.next();
            self.output.push('?');
        }
        self.last_atom = Some((start, true));
        Ok(())
    }

    fn group(&mut self) -> Step {
        let start = self.output.len();
        let extended = self.is_extended();
        let mut inner_extended = extended;
        if self.input.peek() == Some(&'?') {
            self.input.next();
            match self.input.next() {
                None => return invalid("end pattern in group"),
                Some('#') => {
                    for skipped in self.input.by_ref() {
                        if skipped == ')' {
                            return Ok(());
                        }
                    }
                    return invalid("end pattern in group");
                }
                Some(':') => self.output.push_str("(?:"),
                Some(kind @ ('=' | '!' | '>')) => {
                    self.needs_backtracking = true;
                    self.output.push_str("(?");
                    self.output.push(kind);
                }
                Some('~') => return unsupported("an absence operator (?~…)"),
                Some('(') => {
                    self.needs_backtracking = true;
                    self.output.push_str("(?(");
                    for character in self.input.by_ref() {
                        self.output.push(character);
                        if character == ')' {
                            break;
                        }
                    }
                }
                Some('<') if matches!(self.input.peek(), Some('=' | '!')) => {
                    self.needs_backtracking = true;
                    self.output.push_str("(?<");
                    self.output.extend(self.input.next());
                }
                Some(open @ ('<' | '\'')) => {
                    let close = if open == '<' { '>' } else { '\'' };
                    let mut name = String::new();
                    loop {
                        match self.input.next() {
                            None => return invalid("end pattern in group"),
                            Some(character) if character == close => break,
                            Some(character) => name.push(character),
                        }
                    }
                    if name.is_empty() {
                        return invalid("group name is empty");
                    }
                    write!(self.output, "(?<{name}>").unwrap_or_default();
                }
                Some(first) => return self.options(first, start, extended),
            }
        } else if self.has_named_groups {
            self.output.push_str("(?:");
        } else {
            self.output.push('(');
        }
        self.body(start, &mut inner_extended)
    }

    /// What stands in a group, to its closing parenthesis.
    fn body(&mut self, start: usize, extended: &mut bool) -> Step {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return unsupported("a pattern with so many groups inside one another");
        }
        self.extended.push(*extended);
        self.last_atom = None;
        let outer_depth = self.depth;
        self.alternatives()?;
        debug_assert_eq!(self.depth, outer_depth);
        self.depth -= 1;
        self.extended.pop();
        self.output.push(')');
        self.last_atom = Some((start, false));
        Ok(())
    }

    /// `(?imx-imx)` and `(?imx-imx:…)`
    fn options(&mut self, first: char, start: usize, extended: bool) -> Step {
        let mut next = Some(first);
        let mut on = String::new();
        let mut off = String::new();
        let mut negative = false;
        let mut extended = extended;
        loop {
            match next {
                Some('-') => negative = true,
                Some(option @ ('i' | 'm' | 'x')) => {
                    match option {
                        'x' => extended = !negative,
                        // Ruby's m lets the dot match a newline.
                        'm' => if negative { &mut off } else { &mut on }.push('s'),
                        _ => if negative { &mut off } else { &mut on }.push('i'),
                    }
                }
                Some('a' | 'd' | 'u') => {}
                Some(end @ (':' | ')')) => {
                    let mut flags = on.clone();
                    if !off.is_empty() {
                        flags.push('-');
                        flags.push_str(&off);
                    }
                    if end == ')' {
                        // Holds to the end of the group around it.
                        if let Some(current) = self.extended.last_mut() {
                            *current = extended;
                        }
                        if !flags.is_empty() {
                            write!(self.output, "(?{flags})").unwrap_or_default();
                        }
                        self.last_atom = None;
                        return Ok(());
                    }
                    write!(self.output, "(?{flags}:").unwrap_or_default();
                    return self.body(start, &mut extended);
                }
                Some(_) => return invalid("undefined group option"),
                None => return invalid("end pattern in group"),
            }
            next = self.input.next();
        }
    }
}

fn push_literal(output: &mut String, character: char) {
    if character.is_ascii() && !character.is_ascii_alphanumeric() {
        push_class_character(output, character);
    } else {
        output.push(character);
    }
}
