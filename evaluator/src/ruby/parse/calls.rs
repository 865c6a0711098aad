//! Calls with their arguments and blocks, parameters, and pairs of hashes.

use std::sync::Arc;

use smol_str::SmolStr;
use tree_sitter::Node as TreeNode;

use super::Reader;
use crate::ruby::syntax_tree::{Block, BlockParameter, Call, Kind, Node, StringPart};

impl<'t> Reader<'_, 't> {
    /// The arguments of a call; trailing `key => value` pairs become one hash.
    pub(super) fn arguments(&mut self, node: TreeNode<'t>, depth: u32) -> Vec<Node> {
        let list = node
            .child_by_field_name("arguments")
            .or_else(|| self.children(node).into_iter().find(|child| child.kind() == "argument_list"));
        let Some(list) = list else { return Vec::new() };
        let mut arguments = Vec::new();
        let mut pairs = Vec::new();
        for child in self.children(list) {
            match child.kind() {
                "pair" => pairs.push(self.pair(child, depth)),
                "hash_splat_argument" => {
                    let splat = self.node(child, depth + 1);
                    pairs.push((splat.clone(), splat));
                }
                _ => arguments.push(self.node(child, depth + 1)),
            }
        }
        if !pairs.is_empty() {
            let offset = list.start_byte() as u32;
            let at =
                arguments.iter().position(|node| matches!(node.kind, Kind::BlockPass(_))).unwrap_or(arguments.len());
            arguments.insert(at, Node { kind: Kind::Hash(pairs), offset });
        }
        arguments
    }

    pub(super) fn call(&mut self, node: TreeNode<'t>, depth: u32) -> Kind {
        let receiver = node.child_by_field_name("receiver").map(|receiver| self.node(receiver, depth + 1));
        let method = match node.child_by_field_name("method") {
            Some(method) => self.name(method),
            None => SmolStr::new_static("call"),
        };
        let has_list = node.child_by_field_name("arguments").is_some();
        let arguments = self.arguments(node, depth);
        if receiver.is_none() && node.child_by_field_name("method").is_some_and(|method| method.kind() == "super") {
            return Kind::Super(has_list.then_some(arguments));
        }
        let block = node.child_by_field_name("block").map(|block| {
            let parameters = self.parameters(block, depth);
            let body = self.optional_sequence(block.child_by_field_name("body"), depth);
            Arc::new(Block { parameters, body })
        });
        if receiver.is_none() {
            let mut only = arguments.iter();
            match (method.as_str(), only.next(), only.next()) {
                ("__template_text", Some(Node { kind: Kind::Integer(number), .. }), None) => {
                    return Kind::TemplateText(usize::try_from(*number).unwrap_or(usize::MAX));
                }
                ("__template_output", Some(node), None) => return Kind::TemplateOutput(Box::new(node.clone())),
                _ => {}
            }
        }
        let safe = node.child_by_field_name("operator").is_some_and(|operator| operator.kind() == "&.");
        let is_certain_call = has_list || block.is_some() || receiver.is_some();
        Kind::Call(Box::new(Call { receiver, safe, method, arguments, block, is_certain_call }))
    }

    pub(super) fn parameters(&mut self, node: TreeNode<'t>, depth: u32) -> Vec<BlockParameter> {
        match node.child_by_field_name("parameters") {
            Some(list) => self.parameter_list(list, depth),
            None => Vec::new(),
        }
    }

    pub(super) fn parameter_list(&mut self, list: TreeNode<'t>, depth: u32) -> Vec<BlockParameter> {
        let mut parameters = Vec::new();
        for child in self.children(list) {
            let name = match child.child_by_field_name("name") {
                Some(name) => self.name(name),
                None => SmolStr::default(),
            };
            parameters.push(match child.kind() {
                "identifier" => BlockParameter::Plain(self.name(child)),
                "optional_parameter" => {
                    let value = self.field(child, "value", depth);
                    BlockParameter::Optional(name, *value)
                }
                "splat_parameter" => BlockParameter::Rest(name),
                "keyword_parameter" => {
                    let value = child.child_by_field_name("value").map(|value| self.node(value, depth + 1));
                    BlockParameter::Keyword(name, value)
                }
                "hash_splat_parameter" => BlockParameter::KeywordRest(name),
                "block_parameter" => BlockParameter::BlockPass(name),
                "destructured_parameter" => BlockParameter::Destructured(self.parameter_list(child, depth + 1)),
                _ => continue,
            });
        }
        parameters
    }

    pub(super) fn pairs(&mut self, node: TreeNode<'t>, depth: u32) -> Vec<(Node, Node)> {
        let mut pairs = Vec::new();
        for child in self.children(node) {
            if child.kind() == "pair" {
                pairs.push(self.pair(child, depth));
            } else {
                let splat = self.node(child, depth + 1);
                pairs.push((splat.clone(), splat));
            }
        }
        pairs
    }

    /// `[1, a: 2]`: pairs at the end are one hash.
    pub(super) fn array(&mut self, node: TreeNode<'t>, depth: u32) -> Kind {
        let mut elements = Vec::new();
        let mut pairs = Vec::new();
        for child in self.children(node) {
            match child.kind() {
                "pair" => pairs.push(self.pair(child, depth)),
                _ => elements.push(self.node(child, depth + 1)),
            }
        }
        if let Some((first, _)) = pairs.first() {
            elements.push(Node { offset: first.offset, kind: Kind::Hash(pairs) });
        }
        Kind::Array(elements)
    }

    pub(super) fn pair(&mut self, child: TreeNode<'t>, depth: u32) -> (Node, Node) {
        let mut key = *self.field(child, "key", depth);
        // `"text": value` has a symbol as its key.
        let arrow = child.child(1).is_some_and(|separator| separator.kind() == "=>");
        if !arrow && let Kind::String(parts) = key.kind {
            key = Node { kind: Kind::Symbol(parts), offset: key.offset };
        }
        // `{ name: }` takes the value of what is called like the key.
        let value = match (child.child_by_field_name("value"), &key.kind) {
            (None, Kind::Symbol(parts)) => match parts.as_slice() {
                [StringPart::Text(name)] => {
                    Node { kind: self.identifier(name.clone(), child.start_byte()), offset: key.offset }
                }
                _ => Node { kind: Kind::Nil, offset: key.offset },
            },
            _ => *self.field(child, "value", depth),
        };
        (key, value)
    }
}
