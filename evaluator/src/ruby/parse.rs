//! Reads Ruby source with tree-sitter's grammar into our own tree. Knows nothing of values.
//!
//! What is not understood becomes `Kind::Unsupported` with the construct's name: it matters only if it is reached.

mod assignments;
mod branches;
mod calls;
mod operators;

use std::borrow::Cow;
use std::sync::Arc;

use smol_str::SmolStr;
use tree_sitter::{Node as TreeNode, Parser, Tree};

use super::grammar_limits::can_be_scanned;
use super::local_names::{LocalNames, is_body};
use super::parse_strings::{Escapes, unescape};
use super::syntax_tree::{Block, Kind, Node, Rescue, StringPart};

/// Why a source cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RubyParseError {
    Syntax {
        offset: u32,
    },
    TooDeep,
    /// More or longer words of open heredocs than the grammar can remember.
    HeredocWords,
    NoGrammar,
}

const MAX_DEPTH: u32 = 200;

/// A source with the grammar's tree of it.
pub struct GrammarTree<'s> {
    /// The text that the tree's offsets are in: the source, or a copy with blanks that the grammar needs.
    pub source: Cow<'s, str>,
    pub tree: Tree,
    /// Where the grammar first found a mistake.
    pub mistake: Option<u32>,
}

/// Reads a source with the grammar, mistakes and all.
pub fn grammar_tree(source: &str) -> Result<GrammarTree<'_>, RubyParseError> {
    if !can_be_scanned(source) {
        return Err(RubyParseError::HeredocWords);
    }
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_ruby::LANGUAGE.into()).map_err(|_| RubyParseError::NoGrammar)?;
    let tree = parser.parse(source, None).ok_or(RubyParseError::NoGrammar)?;
    if !tree.root_node().has_error() {
        return Ok(GrammarTree { source: Cow::Borrowed(source), tree, mistake: None });
    }
    let mistake = Some(first_error(tree.root_node()).unwrap_or(0));
    let spaced = with_space_around_ternaries(source);
    if can_be_scanned(&spaced) {
        let second = parser.parse(&spaced, None).ok_or(RubyParseError::NoGrammar)?;
        if !second.root_node().has_error() {
            return Ok(GrammarTree { source: Cow::Owned(spaced), tree: second, mistake: None });
        }
    }
    Ok(GrammarTree { source: Cow::Borrowed(source), tree, mistake })
}

/// The whole source as one sequence.
pub fn parse(source: &str) -> Result<Node, RubyParseError> {
    let GrammarTree { source, tree, mistake } = grammar_tree(source)?;
    if let Some(offset) = mistake {
        return Err(RubyParseError::Syntax { offset });
    }
    let source = source.as_ref();
    let root = tree.root_node();
    let names = LocalNames::read(source, root);
    let mut reader = Reader { source, too_deep: false, heredocs: Vec::new(), names, bodies: vec![0] };
    reader.collect_heredocs(root);
    let node = reader.sequence(root, 0);
    if reader.too_deep { Err(RubyParseError::TooDeep) } else { Ok(node) }
}

/// Ruby reads `(a)?'b':'c'` as a choice; the grammar takes `?'` for a character unless blanks stand around it.
fn with_space_around_ternaries(source: &str) -> String {
    let mut spaced = String::with_capacity(source.len() + 8);
    let mut characters = source.chars().peekable();
    let mut previous = '\n';
    // The names of instance variables and globals never end in a question mark.
    let mut in_variable = false;
    while let Some(character) = characters.next() {
        let after_value = in_variable || matches!(previous, ')' | ']' | '}' | '"' | '\'');
        let next = characters.peek().copied();
        match character {
            '?' if after_value && next.is_some_and(|next| !next.is_whitespace()) => spaced.push_str(" ? "),
            ':' if after_value && previous != '}' && next != Some(':') => spaced.push_str(" : "),
            other => spaced.push(other),
        }
        in_variable = match character {
            '@' | '$' => true,
            other => in_variable && (other.is_alphanumeric() || other == '_'),
        };
        previous = character;
    }
    spaced
}

fn first_error(root: TreeNode<'_>) -> Option<u32> {
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            return Some(node.start_byte() as u32);
        }
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return None;
            }
        }
    }
}

pub(super) struct Reader<'s, 't> {
    source: &'s str,
    too_deep: bool,
    /// Bodies of heredocs in the order of the text.
    pub(super) heredocs: Vec<(usize, TreeNode<'t>)>,
    names: LocalNames,
    /// Where the methods and classes around begin; the whole source begins at 0.
    bodies: Vec<usize>,
}

impl<'t> Reader<'_, 't> {
    pub(super) fn text(&self, node: TreeNode<'_>) -> &str {
        self.source.get(node.byte_range()).unwrap_or_default()
    }

