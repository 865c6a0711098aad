//! `that_requires`, `that_comes_before`, `that_notifies`, `that_subscribes_to`: followed as rspec-puppet follows them, through chains of the
//! same metaparameter, what contains a resource, and what types require by themselves.

use std::collections::{HashMap, HashSet};

use evaluator::catalog::autorequire_edges::autorequire_edges;
use evaluator::catalog::relationship_edges::referenced;
use evaluator::catalog::{Catalog, ResourceId, ResourceKind, names};
use evaluator::resource_types;
use evaluator::ruby::interpreter::{Ran, Ruby};

use crate::environment::catalogs::Compiled;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relationship {
    Requires,
    ComesBefore,
    Notifies,
    SubscribesTo,
}

impl Relationship {
    pub fn of_method(name: &str) -> Option<Self> {
        Some(match name {
            "that_requires" => Relationship::Requires,
            "that_comes_before" => Relationship::ComesBefore,
            "that_notifies" => Relationship::Notifies,
            "that_subscribes_to" => Relationship::SubscribesTo,
            _ => return None,
        })
    }

    pub fn words(self) -> &'static str {
        match self {
            Relationship::Requires => "that requires",
            Relationship::ComesBefore => "that comes before",
            Relationship::Notifies => "that notifies",
            Relationship::SubscribesTo => "that subscribes to",
        }
    }
}

/// The relationships of one catalogue.
pub struct Relationships<'c> {
    compiled: &'c Compiled,
    catalog: &'c Catalog,
}

/// What a resource requires by itself.
type Automatic = HashMap<ResourceId, Vec<ResourceId>>;

impl<'c> Relationships<'c> {
    pub fn new(compiled: &'c Compiled, catalog: &'c Catalog) -> Self {
        Relationships { compiled, catalog }
    }

    /// Tells whether a resource has a relationship to the one that a reference names.
    pub fn holds(
        &self,
        ruby: &mut Ruby<'_, '_>,
        relationship: Relationship,
        resource: ResourceId,
        reference: &str,
        offset: u32,
    ) -> Ran<bool> {
        let Some((type_name, title)) = names::split_reference(reference) else {
            return ruby.unsupported(format!("the reference {reference:?}"), offset);
        };
        let Some(other) = self.compiled.find(&type_name, &title) else {
            return match self.compiled.undecided() {
                Some(why) => ruby.unsupported(why, offset),
                None => Ok(false),
            };
        };
        let (first, second) = match relationship {
            Relationship::ComesBefore | Relationship::Notifies => (resource, other),
            Relationship::Requires | Relationship::SubscribesTo => (other, resource),
        };
        let holds = match relationship {
            Relationship::ComesBefore | Relationship::Requires => self.precedes(first, second),
            Relationship::Notifies | Relationship::SubscribesTo => self.notifies(first, second),
        };
        let has_own_rules = |id: ResourceId| {
            let resource = self.catalog.get(id);
            resource.kind == ResourceKind::Native && resource_types::builtin(&resource.type_name).is_none()
        };
        if !holds && (has_own_rules(first) || has_own_rules(second)) {
            return ruby.unsupported("a relationship that the type of a module may add by itself", offset);
        }
        if !holds && let Some(why) = self.compiled.undecided().or_else(|| self.compiled.unknown()) {
            return ruby.unsupported(why, offset);
        }
        Ok(holds)
    }

    fn precedes(&self, first: ResourceId, second: ResourceId) -> bool {
        let automatic = self.automatic();
        for first in self.with_containers(first) {
            let mut before = self.reached(first, "before", None);
            before.extend(self.reached(first, "notify", None));
            let subscribed = self.reached(first, "subscribe", None);
            for second in self.with_containers(second) {
                let mut required = self.reached(second, "require", Some(&automatic));
                required.extend(subscribed.iter().copied());
                if before.contains(&second)
                    || required.contains(&first)
                    || before.iter().any(|id| required.contains(id))
                {
                    return true;
                }
            }
        }
        false
    }

    fn notifies(&self, first: ResourceId, second: ResourceId) -> bool {
        for first in self.with_containers(first) {
            let notified = self.reached(first, "notify", None);
            for second in self.with_containers(second) {
                if notified.contains(&second) || self.reached(second, "subscribe", None).contains(&first) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns a resource and everything that contains it.
    fn with_containers(&self, id: ResourceId) -> Vec<ResourceId> {
        let mut found = vec![id];
        let mut at = 0;
        while let Some(content) = found.get(at).copied() {
            for (container, inner) in &self.catalog.edges {
                if *inner == content && !found.contains(container) {
                    found.push(*container);
                }
            }
            at += 1;
        }
        found
    }

    /// Returns what a chain of one metaparameter reaches.
    fn reached(&self, from: ResourceId, parameter: &str, automatic: Option<&Automatic>) -> HashSet<ResourceId> {
        let mut found = HashSet::new();
        let mut waiting = vec![from];
        while let Some(id) = waiting.pop() {
            let mut next = Vec::new();
            if let Some(value) = self.catalog.get(id).value(parameter) {
                referenced(self.catalog, value, &mut next);
            }
            next.extend(automatic.and_then(|edges| edges.get(&id)).into_iter().flatten());
            waiting.extend(next.into_iter().filter(|id| found.insert(*id)));
        }
        found
    }

    fn automatic(&self) -> Automatic {
        let mut edges = Automatic::new();
        for edge in autorequire_edges(self.catalog, &[]) {
            edges.entry(edge.target).or_default().push(edge.source);
        }
        edges
    }
}
