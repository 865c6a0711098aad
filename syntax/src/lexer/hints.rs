//! What was expected where the lexer refuses a text, by the code of the problem.

use crate::code::{self, Code};

/// Every code with its hint.
#[rustfmt::skip]
static HINTS: &[(Code, &str)] = &[
    (code::UNCLOSED_QUOTE, "expected a closing quote"),
    (code::UNCLOSED_MLCOMMENT, "expected `*/` at the end of the comment"),
    (code::HEREDOC_UNCLOSED_PARENTHESIS, "expected `)` behind the end tag: `@(END)`"),
    (code::HEREDOC_WITHOUT_END_TAGGED_LINE, "expected a line with the end tag alone: `| END` for `@(END)`"),
    (code::HEREDOC_WITHOUT_TEXT, "expected the text in the lines below, and a line with the end tag: `| END` for `@(END)`"),
    (code::HEREDOC_INVALID_SYNTAX, "expected a tag, then perhaps `:syntax` and `/escapes`: `@(END:json/nt)`"),
    (code::HEREDOC_EMPTY_ENDTAG, "expected a word between the parentheses: `@(END)`"),
    (code::HEREDOC_INVALID_ESCAPE, "expected some of these letters behind `/`: `t`, `r`, `n`, `s`, `u`, `L`, `$`"),
    (code::HEREDOC_MULTIPLE_AT_ESCAPES, "expected each letter once behind `/`"),
    (code::INVALID_OCTAL_NUMBER, "expected digits from 0 to 7 behind the 0; quote what is no number"),
    (code::INVALID_HEX_NUMBER, "expected hexadecimal digits behind `0x`; quote what is no number"),
    (code::INVALID_DECIMAL_NUMBER, "expected decimal digits; quote what is no number"),
    (code::ILLEGAL_NUMBER, "expected a number; quote what is none"),
    (code::ILLEGAL_CLASS_REFERENCE, "expected a capital letter at the beginning of each segment of a type's name"),
    (code::ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE, "expected a capital letter at the beginning of each segment of a type's name"),
    (code::ILLEGAL_FULLY_QUALIFIED_NAME, "expected a name behind `::`"),
    (code::INVALID_REGEXP, "expected a regular expression that Ruby can read between the slashes"),
    (code::EPP_UNBALANCED_TAG, "expected `%>`"),
    (code::EPP_UNBALANCED_EXPRESSION, "expected `%>` before the next tag"),
    (code::EPP_UNBALANCED_COMMENT, "expected `%>` at the end of the comment"),
];

/// Returns what was expected.
pub(super) fn hint(code: Code) -> Option<String> {
    HINTS.iter().find(|(known, _)| *known == code).map(|(_, hint)| hint.to_string())
}
