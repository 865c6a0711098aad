//! `if`, `unless`, `case` and selectors.

use super::{Block, Expression, Node, Token, child, typed_nodes};
use crate::syntax_kind::SyntaxKind::*;

typed_nodes! {
    /// `if` or `unless`.
    Conditional: IF | UNLESS;
    Elsif: ELSIF;
    Else: ELSE;
    Case: CASE;
    CaseOption: CASE_OPTION;
    Selector: SELECTOR;
    SelectorEntry: SELECTOR_ENTRY;
}

macro_rules! tested {
    ($($name:ident)+) => {$(
        impl<'a> $name<'a> {
            pub fn test(self) -> Option<Expression<'a>> {
                let first = self.0.nodes().next()?;
                (!matches!(first.kind(), BLOCK | ELSE | ELSIF)).then(|| Expression::of(first))
            }

            pub fn then(self) -> Option<Block<'a>> {
                child(self.0, Block::cast)
            }
        }
    )+};
}
tested!(Conditional Elsif);

impl<'a> Conditional<'a> {
    pub fn is_unless(self) -> bool {
        self.0.kind() == UNLESS
    }

    pub fn elsifs(self) -> impl Iterator<Item = Elsif<'a>> {
        self.0.nodes().filter_map(Elsif::cast)
    }

    pub fn otherwise(self) -> Option<Else<'a>> {
        child(self.0, Else::cast)
    }
}

impl<'a> Else<'a> {
    /// `else if`, as one may write after `unless`.
    pub fn conditional(self) -> Option<Conditional<'a>> {
        child(self.0, |node| Conditional::cast(node).filter(|conditional| !conditional.is_unless()))
    }

    pub fn block(self) -> Option<Block<'a>> {
        child(self.0, Block::cast)
    }
}

impl<'a> Case<'a> {
    pub fn test(self) -> Option<Expression<'a>> {
        let first = self.0.nodes().next()?;
        (first.kind() != CASE_OPTION).then(|| Expression::of(first))
    }

    /// The options; `Err` is what could not be read as one.
    pub fn options(self) -> impl Iterator<Item = Result<CaseOption<'a>, Node<'a>>> {
        self.0.nodes().skip(1).map(|node| CaseOption::cast(node).ok_or(node))
    }
}

impl<'a> CaseOption<'a> {
    pub fn values(self) -> impl Iterator<Item = Expression<'a>> {
        self.0.nodes().filter(|node| node.kind() != BLOCK).map(Expression::of)
    }

    pub fn colon(self) -> Option<Token<'a>> {
        self.0.token(COLON)
    }

    pub fn then(self) -> Option<Block<'a>> {
        child(self.0, Block::cast)
    }
}

impl<'a> Selector<'a> {
    pub fn left(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }

    /// The entries; `Err` is what could not be read as one.
    pub fn entries(self) -> impl Iterator<Item = Result<SelectorEntry<'a>, Node<'a>>> {
        self.0.nodes().skip(1).map(|node| SelectorEntry::cast(node).ok_or(node))
    }
}

impl<'a> SelectorEntry<'a> {
    pub fn matching(self) -> Option<Expression<'a>> {
        self.0.nodes().next().map(Expression::of)
    }

    pub fn arrow(self) -> Option<Token<'a>> {
        self.0.token(FAT_ARROW)
    }

    pub fn value(self) -> Option<Expression<'a>> {
        self.0.nodes().nth(1).map(Expression::of)
    }
}
