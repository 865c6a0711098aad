//! The facts of a node in each of the forms in which tools write them.
//!
//! | form | written by |
//! |---|---|
//! | `{"certname", "facts": {…}, "trusted", "environment"}` | PuppetDB's inventory |
//! | `{"certname", "facts": {"data": [{"name", "value"}]}}` | PuppetDB's factsets |
//! | `{"certname", "values": {…}}`, `{"name", "values": {…}}` | `puppet db export`, `puppet facts`, `vardir/yaml/facts`, onceover |
//! | `{"facts": {certname: {…}}}` | collections of nodes in one file |
//! | `{"kernel": …}` | `facter --json` |

use evaluator::Value;
use evaluator::fact_sets::{Facts, to_facts};
use evaluator::hiera::data_node::{DataContent, DataNode};
use evaluator::hiera::{json, yaml};
use smol_str::SmolStr;

/// What a document says of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeDocument {
    pub name: Option<SmolStr>,
    pub facts: Facts,
    pub trusted: Option<Value>,
    pub environment: Option<SmolStr>,
}

/// What a document holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Document {
    Node(NodeDocument),
    /// Several nodes by name.
    Nodes(Vec<(SmolStr, NodeDocument)>),
}

/// Reads JSON where the text begins with a brace, else YAML; tags of Ruby classes are skipped.
pub fn read(bytes: &[u8]) -> Result<Document, String> {
    let text = bytes.strip_prefix(&[0xEF, 0xBB, 0xBF]).unwrap_or(bytes);
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
    let node = if first == Some(&b'{') {
        json::parse_bytes(text).map_err(|error| format!("not valid JSON: {}", error.message()))?
    } else {
        let node = yaml::parse_any_class(text).map_err(|error| format!("not valid YAML: {}", error.message()))?;
        node.ok_or("the file is empty")?
    };
    document(&node).ok_or_else(|| "facts must be a hash of names and values, as `puppet facts` prints it".to_string())
}

fn document(node: &DataNode) -> Option<Document> {
    node.entries()?;
    let name = ["certname", "name"].iter().find_map(|key| node.entry(key)?.value.key_text().map(SmolStr::new));
    let hash = |key: &str| node.entry(key).map(|entry| &entry.value).filter(|value| value.entries().is_some());
    let of = |facts: &DataNode| {
        let mut document = NodeDocument { name: name.clone(), facts: facts_in(facts), ..NodeDocument::default() };
        document.trusted = hash("trusted").map(DataNode::to_value);
        document.environment = node.entry("environment").and_then(|entry| entry.value.key_text()).map(SmolStr::new);
        document.take_trusted();
        Document::Node(document)
    };
    match (hash("values"), hash("facts")) {
        (Some(values), _) if name.is_some() => Some(of(values)),
        (_, Some(facts)) if name.is_some() => Some(of(facts)),
        (_, Some(facts)) if holds_nodes(node, facts) => Some(Document::Nodes(nodes_in(facts))),
        _ => {
            let mut document = NodeDocument { facts: to_facts(node), ..NodeDocument::default() };
            document.take_trusted();
            Some(Document::Node(document))
        }
    }
}

/// Only a hash of hashes alone in its file can be a collection: a fact could be called `facts`.
fn holds_nodes(node: &DataNode, facts: &DataNode) -> bool {
    let is_alone = node.entries().is_some_and(|entries| entries.len() == 1);
    is_alone && facts.entries().is_some_and(|nodes| nodes.iter().all(|node| node.value.entries().is_some()))
}

fn nodes_in(facts: &DataNode) -> Vec<(SmolStr, NodeDocument)> {
    let entries = facts.entries().unwrap_or_default().iter();
    let named = entries.filter_map(|entry| Some((SmolStr::new(entry.key.key_text()?), &entry.value)));
    named
        .map(|(name, value)| {
            let mut document = match document(value) {
                Some(Document::Node(document)) => document,
                _ => NodeDocument { facts: to_facts(value), ..NodeDocument::default() },
            };
            document.name = Some(name.clone());
            (name, document)
        })
        .collect()
}

