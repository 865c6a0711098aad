//! The outline of a file: its definitions with their parameters, and the resources that they declare.

use evaluator::FileId;
use smol_str::SmolStr;
use syntax::validation::children::for_each_child;
use syntax::{Expr, ExprId, TextRange};

use crate::db::Db;
use crate::definition_index::{DefinitionKind, file_signature, name_place, parameters_of};
use crate::document_kind::{DocumentKind, document_kind};
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::queries;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    Definition(DefinitionKind),
    Parameter,
    Variable,
    Resource,
    /// A block of Ruby in an ERB template.
    Block,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub name: String,
    pub detail: Option<String>,
    pub kind: SymbolKind,
    /// All of it.
    pub range: TextRange,
    /// Its name.
    pub name_range: TextRange,
    pub children: Vec<Symbol>,
}

impl Analysis {
    pub fn document_symbols(&self, file: FileId) -> Cancellable<Vec<Symbol>> {
        Ok(self.read_file(file, |db, file| document_symbols(db, file))?.unwrap_or_default())
    }
}

fn document_symbols(db: &dyn Db, file: FileInput) -> Vec<Symbol> {
    let text = queries::text(db, file);
    match document_kind(db, file) {
        DocumentKind::RubyTemplate => return super::ruby_template::symbols(&text),
        kind if !kind.is_source() => return Vec::new(),
        _ => {}
    }
    let source = queries::source_file(db, file);
    let outline = Outline { source: &source, text: &text, signature: &file_signature(db, file) };
    let mut symbols = Vec::new();
    outline.collect(source.program.root, &mut symbols);
    symbols
}

struct Outline<'a> {
    source: &'a syntax::SourceFile,
    text: &'a str,
    signature: &'a crate::definition_index::FileSignature,
}

impl Outline<'_> {
    fn collect(&self, id: ExprId, symbols: &mut Vec<Symbol>) {
        let program = &self.source.program;
        let expr = program.expr(id);
        match expr {
            Expr::Class(_)
            | Expr::Define(_)
            | Expr::Function(_)
            | Expr::Plan(_)
            | Expr::TypeAlias(_)
            | Expr::Node(_) => {
                if let Some(symbol) = self.definition(id) {
                    symbols.push(symbol);
                }
            }
            Expr::Assignment { left, right, .. } => {
                if let Expr::Variable(variable) = program.expr(*left) {
                    symbols.push(self.symbol(format!("${}", variable.name), SymbolKind::Variable, id, *left));
                }
                self.collect(*right, symbols);
            }
            Expr::Resource(resource) => {
                let type_name = self.slice(resource.type_name);
                for body in &resource.bodies {
                    let title = self.slice(body.title);
                    let name = format!("{type_name} {title}");
                    symbols.push(self.symbol(name, SymbolKind::Resource, body.id, body.title));
                }
            }
            other => for_each_child(other, &mut |child| self.collect(child, symbols)),
        }
    }

    fn definition(&self, id: ExprId) -> Option<Symbol> {
        let program = &self.source.program;
        let index = program.definitions.iter().position(|definition| *definition == id)? as u32;
        let signature = self.signature.definitions.iter().find(|definition| definition.index == index)?;
        let kind = SymbolKind::Definition(signature.kind);
        let mut symbol = self.symbol(signature.name.to_string(), kind, id, name_place(program, id));
        symbol.detail = Some(signature.kind.label().to_string());
        for parameter in parameters_of(program.expr(id)) {
            let name = format!("${}", parameter.name);
            let mut child = self.symbol(name, SymbolKind::Parameter, parameter.id, parameter.id);
            let start = self.source.source_map.anchor(parameter.id).max(child.range.start);
            let end = (start + child.name.len() as u32).min(child.range.end).max(start);
            child.name_range = TextRange { start, end };
            child.detail =
                signature.parameter(&parameter.name).and_then(|p| p.type_text.as_ref().map(SmolStr::to_string));
            symbol.children.push(child);
        }
        let body = match program.expr(id) {
            Expr::Class(class) => Some(class.body),
            Expr::Define(define) => Some(define.body),
            Expr::Function(function) | Expr::Plan(function) => Some(function.body),
            Expr::Node(node) => Some(node.body),
            _ => None,
        };
        if let Some(body) = body {
            self.collect(body, &mut symbol.children);
        }
        Some(symbol)
    }

    fn symbol(&self, name: String, kind: SymbolKind, all: ExprId, name_at: ExprId) -> Symbol {
        let name_range = self.source.source_map.range(name_at);
        let range = self.source.source_map.range(all).cover(name_range);
        Symbol { name, detail: None, kind, range, name_range, children: Vec::new() }
    }

    fn slice(&self, id: ExprId) -> String {
        let range = self.source.source_map.range(id);
        let text = self.text.get(range.start as usize..range.end as usize).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    fn show(symbols: &[Symbol], depth: usize, shown: &mut String) {
        for symbol in symbols {
            let detail = symbol.detail.as_ref().map(|detail| format!(" ({detail})")).unwrap_or_default();
            shown.push_str(&format!("{}{}{detail}\n", "  ".repeat(depth), symbol.name));
            show(&symbol.children, depth + 1, shown);
        }
    }

    #[test]
    fn of_definitions_parameters_variables_and_resources() {
        let text = "class a(String $p = 'x') {\n  $v = 1\n  if $v { file { '/tmp/a': ensure => file } }\n}\nnode 'n' { include a }\n";
        let fixture = Fixture::new(text);
        let file = fixture.file("/env/manifests/site.pp");
        let mut shown = String::new();
        show(&fixture.host.analysis().document_symbols(file).expect("no writer"), 0, &mut shown);
        expect_test::expect![[r#"
            a (class)
              $p (String)
              $v
              file '/tmp/a'
            n (node)
        "#]]
        .assert_eq(&shown);
    }
}
