//! Attributes of resources and classes: those of the type that are not given yet, then metaparameters.

use evaluator::resource_types::ResourceTypeInfo;
use smol_str::SmolStr;
use syntax::TextRange;

use super::item::{CompletionItem, CompletionKind, Rank, snippet_choice};
use super::type_values::{read_type, values_of};
use super::usual;
use crate::db::Db;
use crate::definition_index::{
    DefinitionKind, DefinitionSignature, ParameterSignature, canonical_name, find_definitions,
};
use crate::inputs::FileInput;
use crate::preview::ruby_types;
use crate::queries;
use crate::reference_index::AttributeOwner;
use crate::resolve::resource_types::{builtin_type, plugin_type};

/// An attribute that something has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    pub name: String,
    /// The declared type as it is written.
    pub type_text: Option<String>,
    /// The values that it takes, as they are written.
    pub values: Vec<String>,
    pub is_required: bool,
}

impl Attribute {
    /// What a snippet has in place of the value: the words that it takes, or a value that changes nothing.
    pub fn placeholder(&self, number: usize) -> String {
        let is_boolean = |value: &&String| *value == "true" || *value == "false";
        let has_words = self.name == "ensure" && !self.values.iter().all(|value| is_boolean(&value));
        let words = self.values.iter().filter(|value| !(has_words && is_boolean(value)));
        let words: Vec<String> = words.cloned().collect();
        let required = self.type_text.clone().filter(|_| self.is_required);
        let first = words.first().cloned().or(required).unwrap_or_else(|| "undef".to_string());
        snippet_choice(number, &words, &first)
    }
}

/// All attributes of a resource type or class, metaparameters left out.
pub fn attributes_of(db: &dyn Db, file: FileInput, owner: &AttributeOwner) -> Vec<Attribute> {
    if let Some(signature) = definition(db, file, owner) {
        let parameters = signature.parameters.iter().filter(|parameter| is_own(parameter));
        return parameters.map(|parameter| of_parameter(db, file, parameter)).collect();
    }
    let AttributeOwner::ResourceType(name) = owner else { return Vec::new() };
    let of_info = |info: &ResourceTypeInfo| -> Vec<Attribute> {
        let attributes = info.attributes.iter().map(|attribute| {
            let mut values: Vec<String> = attribute.values.iter().map(|value| written(value)).collect();
            usual::sort_values(&attribute.name, &mut values);
            Attribute { name: attribute.name.clone(), type_text: None, values, is_required: false }
        });
        attributes.collect()
    };
    let environment = queries::environment_of(db, file);
    if let Some(info) = builtin_type(db, environment, name) {
        return of_info(info);
    }
    let plugin = plugin_type(db, environment, name).and_then(|file| ruby_types::plugin_type(db, file));
    plugin.map(|plugin| of_info(&plugin.info)).unwrap_or_default()
}

/// The attributes that must be given.
pub fn required_attributes(db: &dyn Db, file: FileInput, owner: &AttributeOwner) -> Vec<Attribute> {
    match definition(db, file, owner) {
        Some(signature) => {
            let required = signature.parameters.iter().filter(|parameter| is_own(parameter) && is_required(parameter));
            required.map(|parameter| of_parameter(db, file, parameter)).collect()
        }
        None => Vec::new(),
    }
}

/// Every define has `title` and `name` without being given them.
fn is_own(parameter: &ParameterSignature) -> bool {
    !["title", "name"].contains(&parameter.name.as_str())
}

fn is_required(parameter: &ParameterSignature) -> bool {
    parameter.default_text.is_none()
}

fn of_parameter(db: &dyn Db, file: FileInput, parameter: &ParameterSignature) -> Attribute {
    let declared = parameter.type_text.as_deref().and_then(|text| read_type(db, file, text));
    Attribute {
        name: parameter.name.to_string(),
        type_text: parameter.type_text.as_ref().map(SmolStr::to_string),
        values: declared.as_ref().map(values_of).unwrap_or_default(),
        is_required: is_required(parameter),
    }
}

/// The class or define that owns attributes.
pub fn definition(db: &dyn Db, file: FileInput, owner: &AttributeOwner) -> Option<DefinitionSignature> {
    let (kind, name) = match owner {
        AttributeOwner::Class(name) => (DefinitionKind::Class, name),
        AttributeOwner::ResourceType(name) => (DefinitionKind::Define, name),
    };
    find_definitions(db, queries::environment_of(db, file), file, kind, &canonical_name(name)).first()?.signature(db)
}

/// A word that needs no quotes is written without them.
pub fn written(value: &str) -> String {
    let is_word = value.starts_with(|first: char| first.is_ascii_lowercase())
        && value.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if is_word { value.to_string() } else { format!("'{value}'") }
}

pub struct AttributePlace<'a> {
    pub owner: &'a AttributeOwner,
    pub given: &'a [String],
    pub has_arrow: bool,
    pub word: TextRange,
}

