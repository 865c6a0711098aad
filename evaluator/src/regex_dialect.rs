//! Ruby's dialect of regular expressions, on the `regex` crate where it can and on fancy-regex where it must.
//!
//! `translate` rewrites what the two spell differently: `^` and `$` are anchors of lines, `(?m)` lets the dot match
//! newlines, `\h` is a hexadecimal digit, `\Z` and `\G` exist, `\w \d \s \b` are ASCII. What neither engine can do is
//! an error that says so, never a wrong match.

mod regexp;
mod translate;

use std::sync::{Arc, OnceLock};

pub use regexp::Regexp;

/// How much a backtracking match may do before it counts as hopeless.
const BACKTRACK_LIMIT: usize = 1_000_000;
/// Bytes of one compiled pattern.
const PATTERN_SIZE_LIMIT: usize = 8 << 20;

/// A compiled pattern.
#[derive(Debug)]
pub struct RubyRegex {
    engine: Engine,
    group_names: Vec<Option<String>>,
    /// The only character that the pattern matches, where it is as plain as `,` or `[.]`: what most texts are split by.
    character: Option<char>,
    line_starts: Option<LineStarts>,
}

/// A pattern with `^` that runs on the plain engine, which lets it match behind a newline that ends the text. Ruby does not: a
/// match that reaches such an end is looked for again, with the pattern written exactly.
#[derive(Debug)]
struct LineStarts {
    pattern: Box<str>,
    exact: OnceLock<Option<Box<fancy_regex::Regex>>>,
}

impl LineStarts {
    fn exact(&self) -> Option<&fancy_regex::Regex> {
        let compile = || backtracking(&translate::translate(&self.pattern, true).ok()?.pattern).ok();
        self.exact.get_or_init(compile).as_deref()
    }
}

#[derive(Debug)]
enum Engine {
    Plain(regex::Regex),
    Backtracking(Box<fancy_regex::Regex>),
}

/// Why a pattern cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternProblem {
    /// Ruby refuses it too, with these words (without the pattern).
    Invalid(String),
    /// Ruby accepts it, our engines do not.
    Unsupported(String),
}

impl PatternProblem {
    pub fn message(&self, pattern: &str) -> String {
        match self {
            PatternProblem::Invalid(words) => format!("{words}: /{pattern}/"),
            PatternProblem::Unsupported(what) => format!("{what} cannot be evaluated: /{pattern}/"),
        }
    }
}

/// One match: byte ranges of `$0` and the groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegexMatch {
    pub groups: Vec<Option<(usize, usize)>>,
}

impl RegexMatch {
    pub fn start(&self) -> usize {
        self.whole().0
    }

    pub fn end(&self) -> usize {
        self.whole().1
    }

    fn whole(&self) -> (usize, usize) {
        self.groups.first().copied().flatten().unwrap_or_default()
    }

    /// The text of a group, where it took part.
    pub fn group<'t>(&self, text: &'t str, number: usize) -> Option<&'t str> {
        let (start, end) = self.groups.get(number).copied().flatten()?;
        text.get(start..end)
    }
}

/// A match gave up: the pattern backtracks without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuchBacktracking;

impl RubyRegex {
    /// The first match at or after a byte offset.
    pub fn find_at(&self, text: &str, start: usize) -> Result<Option<RegexMatch>, TooMuchBacktracking> {
        if start > text.len() {
            return Ok(None);
        }
        match &self.engine {
            // Without groups there is nothing to capture, which is quicker.
            Engine::Plain(regex) if !self.has_groups() => {
                let found = regex.find_at(text, start).map(|found| (found.start(), found.end()));
                match self.exact_where_needed(text, found) {
                    Some(exact) => find_backtracking(exact, text, start),
                    None => Ok(found.map(|range| RegexMatch { groups: vec![Some(range)] })),
                }
            }
            Engine::Plain(regex) => {
                let found = regex.captures_at(text, start).map(|captures| RegexMatch {
                    groups: captures.iter().map(|group| group.map(|group| (group.start(), group.end()))).collect(),
                });
                match self.exact_where_needed(text, found.as_ref().map(RegexMatch::whole)) {
                    Some(exact) => find_backtracking(exact, text, start),
                    None => Ok(found),
                }
            }
            Engine::Backtracking(regex) => find_backtracking(regex, text, start),
        }
    }

