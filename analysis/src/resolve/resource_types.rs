//! Which resource types there are: Puppet's own, defines, and plugins of modules in Ruby.

use crate::db::Db;
use crate::definition_index::{DefinitionKind, find_definitions};
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

pub fn is_metaparameter(name: &str) -> bool {
    evaluator::resource_types::metaparameters().iter().any(|metaparameter| metaparameter.name == name)
}
