//! Facts as `facter --json`, `facter --yaml` and `puppet facts` print them: flat, or wrapped in `name` and `values`.

use smol_str::SmolStr;

use crate::fact_sets::{Facts, to_facts};
use crate::hiera::{json, yaml};

/// Facts with the node's name, where the file says it.
#[derive(Clone, Debug)]
pub struct FactFile {
    pub node: Option<SmolStr>,
    pub facts: Facts,
}

/// Why a file cannot be taken for facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactFileError {
    Json(String),
    Yaml(String),
    /// It holds a list, a text or nothing.
    NotAHash,
}

impl FactFileError {
    pub fn message(&self) -> String {
        match self {
            FactFileError::Json(problem) => format!("the facts are no valid JSON: {problem}"),
            FactFileError::Yaml(problem) => format!("the facts are no valid YAML: {problem}"),
            FactFileError::NotAHash => {
                "facts must be a hash of names and values, as `facter --json` prints it".to_string()
            }
        }
    }
}

/// Reads JSON where the text begins with a brace, else YAML.
pub fn read_facts(bytes: &[u8]) -> Result<FactFile, FactFileError> {
    let text = bytes.strip_prefix(&[0xEF, 0xBB, 0xBF]).unwrap_or(bytes);
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
    let document = if first == Some(&b'{') {
        json::parse_bytes(text).map_err(|error| FactFileError::Json(error.message()))?
    } else {
        let document = yaml::parse_any_class(text).map_err(|error| FactFileError::Yaml(error.message()))?;
        document.ok_or(FactFileError::NotAHash)?
    };
    if document.entries().is_none() {
        return Err(FactFileError::NotAHash);
    }
    let wrapped = document.entry("values").filter(|entry| entry.value.entries().is_some());
    // A fact could be called `values`: only `name` beside it makes it a wrapper.
    match (document.entry("name"), wrapped) {
        (Some(name), Some(values)) => {
            Ok(FactFile { node: name.value.key_text().map(SmolStr::new), facts: to_facts(&values.value) })
        }
        _ => Ok(FactFile { node: None, facts: to_facts(&document) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    fn read(text: &str) -> FactFile {
        read_facts(text.as_bytes()).unwrap()
    }

    #[test]
    fn flat_json_and_yaml() {
        assert_eq!(read("{\"kernel\": \"Linux\"}").facts.get("kernel"), Some(&Value::string("Linux")));
        assert_eq!(read("---\nkernel: Linux\nn: 2\n").facts.get("n"), Some(&Value::Integer(2)));
    }

    #[test]
    fn wrapped_facts_know_their_node() {
        let facts = read("{\"name\": \"web01\", \"values\": {\"kernel\": \"Linux\"}, \"timestamp\": \"x\"}");
        assert_eq!(facts.node.as_deref(), Some("web01"));
        assert_eq!(facts.facts.len(), 1);
        let yaml = "--- !ruby/object:Puppet::Node::Facts\nname: web01\nvalues:\n  kernel: Linux\ntimestamp: 2020-01-01 10:00:00.1 +00:00\n";
        assert_eq!(read(yaml).facts.get("kernel"), Some(&Value::string("Linux")));
    }

    #[test]
    fn what_is_no_hash_is_said() {
        assert_eq!(read_facts(b"[1]").unwrap_err(), FactFileError::NotAHash);
        assert_eq!(read_facts(b"").unwrap_err(), FactFileError::NotAHash);
        assert!(matches!(read_facts(b"{\"a\": "), Err(FactFileError::Json(_))));
        assert!(matches!(read_facts(b"a: [1"), Err(FactFileError::Yaml(_))));
    }
}
