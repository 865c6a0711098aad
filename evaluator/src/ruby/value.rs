//! Values as Ruby code sees them: strings, arrays and hashes that can be changed, symbols, ranges, blocks.
//!
//! Knows how they convert from and to Puppet's values and how Ruby prints them; methods are elsewhere.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;
use num_bigint::BigInt;
use smol_str::SmolStr;

use super::classes::RubyObject;
use super::environment::Environment;
use super::library::Native;
use super::syntax_tree::Block;
use crate::regex_dialect::Regexp;
use crate::ruby_core::sprintf::{Argument, NotAHash, Scalar};
use crate::ruby_core::{self, inspect};
use crate::scope::ScopeId;
use crate::value::Value;

#[derive(Clone, Debug)]
pub enum RubyValue {
    Nil,
    Boolean(bool),
    Integer(i128),
    /// An integer that has no room in the other form.
    Big(Rc<BigInt>),
    Float(f64),
    String(Rc<RefCell<String>>),
    Symbol(SmolStr),
    Array(Rc<RefCell<Vec<RubyValue>>>),
    Hash(Rc<RefCell<RubyHash>>),
    Range(Rc<RubyRange>),
    /// The pattern, options inside as `(?i:…)`.
    Regexp(SmolStr),
    MatchData(Rc<RubyMatch>),
    Proc(Rc<RubyProc>),
    /// A class or module, by its name.
    Constant(SmolStr),
    Exception {
        class: SmolStr,
        message: SmolStr,
    },
    /// What a template calls `scope`, and the scope that a function was defined in.
    Scope(ScopeId),
    /// What a template or function body calls `self`.
    Main,
    /// An object of a class that the source defines.
    Object(Rc<RubyObject>),
    /// An object of a class of Ruby's library.
    Native(Rc<Native>),
    /// A value of Puppet's that Ruby code passes on as it is.
    Puppet(Value),
}

#[derive(Clone, Debug)]
pub struct RubyRange {
    pub from: RubyValue,
    pub to: RubyValue,
    pub exclusive: bool,
}

#[derive(Clone, Debug)]
pub struct RubyMatch {
    pub subject: String,
    /// Byte ranges of the groups.
    pub groups: Vec<Option<(usize, usize)>>,
    pub names: Vec<Option<String>>,
}

#[derive(Debug)]
pub struct RubyProc {
    pub block: ProcBody,
    pub environment: Rc<Environment>,
    pub is_lambda: bool,
}

#[derive(Clone, Debug)]
pub enum ProcBody {
    Block(Arc<Block>),
    /// `&:name`
    Method(SmolStr),
    /// A lambda of Puppet's.
    Puppet(Arc<crate::value::Callable>),
}

/// What two keys must share to be one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    Nil,
    Boolean(bool),
    Integer(i128),
    Float(u64),
    String(String),
    Symbol(SmolStr),
    Array(Vec<Key>),
    Hash(Vec<(Key, Key)>),
    Other(String),
}

#[derive(Clone, Debug, Default)]
pub struct RubyHash {
    entries: IndexMap<Key, (RubyValue, RubyValue)>,
    pub default: Option<Box<RubyValue>>,
    pub default_block: Option<Rc<RubyProc>>,
    /// Modules that `extend` mixed in.
    pub extensions: Vec<SmolStr>,
}

impl RubyHash {
    pub fn get(&self, key: &RubyValue) -> Option<RubyValue> {
        self.entries.get(&key.key()).map(|(_, value)| value.clone())
    }

    pub fn contains(&self, key: &RubyValue) -> bool {
        self.entries.contains_key(&key.key())
    }

    pub fn insert(&mut self, key: RubyValue, value: RubyValue) {
        let id = key.key();
        match self.entries.get_mut(&id) {
            Some((_, slot)) => *slot = value,
            None => {
                self.entries.insert(id, (key, value));
            }
        }
    }

    pub fn remove(&mut self, key: &RubyValue) -> Option<RubyValue> {
        self.entries.shift_remove(&key.key()).map(|(_, value)| value)
    }

