//! Which construct is evaluated where, and the literals.

use std::sync::Arc;

use syntax::program::HashEntry;
use syntax::{Expr, ExprId};

use super::issues::ExpressionIssue;
use super::small_integers::MAX_DEPTH;
use super::{Code, Evaluated, Interpreter};
use crate::observation::Probes;
use crate::place::FileId;
use crate::scope::ScopeId;
use crate::value::{HashEntries, Value, big_integers};

impl Interpreter<'_> {
    pub(super) fn dispatch(&mut self, code: &Code, scope: ScopeId, expr: ExprId) -> Evaluated<Value> {
        match code.program.expr(expr) {
            Expr::Variable(variable) => self.evaluate_variable(code, scope, expr, &variable.name),
            Expr::String(text) | Expr::QualifiedName(text) => Ok(Value::String(text.clone())),
            Expr::ConcatenatedString(segments) => self.evaluate_concatenated_string(code, scope, expr, segments),
            Expr::Integer(literal) => match (literal.value, &literal.digits) {
                (Some(value), _) => Ok(Value::Integer(value)),
                (None, Some(digits)) => Ok(big_integers::read(digits, u32::from(literal.radix))),
                (None, None) => Ok(Value::Undef),
            },
            Expr::Float(literal) => Ok(Value::Float(literal.value())),
            Expr::Boolean(value) => Ok(Value::Boolean(*value)),
            Expr::Undef | Expr::Nop | Expr::Part => Ok(Value::Undef),
            Expr::Default => Ok(Value::Default),
            Expr::Regexp(pattern) => Ok(Value::Regexp(self.regexp(pattern))),
            Expr::Parenthesized(inner) => self.evaluate(code, scope, *inner),
            Expr::Binary { operator, left, right } => self.evaluate_binary(code, scope, expr, *operator, *left, *right),
            Expr::Access { left, keys } => self.evaluate_access(code, scope, expr, *left, keys),
            Expr::Call(call) => self.evaluate_call(code, scope, expr, call),
            Expr::CallMethod(call) => self.evaluate_method_call(code, scope, expr, call),
            Expr::Block(statements) => self.evaluate_block(code, scope, statements),
            Expr::If(branches) => self.evaluate_if(code, scope, branches, true),
            Expr::Unless(branches) => self.evaluate_if(code, scope, branches, false),
            Expr::Case(case) => self.evaluate_case(code, scope, case),
            Expr::Selector(selector) => self.evaluate_selector(code, scope, selector),
            Expr::Assignment { operator, left, right } => {
                self.evaluate_assignment(code, scope, expr, *operator, *left, *right)
            }
            Expr::Array(elements) => {
                let values = self.evaluate_spread(code, scope, elements)?;
                self.check_nesting(Value::Array(Arc::new(values)))
            }
            Expr::Hash(entries) => self.evaluate_hash(code, scope, entries),
            Expr::Not(operand) => self.evaluate_not(code, scope, *operand),
            Expr::UnaryMinus(operand) => self.evaluate_unary_minus(code, scope, expr, *operand),
            Expr::Unfold(operand) => self.evaluate_unfold(code, scope, *operand),
            Expr::QualifiedReference(name) => self.evaluate_type_name(code, expr, name),
            Expr::Heredoc(heredoc) => self.evaluate_heredoc(code, scope, heredoc),
            Expr::Lambda(_) => Ok(Value::Callable(self.closure(code, scope, expr)?)),
            Expr::FunctionReference(name) => match code.program.expr(*name) {
                Expr::QualifiedName(name) => self.function_reference(name, scope, code.place(expr)),
                _ => Ok(Value::Undef),
            },
            Expr::NamedAccess { .. } => {
                let what = "A '.' expression".to_string();
                self.fail(ExpressionIssue::NotCallable { what }, code.place(expr))
            }
            Expr::ReservedWord { word, .. } => Ok(Value::String(word.clone())),
            Expr::RenderString(text) => self.render_text(text),
            Expr::RenderExpression(inner) => self.render_expression(code, scope, *inner),
            Expr::Epp(epp) => self.evaluate(code, scope, epp.body),
            Expr::Resource(resource) => {
                self.keep_scopes();
                self.evaluate_resource(code, scope, expr, resource)
            }
            Expr::ResourceDefaults(defaults) => {
                self.keep_scopes();
                self.evaluate_resource_defaults(code, scope, expr, defaults)
            }
            Expr::ResourceOverride(override_expression) => {
                self.keep_scopes();
                self.evaluate_resource_override(code, scope, expr, override_expression)
            }
            Expr::Collector(collector) => {
                self.keep_scopes();
                self.evaluate_collector(code, scope, expr, collector)
            }
            Expr::Relationship { operator, left, right } => {
                self.keep_scopes();
                self.evaluate_relationship(code, scope, expr, *operator, *left, *right)
            }
            // Known since the file was loaded; nothing happens where they stand.
            Expr::Class(_)
            | Expr::Define(_)
            | Expr::Node(_)
            | Expr::Function(_)
            | Expr::Plan(_)
            | Expr::TypeAlias(_)
            | Expr::TypeDefinition(_)
            | Expr::TypeMapping { .. } => Ok(Value::Undef),
            Expr::Apply(_) => Ok(self.unknown("apply() is for plans only", Some(code.place(expr)))),
            Expr::Missing => Ok(self.unknown("a syntax error", Some(code.place(expr)))),
        }
    }

    /// The same as `evaluate` with a shorter way for what most operands and arguments are.
    #[inline]
    pub(super) fn operand(&mut self, code: &Code, scope: ScopeId, expr: ExprId) -> Evaluated<Value> {
        match code.program.expr(expr) {
            Expr::Variable(variable) if !self.is_watched(code.file) => {
                if let Some(value) = self.plain_variable(scope, &variable.name) {
                    return Ok(value.clone());
                }
            }
            Expr::String(text) => return Ok(Value::String(text.clone())),
            Expr::Integer(literal) => {
                if let Some(value) = literal.value {
                    return Ok(Value::Integer(value));
                }
            }
            Expr::Binary { operator, left, right } if !self.is_watched(code.file) => {
                if let Some(value) = self.small_calculation(code, scope, (*operator, *left, *right), MAX_DEPTH) {
                    return Ok(Value::from(value));
                }
            }
            _ => {}
        }
        self.evaluate(code, scope, expr)
    }

    /// Statements in sequence; the value is that of the last.
    fn evaluate_block(&mut self, code: &Code, scope: ScopeId, statements: &[ExprId]) -> Evaluated<Value> {
        let mut value = Value::Undef;
        for statement in statements {
            self.world.checkpoint();
            if self.has_broken_code()
                && self.is_broken(code, *statement)
                && !code.program.definitions.contains(statement)
            {
                self.leave_out(code, *statement);
                continue;
            }
            value = self.evaluate(code, scope, *statement)?;
        }
        Ok(value)
    }

    fn evaluate_hash(&mut self, code: &Code, scope: ScopeId, entries: &[HashEntry]) -> Evaluated<Value> {
        let mut hash = HashEntries::with_capacity(entries.len());
        for entry in entries {
            let key = self.operand(code, scope, entry.key)?;
            let value = self.operand(code, scope, entry.value)?;
            if let Value::Unknown(_) = key {
                return Ok(key);
            }
            hash.insert(key, value);
        }
        self.check_nesting(Value::Hash(Arc::new(hash)))
    }

    /// Whether values of a file's expressions are recorded.
    pub(crate) fn is_watched(&self, file: FileId) -> bool {
        match &self.request.probes {
            Probes::Nothing => false,
            Probes::Files(files) => files.contains(&file),
            Probes::Everything => true,
        }
    }

    /// Notes that code which something has to lead to is evaluated.
    #[inline]
    pub(super) fn enter(&mut self, code: &Code, expr: ExprId) {
        if self.is_watched(code.file) {
            self.outcome.observations.entered.insert(code.place(expr));
        }
    }

    /// Evaluates a branch, and notes that it was taken.
    pub(super) fn evaluate_entered(&mut self, code: &Code, scope: ScopeId, branch: ExprId) -> Evaluated<Value> {
        self.enter(code, branch);
        self.evaluate(code, scope, branch)
    }

    /// Notes that nobody can say whether a branch or a lambda is evaluated.
    pub(super) fn leave_undecided(&mut self, code: &Code, expr: ExprId, unknown: &Value) {
        if self.is_watched(code.file)
            && let Some(reason) = unknown.first_unknown()
        {
            let undecided = &mut self.outcome.observations.undecided;
            undecided.entry(code.place(expr)).or_insert_with(|| reason.reason.clone());
        }
    }

    /// Notes the value of a part of a text; variables and calls have noted it themselves.
    pub(super) fn observe_part(&mut self, code: &Code, expr: ExprId, value: &Value) {
        if !matches!(code.program.expr(expr), Expr::Variable(_) | Expr::Call(_) | Expr::CallMethod(_)) {
            self.outcome.observations.record(code.place(expr), value);
        }
    }

    /// Scopes that exist now may be named by the catalog, so that none of them may be reused.
    pub(crate) fn keep_scopes(&mut self) {
        self.free_idle_scope();
        self.kept_scopes = self.scopes.len();
    }
}
