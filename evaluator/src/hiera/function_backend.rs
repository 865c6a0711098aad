//! Levels whose data comes from a function, written in Puppet or in Ruby: it is called with the options of the level and a context.
//! The files that it reads are where its values come from.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use smol_str::SmolStr;

use super::built_in_backends::is_lookup_value;
use super::config::FunctionKind;
use super::data_node::{DataEntry, Position};
use super::error::HieraError;
use super::found_value::{DataOrigin, Layer};
use super::hierarchy::{Location, LocationTarget, ResolvedLevel};
use super::invocation::{Found, Invocation};
use super::lookup::{LOOKUP_OPTIONS, type_label};
use super::lookup_context;
use super::lookup_key::LookupKey;
use super::merge::MergeStrategy;
use crate::interpreter::{Evaluated, Interpreter, Interrupt};
use crate::place::FileId;
use crate::value::Value;

/// What a function has answered for one location of one level.
#[derive(Debug, Default)]
pub struct FunctionAnswers {
    /// Of a `data_hash` function: all its data.
    data: Option<Answer>,
    /// Of the others: by key; `None` is "not found".
    by_key: HashMap<SmolStr, Option<Answer>>,
}

/// A value with the files that its function has read for it.
#[derive(Clone, Debug)]
struct Answer {
    value: Value,
    files: Vec<FileId>,
}

/// A location of a level.
pub type AnswersKey = (usize, Option<String>);

