//! Two definitions of one kind with one name: Puppet refuses the second that it loads.

use super::{Check, CheckContext, Findings};
use crate::definition_index::{DefinitionKind, DefinitionRef, file_signature, find_definitions};
use crate::diagnostic::RelatedPlace;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "duplicate-definition",
        Names,
        Error,
        "A class, define, function or type alias is defined twice in what one environment loads. Puppet \
                    stops at the second one."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for signature in &file_signature(context.db, context.file).definitions {
        // Node definitions are Puppet's own validation; classes may be reopened nowhere, plans are not ours.
        if matches!(signature.kind, DefinitionKind::Node | DefinitionKind::Plan) {
            continue;
        }
        let own = DefinitionRef { file: context.file, index: signature.index };
        let all = find_definitions(context.db, context.environment, context.file, signature.kind, &signature.name);
        // Of two the one that is read first is the good one, as for Puppet.
        let Some(first) = all.iter().find(|other| **other != own && comes_first(context, **other, own)) else {
            continue;
        };
        let (Some(range), Some(first_range)) = (own.name_range(context.db), first.name_range(context.db)) else {
            continue;
        };
        let label = signature.kind.label();
        let diagnostic = findings.report(range, format!("{label} '{}' is already defined", signature.name));
        diagnostic.related.push(RelatedPlace {
            file: first.file.id(context.db),
            range: first_range,
            message: "first defined here".to_string(),
        });
    }
}

fn comes_first(context: &CheckContext<'_>, other: DefinitionRef, own: DefinitionRef) -> bool {
    if other.file == own.file {
        return other.index < own.index;
    }
    // Two files that are never loaded together are no mistake: only those that the environment always reads count.
    let main = crate::queries::main_manifests(context.db, context.environment);
    match (main.iter().position(|file| *file == other.file), main.iter().position(|file| *file == own.file)) {
        (Some(other), Some(own)) => other < own,
        _ => false,
    }
}
