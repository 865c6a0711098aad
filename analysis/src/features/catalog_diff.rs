//! What edits do to a catalog: the preview of the old contents against that of now, as data and as a document.

use std::sync::Arc;

use evaluator::Outcome;
use evaluator::catalog::Catalog;
use evaluator::catalog::diff::{CatalogDiff, diff_catalogs};
use serde_json::{Value as Json, json};

use super::preview_catalog::{PreviewQuestion, error_texts, key_of, preview};
use crate::FileId;
use crate::db::Db;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::preview::baseline::{Baseline, OldContents, baseline_preview};
use crate::preview::contexts;
use crate::preview::{PreviewKey, catalog_preview};

/// What the catalog of now is compared with.
#[derive(Clone, Debug)]
pub struct DiffQuestion {
    pub preview: PreviewQuestion,
    /// The files whose content was another before.
    pub old: OldContents,
    /// How that state is called, for instance `saved files`.
    pub baseline: String,
}

impl Analysis {
    /// The report of the preview of now, with `"changes"`, `"diff"`, `"text"`, `"before"`, `"after"` and `"baseline"`.
    pub fn catalog_diff(&self, file: FileId, question: DiffQuestion) -> Cancellable<Option<Json>> {
        self.read_file(file, move |db, file| catalog_diff(db, file, &question))
    }

    /// How many resources differ in the preview of each question; `None` where one of the states does not evaluate.
    pub fn changed_resources(
        &self,
        file: FileId,
        questions: Vec<PreviewQuestion>,
        old: OldContents,
    ) -> Cancellable<Vec<Option<usize>>> {
        let counts = self.read_file(file, move |db, file| {
            let count = |question: &PreviewQuestion| {
                let (before, after) = outcomes(db, key_of(db, file, question), &old);
                (before.is_ok() && after.is_ok()).then(|| diff(&before, &after).resource_count())
            };
            questions.iter().map(count).collect()
        })?;
        Ok(counts.unwrap_or_default())
    }
}

fn outcomes(db: &dyn Db, key: PreviewKey<'_>, old: &OldContents) -> (Arc<Outcome>, Arc<Outcome>) {
    let after = catalog_preview(db, key);
    if old.is_empty() {
        return (after.clone(), after);
    }
    (baseline_preview(db, key, Baseline::new(db, old.clone())), after)
}

fn diff(before: &Outcome, after: &Outcome) -> CatalogDiff {
    let nothing = Catalog::default();
    diff_catalogs(before.catalog.as_ref().unwrap_or(&nothing), after.catalog.as_ref().unwrap_or(&nothing))
}

fn catalog_diff(db: &dyn Db, file: FileInput, question: &DiffQuestion) -> Json {
    let key = key_of(db, file, &question.preview);
    let (before, after) = outcomes(db, key, &question.old);
    let diff = diff(&before, &after);
    let context = contexts::label(db, key);
    let state = |outcome: &Outcome| json!({"ok": outcome.is_ok(), "errors": error_texts(db, outcome)});
    let markdown = markdown(db, &diff, &before, &after, &context.text(), &question.baseline);
    let differs = json!({
        "ok": before.is_ok() && after.is_ok(),
        "baseline": question.baseline,
        "node": context.node.as_str(),
        "facts": context.fact_set.as_str(),
        "changes": diff.resource_count(),
        "diff": diff.to_json(),
        "text": diff.to_text(),
        "before": state(&before),
        "after": state(&after),
        "markdown": markdown,
    });
    let mut report = preview(db, file, &question.preview).report;
    if let (Json::Object(report), Json::Object(differs)) = (&mut report, differs) {
        report.extend(differs);
    }
    report
}

/// How many resources change, as lenses and documents say it.
pub fn count_text(count: usize) -> String {
    match count {
        0 => "no resource changes".to_string(),
        1 => "1 resource changes".to_string(),
        count => format!("{count} resources change"),
    }
}

fn markdown(db: &dyn Db, diff: &CatalogDiff, before: &Outcome, after: &Outcome, context: &str, old: &str) -> String {
    let mut text = format!("# What the changes do: {context}\n\nCompared with: {old}\n\n");
    for (name, outcome) in [("before", before), ("now", after)] {
        let errors = error_texts(db, outcome);
        if !errors.is_empty() {
            text += &format!(
                "## Errors {name}\n\n```\n{}\n```\n\nThat catalog is as far as the evaluation came.\n\n",
                errors.join("\n")
            );
        }
    }
    text += &count_text(diff.resource_count());
    text += "\n";
    let changes = diff.to_text();
    if !changes.is_empty() {
        text += &format!("\n```diff\n{changes}```\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;
    use crate::inputs::FileContent;
    use expect_test::{Expect, expect};

    const SITE: &str = "/env/manifests/site.pp";

    /// The document for what changes when `before` becomes `after`.
    fn check(before: &str, after: &str, expected: Expect) {
        let fixture = Fixture::without_cursor(after);
        let file = fixture.host.file_id(SITE).expect("a manifest");
        let old = OldContents::new([(file, FileContent::Text(before.into()))].into());
        let question = DiffQuestion { preview: PreviewQuestion::default(), old, baseline: "saved files".into() };
        let answer = fixture.host.analysis().catalog_diff(file, question).expect("no writer").expect("a file");
        expected.assert_eq(answer["markdown"].as_str().unwrap_or_default());
    }

    #[test]
    fn a_changed_attribute_and_a_new_resource() {
        check(
            "file { '/a': mode => '0644' }\n",
            "file { '/a': mode => '0600' }\nnotify { new: }\n",
            expect![[r#"
                # What the changes do: node localhost.localdomain · no facts

                Compared with: saved files

                2 resources change

                ```diff
                + Notify[new]
                ~ File[/a]
                -   mode => '0644'
                +   mode => '0600'
                ```
            "#]],
        );
    }

    #[test]
    fn a_comment_changes_nothing() {
        check(
            "notify { a: }\n",
            "# why\nnotify { a: }\n",
            expect![[r#"
                # What the changes do: node localhost.localdomain · no facts

                Compared with: saved files

                no resource changes
            "#]],
        );
    }

    #[test]
    fn a_state_that_fails_is_said() {
        check(
            "notify { a: }\n",
            "notify { a: }\nfail('no')\n",
            expect![[r#"
                # What the changes do: node localhost.localdomain · no facts

                Compared with: saved files

                ## Errors now

                ```
                Error while evaluating a Function Call, no (/env/manifests/site.pp:2)
                ```

                That catalog is as far as the evaluation came.

                no resource changes
            "#]],
        );
    }

    #[test]
    fn a_file_that_was_not_there() {
        let fixture = Fixture::without_cursor("include a\n//- /env/modules/a/manifests/init.pp\nclass a {}\n");
        let (site, class) = (fixture.host.file_id(SITE), fixture.host.file_id("/env/modules/a/manifests/init.pp"));
        let (site, class) = (site.expect("a manifest"), class.expect("a class"));
        let old = OldContents::new([(class, FileContent::Absent)].into());
        let analysis = fixture.host.analysis();
        let question = DiffQuestion { preview: PreviewQuestion::default(), old, baseline: "HEAD".into() };
        let answer = analysis.catalog_diff(site, question).expect("no writer").expect("a file");
        assert_eq!((&answer["before"]["ok"], &answer["after"]["ok"]), (&json!(false), &json!(true)), "{answer}");
    }
}
