//! One check, or family of close checks, per file. Each looks at the document and reports; none knows of the others.

pub mod arrow_alignment;
pub mod arrow_on_right_operand_line;
pub mod autoloader_layout;
pub mod case_without_default;
pub mod class_inherits_from_params_class;
pub mod code_on_top_scope;
pub mod comments;
pub mod definition_names;
pub mod documentation;
pub mod double_quoted_strings;
pub mod duplicate_params;
pub mod ensure_first_param;
pub mod ensure_not_symlink_target;
pub mod file_modes;
pub mod hard_tabs;
pub mod inherits_across_namespaces;
pub mod line_length;
pub mod nested_classes_or_defines;
pub mod only_variable_string;
pub mod parameter_order;
pub mod puppet_url_without_modules;
pub mod quoted_booleans;
pub mod right_to_left_relationship;
pub mod selector_inside_resource;
pub mod single_quote_string_with_variables;
pub mod trailing_whitespace;
pub mod two_space_soft_tabs;
pub mod unquoted_node_name;
pub mod unquoted_resource_title;
pub mod variable_names;
pub mod variable_scope;
pub mod variables_not_enclosed;

/// What every check's file needs.
mod prelude {
    pub use crate::lint::document::{At, Document};
    pub use crate::lint::draft::Draft;
    pub use crate::lint::finding::{Findings, LintSeverity, Target};
    pub use crate::lint::table::{LintCheck, NoFix, Origin};
    pub use crate::lint::token::Kind;

    /// The fix that only changes what kind of token it is, for instance how a string is quoted.
    pub fn change_kind(draft: &mut Draft<'_>, target: &Target, kind: Kind) -> Result<(), NoFix> {
        let Target::Token(at) = target else { return Err(NoFix) };
        draft.token_mut(*at).ok_or(NoFix)?.kind = kind;
        Ok(())
    }

    /// The fix that puts a token into single quotes.
    pub fn quote(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
        change_kind(draft, target, Kind::SingleQuoted)
    }
}
