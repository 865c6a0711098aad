//! Files other than manifests, each parsed once for the editor and for every evaluation: data, ERB templates, Ruby. Regular
//! expressions are compiled once, too.

use std::sync::Arc;

use evaluator::hiera::data_file::{DataFormat, ParsedData};
use evaluator::regex_dialect::Regexp;
use evaluator::ruby::erb::ErbTemplate;
use evaluator::ruby::parse::parse;
use evaluator::ruby::plugin_functions::{PluginFunction, read_functions};
use evaluator::ruby::syntax_tree::Node;
use smol_str::SmolStr;

use crate::db::Db;
use crate::inputs::{FileContent, FileInput};
use crate::queries;

/// Returns the document of a data file; `None` where it cannot be read.
#[salsa::tracked(returns(clone), no_eq)]
pub fn data(db: &dyn Db, file: FileInput, format: DataFormat) -> Option<Arc<ParsedData>> {
    let read = |bytes: &[u8]| Some(Arc::new(ParsedData::read(bytes, format)));
    match queries::content(db, file) {
        FileContent::Absent | FileContent::Unread => None,
        FileContent::Text(text) => read(text.as_bytes()),
        FileContent::Bytes(bytes) => read(&bytes),
    }
}

/// Returns the text of a file; what is not UTF-8 in it is replaced.
fn lossy_text(db: &dyn Db, file: FileInput) -> Option<Arc<str>> {
    match queries::content(db, file) {
        FileContent::Absent | FileContent::Unread => None,
        FileContent::Text(text) => Some(text),
        FileContent::Bytes(bytes) => Some(String::from_utf8_lossy(&bytes).into()),
    }
}

/// Returns a file as an ERB template; `None` where it cannot be read.
#[salsa::tracked(returns(clone), no_eq)]
pub fn erb_template(db: &dyn Db, file: FileInput) -> Option<Arc<ErbTemplate>> {
    Some(Arc::new(ErbTemplate::new(&lossy_text(db, file)?)))
}

/// Returns the tree of a Ruby file; `None` where it cannot be read.
#[salsa::tracked(returns(clone), no_eq)]
pub fn ruby_tree(db: &dyn Db, file: FileInput) -> Option<Arc<Node>> {
    parse(&lossy_text(db, file)?).ok().map(Arc::new)
}

/// Returns the functions that a Ruby file defines.
#[salsa::tracked(returns(clone), no_eq)]
pub fn ruby_functions(db: &dyn Db, file: FileInput) -> Arc<[Arc<PluginFunction>]> {
    let Some(text) = lossy_text(db, file) else { return Arc::default() };
    read_functions(&text).into_iter().map(Arc::new).collect()
}

/// The source of a regular expression.
#[salsa::interned]
struct PatternSource<'db> {
    #[returns(clone)]
    text: SmolStr,
}

/// Patterns that are kept compiled.
#[salsa::tracked(returns(clone), lru = 2048)]
fn compiled(db: &dyn Db, source: PatternSource<'_>) -> Regexp {
    Regexp::new(source.text(db))
}

/// Returns the regular expression of a source, the same one each time.
pub fn regexp(db: &dyn Db, source: &str) -> Regexp {
    compiled(db, PatternSource::new(db, SmolStr::new(source)))
}
