//! Capitalised names: built-in types, type aliases of the environment and modules, resource types.

#[derive(Debug, Default)]
pub struct TypeNames {}
