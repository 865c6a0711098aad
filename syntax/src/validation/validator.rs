//! The state of one validation, and how a problem is recorded. Knows nothing of the single checks.

use super::ValidationRules;
use super::issue::Issue;
use super::labels::{Label, label};
use super::locations::FileNamespace;
use crate::problem::{Problem, RelatedPlace, Severity};
use crate::program::{Expr, ExprId, Program, SourceMap};
use crate::source_file::{ReadOptions, SourceKind};
use crate::text_range::TextRange;

pub struct Validator<'a> {
    pub program: &'a Program,
    pub source_map: &'a SourceMap,
    pub options: &'a ReadOptions,
    pub rules: &'a ValidationRules,
    pub problems: Vec<Problem>,
    /// What the expression being checked stands in, outermost first.
    pub containers: Vec<Container>,
    /// How many `apply` blocks are around it.
    pub apply_blocks: u32,
    pub namespace: FileNamespace,
    /// Kept between hashes so that checking their keys allocates once for a file.
    pub key_fingerprints: Vec<(u64, u32)>,
}

/// What decides where definitions may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    Program,
    Block,
    Class,
    Apply,
    Other,
}

impl<'a> Validator<'a> {
    pub fn new(program: &'a Program, source_map: &'a SourceMap, options: &'a ReadOptions) -> Self {
        let namespace = match (&options.location, options.kind) {
            (Some(location), SourceKind::Manifest) => FileNamespace::of(location),
            _ => FileNamespace::None,
        };
        Validator {
            program,
            source_map,
            options,
            rules: &options.rules,
            problems: Vec::new(),
            containers: Vec::new(),
            apply_blocks: 0,
            namespace,
            key_fingerprints: Vec::new(),
        }
    }

    /// Unlike `self.program.expr`, does not keep `self` borrowed.
    pub fn expr(&self, id: ExprId) -> &'a Expr {
        self.program.expr(id)
    }

    pub fn label(&self, id: ExprId) -> Label {
        label(self.program, id)
    }

    /// Records a problem with an expression.
    pub fn report(&mut self, issue: Issue<'_>, at: ExprId) -> &mut Problem {
        self.report_range(issue, at, self.source_map.range(at))
    }

    /// Records a problem with an expression, of which only a part is to be underlined: a definition's name.
    pub fn report_part(&mut self, issue: Issue<'_>, at: ExprId, part: ExprId) -> &mut Problem {
        self.report_range(issue, at, self.source_map.range(part))
    }

    pub fn report_range(&mut self, issue: Issue<'_>, at: ExprId, range: TextRange) -> &mut Problem {
        let severity = self.severity(&issue);
        let description = issue.describe();
        self.problems.push(Problem {
            code: description.code,
            severity,
            message: description.message,
            range,
            anchor: self.source_map.anchor(at),
            hint: description.hint,
            related: Vec::new(),
            fix: None,
        });
        let last = self.problems.len() - 1;
        &mut self.problems[last]
    }

    pub fn related(&self, at: ExprId, message: impl Into<String>) -> RelatedPlace {
        RelatedPlace { range: self.source_map.range(at), message: message.into() }
    }

    fn severity(&self, issue: &Issue<'_>) -> Severity {
        match issue {
            Issue::FutureReservedWord { .. } | Issue::IllegalNonliteralParameterType { .. } => Severity::Deprecation,
            Issue::DuplicateKey { .. } if !self.rules.strict => Severity::Warning,
            _ => Severity::Error,
        }
    }
}
