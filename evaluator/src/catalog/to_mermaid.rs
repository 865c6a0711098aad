//! The catalog as a Mermaid flowchart, which Markdown viewers draw: containment dotted, relationships solid.

use super::relationship_edges::relationship_edges;
use super::{Catalog, ResourceKind};

/// `note` is a comment for the first line, where there is one.
pub fn catalog_to_mermaid(catalog: &Catalog, note: Option<&str>) -> String {
    let mut text = note.map(|note| format!("%% {note}\n")).unwrap_or_default();
    text += "flowchart LR\n";
    for (id, resource) in catalog.realized() {
        let label = escape(&resource.to_string());
        let node = match resource.kind {
            ResourceKind::Class | ResourceKind::Node => format!("([\"{label}\"])"),
            ResourceKind::Define => format!("[[\"{label}\"]]"),
            ResourceKind::Native => format!("[\"{label}\"]"),
        };
        text.push_str(&format!("  r{}{node}\n", id.0));
    }
    for (source, target) in &catalog.edges {
        if !catalog.get(*source).is_virtual && !catalog.get(*target).is_virtual {
            text.push_str(&format!("  r{} -.- r{}\n", source.0, target.0));
        }
    }
    for edge in relationship_edges(catalog) {
        let arrow = if edge.notifies { "==>" } else { "-->" };
        text.push_str(&format!("  r{} {arrow} r{}\n", edge.source.0, edge.target.0));
    }
    text
}

/// Mermaid reads HTML entities with `#`.
fn escape(text: &str) -> String {
    text.replace('#', "#35;").replace('"', "#quot;").replace('<', "#lt;").replace('>', "#gt;").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::test_support::sample;

    #[test]
    fn a_flowchart_has_both_kinds_of_edges() {
        expect_test::expect![[r#"
            flowchart LR
              r0["Stage[main]"]
              r1(["Class[Motd]"])
              r2["File[/etc/motd]"]
              r3["Notify[hello]"]
              r0 -.- r1
              r1 -.- r2
              r1 -.- r3
              r2 ==> r3
        "#]]
        .assert_eq(&catalog_to_mermaid(&sample(), None));
    }
}
