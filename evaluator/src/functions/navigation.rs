//! Functions that reach into data by a path: `dig`, `get` and `getvar`.

use std::sync::Arc;

use crate::error::EvaluationError;
use crate::error::RuntimeError;
use crate::functions::{
    BlockSpec, BuiltinFunction, Dispatch, FunctionCall, UnknownArguments, optional, repeated, required,
};
use crate::interpreter::{Evaluated, Interpreter, Interrupt};
use crate::ruby_core::text::inspect;
use crate::types::{infer_reduced, objects};
use crate::value::{ObjectValue, Value, element_at};

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "dig",
        documentation: "The value at the end of a path of keys and indexes through hashes and arrays; undef as soon as a \
            step finds nothing.\n\n    dig({a => [1, {b => 2}]}, 'a', 1, 'b')    # 2",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[Dispatch {
            parameters: &[required("data", "Optional[Collection]"), repeated("arg", "Any")],
            block: BlockSpec::None,
            returns: None,
            run: dig,
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "get",
        documentation: "The value at a dotted path, for instance `'a.1.b'`; a part in quotes may hold dots. Undef, or the \
            default, where nothing is there. A lambda gets the error of a path that cannot be walked.\n\n\
            \u{20}   get({a => [1, {b => 2}]}, 'a.1.b')    # 2",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[Dispatch {
            parameters: &[
                required("value", "Any"),
                required("dotted_string", "String"),
                optional("default_value", "Any"),
            ],
            block: BlockSpec::Optional("Callable[1,1]"),
            returns: None,
            run: get,
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "getvar",
        documentation: "The value of a variable by its name, and a dotted path into it after that. Undef, or the default, \
            where there is no such variable or value.\n\n    getvar('facts.os.name')",
        unknown: UnknownArguments::SpreadOutermost,
        dispatches: &[Dispatch {
            parameters: &[
                required("get_string", r"Pattern[/\A(?:::)?(?:[a-z]\w*::)*[a-z_]\w*(?:\.|\Z)/]"),
                optional("default_value", "Any"),
            ],
            block: BlockSpec::Optional("Callable[1,1]"),
            returns: None,
            run: getvar,
        }],
        mismatches: &[Dispatch {
            parameters: &[required("get_string", "String"), optional("default_value", "Any")],
            block: BlockSpec::Optional("Callable"),
            returns: None,
            run: |interpreter, call| {
                call.fail(interpreter, "'getvar' The given string does not start with a valid variable name")
            },
        }],
        ..BuiltinFunction::COMMON
    },
];

/// A path that cannot be walked: the message, and what the error object says.
struct Stuck {
    message: String,
    details: Value,
    issue_code: &'static str,
}

fn walk(data: &Value, path: &[Value]) -> Result<Value, Box<Stuck>> {
    let mut current = data.clone();
    let mut walked: Vec<Value> = Vec::new();
    for key in path {
        if current.is_undef() || key.is_undef() {
            return Ok(Value::Undef);
        }
        let next = match &current {
            Value::Unknown(_) => return Ok(current.with_nothing_certain()),
            Value::Array(elements) => {
                walked.push(key.clone());
                match key {
                    Value::Integer(index) => element_at(elements, *index),
                    other => {
                        let found = infer_reduced(other);
                        return Err(Box::new(Stuck {
                            message: format!(
                                "The given data requires an Integer index at {}, got '{found}'",
                                inspect(&Value::array(walked.clone()))
                            ),
                            details: details(walked, "index_type", Value::Type(found)),
                            issue_code: "EXPECTED_INTEGER_INDEX",
                        }));
                    }
                }
            }
            Value::Hash(entries) => {
                walked.push(key.clone());
                entries.get(key).cloned().unwrap_or(Value::Undef)
            }
            other => {
                let found = infer_reduced(other);
                return Err(Box::new(Stuck {
                    message: format!(
                        "The given data does not contain a Collection at {}, got '{found}'",
                        inspect(&Value::array(walked.clone()))
                    ),
                    details: details(walked, "value_type", Value::Type(found)),
                    issue_code: "EXPECTED_COLLECTION",
                }));
            }
        };
        current = next;
    }
    Ok(current)
}

fn details(walked: Vec<Value>, name: &str, value: Value) -> Value {
    Value::hash([(Value::string("walked_path"), Value::array(walked)), (Value::string(name), value)])
}

fn dig(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    match walk(call.argument(0), call.arguments.get(1..).unwrap_or(&[])) {
        Ok(value) => Ok(value),
        Err(stuck) => call.fail(interpreter, stuck.message),
    }
}

fn get(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    get_from(interpreter, &call, call.argument(0), call.text(1), call.argument(2))
}

fn get_from(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    value: &Value,
    navigation: &str,
    default: &Value,
) -> Evaluated<Value> {
    if value.is_undef() {
        return Ok(default.clone());
    }
    if navigation.is_empty() {
        return Ok(value.clone());
    }
    let Some(path) = split_navigation(navigation) else {
        return call.fail(interpreter, "Syntax error in dotted-navigation string");
    };
    if !matches!(value, Value::Array(_) | Value::Hash(_) | Value::Unknown(_)) {
        let inferred = crate::types::infer(value);
        return call.fail(
            interpreter,
            format!("'dig' parameter 'data' expects a value of type Undef or Collection, got {inferred}"),
        );
    }
    let stuck = match walk(value, &path) {
        Ok(Value::Undef) => return Ok(default.clone()),
        Ok(found) => return Ok(found),
        Err(stuck) => stuck,
    };
    match call.block() {
        Some(block) => {
            let error = Value::Object(Arc::new(ObjectValue {
                object_type: objects::error_type(),
                attributes: vec![
                    ("msg".into(), Value::string(&stuck.message)),
                    ("kind".into(), Value::string("SLICE_ERROR")),
                    ("details".into(), stuck.details),
                    ("issue_code".into(), Value::string(stuck.issue_code)),
                ],
            }));
            interpreter.call_block(&block.clone(), vec![error], call.place)
        }
        None => Err(Box::new(Interrupt::Error(EvaluationError::new(RuntimeError(stuck.message), Some(call.place))))),
    }
}

/// The parts of a dotted path: words, numbers, and texts in quotes; `None` where it is not well formed.
pub fn split_navigation(text: &str) -> Option<Vec<Value>> {
    let mut parts = Vec::new();
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start();
        let quote = trimmed.chars().next().filter(|character| matches!(character, '"' | '\''));
        let part = match quote {
            Some(quote) => {
                let (inside, after) = trimmed.get(1..)?.split_once(quote)?;
                rest = after.trim_start();
                (!inside.is_empty()).then(|| Value::string(inside))?
            }
            None => {
                let end = rest.find(['.', '\'', '"']).unwrap_or(rest.len());
                let (word, after) = rest.split_at(end);
                rest = after;
                word_of_navigation(word)?
            }
        };
        parts.push(part);
        match rest.strip_prefix('.') {
            Some(after) => rest = after,
            None if rest.is_empty() => return Some(parts),
            None => return None,
        }
    }
}

fn word_of_navigation(word: &str) -> Option<Value> {
    if word.is_empty() {
        return None;
    }
    let word = word.trim();
    let unsigned = word.strip_prefix(':').unwrap_or(word);
    let unsigned = unsigned.strip_prefix(['+', '-']).unwrap_or(unsigned);
    if !unsigned.is_empty() && unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Value::Integer(crate::ruby_core::numbers::to_i(word)));
    }
    Some(Value::string(word))
}

