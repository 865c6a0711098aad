//! What is asked of one evaluation: which node, with which facts and data, in which edition.

use std::sync::Arc;

use indexmap::IndexMap;
use smol_str::SmolStr;

use crate::edition::Edition;
use crate::limits::Limits;
use crate::node_facts::NodeFacts;
use crate::observation::Probes;
use crate::place::FileId;
use crate::value::Value;

#[derive(Clone, Debug)]
pub struct Request {
    pub goal: Goal,
    pub edition: Edition,
    pub node_name: SmolStr,
    /// The environment's name, `$environment`.
    pub environment: SmolStr,
    pub facts: Arc<NodeFacts>,
    /// The `$trusted` hash; `None` gives that of an authenticated remote node.
    pub trusted: Option<Value>,
    pub server_facts: Value,
    /// What a node classifier answered.
    pub classification: Classification,
    /// Resources that other nodes export; `None` means that there is no such store.
    pub exported: Option<Arc<[ExportedResource]>>,
    /// Whether the types of the modules that come with an agent's package are there.
    pub vendor_modules: bool,
    pub missing: MissingNames,
    pub limits: Limits,
    pub probes: Probes,
    /// Puppet's settings, where they differ from the edition's.
    pub settings: Settings,
}

/// The settings of Puppet that change how code evaluates; `None` is what the edition says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Settings {
    pub strict: Option<Strictness>,
    pub strict_variables: Option<bool>,
}

/// What becomes of questionable code: Puppet's setting `strict`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strictness {
    Off,
    Warning,
    Error,
}

/// What becomes of names that nothing here defines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MissingNames {
    /// As Puppet has it.
    #[default]
    AreErrors,
    /// They may be defined elsewhere: what they would give is unknown.
    AreUnknown,
}

/// What the outcome is wanted for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The catalog of the node, from the environment's manifests.
    Catalog,
    /// The environment's manifests, then this file in the top scope; the outcome's value is that of its last expression.
    Value(FileId),
    /// The catalog of one class alone, as if a node included it.
    Class(SmolStr),
    /// The catalog of one define alone, with this title.
    Define { name: SmolStr, title: SmolStr },
    /// One definition alone, with nothing known of what has to be given to it.
    Alone(Alone),
    /// A Hiera key, as `puppet lookup` answers it.
    Lookup { key: String },
}

/// What is evaluated alone: required parameters, arguments and titles that nobody gives are unknown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Alone {
    Class(SmolStr),
    Define(SmolStr),
    Function(SmolStr),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Classification {
    /// Class names with parameters where given.
    pub classes: IndexMap<SmolStr, Option<IndexMap<SmolStr, Value>>>,
    /// Top-scope variables.
    pub parameters: IndexMap<SmolStr, Value>,
}

/// A resource that another node exported.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportedResource {
    pub type_name: SmolStr,
    pub title: SmolStr,
    pub parameters: IndexMap<SmolStr, Value>,
    pub tags: Vec<SmolStr>,
    pub certname: SmolStr,
}

impl Request {
    /// A catalog for a node, with no facts.
    pub fn catalog(node_name: &str) -> Self {
        Request {
            goal: Goal::Catalog,
            edition: Edition::default(),
            node_name: SmolStr::new(node_name),
            environment: SmolStr::new("production"),
            facts: Arc::default(),
            trusted: None,
            server_facts: default_server_facts(),
            classification: Classification::default(),
            exported: None,
            vendor_modules: true,
            missing: MissingNames::default(),
            limits: Limits::default(),
            probes: Probes::default(),
            settings: Settings::default(),
        }
    }
}

/// `$server_facts` where no setting says otherwise.
pub fn default_server_facts() -> Value {
    Value::hash([
        (Value::string("serverversion"), Value::string("8.0.0")),
        (Value::string("servername"), Value::string("puppet.example.com")),
        (Value::string("serverip"), Value::string("192.0.2.1")),
    ])
}

/// The same with what a setting says otherwise or besides, by name.
pub fn server_facts_with<'n>(others: impl IntoIterator<Item = (&'n SmolStr, &'n SmolStr)>) -> Value {
    let mut facts = match default_server_facts() {
        Value::Hash(facts) => Arc::unwrap_or_clone(facts),
        _ => Default::default(),
    };
    facts.extend(others.into_iter().map(|(name, value)| (Value::String(name.clone()), Value::String(value.clone()))));
    Value::Hash(Arc::new(facts))
}

/// `$trusted` of a node that authenticated over the network.
pub fn default_trusted(node_name: &str) -> Value {
    let (host, domain) = match node_name.split_once('.') {
        Some((host, domain)) => (Value::string(host), Value::string(domain)),
        None => (Value::string(node_name), Value::Undef),
    };
    Value::hash(
        [
            ("authenticated", Value::string("remote")),
            ("certname", Value::string(node_name)),
            ("extensions", Value::hash([])),
            ("hostname", host),
            ("domain", domain),
            ("external", Value::hash([])),
        ]
        .map(|(key, value)| (Value::string(key), value)),
    )
}
