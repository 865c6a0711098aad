//! Reads the files of a module in YARD's order. Knows which reader is for which file, not what they read.

use syntax::Expr;

use crate::kinds::{classes, defined_types, functions, plans, tasks, type_aliases};
use crate::manifest::Manifest;
use crate::model::Reference;
use crate::ruby;
use crate::sources::SourceText;

/// Reads the documented files of a module. They are to be in the order of `documented_paths`.
pub fn read<'a>(files: impl IntoIterator<Item = SourceText<'a>>) -> Reference {
    let mut reference = Reference::default();
    for file in files {
        let text = file.text.strip_prefix('\u{feff}').unwrap_or(file.text);
        if file.path.ends_with(".pp") {
            read_manifest(file.path, text, &mut reference);
        } else if file.path.ends_with(".rb") {
            ruby::statements::read(file.path, text, &mut reference);
        } else if file.path.ends_with(".json") {
            tasks::read(file.path, text, &mut reference);
        }
    }
    reference
}

fn read_manifest(path: &str, text: &str, reference: &mut Reference) {
    let manifest = match Manifest::read(path, text) {
        Ok(manifest) => manifest,
        Err(problem) => return reference.problems.push(problem),
    };
    let program = manifest.program.clone();
    for id in &program.definitions {
        match program.expr(*id) {
            Expr::Class(class) => classes::read(&manifest, *id, class, reference),
            Expr::Define(define) => defined_types::read(&manifest, *id, define, reference),
            Expr::Function(function) => functions::read(&manifest, *id, function, reference),
            Expr::Plan(plan) => plans::read(&manifest, *id, plan, reference),
            Expr::TypeAlias(alias) => type_aliases::read(&manifest, *id, alias, reference),
            _ => {}
        }
    }
}
