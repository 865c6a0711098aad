//! An attribute that the class, define or resource type does not have.

use evaluator::resource_types::ResourceTypeInfo;
use smol_str::SmolStr;
use syntax::Expr;
use syntax::program::{AttributeName, AttributeOperation};

use super::{Check, CheckContext, Findings, closest};
use crate::definition_index::{DefinitionKind, find_definitions};
use crate::diagnostic::{Diagnostic, DiagnosticSeverity, RelatedPlace};
use crate::reference_index::{AttributeOwner, Mention, Name};
use crate::resolve::resource_types::{is_metaparameter, plugin_type};

pub const CHECK: Check = Check {
    code: "unknown-parameter",
    severity: DiagnosticSeverity::Error,
    documentation: "A resource or class is given a parameter that it does not have. In a branch that may not be taken, in a \
                    resource default and in a collector it is a warning. A type of a module written in Ruby is looked at \
                    where its source says all that it has.",
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for mention in &context.mentions.mentions {
        let Name::Attribute { of, name } = &mention.name else { continue };
        // What a collector asks for sets nothing, and may be a title or a tag.
        let is_set = matches!(context.program.expr(mention.place), Expr::Part);
        if !is_set || is_metaparameter(name) || name == "name" {
            continue;
        }
        let (kind, owner) = match of {
            AttributeOwner::Class(owner) => (DefinitionKind::Class, owner),
            AttributeOwner::ResourceType(owner) => (DefinitionKind::Define, owner),
        };
        let definitions = find_definitions(context.db, context.environment, context.file, kind, owner);
        match definitions.as_slice() {
            [definition] => {
                let Some(signature) = definition.signature(context.db) else { continue };
                if signature.parameter(name).is_some() {
                    continue;
                }
                let label = if kind == DefinitionKind::Class { "Class" } else { "define" };
                let message = format!("{label} '{owner}' has no parameter named '{name}'");
                let given = given_beside(context, mention);
                let known = signature.parameters.iter().map(|parameter| &parameter.name);
                let free = known.filter(|known| !given.contains(known));
                let diagnostic = report(context, findings, mention, message, closest(name, free));
                if let Some(range) = definition.name_range(context.db) {
                    let file = definition.file.id(context.db);
                    diagnostic.related.push(RelatedPlace { file, range, message: "defined here".to_string() });
                }
            }
            [] if kind == DefinitionKind::Define => {
                let Some(known) = attributes_of(context, owner) else { continue };
                if !known.contains(name) {
                    let message = format!("no parameter named '{name}' in type '{owner}'");
                    let given = given_beside(context, mention);
                    let free = known.iter().filter(|known| !given.contains(known));
                    report(context, findings, mention, message, closest(name, free));
                }
            }
            _ => {}
        }
    }
}

/// What the same body gives besides: nobody means those.
fn given_beside<'p>(context: &'p CheckContext<'_>, mention: &Mention) -> Vec<&'p SmolStr> {
    let Some(parent) = context.parents.get(mention.place) else { return Vec::new() };
    let attributes: Vec<&AttributeOperation> = match context.program.expr(parent) {
        Expr::Resource(resource) => {
            let body = resource.bodies.iter().find(|body| body.attributes.iter().any(|a| a.id == mention.place));
            body.into_iter().flat_map(|body| &body.attributes).collect()
        }
        Expr::ResourceDefaults(defaults) => defaults.attributes.iter().collect(),
        Expr::ResourceOverride(overridden) => overridden.attributes.iter().collect(),
        Expr::Collector(collector) => collector.attributes.iter().collect(),
        _ => Vec::new(),
    };
    let names = attributes.into_iter().filter_map(|attribute| match &attribute.name {
        AttributeName::Name(name) => Some(name),
        AttributeName::Splat => None,
    });
    names.collect()
}

fn report<'f>(
    context: &CheckContext<'_>,
    findings: &'f mut Findings<'_>,
    mention: &Mention,
    message: String,
    similar: Option<&SmolStr>,
) -> &'f mut Diagnostic {
    let range = mention.range(&context.source_map);
    let diagnostic = findings.report_raised(context, mention.place, range, message);
    // Nothing is wrong with them until there is a resource that they are about.
    let parent = context.parents.get(mention.place).map(|parent| context.program.expr(parent));
    if matches!(parent, Some(Expr::ResourceDefaults(_) | Expr::Collector(_))) {
        diagnostic.severity = DiagnosticSeverity::Warning;
    }
    if let Some(similar) = similar {
        diagnostic.suggest(range, similar);
    }
    diagnostic
}

/// The attributes of a type written in Ruby; `None` where it may have others.
fn attributes_of(context: &CheckContext<'_>, owner: &str) -> Option<Vec<SmolStr>> {
    let names = |info: &ResourceTypeInfo| {
        info.attributes.iter().map(|attribute| SmolStr::new(&attribute.name)).collect::<Vec<_>>()
    };
    if let Some(file) = plugin_type(context.db, context.environment, owner) {
        let read = crate::preview::ruby_types::plugin_type(context.db, file)?;
        if read.is_open {
            return None;
        }
        let mut known = names(&read.info);
        known.push(SmolStr::new_static("provider"));
        return Some(known);
    }
    evaluator::resource_types::builtin(owner).map(names)
}
