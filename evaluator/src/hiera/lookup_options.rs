//! `lookup_options`: what data says about how its keys are looked up, by name or by regular expression.

use std::sync::Arc;

use smol_str::SmolStr;

use super::config::HieraConfig;
use super::error::HieraError;
use super::explain::{ExplainResult, ExplainStep};
use super::found_value::Layer;
use super::invocation::Invocation;
use super::lookup_key::LookupKey;
use super::merge::MergeStrategy;
use crate::interpreter::{Evaluated, Interpreter};
use crate::regex_dialect::RubyRegex;
use crate::value::{HashEntries, Value};

/// The options of all keys that one module (or none) can ask for.
#[derive(Debug, Default)]
pub struct CompiledOptions {
    exact: HashEntries,
    /// Tried in order.
    patterns: Vec<(Arc<RubyRegex>, Value)>,
}

impl CompiledOptions {
    fn get(&self, root: &str) -> Option<Value> {
        if let Some(options) = self.exact.get(&Value::string(root)).filter(|options| !options.is_undef()) {
            return Some(options.clone());
        }
        let matching = self.patterns.iter().find(|(pattern, _)| pattern.is_match(root).unwrap_or(false));
        matching.map(|(_, options)| options.clone())
    }
}

impl Interpreter<'_> {
    /// What `lookup_options` says of a key.
    pub(super) fn lookup_options_of(
        &mut self,
        key: &LookupKey,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Value>> {
        let module: Option<SmolStr> = key.module().map(Into::into);
        if let Some(known) = self.hiera.lookup_options.get(&module) {
            return self.options_from(&known.clone(), key, invocation);
        }
        let outer_stack = invocation.stack.clone();
        let outer_searched = std::mem::take(&mut invocation.searched);
        let outer_overrides = std::mem::take(&mut invocation.overrides);
        let outer_defaults = std::mem::take(&mut invocation.defaults);
        invocation.enter(|| ExplainStep::Key("lookup_options".to_string()));
        let result = self.retrieve_options(module.clone(), invocation);
        invocation.leave();
        invocation.stack = outer_stack;
        invocation.searched = outer_searched;
        invocation.overrides = outer_overrides;
        invocation.defaults = outer_defaults;
        let compiled = Arc::new(result?);
        self.hiera.lookup_options.insert(module, compiled.clone());
        self.options_from(&compiled, key, invocation)
    }

    fn options_from(
        &self,
        compiled: &CompiledOptions,
        key: &LookupKey,
        invocation: &Invocation,
    ) -> Evaluated<Option<Value>> {
        match compiled.get(&key.root) {
            options @ (None | Some(Value::Hash(_) | Value::Unknown(_))) => Ok(options),
            Some(_) => {
                let error = HieraError::KeyOptionsNotAHash { key: key.root.to_string() };
                self.fail(error, invocation.place)
            }
        }
    }

    fn retrieve_options(&mut self, module: Option<SmolStr>, invocation: &mut Invocation) -> Evaluated<CompiledOptions> {
        let Ok(key) = LookupKey::parse("lookup_options") else {
            return Ok(CompiledOptions::default());
        };
        let environment = self.environment_options(&key, invocation)?;
        let Some(module) = module.filter(|_| !invocation.global_only) else {
            return self.compile_options(environment, invocation);
        };
        let found = self.search_module(&key, &MergeStrategy::Hash, invocation)?;
        let of_module = self.checked_options(found.map(|found| found.value), Some(&module), invocation)?;
        let merged = match (environment, of_module) {
            (Some(environment), Some(of_module)) => {
                invocation.enter(|| ExplainStep::Merge { strategy: "hash", options: None });
                for (name, options) in
                    [("Global and Environment".to_string(), &environment), (format!("Module {module}"), &of_module)]
                {
                    invocation.enter(|| ExplainStep::Scope(name));
                    invocation.report_found("lookup_options", options);
                    invocation.leave();
                }
                let merged = MergeStrategy::Hash.merge(&environment, &of_module).unwrap_or(environment);
                invocation.report(|| ExplainResult::Merged(merged.clone()));
                invocation.leave();
                Some(merged)
            }
            (environment, of_module) => environment.or(of_module),
        };
        self.compile_options(merged, invocation)
    }

    /// The options of the global layer and the environment, merged once.
    fn environment_options(&mut self, key: &LookupKey, invocation: &mut Invocation) -> Evaluated<Option<Value>> {
        if let Some(known) = &self.hiera.environment_options {
            return Ok(known.clone());
        }
        let strategy = MergeStrategy::Hash;
        let global = self.search_layer(&Layer::Global, key, &strategy, invocation)?;
        let global = self.checked_options(global.map(|found| found.value), None, invocation)?;
        if invocation.global_only {
            return Ok(global);
        }
        let environment = self.search_layer(&Layer::Environment, key, &strategy, invocation)?;
        let environment = self.checked_options(environment.map(|found| found.value), None, invocation)?;
        let merged = match (global, environment) {
            (Some(global), Some(environment)) => Some(strategy.merge(&global, &environment).unwrap_or(global)),
            (global, environment) => global.or(environment),
        };
        self.hiera.environment_options = Some(merged.clone());
        Ok(merged)
    }

    /// The merge that a module's `default_hierarchy` asks for a key.
    pub(super) fn default_hierarchy_options(
        &mut self,
        layer: &Layer,
        config: &Arc<HieraConfig>,
        key: &LookupKey,
        invocation: &mut Invocation,
    ) -> Evaluated<Value> {
        let Layer::Module(module) = layer else {
            return Ok(Value::Undef);
        };
        if !self.hiera.default_options.contains_key(module) {
            let outer_searched = std::mem::take(&mut invocation.searched);
            invocation.enter(|| ExplainStep::Scope("Searching for \"lookup_options\"".to_string()));
            let found = self.search_default_options(layer, config, invocation);
            invocation.leave();
            invocation.searched = outer_searched;
            let options = self.checked_options(found?.map(|found| found.value), Some(module), invocation)?;
            let compiled = self.compile_options(options, invocation)?;
            self.hiera.default_options.insert(module.clone(), Arc::new(compiled));
        }
        let options = self.hiera.default_options.get(module).and_then(|options| options.get(&key.root));
        Ok(match options {
            Some(Value::Hash(entries)) => entries.get(&Value::string("merge")).cloned().unwrap_or(Value::Undef),
            _ => Value::Undef,
        })
    }

    /// Options must be a hash; those of a module must be about its own keys.
    fn checked_options(
        &self,
        options: Option<Value>,
        module: Option<&SmolStr>,
        invocation: &Invocation,
    ) -> Evaluated<Option<Value>> {
        let entries = match &options {
            None | Some(Value::Undef | Value::Unknown(_)) => return Ok(None),
            Some(Value::Hash(entries)) => entries,
            Some(_) => return self.fail(HieraError::LookupOptionsNotAHash, invocation.place),
        };
        if let Some(module) = module {
            let prefix = format!("{module}::");
            for key in entries.keys().filter_map(Value::as_str) {
                match key.strip_prefix('^') {
                    Some(pattern) if !pattern.starts_with(&prefix) => {
                        let error = HieraError::ForeignLookupOptionsPattern { module: module.clone() };
                        return self.fail(error, invocation.place);
                    }
                    None if !key.starts_with(&prefix) => {
                        let error = HieraError::ForeignLookupOptionsKey { module: module.clone() };
                        return self.fail(error, invocation.place);
                    }
                    _ => {}
                }
            }
        }
        Ok(options)
    }

    fn compile_options(&mut self, options: Option<Value>, invocation: &Invocation) -> Evaluated<CompiledOptions> {
        let mut compiled = CompiledOptions::default();
        let Some(Value::Hash(entries)) = options else {
            return Ok(compiled);
        };
        for (key, value) in entries.iter() {
            match key.as_str().filter(|key| key.starts_with('^')) {
                Some(pattern) => match self.regexp(pattern).compiled() {
                    Ok(regex) => compiled.patterns.push((regex.clone(), value.clone())),
                    Err(problem) => {
                        let error = HieraError::BadLookupOptionsPattern {
                            pattern: pattern.to_string(),
                            problem: problem.message(pattern),
                        };
                        return self.fail(error, invocation.place);
                    }
                },
                None => {
                    compiled.exact.insert(key.clone(), value.clone());
                }
            }
        }
        Ok(compiled)
    }
}