impl Interpreter<'_> {
    pub(super) fn ask_function(
        &mut self,
        layer: &Layer,
        level: &Arc<ResolvedLevel>,
        location: Option<&Location>,
        key: &LookupKey,
        _strategy: &MergeStrategy,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Found>> {
        if let Some(reason) = self.why_unknown(level) {
            // Unknown options would make every lookup unknown.
            if key.root == LOOKUP_OPTIONS {
                return Ok(None);
            }
            let value = self.unknown(reason, Some(invocation.place));
            return Ok(Some(Found { value, origins: vec![origin(layer, level, location)] }));
        }
        if !self.has_puppet_function(&level.function)? && self.ruby_function_file(&level.function).is_none() {
            let error = HieraError::FunctionNotFound {
                kind: level.kind.key(),
                name: level.function.clone(),
                place: self.hiera.config_place(layer),
            };
            return self.fail(error, invocation.place);
        }
        let slot: AnswersKey = (level.id, location.map(|location| location.resolved.clone()));
        let answer = match level.kind {
            FunctionKind::DataHash => self.ask_data_hash(layer, level, location, slot, key, invocation)?,
            _ => self.ask_by_key(layer, level, location, slot, key, invocation)?,
        };
        let Some(answer) = answer else { return Ok(None) };
        // Unknown options would make every lookup unknown.
        if key.root == LOOKUP_OPTIONS && matches!(answer.value, Value::Unknown(_)) {
            return Ok(None);
        }
        let origin = self.origin_of_answer(layer, level, location, &answer, key);
        Ok(Some(Found { value: answer.value, origins: vec![origin] }))
    }

    /// Why the data of a level cannot be known, where that is so.
    fn why_unknown(&self, level: &ResolvedLevel) -> Option<String> {
        let is_older = level.kind == FunctionKind::Hiera3Backend;
        is_older.then(|| format!("the Hiera 3 backend '{}' is written in Ruby", level.function))
    }

    fn ask_data_hash(
        &mut self,
        layer: &Layer,
        level: &Arc<ResolvedLevel>,
        location: Option<&Location>,
        slot: AnswersKey,
        key: &LookupKey,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Answer>> {
        let known = self.hiera.answers.get(&slot).and_then(|answers| answers.data.clone());
        let data = match known {
            Some(data) => data,
            None => {
                let answer = self.call_data_function(layer, level, location, None, invocation)?;
                let answer = answer.unwrap_or(Answer { value: Value::Undef, files: Vec::new() });
                let data = match answer.value {
                    data @ (Value::Hash(_) | Value::Unknown(_)) => data,
                    other => {
                        let mismatch = format!("expects a Hash value, got {}", type_label(&other));
                        let subject = format!("Value returned from {}{}", full_name(level), at(location));
                        let error = HieraError::WrongType { subject, mismatch, is_lookup_error: true };
                        return self.fail(error, invocation.place);
                    }
                };
                let data = Answer { value: self.own_keys(layer, level, location, data), files: answer.files };
                self.hiera.answers.entry(slot).or_default().data = Some(data.clone());
                data
            }
        };
        let Answer { value: Value::Hash(entries), files } = data else {
            return Ok(Some(data));
        };
        let Some(value) = entries.get(&Value::String(key.root.clone())) else {
            return Ok(None);
        };
        let subject =
            format!("Value for key '{}', in hash returned from {}{}", key.root, full_name(level), at(location));
        self.check_lookup_value(value, subject, invocation)?;
        let value = value.clone();
        let value = self.interpolate_data(&value, invocation, true)?;
        Ok(Some(Answer { value, files }))
    }

    fn ask_by_key(
        &mut self,
        layer: &Layer,
        level: &Arc<ResolvedLevel>,
        location: Option<&Location>,
        slot: AnswersKey,
        key: &LookupKey,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Answer>> {
        let (asked, argument) = match level.kind {
            FunctionKind::DataDig => {
                let segments = std::iter::once(Value::String(key.root.clone()));
                let segments = segments.chain(key.segments.iter().map(super::lookup_key::Segment::to_value));
                (key.text.clone(), Value::array(segments))
            }
            _ => (key.root.clone(), Value::String(key.root.clone())),
        };
        if let Some(known) = self.hiera.answers.get(&slot).and_then(|answers| answers.by_key.get(&asked)) {
            return Ok(known.clone());
        }
        let answer = self.call_data_function(layer, level, location, Some(argument), invocation)?;
        if let Some(Answer { value, .. }) = &answer {
            let subject = format!("Value for key '{asked}', returned from {}{}", full_name(level), at(location));
            self.check_lookup_value(value, subject, invocation)?;
        }
        // What was dug out is put back, for the dotted key is applied later.
        let answer = match level.kind {
            FunctionKind::DataDig => answer.map(|answer| Answer { value: key.undig(answer.value), ..answer }),
            _ => answer,
        };
        self.hiera.answers.entry(slot).or_default().by_key.insert(asked, answer.clone());
        Ok(answer)
    }

    fn check_lookup_value(&self, value: &Value, subject: String, invocation: &Invocation) -> Evaluated<()> {
        if is_lookup_value(value) {
            return Ok(());
        }
        let type_text = crate::types::infer_reduced(value).to_string();
        self.fail(HieraError::NotLookupValue { subject, type_text }, invocation.place)
    }

    /// Calls the function; `None` where it said `$context.not_found()`.
    fn call_data_function(
        &mut self,
        layer: &Layer,
        level: &Arc<ResolvedLevel>,
        location: Option<&Location>,
        key: Option<Value>,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Answer>> {
        let mut options = match &level.options {
            Value::Hash(entries) => (**entries).clone(),
            _ => Default::default(),
        };
        if let Some(location) = location {
            let name = if matches!(location.target, LocationTarget::Uri) { "uri" } else { "path" };
            options.insert(Value::string(name), Value::string(&location.resolved));
        }
        let module = match layer {
            Layer::Module(name) => Some(name.clone()),
            _ => None,
        };
        let cache = (level.id, location.map(|location| location.resolved.clone()));
        let context = lookup_context::new_context(self, module, cache);
        let mut arguments: Vec<Value> = key.into_iter().collect();
        arguments.push(Value::Hash(Arc::new(options)));
        arguments.push(context);
        // Puppet calls it in the scope of whoever asked; what it looks up itself must see what is being looked up.
        let outer = self.hiera.active.replace(super::lookup_context::ActiveLookup {
            stack: invocation.stack.clone(),
            scope: invocation.scope,
            explained: Vec::new(),
            files: Vec::new(),
        });
        let outer_not_found = std::mem::take(&mut self.hiera.not_found);
        let result = self.call_function(&level.function, arguments, None, invocation.scope, invocation.place);
        let not_found = std::mem::replace(&mut self.hiera.not_found, outer_not_found);
        let active = std::mem::replace(&mut self.hiera.active, outer);
        let (explained, files) = active.map(|active| (active.explained, active.files)).unwrap_or_default();
        for text in explained {
            invocation.report_text(|| text);
        }
        match result {
            Ok(_) if not_found => Ok(None),
            Ok(value) => Ok(Some(Answer { value, files })),
            // What Ruby code throws comes up to here.
            Err(interrupt) if not_found && matches!(*interrupt, Interrupt::Return(..)) => Ok(None),
            Err(interrupt) => Err(interrupt),
        }
    }

    /// The place that gave a value: where the key is in the last file that the function has read and that has it.
    fn origin_of_answer(
        &mut self,
        layer: &Layer,
        level: &ResolvedLevel,
        location: Option<&Location>,
        answer: &Answer,
        key: &LookupKey,
    ) -> DataOrigin {
        let files = &answer.files;
        let place = files.iter().rev().find_map(|file| {
            let position = self.position_of_key(*file, &key.root, &answer.value)?;
            Some((*file, position))
        });
        let first_line = Position { line: 1, column: 1 };
        match place.or_else(|| files.last().map(|file| (*file, first_line))) {
            Some((file, position)) => DataOrigin {
                file: Some(file),
                line: position.line,
                column: position.column,
                ..origin(layer, level, location)
            },
            None => origin(layer, level, location),
        }
    }

    /// Where a key is in a file, at its top or one level below; an entry with the value itself comes first.
    fn position_of_key(&mut self, file: FileId, key: &str, value: &Value) -> Option<Position> {
        if !self.hiera.read_files.contains_key(&file) {
            let limit = self.request.limits.file_bytes;
            let bytes = self.world.bytes(file).filter(|bytes| bytes.len() <= limit);
            let is_json = self.world.path(file).ends_with(".json");
            let document = bytes.and_then(|bytes| match is_json {
                true => super::json::parse_bytes(&bytes).ok(),
                false => super::yaml::parse_any_class(&bytes).ok().flatten(),
            });
            self.hiera.read_files.insert(file, document);
        }
        let document = self.hiera.read_files.get(&file)?.as_ref()?;
        let nested = document.entries()?.iter().filter_map(|entry| entry.value.entry(key));
        let entries: Vec<&DataEntry> = document.entry(key).into_iter().chain(nested).collect();
        let exact = entries.iter().find(|entry| entry.value.to_value() == *value);
        exact.or(entries.first()).map(|entry| entry.key.position)
    }

    /// A module's data without the keys that are not its own.
    fn own_keys(&mut self, layer: &Layer, level: &ResolvedLevel, location: Option<&Location>, data: Value) -> Value {
        let (Layer::Module(module), Value::Hash(entries)) = (layer, &data) else {
            return data;
        };
        let prefix = format!("{module}::");
        let is_own = |key: &Value| key.as_str().is_some_and(|key| key == "lookup_options" || key.starts_with(&prefix));
        if entries.keys().all(is_own) {
            return data;
        }
        let names_the_key = self.rules.names_unqualified_module_keys();
        for key in entries.keys().filter(|key| !is_own(key)) {
            let got =
                if names_the_key { format!("; got {}", crate::ruby_core::text::to_s(key)) } else { String::new() };
            self.warn_of_data(format!(
                "Module '{module}': Value returned from {}{} must use keys qualified with the name of the module{got}",
                full_name(level),
                at(location)
            ));
        }
        Value::hash(entries.iter().filter(|(key, _)| is_own(key)).map(|(key, value)| (key.clone(), value.clone())))
    }
}

fn full_name(level: &ResolvedLevel) -> String {
    format!("{} function '{}'", level.kind.key(), level.function)
}

fn at(location: Option<&Location>) -> String {
    location.map(|location| format!(", when using location '{}',", location.resolved)).unwrap_or_default()
}

fn origin(layer: &Layer, level: &ResolvedLevel, location: Option<&Location>) -> DataOrigin {
    let file = match location.map(|location| &location.target) {
        Some(LocationTarget::File(file)) => Some(*file),
        _ => None,
    };
    DataOrigin { layer: layer.clone(), level: level.name.to_string(), file, line: 0, column: 0 }
}
