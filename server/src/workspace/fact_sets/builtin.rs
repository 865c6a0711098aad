//! The fact sets that come with the program, as the edition's agents would send them.

use std::sync::Arc;

use analysis::{Edition, FactSet};
use evaluator::edition::{Rule, Rules};
use evaluator::fact_sets;
use smol_str::SmolStr;

/// The node that a set is of while nobody asks for another.
const EXAMPLE_NODE: &str = "node1.example.com";

/// The default first.
pub fn builtin_names() -> impl Iterator<Item = &'static str> {
    let others = fact_sets::names().filter(|name| *name != fact_sets::DEFAULT);
    std::iter::once(fact_sets::DEFAULT).chain(others)
}

pub fn builtin(name: &str, edition: Edition) -> Option<FactSet> {
    let set = fact_sets::named(name)?;
    let legacy = Rules::new(edition, &Default::default()).holds(Rule::LegacyFacts);
    let facts = set.for_node(EXAMPLE_NODE, legacy);
    Some(FactSet { name: SmolStr::new_static(set.name), facts: Arc::new(facts.into()), is_typical: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_names_its_system_and_the_default_comes_first() {
        assert_eq!(builtin_names().next(), Some("debian-12"));
        for name in builtin_names() {
            let set = builtin(name, Edition::default()).expect(name);
            for fact in ["os", "networking", "kernel", "processors"] {
                assert!(set.facts.contains_key(fact), "{name} {fact}");
            }
            assert!(!set.facts.contains_key("osfamily"), "{name} has legacy facts");
        }
    }

    #[test]
    fn legacy_facts_come_with_the_edition_whose_agents_send_them() {
        let set = builtin("debian-12", Edition::Puppet7).expect("a set");
        assert_eq!(set.facts.get("osfamily").and_then(evaluator::Value::as_str), Some("Debian"));
    }
}
