//! Symbols in files beside the code: data, Ruby templates, lists of modules.

use std::collections::BTreeSet;

use smol_str::SmolStr;
use syntax::TextRange;

use super::at::{module_path, of_key, of_variable, scope_of_place};
use super::names::last_part;
use super::{Form, Occurrence, Role, Symbol, SymbolAt};
use crate::FileRange;
use crate::db::Db;
use crate::definition_index::{DefinitionKind, canonical_name, find_definitions};
use crate::document_kind::{DocumentKind, document_kind};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::outer_mentions::{OuterMention, OuterName, outer_mention_at, outer_mentions};
use crate::queries;
use crate::reference_index::{ModuleFileFunction, Name, file_mentions};
use crate::resolve::variables::BindingIn;
use crate::scopes::file_scopes;
use crate::word_index::{INCLUDED_KEY, files_mentioning};

/// True where a file is read by one of the readers of outer mentions.
pub fn has_mentions(db: &dyn Db, file: FileInput) -> bool {
    !matches!(document_kind(db, file), DocumentKind::Manifest | DocumentKind::Template | DocumentKind::Other)
}

pub fn symbol_at(db: &dyn Db, file: FileInput, offset: u32) -> Option<SymbolAt> {
    let mention = outer_mention_at(db, file, offset)?;
    let environment = queries::environment_of(db, file);
    let symbol = match &mention.name {
        OuterName::SetKey(key) | OuterName::ReadKey(key) | OuterName::OptionKey(key) => {
            of_key(db, environment, file, key)
        }
        OuterName::ClassUnder { class, .. } => {
            let definitions = find_definitions(db, environment, file, DefinitionKind::Class, class);
            definitions.first()?;
            Symbol::Definition { kind: DefinitionKind::Class, name: class.clone() }
        }
        OuterName::Variable(name) => variable_meant(db, environment, file, name)?,
        OuterName::Fact(name) => Symbol::Fact(name.clone()),
        OuterName::Function(name) => {
            match find_definitions(db, environment, file, DefinitionKind::Function, name).is_empty() {
                true => Symbol::Function(name.clone()),
                false => Symbol::Definition { kind: DefinitionKind::Function, name: name.clone() },
            }
        }
        OuterName::Module(name) | OuterName::OwnModule(name) => Symbol::Module(name.clone()),
    };
    Some(SymbolAt { symbol, range: mention.range })
}

/// What a variable of a Ruby template or of data means: where the template is rendered from, else in the top scope.
fn variable_meant(db: &dyn Db, environment: EnvironmentInput, file: FileInput, name: &str) -> Option<Symbol> {
    let scopes = if document_kind(db, file) == DocumentKind::RubyTemplate {
        renderers(db, environment, file)
    } else {
        queries::main_manifests(db, environment).into_iter().take(1).map(|manifest| (manifest, 0)).collect()
    };
    let meant = scopes.into_iter().find_map(|(from, scope)| of_variable(db, environment, from, scope, name));
    meant
        .or_else(|| {
            // No manifest is there to look from: a qualified name needs none.
            name.contains("::").then(|| of_variable(db, environment, file, 0, &format!("::{name}"))).flatten()
        })
        .or_else(|| {
            let is_known = crate::resolve::facts::is_top_scope_name(db, environment, name);
            is_known.then(|| Symbol::Fact(SmolStr::new(name)))
        })
}

/// The calls of `template()` that render a template: the file and scope of each.
pub fn renderers(db: &dyn Db, environment: EnvironmentInput, template: FileInput) -> Vec<(FileInput, usize)> {
    let Some(path) = module_path(db, template) else { return Vec::new() };
    let mut found = Vec::new();
    for file in files_mentioning(db, environment, template, &path) {
        if !document_kind(db, file).is_source() {
            continue;
        }
        for mention in &file_mentions(db, file).mentions {
            if matches!(&mention.name, Name::ModuleFile { function: ModuleFileFunction::Template, path: named } if *named == path)
            {
                let at = (file, scope_of_place(db, file, mention.place));
                if !found.contains(&at) {
                    found.push(at);
                }
            }
        }
    }
    found
}

