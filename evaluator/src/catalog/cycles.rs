//! Cycles of dependencies, as an agent finds them before it applies a catalog.

use crate::catalog::resource::ResourceId;

/// Resources that wait for one another, in the order of the dependencies; the last one is before the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    pub path: Vec<ResourceId>,
}
