//! Rewrites a pattern of Ruby's dialect into what the `regex` crate and fancy-regex read.

use std::fmt::Write;
use std::iter::Peekable;
use std::str::Chars;

use super::PatternProblem;

pub struct Translated {
    pub pattern: String,
    /// Something in it is beyond regular expressions proper: lookaround, backreferences, atomic groups.
    pub needs_backtracking: bool,
}

/// Groups inside one another.
const MAX_DEPTH: u32 = 200;

pub fn translate(pattern: &str) -> Result<Translated, PatternProblem> {
    let mut translator = Translator {
        input: pattern.chars().peekable(),
        // `^` and `$` are anchors of lines everywhere.
        output: String::from("(?m)"),
        needs_backtracking: false,
        has_named_groups: has_named_groups(pattern),
        groups: count_groups(pattern),
        depth: 0,
        extended: vec![false],
        last_atom: None,
    };
    translator.alternatives()?;
    Ok(Translated { pattern: translator.output, needs_backtracking: translator.needs_backtracking })
}

struct Translator<'p> {
    input: Peekable<Chars<'p>>,
    output: String,
    needs_backtracking: bool,
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
                '^' | '$' => {
                    self.start_atom();
                    self.output.push(character);
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

    fn escape(&mut self) -> Step {
        self.start_atom();
        let Some(character) = self.input.next() else {
            return invalid("too short escape sequence");
        };
        match character {
            'A' => self.output.push_str("\\A"),
            'z' => self.output.push_str("\\z"),
            'Z' => {
                self.needs_backtracking = true;
                self.output.push_str("(?=\\n?\\z)");
            }
            'G' => {
                self.needs_backtracking = true;
                self.output.push_str("\\G");
            }
            'K' => {
                self.needs_backtracking = true;
                self.output.push_str("\\K");
            }
            'b' | 'B' => {
                self.output.push('\\');
                self.output.push(character);
            }
            'R' => {
                self.needs_backtracking = true;
                self.output.push_str("(?>\\r\\n|[\\n\\x0B\\f\\r\\x{85}\\x{2028}\\x{2029}])");
            }
            'X' => return unsupported("\\X (a grapheme)"),
            'h' | 'H' | 'w' | 'W' | 'd' | 'D' | 's' | 'S' => {
                let negated = character.is_ascii_uppercase();
                write!(self.output, "[{}{}]", if negated { "^" } else { "" }, shorthand(character)).unwrap_or_default();
            }
            'p' | 'P' => {
                let class = self.property(character == 'P')?;
                write!(self.output, "[{class}]").unwrap_or_default();
            }
            'k' => {
                let name = self.reference_name()?;
                self.needs_backtracking = true;
                if name.bytes().all(|byte| byte.is_ascii_digit()) && !name.is_empty() {
                    write!(self.output, "\\{name}").unwrap_or_default();
                } else {
                    write!(self.output, "\\k<{name}>").unwrap_or_default();
                }
            }
            'g' => return unsupported("\\g<…> (a call of a group)"),
            '1'..='9' => {
                let mut number = character.to_digit(10).unwrap_or_default();
                let mut lookahead = self.input.clone();
                while let Some(digit) = lookahead.peek().and_then(|character| character.to_digit(10)) {
                    let longer = number.saturating_mul(10).saturating_add(digit);
                    if longer > self.groups {
                        break;
                    }
                    number = longer;
                    lookahead.next();
                }
                if number > 9 || number <= self.groups {
                    if self.has_named_groups {
                        return invalid("numbered backref/call is not allowed. (use name)");
                    }
                    self.input = lookahead;
                    self.needs_backtracking = true;
                    // A digit behind it must not become part of the number.
                    write!(self.output, "(?:\\{number})").unwrap_or_default();
                } else {
                    return invalid("invalid backref number/name");
                }
            }
            other => {
                let meant = self.character_escape(other)?;
                self.literal(meant);
            }
        }
        Ok(())
    }

    /// The character that `\` and this one mean together.
    fn character_escape(&mut self, character: char) -> Result<char, PatternProblem> {
        Ok(match character {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'f' => '\x0C',
            'v' => '\x0B',
            'a' => '\x07',
            'e' => '\x1B',
            '0'..='7' => {
                let mut value = character.to_digit(8).unwrap_or_default();
                for _ in 0..2 {
                    match self.input.peek().and_then(|character| character.to_digit(8)) {
                        Some(digit) => {
                            value = value * 8 + digit;
                            self.input.next();
                        }
                        None => break,
                    }
                }
                char::from_u32(value).unwrap_or('\0')
            }
            'x' => {
                let value = self.hexadecimal(2);
                match value {
                    Some(value) => char::from_u32(value).unwrap_or('\0'),
                    None => return invalid("invalid hex escape"),
                }
            }
            'u' => {
                if self.input.peek() == Some(&'{') {
                    self.input.next();
                    let value = self.hexadecimal(6);
                    if self.input.next() != Some('}') {
                        return unsupported("several characters in one \\u{…}");
                    }
                    match value.and_then(char::from_u32) {
                        Some(character) => character,
                        None => return invalid("invalid Unicode escape"),
                    }
                } else {
                    match self.hexadecimal(4).and_then(char::from_u32) {
                        Some(character) => character,
                        None => return invalid("invalid Unicode escape"),
                    }
                }
            }
            'c' => match self.input.next() {
                Some(control) => char::from_u32(u32::from(control) & 0x1F).unwrap_or('\0'),
                None => return invalid("too short control sequence"),
            },
            other => other,
        })
    }

    fn hexadecimal(&mut self, most: usize) -> Option<u32> {
        let mut value = None;
        for _ in 0..most {
            let Some(digit) = self.input.peek().and_then(|character| character.to_digit(16)) else {
                break;
            };
            value = Some(value.unwrap_or(0) * 16 + digit);
            self.input.next();
        }
        value
    }

    fn reference_name(&mut self) -> Result<String, PatternProblem> {
        let close = match self.input.next() {
            Some('<') => '>',
            Some('\'') => '\'',
            _ => return invalid("invalid backref number/name"),
        };
        let mut name = String::new();
        for character in self.input.by_ref() {
            if character == close {
                return Ok(name);
            }
            name.push(character);
        }
        invalid("invalid backref number/name")
    }

    /// What stands in the brackets for `\p{…}`.
    fn property(&mut self, mut negated: bool) -> Result<String, PatternProblem> {
        if self.input.next() != Some('{') {
            return invalid("invalid character property name {p}");
        }
        let mut name = String::new();
        if self.input.peek() == Some(&'^') {
            self.input.next();
            negated = !negated;
        }
        loop {
            match self.input.next() {
                Some('}') => break,
                Some(character) => name.push(character),
                None => return invalid("invalid character property name {p}"),
            }
        }
        let class = match posix_class(&name.to_ascii_lowercase()) {
            Some(class) => class.to_string(),
            None if regex::Regex::new(&format!("\\p{{{name}}}")).is_ok() => format!("\\p{{{name}}}"),
            None => return invalid(&format!("invalid character property name {{{name}}}")),
        };
        Ok(if negated { format!("[^{class}]") } else { class })
    }

    /// A character class after its opening bracket.
    fn class(&mut self) -> Step {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return unsupported("a pattern with so many classes inside one another");
        }
        self.output.push('[');
        if self.input.peek() == Some(&'^') {
            self.input.next();
            self.output.push('^');
        }
        let mut first = true;
        let mut empty = true;
        loop {
            let Some(character) = self.input.next() else {
                return invalid("premature end of char-class");
            };
            match character {
                ']' if first && self.input.clone().any(|later| later == ']') => {
                    self.literal(']');
                    empty = false;
                }
                ']' if empty => return invalid("empty char-class"),
                ']' => break,
                '[' if self.input.peek() == Some(&':') => {
                    if !self.posix_bracket() {
                        self.class()?;
                    }
                    empty = false;
                }
                '[' => {
                    self.class()?;
                    empty = false;
                }
                '&' if self.input.peek() == Some(&'&') => {
                    self.input.next();
                    self.output.push_str("&&");
                }
                _ => {
                    self.class_item(character)?;
                    empty = false;
                }
            }
            first = false;
        }
        self.output.push(']');
        self.depth -= 1;
        Ok(())
    }

    /// One character, one range, or one shorthand of a class.
    fn class_item(&mut self, character: char) -> Step {
        let Some(low) = self.class_character(character)? else {
            return Ok(());
        };
        let mut lookahead = self.input.clone();
        if lookahead.next() == Some('-')
            && let Some(next) = lookahead.next()
            && next != ']'
            && next != '['
        {
            self.input = lookahead;
            let output_length = self.output.len();
            match self.class_character(next)? {
                Some(high) => {
                    if high < low {
                        return invalid("empty range in char class");
                    }
                    push_class_character(&mut self.output, low);
                    self.output.push('-');
                    push_class_character(&mut self.output, high);
                }
                None => {
                    // `a-\d`: three items.
                    let shorthand = self.output.split_off(output_length);
                    push_class_character(&mut self.output, low);
                    push_class_character(&mut self.output, '-');
                    self.output.push_str(&shorthand);
                }
            }
            return Ok(());
        }
        push_class_character(&mut self.output, low);
        Ok(())
    }

    /// The character that stands here, or `None` where it was a shorthand, which is in the output then.
    fn class_character(&mut self, character: char) -> Result<Option<char>, PatternProblem> {
        if character != '\\' {
            return Ok(Some(character));
        }
        let Some(escaped) = self.input.next() else {
            return invalid("premature end of char-class");
        };
        match escaped {
            'h' | 'w' | 'd' | 's' => self.output.push_str(shorthand(escaped)),
            'H' | 'W' | 'D' | 'S' => {
                write!(self.output, "[^{}]", shorthand(escaped)).unwrap_or_default();
            }
            'p' | 'P' => {
                let class = self.property(escaped == 'P')?;
                self.output.push_str(&class);
            }
            'R' | 'X' => return Ok(Some(escaped)),
            'b' => return Ok(Some('\x08')),
            other => return self.character_escape(other).map(Some),
        }
        Ok(None)
    }

    /// `[:alpha:]` after its opening bracket; false where it is none.
    fn posix_bracket(&mut self) -> bool {
        let mut lookahead = self.input.clone();
        lookahead.next();
        let negated = lookahead.peek() == Some(&'^');
        if negated {
            lookahead.next();
        }
        let mut name = String::new();
        while let Some(letter) = lookahead.next_if(char::is_ascii_lowercase) {
            name.push(letter);
        }
        if lookahead.next() != Some(':') || lookahead.next() != Some(']') {
            return false;
        }
        let Some(class) = posix_class(&name) else {
            return false;
        };
        self.input = lookahead;
        if negated {
            write!(self.output, "[^{class}]").unwrap_or_default();
        } else {
            self.output.push_str(class);
        }
        true
    }
}

