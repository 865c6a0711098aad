//! All that is wrong with a file.

use std::sync::Arc;

use evaluator::FileId;

use crate::diagnostic::Diagnostic;
use crate::host::{Analysis, Cancellable};
use crate::queries;

impl Analysis {
    pub fn diagnostics(&self, file: FileId) -> Cancellable<Arc<[Diagnostic]>> {
        Ok(self.read_file(file, |db, file| queries::diagnostics(db, file))?.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let fixture = Fixture::new(text);
        let mut shown = String::new();
        for (path, _) in &fixture.files {
            let Some(file) = fixture.host.file_id(path) else { continue };
            for diagnostic in fixture.host.analysis().diagnostics(file).expect("no writer").iter() {
                let at = fixture.slice(file, diagnostic.range);
                shown +=
                    &format!("{} {}: {} [{at}]\n", diagnostic.severity.name(), diagnostic.code, diagnostic.message);
            }
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn a_good_file_has_none() {
        check("class a { $x = 1 $y = $x }\n", expect![""]);
    }

    #[test]
    fn an_unknown_class_of_a_known_module() {
        check(
            "//- /env/manifests/site.pp\ninclude web::nginxx\n//- /env/modules/web/manifests/nginx.pp\nclass web::nginx {}\n",
            expect![[r#"
                error unknown-class: Could not find class ::web::nginxx [web::nginxx]
            "#]],
        );
    }
}
