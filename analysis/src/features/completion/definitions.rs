//! The classes, defines, functions and types that a file can name, from the indexes of its environment: only the module that
//! a qualified name says, where it says one.

use smol_str::SmolStr;
use syntax::Expr;

use super::item::{CompletionItem, CompletionKind, Rank, closeness};
use crate::db::Db;
use crate::definition_index::{
    DefinitionKind, canonical_name, capitalized_segments, environment_index, file_signature, module_index,
    modules_by_name,
};
use crate::inputs::{EnvironmentInput, FileInput, FileOwner};
use crate::queries;

/// Calls `found` with every definition of one of the kinds whose name fits what was typed.
pub fn for_each(
    db: &dyn Db,
    file: FileInput,
    kinds: &[DefinitionKind],
    typed: &str,
    found: &mut dyn FnMut(DefinitionKind, &SmolStr, Rank),
) {
    let environment = queries::environment_of(db, file);
    let typed = typed.trim_start_matches("::").to_ascii_lowercase();
    let mut add = |kind: DefinitionKind, name: &SmolStr, rank: Rank| {
        if kinds.contains(&kind) && closeness(name, &typed).is_some() {
            found(kind, name, rank);
        }
    };
    for definition in &file_signature(db, file).definitions {
        add(definition.kind, &definition.name, Rank::Local);
    }
    for (kind, name) in environment_index(db, environment).names() {
        add(kind, name, Rank::Common);
    }
    let own = queries::module_of(db, file);
    let modules = modules_by_name(db, environment);
    let named = typed.split_once("::").map(|(module, _)| module);
    for (name, module) in modules.iter().filter(|(name, _)| named.is_none_or(|named| named == name.as_str())) {
        let rank = if own.as_ref() == Some(name) { Rank::Near } else { Rank::Common };
        for (kind, name) in module_index(db, *module).names() {
            add(kind, name, rank);
        }
    }
}

/// True where the environment has a module of this name.
pub fn has_module(db: &dyn Db, environment: EnvironmentInput, name: &str) -> bool {
    modules_by_name(db, environment).contains_key(name)
}

/// The names of classes.
pub fn classes(db: &dyn Db, file: FileInput, typed: &str) -> Vec<CompletionItem> {
    let mut items = Vec::new();
    let colons = if typed.starts_with("::") { "::" } else { "" };
    for_each(db, file, &[DefinitionKind::Class], typed, &mut |_, name, rank| {
        items.push(
            CompletionItem::new(format!("{colons}{name}"), CompletionKind::Class, rank)
                .resolved_by(format!("class {name}")),
        );
    });
    items
}

/// The name of the class that a place is in; one whose body has no end yet goes on up to the place.
pub fn class_around(db: &dyn Db, file: FileInput, offset: u32) -> Option<SmolStr> {
    let source = queries::source_file(db, file);
    let text = queries::text(db, file);
    let is_around = |id: &syntax::ExprId| {
        let range = source.source_map.range(*id);
        let between = text.get(range.end as usize..offset as usize);
        let is_open = between.is_some_and(|between| between.trim().is_empty())
            && text.get(..range.end as usize).is_some_and(|before| !before.ends_with('}'));
        range.start < offset && (range.touches(offset) || is_open)
    };
    let innermost = source.program.definitions.iter().rev().find(|id| is_around(id))?;
    match source.program.expr(*innermost) {
        Expr::Class(class) => Some(canonical_name(&class.name)),
        _ => None,
    }
}

/// The name that the file's path says its definition has.
pub fn expected_name(db: &dyn Db, file: FileInput) -> Option<String> {
    let FileOwner::Module { module, path } = file.owner(db) else { return None };
    let (folder, rest) = path.split_once('/')?;
    let rest = rest.strip_suffix(".pp")?;
    if !["manifests", "functions", "plans", "types"].contains(&folder) {
        return None;
    }
    let module = module.name(db);
    let name = if rest == "init" { module.to_string() } else { format!("{module}::{}", rest.replace('/', "::")) };
    Some(if folder == "types" { capitalized_segments(&name) } else { name })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, labels};
    use expect_test::expect;

    const WEB: &str = "//- /env/modules/web/manifests/a.pp\n# Serves.\nclass web::a($port) {}\n//- /env/modules/web/manifests/site.pp\ndefine web::site($port) {}\n//- /env/modules/db/manifests/init.pp\nclass db {}\n";

    #[test]
    fn classes_in_all_places_that_take_them() {
        for before in [
            "include web::$0",
            "include 'web::$0'",
            "class { 'web::$0",
            "class x inherits web::$0",
            "$r = Class['web::$0'",
        ] {
            assert_eq!(labels(&format!("{before}\n{WEB}")), ["web::a"], "{before}");
        }
    }

    #[test]
    fn the_own_module_comes_before_others() {
        check(
            "//- /env/modules/web/manifests/init.pp\nclass web {\n  include $0\n}\n//- /env/modules/web/manifests/b.pp\nclass web::b {}\n//- /env/modules/alpha/manifests/init.pp\nclass alpha {}\n",
            expect![[r#"
                Class web::b
                Class alpha
            "#]],
        );
    }

    #[test]
    fn a_class_is_not_offered_in_itself() {
        for rest in ["{\n  include $0\n}\n", "{\n  include $0", "inherits $0", "{\n  if true {\n    contain $0"] {
            assert_eq!(labels(&format!("class web::new {rest}")), [""; 0], "{rest}");
        }
        let behind = "class web::new {\n}\ninclude $0\n";
        assert_eq!(labels(behind), ["web::new"]);
    }

    #[test]
    fn a_definition_is_named_for_its_file() {
        assert_eq!(labels("//- /env/modules/web/manifests/x/y.pp\nclass $0"), ["web::x::y"]);
    }
}
