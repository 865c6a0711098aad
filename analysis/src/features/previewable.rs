//! The definitions of a file that a catalog can be previewed for: nodes, classes and defines.

use evaluator::FileId;
use syntax::{Expr, TextRange};

use crate::db::Db;
use crate::definition_index::name_place;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::preview::contexts::{node_name, own_manifest};
use crate::preview::node_blocks::NodeBlock;
use crate::queries;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Previewable {
    /// All of the definition.
    pub range: TextRange,
    pub name_range: TextRange,
    /// For instance `node web01` or `class profile::web`.
    pub label: String,
    /// The node to preview, where the definition names one or a known one matches it.
    pub node: Option<String>,
    /// For a node definition that no known node matches: whom it is for, as in `/^db\d+/`.
    pub asks_for: Option<String>,
}

impl Analysis {
    pub fn previewables(&self, file: FileId) -> Cancellable<Vec<Previewable>> {
        Ok(self.read_file(file, |db, file| previewables(db, file))?.unwrap_or_default())
    }
}

fn previewables(db: &dyn Db, file: FileInput) -> Vec<Previewable> {
    let source = queries::source_file(db, file);
    let program = &source.program;
    let mut found = Vec::new();
    for definition in &program.definitions {
        let (label, node, asks_for) = match program.expr(*definition) {
            Expr::Class(class) => (format!("class {}", class.name), None, None),
            Expr::Define(define) => (format!("define {}", define.name), None, None),
            Expr::Node(node) => {
                let block = NodeBlock::of(program, node);
                let (environment, manifests) = (queries::environment_of(db, file), own_manifest(db, file));
                let chosen = Some(node_name(db, environment, &manifests));
                let chosen = chosen.filter(|node| block.is_for(db, environment, &manifests, node));
                let node = chosen.or_else(|| block.known_node(db, environment, &manifests));
                let asks_for = node.is_none().then(|| block.words());
                (format!("node {}", block.words()), node.map(|node| node.to_string()), asks_for)
            }
            _ => continue,
        };
        found.push(Previewable {
            range: source.source_map.range(*definition),
            name_range: source.source_map.range(name_place(program, *definition)),
            label,
            node,
            asks_for,
        });
    }
    found
}
