//! One attribute twice in one resource.

use syntax::Expr;
use syntax::program::{AttributeName, AttributeOperation};

use super::{Check, CheckContext, Findings};
use crate::diagnostic::RelatedPlace;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "duplicate-attribute",
        Names,
        Error,
        "An attribute is set twice in one resource, resource default or override. In a branch that may not be taken it is a warning."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for expr in &context.program.exprs {
        let lists: Vec<&Vec<AttributeOperation>> = match expr {
            Expr::Resource(resource) => resource.bodies.iter().map(|body| &body.attributes).collect(),
            Expr::ResourceDefaults(defaults) => vec![&defaults.attributes],
            Expr::ResourceOverride(resource_override) => vec![&resource_override.attributes],
            _ => continue,
        };
        for attributes in lists {
            for (index, attribute) in attributes.iter().enumerate() {
                let AttributeName::Name(name) = &attribute.name else { continue };
                let earlier = attributes.iter().take(index).find(|earlier| earlier.name == attribute.name);
                let Some(earlier) = earlier else { continue };
                let range = context.attribute_name_range(attribute.id, name);
                let message = format!("The attribute '{name}' has already been set");
                let diagnostic = findings.report_raised(context, attribute.id, range, message);
                diagnostic.related.push(RelatedPlace {
                    file: context.file.id(context.db),
                    range: context.attribute_name_range(earlier.id, name),
                    message: "first set here".to_string(),
                });
            }
        }
    }
}
