//! Names of nodes. Knows nothing of which nodes exist.

use super::issue::Issue;
use super::names::has_illegal_hostname_character;
use super::validator::Validator;
use crate::program::{Expr, ExprId, NodeDefinition, StringSegment};

impl Validator<'_> {
    pub fn check_node(&mut self, id: ExprId, node: &NodeDefinition) {
        if self.refuse_outside_apply(id) {
            return;
        }
        for name in &node.matches {
            self.check_node_name(id, *name);
        }
        self.check_placement(id);
        self.check_ends_with_effect(id, node.body);
        if let Some(parent) = node.parent {
            self.report(Issue::IllegalNodeInheritance, parent);
        }
    }

    fn check_node_name(&mut self, node: ExprId, name: ExprId) {
        match self.expr(name) {
            Expr::String(hostname) | Expr::QualifiedName(hostname) => self.check_hostname(name, hostname),
            Expr::QualifiedReference(hostname) => self.check_hostname(name, &hostname.to_lowercase()),
            Expr::ConcatenatedString(segments) => {
                let interpolation = segments.iter().find_map(|segment| match segment {
                    StringSegment::Interpolation(inner) => Some(*inner),
                    StringSegment::Text(..) => None,
                });
                self.report(Issue::IllegalHostnameInterpolation, interpolation.unwrap_or(name));
            }
            Expr::Integer(_) | Expr::Float(_) | Expr::Default | Expr::Regexp(_) | Expr::Boolean(_) | Expr::Missing => {}
            _ => {
                let issue = Issue::IllegalExpression {
                    expression: self.label(name),
                    feature: "hostname",
                    container: self.label(node),
                };
                self.report(issue, name);
            }
        }
    }

    fn check_hostname(&mut self, id: ExprId, hostname: &str) {
        if has_illegal_hostname_character(hostname) {
            self.report(Issue::IllegalHostnameCharacters { hostname }, id);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::validation::test_support::problems;

    #[test]
    fn names_of_nodes() {
        assert_eq!(problems("node 'a.example.com', b-1, /c d/, 1.2.3.4, default { }", |_| {}), []);
        assert_eq!(
            problems("node 'a b', c::d { }", |_| {}),
            [("ILLEGAL_HOSTNAME_CHARS", "'a b'"), ("ILLEGAL_HOSTNAME_CHARS", "c::d")]
        );
        assert_eq!(problems("node \"a${b}\" { }", |_| {}), [("ILLEGAL_HOSTNAME_INTERPOLATION", "b")]);
        assert_eq!(problems("node a inherits b { }", |_| {}), [("ILLEGAL_NODE_INHERITANCE", "b")]);
    }
}
