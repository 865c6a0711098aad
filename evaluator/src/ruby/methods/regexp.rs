//! Methods of regular expressions and of what they matched.

use std::rc::Rc;
use std::sync::Arc;

use smol_str::SmolStr;

use super::MethodCall;
use super::table::{Method, method};
use crate::regex_dialect::{RegexMatch, RubyRegex};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::{RubyMatch, RubyValue};

pub(super) static METHODS: &[Method<SmolStr>] = &[
    method("===", 1, matches),
    method("=~", 1, matches),
    method("match", -1, matches),
    method("match?", -1, matches),
    method("names", 0, names_of_pattern),
    method("source", 0, source),
    method("to_s", 0, source),
];

pub(super) static MATCH_METHODS: &[Method<Rc<RubyMatch>>] = &[
    method("[]", -1, index),
    method("begin", 1, begin),
    method("captures", 0, captures),
    method("end", 1, begin),
    method("length", 0, length),
    method("named_captures", 0, named_captures),
    method("names", 0, names),
    method("post_match", 0, post_match),
    method("pre_match", 0, pre_match),
    method("size", 0, length),
    method("string", 0, string),
    method("to_a", 0, to_a),
    method("values_at", -1, values_at),
];

fn matches(ruby: &mut Ruby<'_, '_>, pattern: &SmolStr, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let Some(subject) = call.string(0) else {
        return Ok(Some(if matches!(call.name, "match?" | "===") {
            RubyValue::Boolean(false)
        } else {
            RubyValue::Nil
        }));
    };
    Ok(Some(ruby.match_pattern(pattern, &subject, call)?))
}

fn source(_ruby: &mut Ruby<'_, '_>, pattern: &SmolStr, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::string(match call.name {
        "source" => pattern.to_string(),
        _ => RubyValue::Regexp(pattern.clone()).to_text(),
    })))
}

fn index(ruby: &mut Ruby<'_, '_>, data: &Rc<RubyMatch>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    if call.arguments.len() == 2 || matches!(call.argument(0), RubyValue::Range(_)) {
        let groups = RubyValue::array((0..data.groups.len()).map(|number| data.group_value(number)).collect());
        return ruby.send(&groups, "[]", call.arguments.clone(), None, call.offset).map(Some);
    }
    Ok(Some(match call.argument(0) {
        RubyValue::Integer(number) => match usize::try_from(number) {
            Ok(number) => data.group_value(number),
            Err(_) => RubyValue::Nil,
        },
        _ => {
            let name = call.string(0).unwrap_or_default();
            match data.names.iter().position(|known| known.as_deref() == Some(name.as_str())) {
                Some(number) => data.group_value(number),
                None => return ruby.raise("IndexError", format!("undefined group name reference: {name}")),
            }
        }
    }))
}

fn length(_ruby: &mut Ruby<'_, '_>, data: &Rc<RubyMatch>, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::Integer(data.groups.len() as i128)))
}

fn string(_ruby: &mut Ruby<'_, '_>, data: &Rc<RubyMatch>, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::string(data.subject.as_str())))
}

fn begin(_ruby: &mut Ruby<'_, '_>, data: &Rc<RubyMatch>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let number = usize::try_from(call.integer(0).unwrap_or(0)).unwrap_or(usize::MAX);
    Ok(Some(match data.groups.get(number).copied().flatten() {
        Some((start, end)) => {
            let at = if call.name == "begin" { start } else { end };
            RubyValue::Integer(data.subject.get(..at).unwrap_or_default().chars().count() as i128)
        }
        None => RubyValue::Nil,
    }))
}

fn values_at(_ruby: &mut Ruby<'_, '_>, data: &Rc<RubyMatch>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::array(
        call.arguments
            .iter()
            .map(|number| match number {
                RubyValue::Integer(number) => usize::try_from(*number).map_or(RubyValue::Nil, |n| data.group_value(n)),
                _ => RubyValue::Nil,
            })
            .collect(),
    )))
}

fn captures(_ruby: &mut Ruby<'_, '_>, data: &Rc<RubyMatch>, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::array((1..data.groups.len()).map(|number| data.group_value(number)).collect())))
}

fn to_a(_ruby: &mut Ruby<'_, '_>, data: &Rc<RubyMatch>, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::array((0..data.groups.len()).map(|number| data.group_value(number)).collect())))
}

fn named_captures(_ruby: &mut Ruby<'_, '_>, data: &Rc<RubyMatch>, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::hash(
        data.names
            .iter()
            .enumerate()
            .filter_map(|(number, name)| Some((RubyValue::string(name.clone()?), data.group_value(number)))),
    )))
}

fn names(_ruby: &mut Ruby<'_, '_>, data: &Rc<RubyMatch>, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::array(data.names.iter().flatten().map(|name| RubyValue::string(name.as_str())).collect())))
}

fn pre_match(_ruby: &mut Ruby<'_, '_>, data: &Rc<RubyMatch>, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::string(data.before())))
}

fn post_match(_ruby: &mut Ruby<'_, '_>, data: &Rc<RubyMatch>, _call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    Ok(Some(RubyValue::string(data.after())))
}

fn names_of_pattern(ruby: &mut Ruby<'_, '_>, pattern: &SmolStr, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let regex = ruby.compile_pattern(pattern, call.offset)?;
    let names = regex.group_names().iter().flatten().map(|name| RubyValue::string(name.as_str()));
    Ok(Some(RubyValue::array(names.collect())))
}

impl Ruby<'_, '_> {
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
}

pub(super) fn match_data(regex: &RubyRegex, found: &RegexMatch, subject: &str) -> RubyMatch {
    RubyMatch { subject: subject.to_string(), groups: found.groups.clone(), names: regex.group_names().to_vec() }
}
