//! The data functions that come with Puppet and read a file: `yaml_data`, `json_data`, `hocon_data`,
//! `eyaml_lookup_key`.

use std::sync::Arc;

use super::data_file::{self, DataFormat, DataHash, LoadedData};
use super::data_node::DataEntry;
use super::error::HieraError;
use super::found_value::{DataOrigin, Layer};
use super::hierarchy::{Location, ResolvedLevel};
use super::invocation::{Found, Invocation};
use super::lookup::type_label;
use super::lookup_key::LookupKey;
use crate::error::DataPlace;
use crate::interpreter::{Evaluated, Interpreter};
use crate::place::FileId;
use crate::request::Strictness;
use crate::value::{HashEntries, Value};

impl Interpreter<'_> {
    /// The value that a file has for a key, interpolated.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn ask_data_file(
        &mut self,
        layer: &Layer,
        level: &ResolvedLevel,
        file: FileId,
        format: DataFormat,
        location: &Location,
        key: &LookupKey,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Found>> {
        let data = self.data_of(file, format, level, invocation)?;
        if let Layer::Module(module) = layer {
            self.check_module_keys(&data, module, file, level, &location.resolved);
            if key.root != "lookup_options" && !key.root.starts_with(&format!("{module}::")) {
                return Ok(None);
            }
        }
        let Some(entry) = data.get(&key.root) else {
            return Ok(None);
        };
        let value = entry.value.to_value();
        let bad_type = match entry.value.first_symbol_value() {
            Some(_) if matches!(entry.value.content, super::data_node::DataContent::Symbol(_)) => {
                Some("Runtime[ruby, 'Symbol']".to_string())
            }
            Some(_) => Some(crate::types::infer_reduced(&value).to_string()),
            None if !is_lookup_value(&value) => Some(crate::types::infer_reduced(&value).to_string()),
            None => None,
        };
        if let Some(type_text) = bad_type {
            let subject = format!(
                "Value for key '{}', in hash returned from data_hash function '{}', when using location '{}',",
                key.root, level.function, location.resolved
            );
            return self.fail(HieraError::NotLookupValue { subject, type_text }, invocation.place);
        }
        let value = self.interpolate_data(&value, invocation, true)?;
        Ok(Some(Found { value, origins: vec![origin(layer, level, file, entry, key)] }))
    }

    /// An encrypted file: what is encrypted cannot be known, the rest is plain YAML.
    pub(super) fn ask_encrypted_file(
        &mut self,
        layer: &Layer,
        level: &ResolvedLevel,
        file: FileId,
        format: DataFormat,
        key: &LookupKey,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Found>> {
        let data = self.data_of(file, format, level, invocation)?;
        let Some(entry) = data.get(&key.root) else {
            return Ok(None);
        };
        let masked = self.mask_encrypted(&entry.value.to_value(), &key.root, file, invocation);
        let value = self.interpolate_data(&masked, invocation, true)?;
        Ok(Some(Found { value, origins: vec![origin(layer, level, file, entry, key)] }))
    }

    fn mask_encrypted(&mut self, value: &Value, key: &str, file: FileId, invocation: &Invocation) -> Value {
        match value {
            Value::String(text) if is_encrypted(text) => {
                let path = self.world.path(file);
                self.unknown(format!("the value of {key} in {path} is encrypted"), Some(invocation.place))
                    .known_as_text()
            }
            Value::Array(elements) => {
                Value::array(elements.iter().map(|element| self.mask_encrypted(element, key, file, invocation)))
            }
            Value::Hash(entries) => {
                let mut masked = HashEntries::with_capacity(entries.len());
                for (name, value) in entries.iter() {
                    masked.insert(name.clone(), self.mask_encrypted(value, key, file, invocation));
                }
                Value::Hash(Arc::new(masked))
            }
            other => other.clone(),
        }
    }

    /// The keys of a file, read once. A file without a hash is an empty one, with a warning, or an error.
    fn data_of(
        &mut self,
        file: FileId,
        format: DataFormat,
        level: &ResolvedLevel,
        invocation: &Invocation,
    ) -> Evaluated<Arc<DataHash>> {
        if let Some(known) = self.hiera.data.get(&(file, format)) {
            return match known {
                Ok(data) => Ok(data.clone()),
                Err(error) => self.fail(error.clone(), invocation.place),
            };
        }
        let loaded = data_file::load(self.world, file, format, self.request.limits.file_bytes);
        let result = loaded.and_then(|loaded| match loaded {
            LoadedData::Hash(data) => Ok(data),
            LoadedData::NotAHash(value, position) => {
                let path = self.world.path(file).to_string();
                let place = DataPlace { file, line: position.line, column: position.column };
                match format {
                    DataFormat::Json | DataFormat::Hocon => Err(HieraError::WrongType {
                        subject: format!(
                            "Value returned from data_hash function '{}', when using location '{path}',",
                            level.function
                        ),
                        mismatch: format!("expects a Hash value, got {}", type_label(&value)),
                        is_lookup_error: true,
                    }),
                    DataFormat::Yaml => {
                        let error = HieraError::NotAHash { path, format: "yaml", place };
                        let is_empty = matches!(value, Value::Undef | Value::Boolean(false));
                        if self.rules.strict == Strictness::Error && !is_empty {
                            Err(error)
                        } else {
                            self.warn_of_data(crate::error::Issue::message(&error));
                            Ok(Arc::default())
                        }
                    }
                }
            }
        });
        self.hiera.data.insert((file, format), result.clone());
        result.or_else(|error| self.fail(error, invocation.place))
    }

    /// A module's data is about the module: other keys are said once and left out.
    fn check_module_keys(&mut self, data: &DataHash, module: &str, file: FileId, level: &ResolvedLevel, path: &str) {
        if !self.hiera.checked_module_files.insert(file) {
            return;
        }
        let prefix = format!("{module}::");
        let names_the_key = self.rules.names_unqualified_module_keys();
        for entry in data.entries() {
            let Some(key) = entry.key.key_text() else {
                continue;
            };
            if key != "lookup_options" && !key.starts_with(&prefix) {
                let got = if names_the_key { format!("; got {key}") } else { String::new() };
                self.warn_of_data(format!(
                    "Module '{module}': Value returned from data_hash function '{}', when using location '{path}', must use keys qualified with the name of the module{got}",
                    level.function
                ));
            }
        }
    }
}

fn origin(layer: &Layer, level: &ResolvedLevel, file: FileId, entry: &DataEntry, key: &LookupKey) -> DataOrigin {
    let position = data_file::dug_position(entry, &key.segments);
    DataOrigin {
        layer: layer.clone(),
        level: level.name.to_string(),
        file: Some(file),
        line: position.line,
        column: position.column,
    }
}

/// `ENC[…]` anywhere in the text.
fn is_encrypted(text: &str) -> bool {
    text.find("ENC[").is_some_and(|start| text.get(start..).is_some_and(|rest| rest.contains(']')))
}

/// What data may hold: scalars, undef, types, Sensitive; arrays and hashes of them with keys that are strings or numbers.
pub(super) fn is_lookup_value(value: &Value) -> bool {
    match value {
        Value::Array(elements) => elements.iter().all(is_lookup_value),
        Value::Hash(entries) => entries.iter().all(|(key, value)| {
            matches!(key, Value::String(_) | Value::Integer(_) | Value::Float(_) | Value::Unknown(_))
                && is_lookup_value(value)
        }),
        Value::Callable(_) | Value::Iterator(_) => false,
        _ => true,
    }
}
