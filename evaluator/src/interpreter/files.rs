//! The files that an evaluation has asked for, parsed; texts that came to be while it ran too (`inline_epp`).

use std::sync::Arc;

use syntax::{Expr, Problem, SourceFile};

use super::{Code, Evaluated, Interpreter};
use crate::fast_hash::FastMap;
use crate::outcome::InlineSource;
use crate::place::FileId;

#[derive(Debug, Default)]
pub struct LoadedFiles {
    by_id: FastMap<FileId, Option<Code>>,
    inline: FastMap<Arc<str>, FileId>,
}

/// Ids from here up are of texts that came to be while the evaluation ran.
const FIRST_INLINE_FILE: u32 = u32::MAX / 2;

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

    /// Parses a text as a template that has no file, and gives it one.
    pub(crate) fn inline_template(&mut self, text: &str) -> Result<Code, Problem> {
        if let Some(code) = self.files.inline.get(text).and_then(|file| self.files.by_id.get(file)).cloned().flatten() {
            return Ok(code);
        }
        let options = syntax::ReadOptions {
            kind: syntax::SourceKind::Template,
            rules: self.rules.validation_rules(),
            ..Default::default()
        };
        let SourceFile { program, source_map, problems } = syntax::read(text, &options);
        if let Some(problem) = problems.into_iter().find(Problem::is_error) {
            return Err(problem);
        }
        let file = FileId(FIRST_INLINE_FILE + self.outcome.inline_sources.len() as u32);
        let text: Arc<str> = text.into();
        let code = Code { file, program };
        self.outcome.inline_sources.push(InlineSource { file, text: text.clone(), source_map });
        self.files.by_id.insert(file, Some(code.clone()));
        self.files.inline.insert(text, file);
        Ok(code)
    }

    /// Makes the functions and type aliases of a file known.
    pub(crate) fn load_functions_and_types(&mut self, code: &Code) -> Evaluated<()> {
        let program = code.program.clone();
        for definition in &program.definitions {
            match program.expr(*definition) {
                Expr::Function(function) => self.add_puppet_function(code, *definition, function)?,
                Expr::TypeAlias(alias) => self.add_type_alias(code, *definition, alias)?,
                _ => {}
            }
        }
        Ok(())
    }
}