fn getvar(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let text = call.text(0).to_string();
    let end = text.find(|character: char| !(character.is_alphanumeric() || character == '_' || character == ':'));
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    let navigation = match rest.strip_prefix('.') {
        Some(navigation) => navigation,
        None if rest.is_empty() => "",
        None => {
            let first = rest.chars().next().unwrap_or('.');
            let message = format!("First character after var name in get string must be a '.' - got {first}");
            return call.fail(interpreter, message);
        }
    };
    match interpreter.variable(call.scope, name) {
        Some(value) => get_from(interpreter, &call, &value, navigation, call.argument(1)),
        None => Ok(call.argument(1).clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_split_at_dots_outside_quotes() {
        let parts = |text| split_navigation(text).map(|parts| inspect(&Value::array(parts)));
        assert_eq!(parts("a.1.b").as_deref(), Some(r#"["a", 1, "b"]"#));
        assert_eq!(parts(r#""a.b".c"#).as_deref(), Some(r#"["a.b", "c"]"#));
        assert_eq!(parts("'1'").as_deref(), Some(r#"["1"]"#));
        assert_eq!(parts("a..b"), None);
        assert_eq!(parts(".a"), None);
        assert_eq!(parts("'a"), None);
        assert_eq!(parts("a."), None);
    }
}
