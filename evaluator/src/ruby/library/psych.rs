//! `YAML.load` and its relatives: the objects that Psych makes of a text, and the errors that it raises.

use super::option;
use crate::hiera::data_node::{DataContent, DataNode};
use crate::hiera::yaml::{self, YamlError};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::methods::MethodCall;
use crate::ruby::value::RubyValue;

impl Ruby<'_, '_> {
    /// Loads a text as the method and the options of a call have it.
    pub(super) fn load_yaml(&self, text: &str, file: Option<&str>, call: &MethodCall<'_>) -> Ran {
        let is_safe = call.name.starts_with("safe_");
        let is_permitted = |class: &str| permits(call, class);
        if is_safe && !super::has_option(call, "aliases") && yaml::has_alias(text) {
            return self.raise("Psych::BadAlias", "Alias parsing was not enabled");
        }
        let document = match yaml::parse_permitting(text, is_permitted("Regexp") || call.name == "unsafe_load") {
            Ok(document) => document,
            Err(error) => return self.raise_yaml_error(&error, file, call),
        };
        let Some(document) = document else {
            return Ok(match option(call, "fallback") {
                Some(fallback) => fallback,
                None if is_safe => RubyValue::Nil,
                None => RubyValue::Boolean(false),
            });
        };
        if is_safe && !is_permitted("Symbol") && has_symbol(&document) {
            return self.raise("Psych::DisallowedClass", "Tried to load unspecified class: Symbol");
        }
        let value = ruby_value(&document);
        Ok(if super::has_option(call, "symbolize_names") { super::with_symbols(&value) } else { value })
    }

    fn raise_yaml_error(&self, error: &YamlError, file: Option<&str>, call: &MethodCall<'_>) -> Ran {
        match error {
            YamlError::Syntax { .. } => {
                let file = file.unwrap_or("<unknown>");
                self.raise("Psych::SyntaxError", format!("({file}): {}", error.message()))
            }
            // A class that is permitted here has no counterpart in Puppet.
            YamlError::DisallowedClass { class, .. } if call.name == "unsafe_load" || permits(call, class) => {
                self.unsupported(format!("{} of a {class}", call.name), call.offset)
            }
            YamlError::DisallowedClass { .. } => self.raise("Psych::DisallowedClass", error.message()),
            YamlError::UnknownAlias { name, .. } => self.raise("Psych::BadAlias", format!("Unknown alias: {name}")),
            _ => self.unsupported(format!("{}: {}", call.name, error.message()), call.offset),
        }
    }
}

/// Returns whether a call permits a class, by `permitted_classes` or as the second argument.
fn permits(call: &MethodCall<'_>, class: &str) -> bool {
    let listed = |list: &RubyValue| match list {
        RubyValue::Array(classes) => classes.borrow().iter().any(|permitted| permitted.to_text() == class),
        _ => false,
    };
    option(call, "permitted_classes").as_ref().is_some_and(listed) || call.arguments.get(1).is_some_and(listed)
}

fn has_symbol(node: &DataNode) -> bool {
    match &node.content {
        DataContent::Symbol(_) => true,
        DataContent::Scalar(_) => false,
        DataContent::Sequence(elements) => elements.iter().any(has_symbol),
        DataContent::Mapping(entries) => entries.iter().any(|entry| has_symbol(&entry.key) || has_symbol(&entry.value)),
    }
}

fn ruby_value(node: &DataNode) -> RubyValue {
    match &node.content {
        DataContent::Scalar(value) => RubyValue::from_puppet(value),
        DataContent::Symbol(name) => RubyValue::Symbol(name.clone()),
        DataContent::Sequence(elements) => RubyValue::array(elements.iter().map(ruby_value).collect()),
        DataContent::Mapping(entries) => {
            RubyValue::hash(entries.iter().map(|entry| (ruby_value(&entry.key), ruby_value(&entry.value))))
        }
    }
}
