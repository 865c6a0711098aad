//! What edits do to a catalog: the preview of the old contents against that of now, and that as a document.

use std::sync::Arc;

use evaluator::Outcome;
use evaluator::catalog::Catalog;
use evaluator::catalog::diff::{CatalogDiff, diff_catalogs};
use smol_str::SmolStr;

use super::preview_catalog::{PreviewQuestion, key_of, preview};
use crate::FileId;
use crate::catalog_view::{CatalogView, Detail, Missing, Source, UndecidedDiff, ViewContext};
use crate::db::Db;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::preview::contexts::{self, preview_key};
use crate::preview::{PreviewGoal, PreviewKey, PreviewMode, catalog_preview, in_overlay};

/// What the catalog of now is compared with.
#[derive(Clone, Debug)]
pub struct DiffQuestion {
    pub preview: PreviewQuestion,
    /// The overlay of the old state, by name; `None` where nothing differs.
    pub overlay: Option<SmolStr>,
    /// How that state is called, for instance `saved files`.
    pub baseline: String,
    /// Every node that is known, instead of one.
    pub all_nodes: bool,
}

/// What a change does.
#[derive(Clone, Debug)]
pub struct DiffAnswer {
    /// How the old state is called.
    pub baseline: String,
    pub changes: Changes,
}

#[derive(Clone, Debug)]
pub enum Changes {
    /// On one node, with the catalog of now.
    Node {
        difference: Box<NodeDifference>,
        now: Box<CatalogView>,
    },
    AllNodes(Vec<NodeDifference>),
}

/// What a change does on one node.
#[derive(Clone, Debug)]
pub struct NodeDifference {
    pub context: ViewContext,
    pub diff: CatalogDiff,
    /// What differs in what is only possible.
    pub undecided: UndecidedDiff,
    pub before: DiffState,
    pub after: DiffState,
}

