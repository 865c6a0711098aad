//! `if`, `unless`, `case` and selectors.

use super::Lowering;
use crate::ast::Node;
use crate::program::{Case, CaseOption, Expr, ExprId, If, Selector, SelectorEntry};
use crate::syntax_kind::SyntaxKind::*;

impl<'a> Lowering<'a> {
    pub(super) fn if_expression(&mut self, node: Node<'a>) -> ExprId {
        let (test, then) = self.test_and_block(node);
        let elsifs: Vec<(Node<'a>, ExprId, ExprId)> = node
            .nodes()
            .filter(|child| child.kind() == ELSIF)
            .map(|child| {
                let (test, then) = self.test_and_block(child);
                (child, test, then)
            })
            .collect();
        let mut otherwise = self.else_part(node);
        for (child, test, then) in elsifs.into_iter().rev() {
            let range = child.range().cover(self.source_map.range(otherwise));
            otherwise = self.add_at(Expr::If(If { test, then, otherwise }), range);
        }
        self.add_at(Expr::If(If { test, then, otherwise }), node.range())
    }

    pub(super) fn unless_expression(&mut self, node: Node<'a>) -> ExprId {
        let (test, then) = self.test_and_block(node);
        let otherwise = self.else_part(node);
        self.add_at(Expr::Unless(If { test, then, otherwise }), node.range())
    }

    fn test_and_block(&mut self, node: Node<'a>) -> (ExprId, ExprId) {
        let test = node.nodes().next().filter(|child| !matches!(child.kind(), BLOCK | ELSE | ELSIF));
        let test = self.expr_or_missing(test, node.end());
        let then = self.block_or_expression(node.node(BLOCK), node.end());
        (test, then)
    }

    fn else_part(&mut self, node: Node<'a>) -> ExprId {
        match node.node(ELSE) {
            Some(part) => match part.node(IF) {
                Some(inner) => self.expr(inner),
                None => self.block_or_expression(part.node(BLOCK), part.end()),
            },
            None => self.nop(node.end()),
        }
    }

    pub(super) fn case_expression(&mut self, node: Node<'a>) -> ExprId {
        let test = node.nodes().next().filter(|child| child.kind() != CASE_OPTION);
        let test = self.expr_or_missing(test, node.end());
        let mut options = Vec::new();
        for child in node.nodes().skip(1) {
            match child.kind() {
                CASE_OPTION => options.push(self.case_option(child)),
                _ => self.error_contents(child),
            }
        }
        self.add_at(Expr::Case(Case { test, options }), node.range())
    }

    fn case_option(&mut self, node: Node<'a>) -> CaseOption {
        let mut values = Vec::new();
        for child in node.nodes() {
            if child.kind() != BLOCK {
                values.push(self.expr(child));
            }
        }
        let then = self.body(node.node(BLOCK), node.end());
        let anchor = node.token(COLON).map_or(node.offset, |colon| colon.offset);
        let id = self.add(Expr::Part, node.range(), anchor);
        CaseOption { id, values, then }
    }

    pub(super) fn selector(&mut self, node: Node<'a>) -> ExprId {
        let left = self.expr_or_missing(node.nodes().next(), node.offset);
        let mut entries = Vec::new();
        for child in node.nodes().skip(1) {
            if child.kind() == SELECTOR_ENTRY {
                let mut nodes = child.nodes();
                let (matching, value) = (nodes.next(), nodes.next());
                let matching = self.expr_or_missing(matching, child.offset);
                let value = self.expr_or_missing(value, child.end());
                let anchor = child.token(FAT_ARROW).map_or(child.offset, |arrow| arrow.offset);
                let id = self.add(Expr::Part, child.range(), anchor);
                entries.push(SelectorEntry { id, matching, value });
            } else {
                self.error_contents(child);
            }
        }
        let anchor = self.anchor(left);
        self.add(Expr::Selector(Selector { left, entries }), node.range(), anchor)
    }
}
