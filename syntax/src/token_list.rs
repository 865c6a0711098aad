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

impl Parse {
    /// The token that an offset touches and the nodes around it, from the inside out, as ranges.
    pub fn ranges_around(&self, offset: u32) -> Vec<TextRange> {
        let touches = |range: TextRange| range.start <= offset && offset <= range.end;
        let mut found = Vec::new();
        let mut node = Node::root(self.green());
        loop {
            found.push(node.range());
            let inner = node.children().find_map(|child| match child {
                Element::Node(child) if touches(child.range()) => Some(child),
                _ => None,
            });
            match inner {
                Some(inner) => node = inner,
                None => break,
            }
        }
        let tokens = node.tokens().map(|token| token.range());
        found.extend(tokens.filter(|range| touches(*range)).min_by_key(|range| (range.end == offset, range.len())));
        found.reverse();
        found
    }
}

#[cfg(test)]
mod tests {
    use crate::{ParseOptions, parse};

    #[test]
    fn ranges_grow_from_the_token_to_the_file() {
        let text = "file { '/a': mode => '0644' }\n";
        let parsed = parse(text, &ParseOptions::default());
        let shown = |offset: u32| -> Vec<&str> {
            let ranges = parsed.ranges_around(offset);
            ranges.iter().map(|range| &text[range.start as usize..range.end as usize]).collect()
        };
        let around = shown(14);
        assert_eq!(around.first(), Some(&"mode"));
        assert!(around.contains(&"mode => '0644'") && around.contains(&"'/a': mode => '0644'"), "{around:?}");
        assert_eq!(around.last(), Some(&text));
        assert_eq!(shown(99).last(), Some(&text));
    }

    #[test]
    fn in_the_order_of_the_text_without_white_space() {
        let text = "class a { # x\n  $b = \"c ${d}\"\n}\n";
        let parsed = parse(text, &ParseOptions::default());
        let shown: Vec<&str> =
            parsed.tokens().iter().map(|token| &text[token.range.start as usize..token.range.end as usize]).collect();
        assert_eq!(shown, ["class", "a", "{", "# x", "$b", "=", "\"", "c ", "${", "d", "}", "\"", "}"]);
    }
}