/// How the evaluation of one state went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffState {
    pub ok: bool,
    /// With the calls that led there.
    pub errors: Vec<String>,
    /// The number of parts of the code that depend on something unknown.
    pub undecided: usize,
    pub missing: Vec<Missing>,
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
    /// Compares the preview of now with that of the old contents.
    pub fn catalog_diff(&self, file: FileId, question: DiffQuestion) -> Cancellable<Option<DiffAnswer>> {
        self.read_file(file, move |db, file| {
            let changes = match question.all_nodes {
                true => Changes::AllNodes(differences_of_all_nodes(db, file, &question)),
                false => Changes::Node {
                    difference: Box::new(difference(db, key_of(db, file, &question.preview), &question)),
                    now: Box::new(preview(db, file, &question.preview).view),
                },
            };
            DiffAnswer { baseline: question.baseline, changes }
        })
    }

    /// How many resources differ in the preview of each question; `None` where one of the states does not evaluate.
    pub fn changed_resources(
        &self,
        file: FileId,
        questions: Vec<PreviewQuestion>,
        overlay: Option<SmolStr>,
    ) -> Cancellable<Vec<Option<ChangeCount>>> {
        let counts = self.read_file(file, move |db, file| {
            let count = |key: PreviewKey<'_>| {
                let (before, after) = outcomes(db, key, overlay.as_ref());
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

/// The outcomes of a preview in an overlay and now.
fn outcomes(db: &dyn Db, key: PreviewKey<'_>, overlay: Option<&SmolStr>) -> (Arc<Outcome>, Arc<Outcome>) {
    let after = catalog_preview(db, key);
    match overlay.and_then(|name| db.workspace().overlays(db).get(name).copied()) {
        Some(overlay) => (catalog_preview(db, in_overlay(db, key, overlay)), after),
        None => (after.clone(), after),
    }
}

fn diff(db: &dyn Db, before: &Outcome, after: &Outcome) -> CatalogDiff {
    let nothing = Catalog::default();
    let [before, after] = [before, after].map(|outcome| outcome.catalog.as_ref().unwrap_or(&nothing));
    diff_catalogs(before, after, &|| db.unwind_if_revision_cancelled())
}

fn difference(db: &dyn Db, key: PreviewKey<'_>, question: &DiffQuestion) -> NodeDifference {
    let (before, after) = outcomes(db, key, question.overlay.as_ref());
    let context = contexts::view_context(db, key);
    let (environment, detail) = (key.environment(db), Detail::Messages);
    let view = |outcome: &Outcome| {
        CatalogView::of(Source { db, outcome, context: ViewContext::default(), environment, detail })
    };
    let (old, new) = (view(&before), view(&after));
    let undecided = UndecidedDiff::between(&old, &new);
    let [from, to] = [old, new].map(|view| DiffState {
        ok: view.ok,
        errors: view.error_texts(),
        undecided: view.undecided,
        missing: view.missing,
    });
    // The part of a catalog that was made before an error says nothing about what goes away.
    let diff = if from.ok && to.ok { diff(db, &before, &after) } else { CatalogDiff::default() };
    NodeDifference { diff, undecided, before: from, after: to, context }
}

fn differences_of_all_nodes(db: &dyn Db, file: FileInput, question: &DiffQuestion) -> Vec<NodeDifference> {
    let asked = key_of(db, file, &question.preview);
    let (environment, manifests) = (asked.environment(db), asked.manifests(db));
    let of_node = |node: SmolStr| {
        let facts = match &question.preview.facts {
            Some(_) => asked.fact_set(db),
            None => contexts::fact_set_of_node(db, &node),
        };
        let goal = PreviewGoal::Node;
        let key = PreviewKey::new(db, environment, manifests.clone(), node, facts, goal, PreviewMode::Observed);
        difference(db, key, question)
    };
    contexts::all_nodes(db, environment, &manifests).into_iter().map(of_node).collect()
}

/// How all nodes are named where one could be.
pub const ALL_NODES: &str = "*";

impl DiffAnswer {
    /// Renders what changes as a document to read.
    pub fn markdown(&self) -> String {
        match &self.changes {
            Changes::Node { difference, .. } => {
                let (label, undecided) = (&difference.context.label, difference.undecided.words());
                let head = format!("# What the changes do: {label}{undecided}\n\n");
                format!("{head}Compared with: {}\n\n{}", self.baseline, difference.markdown())
            }
            Changes::AllNodes(nodes) => self.markdown_of_all(nodes),
        }
    }

    fn markdown_of_all(&self, nodes: &[NodeDifference]) -> String {
        let (mut parts, mut unchanged) = (String::new(), Vec::new());
        for node in nodes {
            if node.changes() == 0 && node.is_ok() && node.undecided.is_empty() {
                unchanged.push(node.context.node.as_str());
            } else {
                let (label, undecided) = (&node.context.label, node.undecided.words());
                parts += &format!("\n## {label}{undecided}\n\n{}", node.markdown());
            }
        }
        if !unchanged.is_empty() {
            parts += &format!("\nNothing changes on: {}\n", unchanged.join(", "));
        }
        let changes = nodes.iter().map(NodeDifference::changes).sum();
        let changed = nodes.iter().filter(|node| node.changes() != 0).count();
        let total = format!("{} on {changed} of {} nodes", count_text(changes), nodes.len());
        let undecided = nodes.iter().filter(|node| !node.undecided.words().is_empty()).count();
        let undecided = match undecided {
            0 => String::new(),
            1 => ", 1 of them with undecided parts".to_string(),
            count => format!(", {count} of them with undecided parts"),
        };
        format!("# What the changes do: all nodes{undecided}\n\nCompared with: {}\n\n{total}\n{parts}", self.baseline)
    }
}

impl NodeDifference {
    /// Tells whether both states evaluate.
    pub fn is_ok(&self) -> bool {
        self.before.ok && self.after.ok
    }

    /// Returns how many resources differ.
    pub fn changes(&self) -> usize {
        self.diff.resource_count()
    }

    /// Returns one line for each thing that differs: `+` added, `-` removed, `~` changed.
    pub fn text(&self) -> String {
        self.diff.to_text() + &self.undecided.to_text()
    }

    fn markdown(&self) -> String {
        let mut text = String::new();
        for (name, state) in [("before", &self.before), ("now", &self.after)] {
            if !state.errors.is_empty() {
                text += &format!(
                    "## Errors {name}\n\n```\n{}\n```\n\nThat catalog is as far as the evaluation came.\n\n",
                    state.errors.join("\n")
                );
            }
        }
        for (name, state) in [("before", &self.before), ("now", &self.after)] {
            if !state.missing.is_empty() {
                let names: Vec<String> = state.missing.iter().map(Missing::text).collect();
                text += &format!("Not in the workspace {name}, and unknown for that: {}\n\n", names.join(", "));
            }
        }
        text += &count_text(self.changes());
        text += "\n";
        let changes = self.text();
        if !changes.is_empty() {
            text += &format!("\n```diff\n{changes}```\n");
        }
        text
    }
}

/// How many resources change, as lenses and documents say it.
pub fn count_text(count: usize) -> String {
    match count {
        0 => "no resource changes".to_string(),
        1 => "1 resource changes".to_string(),
        count => format!("{count} resources change"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;
    use crate::inputs::FileContent;
    use expect_test::{Expect, expect};

    const SITE: &str = "/env/manifests/site.pp";

    fn with_saved(text: &str, files: &[(&str, FileContent)]) -> Fixture {
        let mut fixture = Fixture::without_cursor(text);
        fixture.set_overlay("saved", files);
        fixture
    }

    fn question(baseline: &str, all_nodes: bool) -> DiffQuestion {
        let overlay = Some(SmolStr::new_static("saved"));
        DiffQuestion { preview: PreviewQuestion::default(), overlay, baseline: baseline.into(), all_nodes }
    }

    /// The document for what changes when `before` becomes `after`.
    fn check(before: &str, after: &str, expected: Expect) {
        let fixture = with_saved(after, &[(SITE, FileContent::Text(before.into()))]);
        let file = fixture.host.file_id(SITE).expect("a manifest");
        let question = question("saved files", false);
        let answer = fixture.host.analysis().catalog_diff(file, question).expect("no writer").expect("a file");
        expected.assert_eq(&answer.markdown());
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
    fn what_is_only_possible_is_compared_too() {
        check(
            "$u = generate('/bin/x')\nif $u == 'a' { file { '/old': } } else { fail('no') }\n",
            "$u = generate('/bin/x')\nif $u == 'a' { file { '/new': } } else { fail('no') }\nif $u == 'b' { notify { 'n': } }\n",
            expect![[r#"
                # What the changes do: node localhost.localdomain · no facts, with 2 undecided parts before and 3 now

                Compared with: saved files

                no resource changes

                ```diff
                - possible File[/old], if $u == 'a': generate(): a command on the server is not run
                + possible File[/new], if $u == 'a': generate(): a command on the server is not run
                + possible Notify[n], if $u == 'b': generate(): a command on the server is not run
                ```
            "#]],
        );
    }

    #[test]
    fn a_file_that_was_not_there() {
        let class = "/env/modules/a/manifests/init.pp";
        let text = format!("include a\n//- {class}\nclass a {{}}\n");
        let fixture = with_saved(&text, &[(class, FileContent::Absent)]);
        let site = fixture.file(SITE);
        let answer = fixture.host.analysis().catalog_diff(site, question("HEAD", false));
        let answer = answer.expect("no writer").expect("a file");
        let Changes::Node { difference, .. } = answer.changes else { panic!("one node was asked for") };
        let missing: Vec<String> = difference.before.missing.iter().map(Missing::text).collect();
        assert_eq!((missing.as_slice(), difference.after.missing.len()), (["class a".to_string()].as_slice(), 0));
    }

    #[test]
    fn all_nodes_with_those_that_stay_as_they_are() {
        let before = "node 'a' { notify { 'x': } }\nnode 'b' {}\nnode 'c' { notify { 'y': } }\n";
        let after = "node 'a' { notify { 'z': } }\nnode 'b' {}\nnode 'c' { notify { 'y': message => 'm' } }\n";
        let fixture = with_saved(after, &[(SITE, FileContent::Text(before.into()))]);
        let answer = fixture.host.analysis().catalog_diff(fixture.file(SITE), question("saved files", true));
        let answer = answer.expect("no writer").expect("a file");
        let Changes::AllNodes(nodes) = &answer.changes else { panic!("all nodes were asked for") };
        let counts: Vec<_> = nodes.iter().map(|node| (node.context.node.as_str(), node.changes())).collect();
        assert_eq!(counts, [("a", 2), ("b", 0), ("c", 1)]);
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
        .assert_eq(&answer.markdown());
    }

    #[test]
    fn a_class_of_the_node_counts_in_its_catalog() {
        let class = |message: &str| {
            format!("node 'a' {{ class {{ 'c': p => 1 }} }}\nclass c($p) {{ notify {{ '{message}': }} }}\n")
        };
        let fixture = with_saved(&class("new"), &[(SITE, FileContent::Text(class("old").as_str().into()))]);
        let (file, overlay) = (fixture.file(SITE), Some(SmolStr::new_static("saved")));
        let offset = class("new").find("class c").map(|at| at as u32);
        let question = PreviewQuestion { offset, ..PreviewQuestion::default() };
        let counts = fixture.host.analysis().changed_resources(file, vec![question], overlay).expect("no writer");
        assert_eq!(counts, [Some(ChangeCount { resources: 2, on_node: None })]);
        assert_eq!(counts[0].as_ref().map(ChangeCount::text).as_deref(), Some("2 resources change"));
    }
}
