//! An attribute that the class, define or resource type does not have.

use evaluator::fast_hash::FastMap;
use evaluator::resource_types::ResourceTypeInfo;
use smol_str::SmolStr;
use syntax::Expr;
use syntax::program::{AttributeName, AttributeOperation};

use super::{Check, CheckContext, Findings, closest};
use crate::definition_index::{DefinitionKind, DefinitionRef, find_definitions};
use crate::diagnostic::{Diagnostic, DiagnosticSeverity, RelatedPlace};
use crate::reference_index::{AttributeOwner, Mention, Name};
use crate::resolve::resource_types::{builtin_type, is_metaparameter, plugin_type};

pub const CHECK: Check = Check {
    code: syntax::code!(
        "unknown-parameter",
        Names,
        Error,
        "A resource or class is given a parameter that it does not have. In a branch that may not be taken, in a \
                    resource default and in a collector it is a warning. A type of a module written in Ruby is looked at \
                    where its source says all that it has."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    let mut known_owners: FastMap<&AttributeOwner, Option<Owner>> = FastMap::default();
    for mention in &context.mentions.mentions {
        let Name::Attribute { of, name } = &mention.name else { continue };
        // What a collector asks for sets nothing, and may be a title or a tag.
        let is_set = matches!(context.program.expr(mention.place), Expr::Part);
        if !is_set || is_metaparameter(name) || name == "name" {
            continue;
        }
        let owner = known_owners.entry(of).or_insert_with(|| Owner::find(context, of));
        let Some(owner) = owner.as_ref().filter(|owner| !owner.parameters.contains(name)) else { continue };
        let message = attribute_message(of, owner, name);
        let given = given_beside(context, mention);
        let free = owner.parameters.iter().filter(|known| !given.contains(known));
        let diagnostic = report(context, findings, mention, message, closest(name, free));
        if let Some(definition) = owner.definition
            && let Some(range) = definition.name_range(context.db)
        {
            let file = definition.file.id(context.db);
            diagnostic.related.push(RelatedPlace { file, range, message: "defined here".to_string() });
        }
    }
}

/// Says that a class, define or resource type does not have a parameter, in Puppet's words.
pub fn attribute_message(of: &AttributeOwner, owner: &Owner, name: &str) -> String {
    match (of, owner.definition) {
        (AttributeOwner::Class(class), _) => format!("Class '{class}' has no parameter named '{name}'"),
        (AttributeOwner::ResourceType(define), Some(_)) => format!("define '{define}' has no parameter named '{name}'"),
        (AttributeOwner::ResourceType(type_name), None) => format!("no parameter named '{name}' in type '{type_name}'"),
    }
}

/// A class, define or resource type of which everything is known.
pub struct Owner {
    /// Where it is written in Puppet.
    definition: Option<DefinitionRef>,
    pub parameters: Vec<SmolStr>,
}

impl Owner {
    /// Returns the owner of attributes; `None` where it may have others than are known.
    pub fn find(context: &CheckContext<'_>, owner: &AttributeOwner) -> Option<Owner> {
        let (kind, name) = match owner {
            AttributeOwner::Class(name) => (DefinitionKind::Class, name),
            AttributeOwner::ResourceType(name) => (DefinitionKind::Define, name),
        };
        match find_definitions(context.db, context.environment, context.file, kind, name).as_slice() {
            [definition] => {
                let parameters = definition.signature(context.db)?.parameters;
                let parameters = parameters.iter().map(|parameter| parameter.name.clone()).collect();
                Some(Owner { definition: Some(*definition), parameters })
            }
            [] if kind == DefinitionKind::Define => {
                Some(Owner { definition: None, parameters: attributes_of(context, name)? })
            }
            _ => None,
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
    builtin_type(context.db, context.environment, owner).map(names)
}
