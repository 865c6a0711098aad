//! Mistakes that need other files, or more than one statement, to be seen. One check per file of this folder, one line
//! in the table. A check that is not certain stays silent.

mod duplicate_definition;
mod match_variable;
mod missing_parameter;
mod reassignment;
mod unknown_class;
mod unknown_function;
mod unknown_parameter;
mod unknown_resource_type;
mod unknown_variable;
mod unused_variable;

use std::sync::Arc;

use smol_str::SmolStr;
use syntax::{ExprId, Program, SourceMap, TextRange};

use crate::db::Db;
use crate::diagnostic::{Diagnostic, DiagnosticSeverity};
use crate::inputs::{EnvironmentInput, FileInput, FileOwner};
use crate::queries::{self, Parents};
use crate::reference_index::{FileMentions, file_mentions};
use crate::scopes::{FileScopes, file_scopes};

pub struct Check {
    /// The diagnostic's code.
    pub code: &'static str,
    pub severity: DiagnosticSeverity,
    /// What it reports and why that is a mistake, for the manual and `--help`.
    pub documentation: &'static str,
    run: fn(&CheckContext<'_>, &mut Findings<'_>),
}

/// Every check there is.
pub static CHECKS: &[Check] = &[
    duplicate_definition::CHECK,
    match_variable::CHECK,
    missing_parameter::CHECK,
    reassignment::CHECK,
    unknown_class::CHECK,
    unknown_function::CHECK,
    unknown_parameter::CHECK,
    unknown_resource_type::CHECK,
    unknown_variable::CHECK,
    unused_variable::CHECK,
];

/// All that a check may look at.
pub struct CheckContext<'a> {
    pub db: &'a dyn Db,
    pub file: FileInput,
    pub environment: EnvironmentInput,
    pub program: Arc<Program>,
    pub source_map: Arc<SourceMap>,
    pub scopes: Arc<FileScopes>,
    pub mentions: Arc<FileMentions>,
    pub parents: Arc<Parents>,
}

impl CheckContext<'_> {
    pub fn range(&self, id: ExprId) -> TextRange {
        self.source_map.range(id)
    }

    /// True where every module that the environment could have is known, so that a name which is not found does not
    /// exist. A module that is missing may be installed elsewhere.
    pub fn knows_module(&self, name: &str) -> bool {
        let first = name.split("::").next().unwrap_or(name);
        crate::definition_index::modules_by_name(self.db, self.environment).contains_key(first)
    }
}

/// Where a check puts what it found.
pub struct Findings<'a> {
    check: &'static Check,
    found: &'a mut Vec<Diagnostic>,
}

impl Findings<'_> {
    /// Reports with the check's own code and severity.
    pub fn report(&mut self, range: TextRange, message: impl Into<String>) -> &mut Diagnostic {
        self.found.push(Diagnostic::new(self.check.code, self.check.severity, message, range));
        let last = self.found.len() - 1;
        &mut self.found[last]
    }
}

/// Everything that the checks find in a file.
pub fn run_all(db: &dyn Db, file: FileInput) -> Vec<Diagnostic> {
    if let FileOwner::Module { module, .. } = file.owner(db)
        && module.vendored(db)
    {
        return Vec::new();
    }
    let context = CheckContext {
        db,
        file,
        environment: queries::environment_of(db, file),
        program: queries::program(db, file),
        source_map: queries::source_file(db, file).source_map.clone(),
        scopes: file_scopes(db, file),
        mentions: file_mentions(db, file),
        parents: queries::parents(db, file),
    };
    let mut found = Vec::new();
    for check in CHECKS {
        (check.run)(&context, &mut Findings { check, found: &mut found });
    }
    found
}

/// The known name that looks most like a mistyped one.
pub fn closest<'a>(name: &str, known: impl Iterator<Item = &'a SmolStr>) -> Option<&'a SmolStr> {
    let limit = (name.chars().count() / 3).clamp(1, 3);
    known
        .filter(|candidate| candidate.len().abs_diff(name.len()) <= limit)
        .map(|candidate| (edit_distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (j, to) in b.iter().enumerate() {
            let above = row.get(j + 1).copied().unwrap_or(usize::MAX);
            let cost = if from == *to { diagonal } else { 1 + diagonal.min(above).min(left) };
            diagonal = above;
            if let Some(slot) = row.get_mut(j) {
                *slot = left;
            }
            left = cost;
        }
        if let Some(slot) = row.last_mut() {
            *slot = left;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::edit_distance;

    #[test]
    fn distances() {
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("port", "prot"), 2);
        assert_eq!(edit_distance("same", "same"), 0);
    }
}
