//! Sections of data types and their aliases.

use std::fmt::Write;

use super::pieces;
use crate::docstring::Docstring;
use crate::model::{DataType, DataTypeFunction, TypeAlias};

pub fn alias(alias: &TypeAlias) -> String {
    let mut text = beginning(&alias.name, &alias.docstring);
    let _ = write!(text, "Alias of{}\n\n", pieces::code(&alias.alias_of, "puppet"));
    pieces::parameters(&mut text, &alias.name, "data type", &alias.docstring, &[]);
    text
}

pub fn data_type(data_type: &DataType) -> String {
    let DataType { name, docstring, .. } = data_type;
    let mut text = beginning(name, docstring);
    let defaults: Vec<(String, String)> = data_type
        .defaults
        .iter()
        .filter(|(_, default)| *default != serde_json::Value::Bool(false))
        .map(|(parameter, default)| {
            (parameter.clone(), default.as_str().map_or_else(|| default.to_string(), str::to_string))
        })
        .collect();
    pieces::parameters(&mut text, name, "data type", docstring, &defaults);
    let _ = write!(text, "#### Functions\n\nThe following functions are available in the `{name}` data type.\n\n");
    text.extend(data_type.functions.iter().map(function));
    text
}

fn beginning(name: &str, docstring: &Docstring) -> String {
    let mut text = String::new();
    pieces::heading(&mut text, name);
    pieces::description(&mut text, docstring, name, "data type");
    pieces::remarks(&mut text, docstring);
    pieces::references(&mut text, docstring, "");
    pieces::examples(&mut text, docstring, "####");
    text
}

fn function(function: &DataTypeFunction) -> String {
    let DataTypeFunction { name, signature, docstring } = function;
    let mut text = String::new();
    pieces::heading(&mut text, name);
    let _ = write!(text, "#### `{}`\n\n", signature.as_deref().unwrap_or_default());
    pieces::description(&mut text, docstring, name, "function");
    pieces::returned(&mut text, docstring);
    pieces::examples(&mut text, docstring, "#####");
    pieces::signature_parameters(&mut text, docstring);
    text
}