    /// Where the first match at or after a byte offset begins and ends, for patterns without groups.
    pub fn find_range_at(&self, text: &str, start: usize) -> Result<Option<(usize, usize)>, TooMuchBacktracking> {
        if let Some(character) = self.character {
            let rest = text.get(start..).unwrap_or_default();
            let found = match u8::try_from(character) {
                Ok(byte) if byte.is_ascii() => rest.bytes().position(|other| other == byte),
                _ => rest.find(character),
            };
            return Ok(found.map(|at| (start + at, start + at + character.len_utf8())));
        }
        match &self.engine {
            Engine::Plain(regex) if start <= text.len() => {
                let found = regex.find_at(text, start).map(|found| (found.start(), found.end()));
                match self.exact_where_needed(text, found) {
                    Some(exact) => Ok(find_backtracking(exact, text, start)?.map(|found| found.whole())),
                    None => Ok(found),
                }
            }
            _ => Ok(self.find_at(text, start)?.map(|found| found.whole())),
        }
    }

    /// Returns the exact pattern where a match may have used `^` behind the newline that ends the text.
    #[inline]
    fn exact_where_needed(&self, text: &str, found: Option<(usize, usize)>) -> Option<&fancy_regex::Regex> {
        let line_starts = self.line_starts.as_ref()?;
        match found {
            Some((_, end)) if end == text.len() && text.ends_with('\n') => line_starts.exact(),
            _ => None,
        }
    }

    pub fn has_groups(&self) -> bool {
        self.group_names.len() > 1
    }

    pub fn find(&self, text: &str) -> Result<Option<RegexMatch>, TooMuchBacktracking> {
        self.find_at(text, 0)
    }

    pub fn is_match(&self, text: &str) -> Result<bool, TooMuchBacktracking> {
        match &self.engine {
            Engine::Plain(_) if self.line_starts.is_some() && text.ends_with('\n') => {
                Ok(self.find_at(text, 0)?.is_some())
            }
            Engine::Plain(regex) => Ok(regex.is_match(text)),
            Engine::Backtracking(regex) => regex.is_match(text).map_err(|_| TooMuchBacktracking),
        }
    }

