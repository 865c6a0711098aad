//! `if`, `unless`, `case` and selectors.

use super::Lowering;
use crate::ast::{self, Block, Conditional, Elsif, Expression};
use crate::program::{Case, CaseOption, Expr, ExprId, If, Selector, SelectorEntry};

impl<'a> Lowering<'a> {
    pub(super) fn conditional(&mut self, conditional: Conditional<'a>) -> ExprId {
        let (test, then) = self.test_and_block(conditional.test(), conditional.then(), conditional.end());
        let elsifs: Vec<(Elsif<'a>, ExprId, ExprId)> = conditional
            .elsifs()
            .map(|elsif| {
                let (test, then) = self.test_and_block(elsif.test(), elsif.then(), elsif.end());
                (elsif, test, then)
            })
            .collect();
        let mut otherwise = self.else_part(conditional);
        for (elsif, test, then) in elsifs.into_iter().rev() {
            let range = elsif.range().cover(self.source_map.range(otherwise));
            otherwise = self.add_at(Expr::If(If { test, then, otherwise }), range);
        }
        let parts = If { test, then, otherwise };
        let expr = if conditional.is_unless() { Expr::Unless(parts) } else { Expr::If(parts) };
        self.add_at(expr, conditional.range())
    }

    fn test_and_block(&mut self, test: Option<Expression<'a>>, then: Option<Block<'a>>, end: u32) -> (ExprId, ExprId) {
        (self.expr_or_missing(test, end), self.block_or_expression(then, end))
    }

    fn else_part(&mut self, conditional: Conditional<'a>) -> ExprId {
        match conditional.otherwise() {
            Some(part) => match part.conditional() {
                Some(inner) => self.conditional(inner),
                None => self.block_or_expression(part.block(), part.end()),
            },
            None => self.nop(conditional.end()),
        }
    }

    pub(super) fn case_expression(&mut self, case: ast::Case<'a>) -> ExprId {
        let test = self.expr_or_missing(case.test(), case.end());
        let mut options = Vec::new();
        for option in case.options() {
            match option {
                Ok(option) => options.push(self.case_option(option)),
                Err(node) => self.error_contents(node),
            }
        }
        self.add_at(Expr::Case(Case { test, options }), case.range())
    }

    fn case_option(&mut self, option: ast::CaseOption<'a>) -> CaseOption {
        let values = option.values().map(|value| self.expr(value)).collect();
        let then = self.body(option.then(), option.end());
        let anchor = option.colon().map_or(option.start(), |colon| colon.offset);
        let id = self.add(Expr::Part, option.range(), anchor);
        CaseOption { id, values, then }
    }

    pub(super) fn selector(&mut self, selector: ast::Selector<'a>) -> ExprId {
        let left = self.expr_or_missing(selector.left(), selector.start());
        let mut entries = Vec::new();
        for entry in selector.entries() {
            match entry {
                Ok(entry) => entries.push(self.selector_entry(entry)),
                Err(node) => self.error_contents(node),
            }
        }
        let anchor = self.anchor(left);
        self.add(Expr::Selector(Selector { left, entries }), selector.range(), anchor)
    }

    fn selector_entry(&mut self, entry: ast::SelectorEntry<'a>) -> SelectorEntry {
        let matching = self.expr_or_missing(entry.matching(), entry.start());
        let value = self.expr_or_missing(entry.value(), entry.end());
        let anchor = entry.arrow().map_or(entry.start(), |arrow| arrow.offset);
        let id = self.add(Expr::Part, entry.range(), anchor);
        SelectorEntry { id, matching, value }
    }
}
