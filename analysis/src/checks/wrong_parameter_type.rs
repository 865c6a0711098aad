//! A value for a parameter of a class or define that cannot be of the declared type, nested structures too.

use evaluator::types::Type;
use syntax::program::{AttributeName, AttributeOperation, AttributeOperator};
use syntax::{Expr, TextRange};

use super::{Check, CheckContext, Findings};
use crate::definition_index::{DefinitionKind, DefinitionRef, canonical_name, find_definitions};
use crate::diagnostic::{Diagnostic, Fix, RelatedPlace};
use crate::static_types::declared::definition_types;
use crate::static_types::disjoint::are_disjoint;
use crate::static_types::infer::Inference;
use crate::static_types::mismatch;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "wrong-parameter-type",
        Names,
        Error,
        "A class or a resource of a defined type is given a value that can never be of the type that the parameter \
                    declares. Elements of literal arrays and hashes are looked at one by one. In a branch that may not be \
                    taken it is a warning."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    let inference = context.inference();
    for expr in &context.program.exprs {
        let Expr::Resource(resource) = expr else { continue };
        let Expr::QualifiedName(type_name) = context.program.expr(resource.type_name) else { continue };
        for body in &resource.bodies {
            let (kind, name) = if type_name == "class" {
                let (Expr::String(class) | Expr::QualifiedName(class)) = context.program.expr(body.title) else {
                    continue;
                };
                (DefinitionKind::Class, canonical_name(class))
            } else {
                (DefinitionKind::Define, canonical_name(type_name))
            };
            let found = find_definitions(context.db, context.environment, context.file, kind, &name);
            if let [definition] = found.as_slice() {
                check_attributes(context, findings, inference, *definition, &body.attributes);
            }
        }
    }
}

/// Offers what was probably meant in place of a value of the wrong type.
pub fn offer(diagnostic: &mut Diagnostic, range: TextRange, meant: Option<&str>) {
    if let Some(meant) = meant {
        diagnostic.hint = Some(format!("did you mean {meant}?"));
        diagnostic.fixes.push(Fix::replace(range, meant, format!("Replace with {meant}")));
    }
}

fn check_attributes(
    context: &CheckContext<'_>,
    findings: &mut Findings<'_>,
    inference: &Inference<'_>,
    definition: DefinitionRef,
    attributes: &[AttributeOperation],
) {
    if attributes.is_empty() {
        return;
    }
    let Some(signature) = definition.signature(context.db) else { return };
    let Some(types) = definition_types(context.db, context.environment, definition.file, definition.index) else {
        return;
    };
    for attribute in attributes {
        let (AttributeName::Name(name), AttributeOperator::Assign) = (&attribute.name, attribute.operator) else {
            continue;
        };
        let Some(index) = signature.parameters.iter().position(|parameter| parameter.name == *name) else { continue };
        let Some(declared) = types.parameters.get(index) else { continue };
        // undef means the default, or what data says.
        let has_other_value = signature.kind == DefinitionKind::Class
            || signature.parameters.get(index).is_some_and(|parameter| parameter.default_text.is_some());
        if has_other_value && !are_disjoint(&Type::Undef, &inference.infer(attribute.value)) {
            continue;
        }
        let Some(found) = mismatch::find(inference, &format!("parameter '{name}'"), declared, attribute.value) else {
            continue;
        };
        let range = context.range(found.place);
        let diagnostic = findings.report_raised(context, attribute.id, range, found.message);
        offer(diagnostic, range, found.meant.as_deref());
        if let Some(parameter) = signature.parameters.get(index)
            && let Some(range) = definition.parameter_range(context.db, index)
        {
            let file = definition.file.id(context.db);
            let declared = parameter.type_text.as_deref().unwrap_or_default();
            diagnostic.related.push(RelatedPlace { file, range, message: format!("declared as {declared}") });
        }
    }
}
