//! Which functions there are: Puppet's own, those of modules in Puppet, and those of modules in Ruby.

use std::sync::LazyLock;

use smol_str::SmolStr;

use crate::db::Db;
use crate::definition_index::{DefinitionKind, find_definitions, modules_by_name};
use crate::inputs::{EnvironmentInput, FileInput};

pub fn function_exists(db: &dyn Db, environment: EnvironmentInput, from: FileInput, name: &str) -> bool {
    evaluator::functions::builtin(name).is_some()
        || [DefinitionKind::Function, DefinitionKind::Plan]
            .iter()
            .any(|kind| !find_definitions(db, environment, from, *kind, name).is_empty())
        || ruby_function(db, environment, name).is_some()
}

/// The file of a function that a module brings in Ruby.
pub fn ruby_function(db: &dyn Db, environment: EnvironmentInput, name: &str) -> Option<FileInput> {
    let path = name.replace("::", "/");
    let candidates = [format!("lib/puppet/functions/{path}.rb"), format!("lib/puppet/parser/functions/{path}.rb")];
    let modules = modules_by_name(db, environment);
    let in_module = |module: &crate::inputs::ModuleInput| {
        let files = module.files(db);
        candidates.iter().find_map(|candidate| files.get(candidate.as_str()).copied())
    };
    match name.split_once("::") {
        Some((module, _)) => modules.get(module).and_then(in_module),
        None => modules.values().find_map(in_module),
    }
}

/// The names of Puppet's own functions.
pub fn builtin_names() -> &'static [SmolStr] {
    static NAMES: LazyLock<Vec<SmolStr>> = LazyLock::new(|| {
        let families = evaluator::functions::FAMILIES.iter();
        families.flat_map(|family| family.iter()).map(|function| SmolStr::new_static(function.name)).collect()
    });
    &NAMES
}
