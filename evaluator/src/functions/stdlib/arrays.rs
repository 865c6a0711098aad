//! Functions on arrays, and on what older releases treat like them.

use crate::functions::collections::flattened;
use crate::functions::iteration::ruby_equal;
use crate::functions::regexps::compiled;
use crate::functions::stdlib::{legacy, plain};
use crate::functions::{BuiltinFunction, FunctionCall, optional, repeated, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::numbers::to_i;
use crate::ruby_core::text::{inspect, ruby_class, to_s};
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    legacy(
        "any2array",
        "An array of the arguments: one array stays, a hash becomes its keys and values in turn, an empty string an empty \
            array. `Array($x, true)` does it without a module.\n\n    any2array('a')    # ['a']",
        &[plain(&[repeated("values", "Any")], "Array", any2array)],
    ),
    legacy(
        "concat",
        "The first array followed by the other arguments; arrays among these are taken apart once.\n\n\
            \u{20}   concat(['a'], ['b'], 'c')    # ['a', 'b', 'c']",
        &[plain(&[required("array", "Array"), required("more", "Any"), repeated("others", "Any")], "Array", concat)],
    ),
    legacy(
        "count",
        "How often a value is in an array; without one, how many elements are neither undef nor empty strings.\n\n\
            \u{20}   count(['a', 'b', 'a'], 'a')    # 2",
        &[plain(&[required("array", "Array"), optional("value", "Any")], "Integer", count)],
    ),
    legacy(
        "delete",
        "An array without the given elements, a hash without the given keys, or a string without the given texts.\n\n\
            \u{20}   delete(['a', 'b', 'a'], 'a')    # ['b']",
        &[plain(
            &[required("collection", "Variant[Array, Hash, String]"), required("items", "Any")],
            "Variant[Array, Hash, String]",
            delete,
        )],
    ),
    legacy(
        "delete_at",
        "An array without the element at an index.\n\n    delete_at(['a', 'b'], 0)    # ['b']",
        &[plain(&[required("array", "Array"), required("index", "Variant[Integer, String]")], "Array", delete_at)],
    ),
    legacy(
        "delete_regex",
        "An array without the strings, or a hash without the keys, that a pattern matches as a whole word.\n\n\
            \u{20}   delete_regex(['abf', 'ab'], 'ab')    # ['abf']",
        &[plain(
            &[required("collection", "Variant[Array, Hash]"), required("patterns", "Variant[String, Array[String]]")],
            "Variant[Array, Hash]",
            delete_regex,
        )],
    ),
    legacy(
        "delete_undef_values",
        "An array without its undef elements, or a hash without the entries whose value is undef.\n\n\
            \u{20}   delete_undef_values({'a' => undef, 'b' => 1})    # {'b' => 1}",
        &[plain(&[required("collection", "Variant[Array, Hash]")], "Variant[Array, Hash]", delete_undef_values)],
    ),
    legacy(
        "delete_values",
        "A hash without the entries that have a value.\n\n    delete_values({'a' => 1, 'b' => 2}, 1)    # {'b' => 2}",
        &[plain(&[required("hash", "Hash"), required("value", "Any")], "Hash", delete_values)],
    ),
    legacy(
        "difference",
        "The elements of the first array that are not in the second. The operator `-` does the same.\n\n\
            \u{20}   difference(['a', 'b'], ['b'])    # ['a']",
        &[plain(&[required("first", "Array"), required("second", "Array")], "Array", difference)],
    ),
    legacy(
        "intersection",
        "The elements that are in both arrays, each once.\n\n    intersection(['a', 'b'], ['b', 'c'])    # ['b']",
        &[plain(&[required("first", "Array"), required("second", "Array")], "Array", intersection)],
    ),
    legacy(
        "union",
        "All elements of the arrays, each once.\n\n    union(['a', 'b'], ['b', 'c'])    # ['a', 'b', 'c']",
        &[plain(
            &[required("first", "Array"), required("second", "Array"), repeated("others", "Array")],
            "Array",
            union,
        )],
    ),
    legacy(
        "member",
        "True when a value, or every element of an array of values, is in an array. The operator `in` does the same for \
            one value.\n\n    member(['a', 'b'], 'b')    # true",
        &[plain(&[required("array", "Array"), required("items", "Any")], "Boolean", member)],
    ),
    legacy(
        "prefix",
        "Each element of an array, or each key of a hash, as a string with a text before it.\n\n\
            \u{20}   prefix(['a', 'b'], 'x-')    # ['x-a', 'x-b']",
        &[plain(
            &[required("collection", "Variant[Array, Hash]"), optional("prefix", "String")],
            "Variant[Array[String], Hash]",
            |interpreter, call| affix(interpreter, &call, true),
        )],
    ),
    legacy(
        "suffix",
        "Each element of an array, or each key of a hash, as a string with a text after it.\n\n\
            \u{20}   suffix(['a', 'b'], '.d')    # ['a.d', 'b.d']",
        &[plain(
            &[required("collection", "Variant[Array, Hash]"), optional("suffix", "String")],
            "Variant[Array[String], Hash]",
            |interpreter, call| affix(interpreter, &call, false),
        )],
    ),
    legacy(
        "reverse",
        "An array or a string from the end to the start.\n\n    reverse('abc')    # 'cba'",
        &[plain(&[required("value", "Variant[Array, String]")], "Variant[Array, String]", reverse)],
    ),
    legacy(
        "values_at",
        "The elements of an array at indexes and ranges of indexes.\n\n\
            \u{20}   values_at(['a', 'b', 'c', 'd'], [0, '2-3'])    # ['a', 'c', 'd']",
        &[plain(&[required("array", "Array"), required("indexes", "Any")], "Array", values_at)],
    ),
    legacy(
        "zip",
        "Pairs of the elements of two arrays at the same index; with true as third argument, one flat array.\n\n\
            \u{20}   zip(['a', 'b'], [1, 2])    # [['a', 1], ['b', 2]]",
        &[plain(&[required("first", "Array"), required("second", "Array"), optional("flatten", "Any")], "Array", zip)],
    ),
    legacy(
        "grep",
        "The strings of an array that match a regular expression.\n\n    grep(['aaa', 'bbb'], 'b+')    # ['bbb']",
        &[plain(&[required("array", "Array"), required("pattern", "String")], "Array", |interpreter, call| {
            matching(interpreter, &call, true)
        })],
    ),
    legacy(
        "reject",
        "The elements of an array that do not match a regular expression.\n\n    reject(['aaa', 'bbb'], 'b+')    # ['aaa']",
        &[plain(&[required("array", "Array"), required("pattern", "String")], "Array", |interpreter, call| {
            matching(interpreter, &call, false)
        })],
    ),
];

