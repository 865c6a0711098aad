//! What the names of a file mean in its environment: definitions of other files, and variables of other scopes.

pub mod bolt;
pub mod completeness;
pub mod fact_names;
pub mod facts;
pub mod functions;
pub mod legacy_facts;
pub mod plugin_files;
pub mod qualified_uses;
pub mod resource_types;
pub mod template_words;
pub mod variables;

use smol_str::SmolStr;
use syntax::{ExprId, TextRange};

use crate::db::Db;
use crate::definition_index::{DefinitionKind, DefinitionRef, find_definitions};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::preview::places::name_range;
use crate::queries;
use crate::reference_index::{AttributeOwner, Name, file_mentions};
use crate::scopes::file_scopes;

/// What stands at an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At {
    pub what: What,
    pub place: ExprId,
    pub range: TextRange,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    Name(Name),
    /// A variable as it is written, and the scope that it is used or bound in.
    Variable {
        name: SmolStr,
        scope: usize,
    },
}

/// The name or variable at an offset: the smallest that touches it.
pub fn at(db: &dyn Db, file: FileInput, offset: u32) -> Option<At> {
    let source = queries::source_file(db, file);
    let scopes = file_scopes(db, file);
    let mut found: Vec<At> = Vec::new();
    for mention in file_mentions(db, file).mentions.iter().filter(|mention| mention.name.is_written()) {
        let range = mention.range(&source.source_map);
        if range.touches(offset) {
            found.push(At { what: What::Name(mention.name.clone()), place: mention.place, range });
        }
    }
    for place in source.source_map.touching(offset) {
        if let Some((name, scope)) = scopes.variable_at(place) {
            let binding = scopes.scopes.get(scope).and_then(|s| s.bindings.iter().find(|b| b.place == place));
            let range = match binding {
                Some(binding) => name_range(&source.source_map, binding),
                None => source.source_map.range(place),
            };
            if range.touches(offset) {
                found.push(At { what: What::Variable { name, scope }, place, range });
            }
        }
    }
    found.into_iter().min_by_key(|at| at.range.len())
}

/// The definitions that a name means.
pub fn definitions_of(db: &dyn Db, environment: EnvironmentInput, from: FileInput, name: &Name) -> Vec<DefinitionRef> {
    let find = |kind: DefinitionKind, name: &str| find_definitions(db, environment, from, kind, name);
    match name {
        Name::Definition(kind, name) => find(*kind, name),
        Name::Class(name) => find(DefinitionKind::Class, name),
        Name::ResourceType(name) => find(DefinitionKind::Define, name),
        Name::Reference(name) => {
            let mut found = find(DefinitionKind::TypeAlias, name);
            found.extend(find(DefinitionKind::Define, name));
            found
        }
        Name::Function(name) => {
            let mut found = find(DefinitionKind::Function, name);
            found.extend(find(DefinitionKind::Plan, name));
            found
        }
        Name::Attribute { of: AttributeOwner::ResourceType(owner), .. } => find(DefinitionKind::Define, owner),
        Name::Attribute { of: AttributeOwner::Class(owner), .. } => find(DefinitionKind::Class, owner),
        Name::Defined(name) => {
            let kinds = [DefinitionKind::Class, DefinitionKind::Define, DefinitionKind::Function];
            kinds.iter().flat_map(|kind| find(*kind, name)).collect()
        }
        Name::HieraKey(_)
        | Name::IncludedKey(_)
        | Name::DynamicKey(_)
        | Name::DynamicClass(_)
        | Name::Resource { .. }
        | Name::Fact(_)
        | Name::ModuleFile { .. }
        | Name::TemplateArgument { .. }
        | Name::VariableName(_)
        | Name::Tag(_)
        | Name::DynamicAttributes(_) => Vec::new(),
    }
}
