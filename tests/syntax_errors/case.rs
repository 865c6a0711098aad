//! One mistaken text and what has to be said about it, and how the two are compared.

use analysis::fixture::Fixture;
use analysis::{Diagnostic, DiagnosticSeverity};
use serde_json::Value;
use syntax::{ColumnUnit, LineIndex};

pub struct Case {
    pub id: String,
    pub code: String,
    want: Value,
}

/// An error as a user sees it.
pub struct Shown {
    line: u64,
    column: u64,
    message: String,
    /// Hint and related places: what helps beyond Puppet's own words.
    help: String,
}

impl Case {
    pub fn read(line: &str) -> Case {
        let value: Value = serde_json::from_str(line).expect("one JSON object a line");
        let text = |key: &str| value[key].as_str().unwrap_or_default().to_string();
        Case { id: text("id"), code: text("code"), want: value["want"].clone() }
    }

    /// The errors that are shown for the text.
    pub fn errors(&self) -> Vec<Shown> {
        let found = diagnostics(&self.code);
        let lines = LineIndex::new(&self.code);
        found.iter().map(|diagnostic| self.shown(diagnostic, &lines)).collect()
    }

    fn shown(&self, diagnostic: &Diagnostic, lines: &LineIndex) -> Shown {
        let place = lines.line_column(&self.code, diagnostic.anchor, ColumnUnit::CodePoints);
        let related = diagnostic.related.iter().map(|place| place.message.as_str());
        let help: Vec<&str> = diagnostic.hint.as_deref().into_iter().chain(related).collect();
        Shown {
            line: u64::from(place.line) + 1,
            column: u64::from(place.column) + 1,
            message: diagnostic.message.clone(),
            help: help.join(" // "),
        }
    }

    /// What is short of what is wanted.
    pub fn differences(&self, errors: &[Shown]) -> Vec<String> {
        let mut found = Vec::new();
        let list = |key: &str| self.want[key].as_array().cloned().unwrap_or_default();
        if let Some(count) = self.want["errors"].as_u64()
            && count != errors.len() as u64
        {
            found.push(format!("{} errors instead of {count}", errors.len()));
        }
        let places = list("at");
        let is_placed = |error: &&Shown| places.iter().any(|place| place[0] == error.line && place[1] == error.column);
        let mut here: Vec<&Shown> = errors.iter().filter(is_placed).collect();
        if !places.is_empty() && here.is_empty() {
            found.push(format!("no error at {places:?}"));
        }
        if here.is_empty() {
            here.extend(errors.first());
        }
        let words: Vec<String> = list("words").iter().filter_map(|word| Some(word.as_str()?.to_string())).collect();
        if !words.is_empty() && !here.iter().any(|error| words.iter().any(|word| error.speaks_of(word))) {
            found.push(format!("nothing of {words:?}"));
        }
        for word in list("not_words").iter().filter_map(Value::as_str) {
            if here.iter().any(|error| error.message.contains(word) || error.help.contains(word)) {
                found.push(format!("speaks of {word}"));
            }
        }
        let has_error = |line: &Value| errors.iter().any(|error| *line == error.line);
        found.extend(
            list("lines").iter().filter(|line| !has_error(line)).map(|line| format!("no error on line {line}")),
        );
        found
            .extend(list("clean").iter().filter(|line| has_error(line)).map(|line| format!("an error on line {line}")));
        found
    }
}

impl Shown {
    /// A word in backticks is a token, which has to be quoted; another is the beginning of a word.
    fn speaks_of(&self, word: &str) -> bool {
        let message = match self.message.strip_prefix("Syntax error at ") {
            Some(_) => "",
            None => self.message.as_str(),
        };
        let text = format!("{message} // {}", self.help).to_lowercase();
        match word.strip_prefix('`').and_then(|word| word.strip_suffix('`')) {
            Some(token) => text.split('`').skip(1).step_by(2).any(|quoted| {
                let before = quoted.find(token);
                before.is_some_and(|before| before <= 2 && quoted.len() - before - token.len() <= 12)
            }),
            None => text.split(|c: char| !c.is_alphanumeric()).any(|part| part.starts_with(word)),
        }
    }
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{} {} // {}", self.line, self.column, self.message, self.help)
    }
}

/// The errors of a manifest, in the edition puppet8.
pub fn diagnostics(code: &str) -> Vec<Diagnostic> {
    let fixture = Fixture::without_cursor(code);
    let file = fixture.file("/env/manifests/site.pp");
    let found = fixture.host.analysis().diagnostics(file).expect("no writer");
    found.iter().filter(|diagnostic| diagnostic.severity == DiagnosticSeverity::Error).cloned().collect()
}
