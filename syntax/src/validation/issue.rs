//! Every mistake that validation reports: its code, Puppet's wording, and what to do about it. Knows nothing of when.

use super::labels::{Label, with_article, with_capital_article};
use crate::code::{self, Code};

/// One variant per message.
#[derive(Debug)]
pub enum Issue<'a> {
    AppendsDeletesNoLongerSupported { operator: &'a str },
    CapturesRestNotLast { name: &'a str },
    CapturesRestNotSupported { name: &'a str, container: Label },
    ClassNotVirtualizable,
    CrossScopeAssignment { name: &'a str },
    DuplicateDefault { container: Label },
    DuplicateKey { key: String },
    DuplicateParameter { name: &'a str },
    ExpressionNotSupportedWhenCompiling { expression: Label },
    ExpressionNotSupportedWhenScripting { expression: Label },
    FunctionReferenceNotSupported,
    FutureReservedWord { word: &'a str },
    IdemExpressionNotLast { expression: Label },
    IdemNotAllowedLast { expression: Label, container: Label },
    IllegalAssignment { target: Label },
    IllegalAssignmentContext,
    IllegalAttributeAppend { attribute: &'a str, container: Label },
    IllegalDefinitionLocation { name: &'a str, file: String, expected: Option<String> },
    IllegalDefinitionName { name: &'a str, definition: Label },
    IllegalEppParameters,
    IllegalExpression { expression: Label, feature: &'static str, container: Label },
    IllegalHostnameCharacters { hostname: &'a str },
    IllegalHostnameInterpolation,
    IllegalIndexedAssignment,
    IllegalNodeInheritance,
    IllegalNonliteralParameterType { name: &'a str, model_class: &'static str },
    IllegalNumericAssignment { name: &'a str },
    IllegalNumericParameter { name: &'a str },
    IllegalNumericVariableName { name: &'a str },
    IllegalParameterName { name: &'a str },
    IllegalQueryAttribute { expression: Label },
    IllegalQueryExpression { expression: Label },
    IllegalQueryValue { expression: Label },
    IllegalRegexpTypeMapping,
    IllegalSingleTypeMapping,
    IllegalText { code: Code, syntax: &'a str, reason: String },
    IllegalTopConstructLocation { expression: Label },
    IllegalVariableName { name: &'a str },
    KeywordInName { name: &'a str },
    MultipleAttributesUnfold,
    NotAbsoluteTopLevel { definition: Label },
    NotRvalue { expression: Label },
    NotTopLevel,
    NotVirtualizable,
    NumericOverflow { value: Option<i128> },
    PrivateParameterNotSupported,
    RelationshipIsNoValue { operator: &'static str },
    RequiredParameterAfterOptional { name: &'a str },
    ReservedParameter { name: &'a str, container: Label },
    ReservedTypeName { name: &'a str, definition: Label },
    ReservedWord { word: &'a str },
    ResourceWithoutTitle { type_name: &'a str },
    UnsupportedExpression { expression: Label },
}

/// An issue in words.
pub struct Description {
    pub code: Code,
    pub message: String,
    pub hint: Option<String>,
}

impl Issue<'_> {
    pub fn describe(self) -> Description {
        let (code, message, hint): (Code, String, Option<String>) = match self {
            Issue::AppendsDeletesNoLongerSupported { operator } => (
                code::APPENDS_DELETES_NO_LONGER_SUPPORTED,
                format!("The operator '{operator}' is no longer supported. See http://links.puppet.com/remove-plus-equals"),
                hint(format!(
                    "give the result a new name: `$new = $old {} …` (only the edition spec4x has `{operator}`)",
                    operator.trim_end_matches('=')
                )),
            ),
            Issue::CapturesRestNotLast { name } => (
                code::CAPTURES_REST_NOT_LAST,
                format!("Parameter ${name} is not last, and has 'captures rest'"),
                hint("move it to the end of the list, or remove the `*`"),
            ),
            Issue::CapturesRestNotSupported { name, container } => (
                code::CAPTURES_REST_NOT_SUPPORTED,
                format!("Parameter ${name} has 'captures rest' - not supported in {}", with_article(&container)),
                hint("remove the `*` and give the parameter the type `Array`: only functions and lambdas capture the rest"),
            ),
            Issue::ClassNotVirtualizable => (
                code::CLASS_NOT_VIRTUALIZABLE,
                "Classes are not virtualizable".to_string(),
                hint("remove the `@`, or declare the class with `include`"),
            ),
            Issue::CrossScopeAssignment { name } => (
                code::CROSS_SCOPE_ASSIGNMENT,
                format!("Illegal attempt to assign to '{name}'. Cannot assign to variables in other namespaces"),
                hint(format!("assign to a local variable: `${}`", name.rsplit("::").next().unwrap_or(name))),
            ),
            Issue::DuplicateDefault { container } => (
                code::DUPLICATE_DEFAULT,
                format!("This {container} already has a 'default' entry - this is a duplicate"),
                hint("remove one of them: the second is never reached"),
            ),
            Issue::DuplicateKey { key } => (
                code::DUPLICATE_KEY,
                format!("The key '{key}' is declared more than once"),
                hint("the last value wins: remove the others (puppet8 refuses it, puppet7 only warns)"),
            ),
            Issue::DuplicateParameter { name } => (
                code::DUPLICATE_PARAMETER,
                format!("The parameter '{name}' is declared more than once in the parameter list"),
                hint("remove or rename one of them"),
            ),
            Issue::ExpressionNotSupportedWhenCompiling { expression } => (
                code::EXPRESSION_NOT_SUPPORTED_WHEN_COMPILING,
                format!("{} is not available when compiling a catalog", with_capital_article(&expression)),
                hint("an `apply` block is compiled to a catalog: move this out of it"),
            ),
            Issue::ExpressionNotSupportedWhenScripting { expression } => (
                code::EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING,
                format!("{} is only available when compiling a catalog", with_capital_article(&expression)),
                hint("plans build no catalog: move this into an `apply` block or a manifest"),
            ),
            Issue::FunctionReferenceNotSupported => (
                code::SYNTAX_ERROR,
                "Syntax error at '&'".to_string(),
                hint("pass a lambda that calls the function (only the edition spec4x has references to functions)"),
            ),
            Issue::FutureReservedWord { word } => (
                code::FUTURE_RESERVED_WORD,
                format!("Use of future reserved word: '{word}'"),
                hint("choose another name: with plans in use, this word is a keyword"),
            ),
            Issue::IdemExpressionNotLast { expression } => (
                code::IDEM_EXPRESSION_NOT_LAST,
                format!(
                    "This {expression} has no effect. A value was produced and then forgotten (one or more preceding \
                     expressions may have the wrong form)"
                ),
                hint("use the value, or remove it (the edition spec4x allows statements without effect)"),
            ),
            Issue::IdemNotAllowedLast { expression, container } => (
                code::IDEM_NOT_ALLOWED_LAST,
                format!(
                    "This {expression} has no effect. {} can not end with a value-producing expression without other effect",
                    with_capital_article(&container)
                ),
                hint("remove it: only functions and lambdas return their last value (the edition spec4x allows it)"),
            ),
            Issue::IllegalAssignment { target } => (
                code::ILLEGAL_ASSIGNMENT,
                format!("Illegal attempt to assign to '{}'. Not an assignable reference", with_article(&target)),
                hint("only a variable, or a list of variables, can stand on the left; to compare, use `==`"),
            ),
            Issue::IllegalAssignmentContext => (
                code::ILLEGAL_ASSIGNMENT_CONTEXT,
                "Assignment not allowed here".to_string(),
                hint("assign in the body; a default value may only compute"),
            ),
            Issue::IllegalAttributeAppend { attribute, container } => (
                code::ILLEGAL_ATTRIBUTE_APPEND,
                format!(
                    "Illegal +> operation on attribute {attribute}. This operator can not be used in {}",
                    with_article(&container)
                ),
                hint("use `=>`; `+>` is for overrides and collectors (the edition spec4x has it in resource defaults too)"),
            ),
            Issue::IllegalDefinitionLocation { name, file, expected } => (
                code::ILLEGAL_DEFINITION_LOCATION,
                format!("Unacceptable location. The name '{name}' is unacceptable in file '{file}'"),
                expected
                    .map(|namespace| format!("names in this file start with `{namespace}`"))
                    .or_else(|| hint("the autoloader reads only manifests/, functions/, types/ and plans/ of a module")),
            ),
            Issue::IllegalDefinitionName { name, definition } => (
                code::ILLEGAL_DEFINITION_NAME,
                format!("Unacceptable name. The name '{name}' is unacceptable as the name of {}", with_article(&definition)),
                hint(if definition == "Type Alias" {
                    "each segment starts with a capital letter, followed by letters, digits and underscores; no `::` in front"
                } else {
                    "each segment starts with a small letter, followed by letters, digits and underscores; no `::` in front"
                }),
            ),
            Issue::IllegalEppParameters => (
                code::ILLEGAL_EPP_PARAMETERS,
                "Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove leading whitespace"
                    .to_string(),
                hint("put the parameters at the very start, as `<%- | … | -%>`"),
            ),
            Issue::IllegalExpression { expression, feature, container } => (
                code::ILLEGAL_EXPRESSION,
                format!(
                    "Illegal expression. {} is unacceptable as {feature} in {}",
                    with_capital_article(&expression),
                    with_article(&container)
                ),
                hint(match feature {
                    "function name" => "a call needs the plain name of a function; a `(` on a new line starts a new statement",
                    "type name" => "a collector needs a capitalised type name, as in `File <| |>`",
                    "hostname" => "a node is named by a string, a bare name, a regular expression or `default`",
                    _ => "write a type, as in `Array[String]`",
                }),
            ),
            Issue::IllegalHostnameCharacters { hostname } => (
                code::ILLEGAL_HOSTNAME_CHARS,
                format!(
                    "The hostname '{hostname}' contains illegal characters (only letters, digits, '_', '-', and '.' are \
                     allowed)"
                ),
                hint("use a regular expression to match more than one node"),
            ),
            Issue::IllegalHostnameInterpolation => (
                code::ILLEGAL_HOSTNAME_INTERPOLATION,
                "An interpolated expression is not allowed in a hostname of a node".to_string(),
                hint("write the name out, or use a regular expression"),
            ),
            Issue::IllegalIndexedAssignment => (
                code::ILLEGAL_INDEXED_ASSIGNMENT,
                "Illegal attempt to assign via [index/key]. Not an assignable reference".to_string(),
                hint("values never change: build a new one, as in `$new = $old + { key => value }`"),
            ),
            Issue::IllegalNodeInheritance => (
                code::ILLEGAL_NODE_INHERITANCE,
                "Node inheritance is not supported in Puppet >= 4.0.0. See \
                 http://links.puppet.com/puppet-node-inheritance-deprecation"
                    .to_string(),
                hint("put what the nodes share into a class, and include it in both"),
            ),
            Issue::IllegalNonliteralParameterType { name, model_class } => (
                code::ILLEGAL_NONLITERAL_PARAMETER_TYPE,
                format!("The parameter '${name}' must be a literal type, not a Puppet::Pops::Model::{model_class}"),
                hint("write the type out, or give it a name with a type alias (puppet7 does not report it)"),
            ),
            Issue::IllegalNumericAssignment { name } => (
                code::ILLEGAL_NUMERIC_ASSIGNMENT,
                format!(
                    "Illegal attempt to assign to the numeric match result variable '${name}'. Numeric variables are not \
                     assignable"
                ),
                hint("only a match with `=~`, `case` or a selector sets it: choose another name"),
            ),
            Issue::IllegalNumericParameter { name } => (
                code::ILLEGAL_NUMERIC_PARAMETER,
                format!(
                    "The numeric parameter name '${name}' cannot be used (clashes with numeric match result variables)"
                ),
                hint("give the parameter a name of letters"),
            ),
            Issue::IllegalNumericVariableName { name } => (
                code::ILLEGAL_NUMERIC_VAR_NAME,
                format!(
                    "Illegal numeric variable name, The given name '{name}' must be a decimal value if it starts with a \
                     digit 0-9"
                ),
                hint("a match variable is `$0`, `$1`, …; before a letter write `${1}`"),
            ),
            Issue::IllegalParameterName { name } => (
                code::ILLEGAL_PARAM_NAME,
                format!("Illegal parameter name. The given name '{name}' does not conform to the naming rule /^[a-z_]\\w*$/"),
                hint("start with a small letter or an underscore; letters, digits and underscores follow"),
            ),
            Issue::IllegalQueryExpression { expression } => (
                code::ILLEGAL_QUERY_EXPRESSION,
                format!("Illegal query expression. {} cannot be used in a query", with_capital_article(&expression)),
                hint("a query compares with `==` and `!=`, joined by `and` and `or`"),
            ),
            Issue::IllegalQueryAttribute { expression } => (
                code::ILLEGAL_QUERY_EXPRESSION,
                format!("Illegal query expression. {} cannot be used as an attribute in a query", with_capital_article(&expression)),
                hint("write the plain name of an attribute, without quotes: `title == 'a'` (Puppet itself takes more)"),
            ),
            Issue::IllegalQueryValue { expression } => (
                code::ILLEGAL_QUERY_EXPRESSION,
                format!("Illegal query expression. {} cannot be used as a value in a query", with_capital_article(&expression)),
                hint("compare with a string, a number, a boolean, a name or a variable: assign anything else to a variable first"),
            ),
            Issue::IllegalRegexpTypeMapping => (
                code::ILLEGAL_TYPE_MAPPING,
                "Illegal type mapping. Expected a Tuple[Regexp,String] on the left side, got A Type Mapping".to_string(),
                hint("map a pattern to a pattern: `[/pattern/, 'replacement']` on both sides"),
            ),
            Issue::IllegalSingleTypeMapping => (
                code::ILLEGAL_TYPE_MAPPING,
                "Illegal type mapping. Expected a Type on the left side, got A Type Mapping".to_string(),
                hint("map a type to a type"),
            ),
            Issue::IllegalText { code, syntax, reason } => {
                (code, illegal_text(syntax, &reason), None)
            }
            Issue::IllegalTopConstructLocation { expression } => (
                code::ILLEGAL_TOP_CONSTRUCT_LOCATION,
                format!("This {expression} is unacceptable as a top level construct in this location"),
                hint("a module's file holds only definitions: move this into a class"),
            ),
            Issue::KeywordInName { name } => (
                code::ILLEGAL_NAME,
                format!("Illegal name. The given name '{name}' has a segment that is a keyword"),
                hint("choose another word; the editions of Puppet itself accept it"),
            ),
            Issue::IllegalVariableName { name } => (
                code::ILLEGAL_VAR_NAME,
                format!(
                    "Illegal variable name, The given name '{name}' does not conform to the naming rule \
                     /^((::)?[a-z]\\w*)*((::)?[a-z_]\\w*)$/"
                ),
                hint("each segment starts with a small letter, followed by letters, digits and underscores"),
            ),
            Issue::MultipleAttributesUnfold => (
                code::MULTIPLE_ATTRIBUTES_UNFOLD,
                "Unfolding of attributes from Hash can only be used once per resource body".to_string(),
                hint("join the hashes: `* => $a + $b`"),
            ),
            Issue::NotAbsoluteTopLevel { definition } => (
                code::NOT_ABSOLUTE_TOP_LEVEL,
                format!("{} may only appear at toplevel", with_capital_article(&definition)),
                hint("move it out to the top of the file"),
            ),
            Issue::NotRvalue { expression } => (
                code::NOT_RVALUE,
                format!("Invalid use of expression. {} does not produce a value", with_capital_article(&expression)),
                hint("let it stand as a statement of its own (in the edition spec4x its value is `undef`)"),
            ),
            Issue::NotTopLevel => (
                code::NOT_TOP_LEVEL,
                "Classes, definitions, and nodes may only appear at toplevel or inside other classes".to_string(),
                hint("move it out to the top of the file"),
            ),
            Issue::NotVirtualizable => (
                code::NOT_VIRTUALIZEABLE,
                "Resource Defaults are not virtualizable".to_string(),
                hint("remove the `@`: only resources can be virtual or exported"),
            ),
            Issue::NumericOverflow { value } => (
                code::NUMERIC_OVERFLOW,
                format!(
                    "A Literal Integer resulted in a value outside of Puppet Integer max range, got {}",
                    match value {
                        Some(value) => format!("'+{value:#x}'"),
                        None => "more than 127 bits".to_string(),
                    }
                ),
                hint("the largest integer is 9223372036854775807 (integers of the edition spec4x have no limit)"),
            ),
            Issue::PrivateParameterNotSupported => (
                code::SYNTAX_ERROR,
                "Syntax error at 'private'".to_string(),
                hint("remove `private` (only the edition spec4x has private parameters)"),
            ),
            Issue::RelationshipIsNoValue { operator } => (
                code::SYNTAX_ERROR,
                format!("Syntax error at '{operator}'"),
                hint("a relationship is a statement: write it without parentheses, outside of lists and arguments"),
            ),
            Issue::RequiredParameterAfterOptional { name } => (
                code::REQUIRED_PARAMETER_AFTER_OPTIONAL,
                format!("Parameter ${name} is required but appears after optional parameters"),
                hint("move it before those with a default, or give it one"),
            ),
            Issue::ReservedParameter { name, container } => (
                code::RESERVED_PARAMETER,
                format!("The parameter ${name} redefines a built in parameter in the {container}"),
                hint("`$title` and `$name` are always there: rename the parameter"),
            ),
            Issue::ReservedTypeName { name, definition } => (
                code::RESERVED_TYPE_NAME,
                format!(
                    "The name: '{name}' is already defined by Puppet and can not be used as the name of {}.",
                    with_article(&definition)
                ),
                hint("choose another name, or put it into a namespace"),
            ),
            Issue::ReservedWord { word } => (
                code::RESERVED_WORD,
                format!("Use of reserved word: {word}, must be quoted if intended to be a String value"),
                hint(if word == "private" {
                    "write `'private'` (only the edition spec4x has private definitions)".to_string()
                } else {
                    format!("write `'{word}'`")
                }),
            ),
            Issue::ResourceWithoutTitle { type_name } => (
                code::RESOURCE_WITHOUT_TITLE,
                format!("This expression is invalid. Did you try declaring a '{type_name}' resource without a title?"),
                hint(format!("give it a title: `{type_name} {{ 'title': … }}`")),
            ),
            Issue::UnsupportedExpression { expression } => (
                code::UNSUPPORTED_EXPRESSION,
                format!("Expressions of type {} are not supported in this version of Puppet", with_article(&expression)),
                hint("write a type alias: `type Name = …`"),
            ),
        };
        Description { code, message, hint }
    }
}

fn hint(text: impl Into<String>) -> Option<String> {
    Some(text.into())
}

/// What Puppet says of a heredoc whose text is not of its syntax.
pub fn illegal_text(syntax: &str, reason: &str) -> String {
    format!("Invalid produced text having syntax: '{syntax}'. {reason}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overflow_shows_the_value_in_hexadecimal() {
        let description = Issue::NumericOverflow { value: Some(1 << 63) }.describe();
        assert_eq!(
            description.message,
            "A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'"
        );
    }

    #[test]
    fn a_misplaced_definition_is_told_its_namespace() {
        let expected = Some("oak".to_string());
        let issue =
            Issue::IllegalDefinitionLocation { name: "elm", file: "oak/manifests/init.pp".to_string(), expected };
        assert_eq!(issue.describe().hint.as_deref(), Some("names in this file start with `oak`"));
    }
}
