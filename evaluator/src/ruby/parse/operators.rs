//! Operators with one or two operands; most are calls of a method.

use smol_str::SmolStr;
use tree_sitter::Node as TreeNode;

use super::Reader;
use crate::ruby::syntax_tree::{Call, Kind, Node};

impl<'t> Reader<'_, 't> {
    pub(super) fn binary(&mut self, node: TreeNode<'t>, depth: u32) -> Kind {
        let left = self.field(node, "left", depth);
        let right = self.field(node, "right", depth);
        let operator = node.child_by_field_name("operator").map(|operator| self.name(operator)).unwrap_or_default();
        match operator.as_str() {
            "&&" | "and" => Kind::And(left, right),
            "||" | "or" => Kind::Or(left, right),
            "!=" => Kind::Not(Box::new(Node { offset: left.offset, kind: operator_call(*left, "==", *right) })),
            "!~" => Kind::Not(Box::new(Node { offset: left.offset, kind: operator_call(*left, "=~", *right) })),
            operator => operator_call(*left, operator, *right),
        }
    }

    pub(super) fn unary(&mut self, node: TreeNode<'t>, depth: u32) -> Kind {
        let operand = self.field(node, "operand", depth);
        let operator = node.child_by_field_name("operator").map(|operator| self.name(operator)).unwrap_or_default();
        match (operator.as_str(), &operand.kind) {
            ("!" | "not", _) => Kind::Not(operand),
            ("defined?", _) => Kind::Defined(operand),
            ("-", Kind::Integer(value)) => Kind::Integer(-value),
            ("-", Kind::Float(value)) => Kind::Float(-value),
            ("-", _) => unary_call(*operand, "-@"),
            ("+", _) => operand.kind,
            ("~", _) => unary_call(*operand, "~"),
            _ => Kind::Unsupported(operator),
        }
    }
}

fn operator_call(left: Node, operator: &str, right: Node) -> Kind {
    Kind::Call(Box::new(Call {
        receiver: Some(left),
        safe: false,
        method: SmolStr::new(operator),
        arguments: vec![right],
        block: None,
        is_certain_call: true,
    }))
}

fn unary_call(operand: Node, operator: &str) -> Kind {
    Kind::Call(Box::new(Call {
        receiver: Some(operand),
        safe: false,
        method: SmolStr::new(operator),
        arguments: Vec::new(),
        block: None,
        is_certain_call: true,
    }))
}
