//! What may be assigned to, and where. Knows nothing of values that variables already have.

use super::children::for_each_child;
use super::issue::Issue;
use super::labels::assignment_operator;
use super::names::{has_keyword_segment, is_match_variable_name, is_variable_name};
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

    /// Where the default of a parameter may not read the parameter itself, which has no value yet.
    pub fn check_no_default_from_itself(&mut self, id: ExprId, name: &str) {
        match self.expr(id) {
            Expr::Variable(variable) if variable.name == name => {
                self.report(Issue::IllegalAssignmentContext, id);
            }
            Expr::Lambda(_) => {}
            other => for_each_child(other, &mut |child| self.check_no_default_from_itself(child, name)),
        }
    }

    pub fn check_keywords_in_name(&mut self, id: ExprId, name: &str) {
        if self.rules.no_keywords_in_names && has_keyword_segment(name) {
            self.report(Issue::KeywordInName { name }, id);
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

#[cfg(test)]
mod tests {
    use crate::validation::test_support::problems;

    #[test]
    fn targets() {
        assert_eq!(problems("[$a, [$b]] = 1", |_| {}), []);
        assert_eq!(
            problems("[$a::b, $1, $c[0], 'x'] = 1", |_| {}),
            [
                ("CROSS_SCOPE_ASSIGNMENT", "$a::b"),
                ("ILLEGAL_NUMERIC_ASSIGNMENT", "$1"),
                ("ILLEGAL_INDEXED_ASSIGNMENT", "$c[0]"),
                ("ILLEGAL_ASSIGNMENT", "'x'"),
            ]
        );
    }

    #[test]
    fn appends_are_an_editions_choice() {
        assert_eq!(problems("$a += 1", |_| {}), [("APPENDS_DELETES_NO_LONGER_SUPPORTED", "$a += 1")]);
        assert_eq!(problems("$a += 1", |rules| rules.appends_and_deletes = true), []);
        assert_eq!(problems("1 -= 1", |rules| rules.appends_and_deletes = true), [("ILLEGAL_ASSIGNMENT", "1")]);
    }

    #[test]
    fn defaults_assign_only_in_lambdas() {
        assert_eq!(problems("class a ($b = f() |$x| { $y = $x }) { }", |_| {}), []);
        assert_eq!(problems("class a ($b = [$c = 1]) { }", |_| {}), [("ILLEGAL_ASSIGNMENT_CONTEXT", "$c = 1")]);
    }
}
