//! Lint findings of one file, as diagnostics, and their fixes. Which checks run is a setting; the checks themselves are in
//! `syntax::lint`.

use std::collections::BTreeMap;
use std::sync::Arc;

use syntax::format::TextEdit;
use syntax::lint::{Finding, LintCheck, LintRequest, Linted, OptionsFile, PathPattern, Selection, Tokens, check_named};
use syntax::{Code, TextRange};

use crate::db::Db;
use crate::diagnostic::{Diagnostic, DiagnosticOrigin, DiagnosticSeverity};
use crate::inputs::{FileContent, FileInput, FileOwner};

/// What the user says about a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LintLevel {
    Off,
    On,
    /// On, and shown as this.
    Severity(DiagnosticSeverity),
}

/// Which checks run where. Off unless somebody turns it on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LintSettings {
    pub enabled: bool,
    /// By the name of the check; stronger than option files.
    pub levels: BTreeMap<String, LintLevel>,
    /// The option files that were found, with the folders that they are for. The deepest folder counts.
    pub options_files: Vec<(String, OptionsFile)>,
}

impl LintSettings {
    /// The checks for a file; `None` where it is not to be looked at.
    fn selection(&self, path: &str) -> Option<Selection> {
        if !self.enabled {
            return None;
        }
        let inside = |folder: &str| path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
        let file = self
            .options_files
            .iter()
            .filter_map(|(folder, file)| Some((folder.len(), inside(folder)?, file)))
            .max_by_key(|(depth, _, _)| *depth);
        let mut selection = Selection::default();
        if let Some((_, below, file)) = file {
            selection.apply(file);
            let ignored = file.ignored_paths.as_deref().unwrap_or_default();
            if ignored.iter().any(|pattern| pattern.matches(below)) {
                return None;
            }
        }
        if PathPattern("*/vendor/*".to_string()).matches(path) {
            return None;
        }
        for (name, level) in &self.levels {
            selection.set(name, *level != LintLevel::Off);
        }
        Some(selection)
    }

    fn severity(&self, check: &str) -> DiagnosticSeverity {
        match self.levels.get(check) {
            Some(LintLevel::Severity(severity)) => *severity,
            _ => DiagnosticSeverity::Warning,
        }
    }
}

/// Codes that say the same as a lint check, and better: on their lines it is silent.
#[rustfmt::skip]
const YIELDS: &[(&str, &[&str])] = &[
    ("appends", &["appends-deletes-no-longer-supported"]),
    ("autoloader_layout", &["illegal-definition-location"]),
    ("classes_and_types_beginning_with_digits", &["syntax-error", "illegal-definition-name"]),
    ("duplicate_params", &["duplicate-attribute"]),
    ("legacy_facts", &["legacy-fact"]),
    ("names_containing_dash", &["illegal-definition-name", "syntax-error"]),
    ("names_containing_uppercase", &["illegal-definition-name", "syntax-error"]),
    ("params_not_optional_with_undef", &["wrong-default-type"]),
    ("top_scope_facts", &["legacy-fact", "unknown-variable"]),
    ("variable_scope", &["unknown-variable", "legacy-fact"]),
];

/// What lint needs of a file.
struct Source {
    text: Arc<str>,
    tokens: Arc<Tokens>,
    selection: Selection,
    path: Option<String>,
}

/// `None` where the file is not looked at: templates, data, installed modules.
fn source(db: &dyn Db, file: FileInput) -> Option<Source> {
    let path = file.path(db);
    let selection = db.workspace().lint(db).selection(&path)?;
    let owner = file.owner(db);
    if let FileOwner::Module { module, .. } = &owner
        && module.vendored(db)
    {
        return None;
    }
    let FileContent::Text(text) = crate::queries::content(db, file) else { return None };
    if !path.ends_with(".pp") {
        return None;
    }
    let path = match owner {
        // A checkout may be called otherwise than its module.
        FileOwner::Module { module, path } => Some(format!("/{}/{path}", module.name(db))),
        _ => path.starts_with('/').then(|| path.to_string()),
    };
    // As with trees, those of all files at once would fill the memory.
    let tokens = if file.is_open(db) { lint_tokens(db, file) } else { Arc::new(Tokens::of(&text)) };
    Some(Source { text, tokens, selection, path })
}

/// The tokens of a file that somebody works on. Lint splits texts in its own way, broken ones too, so the tree has others.
#[salsa::tracked(returns(clone), no_eq, lru = 16)]
pub fn lint_tokens(db: &dyn Db, file: FileInput) -> Arc<Tokens> {
    Arc::new(Tokens::of(&crate::queries::text(db, file)))
}

impl Source {
    fn linted(&self) -> Linted<'_> {
        Linted::new(&self.text, &self.tokens, &self.request())
    }

    fn request(&self) -> LintRequest<'_> {
        LintRequest { selection: &self.selection, path: self.path.as_deref() }
    }
}

