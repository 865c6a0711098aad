//! Puppet source text as a lossless tree, a `Program` without text positions, and the checks that need no names.
//!
//! Knows nothing of files, values, evaluation or editors. Every input text gives a result; nothing here fails.

mod ast;
pub mod before_cursor;
pub mod code;
pub mod doc_comment;
pub mod format;
mod grammar;
mod lexer;
pub mod line_index;
pub mod lint;
mod literals;
pub mod parser;
pub mod pn;
pub mod problem;
pub mod program;
pub mod render_problem;
pub mod source_bytes;
pub mod source_file;
pub mod syntax_kind;
pub mod syntax_node;
pub mod text_range;
pub mod token_list;
mod token_set;
pub mod validation;

pub use code::Code;
pub use doc_comment::DocComment;
pub use lexer::{Escapes, HeredocText, regexp_mistake};
pub use line_index::{ColumnUnit, LineColumn, LineIndex};
pub use parser::{Parse, ParseOptions, parse};
pub use problem::{Fix, Problem, RelatedPlace, Severity};
pub use program::lower::lower;
pub use program::{Expr, ExprId, Program, SourceMap};
pub use source_bytes::SourceBytes;
pub use source_file::{ReadOptions, SourceFile, SourceKind, read, read_bytes, read_parsed};
pub use text_range::TextRange;
pub use token_list::ListedToken;
