//! From a symbol to where it is defined.

use smol_str::SmolStr;
use syntax::TextRange;

use super::Symbol;
use crate::FileRange;
use crate::data_document::{DataPlaces, data_document};
use crate::db::Db;
use crate::definition_index::{find_definitions, modules_by_name};
use crate::inputs::{EnvironmentInput, FileInput, ModuleInput};
use crate::preview::places::name_range;
use crate::queries;
use crate::reference_index::{Name, file_mentions};
use crate::resolve::variables::BindingIn;
use crate::resolve::{functions, resource_types};
use crate::word_index::files_mentioning;

pub fn definitions(db: &dyn Db, environment: EnvironmentInput, from: FileInput, symbol: &Symbol) -> Vec<FileRange> {
    match symbol {
        Symbol::Definition { kind, name } => find_definitions(db, environment, from, *kind, name)
            .into_iter()
            .filter_map(|found| Some(FileRange { file: found.file.id(db), range: found.name_range(db)? }))
            .collect(),
        Symbol::Parameter { bindings, .. } | Symbol::Variable { bindings, .. } => {
            bindings.iter().map(|binding| binding_range(db, binding)).collect()
        }
        Symbol::Function(name) => {
            functions::ruby_function(db, environment, name).map(|file| start_of(db, file)).into_iter().collect()
        }
        Symbol::ResourceType(name) => {
            resource_types::plugin_type(db, environment, name).map(|file| start_of(db, file)).into_iter().collect()
        }
        Symbol::Fact(name) => fact_definitions(db, environment, name),
        Symbol::HieraKey(key) => super::outer::keys_set(db, environment, from, key),
        Symbol::Resource { type_name, title } => declarations(db, environment, from, type_name, title),
        Symbol::ModuleFile(file) => vec![start_of(db, *file)],
        Symbol::Module(name) => module_definition(db, environment, name).into_iter().collect(),
        Symbol::OwnVariable { .. } | Symbol::DataType(_) | Symbol::Attribute { .. } => Vec::new(),
    }
}

pub fn binding_range(db: &dyn Db, found: &BindingIn) -> FileRange {
    let range = name_range(&queries::source_file(db, found.file).source_map, &found.binding);
    FileRange { file: found.file.id(db), range }
}

fn start_of(db: &dyn Db, file: FileInput) -> FileRange {
    FileRange { file: file.id(db), range: TextRange::empty(0) }
}

/// `Facter.add(:name)` in the modules.
fn fact_definitions(db: &dyn Db, environment: EnvironmentInput, name: &SmolStr) -> Vec<FileRange> {
    let mut found = Vec::new();
    for module in environment.modules(db).iter() {
        let files = module.files(db);
        for (path, file) in queries::files_with_prefix(&files, "lib/facter/") {
            let text = queries::text(db, *file);
            let adds = text.match_indices("Facter.add").filter_map(|(at, call)| {
                let start = at + call.len();
                let rest = text.get(start..)?;
                let skipped = rest.len() - rest.trim_start_matches(['(', ' ', ':', '\'', '"']).len();
                let is_it = rest.get(skipped..)?.strip_prefix(name.as_str())?;
                let ends = !is_it.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_');
                ends.then(|| TextRange::new((start + skipped) as u32, (start + skipped + name.len()) as u32))
            });
            let before = found.len();
            found.extend(adds.map(|range| FileRange { file: file.id(db), range }));
            let is_named = path.rsplit('/').next().and_then(|file| file.strip_suffix(".rb")) == Some(name.as_str());
            if is_named && found.len() == before {
                found.push(start_of(db, *file));
            }
        }
    }
    found
}

/// Where a resource is declared under this title.
fn declarations(
    db: &dyn Db,
    environment: EnvironmentInput,
    from: FileInput,
    type_name: &str,
    title: &str,
) -> Vec<FileRange> {
    let mut found = Vec::new();
    for file in files_mentioning(db, environment, from, title) {
        let mentions = file_mentions(db, file);
        let is_it = |name: &Name| matches!(name, Name::Resource { type_name: of, title: named, declares: true } if of == type_name && named == title);
        for mention in mentions.mentions.iter().filter(|mention| is_it(&mention.name)) {
            let range = mention.range(&queries::source_file(db, file).source_map);
            found.push(FileRange { file: file.id(db), range });
        }
    }
    found
}

/// What stands for a module where one file is wanted: its metadata, its main class, else its first file.
fn module_definition(db: &dyn Db, environment: EnvironmentInput, name: &str) -> Option<FileRange> {
    let module: ModuleInput = *modules_by_name(db, environment).get(name)?;
    let files = module.files(db);
    if let Some(metadata) = files.get("metadata.json") {
        let document = data_document(db, *metadata);
        let range = document
            .root
            .as_ref()
            .and_then(|root| root.entry("name"))
            .map(|entry| DataPlaces::of(db, *metadata).range(&entry.value));
        return Some(FileRange { file: metadata.id(db), range: range.unwrap_or_default() });
    }
    let file = files.get("manifests/init.pp").or_else(|| files.values().next())?;
    Some(start_of(db, *file))
}

/// The keys of data that set a parameter of a class.
pub fn keys_set_for(
    db: &dyn Db,
    environment: EnvironmentInput,
    from: FileInput,
    class: &str,
    parameter: &str,
) -> Vec<FileRange> {
    super::outer::keys_set(db, environment, from, &format!("{class}::{parameter}"))
}
