//! Classes.

use syntax::ExprId;
use syntax::program::ClassDefinition;

use super::{add_definition, definition};
use crate::manifest::Manifest;
use crate::model::{Definition, Reference};

pub fn read(manifest: &Manifest<'_>, id: ExprId, class: &ClassDefinition, reference: &mut Reference) {
    let inherits = class.parent.as_ref().map(|parent| parent.to_string());
    let read = Definition { inherits, ..definition(manifest, id, &class.name, &class.parameters) };
    add_definition(&mut reference.classes, read);
}