    pub fn iter(&self) -> impl Iterator<Item = &(RubyValue, RubyValue)> {
        self.entries.values()
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn pairs(&self) -> Vec<(RubyValue, RubyValue)> {
        self.entries.values().cloned().collect()
    }
}

impl FromIterator<(RubyValue, RubyValue)> for RubyHash {
    fn from_iter<I: IntoIterator<Item = (RubyValue, RubyValue)>>(pairs: I) -> Self {
        let mut hash = RubyHash::default();
        for (key, value) in pairs {
            hash.insert(key, value);
        }
        hash
    }
}

impl RubyValue {
    pub fn string(text: impl Into<String>) -> RubyValue {
        RubyValue::String(Rc::new(RefCell::new(text.into())))
    }

    pub fn array(elements: Vec<RubyValue>) -> RubyValue {
        RubyValue::Array(Rc::new(RefCell::new(elements)))
    }

    pub fn hash(pairs: impl IntoIterator<Item = (RubyValue, RubyValue)>) -> RubyValue {
        RubyValue::Hash(Rc::new(RefCell::new(pairs.into_iter().collect())))
    }

    pub fn is_truthy(&self) -> bool {
        !matches!(self, RubyValue::Nil | RubyValue::Boolean(false))
    }

    pub fn from_puppet(value: &Value) -> RubyValue {
        match value {
            Value::Undef => RubyValue::Nil,
            Value::Default => RubyValue::Symbol("default".into()),
            Value::Boolean(value) => RubyValue::Boolean(*value),
            Value::Integer(value) => RubyValue::Integer(*value),
            Value::Float(value) => RubyValue::Float(*value),
            Value::String(text) => RubyValue::string(text.as_str()),
            Value::Regexp(pattern) => RubyValue::Regexp((**pattern).clone()),
            Value::Array(elements) => RubyValue::array(elements.iter().map(RubyValue::from_puppet).collect()),
            Value::Hash(entries) => RubyValue::hash(
                entries.iter().map(|(key, value)| (RubyValue::from_puppet(key), RubyValue::from_puppet(value))),
            ),
            other => RubyValue::Puppet(other.clone()),
        }
    }

    /// As Puppet sees it; `None` for what has no such form (blocks, classes).
    pub fn to_puppet(&self) -> Option<Value> {
        Some(match self {
            RubyValue::Nil => Value::Undef,
            RubyValue::Boolean(value) => Value::Boolean(*value),
            RubyValue::Integer(value) => Value::Integer(*value),
            RubyValue::Float(value) => Value::Float(*value),
            RubyValue::String(text) => Value::string(text.borrow().as_str()),
            RubyValue::Symbol(name) if name == "undef" => Value::Undef,
            RubyValue::Symbol(name) if name == "default" => Value::Default,
            RubyValue::Symbol(name) => Value::string(name.as_str()),
            RubyValue::Array(elements) => {
                Value::array(elements.borrow().iter().map(RubyValue::to_puppet).collect::<Option<Vec<_>>>()?)
            }
            RubyValue::Hash(hash) => Value::hash(
                hash.borrow()
                    .iter()
                    .map(|(key, value)| Some((key.to_puppet()?, value.to_puppet()?)))
                    .collect::<Option<Vec<_>>>()?,
            ),
            RubyValue::Regexp(pattern) => Value::Regexp(Regexp::new(pattern.clone())),
            RubyValue::Puppet(value) => value.clone(),
            RubyValue::Big(_)
            | RubyValue::Range(_)
            | RubyValue::MatchData(_)
            | RubyValue::Proc(_)
            | RubyValue::Constant(_)
            | RubyValue::Exception { .. }
            | RubyValue::Scope(_)
            | RubyValue::Object(_)
            | RubyValue::Native(_)
            | RubyValue::Main => return None,
        })
    }

    pub fn key(&self) -> Key {
        match self {
            RubyValue::Nil => Key::Nil,
            RubyValue::Boolean(value) => Key::Boolean(*value),
            RubyValue::Integer(value) => Key::Integer(*value),
            RubyValue::Float(value) => Key::Float(value.to_bits()),
            RubyValue::String(text) => Key::String(text.borrow().clone()),
            RubyValue::Symbol(name) => Key::Symbol(name.clone()),
            RubyValue::Array(elements) => Key::Array(elements.borrow().iter().map(RubyValue::key).collect()),
            RubyValue::Hash(hash) => {
                Key::Hash(hash.borrow().iter().map(|(key, value)| (key.key(), value.key())).collect())
            }
            RubyValue::Object(object) => Key::Other(match &*object.hash.borrow() {
                Some(hash) => format!("{} {hash}", object.class),
                None => format!("{}{:p}", object.class, Rc::as_ptr(object)),
            }),
            other => Key::Other(other.inspect()),
        }
    }

