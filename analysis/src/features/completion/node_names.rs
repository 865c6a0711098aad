//! Names of nodes behind `node`: those that facts and data know and that no manifest defines.

use evaluator::Value;
use syntax::TextRange;

use super::item::{CompletionItem, CompletionKind, Rank};
use super::quoted_edit;
use crate::db::Db;
use crate::definition_index::{DefinitionKind, file_signature};
use crate::inputs::FileInput;
use crate::preview::contexts::named_nodes;
use crate::queries;

/// Where Hiera keeps the data of single nodes, by convention.
const NODE_FOLDERS: &[&str] = &["data/nodes/", "data/node/", "hieradata/nodes/", "hieradata/node/"];

pub fn node_names(db: &dyn Db, file: FileInput, word: TextRange, is_quoted: bool) -> Vec<CompletionItem> {
    let environment = queries::environment_of(db, file);
    let mut names: Vec<String> = Vec::new();
    for set in db.workspace().fact_sets(db).iter().filter(|set| !set.is_typical) {
        if let Some(Value::String(name)) = set.facts.get("clientcert") {
            names.push(name.to_string());
        }
    }
    let files = environment.files(db);
    for folder in NODE_FOLDERS {
        for (path, _) in queries::files_with_prefix(&files, folder) {
            let name = path.strip_prefix(folder).unwrap_or_default();
            let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
            names.push(name.to_string());
        }
    }
    let signature = file_signature(db, file);
    let nodes = signature.definitions.iter().filter(|definition| definition.kind == DefinitionKind::Node);
    let mut here: Vec<String> = nodes.map(|definition| definition.name.to_string()).collect();
    // A node is defined once.
    here.extend(named_nodes(db, environment, &None).iter().map(|name| name.to_string()));
    names.sort();
    names.dedup();
    let mut items: Vec<CompletionItem> = names
        .iter()
        .filter(|name| !here.contains(name))
        .map(|name| {
            CompletionItem::new(name.as_str(), CompletionKind::Node, Rank::Here)
                .inserts(word, quoted_edit(name, is_quoted))
        })
        .collect();
    if !is_quoted && !here.contains(&"default".to_string()) {
        items.push(CompletionItem::new("default", CompletionKind::Keyword, Rank::Common));
    }
    items
}

#[cfg(test)]
mod tests {
    use super::super::tests::labels;

    #[test]
    fn nodes_that_data_names_and_no_manifest() {
        let text = "node 'here' {}\nnode '$0' {}\n//- /env/data/nodes/db01.example.com.yaml\na: 1\n//- /env/manifests/other.pp\nnode 'web01' {}\n";
        assert_eq!(labels(text), ["db01.example.com"]);
    }
}
