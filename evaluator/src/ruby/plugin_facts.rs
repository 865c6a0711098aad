//! Facts that a module brings, read from its files and never run: custom facts of `lib/facter/*.rb`, external facts of
//! `facts.d/`. A value is known where the file gives it as a constant; the others come from fact sets.

use super::parse::parse;
use super::plugin_types::constant_text;
use super::syntax_tree::{Call, Kind, Node};
use crate::hiera::data_node::DataNode;
use crate::value::Value;

/// A fact as its file describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct PluginFact {
    pub name: String,
    /// The comment above `Facter.add`, without tags; empty where there is none.
    pub documentation: String,
    /// The value that every agent finds; `None` where that depends on the agent.
    pub value: Option<Value>,
}

/// The facts that a file of `lib/facter/` adds. A source that cannot be read adds the fact of its file's name.
pub fn read_custom_facts(file_name: &str, source: &str) -> Vec<PluginFact> {
    let mut facts = Vec::new();
    if let Ok(root) = parse(source) {
        collect(&root, source, &mut facts);
    }
    if facts.is_empty() {
        let name = file_name.rsplit('/').next().unwrap_or(file_name).trim_end_matches(".rb");
        facts.push(PluginFact { name: name.to_string(), documentation: first_comment(source), value: None });
    }
    facts
}