/// What stands in the brackets for `\w`, `\d`, `\s`, `\h` (and their negations).
fn shorthand(character: char) -> &'static str {
    match character.to_ascii_lowercase() {
        'w' => "A-Za-z0-9_",
        'd' => "0-9",
        's' => " \\t\\r\\n\\f\\x0B",
        _ => "0-9A-Fa-f",
    }
}

fn posix_class(name: &str) -> Option<&'static str> {
    Some(match name {
        "alpha" => "\\p{Alphabetic}",
        "digit" => "\\p{Nd}",
        "alnum" => "\\p{Alphabetic}\\p{Nd}",
        "upper" => "\\p{Uppercase}",
        "lower" => "\\p{Lowercase}",
        "space" => "\\p{White_Space}",
        "blank" => "\\p{Zs}\\t",
        "punct" => "\\p{P}$+<=>^`|\\~",
        "cntrl" => "\\p{Cc}",
        "xdigit" => "0-9A-Fa-f",
        "word" => "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}",
        "ascii" => "\\x00-\\x7F",
        "graph" => "[^\\p{White_Space}\\p{Cc}\\p{Cn}\\p{Cs}]",
        "print" => "[^\\p{Cc}\\p{Cn}\\p{Cs}]",
        _ => return None,
    })
}

fn push_literal(output: &mut String, character: char) {
    if character.is_ascii() && !character.is_ascii_alphanumeric() {
        push_class_character(output, character);
    } else {
        output.push(character);
    }
}

/// A character that means itself inside and outside of a class, in extended mode too.
fn push_class_character(output: &mut String, character: char) {
    if character.is_ascii_alphanumeric() || !character.is_ascii() {
        output.push(character);
    } else {
        write!(output, "\\x{:02X}", u32::from(character)).unwrap_or_default();
    }
}

fn has_named_groups(pattern: &str) -> bool {
    scan_groups(pattern).1
}

fn count_groups(pattern: &str) -> u32 {
    scan_groups(pattern).0
}

/// How many plain groups there are, and whether there are named ones.
fn scan_groups(pattern: &str) -> (u32, bool) {
    let mut plain = 0;
    let mut named = false;
    let mut in_class = 0_u32;
    let mut characters = pattern.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                characters.next();
            }
            '[' => in_class += 1,
            ']' => in_class = in_class.saturating_sub(1),
            '(' if in_class == 0 => {
                if characters.peek() != Some(&'?') {
                    plain += 1;
                    continue;
                }
                characters.next();
                match characters.next() {
                    Some('<') if !matches!(characters.peek(), Some('=' | '!')) => named = true,
                    Some('\'') => named = true,
                    _ => {}
                }
            }
            _ => {}
        }
    }
    (plain, named)
}
