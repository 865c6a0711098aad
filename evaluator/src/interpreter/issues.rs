//! The mistakes that evaluating an expression can find, in Puppet's words. Those of catalogs, types and functions
//! are beside what finds them.

use crate::codes;
use crate::error::Issue;
use crate::message::Message;
use crate::value::big_integers::{BigInt, signed_hexadecimal};

#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionIssue {
    UnknownVariable {
        name: String,
    },
    IllegalReassignment {
        name: String,
    },
    IllegalReservedAssignment {
        name: String,
    },
    IllegalMultiAssignmentSize {
        expected: usize,
        actual: usize,
    },
    MissingMultiAssignmentKey {
        key: String,
    },
    MissingMultiAssignmentVariable {
        name: String,
    },
    UnknownResource {
        reference: String,
    },
    UnknownResourceType {
        name: String,
    },
    UnknownFunction {
        name: String,
    },
    DiscontinuedImport,
    /// The text of a heredoc is not of the syntax that it names.
    IllegalHeredocText {
        code: syntax::Code,
        message: String,
    },
    NotNumeric {
        value: String,
    },
    NumericCoercion {
        before: String,
        after: String,
    },
    NumericOverflow {
        operator: &'static str,
        value: BigInt,
    },
    ResultIsInfinity {
        operator: &'static str,
    },
    DivisionByZero,
    OperatorNotApplicable {
        operator: &'static str,
        value: String,
    },
    OperatorNotApplicableWhen {
        operator: &'static str,
        left: String,
        right: String,
    },
    ComparisonNotPossible {
        operator: &'static str,
        left: String,
        right: String,
        cause: String,
    },
    MatchNotString {
        value: String,
    },
    MatchNotRegexp {
        cause: String,
    },
    UnmatchedSelector {
        value: String,
    },
    BadArraySliceArity {
        actual: usize,
    },
    /// `left` with its article, `actual` without.
    BadSliceKey {
        left: String,
        actual: String,
        expected: &'static str,
    },
    UnknownResourceParameter {
        reference: String,
        name: String,
    },
    BadStringSliceArity {
        actual: usize,
    },
    BadStringSliceKey {
        actual: String,
    },
    MissingRequiredParameter {
        name: String,
    },
    RequiredParameterAfterOptional {
        name: String,
    },
    CapturesRestNotLast {
        name: String,
    },
    /// What validation would have said, where the edition checks it only now.
    IllegalAssignment {
        what: String,
    },
    /// A class or define that the caller may not use (`private` in `spec4x`).
    NotCallable {
        what: String,
    },
}

use ExpressionIssue as I;

impl Issue for ExpressionIssue {
    fn needs_other_code(&self) -> bool {
        matches!(self, I::UnknownVariable { .. })
    }

    fn code(&self) -> syntax::Code {
        match self {
            I::UnknownVariable { .. } => codes::UNKNOWN_VARIABLE,
            I::IllegalReassignment { .. } => codes::ILLEGAL_REASSIGNMENT,
            I::IllegalReservedAssignment { .. } => codes::ILLEGAL_RESERVED_ASSIGNMENT,
            I::IllegalMultiAssignmentSize { .. } => codes::ILLEGAL_MULTI_ASSIGNMENT_SIZE,
            I::MissingMultiAssignmentKey { .. } => codes::MISSING_MULTI_ASSIGNMENT_KEY,
            I::MissingMultiAssignmentVariable { .. } => codes::MISSING_MULTI_ASSIGNMENT_VARIABLE,
            I::UnknownResource { .. } => codes::UNKNOWN_RESOURCE,
            I::UnknownResourceType { .. } => codes::UNKNOWN_RESOURCE_TYPE,
            I::UnknownFunction { .. } => codes::UNKNOWN_FUNCTION,
            I::DiscontinuedImport => codes::DISCONTINUED_IMPORT,
            I::IllegalHeredocText { code, .. } => *code,
            I::NotNumeric { .. } => codes::NOT_NUMERIC,
            I::NumericCoercion { .. } => codes::NUMERIC_COERCION,
            I::NumericOverflow { .. } => syntax::code::NUMERIC_OVERFLOW,
            I::ResultIsInfinity { .. } => codes::RESULT_IS_INFINITY,
            I::DivisionByZero => codes::DIV_BY_ZERO,
            I::OperatorNotApplicable { .. } => codes::OPERATOR_NOT_APPLICABLE,
            I::OperatorNotApplicableWhen { .. } => codes::OPERATOR_NOT_APPLICABLE_WHEN,
            I::ComparisonNotPossible { .. } => codes::COMPARISON_NOT_POSSIBLE,
            I::MatchNotString { .. } => codes::MATCH_NOT_STRING,
            I::MatchNotRegexp { .. } => codes::MATCH_NOT_REGEXP,
            I::UnmatchedSelector { .. } => codes::UNMATCHED_SELECTOR,
            I::BadArraySliceArity { .. } => codes::BAD_ARRAY_SLICE_ARITY,
            I::BadSliceKey { .. } => codes::BAD_SLICE_KEY_TYPE,
            I::UnknownResourceParameter { .. } => codes::UNKNOWN_RESOURCE_PARAMETER,
            I::BadStringSliceArity { .. } => codes::BAD_STRING_SLICE_ARITY,
            I::BadStringSliceKey { .. } => codes::BAD_STRING_SLICE_KEY_TYPE,
            I::MissingRequiredParameter { .. } => codes::MISSING_REQUIRED_PARAMETER,
            I::RequiredParameterAfterOptional { .. } => syntax::code::REQUIRED_PARAMETER_AFTER_OPTIONAL,
            I::CapturesRestNotLast { .. } => syntax::code::CAPTURES_REST_NOT_LAST,
            I::IllegalAssignment { .. } => syntax::code::ILLEGAL_ASSIGNMENT,
            I::NotCallable { .. } => syntax::code::ILLEGAL_EXPRESSION,
        }
    }