/// The facts of a file of `facts.d/`: structured data; what a program prints is not known.
pub fn read_external_facts(file_name: &str, source: &str) -> Vec<PluginFact> {
    let facts: Vec<PluginFact> = match file_name.rsplit('.').next() {
        Some("txt") => source.lines().filter_map(|line| line.split_once('=')).map(of_line).collect(),
        Some("json") => crate::hiera::json::parse(source).map(|data| of_mapping(&data)).unwrap_or_default(),
        Some("yaml" | "yml") => match crate::hiera::yaml::parse(source) {
            Ok(Some(data)) => of_mapping(&data),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    facts.into_iter().filter(|fact| !fact.name.is_empty()).collect()
}

/// Takes name and value of a line as they are, blanks included, as Facter does.
fn of_line((name, value): (&str, &str)) -> PluginFact {
    // Facter ignores a name without a value.
    let value = (!value.is_empty()).then(|| Value::string(value));
    PluginFact { name: name.to_string(), documentation: String::new(), value }
}

fn of_mapping(data: &DataNode) -> Vec<PluginFact> {
    let entries = data.entries().unwrap_or_default().iter();
    let fact = |name: &str, value| PluginFact { name: name.to_string(), documentation: String::new(), value };
    entries.filter_map(|entry| Some(fact(entry.key.key_text()?.trim(), Some(entry.value.to_value())))).collect()
}

fn collect(node: &Node, source: &str, facts: &mut Vec<PluginFact>) {
    match &node.kind {
        Kind::Sequence(nodes) => nodes.iter().for_each(|node| collect(node, source, facts)),
        Kind::Module { body, .. } | Kind::Begin { body, .. } => collect(body, source, facts),
        Kind::If { then, otherwise, .. } => {
            collect(then, source, facts);
            if let Some(otherwise) = otherwise {
                collect(otherwise, source, facts);
            }
        }
        Kind::Method { definition, .. } => collect(&definition.body, source, facts),
        Kind::Call(call) => {
            if is_facter_add(call) {
                if let Some(name) = call.arguments.first().and_then(constant_text) {
                    let comment = super::plugin_functions::comment_above(source, node.offset as usize);
                    add(name, comment, constant_value(call), facts);
                }
                return;
            }
            if let Some(block) = &call.block {
                collect(&block.body, source, facts);
            }
        }
        _ => {}
    }
}

fn is_facter_add(call: &Call) -> bool {
    matches!(call.method.as_str(), "add" | "define_fact")
        && matches!(&call.receiver, Some(Node { kind: Kind::Constant(name), .. }) if name == "Facter")
}

/// A fact may be added several times, once for each way to find its value: the first comment counts, and no value is certain.
fn add(name: String, comment: String, value: Option<Value>, facts: &mut Vec<PluginFact>) {
    let documentation = without_tags(&comment);
    match facts.iter_mut().find(|fact| fact.name == name) {
        Some(fact) => {
            fact.value = None;
            if fact.documentation.is_empty() {
                fact.documentation = documentation;
            }
        }
        None => facts.push(PluginFact { name, documentation, value }),
    }
}

/// The value of `Facter.add(:name) { setcode { 'constant' } }`, where nothing else decides it.
fn constant_value(add: &Call) -> Option<Value> {
    let statement = only_statement(&add.block.as_ref()?.body)?;
    let Kind::Call(setcode) = &statement.kind else { return None };
    if setcode.method != "setcode" || setcode.receiver.is_some() || !setcode.arguments.is_empty() {
        return None;
    }
    constant(only_statement(&setcode.block.as_ref()?.body)?)
}

fn only_statement(body: &Node) -> Option<&Node> {
    match &body.kind {
        Kind::Sequence(nodes) => match nodes.as_slice() {
            [only] => only_statement(only),
            _ => None,
        },
        _ => Some(body),
    }
}

fn constant(node: &Node) -> Option<Value> {
    Some(match &node.kind {
        Kind::True => Value::Boolean(true),
        Kind::False => Value::Boolean(false),
        Kind::Integer(value) => Value::Integer(*value),
        Kind::String(_) => Value::string(constant_text(node)?),
        Kind::Array(items) => Value::array(items.iter().map(constant).collect::<Option<Vec<_>>>()?),
        Kind::Hash(entries) => {
            let entry = |(key, value): &(Node, Node)| Some((Value::string(constant_text(key)?), constant(value)?));
            Value::hash(entries.iter().map(entry).collect::<Option<Vec<_>>>()?)
        }
        _ => return None,
    })
}

fn first_comment(source: &str) -> String {
    let lines = source.lines().skip_while(|line| line.trim().is_empty() || line.starts_with("# frozen_string_literal"));
    let lines: Vec<&str> = lines.map_while(|line| line.strip_prefix('#')).map(str::trim).collect();
    without_tags(&lines.join("\n"))
}

/// What a comment says beyond remarks to tools.
fn without_tags(comment: &str) -> String {
    let lines = comment.lines().filter(|line| {
        let line = line.trim();
        !line.starts_with("frozen_string_literal") && !line.starts_with("rubocop:") && !line.contains("coding:")
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(name: &str, documentation: &str) -> PluginFact {
        PluginFact { name: name.into(), documentation: documentation.into(), value: None }
    }

    fn with_value(name: &str, value: Value) -> PluginFact {
        PluginFact { value: Some(value), ..fact(name, "") }
    }

    #[test]
    fn custom_facts_with_their_comments() {
        let source = "# frozen_string_literal: true\n\n# The version of the server.\n# Empty where there is none.\nFacter.add(:server_version) do\n  setcode { 1 }\nend\n\n\
            Facter.add('plain', type: :aggregate) { chunk(:a) { } }\nFacter.add(:server_version) { confine kernel: 'x' }\n";
        assert_eq!(
            read_custom_facts("server.rb", source),
            [fact("server_version", "The version of the server.\nEmpty where there is none."), fact("plain", "")]
        );
        let nested =
            "module M\n  def self.add_facts\n    # In a method.\n    Facter.add('inner') do\n    end\n  end\nend\n";
        assert_eq!(read_custom_facts("x.rb", nested), [fact("inner", "In a method.")]);
    }

    #[test]
    fn a_file_that_computes_the_name_gives_its_own() {
        assert_eq!(
            read_custom_facts("lib/facter/made.rb", "# Made.\nNAMES.each { |n| Facter.add(n) { } }\n"),
            [fact("made", "Made.")]
        );
        assert_eq!(read_custom_facts("broken.rb", "def ("), [fact("broken", "")]);
    }

    #[test]
    fn a_constant_is_known_and_what_an_agent_finds_is_not() {
        let source = "Facter.add(:service_default) do\n  setcode do\n    '<SERVICE DEFAULT>'\n  end\nend\n\
            Facter.add(:flags) { setcode { { 'a' => [1, true] } } }\nFacter.add(:command) { setcode 'uname' }\n\
            Facter.add(:some) { confine kernel: 'Linux'\n setcode { 1 } }\nFacter.add(:found) { setcode { x() } }\n";
        let flags = Value::hash([("a".into(), Value::array([1.into(), true.into()]))]);
        assert_eq!(
            read_custom_facts("x.rb", source),
            [
                with_value("service_default", Value::string("<SERVICE DEFAULT>")),
                with_value("flags", flags),
                fact("command", ""),
                fact("some", ""),
                fact("found", "")
            ]
        );
    }

    #[test]
    fn external_facts_with_the_values_of_their_data() {
        let text = |name, value| with_value(name, Value::string(value));
        assert_eq!(
            read_external_facts("a.txt", "role=web\nnothing\ntier = 2\n"),
            [text("role", "web"), text("tier ", " 2")]
        );
        let disks = with_value("disks", Value::array([1.into()]));
        assert_eq!(read_external_facts("a.yaml", "role: web\ndisks: [1]\n"), [text("role", "web"), disks]);
        assert_eq!(read_external_facts("a.json", "{\"role\": 1}"), [with_value("role", 1.into())]);
        assert_eq!(read_external_facts("a.sh", "echo role=web"), []);
    }
}
