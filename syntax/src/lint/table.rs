//! The table of all checks: one row each. The order is that in which they run and fixes are made.

use std::sync::LazyLock;

use super::checks::*;
use super::document::Document;
use super::draft::Draft;
use super::finding::{Findings, LintSeverity, Target};
use crate::code::{self, Code, CodeInfo, DiagnosticSeverity, Family, kebab_case};

/// Where a check was first known from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// puppet-lint itself.
    BuiltIn,
    /// A plugin of puppet-lint: the name of its gem.
    Plugin(&'static str),
}

/// A fix that does not apply at this place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoFix;

/// What a fix answers.
pub type Fix = fn(&mut Draft<'_>, &Target) -> Result<(), NoFix>;

pub struct LintCheck {
    /// As settings, option files and comments name it.
    pub name: &'static str,
    pub origin: Origin,
    pub on_by_default: bool,
    pub severity: LintSeverity,
    /// What it reports and why, for the manual.
    pub documentation: &'static str,
    pub(super) run: fn(&Document<'_>, &mut Findings),
    pub(super) fix: Option<Fix>,
}

impl LintCheck {
    /// A check that puppet-lint knows from a plugin: off until it is asked for.
    pub(super) const fn plugin(
        name: &'static str,
        gem: &'static str,
        documentation: &'static str,
        run: fn(&Document<'_>, &mut Findings),
    ) -> Self {
        LintCheck {
            name,
            origin: Origin::Plugin(gem),
            on_by_default: false,
            severity: LintSeverity::Warning,
            documentation,
            run,
            fix: None,
        }
    }

    pub(super) const fn fixed_by(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// Returns the code of its findings.
    pub fn code(&self) -> Code {
        let found = LINT_CODES.iter().find(|(name, _)| *name == self.name);
        found.map_or(code::SYNTAX_ERROR, |(_, info)| Code::new(info))
    }

    pub fn is_fixable(&self) -> bool {
        self.fix.is_some()
    }
}

impl std::fmt::Debug for LintCheck {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name)
    }
}

impl PartialEq for LintCheck {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for LintCheck {}

/// The codes of the checks, by the names of these.
static LINT_CODES: LazyLock<Vec<(&str, CodeInfo)>> = LazyLock::new(|| {
    let info = |check: &LintCheck| CodeInfo {
        name: kebab_case(check.name).into(),
        puppet_name: "",
        family: Family::Lint,
        severity: DiagnosticSeverity::Warning,
        documentation: check.documentation.into(),
    };
    CHECKS.iter().map(|check| (check.name, info(check))).collect()
});

/// The check of a name.
pub fn check_named(name: &str) -> Option<&'static LintCheck> {
    CHECKS.iter().copied().find(|check| check.name == name)
}

/// Every check there is: puppet-lint's own, then those of its plugins.
pub static CHECKS: &[&LintCheck] = &[
    &arrow_on_right_operand_line::CHECK,
    &autoloader_layout::CHECK,
    &class_inherits_from_params_class::CHECK,
    &code_on_top_scope::CHECK,
    &inherits_across_namespaces::CHECK,
    &definition_names::CONTAINING_DASH,
    &definition_names::CONTAINING_UPPERCASE,
    &nested_classes_or_defines::CHECK,
    &parameter_order::CHECK,
    &right_to_left_relationship::CHECK,
    &variable_scope::CHECK,
    &comments::SLASH_COMMENTS,
    &comments::STAR_COMMENTS,
    &case_without_default::CHECK,
    &selector_inside_resource::CHECK,
    &documentation::CHECK,
    &unquoted_node_name::CHECK,
    &duplicate_params::CHECK,
    &ensure_first_param::CHECK,
    &ensure_not_symlink_target::CHECK,
    &file_modes::FILE_MODE,
    &file_modes::UNQUOTED_FILE_MODE,
    &unquoted_resource_title::CHECK,
    &double_quoted_strings::CHECK,
    &only_variable_string::CHECK,
    &puppet_url_without_modules::CHECK,
    &quoted_booleans::CHECK,
    &single_quote_string_with_variables::CHECK,
    &variables_not_enclosed::CHECK,
    &variable_names::CONTAINS_DASH,
    &variable_names::IS_LOWERCASE,
    &line_length::MORE_THAN_140,
    &two_space_soft_tabs::CHECK,
    &line_length::MORE_THAN_80,
    &arrow_alignment::CHECK,
    &hard_tabs::CHECK,
    &trailing_whitespace::CHECK,
    &trailing_comma::CHECK,
    &unquoted_strings::IN_CASE,
    &unquoted_strings::IN_SELECTOR,
    &leading_zero::CHECK,
    &absolute_class_names::INCLUSION,
    &absolute_class_names::REFERENCE,
    &facts::LEGACY_FACTS,
    &facts::TOP_SCOPE_FACTS,
    &facts::TOPSCOPE_VARIABLE,
    &parameter_documentation::CHECK,
    &parameters::TYPES,
    &parameters::OPTIONAL_DEFAULT,
    &parameters::NOT_OPTIONAL_WITH_UNDEF,
    &parameters::EMPTY_STRING,
    &parameters::LOOKUP,
    &class_alignment::PARAMETERS,
    &class_alignment::EQUALS,
    &resource_references::UNQUOTED_TITLE,
    &resource_references::CAPITAL_TITLE,
    &resource_references::WHITESPACE,
    &resource_references::TYPE_WHITESPACE,
    &resource_attributes::FILE_ENSURE,
    &resource_attributes::PACKAGE_ENSURE,
    &resource_attributes::NO_SYMBOLIC_FILE_MODES,
    &resource_attributes::WORLD_WRITABLE_FILES,
    &resource_attributes::NO_FILE_PATH_ATTRIBUTE,
    &resource_attributes::RECURSE_FILE,
    &resource_attributes::CRON_QUOTED_TIME,
    &resource_attributes::ALIAS_PARAMETER,
    &resource_attributes::FILESERVER,
    &resource_types::ANCHOR,
    &resource_types::NO_CRON_RESOURCES,
    &resource_types::EXEC_IDEMPOTENCY,
    &templates::NO_ERB_TEMPLATE,
    &templates::FILE_EXTENSION,
    &templates::CONCATENATED,
    &unsafe_interpolations::CHECK,
    &version_comparison::CHECK,
    &undef_in_function::CHECK,
    &empty_string_assignment::CHECK,
    &variable_names::CONTAINS_UPCASE,
    &definition_names::BEGINNING_WITH_DIGITS,
    &operators::APPENDS,
    &operators::SPACESHIP_WITHOUT_TAG,
    &layout::SPACE_BEFORE_ARROW,
    &layout::SPACE_AFTER_COMMA,
    &layout::UNCUDDLED_ELSE,
    &layout::EMPTY_LINES_AROUND_BODY,
    &layout::EMPTY_TRAILING_LINES,
    &strict_indent::CHECK,
    &manifest_whitespace::brackets::OPENING_BRACE_BEFORE,
    &manifest_whitespace::brackets::OPENING_BRACE_AFTER,
    &manifest_whitespace::brackets::CLOSING_BRACE_BEFORE,
    &manifest_whitespace::brackets::CLOSING_BRACE_AFTER,
    &manifest_whitespace::brackets::OPENING_BRACKET_BEFORE,
    &manifest_whitespace::brackets::OPENING_BRACKET_AFTER,
    &manifest_whitespace::brackets::CLOSING_BRACKET_BEFORE,
    &manifest_whitespace::brackets::CLOSING_BRACKET_AFTER,
    &manifest_whitespace::names::ARROWS_SINGLE_SPACE_AFTER,
    &manifest_whitespace::names::CLASS_NAME_SINGLE_SPACE_BEFORE,
    &manifest_whitespace::names::CLASS_NAME_SINGLE_SPACE_AFTER,
    &manifest_whitespace::names::INHERITS_NAME_SINGLE_SPACE_BEFORE,
    &manifest_whitespace::lines::NEWLINE_BEGINNING_OF_FILE,
    &manifest_whitespace::lines::MISSING_NEWLINE_END_OF_FILE,
    &manifest_whitespace::lines::DOUBLE_NEWLINE_END_OF_FILE,
    &manifest_whitespace::lines::TWO_EMPTY_LINES,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_has_its_code() {
        for check in CHECKS {
            assert_eq!(check.code().as_str(), check.name.replace('_', "-"));
            assert_eq!((check.code().family(), check.code().documentation()), (Family::Lint, check.documentation));
        }
    }

    #[test]
    fn names_are_unique_and_rows_are_documented() {
        for (index, check) in CHECKS.iter().enumerate() {
            assert!(CHECKS[..index].iter().all(|other| other.name != check.name), "{} is there twice", check.name);
            assert!(check.documentation.ends_with('.'), "{} has no sentence", check.name);
        }
    }
}
