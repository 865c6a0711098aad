//! Types of resources: Puppet's own, defines, and plugins of modules, as statements with the attributes that they require and
//! as the names in references.

use std::collections::BTreeSet;

use smol_str::SmolStr;
use syntax::TextRange;

use super::attributes::{attributes_of, definition, required_attributes};
use super::item::{CompletionItem, CompletionKind, Rank};
use super::{definitions, quoted_edit};
use crate::db::Db;
use crate::definition_index::{DefinitionKind, capitalized_segments};
use crate::inputs::FileInput;
use crate::queries;
use crate::reference_index::AttributeOwner;
use crate::resolve::plugin_files::plugin_files;
use crate::resolve::resource_types::builtin_types;

/// Types that most manifests have.
const USUAL_TYPES: &[&str] = &["exec", "file", "package", "service"];

/// Every type by its name in lower case, with how near it is.
fn all(db: &dyn Db, file: FileInput, typed: &str) -> Vec<(SmolStr, Rank)> {
    let mut found: Vec<(SmolStr, Rank)> = Vec::new();
    definitions::for_each(db, file, &[DefinitionKind::Define], typed, &mut |_, name, rank| {
        found.push((name.clone(), rank));
    });
    let mut known: BTreeSet<SmolStr> = BTreeSet::new();
    let environment = queries::environment_of(db, file);
    for info in builtin_types(db, environment) {
        known.insert(info.name.as_str().into());
    }
    let plugins = plugin_files(db, environment);
    known.extend(plugins.resource_types.keys().filter(|name| !name.contains("::")).cloned());
    found.extend(known.into_iter().map(|name| {
        let rank = if USUAL_TYPES.contains(&name.as_str()) { Rank::Near } else { Rank::Common };
        (name, rank)
    }));
    found
}

/// Statements that declare a resource; snippets are made for those that are shown.
pub fn declarations(db: &dyn Db, file: FileInput, typed: &str) -> Vec<CompletionItem> {
    let types = all(db, file, typed);
    types
        .into_iter()
        .filter(|(name, _)| super::item::closeness(name, typed).is_some())
        .map(|(name, rank)| {
            let item = CompletionItem::new(name.as_str(), CompletionKind::ResourceType, rank).detail("resource type");
            item.resolved_by(format!("type {name}"))
        })
        .collect()
}

/// The whole resource: a place for the title, and the attributes that must be given.
pub fn snippet_of(db: &dyn Db, file: FileInput, name: &str) -> String {
    let owner = AttributeOwner::ResourceType(name.into());
    let mut wanted = required_attributes(db, file, &owner);
    if definition(db, file, &owner).is_none() {
        let ensure = attributes_of(db, file, &owner).into_iter().find(|attribute| attribute.name == "ensure");
        wanted.extend(ensure.filter(|ensure| !ensure.values.is_empty()));
    }
    let width = wanted.iter().map(|attribute| attribute.name.len()).max().unwrap_or(0);
    let mut snippet = format!("{name} {{ '${{1:title}}':\n");
    for (index, attribute) in wanted.iter().enumerate() {
        let value = attribute.placeholder(index + 2);
        snippet += &format!("  {:width$} => {value},\n", attribute.name);
    }
    snippet + "  $0\n}"
}

/// The names of types as texts.
pub fn names(db: &dyn Db, file: FileInput, typed: &str, word: TextRange, is_quoted: bool) -> Vec<CompletionItem> {
    let types = all(db, file, typed).into_iter();
    let items = types.map(|(name, rank)| {
        CompletionItem::new(name.as_str(), CompletionKind::ResourceType, rank)
            .inserts(word, quoted_edit(&name, is_quoted))
            .resolved_by(format!("type {name}"))
    });
    items.collect()
}

/// The names of types in references: `File`, `Web::Site`.
pub fn reference_names(db: &dyn Db, file: FileInput, typed: &str) -> Vec<CompletionItem> {
    let mut items: Vec<CompletionItem> = all(db, file, typed)
        .into_iter()
        .map(|(name, rank)| {
            let label = capitalized_segments(&name);
            CompletionItem::new(label.clone(), CompletionKind::ResourceType, rank)
                .snippet(format!("{label}['${{1:title}}']"))
                .resolved_by(format!("type {name}"))
        })
        .collect();
    items.push(CompletionItem::new("Class", CompletionKind::Type, Rank::Common).snippet("Class['${1:name}']"));
    items
}

#[cfg(test)]
mod tests {
    use super::super::CompletionKind;
    use super::super::tests::{labels_of, resolved, snippet};

    #[test]
    fn types_of_puppet_of_modules_and_of_the_file() {
        let text = "class a {\n  $0\n}\ndefine site($port) {}\n//- /env/modules/web/manifests/vhost.pp\ndefine web::vhost {}\n//- /env/modules/web/lib/puppet/type/thing.rb\nPuppet::Type.newtype(:thing) do\nend\n";
        let found = labels_of(text, CompletionKind::ResourceType);
        for name in ["file", "package", "site", "web::vhost", "thing"] {
            assert!(found.contains(&name.to_string()), "{name}");
        }
        assert_eq!(found.first().map(String::as_str), Some("site"), "of the file itself");
    }

    #[test]
    fn names_in_references_and_texts() {
        let text = "$r = Web::S$0\n//- /env/modules/web/manifests/site.pp\ndefine web::site {}\n";
        assert_eq!(labels_of(text, CompletionKind::ResourceType), ["Web::Site"]);
        let text = "create_resources('web::$0\n//- /env/modules/web/manifests/site.pp\ndefine web::site {}\n";
        assert_eq!(labels_of(text, CompletionKind::ResourceType), ["web::site"]);
        assert!(labels_of("if defined('pack$0", CompletionKind::ResourceType).contains(&"package".to_string()));
    }

    #[test]
    fn a_snippet_has_what_must_be_given() {
        let text = "si$0\ndefine site(Integer $port, $path = 1) {}\n";
        assert_eq!(snippet(text, "site"), "site { '${1:title}':\n  port => ${2:Integer},\n  $0\n}");
        assert!(snippet("serv$0", "service").contains("ensure => ${2|running,stopped|}"));
    }

    #[test]
    fn resolving_shows_the_documentation() {
        assert!(resolved("packa$0", "package").contains("package"));
    }
}
