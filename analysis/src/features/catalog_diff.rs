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
use crate::preview::baseline::{OldContents, baseline_preview};
use crate::preview::contexts::{self, preview_key};
use crate::preview::{PreviewGoal, PreviewKey, catalog_preview};

/// What the catalog of now is compared with.
#[derive(Clone, Debug)]
pub struct DiffQuestion {
    pub preview: PreviewQuestion,
    /// The files whose content was another before.
    pub old: OldContents,
    /// How that state is called, for instance `saved files`.
    pub baseline: String,
    /// Every node that is known, instead of one.
    pub all_nodes: bool,
}

/// How many resources differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeCount {
    pub resources: usize,
    /// In the whole catalog of this node, where what was asked about does not evaluate alone.
    pub on_node: Option<String>,
}

impl ChangeCount {
    /// As lenses say it.
    pub fn text(&self) -> String {
        let on_node = self.on_node.as_ref().map(|node| format!(" on {node}")).unwrap_or_default();
        count_text(self.resources) + &on_node
    }
}

impl Analysis {
    /// The report of the preview of now, with `"changes"`, `"diff"`, `"text"`, `"before"`, `"after"` and `"baseline"`. For all nodes
    /// `"nodes"` has these for each of them.
    pub fn catalog_diff(&self, file: FileId, question: DiffQuestion) -> Cancellable<Option<Json>> {
        self.read_file(file, move |db, file| match question.all_nodes {
            true => catalog_diff_of_all_nodes(db, file, &question),
            false => catalog_diff(db, file, &question),
        })
    }

    /// How many resources differ in the preview of each question; `None` where one of the states does not evaluate.
    pub fn changed_resources(
        &self,
        file: FileId,
        questions: Vec<PreviewQuestion>,
        old: OldContents,
    ) -> Cancellable<Vec<Option<ChangeCount>>> {
        let counts = self.read_file(file, move |db, file| {
            let count = |key: PreviewKey<'_>| {
                let (before, after) = outcomes(db, key, &old);
                (before.is_ok() && after.is_ok()).then(|| diff(db, &before, &after).resource_count())
            };
            let of_question = |question: &PreviewQuestion| {
                let key = key_of(db, file, question);
                let alone = count(key).map(|resources| ChangeCount { resources, on_node: None });
                alone.or_else(|| {
                    let node = preview_key(db, file, PreviewGoal::Node);
                    let resources = if node == key { None } else { count(node) }?;
                    Some(ChangeCount { resources, on_node: Some(node.node(db).to_string()) })
                })
            };
            questions.iter().map(of_question).collect()
        })?;
        Ok(counts.unwrap_or_default())
    }
}

fn outcomes(db: &dyn Db, key: PreviewKey<'_>, old: &OldContents) -> (Arc<Outcome>, Arc<Outcome>) {
    let after = catalog_preview(db, key);
    if old.is_empty() {
        return (after.clone(), after);
    }
    (baseline_preview(db, key, old), after)
}

fn diff(db: &dyn Db, before: &Outcome, after: &Outcome) -> CatalogDiff {
    let nothing = Catalog::default();
    let [before, after] = [before, after].map(|outcome| outcome.catalog.as_ref().unwrap_or(&nothing));
    diff_catalogs(before, after, &|| db.unwind_if_revision_cancelled())
}

/// What one preview says of the change, as data and as the part of a document.
fn one_diff(db: &dyn Db, key: PreviewKey<'_>, question: &DiffQuestion) -> (Json, String) {
    let (before, after) = outcomes(db, key, &question.old);
    let diff = diff(db, &before, &after);
    let context = contexts::label(db, key);
    let state = |outcome: &Outcome| json!({"ok": outcome.is_ok(), "errors": error_texts(db, outcome)});
    let differs = json!({
        "ok": before.is_ok() && after.is_ok(),
        "node": context.node.as_str(),
        "facts": context.fact_set.as_str(),
        "changes": diff.resource_count(),
        "diff": diff.to_json(),
        "text": diff.to_text(),
        "before": state(&before),
        "after": state(&after),
    });
    (differs, markdown(db, &diff, &before, &after))
}

