//! The state of a compile that is no part of its result: what each scope stands for, and what waits to be evaluated,
//! collected, related or overridden. Knows nothing of expressions.

use indexmap::IndexMap;
use smol_str::SmolStr;

use crate::catalog::Catalog;
use crate::catalog::resource::{CodeOwner, Parameter, Resource, ResourceId, ResourceKind};
use crate::catalog::tags::Tags;
use crate::error::DataPlace;
use crate::fast_hash::{FastMap, FastSet};
use crate::interpreter::collectors::PendingCollector;
use crate::interpreter::overrides::PendingOverride;
use crate::interpreter::relationships::PendingRelationship;
use crate::name_map::NameMap;
use crate::place::Place;
use crate::scope::ScopeId;

#[derive(Debug, Default)]
pub struct CatalogBuilder {
    pub catalog: Catalog,
    /// The tags of all classes and nodes, which `tagged()` asks too.
    pub tags: Tags,
    scopes: FastMap<ScopeId, CatalogScope>,
    states: Vec<ResourceState>,
    /// Where in the data the parameters of classes come from, of those that data gave.
    pub data_places: FastMap<(ResourceId, SmolStr), DataPlace>,
    /// Classes, nodes and resources of defines that have not been evaluated, in order.
    unevaluated: Vec<ResourceId>,
    by_type: FastMap<SmolStr, Vec<ResourceId>>,
    contained: FastSet<(ResourceId, ResourceId)>,
    pub collectors: Vec<PendingCollector>,
    pub relationships: Vec<PendingRelationship>,
    /// Overrides of resources that are not there yet, by type and title.
    pub overrides: IndexMap<(SmolStr, SmolStr), Vec<PendingOverride>>,
    /// Code whose collectors have overridden something: from then on it may override everything.
    pub unrestricted: FastSet<CodeOwner>,
    pub node_scope: Option<ScopeId>,
}

/// What a scope of a class, define, node or the manifests themselves is to the catalog.
#[derive(Debug, Default)]
pub struct CatalogScope {
    pub resource: Option<ResourceId>,
    /// Where it was declared, for a class with a parent the scope of that: resource defaults come from there.
    pub declared_in: Option<ScopeId>,
    pub owner: CodeOwner,
    /// Resource defaults set here, by type.
    pub defaults: FastMap<SmolStr, NameMap<Parameter>>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct ResourceState {
    pub evaluated: bool,
    /// It has got the tags of its container.
    pub has_scope_tags: bool,
    pub finished: bool,
    /// Other than 0: came from this collection of exported resources.
    pub collected_from: u32,
    /// The `include`, `require`, `contain` or `inherits` that declared a class.
    pub included_at: Option<Place>,
}

/// Attributes with the values that they take where a resource has none.
type Defaults = Vec<(SmolStr, Parameter)>;

impl CatalogBuilder {
    pub fn scope(&self, id: ScopeId) -> Option<&CatalogScope> {
        self.scopes.get(&id)
    }

    pub fn scope_mut(&mut self, id: ScopeId) -> &mut CatalogScope {
        self.scopes.entry(id).or_default()
    }

    pub fn set_scope(&mut self, id: ScopeId, scope: CatalogScope) {
        self.scopes.insert(id, scope);
    }

    pub fn state(&self, id: ResourceId) -> ResourceState {
        self.states.get(id.index()).copied().unwrap_or_default()
    }

    pub fn state_mut(&mut self, id: ResourceId) -> &mut ResourceState {
        if self.states.len() <= id.index() {
            self.states.resize(id.index() + 1, ResourceState::default());
        }
        &mut self.states[id.index()]
    }

    /// Adds a resource without asking whether there is one already.
    pub fn add(&mut self, resource: Resource) -> ResourceId {
        let evaluates = resource.kind != ResourceKind::Native;
        let type_name = resource.type_name.clone();
        let id = self.catalog.add(resource);
        self.by_type.entry(type_name).or_default().push(id);
        self.state_mut(id);
        if evaluates {
            self.unevaluated.push(id);
        }
        id
    }

    pub fn of_type(&self, type_name: &str) -> &[ResourceId] {
        self.by_type.get(type_name).map(Vec::as_slice).unwrap_or_default()
    }

    /// Containment, once.
    pub fn contain(&mut self, container: ResourceId, content: ResourceId) {
        if self.contained.insert((container, content)) {
            self.catalog.edges.push((container, content));
        }
    }

    /// Takes those that can be evaluated now; virtual ones wait.
    pub fn take_unevaluated(&mut self) -> Vec<ResourceId> {
        let mut ready = Vec::new();
        let catalog = &self.catalog;
        let states = &self.states;
        self.unevaluated.retain(|id| {
            if states.get(id.index()).is_some_and(|state| state.evaluated) {
                return false;
            }
            let waits = catalog.get(*id).is_virtual;
            if !waits {
                ready.push(*id);
            }
            waits
        });
        ready
    }

    /// The defaults of a type that are in force in a scope, those nearest winning, in the order of the outermost.
    pub fn defaults_of(&self, scope: ScopeId, type_name: &str) -> Defaults {
        let mut chain = Vec::new();
        let mut next = Some(scope);
        while let Some(id) = next {
            let Some(scope) = self.scopes.get(&id) else {
                break;
            };
            if let Some(defaults) = scope.defaults.get(type_name) {
                chain.push(defaults);
            }
            next = scope.declared_in;
        }
        if chain.is_empty() {
            return Vec::new();
        }
        let mut result = NameMap::new();
        for defaults in chain.into_iter().rev() {
            for (name, parameter) in defaults {
                result.insert(name.clone(), parameter.clone());
            }
        }
        result.into_iter().collect()
    }

    /// True where a scope, or one around it, has this value as the default of an attribute.
    pub fn is_default(&self, scope: ScopeId, type_name: &str, name: &str, value: &crate::value::Value) -> bool {
        let mut next = Some(scope);
        while let Some(id) = next {
            let Some(scope) = self.scopes.get(&id) else {
                return false;
            };
            let default = scope.defaults.get(type_name).and_then(|defaults| defaults.get(name));
            if default.is_some_and(|default| default.value == *value) {
                return true;
            }
            next = scope.declared_in;
        }
        false
    }

    /// A resource that a tag of its own, or one that it will inherit, is in.
    pub fn is_tagged(&self, id: ResourceId, tags: &[SmolStr]) -> bool {
        let mut next = Some(id);
        while let Some(id) = next {
            let resource = self.catalog.get(id);
            if tags.iter().any(|tag| resource.tags.contains(tag)) {
                return true;
            }
            next = resource.container.filter(|container| *container != id);
        }
        false
    }

    pub fn declared_at(&self, id: ResourceId) -> Option<Place> {
        self.catalog.get(id).place
    }
}
