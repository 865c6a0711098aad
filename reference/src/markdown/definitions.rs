//! Sections of classes, defined types and plans.

use super::pieces;
use crate::model::Definition;

pub fn section(definition: &Definition, kind: &str) -> String {
    let Definition { name, docstring, defaults, .. } = definition;
    let mut text = String::new();
    pieces::heading(&mut text, name);
    // puppet-strings says "class" for defined types and plans, too.
    pieces::description(&mut text, docstring, name, "class");
    pieces::remarks(&mut text, docstring);
    pieces::references(&mut text, docstring, "  ");
    pieces::examples(&mut text, docstring, "####");
    pieces::parameters(&mut text, name, kind, docstring, defaults);
    text
}
