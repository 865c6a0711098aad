//! The part of Ruby that templates and plugin functions use, as a tree. Knows nothing of what it means.

use std::sync::Arc;

use smol_str::SmolStr;

/// An expression with the byte offset where it starts.
#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    pub offset: u32,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Nil,
    True,
    False,
    SelfObject,
    Integer(i128),
    Float(f64),
    /// Text and interpolated parts in order.
    String(Vec<StringPart>),
    Symbol(Vec<StringPart>),
    Regexp {
        parts: Vec<StringPart>,
        options: SmolStr,
    },
    Array(Vec<Node>),
    Hash(Vec<(Node, Node)>),
    Range {
        from: Option<Box<Node>>,
        to: Option<Box<Node>>,
        exclusive: bool,
    },
    /// A local variable that is assigned before; nil where the assignment did not run.
    Local(SmolStr),
    /// A block's parameter, or a call without arguments where there is none.
    Identifier(SmolStr),
    /// `@@name`
    ClassVariable(SmolStr),
    /// `__FILE__`
    SourceFile,
    InstanceVariable(SmolStr),
    GlobalVariable(SmolStr),
    /// `A::B`, with the names that lead to it.
    Constant(SmolStr),
    Call(Box<Call>),
    Index {
        object: Box<Node>,
        arguments: Vec<Node>,
    },
    Not(Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Defined(Box<Node>),
    If {
        condition: Box<Node>,
        then: Box<Node>,
        otherwise: Option<Box<Node>>,
    },
    While {
        condition: Box<Node>,
        until: bool,
        body: Box<Node>,
    },
    Case {
        value: Option<Box<Node>>,
        branches: Vec<(Vec<Node>, Node)>,
        otherwise: Option<Box<Node>>,
    },
    For {
        targets: Vec<Target>,
        over: Box<Node>,
        body: Box<Node>,
    },
    Assign {
        target: Target,
        value: Box<Node>,
    },
    /// `a, b = …`
    MultipleAssign {
        targets: Vec<Target>,
        value: Box<Node>,
    },
    /// `target op= value`
    OperatorAssign {
        target: Target,
        operator: SmolStr,
        value: Box<Node>,
    },
    Sequence(Vec<Node>),
    Begin {
        body: Box<Node>,
        rescues: Vec<Rescue>,
        otherwise: Option<Box<Node>>,
        ensure: Option<Box<Node>>,
    },
    Next(Option<Box<Node>>),
    Break(Option<Box<Node>>),
    Return(Option<Box<Node>>),
    Redo,
    Yield(Vec<Node>),
    Splat(Box<Node>),
    HashSplat(Box<Node>),
    BlockPass(Option<Box<Node>>),
    Lambda(Arc<Block>),
    Method {
        name: SmolStr,
        /// `def self.name`
        singleton: bool,
        definition: Arc<Block>,
    },
    Module {
        name: SmolStr,
        superclass: Option<SmolStr>,
        body: Box<Node>,
    },
    /// `class << self`
    SingletonClass(Box<Node>),
    /// `super`, which passes on what it was given, or `super(…)`.
    Super(Option<Vec<Node>>),
    Alias {
        new: SmolStr,
        old: SmolStr,
    },
    /// Text between the tags of a template, by its number.
    TemplateText(usize),
    /// `<%= … %>`
    TemplateOutput(Box<Node>),
    /// What this interpreter does not know, by the name of the construct.
    Unsupported(SmolStr),
}

#[derive(Clone, Debug)]
pub enum StringPart {
    Text(SmolStr),
    Code(Node),
}

#[derive(Clone, Debug)]
pub struct Call {
    pub receiver: Option<Node>,
    /// `&.`
    pub safe: bool,
    pub method: SmolStr,
    pub arguments: Vec<Node>,
    pub block: Option<Arc<Block>>,
    /// Parentheses or arguments were written: it cannot be a local variable.
    pub is_certain_call: bool,
}

/// A block, lambda or method: parameters and body.
#[derive(Clone, Debug)]
pub struct Block {
    pub parameters: Vec<BlockParameter>,
    pub body: Node,
}

#[derive(Clone, Debug)]
pub enum BlockParameter {
    Plain(SmolStr),
    Optional(SmolStr, Node),
    Rest(SmolStr),
    Keyword(SmolStr, Option<Node>),
    KeywordRest(SmolStr),
    BlockPass(SmolStr),
    Destructured(Vec<BlockParameter>),
}

#[derive(Clone, Debug)]
pub enum Target {
    Local(SmolStr),
    Instance(SmolStr),
    Global(SmolStr),
    Constant(SmolStr),
    ClassVariable(SmolStr),
    Index { object: Box<Node>, arguments: Vec<Node> },
    Attribute { object: Box<Node>, name: SmolStr },
    Splat(Box<Target>),
    Nested(Vec<Target>),
    Unsupported(SmolStr),
}

#[derive(Clone, Debug)]
pub struct Rescue {
    pub classes: Vec<Node>,
    pub variable: Option<SmolStr>,
    pub body: Node,
}
