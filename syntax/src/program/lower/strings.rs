//! Strings with interpolation, heredocs and the text of templates.

use smol_str::SmolStr;

use super::Lowering;
use crate::ast::{self, HeredocExpression, Interpolation, RenderExpression, RenderText, Segment, StringExpression};
use crate::lexer::{Escapes, HeredocText};
use crate::literals;
use crate::program::{Expr, ExprId, Heredoc, StringSegment, Variable};

impl<'a> Lowering<'a> {
    pub(super) fn string(&mut self, string: StringExpression<'a>) -> ExprId {
        let segments = self.segments(string.segments(), |text, _| literals::unescape(text, Escapes::DOUBLE_QUOTED));
        self.add_at(Expr::ConcatenatedString(segments), string.range())
    }

    fn segments(
        &mut self,
        written: impl Iterator<Item = Segment<'a>>,
        value: impl Fn(&str, u32) -> SmolStr,
    ) -> Vec<StringSegment> {
        let mut segments = Vec::new();
        for segment in written {
            match segment {
                Segment::Text(token) => {
                    let text = value(token.text, token.offset);
                    if !text.is_empty() {
                        let id = self.add_at(Expr::Part, token.range());
                        segments.push(StringSegment::Text(id, text));
                    }
                }
                Segment::Variable(variable) => segments.push(StringSegment::Interpolation(self.expr(variable))),
                Segment::Interpolation(part) => segments.push(StringSegment::Interpolation(self.interpolation(part))),
            }
        }
        segments
    }

    /// A name that stands alone is a variable, even where the closing brace is missing.
    fn interpolation(&mut self, interpolation: Interpolation<'a>) -> ExprId {
        let id = self.expr_or_missing(interpolation.expression(), interpolation.end());
        if let Some(Expr::QualifiedName(name)) = self.exprs.get(id.index()) {
            let variable = Expr::Variable(Variable { name: name.clone() });
            self.set(id, variable);
        }
        id
    }

    pub(super) fn heredoc(&mut self, node: HeredocExpression<'a>) -> ExprId {
        let heredocs = self.heredocs;
        let found = heredocs.binary_search_by_key(&node.start(), |heredoc| heredoc.start).ok();
        let Some(heredoc) = found.and_then(|index| heredocs.get(index)) else {
            return self.add_at(Expr::Missing, node.range());
        };
        let syntax = heredoc.syntax.and_then(|range| {
            let text = node.tag()?.text;
            text.get((range.start - node.start()) as usize..(range.end - node.start()) as usize).map(SmolStr::new)
        });
        let text = self.heredoc_text(heredoc);
        self.add_at(Expr::Heredoc(Heredoc { syntax, text }), node.range())
    }

    fn heredoc_text(&mut self, heredoc: &HeredocText) -> ExprId {
        let Some(written) = self.root.heredoc_text(heredoc.text.start).and_then(ast::HeredocText::cast) else {
            // Something else ran over its lines: a tag of the template, a string.
            let text = literals::unescape(&self.root.text_in(heredoc.text), heredoc.escapes);
            return self.add_at(Expr::String(text), heredoc.text);
        };
        // The blanks of the margin stand on the line of the end tag, which is the last token.
        let margin = heredoc.margin.zip(written.end_line()).and_then(|(margin, line)| {
            line.text.get((margin.start - line.offset) as usize..(margin.end - line.offset) as usize)
        });
        let (begin, escapes) = (heredoc.text.start, heredoc.escapes);
        let value = |text: &str, at_line_start: bool| {
            literals::unescape(&without_margin(text, margin.unwrap_or(""), at_line_start), escapes)
        };
        if !written.has_interpolation() {
            let text = written.text().map_or_else(SmolStr::default, |token| value(token.text, true));
            return self.add_at(Expr::String(text), heredoc.text);
        }
        let segments = self.segments(written.segments(), |text, offset| value(text, offset == begin));
        self.add_at(Expr::ConcatenatedString(segments), heredoc.text)
    }

    /// Text of a template: `<%%` and `%%>` are the tags themselves.
    pub(super) fn render_text(&mut self, node: RenderText<'a>) -> ExprId {
        let mut text: String = node.tokens().map(|token| token.text).collect();
        if text.contains('%') {
            let parts: Vec<String> = text.split("<%%").map(|part| part.replace("%%>", "%>")).collect();
            text = parts.join("<%");
        }
        self.add_at(Expr::RenderString(SmolStr::new(text)), node.range())
    }

    pub(super) fn render_expression(&mut self, node: RenderExpression<'a>) -> ExprId {
        let inner = self.expr_or_missing(node.expression(), node.end());
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
