//! Renames classes, defines, functions, plans and type aliases, and moves their files to where Puppet looks for them.

use std::collections::BTreeSet;

use smol_str::SmolStr;
use syntax::TextRange;

use super::edits::Collector;
use super::{FileMove, Refusal, RenameEdits, Renaming, new_names};
use crate::data_document::{DataPlaces, data_document};
use crate::definition_index::{
    DefinitionKind, DefinitionRef, canonical_name, find_definitions, modules_by_name, name_place,
};
use crate::document_kind::{DocumentKind, document_kind};
use crate::inputs::{FileInput, FileOwner};
use crate::outer_mentions::{OuterName, outer_mentions};
use crate::queries;
use crate::reference_index::{Name, file_mentions};
use crate::resolve::resource_types;
use crate::resolve::variables::BindingIn;
use crate::scopes::file_scopes;
use crate::symbol::Symbol;
use crate::symbol::names::{capitalised, class_inside};
use crate::symbol::occurrences::occurrences;
use crate::word_index::{DYNAMIC_CLASS, DYNAMIC_KEY, TAG, files_mentioning};

/// The definitions of a name, if they may be renamed.
pub fn check_defined(renaming: &Renaming<'_>, kind: DefinitionKind, name: &str) -> Result<Vec<DefinitionRef>, Refusal> {
    if kind == DefinitionKind::Node {
        return Err(Refusal::Node);
    }
    let definitions = find_definitions(renaming.db, renaming.environment, renaming.from, kind, name);
    if definitions.is_empty() {
        return Err(Refusal::NotFound { what: kind.label(), name: name.to_string() });
    }
    for definition in &definitions {
        if let Some(module) = renaming.vendored(definition.file) {
            return Err(Refusal::Vendored { what: name.to_string(), module });
        }
    }
    Ok(definitions)
}

/// A type alias as its definition writes it.
/// Uses of a parameter name its class or define: they are told apart only where there is one of that name.
pub fn check_defined_once(
    renaming: &Renaming<'_>,
    kind: DefinitionKind,
    owner: &str,
    bindings: &[BindingIn],
) -> Result<(), Refusal> {
    let found = find_definitions(renaming.db, renaming.environment, renaming.from, kind, owner);
    let other = found.iter().find(|definition| !bindings.iter().any(|binding| binding.file == definition.file));
    let Some(other) = other else { return Ok(()) };
    let range = other.name_range(renaming.db).unwrap_or_default();
    Err(Refusal::DefinedTwice { name: owner.to_string(), place: renaming.place(other.file, range) })
}

pub fn written_alias(renaming: &Renaming<'_>, name: &str) -> String {
    let found = find_definitions(renaming.db, renaming.environment, renaming.from, DefinitionKind::TypeAlias, name);
    let written = found.first().and_then(|definition| {
        let range = definition.name_range(renaming.db)?;
        let text = queries::text(renaming.db, definition.file);
        text.get(range.start as usize..range.end as usize).map(str::to_string)
    });
    written.filter(|written| canonical_name(written) == name).unwrap_or_else(|| capitalised(name))
}

pub fn rename(
    renaming: &Renaming<'_>,
    kind: DefinitionKind,
    name: &SmolStr,
    new_name: &str,
) -> Result<RenameEdits, Refusal> {
    let definitions = check_defined(renaming, kind, name)?;
    let written = match kind {
        DefinitionKind::TypeAlias => new_names::alias(new_name)?,
        _ => new_names::definition(new_name)?,
    };
    let new_name = canonical_name(written);
    if new_name == *name && kind != DefinitionKind::TypeAlias {
        return Ok(RenameEdits::default());
    }
    check_whole(renaming, &definitions, name)?;
    if new_name != *name {
        check_free(renaming, kind, &new_name)?;
    }
    let moves = moves(renaming, kind, name, &new_name, &definitions)?;
    if matches!(kind, DefinitionKind::Class | DefinitionKind::Define) {
        check_tags(renaming, name, &new_name)?;
    }
    let mut edits = Collector::new(renaming);
    let places =
        occurrences(renaming.db, renaming.environment, renaming.from, &Symbol::Definition { kind, name: name.clone() });
    let reference = match kind {
        DefinitionKind::TypeAlias => written.to_string(),
        _ => capitalised(&new_name),
    };
    edits.replace_all(&places, &new_name, &reference)?;
    if kind == DefinitionKind::Class {
        check_dynamic(renaming, name)?;
        replace_qualified(renaming, &definitions, name, &new_name, &mut edits)?;
    }
    Ok(edits.finish(moves))
}

