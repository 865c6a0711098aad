//! Renames variables, parameters and free keys of data.

use smol_str::SmolStr;
use syntax::{Expr, ExprId, TextRange};

use super::edits::Collector;
use super::{Refusal, RenameEdits, Renaming, new_names};
use crate::definition_index::{DefinitionKind, parameters_of};
use crate::document_kind::{DocumentKind, document_kind};
use crate::inputs::{FileInput, FileOwner};
use crate::outer_mentions::{OuterName, outer_mentions};
use crate::queries;
use crate::reference_index::{AttributeOwner, Name, file_mentions};
use crate::resolve::variables::{BindingIn, Found, find_variable};
use crate::scopes::{BindingKind, file_scopes};
use crate::symbol::occurrences::occurrences;
use crate::symbol::outer::renderers;
use crate::symbol::{Occurrence, Symbol, definitions};
use crate::word_index::{DYNAMIC_ATTRIBUTES, DYNAMIC_CLASS, DYNAMIC_KEY, files_mentioning};

pub fn rename(renaming: &Renaming<'_>, symbol: &Symbol, new_name: &str) -> Result<RenameEdits, Refusal> {
    let (Symbol::Parameter { name, bindings, .. } | Symbol::Variable { name, bindings }) = symbol else {
        return Err(Refusal::NothingHere);
    };
    let new_name = match symbol {
        Symbol::Parameter { .. } => new_names::parameter(new_name)?,
        _ => new_names::variable(new_name)?,
    };
    if name == new_name {
        return Ok(RenameEdits::default());
    }
    check_free(renaming, bindings, new_name)?;
    if let Symbol::Parameter { kind, owner, name, .. } = symbol {
        check_dynamic(renaming, *kind, owner, name)?;
        check_key_free(renaming, *kind, owner, new_name)?;
    }
    let places = occurrences(renaming.db, renaming.environment, renaming.from, symbol);
    check_uses(renaming, &places, new_name)?;
    check_renderers(renaming, &places, name, bindings)?;
    check_unknown_renderers(renaming, name, bindings)?;
    check_unknown_callers(renaming, bindings)?;
    let mut edits = Collector::new(renaming);
    edits.replace_all(&places, new_name, new_name)?;
    for binding in bindings.iter().filter(|binding| binding.binding.kind == BindingKind::Parameter) {
        if let Some(range) = documented(renaming, binding, name) {
            edits.replace(binding.file, range, new_name)?;
        }
    }
    Ok(edits.finish(Vec::new()))
}

/// No variable of the new name may be bound where this one is, and no use of it may come to mean this one.
fn check_free(renaming: &Renaming<'_>, bindings: &[BindingIn], new_name: &str) -> Result<(), Refusal> {
    let taken = |file: FileInput, range: TextRange| Refusal::Taken {
        name: format!("${new_name}"),
        place: renaming.place(file, range),
    };
    for binding in bindings {
        let file = binding.file;
        let scopes = file_scopes(renaming.db, file);
        let source = queries::source_file(renaming.db, file);
        let Some(own) = scopes.scopes.iter().position(|scope| scope.bindings.contains(&binding.binding)) else {
            continue;
        };
        let sees_own = |scope: usize| {
            std::iter::successors(Some(scope), |scope| scopes.scopes.get(*scope)?.parent).any(|scope| scope == own)
        };
        for (index, scope) in scopes.scopes.iter().enumerate() {
            let clash = scope.bindings.iter().find(|other| other.name == new_name);
            if let Some(clash) = clash.filter(|_| sees_own(index)) {
                return Err(taken(file, source.source_map.range(clash.place)));
            }
        }
        if let Some(used) = scopes.uses.iter().find(|used| used.name == new_name && sees_own(used.scope)) {
            return Err(taken(file, source.source_map.range(used.place)));
        }
    }
    Ok(())
}

/// Where the variable is used, the new name must not mean something nearer.
fn check_uses(renaming: &Renaming<'_>, places: &[Occurrence], new_name: &str) -> Result<(), Refusal> {
    for place in places.iter().filter(|place| document_kind(renaming.db, place.file).is_source()) {
        let scopes = file_scopes(renaming.db, place.file);
        let source = queries::source_file(renaming.db, place.file);
        let used = scopes.uses.iter().find(|used| source.source_map.range(used.place) == place.range);
        // A qualified name says which class it means.
        let Some(used) = used.filter(|used| !used.name.contains("::")) else { continue };
        let nearer = find_variable(renaming.db, renaming.environment, place.file, used.scope, new_name);
        if let Found::Bindings(bindings) = nearer
            && let Some(first) = bindings.first()
        {
            let at = definitions::binding_range(renaming.db, first);
            return Err(Refusal::Taken { name: format!("${new_name}"), place: renaming.place(first.file, at.range) });
        }
    }
    Ok(())
}

