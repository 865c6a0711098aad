//! Fixes of lint findings: of those at a place, and of all in a file.

use evaluator::FileId;
use syntax::TextRange;

use crate::host::{Analysis, Cancellable};
use crate::lint::{self, LintFix};

impl Analysis {
    /// The fixes of the lint findings that touch a range.
    pub fn lint_fixes(&self, file: FileId, range: TextRange) -> Cancellable<Vec<LintFix>> {
        Ok(self.read_file(file, |db, file| lint::fixes(db, file, range))?.unwrap_or_default())
    }

    /// The text with everything fixed that lint can fix; `None` where nothing is to be done.
    pub fn lint_fix_all(&self, file: FileId) -> Cancellable<Option<String>> {
        Ok(self.read_file(file, |db, file| lint::fix_all(db, file))?.flatten())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use syntax::TextRange;
    use syntax::lint::OptionsFile;

    use crate::fixture::Fixture;
    use crate::lint::{LintLevel, LintSettings};
    use crate::{Change, DiagnosticSeverity, Settings};

    const PATH: &str = "/env/modules/a/manifests/init.pp";

    fn fixture(text: &str, lint: LintSettings) -> Fixture {
        let mut fixture = Fixture::new(&format!("//- {PATH}\n{text}"));
        let settings = Settings { lint, ..Settings::default() };
        fixture.host.apply_change(Change { settings: Some(settings), ..Change::default() });
        fixture
    }

    fn found(text: &str, lint: LintSettings) -> Vec<String> {
        let fixture = fixture(text, lint);
        let file = fixture.host.file_id(PATH).expect("the file");
        let diagnostics = fixture.host.analysis().diagnostics(file).expect("no writer");
        diagnostics.iter().map(|found| format!("{} {}", found.severity.name(), found.code)).collect()
    }

    fn on() -> LintSettings {
        LintSettings { enabled: true, ..LintSettings::default() }
    }

    #[test]
    fn checks_are_chosen_by_option_files_and_settings() {
        let text = "class a {\n  $b = \"c\"\n}\n";
        assert_eq!(found(text, LintSettings::default()), Vec::<String>::new());
        assert_eq!(found(text, on()), ["warning documentation", "warning double-quoted-strings"]);
        let options = OptionsFile::read("--no-documentation-check\n--no-double_quoted_strings-check\n");
        let levels = BTreeMap::from([
            ("double_quoted_strings".to_string(), LintLevel::Severity(DiagnosticSeverity::Info)),
            ("parameter_types".to_string(), LintLevel::On),
        ]);
        let options_files = vec![("/env".to_string(), options)];
        let settings = LintSettings { levels, options_files, ..on() };
        assert_eq!(found(text, settings), ["info double-quoted-strings"]);
        let elsewhere = vec![("/other".to_string(), OptionsFile::read("--no-documentation-check"))];
        let settings = LintSettings { options_files: elsewhere, ..on() };
        assert_eq!(found(text, settings), ["warning documentation", "warning double-quoted-strings"]);
        let ignored = vec![("/env".to_string(), OptionsFile::read("--ignore-paths=modules/*"))];
        let settings = LintSettings { options_files: ignored, ..on() };
        assert_eq!(found(text, settings), Vec::<String>::new());
    }

    #[test]
    fn lint_yields_to_what_says_the_same() {
        let text = "# a\nclass b { }\n";
        assert_eq!(found(text, on()), ["error illegal-definition-location"]);
    }

    #[test]
    fn one_finding_or_all_are_fixed() {
        let fixture = fixture("# a\nclass a {\n  $b = [\"c\", \"d\"]\n}\n", on());
        let file = fixture.host.file_id(PATH).expect("the file");
        let analysis = fixture.host.analysis();
        let at = TextRange::empty(23);
        let fixes = analysis.lint_fixes(file, at).expect("no writer");
        let [fix] = &fixes[..] else { panic!("one fix, not {fixes:?}") };
        assert_eq!(fix.check, "double_quoted_strings");
        assert_eq!(fix.edits[0].new_text, "  $b = ['c', \"d\"]\n");
        assert_eq!(fix.ignore.new_text, " # lint:ignore:double_quoted_strings");
        let all = analysis.lint_fix_all(file).expect("no writer");
        assert_eq!(all.as_deref(), Some("# a\nclass a {\n  $b = ['c', 'd']\n}\n"));
    }
}
