//! Everywhere a symbol is written.

use smol_str::SmolStr;
use syntax::{Expr, TextRange};

use super::names::{means_definition, name_inside};
use super::{Form, Occurrence, Role, Symbol, outer, variables};
use crate::db::Db;
use crate::definition_index::{DefinitionKind, canonical_name, file_signature};
use crate::document_kind::document_kind;
use crate::inputs::{EnvironmentInput, FileInput};
use crate::queries;
use crate::reference_index::{AttributeOwner, Mention, ModuleFileFunction, Name, file_mentions};
use crate::resolve::variables::BindingIn;
use crate::scopes::file_scopes;
use crate::symbol::at::{module_file, module_path};
use crate::word_index::{file_words, files_mentioning};

/// In all files of the environment, in the order of files and text.
pub fn occurrences(db: &dyn Db, environment: EnvironmentInput, from: FileInput, symbol: &Symbol) -> Vec<Occurrence> {
    let mut found = Vec::new();
    for file in files_of(db, environment, from, symbol) {
        db.unwind_if_revision_cancelled();
        found.extend(occurrences_in(db, environment, file, symbol));
    }
    found.sort_by_key(|place| (place.file.id(db), place.range, place.role));
    found.dedup_by_key(|place| (place.file, place.range));
    found
}

/// In one file.
pub fn occurrences_in(db: &dyn Db, environment: EnvironmentInput, file: FileInput, symbol: &Symbol) -> Vec<Occurrence> {
    if outer::has_mentions(db, file) {
        return outer::occurrences_in(db, environment, file, symbol);
    }
    let mut found = match symbol {
        Symbol::Parameter { name, bindings, .. } | Symbol::Variable { name, bindings } => {
            variables::of_bindings(db, environment, file, name, bindings)
        }
        Symbol::Fact(name) => variables::unbound(db, environment, file, name),
        Symbol::OwnVariable { name, file: own, scope } if *own == file => {
            variables::of_own_variable(db, file, *scope, name)
        }
        _ => Vec::new(),
    };
    let source = queries::source_file(db, file);
    let text = queries::text(db, file);
    for mention in &file_mentions(db, file).mentions {
        if let Some((role, name)) = matches_symbol(db, environment, mention, symbol) {
            let range = mention.range(&source.source_map);
            let name_range = match &mention.name {
                Name::HieraKey(key) => key_inside(&text, range, key, &name),
                _ => name_inside(&text, range, &name),
            };
            let is_reference = matches!(source.program.expr(mention.place), Expr::QualifiedReference(_));
            let is_alias = matches!(mention.name, Name::Definition(DefinitionKind::TypeAlias, _));
            let form = if is_reference || is_alias { Form::Capitalised } else { Form::Plain };
            found.push(Occurrence { file, range, name_range, form, role });
        }
    }
    found
}

/// The files that can write a symbol.
fn files_of(db: &dyn Db, environment: EnvironmentInput, from: FileInput, symbol: &Symbol) -> Vec<FileInput> {
    let named = |word: &str| files_mentioning(db, environment, from, word);
    match symbol {
        Symbol::Definition { name, .. }
        | Symbol::Fact(name)
        | Symbol::Function(name)
        | Symbol::ResourceType(name)
        | Symbol::DataType(name)
        | Symbol::Attribute { name, .. }
        | Symbol::Resource { title: name, .. }
        | Symbol::Module(name) => named(name),
        Symbol::HieraKey(key) => named(key.split('.').next().unwrap_or(key)),
        Symbol::OwnVariable { file, .. } => vec![*file],
        Symbol::ModuleFile(file) => module_path(db, *file).map(|path| named(&path)).unwrap_or_default(),
        Symbol::Parameter { kind: DefinitionKind::Class, owner, name, bindings } => {
            files_of_class_variable(db, environment, from, owner, name, bindings)
        }
        Symbol::Parameter { owner, name, bindings, .. } => {
            // Attributes stand beside the define's name; its body is its own.
            let mut files = both(db, named(owner), name);
            add_bindings(bindings, &mut files);
            add_templates(db, environment, name, bindings.iter().map(|binding| binding.file), &mut files);
            files
        }
        Symbol::Variable { name, bindings } => {
            if let Some(class) = class_of(db, bindings) {
                return files_of_class_variable(db, environment, from, &class, name, bindings);
            }
            let is_local = bindings.iter().all(|binding| is_local(db, binding));
            // Nothing outside of the file sees a local one but templates, and calls that give a template its parameters.
            let is_template = bindings.iter().any(|binding| binding.file.path(db).ends_with(".epp"));
            let mut files = if !is_local || is_template { named(name) } else { Vec::new() };
            if is_local {
                files.retain(|file| document_kind(db, *file).is_source());
                add_templates(db, environment, name, bindings.iter().map(|binding| binding.file), &mut files);
            }
            add_bindings(bindings, &mut files);
            files
        }
    }
}

