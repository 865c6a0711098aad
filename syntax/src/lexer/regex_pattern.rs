//! What Ruby refuses in the pattern of a regular expression, in Ruby's words. Knows nothing of matching; what it does not
//! know it takes for right.

mod character_class;
mod escapes;

/// Ruby repeats no more often.
const MAX_REPEAT: u32 = 100_000;

/// The mistake in a pattern, `None` where there is none.
pub(super) fn mistake(pattern: &str) -> Option<String> {
    let mut checker = Checker { pattern, position: 0, groups: Groups::count(pattern), depth: 0 };
    checker.alternatives(false).err()
}

type Check = Result<(), String>;

struct Checker<'a> {
    pattern: &'a str,
    position: usize,
    groups: Groups<'a>,
    depth: u32,
}

/// The groups that a pattern captures.
#[derive(Default)]
struct Groups<'a> {
    names: Vec<&'a str>,
    unnamed: u32,
}

impl<'a> Groups<'a> {
    fn count(pattern: &'a str) -> Self {
        let mut groups = Groups::default();
        let mut classes = 0u32;
        let mut characters = pattern.char_indices();
        while let Some((index, character)) = characters.next() {
            match character {
                '\\' => {
                    characters.next();
                }
                '[' => classes += 1,
                ']' => classes = classes.saturating_sub(1),
                '(' if classes == 0 => {
                    let rest = pattern.get(index + 1..).unwrap_or_default();
                    match rest.strip_prefix("?<").or_else(|| rest.strip_prefix("?'")) {
                        Some(name) if !name.starts_with(['=', '!']) => {
                            groups.names.extend(name.split(['>', '\'']).next());
                        }
                        Some(_) => {}
                        None if !rest.starts_with('?') => groups.unnamed += 1,
                        None => {}
                    }
                }
                _ => {}
            }
        }
        groups
    }

    /// Where there are names, groups without one do not capture.
    fn numbered(&self) -> u32 {
        if self.names.is_empty() { self.unnamed } else { self.names.len() as u32 }
    }
}

/// How a group goes on behind `(?`.
enum GroupKind {
    Group,
    /// `(?i:…)` and `(?i)`, with extended syntax on or off.
    Options {
        extended: bool,
        closed: bool,
    },
    Comment,
}

