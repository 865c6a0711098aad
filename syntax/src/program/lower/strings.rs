//! Strings with interpolation, heredocs and the text of templates.

use smol_str::SmolStr;

use super::Lowering;
use crate::ast::{Element, Node};
use crate::lexer::{Escapes, HeredocText};
use crate::literals;
use crate::program::{Expr, ExprId, Heredoc, StringSegment, Variable};
use crate::syntax_kind::SyntaxKind::*;

impl<'a> Lowering<'a> {
    pub(super) fn string(&mut self, node: Node<'a>) -> ExprId {
        let segments = self.segments(node, |text, _| literals::unescape(text, Escapes::DOUBLE_QUOTED));
        self.add_at(Expr::ConcatenatedString(segments), node.range())
    }

    fn segments(&mut self, node: Node<'a>, value: impl Fn(&str, u32) -> SmolStr) -> Vec<StringSegment> {
        let mut segments = Vec::new();
        for child in node.children() {
            match child {
                Element::Token(token) if token.kind == STRING_TEXT => {
                    let text = value(token.text, token.offset);
                    if !text.is_empty() {
                        let id = self.add_at(Expr::Part, token.range());
                        segments.push(StringSegment::Text(id, text));
                    }
                }
                Element::Node(child) => match child.kind() {
                    VARIABLE_EXPRESSION => {
                        let id = self.expr(child);
                        segments.push(StringSegment::Interpolation(id));
                    }
                    INTERPOLATION => {
                        let id = self.interpolation(child);
                        segments.push(StringSegment::Interpolation(id));
                    }
                    _ => {}
                },
                Element::Token(_) => {}
            }
        }
        segments
    }

    /// A name that stands alone is a variable, even where the closing brace is missing.
    fn interpolation(&mut self, node: Node<'a>) -> ExprId {
        let id = self.expr_or_missing(node.nodes().next(), node.end());
        if let Some(Expr::QualifiedName(name)) = self.exprs.get(id.index()) {
            let variable = Expr::Variable(Variable { name: name.clone() });
            self.set(id, variable);
        }
        id
    }

    pub(super) fn heredoc(&mut self, node: Node<'a>) -> ExprId {
        let heredocs = self.heredocs;
        let found = heredocs.binary_search_by_key(&node.offset, |heredoc| heredoc.start).ok();
        let Some(heredoc) = found.and_then(|index| heredocs.get(index)) else {
            return self.add_at(Expr::Missing, node.range());
        };
        let syntax = heredoc.syntax.and_then(|range| {
            let text = node.first_token()?.text;
            text.get((range.start - node.offset) as usize..(range.end - node.offset) as usize).map(SmolStr::new)
        });
        let text = self.heredoc_text(heredoc);
        self.add_at(Expr::Heredoc(Heredoc { syntax, text }), node.range())
    }

    fn heredoc_text(&mut self, heredoc: &HeredocText) -> ExprId {
        let Some(node) = self.root.heredoc_text(heredoc.text.start) else {
            // Something else ran over its lines: a tag of the template, a string.
            let text = literals::unescape(&self.root.text_in(heredoc.text), heredoc.escapes);
            return self.add_at(Expr::String(text), heredoc.text);
        };
        // The blanks of the margin stand on the line of the end tag, which is the last token.
        let end_line = node.token(HEREDOC_END);
        let margin = heredoc.margin.zip(end_line).and_then(|(margin, line)| {
            line.text.get((margin.start - line.offset) as usize..(margin.end - line.offset) as usize)
        });
        let (begin, escapes) = (heredoc.text.start, heredoc.escapes);
        let has_interpolation = node.nodes().next().is_some();
        let value = |text: &str, at_line_start: bool| {
            literals::unescape(&without_margin(text, margin.unwrap_or(""), at_line_start), escapes)
        };
        if !has_interpolation {
            let text = node.token(STRING_TEXT).map_or_else(SmolStr::default, |token| value(token.text, true));
            return self.add_at(Expr::String(text), heredoc.text);
        }
        let segments = self.segments(node, |text, offset| value(text, offset == begin));
        self.add_at(Expr::ConcatenatedString(segments), heredoc.text)
    }

    /// Text of a template: `<%%` and `%%>` are the tags themselves.
    pub(super) fn render_text(&mut self, node: Node<'a>) -> ExprId {
        let mut text = String::new();
        for token in node.tokens() {
            text.push_str(token.text);
        }
        if text.contains('%') {
            let parts: Vec<String> = text.split("<%%").map(|part| part.replace("%%>", "%>")).collect();
            text = parts.join("<%");
        }
        self.add_at(Expr::RenderString(SmolStr::new(text)), node.range())
    }

    pub(super) fn render_expression(&mut self, node: Node<'a>) -> ExprId {
        let inner = node.nodes().next();
        let inner = self.expr_or_missing(inner, node.end());
        self.add_at(Expr::RenderExpression(inner), node.range())
    }
}

/// Takes the margin from the beginning of each line that has it.
fn without_margin(text: &str, margin: &str, at_line_start: bool) -> SmolStr {
    if margin.is_empty() {
        return SmolStr::new(text);
    }
    let mut value = String::with_capacity(text.len());
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let strips = index > 0 || at_line_start;
        value.push_str(if strips { line.strip_prefix(margin).unwrap_or(line) } else { line });
    }
    SmolStr::new(value)
}
