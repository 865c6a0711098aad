//! Variables that can be read at a place: those of the scopes around it, of inherited classes, facts, and those of the top
//! scope. Values in the context in force are found when an item is resolved, facts' at once.

use smol_str::SmolStr;
use syntax::{Expr, TextRange};

use super::definitions;
use super::item::{CompletionItem, CompletionKind, Rank};
use super::{short_value, usual};
use crate::db::Db;
use crate::definition_index::{DefinitionKind, DefinitionRef, find_definitions, parameters_of};
use crate::inputs::FileInput;
use crate::resolve::facts::{PUPPET_VARIABLES, custom_facts};
use crate::resolve::legacy_facts;
use crate::scopes::{Binding, BindingKind, FileScopes, file_scopes};
use crate::{preview, queries};

/// Inheritance deeper than this is a cycle.
const MAX_PARENTS: usize = 64;
/// An expression is shown up to this length.
const MAX_DETAIL: usize = 60;
/// Of more classes than this only the signatures are read.
const MAX_WHOLE_CLASSES: usize = 20;

pub fn variables(db: &dyn Db, file: FileInput, offset: u32, typed: &str) -> Vec<CompletionItem> {
    let mut items = Vec::new();
    if let Some((class, _)) = typed.rsplit_once("::")
        && !class.is_empty()
    {
        of_class(db, file, class, &mut items);
        of_classes_named(db, file, typed, &mut items);
        return items;
    }
    let only_top = typed.starts_with("::");
    if !only_top {
        in_scopes(db, file, offset, &mut items);
    }
    let facts = preview::facts_named(db, &preview::contexts::fact_set_name(db));
    for (name, value) in facts.iter().flat_map(|set| set.facts.iter()) {
        // A structured fact of the same name says more; as a variable of the top scope it is old style.
        let rank = if legacy_facts::replacement(name).is_some() { Rank::Last } else { Rank::Near };
        let item = CompletionItem::new(name.as_str(), CompletionKind::Fact, rank).order(usual::fact(name) + 1);
        items.push(item.detail(short_value(value)));
    }
    for name in PUPPET_VARIABLES {
        // The two that everything else of a node is in.
        let order = if ["facts", "trusted"].contains(name) { 0 } else { usual::LAST };
        let item = CompletionItem::new(*name, CompletionKind::Fact, Rank::Near).order(order);
        items.push(item.detail("set by Puppet"));
    }
    for name in custom_facts(db, queries::environment_of(db, file)).iter() {
        items.push(CompletionItem::new(name.as_str(), CompletionKind::Fact, Rank::Near).detail("fact of a module"));
    }
    for manifest in queries::main_manifests(db, queries::environment_of(db, file)) {
        if let Some(top) = file_scopes(db, manifest).scopes.first() {
            for binding in &top.bindings {
                items.push(CompletionItem::new(binding.name.as_str(), CompletionKind::Variable, Rank::Global));
            }
        }
    }
    if only_top {
        for item in &mut items {
            item.label = format!("::{}", item.label);
        }
    } else {
        of_classes_named(db, file, typed, &mut items);
    }
    items
}

fn in_scopes(db: &dyn Db, file: FileInput, offset: u32, items: &mut Vec<CompletionItem>) {
    let source = queries::source_file(db, file);
    let text = queries::text(db, file);
    let scopes = file_scopes(db, file);
    let Some(innermost) = scope_at(&scopes, offset, |owner| source.source_map.range(owner)) else { return };
    let mut seen: Vec<&str> = Vec::new();
    let slice = |range: TextRange| text.get(range.start as usize..range.end as usize).unwrap_or_default();
    for scope in scopes.chain(innermost) {
        for binding in &scope.bindings {
            // What is assigned behind the cursor has no value there yet.
            if source.source_map.range(binding.place).start >= offset || seen.contains(&binding.name.as_str()) {
                continue;
            }
            seen.push(&binding.name);
            let owner = scope.owner.map(|owner| source.program.expr(owner));
            items.push(
                item_of(binding, owner, &slice, &|id| source.source_map.range(id))
                    .resolved_by(format!("variable {} {}", binding.name, binding.place.0)),
            );
        }
        if let Some(Expr::Class(class)) = scope.owner.map(|owner| source.program.expr(owner))
            && let Some(parent) = &class.parent
        {
            inherited(db, file, parent, items);
        }
    }
}

