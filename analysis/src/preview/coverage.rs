//! Which lines of the manifests under test were evaluated, over many outcomes. A line counts where the code that begins on it was entered:
//! a branch that was taken, a block that was called, a definition that was declared.

use std::collections::{BTreeMap, HashSet};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use evaluator::fast_hash::FastSet;
use evaluator::{Outcome, Place};
use syntax::validation::children::for_each_child;
use syntax::{Expr, ExprId, Program};

use super::not_evaluated::why;
use crate::db::Db;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::queries;

/// The lines of one manifest that have code, from 1, and whether each was evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineCoverage {
    pub path: Arc<str>,
    pub lines: BTreeMap<u32, bool>,
}

impl Analysis {
    /// Returns the coverage of the manifests of modules that are developed here, by what evaluations entered.
    pub fn line_coverage(&self, entered: FastSet<Place>) -> Cancellable<Vec<LineCoverage>> {
        let mut outcome = Outcome::default();
        outcome.observations.entered = entered;
        let outcome = AssertUnwindSafe(&outcome);
        self.read(move |db| {
            let AssertUnwindSafe(outcome) = { outcome };
            let mut found = Vec::new();
            for module in db.workspace().environments(db)[0].modules(db).iter().filter(|module| !module.vendored(db)) {
                let files = module.files_around(db, "manifests");
                for (path, file) in queries::files_with_prefix(&files, "manifests/") {
                    if path.ends_with(".pp") {
                        found.push(LineCoverage { path: file.path(db), lines: lines(db, *file, outcome) });
                    }
                }
            }
            found
        })
    }
}

fn lines(db: &dyn Db, file: FileInput, outcome: &Outcome) -> BTreeMap<u32, bool> {
    let source = queries::source_file(db, file);
    let index = queries::line_index(db, file);
    let mut lines = BTreeMap::new();
    for id in code_of(&source.program) {
        let line = index.line(source.source_map.range(id).start) + 1;
        let is_evaluated = !why(db, file, id, outcome).is_certain();
        *lines.entry(line).or_insert(false) |= is_evaluated;
    }
    lines
}

/// Returns the expressions that are evaluated as code: all but definitions and what only holds others together.
fn code_of(program: &Program) -> Vec<ExprId> {
    let definitions: HashSet<ExprId> = program.definitions.iter().copied().collect();
    let mut found = Vec::new();
    let mut waiting = vec![program.root];
    let mut seen = HashSet::new();
    waiting.extend(program.definitions.iter().copied());
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        let expr = program.expr(id);
        for_each_child(expr, &mut |child| waiting.push(child));
        let holds_others = matches!(expr, Expr::Nop | Expr::Missing | Expr::Block(_) | Expr::Part);
        if !holds_others && !definitions.contains(&id) {
            found.push(id);
        }
    }
    found
}
