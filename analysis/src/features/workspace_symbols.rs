//! Definitions of the whole workspace whose names contain what was typed.

use crate::FileRange;
use crate::db::Db;
use crate::definition_index::{DefinitionKind, DefinitionRef, environment_index, module_index};
use crate::host::{Analysis, Cancellable};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkspaceSymbol {
    pub name: String,
    pub kind: DefinitionKind,
    pub place: FileRange,
}

impl Analysis {
    /// At most `limit` of them; names that start with the query come first, then those of the workspace's own code.
    pub fn workspace_symbols(&self, query: &str, limit: usize) -> Cancellable<Vec<WorkspaceSymbol>> {
        let query = query.to_lowercase();
        self.read(move |db| workspace_symbols(db, &query, limit))
    }
}

fn workspace_symbols(db: &dyn Db, query: &str, limit: usize) -> Vec<WorkspaceSymbol> {
    let mut found: Vec<(u32, String, DefinitionKind, DefinitionRef)> = Vec::new();
    for environment in db.workspace().environments(db).iter() {
        let mut indexes = vec![(environment_index(db, *environment), false)];
        for module in environment.modules(db).iter() {
            db.unwind_if_revision_cancelled();
            indexes.push((module_index(db, *module), module.vendored(db)));
        }
        for (index, vendored) in indexes {
            for (kind, name, definition) in index.all() {
                if let Some(rank) = rank(name, query) {
                    found.push((rank + u32::from(vendored) * 10, name.to_string(), kind, definition));
                }
            }
        }
    }
    found.sort_by(|a, b| (a.0, &a.1, a.2).cmp(&(b.0, &b.1, b.2)));
    found.dedup_by(|a, b| a.3 == b.3);
    found
        .into_iter()
        .take(limit)
        .filter_map(|(_, name, kind, definition)| {
            let place = FileRange { file: definition.file.id(db), range: definition.name_range(db)? };
            Some(WorkspaceSymbol { name, kind, place })
        })
        .collect()
}

/// How well a name fits: all letters of the query must come in order.
fn rank(name: &str, query: &str) -> Option<u32> {
    if name.starts_with(query) {
        return Some(0);
    }
    if name.contains(query) {
        return Some(1);
    }
    let mut rest = name.chars();
    query.chars().all(|wanted| rest.any(|character| character == wanted)).then_some(2)
}
