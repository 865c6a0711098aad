//! A call of a function that neither Puppet nor any module brings.

use super::{Check, CheckContext, Findings, closest};
use crate::diagnostic::DiagnosticSeverity;
use crate::reference_index::Name;
use crate::resolve::completeness::is_complete;
use crate::resolve::functions::{builtin_names, function_exists};

pub const CHECK: Check = Check {
    code: "unknown-function",
    severity: DiagnosticSeverity::Error,
    documentation: "A function is called that Puppet does not bring and that no module of the environment has, neither \
                    in Puppet nor in Ruby.",
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for mention in &context.mentions.mentions {
        let Name::Function(name) = &mention.name else { continue };
        if function_exists(context.db, context.environment, context.file, name) {
            continue;
        }
        let similar = closest(name, builtin_names().iter()).cloned();
        let in_known_module = name.contains("::") && context.knows_module(name);
        let certain = in_known_module || is_complete(context.db, context.environment);
        if !certain && similar.is_none() {
            continue;
        }
        let range = mention.range(&context.source_map);
        let diagnostic = findings.report(range, format!("Unknown function: '{name}'"));
        if !certain {
            diagnostic.severity = DiagnosticSeverity::Warning;
        }
        diagnostic.hint = similar.map(|similar| format!("did you mean '{similar}'?"));
    }
}
