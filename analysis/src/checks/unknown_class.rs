//! A class that is included, declared or inherited and that no file defines.

use super::{Check, CheckContext, Findings, closest, suggest_name};
use crate::definition_index::{DefinitionKind, find_definitions, module_index, modules_by_name};
use crate::diagnostic::DiagnosticSeverity;
use crate::reference_index::Name;
use crate::resolve::completeness::is_complete;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "unknown-class",
        Names,
        Error,
        "A class is named that does not exist in the module that its name says. In a branch that may not be taken \
                    it is a warning. Where the module itself is not there, it is reported, as a warning, only if every \
                    module that the environment asks for is installed."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for mention in &context.mentions.mentions {
        let Name::Class(name) = &mention.name else { continue };
        // `Class[main]` and `Class[settings]` are Puppet's own.
        if name.is_empty() || ["main", "settings"].contains(&name.as_str()) {
            continue;
        }
        let found = find_definitions(context.db, context.environment, context.file, DefinitionKind::Class, name);
        if !found.is_empty() {
            continue;
        }
        let range = mention.range(&context.source_map);
        if context.knows_module(name) {
            let message = format!("Could not find class ::{name}");
            let diagnostic = findings.report_raised(context, mention.place, range, message);
            let module =
                modules_by_name(context.db, context.environment).get(name.split("::").next().unwrap_or(name)).copied();
            if let Some(module) = module {
                let index = module_index(context.db, module);
                let classes = index.all().into_iter().filter(|(kind, ..)| *kind == DefinitionKind::Class);
                if let Some(similar) = closest(name, classes.map(|(_, name, _)| name)) {
                    suggest_name(context, mention, diagnostic, similar);
                }
            }
        } else if is_complete(context.db, context.environment) {
            let module = name.split("::").next().unwrap_or(name);
            let diagnostic = findings.report(range, format!("Could not find class ::{name}"));
            diagnostic.severity = DiagnosticSeverity::Warning;
            diagnostic.hint = Some(format!("there is no module '{module}' in the modulepath"));
        }
    }
}
