//! Keys with dots: `a.b.0` is the first element of `b` in `a`; quotes keep a dot in a segment. Knows nothing of data files.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::value::Value;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    Name(SmolStr),
    Index(i128),
}

impl Segment {
    pub fn to_value(&self) -> Value {
        match self {
            Segment::Name(name) => Value::String(name.clone()),
            Segment::Index(index) => Value::Integer(*index),
        }
    }

    pub fn text(&self) -> String {
        match self {
            Segment::Name(name) => name.to_string(),
            Segment::Index(index) => index.to_string(),
        }
    }
}

/// A key cut into the root, which data files are asked for, and what is dug out of the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookupKey {
    pub text: SmolStr,
    pub root: SmolStr,
    pub segments: Vec<Segment>,
}

/// The key has unbalanced quotes, empty segments or none at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeySyntaxError;

/// What digging found.
#[derive(Clone, Debug, PartialEq)]
pub enum Dug {
    Found(Value),
    Missing,
    /// A segment was applied to something that has no members: the class Ruby would name, and the segment.
    Mismatch {
        class: &'static str,
        segment: String,
    },
}

impl LookupKey {
    pub fn parse(text: &str) -> Result<LookupKey, KeySyntaxError> {
        let mut segments = split(text)?.into_iter();
        let root = match segments.next() {
            Some(Segment::Name(name)) => name,
            Some(Segment::Index(index)) => SmolStr::new(index.to_string()),
            None => return Err(KeySyntaxError),
        };
        Ok(LookupKey { text: SmolStr::new(text), root, segments: segments.collect() })
    }

    /// The module that a qualified key belongs to.
    pub fn module(&self) -> Option<&str> {
        self.root.split_once("::").map(|(module, _)| module)
    }

    pub fn dig(&self, value: Value) -> Dug {
        dig(value, &self.segments)
    }

    /// A value from which digging with this key finds `value`.
    pub fn undig(&self, value: Value) -> Value {
        self.segments.iter().rev().fold(value, |inner, segment| match segment {
            Segment::Index(index) => {
                let padding = usize::try_from(*index).unwrap_or(0).min(10_000);
                Value::array(std::iter::repeat_n(Value::Undef, padding).chain([inner]))
            }
            Segment::Name(name) => Value::hash([(Value::String(name.clone()), inner)]),
        })
    }
}

/// Cuts a key at its dots. White space around a segment does not count; numbers are indexes.
pub fn split(key: &str) -> Result<Vec<Segment>, KeySyntaxError> {
    if !key.contains(['\'', '"', '.']) {
        return Ok(vec![Segment::Name(SmolStr::new(key))]);
    }
    let mut segments = Vec::new();
    let mut rest = key;
    loop {
        let trimmed = rest.trim_start();
        if let Some(quote) = trimmed.chars().next().filter(|c| matches!(c, '"' | '\'')) {
            let inner = trimmed.get(1..).unwrap_or_default();
            let end = inner.find(quote).filter(|end| *end > 0).ok_or(KeySyntaxError)?;
            segments.push(Segment::Name(SmolStr::new(inner.get(..end).unwrap_or_default())));
            rest = inner.get(end + 1..).unwrap_or_default().trim_start();
        } else {
            let end = rest.find(['\'', '"', '.']).unwrap_or(rest.len());
            if end == 0 {
                return Err(KeySyntaxError);
            }
            let (name, after) = rest.split_at(end);
            segments.push(plain_segment(name.trim()));
            rest = after;
        }
        match rest.strip_prefix('.') {
            Some(after) => rest = after,
            None if rest.is_empty() => return Ok(segments),
            None => return Err(KeySyntaxError),
        }
    }
}

fn plain_segment(name: &str) -> Segment {
    let unsigned = name.strip_prefix(['+', '-']).unwrap_or(name);
    let is_number = !unsigned.is_empty() && unsigned.bytes().all(|b| b.is_ascii_digit());
    match name.parse() {
        Ok(index) if is_number => Segment::Index(index),
        _ => Segment::Name(SmolStr::new(name)),
    }
}

pub fn dig(value: Value, segments: &[Segment]) -> Dug {
    let mut current = value;
    for segment in segments {
        let next = match (&current, segment) {
            (Value::Undef, _) => None,
            (Value::Unknown(_), _) => return Dug::Found(current.with_nothing_certain()),
            (Value::Array(elements), Segment::Index(index)) => {
                usize::try_from(*index).ok().and_then(|index| elements.get(index)).cloned()
            }
            (Value::Hash(entries), segment) => entries.get(&segment.to_value()).cloned(),
            (other, segment) => return Dug::Mismatch { class: ruby_class(other), segment: segment.text() },
        };
        match next {
            Some(value) => current = value,
            None => return Dug::Missing,
        }
    }
    Dug::Found(current)
}

/// The name of the Ruby class that Puppet's message shows for a value.
pub fn ruby_class(value: &Value) -> &'static str {
    match value {
        Value::Undef => "NilClass",
        Value::Boolean(true) => "TrueClass",
        Value::Boolean(false) => "FalseClass",
        Value::Integer(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
        _ => "Object",
    }
}

/// A value without what digging with the key would not find, so that merges see only that part.
pub fn prune(key: &LookupKey, value: Value) -> Value {
    if key.segments.is_empty() {
        return value;
    }
    match key.dig(value.clone()) {
        Dug::Found(found) if !found.is_undef() => key.undig(found),
        _ => match value {
            Value::Hash(_) => Value::Hash(Arc::default()),
            Value::Array(_) => Value::Array(Arc::default()),
            _ => Value::Undef,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(key: &str) -> Vec<String> {
        split(key).unwrap().iter().map(Segment::text).collect()
    }

    #[test]
    fn dots_cut_and_quotes_keep() {
        assert_eq!(texts("a.b.0"), ["a", "b", "0"]);
        assert_eq!(split("a.0").unwrap()[1], Segment::Index(0));
        assert_eq!(split("a.'0'").unwrap()[1], Segment::Name("0".into()));
        assert_eq!(texts("\"a.b\".c"), ["a.b", "c"]);
        assert_eq!(texts("facts.'os'.\"name\""), ["facts", "os", "name"]);
        assert_eq!(texts(" a . 'b c' "), ["a", "b c"]);
        assert_eq!(texts("a::b"), ["a::b"]);
        assert_eq!(texts(""), [""]);
    }

    #[test]
    fn broken_keys_are_refused() {
        for key in [".", "a.", ".a", "a..b", "'a", "a'b'", "''", "lookup( 'b' )"] {
            assert_eq!(split(key), Err(KeySyntaxError), "{key}");
        }
    }

    #[test]
    fn digging() {
        let value = Value::hash([("a".into(), Value::array([1.into(), 2.into()])), ("s".into(), "text".into())]);
        let dug = |key: &str| LookupKey::parse(key).unwrap().dig(value.clone());
        assert_eq!(dug("h.a.1"), Dug::Found(2.into()));
        assert_eq!(dug("h.a.2"), Dug::Missing);
        assert_eq!(dug("h.zzz"), Dug::Missing);
        assert_eq!(dug("h.s.x"), Dug::Mismatch { class: "String", segment: "x".to_string() });
        assert_eq!(dug("h.a.x"), Dug::Mismatch { class: "Array", segment: "x".to_string() });
    }

    #[test]
    fn the_module_is_what_stands_before_the_first_colons() {
        assert_eq!(LookupKey::parse("m::a::b").unwrap().module(), Some("m"));
        assert_eq!(LookupKey::parse("plain").unwrap().module(), None);
    }
}