/// Returns the variables that a template can read, besides facts: those of the scopes that it is rendered in.
pub fn variables_of_template(db: &dyn Db, environment: EnvironmentInput, template: FileInput) -> BTreeSet<SmolStr> {
    let mut names: BTreeSet<SmolStr> = BTreeSet::new();
    for (file, scope) in renderers(db, environment, template) {
        let scopes = file_scopes(db, file);
        names.extend(scopes.chain(scope).flat_map(|scope| scope.bindings.iter().map(|binding| binding.name.clone())));
        for class in inherited_classes(db, environment, file) {
            let scopes = file_scopes(db, class);
            names.extend(
                scopes.scopes.iter().flat_map(|scope| scope.bindings.iter().map(|binding| binding.name.clone())),
            );
        }
    }
    names.extend(["title", "name", "facts", "trusted", "environment"].map(SmolStr::new_static));
    names
}

/// The files of the classes that those of a file inherit from.
fn inherited_classes(db: &dyn Db, environment: EnvironmentInput, file: FileInput) -> Vec<FileInput> {
    let mut found = Vec::new();
    let mut next = vec![file];
    while let Some(file) = next.pop() {
        let program = queries::program(db, file);
        for definition in &program.definitions {
            let syntax::Expr::Class(class) = program.expr(*definition) else { continue };
            let Some(parent) = &class.parent else { continue };
            for definition in find_definitions(db, environment, file, DefinitionKind::Class, &canonical_name(parent)) {
                if !found.contains(&definition.file) {
                    found.push(definition.file);
                    next.push(definition.file);
                }
            }
        }
    }
    found
}

/// Whether something sets a variable where a template is rendered, or it is a fact.
pub fn is_variable_of_template(db: &dyn Db, environment: EnvironmentInput, template: FileInput, name: &str) -> bool {
    crate::resolve::facts::is_top_scope_name(db, environment, name)
        || variables_of_template(db, environment, template).contains(name)
        || variable_meant(db, environment, template, name).is_some()
}

/// Where data gives a key a value.
pub fn keys_set(db: &dyn Db, environment: EnvironmentInput, from: FileInput, key: &str) -> Vec<FileRange> {
    let key = key.split('.').next().unwrap_or(key);
    let mut found = Vec::new();
    for file in files_mentioning(db, environment, from, key) {
        for mention in outer_mentions(db, file).iter() {
            if matches!(&mention.name, OuterName::SetKey(set) if set == key) {
                found.push(FileRange { file: file.id(db), range: mention.range });
            }
        }
    }
    found
}

/// The places of a symbol in one file that is no Puppet code.
pub fn occurrences_in(db: &dyn Db, environment: EnvironmentInput, file: FileInput, symbol: &Symbol) -> Vec<Occurrence> {
    let mut found = Vec::new();
    for mention in outer_mentions(db, file).iter() {
        if let Some((role, name)) = matches_symbol(db, environment, file, mention, symbol) {
            found.push(Occurrence {
                file,
                range: mention.range,
                name_range: name_part(mention, &name),
                form: Form::Plain,
                role,
            });
        }
    }
    found
}

