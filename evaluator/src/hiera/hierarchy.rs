//! The levels of a layer with their paths worked out for the variables of the moment: `nodes/%{trusted.certname}.yaml`
//! becomes a file, or the knowledge that there is none.

use std::sync::Arc;

use smol_str::SmolStr;

use super::config::{FunctionKind, HieraConfig, HierarchyEntry, Locations};
use super::data_file::DataFormat;
use super::found_value::Layer;
use super::invocation::{Invocation, UsedVariable};
use crate::interpreter::{Evaluated, Interpreter};
use crate::place::FileId;
use crate::ruby_core::glob;
use crate::scope::ScopeKind;
use crate::value::{UnknownReason, Value};

/// The levels of a layer for the variables that were used to make them.
#[derive(Debug, Default)]
pub struct ResolvedHierarchy {
    pub levels: Vec<Arc<ResolvedLevel>>,
    /// Of a module's `default_hierarchy`.
    pub default_levels: Vec<Arc<ResolvedLevel>>,
    pub used_variables: Vec<UsedVariable>,
}

#[derive(Debug)]
pub struct ResolvedLevel {
    /// Different for every level that was ever made: what functions remember is kept by it.
    pub id: usize,
    pub name: SmolStr,
    pub kind: FunctionKind,
    pub function: SmolStr,
    pub options: Value,
    /// `None` where the level has no paths: its function is called once, without one.
    pub locations: Option<Vec<Location>>,
}

#[derive(Clone, Debug)]
pub struct Location {
    /// As it is written in `hiera.yaml`.
    pub original: String,
    /// After interpolation, as messages show it.
    pub resolved: String,
    pub target: LocationTarget,
}

#[derive(Clone, Debug)]
pub enum LocationTarget {
    File(FileId),
    /// A folder, which only a function can make something of.
    Folder,
    Missing,
    Uri,
    /// The path depends on something that cannot be known.
    Unknown(Arc<UnknownReason>),
}

