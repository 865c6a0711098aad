//! A resource of a type that is neither Puppet's, nor a define, nor a plugin of a module.

use super::{Check, CheckContext, Findings, closest, is_near, suggest_word};
use crate::diagnostic::DiagnosticSeverity;
use crate::reference_index::Name;
use crate::resolve::completeness::is_complete;
use crate::resolve::resource_types::{candidates, resource_type_exists};

pub const CHECK: Check = Check {
    code: syntax::code!(
        "unknown-resource-type",
        Names,
        Error,
        "A resource is declared of a type that does not exist: Puppet has none of this name, and no module \
                    defines it. In a branch that may not be taken it is a warning."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for mention in &context.mentions.mentions {
        let Name::ResourceType(name) = &mention.name else { continue };
        if resource_type_exists(context.db, context.environment, context.file, name) {
            continue;
        }
        let in_known_module = name.contains("::") && context.knows_module(name);
        let is_certain = in_known_module || is_complete(context.db, context.environment);
        let known = candidates(context.db, context.environment, name);
        let similar = closest(name, known.iter());
        // A module that is not here may have it, but hardly one letter away from a known type.
        if !is_certain && !similar.is_some_and(|similar| is_near(name, similar)) {
            continue;
        }
        let range = mention.range(&context.source_map);
        let message = format!("Unknown resource type: '{name}'");
        let diagnostic = findings.report_raised(context, mention.place, range, message);
        if !is_certain {
            diagnostic.severity = DiagnosticSeverity::Warning;
        }
        if let Some(similar) = similar {
            suggest_word(context, diagnostic, range, similar);
        }
    }
}
