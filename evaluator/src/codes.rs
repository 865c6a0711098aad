//! The codes of what goes wrong while evaluating, beside those of `syntax`. Knows nothing of the messages.

use syntax::puppet_codes;

/// The code of errors that Puppet reports with a place of its own and without a code.
pub const NO_CODE: syntax::Code =
    syntax::code!("evaluation-error", Evaluation, Error, "Puppet stops with a message that has no code.");

puppet_codes! {
    /// What Puppet stops at while it evaluates.
    EVALUATION_CODES: Evaluation {
        RUNTIME_ERROR "runtime-error" Error "A function, or Puppet itself, reports an error in its own words.";
        BAD_ARRAY_SLICE_ARITY "bad-array-slice-arity" Error "An array is accessed with other than one or two indexes.";
        BAD_COLLECTION_SLICE_TYPE "bad-collection-slice-type" Error "The size of a collection type is no integer or range.";
        BAD_INTEGER_SLICE_ARITY "bad-integer-slice-arity" Error "A range of numbers has other than one or two bounds.";
        BAD_INTEGER_SLICE_TYPE "bad-integer-slice-type" Error "A bound of a range is no number.";
        BAD_NOT_UNDEF_SLICE_TYPE "bad-not-undef-slice-type" Error "`NotUndef` has an argument that is neither a type nor a string.";
        BAD_SLICE_KEY_TYPE "bad-slice-key-type" Error "A value is accessed with an index of a type that it does not take.";
        BAD_STRING_SLICE_ARITY "bad-string-slice-arity" Error "A string, or its type, has other than one or two arguments.";
        BAD_STRING_SLICE_KEY_TYPE "bad-string-slice-key-type" Error "A string is accessed with something other than an integer.";
        BAD_TYPE_SLICE_ARITY "bad-type-slice-arity" Error "A data type has another number of arguments than it takes.";
        BAD_TYPE_SLICE_TYPE "bad-type-slice-type" Error "A data type has an argument that is no type.";
        BAD_TYPE_SPECIALIZATION "bad-type-specialization" Error "A data type has arguments that it does not take.";
        COMPARISON_NOT_POSSIBLE "comparison-not-possible" Error "Two values are compared that have no order.";
        DISCONTINUED_IMPORT "discontinued-import" Error "`import` is gone since Puppet 4.";
        DIV_BY_ZERO "div-by-zero" Error "A number is divided by 0.";
        DUPLICATE_ATTRIBUE "duplicate-attribue" Error "A resource sets an attribute twice. Puppet spells the code so.";
        DUPLICATE_TITLE "duplicate-title" Error "A resource has one title twice.";
        EMPTY_RESOURCE_SPECIALIZATION "empty-resource-specialization" Error "A reference to a resource has nothing between its brackets.";
        EMPTY_STRING_TITLE_AT "empty-string-title-at" Error "The title of a resource is empty.";
        ILLEGAL_CLASSREF "illegal-classref" Error "The name between the brackets of `Class[…]` is none.";
        ILLEGAL_HOSTCLASS_NAME "illegal-hostclass-name" Error "The name of a class is not allowed.";
        ILLEGAL_MULTI_ASSIGNMENT_SIZE "illegal-multi-assignment-size" Error "A list of variables is assigned another number of values.";
        ILLEGAL_OVERRIDDEN_TYPE "illegal-overridden-type" Error "Something other than a resource is overridden.";
        ILLEGAL_REASSIGNMENT "illegal-reassignment" Error "A variable is assigned a second time.";
        ILLEGAL_RELATIONSHIP_OPERAND_TYPE "illegal-relationship-operand-type" Error "`->` or `~>` connects something other than resources.";
        ILLEGAL_RESERVED_ASSIGNMENT "illegal-reserved-assignment" Error "A variable is assigned that Puppet sets itself.";
        ILLEGAL_RESOURCE_SPECIALIZATION "illegal-resource-specialization" Error "What is between the brackets of `Resource[…]` is no type.";
        ILLEGAL_RESOURCE_TYPE "illegal-resource-type" Error "A resource is declared of something other than a resource type.";
        ILLEGAL_TITLE_TYPE_AT "illegal-title-type-at" Error "The title of a resource is no string.";
        MATCH_NOT_REGEXP "match-not-regexp" Error "The right side of a match is no regular expression.";
        MATCH_NOT_STRING "match-not-string" Error "The left side of a match is no string.";
        MISSING_MULTI_ASSIGNMENT_KEY "missing-multi-assignment-key" Error "A hash has no value for a variable that is assigned from it.";
        MISSING_MULTI_ASSIGNMENT_VARIABLE "missing-multi-assignment-variable" Error "A class has no variable for one that is assigned from it.";
        MISSING_REQUIRED_PARAMETER "missing-required-parameter" Error "A template or function is not given a parameter that it requires.";
        MISSING_TITLE "missing-title" Error "The title of a resource is undefined.";
        MISSING_TITLE_AT "missing-title-at" Error "One of the titles of a resource is undefined.";
        NOT_CATALOG_TYPE "not-catalog-type" Error "`->` or `~>` connects a type that no catalog has.";
        NOT_NUMERIC "not-numeric" Error "A value that is no number is calculated with.";
        NUMERIC_COERCION "numeric-coercion" Error "A string is taken for a number.";
        OPERATOR_NOT_APPLICABLE "operator-not-applicable" Error "An operator is used on a value that it does not take.";
        OPERATOR_NOT_APPLICABLE_WHEN "operator-not-applicable-when" Error "An operator is used on two values that do not go together.";
        PRIVATE_DEFINITION "private-definition" Error "A private definition is used from another module.";
        RESULT_IS_INFINITY "result-is-infinity" Error "The result of a calculation is infinite.";
        TYPE_MISMATCH "type-mismatch" Error "A value is not of the type that is needed.";
        UNDECLARED_DEPENDENCY "undeclared-dependency" Error "A module uses another that its metadata does not name.";
        UNKNOWN_FUNCTION "unknown-function" Error "No function has this name.";
        UNKNOWN_RESOURCE "unknown-resource" Error "A resource is asked for an attribute before it is declared.";
        UNKNOWN_RESOURCE_PARAMETER "unknown-resource-parameter" Error "A resource is asked for an attribute that it does not have.";
        UNKNOWN_RESOURCE_TYPE "unknown-resource-type" Error "No resource type has this name.";
        UNKNOWN_VARIABLE "unknown-variable" Error "A variable is read that nothing has set.";
        UNMATCHED_SELECTOR "unmatched-selector" Error "No option of a selector matches.";
        HIERA_BACKEND_MULTIPLY_DEFINED "hiera-backend-multiply-defined" Error "A `hiera.yaml` of version 3 names a backend twice.";
        HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND "hiera-data-provider-function-not-found" Error "The function that reads a level does not exist.";
        HIERA_DEFAULT_HIERARCHY_NOT_IN_MODULE "hiera-default-hierarchy-not-in-module" Error "Only a module's `hiera.yaml` can have a `default_hierarchy`.";
        HIERA_DEFAULT_OPTION_RESERVED_BY_PUPPET "hiera-default-option-reserved-by-puppet" Error "An option of the defaults has a name that Puppet uses itself.";
        HIERA_HIERARCHY_NAME_MULTIPLY_DEFINED "hiera-hierarchy-name-multiply-defined" Error "Two levels have one name.";
        HIERA_INTERPOLATION_ALIAS_NOT_ENTIRE_STRING "hiera-interpolation-alias-not-entire-string" Error "`alias` is not alone in its string.";
        HIERA_INTERPOLATION_METHOD_SYNTAX_NOT_ALLOWED "hiera-interpolation-method-syntax-not-allowed" Error "A method is called in an interpolation that allows none.";
        HIERA_INTERPOLATION_UNKNOWN_INTERPOLATION_METHOD "hiera-interpolation-unknown-interpolation-method" Error "An interpolation calls a method that does not exist.";
        HIERA_MISSING_DATA_PROVIDER_FUNCTION "hiera-missing-data-provider-function" Error "A level does not say what reads it.";
        HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS "hiera-multiple-data-provider-functions" Error "A level names two functions that read it.";
        HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS_IN_DEFAULT "hiera-multiple-data-provider-functions-in-default" Error "The defaults name two functions that read a level.";
        HIERA_MULTIPLE_LOCATION_SPECS "hiera-multiple-location-specs" Error "A level says in two ways where its data is.";
        HIERA_NO_PROVIDER_FOR_BACKEND "hiera-no-provider-for-backend" Error "A `hiera.yaml` of version 4 names a backend that does not exist.";
        HIERA_OPTION_RESERVED_BY_PUPPET "hiera-option-reserved-by-puppet" Error "An option of a level has a name that Puppet uses itself.";
        HIERA_UNSUPPORTED_VERSION "hiera-unsupported-version" Error "A `hiera.yaml` has a version that Puppet does not know.";
        HIERA_UNSUPPORTED_VERSION_IN_GLOBAL "hiera-unsupported-version-in-global" Error "The global `hiera.yaml` has a version that it cannot have.";
        HIERA_V3_BACKEND_NOT_GLOBAL "hiera-v3-backend-not-global" Error "Only the global `hiera.yaml` can use a backend of Hiera 3.";
        HIERA_V3_BACKEND_REPLACED_BY_DATA_HASH "hiera-v3-backend-replaced-by-data-hash" Error "A backend of Hiera 3 has a function in its place.";
        HIERA_VERSION_3_NOT_GLOBAL "hiera-version-3-not-global" Error "Only the global `hiera.yaml` can have version 3.";
    }
}

#[cfg(test)]
mod tests {
    use super::EVALUATION_CODES;

    #[test]
    fn names_are_puppets_in_kebab_case_and_rows_are_documented() {
        for (index, code) in EVALUATION_CODES.iter().enumerate() {
            assert_eq!(code.as_str().replace('-', "_").to_ascii_uppercase(), code.puppet_name());
            assert!(code.documentation().ends_with('.'), "{code} has no sentence");
            assert!(!EVALUATION_CODES[..index].contains(code), "{code} is there twice");
        }
    }
}
