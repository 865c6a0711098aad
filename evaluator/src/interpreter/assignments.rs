//! `$a = value`, `[$a, $b] = values`, and in `spec4x` `+=` and `-=`.

use syntax::program::{AssignmentOperator, BinaryOperator};
use syntax::validation::labels;
use syntax::{Expr, ExprId};

use super::issues::ExpressionIssue;
use super::{Code, Evaluated, Interpreter};
use crate::edition::Rule;
use crate::place::Place;
use crate::ruby_core::text::inspect;
use crate::scope::ScopeId;
use crate::types::Type;
use crate::value::Value;

impl Interpreter<'_> {
    pub(super) fn evaluate_assignment(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        operator: AssignmentOperator,
        left: ExprId,
        right: ExprId,
    ) -> Evaluated<Value> {
        if self.rules.holds(Rule::RelationshipsBelowAssignment)
            && matches!(code.program.expr(right), Expr::Relationship { .. })
        {
            return self.relate_assigned(code, scope, expr, left, right);
        }
        let value = self.evaluate(code, scope, right)?;
        let place = code.place(expr);
        let assigned = match operator {
            AssignmentOperator::Assign => value.clone(),
            AssignmentOperator::Append | AssignmentOperator::Delete => {
                let operator = match operator {
                    AssignmentOperator::Delete => BinaryOperator::Subtract,
                    _ => BinaryOperator::Add,
                };
                self.changed_outer_value(code, scope, expr, operator, left, right, value.clone())?
            }
        };
        self.assign(code, scope, left, assigned, place)?;
        // `+=` and `-=` give their right side too.
        Ok(value)
    }

    /// What `+=` and `-=` assign: the value that the variable has in an outer scope, with more or less.
    #[allow(clippy::too_many_arguments)]
    fn changed_outer_value(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        operator: BinaryOperator,
        left: ExprId,
        right: ExprId,
        value: Value,
    ) -> Evaluated<Value> {
        let Expr::Variable(variable) = code.program.expr(left) else {
            let what = labels::with_article(&labels::label(&code.program, left));
            return self.fail(ExpressionIssue::IllegalAssignment { what }, code.place(left));
        };
        match self.variable(scope, &variable.name) {
            None | Some(Value::Undef) if operator == BinaryOperator::Subtract => Ok(Value::Undef),
            None | Some(Value::Undef) => Ok(value),
            Some(unknown @ Value::Unknown(_)) => Ok(unknown.with_nothing_certain()),
            Some(outer) if !matches!(outer, Value::Array(_) | Value::Hash(_)) => {
                let operator = labels::binary_operator(operator);
                let value = super::labels::value_with_article(&outer);
                self.fail(ExpressionIssue::OperatorNotApplicable { operator, value }, code.place(left))
            }
            Some(outer) => self.calculate(code, scope, expr, operator, outer, value, left, right),
        }
    }

    pub(super) fn assign(
        &mut self,
        code: &Code,
        scope: ScopeId,
        target: ExprId,
        value: Value,
        place: Place,
    ) -> Evaluated<()> {
        match code.program.expr(target) {
            Expr::Variable(variable) => {
                if self.is_watched(code.file) {
                    self.outcome.observations.record(code.place(target), &value);
                }
                self.set_variable(scope, &variable.name, value, place)
            }
            Expr::Array(targets) => self.assign_several(code, scope, targets, value, place),
            Expr::Parenthesized(inner) => self.assign(code, scope, *inner, value, place),
            _ => {
                let what = labels::with_article(&labels::label(&code.program, target));
                self.fail(ExpressionIssue::IllegalAssignment { what }, code.place(target))
            }
        }
    }

    fn assign_several(
        &mut self,
        code: &Code,
        scope: ScopeId,
        targets: &[ExprId],
        value: Value,
        place: Place,
    ) -> Evaluated<()> {
        match value {
            Value::Unknown(_) => {
                let value = value.with_nothing_certain();
                targets.iter().try_for_each(|target| self.assign(code, scope, *target, value.clone(), place))
            }
            Value::Hash(entries) => {
                for target in targets {
                    let key = target_key(code, *target);
                    match entries.get(&key) {
                        Some(value) => self.assign(code, scope, *target, value.clone(), place)?,
                        None => {
                            let key = match key {
                                Value::String(name) => name.to_string(),
                                other => inspect(&other),
                            };
                            return self.fail(ExpressionIssue::MissingMultiAssignmentKey { key }, place);
                        }
                    }
                }
                Ok(())
            }
            Value::Type(Type::Class(Some(class))) => self.assign_from_class(code, scope, targets, &class, place),
            other => {
                let values: Vec<Value> = match other {
                    Value::Array(elements) => elements.iter().cloned().collect(),
                    Value::Undef => vec![Value::Undef],
                    other => vec![other],
                };
                if values.len() != targets.len() {
                    let issue =
                        ExpressionIssue::IllegalMultiAssignmentSize { expected: targets.len(), actual: values.len() };
                    return self.fail(issue, place);
                }
                for (target, value) in targets.iter().zip(values) {
                    self.assign(code, scope, *target, value, place)?;
                }
                Ok(())
            }
        }
    }

    /// `[$a, $b] = Class['c']`: the variables of these names of an evaluated class.
    fn assign_from_class(
        &mut self,
        code: &Code,
        scope: ScopeId,
        targets: &[ExprId],
        class: &str,
        place: Place,
    ) -> Evaluated<()> {
        let class = class.trim_start_matches("::").to_ascii_lowercase();
        if !self.class_scopes.contains_key(class.as_str()) {
            let right = match code.program.expr(place.expr) {
                Expr::Assignment { right, .. } => *right,
                _ => place.expr,
            };
            let reference = format!("Class['{class}']");
            return self.fail(ExpressionIssue::UnknownResource { reference }, code.place(right));
        }
        for target in targets {
            let Expr::Variable(variable) = code.program.expr(*target) else {
                let what = labels::with_article(&labels::label(&code.program, *target));
                return self.fail(ExpressionIssue::IllegalAssignment { what }, code.place(*target));
            };
            let qualified = format!("{class}::{}", variable.name);
            match self.variable(scope, &qualified) {
                Some(value) => self.assign(code, scope, *target, value, place)?,
                None => {
                    let issue = ExpressionIssue::MissingMultiAssignmentVariable { name: qualified };
                    return self.fail(issue, code.place(*target));
                }
            }
        }
        Ok(())
    }
}

/// The key that a target takes from a hash: its name, or for a nested list the list of names.
fn target_key(code: &Code, target: ExprId) -> Value {
    match code.program.expr(target) {
        Expr::Variable(variable) => Value::String(variable.name.clone()),
        Expr::Array(targets) => Value::array(targets.iter().map(|target| target_key(code, *target))),
        _ => Value::Undef,
    }
}