    /// All matches, none inside another; an empty match moves on by one character.
    pub fn find_all(&self, text: &str) -> Result<Vec<RegexMatch>, TooMuchBacktracking> {
        let mut all = Vec::new();
        let mut start = 0;
        while let Some(found) = self.find_at(text, start)? {
            start = if found.end() > found.start() {
                found.end()
            } else {
                found.end() + text.get(found.end()..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
            };
            all.push(found);
            if start > text.len() {
                break;
            }
        }
        Ok(all)
    }

    /// The names of the groups, `None` for one without a name; the first is the whole match.
    pub fn group_names(&self) -> &[Option<String>] {
        &self.group_names
    }
}

/// A pattern that was compiled, or why it cannot be used.
pub type CompiledPattern = Result<Arc<RubyRegex>, PatternProblem>;

/// Compiles a pattern. `Regexp` keeps the result.
fn compile(pattern: &str) -> Result<RubyRegex, PatternProblem> {
    let translated = translate::translate(pattern, false)?;
    let engine = if translated.needs_backtracking {
        let exact = match translated.has_line_start {
            true => translate::translate(pattern, true)?.pattern,
            false => translated.pattern,
        };
        Engine::Backtracking(backtracking(&exact)?)
    } else {
        let regex = regex::RegexBuilder::new(&translated.pattern)
            .size_limit(PATTERN_SIZE_LIMIT)
            .build()
            .map_err(|error| PatternProblem::Unsupported(format!("the pattern ({})", first_line(&error))))?;
        Engine::Plain(regex)
    };
    let group_names = match &engine {
        Engine::Plain(regex) => regex.capture_names().map(|name| name.map(str::to_string)).collect(),
        Engine::Backtracking(regex) => regex.capture_names().map(|name| name.map(str::to_string)).collect(),
    };
    let line_starts = (translated.has_line_start && matches!(engine, Engine::Plain(_)))
        .then(|| LineStarts { pattern: pattern.into(), exact: OnceLock::new() });
    Ok(RubyRegex { engine, group_names, character: single_character(pattern), line_starts })
}

fn backtracking(pattern: &str) -> Result<Box<fancy_regex::Regex>, PatternProblem> {
    fancy_regex::RegexBuilder::new(pattern)
        .backtrack_limit(BACKTRACK_LIMIT)
        .delegate_size_limit(PATTERN_SIZE_LIMIT)
        .build()
        .map(Box::new)
        .map_err(|error| PatternProblem::Unsupported(format!("the pattern ({error})")))
}

fn find_backtracking(
    regex: &fancy_regex::Regex,
    text: &str,
    start: usize,
) -> Result<Option<RegexMatch>, TooMuchBacktracking> {
    match regex.captures_from_pos(text, start) {
        Ok(found) => Ok(found.map(|captures| RegexMatch {
            groups: captures.iter().map(|group| group.map(|group| (group.start(), group.end()))).collect(),
        })),
        Err(_) => Err(TooMuchBacktracking),
    }
}

/// The character of a pattern that matches just that one.
fn single_character(pattern: &str) -> Option<char> {
    const SPECIAL: &str = "\\^$.|?*+()[]{}#";
    let only = |text: &str| text.chars().next().filter(|first| first.len_utf8() == text.len());
    let is_punctuation = |character: &char| character.is_ascii_punctuation();
    match pattern.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inside) => only(inside).filter(|character| !matches!(character, '\\' | '^' | '[' | ']')),
        None => match pattern.strip_prefix('\\') {
            Some(escaped) => only(escaped).filter(is_punctuation),
            None => only(pattern).filter(|character| !SPECIAL.contains(*character)),
        },
    }
}