/// A class inside of another has only a part of its name written down.
fn check_whole(renaming: &Renaming<'_>, definitions: &[DefinitionRef], name: &str) -> Result<(), Refusal> {
    for definition in definitions {
        let source = queries::source_file(renaming.db, definition.file);
        let text = queries::text(renaming.db, definition.file);
        let Some(id) = definition.expr(renaming.db) else { continue };
        let range = source.source_map.range(name_place(&source.program, id));
        let written = text.get(range.start as usize..range.end as usize).unwrap_or_default();
        if canonical_name(written) != name {
            return Err(Refusal::Nested { name: name.to_string() });
        }
    }
    Ok(())
}

fn check_free(renaming: &Renaming<'_>, kind: DefinitionKind, new_name: &str) -> Result<(), Refusal> {
    let kinds: &[DefinitionKind] = match kind {
        DefinitionKind::Class | DefinitionKind::Define => &[DefinitionKind::Class, DefinitionKind::Define],
        DefinitionKind::Function | DefinitionKind::Plan => &[DefinitionKind::Function, DefinitionKind::Plan],
        DefinitionKind::TypeAlias | DefinitionKind::Node => &[DefinitionKind::TypeAlias],
    };
    for kind in kinds {
        let found = find_definitions(renaming.db, renaming.environment, renaming.from, *kind, new_name);
        if let Some(first) = found.first() {
            let range = first.name_range(renaming.db).unwrap_or_default();
            return Err(Refusal::Taken { name: new_name.to_string(), place: renaming.place(first.file, range) });
        }
    }
    let is_builtin = match kind {
        DefinitionKind::Function | DefinitionKind::Plan => {
            evaluator::functions::builtin(new_name).is_some()
                || crate::resolve::functions::ruby_function(renaming.db, renaming.environment, new_name).is_some()
        }
        DefinitionKind::Define | DefinitionKind::TypeAlias => {
            resource_types::builtin_type(renaming.db, renaming.environment, new_name).is_some()
                || resource_types::plugin_type(renaming.db, renaming.environment, new_name).is_some()
        }
        DefinitionKind::Class | DefinitionKind::Node => false,
    };
    if is_builtin {
        let why = "Puppet or a module in Ruby has one of this name";
        return Err(Refusal::Reserved { name: new_name.to_string(), why });
    }
    Ok(())
}

/// The folder of a module that holds definitions of a kind.
fn folder(kind: DefinitionKind) -> &'static str {
    match kind {
        DefinitionKind::Class | DefinitionKind::Define | DefinitionKind::Node => "manifests",
        DefinitionKind::Function => "functions",
        DefinitionKind::Plan => "plans",
        DefinitionKind::TypeAlias => "types",
    }
}

/// Where Puppet looks for a definition, below its module.
fn autoload_path(kind: DefinitionKind, name: &str) -> String {
    let folder = folder(kind);
    match name.split_once("::") {
        Some((_, rest)) => format!("{folder}/{}.pp", rest.replace("::", "/")),
        None => format!("{folder}/init.pp"),
    }
}

/// Files that are named for the definition follow it, into another module too.
fn moves(
    renaming: &Renaming<'_>,
    kind: DefinitionKind,
    name: &str,
    new_name: &str,
    definitions: &[DefinitionRef],
) -> Result<Vec<FileMove>, Refusal> {
    let mut found = Vec::new();
    for definition in definitions {
        let FileOwner::Module { module, path } = definition.file.owner(renaming.db) else { continue };
        if path != autoload_path(kind, name) || new_name == name {
            continue;
        }
        let new_module = new_name.split("::").next().unwrap_or_default();
        let target = match module.name(renaming.db) == new_module {
            true => module,
            false => match modules_by_name(renaming.db, renaming.environment).get(new_module) {
                Some(target) if target.vendored(renaming.db) => {
                    return Err(Refusal::VendoredModule { module: new_module.to_string() });
                }
                Some(target) => *target,
                None => return Err(Refusal::NoSuchModule { module: new_module.to_string() }),
            },
        };
        let new_path = autoload_path(kind, new_name);
        let to = format!("{}/{new_path}", target.root(renaming.db));
        if let Some(file) = target.files(renaming.db).get(new_path.as_str()) {
            return Err(Refusal::Taken {
                name: new_name.to_string(),
                place: renaming.place(*file, TextRange::empty(0)),
            });
        }
        found.push(FileMove { file: definition.file.id(renaming.db), to });
    }
    Ok(found)
}

/// The tags that a resource of a define, or in a class, gets from the name.
fn tags(name: &str) -> BTreeSet<&str> {
    name.split("::").chain(std::iter::once(name)).collect()
}

/// Queries that select by a tag which the old name gives and the new one does not.
fn check_tags(renaming: &Renaming<'_>, name: &str, new_name: &str) -> Result<(), Refusal> {
    let (old, new) = (tags(name), tags(new_name));
    for file in files_mentioning(renaming.db, renaming.environment, renaming.from, TAG) {
        let source = queries::source_file(renaming.db, file);
        for mention in &file_mentions(renaming.db, file).mentions {
            if let Name::Tag(tag) = &mention.name
                && old.contains(tag.as_str())
                && !new.contains(tag.as_str())
            {
                let place = renaming.place(file, mention.range(&source.source_map));
                renaming.doubt(Refusal::Dynamic { what: "code selects by a tag that the old name gives", place })?;
            }
        }
    }
    Ok(())
}

