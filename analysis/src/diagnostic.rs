//! What is shown to a user about a place: one record for syntax problems, checks and evaluation. Knows nothing of LSP.

use std::collections::BTreeMap;

use evaluator::FileId;
use smol_str::SmolStr;
pub use syntax::code::DiagnosticSeverity;
pub use syntax::{Code, Fix};
use syntax::{Problem, TextRange};

/// What a setting makes of all diagnostics with one code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeveritySetting {
    /// They are not shown.
    Off,
    Shown(DiagnosticSeverity),
}

impl SeveritySetting {
    /// `off`, or the name of a severity.
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "off" {
            return Some(SeveritySetting::Off);
        }
        DiagnosticSeverity::from_name(name).map(SeveritySetting::Shown)
    }
}

/// Settings by the code that they are about.
pub type SeveritySettings = BTreeMap<SmolStr, SeveritySetting>;

/// How an editor may draw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiagnosticTag {
    Unnecessary,
    Deprecated,
}

/// Who says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DiagnosticOrigin {
    /// A mistake of the language, of names or of values.
    #[default]
    Check,
    /// A matter of style.
    Lint,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Puppet's own issue code where Puppet has one.
    pub code: Code,
    pub severity: DiagnosticSeverity,
    pub message: String,
    pub range: TextRange,
    /// The offset that Puppet names.
    pub anchor: u32,
    /// What to do about it.
    pub hint: Option<String>,
    pub tag: Option<DiagnosticTag>,
    pub origin: DiagnosticOrigin,
    pub related: Vec<RelatedPlace>,
    /// Changes that take it away, the likeliest first.
    pub fixes: Vec<Fix>,
}

/// Another place that helps to understand it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelatedPlace {
    pub file: FileId,
    pub range: TextRange,
    pub message: String,
}

impl Diagnostic {
    pub fn new(code: Code, severity: DiagnosticSeverity, message: impl Into<String>, range: TextRange) -> Self {
        Diagnostic {
            code,
            severity,
            message: message.into(),
            range,
            anchor: range.start,
            hint: None,
            tag: None,
            origin: DiagnosticOrigin::Check,
            related: Vec::new(),
            fixes: Vec::new(),
        }
    }

    pub fn from_problem(file: FileId, problem: &Problem) -> Self {
        let deprecated = problem.severity == syntax::Severity::Deprecation;
        Diagnostic {
            code: problem.code,
            severity: match problem.severity {
                syntax::Severity::Error => DiagnosticSeverity::Error,
                syntax::Severity::Warning | syntax::Severity::Deprecation => DiagnosticSeverity::Warning,
            },
            message: problem.message.clone(),
            range: problem.range,
            anchor: problem.anchor,
            hint: problem.hint.clone(),
            tag: deprecated.then_some(DiagnosticTag::Deprecated),
            origin: DiagnosticOrigin::Check,
            related: problem
                .related
                .iter()
                .map(|place| RelatedPlace { file, range: place.range, message: place.message.clone() })
                .collect(),
            fixes: problem.fix.as_deref().into_iter().cloned().collect(),
        }
    }

    /// Says that another name was probably meant, and offers to write it.
    pub fn suggest(&mut self, range: TextRange, name: &str) {
        self.hint = Some(format!("did you mean '{name}'?"));
        self.fixes.push(Fix::replace(range, name, format!("Replace with '{name}'")));
    }

    /// The message with its hint, as one text.
    pub fn full_message(&self) -> String {
        match &self.hint {
            Some(hint) => format!("{}\n{hint}", self.message),
            None => self.message.clone(),
        }
    }
}

/// Diagnostics with the severities that the settings give them, without those that are turned off.
pub fn with_severities(mut found: Vec<Diagnostic>, settings: &SeveritySettings) -> Vec<Diagnostic> {
    if settings.is_empty() {
        return found;
    }
    found.retain_mut(|diagnostic| match settings.get(diagnostic.code.as_str()) {
        Some(SeveritySetting::Off) => false,
        Some(SeveritySetting::Shown(severity)) => {
            diagnostic.severity = *severity;
            true
        }
        None => true,
    });
    found
}
