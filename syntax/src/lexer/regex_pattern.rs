//! What Ruby refuses in the pattern of a regular expression, in Ruby's words. Knows nothing of matching; what it does not
//! know it takes for right.

mod character_class;
mod escapes;

/// Ruby repeats no more often.
const MAX_REPEAT: u32 = 100_000;

/// The mistake in a pattern, `None` where there is none.
pub(super) fn mistake(pattern: &str) -> Option<String> {
    let mut checker =
        Checker { pattern, position: 0, groups: Groups::count(pattern), depth: 0, look_behind: LookBehind::default() };
    let read = checker.alternatives(false);
    // Ruby looks at these once it has read all of the pattern.
    let mistake = match checker.look_behind.is_wrong {
        true => read.and_then(|()| checker.fail("invalid pattern in look-behind")),
        false => read,
    };
    mistake.err()
}

type Check = Result<(), String>;

struct Checker<'a> {
    pattern: &'a str,
    position: usize,
    groups: Groups<'a>,
    depth: u32,
    look_behind: LookBehind,
}

/// What stands behind `(?<=` and `(?<!` must have one length, and what is not to be there cannot capture. That
/// alternatives in a group inside have the same length is not checked.
#[derive(Default)]
struct LookBehind {
    /// So many of them are around.
    depth: u32,
    negative_depth: u32,
    is_wrong: bool,
}

impl LookBehind {
    fn refuse(&mut self) {
        self.is_wrong |= self.depth > 0;
    }

    fn refuse_capture(&mut self) {
        self.is_wrong |= self.negative_depth > 0;
    }
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
    LookBehind {
        is_negative: bool,
    },
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
                '*' | '+' | '?' => self.look_behind.refuse(),
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
        let kind = if self.eat('?') {
            self.group_kind(*extended)?
        } else {
            if self.groups.names.is_empty() {
                self.look_behind.refuse_capture();
            }
            GroupKind::Group
        };
        let look_behind = match kind {
            GroupKind::LookBehind { is_negative } => (1, u32::from(is_negative)),
            _ => (0, 0),
        };
        let inner = match kind {
            GroupKind::Comment => return Ok(true),
            GroupKind::Options { extended: value, closed: true } => {
                *extended = value;
                return Ok(false);
            }
            GroupKind::Options { extended: value, closed: false } => value,
            GroupKind::Group | GroupKind::LookBehind { .. } => *extended,
        };
        // Deeper than any pattern that is written by hand: not followed.
        if self.depth >= 200 {
            self.position = self.pattern.len();
            self.depth = 0;
            return Ok(false);
        }
        self.depth += 1;
        self.look_behind.depth += look_behind.0;
        self.look_behind.negative_depth += look_behind.1;
        self.alternatives(inner)?;
        self.depth = self.depth.saturating_sub(1);
        self.look_behind.depth -= look_behind.0;
        self.look_behind.negative_depth -= look_behind.1;
        Ok(false)
    }

    fn group_kind(&mut self, extended: bool) -> Result<GroupKind, String> {
        match self.next() {
            None => self.fail("end pattern in group"),
            Some('~') => {
                self.look_behind.refuse();
                Ok(GroupKind::Group)
            }
            Some(':' | '=' | '!' | '>') => Ok(GroupKind::Group),
            Some('#') => self.comment(),
            Some('<') if matches!(self.peek(), Some('=' | '!')) => {
                Ok(GroupKind::LookBehind { is_negative: self.next() == Some('!') })
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
        self.look_behind.refuse_capture();
        let rest = self.rest();
        let Some(length) = rest.find(close) else {
            return self.fail(&format!("invalid group name <{rest}>"));
        };
        let name = rest.get(..length).unwrap_or_default().to_string();
        if name.is_empty() {
            return self.fail("group name is empty");
        }
        if name.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
            return self.fail(&format!("invalid group name <{name}>"));
        }
        if name.chars().skip(1).any(|character| character == ')') {
            return self.fail(&format!("invalid group name <{rest}>"));
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
        let number = |text: &str| text.parse::<u32>().unwrap_or(u32::MAX);
        // Numbers are read, and refused, before it is seen whether an interval comes of them.
        let is_too_big = |text: &str| !text.is_empty() && number(text) > MAX_REPEAT;
        let (low, behind) = digits_before(self.rest());
        if is_too_big(low) || behind.strip_prefix(',').is_some_and(|high| is_too_big(digits_before(high).0)) {
            return self.fail("too big number for repeat range");
        }
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
        if !low.is_empty() && !high.is_empty() && number(high) < number(low) {
            return self.fail("upper is smaller than lower in repeat range");
        }
        if low != high {
            self.look_behind.refuse();
        }
        self.position += length;
        Ok(true)
    }
}

/// The digits that a text begins with, and what follows them.
fn digits_before(text: &str) -> (&str, &str) {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    text.split_at(end)
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
        ("(?<=a|bc)(?<!de|f)", ""),
        ("(?<=a{2}b{3,3})(?<=[a+])(?<=\\+)(?<=(?#a+)b)(?<=(a))", ""),
        ("(?<n>x)(?<!(a))", ""),
        ("(?<a-b>x)(?<$>y)(?<é.>z)", ""),
        ("(?<=a+)", "invalid pattern in look-behind"),
        ("(?<!a{1,2})b", "invalid pattern in look-behind"),
        ("(?<=a(?=b?))", "invalid pattern in look-behind"),
        ("(?<!(a))", "invalid pattern in look-behind"),
        ("(?<!(?<n>a))", "invalid pattern in look-behind"),
        ("(a)(?<=\\1)", "invalid pattern in look-behind"),
        ("(?<=\\R)", "invalid pattern in look-behind"),
        ("(?<=(?~a))", "invalid pattern in look-behind"),
        ("(?<=a+)(", "end pattern with unmatched parenthesis"),
        ("(?<a)b>c)", "invalid group name <a)b>c)>"),
        ("(?<a)", "invalid group name <a)>"),
        ("*a", "target of repeat operator is not specified"),
        ("{2}", "target of repeat operator is not specified"),
        ("(*a)", "target of repeat operator is not specified"),
        ("a|+", "target of repeat operator is not specified"),
        ("a{2,1}", "upper is smaller than lower in repeat range"),
        ("a{100001}", "too big number for repeat range"),
        ("a{1,100001x", "too big number for repeat range"),
        ("a{,100001}", "too big number for repeat range"),
        ("a{100000x", ""),
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
