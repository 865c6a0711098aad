//! `allow_value`, `allow_values`: whether a type alias accepts values.

use evaluator::ruby::interpreter::{Ran, Ruby};
use evaluator::ruby::value::RubyValue;

use super::{Actual, Answer};
use crate::language::host::SpecHost;

pub fn description(values: &[RubyValue]) -> String {
    let shown: Vec<String> = values.iter().map(RubyValue::inspect).collect();
    format!("match value{} {}", if values.len() == 1 { "" } else { "s" }, shown.join(", "))
}

/// Compiles each value with the type alias; the alias allows it where that raises nothing.
pub fn allows(
    ruby: &mut Ruby<'_, '_>,
    host: &SpecHost,
    values: &[RubyValue],
    actual: &Actual,
    offset: u32,
) -> Ran<Answer> {
    if !matches!(actual, Actual::TypeAlias) {
        return ruby.unsupported("allow_value outside of the spec of a type alias", offset);
    }
    let mut errors = Vec::new();
    for value in values {
        let compiled = host.compile(ruby, Some(value), false)?;
        if let Some(why) = compiled.unfinished() {
            return ruby.unsupported(why, offset);
        }
        match &compiled.error {
            Some(error) => errors.push(error.clone()),
            None => {
                if let Some(why) = compiled.undecided().or_else(|| compiled.unknown()) {
                    return ruby.unsupported(why, offset);
                }
            }
        }
    }
    Ok(Answer::when(errors.is_empty(), || {
        let what = if errors.len() == 1 { "error" } else { "errors" };
        format!(
            "expected that the type alias would {} but it raised the {what} {}",
            description(values),
            errors.join(", ")
        )
    }))
}
