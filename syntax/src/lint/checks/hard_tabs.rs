//! Blanks, not tabs.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "hard_tabs",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Error,
    documentation: "A tab between tokens or at the start of a line.",
    run: |document, findings| {
        for blanks in document.of_kinds(&[Kind::Indent, Kind::Whitespace]) {
            if document.value(blanks).contains('\t') {
                findings.fixable(document, blanks, "tab character found");
            }
        }
    },
    fix: Some(|draft, target| {
        let Target::Token(blanks) = target else { return Err(NoFix) };
        let token = draft.token_mut(*blanks).ok_or(NoFix)?;
        token.value = token.value.replace('\t', "  ").into();
        Ok(())
    }),
};
