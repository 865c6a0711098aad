//! Gives a name to a thing anew, everywhere it is written: in code, templates, data and the name of its file. Refuses, and
//! says why, where that would not be the same program afterwards.

mod definitions;
mod edits;
mod new_names;
mod refusal;
mod variables;

pub use edits::{FileMove, RenameEdits};
pub use refusal::Refusal;

use std::cell::RefCell;

use evaluator::FileId;
use syntax::TextRange;

use crate::FilePosition;
use crate::db::Db;
use crate::definition_index::{canonical_name, file_signature, name_of_path};
use crate::host::{Analysis, Cancellable};
use crate::inputs::{EnvironmentInput, FileInput, FileOwner};
use crate::queries;
use crate::symbol::at::symbol_at;
use crate::symbol::names::{capitalised, name_inside};
use crate::symbol::{Symbol, SymbolAt};

/// What can be renamed at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenameTarget {
    /// The name alone.
    pub range: TextRange,
    pub placeholder: String,
}

impl Analysis {
    pub fn prepare_rename(&self, position: FilePosition) -> Cancellable<Result<RenameTarget, Refusal>> {
        let found = self.read_file(position.file, |db, file| {
            let (at, renamed) = find(db, file, position.offset)?;
            Ok(RenameTarget { range: own_range(db, file, &at, &renamed), placeholder: renamed })
        })?;
        Ok(found.unwrap_or(Err(Refusal::NothingHere)))
    }

    /// Returns the edits of a rename that leaves the program as it is.
    pub fn rename(&self, position: FilePosition, new_name: &str) -> Cancellable<Result<RenameEdits, Refusal>> {
        self.rename_as(position, new_name, false)
    }

    /// Returns the edits of a rename with its doubts, for a client that asks its user about them.
    pub fn rename_with_doubts(
        &self,
        position: FilePosition,
        new_name: &str,
    ) -> Cancellable<Result<RenameEdits, Refusal>> {
        self.rename_as(position, new_name, true)
    }

    fn rename_as(
        &self,
        position: FilePosition,
        new_name: &str,
        may_doubt: bool,
    ) -> Cancellable<Result<RenameEdits, Refusal>> {
        let found = self.read_file(position.file, |db, file| {
            let (at, _) = find(db, file, position.offset)?;
            let renaming = Renaming::new(db, file, may_doubt);
            let edits = match &at.symbol {
                Symbol::Definition { kind, name } => definitions::rename(&renaming, *kind, name, new_name),
                Symbol::Parameter { .. } | Symbol::Variable { .. } => {
                    variables::rename(&renaming, &at.symbol, new_name)
                }
                Symbol::HieraKey(key) => variables::rename_key(&renaming, key, new_name),
                _ => Err(Refusal::NothingHere),
            }?;
            Ok(renaming.with_doubts(edits))
        })?;
        Ok(found.unwrap_or(Err(Refusal::NothingHere)))
    }

    /// Returns the edits for a manifest that is moved: its definition gets the name that the new path asks for.
    pub fn rename_for_move(&self, file: FileId, to: &str, may_doubt: bool) -> Cancellable<Option<RenameEdits>> {
        let found = self.read_file(file, |db, file| {
            let environment = queries::environment_of(db, file);
            let FileOwner::Module { module, path } = file.owner(db) else { return None };
            let old = name_of_path(&module.name(db), &path)?;
            let new = environment.modules(db).iter().find_map(|module| {
                let below = to.strip_prefix(module.root(db).as_ref())?.strip_prefix('/')?;
                name_of_path(&module.name(db), below)
            })?;
            let signature = file_signature(db, file);
            let moved = signature.definitions.iter().find(|found| found.name == canonical_name(&old))?;
            let renaming = Renaming::new(db, file, may_doubt);
            let mut edits = definitions::rename(&renaming, moved.kind, &moved.name, &new).ok()?;
            // The client moves this file itself.
            let own = file.id(db);
            edits.moves.retain(|moved| moved.file != own);
            Some(renaming.with_doubts(edits))
        })?;
        Ok(found.flatten())
    }
}

/// What all parts of a rename need.
pub(crate) struct Renaming<'a> {
    db: &'a dyn Db,
    environment: EnvironmentInput,
    from: FileInput,
    /// Doubts are collected instead of refused.
    may_doubt: bool,
    doubts: RefCell<Vec<String>>,
}