    /// Ruby's `==`.
    pub fn equals(&self, other: &RubyValue) -> bool {
        match (self, other) {
            (RubyValue::Integer(a), RubyValue::Float(b)) | (RubyValue::Float(b), RubyValue::Integer(a)) => {
                *a as f64 == *b
            }
            (RubyValue::Float(a), RubyValue::Float(b)) => a == b,
            (RubyValue::Array(a), RubyValue::Array(b)) => {
                let (a, b) = (a.borrow(), b.borrow());
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.equals(b))
            }
            (RubyValue::Hash(a), RubyValue::Hash(b)) => {
                let (a, b) = (a.borrow(), b.borrow());
                a.len() == b.len() && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| value.equals(&other)))
            }
            (RubyValue::Puppet(a), RubyValue::Puppet(b)) => a == b,
            _ => self.key() == other.key(),
        }
    }

    /// Ruby's `equal?`: the same object, not one that is equal.
    pub fn is_same_object(&self, other: &RubyValue) -> bool {
        match (self, other) {
            (RubyValue::String(a), RubyValue::String(b)) => Rc::ptr_eq(a, b),
            (RubyValue::Array(a), RubyValue::Array(b)) => Rc::ptr_eq(a, b),
            (RubyValue::Hash(a), RubyValue::Hash(b)) => Rc::ptr_eq(a, b),
            (RubyValue::Integer(_), RubyValue::Float(_)) | (RubyValue::Float(_), RubyValue::Integer(_)) => false,
            _ => self.equals(other),
        }
    }

    /// The name of its class.
    pub fn class_name(&self) -> SmolStr {
        match self {
            RubyValue::Nil => "NilClass".into(),
            RubyValue::Boolean(true) => "TrueClass".into(),
            RubyValue::Boolean(false) => "FalseClass".into(),
            RubyValue::Integer(_) | RubyValue::Big(_) => "Integer".into(),
            RubyValue::Float(_) => "Float".into(),
            RubyValue::String(_) => "String".into(),
            RubyValue::Symbol(_) => "Symbol".into(),
            RubyValue::Array(_) => "Array".into(),
            RubyValue::Hash(_) => "Hash".into(),
            RubyValue::Range(_) => "Range".into(),
            RubyValue::Regexp(_) => "Regexp".into(),
            RubyValue::MatchData(_) => "MatchData".into(),
            RubyValue::Proc(_) => "Proc".into(),
            RubyValue::Constant(_) => "Class".into(),
            RubyValue::Exception { class, .. } => class.clone(),
            RubyValue::Scope(_) => "Puppet::Parser::Scope".into(),
            RubyValue::Main => "Puppet::Parser::TemplateWrapper".into(),
            RubyValue::Object(object) => object.class.clone(),
            RubyValue::Native(object) => object.class_name().into(),
            RubyValue::Puppet(value) => match value {
                Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive".into(),
                _ => "Object".into(),
            },
        }
    }

    pub fn is_a(&self, class: &str) -> bool {
        let own = self.class_name();
        if own == class || matches!(class, "Object" | "BasicObject" | "Kernel") {
            return true;
        }
        match self {
            RubyValue::Integer(_) | RubyValue::Float(_) | RubyValue::Big(_) => {
                matches!(class, "Numeric" | "Comparable")
                    || (class == "Fixnum" && matches!(self, RubyValue::Integer(_)))
            }
            RubyValue::String(_) => class == "Comparable",
            RubyValue::Array(_) | RubyValue::Hash(_) | RubyValue::Range(_) => class == "Enumerable",
            RubyValue::Exception { class: own, .. } => is_exception_below(own, class),
            RubyValue::Constant(_) => class == "Module",
            RubyValue::Native(object) => object.is_a(class),
            RubyValue::Puppet(Value::Sensitive(_)) => class.ends_with("Sensitive"),
            _ => false,
        }
    }

    /// Returns what `to_s` gives.
    pub fn to_text(&self) -> String {
        match self {
            RubyValue::Nil => String::new(),
            RubyValue::String(text) => text.borrow().clone(),
            RubyValue::Symbol(name) => name.to_string(),
            RubyValue::Regexp(pattern) => {
                let mut text = String::new();
                inspect::write_pattern_text(pattern, &mut text);
                text
            }
            RubyValue::Exception { message, .. } => message.to_string(),
            RubyValue::MatchData(data) => data.group(0).unwrap_or_default(),
            RubyValue::Range(range) => {
                let mut text = String::new();
                write_range(range, &mut text, |end, out| out.push_str(&end.to_text()));
                text
            }
            RubyValue::Puppet(value) => ruby_core::text::to_s(value),
            RubyValue::Native(object) => object.text(),
            other => other.inspect(),
        }
    }

    /// Returns what `inspect` gives.
    pub fn inspect(&self) -> String {
        let mut text = String::new();
        self.write_inspect(&mut text);
        text
    }

    fn write_inspect(&self, out: &mut String) {
        match self {
            RubyValue::Nil => out.push_str("nil"),
            RubyValue::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
            RubyValue::Integer(value) => out.push_str(&value.to_string()),
            RubyValue::Big(value) => out.push_str(&value.to_string()),
            RubyValue::Float(value) => out.push_str(&crate::value::numbers::float_text(*value)),
            RubyValue::String(text) => inspect::write_quoted(&text.borrow(), out),
            RubyValue::Symbol(name) => inspect::write_symbol(name, out),
            RubyValue::Array(elements) => inspect::write_list(elements.borrow().iter(), out, RubyValue::write_inspect),
            RubyValue::Hash(hash) => {
                let hash = hash.borrow();
                inspect::write_pairs(hash.iter().map(|(key, value)| (key, value)), out, RubyValue::write_inspect);
            }
            RubyValue::Range(range) => write_range(range, out, RubyValue::write_inspect),
            RubyValue::Regexp(pattern) => inspect::write_pattern(pattern, out),
            RubyValue::MatchData(data) => data.write_inspect(out),
            RubyValue::Proc(_) => out.push_str("#<Proc>"),
            RubyValue::Constant(name) => out.push_str(name),
            RubyValue::Exception { class, message } => out.push_str(&format!("#<{class}: {message}>")),
            RubyValue::Scope(_) => out.push_str("Scope()"),
            RubyValue::Main => out.push_str("main"),
            RubyValue::Object(object) => out.push_str(&format!("#<{}>", object.class)),
            RubyValue::Native(object) => out.push_str(&object.inspect()),
            RubyValue::Puppet(value) => ruby_core::text::write_inspect(value, out),
        }
    }
}

