//! A resource of a define without a parameter that the define requires.

use syntax::program::{AttributeName, ResourceForm};
use syntax::{Expr, Program};

use super::{Check, CheckContext, Findings};
use crate::definition_index::{DefinitionKind, canonical_name, find_definitions};
use crate::diagnostic::{DiagnosticSeverity, RelatedPlace};
use crate::document_kind::document_kind;
use crate::queries;
use crate::word_index::near_files_mentioning;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "missing-parameter",
        Names,
        Error,
        "A resource of a defined type leaves out a parameter that has no default. Data does not reach the \
                    parameters of defines, so Puppet stops there; in a branch that may not be taken, and where another file of the module or environment has defaults for the type, it is a warning. Classes are not reported: Hiera may give the value."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for expr in &context.program.exprs {
        let Expr::Resource(resource) = expr else { continue };
        // A collector may still set what a virtual resource lacks.
        if resource.form != ResourceForm::Regular {
            continue;
        }
        let Expr::QualifiedName(type_name) = context.program.expr(resource.type_name) else { continue };
        let type_name = canonical_name(type_name);
        let found = find_definitions(context.db, context.environment, context.file, DefinitionKind::Define, &type_name);
        let [definition] = found.as_slice() else { continue };
        let Some(signature) = definition.signature(context.db) else { continue };
        if has_defaults_for(&context.program, &type_name) {
            continue;
        }
        // `default: …` among the titles gives its attributes to the other bodies.
        let body_defaults = resource.bodies.iter().find(|b| matches!(context.program.expr(b.title), Expr::Default));
        for body in &resource.bodies {
            if matches!(context.program.expr(body.title), Expr::Default) {
                continue;
            }
            let given: Vec<_> =
                body.attributes.iter().chain(body_defaults.iter().flat_map(|b| &b.attributes)).collect();
            if given.iter().any(|attribute| attribute.name == AttributeName::Splat) {
                continue;
            }
            let missing: Vec<String> = signature
                .parameters
                .iter()
                .filter(|parameter| parameter.default_text.is_none())
                .filter(|parameter| !["title", "name"].contains(&parameter.name.as_str()))
                .filter(|p| !given.iter().any(|a| matches!(&a.name, AttributeName::Name(name) if *name == p.name)))
                .map(|parameter| format!("'{}'", parameter.name))
                .collect();
            if missing.is_empty() {
                continue;
            }
            let plural = if missing.len() == 1 { "" } else { "s" };
            let message = format!("{type_name} expects a value for parameter{plural} {}", missing.join(", "));
            let diagnostic = findings.report_raised(context, body.title, context.range(body.title), message);
            if has_defaults_elsewhere(context, &type_name) {
                diagnostic.severity = DiagnosticSeverity::Warning;
            }
            if let Some(range) = definition.name_range(context.db) {
                let file = definition.file.id(context.db);
                diagnostic.related.push(RelatedPlace { file, range, message: "defined here".to_string() });
            }
        }
    }
}

fn has_defaults_for(program: &Program, type_name: &str) -> bool {
    program.exprs.iter().any(|expr| {
        matches!(expr, Expr::ResourceDefaults(defaults)
            if matches!(program.expr(defaults.type_name),
                Expr::QualifiedReference(name) | Expr::QualifiedName(name) if canonical_name(name) == type_name))
    })
}

/// Defaults of whoever declares a define reach into its body; that is most often code of the same module, or of the environment.
fn has_defaults_elsewhere(context: &CheckContext<'_>, type_name: &str) -> bool {
    let mentioning = near_files_mentioning(context.db, context.environment, context.file, type_name);
    let mut others = mentioning.iter().filter(|file| document_kind(context.db, **file).is_source());
    others.any(|file| has_defaults_for(&queries::program(context.db, *file), type_name))
}
