//! Plans.

use syntax::ExprId;
use syntax::program::FunctionDefinition;

use super::{add_definition, definition};
use crate::manifest::Manifest;
use crate::model::Reference;

pub fn read(manifest: &Manifest<'_>, id: ExprId, plan: &FunctionDefinition, reference: &mut Reference) {
    add_definition(&mut reference.plans, definition(manifest, id, &plan.name, &plan.parameters));
}
