//! The keys of Hiera data: per file, per module and per environment. Knows nothing of which node a level is for.

use std::sync::Arc;

use evaluator::hiera::{json, yaml};
use smol_str::SmolStr;

use crate::db::Db;
use crate::document_kind::{DocumentKind, document_kind};
use crate::inputs::{EnvironmentInput, FileInput, FilesBelow, ModuleInput};
use crate::queries;

/// Larger files are no data that people write.
const MAX_BYTES: usize = 4 << 20;

/// The keys of the first level; none where the file cannot be read.
#[salsa::tracked(returns(clone))]
pub fn file_keys(db: &dyn Db, file: FileInput) -> Arc<[SmolStr]> {
    let text = queries::text(db, file);
    if text.len() > MAX_BYTES {
        return Arc::default();
    }
    let root =
        if file.path(db).ends_with(".json") { json::parse(&text).ok() } else { yaml::parse(&text).ok().flatten() };
    let Some(root) = root else { return Arc::default() };
    let entries = root.entries().unwrap_or_default();
    entries
        .iter()
        .filter_map(|entry| entry.key.key_text())
        .filter(|key| *key != "lookup_options")
        .map(SmolStr::new)
        .collect()
}

#[salsa::tracked(returns(clone))]
pub fn module_keys(db: &dyn Db, module: ModuleInput) -> Arc<[SmolStr]> {
    of_files(db, &module.files(db))
}

#[salsa::tracked(returns(clone))]
pub fn environment_keys(db: &dyn Db, environment: EnvironmentInput) -> Arc<[SmolStr]> {
    of_files(db, &environment.files(db))
}

fn of_files(db: &dyn Db, files: &FilesBelow) -> Arc<[SmolStr]> {
    let data = files.values().filter(|file| document_kind(db, **file) == DocumentKind::HieraData);
    let mut keys: Vec<SmolStr> = data.flat_map(|file| file_keys(db, *file).to_vec()).collect();
    keys.sort_unstable();
    keys.dedup();
    keys.into()
}