/// A variable of a class is read by its full name, or without it in classes that inherit from the class: those files name
/// the class, or one that inherits from it. Ruby templates name only the variable.
fn files_of_class_variable(
    db: &dyn Db,
    environment: EnvironmentInput,
    from: FileInput,
    class: &str,
    name: &str,
    bindings: &[BindingIn],
) -> Vec<FileInput> {
    let mut classes: Vec<SmolStr> = vec![SmolStr::new(class)];
    let mut files: Vec<FileInput> = Vec::new();
    // The files of the class and of those that inherit from it: the templates that they render see its variables.
    let mut rendering: Vec<FileInput> = bindings.iter().map(|binding| binding.file).collect();
    let mut next = 0;
    while let Some(class) = classes.get(next).cloned() {
        next += 1;
        let naming = files_mentioning(db, environment, from, &class);
        for file in naming.iter().filter(|file| document_kind(db, **file).is_source()) {
            for signature in &file_signature(db, *file).definitions {
                if signature.parent.as_ref() == Some(&class) && !classes.contains(&signature.name) {
                    classes.push(signature.name.clone());
                    rendering.push(*file);
                }
            }
        }
        for file in both(db, naming, name) {
            if !files.contains(&file) {
                files.push(file);
            }
        }
    }
    add_templates(db, environment, name, rendering.into_iter(), &mut files);
    add_bindings(bindings, &mut files);
    files
}

/// The files of a list that mention a word too.
fn both(db: &dyn Db, mut files: Vec<FileInput>, word: &str) -> Vec<FileInput> {
    files.retain(|file| file_words(db, *file).binary_search_by(|known| known.as_str().cmp(word)).is_ok());
    files
}

/// The Ruby templates that some files render and that mention a word.
fn add_templates(
    db: &dyn Db,
    environment: EnvironmentInput,
    word: &str,
    rendering: impl Iterator<Item = FileInput>,
    files: &mut Vec<FileInput>,
) {
    for file in rendering {
        for mention in &file_mentions(db, file).mentions {
            if let Name::ModuleFile { function: function @ ModuleFileFunction::Template, path } = &mention.name
                && path.ends_with(".erb")
                && let Some(template) = module_file(db, environment, *function, path)
                && !files.contains(&template)
            {
                files.extend(both(db, vec![template], word));
            }
        }
    }
}

fn add_bindings(bindings: &[BindingIn], files: &mut Vec<FileInput>) {
    for binding in bindings {
        if !files.contains(&binding.file) {
            files.push(binding.file);
        }
    }
}

/// The class whose own variables these are.
fn class_of(db: &dyn Db, bindings: &[BindingIn]) -> Option<SmolStr> {
    let first = bindings.first()?;
    let program = queries::program(db, first.file);
    let scopes = file_scopes(db, first.file);
    let scope = scopes.scopes.iter().find(|scope| scope.bindings.contains(&first.binding))?;
    match program.expr(scope.owner?) {
        Expr::Class(class) => Some(canonical_name(&class.name)),
        _ => None,
    }
}

