//! Names of nodes are quoted.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "unquoted_node_name",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A node's name without quotes.",
    run,
    fix: Some(quote),
};

fn run(document: &Document<'_>, findings: &mut Findings) {
    for node in document.of_kind(Kind::Node) {
        let Some(open) = document.of_kind(Kind::LeftBrace).find(|brace| *brace > node) else {
            findings.syntax_problem(document, node, "Syntax error (try running `puppet parser validate <file>`)");
            continue;
        };
        for name in (node..open).filter(|at| document.kind(*at) == Kind::Name) {
            findings.fixable(document, name, "unquoted node name found");
        }
    }
}
