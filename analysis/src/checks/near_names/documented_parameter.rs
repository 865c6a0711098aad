//! `# @param name` of a parameter that the definition does not have.

use smol_str::SmolStr;
use syntax::program::Parameter;
use syntax::{DocComment, Expr};

use crate::checks::{Check, CheckContext, Findings, closest};
use crate::diagnostic::DiagnosticSeverity;
use crate::queries;

pub const CHECK: Check = Check {
    code: "unknown-documented-parameter",
    severity: DiagnosticSeverity::Warning,
    documentation: "A comment documents a parameter with `@param` that the class, define or function below it does not have, as after \
                    renaming the parameter. `puppet-strings` warns of the same.",
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    let text = queries::text(context.db, context.file);
    for definition in &context.program.definitions {
        let parameters: &[Parameter] = match context.program.expr(*definition) {
            Expr::Class(class) => &class.parameters,
            Expr::Define(define) => &define.parameters,
            Expr::Function(function) | Expr::Plan(function) => &function.parameters,
            _ => continue,
        };
        let Some(comment) = DocComment::above(&text, context.range(*definition).start) else { continue };
        if !comment.overloads.is_empty() {
            continue;
        }
        let has = |name: &str| parameters.iter().any(|parameter| parameter.name == name);
        let documented = |name: &str| comment.parameters.iter().any(|other| other.name == name);
        // A define's title and name can be documented, too.
        let is_own = |name: &str| matches!(name, "title" | "name" | "namevar");
        for parameter in &comment.parameters {
            let name = parameter.name.trim_start_matches('$');
            if name.is_empty() || has(name) || is_own(name) {
                continue;
            }
            let free: Vec<SmolStr> = parameters
                .iter()
                .filter(|parameter| !documented(&parameter.name))
                .map(|parameter| parameter.name.clone())
                .collect();
            let diagnostic = findings.report(parameter.name_range, format!("there is no parameter '{name}'"));
            if let Some(similar) = closest(name, free.iter()) {
                diagnostic.suggest(parameter.name_range, similar);
            }
        }
    }
}
