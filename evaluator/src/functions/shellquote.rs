//! Quoting for the shell.

use crate::functions::collections::flattened;
use crate::functions::{BlockSpec, BuiltinFunction, Convention, Dispatch, FunctionCall, repeated};
use crate::interpreter::{Evaluated, Interpreter};
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[BuiltinFunction {
    name: "shellquote",
    documentation: "The arguments, and the elements of arrays among them, as one line for a Bourne shell: each is quoted \
        where it needs to be.\n\n    shellquote('ls', 'my file')    # 'ls \"my file\"'",
    convention: Convention::Counted,
    dispatches: &[Dispatch {
        parameters: &[repeated("words", "Variant[String, Array[String]]")],
        block: BlockSpec::None,
        returns: Some("String"),
        run: shellquote,
    }],
    ..BuiltinFunction::COMMON
}];

fn shellquote(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut words = Vec::new();
    for word in flattened(&call.arguments) {
        match word {
            Value::String(text) => words.push(quoted(&text)),
            other => {
                let class = crate::ruby_core::text::ruby_class(&other);
                let shown = crate::ruby_core::text::inspect(&other);
                return call.fail(interpreter, format!("undefined method `length' for {shown}:{class}"));
            }
        }
    }
    Ok(Value::string(words.join(" ")))
}

/// One word: bare, in double quotes, in single quotes, or in double quotes with escapes.
pub fn quoted(word: &str) -> String {
    let safe = |character: char| character.is_ascii_alphanumeric() || "@%_+=:,./-".contains(character);
    let dangerous = |character: char| "!\"`$\\".contains(character);
    if !word.is_empty() && word.chars().all(safe) {
        return word.to_string();
    }
    if !word.contains(dangerous) {
        return format!("\"{word}\"");
    }
    if !word.contains('\'') {
        return format!("'{word}'");
    }
    let mut out = String::from("\"");
    for character in word.chars() {
        if dangerous(character) {
            out.push('\\');
        }
        out.push(character);
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_only_where_they_need_it() {
        assert_eq!(quoted("a/b"), "a/b");
        assert_eq!(quoted(""), "\"\"");
        assert_eq!(quoted("a$b"), "'a$b'");
        assert_eq!(quoted("a'b$c"), "\"a'b\\$c\"");
    }
}
