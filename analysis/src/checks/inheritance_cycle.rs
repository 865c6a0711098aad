//! Classes that inherit from each other in a circle.

use syntax::Expr;

use super::{Check, CheckContext, Findings};
use crate::definition_index::{DefinitionKind, DefinitionRef, canonical_name, find_definitions};
use crate::diagnostic::RelatedPlace;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "inheritance-cycle",
        Names,
        Error,
        "A class inherits from itself, perhaps by way of others. Puppet runs out of stack when it is declared."
    ),
    run,
};

/// Longer chains of classes are not followed.
const MAX_PARENTS: usize = 64;

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for expr in &context.program.exprs {
        let Expr::Class(class) = expr else { continue };
        let (Some(parent), Some(place)) = (&class.parent, class.parent_id) else { continue };
        let own = canonical_name(&class.name);
        let Some(path) = path_back(context, &own, &canonical_name(parent)) else { continue };
        let names: Vec<String> = path.iter().map(|(name, _)| name.clone()).collect();
        let message = format!("class '{own}' inherits from itself: {own} -> {}", names.join(" -> "));
        let diagnostic = findings.report(context.range(place), message);
        for (name, definition) in path {
            if name != own.as_str()
                && let Some(range) = definition.name_range(context.db)
            {
                let file = definition.file.id(context.db);
                diagnostic.related.push(RelatedPlace { file, range, message: format!("class '{name}' is here") });
            }
        }
    }
}

/// The classes from the parent on, where they lead back to the class itself.
fn path_back(context: &CheckContext<'_>, own: &str, parent: &str) -> Option<Vec<(String, DefinitionRef)>> {
    let mut path = Vec::new();
    let mut current = parent.to_string();
    while path.len() < MAX_PARENTS {
        let found = find_definitions(context.db, context.environment, context.file, DefinitionKind::Class, &current);
        let [definition] = found.as_slice() else { return None };
        path.push((current.clone(), *definition));
        if current == own {
            return Some(path);
        }
        current = definition.signature(context.db)?.parent?.to_string();
    }
    None
}