/// The innermost scope around an offset.
pub fn scope_at(scopes: &FileScopes, offset: u32, range: impl Fn(syntax::ExprId) -> TextRange) -> Option<usize> {
    let around = scopes.scopes.iter().enumerate().filter_map(|(index, scope)| match scope.owner {
        None => Some((u32::MAX, index)),
        Some(owner) => {
            let range = range(owner);
            range.touches(offset).then(|| (range.len(), index))
        }
    });
    around.min_by_key(|(length, _)| *length).map(|(_, index)| index)
}

fn item_of<'t>(
    binding: &Binding,
    owner: Option<&Expr>,
    slice: &dyn Fn(TextRange) -> &'t str,
    range: &dyn Fn(syntax::ExprId) -> TextRange,
) -> CompletionItem {
    let kind = match binding.kind {
        BindingKind::Parameter => CompletionKind::Parameter,
        BindingKind::Assignment => CompletionKind::Variable,
    };
    let item = CompletionItem::new(binding.name.as_str(), kind, Rank::Local);
    let parameter = owner.and_then(|owner| parameters_of(owner).iter().find(|p| p.id == binding.place));
    match parameter {
        Some(parameter) => {
            let of_type = parameter.type_expression.map(|id| shorten(slice(range(id)))).unwrap_or_default();
            let default = parameter.default.map(|id| format!(" = {}", shorten(slice(range(id))))).unwrap_or_default();
            item.detail(format!("{of_type}{default}").trim().to_string())
        }
        None => item,
    }
}

/// One line of a text.
pub fn shorten(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_DETAIL) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// The variables of the classes that a class is based on.
fn inherited(db: &dyn Db, file: FileInput, parent: &str, items: &mut Vec<CompletionItem>) {
    let environment = queries::environment_of(db, file);
    let mut class = parent.to_string();
    for _ in 0..MAX_PARENTS {
        let found = find_definitions(db, environment, file, DefinitionKind::Class, &class);
        let Some(definition) = found.first() else { return };
        for (name, written) in bindings_of(db, *definition) {
            let detail = if written.is_empty() { format!("of class {class}") } else { written };
            let item = CompletionItem::new(name.as_str(), CompletionKind::Variable, Rank::Local).detail(detail);
            items.push(item.resolved_by(format!("qualified {class}::{name}")));
        }
        match definition.signature(db).and_then(|signature| signature.parent) {
            Some(parent) => class = parent.to_string(),
            None => return,
        }
    }
}

/// The names that a class binds, parameters with their type and default.
fn bindings_of(db: &dyn Db, definition: DefinitionRef) -> Vec<(SmolStr, String)> {
    let scopes = file_scopes(db, definition.file);
    let scope = definition.expr(db).and_then(|owner| scopes.scope_of_owner(owner));
    let bindings = scope.and_then(|scope| scopes.scopes.get(scope)).into_iter().flat_map(|scope| &scope.bindings);
    let signature = definition.signature(db);
    let written = |name: &str| {
        let parameter = signature.as_ref().and_then(|signature| signature.parameter(name))?;
        let of_type = parameter.type_text.as_deref().map(shorten).unwrap_or_default();
        let default = parameter.default_text.as_deref().map(|text| format!(" = {}", shorten(text))).unwrap_or_default();
        Some(format!("{of_type}{default}").trim().to_string())
    };
    bindings.map(|binding| (binding.name.clone(), written(&binding.name).unwrap_or_default())).collect()
}

/// `$class::name`
fn of_class(db: &dyn Db, file: FileInput, class: &str, items: &mut Vec<CompletionItem>) {
    let environment = queries::environment_of(db, file);
    for definition in find_definitions(db, environment, file, DefinitionKind::Class, class) {
        for (name, written) in bindings_of(db, definition) {
            let label = format!("{class}::{name}");
            let place = format!("qualified {}::{name}", class.trim_start_matches("::"));
            let item = CompletionItem::new(label, CompletionKind::Variable, Rank::Here).detail(written);
            items.push(item.resolved_by(place));
        }
    }
}