/// A Ruby template that several places render must mean this variable from all of them.
fn check_renderers(
    renaming: &Renaming<'_>,
    places: &[Occurrence],
    name: &str,
    bindings: &[BindingIn],
) -> Result<(), Refusal> {
    for place in places.iter().filter(|place| document_kind(renaming.db, place.file) == DocumentKind::RubyTemplate) {
        for (file, scope) in renderers(renaming.db, renaming.environment, place.file) {
            let found = find_variable(renaming.db, renaming.environment, file, scope, name);
            let is_other = match found {
                Found::Bindings(meant) => !meant.iter().any(|binding| bindings.contains(binding)),
                Found::Nothing | Found::NotCertain => false,
            };
            if is_other {
                let what = "another variable of this name is given to a template that uses this one";
                renaming.doubt(Refusal::Dynamic { what, place: renaming.place(place.file, place.range) })?;
            }
        }
    }
    Ok(())
}

/// A Ruby template of the same module that nothing seems to render may be rendered through a variable.
fn check_unknown_renderers(renaming: &Renaming<'_>, name: &str, bindings: &[BindingIn]) -> Result<(), Refusal> {
    let module_of = |file: FileInput| match file.owner(renaming.db) {
        FileOwner::Module { module, .. } => Some(module),
        _ => None,
    };
    let modules: Vec<_> = bindings.iter().filter_map(|binding| module_of(binding.file)).collect();
    for file in files_mentioning(renaming.db, renaming.environment, renaming.from, name) {
        let is_near = module_of(file).is_some_and(|module| modules.contains(&module));
        if !is_near || document_kind(renaming.db, file) != DocumentKind::RubyTemplate {
            continue;
        }
        let mentions = outer_mentions(renaming.db, file);
        let used = mentions.iter().find(|mention| matches!(&mention.name, OuterName::Variable(used) if used == name));
        if let Some(used) = used
            && renderers(renaming.db, renaming.environment, file).is_empty()
        {
            let what = "a template uses a variable of this name, and no code here names the template";
            renaming.doubt(Refusal::Dynamic { what, place: renaming.place(file, used.range) })?;
        }
    }
    Ok(())
}

/// A template with parameters that no code names may be called with a hash whose keys are these names.
fn check_unknown_callers(renaming: &Renaming<'_>, bindings: &[BindingIn]) -> Result<(), Refusal> {
    for binding in bindings.iter().filter(|binding| binding.binding.kind == BindingKind::Parameter) {
        let is_template = document_kind(renaming.db, binding.file) == DocumentKind::Template;
        let source = queries::source_file(renaming.db, binding.file);
        let is_own = source.program.exprs.iter().any(
            |expr| matches!(expr, Expr::Epp(epp) if epp.parameters.iter().any(|own| own.id == binding.binding.place)),
        );
        if is_template && is_own && renderers(renaming.db, renaming.environment, binding.file).is_empty() {
            let range = source.source_map.range(binding.binding.place);
            let what = "no code here names this template, so its parameters may be given by a hash";
            renaming.doubt(Refusal::Dynamic { what, place: renaming.place(binding.file, range) })?;
        }
    }
    Ok(())
}

