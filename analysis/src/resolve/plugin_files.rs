//! Which Ruby files of the modules bring functions and resource types, by name. Made of the lists of files alone, so that it is
//! made again only when a file comes or goes, and one look-up does not ask every module.

use std::sync::Arc;

use evaluator::fast_hash::{FastMap, FastSet};
use smol_str::SmolStr;

use crate::db::Db;
use crate::definition_index::modules_by_name;
use crate::inputs::{EnvironmentInput, FileInput, FilesBelow, ModuleInput};
use crate::queries::files_with_prefix;
use evaluator::functions::ENVIRONMENT;

/// Folders of functions; of two files for one name the first folder's is used.
const FUNCTION_FOLDERS: &[&str] = &["lib/puppet/functions/", "lib/puppet/parser/functions/"];
const TYPE_FOLDER: &str = "lib/puppet/type/";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PluginFiles {
    pub functions: FastMap<SmolStr, FileInput>,
    pub resource_types: FastMap<SmolStr, FileInput>,
    /// Modules that bring functions in Ruby: those that they do not have are not there.
    pub modules_with_functions: FastSet<SmolStr>,
}

/// Those of the environment's own `lib` and of all modules, in this order; of two modules with one name the first in the modulepath counts.
#[salsa::tracked(returns(clone))]
pub fn plugin_files(db: &dyn Db, environment: EnvironmentInput) -> Arc<PluginFiles> {
    let mut all = PluginFiles::default();
    let own = files_of(&environment.files_around(db, "lib"), ENVIRONMENT);
    all.functions.extend(own.functions);
    let used = modules_by_name(db, environment);
    for module in environment.modules(db).iter().filter(|module| used.get(&module.name(db)) == Some(*module)) {
        let own = module_plugin_files(db, *module);
        if !own.functions.is_empty() {
            all.modules_with_functions.insert(SmolStr::new(module.name(db)));
        }
        for (name, file) in &own.functions {
            all.functions.entry(name.clone()).or_insert(*file);
        }
        for (name, file) in &own.resource_types {
            all.resource_types.entry(name.clone()).or_insert(*file);
        }
    }
    Arc::new(all)
}

#[salsa::tracked(returns(clone))]
fn module_plugin_files(db: &dyn Db, module: ModuleInput) -> Arc<PluginFiles> {
    Arc::new(files_of(&module.files_around(db, "lib"), &module.name(db)))
}

fn files_of(files: &FilesBelow, module_name: &str) -> PluginFiles {
    let mut own = PluginFiles::default();
    let named = |folder: &'static str| {
        let found = files_with_prefix(files, folder);
        found.filter_map(move |(path, file)| {
            let name = path.strip_prefix(folder)?.strip_suffix(".rb")?;
            Some((SmolStr::new(name.replace('/', "::")), *file))
        })
    };
    for (name, file) in FUNCTION_FOLDERS.iter().flat_map(|folder| named(folder)) {
        // A name with a module in front is looked for in that module only.
        if name.split_once("::").is_none_or(|(first, _)| first == module_name) {
            own.functions.entry(name).or_insert(file);
        }
    }
    own.resource_types.extend(named(TYPE_FOLDER));
    own
}

#[cfg(test)]
mod tests {
    use super::plugin_files;
    use crate::db::Db;
    use crate::fixture::Fixture;

    #[test]
    fn functions_and_types_by_name() {
        let fixture = Fixture::without_cursor(
            "notice(1)\n//- /env/modules/a/lib/puppet/functions/a/port.rb\nx\n//- /env/modules/a/lib/puppet/functions/b/port.rb\nx\n\
             //- /env/modules/a/lib/puppet/parser/functions/old.rb\nx\n//- /env/modules/a/lib/puppet/functions/old.rb\nx\n\
             //- /env/modules/a/lib/puppet/type/thing.rb\nx\n//- /env/lib/puppet/functions/own.rb\nx\n\
             //- /env/lib/puppet/functions/environment/own.rb\nx\n//- /env/lib/puppet/type/nothing.rb\nx\n",
        );
        let analysis = fixture.host.analysis();
        let db = &analysis.db;
        let found = plugin_files(db, db.workspace().environments(db)[0]);
        let mut functions: Vec<_> =
            found.functions.iter().map(|(name, file)| format!("{name} {}", file.path(db))).collect();
        functions.sort();
        assert_eq!(
            functions,
            [
                "a::port /env/modules/a/lib/puppet/functions/a/port.rb",
                "environment::own /env/lib/puppet/functions/environment/own.rb",
                "old /env/modules/a/lib/puppet/functions/old.rb",
                "own /env/lib/puppet/functions/own.rb",
            ]
        );
        assert_eq!(found.resource_types.keys().collect::<Vec<_>>(), ["thing"]);
    }
}