/// The variables of classes whose names begin with what was typed; of many classes only the parameters.
fn of_classes_named(db: &dyn Db, file: FileInput, typed: &str, items: &mut Vec<CompletionItem>) {
    let prefix = typed.trim_start_matches("::");
    if prefix.is_empty() {
        return;
    }
    let colons = if typed.starts_with("::") { "::" } else { "" };
    let environment = queries::environment_of(db, file);
    let mut classes: Vec<SmolStr> = Vec::new();
    definitions::for_each(db, file, &[DefinitionKind::Class], typed, &mut |_, name, _| {
        if name.starts_with(prefix) {
            classes.push(name.clone());
        }
    });
    for class in &classes {
        let Some(definition) = find_definitions(db, environment, file, DefinitionKind::Class, class).first().copied()
        else {
            continue;
        };
        let bound: Vec<(SmolStr, String)> = if classes.len() <= MAX_WHOLE_CLASSES {
            bindings_of(db, definition)
        } else {
            let parameters = definition.signature(db).map(|signature| signature.parameters).unwrap_or_default();
            let text = |text: Option<SmolStr>| text.as_deref().map(shorten).unwrap_or_default();
            parameters.into_iter().map(|parameter| (parameter.name, text(parameter.type_text))).collect()
        };
        for (name, written) in bound {
            let item = CompletionItem::new(format!("{colons}{class}::{name}"), CompletionKind::Variable, Rank::Last);
            items.push(item.detail(written).resolved_by(format!("qualified {class}::{name}")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::CompletionKind;
    use super::super::tests::{check_kinds, labels_of, resolved};
    use expect_test::expect;

    #[test]
    fn the_scopes_around_the_cursor() {
        check_kinds(
            "$top = 1\nclass a(Integer $p = 2) {\n  $v = 2\n  [1].each |$e| { notice($$0) }\n  $later = 1\n}\nclass b { $other = 3 }\n",
            &[CompletionKind::Variable, CompletionKind::Parameter],
            expect![[r#"
                Parameter e
                Parameter p Integer = 2
                Variable top
                Variable v
            "#]],
        );
    }

    #[test]
    fn half_typed_code_and_interpolations() {
        for text in
            ["class a($port) {\n  $x = $", "class a($port) {\n  $x = \"a ${", "class a($port) {\n  $x = \"a $po"]
        {
            let found = labels_of(&format!("{text}$0"), CompletionKind::Parameter);
            assert_eq!(found, ["port"], "{text}");
        }
        assert_eq!(labels_of("class a($port) {\n  notice($po$0", CompletionKind::Parameter), ["port"]);
    }

    #[test]
    fn variables_of_other_classes() {
        let web = "//- /env/modules/web/manifests/init.pp\nclass web($port) { $dir = 1 }\n";
        let text = format!("notice($web::$0)\n{web}");
        assert_eq!(labels_of(&text, CompletionKind::Variable), ["web::dir", "web::port"]);
        check_kinds(
            &text.replace("$port", "Integer $port = 80"),
            &[CompletionKind::Variable],
            expect![[r#"
                Variable web::dir
                Variable web::port Integer = 80
            "#]],
        );
        let text = format!("class mine inherits web {{ notice($$0) }}\n{web}");
        assert_eq!(labels_of(&text, CompletionKind::Variable), ["dir", "port"]);
    }

    #[test]
    fn resolving_shows_the_value_in_the_context() {
        let shown = resolved("class a(Integer $port = 8080) {\n  notice($po$0)\n}\ninclude a\n", "port");
        assert!(shown.contains("Integer $port = 8080") && shown.contains("Value"), "{shown}");
        let shown = resolved("class a {\n  $dir = '/srv'\n}\ninclude a\nnotice($a::d$0)\n", "a::dir");
        assert!(shown.contains("'/srv'"), "{shown}");
    }
}