    fn name(&self, node: TreeNode<'_>) -> SmolStr {
        SmolStr::new(self.text(node))
    }

    /// The n-th beginning owns the n-th body.
    fn collect_heredocs(&mut self, root: TreeNode<'t>) {
        let (mut beginnings, mut bodies) = (Vec::new(), Vec::new());
        let mut cursor = root.walk();
        'walk: loop {
            let node = cursor.node();
            match node.kind() {
                "heredoc_beginning" => beginnings.push(node.start_byte()),
                "heredoc_body" => bodies.push(node),
                _ => {}
            }
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    break 'walk;
                }
            }
        }
        self.heredocs = beginnings.into_iter().zip(bodies).collect();
    }

    pub(super) fn children(&self, node: TreeNode<'t>) -> Vec<TreeNode<'t>> {
        let mut cursor = node.walk();
        node.named_children(&mut cursor).filter(|child| !matches!(child.kind(), "comment" | "heredoc_body")).collect()
    }

    pub(super) fn sequence(&mut self, node: TreeNode<'t>, depth: u32) -> Node {
        let offset = node.start_byte() as u32;
        let children = self.children(node);
        if children.iter().any(|child| matches!(child.kind(), "rescue" | "ensure")) {
            return self.begin(node, depth);
        }
        let statements: Vec<Node> = children.into_iter().map(|child| self.node(child, depth + 1)).collect();
        Node { kind: Kind::Sequence(statements), offset }
    }

    fn optional_sequence(&mut self, node: Option<TreeNode<'t>>, depth: u32) -> Node {
        match node {
            Some(node) => self.sequence(node, depth),
            None => Node { kind: Kind::Nil, offset: 0 },
        }
    }

    fn field(&mut self, node: TreeNode<'t>, field: &str, depth: u32) -> Box<Node> {
        Box::new(match node.child_by_field_name(field) {
            Some(child) => self.node(child, depth + 1),
            None => Node { kind: Kind::Nil, offset: node.start_byte() as u32 },
        })
    }

    fn node(&mut self, node: TreeNode<'t>, depth: u32) -> Node {
        let offset = node.start_byte() as u32;
        if depth > MAX_DEPTH {
            self.too_deep = true;
            return Node { kind: Kind::Nil, offset };
        }
        let is_body = is_body(node.kind());
        if is_body {
            self.bodies.push(node.start_byte());
        }
        let kind = self.kind(node, depth);
        if is_body {
            self.bodies.pop();
        }
        Node { kind, offset }
    }

    /// A plain name: a local variable where it is assigned before, otherwise a call or a block's parameter.
    fn identifier(&self, name: SmolStr, offset: usize) -> Kind {
        let body = self.bodies.last().copied().unwrap_or(0);
        if self.names.contains(body, &name, offset) { Kind::Local(name) } else { Kind::Identifier(name) }
    }

    fn nodes(&mut self, nodes: Vec<TreeNode<'t>>, depth: u32) -> Vec<Node> {
        nodes.into_iter().map(|node| self.node(node, depth + 1)).collect()
    }

    fn kind(&mut self, node: TreeNode<'t>, depth: u32) -> Kind {
        match node.kind() {
            "nil" | "empty_statement" => Kind::Nil,
            "true" => Kind::True,
            "false" => Kind::False,
            "self" => Kind::SelfObject,
            "integer" => match parse_integer(self.text(node)) {
                Some(value) => Kind::Integer(value),
                None => Kind::Unsupported("a large integer".into()),
            },
            "float" => Kind::Float(self.text(node).replace('_', "").parse().unwrap_or(0.0)),
            "string" | "bare_string" => self.string(node, depth),
            "chained_string" => {
                let mut parts = Vec::new();
                for child in self.children(node) {
                    if let Kind::String(more) = self.kind(child, depth + 1) {
                        parts.extend(more);
                    }
                }
                Kind::String(parts)
            }
            "heredoc_beginning" => self.heredoc(node, depth),
            "simple_symbol" => {
                Kind::Symbol(vec![StringPart::Text(SmolStr::new(self.text(node).trim_start_matches(':')))])
            }
            "hash_key_symbol" | "bare_symbol" => {
                let text = self.name(node);
                Kind::Symbol(vec![StringPart::Text(text)])
            }
            "delimited_symbol" => match self.string(node, depth) {
                Kind::String(parts) => Kind::Symbol(parts),
                other => other,
            },
            "string_array" | "symbol_array" => {
                let children = self.children(node);
                Kind::Array(self.nodes(children, depth))
            }
            "array" => self.array(node, depth),
            "regex" => {
                let options =
                    SmolStr::new(self.text(node).rsplit(['/', '}', ')', '|', '!']).next().unwrap_or_default());
                let parts = self.parts(node, depth, Escapes::Keep);
                Kind::Regexp { parts, options }
            }
            "hash" => Kind::Hash(self.pairs(node, depth)),
            "range" => Kind::Range {
                from: node.child_by_field_name("begin").map(|from| Box::new(self.node(from, depth + 1))),
                to: node.child_by_field_name("end").map(|to| Box::new(self.node(to, depth + 1))),
                exclusive: node.child_by_field_name("operator").is_some_and(|op| op.kind() == "..."),
            },
            "identifier" if self.text(node) == "__FILE__" => Kind::SourceFile,
            "identifier" => self.identifier(self.name(node), node.start_byte()),
            "character" => Kind::String(vec![StringPart::Text(match self.text(node).strip_prefix('?') {
                Some(escape) if escape.starts_with('\\') => unescape(escape).into(),
                other => SmolStr::new(other.unwrap_or_default()),
            })]),
            "class_variable" => Kind::ClassVariable(SmolStr::new(self.text(node).trim_start_matches('@'))),
            "instance_variable" => Kind::InstanceVariable(SmolStr::new(self.text(node).trim_start_matches('@'))),
            "global_variable" => Kind::GlobalVariable(SmolStr::new(self.text(node).trim_start_matches('$'))),
            "constant" | "scope_resolution" => Kind::Constant(SmolStr::new(self.text(node).trim_start_matches("::"))),
            "parenthesized_statements" => self.sequence(node, depth).kind,
            "begin" | "begin_block" => self.begin(node, depth).kind,
            "then" | "else" | "do" | "body_statement" | "block_body" | "program" => self.sequence(node, depth).kind,
            "if" | "elsif" => Kind::If {
                condition: self.field(node, "condition", depth),
                then: self.field(node, "consequence", depth),
                otherwise: node.child_by_field_name("alternative").map(|other| Box::new(self.node(other, depth + 1))),
            },
            "conditional" => Kind::If {
                condition: self.field(node, "condition", depth),
                then: self.field(node, "consequence", depth),
                otherwise: Some(self.field(node, "alternative", depth)),
            },
            "unless" => {
                let condition = self.field(node, "condition", depth);
                Kind::If {
                    condition: Box::new(Node { offset: condition.offset, kind: Kind::Not(condition) }),
                    then: self.field(node, "consequence", depth),
                    otherwise: node.child_by_field_name("alternative").map(|o| Box::new(self.node(o, depth + 1))),
                }
            }
            "if_modifier" => Kind::If {
                condition: self.field(node, "condition", depth),
                then: self.field(node, "body", depth),
                otherwise: None,
            },
            "unless_modifier" => {
                let condition = self.field(node, "condition", depth);
                Kind::If {
                    condition: Box::new(Node { offset: condition.offset, kind: Kind::Not(condition) }),
                    then: self.field(node, "body", depth),
                    otherwise: None,
                }
            }
            "rescue_modifier" => Kind::Begin {
                body: self.field(node, "body", depth),
                rescues: vec![Rescue {
                    classes: Vec::new(),
                    variable: None,
                    body: *self.field(node, "handler", depth),
                }],
                otherwise: None,
                ensure: None,
            },
            "while" | "until" | "while_modifier" | "until_modifier" => Kind::While {
                condition: self.field(node, "condition", depth),
                until: node.kind().starts_with("until"),
                body: self.field(node, "body", depth),
            },
            "for" => Kind::For {
                targets: match node.child_by_field_name("pattern") {
                    Some(pattern) if pattern.kind() == "left_assignment_list" => self.targets(pattern, depth),
                    Some(pattern) => vec![self.target(pattern, depth)],
                    None => Vec::new(),
                },
                over: Box::new(match node.child_by_field_name("value") {
                    Some(value) => {
                        let inner = self.children(value).into_iter().next();
                        match inner {
                            Some(inner) if value.kind() == "in" => self.node(inner, depth + 1),
                            _ => self.node(value, depth + 1),
                        }
                    }
                    None => Node { kind: Kind::Nil, offset: 0 },
                }),
                body: self.field(node, "body", depth),
            },
            "case" => self.case(node, depth),
            "binary" => self.binary(node, depth),
            "unary" => self.unary(node, depth),
            "assignment" => self.assignment(node, depth),
            "operator_assignment" => {
                let operator = match node.child_by_field_name("operator") {
                    Some(operator) => SmolStr::new(self.text(operator).trim_end_matches('=')),
                    None => SmolStr::default(),
                };
                Kind::OperatorAssign {
                    target: self.target_field(node, "left", depth),
                    operator,
                    value: self.field(node, "right", depth),
                }
            }
            "call" | "method_call" => self.call(node, depth),
            "element_reference" => {
                let object = self.field(node, "object", depth);
                let arguments = self.children(node).into_iter().skip(1).collect();
                Kind::Index { object, arguments: self.nodes(arguments, depth) }
            }
            "super" => Kind::Super(None),
            "alias" => {
                let names: Vec<SmolStr> = self
                    .children(node)
                    .into_iter()
                    .map(|name| self.text(name).trim_start_matches(':').into())
                    .collect();
                match names.as_slice() {
                    [new, old] => Kind::Alias { new: new.clone(), old: old.clone() },
                    _ => Kind::Unsupported("alias".into()),
                }
            }
            "singleton_class" => {
                Kind::SingletonClass(Box::new(self.optional_sequence(node.child_by_field_name("body"), depth)))
            }
            "yield" => Kind::Yield(self.arguments(node, depth)),
            "next" => Kind::Next(self.jump_value(node, depth)),
            "break" => Kind::Break(self.jump_value(node, depth)),
            "return" => Kind::Return(self.jump_value(node, depth)),
            "redo" => Kind::Redo,
            "splat_argument" => Kind::Splat(self.only_child(node, depth)),
            "hash_splat_argument" => Kind::HashSplat(self.only_child(node, depth)),
            "block_argument" => {
                let child = self.children(node).into_iter().next();
                Kind::BlockPass(child.map(|child| Box::new(self.node(child, depth + 1))))
            }
            "lambda" => {
                let parameters = self.parameters(node, depth);
                let body = match node.child_by_field_name("body") {
                    Some(body) => self.optional_sequence(body.child_by_field_name("body"), depth),
                    None => Node { kind: Kind::Nil, offset: 0 },
                };
                Kind::Lambda(Arc::new(Block { parameters, body }))
            }
            "method" | "singleton_method" => {
                let name = node.child_by_field_name("name").map(|name| self.name(name)).unwrap_or_default();
                let parameters = self.parameters(node, depth);
                let body = self.optional_sequence(node.child_by_field_name("body"), depth);
                Kind::Method {
                    name,
                    singleton: node.kind() == "singleton_method",
                    definition: Arc::new(Block { parameters, body }),
                }
            }
            "module" | "class" => Kind::Module {
                name: node.child_by_field_name("name").map(|name| self.name(name)).unwrap_or_default(),
                superclass: node
                    .child_by_field_name("superclass")
                    .and_then(|above| self.children(above).into_iter().next())
                    .map(|above| SmolStr::new(self.text(above).trim_start_matches("::"))),
                body: Box::new(self.optional_sequence(node.child_by_field_name("body"), depth)),
            },
            "pattern" => self.only_child(node, depth).kind,
            "right_assignment_list" => {
                let children = self.children(node);
                Kind::Array(self.nodes(children, depth))
            }
            other => Kind::Unsupported(SmolStr::new(other.replace('_', " "))),
        }
    }

    fn only_child(&mut self, node: TreeNode<'t>, depth: u32) -> Box<Node> {
        let child = self.children(node).into_iter().next();
        Box::new(match child {
            Some(child) => self.node(child, depth + 1),
            None => Node { kind: Kind::Nil, offset: node.start_byte() as u32 },
        })
    }

    fn jump_value(&mut self, node: TreeNode<'t>, depth: u32) -> Option<Box<Node>> {
        let mut arguments = self.arguments(node, depth);
        match arguments.len() {
            0 => None,
            1 => arguments.pop().map(Box::new),
            _ => Some(Box::new(Node { kind: Kind::Array(arguments), offset: node.start_byte() as u32 })),
        }
    }
}

fn parse_integer(text: &str) -> Option<i128> {
    let text = text.replace('_', "");
    let lower = text.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0x") {
        i128::from_str_radix(digits, 16).ok()
    } else if let Some(digits) = lower.strip_prefix("0b") {
        i128::from_str_radix(digits, 2).ok()
    } else if let Some(digits) = lower.strip_prefix("0o") {
        i128::from_str_radix(digits, 8).ok()
    } else if lower.len() > 1 && lower.starts_with('0') {
        i128::from_str_radix(&lower[1..], 8).ok()
    } else {
        lower.parse().ok()
    }
}
