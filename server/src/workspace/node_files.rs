//! The files that say more of a node than its facts: what a classifier prints, its trusted facts, what other nodes export. The editor and
//! the command line read them alike.

use std::path::Path;

use analysis::inputs::NodeData;

use crate::cli::node_inputs;
use crate::workspace::read_limits::path_text;

/// The paths of these files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeFiles {
    pub enc: Option<String>,
    pub trusted: Option<String>,
    pub exported: Option<String>,
}

impl NodeFiles {
    /// Makes the paths absolute that are told from a folder.
    pub fn resolve(&mut self, root: &Path) {
        for path in [&mut self.enc, &mut self.trusted, &mut self.exported].into_iter().flatten() {
            *path = path_text(&root.join(&*path));
        }
    }

    /// Tells whether a file is one of them, by its absolute path.
    pub fn has(&self, path: &str) -> bool {
        [&self.enc, &self.trusted, &self.exported].into_iter().flatten().any(|known| known == path)
    }

    /// Reads the files; an error says which of them cannot be used.
    pub fn read(&self) -> Result<NodeData, String> {
        let mut data = NodeData::default();
        // A folder has an answer for each node of a fleet.
        if let Some(path) = self.enc.as_ref().filter(|path| !Path::new(path).is_dir()) {
            let answer = node_inputs::read_classifier(path.as_ref())?;
            data.classification = answer.classification;
            data.environment = answer.environment;
        }
        if let Some(path) = &self.trusted {
            data.trusted = Some(node_inputs::read_value(path.as_ref())?);
        }
        if let Some(path) = &self.exported {
            data.exported = Some(node_inputs::read_exported(path.as_ref())?.into());
        }
        Ok(data)
    }
}
