//! The catalog of a node, class or define, with where each resource and attribute came from.

use std::sync::Arc;

use evaluator::Outcome;
use smol_str::SmolStr;
use syntax::Expr;

use super::preview_markdown;
use crate::catalog_view::{CatalogView, Detail, Source};
use crate::db::Db;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::preview::contexts::{self, own_manifest};
use crate::preview::{PreviewGoal, PreviewKey, PreviewMode, catalog_preview, facts_named};
use crate::{FileId, queries};

/// What is asked for; what is left out is taken from the context in force.
#[derive(Clone, Debug, Default)]
pub struct PreviewQuestion {
    pub offset: Option<u32>,
    pub node: Option<String>,
    pub facts: Option<String>,
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

/// The preview that a question asks for.
pub(crate) fn key_of<'db>(db: &'db dyn Db, file: FileInput, question: &PreviewQuestion) -> PreviewKey<'db> {
    let environment = queries::environment_of(db, file);
    let manifests = own_manifest(db, file);
    let (goal, named_node) = goal_at(db, file, question.offset);
    let node = question
        .node
        .as_ref()
        .map(SmolStr::new)
        .or(named_node)
        .unwrap_or_else(|| contexts::node_name(db, environment, &manifests));
    let chosen_facts = question.facts.as_ref().map(SmolStr::new).filter(|name| facts_named(db, name).is_some());
    let fact_set = chosen_facts.unwrap_or_else(|| contexts::fact_set_name(db));
    PreviewKey::new(db, environment, manifests, node, fact_set, goal, PreviewMode::Observed)
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

/// What the definition at an offset asks to be previewed: a node by its name, a class or define alone.
fn goal_at(db: &dyn Db, file: FileInput, offset: Option<u32>) -> (PreviewGoal, Option<SmolStr>) {
    let Some(offset) = offset else { return (PreviewGoal::Node, None) };
    let source = queries::source_file(db, file);
    let program = &source.program;
    for id in source.source_map.touching(offset).into_iter().rev() {
        match program.expr(id) {
            Expr::Class(class) => return (PreviewGoal::Class(class.name.clone()), None),
            Expr::Define(define) => return (PreviewGoal::Define(define.name.clone()), None),
            Expr::Node(node) => {
                let named = node.matches.iter().find_map(|matching| match program.expr(*matching) {
                    Expr::String(name) | Expr::QualifiedName(name) => Some(name.clone()),
                    _ => None,
                });
                return (PreviewGoal::Node, named);
            }
            _ => {}
        }
    }
    (PreviewGoal::Node, None)
}
