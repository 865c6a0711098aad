//! What the arguments of functions name: one table for completion, references, rename and the evaluator itself.

use std::borrow::Cow;

/// What the arguments of a function name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentRole {
    /// All arguments: classes.
    Classes,
    /// The first: a Hiera key.
    HieraKey,
    /// The first: a Hiera key whose value names classes.
    HieraKeyOfClasses,
    /// The first: the type of resources that are declared with the attributes in the others.
    ResourceType,
    /// References to resources.
    ResourceReference,
    /// A template of a module.
    Template,
    /// A file of a module's folder `files`.
    ModuleFile,
}

const ROLES: &[(&str, ArgumentRole)] = &[
    ("include", ArgumentRole::Classes),
    ("contain", ArgumentRole::Classes),
    ("require", ArgumentRole::Classes),
    ("lookup", ArgumentRole::HieraKey),
    ("hiera", ArgumentRole::HieraKey),
    ("hiera_array", ArgumentRole::HieraKey),
    ("hiera_hash", ArgumentRole::HieraKey),
    ("hiera_include", ArgumentRole::HieraKeyOfClasses),
    ("create_resources", ArgumentRole::ResourceType),
    ("ensure_resource", ArgumentRole::ResourceType),
    ("ensure_resources", ArgumentRole::ResourceType),
    ("realize", ArgumentRole::ResourceReference),
    ("defined_with_params", ArgumentRole::ResourceReference),
    ("epp", ArgumentRole::Template),
    ("template", ArgumentRole::Template),
    ("find_template", ArgumentRole::Template),
    ("file", ArgumentRole::ModuleFile),
    ("binary_file", ArgumentRole::ModuleFile),
    ("find_file", ArgumentRole::ModuleFile),
];

/// Returns what the arguments of a function name, where they name anything; `::include` is `include`.
pub fn argument_role(function: &str) -> Option<ArgumentRole> {
    let function = function.strip_prefix("::").unwrap_or(function);
    ROLES.iter().find(|(name, _)| *name == function).map(|(_, role)| *role)
}

/// Returns the path of the file that a function reads for the one it is given: `epp()` adds its extension where that is left out.
pub fn module_file_path<'p>(function: &str, given: &'p str) -> Cow<'p, str> {
    match function.strip_prefix("::").unwrap_or(function) {
        "epp" if !given.ends_with(".epp") => Cow::Owned(format!("{given}.epp")),
        _ => Cow::Borrowed(given),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::builtin;

    #[test]
    fn every_function_of_the_table_is_known() {
        for (name, role) in ROLES {
            assert!(builtin(name).is_some(), "{name} is no function that is known");
            assert_eq!(argument_role(&format!("::{name}")), Some(*role));
        }
        assert_eq!(argument_role("notice"), None);
    }

    #[test]
    fn only_epp_adds_its_extension() {
        assert_eq!(module_file_path("epp", "m/x.sh"), "m/x.sh.epp");
        assert_eq!(module_file_path("::epp", "m/x.epp"), "m/x.epp");
        assert_eq!(module_file_path("template", "m/x.sh"), "m/x.sh");
    }
}
