//! Which new names are valid.

use super::Refusal;
use crate::resolve::facts::PUPPET_VARIABLES;

const VARIABLE_RULE: &str = "a variable begins with a small letter or `_` and has letters, digits and `_`";
const NAME_RULE: &str =
    "each part begins with a small letter and has small letters, digits and `_`; parts are joined by `::`";
const ALIAS_RULE: &str =
    "each part begins with a capital letter and has letters, digits and `_`; parts are joined by `::`";
const KEY_RULE: &str = "a key has no white space, dots, quotes or braces";

/// Names of classes that Puppet keeps for itself, and words of the language.
const RESERVED_NAMES: &[&str] = &[
    "main",
    "settings",
    "default",
    "node",
    "class",
    "define",
    "function",
    "type",
    "if",
    "else",
    "elsif",
    "unless",
    "case",
    "inherits",
    "import",
    "include",
    "contain",
    "require",
    "and",
    "or",
    "in",
    "true",
    "false",
    "undef",
    "attr",
    "private",
    "plan",
    "application",
    "consumes",
    "produces",
    "site",
    "environment",
    "any",
    "init",
];

/// The variable's name without `$`.
pub fn variable(new_name: &str) -> Result<&str, Refusal> {
    let name = new_name.trim().trim_start_matches('$');
    let starts_well = name.starts_with(|first: char| first.is_ascii_lowercase() || first == '_');
    if !starts_well || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(Refusal::InvalidName { name: new_name.to_string(), rule: VARIABLE_RULE });
    }
    if PUPPET_VARIABLES.contains(&name) {
        return Err(Refusal::Reserved { name: format!("${name}"), why: "Puppet sets this variable itself" });
    }
    Ok(name)
}

/// The name of a parameter of a class or define, which is an attribute too.
pub fn parameter(new_name: &str) -> Result<&str, Refusal> {
    let name = variable(new_name)?;
    if crate::resolve::resource_types::is_metaparameter(name) {
        return Err(Refusal::Reserved {
            name: name.to_string(),
            why: "every resource has a metaparameter of this name",
        });
    }
    Ok(name)
}

/// The name of a class, define or function, without a leading `::`.
pub fn definition(new_name: &str) -> Result<&str, Refusal> {
    let name = new_name.trim().trim_start_matches("::");
    let is_part = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_lowercase())
            && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    if !name.split("::").all(is_part) {
        return Err(Refusal::InvalidName { name: new_name.to_string(), rule: NAME_RULE });
    }
    if RESERVED_NAMES.contains(&name) {
        return Err(Refusal::Reserved { name: name.to_string(), why: "it is a word of the language" });
    }
    Ok(name)
}

/// The name of a type alias, as it is to be written.
pub fn alias(new_name: &str) -> Result<&str, Refusal> {
    let name = new_name.trim().trim_start_matches("::");
    let is_part = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_uppercase())
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    if !name.split("::").all(is_part) {
        return Err(Refusal::InvalidName { name: new_name.to_string(), rule: ALIAS_RULE });
    }
    if evaluator::types::is_builtin_name(name) {
        return Err(Refusal::Reserved { name: name.to_string(), why: "Puppet has a type of this name" });
    }
    Ok(name)
}

pub fn key(new_name: &str) -> Result<&str, Refusal> {
    let name = new_name.trim();
    let is_plain =
        |c: char| !c.is_whitespace() && !matches!(c, '.' | '\'' | '"' | '{' | '}' | '%' | '#' | ',' | '[' | ']');
    if name.is_empty() || !name.chars().all(is_plain) || name.starts_with(['-', '^', ':', '&', '*', '!', '|', '>', '@'])
    {
        return Err(Refusal::InvalidName { name: new_name.to_string(), rule: KEY_RULE });
    }
    if name == "lookup_options" {
        return Err(Refusal::Reserved { name: name.to_string(), why: "Hiera gives this key a meaning of its own" });
    }
    Ok(name)
}