/// Code that passes attributes, or looks up keys, whose names it makes itself.
fn check_dynamic(renaming: &Renaming<'_>, kind: DefinitionKind, owner: &str, name: &str) -> Result<(), Refusal> {
    let wanted = match kind {
        DefinitionKind::Class => AttributeOwner::Class(SmolStr::new(owner)),
        _ => AttributeOwner::ResourceType(SmolStr::new(owner)),
    };
    for (word, what) in [
        (DYNAMIC_ATTRIBUTES, "code gives parameters by a hash"),
        (DYNAMIC_CLASS, "code declares a class whose name it puts together"),
        (DYNAMIC_KEY, "code looks up a key that it puts together"),
    ] {
        for file in files_mentioning(renaming.db, renaming.environment, renaming.from, word) {
            let source = queries::source_file(renaming.db, file);
            for mention in &file_mentions(renaming.db, file).mentions {
                let is_it = match &mention.name {
                    Name::DynamicAttributes(of) => *of == wanted,
                    Name::DynamicClass(prefix) => {
                        kind == DefinitionKind::Class
                            && !prefix.is_empty()
                            && owner.starts_with(prefix.as_str())
                            && !is_only_included(renaming, file, mention.place)
                    }
                    Name::DynamicKey(prefix) => {
                        let key = format!("{owner}::{name}");
                        kind == DefinitionKind::Class && prefix.contains("::") && key.starts_with(prefix.as_str())
                    }
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

/// The name of a class is an argument of a function such as `include`, which gives no parameters.
fn is_only_included(renaming: &Renaming<'_>, file: FileInput, place: ExprId) -> bool {
    let program = queries::program(renaming.db, file);
    let parents = queries::parents(renaming.db, file);
    let mut around = parents.ancestors(place).map(|parent| program.expr(parent));
    let outer = around.find(|expr| !matches!(expr, Expr::Array(_) | Expr::Parenthesized(_) | Expr::Unfold(_)));
    matches!(outer, Some(Expr::Call(_) | Expr::CallMethod(_)))
}

/// Data must not have the new key already: it would come into force.
fn check_key_free(renaming: &Renaming<'_>, kind: DefinitionKind, owner: &str, name: &str) -> Result<(), Refusal> {
    if kind != DefinitionKind::Class {
        return Ok(());
    }
    let set = definitions::keys_set_for(renaming.db, renaming.environment, renaming.from, owner, name);
    match set.first().and_then(|place| Some((renaming.db.file_table().by_id(place.file)?, place.range))) {
        Some((file, range)) => {
            Err(Refusal::Taken { name: format!("{owner}::{name}"), place: renaming.place(file, range) })
        }
        None => Ok(()),
    }
}

/// The name after `@param` in the comment above the definition of a parameter.
fn documented(renaming: &Renaming<'_>, binding: &BindingIn, name: &str) -> Option<TextRange> {
    let source = queries::source_file(renaming.db, binding.file);
    let text = queries::text(renaming.db, binding.file);
    let program = &source.program;
    let definition = program.definitions.iter().copied().find(|id| {
        !matches!(program.expr(*id), Expr::Node(_))
            && parameters_of(program.expr(*id)).iter().any(|parameter| parameter.id == binding.binding.place)
    })?;
    let mut end = source.source_map.range(definition).start as usize;
    let mut before = text.get(..end)?;
    // Comment lines, from the definition upward.
    while let Some(line) = before.trim_end_matches(['\n', '\r']).rsplit('\n').next() {
        let trimmed = line.trim();
        if !trimmed.starts_with('#') {
            return None;
        }
        let start = before.trim_end_matches(['\n', '\r']).len() - line.len();
        let rest = trimmed.trim_start_matches('#').trim_start();
        if let Some(named) = rest.strip_prefix("@param").filter(|named| named.starts_with([' ', '\t'])) {
            // `@param [Type] name` is the older way.
            let named = match named.trim_start().strip_prefix('[').and_then(|typed| typed.split_once(']')) {
                Some((_, named)) => named,
                None => named,
            };
            let found = named.split_whitespace().next().unwrap_or_default().trim_start_matches('$');
            if found == name {
                let at = start + line.rfind(named)? + named.find(found)?;
                return Some(TextRange::new(at as u32, (at + name.len()) as u32));
            }
        }
        end = start;
        before = text.get(..end)?;
        if before.is_empty() {
            return None;
        }
    }
    None
}

/// Renames a key that no parameter of a class stands for.
pub fn rename_key(renaming: &Renaming<'_>, key: &str, new_name: &str) -> Result<RenameEdits, Refusal> {
    let new_name = new_names::key(new_name)?;
    let key = key.split('.').next().unwrap_or(key);
    if key == new_name {
        return Ok(RenameEdits::default());
    }
    let symbol = Symbol::HieraKey(SmolStr::new(new_name));
    let taken = occurrences(renaming.db, renaming.environment, renaming.from, &symbol);
    if let Some(place) = taken.first() {
        let place = renaming.place(place.file, place.range);
        return Err(Refusal::Taken { name: new_name.to_string(), place });
    }
    let symbol = Symbol::HieraKey(SmolStr::new(key));
    let places = occurrences(renaming.db, renaming.environment, renaming.from, &symbol);
    let mut edits = Collector::new(renaming);
    edits.replace_all(&places, new_name, new_name)?;
    Ok(edits.finish(Vec::new()))
}
