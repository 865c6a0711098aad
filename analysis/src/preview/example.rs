//! Evaluations of examples of specs: code that no file holds, with a request of its own. Nothing here is memoised by the database but
//! the files that the code reads; whoever asks keeps the outcomes.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use evaluator::outcome::InlineSource;
use evaluator::ruby::plugin_types::PluginType;
use evaluator::world::ParsedFile;
use evaluator::{Outcome, Request};
use syntax::{ReadOptions, SourceKind};

use super::world::{DatabaseWorld, ExampleCode};
use crate::db::Db;
use crate::host::{Analysis, Cancellable};
use crate::resolve::resource_types::plugin_type;

/// What one example evaluates.
#[derive(Clone, Debug)]
pub struct ExampleQuestion {
    /// In place of the environment's manifests.
    pub code: Arc<str>,
    pub request: Request,
    /// The configuration of Hiera's global layer, absolute.
    pub hiera_config: Option<String>,
}

impl Analysis {
    /// Returns what the plugins of the modules say of a resource type.
    pub fn plugin_type(&self, name: &str) -> Cancellable<Option<Arc<PluginType>>> {
        self.read(|db| {
            let file = plugin_type(db, db.workspace().environments(db)[0], name)?;
            super::ruby_types::plugin_type(db, file)
        })
    }

    /// Evaluates the code of an example in the first environment of the workspace.
    pub fn example(&self, question: &ExampleQuestion) -> Cancellable<Arc<Outcome>> {
        let question = AssertUnwindSafe(question);
        self.read(move |db| {
            let question = question.0;
            let id = db.file_table().next_id();
            let rules = question.request.edition.validation_rules();
            let options = ReadOptions { kind: SourceKind::Manifest, tasks: false, rules, location: None };
            let source = syntax::read(&question.code, &options);
            let errors = source.problems.iter().filter(|problem| problem.is_error()).cloned().collect();
            let parsed = ParsedFile { program: source.program.clone(), errors, warnings: Arc::default() };
            let code =
                ExampleCode { id, parsed, text: question.code.clone(), hiera_config: question.hiera_config.clone() };
            let environment = db.workspace().environments(db)[0];
            let world = DatabaseWorld::for_example(db, environment, code);
            let mut outcome = evaluator::compile(&world, &question.request);
            let (text, source_map) = (question.code.clone(), source.source_map.clone());
            outcome.inline_sources.push(InlineSource { file: id, text, source_map });
            Arc::new(outcome)
        })
    }
}
