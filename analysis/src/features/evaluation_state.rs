//! How the evaluation of the context in force went, in a few numbers: for a status line.

use evaluator::Outcome;

use crate::FileId;
use crate::db::Db;
use crate::host::{Analysis, Cancellable};
use crate::preview::contexts::preview_key;
use crate::preview::places::finish_message;
use crate::preview::{PreviewGoal, catalog_preview};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvaluationState {
    pub ok: bool,
    pub resources: usize,
    pub unknowns: usize,
    pub errors: usize,
    pub cycles: usize,
    /// The limit that ended the evaluation.
    pub limit: Option<String>,
    /// The first thing that is wrong with the catalog. Nothing while code is being typed that cannot be read: it may come of that.
    pub problem: Option<String>,
}

impl Analysis {
    /// The state of the node's catalog that a file's values are shown from.
    pub fn evaluation_state(&self, file: FileId) -> Cancellable<Option<EvaluationState>> {
        self.read_file(file, move |db, file| {
            let outcome = catalog_preview(db, preview_key(db, file, PreviewGoal::Node));
            let catalog = outcome.catalog.as_ref();
            EvaluationState {
                ok: outcome.is_ok(),
                resources: catalog.map(|catalog| catalog.realized().count()).unwrap_or_default(),
                unknowns: outcome.unknowns.len(),
                errors: outcome.errors.len(),
                cycles: catalog.map(|catalog| catalog.cycles.len()).unwrap_or_default(),
                limit: outcome.limit.as_ref().map(|limit| limit.message()),
                problem: problem(db, &outcome),
            }
        })
    }
}

fn problem(db: &dyn Db, outcome: &Outcome) -> Option<String> {
    if !outcome.left_out.is_empty() {
        return None;
    }
    let error = outcome.errors.first().map(|error| finish_message(db, &error.message()));
    let cycle = || {
        let catalog = outcome.catalog.as_ref()?;
        Some(format!("Found 1 dependency cycle: {}", catalog.cycles.first()?.describe(catalog)))
    };
    error.or_else(|| outcome.limit.as_ref().map(|limit| limit.message())).or_else(cycle)
}

#[cfg(test)]
mod tests {
    use super::EvaluationState;
    use crate::fixture::Fixture;

    fn state(text: &str) -> EvaluationState {
        let fixture = Fixture::without_cursor(text);
        let file = fixture.host.file_id("/env/manifests/site.pp").expect("a manifest");
        fixture.host.analysis().evaluation_state(file).expect("no writer").expect("a file")
    }

    #[test]
    fn counts_what_came_out() {
        let good = state("notify { 'a': }\n");
        assert!(good.ok && good.errors == 0 && good.unknowns == 0 && good.resources > 1, "{good:?}");
        let bad = state("notify { 'a': }\nfail('no')\n");
        assert_eq!((bad.ok, bad.errors), (false, 1), "{bad:?}");
        assert_eq!(bad.problem.as_deref(), Some("Error while evaluating a Function Call, no"));
        let cycle = state("notify { 'a': require => Notify['b'] }\nnotify { 'b': require => Notify['a'] }\n");
        assert_eq!(cycle.cycles, 1);
        let words = "Found 1 dependency cycle: (Notify[a] => Notify[b] => Notify[a])";
        assert_eq!((good.problem, cycle.problem.as_deref()), (None, Some(words)));
    }
}
