//! Evaluations that a command asks for: one environment, one goal, as Puppet would evaluate it.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use evaluator::Outcome;
use smol_str::SmolStr;

use super::contexts::{self, named_nodes};
use super::{Manifests, PreviewGoal, PreviewKey, PreviewMode, catalog_preview, in_overlay};
use crate::FileId;
use crate::catalog_view::{CatalogView, Detail, Locator, Source, ViewContext};
use crate::db::Db;
use crate::host::{Analysis, Cancellable};
use crate::inputs::EnvironmentInput;

/// A question of a command.
#[derive(Clone, Debug)]
pub struct CommandQuestion {
    pub goal: CommandGoal,
    /// Manifests to begin with; `None` means the environment's own.
    pub manifests: Option<Vec<FileId>>,
    /// The node; `None` means the first that the manifests name.
    pub node: Option<SmolStr>,
    /// The other state of the workspace that is meant, by name.
    pub overlay: Option<SmolStr>,
}

/// What a command wants to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandGoal {
    Catalog,
    /// The value of the last expression of a file.
    Value(FileId),
    /// A Hiera key.
    Key(String),
}

/// What came of a question, with what was chosen where the question left it open.
#[derive(Clone, Debug)]
pub struct CommandAnswer {
    pub outcome: Arc<Outcome>,
    pub context: ViewContext,
}

impl Analysis {
    /// Evaluates what a command asks for, in the first environment of the workspace.
    pub fn command(&self, question: &CommandQuestion) -> Cancellable<CommandAnswer> {
        self.read(|db| answer(db, question))
    }

    /// Returns every node that the manifests of the first environment name, in their order.
    pub fn nodes_named(&self, overlay: Option<&SmolStr>) -> Cancellable<Vec<SmolStr>> {
        self.read(|db| {
            let overlay = overlay.and_then(|name| db.workspace().overlays(db).get(name).copied());
            let base = first_environment(db);
            let counterparts = overlay.map(|overlay| overlay.environments(db)).unwrap_or_default();
            let other = counterparts.iter().find(|(from, _)| *from == base).map(|(_, to)| *to);
            named_nodes(db, other.unwrap_or(base), &None)
        })
    }

    /// Returns the messages of an answer, without its catalog.
    pub fn messages(&self, answer: &CommandAnswer) -> Cancellable<CatalogView> {
        self.view(answer, Detail::Messages)
    }

    /// Returns an answer with its catalog, for a report.
    pub fn report(&self, answer: &CommandAnswer) -> Cancellable<CatalogView> {
        self.view(answer, Detail::Resources)
    }

    fn view(&self, answer: &CommandAnswer, detail: Detail) -> Cancellable<CatalogView> {
        let answer = AssertUnwindSafe((answer, detail));
        self.read(move |db| {
            let AssertUnwindSafe((answer, detail)) = { answer };
            let (context, environment) = (answer.context.clone(), first_environment(db));
            CatalogView::of(Source { db, outcome: &answer.outcome, context, environment, detail })
        })
    }

    /// Writes an outcome, whose places only the database can name.
    pub fn with_locator<T>(&self, outcome: &Outcome, write: impl FnOnce(&Locator<'_>) -> T) -> Cancellable<T> {
        let work = AssertUnwindSafe((write, outcome));
        self.read(move |db| {
            let AssertUnwindSafe((write, outcome)) = { work };
            write(&Locator::new(db, outcome))
        })
    }
}

pub(crate) fn first_environment(db: &dyn Db) -> EnvironmentInput {
    db.workspace().environments(db)[0]
}

fn answer(db: &dyn Db, question: &CommandQuestion) -> CommandAnswer {
    let environment = first_environment(db);
    let input = |file: &FileId| db.file_table().by_id(*file);
    let manifests: Manifests = question.manifests.as_ref().map(|files| files.iter().filter_map(input).collect());
    let node = question.node.clone().unwrap_or_else(|| contexts::node_name(db, environment, &manifests));
    let goal = match &question.goal {
        CommandGoal::Catalog => PreviewGoal::Node,
        CommandGoal::Key(key) => PreviewGoal::Key(SmolStr::new(key)),
        CommandGoal::Value(file) => match input(file) {
            Some(file) => PreviewGoal::Value(file),
            None => PreviewGoal::Node,
        },
    };
    let fact_set = contexts::fact_set_name(db);
    let mut key = PreviewKey::new(db, environment, manifests, node, fact_set, goal, PreviewMode::Strict);
    if let Some(overlay) = question.overlay.as_ref().and_then(|name| db.workspace().overlays(db).get(name).copied()) {
        key = in_overlay(db, key, overlay);
    }
    CommandAnswer { outcome: catalog_preview(db, key), context: contexts::view_context(db, key) }
}
