//! What collectors collect, and what their queries may ask. Knows nothing of resources in a catalog.

use super::issue::Issue;
use super::validator::Validator;
use crate::program::{BinaryOperator, Collector, Expr, ExprId};

impl Validator<'_> {
    pub fn check_collector(&mut self, id: ExprId, collector: &Collector) {
        if self.options.tasks && !self.allow_collector_in_tasks(id, collector) {
            return;
        }
        if matches!(self.expr(collector.type_name), Expr::QualifiedReference(_) | Expr::Missing) {
            return;
        }
        let issue = Issue::IllegalExpression {
            expression: self.label(collector.type_name),
            feature: "type name",
            container: self.label(id),
        };
        self.report(issue, collector.type_name);
    }

    pub fn check_query(&mut self, id: ExprId) {
        match self.expr(id) {
            Expr::Binary { operator: BinaryOperator::Equal | BinaryOperator::NotEqual, .. } => {}
            Expr::Binary { operator: BinaryOperator::And | BinaryOperator::Or, left, right } => {
                self.check_query(*left);
                self.check_query(*right);
            }
            Expr::Parenthesized(inner) => self.check_query(*inner),
            Expr::Variable(_)
            | Expr::QualifiedName(_)
            | Expr::Integer(_)
            | Expr::Float(_)
            | Expr::String(_)
            | Expr::Boolean(_)
            | Expr::Missing => {}
            _ => {
                let expression = self.label(id);
                self.report(Issue::IllegalQueryExpression { expression }, id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::validation::test_support::problems;

    #[test]
    fn queries_compare_and_combine() {
        assert_eq!(problems("File <| a == 1 and (b != $c or tag) |>", |_| {}), []);
        assert_eq!(
            problems("File <| a > 1 or !b |>", |_| {}),
            [("ILLEGAL_QUERY_EXPRESSION", "a > 1"), ("ILLEGAL_QUERY_EXPRESSION", "!b")]
        );
    }

    #[test]
    fn collectors_name_a_type() {
        assert_eq!(problems("file <| |>", |_| {}), [("ILLEGAL_EXPRESSION", "file")]);
    }
}
