//! Which nodes a node definition is for: by name, by pattern, or as the default of all others.

use evaluator::regex_dialect::Regexp;
use smol_str::SmolStr;
use syntax::program::NodeDefinition;
use syntax::{Expr, Program};

use super::Manifests;
use super::contexts::{all_nodes, named_nodes};
use crate::db::Db;
use crate::definition_index::canonical_name;
use crate::inputs::EnvironmentInput;
use crate::queries;

/// Whom a node definition is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeBlock {
    pub names: Vec<SmolStr>,
    pub patterns: Vec<SmolStr>,
    pub is_default: bool,
}

impl NodeBlock {
    pub fn of(program: &Program, node: &NodeDefinition) -> NodeBlock {
        let mut block = NodeBlock::default();
        for matching in &node.matches {
            match program.expr(*matching) {
                Expr::String(name) | Expr::QualifiedName(name) => block.names.push(name.clone()),
                Expr::Regexp(pattern) => block.patterns.push(pattern.clone()),
                Expr::Default => block.is_default = true,
                _ => {}
            }
        }
        block
    }

    /// Returns the definition as it is written, for a question: `/^db\d+/` or `default`.
    pub fn words(&self) -> String {
        let patterns = self.patterns.iter().map(|pattern| format!("/{pattern}/"));
        let names = self.names.iter().map(SmolStr::to_string);
        let default = self.is_default.then(|| "default".to_string());
        names.chain(patterns).chain(default).collect::<Vec<_>>().join(", ")
    }

    /// Whether Puppet would choose this definition for a node, as far as the manifests tell.
    pub fn is_for(&self, db: &dyn Db, environment: EnvironmentInput, manifests: &Manifests, node: &str) -> bool {
        let node = node.to_lowercase();
        if self.names.iter().any(|name| canonical_name(name) == node) {
            return true;
        }
        if named_nodes(db, environment, manifests).iter().any(|name| name.to_lowercase() == node) {
            return false;
        }
        if self.patterns.iter().any(|pattern| matches(pattern, &node)) {
            return true;
        }
        self.is_default && !all_patterns(db, environment, manifests).iter().any(|pattern| matches(pattern, &node))
    }

    /// Returns the first known node that the definition is for.
    pub fn known_node(&self, db: &dyn Db, environment: EnvironmentInput, manifests: &Manifests) -> Option<SmolStr> {
        if let Some(name) = self.names.first() {
            return Some(name.clone());
        }
        let known = all_nodes(db, environment, manifests);
        known.into_iter().find(|node| self.is_for(db, environment, manifests, node))
    }
}

fn matches(pattern: &str, node: &str) -> bool {
    Regexp::new(pattern).compiled().as_ref().is_ok_and(|regex| matches!(regex.find(node), Ok(Some(_))))
}

fn all_patterns(db: &dyn Db, environment: EnvironmentInput, manifests: &Manifests) -> Vec<SmolStr> {
    let files = match manifests {
        Some(manifests) => manifests.to_vec(),
        None => queries::main_manifests(db, environment),
    };
    let mut patterns = Vec::new();
    for file in files {
        let program = queries::program(db, file);
        for definition in &program.definitions {
            if let Expr::Node(node) = program.expr(*definition) {
                patterns.extend(NodeBlock::of(&program, node).patterns);
            }
        }
    }
    patterns
}
