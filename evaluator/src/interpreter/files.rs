//! The files that an evaluation has asked for, parsed; texts that came to be while it ran too (`inline_epp`).

use std::collections::HashMap;

use crate::interpreter::{Code, Interpreter};
use crate::place::FileId;

#[derive(Debug, Default)]
pub struct LoadedFiles {
    by_id: HashMap<FileId, Option<Code>>,
}

impl Interpreter<'_> {
    /// The code of a file; `None` where it cannot be read. Its problems are not looked at.
    pub fn code(&mut self, file: FileId) -> Option<Code> {
        if let Some(code) = self.files.by_id.get(&file) {
            return code.clone();
        }
        let code = self.world.parsed(file).map(|parsed| Code { file, program: parsed.program });
        self.files.by_id.insert(file, code.clone());
        code
    }
}
