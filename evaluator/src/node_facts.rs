//! The facts of one node, with what the top scope makes of them: that is the same for every evaluation, and is made once.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::fact_sets::Facts;
use crate::name_map::NameMap;
use crate::value::{HashEntries, Value};

#[derive(Debug, Default)]
pub struct NodeFacts {
    facts: Facts,
    top_scope: OnceLock<TopScopeFacts>,
}

#[derive(Debug)]
struct TopScopeFacts {
    variables: NameMap<Value>,
    hash: Arc<HashEntries>,
}

/// Other variables of the top scope, for which there is room.
const OTHER_VARIABLES: usize = 16;

impl NodeFacts {
    /// The facts that are variables of the top scope.
    pub(crate) fn variables(&self) -> NameMap<Value> {
        self.top_scope().variables.clone()
    }

    /// `$facts`
    pub(crate) fn hash(&self) -> Value {
        Value::Hash(self.top_scope().hash.clone())
    }

    fn top_scope(&self) -> &TopScopeFacts {
        self.top_scope.get_or_init(|| {
            let plain = self.facts.iter().filter(|(name, _)| !name.contains("::"));
            let plain = plain.map(|(name, value)| (name.clone(), value.clone()));
            let variables = NameMap::from_different_names(plain, self.facts.len() + OTHER_VARIABLES);
            let hash = self.facts.iter().map(|(name, value)| (Value::String(name.clone()), value.clone()));
            TopScopeFacts { variables, hash: Arc::new(hash.collect()) }
        })
    }
}

impl From<Facts> for NodeFacts {
    fn from(facts: Facts) -> Self {
        NodeFacts { facts, top_scope: OnceLock::new() }
    }
}

impl Deref for NodeFacts {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        &self.facts
    }
}

impl PartialEq for NodeFacts {
    fn eq(&self, other: &Self) -> bool {
        self.facts == other.facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_with_a_qualified_name_is_in_the_hash_only() {
        let facts = [("os", Value::from("Debian")), ("a::b", Value::from(1))];
        let facts = NodeFacts::from(facts.map(|(name, value)| (name.into(), value)).into_iter().collect::<Facts>());
        assert_eq!(facts.variables().keys().collect::<Vec<_>>(), ["os"]);
        let Value::Hash(hash) = facts.hash() else { panic!("a hash") };
        assert_eq!(hash.get(&Value::from("a::b")), Some(&Value::from(1)));
    }
}
