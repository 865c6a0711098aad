//! Functions that quote texts for shells, patterns, URIs and XML, and take shell lines apart.

use crate::functions::ruby_text::{inspect, to_s};
use crate::functions::stdlib::{legacy, plain, typed};
use crate::functions::{BuiltinFunction, FunctionCall, optional, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::value::Value;

const BATCH: BuiltinFunction = typed(
    "batch_escape",
    "A text in double quotes for a Windows batch file.\n\n    batch_escape('a\"b')    # '\"a\"\"b\"'",
    &[plain(&[required("string", "Any")], "String", |_, call| Ok(Value::string(batch(&to_s(call.argument(0))))))],
);
const POWERSHELL: BuiltinFunction = typed(
    "powershell_escape",
    "A text for PowerShell, with back-ticks before what has a meaning there.\n\n    powershell_escape('a b')    # 'a` b'",
    &[plain(&[required("string", "Any")], "String", |_, call| Ok(Value::string(powershell(&to_s(call.argument(0))))))],
);
const SHELL: BuiltinFunction = typed(
    "shell_escape",
    "A text as one word of a Bourne shell, with backslashes before what has a meaning there.\n\n\
        \u{20}   shell_escape('my file')    # 'my\\ file'",
    &[plain(&[required("string", "Any")], "String", |_, call| Ok(Value::string(shell(&to_s(call.argument(0))))))],
);

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BATCH,
    BuiltinFunction { name: "stdlib::batch_escape", ..BATCH },
    POWERSHELL,
    BuiltinFunction { name: "stdlib::powershell_escape", ..POWERSHELL },
    SHELL,
    BuiltinFunction { name: "stdlib::shell_escape", ..SHELL },
    legacy(
        "shell_join",
        "The words of an array as one shell line, each escaped.\n\n    shell_join(['ls', 'my file'])    # 'ls my\\ file'",
        &[plain(&[required("words", "Array")], "String", shell_join)],
    ),
    legacy(
        "shell_split",
        "The words of a shell line, with quotes and backslashes resolved.\n\n\
            \u{20}   shell_split('ls \"my file\"')    # ['ls', 'my file']",
        &[plain(&[required("line", "Any")], "Array[String]", shell_split)],
    ),
    legacy(
        "regexpescape",
        "A text, or the texts of an array, with backslashes before what has a meaning in a regular expression.\n\n\
            \u{20}   regexpescape('a.b')    # 'a\\.b'",
        &[plain(&[required("value", "Variant[String, Array]")], "Variant[String, Array]", |interpreter, call| {
            each_string(interpreter, &call, regexp)
        })],
    ),
    legacy(
        "uriescape",
        "A text, or the texts of an array, with `%xx` for what a URI cannot hold.\n\n    uriescape('a b')    # 'a%20b'",
        &[plain(&[required("value", "Variant[String, Array]")], "Variant[String, Array]", |interpreter, call| {
            each_string(interpreter, &call, uri)
        })],
    ),
    typed(
        "stdlib::xml_encode",
        "A text for XML: `&`, `<` and `>` as entities; with `'attr'` quotes too, and in quotes.\n\n\
            \u{20}   stdlib::xml_encode('a<b')    # 'a&lt;b'",
        &[plain(&[required("str", "String"), optional("type", "Enum['text','attr']")], "String", |_, call| {
            Ok(Value::string(xml(call.text(0), call.text(1) == "attr")))
        })],
    ),
];

/// A conversion of a string, or of the strings of an array.
pub(super) fn each_string(
    interpreter: &Interpreter<'_>,
    call: &FunctionCall,
    convert: fn(&str) -> String,
) -> Evaluated<Value> {
    match call.argument(0) {
        Value::String(text) => Ok(Value::string(convert(text))),
        Value::Array(elements) => Ok(Value::array(elements.iter().map(|element| match element {
            Value::String(text) => Value::string(convert(text)),
            other => other.clone(),
        }))),
        _ => call.fail(interpreter, format!("{}(): Requires either array or string to work with", call.name)),
    }
}

fn batch(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\"\""),
            '$' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

fn powershell(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            ' ' | '\'' | '`' | '|' | '\n' | '$' => {
                out.push('`');
                out.push(character);
            }
            '"' => out.push_str("\\`\""),
            other => out.push(other),
        }
    }
    out
}

/// As Ruby's `Shellwords.shellescape`.
fn shell(text: &str) -> String {
    if text.is_empty() {
        return "''".to_string();
    }
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '\n' => out.push_str("'\n'"),
            plain if plain.is_ascii_alphanumeric() || "_-.,:+/@".contains(plain) => out.push(plain),
            other => {
                out.push('\\');
                out.push(other);
            }
        }
    }
    out
}

fn shell_join(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    match call.argument(0) {
        Value::Array(words) => {
            let words: Vec<String> = words.iter().map(|word| shell(&to_s(word))).collect();
            Ok(Value::string(words.join(" ")))
        }
        other => call.fail(interpreter, format!("First argument is not an Array: {}", inspect(other))),
    }
}

fn shell_split(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let line = to_s(call.argument(0));
    match shell_words(&line) {
        Some(words) => Ok(Value::array(words.into_iter().map(Value::string))),
        None => call.fail(interpreter, format!("Unmatched quote: {line}")),
    }
}

/// The words of a line; `None` where a quote is not closed.
fn shell_words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            space if space.is_ascii_whitespace() => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next()? {
                        '\'' => break,
                        other => word.push(other),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next()? {
                        '"' => break,
                        '\\' => match characters.next()? {
                            special @ ('$' | '`' | '"' | '\\' | '\n') => word.push(special),
                            other => {
                                word.push('\\');
                                word.push(other);
                            }
                        },
                        other => word.push(other),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(characters.next()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some(words)
}

/// As Ruby's `Regexp.escape`.
pub(super) fn regexp(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{c}' => out.push_str("\\f"),
            '\u{b}' => out.push_str("\\v"),
            special if "[]{}()|-*.\\?+^$# ".contains(special) => {
                out.push('\\');
                out.push(special);
            }
            other => out.push(other),
        }
    }
    out
}

/// As the escaping of Ruby's URI library: reserved and unreserved characters stay.
fn uri(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"-_.!~*'();/?:@&=+$,[]".contains(&byte);
        if plain {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

fn xml(text: &str, attribute: bool) -> String {
    let mut out = String::new();
    if attribute {
        out.push('"');
    }
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if attribute => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
    if attribute {
        out.push('"');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_shell_line() {
        let words = shell_words(r#"a 'b c' "d \" e" f\ g"#);
        assert_eq!(words, Some(["a", "b c", "d \" e", "f g"].map(String::from).to_vec()));
        assert_eq!(shell_words("'open"), None);
        assert_eq!(shell("a b$\n"), "a\\ b\\$'\n'");
        assert_eq!(regexp("a.b-c"), "a\\.b\\-c");
        assert_eq!(uri("a b/ü"), "a%20b/%C3%BC");
    }
}
