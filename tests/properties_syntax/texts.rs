//! Random texts: any characters, any bytes, and soups of tokens.

use proptest::prelude::*;
use syntax::{ReadOptions, SourceBytes};

use crate::{check, seeded};

/// Pieces that mean something to the lexer.
const PIECES: &[&str] = &[
    "class ",
    "define ",
    "node ",
    "function ",
    "type ",
    "plan ",
    "apply",
    "if ",
    "elsif ",
    "else ",
    "unless ",
    "case ",
    "default",
    "undef",
    "true",
    "inherits ",
    "private ",
    "attr",
    "and ",
    "or ",
    "in ",
    "notice ",
    "include ",
    "a",
    "a::b",
    "::a",
    "a-b",
    "_a",
    "A",
    "A::B",
    "::A",
    "$a",
    "$a::b",
    "$",
    "$1",
    "1",
    "0x1F",
    "017",
    "1.5e3",
    "12abc",
    "'",
    "'s'",
    "\"",
    "\"s\"",
    "${",
    "$a",
    "}",
    "{",
    "(",
    ")",
    "[",
    "]",
    " [",
    "\n(",
    "=",
    "+=",
    "-=",
    "==",
    "!=",
    "=~",
    "!~",
    "<",
    "<=",
    ">",
    ">=",
    "<<",
    ">>",
    "=>",
    "+>",
    "->",
    "~>",
    "<-",
    "<~",
    "<|",
    "|>",
    "<<|",
    "|>>",
    "|",
    "+",
    "-",
    "*",
    "/",
    "%",
    "!",
    "?",
    ".",
    ",",
    ";",
    ":",
    "::",
    "@",
    "@@",
    "&",
    "~",
    "@(X)",
    "@(\"X\")",
    "@(X/L)",
    "\n| X\n",
    "\n  |- X\n",
    "\n",
    "\r\n",
    " ",
    "\t",
    "# c\n",
    "/* c */",
    "/*",
    "*/",
    "/a/",
    "\\",
    "\\n",
    "\\u{1}",
    "<%",
    "<%=",
    "<%-",
    "%>",
    "-%>",
    "<%#",
    "<%%",
    "%%>",
    "\u{feff}",
    "é",
    "\u{a0}",
    "🎉",
    "\0",
    "`",
];

pub fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(seeded(400))]

    #[test]
    fn any_text(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_soup_of_tokens(text in soup()) {
        check(&text);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let source = SourceBytes::new(&bytes);
        prop_assert_eq!(source.bytes(), bytes.clone());
        syntax::read_bytes(&bytes, &ReadOptions::default());
    }
}
