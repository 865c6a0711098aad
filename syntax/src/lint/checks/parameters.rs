//! Parameters of classes and defined types: their types and defaults.

use super::prelude::*;

/// A parameter's tokens.
pub(super) struct Parameter {
    pub variable: At,
    /// Its data type, without white space around it.
    pub data_type: Option<(At, At)>,
    /// Its default, without white space around it.
    pub default: Option<(At, At)>,
}

/// The parameters of a definition.
pub(super) fn parameters(document: &Document<'_>, definition: &Definition) -> Vec<Parameter> {
    let range = definition.parameter_tokens();
    let mut found = Vec::new();
    let mut start = range.start;
    while start < range.end {
        // Up to the comma that ends it.
        let mut end = start;
        let mut variable = None;
        let mut equals = None;
        while end < range.end && document.kind(end) != Kind::Comma {
            match document.kind(end) {
                Kind::Variable if equals.is_none() && variable.is_none() => variable = Some(end),
                Kind::Equals if equals.is_none() => equals = Some(end),
                Kind::LeftBracket | Kind::LeftBrace | Kind::LeftParen => {
                    end = document.partner(end).filter(|close| *close < range.end).unwrap_or(range.end - 1);
                }
                _ => {}
            }
            end += 1;
        }
        if let Some(variable) = variable {
            let data_type = code_between(document, start, variable);
            let default = equals.and_then(|equals| code_between(document, equals + 1, end));
            found.push(Parameter { variable, data_type, default });
        }
        start = end + 1;
    }
    found
}

/// The first and last token of code in a range.
fn code_between(document: &Document<'_>, start: At, end: At) -> Option<(At, At)> {
    let is_code = |at: &At| !document.kind(*at).is_layout();
    Some(((start..end).find(is_code)?, (start..end).rev().find(is_code)?))
}

impl Parameter {
    fn type_is(&self, document: &Document<'_>, names: &[&str]) -> bool {
        self.data_type
            .is_some_and(|(first, _)| document.kind(first) == Kind::Type && names.contains(&document.value(first)))
    }
}

pub static TYPES: LintCheck = LintCheck::plugin(
    "parameter_types",
    "puppet-lint-param-types",
    "A parameter of a class or defined type has no data type.",
    |document, findings| {
        for definition in document.classes_and_defines() {
            for parameter in parameters(document, definition).iter().filter(|found| found.data_type.is_none()) {
                let (class, name) = (document.value(definition.name), document.value(parameter.variable));
                findings.report(
                    document,
                    parameter.variable,
                    format!("missing datatype for parameter {class}::{name}"),
                );
            }
        }
    },
);

pub static OPTIONAL_DEFAULT: LintCheck = LintCheck::plugin(
    "optional_default",
    "puppet-lint-optional_default-check",
    "An `Optional` parameter whose default is not `undef`, so that it never is; or of a defined type without a default.",
    |document, findings| {
        for definition in document.classes_and_defines() {
            for parameter in parameters(document, definition) {
                if !parameter.type_is(document, &["Optional"]) {
                    continue;
                }
                match parameter.default {
                    Some((first, last)) => {
                        let is_computed =
                            (first..=last).any(|at| matches!(document.kind(at), Kind::Dot | Kind::LeftParen));
                        let may_be_undef = matches!(document.kind(first), Kind::Undef | Kind::Variable);
                        if !is_computed && !may_be_undef {
                            let message = "Optional parameter defaults to something other than undef";
                            findings.report(document, parameter.variable, message);
                        }
                    }
                    None if document.kind(definition.start) == Kind::Define => {
                        let message = "Optional parameter of a defined type has no default";
                        findings.report(document, parameter.variable, message);
                    }
                    None => {}
                }
            }
        }
    },
);

pub static NOT_OPTIONAL_WITH_UNDEF: LintCheck = LintCheck::plugin(
    "params_not_optional_with_undef",
    "puppet-lint-params_not_optional_with_undef-check",
    "A parameter whose default is `undef`, with a data type that does not take `undef`.",
    |document, findings| {
        for definition in document.classes_and_defines() {
            for parameter in parameters(document, definition) {
                let Some((first, last)) = parameter.data_type else { continue };
                let is_undef =
                    parameter.default.is_some_and(|(value, end)| value == end && document.kind(value) == Kind::Undef);
                let takes_undef =
                    |at: At| matches!(document.value(at), "Optional" | "Undef" | "Any" | "Data" | "Variant");
                // An alias may allow it.
                let is_alias = document.kind(first) == Kind::ClassReference;
                if is_undef && !is_alias && !(first..=last).any(takes_undef) {
                    let message = "parameter defaults to undef, but its type is not Optional";
                    findings.report(document, parameter.variable, message);
                }
            }
        }
    },
);

pub static EMPTY_STRING: LintCheck = LintCheck::plugin(
    "params_empty_string_assignment",
    "puppet-lint-params_empty_string-check",
    "A `String` parameter whose default is the empty string; `Optional` with `undef` says that there is none.",
    |document, findings| {
        for definition in document.classes_and_defines() {
            for parameter in parameters(document, definition) {
                let is_empty = parameter.default.is_some_and(|(value, _)| {
                    document.kind(value) == Kind::SingleQuoted && document.value(value).is_empty()
                });
                if is_empty && parameter.type_is(document, &["String", "Variant"]) {
                    findings.report(document, parameter.variable, "String parameter defaults to the empty string");
                }
            }
        }
    },
);

pub static LOOKUP: LintCheck = LintCheck::plugin(
    "lookup_in_parameter",
    "puppet-lint-lookup_in_parameter-check",
    "A parameter's default calls `lookup`; parameters are looked up in the data anyway.",
    |document, findings| {
        for definition in document.classes_and_defines() {
            for at in definition.parameter_tokens() {
                if document.kind(at) == Kind::FunctionName && document.value(at) == "lookup" {
                    findings.report(document, at, "lookup used for the default of a parameter");
                }
            }
        }
    },
);
