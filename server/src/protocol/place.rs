//! Places: spelled out where there are few, by number where there are thousands.

use std::collections::HashMap;
use std::sync::Arc;

use analysis::catalog_view::Location;
use serde::Serialize;

/// A place in a file; without a line where only the file is known.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    pub file: Arc<str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

impl From<Location> for Place {
    fn from(at: Location) -> Self {
        let is_known = at.line > 0;
        Place { file: at.path, line: is_known.then_some(at.line), column: is_known.then_some(at.column) }
    }
}

/// A place by the number of its file: `[file, line, column]`.
pub type Spot = (u32, u32, u32);

/// Numbers files in the order in which they are met.
#[derive(Default)]
pub struct Files {
    paths: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
    /// The number of the last file: the next place is most often in the same.
    last: u32,
}

impl Files {
    pub fn spot(&mut self, at: Location) -> Spot {
        let is_last = self.paths.get(self.last as usize).is_some_and(|path| Arc::ptr_eq(path, &at.path));
        if !is_last {
            let paths = &mut self.paths;
            self.last = *self.numbers.entry(at.path.clone()).or_insert_with(|| {
                paths.push(at.path);
                paths.len() as u32 - 1
            });
        }
        (self.last, at.line, at.column)
    }

    pub fn into_paths(self) -> Vec<Arc<str>> {
        self.paths
    }
}
