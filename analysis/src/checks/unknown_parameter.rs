//! An attribute that the class, define or resource type does not have.

use super::{Check, CheckContext, Findings, closest};
use crate::definition_index::{DefinitionKind, find_definitions};
use crate::diagnostic::{DiagnosticSeverity, RelatedPlace};
use crate::reference_index::{AttributeOwner, Name};
use crate::resolve::resource_types::is_metaparameter;

pub const CHECK: Check = Check {
    code: "unknown-parameter",
    severity: DiagnosticSeverity::Error,
    documentation: "A resource or class is given a parameter that it does not have. Types written in Ruby are reported \
                    only where they are Puppet's own.",
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for mention in &context.mentions.mentions {
        let Name::Attribute { of, name } = &mention.name else { continue };
        if is_metaparameter(name) || ["name", "title"].contains(&name.as_str()) {
            continue;
        }
        let (kind, owner) = match of {
            AttributeOwner::Class(owner) => (DefinitionKind::Class, owner),
            AttributeOwner::ResourceType(owner) => (DefinitionKind::Define, owner),
        };
        let definitions = find_definitions(context.db, context.environment, context.file, kind, owner);
        let range = mention.range(&context.source_map);
        match definitions.as_slice() {
            [definition] => {
                let Some(signature) = definition.signature(context.db) else { continue };
                if signature.parameter(name).is_some() {
                    continue;
                }
                let label = if kind == DefinitionKind::Class { "Class" } else { "define" };
                let message = format!("{label} '{owner}' has no parameter named '{name}'");
                let diagnostic = findings.report(range, message);
                let similar = closest(name, signature.parameters.iter().map(|parameter| &parameter.name));
                diagnostic.hint = similar.map(|similar| format!("did you mean '{similar}'?"));
                if let Some(range) = definition.name_range(context.db) {
                    let file = definition.file.id(context.db);
                    diagnostic.related.push(RelatedPlace { file, range, message: "defined here".to_string() });
                }
            }
            [] if kind == DefinitionKind::Define => {
                let Some(builtin) = evaluator::resource_types::builtin(owner) else { continue };
                if builtin.attribute(name).is_some() {
                    continue;
                }
                let diagnostic = findings.report(range, format!("no parameter named '{name}' in type '{owner}'"));
                let known: Vec<smol_str::SmolStr> =
                    builtin.attributes.iter().map(|attribute| attribute.name.as_str().into()).collect();
                diagnostic.hint = closest(name, known.iter()).map(|similar| format!("did you mean '{similar}'?"));
            }
            _ => {}
        }
    }
}
