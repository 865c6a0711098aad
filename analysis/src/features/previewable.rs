//! The definitions of a file that a catalog can be previewed for: nodes, classes and defines.

use evaluator::FileId;
use syntax::{Expr, TextRange};

use crate::db::Db;
use crate::definition_index::name_place;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::queries;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Previewable {
    /// All of the definition.
    pub range: TextRange,
    pub name_range: TextRange,
    /// For instance `node web01` or `class profile::web`.
    pub label: String,
    /// The node to preview, where the definition names one.
    pub node: Option<String>,
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
        let (label, node) = match program.expr(*definition) {
            Expr::Class(class) => (format!("class {}", class.name), None),
            Expr::Define(define) => (format!("define {}", define.name), None),
            Expr::Node(node) => {
                let named = node.matches.iter().find_map(|id| match program.expr(*id) {
                    Expr::String(name) | Expr::QualifiedName(name) => Some(name.to_string()),
                    _ => None,
                });
                (format!("node {}", named.as_deref().unwrap_or("default")), named)
            }
            _ => continue,
        };
        found.push(Previewable {
            range: source.source_map.range(*definition),
            name_range: source.source_map.range(name_place(program, *definition)),
            label,
            node,
        });
    }
    found
}
