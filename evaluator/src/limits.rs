//! How much one evaluation may do. A limit ends in a partial outcome that names it, never in a hang.

/// What an evaluation may use up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Expressions evaluated.
    pub steps: u64,
    /// Calls, lambdas, classes and defines inside one another.
    pub depth: u32,
    /// Bytes of one string.
    pub string_bytes: usize,
    /// Elements of one array or hash.
    pub collection_elements: usize,
    /// Values inside one another.
    pub value_nesting: u32,
    /// Resources of one catalog.
    pub resources: usize,
    /// Relationships of one catalog.
    pub relationships: usize,
    /// Bytes of one data file, template or file read by `file()`.
    pub file_bytes: usize,
}

pub const DEFAULT_STEPS: u64 = 20_000_000;
pub const DEFAULT_DEPTH: u32 = 200;
pub const DEFAULT_STRING_BYTES: usize = 16 << 20;
pub const DEFAULT_COLLECTION_ELEMENTS: usize = 1_000_000;
/// What prints, compares and drops a value recurses.
pub const DEFAULT_VALUE_NESTING: u32 = 200;
pub const DEFAULT_RESOURCES: usize = 200_000;
pub const DEFAULT_RELATIONSHIPS: usize = 1_000_000;
pub const DEFAULT_FILE_BYTES: usize = 32 << 20;
/// Log messages of one evaluation; further ones are left out.
pub const MAX_LOG_ENTRIES: usize = 100_000;

impl Default for Limits {
    fn default() -> Self {
        Limits {
            steps: DEFAULT_STEPS,
            depth: DEFAULT_DEPTH,
            string_bytes: DEFAULT_STRING_BYTES,
            collection_elements: DEFAULT_COLLECTION_ELEMENTS,
            value_nesting: DEFAULT_VALUE_NESTING,
            resources: DEFAULT_RESOURCES,
            relationships: DEFAULT_RELATIONSHIPS,
            file_bytes: DEFAULT_FILE_BYTES,
        }
    }
}

/// The limit that ended an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LimitReached {
    Steps(u64),
    Depth(u32),
    StringBytes(usize),
    CollectionElements(usize),
    ValueNesting(u32),
    Resources(usize),
    Relationships(usize),
    FileBytes(usize),
}

impl LimitReached {
    pub fn message(&self) -> String {
        match self {
            LimitReached::Steps(limit) => format!("evaluation stopped after {limit} steps"),
            LimitReached::Depth(limit) => format!("evaluation stopped: more than {limit} calls inside one another"),
            LimitReached::StringBytes(limit) => format!("evaluation stopped: a string grew beyond {limit} bytes"),
            LimitReached::CollectionElements(limit) => {
                format!("evaluation stopped: a collection grew beyond {limit} elements")
            }
            LimitReached::ValueNesting(limit) => {
                format!("evaluation stopped: more than {limit} values inside one another")
            }
            LimitReached::Relationships(limit) => format!("evaluation stopped: more than {limit} relationships"),
            LimitReached::Resources(limit) => format!("evaluation stopped: more than {limit} resources"),
            LimitReached::FileBytes(limit) => format!("a file is larger than {limit} bytes and was not read"),
        }
    }
}
