//! The catalog of a node, class or define, with where each resource and attribute came from.

use std::sync::Arc;

use evaluator::Outcome;
use smol_str::SmolStr;
use syntax::Expr;

use super::preview_markdown;
use crate::catalog_view::{CatalogView, Detail, Source};
use crate::db::Db;
use crate::document_kind::document_kind;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::preview::contexts::{self, own_manifest};
use crate::preview::node_blocks::NodeBlock;
use crate::preview::{PreviewGoal, PreviewKey, PreviewMode, catalog_preview, facts_named};
use crate::{FileId, queries};

/// What is asked for; what is left out is taken from the context in force.
#[derive(Clone, Debug, Default)]
pub struct PreviewQuestion {
    pub offset: Option<u32>,
    pub node: Option<String>,
    pub facts: Option<String>,
    /// The class or define at the place alone, although the node has it.
    pub alone: bool,
}

#[derive(Clone, Debug)]
pub struct PreviewAnswer {
    pub view: CatalogView,
    /// What the preview was made of.
    pub outcome: Arc<Outcome>,
    /// The folder of the environment.
    root: Arc<str>,
}

impl PreviewAnswer {
    /// Renders the catalog as a document to read.
    pub fn markdown(&self) -> String {
        preview_markdown::render(&self.view, &self.root)
    }
}

impl Analysis {
    pub fn preview_catalog(&self, file: FileId, question: PreviewQuestion) -> Cancellable<Option<PreviewAnswer>> {
        self.read_file(file, move |db, file| preview(db, file, &question))
    }
}

/// The preview that a question asks for: the node in force, with what it has of the class at the place. A class that the node does
/// not get is shown alone.
pub(crate) fn key_of<'db>(db: &'db dyn Db, file: FileInput, question: &PreviewQuestion) -> PreviewKey<'db> {
    let environment = queries::environment_of(db, file);
    let manifests = own_manifest(db, file);
    let at = definition_at(db, file, question.offset);
    let chosen = contexts::node_name(db, environment, &manifests);
    let node = match (&question.node, &at) {
        (Some(node), _) => SmolStr::new(node),
        (None, Some(AskedFor::Node(block))) if !block.is_for(db, environment, &manifests, &chosen) => {
            block.known_node(db, environment, &manifests).unwrap_or(chosen)
        }
        (None, _) => chosen,
    };
    let chosen_facts = question.facts.as_ref().map(SmolStr::new).filter(|name| facts_named(db, name).is_some());
    let key = |goal: PreviewGoal| {
        let own = || contexts::fact_set_of_goal(db, environment, file, &goal);
        let fact_set = chosen_facts.clone().unwrap_or_else(own);
        PreviewKey::new(db, environment, manifests.clone(), node.clone(), fact_set, goal, PreviewMode::Observed)
    };
    let whole = key(PreviewGoal::Node);
    match at {
        Some(AskedFor::Class(name)) if question.alone || !has_class(db, whole, &name) => key(PreviewGoal::Class(name)),
        Some(AskedFor::Define(name)) if question.alone || !has_define(db, whole, &name) => {
            key(PreviewGoal::Define(name))
        }
        _ => whole,
    }
}

fn has_class(db: &dyn Db, node: PreviewKey<'_>, class: &SmolStr) -> bool {
    catalog_preview(db, node).catalog.as_ref().is_some_and(|catalog| catalog.classes.contains(class))
}

fn has_define(db: &dyn Db, node: PreviewKey<'_>, define: &str) -> bool {
    let outcome = catalog_preview(db, node);
    let Some(catalog) = &outcome.catalog else { return false };
    catalog.realized().any(|(_, resource)| resource.type_name.eq_ignore_ascii_case(define))
}

pub(crate) fn preview(db: &dyn Db, file: FileInput, question: &PreviewQuestion) -> PreviewAnswer {
    let key = key_of(db, file, question);
    let environment = key.environment(db);
    let outcome = catalog_preview(db, key);
    let context = contexts::view_context(db, key);
    let detail = Detail::Origins { environment, from: file };
    let view = CatalogView::of(Source { db, outcome: &outcome, context, environment, detail });
    PreviewAnswer { view, outcome, root: environment.root(db).as_ref().into() }
}

/// The definition that a preview is asked for at.
enum AskedFor {
    Node(NodeBlock),
    Class(SmolStr),
    Define(SmolStr),
}

fn definition_at(db: &dyn Db, file: FileInput, offset: Option<u32>) -> Option<AskedFor> {
    let offset = offset.filter(|_| document_kind(db, file).is_source())?;
    let source = queries::source_file(db, file);
    let program = &source.program;
    source.source_map.touching(offset).into_iter().rev().find_map(|id| match program.expr(id) {
        Expr::Class(class) => Some(AskedFor::Class(class.name.clone())),
        Expr::Define(define) => Some(AskedFor::Define(define.name.clone())),
        Expr::Node(node) => Some(AskedFor::Node(NodeBlock::of(program, node))),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::Change;
    use crate::fixture::Fixture;
    use crate::inputs::ChosenContext;

    const SITE: &str = "node 'web01', 'web02' { include m }\nnode /^db\\d+/ { notify { 'db': } }\nnode default { }\n\
        //- /env/modules/m/manifests/init.pp\nclass m { m::d { 'x': } }\n//- /env/modules/m/manifests/d.pp\ndefine m::d { notify { $title: } }\n\
        //- /env/modules/m/manifests/other.pp\nclass m::other { }\n//- /env/data/common.yaml\na: 1\n";

    /// The label of the preview at a text of a file, with a node chosen.
    fn label(chosen: Option<&str>, path: &str, at: &str, alone: bool) -> String {
        let mut fixture = Fixture::without_cursor(SITE);
        let context = ChosenContext { node: chosen.map(Into::into), fact_set: None };
        fixture.host.apply_change(Change { context: Some(context), ..Change::default() });
        let offset = fixture.text(path).find(at).map(|offset| offset as u32);
        let question = PreviewQuestion { offset, alone, ..PreviewQuestion::default() };
        let answer = fixture.host.analysis().preview_catalog(fixture.file(path), question);
        answer.expect("no writer").expect("a file").view.context.label
    }

    #[test]
    fn the_chosen_node_wins_where_the_definition_is_for_it() {
        let site = "/env/manifests/site.pp";
        assert_eq!(label(None, site, "include m", false), "node web01 · no facts");
        assert_eq!(label(Some("web02"), site, "include m", false), "node web02 · no facts");
        assert_eq!(label(Some("db7"), site, "notify", false), "node db7 · no facts");
        assert_eq!(label(Some("db7"), site, "include m", false), "node web01 · no facts");
        assert_eq!(label(Some("mail1"), site, "default", false), "node mail1 · no facts");
    }

    #[test]
    fn a_class_is_shown_in_the_node_that_has_it() {
        let class = "/env/modules/m/manifests/init.pp";
        assert_eq!(label(Some("web02"), class, "class m", false), "node web02 · no facts");
        assert_eq!(label(Some("web02"), class, "class m", true), "class m alone · no facts");
        assert_eq!(label(Some("db1"), class, "class m", false), "class m alone · no facts");
        assert_eq!(label(Some("web02"), "/env/modules/m/manifests/d.pp", "define", false), "node web02 · no facts");
        let other = "/env/modules/m/manifests/other.pp";
        assert_eq!(label(Some("web02"), other, "class", false), "class m::other alone · no facts");
    }

    #[test]
    fn data_shows_the_chosen_node() {
        assert_eq!(label(Some("web02"), "/env/data/common.yaml", "a", false), "node web02 · no facts");
    }
}
