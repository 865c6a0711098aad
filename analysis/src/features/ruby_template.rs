//! ERB templates in an editor: blocks to fold and to outline, tokens, hover and completion of Puppet's variables. Nothing of Puppet's
//! own grammar is read there.

use evaluator::FileId;
use syntax::TextRange;

use super::completion::{CompletionItem, CompletionKind, Completions, Rank};
use super::document_symbols::{Symbol, SymbolKind};
use super::folding::{Fold, FoldKind};
use super::hover::Hover;
use super::semantic_tokens::{SemanticToken, TokenKind};
use crate::FilePosition;
use crate::db::Db;
use crate::document_kind::{DocumentKind, document_kind};
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::outer_mentions::ruby_template::codes;
use crate::queries;
use crate::symbol::outer::variables_of_template;

/// Words that open a block which `end` closes, at the beginning of a tag.
const OPENERS: &[&str] = &["if", "unless", "case", "while", "until", "for", "begin", "def"];
const KEYWORDS: &[&str] = &[
    "if", "elsif", "else", "unless", "case", "when", "while", "until", "for", "in", "begin", "rescue", "ensure", "end",
    "do", "def", "return", "next", "break", "then", "and", "or", "not", "nil", "true", "false", "self", "yield",
];

/// A block of Ruby over several tags.
pub struct RubyBlock {
    /// From its opening tag's code to its `end`.
    pub range: TextRange,
    /// The code that opens it.
    pub head: TextRange,
    pub depth: usize,
}

impl Analysis {
    /// Returns true for a file that is an ERB template.
    pub fn is_ruby_template(&self, file: FileId) -> Cancellable<bool> {
        let kind = self.read_file(file, |db, file| document_kind(db, file))?;
        Ok(kind == Some(DocumentKind::RubyTemplate))
    }

    /// Returns true for a file of a kind that there are answers for.
    pub fn is_known_kind(&self, file: FileId) -> Cancellable<bool> {
        let kind = self.read_file(file, |db, file| document_kind(db, file))?;
        Ok(kind.is_some_and(|kind| kind != DocumentKind::Other))
    }

    /// Returns what is known of the variable at a place: what its definition's hover says.
    pub fn ruby_template_hover(&self, position: FilePosition, with_values: bool) -> Cancellable<Option<Hover>> {
        let word = self.read_file(position.file, |db, file| variable_at(&queries::text(db, file), position.offset))?;
        let Some(range) = word.flatten() else { return Ok(None) };
        let inside = FilePosition { file: position.file, offset: range.start + 1 };
        let Some(target) = self.definition(inside)?.into_iter().next() else { return Ok(None) };
        let target = FilePosition { file: target.file, offset: target.range.start + 1 };
        Ok(self.hover(target, with_values)?.map(|hover| Hover { range, ..hover }))
    }

    /// Returns the variables that can be written after an `@`.
    pub fn ruby_template_completions(&self, position: FilePosition) -> Cancellable<Completions> {
        Ok(self.read_file(position.file, |db, file| completions(db, file, position.offset))?.unwrap_or_default())
    }
}

fn completions(db: &dyn Db, file: FileInput, offset: u32) -> Completions {
    let text = queries::text(db, file);
    let is_in_code = codes(&text).iter().any(|(start, code)| {
        let (start, end) = (*start as u32, (*start + code.len()) as u32);
        start <= offset && offset <= end
    });
    let before = text.get(..offset as usize).unwrap_or_default();
    let start = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
    if !is_in_code || !before.get(..start).is_some_and(|before| before.ends_with('@')) {
        return Completions::default();
    }
    let typed = before.get(start..).unwrap_or_default().to_string();
    let variables = variables_of_template(db, queries::environment_of(db, file), file);
    let item = |name| CompletionItem::new(name, CompletionKind::Variable, Rank::default());
    let items = variables.into_iter().map(|name| item(name.to_string())).collect();
    Completions { items, word: TextRange::new(start as u32, offset), typed, ..Completions::default() }
}

/// The `@name` at an offset.
fn variable_at(text: &str, offset: u32) -> Option<TextRange> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '@';
    let (before, after) = (text.get(..offset as usize)?, text.get(offset as usize..)?);
    let start = before.rfind(|c| !is_word(c)).map_or(0, |at| at + 1);
    let end = offset as usize + after.find(|c| !is_word(c)).unwrap_or(after.len());
    let is_code = codes(text).iter().any(|(from, code)| *from <= start && end <= from + code.len());
    (is_code && text.get(start..end)?.starts_with('@')).then(|| TextRange::new(start as u32, end as u32))
}

/// The blocks of a template, outer ones first.
pub fn blocks(text: &str) -> Vec<RubyBlock> {
    let mut open: Vec<TextRange> = Vec::new();
    let mut found: Vec<RubyBlock> = Vec::new();
    for (start, code) in codes(text) {
        let plain = code.trim_start_matches(['=', '-']).trim_end_matches('-').trim();
        let at = start + code.find(plain).unwrap_or(0);
        let head = TextRange::new(at as u32, (at + plain.len()) as u32);
        let first = plain.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        if first == "end" {
            if let Some(head) = open.pop() {
                let range = TextRange::new(head.start, (at + 3) as u32);
                found.push(RubyBlock { range, head, depth: open.len() });
            }
        } else if OPENERS.contains(&first) && !plain.ends_with(" end") || opens_with_do(plain) {
            open.push(head);
        }
    }
    found.sort_by_key(|block| (block.range.start, block.depth));
    found
}