/// What the checks find, without what comments ignore.
#[salsa::tracked(returns(clone))]
pub fn lint_diagnostics(db: &dyn Db, file: FileInput) -> Arc<[Diagnostic]> {
    let Some(source) = source(db, file) else { return Arc::default() };
    let settings = db.workspace().lint(db);
    let findings = source.linted().findings;
    let mut found: Vec<Diagnostic> =
        findings.iter().filter(|finding| is_shown(finding)).map(|finding| diagnostic(finding, &settings)).collect();
    found.sort_by_key(|diagnostic| (diagnostic.range, diagnostic.code));
    found.into()
}

/// The parser says better what it cannot read.
fn is_shown(finding: &Finding) -> bool {
    finding.ignored.is_none() && check_named(finding.check.name).is_some()
}

fn diagnostic(finding: &Finding, settings: &LintSettings) -> Diagnostic {
    let check = finding.check.name;
    let mut diagnostic =
        Diagnostic::new(finding.check.code(), settings.severity(check), finding.message.to_string(), finding.range);
    diagnostic.origin = DiagnosticOrigin::Lint;
    diagnostic
}

/// Adds what lint finds to other diagnostics, where those do not say the same already.
pub fn add_lint(found: &mut Vec<Diagnostic>, lint: &[Diagnostic], text: &str) {
    let same_line = |left: u32, right: u32| {
        let (start, end) = (left.min(right) as usize, left.max(right) as usize);
        text.get(start..end).is_some_and(|between| !between.contains('\n'))
    };
    let known = found.len();
    for diagnostic in lint {
        let is_its = |check: &LintCheck| check.code() == diagnostic.code;
        let yields = YIELDS.iter().find(|(name, _)| check_named(name).is_some_and(is_its)).map(|(_, codes)| *codes);
        let is_said = yields.is_some_and(|codes| {
            found[..known].iter().any(|other| {
                codes.contains(&other.code.as_str()) && same_line(other.range.start, diagnostic.range.start)
            })
        });
        if !is_said {
            found.push(diagnostic.clone());
        }
    }
}

/// A fix of one finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LintFix {
    /// The name of the check.
    pub check: &'static str,
    pub code: Code,
    pub message: String,
    /// Where the finding is.
    pub range: TextRange,
    /// Empty where the check has no fix for it.
    pub edits: Vec<TextEdit>,
    /// Adds a comment that ignores the finding.
    pub ignore: TextEdit,
}

/// The fixes of the findings that touch a range.
pub fn fixes(db: &dyn Db, file: FileInput, asked: TextRange) -> Vec<LintFix> {
    let Some(source) = source(db, file) else { return Vec::new() };
    let linted = source.linted();
    let touches = |range: TextRange| range.start <= asked.end && asked.start <= range.end;
    linted
        .findings
        .iter()
        .filter(|finding| is_shown(finding) && touches(finding.range))
        .map(|finding| {
            let only = |other: &Finding| other.check == finding.check && other.range == finding.range;
            let fixed = if finding.is_fixable() { fixed_text(db, file, &source, &linted, only) } else { None };
            LintFix {
                check: finding.check.name,
                code: finding.check.code(),
                message: finding.message.to_string(),
                range: finding.range,
                edits: fixed.map(|text| syntax::format::edits_between(&source.text, &text)).unwrap_or_default(),
                ignore: ignore_comment(&source.text, finding),
            }
        })
        .collect()
}

/// The text with everything fixed that has a fix; `None` where that changes nothing.
pub fn fix_all(db: &dyn Db, file: FileInput) -> Option<String> {
    let source = source(db, file)?;
    fixed_text(db, file, &source, &source.linted(), |_| true)
}

/// Nothing is fixed where the result could not be read any more.
fn fixed_text(
    db: &dyn Db,
    file: FileInput,
    source: &Source,
    linted: &Linted<'_>,
    wanted: impl Fn(&Finding) -> bool,
) -> Option<String> {
    let (text, _) = linted.fix(wanted);
    if text == *source.text {
        return None;
    }
    let parse = crate::queries::parse(db, file);
    let becomes_unreadable = !parse.has_errors() && syntax::parse(&text, parse.options()).has_errors();
    (!becomes_unreadable).then_some(text)
}

/// `# lint:ignore:check` at the end of the finding's line, added to such a comment where there is one.
fn ignore_comment(text: &str, finding: &Finding) -> TextEdit {
    let start = finding.range.start as usize;
    let line_start = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let line_end = text.get(start..).and_then(|rest| rest.find('\n')).map_or(text.len(), |length| start + length);
    let line = text.get(line_start..line_end).unwrap_or("").trim_end();
    let command = format!("lint:ignore:{}", finding.check.name);
    let (at, new_text) = match line.find("lint:ignore:") {
        Some(known) => (line_start + known, format!("{command} ")),
        None => (line_start + line.len(), format!(" # {command}")),
    };
    TextEdit { range: TextRange::empty(at as u32), new_text }
}
