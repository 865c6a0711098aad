//! Functions that change the case of letters.

use crate::functions::iterable::elements_of;
use crate::functions::{BlockSpec, BuiltinFunction, Dispatch, FunctionCall, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::value::Value;

const STRING_DATA: &[&str] =
    &["StringData = Variant[String, Numeric, Array[StringData], Hash[StringData, StringData]]"];

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "upcase",
        documentation: "Letters in upper case. Elements of arrays, and keys and values of hashes, are converted too; numbers stay as they are.\n\n    upcase('abc')    # 'ABC'",
        local_types: STRING_DATA,
        dispatches: &[
            Dispatch {
                parameters: &[required("arg", "Numeric")],
                block: BlockSpec::None,
                returns: Some("Numeric"),
                run: unchanged,
            },
            Dispatch {
                parameters: &[required("arg", "String")],
                block: BlockSpec::None,
                returns: Some("String"),
                run: |_, call| Ok(Value::string(upcase(call.text(0)))),
            },
            Dispatch {
                parameters: &[required("arg", "Array[StringData]")],
                block: BlockSpec::None,
                returns: Some("Array[StringData]"),
                run: |_, call| Ok(every_text(call.argument(0), &upcase)),
            },
            Dispatch {
                parameters: &[required("arg", "Hash[StringData, StringData]")],
                block: BlockSpec::None,
                returns: Some("Hash[StringData, StringData]"),
                run: |_, call| Ok(every_text(call.argument(0), &upcase)),
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "downcase",
        documentation: "Letters in lower case. Elements of arrays, and keys and values of hashes, are converted too; numbers stay as they are.\n\n    downcase('ABC')    # 'abc'",
        local_types: STRING_DATA,
        dispatches: &[
            Dispatch {
                parameters: &[required("arg", "Numeric")],
                block: BlockSpec::None,
                returns: Some("Numeric"),
                run: unchanged,
            },
            Dispatch {
                parameters: &[required("arg", "String")],
                block: BlockSpec::None,
                returns: Some("String"),
                run: |_, call| Ok(Value::string(downcase(call.text(0)))),
            },
            Dispatch {
                parameters: &[required("arg", "Array[StringData]")],
                block: BlockSpec::None,
                returns: Some("Array[StringData]"),
                run: |_, call| Ok(every_text(call.argument(0), &downcase)),
            },
            Dispatch {
                parameters: &[required("arg", "Hash[StringData, StringData]")],
                block: BlockSpec::None,
                returns: Some("Hash[StringData, StringData]"),
                run: |_, call| Ok(every_text(call.argument(0), &downcase)),
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "capitalize",
        documentation: "The first character in upper case and all others in lower case. Applies to each element of an array; numbers stay as they are.\n\n    capitalize('hello World')    # 'Hello world'",
        dispatches: &[
            Dispatch {
                parameters: &[required("arg", "Numeric")],
                block: BlockSpec::None,
                returns: Some("Numeric"),
                run: unchanged,
            },
            Dispatch {
                parameters: &[required("arg", "String")],
                block: BlockSpec::None,
                returns: Some("String"),
                run: |_, call| Ok(Value::string(capitalize(call.text(0)))),
            },
            Dispatch {
                parameters: &[required("arg", "Iterable[Variant[String, Numeric]]")],
                block: BlockSpec::None,
                returns: Some("Array[Variant[String, Numeric]]"),
                run: |interpreter, call| each_text(interpreter, call.argument(0), capitalize),
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "camelcase",
        documentation: "Joins the words between underscores, each with a capital first letter. Applies to each element of an array; numbers stay as they are.\n\n    camelcase('hello_world')    # 'HelloWorld'",
        dispatches: &[
            Dispatch {
                parameters: &[required("arg", "Numeric")],
                block: BlockSpec::None,
                returns: Some("Numeric"),
                run: unchanged,
            },
            Dispatch {
                parameters: &[required("arg", "String")],
                block: BlockSpec::None,
                returns: Some("String"),
                run: |_, call| Ok(Value::string(camelcase(call.text(0)))),
            },
            Dispatch {
                parameters: &[required("arg", "Iterable[Variant[String, Numeric]]")],
                block: BlockSpec::None,
                returns: Some("Array[Variant[String, Numeric]]"),
                run: |interpreter, call| each_text(interpreter, call.argument(0), camelcase),
            },
        ],
        ..BuiltinFunction::COMMON
    },
];

pub(super) fn unchanged(_: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    Ok(call.argument(0).clone())
}

/// Each string of an iterable converted; other elements stay.
pub(super) fn each_text(interpreter: &Interpreter<'_>, value: &Value, convert: fn(&str) -> String) -> Evaluated<Value> {
    Ok(Value::array(elements_of(interpreter, value)?.into_iter().map(|element| match element {
        Value::String(text) => Value::string(convert(&text)),
        other => other,
    })))
}

/// Each string converted, in arrays and in keys and values of hashes at any depth.
fn every_text(value: &Value, convert: &dyn Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::string(convert(text)),
        Value::Array(elements) => Value::array(elements.iter().map(|element| every_text(element, convert))),
        Value::Hash(entries) => {
            Value::hash(entries.iter().map(|(key, entry)| (every_text(key, convert), every_text(entry, convert))))
        }
        other => other.clone(),
    }
}

pub fn upcase(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_uppercase();
    }
    text.chars().flat_map(char::to_uppercase).collect()
}

pub fn downcase(text: &str) -> String {
    // Letter by letter, as Ruby does: a final sigma is not special.
    text.chars().flat_map(char::to_lowercase).collect()
}

/// The first character in title case, the rest in lower case.
pub fn capitalize(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => {
            let mut capital: String = first.to_uppercase().collect();
            // A letter that becomes two (`ß`) keeps only its first one capital.
            if capital.chars().count() > 1 {
                let mut parts = capital.chars();
                let start = parts.next().unwrap_or(first);
                capital = std::iter::once(start).chain(parts.flat_map(char::to_lowercase)).collect();
            }
            capital + &downcase(characters.as_str())
        }
        None => String::new(),
    }
}

fn camelcase(text: &str) -> String {
    text.split('_').map(capitalize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_between_underscores_are_capitalised() {
        assert_eq!(camelcase("hello_WORLD__x"), "HelloWorldX");
        assert_eq!(capitalize("ßx"), "Ssx");
        assert_eq!(capitalize(""), "");
    }
}
