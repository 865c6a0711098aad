//! "Nothing" is `undef`, not the empty string.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck::plugin(
    "empty_string_assignment",
    "puppet-lint-empty_string-check",
    "The empty string is assigned; `undef` says that there is nothing, and is false.",
    |document, findings| {
        for string in document.of_kind(Kind::SingleQuoted).filter(|string| document.value(*string).is_empty()) {
            if document.kind_of(document.previous_code(string)) == Some(Kind::Equals) {
                findings.fixable(document, string, "variable assigned to the empty string");
            }
        }
    },
)
.fixed_by(|draft, target| {
    let Target::Token(string) = target else { return Err(NoFix) };
    let token = draft.token_mut(*string).ok_or(NoFix)?;
    token.kind = Kind::Undef;
    token.value = "undef".into();
    Ok(())
});
