//! Which construct is evaluated where.

use syntax::{Expr, ExprId};

use super::{Code, Evaluated, Interpreter, Interrupt};
use crate::place::FileId;
use crate::scope::ScopeId;
use crate::value::Value;

impl Interpreter<'_> {
    pub(super) fn dispatch(&mut self, code: &Code, scope: ScopeId, expr: ExprId) -> Evaluated<Value> {
        match code.program.expr(expr) {
            Expr::Resource(resource) => self.evaluate_resource(code, scope, expr, resource),
            Expr::ResourceDefaults(defaults) => self.evaluate_resource_defaults(code, scope, expr, defaults),
            Expr::ResourceOverride(override_expression) => {
                self.evaluate_resource_override(code, scope, expr, override_expression)
            }
            Expr::Collector(collector) => self.evaluate_collector(code, scope, expr, collector),
            Expr::Relationship { operator, left, right } => {
                self.evaluate_relationship(code, scope, expr, *operator, *left, *right)
            }
            _ => Ok(Value::Undef),
        }
    }

    pub(super) fn locate(&mut self, _code: &Code, _expr: ExprId, interrupt: Box<Interrupt>) -> Box<Interrupt> {
        interrupt
    }

    pub(super) fn uncaught(&mut self, interrupt: Interrupt) -> Interrupt {
        interrupt
    }

    pub(super) fn run_value_goal(&mut self, file: FileId) -> Evaluated<()> {
        if let Some(code) = self.code(file) {
            self.load_definitions(&code)?;
            let root = code.program.root;
            self.outcome.value = Some(self.evaluate(&code, ScopeId::TOP, root)?);
        }
        Ok(())
    }
}
