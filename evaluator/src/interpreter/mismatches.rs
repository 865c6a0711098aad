//! What stands where a value does not fit its type.

use crate::types::{Size, Type, infer_generalized};
use crate::value::Value;

pub fn describe_mismatch(subject: &str, expected: &Type, value: &Value) -> String {
    format!(
        "{subject} expects {} value, got {}",
        syntax::validation::labels::with_article(&expected.to_string()),
        infer_generalized(value)
    )
}

pub fn describe_argument_count(subject: &str, allowed: Size, actual: usize) -> String {
    let actual = if actual == 0 { "none".to_string() } else { actual.to_string() };
    let expected = match (allowed.min, allowed.max) {
        (min, None) => format!("at least {min} argument{}", if min == 1 { "" } else { "s" }),
        (0, Some(0)) => "no arguments".to_string(),
        (min, Some(max)) if min == max => format!("{min} argument{}", if min == 1 { "" } else { "s" }),
        (min, Some(max)) => format!("between {min} and {max} arguments"),
    };
    format!("{subject} expects {expected}, got {actual}")
}
