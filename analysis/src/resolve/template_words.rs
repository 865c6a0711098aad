//! The words of a module's templates: a variable whose name is none of them is used by no template.

use std::collections::BTreeSet;
use std::sync::Arc;

use smol_str::SmolStr;

use crate::db::Db;
use crate::inputs::{FileInput, ModuleInput};
use crate::queries;

/// Every word of a template that could be the name of a variable.
#[salsa::tracked(returns(clone))]
fn words_of_file(db: &dyn Db, file: FileInput) -> Arc<BTreeSet<SmolStr>> {
    let text = queries::text(db, file);
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    Arc::new(words.filter(|word| is_name(word)).map(SmolStr::new).collect())
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_lowercase() || first == '_')
}

/// The words of all templates of a module.
#[salsa::tracked(returns(clone))]
pub fn words_of_templates(db: &dyn Db, module: ModuleInput) -> Arc<BTreeSet<SmolStr>> {
    let files = module.files(db);
    let templates = queries::files_with_prefix(&files, "templates/");
    Arc::new(templates.flat_map(|(_, file)| words_of_file(db, *file).iter().cloned().collect::<Vec<_>>()).collect())
}
