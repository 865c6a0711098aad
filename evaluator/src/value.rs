//! What Puppet expressions evaluate to: cheap to clone, immutable, `Send + Sync`.
//!
//! `==` here is identity as hash keys see it (1 and 1.0 differ, case counts); the language's own `==` is
//! `value::equality`. Knows nothing of scopes or catalogs.

pub mod big_integers;
pub mod equality;
pub mod fingerprint;
pub mod format;
pub mod hash_entries;
pub mod numbers;
pub mod ordering;
pub mod quoting;
pub mod sem_ver;
pub mod text;
pub mod timespan;
pub mod timespan_format;
pub mod timestamp;
pub mod timestamp_format;
pub mod unknown_text;
pub mod uri;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use smol_str::SmolStr;

use crate::place::Place;
use crate::regex_dialect::Regexp;
use crate::types::{CallableType, Type};

pub use hash_entries::HashEntries;
pub use text::{to_display_string, to_source_string};

#[derive(Clone, Debug, Default)]
pub enum Value {
    #[default]
    Undef,
    Default,
    Boolean(bool),
    /// Wider than Puppet's 64 bits, so that an edition can decide where the range ends.
    Integer(i128),
    /// Beyond 128 bits.
    BigInteger(Arc<big_integers::BigInt>),
    Float(f64),
    String(SmolStr),
    /// The pattern's text; `regex_dialect` compiles it.
    Regexp(Regexp),
    Array(Arc<Vec<Value>>),
    /// In insertion order.
    Hash(Arc<HashEntries>),
    Type(Type),
    Sensitive(Arc<Value>),
    Binary(Arc<[u8]>),
    /// Nanoseconds since 1970 in UTC.
    Timestamp(i128),
    /// Nanoseconds.
    Timespan(i128),
    SemVer(Arc<SemVer>),
    SemVerRange(Arc<SemVerRange>),
    Uri(Arc<str>),
    /// A lambda, or a reference to a function.
    Callable(Arc<Callable>),
    /// An instance of an Object type; `Deferred` is one.
    Object(Arc<ObjectValue>),
    /// What `each` without a block, `reverse_each`, `step` and friends give.
    Iterator(Arc<IteratorValue>),
    /// What cannot be known here, and why.
    Unknown(Arc<UnknownReason>),
}

/// Why a value cannot be known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnknownReason {
    /// For instance `function foo::bar() is written in Ruby`.
    pub reason: String,
    pub place: Option<Place>,
    /// Where it is certain that the value is a string: the same reason without that knowledge.
    pub(crate) of_text: Option<Arc<UnknownReason>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SemVer {
    pub major: u64,
    pub minor: u64,
    pub patch: u64,
    pub prerelease: Option<String>,
    pub build: Option<String>,
}

/// A version range; the text it was made of is what it prints as, and does not count in comparisons.
#[derive(Clone, Debug)]
pub struct SemVerRange {
    pub text: String,
    /// Any of these holds.
    pub alternatives: Vec<SemVerInterval>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SemVerInterval {
    pub min: Option<SemVer>,
    pub exclude_min: bool,
    pub max: Option<SemVer>,
    pub exclude_max: bool,
}

/// Something that can be called with arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Callable {
    /// A lambda with the scope that it was written in.
    Lambda(crate::interpreter::lambdas::LambdaClosure),
    /// `&name` in `spec4x`.
    Function(FunctionReference),
}

/// A function by its name, with what it takes.
#[derive(Clone, Debug)]
pub struct FunctionReference {
    pub name: SmolStr,
    pub signatures: Vec<Arc<CallableType>>,
}

impl PartialEq for FunctionReference {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for FunctionReference {}

impl Hash for FunctionReference {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl Callable {
    /// What it takes, in the editions where it can be asked; nothing else knows.
    pub fn signatures(&self) -> &[Arc<CallableType>] {
        match self {
            Callable::Lambda(closure) => closure.signature.as_slice(),
            Callable::Function(reference) => &reference.signatures,
        }
    }
}

/// An instance of an Object type, attributes in the order of the type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectValue {
    pub object_type: Type,
    pub attributes: Vec<(SmolStr, Value)>,
}

/// A lazy sequence: the values it walks over, and what is done to them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IteratorValue {
    pub source: IteratorSource,
    /// The type that `type()` shows for an element.
    pub element_type: Type,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IteratorSource {
    /// Values that are there already.
    Values(Arc<Vec<Value>>),
    /// `from` to `to`, both inclusive.
    Integers { from: i128, to: i128, step: i128 },
}

impl PartialEq for SemVerRange {
    fn eq(&self, other: &Self) -> bool {
        self.alternatives == other.alternatives
    }
}

impl Eq for SemVerRange {}

impl Hash for SemVerRange {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.alternatives.hash(state);
    }
}

impl IteratorSource {
    /// All elements in order.
    pub fn to_values(&self) -> Vec<Value> {
        match self {
            IteratorSource::Values(values) => values.to_vec(),
            IteratorSource::Integers { from, to, step } => {
                let mut values = Vec::new();
                let mut current = *from;
                while *step != 0 && values.len() < MAX_LISTED && if *step > 0 { current <= *to } else { current >= *to }
                {
                    values.push(Value::Integer(current));
                    current = current.saturating_add(*step);
                }
                values
            }
        }
    }
}

