//! Methods of strings that search, cut and replace.

use std::rc::Rc;

use super::MethodCall;
use super::regexp::match_data;
use super::string::Text;
use super::table::{Method, method};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::{RubyMatch, RubyValue};
use crate::ruby_core::numbers::is_space;

pub(super) static METHODS: &[Method<Text>] = &[
    method("=~", 1, matches),
    method("[]", -1, index_of),
    method("[]=", -3, set_slice),
    method("count", -1, count),
    method("delete", -1, delete),
    method("gsub", -1, gsub),
    method("index", -1, index),
    method("match", -1, matches),
    method("match?", -1, matches),
    method("partition", 1, partition),
    method("rindex", -1, index),
    method("rpartition", 1, rpartition),
    method("scan", 1, scan_of),
    method("slice", -1, index_of),
    method("slice!", -2, set_slice),
    method("split", -1, split_of),
    method("squeeze", -1, squeeze),
    method("sub", -1, gsub),
    method("tr", 2, tr),
    method("tr_s", 2, tr),
];

impl Ruby<'_, '_> {
    fn substitute(&mut self, text: &str, call: &MethodCall<'_>) -> Ran<String> {
        let pattern = match call.argument(0) {
            RubyValue::Regexp(pattern) => pattern.to_string(),
            RubyValue::String(plain) => crate::ruby_core::inspect::escape_pattern(&plain.borrow()),
            _ => return self.unsupported("this pattern of gsub", call.offset),
        };
        let regex = self.compile_pattern(&pattern, call.offset)?;
        let Ok(mut found) = regex.find_all(text) else {
            return self.unsupported(format!("the pattern /{pattern}/, which takes too long"), call.offset);
        };
        if call.name == "sub" {
            found.truncate(1);
        }
        let mut result = String::with_capacity(text.len());
        let mut end = 0;
        for one in &found {
            let data = Rc::new(match_data(&regex, one, text));
            result.push_str(text.get(end..one.start()).unwrap_or_default());
            end = one.end();
            match (call.arguments.get(1), &call.block) {
                (Some(RubyValue::Hash(hash)), _) => {
                    let value = hash.borrow().get(&data.group_value(0)).unwrap_or(RubyValue::Nil);
                    result.push_str(&self.text(&value)?);
                }
                (Some(replacement), _) => expand(&replacement.to_text(), &data, &mut result),
                (None, Some(block)) => {
                    let block = block.clone();
                    self.last_match = Some(data.clone());
                    let value = self.call_proc(&block, vec![data.group_value(0)])?;
                    result.push_str(&self.text(&value)?);
                }
                (None, None) => return self.unsupported("gsub without a replacement", call.offset),
            }
            self.check_size(result.len())?;
        }
        result.push_str(text.get(end..).unwrap_or_default());
        Ok(result)
    }
    fn split(&mut self, text: &str, call: &MethodCall<'_>) -> Ran {
        let limit = call.integer(1).unwrap_or(0);
        let mut parts: Vec<String> = Vec::new();
        match call.argument(0) {
            RubyValue::Nil => words(text, limit, &mut parts),
            RubyValue::String(separator) if *separator.borrow() == " " => words(text, limit, &mut parts),
            RubyValue::String(separator) => {
                let separator = separator.borrow().clone();
                if separator.is_empty() {
                    let mut characters = text.chars();
                    while limit <= 0 || (parts.len() as i128) < limit - 1 {
                        let Some(character) = characters.next() else { break };
                        parts.push(character.to_string());
                    }
                    if limit < 0 || !characters.as_str().is_empty() {
                        parts.push(characters.as_str().to_string());
                    }
                } else if limit > 0 {
                    parts.extend(text.splitn(usize::try_from(limit).unwrap_or(1), &separator).map(str::to_string));
                } else {
                    parts.extend(text.split(&separator).map(str::to_string));
                }
            }
            RubyValue::Regexp(pattern) => {
                let regex = self.compile_pattern(&pattern, call.offset)?;
                let Ok(found) = regex.find_all(text) else {
                    return self.unsupported(format!("the pattern /{pattern}/, which takes too long"), call.offset);
                };
                let mut start = 0;
                for one in found {
                    if limit > 0 && parts.len() as i128 >= limit - 1 {
                        break;
                    }
                    if one.end() == one.start() {
                        if one.start() == 0 || one.start() >= text.len() {
                            continue;
                        }
                    } else if one.start() == 0 && one.end() == 0 {
                        continue;
                    }
                    parts.push(text.get(start..one.start()).unwrap_or_default().to_string());
                    for group in one.groups.iter().skip(1).flatten() {
                        parts.push(text.get(group.0..group.1).unwrap_or_default().to_string());
                    }
                    start = one.end();
                }
                parts.push(text.get(start..).unwrap_or_default().to_string());
            }
            _ => return self.unsupported("this separator of split", call.offset),
        }
        if text.is_empty() {
            parts.clear();
        }
        if limit == 0 {
            while parts.last().is_some_and(String::is_empty) {
                parts.pop();
            }
        }
        Ok(RubyValue::array(parts.into_iter().map(RubyValue::string).collect()))
    }
    fn scan(&mut self, text: &str, call: &MethodCall<'_>) -> Ran {
        let pattern = match call.argument(0) {
            RubyValue::Regexp(pattern) => pattern.to_string(),
            RubyValue::String(plain) => crate::ruby_core::inspect::escape_pattern(&plain.borrow()),
            _ => return self.unsupported("this pattern of scan", call.offset),
        };
        let regex = self.compile_pattern(&pattern, call.offset)?;
        let Ok(found) = regex.find_all(text) else {
            return self.unsupported(format!("the pattern /{pattern}/, which takes too long"), call.offset);
        };
        let mut results = Vec::new();
        for one in found {
            let data = match_data(&regex, &one, text);
            let value = if data.groups.len() > 1 {
                RubyValue::array((1..data.groups.len()).map(|number| data.group_value(number)).collect())
            } else {
                data.group_value(0)
            };
            match &call.block {
                Some(block) => {
                    self.last_match = Some(Rc::new(data));
                    self.call_proc(&block.clone(), vec![value])?;
                }
                None => results.push(value),
            }
        }
        Ok(if call.block.is_some() { RubyValue::string(text) } else { RubyValue::array(results) })
    }
    fn slice(&mut self, text: &str, call: &MethodCall<'_>) -> Ran {
        let characters: Vec<char> = text.chars().collect();
        let length = characters.len() as i128;
        match (call.argument(0), call.arguments.len()) {
            (RubyValue::Integer(index), 1) => {
                let index = if index < 0 { index + length } else { index };
                Ok(match usize::try_from(index).ok().and_then(|index| characters.get(index)) {
                    Some(character) => RubyValue::string(character.to_string()),
                    None => RubyValue::Nil,
                })
            }
            (RubyValue::Integer(start), _) => {
                Ok(sub_text(&characters, start, call.integer(1).unwrap_or(0)).map_or(RubyValue::Nil, RubyValue::string))
            }
            (RubyValue::Range(range), _) => {
                let Some((start, count)) = super::array::range_bounds(&range, length) else {
                    return Ok(RubyValue::Nil);
                };
                Ok(sub_text(&characters, start, count).map_or(RubyValue::Nil, RubyValue::string))
            }
            (RubyValue::String(part), _) => {
                let part = part.borrow();
                Ok(if text.contains(part.as_str()) { RubyValue::string(part.as_str()) } else { RubyValue::Nil })
            }
            (RubyValue::Regexp(pattern), _) => {
                let found = self.find_pattern(&pattern, text, 0, call.offset)?;
                self.last_match = found.clone();
                let group = usize::try_from(call.integer(1).unwrap_or(0)).unwrap_or(0);
                Ok(found.map_or(RubyValue::Nil, |data| data.group_value(group)))
            }
            _ => self.unsupported("this index of a string", call.offset),
        }
    }
}

