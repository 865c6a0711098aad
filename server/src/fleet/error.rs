//! What can be wrong with the source of a fleet as a whole. What is wrong with one node is a result of that node.

use std::fmt;
use std::path::PathBuf;

#[derive(Debug)]
pub enum FleetError {
    NotThere(PathBuf),
    Unreadable { path: PathBuf, problem: std::io::Error },
    NoNodes(PathBuf),
    NothingSelected { nodes: usize },
    BadShard(String),
    ShardTooLarge { index: usize, of: usize },
    ShardVariables(String),
    EncNotThere(PathBuf),
    Interrupted,
    NoThreads(std::io::Error),
}

impl fmt::Display for FleetError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FleetError::NotThere(path) => write!(
                formatter,
                "there is no file or folder {}: --nodes wants a PuppetDB inventory, facts or an export archive (docs/fleet.md)",
                path.display()
            ),
            FleetError::Unreadable { path, problem } => write!(formatter, "cannot read {}: {problem}", path.display()),
            FleetError::NoNodes(path) => {
                write!(formatter, "there are no nodes in {}: nothing in it has the form of facts", path.display())
            }
            FleetError::NothingSelected { nodes } => {
                write!(formatter, "--select leaves none of the {nodes} nodes of the inventory")
            }
            FleetError::BadShard(text) => write!(formatter, "--shard '{text}' is not I/N, for instance 2/5"),
            FleetError::ShardTooLarge { index, of } => {
                write!(formatter, "--shard {index}/{of}: the first number goes from 1 to {of}")
            }
            FleetError::ShardVariables(names) => write!(
                formatter,
                "--shard auto: no variables of GitLab, GitHub or Kubernetes say which part this is ({names})"
            ),
            FleetError::EncNotThere(path) => {
                write!(formatter, "there is no folder {} of answers of a node classifier", path.display())
            }
            FleetError::Interrupted => write!(formatter, "the evaluation was interrupted"),
            FleetError::NoThreads(error) => write!(formatter, "cannot start a thread: {error}"),
        }
    }
}

impl From<FleetError> for String {
    fn from(error: FleetError) -> String {
        error.to_string()
    }
}
