//! The catalog: every resource that a compile made, what contains what, and the order that relationships ask for.
//!
//! This folder holds the data, what is done to it when a compile ends, and the forms in which it is shown. It knows
//! nothing of expressions and scopes beyond their ids; those fill it from `interpreter/`.

pub mod autorequire_edges;
pub mod builder;
pub mod cycles;
pub mod diff;
pub mod issues;
pub mod json_object;
pub mod names;
pub mod relationship_edges;
pub mod resource;
pub mod rich_data;
pub mod tags;
#[cfg(test)]
mod test_support;
pub mod to_dot;
pub mod to_json;
pub mod to_mermaid;
pub mod to_tree;
pub mod uniqueness;

use smol_str::SmolStr;

pub use cycles::Cycle;
pub use resource::{CodeOwner, Parameter, Resource, ResourceId, ResourceKind};
pub use tags::Tags;
use uniqueness::UniquenessKey;

use crate::fast_hash::FastMap;

/// What a compile gives. Virtual resources that nothing realized are in it too: see `realized`.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// The node's name.
    pub name: SmolStr,
    pub environment: SmolStr,
    /// In the order in which they were added; a `ResourceId` is an index into it.
    pub resources: Vec<Resource>,
    /// Containment: container and content, in the order in which they were found.
    pub edges: Vec<(ResourceId, ResourceId)>,
    /// Names of the classes, in the order in which they were evaluated.
    pub classes: Vec<SmolStr>,
    /// Cycles of dependencies as an agent would find them when it applies the catalog.
    pub cycles: Vec<Cycle>,
    by_reference: FastMap<(SmolStr, SmolStr), ResourceId>,
}

impl Catalog {
    pub fn get(&self, id: ResourceId) -> &Resource {
        &self.resources[id.index()]
    }

    pub fn get_mut(&mut self, id: ResourceId) -> &mut Resource {
        &mut self.resources[id.index()]
    }

    /// The resource of this type and title, by an alias or by what the title stands for (`File['/tmp/']` is
    /// `File['/tmp']`). The type is written as references print it (`Foo::Bar`), the title of a class too.
    pub fn find(&self, type_name: &str, title: &str) -> Option<ResourceId> {
        let mut reference = (SmolStr::new(type_name), SmolStr::new(title));
        if let Some(found) = self.by_reference.get(&reference) {
            return Some(*found);
        }
        reference.1 = UniquenessKey::of_title(type_name, &reference.1)?.as_title();
        self.by_reference.get(&reference).copied()
    }

    /// The resource that has exactly this title or alias.
    pub fn find_exactly(&self, type_name: &SmolStr, title: &SmolStr) -> Option<ResourceId> {
        self.by_reference.get(&(type_name.clone(), title.clone())).copied()
    }

    /// Adds a resource at the end and makes it known by its type and title.
    pub fn add(&mut self, resource: Resource) -> ResourceId {
        let id = ResourceId(self.resources.len() as u32);
        self.by_reference.entry((resource.type_name.clone(), resource.title.clone())).or_insert(id);
        self.resources.push(resource);
        id
    }

    /// Makes a resource known by another title too.
    pub fn add_alias(&mut self, id: ResourceId, title: SmolStr) {
        let type_name = self.get(id).type_name.clone();
        self.by_reference.entry((type_name, title)).or_insert(id);
    }

    /// What an agent gets: everything that is not virtual, in order.
    pub fn realized(&self) -> impl Iterator<Item = (ResourceId, &Resource)> {
        self.ids().map(|id| (id, self.get(id))).filter(|(_, resource)| !resource.is_virtual)
    }

    pub fn ids(&self) -> impl Iterator<Item = ResourceId> + use<> {
        (0..self.resources.len() as u32).map(ResourceId)
    }
}