pub fn attributes(db: &dyn Db, file: FileInput, place: &AttributePlace<'_>) -> Vec<CompletionItem> {
    let owner = match place.owner {
        AttributeOwner::Class(name) => format!("class {name}"),
        AttributeOwner::ResourceType(name) => format!("type {name}"),
    };
    let mut items = Vec::new();
    let mut add =
        |attribute: &Attribute, kind: CompletionKind, (rank, order): (Rank, u16), detail: String, resolve: String| {
            if place.given.contains(&attribute.name) {
                return;
            }
            let name = &attribute.name;
            let item = CompletionItem::new(name.as_str(), kind, rank).order(order);
            let mut item = item.detail(detail).resolved_by(resolve);
            if !place.has_arrow {
                item = item.inserts(place.word, format!("{name} => "));
                item = item.snippet(format!("{name} => {},$0", attribute.placeholder(1)));
            }
            items.push(item);
        };
    let own_name = match place.owner {
        AttributeOwner::ResourceType(name) => name.as_str(),
        AttributeOwner::Class(_) => "",
    };
    // Parameters of a definition are in the order in which it has them.
    let is_defined = definition(db, file, place.owner).is_some();
    for (index, attribute) in attributes_of(db, file, place.owner).into_iter().enumerate() {
        let order = if is_defined { index as u16 } else { usual::attribute(own_name, &attribute.name) };
        let rank = if attribute.is_required { Rank::Here } else { Rank::Local };
        let detail = match (&attribute.type_text, attribute.is_required) {
            (Some(text), true) => format!("{text} (required)"),
            (Some(text), false) => text.clone(),
            (None, true) => "(required)".to_string(),
            (None, false) => shown_values(&attribute.values),
        };
        let resolve = format!("attribute {owner} {}", attribute.name);
        add(&attribute, CompletionKind::Attribute, (rank, order), detail, resolve);
    }
    for metaparameter in evaluator::resource_types::metaparameters() {
        let attribute = Attribute {
            name: metaparameter.name.clone(),
            type_text: None,
            values: metaparameter.values.iter().map(|value| written(value)).collect(),
            is_required: false,
        };
        let resolve = format!("metaparameter {}", attribute.name);
        let order = usual::metaparameter(&attribute.name);
        add(&attribute, CompletionKind::Metaparameter, (Rank::Last, order), "metaparameter".to_string(), resolve);
    }
    items
}

/// The first words that an attribute takes.
fn shown_values(values: &[String]) -> String {
    const SHOWN: usize = 4;
    let more = if values.len() > SHOWN { " | …" } else { "" };
    values.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" | ") + more
}

/// What a collector can compare: every attribute, and the title.
pub fn in_query(db: &dyn Db, file: FileInput, owner: &AttributeOwner, word: TextRange) -> Vec<CompletionItem> {
    let mut items = attributes(db, file, &AttributePlace { owner, given: &[], has_arrow: true, word });
    items.push(CompletionItem::new("title", CompletionKind::Attribute, Rank::Here).detail("title of the resource"));
    for item in &mut items {
        if item.label == "tag" {
            item.rank = Rank::Here;
        }
        item.snippet = Some(format!("{} == $0", item.label));
    }
    items
}

#[cfg(test)]
mod tests {
    use super::super::CompletionKind;
    use super::super::tests::{check_kinds, labels_of, resolved};
    use expect_test::expect;

    const SITE: &str = "//- /env/modules/web/manifests/site.pp\n# A site.\n# @param port where it listens\ndefine web::site(Integer $port, Enum['http', 'https'] $scheme = 'http', Optional[String] $path = undef) {}\n";

    #[test]
    fn parameters_that_are_not_given_yet() {
        check_kinds(
            &format!("web::site {{ 'a':\n  path => '/',\n  $0\n}}\n{SITE}"),
            &[CompletionKind::Attribute],
            expect![[r#"
                Attribute port Integer (required) -> port => 
                Attribute scheme Enum['http', 'https'] -> scheme => 
            "#]],
        );
    }

    #[test]
    fn collectors_compare_titles_and_tags() {
        let found = labels_of("File <| $0", CompletionKind::Attribute);
        assert_eq!(found.first().map(String::as_str), Some("title"));
        assert!(found.contains(&"mode".to_string()));
        assert!(labels_of("File <| title == 'x' and ta$0", CompletionKind::Metaparameter).contains(&"tag".to_string()));
    }

    #[test]
    fn half_typed_resources() {
        for text in [
            "file { '/x': $0",
            "file { '/x':\n  ensure => file,\n  mo$0",
            "  file { '/x':\n  mo$0\n  owner => 'root',\n}",
        ] {
            assert!(labels_of(text, CompletionKind::Attribute).contains(&"mode".to_string()), "{text}");
        }
        let given = labels_of("file { '/x':\n  mo$0\n  owner => 'root',\n}", CompletionKind::Attribute);
        assert!(!given.contains(&"owner".to_string()), "{given:?}");
    }

    #[test]
    fn attributes_of_plugin_types_and_classes() {
        let plugin = "thing { 'x': $0\n//- /env/modules/web/lib/puppet/type/thing.rb\nPuppet::Type.newtype(:thing) do\n  newparam(:name) {}\n  newproperty(:size) { newvalues(:big, :small) }\nend\n";
        assert!(labels_of(plugin, CompletionKind::Attribute).contains(&"size".to_string()));
        let class = "class { 'web': $0 }\n//- /env/modules/web/manifests/init.pp\nclass web($port) {}\n";
        assert_eq!(labels_of(class, CompletionKind::Attribute), ["port"]);
    }

    #[test]
    fn resolving_shows_documentation() {
        let shown = resolved(&format!("web::site {{ 'a':\n  po$0\n}}\n{SITE}"), "port");
        assert!(shown.contains("where it listens"), "{shown}");
        assert!(resolved("file { '/x': ens$0", "ensure").contains("attribute of `file`"));
    }
}
