//! A class or defined type is in the file that is loaded for its name.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "autoloader_layout",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Error,
    documentation: "A class or defined type is in a file that is not loaded for its name: `a::b` belongs in \
                    `a/manifests/b.pp`.",
    run,
    fix: None,
};

fn run(document: &Document<'_>, findings: &mut Findings) {
    let Some(path) = document.path.filter(|path| !path.is_empty()) else { return };
    for definition in document.classes_and_defines() {
        let name = document.value(definition.name);
        let mut segments = name.split("::");
        let module = segments.next().unwrap_or(name);
        let rest: Vec<&str> = segments.collect();
        let below = if rest.is_empty() { "init".to_string() } else { rest.join("/") };
        let module = if rest.is_empty() { name } else { module };
        let expected = if document.relative_paths {
            format!("manifests/{below}.pp")
        } else {
            format!("/{module}/manifests/{below}.pp")
        };
        if !path.ends_with(&expected) {
            findings.report(document, definition.name, format!("{name} not in autoload module layout"));
        }
    }
}
