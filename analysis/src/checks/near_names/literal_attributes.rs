//! Attributes in the literal hashes of `ensure_resource()`, `ensure_resources()`, `ensure_packages()` and `create_resources()`.

use smol_str::SmolStr;
use syntax::program::HashEntry;
use syntax::{Expr, ExprId};

use crate::checks::calls::CallSite;
use crate::checks::unknown_parameter::{Owner, attribute_message};
use crate::checks::{Check, CheckContext, Findings, closest, suggest_word};
use crate::definition_index::canonical_name;
use crate::reference_index::AttributeOwner;
use crate::resolve::resource_types::is_metaparameter;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "unknown-parameter-in-hash",
        Names,
        Warning,
        "A hash that `ensure_resource()`, `ensure_packages()` or `create_resources()` makes resources of gives an attribute that \
                    the resource type, define or class does not have."
    ),
    run,
};

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for call in context.calls() {
        let Some(of) = owner_of(context, call) else { continue };
        let mut hashes: Vec<ExprId> = Vec::new();
        match (call.name.as_str(), call.arguments.as_slice()) {
            ("ensure_resource", [_, _, attributes]) | ("ensure_packages", [_, attributes]) => hashes.push(*attributes),
            ("create_resources" | "ensure_resources", [_, resources, defaults @ ..]) => {
                hashes.extend(entries(context, *resources).iter().map(|entry| entry.value));
                hashes.extend(defaults.first());
            }
            _ => {}
        }
        if hashes.is_empty() {
            continue;
        }
        let Some(owner) = Owner::find(context, &of) else { continue };
        for hash in hashes {
            check(context, findings, &of, &owner, entries(context, hash));
        }
    }
}

fn owner_of(context: &CheckContext<'_>, call: &CallSite) -> Option<AttributeOwner> {
    if call.name == "ensure_packages" {
        return Some(AttributeOwner::ResourceType(SmolStr::new_static("package")));
    }
    if !matches!(call.name.as_str(), "ensure_resource" | "ensure_resources" | "create_resources") {
        return None;
    }
    match context.program.expr(*call.arguments.first()?) {
        // The resources of `class` are classes, each with parameters of its own.
        Expr::String(name) | Expr::QualifiedName(name) if name != "class" => {
            Some(AttributeOwner::ResourceType(canonical_name(name.trim_start_matches('@'))))
        }
        _ => None,
    }
}

fn entries<'p>(context: &'p CheckContext<'_>, hash: ExprId) -> &'p [HashEntry] {
    match context.program.expr(hash) {
        Expr::Hash(entries) => entries,
        _ => &[],
    }
}

fn check(
    context: &CheckContext<'_>,
    findings: &mut Findings<'_>,
    of: &AttributeOwner,
    owner: &Owner,
    attributes: &[HashEntry],
) {
    for entry in attributes {
        let (Expr::String(name) | Expr::QualifiedName(name)) = context.program.expr(entry.key) else { continue };
        if is_metaparameter(name) || name == "name" || owner.parameters.contains(name) {
            continue;
        }
        let range = context.range(entry.key);
        let diagnostic = findings.report(range, attribute_message(of, owner, name));
        if let Some(similar) = closest(name, owner.parameters.iter()) {
            suggest_word(context, diagnostic, range, similar);
        }
    }
}
