//! Reads Ruby source with tree-sitter's grammar into our own tree. Knows nothing of values.
//!
//! What is not understood becomes `Kind::Unsupported` with the construct's name: it matters only if it is reached.

use std::sync::Arc;

use smol_str::SmolStr;
use tree_sitter::{Node as TreeNode, Parser};

use super::local_names::{LocalNames, is_body};
use super::parse_strings::{Escapes, unescape};
use super::syntax_tree::{Block, BlockParameter, Call, Kind, Node, Rescue, StringPart, Target};

/// Why a source cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RubyParseError {
    Syntax { offset: u32 },
    TooDeep,
    NoGrammar,
}

const MAX_DEPTH: u32 = 200;

/// The whole source as one sequence.
pub fn parse(source: &str) -> Result<Node, RubyParseError> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_ruby::LANGUAGE.into()).map_err(|_| RubyParseError::NoGrammar)?;
    let mut tree = parser.parse(source, None).ok_or(RubyParseError::NoGrammar)?;
    let spaced;
    let mut source = source;
    if tree.root_node().has_error() {
        let offset = first_error(tree.root_node()).unwrap_or(0);
        spaced = with_space_around_ternaries(source);
        tree = parser.parse(&spaced, None).ok_or(RubyParseError::NoGrammar)?;
        if tree.root_node().has_error() {
            return Err(RubyParseError::Syntax { offset });
        }
        source = &spaced;
    }
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
            "string_array" | "symbol_array" | "array" => {
                let children = self.children(node);
                Kind::Array(self.nodes(children, depth))
            }
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

    /// The arguments of a call; trailing `key => value` pairs become one hash.
    fn arguments(&mut self, node: TreeNode<'t>, depth: u32) -> Vec<Node> {
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

    fn call(&mut self, node: TreeNode<'t>, depth: u32) -> Kind {
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

    fn parameters(&mut self, node: TreeNode<'t>, depth: u32) -> Vec<BlockParameter> {
        match node.child_by_field_name("parameters") {
            Some(list) => self.parameter_list(list, depth),
            None => Vec::new(),
        }
    }

    fn parameter_list(&mut self, list: TreeNode<'t>, depth: u32) -> Vec<BlockParameter> {
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

    fn pairs(&mut self, node: TreeNode<'t>, depth: u32) -> Vec<(Node, Node)> {
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

    fn pair(&mut self, child: TreeNode<'t>, depth: u32) -> (Node, Node) {
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

    fn case(&mut self, node: TreeNode<'t>, depth: u32) -> Kind {
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

    fn begin(&mut self, node: TreeNode<'t>, depth: u32) -> Node {
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

    fn binary(&mut self, node: TreeNode<'t>, depth: u32) -> Kind {
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

    fn unary(&mut self, node: TreeNode<'t>, depth: u32) -> Kind {
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

    fn assignment(&mut self, node: TreeNode<'t>, depth: u32) -> Kind {
        let value = self.field(node, "right", depth);
        match node.child_by_field_name("left") {
            Some(left) if left.kind() == "left_assignment_list" => {
                Kind::MultipleAssign { targets: self.targets(left, depth), value }
            }
            Some(left) => Kind::Assign { target: self.target(left, depth), value },
            None => Kind::Nil,
        }
    }

    fn targets(&mut self, list: TreeNode<'t>, depth: u32) -> Vec<Target> {
        self.children(list).into_iter().map(|child| self.target(child, depth + 1)).collect()
    }

    fn target_field(&mut self, node: TreeNode<'t>, field: &str, depth: u32) -> Target {
        match node.child_by_field_name(field) {
            Some(child) => self.target(child, depth),
            None => Target::Unsupported("an assignment".into()),
        }
    }

    fn target(&mut self, node: TreeNode<'t>, depth: u32) -> Target {
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