fn catalog_diff_of_all_nodes(db: &dyn Db, file: FileInput, question: &DiffQuestion) -> Json {
    let asked = key_of(db, file, &question.preview);
    let (environment, manifest) = (asked.environment(db), asked.manifest(db));
    let nodes = contexts::all_nodes(db, environment, manifest);
    let (mut entries, mut parts, mut unchanged) = (Vec::new(), String::new(), Vec::new());
    for node in &nodes {
        let facts = match &question.preview.facts {
            Some(_) => asked.fact_set(db),
            None => contexts::fact_set_of_node(db, node),
        };
        let key = PreviewKey::new(db, environment, manifest, node.clone(), facts, PreviewGoal::Node);
        let (entry, part) = one_diff(db, key, question);
        if entry["changes"] == 0 && entry["ok"] == true {
            unchanged.push(node.as_str());
        } else {
            parts += &format!("\n## {}\n\n{part}", contexts::label(db, key).text());
        }
        entries.push(entry);
    }
    if !unchanged.is_empty() {
        parts += &format!("\nNothing changes on: {}\n", unchanged.join(", "));
    }
    let changes: u64 = entries.iter().filter_map(|entry| entry["changes"].as_u64()).sum();
    let changed = entries.iter().filter(|entry| entry["changes"] != 0).count();
    let total = format!("{} on {changed} of {} nodes", count_text(changes as usize), nodes.len());
    let markdown =
        format!("# What the changes do: all nodes\n\nCompared with: {}\n\n{total}\n{parts}", question.baseline);
    json!({
        "ok": entries.iter().all(|entry| entry["ok"] == true),
        "baseline": question.baseline,
        "node": ALL_NODES,
        "changes": changes,
        "nodes": entries,
        "markdown": markdown,
    })
}

/// How all nodes are named where one could be.
pub const ALL_NODES: &str = "*";

fn catalog_diff(db: &dyn Db, file: FileInput, question: &DiffQuestion) -> Json {
    let key = key_of(db, file, &question.preview);
    let (mut differs, part) = one_diff(db, key, question);
    let context = contexts::label(db, key).text();
    let head = format!("# What the changes do: {context}\n\nCompared with: {}\n\n", question.baseline);
    differs["baseline"] = json!(question.baseline);
    differs["markdown"] = json!(head + &part);
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

fn markdown(db: &dyn Db, diff: &CatalogDiff, before: &Outcome, after: &Outcome) -> String {
    let mut text = String::new();
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
        let question =
            DiffQuestion { preview: PreviewQuestion::default(), old, baseline: "saved files".into(), all_nodes: false };
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
        let question =
            DiffQuestion { preview: PreviewQuestion::default(), old, baseline: "HEAD".into(), all_nodes: false };
        let answer = analysis.catalog_diff(site, question).expect("no writer").expect("a file");
        assert_eq!((&answer["before"]["ok"], &answer["after"]["ok"]), (&json!(false), &json!(true)), "{answer}");
    }

    #[test]
    fn all_nodes_with_those_that_stay_as_they_are() {
        let before = "node 'a' { notify { 'x': } }\nnode 'b' {}\nnode 'c' { notify { 'y': } }\n";
        let after = "node 'a' { notify { 'z': } }\nnode 'b' {}\nnode 'c' { notify { 'y': message => 'm' } }\n";
        let fixture = Fixture::without_cursor(after);
        let file = fixture.host.file_id(SITE).expect("a manifest");
        let old = OldContents::new([(file, FileContent::Text(before.into()))].into());
        let preview = PreviewQuestion::default();
        let question = DiffQuestion { preview, old, baseline: "saved files".into(), all_nodes: true };
        let answer = fixture.host.analysis().catalog_diff(file, question).expect("no writer").expect("a file");
        let counts: Vec<(&Json, &Json)> =
            answer["nodes"].as_array().into_iter().flatten().map(|node| (&node["node"], &node["changes"])).collect();
        assert_eq!(counts, [(&json!("a"), &json!(2)), (&json!("b"), &json!(0)), (&json!("c"), &json!(1))], "{answer}");
        expect![[r#"
            # What the changes do: all nodes

            Compared with: saved files

            3 resources change on 2 of 3 nodes

            ## node a · no facts

            2 resources change

            ```diff
            - Notify[x]
            + Notify[z]
            ```

            ## node c · no facts

            1 resource changes

            ```diff
            ~ Notify[y]
            +   message => 'm'
            ```

            Nothing changes on: b
        "#]]
        .assert_eq(answer["markdown"].as_str().unwrap_or_default());
    }

    #[test]
    fn a_class_that_does_not_evaluate_alone_counts_on_the_node() {
        let class = |message: &str| {
            format!("node 'a' {{ class {{ 'c': p => 1 }} }}\nclass c($p) {{ notify {{ '{message}': }} }}\n")
        };
        let fixture = Fixture::without_cursor(&class("new"));
        let file = fixture.host.file_id(SITE).expect("a manifest");
        let old = OldContents::new([(file, FileContent::Text(class("old").as_str().into()))].into());
        let offset = class("new").find("class c").map(|at| at as u32);
        let question = PreviewQuestion { offset, ..PreviewQuestion::default() };
        let counts = fixture.host.analysis().changed_resources(file, vec![question], old).expect("no writer");
        assert_eq!(counts, [Some(ChangeCount { resources: 2, on_node: Some("a".to_string()) })]);
        assert_eq!(counts[0].as_ref().map(ChangeCount::text).as_deref(), Some("2 resources change on a"));
    }
}
