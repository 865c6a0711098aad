//! Every mistake that can be seen without knowing other files' names. Knows nothing of values.
//!
//! The checks are Puppet's own, in Puppet's order: an expression is checked, then its parts from left to right. One file
//! below this one per group of checks; `walk` calls them, `issue` holds every code with its wording.

mod assignments;
mod calls;
pub mod children;
mod definitions;
mod duplicates;
mod heredoc_syntax;
mod issue;
mod json_text;
pub mod labels;
mod literal_keys;
mod locations;
mod names;
mod no_effect;
mod nodes;
mod parameters;
mod queries;
mod relationships;
mod resources;
mod tasks;
mod type_references;
mod validator;
mod values;
mod walk;

pub use heredoc_syntax::heredoc_text_error;

use crate::problem::Problem;
use crate::program::{Program, SourceMap};
use crate::source_file::ReadOptions;

/// Checks a program; the problems come in the order in which Puppet reports them.
pub fn validate(program: &Program, source_map: &SourceMap, options: &ReadOptions) -> Vec<Problem> {
    let mut validator = validator::Validator::new(program, source_map, options);
    validator.check_top_constructs();
    validator.walk_root();
    validator.problems
}

/// What an edition of the language accepts; the editions themselves are a table in the evaluator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ValidationRules {
    /// `+=` and `-=` are assignments.
    pub appends_and_deletes: bool,
    /// `private` may stand before a definition or a parameter.
    pub private_definitions: bool,
    /// `&name` and `$block(…)` are calls and references of functions.
    pub callable_values: bool,
    /// Statements without effect are allowed, collectors and definitions have the value `undef`.
    pub statements_are_values: bool,
    /// `name arg` calls any function, not just the statement functions.
    pub any_statement_call: bool,
    /// `+>` in resource defaults.
    pub append_in_defaults: bool,
    /// Integer literals beyond 64 bits.
    pub unbounded_integers: bool,
    /// Overrides may name resources by any expression, resource types may be strings and variables.
    pub computed_resource_types: bool,
    /// Duplicate literal keys are errors, not warnings.
    pub strict: bool,
    /// A class parameter's type that is not literal is reported (Puppet 8 only).
    pub literal_parameter_types: bool,
    /// Type references and negative numbers count as literal hash keys, which may not be repeated (Puppet 8 only).
    pub types_as_literal_keys: bool,
    /// A `case` may have no options.
    pub empty_case: bool,
    /// `$a [1]` is an access, blanks or not.
    pub spaced_access: bool,
    /// In `${name…}` the name is a variable only where it stands alone or begins a chain of accesses and calls.
    pub plain_interpolated_names: bool,
    /// No segment of a name may be a keyword.
    pub no_keywords_in_names: bool,
    /// A parameter's default may not read the parameter itself.
    pub no_default_from_itself: bool,
    /// A query compares plain attributes with literals, names and variables only.
    pub plain_queries: bool,
    /// A relationship is a statement, and cannot stand in parentheses, lists and arguments.
    pub relationships_are_statements: bool,
    /// The order of the parameters of functions and lambdas is looked at where they are defined.
    pub parameter_order: bool,
    /// A name has no hyphen.
    pub no_hyphens_in_names: bool,
    /// In `"$0es"` the name of the variable ends with its last digit.
    pub numeric_names_end_at_digits: bool,
}

impl Default for ValidationRules {
    /// Puppet 8's.
    fn default() -> Self {
        ValidationRules {
            appends_and_deletes: false,
            private_definitions: false,
            callable_values: false,
            statements_are_values: false,
            any_statement_call: false,
            append_in_defaults: false,
            unbounded_integers: false,
            computed_resource_types: false,
            strict: true,
            literal_parameter_types: true,
            types_as_literal_keys: true,
            empty_case: false,
            spaced_access: false,
            plain_interpolated_names: false,
            no_keywords_in_names: false,
            no_default_from_itself: false,
            plain_queries: false,
            relationships_are_statements: false,
            parameter_order: false,
            no_hyphens_in_names: false,
            numeric_names_end_at_digits: false,
        }
    }
}

/// Where a manifest of a module stands, which decides the names that it may define.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ModuleLocation {
    /// The module's name, for instance `apache`.
    pub module: String,
    /// The path below the module's folder, for instance `manifests/vhost.pp`.
    pub path: String,
}

#[cfg(test)]
mod test_support {
    use super::{ValidationRules, validate};
    use crate::source_file::{ReadOptions, read};

    /// The codes that are reported for a manifest, each with the text that is underlined.
    pub(super) fn problems(text: &str, change_rules: impl Fn(&mut ValidationRules)) -> Vec<(&'static str, &str)> {
        let mut options = ReadOptions::default();
        change_rules(&mut options.rules);
        problems_with(text, &options)
    }

    pub(super) fn problems_with<'a>(text: &'a str, options: &ReadOptions) -> Vec<(&'static str, &'a str)> {
        let file = read(text, options);
        validate(&file.program, &file.source_map, options)
            .into_iter()
            .map(|problem| {
                let underlined = text.get(problem.range.start as usize..problem.range.end as usize);
                (problem.code.puppet_name(), underlined.unwrap_or_default())
            })
            .collect()
    }
}
