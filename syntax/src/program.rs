//! The meaning of a source text, without any text position: an arena of expressions that name each other by id.
//!
//! It follows Puppet's own model of the language, node for node, so that the PN printer, validation and the evaluator
//! can all work on it. Two texts that differ only in layout and comments give equal programs; where an expression
//! stands is the business of the `SourceMap` that comes with the program.

pub(crate) mod lower;
pub mod source_map;

pub use smol_str::SmolStr;
pub use source_map::SourceMap;

/// Names an expression, or a part of one that has a place of its own, in one `Program`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

impl ExprId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// All expressions; an `ExprId` is an index into it.
    pub exprs: Vec<Expr>,
    /// What the file evaluates to: a `Block`, a single expression, a `Nop`, or for a template a lambda-like `Epp`.
    pub root: ExprId,
    /// Every definition of the file in the order of the text, nested ones after the one they are in.
    pub definitions: Vec<ExprId>,
}

impl Program {
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.index()]
    }
}

impl std::ops::Index<ExprId> for Program {
    type Output = Expr;
    fn index(&self, id: ExprId) -> &Expr {
        self.expr(id)
    }
}

/// One node of the program. The names are those of the Puppet language's model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// Nothing at all: an empty file, an empty block.
    Nop,
    /// Something the parser could not read; a syntax error was reported for it.
    Missing,
    /// The place of a part that is not an expression itself (hash entry, parameter, attribute, …).
    Part,
    Undef,
    Default,
    Boolean(bool),
    Integer(IntegerLiteral),
    Float(FloatLiteral),
    /// A string without interpolation, escapes already replaced.
    String(SmolStr),
    /// A double-quoted string (or heredoc text) with interpolation.
    ConcatenatedString(Vec<StringSegment>),
    Heredoc(Heredoc),
    /// The pattern between the slashes, with `\/` already read as `/`.
    Regexp(SmolStr),
    QualifiedName(SmolStr),
    /// A capitalised name as it is written, for instance `Foo::Bar`.
    QualifiedReference(SmolStr),
    ReservedWord {
        word: SmolStr,
        future: bool,
    },
    Variable(Variable),
    Array(Vec<ExprId>),
    Hash(Vec<HashEntry>),
    /// `(expression)`
    Parenthesized(ExprId),
    Not(ExprId),
    UnaryMinus(ExprId),
    /// `*expression`
    Unfold(ExprId),
    Binary {
        operator: BinaryOperator,
        left: ExprId,
        right: ExprId,
    },
    Assignment {
        operator: AssignmentOperator,
        left: ExprId,
        right: ExprId,
    },
    Relationship {
        operator: RelationshipOperator,
        left: ExprId,
        right: ExprId,
    },
    /// `left[key, …]`
    Access {
        left: ExprId,
        keys: Vec<ExprId>,
    },
    /// `left.name`, always the functor of a `CallMethod`.
    NamedAccess {
        left: ExprId,
        right: ExprId,
    },
    Call(Call),
    CallMethod(CallMethod),
    /// `&name`: a reference to a function (never shipped by Puppet).
    FunctionReference(ExprId),
    Lambda(Lambda),
    If(If),
    Unless(If),
    Case(Case),
    Selector(Selector),
    /// Statements in sequence.
    Block(Vec<ExprId>),
    Class(ClassDefinition),
    Define(DefineDefinition),
    Node(NodeDefinition),
    Function(FunctionDefinition),
    Plan(FunctionDefinition),
    TypeAlias(TypeAlias),
    TypeDefinition(TypeDefinition),
    /// `type Runtime[…] = Type`
    TypeMapping {
        left: ExprId,
        right: ExprId,
    },
    Resource(ResourceExpression),
    ResourceDefaults(ResourceDefaults),
    ResourceOverride(ResourceOverride),
    Collector(Collector),
    Apply(Apply),
    Epp(Epp),
    /// Text between EPP tags.
    RenderString(SmolStr),
    /// `<%= expression %>`
    RenderExpression(ExprId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegerLiteral {
    /// The value; `None` where it does not fit into 128 bits.
    pub value: Option<i128>,
    /// 10, 8 or 16.
    pub radix: u8,
    /// The digits of a value that does not fit, without a prefix.
    pub digits: Option<Box<SmolStr>>,
}

/// A float, kept as the bits of its value so that programs can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatLiteral(pub u64);

impl FloatLiteral {
    pub fn new(value: f64) -> Self {
        FloatLiteral(value.to_bits())
    }

    pub fn value(self) -> f64 {
        f64::from_bits(self.0)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StringSegment {
    /// Literal text, escapes already replaced; the id is its place.
    Text(ExprId, SmolStr),
    /// `$name` or `${expression}`: the expression whose result is interpolated.
    Interpolation(ExprId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heredoc {
    /// The syntax tag, for instance `json` of `@(END:json)`.
    pub syntax: Option<SmolStr>,
    /// A `String` or `ConcatenatedString`, margins and escapes already applied.
    pub text: ExprId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Without the `$`; may start with `::`.
    pub name: SmolStr,
}

impl Variable {
    /// `Some(n)` for a match variable `$n`.
    pub fn match_number(&self) -> Option<u32> {
        if self.name.is_empty() || !self.name.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        if self.name.len() > 1 && self.name.starts_with('0') {
            return None;
        }
        self.name.parse().ok()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HashEntry {
    pub id: ExprId,
    pub key: ExprId,
    pub value: ExprId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    LeftShift,
    RightShift,
    And,
    Or,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Match,
    NotMatch,
    In,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssignmentOperator {
    Assign,
    /// `+=`
    Append,
    /// `-=`
    Delete,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelationshipOperator {
    /// `->`
    Before,
    /// `~>`
    Notify,
    /// `<-`
    After,
    /// `<~`
    Subscribe,
}

/// A call by name: `f(…)`, `f …` for statement functions, `$block(…)`, `Integer(…)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// A `QualifiedName`, a `QualifiedReference`, or any expression (an error, or a callable value in `spec4x`).
    pub functor: ExprId,
    pub arguments: Vec<ExprId>,
    pub lambda: Option<ExprId>,
    /// False for calls in statement position, as Puppet's parser sets it.
    pub value_required: bool,
}

/// `left.name(…)`; the functor is a `NamedAccess`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallMethod {
    pub functor: ExprId,
    pub arguments: Vec<ExprId>,
    pub lambda: Option<ExprId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lambda {
    pub parameters: Vec<Parameter>,
    pub return_type: Option<ExprId>,
    pub body: ExprId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The place of the parameter: its variable.
    pub id: ExprId,
    /// Without the `$`.
    pub name: SmolStr,
    pub type_expression: Option<ExprId>,
    pub default: Option<ExprId>,
    /// `*$name`
    pub captures_rest: bool,
    /// `private` before the parameter (only in the specification).
    pub private: bool,
}

/// `if` and `unless`; an `elsif` is an `If` in the `otherwise` part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct If {
    pub test: ExprId,
    pub then: ExprId,
    /// `Nop` where there is none.
    pub otherwise: ExprId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    pub test: ExprId,
    pub options: Vec<CaseOption>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseOption {
    pub id: ExprId,
    pub values: Vec<ExprId>,
    pub then: ExprId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selector {
    pub left: ExprId,
    pub entries: Vec<SelectorEntry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectorEntry {
    pub id: ExprId,
    pub matching: ExprId,
    pub value: ExprId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassDefinition {
    /// With the names of the classes around it: class `b` in class `a` is `a::b`.
    pub name: SmolStr,
    pub parameters: Vec<Parameter>,
    pub parent: Option<SmolStr>,
    /// The place of the parent's name, where there is one.
    pub parent_id: Option<ExprId>,
    pub body: ExprId,
    pub private: bool,
    /// The place of the class's own name.
    pub name_id: ExprId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefineDefinition {
    /// With the names of the classes around it.
    pub name: SmolStr,
    pub parameters: Vec<Parameter>,
    pub body: ExprId,
    pub private: bool,
    pub name_id: ExprId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeDefinition {
    /// `String`, `ConcatenatedString`, `QualifiedName`, `Regexp`, `Default`, … in the order of the text.
    pub matches: Vec<ExprId>,
    pub parent: Option<ExprId>,
    pub body: ExprId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionDefinition {
    pub name: SmolStr,
    pub parameters: Vec<Parameter>,
    pub return_type: Option<ExprId>,
    pub body: ExprId,
    pub private: bool,
    pub name_id: ExprId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeAlias {
    pub name: SmolStr,
    pub type_expression: ExprId,
    pub name_id: ExprId,
}

/// `type Name inherits Parent { … }`: read, never supported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeDefinition {
    pub name: SmolStr,
    pub parent: Option<SmolStr>,
    pub body: ExprId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResourceForm {
    Regular,
    /// `@`
    Virtual,
    /// `@@`
    Exported,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceExpression {
    pub form: ResourceForm,
    /// `QualifiedName` (`class` too), `QualifiedReference`, an `Access`, or any expression.
    pub type_name: ExprId,
    pub bodies: Vec<ResourceBody>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceBody {
    pub id: ExprId,
    pub title: ExprId,
    pub attributes: Vec<AttributeOperation>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeOperation {
    /// The place of the operation.
    pub id: ExprId,
    pub name: AttributeName,
    pub operator: AttributeOperator,
    pub value: ExprId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeName {
    Name(SmolStr),
    /// `* => hash`
    Splat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttributeOperator {
    /// `=>`
    Assign,
    /// `+>`
    Append,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceDefaults {
    pub form: ResourceForm,
    pub type_name: ExprId,
    pub attributes: Vec<AttributeOperation>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceOverride {
    pub form: ResourceForm,
    pub resources: ExprId,
    pub attributes: Vec<AttributeOperation>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collector {
    pub type_name: ExprId,
    /// The place of the query: its opening token.
    pub query_id: ExprId,
    /// `<<| |>>`
    pub exported: bool,
    /// `None` where the query is empty.
    pub query: Option<ExprId>,
    pub attributes: Vec<AttributeOperation>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apply {
    pub arguments: Vec<ExprId>,
    pub body: ExprId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epp {
    /// True where the template begins with `<%- | … | %>`.
    pub parameters_specified: bool,
    pub parameters: Vec<Parameter>,
    pub body: ExprId,
}
