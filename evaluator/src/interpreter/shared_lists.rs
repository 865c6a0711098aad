//! Resources of one body, and those that take the same default, have one list of relationships in common: what a chain adds to the
//! list of one, Puppet adds to that of all.

use std::sync::Arc;

use crate::catalog::relationship_edges::is_relationship;
use crate::catalog::{Catalog, ResourceId};
use crate::fast_hash::FastMap;
use crate::value::Value;

#[derive(Debug, Default)]
pub struct SharedLists {
    /// Resources whose parameter is the same list.
    groups: Vec<Vec<ResourceId>>,
    group_of: FastMap<(ResourceId, &'static str), usize>,
}

const PARAMETERS: [&str; 4] = ["before", "notify", "require", "subscribe"];

impl SharedLists {
    pub fn read(catalog: &Catalog) -> SharedLists {
        let mut by_list: FastMap<(*const Vec<Value>, &'static str), Vec<ResourceId>> = FastMap::default();
        for id in catalog.ids() {
            for (name, parameter) in &catalog.get(id).parameters {
                if let Value::Array(list) = &parameter.value
                    && is_relationship(name)
                    && Arc::strong_count(list) > 1
                    && let Some(name) = PARAMETERS.iter().find(|known| name == **known)
                {
                    by_list.entry((Arc::as_ptr(list), *name)).or_default().push(id);
                }
            }
        }
        let mut shared = SharedLists::default();
        for ((_, name), members) in by_list {
            if members.len() > 1 {
                shared.group_of.extend(members.iter().map(|id| ((*id, name), shared.groups.len())));
                shared.groups.push(members);
            }
        }
        shared
    }

    /// Gives the others of a group the list that one of them has now.
    pub fn update(&self, catalog: &mut Catalog, id: ResourceId, name: &'static str, list: &Value) {
        let Some(group) = self.group_of.get(&(id, name)).and_then(|group| self.groups.get(*group)) else { return };
        for other in group.iter().filter(|other| **other != id) {
            if let Some(parameter) = catalog.get_mut(*other).parameters.get_mut(name) {
                parameter.value = list.clone();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::memory_world::MemoryWorld;
    use crate::request::Request;
    use crate::value::to_display_string;

    fn before(code: &str, title: &str) -> String {
        let code = format!("{code} notify {{ ['x', 'y']: }} Notify['a'] -> Notify['y']");
        let world = MemoryWorld::new().with_file("manifests/site.pp", code.as_str());
        let outcome = crate::compile(&world, &Request::catalog("n"));
        assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
        let catalog = outcome.catalog.expect("a catalog");
        let id = catalog.find("Notify", title).expect("a resource");
        catalog.get(id).value("before").map(to_display_string).unwrap_or_default()
    }

    #[test]
    fn titles_of_one_body_and_takers_of_a_default_have_one_list() {
        for code in [
            "notify { ['a', 'b']: before => [Notify['x']] }",
            "notify { default: before => [Notify['x']]; 'a': ; 'b': ; }",
            "create_resources('notify', { 'a' => {}, 'b' => {} }, { 'before' => [Notify['x']] })",
            "class c { Notify { before => [Notify['x']] } notify { 'a': } notify { 'b': } } include c",
        ] {
            assert_eq!(before(code, "b"), "[Notify['x'], Notify[y]]", "{code}");
        }
    }

    #[test]
    fn other_resources_have_lists_of_their_own() {
        for code in [
            "$d = [Notify['x']] notify { 'a': before => $d } notify { 'b': before => $d }",
            "$h = { 'before' => [Notify['x']] } notify { 'a': * => $h } notify { 'b': * => $h }",
        ] {
            assert_eq!(before(code, "b"), "[Notify['x']]", "{code}");
        }
    }
}
