//! The layout of a file: all of it, a part, or what a typed key has changed. The rules are in `syntax::format`.

use evaluator::FileId;
use syntax::format::{
    FormatError, FormatOptions, TextEdit, after_arrow, after_new_line, closed_block, edits_between, format_parsed,
    format_range,
};
use syntax::{SourceKind, TextRange};

use crate::db::Db;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::{lint, queries};

/// What is to be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatScope {
    File,
    /// The lines that a range touches.
    Range(TextRange),
    /// What follows from a key that was typed before an offset.
    Typed {
        key: char,
        offset: u32,
    },
}

impl Analysis {
    /// Returns the edits that lay a file out; none for a file with syntax errors.
    pub fn format(&self, file: FileId, scope: FormatScope, options: &FormatOptions) -> Cancellable<Vec<TextEdit>> {
        let edits = self.read_file(file, |db, file| edits(db, file, scope, options))?;
        Ok(edits.and_then(Result::ok).unwrap_or_default())
    }
}

fn edits(
    db: &dyn Db,
    file: FileInput,
    scope: FormatScope,
    options: &FormatOptions,
) -> Result<Vec<TextEdit>, FormatError> {
    let text = queries::text(db, file);
    match scope {
        FormatScope::File => {
            let formatted = format_parsed(&text, &queries::parse(db, file), options)?;
            Ok(edits_between(&text, &formatted))
        }
        FormatScope::Range(range) => format_range(&text, &queries::parse(db, file), range, options),
        FormatScope::Typed { .. } if queries::read_options(db, file).kind == SourceKind::Template => Ok(Vec::new()),
        FormatScope::Typed { key: '\n', offset } => Ok(after_new_line(&text, offset, options)),
        FormatScope::Typed { key: '>', offset } if options.align_arrows => {
            Ok(after_arrow(&text, &lint::lint_tokens(db, file), offset))
        }
        FormatScope::Typed { key: '}', offset } => match closed_block(&text, offset) {
            Some(block) => format_range(&text, &queries::parse(db, file), block, options),
            None => Ok(Vec::new()),
        },
        FormatScope::Typed { .. } => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    fn formatted(path: &str, text: &str, scope: FormatScope) -> String {
        let fixture = Fixture::new(&format!("//- {path}\n{text}"));
        let edits = fixture.host.analysis().format(fixture.file(path), scope, &FormatOptions::default());
        let mut text = text.to_string();
        for edit in edits.expect("no writer").into_iter().rev() {
            text.replace_range(edit.range.start as usize..edit.range.end as usize, &edit.new_text);
        }
        text
    }

    #[test]
    fn a_manifest_a_template_and_a_plan_each_in_its_language() {
        let site = "/env/manifests/site.pp";
        assert_eq!(formatted(site, "$a=1\n", FormatScope::File), "$a = 1\n");
        assert_eq!(formatted("/env/modules/m/templates/a.epp", "<%$a=1%>\n", FormatScope::File), "<% $a = 1 %>\n");
        assert_eq!(formatted("/env/modules/m/plans/a.pp", "plan m::a(){}\n", FormatScope::File), "plan m::a() {}\n");
        assert_eq!(formatted(site, "$a=(\n", FormatScope::File), "$a=(\n", "syntax errors");
    }

    #[test]
    fn only_the_lines_of_a_range_and_what_a_key_changes() {
        let site = "/env/manifests/site.pp";
        let range = FormatScope::Range(TextRange::new(5, 9));
        assert_eq!(formatted(site, "$a=1\n$b=2\n$c=3\n", range), "$a=1\n$b = 2\n$c=3\n");
        let typed = |key: char, offset: u32| FormatScope::Typed { key, offset };
        assert_eq!(formatted(site, "class a {\n\n}\n", typed('\n', 10)), "class a {\n  \n}\n");
        let arrows = "$h = {\n  a =>\n  long => 1,\n}\n";
        assert_eq!(formatted(site, arrows, typed('>', 13)), "$h = {\n  a    =>\n  long => 1,\n}\n");
        assert_eq!(formatted(site, "if $a {notice(1)}\n", typed('}', 17)), "if $a { notice(1) }\n");
    }
}
