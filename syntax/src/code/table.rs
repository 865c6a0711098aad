//! The codes of Puppet's lexer, parser and validation.

use super::Code;
use crate::puppet_codes;

puppet_codes! {
    /// What the lexer and the parser cannot read.
    SYNTAX_CODES: Syntax {
        SYNTAX_ERROR "syntax-error" Error "The text cannot be read from here on.";
        ILLEGAL_BOM "illegal-bom" Error "The file begins with a byte order mark.";
        ILLEGAL_CLASS_REFERENCE "illegal-class-reference" Error "A segment of a type's name does not begin with a capital letter.";
        ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE "illegal-fully-qualified-class-reference" Error "A segment of a type's name behind `::` does not begin with a capital letter.";
        ILLEGAL_FULLY_QUALIFIED_NAME "illegal-fully-qualified-name" Error "No name follows `::`.";
        ILLEGAL_NUMBER "illegal-number" Error "A word begins with a digit and is no number.";
        INVALID_DECIMAL_NUMBER "invalid-decimal-number" Error "A decimal number has other characters than digits.";
        INVALID_HEX_NUMBER "invalid-hex-number" Error "A number behind `0x` has other characters than hexadecimal digits.";
        INVALID_OCTAL_NUMBER "invalid-octal-number" Error "A number that begins with 0 has digits above 7.";
        UNCLOSED_QUOTE "unclosed-quote" Error "A string has no closing quote.";
        UNCLOSED_MLCOMMENT "unclosed-mlcomment" Error "A comment has no `*/`.";
        HEREDOC_EMPTY_ENDTAG "heredoc-empty-endtag" Error "A heredoc has no end tag between its parentheses.";
        HEREDOC_INVALID_ESCAPE "heredoc-invalid-escape" Error "A heredoc asks for an escape that does not exist.";
        HEREDOC_INVALID_SYNTAX "heredoc-invalid-syntax" Error "What is between the parentheses of a heredoc is no tag.";
        HEREDOC_MULTIPLE_AT_ESCAPES "heredoc-multiple-at-escapes" Error "A heredoc asks for one escape twice.";
        HEREDOC_UNCLOSED_PARENTHESIS "heredoc-unclosed-parenthesis" Error "The tag of a heredoc has no `)`.";
        HEREDOC_WITHOUT_END_TAGGED_LINE "heredoc-without-end-tagged-line" Error "No line ends the text of a heredoc.";
        HEREDOC_WITHOUT_TEXT "heredoc-without-text" Error "No text follows the line of a heredoc's tag.";
        EPP_UNBALANCED_COMMENT "epp-unbalanced-comment" Error "A comment of a template has no `%>`.";
        EPP_UNBALANCED_EXPRESSION "epp-unbalanced-expression" Error "A tag of a template begins inside of another.";
        EPP_UNBALANCED_TAG "epp-unbalanced-tag" Error "A tag of a template has no `%>`.";
    }
}

/// Those of heredocs.
pub static HEREDOC_CODES: &[Code] = &[
    HEREDOC_EMPTY_ENDTAG,
    HEREDOC_INVALID_ESCAPE,
    HEREDOC_INVALID_SYNTAX,
    HEREDOC_MULTIPLE_AT_ESCAPES,
    HEREDOC_UNCLOSED_PARENTHESIS,
    HEREDOC_WITHOUT_END_TAGGED_LINE,
    HEREDOC_WITHOUT_TEXT,
];

