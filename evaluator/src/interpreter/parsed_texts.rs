//! Regular expressions and inline templates that one evaluation has met. Files are parsed by the world, for all evaluations.

use std::sync::Arc;

use smol_str::SmolStr;

use super::Interpreter;
use crate::fast_hash::FastMap;
use crate::regex_dialect::Regexp;
use crate::ruby::erb::ErbTemplate;

/// The texts parsed so far.
#[derive(Debug, Default)]
pub(crate) struct ParsedTexts {
    regexps: FastMap<SmolStr, Regexp>,
    inline_templates: FastMap<String, Arc<ErbTemplate>>,
}

impl Interpreter<'_> {
    /// Returns the regular expression of a source.
    pub(crate) fn regexp(&mut self, source: &str) -> Regexp {
        if let Some(known) = self.parsed_texts.regexps.get(source) {
            return known.clone();
        }
        let regexp = self.world.regexp(source);
        self.parsed_texts.regexps.insert(SmolStr::new(source), regexp.clone());
        regexp
    }

    /// Returns the ERB template that a text is.
    pub(crate) fn inline_erb_template(&mut self, text: &str) -> Arc<ErbTemplate> {
        if let Some(known) = self.parsed_texts.inline_templates.get(text) {
            return known.clone();
        }
        let template = Arc::new(ErbTemplate::new(text));
        self.parsed_texts.inline_templates.insert(text.to_string(), template.clone());
        template
    }
}