/// An iterator over integers is listed up to here.
const MAX_LISTED: usize = 1_000_000;

impl Value {
    pub fn string(text: impl AsRef<str>) -> Value {
        Value::String(SmolStr::new(text))
    }

    pub fn array(elements: impl IntoIterator<Item = Value>) -> Value {
        Value::Array(Arc::new(elements.into_iter().collect()))
    }

    pub fn hash(entries: impl IntoIterator<Item = (Value, Value)>) -> Value {
        Value::Hash(Arc::new(entries.into_iter().collect()))
    }

    pub fn unknown(reason: impl Into<String>, place: Option<Place>) -> Value {
        Value::Unknown(Arc::new(UnknownReason { reason: reason.into(), place, of_text: None }))
    }

    pub fn is_undef(&self) -> bool {
        matches!(self, Value::Undef)
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// Whether a value is unknown or may hold one that is.
    #[inline]
    pub(crate) fn may_be_unknown(&self) -> bool {
        matches!(self, Value::Unknown(_) | Value::Array(_) | Value::Hash(_) | Value::Sensitive(_) | Value::Object(_))
    }

    /// The first unknown in the value, inside collections too.
    pub fn first_unknown(&self) -> Option<&Arc<UnknownReason>> {
        match self {
            // What something else is made of it is not certain to be a string.
            Value::Unknown(reason) => Some(reason.of_text.as_ref().unwrap_or(reason)),
            Value::Array(elements) => {
                elements.iter().filter(|element| element.may_be_unknown()).find_map(Value::first_unknown)
            }
            Value::Hash(entries) => entries
                .iter()
                .flat_map(|(key, value)| [key, value])
                .filter(|part| part.may_be_unknown())
                .find_map(Value::first_unknown),
            Value::Sensitive(inner) => inner.first_unknown(),
            Value::Object(object) => object.attributes.iter().find_map(|(_, value)| value.first_unknown()),
            _ => None,
        }
    }
}

/// The element at an index, from the end where that is negative; undef beyond both ends.
pub(crate) fn element_at(elements: &[Value], index: i128) -> Value {
    let index = if index < 0 { index + elements.len() as i128 } else { index };
    usize::try_from(index).ok().and_then(|index| elements.get(index)).cloned().unwrap_or(Value::Undef)
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Undef, Value::Undef) | (Value::Default, Value::Default) => true,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::BigInteger(a), Value::BigInteger(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => a == b || a.to_bits() == b.to_bits(),
            (Value::String(a), Value::String(b)) => a == b,
            (Value::Regexp(a), Value::Regexp(b)) => a == b,
            (Value::Array(a), Value::Array(b)) => Arc::ptr_eq(a, b) || a == b,
            (Value::Hash(a), Value::Hash(b)) => Arc::ptr_eq(a, b) || a == b,
            (Value::Type(a), Value::Type(b)) => a == b,
            (Value::Sensitive(a), Value::Sensitive(b)) => a == b,
            (Value::Binary(a), Value::Binary(b)) => a == b,
            (Value::Timestamp(a), Value::Timestamp(b)) | (Value::Timespan(a), Value::Timespan(b)) => a == b,
            (Value::SemVer(a), Value::SemVer(b)) => a == b,
            (Value::SemVerRange(a), Value::SemVerRange(b)) => a == b,
            (Value::Uri(a), Value::Uri(b)) => a == b,
            (Value::Callable(a), Value::Callable(b)) => a == b,
            (Value::Object(a), Value::Object(b)) => a == b,
            (Value::Iterator(a), Value::Iterator(b)) => a == b,
            (Value::Unknown(a), Value::Unknown(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Most keys are strings: what kind of value they are is left to the comparison.
        if let Value::String(text) = self {
            return text.hash(state);
        }
        std::mem::discriminant(self).hash(state);
        match self {
            Value::Undef | Value::Default => {}
            Value::Boolean(value) => value.hash(state),
            Value::Integer(value) | Value::Timestamp(value) | Value::Timespan(value) => value.hash(state),
            Value::BigInteger(value) => value.hash(state),
            // 0.0 and -0.0 are one key.
            Value::Float(value) => (if *value == 0.0 { 0.0_f64 } else { *value }).to_bits().hash(state),
            Value::String(text) => text.hash(state),
            Value::Regexp(pattern) => pattern.hash(state),
            Value::Array(elements) => elements.hash(state),
            // Equal hashes may have their entries in another order.
            Value::Hash(entries) => entries.len().hash(state),
            Value::Type(value) => value.hash(state),
            Value::Sensitive(value) => value.hash(state),
            Value::Binary(bytes) => bytes.hash(state),
            Value::SemVer(version) => version.hash(state),
            Value::SemVerRange(range) => range.hash(state),
            Value::Uri(text) => text.hash(state),
            Value::Callable(callable) => callable.hash(state),
            Value::Object(object) => object.hash(state),
            Value::Iterator(iterator) => iterator.hash(state),
            Value::Unknown(reason) => reason.hash(state),
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Boolean(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Value::Integer(i128::from(value))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::string(text)
    }
}