impl<'a> Renaming<'a> {
    fn new(db: &'a dyn Db, from: FileInput, may_doubt: bool) -> Self {
        Renaming { db, environment: queries::environment_of(db, from), from, may_doubt, doubts: RefCell::default() }
    }

    /// Refuses for a reason that a user could weigh, or takes it down.
    fn doubt(&self, refusal: Refusal) -> Result<(), Refusal> {
        if !self.may_doubt {
            return Err(refusal);
        }
        let message = refusal.message();
        let mut doubts = self.doubts.borrow_mut();
        if !doubts.contains(&message) {
            doubts.push(message);
        }
        Ok(())
    }

    fn with_doubts(&self, edits: RenameEdits) -> RenameEdits {
        RenameEdits { doubts: self.doubts.take(), ..edits }
    }

    /// The module that a file is installed with, where it is not developed here.
    fn vendored(&self, file: FileInput) -> Option<String> {
        match file.owner(self.db) {
            FileOwner::Module { module, .. } if module.vendored(self.db) => Some(module.name(self.db).to_string()),
            _ => None,
        }
    }

    /// A place as a refusal names it: the file's path and the line.
    fn place(&self, file: FileInput, range: TextRange) -> String {
        let line = queries::line_index(self.db, file).line(range.start) + 1;
        let path = file.path(self.db);
        let root = self.environment.root(self.db);
        let path = path.strip_prefix(root.as_ref()).map_or(path.as_ref(), |below| below.trim_start_matches('/'));
        format!("{path}:{line}")
    }
}

/// The symbol at an offset with its present name, if it can have another.
fn find(db: &dyn Db, file: FileInput, offset: u32) -> Result<(SymbolAt, String), Refusal> {
    let at = symbol_at(db, file, offset).ok_or(Refusal::NothingHere)?;
    let environment = queries::environment_of(db, file);
    let renaming = Renaming::new(db, file, false);
    let name = match &at.symbol {
        Symbol::Definition { kind, name } => {
            definitions::check_defined(&renaming, *kind, name)?;
            match kind {
                crate::definition_index::DefinitionKind::TypeAlias => definitions::written_alias(&renaming, name),
                _ => name.to_string(),
            }
        }
        Symbol::Parameter { name, bindings, .. } | Symbol::Variable { name, bindings } => {
            if let Some(module) = bindings.iter().find_map(|binding| renaming.vendored(binding.file)) {
                return Err(Refusal::Vendored { what: format!("${name}"), module });
            }
            if let Symbol::Parameter { kind, owner, bindings, .. } = &at.symbol {
                definitions::check_defined_once(&renaming, *kind, owner, bindings)?;
            }
            name.to_string()
        }
        Symbol::HieraKey(key) => key.to_string(),
        Symbol::Fact(name) => return Err(Refusal::Fact(name.to_string())),
        Symbol::OwnVariable { name, .. } => return Err(Refusal::PuppetVariable(name.to_string())),
        Symbol::Function(name) => return Err(built_in_function(db, environment, name)),
        Symbol::ResourceType(name) | Symbol::DataType(name) => {
            return Err(Refusal::BuiltIn { what: "type", name: capitalised(name) });
        }
        Symbol::Attribute { name, .. } => return Err(Refusal::BuiltIn { what: "attribute", name: name.to_string() }),
        Symbol::Resource { .. } => return Err(Refusal::Title),
        Symbol::ModuleFile(_) => return Err(Refusal::File),
        Symbol::Module(_) => return Err(Refusal::Module),
    };
    Ok((at, name))
}

fn built_in_function(db: &dyn Db, environment: EnvironmentInput, name: &str) -> Refusal {
    match crate::resolve::functions::ruby_function(db, environment, name) {
        Some(file) => Refusal::Ruby { name: name.to_string(), path: file.path(db).to_string() },
        None => Refusal::BuiltIn { what: "function", name: name.to_string() },
    }
}

fn own_range(db: &dyn Db, file: FileInput, at: &SymbolAt, name: &str) -> TextRange {
    name_inside(&queries::text(db, file), at.range, name).unwrap_or(at.range)
}

#[cfg(test)]
mod tests;