impl Argument for RubyValue {
    fn to_s(&self) -> String {
        self.to_text()
    }

    fn inspect(&self) -> String {
        RubyValue::inspect(self)
    }

    fn name(&self) -> String {
        match self {
            RubyValue::Nil | RubyValue::Boolean(_) => RubyValue::inspect(self),
            other => other.class_name().to_string(),
        }
    }

    fn scalar(&self) -> Scalar<'_> {
        match self {
            RubyValue::Integer(number) => Scalar::Integer(*number),
            RubyValue::Big(number) => Scalar::Big((**number).clone()),
            RubyValue::Float(number) => Scalar::Float(*number),
            RubyValue::String(text) => Scalar::String(Cow::Owned(text.borrow().clone())),
            _ => Scalar::Other,
        }
    }

    fn entry(&self, name: &str) -> Result<Option<Self>, NotAHash> {
        match self {
            RubyValue::Hash(hash) => Ok(hash.borrow().get(&RubyValue::Symbol(name.into()))),
            _ => Err(NotAHash),
        }
    }
}

impl RubyMatch {
    pub fn group(&self, number: usize) -> Option<String> {
        let (start, end) = (*self.groups.get(number)?)?;
        self.subject.get(start..end).map(str::to_string)
    }

    fn write_inspect(&self, out: &mut String) {
        out.push_str("#<MatchData ");
        self.group_value(0).write_inspect(out);
        for number in 1..self.groups.len() {
            match self.names.get(number).and_then(Option::as_ref) {
                Some(name) => out.push_str(&format!(" {name}:")),
                None => out.push_str(&format!(" {number}:")),
            }
            self.group_value(number).write_inspect(out);
        }
        out.push('>');
    }

    /// Returns the text before the match.
    pub fn before(&self) -> &str {
        let start = self.groups.first().copied().flatten().map_or(0, |(start, _)| start);
        self.subject.get(..start).unwrap_or_default()
    }