fn gsub(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::string(ruby.substitute(&text, call)?)))
}

/// `tr`, and `tr_s`, which writes a run of the same replacement once.
fn tr(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let (from, to) = (call.string(0).unwrap_or_default(), call.string(1).unwrap_or_default());
    let text = receiver.borrow();
    Ok(Some(RubyValue::string(translate(&text, &from, &to, call.name == "tr_s"))))
}

fn delete(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let sets = character_sets(call);
    let text = receiver.borrow();
    Ok(Some(RubyValue::string(text.chars().filter(|c| !in_all(&sets, *c)).collect::<String>())))
}

fn count(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let sets = character_sets(call);
    let text = receiver.borrow();
    Ok(Some(RubyValue::Integer(text.chars().filter(|c| in_all(&sets, *c)).count() as i128)))
}

/// Returns the sets of a call; a character counts where it is in all of them.
fn character_sets(call: &MethodCall<'_>) -> Vec<CharacterSet> {
    (0..call.arguments.len()).filter_map(|index| call.string(index)).map(|set| CharacterSet::new(&set)).collect()
}

fn in_all(sets: &[CharacterSet], character: char) -> bool {
    sets.iter().all(|set| set.contains(character))
}

fn squeeze(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let set = call.string(0).map(|set| CharacterSet::new(&set));
    let mut squeezed = String::new();
    for character in text.chars() {
        let counts = set.as_ref().is_none_or(|set| set.contains(character));
        if !(counts && squeezed.ends_with(character)) {
            squeezed.push(character);
        }
    }
    Ok(Some(RubyValue::string(squeezed)))
}

