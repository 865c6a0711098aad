//! What files beside the code mention: keys, classes and variables in data, variables in Ruby templates, modules in lists
//! of modules. Each kind of file has its reader in this folder.

mod hiera_config;
mod hiera_data;
mod interpolation;
pub mod module_lists;
pub mod ruby_template;

use std::sync::Arc;

use smol_str::SmolStr;
use syntax::TextRange;

use crate::db::Db;
use crate::document_kind::{DocumentKind, document_kind};
use crate::inputs::FileInput;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OuterName {
    /// A key of the first level of a data file: it gives the key a value.
    SetKey(SmolStr),
    /// A key that a value looks up.
    ReadKey(SmolStr),
    /// A key in `lookup_options`.
    OptionKey(SmolStr),
    /// A text that may be the name of a class, and the key of the first level that it stands under.
    ClassUnder {
        class: SmolStr,
        key: SmolStr,
    },
    /// As the template or data writes it, without `@` and `$`; with `::` where it is qualified.
    Variable(SmolStr),
    Fact(SmolStr),
    Function(SmolStr),
    /// A module without its author, where a list asks for it.
    Module(SmolStr),
    /// A module's own name, in its metadata.
    OwnModule(SmolStr),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OuterMention {
    pub name: OuterName,
    /// The name alone, without quotes and marks.
    pub range: TextRange,
}

/// What a file that is no Puppet code mentions, in the order of the text.
#[salsa::tracked(returns(clone), no_eq)]
pub fn outer_mentions(db: &dyn Db, file: FileInput) -> Arc<[OuterMention]> {
    let mut found = match document_kind(db, file) {
        DocumentKind::HieraData => hiera_data::mentions(db, file),
        DocumentKind::HieraConfig => hiera_config::mentions(db, file),
        DocumentKind::RubyTemplate => ruby_template::mentions(db, file),
        DocumentKind::Puppetfile => module_lists::puppetfile_mentions(db, file),
        DocumentKind::ModuleMetadata => module_lists::metadata_mentions(db, file),
        DocumentKind::Manifest | DocumentKind::Template | DocumentKind::EnvironmentConf | DocumentKind::Other => {
            Vec::new()
        }
    };
    found.sort_by_key(|mention| mention.range);
    found.into()
}

/// The mention that touches an offset.
pub fn outer_mention_at(db: &dyn Db, file: FileInput, offset: u32) -> Option<OuterMention> {
    let mentions = outer_mentions(db, file);
    mentions.iter().filter(|mention| mention.range.touches(offset)).min_by_key(|mention| mention.range.len()).cloned()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::outer_mentions;
    use crate::fixture::Fixture;

    /// The mentions of a file, one a line, for the tests of the readers.
    pub fn shown(path: &str, text: &str) -> String {
        let fixture = Fixture::without_cursor(&format!("//- /env/modules/web/manifests/init.pp\n\n//- {path}\n{text}"));
        let file = fixture.file(path);
        let mentions = fixture.host.analysis().read_file(file, |db, file| outer_mentions(db, file));
        let mentions = mentions.expect("no writer").expect("a file");
        mentions.iter().map(|found| format!("{:?} [{}]\n", found.name, fixture.slice(file, found.range))).collect()
    }
}
