//! A method call: receiver, name, arguments, block.

use tree_sitter::Node;

use super::{RubyFile, children};

/// A method call, with or without arguments.
#[derive(Clone, Debug)]
pub struct Call<'t> {
    pub node: Node<'t>,
    pub receiver: Option<Node<'t>>,
    pub method: &'t str,
    /// Those that YARD hands out: the last one before a trailing comma is lost.
    pub arguments: Vec<Argument<'t>>,
    /// Those that YARD loses.
    pub lost: Vec<Argument<'t>>,
    pub block: Option<Node<'t>>,
}

/// An argument; key-value pairs without braces are one.
#[derive(Clone, Debug)]
pub enum Argument<'t> {
    One(Node<'t>),
    Pairs(Vec<Node<'t>>),
}

impl<'t> Call<'t> {
    /// Reads a node; `None` where it is not a call.
    pub fn read(file: &RubyFile<'t>, node: Node<'t>) -> Option<Call<'t>> {
        if node.kind() == "identifier" {
            let method = file.text(node);
            return Some(Call { node, receiver: None, method, arguments: Vec::new(), lost: Vec::new(), block: None });
        }
        if node.kind() != "call" {
            return None;
        }
        let list = node.child_by_field_name("arguments");
        let mut arguments = list.map(arguments).unwrap_or_default();
        let lost = if list.is_some_and(ends_with_comma) { arguments.pop() } else { None };
        Some(Call {
            node,
            receiver: node.child_by_field_name("receiver"),
            method: node.child_by_field_name("method").map(|method| file.text(method))?,
            arguments,
            lost: lost.into_iter().collect(),
            block: node.child_by_field_name("block"),
        })
    }

    /// Returns the text of what stands first: the receiver, else the method.
    pub fn first_text(&self, file: &RubyFile<'t>) -> &'t str {
        self.receiver.map_or(self.method, |receiver| file.text(receiver))
    }

    /// Returns the statements of the block. A block with `rescue` or `ensure` hides them, as in YARD.
    pub fn block_statements(&self) -> Vec<Node<'t>> {
        let Some(body) = self.block.and_then(|block| block.child_by_field_name("body")) else { return Vec::new() };
        let statements = children(body);
        let hides = |node: &Node<'t>| matches!(node.kind(), "rescue" | "ensure" | "else");
        if statements.iter().any(hides) { Vec::new() } else { statements }
    }

    pub fn block_calls(&self, file: &RubyFile<'t>) -> Vec<Call<'t>> {
        self.block_statements().into_iter().filter_map(|node| Call::read(file, node)).collect()
    }
}

impl<'t> Argument<'t> {
    pub fn node(&self) -> Option<Node<'t>> {
        match self {
            Argument::One(node) => Some(*node),
            Argument::Pairs(pairs) => pairs.first().copied(),
        }
    }

    /// Returns keys and values of pairs and of a hash.
    pub fn pairs(&self) -> Vec<(Node<'t>, Node<'t>)> {
        let nodes = match self {
            Argument::Pairs(pairs) => pairs.clone(),
            Argument::One(node) if node.kind() == "hash" => children(*node),
            Argument::One(_) => Vec::new(),
        };
        nodes.into_iter().filter_map(pair).collect()
    }

    /// Returns the argument as text; YARD has none for several pairs.
    pub fn as_string(&self, file: &RubyFile<'t>) -> Option<String> {
        match self {
            Argument::One(node) => file.as_string(*node),
            Argument::Pairs(_) => None,
        }
    }

    /// Returns the argument as text, else its source.
    pub fn as_string_or_source(&self, file: &RubyFile<'t>) -> String {
        match self {
            Argument::One(node) => file.as_string_or_source(*node),
            Argument::Pairs(pairs) => {
                let (Some(first), Some(last)) = (pairs.first(), pairs.last()) else { return String::new() };
                file.source.get(first.start_byte()..last.end_byte()).unwrap_or_default().to_string()
            }
        }
    }
}

/// Returns key and value of a pair.
pub fn pair<'t>(node: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
    if node.kind() != "pair" {
        return None;
    }
    Some((node.child_by_field_name("key")?, node.child_by_field_name("value")?))
}

/// True for `(a, b,)`.
fn ends_with_comma(list: Node<'_>) -> bool {
    let mut cursor = list.walk();
    let tokens: Vec<Node<'_>> =
        list.children(&mut cursor).filter(|token| !matches!(token.kind(), "comment" | "heredoc_body")).collect();
    matches!(tokens.as_slice(), [.., comma, close] if comma.kind() == "," && close.kind() == ")")
}

fn arguments<'t>(list: Node<'t>) -> Vec<Argument<'t>> {
    let mut found: Vec<Argument<'t>> = Vec::new();
    for node in children(list) {
        match (node.kind(), found.last_mut()) {
            ("block_argument", _) => {}
            ("pair" | "hash_splat_argument", Some(Argument::Pairs(pairs))) => pairs.push(node),
            ("pair" | "hash_splat_argument", _) => found.push(Argument::Pairs(vec![node])),
            _ => found.push(Argument::One(node)),
        }
    }
    found
}