fn split_of(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(ruby.split(&text, call)?))
}

fn scan_of(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(ruby.scan(&text, call)?))
}

fn matches(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(match call.argument(0) {
        RubyValue::Regexp(pattern) => ruby.match_pattern(&pattern, &text, call)?,
        RubyValue::String(pattern) if call.name != "=~" => {
            let pattern = pattern.borrow().clone();
            ruby.match_pattern(&pattern, &text, call)?
        }
        _ => RubyValue::Nil,
    }))
}

/// `index` and `rindex`, from a position on.
fn index(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let length = text.chars().count() as i128;
    let is_last = call.name == "rindex";
    let from = call.integer(1).unwrap_or(if is_last { length } else { 0 });
    let from = if from < 0 { from + length } else { from };
    if from < 0 || (from > length && !is_last) {
        return Ok(Some(RubyValue::Nil));
    }
    let byte = text.char_indices().nth(from as usize).map_or(text.len(), |(byte, _)| byte);
    let found = match call.argument(0) {
        RubyValue::Regexp(pattern) if is_last => {
            let regex = ruby.compile_pattern(&pattern, call.offset)?;
            let Ok(found) = regex.find_all(&text) else { return Ok(None) };
            found.iter().map(|one| one.start()).rfind(|start| *start <= byte)
        }
        RubyValue::Regexp(pattern) => {
            let found = ruby.find_pattern(&pattern, &text, byte, call.offset)?;
            ruby.last_match = found.clone();
            found.and_then(|data| data.groups.first().copied().flatten()).map(|(start, _)| start)
        }
        RubyValue::String(part) if is_last => {
            let part = part.borrow();
            let end = byte.saturating_add(part.len()).min(text.len());
            text.get(..end).and_then(|before| before.rfind(part.as_str()))
        }
        RubyValue::String(part) => {
            text.get(byte..).and_then(|rest| rest.find(part.borrow().as_str())).map(|at| byte + at)
        }
        _ => return Ok(None),
    };
    Ok(Some(match found.and_then(|byte| text.get(..byte)) {
        Some(before) => RubyValue::Integer(before.chars().count() as i128),
        None => RubyValue::Nil,
    }))
}

/// `text[…] = part` and `slice!(…)`: replaces what `[]` finds.
fn set_slice(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let is_taking = call.name == "slice!";
    let keys = if is_taking { call.arguments.len() } else { call.arguments.len().saturating_sub(1) };
    let replacement = if is_taking { String::new() } else { ruby.text(&call.argument(keys))? };
    let text = receiver.borrow().clone();
    let length = text.chars().count() as i128;
    let byte_at = |position: i128| {
        text.char_indices().nth(usize::try_from(position).unwrap_or(usize::MAX)).map_or(text.len(), |(byte, _)| byte)
    };
    let resolved =
        |start: i128| Some(if start < 0 { start + length } else { start }).filter(|s| (0..=length).contains(s));
    let bounds = match (call.argument(0), keys) {
        (RubyValue::Integer(start), 1 | 2) => {
            resolved(start).filter(|start| keys == 2 || *start < length).map(|start| {
                let count = if keys == 2 { call.integer(1).unwrap_or(0) } else { 1 };
                (byte_at(start), byte_at(start.saturating_add(count.max(0))))
            })
        }
        (RubyValue::Range(range), 1) => super::array::range_bounds(&range, length)
            .map(|(start, count)| (byte_at(start), byte_at(start.saturating_add(count)))),
        (RubyValue::String(part), 1) => {
            let part = part.borrow();
            text.find(part.as_str()).map(|start| (start, start + part.len()))
        }
        (RubyValue::Regexp(pattern), 1) => {
            ruby.find_pattern(&pattern, &text, 0, call.offset)?.and_then(|data| data.groups.first().copied().flatten())
        }
        _ => return Ok(None),
    };
    let Some((start, end)) = bounds else {
        if is_taking {
            return Ok(Some(RubyValue::Nil));
        }
        let (class, words) = match call.argument(0) {
            RubyValue::Integer(index) => ("IndexError", format!("index {index} out of string")),
            RubyValue::Range(_) => ("RangeError", format!("{} out of range", call.argument(0).inspect())),
            RubyValue::Regexp(_) => ("IndexError", "regexp not matched".to_string()),
            _ => ("IndexError", "string not matched".to_string()),
        };
        return ruby.raise(class, words);
    };
    let taken = text.get(start..end).unwrap_or_default().to_string();
    receiver.borrow_mut().replace_range(start..end, &replacement);
    Ok(Some(if is_taking { RubyValue::string(taken) } else { call.argument(keys) }))
}