fn any2array(_: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    Ok(match call.arguments.as_slice() {
        [Value::Array(_)] => call.argument(0).clone(),
        [Value::Hash(entries)] => Value::array(entries.iter().flat_map(|(key, value)| [key.clone(), value.clone()])),
        [Value::String(text)] if text.is_empty() => Value::array([]),
        other => Value::array(other.iter().cloned()),
    })
}

/// The first argument where it is an array, else an error.
fn array_argument<'c>(
    interpreter: &Interpreter<'_>,
    call: &'c FunctionCall,
    index: usize,
    complaint: &str,
) -> Evaluated<&'c [Value]> {
    match call.argument(index) {
        Value::Array(elements) => Ok(elements),
        _ => call.fail(interpreter, format!("{}(): {complaint}", call.name)),
    }
}

fn concat(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut all = array_argument(interpreter, &call, 0, "Requires array to work with")?.to_vec();
    for argument in call.arguments.iter().skip(1) {
        match argument {
            Value::Array(elements) => all.extend(elements.iter().cloned()),
            other => all.push(other.clone()),
        }
    }
    Ok(Value::array(all))
}

fn count(_: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let elements: Vec<Value> = match call.argument(0) {
        Value::Array(elements) => elements.to_vec(),
        Value::Hash(entries) => entries.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect(),
        _ => Vec::new(),
    };
    // Undef as second argument arrives as an empty string, and Ruby counts with it.
    let number = match call.arguments.get(1) {
        Some(Value::Boolean(false)) | None => {
            elements.iter().filter(|element| !element.is_undef() && element.as_str() != Some("")).count()
        }
        Some(item) => elements.iter().filter(|element| ruby_equal(element, item)).count(),
    };
    Ok(Value::Integer(number as i128))
}

/// A value as Ruby's `Array(value)` makes it a list.
pub(super) fn listed(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(elements) => elements.to_vec(),
        Value::Hash(entries) => entries.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect(),
        Value::Undef => Vec::new(),
        other => vec![other.clone()],
    }
}

fn delete(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let items = listed(call.argument(1));
    Ok(match call.argument(0) {
        Value::Array(elements) => {
            Value::array(elements.iter().filter(|element| !items.iter().any(|item| ruby_equal(element, item))).cloned())
        }
        Value::Hash(entries) => Value::hash(
            entries.iter().filter(|(key, _)| !items.contains(key)).map(|(key, value)| (key.clone(), value.clone())),
        ),
        Value::String(text) => {
            let mut text = text.to_string();
            for item in &items {
                match item {
                    Value::String(part) if !part.is_empty() => text = text.replace(part.as_str(), ""),
                    Value::Regexp(pattern) => match compiled(interpreter, &call, pattern)? {
                        Ok(regex) => {
                            let replaced =
                                crate::functions::regexps::substituted(&text, &regex, &Value::string(""), true);
                            match replaced {
                                Some(replaced) => text = replaced,
                                None => return Ok(call.unknown(interpreter, "the pattern backtracks without end")),
                            }
                        }
                        Err(unknown) => return Ok(unknown),
                    },
                    _ => {}
                }
            }
            Value::string(text)
        }
        other => {
            let class = ruby_class(other);
            let words = format!(
                "delete(): First argument must be an Array, String, or Hash. Given an argument of class {class}."
            );
            return call.fail(interpreter, words);
        }
    })
}