/// How a mention uses a symbol, and the name that it has there.
fn matches_symbol(
    db: &dyn Db,
    environment: EnvironmentInput,
    file: FileInput,
    mention: &OuterMention,
    symbol: &Symbol,
) -> Option<(Role, SmolStr)> {
    match (&mention.name, symbol) {
        (OuterName::SetKey(key), Symbol::HieraKey(wanted)) if key == first_segment(wanted) => {
            Some((Role::Definition, key.clone()))
        }
        (OuterName::ReadKey(key) | OuterName::OptionKey(key), Symbol::HieraKey(wanted))
            if first_segment(key) == first_segment(wanted) =>
        {
            Some((Role::Read, SmolStr::new(first_segment(key))))
        }
        (
            OuterName::SetKey(key) | OuterName::ReadKey(key) | OuterName::OptionKey(key),
            Symbol::Parameter { kind, owner, name, .. },
        ) if *kind == DefinitionKind::Class && is_key_of(first_segment(key), owner, name) => {
            let role = if matches!(mention.name, OuterName::SetKey(_)) { Role::Write } else { Role::Read };
            Some((role, name.clone()))
        }
        (OuterName::ClassUnder { class, key }, Symbol::Definition { kind: DefinitionKind::Class, name })
            if class == name && is_included(db, environment, file, key) =>
        {
            Some((Role::Read, name.clone()))
        }
        (OuterName::Function(called), Symbol::Definition { kind: DefinitionKind::Function, name })
        | (OuterName::Function(called), Symbol::Function(name))
            if called == name =>
        {
            Some((Role::Read, name.clone()))
        }
        (OuterName::Fact(fact), Symbol::Fact(name)) if fact == name => Some((Role::Read, name.clone())),
        (
            OuterName::Variable(written),
            Symbol::Parameter { name, bindings, .. } | Symbol::Variable { name, bindings },
        ) if last_part(written) == *name && means_bindings(db, environment, file, written, bindings) => {
            Some((Role::Read, name.clone()))
        }
        (OuterName::Variable(written), Symbol::Fact(name))
            if written == name && variable_meant(db, environment, file, written).as_ref() == Some(symbol) =>
        {
            Some((Role::Read, name.clone()))
        }
        (OuterName::Module(named), Symbol::Module(name)) if named == name => Some((Role::Read, name.clone())),
        (OuterName::OwnModule(named), Symbol::Module(name)) if named == name => Some((Role::Definition, name.clone())),
        _ => None,
    }
}

fn means_bindings(
    db: &dyn Db,
    environment: EnvironmentInput,
    file: FileInput,
    written: &str,
    bindings: &[BindingIn],
) -> bool {
    let is_it = |symbol: Symbol| match symbol {
        Symbol::Parameter { bindings: meant, .. } | Symbol::Variable { bindings: meant, .. } => {
            meant.iter().any(|binding| bindings.contains(binding))
        }
        _ => false,
    };
    if written.contains("::") {
        // The name says which class it means, wherever it stands.
        return of_variable(db, environment, file, 0, &format!("::{written}")).is_some_and(is_it);
    }
    if document_kind(db, file) == DocumentKind::RubyTemplate {
        // A template that several places render means all of their variables.
        let renderers = renderers(db, environment, file);
        let found =
            renderers.into_iter().filter_map(|(from, scope)| of_variable(db, environment, from, scope, written));
        return found.into_iter().any(is_it);
    }
    variable_meant(db, environment, file, written).is_some_and(is_it)
}

fn is_key_of(key: &str, owner: &str, name: &str) -> bool {
    key.rsplit_once("::").is_some_and(|(class, parameter)| class == owner && parameter == name)
}

/// `key.sub.0` looks `key` up.
fn first_segment(key: &str) -> &str {
    key.split('.').next().unwrap_or(key)
}

/// True where code includes the classes that the value of a key lists.
pub fn is_included(db: &dyn Db, environment: EnvironmentInput, from: FileInput, key: &str) -> bool {
    files_mentioning(db, environment, from, INCLUDED_KEY).into_iter().any(|file| {
        let mentions = file_mentions(db, file);
        mentions.mentions.iter().any(|mention| matches!(&mention.name, Name::IncludedKey(included) if included == key))
    })
}

/// The name at the end of what a mention writes, before any dotted rest.
fn name_part(mention: &OuterMention, name: &str) -> Option<TextRange> {
    let written = match &mention.name {
        OuterName::SetKey(text) | OuterName::ReadKey(text) | OuterName::OptionKey(text) => first_segment(text),
        OuterName::Variable(text)
        | OuterName::Fact(text)
        | OuterName::Function(text)
        | OuterName::ClassUnder { class: text, .. } => text,
        // The text has the author too.
        OuterName::Module(_) | OuterName::OwnModule(_) => return None,
    };
    if (mention.range.len() as usize) < written.len() || !written.ends_with(name) {
        return None;
    }
    let end = mention.range.start + written.len() as u32;
    Some(TextRange::new(end - name.len() as u32, end))
}
