//! Types as code declares them: the type expressions of parameters, results and aliases, read without evaluating.
//!
//! Aliases are written out, so that an answer is equal to the last one exactly where nothing in it has changed.

use std::sync::Arc;

use evaluator::Value;
use evaluator::functions::stdlib;
use evaluator::types::{self, Type};
use syntax::{Expr, ExprId, Program};

use crate::db::Db;
use crate::definition_index::{DefinitionKind, DefinitionRef, canonical_name, find_definitions, parameters_of};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::queries;
use crate::resolve::resource_types::resource_type_exists;

/// Aliases lead on to others at most this far.
const MAX_ALIASES: usize = 24;

/// The declared types of a definition; `Type::Unit` where there is none, or none that can be read.
#[derive(Clone, Debug, PartialEq)]
pub struct DefinitionTypes {
    /// In the order of the parameters.
    pub parameters: Vec<Type>,
    /// Of a function.
    pub returns: Type,
}

/// The types that a definition declares, as the environment's aliases define them.
#[salsa::tracked(returns(clone))]
pub fn definition_types(
    db: &dyn Db,
    environment: EnvironmentInput,
    file: FileInput,
    index: u32,
) -> Option<Arc<DefinitionTypes>> {
    let program = queries::program(db, file);
    let expr = program.expr(*program.definitions.get(index as usize)?);
    let reader = TypeReader::new(db, environment, file, &program);
    let parameters = parameters_of(expr).iter();
    let returns = match expr {
        Expr::Function(function) | Expr::Plan(function) => function.return_type,
        _ => None,
    };
    Some(Arc::new(DefinitionTypes {
        parameters: parameters.map(|parameter| reader.read_declared(parameter.type_expression)).collect(),
        returns: reader.read_declared(returns),
    }))
}

/// Reads the type expressions of one file.
pub struct TypeReader<'a> {
    db: &'a dyn Db,
    environment: EnvironmentInput,
    file: FileInput,
    program: &'a Program,
    /// The aliases that are being written out.
    open: Vec<DefinitionRef>,
}

impl<'a> TypeReader<'a> {
    pub fn new(db: &'a dyn Db, environment: EnvironmentInput, file: FileInput, program: &'a Program) -> Self {
        TypeReader { db, environment, file, program, open: Vec::new() }
    }

    /// A reader of texts, not of expressions: the file is no Puppet code.
    pub fn of_texts(db: &'a dyn Db, environment: EnvironmentInput, file: FileInput) -> Self {
        static EMPTY: Program = Program { exprs: Vec::new(), root: ExprId(0), definitions: Vec::new() };
        TypeReader::new(db, environment, file, &EMPTY)
    }

    /// The type that an expression names; `Type::Unit` where that is not certain.
    pub fn read_declared(&self, expression: Option<ExprId>) -> Type {
        expression.and_then(|expression| self.read(expression)).unwrap_or(Type::Unit)
    }

    /// The type that an expression names; `None` where it names none that is certain.
    pub fn read(&self, expression: ExprId) -> Option<Type> {
        match self.value(expression)? {
            Value::Type(found) => Some(found),
            _ => None,
        }
    }

    /// What Puppet says of the arguments of a type, `Type[…]`, that it refuses; the position of the argument to blame.
    /// `None` where it is right, or not certain.
    pub fn mistake(&self, left: ExprId, keys: &[ExprId]) -> Option<(String, Option<usize>)> {
        let Expr::QualifiedReference(name) = self.program.expr(left) else { return None };
        let base = types::named(name)?;
        let keys = keys.iter().map(|key| self.key(*key)).collect::<Option<Vec<_>>>()?;
        let error = types::specialize(&base, &keys).err()?;
        Some((error.issue.text(), error.argument))
    }

    /// The type that the text of a signature names; `None` where some name in it is not known here.
    pub fn read_text(&self, text: &str) -> Option<Type> {
        let mut is_known = true;
        let read = types::parse_with(text, &mut |name| {
            let named = self.named(name);
            is_known &= named.is_some();
            named
        });
        read.ok().filter(|_| is_known)
    }

    /// A type by its name, as in the text of a signature.
    pub fn named(&self, name: &str) -> Option<Type> {
        let name = name.strip_prefix("::").unwrap_or(name);
        if name.eq_ignore_ascii_case("unit") {
            return None;
        }
        if let Some(builtin) = types::named(name) {
            return Some(builtin);
        }
        let lower = canonical_name(name);
        let found = find_definitions(self.db, self.environment, self.file, DefinitionKind::TypeAlias, &lower);
        match found.as_slice() {
            [alias] => return self.alias(*alias),
            [] => {}
            _ => return None,
        }
        stdlib::types::named(&lower).or_else(|| {
            resource_type_exists(self.db, self.environment, self.file, &lower).then(|| Type::resource(&lower, None))
        })
    }

    fn alias(&self, alias: DefinitionRef) -> Option<Type> {
        // A type that refers to itself has no end when written out.
        if self.open.contains(&alias) || self.open.len() >= MAX_ALIASES {
            return None;
        }
        let program = queries::program(self.db, alias.file);
        let definition = *program.definitions.get(alias.index as usize)?;
        let Expr::TypeAlias(type_alias) = program.expr(definition) else { return None };
        let mut open = self.open.clone();
        open.push(alias);
        let reader = TypeReader { file: alias.file, program: &program, open, ..*self };
        reader.read(type_alias.type_expression)
    }

    /// A literal, or a type, as a value.
    fn value(&self, id: ExprId) -> Option<Value> {
        Some(match self.program.expr(id) {
            Expr::Undef => Value::Undef,
            Expr::Default => Value::Default,
            Expr::Boolean(value) => Value::Boolean(*value),
            Expr::Integer(literal) => Value::Integer(literal.value?),
            Expr::Float(literal) => Value::Float(literal.value()),
            Expr::String(text) | Expr::QualifiedName(text) => Value::string(text.as_str()),
            Expr::Regexp(pattern) => Value::Regexp(pattern.as_str().into()),
            Expr::UnaryMinus(inner) => match self.value(*inner)? {
                Value::Integer(value) => Value::Integer(value.checked_neg()?),
                Value::Float(value) => Value::Float(-value),
                _ => return None,
            },
            Expr::Parenthesized(inner) => self.value(*inner)?,
            Expr::Array(elements) => Value::array(elements.iter().map(|id| self.key(*id)).collect::<Option<Vec<_>>>()?),
            Expr::Hash(entries) => {
                let entries = entries.iter().map(|entry| Some((self.key(entry.key)?, self.key(entry.value)?)));
                Value::hash(entries.collect::<Option<Vec<_>>>()?)
            }
            Expr::QualifiedReference(name) => Value::Type(self.named(name)?),
            Expr::Access { left, keys } => {
                let Value::Type(left) = self.value(*left)? else { return None };
                let keys = keys.iter().map(|key| self.key(*key)).collect::<Option<Vec<_>>>()?;
                match types::specialize(&left, &keys).ok()? {
                    found @ Value::Type(_) => found,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// An argument of a type: an inner type that is not certain leaves the outer one certain.
    fn key(&self, id: ExprId) -> Option<Value> {
        match (self.value(id), self.program.expr(id)) {
            (Some(value), _) => Some(value),
            (None, Expr::QualifiedReference(_) | Expr::Access { .. }) => Some(Value::Type(Type::Unit)),
            (None, _) => None,
        }
    }
}
