//! One check, or family of close checks, per file. Each looks at the document and reports; none knows of the others.

pub mod absolute_class_names;
pub mod arrow_alignment;
pub mod arrow_on_right_operand_line;
pub mod autoloader_layout;
pub mod case_without_default;
pub mod class_alignment;
pub mod class_inherits_from_params_class;
pub mod code_on_top_scope;
pub mod comments;
pub mod definition_names;
pub mod documentation;
pub mod double_quoted_strings;
pub mod duplicate_params;
pub mod empty_string_assignment;
pub mod ensure_first_param;
pub mod ensure_not_symlink_target;
pub mod facts;
pub mod file_modes;
pub mod hard_tabs;
pub mod inherits_across_namespaces;
pub mod layout;
pub mod leading_zero;
pub mod line_length;
pub mod manifest_whitespace;
pub mod nested_classes_or_defines;
pub mod only_variable_string;
pub mod operators;
pub mod parameter_documentation;
pub mod parameter_order;
pub mod parameters;
pub mod puppet_url_without_modules;
pub mod quoted_booleans;
pub mod resource_attributes;
pub mod resource_references;
pub mod resource_types;
pub mod right_to_left_relationship;
pub mod selector_inside_resource;
pub mod single_quote_string_with_variables;
pub mod strict_indent;
pub mod templates;
pub mod trailing_comma;
pub mod trailing_whitespace;
pub mod two_space_soft_tabs;
pub mod undef_in_function;
pub mod unquoted_node_name;
pub mod unquoted_resource_title;
pub mod unquoted_strings;
pub mod unsafe_interpolations;
pub mod variable_names;
pub mod variable_scope;
pub mod variables_not_enclosed;
pub mod version_comparison;

/// What every check's file needs.
mod prelude {
    pub use crate::lint::document::{At, Document};
    pub use crate::lint::draft::Draft;
    pub use crate::lint::finding::{Findings, LintSeverity, Target};
    pub use crate::lint::structure::{Definition, Resource};
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

    /// The fix that puts other text in a token's place, of the same kind.
    pub fn replace(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
        let Target::Replace(at, value) = target else { return Err(NoFix) };
        draft.token_mut(*at).ok_or(NoFix)?.value = value.clone().into();
        Ok(())
    }

    /// The fix that removes a token.
    pub fn remove(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
        let Target::Token(at) = target else { return Err(NoFix) };
        let at = draft.position(*at).ok_or(NoFix)?;
        draft.remove(at);
        Ok(())
    }

    /// The first token of the value of an attribute or entry, from the token of its name.
    pub fn value_of(document: &Document<'_>, name: At) -> Option<At> {
        document.next_code(document.next_code(name)?)
    }

    /// The attributes of a name in the resources of one of some types: the resource, and the first token of the value.
    pub fn attribute_values<'d>(
        document: &'d Document<'_>,
        types: &'static [&'static str],
        attribute: &'static str,
    ) -> impl Iterator<Item = (&'d Resource, At)> {
        resources_of(document, types).flat_map(move |resource| {
            let names = resource.attributes.iter().copied().filter(move |name| document.value(*name) == attribute);
            names.filter_map(move |name| Some((resource, value_of(document, name)?)))
        })
    }

    /// The resources of one of some types.
    pub fn resources_of<'d>(
        document: &'d Document<'_>,
        types: &'static [&'static str],
    ) -> impl Iterator<Item = &'d Resource> {
        let is_wanted = move |name: At| types.contains(&document.value(name));
        document.resources().iter().filter(move |resource| resource.type_token.is_some_and(is_wanted))
    }
}
