//! `Gem::Version`: versions as RubyGems compares them, `1.10` after `1.9`, `1.0.b` before `1.0`.

use std::cmp::Ordering;

use super::{Native, native};
use crate::ruby::methods::MethodCall;
use crate::ruby::value::RubyValue;

#[derive(Clone, Debug)]
pub struct GemVersion {
    text: String,
    segments: Vec<Segment>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Segment {
    Text(String),
    Number(u64),
}

impl GemVersion {
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let plain = if text.is_empty() { "0" } else { text };
        if !plain.starts_with(|first: char| first.is_ascii_digit())
            || plain.contains(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-')))
        {
            return None;
        }
        let plain = plain.replace('-', ".pre.");
        let mut segments = Vec::new();
        for part in plain.split('.') {
            let mut rest = part;
            while let Some(first) = rest.chars().next() {
                let is_digit = first.is_ascii_digit();
                let end = rest.find(|c: char| c.is_ascii_digit() != is_digit).unwrap_or(rest.len());
                let (segment, after) = rest.split_at(end);
                segments.push(match segment.parse() {
                    Ok(number) if is_digit => Segment::Number(number),
                    _ => Segment::Text(segment.to_string()),
                });
                rest = after;
            }
        }
        Some(GemVersion { text: text.to_string(), segments })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn compare(&self, other: &GemVersion) -> Ordering {
        let zero = Segment::Number(0);
        for index in 0..self.segments.len().max(other.segments.len()) {
            let own = self.segments.get(index).unwrap_or(&zero);
            let theirs = other.segments.get(index).unwrap_or(&zero);
            let order = match (own, theirs) {
                (Segment::Number(a), Segment::Number(b)) => a.cmp(b),
                (Segment::Text(a), Segment::Text(b)) => a.cmp(b),
                (Segment::Text(_), Segment::Number(_)) => Ordering::Less,
                (Segment::Number(_), Segment::Text(_)) => Ordering::Greater,
            };
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    }

    pub(in crate::ruby) fn method(&self, call: &MethodCall<'_>) -> Option<RubyValue> {
        let other = || match call.argument(0) {
            RubyValue::Native(object) => match &*object {
                Native::Version(version) => Some(version.clone()),
                _ => None,
            },
            RubyValue::String(text) => GemVersion::read(&text.borrow()),
            _ => None,
        };
        Some(match call.name {
            "to_s" | "version" => RubyValue::string(self.text.as_str()),
            "segments" => RubyValue::array(
                self.segments
                    .iter()
                    .map(|segment| match segment {
                        Segment::Number(number) => RubyValue::Integer(i128::from(*number)),
                        Segment::Text(text) => RubyValue::string(text.as_str()),
                    })
                    .collect(),
            ),
            "prerelease?" => {
                RubyValue::Boolean(self.segments.iter().any(|segment| matches!(segment, Segment::Text(_))))
            }
            "release" => {
                let numbers = self.segments.iter().map_while(|segment| match segment {
                    Segment::Number(number) => Some(number.to_string()),
                    Segment::Text(_) => None,
                });
                native(Native::Version(GemVersion::read(&numbers.collect::<Vec<_>>().join("."))?))
            }
            "<=>" => match other() {
                Some(other) => RubyValue::Integer(self.compare(&other) as i128),
                None => RubyValue::Nil,
            },
            "==" | "eql?" => RubyValue::Boolean(other().is_some_and(|other| self.compare(&other).is_eq())),
            "<" => RubyValue::Boolean(self.compare(&other()?).is_lt()),
            ">" => RubyValue::Boolean(self.compare(&other()?).is_gt()),
            "<=" => RubyValue::Boolean(self.compare(&other()?).is_le()),
            ">=" => RubyValue::Boolean(self.compare(&other()?).is_ge()),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_by_their_parts() {
        let compare = |a: &str, b: &str| GemVersion::read(a).expect(a).compare(&GemVersion::read(b).expect(b));
        assert_eq!(compare("1.10", "1.9"), Ordering::Greater);
        assert_eq!(compare("2.4.0", "2.4"), Ordering::Equal);
        assert_eq!(compare("1.0.b1", "1.0"), Ordering::Less);
        assert_eq!(compare("1.0-rc1", "1.0.0"), Ordering::Less);
        assert!(GemVersion::read("x1").is_none());
    }
}