impl Interpreter<'_> {
    /// The levels of a layer; made again where a variable that they depend on has changed.
    pub(super) fn resolved_hierarchy(
        &mut self,
        layer: &Layer,
        config: &HieraConfig,
        invocation: &mut Invocation,
    ) -> Evaluated<Arc<ResolvedHierarchy>> {
        if let Some(known) = self.hiera.hierarchies.get(layer).cloned() {
            let mut stable = true;
            for used in &known.used_variables {
                if self.has_changed(used, invocation)? {
                    stable = false;
                    break;
                }
            }
            if stable {
                return Ok(known);
            }
            invocation.report_text(|| {
                "Hiera configuration recreated due to change of scope variables used in interpolation expressions"
                    .to_string()
            });
        }
        let mut inner = Invocation::new(invocation.scope, invocation.place);
        inner.stack.clone_from(&invocation.stack);
        inner.used_variables = Some(Vec::new());
        let mut resolved = ResolvedHierarchy::default();
        for entry in &config.hierarchy {
            if let Some(level) = self.resolve_level(layer, config, entry, &mut inner)? {
                resolved.levels.push(level);
            }
        }
        for entry in config.default_hierarchy.iter().flatten() {
            if let Some(level) = self.resolve_level(layer, config, entry, &mut inner)? {
                resolved.default_levels.push(level);
            }
        }
        resolved.used_variables = inner.used_variables.unwrap_or_default();
        let resolved = Arc::new(resolved);
        self.hiera.hierarchies.insert(layer.clone(), resolved.clone());
        Ok(resolved)
    }

    fn resolve_level(
        &mut self,
        layer: &Layer,
        config: &HieraConfig,
        entry: &HierarchyEntry,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Arc<ResolvedLevel>>> {
        let datadir = self.interpolate_location(&entry.datadir, invocation)?;
        let locations = match &entry.locations {
            None => None,
            Some(Locations::Paths(paths)) => {
                let mut locations = Vec::with_capacity(paths.len());
                for original in paths {
                    let path = self.interpolate_location(original, invocation)?.map(|mut path| {
                        if let Some(extension) =
                            entry.extension.as_deref().filter(|extension| !path.ends_with(extension))
                        {
                            path.push_str(extension);
                        }
                        path
                    });
                    locations.push(self.data_location(layer, entry, original, &datadir, path));
                }
                Some(locations)
            }
            Some(Locations::Globs(globs)) => {
                let mut locations = Vec::new();
                for original in globs {
                    let pattern = self.interpolate_location(original, invocation)?;
                    locations.extend(self.expand_glob(layer, original, &datadir, pattern));
                }
                Some(locations)
            }
            Some(Locations::Uris(uris)) => {
                let mut locations = Vec::with_capacity(uris.len());
                for original in uris {
                    let (resolved, target) = match self.interpolate_location(original, invocation)? {
                        Ok(uri) => (uri, LocationTarget::Uri),
                        Err(reason) => (original.to_string(), LocationTarget::Unknown(reason)),
                    };
                    locations.push(Location { original: original.to_string(), resolved, target });
                }
                Some(locations)
            }
            Some(Locations::MappedPaths(names, variable, template)) => {
                Some(self.expand_mapped_paths(layer, entry, &datadir, names, variable, template, invocation)?)
            }
        };
        // Puppet's own defaults count only where their file is there.
        if config.file.is_none()
            && locations.iter().flatten().all(|location| matches!(location.target, LocationTarget::Missing))
        {
            return Ok(None);
        }
        let options = self.interpolate_data(&entry.options, invocation, false)?;
        self.hiera.levels_made += 1;
        Ok(Some(Arc::new(ResolvedLevel {
            id: self.hiera.levels_made,
            name: entry.name.clone(),
            kind: entry.kind,
            function: entry.function.clone(),
            options,
            locations,
        })))
    }

    /// A path or URI with its variables put in, or why that cannot be known.
    fn interpolate_location(
        &mut self,
        text: &str,
        invocation: &mut Invocation,
    ) -> Evaluated<Result<String, Arc<UnknownReason>>> {
        Ok(match self.interpolate_data(&Value::string(text), invocation, false)? {
            Value::Unknown(reason) => Err(reason),
            other => Ok(crate::ruby_core::text::to_s(&other)),
        })
    }

    fn data_location(
        &self,
        layer: &Layer,
        entry: &HierarchyEntry,
        original: &str,
        datadir: &Result<String, Arc<UnknownReason>>,
        path: Result<String, Arc<UnknownReason>>,
    ) -> Location {
        let original = original.to_string();
        let (datadir, path) = match (datadir, path) {
            (Ok(datadir), Ok(path)) => (datadir, path),
            (Err(reason), _) => {
                let resolved = original.clone();
                return Location { original, resolved, target: LocationTarget::Unknown(reason.clone()) };
            }
            (_, Err(reason)) => {
                let resolved = original.clone();
                return Location { original, resolved, target: LocationTarget::Unknown(reason) };
            }
        };
        let (resolved, relative) = self.resolve_path(layer, datadir, &path);
        let file = match layer {
            Layer::Global => self.global_data_file(&resolved),
            _ => relative.as_deref().and_then(|relative| self.layer_file(layer, relative)),
        };
        let target = match file {
            Some(file) => LocationTarget::File(file),
            None if self.is_folder_of_data(layer, entry, &resolved, relative.as_deref()) => LocationTarget::Folder,
            None => LocationTarget::Missing,
        };
        Location { original, resolved, target }
    }

    /// Returns whether a path of a level with a function of its own is a folder: Puppet calls the function for anything that is there.
    fn is_folder_of_data(&self, layer: &Layer, entry: &HierarchyEntry, resolved: &str, relative: Option<&str>) -> bool {
        if DataFormat::of_function(&entry.function).is_some() {
            return false;
        }
        match (layer, relative) {
            (Layer::Global, _) => !self.global_data_files(resolved).is_empty(),
            (Layer::Environment, Some(folder)) => !self.world.files_below(None, folder).is_empty(),
            (Layer::Module(name), Some(folder)) => !self.world.files_below(Some(name), folder).is_empty(),
            (_, None) => false,
        }
    }

    /// The path as messages show it, and the path below the layer's root where it is there.
    fn resolve_path(&self, layer: &Layer, datadir: &str, path: &str) -> (String, Option<String>) {
        let root = self.layer_root(layer);
        let joined = if path.starts_with('/') {
            path.to_string()
        } else if datadir.starts_with('/') {
            format!("{datadir}/{path}")
        } else {
            format!("{root}{datadir}/{path}")
        };
        let absolute = joined.starts_with('/');
        let mut parts: Vec<&str> = Vec::new();
        for part in joined.split('/') {
            match part {
                "" | "." => {}
                ".." if parts.last().is_some_and(|last| *last != "..") => {
                    parts.pop();
                }
                ".." if absolute => {}
                part => parts.push(part),
            }
        }
        let resolved = format!("{}{}", if absolute { "/" } else { "" }, parts.join("/"));
        let relative = resolved.strip_prefix(&root).map(str::to_string).filter(|path| !path.starts_with(".."));
        (resolved, relative)
    }

    /// What stands before paths of the layer in messages: the folder of its `hiera.yaml`.
    pub(super) fn layer_root(&self, layer: &Layer) -> String {
        let file = self.layer_configuration(layer);
        let path = file.map(|file| self.world.path(file)).unwrap_or_default();
        path.rfind('/').and_then(|slash| path.get(..=slash)).unwrap_or_default().to_string()
    }

    /// The `hiera.yaml` of a layer; that of the global one may have another name.
    pub(super) fn layer_configuration(&self, layer: &Layer) -> Option<FileId> {
        match layer {
            Layer::Global => self.world.global_configuration(),
            Layer::Environment | Layer::Module(_) => self.layer_file(layer, "hiera.yaml"),
        }
    }

    /// A file below the root of a layer.
    pub(super) fn layer_file(&self, layer: &Layer, path: &str) -> Option<FileId> {
        match layer {
            Layer::Global => self.global_data_file(path),
            Layer::Environment => self.world.environment_file(path),
            Layer::Module(name) => self.world.module_file(name, path),
        }
    }

    fn expand_glob(
        &self,
        layer: &Layer,
        original: &str,
        datadir: &Result<String, Arc<UnknownReason>>,
        pattern: Result<String, Arc<UnknownReason>>,
    ) -> Vec<Location> {
        let (datadir, pattern) = match (datadir, pattern) {
            (Ok(datadir), Ok(pattern)) => (datadir, pattern),
            (Err(reason), _) => return vec![unknown_location(original, reason.clone())],
            (_, Err(reason)) => return vec![unknown_location(original, reason)],
        };
        let (resolved_pattern, relative) = self.resolve_path(layer, datadir, &pattern);
        let relative = if *layer == Layer::Global { Some(resolved_pattern.clone()) } else { relative };
        let Some(relative) = relative else {
            return Vec::new();
        };
        let folder = glob::fixed_folder(&relative);
        let (root, mut files) = match layer {
            Layer::Module(name) => (self.layer_root(layer), self.world.files_below(Some(name), folder)),
            Layer::Global => (String::new(), self.global_data_files(folder)),
            Layer::Environment => (self.layer_root(layer), self.world.files_below(None, folder)),
        };
        // As Ruby lists them: by name, folder by folder.
        files.sort_by(|(a, _), (b, _)| a.split('/').cmp(b.split('/')));
        let mut found = Vec::new();
        for choice in glob::choices(&relative) {
            found.extend(files.iter().filter(|(path, _)| glob::matches(&choice, path)).cloned());
        }
        found
            .into_iter()
            .map(|(path, file)| Location {
                original: resolved_pattern.clone(),
                resolved: format!("{root}{path}"),
                target: LocationTarget::File(file),
            })
            .collect()
    }

    #[allow(clippy::too_many_arguments)]
    fn expand_mapped_paths(
        &mut self,
        layer: &Layer,
        entry: &HierarchyEntry,
        datadir: &Result<String, Arc<UnknownReason>>,
        names: &str,
        variable: &str,
        template: &str,
        invocation: &mut Invocation,
    ) -> Evaluated<Vec<Location>> {
        let values = match self.scope_value(names, "mapped_path[0]", invocation)? {
            Some(Value::Unknown(reason)) => return Ok(vec![unknown_location(template, reason)]),
            Some(Value::Array(elements)) => elements.to_vec(),
            Some(Value::String(text)) if !text.is_empty() => vec![Value::String(text)],
            Some(Value::Hash(entries)) => {
                entries.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect()
            }
            _ => return Ok(Vec::new()),
        };
        let outer_scope = invocation.scope;
        let outer_variables = invocation.used_variables.take();
        invocation.used_variables = Some(Vec::new());
        let mut locations = Vec::with_capacity(values.len());
        for value in values {
            let scope = self.new_scope(ScopeKind::Lambda, Some(outer_scope));
            self.scope_mut(scope).variables.insert(SmolStr::new(variable), value);
            invocation.scope = scope;
            let path = self.interpolate_location(template, invocation);
            invocation.scope = outer_scope;
            locations.push(self.data_location(layer, entry, template, datadir, path?));
        }
        // The variable of the mapping is no variable that can change.
        let inner = invocation.used_variables.take().unwrap_or_default();
        let is_mapped = |used: &UsedVariable| used.key.split('.').next() == Some(variable);
        invocation.used_variables = outer_variables.map(|mut outer| {
            outer.extend(inner.into_iter().filter(|used| !is_mapped(used)));
            outer
        });
        Ok(locations)
    }
}

fn unknown_location(original: &str, reason: Arc<UnknownReason>) -> Location {
    Location { original: original.to_string(), resolved: original.to_string(), target: LocationTarget::Unknown(reason) }
}
