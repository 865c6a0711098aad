//! Which files mention a word, per module and per environment, so that a search over the workspace looks at few files.
//!
//! A word is a whole name (`web::site`, a title, a key), the last part of a variable's name, or the class before it. Typing
//! that mentions nothing new leaves the lists of words, and with them the indexes, as they are.

use std::sync::Arc;

use evaluator::fast_hash::FastMap;
use smol_str::SmolStr;

use crate::db::Db;
use crate::document_kind::{DocumentKind, document_kind};
use crate::inputs::{EnvironmentInput, FileInput, FileOwner, FilesBelow, ModuleInput};
use crate::outer_mentions::{OuterName, outer_mentions};
use crate::reference_index::{Name, file_mentions};
use crate::scopes::file_scopes;

/// The word under which every file is found that looks up keys that are known only when it runs.
pub const DYNAMIC_KEY: &str = "\u{0}dynamic key";
/// The same for classes.
pub const DYNAMIC_CLASS: &str = "\u{0}dynamic class";
/// The same for lists of classes in data.
pub const INCLUDED_KEY: &str = "\u{0}included key";
/// The same for tags.
pub const TAG: &str = "\u{0}tag";
/// The same for attributes that are known only when the code runs.
pub const DYNAMIC_ATTRIBUTES: &str = "\u{0}dynamic attributes";

pub type WordIndex = FastMap<SmolStr, Vec<FileInput>>;

/// The words of a file, sorted.
#[salsa::tracked(returns(clone))]
pub fn file_words(db: &dyn Db, file: FileInput) -> Arc<[SmolStr]> {
    let mut words: Vec<SmolStr> = Vec::new();
    match document_kind(db, file) {
        DocumentKind::Manifest | DocumentKind::Template => {
            for mention in &file_mentions(db, file).mentions {
                add_name(&mention.name, &mut words);
            }
            let scopes = file_scopes(db, file);
            scopes.uses.iter().for_each(|used| add_qualified(&used.name, &mut words));
            for binding in scopes.scopes.iter().flat_map(|scope| &scope.bindings) {
                words.push(binding.name.clone());
            }
        }
        DocumentKind::Other | DocumentKind::EnvironmentConf => {}
        _ => {
            for mention in outer_mentions(db, file).iter() {
                match &mention.name {
                    OuterName::SetKey(name) | OuterName::ReadKey(name) | OuterName::OptionKey(name) => {
                        words.push(name.clone());
                        add_qualified(name, &mut words);
                    }
                    OuterName::Variable(name) => add_qualified(name, &mut words),
                    OuterName::ClassUnder { class: name, .. }
                    | OuterName::Fact(name)
                    | OuterName::Function(name)
                    | OuterName::Module(name)
                    | OuterName::OwnModule(name) => words.push(name.clone()),
                }
            }
        }
    }
    words.sort_unstable();
    words.dedup();
    words.into()
}

fn add_name(name: &Name, words: &mut Vec<SmolStr>) {
    match name {
        Name::Definition(_, name)
        | Name::Class(name)
        | Name::ResourceType(name)
        | Name::Reference(name)
        | Name::Function(name)
        | Name::Attribute { name, .. }
        | Name::Fact(name)
        | Name::Defined(name)
        | Name::ModuleFile { path: name, .. }
        | Name::Resource { title: name, .. } => words.push(name.clone()),
        Name::TemplateArgument { template, name } => {
            words.push(template.clone());
            words.push(name.clone());
        }
        Name::HieraKey(key) => {
            words.push(key.clone());
            add_qualified(key, words);
        }
        Name::IncludedKey(_) => words.push(SmolStr::new_static(INCLUDED_KEY)),
        Name::DynamicKey(_) => words.push(SmolStr::new_static(DYNAMIC_KEY)),
        Name::DynamicClass(_) => words.push(SmolStr::new_static(DYNAMIC_CLASS)),
        Name::VariableName(name) => add_qualified(name, words),
        Name::Tag(_) => words.push(SmolStr::new_static(TAG)),
        Name::DynamicAttributes(_) => words.push(SmolStr::new_static(DYNAMIC_ATTRIBUTES)),
    }
}

/// The last part of a name, and the class before it.
fn add_qualified(name: &SmolStr, words: &mut Vec<SmolStr>) {
    match name.rsplit_once("::") {
        Some((class, last)) => {
            words.push(SmolStr::new(last));
            let class = class.trim_start_matches("::");
            if !class.is_empty() {
                words.push(SmolStr::new(class));
            }
        }
        None => words.push(name.clone()),
    }
}

#[salsa::tracked(returns(clone))]
pub fn module_words(db: &dyn Db, module: ModuleInput) -> Arc<WordIndex> {
    index_of(db, &module.files(db))
}

#[salsa::tracked(returns(clone))]
pub fn environment_words(db: &dyn Db, environment: EnvironmentInput) -> Arc<WordIndex> {
    index_of(db, &environment.files(db))
}

fn index_of(db: &dyn Db, files: &FilesBelow) -> Arc<WordIndex> {
    let mut index = WordIndex::default();
    for file in files.values().filter(|file| document_kind(db, **file) != DocumentKind::Other) {
        db.unwind_if_revision_cancelled();
        for word in file_words(db, *file).iter() {
            index.entry(word.clone()).or_default().push(*file);
        }
    }
    Arc::new(index)
}

/// The files of the same module and the environment's own that mention a word: few enough to be asked at every keystroke, however many
/// modules there are.
pub fn near_files_mentioning(
    db: &dyn Db,
    environment: EnvironmentInput,
    from: FileInput,
    word: &str,
) -> Vec<FileInput> {
    let mut found: Vec<FileInput> = environment_words(db, environment).get(word).cloned().unwrap_or_default();
    if let FileOwner::Module { module, .. } = from.owner(db)
        && let Some(files) = module_words(db, module).get(word)
    {
        found.extend_from_slice(files);
    }
    found
}

/// The files of the environment that mention a word, and `from` itself where it is in no environment.
pub fn files_mentioning(db: &dyn Db, environment: EnvironmentInput, from: FileInput, word: &str) -> Vec<FileInput> {
    let mut found: Vec<FileInput> = environment_words(db, environment).get(word).cloned().unwrap_or_default();
    for module in environment.modules(db).iter() {
        if let Some(files) = module_words(db, *module).get(word) {
            found.extend_from_slice(files);
        }
    }
    if !found.contains(&from) && file_words(db, from).binary_search_by(|known| known.as_str().cmp(word)).is_ok() {
        found.push(from);
    }
    found
}
