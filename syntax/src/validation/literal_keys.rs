//! Literal values of expressions: which are literal, when two are the same, how they are shown. Knows nothing of hashes'
//! keys being unique.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use crate::program::{Expr, ExprId, HashEntry, Program, StringSegment};

/// True where an expression can be known without evaluating it; type references count too (as in Puppet 8).
pub fn is_literal(program: &Program, id: ExprId) -> bool {
    literal_fingerprint(program, id, true).is_some()
}

/// Equal for equal literals; `None` where the expression is no literal.
pub fn literal_fingerprint(program: &Program, id: ExprId, types_are_literals: bool) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    let fingerprint = Fingerprint { program, types_are_literals };
    fingerprint.add(id, &mut hasher)?;
    Some(hasher.finish())
}

struct Fingerprint<'a> {
    program: &'a Program,
    types_are_literals: bool,
}

impl Fingerprint<'_> {
    fn add(&self, id: ExprId, hasher: &mut DefaultHasher) -> Option<()> {
        match self.program.expr(id) {
            Expr::String(text) | Expr::QualifiedName(text) => (b's', text.as_str()).hash(hasher),
            Expr::ConcatenatedString(segments) => match segments.as_slice() {
                [StringSegment::Text(_, text)] => (b's', text.as_str()).hash(hasher),
                _ => return None,
            },
            Expr::QualifiedReference(name) if self.types_are_literals => {
                b's'.hash(hasher);
                hash_lowercase(name, hasher);
            }
            Expr::Integer(integer) => (b'i', integer.value?).hash(hasher),
            Expr::Float(float) => (b'f', float.0).hash(hasher),
            Expr::UnaryMinus(inner) if self.types_are_literals => match self.program.expr(*inner) {
                Expr::Integer(integer) => (b'i', integer.value?.checked_neg()?).hash(hasher),
                Expr::Float(float) => (b'f', (-float.value()).to_bits()).hash(hasher),
                _ => return None,
            },
            Expr::Boolean(value) => (b'b', value).hash(hasher),
            Expr::Undef => b'u'.hash(hasher),
            Expr::Default => b'd'.hash(hasher),
            Expr::Regexp(pattern) => (b'r', pattern.as_str()).hash(hasher),
            Expr::Array(items) => {
                (b'a', items.len()).hash(hasher);
                items.iter().try_for_each(|item| self.add(*item, hasher))?;
            }
            // Puppet 8 takes only the keys of a type reference for its literal value.
            Expr::Access { keys, .. } if self.types_are_literals => {
                if let [key] = keys.as_slice()
                    && matches!(self.program.expr(*key), Expr::Array(_))
                {
                    return None;
                }
                (b'a', keys.len()).hash(hasher);
                keys.iter().try_for_each(|key| self.add(*key, hasher))?;
            }
            // The order of a hash's entries does not matter.
            Expr::Hash(entries) => {
                let mut sum = 0u64;
                for entry in entries {
                    sum = sum.wrapping_add(self.entry(entry)?);
                }
                (b'h', entries.len(), sum).hash(hasher);
            }
            _ => return None,
        }
        Some(())
    }

    fn entry(&self, entry: &HashEntry) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        self.add(entry.key, &mut hasher)?;
        self.add(entry.value, &mut hasher)?;
        Some(hasher.finish())
    }
}

/// The same bytes into the hasher as `str::hash` of the name in small letters.
fn hash_lowercase(name: &str, hasher: &mut DefaultHasher) {
    name.to_lowercase().as_str().hash(hasher);
}

/// True where two literals with the same fingerprint are the same value.
pub fn literals_equal(program: &Program, left: ExprId, right: ExprId) -> bool {
    let inner = |id| Inner { program, sorted: true }.describe(id);
    inner(left) == inner(right)
}

/// The literal as Puppet's message shows it: a string bare, everything inside a list or hash quoted.
pub fn describe_literal(program: &Program, id: ExprId) -> String {
    match program.expr(id) {
        Expr::String(text) | Expr::QualifiedName(text) => text.to_string(),
        Expr::QualifiedReference(name) => name.to_lowercase(),
        Expr::Undef => String::new(),
        Expr::Default => "default".to_string(),
        Expr::Regexp(pattern) => format!("(?-mix:{pattern})"),
        Expr::ConcatenatedString(segments) => match segments.as_slice() {
            [StringSegment::Text(_, text)] => text.to_string(),
            _ => String::new(),
        },
        _ => Inner { program, sorted: false }.describe(id),
    }
}

/// A literal as Ruby shows it inside a list or a hash.
struct Inner<'a> {
    program: &'a Program,
    /// The entries of hashes in one order, for comparison.
    sorted: bool,
}

impl Inner<'_> {
    fn describe(&self, id: ExprId) -> String {
        match self.program.expr(id) {
            Expr::String(text) | Expr::QualifiedName(text) => format!("{text:?}"),
            Expr::QualifiedReference(name) => format!("{:?}", name.to_lowercase()),
            Expr::ConcatenatedString(segments) => match segments.as_slice() {
                [StringSegment::Text(_, text)] => format!("{text:?}"),
                _ => String::new(),
            },
            Expr::Integer(integer) => integer.value.map(|value| value.to_string()).unwrap_or_default(),
            Expr::Float(float) => format!("{:?}", float.value()),
            Expr::UnaryMinus(inner) => format!("-{}", self.describe(*inner)),
            Expr::Boolean(value) => value.to_string(),
            Expr::Undef => "nil".to_string(),
            Expr::Default => ":default".to_string(),
            Expr::Regexp(pattern) => format!("/{pattern}/"),
            Expr::Array(items) | Expr::Access { keys: items, .. } => {
                let items: Vec<String> = items.iter().map(|item| self.describe(*item)).collect();
                format!("[{}]", items.join(", "))
            }
            Expr::Hash(entries) => {
                let mut entries: Vec<String> = entries
                    .iter()
                    .map(|entry| format!("{}=>{}", self.describe(entry.key), self.describe(entry.value)))
                    .collect();
                if self.sorted {
                    entries.sort();
                }
                format!("{{{}}}", entries.join(", "))
            }
            _ => String::new(),
        }
    }
}
