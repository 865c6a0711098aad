//! Character classes: brackets, ranges, shorthands, POSIX names and properties.

use std::fmt::Write;

use super::{MAX_DEPTH, PatternProblem, Step, Translator, invalid, unsupported};

impl Translator<'_> {
    /// What stands in the brackets for `\p{…}`.
    pub(super) fn property(&mut self, mut negated: bool) -> Result<String, PatternProblem> {
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
    pub(super) fn class(&mut self) -> Step {
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
    pub(super) fn class_item(&mut self, character: char) -> Step {
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
    pub(super) fn class_character(&mut self, character: char) -> Result<Option<char>, PatternProblem> {
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
            'p' | 'P' if self.input.peek() == Some(&'{') => {
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
    pub(super) fn posix_bracket(&mut self) -> bool {
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
pub(super) fn shorthand(character: char) -> &'static str {
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

/// A character that means itself inside and outside of a class, in extended mode too.
pub(super) fn push_class_character(output: &mut String, character: char) {
    if character.is_ascii_alphanumeric() || !character.is_ascii() {
        output.push(character);
    } else {
        write!(output, "\\x{:02X}", u32::from(character)).unwrap_or_default();
    }
}
