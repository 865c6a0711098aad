//! Defined types.

use syntax::ExprId;
use syntax::program::DefineDefinition;

use super::{add_definition, definition};
use crate::manifest::Manifest;
use crate::model::Reference;

pub fn read(manifest: &Manifest<'_>, id: ExprId, define: &DefineDefinition, reference: &mut Reference) {
    add_definition(&mut reference.defined_types, definition(manifest, id, &define.name, &define.parameters));
}