impl Checker<'_> {
    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn rest(&self) -> &str {
        self.pattern.get(self.position..).unwrap_or_default()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.position += next.len_utf8();
        Some(next)
    }

    fn eat(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.next();
        }
        found
    }

    fn fail<T>(&self, reason: &str) -> Result<T, String> {
        Err(format!("{reason}: /{}/", self.pattern))
    }

    /// Up to the closing parenthesis of the group, or the end of the pattern.
    fn alternatives(&mut self, extended: bool) -> Check {
        let mut extended = extended;
        let mut has_target = false;
        while let Some(character) = self.next() {
            match character {
                '|' => has_target = false,
                ')' if self.depth == 0 => return self.fail("unmatched close parenthesis"),
                ')' => return Ok(()),
                '(' => {
                    let is_comment = self.group(&mut extended)?;
                    has_target |= !is_comment;
                }
                '[' => {
                    self.character_class()?;
                    has_target = true;
                }
                '*' | '+' | '?' if !has_target => return self.fail("target of repeat operator is not specified"),
                '{' => match self.interval()? {
                    true if !has_target => return self.fail("target of repeat operator is not specified"),
                    _ => has_target = true,
                },
                '\\' => {
                    self.escape()?;
                    has_target = true;
                }
                '#' if extended => {
                    while self.peek().is_some_and(|next| next != '\n') {
                        self.next();
                    }
                }
                ' ' | '\t' | '\n' | '\r' if extended => {}
                _ => has_target = true,
            }
        }
        if self.depth > 0 { self.fail("end pattern with unmatched parenthesis") } else { Ok(()) }
    }

    /// After `(`; true for a comment.
    fn group(&mut self, extended: &mut bool) -> Result<bool, String> {
        let kind = if self.eat('?') { self.group_kind(*extended)? } else { GroupKind::Group };
        let inner = match kind {
            GroupKind::Comment => return Ok(true),
            GroupKind::Options { extended: value, closed: true } => {
                *extended = value;
                return Ok(false);
            }
            GroupKind::Options { extended: value, closed: false } => value,
            GroupKind::Group => *extended,
        };
        // Deeper than any pattern that is written by hand: not followed.
        if self.depth >= 200 {
            self.position = self.pattern.len();
            self.depth = 0;
            return Ok(false);
        }
        self.depth += 1;
        self.alternatives(inner)?;
        self.depth = self.depth.saturating_sub(1);
        Ok(false)
    }

    fn group_kind(&mut self, extended: bool) -> Result<GroupKind, String> {
        match self.next() {
            None => self.fail("end pattern in group"),
            Some(':' | '=' | '!' | '>' | '~') => Ok(GroupKind::Group),
            Some('#') => self.comment(),
            Some('<') if matches!(self.peek(), Some('=' | '!')) => {
                self.next();
                Ok(GroupKind::Group)
            }
            Some('<') if self.peek().is_none() => self.fail("end pattern with unmatched parenthesis"),
            Some('<') => self.group_name('>'),
            Some('\'') => self.group_name('\''),
            Some('(') => {
                // A condition: up to its closing parenthesis.
                while self.next().is_some_and(|next| next != ')') {}
                Ok(GroupKind::Group)
            }
            Some(option) => self.options(option, extended),
        }
    }

    fn comment(&mut self) -> Result<GroupKind, String> {
        loop {
            match self.next() {
                Some(')') => return Ok(GroupKind::Comment),
                Some('\\') => {
                    self.next();
                }
                Some(_) => {}
                None => return self.fail("end pattern in group"),
            }
        }
    }

    fn group_name(&mut self, close: char) -> Result<GroupKind, String> {
        let rest = self.rest();
        let Some(length) = rest.find(close) else {
            let name = rest.trim_end_matches(')').to_string();
            return self.fail(&format!("invalid group name <{name}>"));
        };
        let name = rest.get(..length).unwrap_or_default().to_string();
        let starts_well = name.starts_with(|first: char| first == '_' || first.is_alphabetic() || !first.is_ascii());
        let is_word =
            name.chars().all(|character| character == '_' || character.is_alphanumeric() || !character.is_ascii());
        if name.is_empty() {
            return self.fail("group name is empty");
        }
        if !starts_well || !is_word {
            return self.fail(&format!("invalid group name <{name}>"));
        }
        self.position += length + close.len_utf8();
        Ok(GroupKind::Group)
    }

    fn options(&mut self, first: char, extended: bool) -> Result<GroupKind, String> {
        let mut extended = extended;
        let mut negative = false;
        let mut option = Some(first);
        loop {
            match option {
                None => return self.fail("end pattern in group"),
                Some(')') => return Ok(GroupKind::Options { extended, closed: true }),
                Some(':') => return Ok(GroupKind::Options { extended, closed: false }),
                Some('-') => negative = true,
                Some('x') => extended = !negative,
                Some('i' | 'm') => {}
                Some('a' | 'd' | 'u') if !negative => {}
                Some(_) => return self.fail("undefined group option"),
            }
            option = self.next();
        }
    }

    /// After `{`: true for `{2}`, `{2,}`, `{,3}`, `{2,3}`; anything else is text.
    fn interval(&mut self) -> Result<bool, String> {
        let Some((bounds, _)) = self.rest().split_once('}') else { return Ok(false) };
        let (low, high) = match bounds.split_once(',') {
            Some((low, high)) => (low, high),
            None => (bounds, bounds),
        };
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(low) || !is_number(high) || low.is_empty() && high.is_empty() {
            return Ok(false);
        }
        let length = bounds.len() + 1;
        let number = |text: &str| text.parse::<u32>().unwrap_or(u32::MAX);
        if [low, high].iter().any(|bound| !bound.is_empty() && number(bound) > MAX_REPEAT) {
            return self.fail("too big number for repeat range");
        }
        if !low.is_empty() && !high.is_empty() && number(high) < number(low) {
            return self.fail("upper is smaller than lower in repeat range");
        }
        self.position += length;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::mistake;

    /// A pattern, and how Ruby's message about it begins; empty where Ruby reads it.
    const PATTERNS: &[(&str, &str)] = &[
        ("", ""),
        ("a**", ""),
        ("a{,3}", ""),
        ("a{1", ""),
        ("a{1,2}{3}", ""),
        ("^*", ""),
        ("(?:)*", ""),
        ("(|a)", ""),
        ("(?i:a)(?mx-i)b # (", ""),
        ("(?x) a # (\n b", ""),
        ("(?#*)a", ""),
        ("(?<n>a)\\k<n>", ""),
        ("(?'n'a)", ""),
        ("(?>a)(?=b)(?!c)(?<=d)(?<!e)(?~f)", ""),
        ("*a", "target of repeat operator is not specified"),
        ("{2}", "target of repeat operator is not specified"),
        ("(*a)", "target of repeat operator is not specified"),
        ("a|+", "target of repeat operator is not specified"),
        ("a{2,1}", "upper is smaller than lower in repeat range"),
        ("a{100001}", "too big number for repeat range"),
        ("(?P<n>a)", "undefined group option"),
        ("(??:a)", "undefined group option"),
        ("(?[:a])", "undefined group option"),
        ("(?<1a>b)", "invalid group name <1a>"),
        ("(?#c", "end pattern in group"),
        ("(?i", "end pattern in group"),
        ("(?", "end pattern in group"),
        ("(a", "end pattern with unmatched parenthesis"),
        ("a)", "unmatched close parenthesis"),
    ];

    #[test]
    fn groups_and_repetitions() {
        for (pattern, message) in PATTERNS {
            let wanted = if message.is_empty() { None } else { Some(format!("{message}: /{pattern}/")) };
            assert_eq!(mistake(pattern), wanted, "{pattern}");
        }
    }

    #[test]
    fn deep_patterns_do_no_harm() {
        let deep = format!("{}{}", "(".repeat(5_000), ")".repeat(5_000));
        mistake(&deep);
        mistake(&"[".repeat(5_000));
    }
}
