//! Which resource types there are: Puppet's own, defines, and plugins of modules in Ruby.

use evaluator::resource_types::ResourceTypeInfo;
use smol_str::SmolStr;

use crate::db::Db;
use crate::definition_index::{DefinitionKind, find_definitions, module_index, modules_by_name};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::resolve::plugin_files::plugin_files;

/// Types that have no attributes of their own and are not in the table.
const SPECIAL_TYPES: &[&str] = &["class", "stage", "component", "whit", "node"];

pub fn resource_type_exists(db: &dyn Db, environment: EnvironmentInput, from: FileInput, name: &str) -> bool {
    SPECIAL_TYPES.contains(&name)
        || builtin_type(db, environment, name).is_some()
        || !find_definitions(db, environment, from, DefinitionKind::Define, name).is_empty()
        || plugin_type(db, environment, name).is_some()
}

/// Returns a type of Puppet itself, or of a module that comes with the agent; `None` where a module of the environment brings it.
pub fn builtin_type(db: &dyn Db, environment: EnvironmentInput, name: &str) -> Option<&'static ResourceTypeInfo> {
    let info = evaluator::resource_types::builtin(name)?;
    (is_available(db, environment, info) && plugin_type(db, environment, name).is_none()).then_some(info)
}

/// Returns all types of Puppet itself and of the modules that are there or come with the agent.
pub fn builtin_types(db: &dyn Db, environment: EnvironmentInput) -> impl Iterator<Item = &'static ResourceTypeInfo> {
    evaluator::resource_types::all().iter().filter(move |info| is_available(db, environment, info))
}

fn is_available(db: &dyn Db, environment: EnvironmentInput, info: &ResourceTypeInfo) -> bool {
    let Some(module) = &info.module else { return true };
    let workspace = db.workspace();
    workspace.vendor_modules(db) && workspace.edition(db).vendors(module)
        || modules_by_name(db, environment).contains_key(module.as_str())
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
            let own = builtin_types(db, environment).map(|info| SmolStr::new(&info.name));
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