/// Facts as a hash, or as a list of names and values.
fn facts_in(facts: &DataNode) -> Facts {
    let Some(DataContent::Sequence(rows)) = facts.entry("data").map(|entry| &entry.value.content) else {
        return to_facts(facts);
    };
    let row = |row: &DataNode| {
        Some((SmolStr::new(row.entry("name")?.value.key_text()?), row.entry("value")?.value.to_value()))
    };
    rows.iter().filter_map(row).collect()
}

impl NodeDocument {
    /// PuppetDB stores the trusted facts as a fact among the others, which no agent sends.
    fn take_trusted(&mut self) {
        let is_trusted = matches!(self.facts.get("trusted"), Some(Value::Hash(entries)) if entries.get(&Value::string("certname")).is_some());
        if is_trusted {
            let trusted = self.facts.shift_remove("trusted");
            self.trusted = self.trusted.take().or(trusted);
        }
    }

    /// Returns the node's name as its facts have it.
    pub fn own_name(&self) -> Option<SmolStr> {
        let text = |path: &str| analysis::fleet::kinds::fact_text(&self.facts, path).map(SmolStr::new);
        self.name.clone().or_else(|| text("clientcert")).or_else(|| text("networking.fqdn")).or_else(|| text("fqdn"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(text: &str) -> NodeDocument {
        match read(text.as_bytes()).expect("a document") {
            Document::Node(node) => node,
            Document::Nodes(nodes) => panic!("{nodes:?}"),
        }
    }

    #[test]
    fn every_form_of_one_node() {
        for text in [
            r#"{"certname": "a", "facts": {"kernel": "Linux"}, "trusted": {"certname": "a"}, "environment": "test"}"#,
            r#"{"certname": "a", "facts": {"data": [{"name": "kernel", "value": "Linux"}], "href": "/x"}, "environment": "test", "trusted": {"certname": "a"}}"#,
            r#"{"certname": "a", "values": {"kernel": "Linux", "trusted": {"certname": "a"}}, "environment": "test"}"#,
        ] {
            let node = node(text);
            assert_eq!((node.name.as_deref(), node.environment.as_deref()), (Some("a"), Some("test")), "{text}");
            assert_eq!(node.facts.keys().collect::<Vec<_>>(), ["kernel"], "{text}");
            assert!(node.trusted.is_some(), "{text}");
        }
        let ruby = "--- !ruby/object:Puppet::Node::Facts\nname: a\nvalues:\n  kernel: Linux\ntimestamp: 2020-01-01 10:00:00.1 +00:00\n";
        assert_eq!(node(ruby).name.as_deref(), Some("a"));
        let flat = node(r#"{"kernel": "Linux", "networking": {"fqdn": "a.b"}}"#);
        assert_eq!((flat.name.clone(), flat.own_name().as_deref()), (None, Some("a.b")));
    }

    #[test]
    fn collections_and_facts_of_that_name() {
        let text = r#"{"facts": {"a": {"kernel": "Linux"}, "b": {"values": {"kernel": "x"}, "name": "other"}}}"#;
        let Ok(Document::Nodes(nodes)) = read(text.as_bytes()) else { panic!("several nodes") };
        assert_eq!(nodes.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert!(nodes.iter().all(|(_, node)| node.facts.contains_key("kernel")));
        assert!(node(r#"{"facts": {"a": {}}, "kernel": "x"}"#).facts.contains_key("facts"));
    }

    #[test]
    fn broken_documents_are_named() {
        assert!(read(b"{\"a\": ").unwrap_err().contains("JSON"));
        assert!(read(b"a: [1").unwrap_err().contains("YAML"));
        assert!(read(b"").unwrap_err().contains("empty"));
        assert!(read(b"- 1\n").unwrap_err().contains("hash"));
    }
}
