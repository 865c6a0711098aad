//! A value that data gave, with where it came from and what was searched for it. Plain data for hover and `--explain`.

use smol_str::SmolStr;

use crate::place::FileId;
use crate::value::Value;

#[derive(Clone, Debug)]
pub struct FoundValue {
    pub value: Value,
    /// Where it came from: the deciding place first, then those that a merge added.
    pub origins: Vec<DataOrigin>,
    /// Every level that was asked, in order, where the lookup is explained.
    pub searched: Vec<SearchedLevel>,
}

/// The place in the data that gave a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataOrigin {
    pub layer: Layer,
    /// The `name` of the hierarchy's entry.
    pub level: String,
    /// `None` where a function or a lookup without a file gave the value.
    pub file: Option<FileId>,
    /// From 1; 0 where there is no file.
    pub line: u32,
    /// From 1, in characters; 0 where there is no file.
    pub column: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    Global,
    Environment,
    Module(SmolStr),
}

impl Layer {
    /// As a reader sees it, for instance `module apache`.
    pub fn describe(&self) -> String {
        match self {
            Layer::Global => "global".to_string(),
            Layer::Environment => "environment".to_string(),
            Layer::Module(name) => format!("module {name}"),
        }
    }
}

/// One level of a hierarchy that was asked for a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchedLevel {
    pub layer: Layer,
    pub level: String,
    /// The path or URI after interpolation, where the level has one.
    pub location: Option<String>,
    pub file: Option<FileId>,
    pub result: LevelResult,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelResult {
    Found,
    NotFound,
    FileMissing,
}
