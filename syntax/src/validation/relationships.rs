//! Relationships as statements: where the edition says so, they are no values. Knows nothing of resources.

use super::issue::Issue;
use super::validator::Validator;
use crate::program::{AssignmentOperator, Call, Expr, ExprId, RelationshipOperator};
use crate::text_range::TextRange;

impl Validator<'_> {
    /// Reports the relationships among values: what stands in parentheses, lists, hashes and arguments.
    pub fn check_no_relationships(&mut self, values: &[ExprId]) {
        if self.rules.relationships_are_statements {
            for value in values {
                self.check_no_relationship(*value);
            }
        }
    }

    /// The same for the arguments of a call; without parentheses a call binds more loosely than any relationship.
    pub fn check_arguments(&mut self, id: ExprId, call: &Call) {
        if !self.rules.relationships_are_statements {
            return;
        }
        let end = |id: ExprId| self.source_map.range(id).end;
        let has_parentheses = call.arguments.last().is_none_or(|last| end(id) > end(*last));
        if has_parentheses {
            self.check_no_relationships(&call.arguments);
        }
    }

    fn check_no_relationship(&mut self, value: ExprId) {
        let mut id = value;
        while let Expr::Assignment { operator: AssignmentOperator::Assign, right, .. } = self.expr(id) {
            id = *right;
        }
        // The first arrow of a chain is the innermost.
        let mut first = None;
        while let Expr::Relationship { operator, left, .. } = self.expr(id) {
            first = Some((id, *operator));
            id = *left;
        }
        if let Some((relationship, operator)) = first {
            let text = match operator {
                RelationshipOperator::Before => "->",
                RelationshipOperator::Notify => "~>",
                RelationshipOperator::After => "<-",
                RelationshipOperator::Subscribe => "<~",
            };
            let start = self.source_map.anchor(relationship);
            let range = TextRange { start, end: start + text.len() as u32 };
            self.report_range(Issue::RelationshipIsNoValue { operator: text }, relationship, range);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::validation::test_support::problems;

    #[test]
    fn a_relationship_is_a_statement() {
        let found = |text| {
            problems(text, |rules| {
                rules.relationships_are_statements = true;
                rules.any_statement_call = true;
                rules.statements_are_values = true;
            })
        };
        for good in [
            "A['a'] -> B['b'] ~> C['c']",
            "$a = A['a'] -> B['b']",
            "notice A['a'] -> B['b']",
            "notice(if true { A['a'] -> B['b'] })",
            "[A['a']] -> [B['b']]",
            "[1].each |$x| { A['a'] -> B['b'] }",
        ] {
            assert_eq!(found(good), [], "{good}");
        }
        for wrong in [
            "notice (A['a'] -> B['b'])",
            "notice(A['a'] -> B['b'])",
            "$a.f(A['a'] -> B['b'] ~> C['c'])",
            "$a = (A['a'] -> B['b'])",
            "$a = [A['a'] -> B['b']]",
            "$a = { x => A['a'] -> B['b'] }",
            "($a = A['a'] -> B['b'])",
            "(A['a'] -> B['b']) -> C['c']",
            "\"${A['a'] -> B['b']}\"",
        ] {
            assert_eq!(found(wrong), [("SYNTAX_ERROR", "->")], "{wrong}");
        }
        assert_eq!(problems("notice(A['a'] -> B['b'])", |_| {}), []);
    }
}
