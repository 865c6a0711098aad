//! Sections of functions.

use std::fmt::Write;

use super::pieces;
use crate::docstring::{Docstring, Overload};
use crate::kinds::functions::signature;
use crate::model::Function;

pub fn section(function: &Function) -> String {
    let Function { name, docstring, .. } = function;
    let mut text = String::new();
    pieces::heading(&mut text, name);
    let _ = write!(text, "Type: {}\n\n", function.kind.title());
    pieces::description(&mut text, docstring, name, "function");
    pieces::remarks(&mut text, docstring);
    pieces::examples(&mut text, docstring, "####");
    let overloads: Vec<&Overload> =
        docstring.tags_named("overload").filter_map(|tag| tag.overload.as_deref()).collect();
    if overloads.is_empty() {
        let only = signature(name, &function.parameters, &docstring.tags);
        one_signature(&mut text, function, &only, docstring);
    }
    for overload in overloads {
        one_signature(&mut text, function, &overload.signature, &overload.docstring);
    }
    text
}

fn one_signature(text: &mut String, function: &Function, signature: &str, docstring: &Docstring) {
    let _ = write!(text, "#### `{signature}`\n\n");
    if docstring.text.is_empty() {
        let _ = write!(text, "The {} function.\n\n", function.name);
    } else {
        let _ = write!(text, "{}\n\n", docstring.text);
    }
    pieces::returned(text, docstring);
    raises(text, &function.docstring);
    pieces::examples(text, docstring, "#####");
    pieces::signature_parameters(text, docstring);
}

/// Writes errors: the first word of each is its class.
fn raises(text: &mut String, docstring: &Docstring) {
    let mut raises = docstring.tags_named("raise").peekable();
    if raises.peek().is_none() {
        return;
    }
    text.push_str("Raises:\n\n");
    for tag in raises {
        let words: Vec<&str> = tag.text.as_deref().unwrap_or_default().split_ascii_whitespace().collect();
        let (class, rest) = words.split_first().map_or(("", &[][..]), |(first, rest)| (*first, rest));
        let _ = writeln!(text, "* `{class}` {}", rest.join(" "));
    }
    text.push('\n');
}
