//! YARD's way to find a type list and what is before and behind it. Its corners are those of YARD.

use std::sync::LazyLock;

use regex::Regex;

use crate::ruby_text::strip;

/// Which brackets open and close a list.
#[derive(Clone, Copy, Debug)]
pub struct Brackets {
    pub opening: &'static str,
    pub closing: &'static str,
}

pub const ANY: Brackets = Brackets { opening: "[({<", closing: ">})]" };
/// Those of `@option`, where round ones hold the default.
pub const SQUARE_CURLY_ANGLE: Brackets = Brackets { opening: "[{<", closing: ">}]" };
pub const ROUND: Brackets = Brackets { opening: "(", closing: ")" };

/// A text in front of a type list, the list, and the text behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    pub before: Option<String>,
    pub types: Option<Vec<String>>,
    pub text: String,
}

/// A method's name, which YARD takes whole behind a `#` in a type.
static METHOD_NAME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"[a-zA-Z_]\w*[!?=]?|[-+~]@|<<|>>|=~|===?|![=~]?|<=>|[<>]=?|\*\*|[-/+%^&*~`|]|\[\]=?").ok()
});

/// Splits a text as YARD does: an optional word, a list in brackets, the rest.
pub fn extract(text: &str, brackets: Brackets) -> Typed {
    let characters: Vec<char> = text.chars().collect();
    let mut scan = Scan { characters: &characters, brackets, ..Scan::new() };
    scan.run();
    if scan.list.len() == 1 && scan.list[0].is_empty() {
        return Typed { before: None, types: None, text: strip(text).to_string() };
    }
    let rest: String = characters.iter().skip(scan.end + 1).collect();
    Typed {
        before: (!scan.before.is_empty()).then(|| strip(&scan.before).to_string()),
        types: Some(scan.list.iter().map(|entry| strip(entry).to_string()).collect()),
        text: strip(&rest).to_string(),
    }
}

struct Scan<'a> {
    characters: &'a [char],
    brackets: Brackets,
    at: usize,
    end: usize,
    before: String,
    list: Vec<String>,
    level: i32,
    seen_space: bool,
    last_seen: char,
}

impl<'a> Scan<'a> {
    fn new() -> Self {
        Scan {
            characters: &[],
            brackets: ANY,
            at: 0,
            end: 0,
            before: String::new(),
            list: vec![String::new()],
            level: 0,
            seen_space: false,
            last_seen: '\0',
        }
    }

    fn push(&mut self, text: &str) {
        if let Some(last) = self.list.last_mut() {
            last.push_str(text);
        }
    }

    fn run(&mut self) {
        while let Some(character) = self.characters.get(self.at).copied() {
            if self.take_quoted(character) || self.take_method(character) {
                continue;
            }
            if self.step(character) {
                self.end = self.at;
                return;
            }
            self.last_seen = character;
            self.at += 1;
        }
    }

    /// A quoted text is taken whole. YARD takes the next one of the text, wherever it begins.
    fn take_quoted(&mut self, quote: char) -> bool {
        if quote != '"' && quote != '\'' {
            return false;
        }
        let rest = &self.characters[self.at..];
        let Some(found) = quoted(rest, quote) else { return false };
        self.push(&found);
        self.at += found.chars().count();
        true
    }

    fn take_method(&mut self, character: char) -> bool {
        if self.level <= 0 || character != '#' {
            return false;
        }
        let rest: String = self.characters[self.at + 1..].iter().collect();
        let Some(name) = METHOD_NAME.as_ref().and_then(|pattern| pattern.find(&rest)) else { return false };
        self.push(&format!("#{}", name.as_str()));
        self.at += name.as_str().chars().count() + 1;
        true
    }

    /// Looks at one character; true where the list ends there.
    fn step(&mut self, character: char) -> bool {
        let is_space = character.is_ascii_whitespace() || character == '\u{b}';
        if self.brackets.opening.contains(character) {
            if self.level > 0 {
                self.push(character.encode_utf8(&mut [0; 4]));
            }
            self.level += 1;
        } else if self.brackets.closing.contains(character) {
            if !(self.last_seen == '=' && character == '>') {
                self.level -= 1;
            }
            if self.level == 0 {
                return true;
            }
            self.push(character.encode_utf8(&mut [0; 4]));
        } else if character == ',' && self.level == 1 {
            self.list.push(String::new());
        } else if !is_space && self.level == 0 {
            if self.seen_space && self.list.len() == 1 && self.list[0].is_empty() {
                return true;
            }
            self.before.push(character);
        } else if matches!(character, ' ' | '\t') && self.level == 0 && !self.before.is_empty() {
            self.seen_space = true;
        } else if self.level >= 1 {
            self.push(character.encode_utf8(&mut [0; 4]));
        } else if self.level == 0 && character == '\n' {
            return true;
        }
        false
    }
}

/// Returns the first text between two quotes on one line that is not empty, with its quotes.
fn quoted(characters: &[char], quote: char) -> Option<String> {
    for (start, character) in characters.iter().enumerate() {
        if *character != quote {
            continue;
        }
        let line = characters[start + 1..].iter().take_while(|character| **character != '\n').count();
        let inside = &characters[start + 1..start + 1 + line];
        if let Some(end) = inside.iter().skip(1).position(|character| *character == quote) {
            return Some(characters[start..=start + 1 + end + 1].iter().collect());
        }
    }
    None
}
