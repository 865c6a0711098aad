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
        if self.rules.plain_queries {
            return self.check_plain_query(id);
        }
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

    /// Reports what the grammar of queries leaves out, where the edition takes it at its word.
    fn check_plain_query(&mut self, id: ExprId) {
        match self.expr(id) {
            Expr::Binary { operator: BinaryOperator::Equal | BinaryOperator::NotEqual, left, right } => {
                self.check_query_attribute(*left);
                self.check_query_value(*right);
            }
            Expr::Binary { operator: BinaryOperator::And | BinaryOperator::Or, left, right } => {
                self.check_plain_query(*left);
                self.check_plain_query(*right);
            }
            Expr::Parenthesized(inner) => self.check_plain_query(*inner),
            Expr::Missing | Expr::Nop => {}
            _ => {
                let expression = self.label(id);
                self.report(Issue::IllegalQueryExpression { expression }, id);
            }
        }
    }

    fn check_query_attribute(&mut self, id: ExprId) {
        match self.expr(id) {
            Expr::QualifiedName(name) if !name.contains("::") => {}
            Expr::Missing => {}
            _ => {
                let expression = self.label(id);
                self.report(Issue::IllegalQueryAttribute { expression }, id);
            }
        }
    }

    fn check_query_value(&mut self, id: ExprId) {
        match self.expr(id) {
            Expr::Variable(_)
            | Expr::String(_)
            | Expr::ConcatenatedString(_)
            | Expr::Heredoc(_)
            | Expr::Boolean(_)
            | Expr::Integer(_)
            | Expr::Float(_)
            | Expr::QualifiedName(_)
            | Expr::Missing => {}
            _ => {
                let expression = self.label(id);
                self.report(Issue::IllegalQueryValue { expression }, id);
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
    fn queries_to_the_letter() {
        fn plain(text: &str) -> Vec<(&'static str, &str)> {
            problems(text, |rules| rules.plain_queries = true)
        }
        for good in ["a == 1 and (b != $c or tag == x::y)", "a == 'x'", "a == \"x\"", "a == true", "a == 1.5", ""] {
            assert_eq!(plain(&format!("File <| {good} |>")).len(), 0, "{good}");
        }
        for attribute in ["'a'", "$a", "a::b", "1", "(a)"] {
            let text = format!("File <| {attribute} == 1 |>");
            assert_eq!(plain(&text), [("ILLEGAL_QUERY_EXPRESSION", attribute)]);
        }
        for value in ["1 + 1", "[1]", "{}", "f()", "Foo", "/x/", "default", "undef", "$v[0]", "-1", "(1)"] {
            let text = format!("File <| a == {value} |>");
            assert_eq!(plain(&text), [("ILLEGAL_QUERY_EXPRESSION", value)]);
        }
        for query in ["a", "'a'", "$a", "!(a == 1)", "a in [1]"] {
            let text = format!("File <| {query} |>");
            assert_eq!(plain(&text), [("ILLEGAL_QUERY_EXPRESSION", query)]);
        }
    }

    #[test]
    fn collectors_name_a_type() {
        assert_eq!(problems("file <| |>", |_| {}), [("ILLEGAL_EXPRESSION", "file")]);
    }
}
