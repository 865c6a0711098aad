//! Texts made to be deep, long or slow.

use crate::check;

#[test]
fn deep_and_long_texts_are_read_to_the_end() {
    let count = 2_000;
    let openers = [
        "(",
        "[",
        "{",
        "!",
        "- ",
        "*",
        "if $a {",
        "\"${",
        "f(",
        "$a[",
        "case $a { 1: {",
        "class a {",
        "$a.b(",
        "$a ? {",
        "notify {",
        "@",
        "@@",
        "$a = ",
        "1 + ",
        "a -> ",
        "a(",
        "File <| ",
        "f() |$a = ",
        "unless ",
        "<% if $a { %>",
        "<%= ",
        "@(\"X\")\n${",
        "type A = ",
        "{ a => ",
        "elsif ",
        "else {",
        "'",
        "\"",
        "/",
        "/*",
        "@(",
        "$a ? ",
        "|",
        "=>",
        "::",
        "1.",
        "private ",
        "a, ",
        ";",
        "A <| |> {",
        "function a(",
        "node a, ",
        "$a.b |$x| {",
        "a { 'b': c => ",
    ];
    for opener in openers {
        check(&opener.repeat(count));
    }
    for (first, rest) in [
        ("1", " + 1"),
        ("$a", ".b"),
        ("$a", "[0]"),
        ("a", "(1)"),
        ("a", " -> b"),
        ("a", " { 'b': }"),
        ("$a", " ? { 1 => 2 }"),
    ] {
        check(&format!("{first}{}", rest.repeat(count)));
    }
}

#[test]
fn a_chain_of_elsif_is_not_deep() {
    let text = format!("if $a {{ 1 }}{}", " elsif $b { 2 }".repeat(200));
    let parse = syntax::parse(&text, &syntax::ParseOptions::default());
    assert!(parse.problems().is_empty(), "{:?}", parse.problems().first());
}

#[test]
fn the_limits_are_reported() {
    for text in [format!("{}1{}", "(".repeat(300), ")".repeat(300)), format!("1{}", " + 1".repeat(600))] {
        let parse = syntax::parse(&text, &syntax::ParseOptions::default());
        assert_eq!(parse.problems().len(), 1, "{:?}", parse.problems());
    }
    for text in [format!("{}1{}", "(".repeat(80), ")".repeat(80)), format!("1{}", " + 1".repeat(400))] {
        let parse = syntax::parse(&text, &syntax::ParseOptions::default());
        assert!(parse.problems().is_empty());
    }
}
