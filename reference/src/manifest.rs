//! What the kinds of Puppet code share: a manifest with its lines, comments above definitions, texts of expressions.

use std::sync::Arc;

use syntax::program::Parameter;
use syntax::{Expr, ExprId, Program, ReadOptions, SourceMap};

use crate::docstring::{Docstring, Tag, parse};
use crate::model::{Origin, Problem};
use crate::ruby_text::strip;

/// A manifest, read.
pub struct Manifest<'a> {
    pub path: &'a str,
    pub text: &'a str,
    pub program: Arc<Program>,
    places: Arc<SourceMap>,
    line_starts: Vec<usize>,
}

/// Where it is, what is written above it, and its text.
pub struct Statement {
    pub origin: Origin,
    pub docstring: Docstring,
    pub source: String,
}

impl<'a> Manifest<'a> {
    /// Reads a manifest; an error where Puppet cannot parse it, since puppet-strings leaves the file out.
    pub fn read(path: &'a str, text: &'a str) -> Result<Self, Problem> {
        let options = ReadOptions { tasks: true, ..ReadOptions::default() };
        let parsed = syntax::parse(text, &options.parse_options());
        let line_starts: Vec<usize> =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        if let Some(mistake) = parsed.problems().iter().find(|problem| problem.is_error()) {
            let line = line_starts.partition_point(|start| *start <= mistake.anchor as usize);
            return Err(Problem { file: path.to_string(), line, message: mistake.message.clone() });
        }
        let (program, places) = syntax::lower(&parsed);
        Ok(Manifest { path, text, program: Arc::new(program), places: Arc::new(places), line_starts })
    }

    /// Returns the text of an expression, as far as Puppet knows places in it.
    pub fn text_of(&self, id: ExprId) -> String {
        let start = self.places.range(id).start as usize;
        self.text.get(start..self.end_of(id)).unwrap_or_default().to_string()
    }

    /// Returns where the text of an expression ends. Puppet has no place for what closes a selector, a parenthesis, the block of
    /// an `else` or a method call without arguments.
    fn end_of(&self, id: ExprId) -> usize {
        let mut last = id;
        loop {
            let end = self.places.range(last).end as usize;
            last = match self.program.expr(last) {
                Expr::Selector(selector) => selector.entries.last().map_or(selector.left, |entry| entry.value),
                Expr::Binary { right, .. } | Expr::Assignment { right, .. } | Expr::Relationship { right, .. } => {
                    *right
                }
                Expr::Not(inner) | Expr::UnaryMinus(inner) | Expr::Unfold(inner) | Expr::Parenthesized(inner) => *inner,
                Expr::If(branches) | Expr::Unless(branches) if self.has_text(branches.otherwise) => branches.otherwise,
                // An `elsif` without an `else`.
                Expr::If(branches) if last != id && self.has_text(branches.then) => branches.then,
                Expr::Heredoc(heredoc) => return end.max(self.places.range(heredoc.text).end as usize),
                Expr::CallMethod(call) if call.arguments.is_empty() && call.lambda.is_none() => {
                    let text = self.text.get(..end).unwrap_or_default();
                    let closed = text.strip_suffix(')').map(|text| text.trim_end().len());
                    return closed.unwrap_or(end);
                }
                _ => return end,
            };
        }
    }

    fn has_text(&self, id: ExprId) -> bool {
        !matches!(self.program.expr(id), Expr::Nop)
    }

    /// Returns what a definition has besides its parameters.
    pub fn statement(&self, id: ExprId) -> Statement {
        let start = self.places.range(id).start as usize;
        let line = self.line_starts.partition_point(|line_start| *line_start <= start);
        Statement {
            origin: Origin { file: self.path.to_string(), line },
            docstring: parse(&self.comment_above(line)),
            source: self.text_of(id),
        }
    }

    /// Returns the comment lines directly above a line, without `#` and one blank behind it.
    fn comment_above(&self, line: usize) -> String {
        let mut found: Vec<&str> = Vec::new();
        for index in (0..line.saturating_sub(1)).rev() {
            let start = self.line_starts[index];
            let end = self.line_starts.get(index + 1).copied().unwrap_or(self.text.len());
            let content = strip(self.text.get(start..end).unwrap_or_default());
            let Some(without) = content.strip_prefix('#') else { break };
            let without = without.trim_start_matches('#');
            found.push(without.strip_prefix(|c: char| c.is_ascii_whitespace() || c == '\u{b}').unwrap_or(without));
        }
        found.reverse();
        found.join("\n")
    }

    /// Returns names and texts of the defaults.
    pub fn defaults(&self, parameters: &[Parameter]) -> Vec<(String, String)> {
        parameters
            .iter()
            .filter_map(|parameter| Some((parameter.name.to_string(), self.text_of(parameter.default?))))
            .collect()
    }

    /// Gives each parameter a tag, and each tag the type of its parameter.
    pub fn set_parameter_types(&self, docstring: &mut Docstring, parameters: &[Parameter]) {
        for parameter in parameters {
            let declared = parameter.type_expression.map(|id| self.text_of(id));
            let name = Some(parameter.name.to_string());
            let tag = docstring.tags.iter_mut().find(|tag| tag.tag == "param" && tag.name == name);
            match (tag, declared) {
                (None, declared) => {
                    let types = vec![declared.unwrap_or_else(|| "Any".to_string())];
                    docstring.tags.push(Tag::undocumented("param", types, name));
                }
                (Some(tag), Some(declared)) => tag.types = Some(vec![declared]),
                (Some(tag), None) if tag.types.is_none() => tag.types = Some(vec!["Any".to_string()]),
                (Some(_), None) => {}
            }
        }
    }
}

/// Marks a thing as public where nothing says otherwise.
pub fn set_api(docstring: &mut Docstring) {
    if docstring.first("api").is_none() {
        docstring.tags.push(Tag::plain("api", "public"));
    }
}
