//! The documentation and value of one item, found when a user looks at it.

use smol_str::SmolStr;
use syntax::ExprId;

use crate::db::Db;
use crate::definition_index::{DefinitionKind, find_definitions};
use crate::features::{documentation, hover, ruby_functions};
use crate::inputs::FileInput;
use crate::preview::ruby_types;
use crate::queries;
use crate::resolve::resource_types::{builtin_type, plugin_type};
use crate::resolve::variables::bindings_of_definition;
use crate::scopes::file_scopes;

/// Markdown about the item that a key names.
pub fn resolve(db: &dyn Db, file: FileInput, key: &str) -> Option<String> {
    let mut words = key.split(' ');
    let (kind, name) = (words.next()?, words.next()?);
    match kind {
        "class" => definition(db, file, DefinitionKind::Class, name),
        "alias" => definition(db, file, DefinitionKind::TypeAlias, name),
        "function" => definition(db, file, DefinitionKind::Function, name)
            .or_else(|| Some(ruby_functions::named(db, queries::environment_of(db, file), name)?.markdown()))
            .or_else(|| evaluator::functions::builtin(name).map(documentation::of_function)),
        "type" => of_type(db, file, name),
        "metaparameter" => documentation::of_metaparameter(name),
        "attribute" => of_attribute(db, file, name, words.next()?, words.next()?),
        "hiera" => Some(hover::data::of_key(db, file, name, None, true)),
        "variable" => of_variable(db, file, name, ExprId(words.next()?.parse().ok()?)),
        "qualified" => of_qualified(db, file, name),
        _ => None,
    }
}

fn definition(db: &dyn Db, file: FileInput, kind: DefinitionKind, name: &str) -> Option<String> {
    let found = find_definitions(db, queries::environment_of(db, file), file, kind, name);
    let definition = *found.first()?;
    Some(documentation::of_definition(db, definition, &definition.signature(db)?))
}

fn of_type(db: &dyn Db, file: FileInput, name: &str) -> Option<String> {
    if let Some(text) = definition(db, file, DefinitionKind::Define, name) {
        return Some(text);
    }
    let environment = queries::environment_of(db, file);
    if let Some(info) = builtin_type(db, environment, name) {
        return Some(documentation::of_resource_type(info));
    }
    let plugin = plugin_type(db, environment, name)?;
    Some(documentation::of_resource_type(&ruby_types::plugin_type(db, plugin)?.info))
}

fn of_attribute(db: &dyn Db, file: FileInput, owner: &str, owner_name: &str, name: &str) -> Option<String> {
    let environment = queries::environment_of(db, file);
    let kind = if owner == "class" { DefinitionKind::Class } else { DefinitionKind::Define };
    if let Some(definition) = find_definitions(db, environment, file, kind, owner_name).first() {
        return Some(documentation::of_parameter(db, *definition, &definition.signature(db)?, name));
    }
    if let Some(info) = builtin_type(db, environment, owner_name) {
        return documentation::of_attribute(info, name);
    }
    let plugin = ruby_types::plugin_type(db, plugin_type(db, environment, owner_name)?)?;
    documentation::of_attribute(&plugin.info, name)
}

/// `$class::name`, where the class binds it.
fn of_qualified(db: &dyn Db, file: FileInput, name: &str) -> Option<String> {
    let (class, variable) = name.rsplit_once("::")?;
    let found = find_definitions(db, queries::environment_of(db, file), file, DefinitionKind::Class, class);
    let definition = *found.first()?;
    let bound = bindings_of_definition(db, definition, variable).into_iter().next()?;
    let scope = file_scopes(db, bound.file).scope_of_owner(definition.expr(db)?)?;
    Some(hover::of_variable(db, bound.file, &SmolStr::new(variable), scope, bound.binding.place, true))
}

/// A variable with its value in the context in force. The place was found in the text as it was when the list was made.
fn of_variable(db: &dyn Db, file: FileInput, name: &str, place: ExprId) -> Option<String> {
    let scopes = file_scopes(db, file);
    let by_place = scopes.variable_at(place).filter(|(found, _)| found == name);
    let (name, scope, place) = match by_place {
        Some((name, scope)) => (name, scope, place),
        None => {
            let found =
                scopes.scopes.iter().enumerate().find_map(|(index, scope)| {
                    Some((index, scope.bindings.iter().find(|binding| binding.name == name)?))
                });
            let (scope, binding) = found?;
            (binding.name.clone(), scope, binding.place)
        }
    };
    Some(hover::of_variable(db, file, &name, scope, place, true))
}