fn opens_with_do(code: &str) -> bool {
    let is_parameters =
        |rest: &str| rest.trim().is_empty() || rest.trim().starts_with('|') && rest.trim().ends_with('|');
    code.rfind(" do").and_then(|at| code.get(at + 3..)).is_some_and(is_parameters)
}

/// What can be folded in a template.
pub fn folds(db: &dyn Db, file: FileInput) -> Vec<Fold> {
    let lines = queries::line_index(db, file);
    let fold = |block: &RubyBlock| {
        let (start_line, end_line) = (lines.line(block.range.start), lines.line(block.range.end));
        (end_line > start_line).then_some(Fold { start_line, end_line, kind: FoldKind::Code })
    };
    blocks(&queries::text(db, file)).iter().filter_map(fold).collect()
}

/// The outline of a template: its blocks, each with those inside of it.
pub fn symbols(text: &str) -> Vec<Symbol> {
    let mut roots: Vec<Symbol> = Vec::new();
    for block in blocks(text) {
        let name = text.get(block.head.start as usize..block.head.end as usize).unwrap_or_default();
        let symbol = Symbol {
            name: name.split_whitespace().collect::<Vec<_>>().join(" "),
            detail: None,
            kind: SymbolKind::Block,
            range: block.range,
            name_range: block.head,
            children: Vec::new(),
        };
        push_at(&mut roots, block.depth, symbol);
    }
    roots
}

/// Adds a symbol below the last one of each level above it.
fn push_at(symbols: &mut Vec<Symbol>, depth: usize, symbol: Symbol) {
    if depth > 0
        && let Some(last) = symbols.last_mut()
    {
        push_at(&mut last.children, depth - 1, symbol);
    } else {
        symbols.push(symbol);
    }
}

/// The tokens of the Ruby of a template: variables, keywords, texts and numbers.
pub fn tokens(text: &str) -> Vec<SemanticToken> {
    let mut found = Vec::new();
    for (start, code) in codes(text) {
        let mut at = 0;
        while let Some(first) = code.get(at..).and_then(|rest| rest.chars().next()) {
            let rest = &code[at..];
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let word = rest.trim_start_matches('@').find(|c| !is_word(c));
            let signs = rest.len() - rest.trim_start_matches('@').len();
            let length = word.map_or(rest.len(), |end| end + signs);
            let (kind, length) = match first {
                '@' => (Some(TokenKind::Variable), length.max(1)),
                '\'' | '"' => {
                    let end = rest[1..].find(first).map_or(rest.len(), |end| end + 2);
                    ((!rest[..end].contains('\n')).then_some(TokenKind::String), end)
                }
                '0'..='9' => (Some(TokenKind::Number), length),
                c if is_word(c) => (KEYWORDS.contains(&&rest[..length]).then_some(TokenKind::Keyword), length),
                c => (None, c.len_utf8()),
            };
            if let Some(kind) = kind {
                let from = (start + at) as u32;
                found.push(SemanticToken { range: TextRange::new(from, from + length as u32), kind, modifiers: 0 });
            }
            at += length;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    const TEMPLATE: &str =
        "# x\n<% if @port > 1 -%>\n<% [1, 'a'].each do |n| -%>\n<%= n %> $foreach\n<% end -%>\n<% end -%>\n";

    #[test]
    fn blocks_are_folded_and_outlined() {
        let symbols = symbols(TEMPLATE);
        assert_eq!(symbols.len(), 1);
        assert_eq!(symbols[0].name, "if @port > 1");
        assert_eq!(symbols[0].children[0].name, "[1, 'a'].each do |n|");
        let fixture = Fixture::new(&format!("//- /env/modules/m/templates/a.erb\n{TEMPLATE}"));
        let folds = fixture.host.analysis().folds(fixture.file("/env/modules/m/templates/a.erb")).expect("no writer");
        assert_eq!(folds.iter().map(|fold| (fold.start_line, fold.end_line)).collect::<Vec<_>>(), [(1, 5), (2, 4)]);
    }

    #[test]
    fn tokens_are_those_of_ruby() {
        let shown: Vec<&str> = tokens(TEMPLATE)
            .iter()
            .map(|token| &TEMPLATE[token.range.start as usize..token.range.end as usize])
            .collect();
        assert_eq!(shown, ["if", "@port", "1", "1", "'a'", "do", "end", "end"]);
    }

    #[test]
    fn variables_have_the_hover_of_their_definition_and_are_completed() {
        let text = "//- /env/modules/m/manifests/init.pp\nclass m(Integer $port = 80) { file { '/a': content => template('m/a.erb') } }\n//- /env/modules/m/templates/a.erb\n<%= @po$0rt %> include\n";
        let fixture = Fixture::new(text);
        let (analysis, cursor) = (fixture.host.analysis(), fixture.cursor.expect("a cursor"));
        let hover = analysis.ruby_template_hover(cursor, false).expect("no writer").expect("a hover");
        assert!(hover.markdown.contains("Integer $port"), "{}", hover.markdown);
        let found = analysis.ruby_template_completions(cursor).expect("no writer");
        assert!(found.items.iter().any(|item| item.label == "port"));
        assert_eq!(found.typed, "po");
        let outside = FilePosition { offset: cursor.offset + 12, ..cursor };
        assert!(analysis.ruby_template_completions(outside).expect("no writer").items.is_empty());
    }
}
