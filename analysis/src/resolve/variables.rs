//! Where a variable gets its value: in its own file, in an inherited class, in a class that a qualified name names, or in
//! the top scope of the environment.

use syntax::{Expr, ExprId};

use crate::db::Db;
use crate::definition_index::{DefinitionKind, DefinitionRef, find_definitions};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::queries;
use crate::resolve::completeness;
use crate::scopes::{Binding, file_scopes};

/// A binding of a variable, in the file that it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindingIn {
    pub file: FileInput,
    pub binding: Binding,
}

/// What a search for a variable found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    Bindings(Vec<BindingIn>),
    /// Nothing binds it, and everything that could was looked at.
    Nothing,
    /// Something that could bind it is not known here.
    NotCertain,
}

/// Inheritance deeper than this is a cycle.
const MAX_PARENTS: usize = 64;

/// Where the variable of this name, used in this scope of the file, gets its value.
pub fn find_variable(db: &dyn Db, environment: EnvironmentInput, file: FileInput, scope: usize, name: &str) -> Found {
    if let Some(name) = name.strip_prefix("::") {
        return match name.rsplit_once("::") {
            Some((class, variable)) => find_in_class(db, environment, file, class, variable),
            // Written for the top scope: a module that is not here may bring it as a fact.
            None => match find_in_top_scope(db, environment, file, name) {
                Found::Nothing if !completeness::is_complete(db, environment) => Found::NotCertain,
                found => found,
            },
        };
    }
    if let Some((class, variable)) = name.rsplit_once("::") {
        return find_in_class(db, environment, file, class, variable);
    }
    let scopes = file_scopes(db, file);
    let own = scopes.bindings(scope, name);
    if !own.is_empty() {
        let bindings = own.into_iter().map(|binding| BindingIn { file, binding: binding.clone() }).collect();
        return Found::Bindings(bindings);
    }
    let program = queries::program(db, file);
    let inherited = scopes.chain(scope).find_map(|scope| match program.expr(scope.owner?) {
        Expr::Class(class) => class.parent.clone(),
        _ => None,
    });
    if let Some(parent) = inherited {
        match find_in_class(db, environment, file, &parent, name) {
            Found::Nothing => {}
            found => return found,
        }
    }
    find_in_top_scope(db, environment, file, name)
}

fn find_in_class(db: &dyn Db, environment: EnvironmentInput, from: FileInput, class: &str, variable: &str) -> Found {
    let mut class = class.to_string();
    for _ in 0..MAX_PARENTS {
        let definitions = find_definitions(db, environment, from, DefinitionKind::Class, &class);
        let Some(definition) = definitions.first() else { return Found::NotCertain };
        let found = bindings_of_definition(db, *definition, variable);
        if !found.is_empty() {
            return Found::Bindings(found);
        }
        match definition.signature(db).and_then(|signature| signature.parent) {
            Some(parent) => class = parent.to_string(),
            None => return Found::Nothing,
        }
    }
    Found::NotCertain
}

/// The bindings of one variable in a definition's own scope.
pub fn bindings_of_definition(db: &dyn Db, definition: DefinitionRef, variable: &str) -> Vec<BindingIn> {
    let Some(owner) = definition.expr(db) else { return Vec::new() };
    bindings_of_owner(db, definition.file, Some(owner), variable)
}

/// The bindings of one variable in the scope of a definition; of the top scope for `None`.
fn bindings_of_owner(db: &dyn Db, file: FileInput, owner: Option<ExprId>, variable: &str) -> Vec<BindingIn> {
    let scopes = file_scopes(db, file);
    let Some(scope) = scopes.scopes.iter().find(|scope| scope.owner == owner) else { return Vec::new() };
    let found = scope.bindings.iter().filter(|binding| binding.name == variable);
    found.map(|binding| BindingIn { file, binding: binding.clone() }).collect()
}

fn find_in_top_scope(db: &dyn Db, environment: EnvironmentInput, file: FileInput, name: &str) -> Found {
    let mut files = queries::main_manifests(db, environment);
    if !files.contains(&file) {
        files.push(file);
    }
    let mut found = Vec::new();
    for file in files {
        let program = queries::program(db, file);
        found.extend(bindings_of_owner(db, file, None, name));
        // A node's variables are seen by the classes that it includes.
        for definition in &program.definitions {
            if matches!(program.expr(*definition), Expr::Node(_)) {
                found.extend(bindings_of_owner(db, file, Some(*definition), name));
            }
        }
    }
    if found.is_empty() { Found::Nothing } else { Found::Bindings(found) }
}
