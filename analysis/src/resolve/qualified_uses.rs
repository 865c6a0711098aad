//! Which variables of classes other files read: by their full names, or by inheriting the class.

use std::collections::BTreeSet;
use std::sync::Arc;

use smol_str::SmolStr;
use syntax::Expr;

use crate::db::Db;
use crate::definition_index::canonical_name;
use crate::inputs::{EnvironmentInput, FileInput, FilesBelow, ModuleInput};
use crate::queries;
use crate::scopes::file_scopes;

/// `a::b::variable` for each use of a file that reaches into a class `a::b`.
#[salsa::tracked(returns(clone))]
fn uses_of_file(db: &dyn Db, file: FileInput) -> Arc<BTreeSet<SmolStr>> {
    let (program, scopes) = (queries::program(db, file), file_scopes(db, file));
    let mut found = BTreeSet::new();
    for used in &scopes.uses {
        let name = used.name.strip_prefix("::").unwrap_or(&used.name);
        if name.contains("::") {
            found.insert(SmolStr::new(name));
            continue;
        }
        let parent = scopes.chain(used.scope).find_map(|scope| match program.expr(scope.owner?) {
            Expr::Class(class) => class.parent.clone(),
            _ => None,
        });
        if let Some(parent) = parent {
            found.insert(SmolStr::new(format!("{}::{name}", canonical_name(&parent))));
        }
    }
    Arc::new(found)
}

fn uses_among(db: &dyn Db, files: &FilesBelow) -> BTreeSet<SmolStr> {
    let sources = files.iter().filter(|(path, _)| queries::is_source(path));
    sources.flat_map(|(_, file)| uses_of_file(db, *file).iter().cloned().collect::<Vec<_>>()).collect()
}

#[salsa::tracked(returns(clone))]
fn uses_of_module(db: &dyn Db, module: ModuleInput) -> Arc<BTreeSet<SmolStr>> {
    Arc::new(uses_among(db, &module.files(db)))
}

#[salsa::tracked(returns(clone))]
fn uses_of_environment(db: &dyn Db, environment: EnvironmentInput) -> Arc<BTreeSet<SmolStr>> {
    Arc::new(uses_among(db, &environment.files(db)))
}

/// More modules than this are not searched: asking all of them would make typing slower, the larger the workspace is.
const MAX_SEARCHED_MODULES: usize = 16;

/// Whether code that is developed here reads a variable of a class, named in full, from outside of the class; `None` where
/// there is too much code to look at.
pub fn is_read_by_others(db: &dyn Db, environment: EnvironmentInput, variable: &str) -> Option<bool> {
    let modules = environment.modules(db);
    let own: Vec<&ModuleInput> = modules.iter().filter(|module| !module.vendored(db)).collect();
    if own.len() > MAX_SEARCHED_MODULES {
        return None;
    }
    let is_read = uses_of_environment(db, environment).contains(variable)
        || own.into_iter().any(|module| uses_of_module(db, *module).contains(variable));
    Some(is_read)
}
