//! Lines do not end in white space.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "trailing_whitespace",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Error,
    documentation: "White space at the end of a line of code or on an empty line.",
    run: |document, findings| {
        for blanks in document.of_kinds(&[Kind::Indent, Kind::Whitespace]) {
            if matches!(document.kind_of(document.next(blanks)), None | Some(Kind::Newline)) {
                findings.fixable(document, blanks, "trailing whitespace found");
            }
        }
    },
    fix: Some(|draft, target| {
        let Target::Token(blanks) = target else { return Err(NoFix) };
        let at = draft.position(*blanks).ok_or(NoFix)?;
        draft.remove(at);
        Ok(())
    }),
};
