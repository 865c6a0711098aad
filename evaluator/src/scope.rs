//! Where variables live: top, node, class, define, function, lambda and parameter scopes, by id.
//!
//! A scope knows its variables, its parent, and the matches that are in force; what evaluates in it is elsewhere.

use smol_str::SmolStr;

use crate::catalog::ResourceId;
use crate::match_scope::CurrentMatch;
use crate::name_map::NameMap;
use crate::value::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(pub u32);

impl ScopeId {
    pub const TOP: ScopeId = ScopeId(0);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    Top,
    Node,
    Class(SmolStr),
    /// Of one resource of a defined type, by its index in the catalog.
    Define(usize),
    Function(SmolStr),
    Lambda,
    /// While parameters get their values.
    Parameters,
    Template,
}

#[derive(Clone, Debug)]
pub struct Scope {
    pub kind: ScopeKind,
    /// Where variables are looked for next.
    pub parent: Option<ScopeId>,
    pub variables: NameMap<Value>,
    /// The last match that was made here and is still in force.
    pub current_match: Option<CurrentMatch>,
    /// The module whose code evaluates here, `$module_name`.
    pub module: Option<SmolStr>,
    /// Set while parameters get their values from left to right.
    pub binding: Option<Box<ParameterBinding>>,
    /// The class, define or node that logs name it after; `None` says what the parent says.
    pub resource: Option<ResourceId>,
}

impl Scope {
    pub fn new(kind: ScopeKind, parent: Option<ScopeId>) -> Self {
        Scope {
            kind,
            parent,
            variables: NameMap::new(),
            current_match: None,
            module: None,
            binding: None,
            resource: None,
        }
    }
}

/// Parameters on the way to their values.
#[derive(Clone, Debug)]
pub struct ParameterBinding {
    /// The function or class whose parameters they are, as messages name it.
    pub owner: SmolStr,
    /// The parameter whose default is being evaluated.
    pub current: SmolStr,
    /// It and those to its right, which have no value yet.
    pub pending: Vec<SmolStr>,
    /// So many of them, the first ones, are to its left: nobody gave them a value.
    pub missing: usize,
}
