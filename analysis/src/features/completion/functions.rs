//! Functions with their signatures: Puppet's own, those of stdlib and other known modules where the module is there, those of
//! modules in Puppet and in Ruby.

use std::sync::Arc;

use evaluator::functions::BuiltinFunction;
use smol_str::SmolStr;

use super::item::{CompletionItem, CompletionKind, Rank, closeness};
use super::{definitions, variables};
use crate::db::Db;
use crate::definition_index::{DefinitionKind, find_definitions, modules_by_name};
use crate::features::documentation;
use crate::inputs::{EnvironmentInput, FileInput, ModuleInput};
use crate::queries;

/// Statements that most manifests have.
const USUAL_STATEMENTS: &[&str] = &["include", "contain"];

/// The functions that a module brings in Ruby.
#[salsa::tracked(returns(clone))]
fn ruby_names(db: &dyn Db, module: ModuleInput) -> Arc<[SmolStr]> {
    let files = module.files(db);
    let mut names = Vec::new();
    for folder in ["lib/puppet/functions/", "lib/puppet/parser/functions/"] {
        for (path, _) in queries::files_with_prefix(&files, folder) {
            let name = path.strip_prefix(folder).and_then(|name| name.strip_suffix(".rb"));
            names.extend(name.map(|name| SmolStr::new(name.replace('/', "::"))));
        }
    }
    names.into()
}

/// The built-in functions that an environment has.
pub fn builtins(db: &dyn Db, environment: EnvironmentInput) -> impl Iterator<Item = &'static BuiltinFunction> + use<> {
    let has_stdlib = definitions::has_module(db, environment, "stdlib");
    let own = evaluator::functions::FAMILIES.iter();
    let of_stdlib = evaluator::functions::stdlib::FAMILIES.iter().filter(move |_| has_stdlib);
    let of_modules = evaluator::functions::module_functions::FAMILIES
        .iter()
        .filter(|(module, _)| definitions::has_module(db, environment, module))
        .map(|(_, family)| family)
        .collect::<Vec<_>>();
    let functions = own.chain(of_stdlib).chain(of_modules).flat_map(|family| family.iter());
    functions.filter(move |function| has_stdlib || function.only_with_module != Some("stdlib"))
}

pub fn functions(db: &dyn Db, file: FileInput, typed: &str, at_statement: bool) -> Vec<CompletionItem> {
    let environment = queries::environment_of(db, file);
    let mut items: Vec<CompletionItem> = Vec::new();
    for function in builtins(db, environment) {
        if closeness(function.name, typed).is_none() {
            continue;
        }
        let rank = match (at_statement, function.statement) {
            (true, true) if USUAL_STATEMENTS.contains(&function.name) => Rank::Near,
            (false, true) => Rank::Last,
            _ => Rank::Common,
        };
        let mut item = builtin_item(function, 0, rank);
        if !(at_statement && function.statement) {
            item = item.snippet(format!("{}($0)", function.name));
        }
        items.push(item);
    }
    definitions::for_each(
        db,
        file,
        &[DefinitionKind::Function, DefinitionKind::Plan],
        typed,
        &mut |kind, name, rank| {
            if kind == DefinitionKind::Function {
                let found = find_definitions(db, environment, file, kind, name);
                let signature = found.first().and_then(|definition| definition.signature(db));
                let item = CompletionItem::new(name.as_str(), CompletionKind::Function, rank)
                    .detail(signature.map(|signature| signature.label()).unwrap_or_default())
                    .snippet(format!("{name}($0)"));
                items.push(item.resolved_by(format!("function {name}")));
            }
        },
    );
    for module in modules_by_name(db, environment).values() {
        for name in ruby_names(db, *module).iter() {
            if closeness(name, typed).is_some() && evaluator::functions::builtin(name).is_none() {
                let item = CompletionItem::new(name.as_str(), CompletionKind::Function, Rank::Common);
                items.push(item.detail("written in Ruby").snippet(format!("{name}($0)")));
            }
        }
    }
    items
}

/// An item that shows one of the function's signatures.
pub fn builtin_item(function: &'static BuiltinFunction, signature: usize, rank: Rank) -> CompletionItem {
    let signatures = documentation::signatures_of(function);
    let more = if signatures.len() > 1 { format!(" (+{})", signatures.len() - 1) } else { String::new() };
    CompletionItem::new(function.name, CompletionKind::Function, rank)
        .detail(signatures.get(signature).map(|shown| variables::shorten(shown) + &more).unwrap_or_default())
        .resolved_by(format!("function {}", function.name))
}

#[cfg(test)]
mod tests {
    use super::super::CompletionKind;
    use super::super::tests::{check_kinds, labels_of, resolved};
    use expect_test::expect;

    #[test]
    fn functions_with_signatures() {
        check_kinds(
            "$x = upcas$0",
            &[CompletionKind::Function],
            expect![[r#"
                Function upcase upcase(Numeric $arg) >> Numeric (+3)
            "#]],
        );
        let text = "$x = web::$0\n//- /env/modules/web/functions/f.pp\nfunction web::f(Integer $n) >> String { 'x' }\n//- /env/modules/web/lib/puppet/functions/web/g.rb\nPuppet::Functions.create_function(:'web::g') { }\n";
        check_kinds(
            text,
            &[CompletionKind::Function],
            expect![[r#"
                Function web::f function web::f(Integer $n) >> String
                Function web::g written in Ruby
            "#]],
        );
    }

    #[test]
    fn stdlib_only_where_the_module_is() {
        let without = "$x = ensure_pack$0";
        assert!(labels_of(without, CompletionKind::Function).is_empty());
        let with = "ensure_pack$0\n//- /env/modules/stdlib/manifests/init.pp\nclass stdlib {}\n";
        assert!(labels_of(with, CompletionKind::Function).contains(&"ensure_packages".to_string()));
    }

    #[test]
    fn resolving_shows_all_signatures() {
        assert!(resolved("$x = spli$0", "split").contains("split("));
    }
}
