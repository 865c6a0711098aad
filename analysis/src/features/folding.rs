//! What can be folded: blocks, literals that span lines, runs of comments.

use evaluator::FileId;
use syntax::syntax_kind::SyntaxKind;
use syntax::{Expr, ExprId, TextRange};

use crate::db::Db;
use crate::document_kind::{DocumentKind, document_kind};
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::queries;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    Code,
    Comment,
}

/// Lines from 0, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    pub start_line: u32,
    pub end_line: u32,
    pub kind: FoldKind,
}

impl Analysis {
    pub fn folds(&self, file: FileId) -> Cancellable<Vec<Fold>> {
        Ok(self.read_file(file, |db, file| folds(db, file))?.unwrap_or_default())
    }
}

fn folds(db: &dyn Db, file: FileInput) -> Vec<Fold> {
    match document_kind(db, file) {
        DocumentKind::RubyTemplate => return super::ruby_template::folds(db, file),
        kind if !kind.is_source() => return Vec::new(),
        _ => {}
    }
    let source = queries::source_file(db, file);
    let text = queries::text(db, file);
    let lines = queries::line_index(db, file);
    let mut found = Vec::new();
    let mut add = |range: TextRange| {
        let fold = Fold {
            start_line: lines.line(range.start),
            end_line: lines.line(range.end.saturating_sub(1).max(range.start)),
            kind: FoldKind::Code,
        };
        if fold.end_line > fold.start_line && !found.contains(&fold) {
            found.push(fold);
        }
    };
    for (index, expr) in source.program.exprs.iter().enumerate() {
        let folds = matches!(
            expr,
            Expr::Class(_)
                | Expr::Define(_)
                | Expr::Node(_)
                | Expr::Function(_)
                | Expr::Plan(_)
                | Expr::TypeAlias(_)
                | Expr::If(_)
                | Expr::Unless(_)
                | Expr::Case(_)
                | Expr::Selector(_)
                | Expr::Resource(_)
                | Expr::ResourceDefaults(_)
                | Expr::ResourceOverride(_)
                | Expr::Collector(_)
                | Expr::Lambda(_)
                | Expr::Array(_)
                | Expr::Hash(_)
                | Expr::Call(_)
                | Expr::CallMethod(_)
        );
        if folds {
            add(source.source_map.range(ExprId(index as u32)));
        }
    }
    found.extend(comment_runs(&text, &comment_starts(db, file)));
    found.sort_by_key(|fold| (fold.start_line, std::cmp::Reverse(fold.end_line)));
    found
}

/// Where comments begin; `None` in files that are no Puppet code, where every `#` is taken for one.
fn comment_starts(db: &dyn Db, file: FileInput) -> Option<Vec<u32>> {
    if !queries::is_puppet_code(&file.path(db)) {
        return None;
    }
    let tokens = queries::parse(db, file).tokens();
    let comments = tokens.iter().filter(|token| token.kind == SyntaxKind::LINE_COMMENT);
    Some(comments.map(|token| token.range.start).collect())
}

/// Two or more lines of comments on end.
fn comment_runs(text: &str, starts: &Option<Vec<u32>>) -> Vec<Fold> {
    let mut found = Vec::new();
    let mut start = None;
    let mut offset = 0;
    for (line, content) in text.split_inclusive('\n').chain(std::iter::once("")).enumerate() {
        let line = line as u32;
        let sign = (offset + content.len() - content.trim_start().len()) as u32;
        offset += content.len();
        let is_comment = content.trim_start().starts_with('#')
            && starts.as_ref().is_none_or(|starts| starts.binary_search(&sign).is_ok());
        match (is_comment, start) {
            (true, None) => start = Some(line),
            (false, Some(first)) => {
                if line > first + 1 {
                    found.push(Fold { start_line: first, end_line: line - 1, kind: FoldKind::Comment });
                }
                start = None;
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;

    #[test]
    fn signs_in_the_text_of_a_heredoc_are_no_comments() {
        let fixture = Fixture::new("# one\n# two\n$a = @(X)\n  # three\n  # four\n  | X\n");
        let file = fixture.file("/env/manifests/site.pp");
        let folds = fixture.host.analysis().folds(file).expect("no writer");
        assert_eq!(folds.iter().map(|fold| (fold.start_line, fold.end_line)).collect::<Vec<_>>(), [(0, 1)]);
    }

    #[test]
    fn blocks_and_comments() {
        let fixture = Fixture::new("# one\n# two\nclass a {\n  if true {\n    notice(1)\n  }\n}\n");
        let file = fixture.file("/env/manifests/site.pp");
        let folds = fixture.host.analysis().folds(file).expect("no writer");
        let lines: Vec<(u32, u32)> = folds.iter().map(|fold| (fold.start_line, fold.end_line)).collect();
        assert_eq!(lines, [(0, 1), (2, 6), (3, 5)]);
    }
}
