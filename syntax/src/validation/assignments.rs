//! What may be assigned to, and where. Knows nothing of values that variables already have.

use super::children::for_each_child;
use super::issue::Issue;
use super::labels::assignment_operator;
use super::names::{is_match_variable_name, is_variable_name};
use super::validator::Validator;
use crate::program::{AssignmentOperator, Expr, ExprId, Variable};

impl Validator<'_> {
    pub fn check_assignment(&mut self, id: ExprId, operator: AssignmentOperator, left: ExprId, right: ExprId) {
        if operator != AssignmentOperator::Assign && !self.rules.appends_and_deletes {
            self.report(Issue::AppendsDeletesNoLongerSupported { operator: assignment_operator(operator) }, id);
            return;
        }
        self.check_assignable(left);
        self.check_value(right);
    }

    fn check_assignable(&mut self, target: ExprId) {
        match self.expr(target) {
            Expr::Variable(variable) => {
                let name = variable.name.as_str();
                if is_match_variable_name(name) {
                    self.report(Issue::IllegalNumericAssignment { name }, target);
                }
                if name.contains("::") {
                    self.report(Issue::CrossScopeAssignment { name }, target);
                }
            }
            Expr::Access { .. } => {
                self.report(Issue::IllegalIndexedAssignment, target);
            }
            Expr::Array(targets) => {
                for target in targets {
                    self.check_assignable(*target);
                }
            }
            Expr::Missing => {}
            _ => {
                let label = self.label(target);
                self.report(Issue::IllegalAssignment { target: label }, target);
            }
        }
    }

    /// A default value may not assign, except inside a lambda.
    pub fn check_no_assignment(&mut self, id: ExprId) {
        match self.expr(id) {
            Expr::Assignment { .. } => {
                self.report(Issue::IllegalAssignmentContext, id);
            }
            Expr::Lambda(_) => {}
            other => for_each_child(other, &mut |child| self.check_no_assignment(child)),
        }
    }

    pub fn check_variable(&mut self, id: ExprId, variable: &Variable) {
        let name = variable.name.as_str();
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            if !is_match_variable_name(name) {
                self.report(Issue::IllegalNumericVariableName { name }, id);
            }
        } else if !is_variable_name(name) {
            self.report(Issue::IllegalVariableName { name }, id);
        }
    }

    pub fn check_reserved_word(&mut self, id: ExprId, word: &str, future: bool) {
        let issue = if future { Issue::FutureReservedWord { word } } else { Issue::ReservedWord { word } };
        self.report(issue, id);
    }
}