/// True for a variable of a define, function, lambda or template: no qualified name reaches it.
fn is_local(db: &dyn Db, binding: &BindingIn) -> bool {
    let program = queries::program(db, binding.file);
    let scopes = file_scopes(db, binding.file);
    let scope = scopes.scopes.iter().find(|scope| scope.bindings.contains(&binding.binding));
    match scope.and_then(|scope| scope.owner).map(|owner| program.expr(owner)) {
        Some(Expr::Class(_) | Expr::Node(_)) | None => false,
        Some(_) => true,
    }
}

/// How a mention uses a symbol, and the name that it has there.
fn matches_symbol(
    db: &dyn Db,
    environment: EnvironmentInput,
    mention: &Mention,
    symbol: &Symbol,
) -> Option<(Role, SmolStr)> {
    let read = |name: &SmolStr| Some((Role::Read, name.clone()));
    match (&mention.name, symbol) {
        (mentioned, Symbol::Definition { kind, name }) if means_definition(mentioned, *kind, name) => {
            let role = if matches!(mentioned, Name::Definition(..)) { Role::Definition } else { Role::Read };
            // A class inside of another is written without the outer one's name.
            Some((role, name.clone()))
        }
        (Name::Attribute { of, name: attribute }, Symbol::Parameter { kind, owner, name, .. }) if attribute == name => {
            let is_own = match of {
                AttributeOwner::Class(of) => *kind == DefinitionKind::Class && of == owner,
                AttributeOwner::ResourceType(of) => *kind == DefinitionKind::Define && of == owner,
            };
            is_own.then(|| (Role::Write, name.clone()))
        }
        (Name::Attribute { of, name }, Symbol::Attribute { of: wanted, name: attribute })
            if of == wanted && name == attribute =>
        {
            Some((Role::Write, name.clone()))
        }
        (Name::HieraKey(key), Symbol::Parameter { kind: DefinitionKind::Class, owner, name, .. }) => {
            let (class, parameter) = key.split('.').next()?.rsplit_once("::")?;
            (class == owner && parameter == name).then(|| (Role::Read, name.clone()))
        }
        (Name::HieraKey(key), Symbol::HieraKey(wanted)) => {
            let first = key.split('.').next()?;
            (Some(first) == wanted.split('.').next()).then(|| (Role::Read, SmolStr::new(first)))
        }
        (Name::Fact(name), Symbol::Fact(wanted)) if name == wanted => read(name),
        (Name::Function(name), Symbol::Function(wanted)) if name == wanted => read(name),
        (Name::ResourceType(name) | Name::Reference(name), Symbol::ResourceType(wanted)) if name == wanted => {
            read(name)
        }
        (Name::Reference(name), Symbol::DataType(wanted)) if name == wanted => read(name),
        (Name::Resource { type_name, title, declares }, Symbol::Resource { type_name: wanted, title: named })
            if type_name == wanted && title == named =>
        {
            Some((if *declares { Role::Definition } else { Role::Read }, title.clone()))
        }
        (Name::ModuleFile { function, path }, Symbol::ModuleFile(file))
            if module_file(db, environment, *function, path) == Some(*file) =>
        {
            read(path)
        }
        (Name::TemplateArgument { template, name }, Symbol::Variable { name: wanted, bindings }) if name == wanted => {
            let file = module_file(db, environment, ModuleFileFunction::Template, template)?;
            bindings.iter().any(|binding| binding.file == file).then(|| (Role::Write, name.clone()))
        }
        _ => None,
    }
}

/// The part of a quoted key that is the name, before any dotted rest.
fn key_inside(text: &str, range: TextRange, key: &str, name: &str) -> Option<TextRange> {
    let first = key.split('.').next().unwrap_or(key);
    let written = text.get(range.start as usize..range.end as usize)?;
    let at = written.find(first).filter(|at| *at <= 1)?;
    let end = range.start + (at + first.len()) as u32;
    first.ends_with(name).then(|| TextRange::new(end - name.len() as u32, end))
}
