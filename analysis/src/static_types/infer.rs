//! The type that the value of an expression certainly has, from literals, declared types and the results of functions.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use evaluator::Value;
use evaluator::fast_hash::FastMap;
use evaluator::types::{Size, StructMember, Type, infer as infer_value};
use smol_str::SmolStr;
use syntax::program::{AssignmentOperator, BinaryOperator, HashEntry, Parameter};
use syntax::{Expr, ExprId, Program};

use super::declared::TypeReader;
use super::signatures::{FunctionSignatures, signatures_of};
use crate::db::Db;
use crate::definition_index::{canonical_name, parameters_of};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::queries::Parents;
use crate::scopes::{Binding, BindingKind, FileScopes};

/// Expressions inside of expressions, and variables behind variables, are followed this far.
const MAX_DEPTH: usize = 24;

/// All that inference looks at, in one file, and what it has found out already.
pub struct Inference<'a> {
    pub db: &'a dyn Db,
    pub environment: EnvironmentInput,
    pub file: FileInput,
    pub program: Arc<Program>,
    pub scopes: Arc<FileScopes>,
    pub parents: Arc<Parents>,
    /// The scope of each use of a variable, by its place.
    uses: OnceCell<FastMap<ExprId, usize>>,
    functions: RefCell<FastMap<SmolStr, Option<Arc<FunctionSignatures>>>>,
    parameters: RefCell<FastMap<ExprId, Type>>,
}

impl<'a> Inference<'a> {
    pub fn new(
        db: &'a dyn Db,
        environment: EnvironmentInput,
        file: FileInput,
        program: Arc<Program>,
        scopes: Arc<FileScopes>,
        parents: Arc<Parents>,
    ) -> Self {
        Inference {
            db,
            environment,
            file,
            program,
            scopes,
            parents,
            uses: OnceCell::new(),
            functions: RefCell::default(),
            parameters: RefCell::default(),
        }
    }

    /// What the function of this canonical name takes and gives.
    pub fn signatures(&self, name: &SmolStr) -> Option<Arc<FunctionSignatures>> {
        if let Some(known) = self.functions.borrow().get(name) {
            return known.clone();
        }
        let found = signatures_of(self.db, self.environment, self.file, name).map(Arc::new);
        self.functions.borrow_mut().insert(name.clone(), found.clone());
        found
    }

    /// The declared type of a parameter of this file; `Type::Unit` where there is none that is certain.
    pub fn parameter_type(&self, parameter: &Parameter) -> Type {
        let Some(expression) = parameter.type_expression else { return Type::Unit };
        if let Some(known) = self.parameters.borrow().get(&parameter.id) {
            return known.clone();
        }
        let read = self.type_reader().read_declared(Some(expression));
        self.parameters.borrow_mut().insert(parameter.id, read.clone());
        read
    }

