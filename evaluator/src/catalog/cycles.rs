//! Cycles of dependencies, as an agent finds them before it applies a catalog.
//!
//! A container stands for two points, before and after its contents; what comes before the container comes before all
//! of them. A compile does not look for cycles, so they are no errors of it.

use std::collections::VecDeque;

use crate::catalog::Catalog;
use crate::catalog::autorequire_edges::autorequire_edges;
use crate::catalog::relationship_edges::{RelationshipEdge, relationship_edges};
use crate::catalog::resource::{ResourceId, ResourceKind};
use crate::fast_hash::{FastMap, FastSet};

/// Resources that wait for one another, in the order of the dependencies; the last one is before the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    pub path: Vec<ResourceId>,
}

impl Cycle {
    /// As agents report it: `(Notify[a] => Notify[b] => Notify[a])`.
    pub fn describe(&self, catalog: &Catalog) -> String {
        let names: Vec<String> =
            self.path.iter().chain(self.path.first()).map(|id| catalog.get(*id).to_string()).collect();
        format!("({})", names.join(" => "))
    }
}

/// So many relationships are looked at before somebody may say that nobody waits any more.
const EDGES_PER_CHECKPOINT: usize = 4096;

/// One cycle for each group of resources that wait for one another, in the order of the resources.
pub fn find_cycles(catalog: &Catalog, checkpoint: &dyn Fn()) -> Vec<Cycle> {
    let mut explicit = Vec::new();
    for edge in relationship_edges(catalog) {
        explicit.push(edge);
        if explicit.len().is_multiple_of(EDGES_PER_CHECKPOINT) {
            checkpoint();
        }
    }
    // Containers and what agents add by themselves make no cycle alone.
    if explicit.is_empty() {
        return Vec::new();
    }
    let graph = Graph::new(catalog, &explicit);
    checkpoint();
    let mut cycles: Vec<Cycle> =
        graph.strongly_connected().into_iter().filter_map(|component| graph.shortest_cycle(&component)).collect();
    cycles.sort_by_key(|cycle| cycle.path.first().copied());
    cycles
}

/// Points by number: `2 * resource` is where a resource begins, one more is where a container ends.
struct Graph {
    /// The targets of all edges, those of one point together.
    targets: Vec<usize>,
    /// Where the targets of each point begin; one more says where the last ones end.
    starts: Vec<usize>,
}

impl Graph {
    fn new(catalog: &Catalog, explicit: &[RelationshipEdge]) -> Graph {
        let is_container = |id: ResourceId| {
            let resource = catalog.get(id);
            resource.kind != ResourceKind::Native || resource.type_name == "Stage"
        };
        let begin = |id: ResourceId| id.index() * 2;
        let end = |id: ResourceId| if is_container(id) { id.index() * 2 + 1 } else { id.index() * 2 };
        let mut edges = Vec::with_capacity(catalog.edges.len() * 2);
        for (id, _) in catalog.realized().filter(|(id, _)| is_container(*id)) {
            edges.push((begin(id), end(id)));
        }
        for (container, content) in &catalog.edges {
            if catalog.get(*container).is_virtual || catalog.get(*content).is_virtual {
                continue;
            }
            edges.push((begin(*container), begin(*content)));
            edges.push((end(*content), end(*container)));
        }
        let automatic = autorequire_edges(catalog, explicit);
        edges.extend(explicit.iter().chain(&automatic).map(|edge| (end(edge.source), begin(edge.target))));
        Graph::of_edges(catalog.resources.len() * 2, &edges)
    }

    /// Sorts the edges by their source, those of one source in the order in which they come.
    fn of_edges(points: usize, edges: &[(usize, usize)]) -> Graph {
        let mut starts = vec![0; points + 1];
        for (source, _) in edges {
            starts[source + 1] += 1;
        }
        for point in 0..points {
            starts[point + 1] += starts[point];
        }
        let mut free = starts.clone();
        let mut targets = vec![0; edges.len()];
        for (source, target) in edges {
            targets[free[*source]] = *target;
            free[*source] += 1;
        }
        Graph { targets, starts }
    }

    /// Where the edges of a point lead.
    fn next(&self, point: usize) -> &[usize] {
        &self.targets[self.starts[point]..self.starts[point + 1]]
    }

