//! Functions that trim and join strings.

use crate::functions::text_case::{each_text, unchanged};
use crate::functions::{BlockSpec, BuiltinFunction, Dispatch, FunctionCall, optional, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::text::write_to_s;
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "strip",
        documentation: "Removes white space and NUL characters at both ends. Applies to each element of an array; numbers stay as they are.\n\n    strip(' abc ')    # 'abc'",
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
                run: |_, call| Ok(Value::string(strip(call.text(0)))),
            },
            Dispatch {
                parameters: &[required("arg", "Iterable[Variant[String, Numeric]]")],
                block: BlockSpec::None,
                returns: Some("Array[Variant[String, Numeric]]"),
                run: |interpreter, call| each_text(interpreter, call.argument(0), strip),
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "lstrip",
        documentation: "Removes white space at the start. Applies to each element of an array; numbers stay as they are.\n\n    lstrip('  abc')    # 'abc'",
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
                run: |_, call| Ok(Value::string(lstrip(call.text(0)))),
            },
            Dispatch {
                parameters: &[required("arg", "Iterable[Variant[String, Numeric]]")],
                block: BlockSpec::None,
                returns: Some("Array[Variant[String, Numeric]]"),
                run: |interpreter, call| each_text(interpreter, call.argument(0), lstrip),
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "rstrip",
        documentation: "Removes white space and NUL characters at the end. Applies to each element of an array; numbers stay as they are.\n\n    rstrip('abc  ')    # 'abc'",
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
                run: |_, call| Ok(Value::string(rstrip(call.text(0)))),
            },
            Dispatch {
                parameters: &[required("arg", "Iterable[Variant[String, Numeric]]")],
                block: BlockSpec::None,
                returns: Some("Array[Variant[String, Numeric]]"),
                run: |interpreter, call| each_text(interpreter, call.argument(0), rstrip),
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "chomp",
        documentation: "Removes one line ending (LF, CR LF or CR) at the end. Applies to each element of an array; numbers stay as they are.\n\n    chomp(\"line\\n\")    # 'line'",
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
                run: |_, call| Ok(Value::string(chomp(call.text(0)))),
            },
            Dispatch {
                parameters: &[required("arg", "Iterable[Variant[String, Numeric]]")],
                block: BlockSpec::None,
                returns: Some("Array[Variant[String, Numeric]]"),
                run: |interpreter, call| each_text(interpreter, call.argument(0), chomp),
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "chop",
        documentation: "Removes the last character; CR LF counts as one. Applies to each element of an array; numbers stay as they are.\n\n    chop('abc')    # 'ab'",
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
                run: |_, call| Ok(Value::string(chop(call.text(0)))),
            },
            Dispatch {
                parameters: &[required("arg", "Iterable[Variant[String, Numeric]]")],
                block: BlockSpec::None,
                returns: Some("Array[Variant[String, Numeric]]"),
                run: |interpreter, call| each_text(interpreter, call.argument(0), chop),
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "join",
        documentation: "The elements of an array as one string, with the delimiter between them. Nested arrays are \
            flattened, undef is empty.\n\n    join(['a', 'b'], '-')    # 'a-b'",
        dispatches: &[Dispatch {
            parameters: &[required("arg", "Array"), optional("delimiter", "String")],
            block: BlockSpec::None,
            returns: Some("String"),
            run: join,
        }],
        ..BuiltinFunction::COMMON
    },
];

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r')
}

fn is_space_or_nul(character: char) -> bool {
    is_space(character) || character == '\0'
}

pub fn strip(text: &str) -> String {
    text.trim_start_matches(is_space_or_nul).trim_end_matches(is_space_or_nul).to_string()
}

fn lstrip(text: &str) -> String {
    text.trim_start_matches(is_space_or_nul).to_string()
}

fn rstrip(text: &str) -> String {
    text.trim_end_matches(is_space_or_nul).to_string()
}

fn chomp(text: &str) -> String {
    let rest = text.strip_suffix("\r\n").or_else(|| text.strip_suffix('\n')).or_else(|| text.strip_suffix('\r'));
    rest.unwrap_or(text).to_string()
}

fn chop(text: &str) -> String {
    if let Some(rest) = text.strip_suffix("\r\n") {
        return rest.to_string();
    }
    let mut characters = text.chars();
    characters.next_back();
    characters.as_str().to_string()
}

fn join(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    call.check_length(interpreter, call.text(1).len().saturating_mul(call.elements(0).len()))?;
    Ok(Value::string(join_elements(call.elements(0), call.text(1))))
}

/// As Ruby's `Array#join`: nested arrays are joined with the same delimiter.
pub fn join_elements(elements: &[Value], delimiter: &str) -> String {
    let length = |element: &Value| element.as_str().map_or(0, str::len) + delimiter.len();
    let mut text = String::with_capacity(elements.iter().map(length).sum());
    write_joined(elements, delimiter, &mut text);
    text
}

fn write_joined(elements: &[Value], delimiter: &str, out: &mut String) {
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            out.push_str(delimiter);
        }
        match element {
            Value::Array(inner) => write_joined(inner, delimiter, out),
            other => write_to_s(other, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_trimmed_as_ruby_trims_them() {
        assert_eq!(strip("\u{b}\0 a b \0"), "a b");
        assert_eq!(strip("\u{a0}a"), "\u{a0}a");
        assert_eq!(chomp("a\r\n\n"), "a\r\n");
        assert_eq!(chomp("a\r"), "a");
        assert_eq!(chop("a\r\n"), "a");
        assert_eq!(chop(""), "");
    }

    #[test]
    fn nested_arrays_are_joined_with_the_same_delimiter() {
        let inner = Value::array([Value::Integer(1), Value::Undef]);
        assert_eq!(join_elements(&[inner, Value::string("x")], ","), "1,,x");
    }
}
