//! Truth values are no strings.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "quoted_booleans",
    origin: Origin::BuiltIn,
    on_by_default: false,
    severity: LintSeverity::Warning,
    documentation: "The string `'true'` or `'false'`: as a string, `'false'` is true.",
    run: |document, findings| {
        for string in document.of_kinds(&[Kind::SingleQuoted, Kind::DoubleQuoted]) {
            if matches!(document.value(string), "true" | "false") {
                findings.fixable(document, string, "quoted boolean value found");
            }
        }
    },
    fix: Some(|draft, target| {
        let Target::Token(string) = target else { return Err(NoFix) };
        let token = draft.token_mut(*string).ok_or(NoFix)?;
        token.kind = Kind::of_word(&token.value).ok_or(NoFix)?;
        Ok(())
    }),
};