fn first_line(error: &regex::Error) -> String {
    error.to_string().lines().last().unwrap_or_default().trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(pattern: &str, text: &str) -> Option<Vec<Option<String>>> {
        let found =
            compile(pattern).unwrap_or_else(|problem| panic!("{}", problem.message(pattern))).find(text).ok()??;
        Some((0..found.groups.len()).map(|number| found.group(text, number).map(str::to_string)).collect())
    }

    fn matched(pattern: &str, text: &str) -> Option<String> {
        groups(pattern, text)?.into_iter().next().flatten()
    }

    #[test]
    fn anchors_are_those_of_lines() {
        assert_eq!(matched("^b$", "a\nb\nc").as_deref(), Some("b"));
        assert_eq!(matched(r"\Ab", "a\nb"), None);
        assert_eq!(matched(r"b\z", "a\nb\n"), None);
        assert_eq!(matched(r"b\Z", "a\nb\n").as_deref(), Some("b"));
        assert_eq!(matched(r"b\Z", "a\nb").as_deref(), Some("b"));
    }

    #[test]
    fn a_newline_at_the_end_begins_no_line() {
        let starts = |pattern: &str, text: &str| -> Vec<usize> {
            compile(pattern).unwrap().find_all(text).unwrap().iter().map(RegexMatch::start).collect()
        };
        assert_eq!(starts("^", "a\nb\n"), [0, 2]);
        assert_eq!(starts("^", ""), [0]);
        assert_eq!(starts("^", "\n\n"), [0, 1]);
        assert_eq!(starts("^$", "a\n\n"), [2]);
        assert_eq!(starts("(^)", "a\n"), [0]);
        assert_eq!(starts(r"(?=^)", "a\nb\n"), [0, 2]);
        assert_eq!(matched(r"\n^", "a\n"), None);
        assert_eq!(compile(r"\n^").unwrap().is_match("a\n"), Ok(false));
        assert_eq!(matched(r"^b\n", "a\nb\n").as_deref(), Some("b\n"));
    }

    #[test]
    fn the_option_m_is_about_the_dot() {
        assert_eq!(matched("a.b", "a\nb"), None);
        assert_eq!(matched("(?m)a.b", "a\nb").as_deref(), Some("a\nb"));
        assert_eq!(matched("(?m:a.)b.", "a\nbc").as_deref(), Some("a\nbc"));
        assert_eq!(matched("(?i-mx:AB)", "xab").as_deref(), Some("ab"));
    }

    #[test]
    fn classes_are_ascii_as_in_ruby() {
        assert_eq!(matched(r"a\wb", "aåb"), None);
        assert_eq!(matched(r"\h+", "xyzDEADbeef").as_deref(), Some("DEADbeef"));
        assert_eq!(matched(r"\H+", "abxyz").as_deref(), Some("xyz"));
        assert_eq!(matched(r"[\h.]+", "x1a.f").as_deref(), Some("1a.f"));
        assert_eq!(matched(r"[[:alpha:]]+", "1é2").as_deref(), Some("é"));
        assert_eq!(matched(r"\d+", "٣4").as_deref(), Some("4"));
    }

    #[test]
    fn a_property_without_braces_is_a_letter() {
        assert_eq!(matched(r"\pe", "xpe").as_deref(), Some("pe"));
        assert_eq!(matched(r"[\P]", "pP").as_deref(), Some("P"));
        assert_eq!(matched(r"\p{Alpha}+", "1ab").as_deref(), Some("ab"));
    }

    #[test]
    fn what_only_backtracking_can_do() {
        assert_eq!(matched(r"foo(?=bar)", "foobar").as_deref(), Some("foo"));
        assert_eq!(matched(r"foo(?!bar)", "foobaz").as_deref(), Some("foo"));
        assert_eq!(matched(r"(?<=a)b", "ab").as_deref(), Some("b"));
        assert_eq!(matched(r"(ab)\1", "xabab").as_deref(), Some("abab"));
        assert_eq!(matched(r"(?<x>a)\k<x>", "aa").as_deref(), Some("aa"));
        assert_eq!(matched(r"a++b", "aab").as_deref(), Some("aab"));
        assert_eq!(matched(r"(?>a+)ab", "aaab"), None);
    }

    #[test]
    fn named_groups_are_numbered_too() {
        let all = groups(r"(?<year>\d+)-(?<month>\d+)", "2020-05").unwrap();
        assert_eq!(all, [Some("2020-05".into()), Some("2020".into()), Some("05".into())]);
    }

    #[test]
    fn plain_groups_beside_named_ones_do_not_capture() {
        let all = groups(r"(a)(?<n>b)", "ab").unwrap();
        assert_eq!(all, [Some("ab".into()), Some("b".into())]);
    }

    #[test]
    fn what_ruby_refuses_is_refused_in_its_words() {
        for (pattern, character) in
            [(",", Some(',')), ("[.]", Some('.')), ("\\.", Some('.')), (".", None), ("å", Some('å'))]
        {
            assert_eq!(single_character(pattern), character, "{pattern}");
        }
        for pattern in ["[^]", "\\d", "\\n", "ab", "[ab]", "[\\]", "", "[]", "#", "|"] {
            assert_eq!(single_character(pattern), None, "{pattern}");
        }
        assert_eq!(compile("[.]").unwrap().find_range_at("å.b.", 3), Ok(Some((4, 5))));
        assert_eq!(compile("(").unwrap_err().message("("), "end pattern with unmatched parenthesis: /(/");
        assert_eq!(compile("a)").unwrap_err().message("a)"), "unmatched close parenthesis: /a)/");
        assert_eq!(compile("[a").unwrap_err().message("[a"), "premature end of char-class: /[a/");
        assert_eq!(compile("*a").unwrap_err().message("*a"), "target of repeat operator is not specified: /*a/");
    }

    #[test]
    fn catastrophic_backtracking_ends() {
        let regex = compile(r"(?=(a+)+$)(a+)+\1b").unwrap();
        let text = "a".repeat(40);
        assert!(matches!(regex.find(&text), Ok(None) | Err(TooMuchBacktracking)));
    }

    #[test]
    fn all_matches_with_empty_ones() {
        let regex = compile("x*").unwrap();
        let starts: Vec<usize> = regex.find_all("axb").unwrap().iter().map(RegexMatch::start).collect();
        assert_eq!(starts, [0, 1, 2, 3]);
    }
}
