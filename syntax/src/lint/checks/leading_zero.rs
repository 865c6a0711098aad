//! Numbers that begin with a zero are octal.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck::plugin(
    "leading_zero",
    "puppet-lint-leading_zero-check",
    "A number without quotes that begins with a zero: Puppet reads it as octal.",
    |document, findings| {
        for number in document.of_kind(Kind::Number) {
            let bytes = document.value(number).as_bytes();
            if bytes.first() == Some(&b'0') && bytes.get(1).is_some_and(u8::is_ascii_digit) {
                findings.fixable(document, number, "unquoted number with leading zero");
            }
        }
    },
)
.fixed_by(quote);
