//! Functions on regular expressions: `match`, `regsubst` and `split`.

use std::sync::Arc;

use crate::functions::collections::Known;
use crate::functions::{BlockSpec, BuiltinFunction, Dispatch, FunctionCall, optional, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::regex_dialect::{PatternProblem, RegexMatch, RubyRegex};
use crate::ruby_core::text::{ruby_class, ruby_class_of_type};
use crate::types::Type;
use crate::value::Value;

const TARGET: &str = "Variant[Array[Variant[String, Sensitive[String]]], \
    Sensitive[Array[Variant[String, Sensitive[String]]]], String, Sensitive[String]]";
const OLDER_TARGET: &str = "Variant[Array[String],String]";
const REPLACEMENT: &str = "Variant[String, Hash[String, String]]";

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "match",
        documentation: "The text that a pattern matched and its groups as an array, or undef. The pattern is a regular \
            expression, a string with one, a Regexp or Pattern type, or an array of such; of an array of strings each \
            is matched.\n\n    'abc12'.match(/([a-z]+)(\\d+)/)    # ['abc12', 'abc', '12']",
        dispatches: &[
            Dispatch {
                parameters: &[required("string", "String"), required("pattern", "Variant[Any, Type]")],
                block: BlockSpec::None,
                returns: Some("Optional[Array]"),
                run: match_string,
            },
            Dispatch {
                parameters: &[required("string", "Array[String]"), required("pattern", "Variant[Any, Type]")],
                block: BlockSpec::None,
                returns: Some("Array"),
                run: match_array,
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "regsubst",
        documentation: "Replaces the first match of a pattern, or with the flag `G` all of them; `\\1` in the \
            replacement is the first group, and a hash gives the replacement for each matched text. Further flags for a \
            pattern given as a string: `I` ignores case, `M` lets the dot match newlines, `E` allows white space in the \
            pattern.\n\n    regsubst('a.b', '\\.', '-')    # 'a-b'",
        dispatches: &[
            Dispatch {
                parameters: &[
                    required("target", TARGET),
                    required("pattern", "String"),
                    required("replacement", REPLACEMENT),
                    optional("flags", "Optional[Pattern[/^[GEIM]*$/]]"),
                    optional("encoding", "Enum['N','E','S','U']"),
                ],
                block: BlockSpec::None,
                returns: None,
                run: regsubst_string,
            },
            Dispatch {
                parameters: &[
                    required("target", TARGET),
                    required("pattern", "Variant[Regexp,Type[Regexp]]"),
                    required("replacement", REPLACEMENT),
                    optional("flags", "Pattern[/^G?$/]"),
                ],
                block: BlockSpec::None,
                returns: None,
                run: regsubst_regexp,
            },
        ],
        older_dispatches: Some(&[
            Dispatch {
                parameters: &[
                    required("target", OLDER_TARGET),
                    required("pattern", "String"),
                    required("replacement", REPLACEMENT),
                    optional("flags", "Optional[Pattern[/^[GEIM]*$/]]"),
                    optional("encoding", "Enum['N','E','S','U']"),
                ],
                block: BlockSpec::None,
                returns: None,
                run: regsubst_by_text,
            },
            Dispatch {
                parameters: &[
                    required("target", OLDER_TARGET),
                    required("pattern", "Variant[Regexp,Type[Regexp]]"),
                    required("replacement", REPLACEMENT),
                    optional("flags", "Pattern[/^G?$/]"),
                ],
                block: BlockSpec::None,
                returns: None,
                run: regsubst_regexp,
            },
        ]),
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "split",
        documentation: "The parts of a string between the matches of a pattern; a pattern given as a string is a \
            regular expression too. Empty parts at the end are left out, groups of the pattern are among the parts.\n\n\
            \u{20}   split('a,b', ',')    # ['a', 'b']",
        dispatches: &[
            Dispatch {
                parameters: &[required("str", "String"), required("pattern", "String")],
                block: BlockSpec::None,
                returns: Some("Array[String]"),
                run: split,
            },
            Dispatch {
                parameters: &[required("str", "String"), required("pattern", "Regexp")],
                block: BlockSpec::None,
                returns: Some("Array[String]"),
                run: split,
            },
            Dispatch {
                parameters: &[required("str", "String"), required("pattern", "Type[Regexp]")],
                block: BlockSpec::None,
                returns: Some("Array[String]"),
                run: split,
            },
            Dispatch {
                parameters: &[required("sensitive", "Sensitive[String]"), required("pattern", "String")],
                block: BlockSpec::None,
                returns: Some("Sensitive[Array[String]]"),
                run: split,
            },
            Dispatch {
                parameters: &[required("sensitive", "Sensitive[String]"), required("pattern", "Regexp")],
                block: BlockSpec::None,
                returns: Some("Sensitive[Array[String]]"),
                run: split,
            },
            Dispatch {
                parameters: &[required("sensitive", "Sensitive[String]"), required("pattern", "Type[Regexp]")],
                block: BlockSpec::None,
                returns: Some("Sensitive[Array[String]]"),
                run: split,
            },
        ],
        older_dispatches: Some(&[
            Dispatch {
                parameters: &[required("str", "String"), required("pattern", "String")],
                block: BlockSpec::None,
                returns: Some("Array[String]"),
                run: split,
            },
            Dispatch {
                parameters: &[required("str", "String"), required("pattern", "Regexp")],
                block: BlockSpec::None,
                returns: Some("Array[String]"),
                run: split,
            },
            Dispatch {
                parameters: &[required("str", "String"), required("pattern", "Type[Regexp]")],
                block: BlockSpec::None,
                returns: Some("Array[String]"),
                run: split,
            },
        ]),
        ..BuiltinFunction::COMMON
    },
];

/// The pattern compiled; unknown where Ruby could match it and we cannot.
pub(super) fn compiled(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    pattern: &str,
) -> Evaluated<Known<Arc<RubyRegex>>> {
    match interpreter.regexp(pattern).compiled() {
        Ok(regex) => Ok(Ok(regex.clone())),
        Err(problem @ PatternProblem::Invalid(_)) => call.fail(interpreter, problem.message(pattern)),
        Err(problem) => Ok(Err(call.unknown(interpreter, problem.message(pattern)))),
    }
}

fn hopeless(interpreter: &mut Interpreter<'_>, call: &FunctionCall) -> Value {
    call.unknown(interpreter, "the pattern backtracks without end")
}

fn match_string(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    match_one(interpreter, &call, call.text(0), call.argument(1))
}

fn match_array(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut results = Vec::new();
    for element in call.elements(0) {
        results.push(match_one(interpreter, &call, element.as_str().unwrap_or(""), call.argument(1))?);
    }
    Ok(Value::array(results))
}

fn match_one(interpreter: &mut Interpreter<'_>, call: &FunctionCall, text: &str, pattern: &Value) -> Evaluated<Value> {
    match pattern {
        Value::String(pattern) => match_pattern(interpreter, call, text, pattern),
        Value::Regexp(pattern) => match_pattern(interpreter, call, text, pattern),
        Value::Type(pattern) => match_type(interpreter, call, text, pattern),
        Value::Array(patterns) => {
            for pattern in super::collections::flattened(patterns) {
                let found = match_one(interpreter, call, text, &pattern)?;
                if !found.is_undef() {
                    return Ok(found);
                }
            }
            Ok(Value::Undef)
        }
        other => call.fail(interpreter, not_a_pattern(&ruby_class(other))),
    }
}

fn not_a_pattern(class: &str) -> String {
    format!("match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or Array[T]. Got {class}")
}

fn match_type(interpreter: &mut Interpreter<'_>, call: &FunctionCall, text: &str, pattern: &Type) -> Evaluated<Value> {
    match pattern {
        Type::Regexp(Some(pattern)) => match_pattern(interpreter, call, text, pattern),
        Type::Regexp(None) => call.fail(interpreter, "Given Regexp Type has no regular expression"),
        Type::Pattern(patterns) => {
            for pattern in patterns.iter() {
                let found = match_pattern(interpreter, call, text, pattern)?;
                if !found.is_undef() {
                    return Ok(found);
                }
            }
            Ok(Value::Undef)
        }
        Type::Variant(types) => {
            for one in types.iter() {
                let found = match_type(interpreter, call, text, one)?;
                if !found.is_undef() {
                    return Ok(found);
                }
            }
            Ok(Value::Undef)
        }
        Type::Alias(alias) => match alias.resolved.get() {
            Some(resolved) => match_type(interpreter, call, text, resolved),
            None => call.fail(interpreter, not_a_pattern("an unresolved alias")),
        },
        other => call.fail(interpreter, not_a_pattern(&ruby_class_of_type(other))),
    }
}

fn match_pattern(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    text: &str,
    pattern: &str,
) -> Evaluated<Value> {
    let regex = match compiled(interpreter, call, pattern)? {
        Ok(regex) => regex,
        Err(unknown) => return Ok(unknown),
    };
    match regex.find(text) {
        Ok(Some(found)) => Ok(Value::array(
            (0..found.groups.len()).map(|group| found.group(text, group).map_or(Value::Undef, Value::string)),
        )),
        Ok(None) => Ok(Value::Undef),
        Err(_) => Ok(hopeless(interpreter, call)),
    }
}

fn regsubst_string(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    if call.arguments.len() > 4 {
        call.warn_deprecated(
            interpreter,
            "The regsubst() function's encoding argument has been ignored since Ruby 1.9 and will be removed in a future release",
        );
    }
    regsubst_by_text(interpreter, call)
}

fn regsubst_by_text(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let flags = call.text(3);
    let options: String = [('E', 'x'), ('I', 'i'), ('M', 'm')]
        .into_iter()
        .filter(|(flag, _)| flags.contains(*flag))
        .map(|(_, option)| option)
        .collect();
    let pattern = call.text(1);
    // The pattern alone decides whether it is well formed; options then apply to all of it.
    let regex = match compiled(interpreter, &call, pattern)? {
        Ok(regex) if options.is_empty() => regex,
        // White space is free with `x`, so a comment must not swallow the parenthesis.
        Ok(_) => match compiled(interpreter, &call, &format!("(?{options}:{pattern}\n)"))? {
            Ok(regex) if options.contains('x') => regex,
            Ok(_) => match compiled(interpreter, &call, &format!("(?{options}:{pattern})"))? {
                Ok(regex) => regex,
                Err(unknown) => return Ok(unknown),
            },
            Err(unknown) => return Ok(unknown),
        },
        Err(unknown) => return Ok(unknown),
    };
    substitute_everywhere(interpreter, &call, &regex, flags.contains('G'))
}

fn regsubst_regexp(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let regex = match pattern_argument(interpreter, &call)? {
        Ok(regex) => regex,
        Err(unknown) => return Ok(unknown),
    };
    substitute_everywhere(interpreter, &call, &regex, call.text(3) == "G")
}

/// The second argument as a pattern: a string, a regular expression or a Regexp type.
fn pattern_argument(interpreter: &mut Interpreter<'_>, call: &FunctionCall) -> Evaluated<Known<Arc<RubyRegex>>> {
    let pattern = match call.argument(1) {
        Value::String(pattern) => pattern.as_str(),
        Value::Regexp(pattern) => pattern.as_str(),
        Value::Type(Type::Regexp(Some(pattern))) => pattern.as_str(),
        _ => "",
    };
    compiled(interpreter, call, pattern)
}

fn substitute_everywhere(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    regex: &RubyRegex,
    all: bool,
) -> Evaluated<Value> {
    match substituted_value(call.argument(0), regex, call.argument(2), all) {
        Some(value) => Ok(value),
        None => Ok(hopeless(interpreter, call)),
    }
}

fn substituted_value(target: &Value, regex: &RubyRegex, replacement: &Value, all: bool) -> Option<Value> {
    match target {
        Value::String(text) => substituted(text, regex, replacement, all).map(Value::string),
        Value::Array(elements) => elements
            .iter()
            .map(|element| substituted_value(element, regex, replacement, all))
            .collect::<Option<Vec<Value>>>()
            .map(Value::array),
        Value::Sensitive(inner) => {
            substituted_value(inner, regex, replacement, all).map(|value| Value::Sensitive(Arc::new(value)))
        }
        other => Some(other.clone()),
    }
}

/// Ruby's `sub` and `gsub`; `None` where the pattern gives up.
pub fn substituted(text: &str, regex: &RubyRegex, replacement: &Value, all: bool) -> Option<String> {
    let matches = if all { regex.find_all(text).ok()? } else { regex.find(text).ok()?.into_iter().collect() };
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for found in &matches {
        out.push_str(text.get(end..found.start()).unwrap_or(""));
        match replacement {
            Value::Hash(entries) => {
                if let Some(entry) = entries.get(&Value::string(found.group(text, 0).unwrap_or(""))) {
                    crate::ruby_core::text::write_to_s(entry, &mut out);
                }
            }
            other => expand(other.as_str().unwrap_or(""), text, found, regex, &mut out),
        }
        end = found.end();
    }
    out.push_str(text.get(end..).unwrap_or(""));
    Some(out)
}

/// Writes a replacement with its references to groups.
fn expand(replacement: &str, text: &str, found: &RegexMatch, regex: &RubyRegex, out: &mut String) {
    let mut rest = replacement;
    while let Some(at) = rest.find('\\') {
        out.push_str(rest.get(..at).unwrap_or(""));
        rest = rest.get(at + 1..).unwrap_or("");
        let Some(character) = rest.chars().next() else {
            out.push('\\');
            return;
        };
        let mut used = character.len_utf8();
        match character {
            '0'..='9' => {
                let group = character.to_digit(10).unwrap_or(0) as usize;
                out.push_str(found.group(text, group).unwrap_or(""));
            }
            '&' => out.push_str(found.group(text, 0).unwrap_or("")),
            '`' => out.push_str(text.get(..found.start()).unwrap_or("")),
            '\'' => out.push_str(text.get(found.end()..).unwrap_or("")),
            '\\' => out.push('\\'),
            'k' => match rest.strip_prefix("k<").and_then(|name| name.split_once('>')) {
                Some((name, _)) => {
                    let group = regex.group_names().iter().position(|known| known.as_deref() == Some(name));
                    out.push_str(group.and_then(|group| found.group(text, group)).unwrap_or(""));
                    used = name.len() + 3;
                }
                None => out.push_str("\\k"),
            },
            other => {
                out.push('\\');
                out.push(other);
            }
        }
        rest = rest.get(used..).unwrap_or("");
    }
    out.push_str(rest);
}

fn split(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let regex = match pattern_argument(interpreter, &call)? {
        Ok(regex) => regex,
        Err(unknown) => return Ok(unknown),
    };
    let (text, sensitive) = match call.argument(0) {
        Value::Sensitive(inner) => (inner.as_str().unwrap_or(""), true),
        other => (other.as_str().unwrap_or(""), false),
    };
    let parts = match split_text(text, &regex) {
        Some(parts) => Value::array(parts.into_iter().map(Value::string)),
        None => return Ok(hopeless(interpreter, &call)),
    };
    Ok(if sensitive { Value::Sensitive(Arc::new(parts)) } else { parts })
}

/// Ruby's `String#split` with a pattern: empty parts at the end are dropped, groups are among the parts.
pub fn split_text<'t>(text: &'t str, regex: &RubyRegex) -> Option<Vec<&'t str>> {
    let mut parts: Vec<&str> = Vec::new();
    let (mut begin, mut start) = (0, 0);
    let mut after_empty = false;
    loop {
        let (found, range) = match regex.has_groups() {
            true => {
                let found = regex.find_at(text, start).ok()?;
                let range = found.as_ref().map(|found| (found.start(), found.end()));
                (found, range)
            }
            false => (None, regex.find_range_at(text, start).ok()?),
        };
        let Some((found_start, found_end)) = range else { break };
        if found_start == start && found_end == start {
            if text.is_empty() {
                parts.push("");
                break;
            }
            if !after_empty {
                start += text.get(start..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
                after_empty = true;
                continue;
            }
            parts.push(text.get(begin..start).unwrap_or(""));
            begin = start;
        } else {
            parts.push(text.get(begin..found_start).unwrap_or(""));
            begin = found_end;
            start = begin;
        }
        after_empty = false;
        if let Some(found) = found {
            parts.extend((1..found.groups.len()).filter_map(|group| found.group(text, group)));
        }
    }
    if text.len() > begin {
        parts.push(text.get(begin..).unwrap_or(""));
    }
    while parts.last() == Some(&"") {
        parts.pop();
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regex(pattern: &str) -> Arc<RubyRegex> {
        let compiled = crate::regex_dialect::Regexp::new(pattern).compiled().clone();
        compiled.unwrap_or_else(|problem| panic!("{}", problem.message(pattern)))
    }

    #[test]
    fn split_keeps_groups_and_drops_empty_parts_at_the_end() {
        assert_eq!(split_text("a1b2c", &regex("(\\d)")), Some(vec!["a", "1", "b", "2", "c"]));
        assert_eq!(split_text("a,b,,", &regex(",")), Some(vec!["a", "b"]));
        assert_eq!(split_text("åbc", &regex("")), Some(vec!["å", "b", "c"]));
        assert_eq!(split_text("", &regex("")), Some(vec![]));
        assert_eq!(split_text("a b", &regex("\\s*")), Some(vec!["a", "b"]));
    }

    #[test]
    fn replacements_refer_to_groups() {
        let swap = Value::string("<\\2\\1\\0\\\\\\k<x>>");
        assert_eq!(substituted("xab-", &regex("(a)(b)"), &swap, false).as_deref(), Some("x<baab\\>-"));
        let named = Value::string("[\\k<letter>]");
        assert_eq!(substituted("a1", &regex("(?<letter>[a-z])"), &named, true).as_deref(), Some("[a]1"));
    }
}