/// Code that includes classes, or looks up keys, whose names it puts together.
fn check_dynamic(renaming: &Renaming<'_>, name: &str) -> Result<(), Refusal> {
    let key_prefix = format!("{name}::");
    for (word, what) in [
        (DYNAMIC_CLASS, "code puts together the name of a class"),
        (DYNAMIC_KEY, "code looks up a key that it puts together"),
    ] {
        for file in files_mentioning(renaming.db, renaming.environment, renaming.from, word) {
            let source = queries::source_file(renaming.db, file);
            for mention in &file_mentions(renaming.db, file).mentions {
                let is_it = match &mention.name {
                    Name::DynamicClass(prefix) => !prefix.is_empty() && name.starts_with(prefix.as_str()),
                    Name::DynamicKey(prefix) => prefix.starts_with(&key_prefix),
                    _ => false,
                };
                if is_it {
                    renaming.doubt(Refusal::Dynamic {
                        what,
                        place: renaming.place(file, mention.range(&source.source_map)),
                    })?;
                }
            }
        }
    }
    Ok(())
}

/// The class in `$class::variable`, in keys of its parameters, and in Ruby templates.
fn replace_qualified(
    renaming: &Renaming<'_>,
    definitions: &[DefinitionRef],
    name: &str,
    new_name: &str,
    edits: &mut Collector<'_>,
) -> Result<(), Refusal> {
    let db = renaming.db;
    let parameters: BTreeSet<SmolStr> = definitions
        .iter()
        .filter_map(|definition| definition.signature(db))
        .flat_map(|signature| signature.parameters.into_iter().map(|parameter| parameter.name))
        .collect();
    // A key that only explicit lookups read keeps its name, as they do.
    let is_parameter_key = |key: &str| {
        let first = key.split('.').next().unwrap_or(key);
        first.rsplit_once("::").is_some_and(|(class, parameter)| class == name && parameters.contains(parameter))
    };
    for file in files_mentioning(db, renaming.environment, renaming.from, name) {
        let text = queries::text(db, file);
        if document_kind(db, file).is_source() {
            let source = queries::source_file(db, file);
            let uses = file_scopes(db, file);
            for used in uses.uses.iter().filter(|used| class_of(&used.name) == Some(name)) {
                if let Some(range) = class_inside(&text, source.source_map.range(used.place), name) {
                    edits.replace(file, range, new_name)?;
                }
            }
            for mention in &file_mentions(db, file).mentions {
                let is_it = match &mention.name {
                    Name::VariableName(variable) => class_of(variable) == Some(name),
                    Name::HieraKey(key) => is_parameter_key(key),
                    _ => false,
                };
                if is_it && let Some(range) = class_inside(&text, mention.range(&source.source_map), name) {
                    edits.replace(file, range, new_name)?;
                }
            }
            continue;
        }
        for mention in outer_mentions(db, file).iter() {
            let is_it = match &mention.name {
                OuterName::SetKey(key) | OuterName::ReadKey(key) | OuterName::OptionKey(key) => is_parameter_key(key),
                OuterName::Variable(variable) => class_of(variable) == Some(name),
                _ => false,
            };
            if is_it && let Some(range) = class_inside(&text, mention.range, name) {
                edits.replace(file, range, new_name)?;
            }
        }
        check_patterns(renaming, file, &parameters, name)?;
    }
    Ok(())
}

fn class_of(variable: &str) -> Option<&str> {
    variable.trim_start_matches("::").rsplit_once("::").map(|(class, _)| class)
}

/// `lookup_options` may name keys by a regular expression.
fn check_patterns(
    renaming: &Renaming<'_>,
    file: FileInput,
    parameters: &BTreeSet<SmolStr>,
    name: &str,
) -> Result<(), Refusal> {
    if parameters.is_empty() || document_kind(renaming.db, file) != DocumentKind::HieraData {
        return Ok(());
    }
    let document = data_document(renaming.db, file);
    let options = document.root.as_ref().and_then(|root| root.entry("lookup_options"));
    for entry in options.and_then(|options| options.value.entries()).unwrap_or_default() {
        if entry.key.key_text().is_some_and(|key| key.starts_with('^') && key.contains(name)) {
            let range = DataPlaces::of(renaming.db, file).range(&entry.key);
            let place = renaming.place(file, range);
            renaming.doubt(Refusal::Dynamic { what: "`lookup_options` names keys by a pattern", place })?;
        }
    }
    Ok(())
}
