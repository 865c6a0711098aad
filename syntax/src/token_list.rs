//! The tokens of a parsed text in order, for those who colour it. Knows nothing of colours.

use crate::ast::{Element, Node};
use crate::parser::Parse;
use crate::syntax_kind::SyntaxKind;
use crate::text_range::TextRange;

/// A token and the kind of the node that it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedToken {
    pub kind: SyntaxKind,
    pub parent: SyntaxKind,
    pub range: TextRange,
}

impl Parse {
    /// Every token but white space, comments included, in the order of the text.
    pub fn tokens(&self) -> Vec<ListedToken> {
        let mut found = Vec::new();
        // A stack of its own: the tree may be deep.
        let mut open = vec![Node::root(self.green())];
        while let Some(node) = open.pop() {
            for child in node.children() {
                match child {
                    Element::Node(child) => open.push(child),
                    Element::Token(token) if token.kind == SyntaxKind::WHITESPACE => {}
                    Element::Token(token) => {
                        found.push(ListedToken { kind: token.kind, parent: node.kind(), range: token.range() });
                    }
                }
            }
        }
        found.sort_by_key(|token| token.range);
        found
    }
}

#[cfg(test)]
mod tests {
    use crate::{ParseOptions, parse};

    #[test]
    fn in_the_order_of_the_text_without_white_space() {
        let text = "class a { # x\n  $b = \"c ${d}\"\n}\n";
        let parsed = parse(text, &ParseOptions::default());
        let shown: Vec<&str> =
            parsed.tokens().iter().map(|token| &text[token.range.start as usize..token.range.end as usize]).collect();
        assert_eq!(shown, ["class", "a", "{", "# x", "$b", "=", "\"", "c ", "${", "d", "}", "\"", "}"]);
    }
}
