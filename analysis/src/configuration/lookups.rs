//! Which keys of data are asked for by name, anywhere in an environment, and what `lookup_options` says about them.

use std::collections::BTreeSet;
use std::sync::Arc;

use evaluator::hiera::data_node::DataNode;
use evaluator::value::Value;
use smol_str::SmolStr;

use crate::data_document::data_document;
use crate::db::Db;
use crate::document_kind::{DocumentKind, document_kind};
use crate::inputs::{EnvironmentInput, FileInput, FilesBelow, ModuleInput};
use crate::outer_mentions::{OuterName, outer_mentions};
use crate::reference_index::{Name, file_mentions};

/// Keys that are looked up, and the beginnings of keys that code puts together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lookups {
    pub keys: BTreeSet<SmolStr>,
    pub prefixes: BTreeSet<SmolStr>,
}

impl Lookups {
    /// True where something may read a key by name.
    pub fn may_read(&self, key: &str) -> bool {
        self.keys.contains(key) || self.prefixes.iter().any(|prefix| key.starts_with(prefix.as_str()))
    }

    fn extend(&mut self, other: &Lookups) {
        self.keys.extend(other.keys.iter().cloned());
        self.prefixes.extend(other.prefixes.iter().cloned());
    }
}

#[salsa::tracked(returns(clone))]
fn file_lookups(db: &dyn Db, file: FileInput) -> Arc<Lookups> {
    let mut found = Lookups::default();
    let first = |key: &SmolStr| SmolStr::new(key.split('.').next().unwrap_or(key));
    match document_kind(db, file) {
        DocumentKind::Manifest | DocumentKind::Template => {
            for mention in &file_mentions(db, file).mentions {
                match &mention.name {
                    Name::HieraKey(key) | Name::IncludedKey(key) => {
                        found.keys.insert(first(key));
                    }
                    Name::DynamicKey(prefix) => {
                        found.prefixes.insert(prefix.clone());
                    }
                    _ => {}
                }
            }
        }
        DocumentKind::HieraData | DocumentKind::HieraConfig => {
            for mention in outer_mentions(db, file).iter() {
                if let OuterName::ReadKey(key) = &mention.name {
                    found.keys.insert(first(key));
                }
            }
        }
        _ => {}
    }
    Arc::new(found)
}

fn lookups_among(db: &dyn Db, files: &FilesBelow) -> Lookups {
    let mut found = Lookups::default();
    for file in files.values() {
        if document_kind(db, *file) != DocumentKind::Other {
            found.extend(&file_lookups(db, *file));
        }
    }
    found
}

#[salsa::tracked(returns(clone))]
fn module_lookups(db: &dyn Db, module: ModuleInput) -> Arc<Lookups> {
    Arc::new(lookups_among(db, &module.files(db)))
}

#[salsa::tracked(returns(clone))]
pub fn environment_lookups(db: &dyn Db, environment: EnvironmentInput) -> Arc<Lookups> {
    let mut found = lookups_among(db, &environment.files(db));
    for module in environment.modules(db).iter() {
        found.extend(&module_lookups(db, *module));
    }
    Arc::new(found)
}

/// A key or `^pattern` of `lookup_options` whose values are not used as they stand.
#[salsa::tracked(returns(clone))]
fn file_changed_keys(db: &dyn Db, file: FileInput) -> Arc<[SmolStr]> {
    let document = data_document(db, file);
    let options = document.root.as_ref().and_then(|root| root.entry("lookup_options"));
    let entries = options.and_then(|options| options.value.entries()).unwrap_or_default();
    entries
        .iter()
        .filter(|entry| changes_values(&entry.value))
        .filter_map(|entry| entry.key.key_text().map(SmolStr::new))
        .collect()
}

fn changes_values(options: &DataNode) -> bool {
    let merge = options.entry("merge").map(|entry| match entry.value.entry("strategy") {
        Some(strategy) => strategy.value.to_value(),
        None => entry.value.to_value(),
    });
    let merges = merge.is_some_and(|merge| !matches!(merge, Value::String(text) if text == "first"));
    merges || options.entry("convert_to").is_some()
}

/// The keys and patterns of an environment whose values are merged or converted.
#[salsa::tracked(returns(clone))]
pub fn changed_keys(db: &dyn Db, environment: EnvironmentInput) -> Arc<[SmolStr]> {
    let mut found: Vec<SmolStr> = Vec::new();
    let modules = environment.modules(db);
    let listings = std::iter::once(environment.files(db)).chain(modules.iter().map(|module| module.files(db)));
    for files in listings {
        for file in files.values().filter(|file| document_kind(db, **file) == DocumentKind::HieraData) {
            found.extend(file_changed_keys(db, *file).iter().cloned());
        }
    }
    found.sort();
    found.dedup();
    found.into()
}

/// True where values of a key are merged or converted before they are used.
pub fn is_changed(db: &dyn Db, environment: EnvironmentInput, key: &str) -> bool {
    changed_keys(db, environment).iter().any(|changed| match changed.starts_with('^') {
        true => crate::parsed_files::regexp(db, changed).may_match(key),
        false => changed == key,
    })
}