fn delete_at(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut elements = array_argument(interpreter, &call, 0, "Requires array to work with")?.to_vec();
    let index = match call.argument(1) {
        Value::Integer(index) => *index,
        Value::String(text) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => to_i(text),
        _ => return call.fail(interpreter, "delete_at(): You must provide non-negative numeric index"),
    };
    let length = elements.len() as i128;
    if index >= length {
        return call.fail(interpreter, "delete_at(): Given index exceeds size of array given");
    }
    let index = if index < 0 { index + length } else { index };
    if let Ok(index) = usize::try_from(index) {
        elements.remove(index);
    }
    Ok(Value::array(elements))
}

fn delete_regex(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut regexes = Vec::new();
    for pattern in listed(call.argument(1)) {
        match compiled(interpreter, &call, &format!("\\b{}\\b", to_s(&pattern)))? {
            Ok(regex) => regexes.push(regex),
            Err(unknown) => return Ok(unknown),
        }
    }
    let matched = |value: &Value| {
        value.as_str().is_some_and(|text| regexes.iter().any(|regex| regex.is_match(text).unwrap_or(false)))
    };
    Ok(match call.argument(0) {
        Value::Array(elements) => Value::array(elements.iter().filter(|element| !matched(element)).cloned()),
        Value::Hash(entries) => Value::hash(
            entries.iter().filter(|(key, _)| !matched(key)).map(|(key, value)| (key.clone(), value.clone())),
        ),
        other => {
            let class = ruby_class(other);
            let words = format!(
                "delete_regex(): First argument must be an Array, Hash, or String. Given an argument of class {class}."
            );
            return call.fail(interpreter, words);
        }
    })
}

fn delete_undef_values(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    Ok(match call.argument(0) {
        Value::Array(elements) => Value::array(elements.iter().filter(|element| !element.is_undef()).cloned()),
        Value::Hash(entries) => Value::hash(
            entries.iter().filter(|(_, value)| !value.is_undef()).map(|(key, value)| (key.clone(), value.clone())),
        ),
        other => {
            let words = format!(
                "delete_undef_values(): expected an array or hash, got {} type  {} ",
                to_s(other),
                ruby_class(other)
            );
            return call.fail(interpreter, words);
        }
    })
}

fn delete_values(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let Value::Hash(entries) = call.argument(0) else {
        let class = ruby_class(call.argument(0));
        let words = format!("delete_values(): First argument must be a Hash. Given an argument of class {class}.");
        return call.fail(interpreter, words);
    };
    let item = call.argument(1);
    Ok(Value::hash(
        entries.iter().filter(|(_, value)| !ruby_equal(value, item)).map(|(key, value)| (key.clone(), value.clone())),
    ))
}

fn two_arrays<'c>(interpreter: &Interpreter<'_>, call: &'c FunctionCall) -> Evaluated<(&'c [Value], &'c [Value])> {
    match (call.argument(0), call.argument(1)) {
        (Value::Array(first), Value::Array(second)) => Ok((first, second)),
        (first, second) => {
            let words = match call.name {
                "intersection" => {
                    format!("intersection(): Requires 2 arrays, got {} and {}", ruby_class(first), ruby_class(second))
                }
                name => format!("{name}(): Requires 2 arrays"),
            };
            call.fail(interpreter, words)
        }
    }
}

fn difference(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let (first, second) = two_arrays(interpreter, &call)?;
    Ok(Value::array(first.iter().filter(|element| !second.contains(element)).cloned()))
}

/// Each value once, in the order of its first appearance.
fn once(values: impl IntoIterator<Item = Value>) -> Value {
    Value::array(values.into_iter().collect::<indexmap::IndexSet<Value>>())
}

fn intersection(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let (first, second) = two_arrays(interpreter, &call)?;
    Ok(once(first.iter().filter(|element| second.contains(element)).cloned()))
}

fn union(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    if !call.arguments.iter().all(|argument| matches!(argument, Value::Array(_))) {
        return call.fail(interpreter, "union(): Every parameter must be an array");
    }
    Ok(once((0..call.arguments.len()).flat_map(|index| call.elements(index).to_vec())))
}