    fn message(&self) -> Message {
        let text = match self {
            I::UnknownVariable { name } => format!("Unknown variable: '{name}'."),
            I::IllegalReassignment { name } if matches!(name.as_str(), "name" | "title") => {
                format!("Cannot reassign built in (or already assigned) variable '${name}'")
            }
            I::IllegalReassignment { name } => format!("Cannot reassign variable '${name}'"),
            I::IllegalReservedAssignment { name } => {
                format!("Attempt to assign to a reserved variable name: '${name}'")
            }
            I::IllegalMultiAssignmentSize { expected, actual } => {
                format!("Mismatched number of assignable entries and values, expected {expected}, got {actual}")
            }
            I::MissingMultiAssignmentKey { key } => {
                format!("No value for required key '{key}' in assignment to variables from hash")
            }
            I::MissingMultiAssignmentVariable { name } => {
                format!("No value for required variable '${name}' in assignment to variables from class reference")
            }
            I::UnknownResource { reference } => format!("Resource not found: {reference}"),
            I::UnknownResourceType { name } => format!("Resource type not found: {name}"),
            I::UnknownFunction { name } => format!("Unknown function: '{name}'."),
            I::IllegalHeredocText { message, .. } => message.clone(),
            I::DiscontinuedImport => "Use of 'import' has been discontinued in favor of a manifest directory. See \
                                      http://links.puppet.com/puppet-import-deprecation"
                .to_string(),
            I::NotNumeric { value } => format!("The value '{value}' cannot be converted to Numeric."),
            I::NumericCoercion { before, after } => {
                format!("The string '{before}' was automatically coerced to the numerical value {after}")
            }
            I::NumericOverflow { operator, value } => format!(
                "A '{operator}' expression resulted in a value outside of Puppet Integer {} range, got '{}'",
                if is_negative(value) { "min" } else { "max" },
                signed_hexadecimal(value)
            ),
            I::ResultIsInfinity { operator } => format!("The result of the {operator} expression is Infinity"),
            I::DivisionByZero => "Division by 0".to_string(),
            I::OperatorNotApplicable { operator, value } => {
                format!("Operator '{operator}' is not applicable to {value}.")
            }
            I::OperatorNotApplicableWhen { operator, left, right } => {
                format!("Operator '{operator}' is not applicable to {left} when right side is {right}.")
            }
            I::ComparisonNotPossible { operator, left, right, cause } => {
                format!("Comparison of: {left} {operator} {right}, is not possible. Caused by '{cause}'.")
            }
            I::MatchNotString { value } => format!("Left match operand must result in a String value. Got {value}."),
            I::MatchNotRegexp { cause } => {
                format!("Can not convert right match operand to a regular expression. Caused by '{cause}'.")
            }
            I::UnmatchedSelector { value } => {
                format!("No matching entry for selector parameter with value '{value}'")
            }
            I::BadArraySliceArity { actual } => format!("Array supports [] with one or two arguments. Got {actual}"),
            I::BadSliceKey { left, actual, expected } => {
                format!("{left}[] cannot use {actual} where {expected} is expected")
            }
            I::UnknownResourceParameter { reference, name } => {
                format!("The resource {reference} does not have a parameter called '{name}'")
            }
            I::BadStringSliceArity { actual } => {
                format!("String supports [] with one or two arguments. Got {actual}")
            }
            I::BadStringSliceKey { actual } => {
                format!("A substring operation does not accept {actual} as a character index. Expected an Integer")
            }
            I::MissingRequiredParameter { name } => format!("Parameter ${name} is required but no value was given"),
            I::RequiredParameterAfterOptional { name } => {
                format!("Parameter ${name} is required but appears after optional parameters")
            }
            I::CapturesRestNotLast { name } => format!("Parameter ${name} is not last, and has 'captures rest'"),
            I::IllegalAssignment { what } => {
                format!("Illegal attempt to assign to '{what}'. Not an assignable reference")
            }
            I::NotCallable { what } => {
                format!("Illegal expression. {what} is unacceptable as function name in a Function Call")
            }
        };
        text.into()
    }

    fn hint(&self) -> Option<String> {
        match self {
            I::NumericCoercion { before, .. } => {
                Some(format!("write Numeric('{before}'); Puppet 7 converts with a warning, Puppet 8 refuses"))
            }
            I::UnknownVariable { .. } => Some(
                "in Puppet 7 it is undef; getvar() reads a variable that may not exist in every version".to_string(),
            ),
            I::UnmatchedSelector { .. } => Some("add a `default =>` entry".to_string()),
            _ => None,
        }
    }
}

fn is_negative(value: &BigInt) -> bool {
    *value < BigInt::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overflow_names_the_bound_that_it_crossed() {
        let over = I::NumericOverflow { operator: "+", value: BigInt::from(1_u64 << 63) };
        assert!(over.message().text().ends_with("max range, got '+0x8000000000000000'"), "{over:?}");
        let under = I::NumericOverflow { operator: "-", value: BigInt::from(i64::MIN) - 1 };
        assert!(under.message().text().ends_with("min range, got '-0x8000000000000001'"), "{under:?}");
    }
}
