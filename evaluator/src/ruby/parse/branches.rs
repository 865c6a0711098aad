//! `case` and `begin` with what belongs to them.

use tree_sitter::Node as TreeNode;

use super::Reader;
use crate::ruby::syntax_tree::{Kind, Node, Rescue};

impl<'t> Reader<'_, 't> {
    pub(super) fn case(&mut self, node: TreeNode<'t>, depth: u32) -> Kind {
        let value = node.child_by_field_name("value").map(|value| Box::new(self.node(value, depth + 1)));
        let (mut branches, mut otherwise) = (Vec::new(), None);
        for child in self.children(node) {
            match child.kind() {
                "when" => {
                    let mut cursor = child.walk();
                    let patterns: Vec<TreeNode<'t>> = child.children_by_field_name("pattern", &mut cursor).collect();
                    let patterns = self.nodes(patterns, depth);
                    branches.push((patterns, *self.field(child, "body", depth)));
                }
                "else" => otherwise = Some(Box::new(self.sequence(child, depth + 1))),
                _ => {}
            }
        }
        Kind::Case { value, branches, otherwise }
    }

    pub(super) fn begin(&mut self, node: TreeNode<'t>, depth: u32) -> Node {
        let (mut body, mut rescues, mut otherwise, mut ensure) = (Vec::new(), Vec::new(), None, None);
        for child in self.children(node) {
            match child.kind() {
                "rescue" => {
                    let classes = match child.child_by_field_name("exceptions") {
                        Some(list) => {
                            let children = self.children(list);
                            self.nodes(children, depth)
                        }
                        None => Vec::new(),
                    };
                    let variable = child
                        .child_by_field_name("variable")
                        .and_then(|variable| self.children(variable).into_iter().next())
                        .map(|name| self.name(name));
                    rescues.push(Rescue { classes, variable, body: *self.field(child, "body", depth) });
                }
                "else" => otherwise = Some(Box::new(self.sequence(child, depth + 1))),
                "ensure" => ensure = Some(Box::new(self.sequence(child, depth + 1))),
                _ => body.push(self.node(child, depth + 1)),
            }
        }
        let offset = node.start_byte() as u32;
        let body = Node { kind: Kind::Sequence(body), offset };
        if rescues.is_empty() && ensure.is_none() && otherwise.is_none() {
            return body;
        }
        Node { kind: Kind::Begin { body: Box::new(body), rescues, otherwise, ensure }, offset }
    }
}
