//! Facts that a module brings, read from its files and never run: custom facts of `lib/facter/*.rb`, external facts of
//! `facts.d/`. Names and documentation only; values come from fact sets.

use super::parse::parse;
use super::plugin_types::constant_text;
use super::syntax_tree::{Call, Kind, Node};

/// A fact as its file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginFact {
    pub name: String,
    /// The comment above `Facter.add`, without tags; empty where there is none.
    pub documentation: String,
}

/// The facts that a file of `lib/facter/` adds. A source that cannot be read adds the fact of its file's name.
pub fn read_custom_facts(file_name: &str, source: &str) -> Vec<PluginFact> {
    let mut facts = Vec::new();
    if let Ok(root) = parse(source) {
        collect(&root, source, &mut facts);
    }
    if facts.is_empty() {
        let name = file_name.rsplit('/').next().unwrap_or(file_name).trim_end_matches(".rb");
        facts.push(PluginFact { name: name.to_string(), documentation: first_comment(source) });
    }
    facts
}

/// The facts of a file of `facts.d/`: the names of structured data; a program's are not known.
pub fn read_external_facts(file_name: &str, source: &str) -> Vec<PluginFact> {
    let name_of = |name: &str| PluginFact { name: name.trim().to_string(), documentation: String::new() };
    let names: Vec<PluginFact> = match file_name.rsplit('.').next() {
        Some("txt") => source.lines().filter_map(|line| Some(name_of(line.split_once('=')?.0))).collect(),
        Some("json") => match crate::hiera::json::parse(source) {
            Ok(data) => data
                .entries()
                .unwrap_or_default()
                .iter()
                .filter_map(|entry| entry.key.key_text())
                .map(name_of)
                .collect(),
            Err(_) => Vec::new(),
        },
        Some("yaml" | "yml") => match crate::hiera::yaml::parse(source) {
            Ok(Some(data)) => data
                .entries()
                .unwrap_or_default()
                .iter()
                .filter_map(|entry| entry.key.key_text())
                .map(name_of)
                .collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    names.into_iter().filter(|fact| !fact.name.is_empty()).collect()
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
                    add(name, super::plugin_functions::comment_above(source, node.offset as usize), facts);
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

/// A fact may be added several times, once for each way to find its value: the first comment counts.
fn add(name: String, comment: String, facts: &mut Vec<PluginFact>) {
    let documentation = without_tags(&comment);
    match facts.iter_mut().find(|fact| fact.name == name) {
        Some(fact) if fact.documentation.is_empty() => fact.documentation = documentation,
        Some(_) => {}
        None => facts.push(PluginFact { name, documentation }),
    }
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
        PluginFact { name: name.into(), documentation: documentation.into() }
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
    fn external_facts_by_the_names_in_their_data() {
        assert_eq!(read_external_facts("a.txt", "role=web\nnothing\ntier = 2\n"), [fact("role", ""), fact("tier", "")]);
        assert_eq!(read_external_facts("a.yaml", "role: web\ndisks: [1]\n"), [fact("role", ""), fact("disks", "")]);
        assert_eq!(read_external_facts("a.json", "{\"role\": 1}"), [fact("role", "")]);
        assert_eq!(read_external_facts("a.sh", "echo role=web"), []);
    }
}
