//! Puppet source text as a lossless tree, a `Program` without text positions, and the checks that need no names.
//!
//! Knows nothing of files, values, evaluation or editors. Every input text gives a result; nothing here fails.

pub mod doc_comment;
pub mod line_index;
pub mod problem;
pub mod program;
pub mod render_problem;
pub mod source_file;
pub mod text_range;
pub mod validation;

pub use doc_comment::DocComment;
pub use line_index::{ColumnUnit, LineColumn, LineIndex};
pub use problem::{Problem, RelatedPlace, Severity};
pub use program::{Expr, ExprId, Program, SourceMap};
pub use source_file::{ReadOptions, SourceFile, SourceKind};
pub use text_range::TextRange;