fn member(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let array = array_argument(interpreter, &call, 0, "Requires array to work with")?;
    let items = match call.argument(1) {
        Value::Array(items) if items.is_empty() => {
            return call.fail(interpreter, "member(): You must provide item to search for within array given");
        }
        Value::Array(items) => items.to_vec(),
        item @ (Value::String(_) | Value::Integer(_)) => vec![item.clone()],
        _ => return call.fail(interpreter, "member(): Item to search for must be a string, fixnum, or array"),
    };
    Ok(Value::Boolean(items.iter().all(|item| array.contains(item))))
}

fn affix(interpreter: &mut Interpreter<'_>, call: &FunctionCall, before: bool) -> Evaluated<Value> {
    let affix = match call.arguments.get(1) {
        None | Some(Value::Boolean(false)) => "",
        Some(Value::String(text)) => text.as_str(),
        Some(other) => {
            let words = format!("{}(): expected second argument to be a String, got {}", call.name, inspect(other));
            return call.fail(interpreter, words);
        }
    };
    let affixed = |value: &Value| {
        let text = to_s(value);
        Value::string(if before { format!("{affix}{text}") } else { format!("{text}{affix}") })
    };
    match call.argument(0) {
        Value::Array(elements) => Ok(Value::array(elements.iter().map(affixed))),
        Value::Hash(entries) => Ok(Value::hash(entries.iter().map(|(key, value)| (affixed(key), value.clone())))),
        other => {
            let words =
                format!("{}(): expected first argument to be an Array or a Hash, got {}", call.name, inspect(other));
            call.fail(interpreter, words)
        }
    }
}

fn reverse(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    match call.argument(0) {
        Value::Array(elements) => Ok(Value::array(elements.iter().rev().cloned())),
        Value::String(text) => Ok(Value::string(text.chars().rev().collect::<String>())),
        _ => call.fail(interpreter, "reverse(): Requires either array or string to work with"),
    }
}

fn values_at(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let array = array_argument(interpreter, &call, 0, "Requires array to work with")?;
    let indexes = flattened(std::slice::from_ref(call.argument(1)));
    if indexes.is_empty() {
        return call.fail(interpreter, "values_at(): You must provide at least one positive index to collect");
    }
    let number = |text: &str| text.parse::<usize>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    let mut wanted = Vec::new();
    for index in &indexes {
        let text = to_s(index);
        let range = ["...", "..", "-"].into_iter().find_map(|separator| {
            let (start, stop) = text.split_once(separator)?;
            Some((number(start)?, number(stop)?, separator))
        });
        match range {
            Some((start, stop, separator)) => {
                if start > stop {
                    let words = "values_at(): Stop index in given indices range is smaller than the start index";
                    return call.fail(interpreter, words);
                }
                if stop >= array.len() {
                    let words = "values_at(): Stop index in given indices range exceeds array size";
                    return call.fail(interpreter, words);
                }
                wanted.extend(start..stop + usize::from(separator != "..."));
            }
            None => match number(&text) {
                None => return call.fail(interpreter, "values_at(): Unknown format of given index"),
                Some(index) if index >= array.len() => {
                    return call.fail(interpreter, "values_at(): Given index exceeds array size");
                }
                Some(index) => wanted.push(index),
            },
        }
    }
    let found = wanted.into_iter().filter_map(|index| array.get(index)).filter(|value| !value.is_undef()).cloned();
    Ok(Value::array(found))
}

fn zip(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let (Value::Array(first), Value::Array(second)) = (call.argument(0), call.argument(1)) else {
        return call.fail(interpreter, "zip(): Requires array to work with");
    };
    let pairs = first
        .iter()
        .enumerate()
        .map(|(index, element)| Value::array([element.clone(), second.get(index).cloned().unwrap_or(Value::Undef)]));
    let pairs: Vec<Value> = pairs.collect();
    let flat = match call.arguments.get(2) {
        None => false,
        Some(value) => super::booleans::truth_of_text(interpreter, &call, value)?,
    };
    Ok(if flat { Value::array(flattened(&pairs)) } else { Value::array(pairs) })
}

fn matching(interpreter: &mut Interpreter<'_>, call: &FunctionCall, wanted: bool) -> Evaluated<Value> {
    let regex = match compiled(interpreter, call, call.text(1))? {
        Ok(regex) => regex,
        Err(unknown) => return Ok(unknown),
    };
    let mut kept = Vec::new();
    for element in listed(call.argument(0)) {
        let matched = match element.as_str().map(|text| regex.is_match(text)) {
            Some(Err(_)) => return Ok(call.unknown(interpreter, "the pattern backtracks without end")),
            Some(Ok(matched)) => matched,
            None => false,
        };
        if matched == wanted {
            kept.push(element);
        }
    }
    Ok(Value::array(kept))
}
