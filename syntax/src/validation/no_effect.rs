//! Expressions that change nothing, where their value is thrown away. Knows nothing of what functions do.

use super::issue::Issue;
use super::validator::Validator;
use crate::program::{BinaryOperator, Expr, ExprId, Program};

impl<'a> Validator<'a> {
    /// Only the first statement without effect is told; the last one may be the block's value.
    pub fn check_block(&mut self, id: ExprId, statements: &[ExprId]) {
        if let Some(type_name) = self.resource_without_title(id) {
            self.report(Issue::ResourceWithoutTitle { type_name }, id);
            return;
        }
        if self.rules.statements_are_values {
            return;
        }
        let Some((_, others)) = statements.split_last() else { return };
        if let Some(statement) = others.iter().find(|statement| has_no_effect(self.program, **statement)) {
            let expression = self.label(*statement);
            self.report(Issue::IdemExpressionNotLast { expression }, *statement);
        }
    }

    /// A class, define or node has no value, so its last statement must do something too.
    pub fn check_ends_with_effect(&mut self, definition: ExprId, body: ExprId) {
        if self.rules.statements_are_values {
            return;
        }
        let last = match self.expr(body) {
            Expr::Nop => None,
            Expr::Block(statements) => statements.last().copied(),
            _ => Some(body),
        };
        let Some(last) = last else { return };
        if has_no_effect(self.program, last) && self.resource_without_title(last).is_none() {
            let issue = Issue::IdemNotAllowedLast { expression: self.label(last), container: self.label(definition) };
            self.report(issue, last);
        }
    }

    /// `notify { message => 'x' }` parses as a name followed by a hash: the name.
    fn resource_without_title(&self, id: ExprId) -> Option<&'a str> {
        let Expr::Block(statements) = self.program.expr(id) else { return None };
        let [first, second] = statements.as_slice() else { return None };
        match (self.program.expr(*first), self.program.expr(*second)) {
            (Expr::QualifiedName(name), Expr::Hash(_)) if !self.options.tasks => Some(name),
            _ => None,
        }
    }
}

/// True where evaluating the expression leaves everything as it was.
pub fn has_no_effect(program: &Program, id: ExprId) -> bool {
    match program.expr(id) {
        Expr::Nop
        | Expr::Undef
        | Expr::Default
        | Expr::Boolean(_)
        | Expr::Integer(_)
        | Expr::Float(_)
        | Expr::String(_)
        | Expr::ConcatenatedString(_)
        | Expr::Heredoc(_)
        | Expr::Regexp(_)
        | Expr::QualifiedName(_)
        | Expr::QualifiedReference(_)
        | Expr::ReservedWord { .. }
        | Expr::Variable(_)
        | Expr::Array(_)
        | Expr::Hash(_)
        | Expr::Not(_)
        | Expr::UnaryMinus(_)
        | Expr::Unfold(_)
        | Expr::Access { .. }
        | Expr::NamedAccess { .. }
        | Expr::FunctionReference(_)
        | Expr::Selector(_) => true,
        // A match sets `$0`, `$1`, ….
        Expr::Binary { operator, .. } => !matches!(operator, BinaryOperator::Match | BinaryOperator::NotMatch),
        Expr::Parenthesized(inner) => has_no_effect(program, *inner),
        Expr::If(conditional) | Expr::Unless(conditional) => {
            [conditional.test, conditional.then, conditional.otherwise].iter().all(|part| has_no_effect(program, *part))
        }
        Expr::Case(case) => {
            has_no_effect(program, case.test)
                && case.options.iter().all(|option| {
                    option.values.iter().all(|value| has_no_effect(program, *value))
                        && has_no_effect(program, option.then)
                })
        }
        Expr::Block(statements) => statements.iter().all(|statement| has_no_effect(program, *statement)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::validation::test_support::problems;

    #[test]
    fn only_the_first_of_a_block_is_told() {
        assert_eq!(problems("1 2 notice(3)", |_| {}), [("IDEM_EXPRESSION_NOT_LAST", "1")]);
        assert_eq!(problems("1 2 notice(3)", |rules| rules.statements_are_values = true), []);
    }

    #[test]
    fn branches_count_with_their_condition() {
        assert_eq!(problems("if $a { 1 } else { f() } 2", |_| {}), []);
        assert_eq!(problems("if $a =~ /b/ { 1 } 2", |_| {}), []);
        assert_eq!(problems("unless $a { 1 } 2", |_| {}), [("IDEM_EXPRESSION_NOT_LAST", "unless $a { 1 }")]);
    }

    #[test]
    fn a_class_ends_with_an_effect() {
        assert_eq!(problems("class a { }", |_| {}), []);
        assert_eq!(problems("class a { f() 1 }", |_| {}), [("IDEM_NOT_ALLOWED_LAST", "1")]);
        assert_eq!(problems("function a() { f() 1 }", |_| {}), []);
    }

    #[test]
    fn a_name_and_a_hash_are_a_resource_without_title() {
        assert_eq!(
            problems("class a { file { ensure => file } }", |_| {}),
            [("RESOURCE_WITHOUT_TITLE", "file { ensure => file }")]
        );
    }
}
