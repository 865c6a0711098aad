//! Methods of strings that search, cut and replace.

use std::rc::Rc;

use super::MethodCall;
use super::regexp::match_data;
use super::string::Text;
use super::table::{Method, method};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::{RubyMatch, RubyValue};

pub(super) static METHODS: &[Method<Text>] = &[
    method("=~", 1, matches),
    method("[]", -1, index_of),
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
            RubyValue::Nil => parts.extend(text.split_whitespace().map(str::to_string)),
            RubyValue::String(separator) if *separator.borrow() == " " && limit == 0 => {
                parts.extend(text.split_whitespace().map(str::to_string));
            }
            RubyValue::String(separator) => {
                let separator = separator.borrow().clone();
                if separator.is_empty() {
                    parts.extend(text.chars().map(String::from));
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

fn tr(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    Ok(Some(RubyValue::string(translate(
        &text,
        &call.string(0).unwrap_or_default(),
        &call.string(1).unwrap_or_default(),
    ))))
}

fn delete(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let set = CharacterSet::new(&call.string(0).unwrap_or_default());
    Ok(Some(RubyValue::string(text.chars().filter(|c| !set.contains(*c)).collect::<String>())))
}

fn count(_ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let set = CharacterSet::new(&call.string(0).unwrap_or_default());
    Ok(Some(RubyValue::Integer(text.chars().filter(|c| set.contains(*c)).count() as i128)))
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

fn index(ruby: &mut Ruby<'_, '_>, receiver: &Text, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
    let text = receiver.borrow().clone();
    let found = match call.argument(0) {
        RubyValue::Regexp(pattern) if call.name == "index" => ruby
            .find_pattern(&pattern, &text, 0, call.offset)?
            .and_then(|data| data.groups.first().copied().flatten())
            .map(|(start, _)| start),
        RubyValue::String(part) if call.name == "index" => text.find(part.borrow().as_str()),
        RubyValue::String(part) => text.rfind(part.borrow().as_str()),
        _ => return Ok(None),
    };
    Ok(Some(match found {
        Some(byte) => RubyValue::Integer(text[..byte].chars().count() as i128),
        None => RubyValue::Nil,
    }))
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

fn translate(text: &str, from: &str, to: &str) -> String {
    let from = CharacterSet::new(from);
    let to = CharacterSet::new(to).members;
    text.chars()
        .filter_map(|character| {
            if !from.contains(character) {
                return Some(character);
            }
            let position = if from.negated {
                usize::MAX
            } else {
                from.members.iter().position(|member| *member == character).unwrap_or(usize::MAX)
            };
            to.get(position).or(to.last()).copied()
        })
        .collect()
}
