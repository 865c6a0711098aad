//! Hiera 5: finds values for keys in the data of the global layer, the environment and the modules.
//!
//! This file holds the state and the entry points. All that is read comes from the `World`; nothing here knows of
//! classes or catalogs.

mod built_in_backends;
pub mod config;
mod config_version_3;
mod convert;
pub mod data_file;
pub mod data_node;
mod deep_merge;
pub mod error;
pub mod explain;
pub mod found_value;
mod function_backend;
pub mod global_layer;
mod hierarchy;
mod hocon;
mod interpolation;
pub mod invocation;
pub mod json;
mod layers;
mod levels;
pub mod lookup;
pub mod lookup_context;
pub mod lookup_key;
mod lookup_options;
pub mod merge;
mod readable_paths;
#[cfg(test)]
mod test_support;
mod type_checks;
pub mod yaml;
mod yaml_scalar;
mod yaml_tags;

use std::sync::Arc;

use smol_str::SmolStr;

pub(crate) use readable_paths::ReadablePath;

pub use found_value::{DataOrigin, FoundValue, Layer, LevelResult, SearchedLevel};

use crate::error::DataPlace;
use crate::fast_hash::{FastMap, FastSet};
use crate::interpreter::{Evaluated, Interpreter, Interrupt};
use crate::outcome::LookupAnswer;
use crate::place::{FileId, Place};
use crate::scope::ScopeId;
use crate::value::Value;
use data_file::{DataFormat, DataHash};
use error::HieraError;
use invocation::Invocation;

/// What one evaluation has read of Hiera so far.
#[derive(Debug, Default)]
pub struct Hiera {
    configs: FastMap<Layer, Result<Option<Arc<config::HieraConfig>>, HieraError>>,
    hierarchies: FastMap<Layer, Arc<hierarchy::ResolvedHierarchy>>,
    levels_made: usize,
    modules: Option<FastSet<SmolStr>>,
    data: FastMap<(FileId, DataFormat), Result<Arc<DataHash>, HieraError>>,
    checked_module_files: FastSet<FileId>,
    /// By the module of the keys.
    lookup_options: FastMap<Option<SmolStr>, Arc<lookup_options::CompiledOptions>>,
    environment_options: Option<Option<Value>>,
    default_options: FastMap<SmolStr, Arc<lookup_options::CompiledOptions>>,
    answers: FastMap<function_backend::AnswersKey, function_backend::FunctionAnswers>,
    context_caches: lookup_context::ContextCaches,
    /// Files that data functions have read, to say where values come from.
    read_files: FastMap<FileId, Option<data_node::DataNode>>,
    /// What data functions made of files, by path.
    file_data: FastMap<SmolStr, lookup_context::FileData>,
    /// The lookup whose data function is running.
    active: Option<lookup_context::ActiveLookup>,
    /// A data function said that it has no value.
    not_found: bool,
    warned: FastSet<String>,
}

impl Hiera {
    fn config_place(&self, layer: &Layer) -> Option<DataPlace> {
        let config = self.configs.get(layer)?.as_ref().ok()?.as_ref()?;
        config.file.map(|file| DataPlace { file, line: 0, column: 0 })
    }
}

impl Interpreter<'_> {
    /// The value that data gives to a parameter of a class (`class::parameter`), after merges and `convert_to`.
    ///
    /// `None`: no data has the key. A found `null` is `Some` with `Value::Undef`: the parameter then takes its
    /// default. Names are as the class is known, without a leading `::`.
    pub fn lookup_class_parameter(
        &mut self,
        class: &str,
        parameter: &str,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<Option<FoundValue>> {
        let mut invocation = self.new_invocation(scope, place);
        let found = self.lookup_key(&format!("{class}::{parameter}"), &Value::Undef, &mut invocation)?;
        let searched = invocation.searched;
        Ok(found.map(|found| FoundValue { value: found.value, origins: found.origins, searched }))
    }

    /// A lookup with its explanation: the text and data of `lookup --explain`. `merge` is undef or what `lookup` takes.
    pub fn explain_lookup(
        &mut self,
        key: &str,
        merge: &Value,
        scope: ScopeId,
        place: Place,
    ) -> (Evaluated<Option<FoundValue>>, explain::ExplainNode) {
        let mut invocation = self.new_invocation(scope, place);
        invocation.explainer = Some(explain::Explainer::default());
        let found = self.lookup_key(key, merge, &mut invocation);
        let explanation = invocation.explainer.take().unwrap_or_default().finish();
        let searched = invocation.searched;
        let found =
            found.map(|found| found.map(|found| FoundValue { value: found.value, origins: found.origins, searched }));
        (found, explanation)
    }

    /// What `Goal::Lookup` asks for: the key as `puppet lookup` finds it, with the facts of the node and no code evaluated.
    pub(crate) fn run_lookup_goal(&mut self, key: &str) -> Evaluated<()> {
        // No code asks, so there is no place to blame.
        let place = Place::new(FileId(u32::MAX), syntax::ExprId(0));
        let (found, explanation) = self.explain_lookup(key, &Value::Undef, ScopeId::TOP, place);
        let result = match found {
            Ok(Some(found)) => {
                self.outcome.value = Some(found.value.clone());
                self.outcome.lookup = Some(LookupAnswer { found: Some(found), explanation });
                return Ok(());
            }
            Ok(None) => self.fail(HieraError::NotFound { names: vec![key.to_string()] }, place),
            Err(interrupt) => Err(interrupt),
        };
        self.outcome.lookup = Some(LookupAnswer { found: None, explanation });
        result.map_err(|mut interrupt| {
            if let Interrupt::Error(error) = &mut *interrupt {
                error.place = None;
            }
            interrupt
        })
    }

    /// A lookup that starts here; inside of a data function it belongs to the lookup that called it.
    pub(crate) fn new_invocation(&self, scope: ScopeId, place: Place) -> Invocation {
        let mut invocation = Invocation::new(scope, place);
        if let Some(active) = &self.hiera.active {
            invocation.stack.clone_from(&active.stack);
        }
        invocation
    }
}

#[cfg(test)]
mod tests {
    use crate::request::{Goal, Request};
    use crate::{MemoryWorld, Value, compile};

    fn answer(key: &str) -> crate::Outcome {
        let world = MemoryWorld::new()
            .with_file("hiera.yaml", "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n")
            .with_file("data/common.yaml", "k: \"on %{trusted.certname}\"\n")
            .with_file("manifests/site.pp", "fail('code is not evaluated')\n");
        let mut request = Request::catalog("web01.example.com");
        request.goal = Goal::Lookup { key: key.to_string() };
        compile(&world, &request)
    }

    #[test]
    fn a_key_is_answered_without_evaluating_code() {
        let outcome = answer("k");
        assert!(outcome.is_ok(), "{:?}", outcome.errors);
        assert_eq!(outcome.value, Some(Value::string("on web01.example.com")));
        let found = outcome.lookup.and_then(|answer| answer.found).expect("a value");
        assert_eq!(found.origins.first().map(|origin| origin.line), Some(1));
    }

    #[test]
    fn a_key_that_is_nowhere_is_an_error_with_its_explanation() {
        let outcome = answer("nope");
        let message = outcome.errors.first().map(|error| error.message());
        assert_eq!(
            message.as_ref().map(|message| message.text()),
            Some("Function lookup() did not find a value for the name 'nope'")
        );
        let text = outcome.lookup.map(|answer| answer.explanation.to_text()).unwrap_or_default();
        assert!(text.ends_with("No such key: \"nope\"\n"), "{text}");
    }
}
