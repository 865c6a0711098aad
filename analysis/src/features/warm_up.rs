//! Reads the indexes that the first completion, definition and search would otherwise read.

use crate::configuration::lookups::environment_lookups;
use crate::data_keys::{environment_keys, module_keys};
use crate::db::Db;
use crate::definition_index::{environment_index, module_index, modules_by_name};
use crate::host::{Analysis, Cancellable};
use crate::resolve::facts::custom_facts;
use crate::resolve::plugin_files::plugin_files;
use crate::resource_index::{environment_resources, module_resources};
use crate::word_index::{environment_words, module_words};

impl Analysis {
    /// Reads the indexes of every environment; what is read already costs nothing.
    pub fn warm_up(&self) -> Cancellable<()> {
        self.read(read_indexes)
    }
}

fn read_indexes(db: &crate::db::RootDatabase) {
    let db: &dyn Db = db;
    for environment in db.workspace().environments(db).iter().copied() {
        environment_index(db, environment);
        environment_keys(db, environment);
        environment_resources(db, environment);
        environment_words(db, environment);
        plugin_files(db, environment);
        custom_facts(db, environment);
        for module in modules_by_name(db, environment).values().copied() {
            db.unwind_if_revision_cancelled();
            module_index(db, module);
            module_keys(db, module);
            module_resources(db, module);
            module_words(db, module);
        }
        environment_lookups(db, environment);
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;

    #[test]
    fn what_is_warm_is_not_read_again() {
        let text = "include we$0b\n//- /env/modules/web/manifests/init.pp\nclass web($port) {}\n";
        let fixture = Fixture::with_query_log(text);
        fixture.host.analysis().warm_up().expect("no writer");
        fixture.host.take_query_log();
        fixture.host.analysis().completions(fixture.cursor.expect("a cursor")).expect("no writer");
        let run = fixture.host.take_query_log();
        assert!(!run.iter().any(|query| query.starts_with("module_index")), "{run:?}");
    }
}
