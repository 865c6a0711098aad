//! Values of attributes: the words that a type accepts, booleans, and references to resources of the workspace behind
//! `require`, `before`, `notify` and `subscribe`.

use syntax::TextRange;

use super::attributes::attributes_of;
use super::item::{CompletionItem, CompletionKind, Rank};
use super::{titles, unquoted, usual};
use crate::db::Db;
use crate::inputs::FileInput;
use crate::reference_index::AttributeOwner;

/// Metaparameters whose values are resources.
const RELATIONSHIPS: &[&str] = &["require", "before", "notify", "subscribe"];

pub fn is_relationship(attribute: &str) -> bool {
    RELATIONSHIPS.contains(&attribute)
}

pub struct ValuePlace<'a> {
    pub owner: &'a AttributeOwner,
    pub attribute: &'a str,
    pub offset: u32,
    pub word: TextRange,
    pub typed: &'a str,
    pub is_quoted: bool,
}

pub fn values(db: &dyn Db, file: FileInput, place: &ValuePlace<'_>) -> Vec<CompletionItem> {
    if is_relationship(place.attribute) {
        return if place.is_quoted {
            Vec::new()
        } else {
            titles::references(db, file, place.offset, place.typed, place.word)
        };
    }
    let metaparameters = evaluator::resource_types::metaparameters().iter();
    let meta = metaparameters.filter(|meta| meta.name == place.attribute).flat_map(|meta| &meta.values);
    let mut values: Vec<String> = meta.map(|value| super::attributes::written(value)).collect();
    let attributes = attributes_of(db, file, place.owner);
    values.extend(attributes.into_iter().filter(|attribute| attribute.name == place.attribute).flat_map(|a| a.values));
    if place.attribute == "mode" && values.is_empty() {
        values.extend(usual::MODES.iter().map(|mode| format!("'{mode}'")));
    }
    let items = values.iter().enumerate().filter_map(|(index, value)| {
        let text = match place.is_quoted {
            true => unquoted(value)?,
            false => value.as_str(),
        };
        // In the order of the type's own list.
        let item = CompletionItem::new(value.as_str(), CompletionKind::Value, Rank::Here).order(index as u16);
        Some(item.inserts(place.word, text))
    });
    items.collect()
}

#[cfg(test)]
mod tests {
    use super::super::CompletionKind;
    use super::super::tests::{check_kinds, labels_of};
    use expect_test::expect;

    #[test]
    fn words_that_the_type_accepts() {
        check_kinds(
            "service { 'x': ensure => $0",
            &[CompletionKind::Value],
            expect![[r#"
                Value running -> running
                Value stopped -> stopped
                Value true -> true
                Value false -> false
            "#]],
        );
        let text = "web::site { 'a': scheme => '$0' }\n//- /env/modules/web/manifests/site.pp\ndefine web::site(Enum['http', 'https'] $scheme) {}\n";
        check_kinds(
            text,
            &[CompletionKind::Value],
            expect![[r#"
                Value 'http' -> http
                Value 'https' -> https
            "#]],
        );
        let text = "a { 'a': b => $0 }\ndefine a(Optional[Boolean] $b) {}\n";
        assert_eq!(labels_of(text, CompletionKind::Value), ["true", "false", "undef"]);
        let text = "a { 'a': b => $0 }\ndefine a(Mode $b) {}\ntype Mode = Enum['x', 'y']\n";
        assert_eq!(labels_of(text, CompletionKind::Value), ["'x'", "'y'"]);
    }

    #[test]
    fn references_to_resources_that_exist() {
        let text = "package { 'nginx': }\nservice { 'x':\n  require => Pa$0,\n}\n//- /env/modules/web/manifests/init.pp\nclass web { package { 'apache': } }\n";
        check_kinds(
            text,
            &[CompletionKind::Reference],
            expect![[r#"
                Reference Package['nginx'] -> Package['nginx']
                Reference Package['apache'] -> Package['apache']
            "#]],
        );
    }

    #[test]
    fn a_resource_does_not_refer_to_itself() {
        let text = "file { '/a': }\nfile { ['/x', '/y']:\n  require => $0\n}\nweb::site { 'one': }\n";
        assert_eq!(labels_of(text, CompletionKind::Reference), ["File['/a']", "Web::Site['one']"]);
    }

    #[test]
    fn classes_that_the_file_names_and_those_of_its_module() {
        let others = "//- /env/modules/web/manifests/service.pp\nclass web::service {}\n//- /env/modules/db/manifests/init.pp\nclass db {}\n//- /env/modules/far/manifests/init.pp\nclass far {}\n";
        let text = format!(
            "//- /env/modules/web/manifests/init.pp\nclass web {{\n  include db\n  file {{ '/x': notify => $0 }}\n}}\n{others}"
        );
        assert_eq!(labels_of(&text, CompletionKind::Reference), ["Class['db']", "Class['web::service']"]);
        let text = text.replace("=> $0", "=> Cla$0");
        assert_eq!(
            labels_of(&text, CompletionKind::Reference),
            ["Class['db']", "Class['web::service']", "Class['far']"]
        );
    }
}