    /// Returns the text after the match.
    pub fn after(&self) -> &str {
        let end = self.groups.first().copied().flatten().map_or(0, |(_, end)| end);
        self.subject.get(end..).unwrap_or_default()
    }

    pub fn group_value(&self, number: usize) -> RubyValue {
        self.group(number).map(RubyValue::string).unwrap_or(RubyValue::Nil)
    }
}

fn write_range(range: &RubyRange, out: &mut String, write: fn(&RubyValue, &mut String)) {
    if !matches!(range.from, RubyValue::Nil) || matches!(range.to, RubyValue::Nil) {
        write(&range.from, out);
    }
    out.push_str(if range.exclusive { "..." } else { ".." });
    if !matches!(range.to, RubyValue::Nil) {
        write(&range.to, out);
    }
}

/// The classes of errors that a `rescue` may name, each with the one above it.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("ArgumentError", "StandardError"),
    ("FloatDomainError", "RangeError"),
    ("IPAddr::AddressFamilyError", "IPAddr::Error"),
    ("IPAddr::Error", "ArgumentError"),
    ("IPAddr::InvalidAddressError", "IPAddr::Error"),
    ("IPAddr::InvalidPrefixError", "IPAddr::InvalidAddressError"),
    ("IndexError", "StandardError"),
    ("JSON::ParserError", "StandardError"),
    ("KeyError", "IndexError"),
    ("NameError", "StandardError"),
    ("NoMethodError", "NameError"),
    ("Psych::BadAlias", "Psych::Exception"),
    ("Psych::DisallowedClass", "Psych::Exception"),
    ("Psych::Exception", "RuntimeError"),
    ("Psych::SyntaxError", "Psych::Exception"),
    ("Puppet::DataBinding::LookupError", "Puppet::PreformattedError"),
    ("Puppet::Error", "RuntimeError"),
    ("Puppet::ParseError", "Puppet::Error"),
    ("Puppet::PreformattedError", "Puppet::ParseErrorWithIssue"),
    ("Puppet::ParseErrorWithIssue", "Puppet::ParseError"),
    ("RangeError", "StandardError"),
    ("RegexpError", "StandardError"),
    ("RuntimeError", "StandardError"),
    ("StandardError", "Exception"),
    ("TypeError", "StandardError"),
    ("URI::InvalidURIError", "StandardError"),
    ("ZeroDivisionError", "StandardError"),
];

fn is_exception_below(class: &str, above: &str) -> bool {
    // `YAML` is another name of `Psych`.
    let alias = above.strip_prefix("YAML::").map(|name| format!("Psych::{name}"));
    let above = alias.as_deref().unwrap_or(above);
    let mut current = class;
    for _ in 0..EXCEPTIONS.len() {
        if current == above {
            return true;
        }
        match EXCEPTIONS.iter().find(|(name, _)| *name == current) {
            Some((_, parent)) => current = parent,
            None => return matches!(above, "StandardError" | "Exception"),
        }
    }
    false
}

pub fn is_exception_class(name: &str) -> bool {
    name == "Exception" || name.ends_with("Error") || EXCEPTIONS.iter().any(|(known, _)| *known == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_print_as_ruby_prints_them() {
        let hash = RubyValue::hash([
            (RubyValue::string("a"), RubyValue::array(vec![RubyValue::Integer(1), RubyValue::Nil])),
            (RubyValue::Symbol("b".into()), RubyValue::Float(1.0)),
        ]);
        assert_eq!(hash.to_text(), r#"{"a"=>[1, nil], :b=>1.0}"#);
        assert_eq!(RubyValue::Float(1e20).to_text(), "1.0e+20");
        assert_eq!(RubyValue::Float(0.00001).to_text(), "1.0e-05");
    }

    #[test]
    fn an_integer_equals_the_same_float_but_is_another_key() {
        assert!(RubyValue::Integer(1).equals(&RubyValue::Float(1.0)));
        assert_ne!(RubyValue::Integer(1).key(), RubyValue::Float(1.0).key());
    }

    #[test]
    fn errors_know_what_is_above_them() {
        let error = RubyValue::Exception { class: "Puppet::ParseError".into(), message: "m".into() };
        assert!(error.is_a("StandardError") && error.is_a("RuntimeError"));
        assert!(!error.is_a("ArgumentError"));
    }
}