fn partition(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let found = match call.argument(0) {
        RubyValue::Regexp(pattern) => {
            ruby.find_pattern(&pattern, &text, 0, call.offset)?.and_then(|data| data.groups.first().copied().flatten())
        }
        _ => {
            let part = call.string(0).unwrap_or_default();
            text.find(&part).map(|start| (start, start + part.len()))
        }
    };
    let (before, middle, after) = match found {
        Some((start, end)) => (&text[..start], &text[start..end], &text[end..]),
        None => (text.as_str(), "", ""),
    };
    Ok(Some(RubyValue::array([before, middle, after].into_iter().map(RubyValue::string).collect())))
}

fn rpartition(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let part = call.string(0).unwrap_or_default();
    let (before, middle, after) = match text.rfind(&part) {
        Some(start) => (&text[..start], part.as_str(), &text[start + part.len()..]),
        None => ("", "", text.as_str()),
    };
    Ok(Some(RubyValue::array([before, middle, after].into_iter().map(RubyValue::string).collect())))
}

fn index_of(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(ruby.slice(&text, call)?))
}

/// Splits at white space; what is before the first word does not count.
fn words(text: &str, limit: i128, parts: &mut Vec<String>) {
    let mut rest = text.trim_start_matches(is_space);
    while !rest.is_empty() && (limit <= 0 || (parts.len() as i128) < limit - 1) {
        let end = rest.find(is_space).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        parts.push(word.to_string());
        rest = after.trim_start_matches(is_space);
        if limit < 0 && rest.is_empty() && !after.is_empty() {
            parts.push(String::new());
        }
    }
    if !rest.is_empty() {
        parts.push(rest.to_string());
    }
}

fn sub_text(characters: &[char], start: i128, count: i128) -> Option<String> {
    let length = characters.len() as i128;
    let start = if start < 0 { start + length } else { start };
    if start < 0 || start > length || count < 0 {
        return None;
    }
    let end = start.saturating_add(count).min(length);
    characters.get(start as usize..end as usize).map(|part| part.iter().collect())
}

/// `\1`, `\0`, `\k<name>` and `\\` of a replacement.
fn expand(replacement: &str, data: &RubyMatch, result: &mut String) {
    let mut characters = replacement.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' {
            result.push(character);
            continue;
        }
        match characters.next() {
            Some(digit @ '0'..='9') => {
                result.push_str(&data.group(digit as usize - '0' as usize).unwrap_or_default());
            }
            Some('&') => result.push_str(&data.group(0).unwrap_or_default()),
            Some('k') if characters.peek() == Some(&'<') => {
                characters.next();
                let name: String = characters.by_ref().take_while(|c| *c != '>').collect();
                if let Some(number) = data.names.iter().position(|known| known.as_deref() == Some(name.as_str())) {
                    result.push_str(&data.group(number).unwrap_or_default());
                }
            }
            Some('`') => result.push_str(data.before()),
            Some('\'') => result.push_str(data.after()),
            Some('\\') => result.push('\\'),
            Some(other) => {
                result.push('\\');
                result.push(other);
            }
            None => result.push('\\'),
        }
    }
}

/// The sets of `tr`, `delete`, `count` and `squeeze`: ranges, and `^` for all others.
struct CharacterSet {
    negated: bool,
    members: Vec<char>,
}

impl CharacterSet {
    fn new(text: &str) -> Self {
        let negated = text.len() > 1 && text.starts_with('^');
        let characters: Vec<char> = if negated { text.chars().skip(1).collect() } else { text.chars().collect() };
        let mut members = Vec::new();
        let mut index = 0;
        while let Some(first) = characters.get(index).copied() {
            if first == '\\'
                && let Some(next) = characters.get(index + 1)
            {
                members.push(*next);
                index += 2;
            } else if characters.get(index + 1) == Some(&'-')
                && let Some(last) = characters.get(index + 2)
            {
                members.extend((first as u32..=*last as u32).take(0x11_0000).filter_map(char::from_u32));
                index += 3;
            } else {
                members.push(first);
                index += 1;
            }
        }
        CharacterSet { negated, members }
    }
    fn contains(&self, character: char) -> bool {
        self.members.contains(&character) != self.negated
    }
}

fn translate(text: &str, from: &str, to: &str, squeezes: bool) -> String {
    let from = CharacterSet::new(from);
    let to = CharacterSet::new(to).members;
    let mut translated = String::with_capacity(text.len());
    let mut last = None;
    for character in text.chars() {
        if !from.contains(character) {
            translated.push(character);
            last = None;
            continue;
        }
        let position = if from.negated {
            usize::MAX
        } else {
            from.members.iter().position(|member| *member == character).unwrap_or(usize::MAX)
        };
        let replacement = to.get(position).or(to.last()).copied();
        if !squeezes || replacement != last {
            translated.extend(replacement);
        }
        last = replacement;
    }
    translated
}
