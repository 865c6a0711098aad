//! Functions with their signatures: Puppet's own, those of stdlib and other known modules where the module is there, those of
//! modules in Puppet and in Ruby.

use evaluator::functions::BuiltinFunction;
use smol_str::SmolStr;

use super::item::{CompletionItem, CompletionKind, Rank, closeness};
use super::{definitions, usual, variables};
use crate::db::Db;
use crate::definition_index::{DefinitionKind, find_definitions};
use crate::features::{documentation, ruby_functions};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::queries;
use crate::resolve::plugin_files::plugin_files;

/// Statements that most manifests have.
const USUAL_STATEMENTS: &[&str] = &["include", "contain"];

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
            // A result that nobody takes is seldom meant.
            (true, false) => Rank::Global,
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
    for name in plugin_files(db, environment).functions.keys() {
        if closeness(name, typed).is_some() && evaluator::functions::builtin(name).is_none() {
            let item = ruby_item(db, environment, name, Rank::Common);
            items.push(item.snippet(format!("{name}($0)")));
        }
    }
    items
}

/// An item that shows one of the function's signatures.
pub fn builtin_item(function: &'static BuiltinFunction, signature: usize, rank: Rank) -> CompletionItem {
    let signatures = documentation::signatures_of(function);
    CompletionItem::new(function.name, CompletionKind::Function, rank)
        .order(usual::function(function.name))
        .detail(shown_of(&signatures, signature).unwrap_or_default())
        .resolved_by(format!("function {}", function.name))
}

/// An item that shows the first signature of a function that a module brings in Ruby.
pub fn ruby_item(db: &dyn Db, environment: EnvironmentInput, name: &SmolStr, rank: Rank) -> CompletionItem {
    let function = ruby_functions::named(db, environment, name);
    let labels: Vec<&str> =
        function.iter().flat_map(|function| &function.signatures).map(|signature| signature.label.as_str()).collect();
    let item = CompletionItem::new(name.as_str(), CompletionKind::Function, rank);
    let item = item.detail(shown_of(&labels, 0).unwrap_or_else(|| "written in Ruby".to_string()));
    item.resolved_by(format!("function {name}"))
}

/// One of several signatures, and how many more there are.
fn shown_of<T: AsRef<str>>(signatures: &[T], index: usize) -> Option<String> {
    let more = if signatures.len() > 1 { format!(" (+{})", signatures.len() - 1) } else { String::new() };
    signatures.get(index).map(|shown| variables::shorten(shown.as_ref()) + &more)
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
                Function web::g web::g(*$arguments)
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
