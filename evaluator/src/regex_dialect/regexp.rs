//! A regular expression as a value: its source, compiled when it is first matched.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use smol_str::SmolStr;

use super::{CompiledPattern, compile};

/// A regular expression. Copies share what was compiled; two are equal where their sources are.
#[derive(Clone)]
pub struct Regexp(Arc<Inner>);

struct Inner {
    source: SmolStr,
    compiled: OnceLock<CompiledPattern>,
}

impl Regexp {
    pub fn new(source: impl Into<SmolStr>) -> Self {
        Regexp(Arc::new(Inner { source: source.into(), compiled: OnceLock::new() }))
    }

    /// Returns the compiled pattern, or why it cannot be used.
    pub fn compiled(&self) -> &CompiledPattern {
        self.0.compiled.get_or_init(|| compile(&self.0.source).map(Arc::new))
    }

    /// Tells whether the pattern matches somewhere in a text; true where only Ruby could say.
    pub fn may_match(&self, text: &str) -> bool {
        match self.compiled() {
            Ok(regex) => regex.is_match(text).unwrap_or(true),
            Err(_) => true,
        }
    }
}

impl Deref for Regexp {
    type Target = SmolStr;

    fn deref(&self) -> &SmolStr {
        &self.0.source
    }
}

impl From<&str> for Regexp {
    fn from(source: &str) -> Self {
        Regexp::new(source)
    }
}

impl PartialEq for Regexp {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.source == other.0.source
    }
}

impl Eq for Regexp {}

impl Hash for Regexp {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.source.hash(state);
    }
}

impl fmt::Debug for Regexp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0.source, formatter)
    }
}

impl fmt::Display for Regexp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.source, formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_share_what_was_compiled() {
        let (first, second) = (Regexp::new("^a"), Regexp::new("^a"));
        let copy = first.clone();
        assert!(first.may_match("abc") && !first.may_match("bc"));
        assert_eq!(first, second);
        let address = |regexp: &Regexp| regexp.compiled().as_ref().map(Arc::as_ptr).ok();
        assert_eq!(address(&first), address(&copy));
        assert_ne!(address(&first), address(&second));
    }
}
