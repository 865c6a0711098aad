//! What the name of a class or defined type may be made of.

use super::prelude::*;

pub static CONTAINING_DASH: LintCheck = LintCheck {
    name: "names_containing_dash",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Error,
    documentation: "A class or defined type with a dash in its name, which Puppet does not allow.",
    run: |document, findings| {
        for definition in document.classes_and_defines() {
            if document.value(definition.name).contains('-') {
                let message = format!("{} name containing a dash", definition.noun(document));
                findings.report(document, definition.name, message);
            }
        }
    },
    fix: None,
};

pub static CONTAINING_UPPERCASE: LintCheck = LintCheck {
    name: "names_containing_uppercase",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Error,
    documentation: "A class or defined type with an upper case letter in its name, which Puppet does not allow.",
    run: |document, findings| {
        for definition in document.classes_and_defines() {
            let name = document.value(definition.name);
            if name.contains(|letter: char| letter.is_ascii_uppercase()) {
                let message = format!("{} '{name}' contains illegal uppercase", definition.noun(document));
                findings.fixable(document, definition.name, message);
            }
        }
    },
    fix: Some(|draft, target| {
        let Target::Token(name) = target else { return Err(NoFix) };
        let token = draft.token_mut(*name).ok_or(NoFix)?;
        token.value = token.value.to_lowercase().into();
        Ok(())
    }),
};

pub static BEGINNING_WITH_DIGITS: LintCheck = LintCheck::plugin(
    "classes_and_types_beginning_with_digits",
    "puppet-lint-classes_and_types_beginning_with_digits-check",
    "A class or defined type whose name begins with a digit, which Puppet does not allow.",
    |document, findings| {
        for keyword in document.of_kinds(&[Kind::Class, Kind::Define]) {
            let Some(name) = document.next_code(keyword) else { continue };
            if document.value(name).starts_with(|first: char| first.is_ascii_digit()) {
                findings.fixable(document, name, "name of a class or defined type begins with a digit");
            }
        }
    },
)
.fixed_by(|draft, target| {
    let Target::Token(name) = target else { return Err(NoFix) };
    let token = draft.token_mut(*name).ok_or(NoFix)?;
    let rest = token.value.trim_start_matches(|digit: char| digit.is_ascii_digit()).to_string();
    if rest.is_empty() {
        return Err(NoFix);
    }
    token.value = rest.into();
    Ok(())
});