puppet_codes! {
    /// What Puppet refuses in a text that it can read.
    VALIDATION_CODES: Validation {
        APPENDS_DELETES_NO_LONGER_SUPPORTED "appends-deletes-no-longer-supported" Error "`+=` and `-=` are gone since Puppet 4.";
        CAPTURES_REST_NOT_LAST "captures-rest-not-last" Error "A parameter with `*` is not the last one.";
        CAPTURES_REST_NOT_SUPPORTED "captures-rest-not-supported" Error "Only functions and lambdas can have a parameter with `*`.";
        CLASS_NOT_VIRTUALIZABLE "class-not-virtualizable" Error "A class cannot be virtual or exported.";
        CROSS_SCOPE_ASSIGNMENT "cross-scope-assignment" Error "A variable of another namespace is assigned.";
        DUPLICATE_DEFAULT "duplicate-default" Error "A `case` or selector has two defaults.";
        DUPLICATE_KEY "duplicate-key" Error "A literal hash has one key twice.";
        DUPLICATE_PARAMETER "duplicate-parameter" Error "A list of parameters has one name twice.";
        EXPRESSION_NOT_SUPPORTED_WHEN_COMPILING "expression-not-supported-when-compiling" Error "A construct of plans is used where a catalog is compiled.";
        EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING "expression-not-supported-when-scripting" Error "A construct of catalogs is used in a plan.";
        FUTURE_RESERVED_WORD "future-reserved-word" Warning "A name is a keyword where plans are in use.";
        IDEM_EXPRESSION_NOT_LAST "idem-expression-not-last" Error "A value is calculated and not used.";
        IDEM_NOT_ALLOWED_LAST "idem-not-allowed-last" Error "A body that returns nothing ends with a value.";
        ILLEGAL_ASSIGNMENT "illegal-assignment" Error "Something other than a variable is assigned.";
        ILLEGAL_ASSIGNMENT_CONTEXT "illegal-assignment-context" Error "An assignment is where only a value may be.";
        ILLEGAL_ATTRIBUTE_APPEND "illegal-attribute-append" Error "`+>` is used outside of overrides and collectors.";
        ILLEGAL_BASE64 "illegal-base64" Error "The text of a heredoc that says `base64` is none.";
        ILLEGAL_DEFINITION_LOCATION "illegal-definition-location" Error "The name of a definition does not fit the file that it is in.";
        ILLEGAL_DEFINITION_NAME "illegal-definition-name" Error "The name of a definition is not allowed.";
        ILLEGAL_EPP "illegal-epp" Error "The text of a heredoc that says `epp` is none.";
        ILLEGAL_EPP_PARAMETERS "illegal-epp-parameters" Error "Text is before the parameters of a template.";
        ILLEGAL_EXPRESSION "illegal-expression" Error "A construct is used where it is not allowed.";
        ILLEGAL_HOSTNAME_CHARS "illegal-hostname-chars" Error "The name of a node has characters that no host name has.";
        ILLEGAL_HOSTNAME_INTERPOLATION "illegal-hostname-interpolation" Error "The name of a node has a variable in it.";
        ILLEGAL_INDEXED_ASSIGNMENT "illegal-indexed-assignment" Error "An element of an array or hash is assigned.";
        ILLEGAL_JSON "illegal-json" Error "The text of a heredoc that says `json` is none.";
        ILLEGAL_NAME "illegal-name" Error "A name is not allowed.";
        ILLEGAL_NODE_INHERITANCE "illegal-node-inheritance" Error "A node inherits from another, which is gone since Puppet 4.";
        ILLEGAL_NONLITERAL_PARAMETER_TYPE "illegal-nonliteral-parameter-type" Warning "The type of a function's parameter has to be calculated.";
        ILLEGAL_NUMERIC_ASSIGNMENT "illegal-numeric-assignment" Error "A match variable (`$1`) is assigned.";
        ILLEGAL_NUMERIC_PARAMETER "illegal-numeric-parameter" Error "A parameter is named like a match variable.";
        ILLEGAL_NUMERIC_VAR_NAME "illegal-numeric-var-name" Error "The name of a variable begins with a digit and is no number.";
        ILLEGAL_PARAM_NAME "illegal-param-name" Error "The name of a parameter is not allowed.";
        ILLEGAL_PP "illegal-pp" Error "The text of a heredoc that says `pp` is no Puppet code.";
        ILLEGAL_QUERY_EXPRESSION "illegal-query-expression" Error "A collector's query has something that it cannot compare.";
        ILLEGAL_TOP_CONSTRUCT_LOCATION "illegal-top-construct-location" Error "A module's file has code outside of definitions.";
        ILLEGAL_TYPE_MAPPING "illegal-type-mapping" Error "The two sides of a type mapping do not fit.";
        ILLEGAL_UNICODE_ESCAPE "illegal-unicode-escape" Error "`\\u` is not followed by four digits, or by up to six in braces.";
        ILLEGAL_VAR_NAME "illegal-var-name" Error "The name of a variable is not allowed.";
        INVALID_BYTE_SEQUENCE "invalid-byte-sequence" Error "The file is not UTF-8.";
        INVALID_REGEXP "invalid-regexp" Error "A regular expression is not one that Ruby can read.";
        MULTIPLE_ATTRIBUTES_UNFOLD "multiple-attributes-unfold" Error "`* =>` is in one body twice.";
        NOT_ABSOLUTE_TOP_LEVEL "not-absolute-top-level" Error "A definition is inside of another that cannot hold it.";
        NOT_RVALUE "not-rvalue" Error "A construct that has no value is used as one.";
        NOT_TOP_LEVEL "not-top-level" Error "A definition is inside of a block.";
        NOT_VIRTUALIZEABLE "not-virtualizeable" Error "A construct cannot be virtual or exported.";
        NUMERIC_OVERFLOW "numeric-overflow" Error "An integer has more than 64 bits.";
        REQUIRED_PARAMETER_AFTER_OPTIONAL "required-parameter-after-optional" Error "A parameter without a default follows one that has one.";
        RESERVED_PARAMETER "reserved-parameter" Error "A parameter has a name that Puppet sets itself.";
        RESERVED_TYPE_NAME "reserved-type-name" Error "A definition has the name of a built-in type.";
        RESERVED_WORD "reserved-word" Error "A reserved word is used as a name.";
        RESOURCE_WITHOUT_TITLE "resource-without-title" Error "What looks like a resource has no title.";
        UNRECOGNIZED_ESCAPE "unrecognized-escape" Warning "An escape in a string does not exist.";
        UNSUPPORTED_EXPRESSION "unsupported-expression" Error "A construct is reserved, and does nothing yet.";
    }
}