    pub fn type_reader(&self) -> TypeReader<'_> {
        TypeReader::new(self.db, self.environment, self.file, &self.program)
    }

    /// The type of an expression's value; `Type::Unit` where it is not certain.
    pub fn infer(&self, id: ExprId) -> Type {
        self.infer_at(id, MAX_DEPTH)
    }

    fn infer_at(&self, id: ExprId, depth: usize) -> Type {
        let Some(depth) = depth.checked_sub(1) else { return Type::Unit };
        match self.program.expr(id) {
            Expr::Undef => Type::Undef,
            Expr::Default => Type::Default,
            Expr::Boolean(value) => Type::Boolean(Some(*value)),
            Expr::Integer(literal) => literal.value.map_or(Type::INTEGER, Type::integer_value),
            Expr::Float(literal) => infer_value(&Value::Float(literal.value())),
            Expr::String(text) | Expr::QualifiedName(text) => Type::StringValue(text.clone()),
            Expr::ConcatenatedString(_) => Type::STRING,
            Expr::Heredoc(heredoc) => self.infer_at(heredoc.text, depth),
            Expr::Regexp(pattern) => Type::Regexp(Some(pattern.clone())),
            Expr::QualifiedReference(_) => Type::Type(self.type_reader().read(id).map(Into::into)),
            Expr::Parenthesized(inner) => self.infer_at(*inner, depth),
            Expr::Array(elements) => self.array(elements, depth),
            Expr::Hash(entries) => self.hash(entries, depth),
            Expr::Not(_) => Type::BOOLEAN,
            Expr::UnaryMinus(inner) => match self.infer_at(*inner, depth) {
                Type::Integer { .. } => Type::INTEGER,
                Type::Float { .. } => Type::FLOAT,
                _ => Type::Unit,
            },
            Expr::Binary { operator, left, right } => self.binary(*operator, *left, *right, depth),
            Expr::Assignment { operator: AssignmentOperator::Assign, right, .. } => self.infer_at(*right, depth),
            Expr::Selector(selector) => {
                Type::variant(selector.entries.iter().map(|entry| self.infer_at(entry.value, depth)))
            }
            Expr::Variable(variable) => self.variable(id, &variable.name, depth),
            Expr::Call(call) => match self.program.expr(call.functor) {
                Expr::QualifiedName(name) => self.result(name, call.arguments.len()),
                _ => Type::Unit,
            },
            Expr::CallMethod(call) => match self.program.expr(call.functor) {
                Expr::NamedAccess { right, .. } => match self.program.expr(*right) {
                    Expr::QualifiedName(name) => self.result(name, call.arguments.len() + 1),
                    _ => Type::Unit,
                },
                _ => Type::Unit,
            },
            // `File['/a']`, `Integer[1, 2]`: a type, or references where several are named.
            Expr::Access { left, keys } if self.is_type_name(*left) && keys.len() == 1 => {
                match self.type_reader().read(id) {
                    Some(found) => Type::type_of(found),
                    None => Type::Unit,
                }
            }
            _ => Type::Unit,
        }
    }

    fn is_type_name(&self, id: ExprId) -> bool {
        matches!(self.program.expr(id), Expr::QualifiedReference(_))
    }

    fn array(&self, elements: &[ExprId], depth: usize) -> Type {
        if elements.is_empty() {
            return Type::empty_array();
        }
        if elements.iter().any(|element| matches!(self.program.expr(*element), Expr::Unfold(_))) {
            return Type::array_of(Type::Unit);
        }
        Type::tuple(elements.iter().map(|element| self.infer_at(*element, depth)))
    }

    fn hash(&self, entries: &[HashEntry], depth: usize) -> Type {
        if entries.is_empty() {
            return Type::empty_hash();
        }
        let mut members: Vec<StructMember> = Vec::new();
        for entry in entries {
            let (Expr::String(name) | Expr::QualifiedName(name)) = self.program.expr(entry.key) else {
                let some = Size { min: 1, max: None };
                let unknown = || Arc::new(Type::Unit);
                return Type::Hash { key: unknown(), value: unknown(), size: Some(some) };
            };
            members.retain(|member| member.name != *name);
            let value = self.infer_at(entry.value, depth);
            members.push(StructMember { name: name.clone(), optional: false, value });
        }
        Type::Struct(members.into())
    }

    fn binary(&self, operator: BinaryOperator, left: ExprId, right: ExprId, depth: usize) -> Type {
        use BinaryOperator as Op;
        match operator {
            Op::And
            | Op::Or
            | Op::Equal
            | Op::NotEqual
            | Op::Less
            | Op::LessOrEqual
            | Op::Greater
            | Op::GreaterOrEqual
            | Op::Match
            | Op::NotMatch
            | Op::In => Type::BOOLEAN,
            Op::Add | Op::Subtract | Op::Multiply | Op::Divide | Op::Modulo => {
                match (self.infer_at(left, depth), self.infer_at(right, depth)) {
                    (Type::Integer { .. }, Type::Integer { .. }) => Type::INTEGER,
                    (Type::Float { .. }, Type::Integer { .. } | Type::Float { .. }) => Type::FLOAT,
                    (Type::Integer { .. }, Type::Float { .. }) => Type::FLOAT,
                    _ => Type::Unit,
                }
            }
            Op::LeftShift | Op::RightShift => Type::Unit,
        }
    }

    /// The result of a call, where all signatures that take so many arguments say what it is.
    fn result(&self, name: &str, arguments: usize) -> Type {
        self.signatures(&canonical_name(name)).map_or(Type::Unit, |found| found.result(arguments))
    }

    fn variable(&self, place: ExprId, name: &str, depth: usize) -> Type {
        let Some(binding) = self.local_binding(place, name) else { return Type::Unit };
        let (scope_owner, binding) = binding;
        match binding.kind {
            BindingKind::Parameter => {
                let parameters = scope_owner.map(|owner| parameters_of(self.program.expr(owner))).unwrap_or_default();
                let parameter = parameters.iter().find(|parameter| parameter.id == binding.place);
                match parameter {
                    Some(parameter) if parameter.captures_rest => Type::Unit,
                    Some(parameter) => self.parameter_type(parameter),
                    None => Type::Unit,
                }
            }
            BindingKind::Assignment => match self.parents.get(binding.place).map(|parent| self.program.expr(parent)) {
                Some(Expr::Assignment { operator: AssignmentOperator::Assign, left, right })
                    if *left == binding.place =>
                {
                    self.infer_at(*right, depth)
                }
                _ => Type::Unit,
            },
        }
    }

    /// The one binding that a plain name certainly means: in the same definition, made before and whatever else happens.
    fn local_binding(&self, place: ExprId, name: &str) -> Option<(Option<ExprId>, &Binding)> {
        let uses = self.uses.get_or_init(|| self.scopes.uses.iter().map(|used| (used.place, used.scope)).collect());
        let mut scope = *uses.get(&place)?;
        loop {
            let here = self.scopes.scopes.get(scope)?;
            let mut found = here.bindings.iter().filter(|binding| binding.name == name);
            if let Some(binding) = found.next() {
                let is_certain = found.next().is_none()
                    && (binding.kind == BindingKind::Parameter || !self.is_conditional(binding.place));
                return is_certain.then_some((here.owner, binding));
            }
            match here.owner.map(|owner| self.program.expr(owner)) {
                Some(Expr::Lambda(_)) => scope = here.parent?,
                _ => return None,
            }
        }
    }

    /// Whether an expression may be left out when what is around it, up to the definition or lambda, is evaluated.
    fn is_conditional(&self, place: ExprId) -> bool {
        for ancestor in self.parents.ancestors(place) {
            match self.program.expr(ancestor) {
                Expr::If(_) | Expr::Unless(_) | Expr::Case(_) | Expr::Selector(_) => return true,
                Expr::Binary { operator: BinaryOperator::And | BinaryOperator::Or, .. } => return true,
                Expr::Lambda(_) | Expr::Class(_) | Expr::Define(_) | Expr::Function(_) | Expr::Plan(_) => return false,
                _ => {}
            }
        }
        false
    }
}
