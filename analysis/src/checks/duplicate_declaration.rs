//! Two resources of one type with one title in the same body.

use evaluator::fast_hash::FastMap;
use smol_str::SmolStr;
use syntax::{Expr, ExprId};

use super::{Check, CheckContext, Findings};
use crate::definition_index::canonical_name;
use crate::diagnostic::RelatedPlace;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "duplicate-declaration",
        Names,
        Error,
        "A resource is declared twice in the same class, define, node or manifest, where nothing decides between the \
                    two. A resource of a type and title can be declared once in a catalog."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    let mut declared: FastMap<(Option<ExprId>, SmolStr, SmolStr), ExprId> = FastMap::default();
    for (index, expr) in context.program.exprs.iter().enumerate() {
        let Expr::Resource(resource) = expr else { continue };
        let place = ExprId(index as u32);
        let Expr::QualifiedName(type_name) = context.program.expr(resource.type_name) else { continue };
        if !context.is_always_reached(place) {
            continue;
        }
        let type_name = canonical_name(type_name);
        let owner = owner_of(context, place);
        for body in &resource.bodies {
            for (title_place, title) in titles(context, body.title) {
                let title = if type_name == "class" { canonical_name(&title) } else { title };
                let key = (owner, type_name.clone(), title.clone());
                let Some(first) = declared.get(&key).copied() else {
                    declared.insert(key, title_place);
                    continue;
                };
                let label = evaluator::types::Type::resource(&type_name, None);
                let message = format!("Duplicate declaration: {label}[{title}] is already declared");
                let diagnostic = findings.report(context.range(title_place), message);
                diagnostic.related.push(RelatedPlace {
                    file: context.file.id(context.db),
                    range: context.range(first),
                    message: "first declared here".to_string(),
                });
            }
        }
    }
}

/// The definition that a resource stands in; `None` at the top of a manifest.
fn owner_of(context: &CheckContext<'_>, place: ExprId) -> Option<ExprId> {
    context.parents.ancestors(place).find(|ancestor| {
        matches!(
            context.program.expr(*ancestor),
            Expr::Class(_) | Expr::Define(_) | Expr::Node(_) | Expr::Function(_) | Expr::Plan(_)
        )
    })
}

/// The titles that are written out.
fn titles(context: &CheckContext<'_>, title: ExprId) -> Vec<(ExprId, SmolStr)> {
    match context.program.expr(title) {
        Expr::String(text) | Expr::QualifiedName(text) => vec![(title, text.clone())],
        Expr::Array(elements) => elements.iter().flat_map(|element| titles(context, *element)).collect(),
        _ => Vec::new(),
    }
}
