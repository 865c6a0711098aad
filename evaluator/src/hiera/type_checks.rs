//! The few questions that lookups ask of the type system and of the functions of the environment.

use crate::interpreter::{Evaluated, Interpreter};
use crate::types::{self, Type};
use crate::value::Value;

impl Interpreter<'_> {
    /// The type that a text in data names.
    pub(super) fn parse_data_type(&mut self, source: &str) -> Result<Type, String> {
        types::parse(source).map_err(|error| error.text())
    }

    /// What a type check says of a value; `None` where it fits.
    pub(crate) fn describe_type_mismatch(&mut self, expected: &Type, value: &Value) -> Option<String> {
        if types::is_instance(expected, value) {
            return None;
        }
        Some(types::describe_mismatch("", expected, value))
    }

    /// True where a function of this name is written in Puppet.
    pub(super) fn has_puppet_function(&mut self, name: &str) -> Evaluated<bool> {
        Ok(self.find_puppet_function(name)?.is_some())
    }
}
