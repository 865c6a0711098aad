//! One layer from its first level to its last: each location of each level is asked by the function of the level.

use std::sync::Arc;

use super::config::{FunctionKind, HieraConfig};
use super::data_file::DataFormat;
use super::error::HieraError;
use super::explain::{ExplainResult, ExplainStep};
use super::found_value::{Layer, LevelResult, SearchedLevel};
use super::hierarchy::{Location, LocationTarget, ResolvedLevel};
use super::interpolation::nesting_error;
use super::invocation::{Found, Invocation};
use super::lookup::LOOKUP_OPTIONS;
use super::lookup_key::LookupKey;
use super::merge::MergeStrategy;
use crate::interpreter::{Evaluated, Interpreter};
use crate::value::Value;

impl Interpreter<'_> {
    /// The levels of a configuration, or those of its `default_hierarchy`.
    pub(super) fn search_config(
        &mut self,
        layer: &Layer,
        config: &Arc<HieraConfig>,
        defaults: bool,
        key: &LookupKey,
        strategy: &MergeStrategy,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Found>> {
        if let Some(error) = nesting_error(invocation, &key.text, Some(&key.text)) {
            return self.fail(error, invocation.place);
        }
        // The functions of the hiera family take version 3's merge behavior for `hash`.
        let strategy = match &config.merge_behavior {
            Some(behavior) if invocation.is_hiera_function && *strategy == MergeStrategy::Hash => {
                self.merge_strategy(behavior, invocation)?
            }
            _ => strategy.clone(),
        };
        invocation.stack.push(key.text.to_string());
        invocation.enter(|| ExplainStep::Provider {
            name: layer_name(layer, config.version),
            configuration: config.file.map(|file| self.world.path(file).to_string()),
        });
        let result = self.search_levels(layer, config, defaults, key, &strategy, invocation);
        invocation.leave();
        invocation.stack.pop();
        result
    }

    fn search_levels(
        &mut self,
        layer: &Layer,
        config: &Arc<HieraConfig>,
        defaults: bool,
        key: &LookupKey,
        strategy: &MergeStrategy,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Found>> {
        let hierarchy = self.resolved_hierarchy(layer, config, invocation)?;
        let levels = if defaults { &hierarchy.default_levels } else { &hierarchy.levels };
        if levels.is_empty() {
            invocation.report_not_found(&key.text);
            return Ok(None);
        }
        self.merged(strategy, levels.len(), invocation, &mut |this, invocation, index| match levels.get(index) {
            Some(level) => this.search_level(layer, level, key, strategy, invocation),
            None => Ok(None),
        })
    }

    fn search_level(
        &mut self,
        layer: &Layer,
        level: &Arc<ResolvedLevel>,
        key: &LookupKey,
        strategy: &MergeStrategy,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Found>> {
        invocation.enter(|| ExplainStep::Provider {
            name: format!("Hierarchy entry \"{}\"", level.name),
            configuration: None,
        });
        let result = match &level.locations {
            None => self.merged(strategy, 1, invocation, &mut |this, invocation, _| {
                this.ask_location(layer, level, None, key, strategy, invocation)
            }),
            Some(locations) => self.merged(strategy, locations.len(), invocation, &mut |this, invocation, index| {
                let Some(location) = locations.get(index) else {
                    return Ok(None);
                };
                invocation.enter(|| ExplainStep::Location {
                    resolved: location.resolved.clone(),
                    original: location.original.clone(),
                    is_uri: matches!(location.target, LocationTarget::Uri),
                });
                let result = this.ask_location(layer, level, Some(location), key, strategy, invocation);
                invocation.leave();
                result
            }),
        };
        invocation.leave();
        result
    }

    fn ask_location(
        &mut self,
        layer: &Layer,
        level: &Arc<ResolvedLevel>,
        location: Option<&Location>,
        key: &LookupKey,
        strategy: &MergeStrategy,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Found>> {
        let file = match location.map(|location| &location.target) {
            Some(LocationTarget::Missing) => {
                invocation.report(|| ExplainResult::LocationNotFound);
                record(invocation, layer, level, location, LevelResult::FileMissing);
                return Ok(None);
            }
            Some(LocationTarget::Unknown(reason)) => {
                // Options of an unknown file would make every lookup unknown.
                if key.root == LOOKUP_OPTIONS {
                    return Ok(None);
                }
                record(invocation, layer, level, location, LevelResult::Found);
                return Ok(Some(Found { value: Value::Unknown(reason.clone()), origins: Vec::new() }));
            }
            Some(LocationTarget::File(file)) => Some(*file),
            Some(LocationTarget::Folder | LocationTarget::Uri) | None => None,
        };
        let found = match (level.kind, DataFormat::of_function(&level.function)) {
            (FunctionKind::DataHash, Some(format)) => match (file, location) {
                (Some(file), Some(location)) => {
                    self.ask_data_file(layer, level, file, format, location, key, invocation)?
                }
                _ => {
                    let error =
                        HieraError::MissingLocation { function: level.function.clone(), kind: level.kind.key() };
                    return self.fail(error, invocation.place);
                }
            },
            (FunctionKind::LookupKey, Some(format)) if level.function == "eyaml_lookup_key" => match (file, location) {
                (Some(file), Some(_)) => self.ask_encrypted_file(layer, level, file, format, key, invocation)?,
                _ => {
                    let error =
                        HieraError::MissingLocation { function: level.function.clone(), kind: level.kind.key() };
                    return self.fail(error, invocation.place);
                }
            },
            _ => self.ask_function(layer, level, location, key, strategy, invocation)?,
        };
        let result = if found.is_some() { LevelResult::Found } else { LevelResult::NotFound };
        record(invocation, layer, level, location, result);
        let shown = if level.kind == FunctionKind::DataDig { &key.text } else { &key.root };
        match &found {
            Some(found) => invocation.report_found(shown, &found.value),
            None => invocation.report_not_found(shown),
        }
        Ok(found)
    }
}

fn layer_name(layer: &Layer, version: u8) -> String {
    match layer {
        Layer::Global => format!("Global Data Provider (hiera configuration version {version})"),
        Layer::Environment => format!("Environment Data Provider (hiera configuration version {version})"),
        Layer::Module(name) => format!("Module \"{name}\" Data Provider (hiera configuration version {version})"),
    }
}

fn record(
    invocation: &mut Invocation,
    layer: &Layer,
    level: &ResolvedLevel,
    location: Option<&Location>,
    result: LevelResult,
) {
    // Lookups inside of lookups are not what was asked for, and nobody asks how a parameter got its value.
    if invocation.stack.len() > 1 || invocation.explainer.is_none() {
        return;
    }
    invocation.searched.push(SearchedLevel {
        layer: layer.clone(),
        level: level.name.to_string(),
        location: location.map(|location| location.resolved.clone()),
        file: match location.map(|location| &location.target) {
            Some(LocationTarget::File(file)) => Some(*file),
            _ => None,
        },
        result,
    });
}
