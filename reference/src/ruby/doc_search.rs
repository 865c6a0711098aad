//! Finds the documentation of a type, provider or attribute: the first `desc` or `@doc =` below it.

use tree_sitter::Node;

use super::{Call, RubyFile, find_map, without_percent_quotes};

impl<'t> RubyFile<'t> {
    /// Returns the documentation below a node; `None` where there is none or it is not a literal.
    pub fn documentation(&self, node: Node<'t>) -> Option<String> {
        let literal = find_map(node, |child| {
            if child.kind() == "assignment" {
                let variable = find_map(child, |node| (node.kind() == "instance_variable").then_some(node))?;
                return (self.text(variable) == "@doc").then(|| child.child_by_field_name("right"));
            }
            let call = Call::read(self, child).filter(|call| call.method == "desc")?;
            match call.arguments.as_slice() {
                [argument] => Some(argument.node()),
                _ => None,
            }
        })?;
        let text = self.as_string(literal?)?;
        Some(without_percent_quotes(&text))
    }
}
