//! What a variable's name may be made of.

use super::prelude::*;

pub static CONTAINS_DASH: LintCheck = LintCheck {
    name: "variable_contains_dash",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A variable with a dash in its name, which Puppet reads as a minus or as text.",
    run: |document, findings| {
        for variable in with_name(document, |name| name.contains('-')) {
            findings.report(document, variable, "variable contains a dash");
        }
    },
    fix: None,
};

pub static IS_LOWERCASE: LintCheck = LintCheck {
    name: "variable_is_lowercase",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A variable with an upper case letter in its name.",
    run: |document, findings| {
        for variable in with_name(document, |name| name.contains(|letter: char| letter.is_ascii_uppercase())) {
            findings.report(document, variable, "variable contains an uppercase letter");
        }
    },
    fix: None,
};

pub static CONTAINS_UPCASE: LintCheck = LintCheck::plugin(
    "variable_contains_upcase",
    "puppet-lint-variable_contains_upcase",
    "A variable with an upper case letter in its name; the fix writes it in lower case.",
    |document, findings| {
        for variable in with_name(document, |name| name.contains(|letter: char| letter.is_ascii_uppercase())) {
            findings.fixable(document, variable, "variable name with a capital letter");
        }
    },
)
.fixed_by(|draft, target| {
    let Target::Token(variable) = target else { return Err(NoFix) };
    let token = draft.token_mut(*variable).ok_or(NoFix)?;
    // Only the name: an index may well have capitals.
    let name_end = token.value.find('[').unwrap_or(token.value.len());
    let (name, index) = token.value.split_at(name_end);
    token.value = format!("{}{index}", name.to_lowercase()).into();
    Ok(())
});

/// The variables whose name, without indexes, is as asked for.
fn with_name(document: &Document<'_>, is_wanted: fn(&str) -> bool) -> Vec<At> {
    let mut variables = document.of_kinds(&[Kind::Variable, Kind::UnenclosedVariable]);
    variables.retain(|variable| is_wanted(&without_indexes(document.value(*variable))));
    variables
}

/// Without what is between `[` and the next `]`.
fn without_indexes(value: &str) -> std::borrow::Cow<'_, str> {
    if !value.contains('[') {
        return value.into();
    }
    let mut name = String::new();
    let mut rest = value;
    while let Some(open) = rest.find('[') {
        // At least one character is inside.
        let close = rest.get(open + 2..).and_then(|inside| inside.find(']'));
        let Some(close) = close else { break };
        name.push_str(&rest[..open]);
        rest = &rest[open + 2 + close + 1..];
    }
    name.push_str(rest);
    name.into()
}
