//! Methods of regular expressions and of what they matched.

use std::rc::Rc;
use std::sync::Arc;

use smol_str::SmolStr;

use super::MethodCall;
use crate::regex_dialect::{RegexMatch, RubyRegex};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::{RubyMatch, RubyValue};

impl Ruby<'_, '_> {
    pub(super) fn regexp_method(&mut self, pattern: &SmolStr, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        Ok(Some(match call.name {
            "=~" | "match" | "match?" | "===" => {
                let Some(subject) = call.string(0) else {
                    return Ok(Some(if matches!(call.name, "match?" | "===") {
                        RubyValue::Boolean(false)
                    } else {
                        RubyValue::Nil
                    }));
                };
                self.match_pattern(pattern, &subject, call)?
            }
            "source" | "to_s" => RubyValue::string(match call.name {
                "source" => pattern.to_string(),
                _ => RubyValue::Regexp(pattern.clone()).to_text(),
            }),
            _ => return Ok(None),
        }))
    }

    /// What `=~`, `match`, `match?` and `===` answer; all but `match?` set `$~`.
    pub(super) fn match_pattern(&mut self, pattern: &str, subject: &str, call: &MethodCall<'_>) -> Ran {
        let found = self.find_pattern(pattern, subject, 0, call.offset)?;
        if call.name == "match?" {
            return Ok(RubyValue::Boolean(found.is_some()));
        }
        self.last_match = found.clone();
        Ok(match (found, call.name) {
            (found, "===") => RubyValue::Boolean(found.is_some()),
            (None, _) => RubyValue::Nil,
            (Some(data), "=~") => {
                let start = data.groups.first().copied().flatten().map_or(0, |(start, _)| start);
                RubyValue::Integer(subject.get(..start).unwrap_or_default().chars().count() as i128)
            }
            (Some(data), _) => RubyValue::MatchData(data),
        })
    }

    pub(super) fn compile_pattern(&mut self, pattern: &str, offset: u32) -> Ran<Arc<RubyRegex>> {
        match self.puppet.regexp(pattern).compiled() {
            Ok(regex) => Ok(regex.clone()),
            Err(problem) => self.unsupported(problem.message(pattern), offset),
        }
    }

    pub(super) fn find_pattern(
        &mut self,
        pattern: &str,
        subject: &str,
        start: usize,
        offset: u32,
    ) -> Ran<Option<Rc<RubyMatch>>> {
        let regex = self.compile_pattern(pattern, offset)?;
        match regex.find_at(subject, start) {
            Ok(found) => Ok(found.map(|found| Rc::new(match_data(&regex, &found, subject)))),
            Err(_) => self.unsupported(format!("the pattern /{pattern}/, which takes too long"), offset),
        }
    }

    pub(super) fn match_method(&mut self, data: &Rc<RubyMatch>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        Ok(Some(match call.name {
            "[]" if call.arguments.len() == 2 || matches!(call.argument(0), RubyValue::Range(_)) => {
                let groups = RubyValue::array((0..data.groups.len()).map(|number| data.group_value(number)).collect());
                return self.send(&groups, "[]", call.arguments.clone(), None, call.offset).map(Some);
            }
            "[]" => match call.argument(0) {
                RubyValue::Integer(number) => match usize::try_from(number) {
                    Ok(number) => data.group_value(number),
                    Err(_) => RubyValue::Nil,
                },
                _ => {
                    let name = call.string(0).unwrap_or_default();
                    match data.names.iter().position(|known| known.as_deref() == Some(name.as_str())) {
                        Some(number) => data.group_value(number),
                        None => return self.raise("IndexError", format!("undefined group name reference: {name}")),
                    }
                }
            },
            "length" | "size" => RubyValue::Integer(data.groups.len() as i128),
            "string" => RubyValue::string(data.subject.as_str()),
            "begin" | "end" => {
                let number = usize::try_from(call.integer(0).unwrap_or(0)).unwrap_or(usize::MAX);
                match data.groups.get(number).copied().flatten() {
                    Some((start, end)) => {
                        let at = if call.name == "begin" { start } else { end };
                        RubyValue::Integer(data.subject.get(..at).unwrap_or_default().chars().count() as i128)
                    }
                    None => RubyValue::Nil,
                }
            }
            "values_at" => RubyValue::array(
                call.arguments
                    .iter()
                    .map(|number| match number {
                        RubyValue::Integer(number) => {
                            usize::try_from(*number).map_or(RubyValue::Nil, |n| data.group_value(n))
                        }
                        _ => RubyValue::Nil,
                    })
                    .collect(),
            ),
            "captures" => RubyValue::array((1..data.groups.len()).map(|number| data.group_value(number)).collect()),
            "to_a" => RubyValue::array((0..data.groups.len()).map(|number| data.group_value(number)).collect()),
            "named_captures" => RubyValue::hash(
                data.names
                    .iter()
                    .enumerate()
                    .filter_map(|(number, name)| Some((RubyValue::string(name.clone()?), data.group_value(number)))),
            ),
            "names" => {
                RubyValue::array(data.names.iter().flatten().map(|name| RubyValue::string(name.as_str())).collect())
            }
            "pre_match" => {
                let start = data.groups.first().copied().flatten().map_or(0, |(start, _)| start);
                RubyValue::string(data.subject.get(..start).unwrap_or_default())
            }
            "post_match" => {
                let end = data.groups.first().copied().flatten().map_or(0, |(_, end)| end);
                RubyValue::string(data.subject.get(end..).unwrap_or_default())
            }
            _ => return Ok(None),
        }))
    }
}

pub(super) fn match_data(regex: &RubyRegex, found: &RegexMatch, subject: &str) -> RubyMatch {
    RubyMatch { subject: subject.to_string(), groups: found.groups.clone(), names: regex.group_names().to_vec() }
}

/// A text as a pattern that matches just it.
pub(super) fn escape(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => pattern.push_str("\\n"),
            '\t' => pattern.push_str("\\t"),
            '\r' => pattern.push_str("\\r"),
            '.' | '*' | '?' | '+' | '^' | '$' | '|' | '\\' | '(' | ')' | '[' | ']' | '{' | '}' | '-' | '#' | ' ' => {
                pattern.push('\\');
                pattern.push(character);
            }
            other => pattern.push(other),
        }
    }
    pattern
}
