//! The layers of data: the global one, the environment's and the modules', each with its `hiera.yaml`, loaded once.

use std::sync::Arc;

use smol_str::SmolStr;

use super::config::{self, HieraConfig};
use super::config_version_3;
use super::data_file::{DataFormat, DataProblem};
use super::data_node::{DataNode, Position};
use super::error::HieraError;
use super::found_value::Layer;
use super::invocation::Invocation;

use crate::error::DataPlace;
use crate::interpreter::{Evaluated, Interpreter};
use crate::place::FileId;
use crate::request::Strictness;
use crate::value::Value;

impl Interpreter<'_> {
    /// The configuration of a layer; `None` where it gives no data.
    pub(super) fn layer_config(
        &mut self,
        layer: &Layer,
        invocation: &Invocation,
    ) -> Evaluated<Option<Arc<HieraConfig>>> {
        if let Some(known) = self.hiera.configs.get(layer) {
            return match known {
                Ok(config) => Ok(config.clone()),
                Err(error) => self.fail(error.clone(), invocation.place),
            };
        }
        let result = match self.layer_configuration(layer) {
            Some(file) => self.read_config(layer, file),
            None if *layer == Layer::Global => Ok(Some(Arc::new(config::defaults()))),
            None => Ok(None),
        };
        self.hiera.configs.insert(layer.clone(), result.clone());
        match result {
            Ok(config) => Ok(config),
            Err(error) => self.fail(error, invocation.place),
        }
    }

    fn read_config(&mut self, layer: &Layer, file: FileId) -> Result<Option<Arc<HieraConfig>>, HieraError> {
        let path = self.world.path(file).to_string();
        let place = |position: Position| DataPlace { file, line: position.line, column: position.column };
        let limit = self.request.limits.file_bytes;
        if let Some(bytes) = self.world.size(file)
            && bytes > limit
        {
            return Err(HieraError::TooLarge { path, bytes, limit, place: place(Position::default()) });
        }
        let data = self.world.data(file, DataFormat::Yaml);
        let document = match data.as_ref().map(|data| &data.root) {
            Some(Ok(Some(document))) if document.entries().is_some() => document.clone(),
            Some(Err(DataProblem { message, position })) => {
                let (problem, place) = (message.clone(), place(position.unwrap_or_default()));
                return Err(HieraError::BrokenConfiguration { path, problem, place });
            }
            _ => {
                self.warn_of_data(format!(
                    "{path}: File exists but does not contain a valid YAML hash. Falling back to Hiera version 3 default config"
                ));
                Arc::new(DataNode::mapping(Vec::new(), Position::default()))
            }
        };
        let version = config::version(&document);
        match version.as_str() {
            "5" => {
                self.check_config_type(&document, 5, &path, place(document.position))?;
                config::read_version_5(&document, file, layer).map(|config| Some(Arc::new(config)))
            }
            "4" => {
                self.warn_of_old_version(&path, 4);
                self.check_config_type(&document, 4, &path, place(document.position))?;
                if *layer == Layer::Global {
                    return Err(HieraError::Version4InGlobal { place: place(document.position) });
                }
                config::read_version_4(&document, file, layer).map(|config| Some(Arc::new(config)))
            }
            "3" => {
                self.warn_of_old_version(&path, 3);
                let (location, at) = match layer {
                    Layer::Global => {
                        return config_version_3::read(&document, file).map(|config| Some(Arc::new(config)));
                    }
                    Layer::Environment => ("an environment", "the environment root"),
                    Layer::Module(_) => ("a module", "module root"),
                };
                if self.rules.strict == Strictness::Error {
                    return Err(HieraError::Version3NotGlobal { location, place: place(document.position) });
                }
                let message = format!("hiera.yaml version 3 found at {at} was ignored\n   (file: {path})");
                self.warn_of_data_once(&format!("version 3 ignored {path}"), message);
                Ok(None)
            }
            _ => Err(HieraError::UnsupportedVersion { version, place: place(document.position) }),
        }
    }

    fn warn_of_old_version(&mut self, path: &str, version: u8) {
        if self.rules.strict != Strictness::Off {
            let message = format!(
                "{path}: Use of 'hiera.yaml' version {version} is deprecated. It should be converted to version 5\n   (file: {path})"
            );
            self.warn_of_data_once(&format!("old version {path}"), message);
        }
    }

    /// What Puppet's type check says of the file.
    fn check_config_type(
        &mut self,
        document: &DataNode,
        version: u8,
        path: &str,
        place: DataPlace,
    ) -> Result<(), HieraError> {
        let Some(expected) = config::file_type(version) else {
            return Ok(());
        };
        // What is empty is as if it were not there.
        let value = match document.to_value() {
            Value::Hash(entries) => Value::hash(
                entries
                    .iter()
                    .filter(|(key, value)| {
                        !(value.is_undef() && matches!(key.as_str(), Some("defaults" | "hierarchy")))
                    })
                    .map(|(key, value)| (key.clone(), value.clone())),
            ),
            other => other,
        };
        match self.describe_type_mismatch(expected, &value) {
            Some(mismatch) => Err(HieraError::WrongConfiguration { path: path.to_string(), mismatch, place }),
            None => Ok(()),
        }
    }

    /// True where the environment has a configuration of version 5; without one the hiera family asks only the global layer.
    pub(crate) fn has_environment_data(&mut self, invocation: &Invocation) -> Evaluated<bool> {
        Ok(self.layer_config(&Layer::Environment, invocation)?.is_some_and(|config| config.version >= 5))
    }

    /// True for a module of the environment; the world is asked for their names once.
    pub(super) fn has_module(&mut self, name: &str) -> bool {
        let world = self.world;
        let modules = self.hiera.modules.get_or_insert_with(|| world.modules().iter().map(SmolStr::new).collect());
        modules.contains(name)
    }
}