    /// Groups of points that reach one another, by Tarjan's algorithm without recursion. Single points count only
    /// where they reach themselves.
    fn strongly_connected(&self) -> Vec<Vec<usize>> {
        const UNSEEN: usize = usize::MAX;
        let count = self.starts.len() - 1;
        let mut order = vec![UNSEEN; count];
        let mut lowest = vec![0; count];
        let mut is_open = vec![false; count];
        let mut open = Vec::new();
        let mut seen = 0;
        let mut components = Vec::new();
        let mut work = Vec::new();
        for start in 0..count {
            if order[start] != UNSEEN {
                continue;
            }
            work.push((start, 0));
            while let Some((point, edge)) = work.pop() {
                if edge == 0 {
                    order[point] = seen;
                    lowest[point] = seen;
                    seen += 1;
                    open.push(point);
                    is_open[point] = true;
                }
                if let Some(&target) = self.next(point).get(edge) {
                    work.push((point, edge + 1));
                    if order[target] == UNSEEN {
                        work.push((target, 0));
                    } else if is_open[target] {
                        lowest[point] = lowest[point].min(order[target]);
                    }
                    continue;
                }
                if let Some((parent, _)) = work.last() {
                    lowest[*parent] = lowest[*parent].min(lowest[point]);
                }
                if lowest[point] == order[point] {
                    let first = open.iter().rposition(|member| *member == point).unwrap_or_default();
                    open[first..].iter().for_each(|member| is_open[*member] = false);
                    if open.len() - first > 1 || self.next(point).contains(&point) {
                        components.push(open[first..].iter().rev().copied().collect());
                    }
                    open.truncate(first);
                }
            }
        }
        components
    }

    /// The shortest way from the component's first point back to it, as resources.
    fn shortest_cycle(&self, component: &[usize]) -> Option<Cycle> {
        let members: FastSet<usize> = component.iter().copied().collect();
        let start = *component.iter().min()?;
        let mut came_from: FastMap<usize, usize> = FastMap::default();
        let mut waiting = VecDeque::from([start]);
        'search: while let Some(point) = waiting.pop_front() {
            for target in self.next(point) {
                if *target == start {
                    came_from.insert(start, point);
                    break 'search;
                }
                if members.contains(target) && !came_from.contains_key(target) {
                    came_from.insert(*target, point);
                    waiting.push_back(*target);
                }
            }
        }
        let mut points = vec![start];
        let mut point = *came_from.get(&start)?;
        while point != start {
            points.push(point);
            point = *came_from.get(&point)?;
        }
        points.reverse();
        points.rotate_right(1);
        let mut path: Vec<ResourceId> = points.into_iter().map(|point| ResourceId((point / 2) as u32)).collect();
        path.dedup();
        if path.len() > 1 && path.first() == path.last() {
            path.pop();
        }
        Some(Cycle { path })
    }
}

#[cfg(test)]
mod tests {
    use crate::MemoryWorld;
    use crate::request::Request;

    fn cycles_of(code: &str) -> Vec<String> {
        let world = MemoryWorld::new().with_file("manifests/site.pp", code);
        let outcome = crate::compile(&world, &Request::catalog("node.example.com"));
        assert!(outcome.is_ok(), "{:?}", outcome.errors);
        let catalog = outcome.catalog.expect("a catalog was asked for");
        catalog.cycles.iter().map(|cycle| cycle.describe(&catalog)).collect()
    }

    #[test]
    fn two_resources_wait_for_one_another() {
        let found = cycles_of("notify { 'a': before => 'Notify[b]' } notify { 'b': before => 'Notify[a]' }");
        assert_eq!(found, ["(Notify[a] => Notify[b] => Notify[a])"]);
    }

    #[test]
    fn a_content_waits_for_its_own_container() {
        let found = cycles_of("class c { notify { 'n': require => 'Class[C]' } } include c");
        assert_eq!(found, ["(Class[C] => Notify[n] => Class[C])"]);
    }

    #[test]
    fn containers_pass_dependencies_on() {
        let code = "class a { notify { 'x': require => 'Class[B]' } }
                    class b { notify { 'y': require => 'Class[A]' } }
                    include a, b";
        let found = cycles_of(code);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("Class[A]") && found[0].contains("Class[B]"), "{found:?}");
    }

    #[test]
    fn order_without_a_cycle_is_none() {
        assert!(cycles_of("notify { 'a': before => 'Notify[b]' } notify { 'b': }").is_empty());
    }
}
