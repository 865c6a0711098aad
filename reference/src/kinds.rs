//! One file for each kind of documented thing: how it is read.

pub mod classes;
pub mod data_types;
pub mod defined_types;
pub mod facts;
pub mod functions;
pub mod plans;
pub mod providers;
pub mod resource_api;
pub mod resource_types;
pub mod ruby_functions;
pub mod tasks;
pub mod type_aliases;

use syntax::ExprId;
use syntax::program::Parameter;

use crate::manifest::{Manifest, set_api};
use crate::model::Definition;

/// Reads a class, a defined type or a plan.
fn definition(manifest: &Manifest<'_>, id: ExprId, name: &str, parameters: &[Parameter]) -> Definition {
    let statement = manifest.statement(id);
    let mut docstring = statement.docstring;
    manifest.set_parameter_types(&mut docstring, parameters);
    set_api(&mut docstring);
    Definition {
        name: name.to_string(),
        origin: statement.origin,
        inherits: None,
        docstring,
        defaults: manifest.defaults(parameters),
        source: statement.source,
    }
}

/// Adds a definition. A second one of the same name has only its documentation taken, as YARD keeps the object.
fn add_definition(found: &mut Vec<Definition>, definition: Definition) {
    match found.iter_mut().find(|earlier| earlier.name == definition.name) {
        Some(earlier) => earlier.docstring = definition.docstring,
        None => found.push(definition),
    }
}
