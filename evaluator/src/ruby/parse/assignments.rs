//! Assignments and what can stand on their left side.

use smol_str::SmolStr;
use tree_sitter::Node as TreeNode;

use super::Reader;
use crate::ruby::syntax_tree::{Kind, Target};

impl<'t> Reader<'_, 't> {
    pub(super) fn assignment(&mut self, node: TreeNode<'t>, depth: u32) -> Kind {
        let value = self.field(node, "right", depth);
        match node.child_by_field_name("left") {
            Some(left) if left.kind() == "left_assignment_list" => {
                Kind::MultipleAssign { targets: self.targets(left, depth), value }
            }
            Some(left) => Kind::Assign { target: self.target(left, depth), value },
            None => Kind::Nil,
        }
    }

    pub(super) fn targets(&mut self, list: TreeNode<'t>, depth: u32) -> Vec<Target> {
        self.children(list).into_iter().map(|child| self.target(child, depth + 1)).collect()
    }

    pub(super) fn target_field(&mut self, node: TreeNode<'t>, field: &str, depth: u32) -> Target {
        match node.child_by_field_name(field) {
            Some(child) => self.target(child, depth),
            None => Target::Unsupported("an assignment".into()),
        }
    }

    pub(super) fn target(&mut self, node: TreeNode<'t>, depth: u32) -> Target {
        match node.kind() {
            "identifier" => Target::Local(self.name(node)),
            "class_variable" => Target::ClassVariable(SmolStr::new(self.text(node).trim_start_matches('@'))),
            "instance_variable" => Target::Instance(SmolStr::new(self.text(node).trim_start_matches('@'))),
            "global_variable" => Target::Global(SmolStr::new(self.text(node).trim_start_matches('$'))),
            "constant" => Target::Constant(self.name(node)),
            "element_reference" => match self.kind(node, depth + 1) {
                Kind::Index { object, arguments } => Target::Index { object, arguments },
                _ => Target::Unsupported("an assignment".into()),
            },
            "call" => match self.kind(node, depth + 1) {
                Kind::Call(call) => match call.receiver {
                    Some(receiver) => Target::Attribute { object: Box::new(receiver), name: call.method },
                    None => Target::Unsupported("an assignment to a call".into()),
                },
                _ => Target::Unsupported("an assignment".into()),
            },
            "rest_assignment" => {
                let child = self.children(node).into_iter().next();
                match child {
                    Some(child) => Target::Splat(Box::new(self.target(child, depth + 1))),
                    None => Target::Splat(Box::new(Target::Local("_".into()))),
                }
            }
            "destructured_left_assignment" => Target::Nested(self.targets(node, depth)),
            other => Target::Unsupported(SmolStr::new(format!("an assignment to a {}", other.replace('_', " ")))),
        }
    }
}
