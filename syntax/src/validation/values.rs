//! What stands where a value is needed must produce one. Knows nothing of which places need values.

use super::issue::Issue;
use super::validator::Validator;
use crate::program::{Expr, ExprId};

impl Validator<'_> {
    /// Definitions and collectors have no value, in parentheses or behind `!`, `-` and `*` neither.
    pub fn check_value(&mut self, id: ExprId) {
        let mut id = id;
        while let Expr::Parenthesized(inner)
        | Expr::Not(inner)
        | Expr::UnaryMinus(inner)
        | Expr::Unfold(inner)
        | Expr::RenderExpression(inner) = self.expr(id)
        {
            id = *inner;
        }
        if self.rules.statements_are_values || !has_no_value(self.expr(id)) {
            return;
        }
        let expression = self.label(id);
        let part = self.definition_name(id).unwrap_or(id);
        self.report_part(Issue::NotRvalue { expression }, id, part);
    }

    pub fn check_values(&mut self, ids: &[ExprId]) {
        for id in ids {
            self.check_value(*id);
        }
    }

    /// Collectors and further relationships are operands too, though they have no value; in a list they are none, whatever
    /// the edition says about their value.
    pub fn check_relationship_operand(&mut self, id: ExprId) {
        match self.expr(id) {
            Expr::Collector(_) | Expr::Relationship { .. } => {}
            Expr::Array(items) if self.rules.statements_are_values => {
                for item in items.iter().filter(|item| matches!(self.program.expr(**item), Expr::Collector(_))) {
                    let expression = self.label(*item);
                    self.report(Issue::NotRvalue { expression }, *item);
                }
            }
            _ => self.check_value(id),
        }
    }

    /// The place of the name of a definition.
    pub fn definition_name(&self, id: ExprId) -> Option<ExprId> {
        match self.expr(id) {
            Expr::Class(class) => Some(class.name_id),
            Expr::Define(define) => Some(define.name_id),
            Expr::Function(function) | Expr::Plan(function) => Some(function.name_id),
            Expr::TypeAlias(alias) => Some(alias.name_id),
            Expr::Node(node) => node.matches.first().copied(),
            _ => None,
        }
    }
}

fn has_no_value(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Collector(_)
            | Expr::Class(_)
            | Expr::Define(_)
            | Expr::Node(_)
            | Expr::Function(_)
            | Expr::Plan(_)
            | Expr::TypeAlias(_)
            | Expr::TypeDefinition(_)
            | Expr::TypeMapping { .. }
    )
}

#[cfg(test)]
mod tests {
    use crate::validation::test_support::problems;

    #[test]
    fn parentheses_and_signs_do_not_make_a_value() {
        assert_eq!(problems("$a = -(File <| |>)", |_| {}), [("NOT_RVALUE", "File <| |>"); 3]);
        assert_eq!(problems("$a = File <| |>", |rules| rules.statements_are_values = true), []);
    }

    #[test]
    fn collectors_are_operands_of_relationships() {
        assert_eq!(problems("File <| |> -> User <| |> ~> Service['a']", |_| {}), []);
        for statements_are_values in [false, true] {
            let found =
                problems("[File <| |>] -> User['a']", |rules| rules.statements_are_values = statements_are_values);
            assert!(found.contains(&("NOT_RVALUE", "File <| |>")), "{statements_are_values}");
        }
    }
}
