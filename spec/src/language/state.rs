//! What a spec file has said so far: groups with their definitions, examples, configuration, and the example that runs.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use evaluator::ruby::syntax_tree::Block;
use evaluator::ruby::value::{RubyProc, RubyValue};
use indexmap::IndexMap;

use crate::environment::catalogs::Compiled;

pub type GroupId = usize;

/// A source file, to name lines in.
#[derive(Debug)]
pub struct SourceText {
    /// As RSpec prints it, for instance `./spec/classes/a_spec.rb`.
    pub path: String,
    line_starts: Vec<u32>,
}

impl SourceText {
    pub fn new(path: String, text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
        SourceText { path, line_starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// Returns the line of an offset, from 1.
    pub fn line(&self, offset: u32) -> u32 {
        self.line_starts.partition_point(|start| *start <= offset) as u32
    }
}

/// What kind of thing a group describes, which its path or its metadata says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupKind {
    Class,
    Define,
    Host,
    Function,
    TypeAlias,
    /// Unit tests of Ruby code.
    Other,
}

/// A `describe`, `context` or inclusion of shared examples.
#[derive(Debug)]
pub struct Group {
    pub parent: Option<GroupId>,
    pub description: String,
    pub kind: GroupKind,
    /// For instance `1:2`.
    pub scoped_id: String,
    /// Groups and examples directly in it.
    pub members: usize,
    pub lets: HashMap<String, Definition>,
    pub subject: Option<Definition>,
    pub befores: Vec<Rc<RubyProc>>,
    pub methods: HashMap<String, Arc<Block>>,
    pub modules: Vec<String>,
    pub shared: HashMap<String, Shared>,
    pub skip: Option<Skip>,
    /// A filter leaves it out.
    pub is_excluded: bool,
    pub line: u32,
}

/// A block that `let` or `subject` names.
#[derive(Clone, Debug)]
pub struct Definition {
    pub block: Rc<RubyProc>,
    pub is_eager: bool,
}

/// Shared examples or a shared context.
#[derive(Clone, Debug)]
pub struct Shared {
    pub block: Rc<RubyProc>,
    pub file: Rc<SourceText>,
}

/// Why an example does not have to pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Skip {
    /// Not run at all.
    Skipped(String),
    /// Run, and expected to fail.
    Pending(String),
}

#[derive(Debug)]
pub struct Example {
    pub group: GroupId,
    pub description: Option<String>,
    pub block: Option<Rc<RubyProc>>,
    pub id: String,
    pub file: Rc<SourceText>,
    pub line: u32,
    pub skip: Option<Skip>,
    pub is_excluded: bool,
}

/// A group that is left out, and why.
#[derive(Clone, Debug)]
pub struct GroupProblem {
    pub group: GroupId,
    pub what: String,
    pub place: String,
}

/// A fact that a helper adds to every fact set.
#[derive(Clone, Debug)]
pub struct CustomFact {
    pub value: RubyValue,
    pub confine: Option<Vec<String>>,
    pub exclude: Option<Vec<String>>,
    pub merges: bool,
}

/// The example that runs.
#[derive(Debug, Default)]
pub struct Running {
    pub group: GroupId,
    pub memo: HashMap<String, RubyValue>,
    /// Definitions whose blocks run, innermost last: `super` asks the group above.
    pub definitions: Vec<(String, GroupId)>,
    pub catalogue: Option<Rc<Compiled>>,
    /// The description of the last matcher, for an example without one.
    pub matcher: Option<String>,
}

#[derive(Debug, Default)]
pub struct State {
    pub groups: Vec<Group>,
    pub examples: Vec<Example>,
    /// Groups whose bodies run, innermost last.
    pub loading: Vec<GroupId>,
    pub top_level_groups: usize,
    pub shared: HashMap<String, Shared>,
    pub configuration: IndexMap<String, RubyValue>,
    pub befores: Vec<Rc<RubyProc>>,
    pub modules: Vec<String>,
    /// Puppet's settings that a hook of the running example has set.
    pub puppet_settings: HashMap<String, RubyValue>,
    pub custom_facts: IndexMap<String, CustomFact>,
    pub loaded: HashSet<String>,
    pub files: Vec<Rc<SourceText>>,
    pub running: Option<Running>,
    /// Groups whose bodies use something that is not known here.
    pub problems: Vec<GroupProblem>,
}

impl State {
    /// Walks from a group to the outermost one.
    pub fn ancestors(&self, group: GroupId) -> impl Iterator<Item = GroupId> + '_ {
        std::iter::successors(Some(group), |id| self.groups[*id].parent)
    }

    /// Finds the group at or above one that has a definition.
    pub fn defining(&self, group: GroupId, has: impl Fn(&Group) -> bool) -> Option<GroupId> {
        self.ancestors(group).find(|id| has(&self.groups[*id]))
    }

    /// Returns the description of the outermost group: the class, define or function under test.
    pub fn top_level_description(&self, group: GroupId) -> String {
        let top = self.ancestors(group).last().unwrap_or(group);
        self.groups[top].description.clone()
    }

    pub fn current_file(&self) -> Option<Rc<SourceText>> {
        self.files.last().cloned()
    }
}
