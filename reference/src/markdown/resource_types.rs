//! Sections of resource types.

use std::fmt::Write;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value as Json;

use super::pieces;
use crate::docstring::Docstring;
use crate::model::{Attribute, Reference, ResourceType, sorted};
use crate::ruby_text::{inspect, strip};

const LINE_WIDTH: usize = 120;

/// A data type that holds a pattern, which Markdown may show wrongly.
static PATTERN_INSIDE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\w+\[/.*/\]").ok());
static WRAPPED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!(r"(.{{1,{LINE_WIDTH}}})([ \t\r\n\x0b\x0c]+|$)")).ok());

pub fn section(reference: &Reference, resource_type: &ResourceType) -> String {
    let ResourceType { name, docstring, .. } = resource_type;
    let mut text = String::new();
    pieces::heading(&mut text, name);
    pieces::description(&mut text, docstring, name, "type");
    pieces::remarks(&mut text, docstring);
    pieces::references(&mut text, docstring, "");
    pieces::examples(&mut text, docstring, "####");
    properties(&mut text, resource_type);
    parameters(&mut text, resource_type, &reference.parameters_of(resource_type));
    text
}

/// Writes properties, with checks such as `onlyif` among them.
fn properties(text: &mut String, resource_type: &ResourceType) {
    let ResourceType { name, docstring, .. } = resource_type;
    let all: Vec<Attribute> = resource_type.properties.iter().chain(&resource_type.checks).cloned().collect();
    if all.is_empty() {
        return;
    }
    let _ = write!(text, "#### Properties\n\nThe following properties are available in the `{name}` type.\n\n");
    for property in sorted(&all) {
        let _ = write!(text, "##### `{}`\n\n", property.name);
        facts(text, &property);
        let _ = write!(text, "{}\n\n", property.description);
        pieces::options(text, docstring, &property.name);
        if let Some(default) = &property.default {
            let _ = write!(text, "Default value:{}\n\n", pieces::code(&shown(default), "ruby"));
        }
    }
}

fn parameters(text: &mut String, resource_type: &ResourceType, parameters: &[Attribute]) {
    if parameters.is_empty() {
        return;
    }
    let ResourceType { name, docstring, .. } = resource_type;
    let anchor = |parameter: &Attribute| pieces::link(&format!("${name}::{}", parameter.name));
    let _ = write!(text, "#### Parameters\n\nThe following parameters are available in the `{name}` type.\n\n");
    for parameter in parameters {
        let _ = writeln!(text, "* [`{}`](#{})", parameter.name, anchor(parameter));
    }
    text.push('\n');
    for parameter in parameters {
        one_parameter(text, docstring, parameter, &anchor(parameter));
    }
}

fn one_parameter(text: &mut String, docstring: &Docstring, parameter: &Attribute, anchor: &str) {
    let _ = write!(text, "##### <a name=\"{anchor}\"></a>`{}`\n\n", parameter.name);
    facts(text, parameter);
    if !parameter.description.is_empty() {
        let _ = writeln!(text, "{}", wrapped(&parameter.description));
    }
    text.push('\n');
    pieces::options(text, docstring, &parameter.name);
    if let Some(default) = &parameter.default {
        let _ = write!(text, "Default value: `{}`\n\n", shown(default));
    }
    if let Some(features) = &parameter.required_features {
        let _ = write!(text, "Required features: {features}.\n\n");
    }
}

/// Writes what is known besides the description.
fn facts(text: &mut String, attribute: &Attribute) {
    if !attribute.values.is_empty() {
        let _ = write!(text, "Valid values: `{}`\n\n", attribute.values.join("`, `"));
    }
    if attribute.is_namevar {
        text.push_str("namevar\n\n");
    }
    if !attribute.aliases.is_empty() {
        let pairs: Vec<String> =
            attribute.aliases.iter().map(|(new, old)| format!("{}=>{}", inspect(new), inspect(old))).collect();
        let _ = write!(text, "Aliases: `{}`\n\n", pairs.join(", ").replace(['{', '}'], ""));
    }
    if let Some(data_type) = attribute.data_type.as_ref().filter(|data_type| !data_type.is_empty()) {
        let has_pattern = PATTERN_INSIDE.as_ref().is_some_and(|pattern| pattern.is_match(data_type));
        let remark = if has_pattern {
            "\n_*this data type contains a regex that may not be accurately reflected in generated documentation_"
        } else {
            ""
        };
        let _ = write!(text, "Data type: `{data_type}`{remark}\n\n");
    }
}

/// Returns a value as Ruby prints it.
fn shown(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Array(entries) => format!("[{}]", entries.iter().map(inspected).collect::<Vec<_>>().join(", ")),
        Json::Object(entries) => {
            let pairs: Vec<String> =
                entries.iter().map(|(key, value)| format!("{}=>{}", inspect(key), inspected(value))).collect();
            format!("{{{}}}", pairs.join(", "))
        }
        other => other.to_string(),
    }
}

fn inspected(value: &Json) -> String {
    match value {
        Json::String(text) => inspect(text),
        Json::Null => "nil".to_string(),
        other => shown(other),
    }
}

/// Breaks lines that are longer than 120 characters.
fn wrapped(text: &str) -> String {
    let mut lines: Vec<&str> = text.split('\n').collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let lines: Vec<String> = lines
        .into_iter()
        .map(|line| match WRAPPED.as_ref() {
            Some(pattern) if line.chars().count() > LINE_WIDTH => strip(&pattern.replace_all(line, "$1\n")).to_string(),
            _ => line.to_string(),
        })
        .collect();
    lines.join("\n")
}
