//! The catalog of a node, class or define as data: what `compile --format report` says, with where each resource stands.

use std::sync::Arc;

use evaluator::Outcome;
use evaluator::error::EvaluationError;
use evaluator::outcome::LogEntry;
use serde_json::{Value as Json, json};
use smol_str::SmolStr;
use syntax::{ColumnUnit, Expr};

use super::preview_markdown;
use crate::db::Db;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::preview::contexts::{self, ContextLabel, own_manifest};
use crate::preview::origins::Origins;
use crate::preview::places::{NamedPlace, finish_message, name_offset, name_place};
use crate::preview::report::Names;
use crate::preview::{PreviewGoal, PreviewKey, catalog_preview, facts_named};
use crate::{FileId, FileRange, queries};

/// What is asked for; what is left out is taken from the context in force.
#[derive(Clone, Debug, Default)]
pub struct PreviewQuestion {
    pub offset: Option<u32>,
    pub node: Option<String>,
    pub facts: Option<String>,
}

#[derive(Clone, Debug)]
pub struct PreviewAnswer {
    pub report: Json,
    pub markdown: String,
    /// Each resource of the report's list with where it is declared.
    pub resources: Vec<(String, Option<FileRange>)>,
    pub context: ContextLabel,
    /// What the preview was made of.
    pub outcome: Arc<Outcome>,
}

impl Analysis {
    pub fn preview_catalog(&self, file: FileId, question: PreviewQuestion) -> Cancellable<Option<PreviewAnswer>> {
        self.read_file(file, move |db, file| preview(db, file, &question))
    }
}

/// The preview that a question asks for.
pub(crate) fn key_of<'db>(db: &'db dyn Db, file: FileInput, question: &PreviewQuestion) -> PreviewKey<'db> {
    let environment = queries::environment_of(db, file);
    let manifest = own_manifest(db, file);
    let (goal, named_node) = goal_at(db, file, question.offset);
    let node = question
        .node
        .as_ref()
        .map(SmolStr::new)
        .or(named_node)
        .unwrap_or_else(|| contexts::node_name(db, environment, manifest));
    let chosen_facts = question.facts.as_ref().map(SmolStr::new).filter(|name| facts_named(db, name).is_some());
    let fact_set = chosen_facts.unwrap_or_else(|| contexts::fact_set_name(db));
    PreviewKey::new(db, environment, manifest, node, fact_set, goal)
}

pub(crate) fn preview(db: &dyn Db, file: FileInput, question: &PreviewQuestion) -> PreviewAnswer {
    let key = key_of(db, file, question);
    let environment = key.environment(db);
    let outcome = catalog_preview(db, key);
    let context = contexts::label(db, key);
    let place = |place| name_place(db, place).map(|named: NamedPlace| (named.path, named.line, named.column));
    let offset = |file, offset| name_offset(db, file, offset);
    let path = |file| db.file_table().by_id(file).map(|file| file.path(db).to_string()).unwrap_or_default();
    let mut report = Names { place: &place, offset: &offset, path: &path }.report(&outcome);
    if let Json::Object(fields) = &mut report {
        fields.insert(
            "context".to_string(),
            json!({
                "node": context.node.as_str(),
                "facts": context.fact_set.as_str(),
                "environment": environment.name(db).as_str(),
                "edition": db.workspace().edition(db).name(),
                "label": context.text(),
            }),
        );
        let origins = Origins {
            db,
            environment,
            from: file,
            names: Names { place: &place, offset: &offset, path: &path },
            outcome: &outcome,
        };
        if let Some(catalog) = &outcome.catalog {
            fields.insert("origins".to_string(), origins.resources(catalog));
            let (relationships, is_cut) = origins.relationships(catalog);
            fields.insert("relationships".to_string(), relationships);
            if is_cut {
                fields.insert("relationships_cut".to_string(), true.into());
            }
        }
    }
    let resources = outcome
        .catalog
        .iter()
        .flat_map(|catalog| catalog.realized())
        .map(|(_, resource)| {
            let place = resource.place.and_then(|place| name_place(db, place)).map(|named| named.at);
            (format!("{}[{}]", resource.type_name, resource.title), place)
        })
        .collect();
    let markdown = preview_markdown::render(db, &outcome, &context, &environment.root(db));
    PreviewAnswer { report, markdown, resources, context, outcome }
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

/// A log line as it is shown.
pub(crate) fn log_text(db: &dyn Db, entry: &LogEntry) -> String {
    format!("{}: {}", entry.level.name(), finish_message(db, &entry.message))
}

/// The file and line of an error, of one in a text that cannot be read too.
fn error_line(db: &dyn Db, error: &EvaluationError) -> Option<(String, u32)> {
    if let Some((file, problem)) = error.issue.source_problem() {
        let file = db.file_table().by_id(file)?;
        let text = queries::text(db, file);
        let at = queries::line_index(db, file).line_column(&text, problem.anchor, ColumnUnit::CodePoints);
        return Some((file.path(db).to_string(), at.line + 1));
    }
    let place = name_place(db, error.place?)?;
    Some((place.path, place.line))
}

/// The errors of an outcome as they are shown, with the calls that led there.
pub(crate) fn error_texts(db: &dyn Db, outcome: &Outcome) -> Vec<String> {
    let mut texts: Vec<String> = outcome
        .errors
        .iter()
        .map(|error| {
            let mut text = finish_message(db, &error.message());
            if let Some((path, line)) = error_line(db, error) {
                text += &format!(" ({path}:{line})");
            }
            for frame in &error.frames {
                let at = frame.place.and_then(|place| name_place(db, place));
                let at = at.map(|place| format!(" at {}:{}", place.path, place.line)).unwrap_or_default();
                text += &format!("\n  in {}{at}", frame.what);
            }
            text
        })
        .collect();
    texts.extend(outcome.limit.iter().map(|limit| limit.message()));
    texts
}
