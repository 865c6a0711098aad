//! Which functions there are: Puppet's own, those of modules in Puppet, and those of modules in Ruby.

use std::sync::LazyLock;

use smol_str::SmolStr;

use crate::db::Db;
use crate::definition_index::{DefinitionKind, find_definitions};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::resolve::plugin_files::plugin_files;

pub fn function_exists(db: &dyn Db, environment: EnvironmentInput, from: FileInput, name: &str) -> bool {
    is_builtin(db, environment, name)
        || [DefinitionKind::Function, DefinitionKind::Plan]
            .iter()
            .any(|kind| !find_definitions(db, environment, from, *kind, name).is_empty())
        || ruby_function(db, environment, name).is_some()
}

/// Whether a function is built in: one that stands in for a module's is where that module is not there.
fn is_builtin(db: &dyn Db, environment: EnvironmentInput, name: &str) -> bool {
    let is_replaced = |module: &str| plugin_files(db, environment).modules_with_functions.contains(module);
    evaluator::functions::builtin(name).is_some()
        && !evaluator::functions::module_of_builtin(name).is_some_and(is_replaced)
}

/// The file of a function that a module brings in Ruby.
pub fn ruby_function(db: &dyn Db, environment: EnvironmentInput, name: &str) -> Option<FileInput> {
    plugin_files(db, environment).functions.get(name).copied()
}

/// The names of Puppet's own functions.
pub fn builtin_names() -> &'static [SmolStr] {
    static NAMES: LazyLock<Vec<SmolStr>> = LazyLock::new(|| {
        let families = evaluator::functions::FAMILIES.iter();
        families.flat_map(|family| family.iter()).map(|function| SmolStr::new_static(function.name)).collect()
    });
    &NAMES
}
