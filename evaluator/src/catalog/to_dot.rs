//! The catalog as a graph in the DOT language: containment dotted, relationships solid, refreshing ones bold.

use super::relationship_edges::relationship_edges;
use super::{Catalog, ResourceKind};

/// `note` is a comment for the first line, where there is one.
pub fn catalog_to_dot(catalog: &Catalog, note: Option<&str>) -> String {
    let mut text = format!(
        "{}digraph \"{}\" {{\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n",
        note.map(|note| format!("// {note}\n")).unwrap_or_default(),
        escape(&catalog.name)
    );
    for (id, resource) in catalog.realized() {
        let shape = match resource.kind {
            ResourceKind::Class | ResourceKind::Node => ", shape=folder",
            ResourceKind::Define => ", shape=component",
            ResourceKind::Native => "",
        };
        text.push_str(&format!("  r{} [label=\"{}\"{shape}];\n", id.0, escape(&resource.to_string())));
    }
    for (source, target) in &catalog.edges {
        if !catalog.get(*source).is_virtual && !catalog.get(*target).is_virtual {
            text.push_str(&format!("  r{} -> r{} [style=dotted, arrowhead=none];\n", source.0, target.0));
        }
    }
    for edge in relationship_edges(catalog) {
        let style = if edge.notifies { " [style=bold, label=\"notify\"]" } else { "" };
        text.push_str(&format!("  r{} -> r{}{style};\n", edge.source.0, edge.target.0));
    }
    text.push_str("}\n");
    text
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::test_support::sample;

    #[test]
    fn a_note_is_a_comment_in_front() {
        assert!(
            catalog_to_dot(&sample(), Some("with 1 undecided part")).starts_with("// with 1 undecided part\ndigraph ")
        );
    }

    #[test]
    fn a_graph_has_both_kinds_of_edges() {
        expect_test::expect![[r#"
            digraph "web01" {
              rankdir=LR;
              node [shape=box, fontname="sans-serif"];
              r0 [label="Stage[main]"];
              r1 [label="Class[Motd]", shape=folder];
              r2 [label="File[/etc/motd]"];
              r3 [label="Notify[hello]"];
              r0 -> r1 [style=dotted, arrowhead=none];
              r1 -> r2 [style=dotted, arrowhead=none];
              r1 -> r3 [style=dotted, arrowhead=none];
              r2 -> r3 [style=bold, label="notify"];
            }
        "#]]
        .assert_eq(&catalog_to_dot(&sample(), None));
    }
}
