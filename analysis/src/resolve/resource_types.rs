//! Which resource types there are: Puppet's own, defines, and plugins of modules in Ruby.

use smol_str::SmolStr;

use crate::db::Db;
use crate::definition_index::{DefinitionKind, find_definitions, module_index, modules_by_name};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::resolve::plugin_files::plugin_files;

/// Types that have no attributes of their own and are not in the table.
const SPECIAL_TYPES: &[&str] = &["class", "stage", "component", "whit", "node"];

pub fn resource_type_exists(db: &dyn Db, environment: EnvironmentInput, from: FileInput, name: &str) -> bool {
    SPECIAL_TYPES.contains(&name)
        || evaluator::resource_types::builtin(name).is_some()
        || !find_definitions(db, environment, from, DefinitionKind::Define, name).is_empty()
        || plugin_type(db, environment, name).is_some()
}

/// The file of a type that a module brings in Ruby.
pub fn plugin_type(db: &dyn Db, environment: EnvironmentInput, name: &str) -> Option<FileInput> {
    plugin_files(db, environment).resource_types.get(name).copied()
}

/// The names of types that one could have meant by another: those of the module that it names, or those without a module.
pub fn candidates(db: &dyn Db, environment: EnvironmentInput, name: &str) -> Vec<SmolStr> {
    match name.split_once("::") {
        Some((module, _)) => {
            let Some(module) = modules_by_name(db, environment).get(module).copied() else { return Vec::new() };
            let index = module_index(db, module);
            let defines = index.all().into_iter().filter(|(kind, ..)| *kind == DefinitionKind::Define);
            defines.map(|(_, name, _)| name.clone()).collect()
        }
        None => {
            let own = evaluator::resource_types::all().iter().map(|info| SmolStr::new(&info.name));
            let plugins = plugin_files(db, environment);
            let mut names: Vec<SmolStr> = own.chain(plugins.resource_types.keys().cloned()).collect();
            names.sort_unstable();
            names
        }
    }
}

pub fn is_metaparameter(name: &str) -> bool {
    evaluator::resource_types::metaparameters().iter().any(|metaparameter| metaparameter.name == name)
}
