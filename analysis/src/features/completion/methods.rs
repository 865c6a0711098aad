//! Functions that can be called on what stands before a dot: those whose first parameter may take its type, where that is
//! certain.

use evaluator::Type;
use evaluator::functions::{BlockSpec, BuiltinFunction, Dispatch};
use evaluator::types::{CallableType, parse};

use super::definitions;
use super::functions::{builtin_item, builtins, ruby_item};
use super::item::{CompletionItem, CompletionKind, Rank, closeness};
use crate::db::Db;
use crate::definition_index::{DefinitionKind, find_definitions};
use crate::inputs::FileInput;
use crate::queries;
use crate::resolve::plugin_files::plugin_files;
use crate::scopes::file_scopes;
use crate::static_types::disjoint::are_disjoint;
use crate::static_types::infer::Inference;
use crate::static_types::signatures::signatures_of;

pub fn methods(db: &dyn Db, file: FileInput, receiver_end: u32, typed: &str) -> Vec<CompletionItem> {
    let environment = queries::environment_of(db, file);
    let receiver = receiver_type(db, file, receiver_end);
    let mut items = Vec::new();
    for function in builtins(db, environment).filter(|function| !function.statement) {
        let fitting = function.dispatches.iter().position(|dispatch| takes(function, dispatch, &receiver));
        let Some((index, dispatch)) = fitting.and_then(|index| Some((index, function.dispatches.get(index)?))) else {
            continue;
        };
        let rank = if receiver == Type::Unit || !is_general(dispatch) { Rank::Local } else { Rank::Common };
        let item = builtin_item(function, index, rank);
        items.push(item.snippet(call_snippet(function.name, dispatch)));
    }
    definitions::for_each(db, file, &[DefinitionKind::Function], typed, &mut |kind, name, rank| {
        let found = find_definitions(db, environment, file, kind, name);
        let signature = found.first().and_then(|definition| definition.signature(db));
        let Some(first) = signature.as_ref().and_then(|signature| signature.parameters.first()) else { return };
        let declared = first.type_text.as_deref().and_then(|text| super::type_values::read_type(db, file, text));
        if declared.is_none_or(|declared| receiver == Type::Unit || !are_disjoint(&declared, &receiver)) {
            let label = signature.as_ref().map(|signature| signature.label()).unwrap_or_default();
            let item = CompletionItem::new(name.as_str(), CompletionKind::Function, rank);
            items.push(item.detail(label).snippet(format!("{name}($0)")).resolved_by(format!("function {name}")));
        }
    });
    for name in plugin_files(db, environment).functions.keys() {
        // Puppet's own and stdlib's are above.
        if evaluator::functions::builtin(name).is_some() || closeness(name, typed).is_none() {
            continue;
        }
        let Some(signatures) = signatures_of(db, environment, file, name) else { continue };
        if signatures.signatures.iter().any(|signature| takes_first(&signature.callable, &receiver)) {
            let item = ruby_item(db, environment, name, Rank::Common);
            items.push(item.snippet(format!("{name}($0)")));
        }
    }
    items
}

/// A callable whose first parameter may take a value of a type; one that says nothing of its parameters may.
fn takes_first(callable: &CallableType, receiver: &Type) -> bool {
    if callable.size.is_some_and(|size| size.max == Some(0)) {
        return false;
    }
    let first = callable.parameters.as_ref().and_then(|parameters| parameters.first());
    first.is_none_or(|first| *receiver == Type::Unit || !are_disjoint(first, receiver))
}

/// The type of the expression that ends at an offset; `Type::Unit` where it is not certain.
pub fn receiver_type(db: &dyn Db, file: FileInput, end: u32) -> Type {
    let source = queries::source_file(db, file);
    let ending = source.source_map.touching(end).into_iter().find(|id| {
        let is_value = !matches!(
            source.program.expr(*id),
            syntax::Expr::Part
                | syntax::Expr::Missing
                | syntax::Expr::Block(_)
                | syntax::Expr::CallMethod(_)
                | syntax::Expr::NamedAccess { .. }
                | syntax::Expr::Assignment { .. }
        );
        is_value && source.source_map.range(*id).end == end
    });
    let Some(id) = ending else { return Type::Unit };
    let environment = queries::environment_of(db, file);
    let parents = queries::parents(db, file);
    Inference::new(db, environment, file, source.program.clone(), file_scopes(db, file), parents).infer(id)
}

fn takes(function: &BuiltinFunction, dispatch: &Dispatch, receiver: &Type) -> bool {
    let Some(first) = dispatch.parameters.first() else { return false };
    // Types that the function names for itself are not read here.
    let mut own_types = function.local_types.iter().filter_map(|text| text.split('=').next());
    if *receiver == Type::Unit || own_types.any(|name| first.type_text.contains(name.trim())) {
        return true;
    }
    match parse(first.type_text) {
        Ok(expected) => !are_disjoint(&expected, receiver),
        Err(_) => true,
    }
}

/// Takes anything, so that it says nothing of the receiver.
fn is_general(dispatch: &Dispatch) -> bool {
    dispatch.parameters.first().is_some_and(|first| ["Any", "Scalar", "Data"].contains(&first.type_text))
}

fn call_snippet(name: &str, dispatch: &Dispatch) -> String {
    match dispatch.block {
        BlockSpec::Required(_) => format!("{name} |\\$${{1:value}}| {{ $0 }}"),
        _ if dispatch.parameters.len() > 1 => format!("{name}($0)"),
        _ => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::CompletionKind;
    use super::super::tests::{check_kinds, labels_of, snippet};
    use expect_test::expect;

    #[test]
    fn functions_that_take_the_type_of_the_receiver() {
        let has = |text: &str, name: &str| labels_of(text, CompletionKind::Function).contains(&name.to_string());
        assert!(has("$x = 'abc'.$0", "upcase") && has("$x = 'abc'.$0", "split"));
        assert!(!has("$x = 5.5.$0", "keys"));
        assert!(!has("class a(Integer $n) {\n  $x = $n.$0\n}", "split"));
        assert!(has("class a(Hash $h) {\n  $x = $h.$0\n}", "keys"));
        assert!(!has("class a(Array $h) {\n  $x = $h.$0\n}", "keys"));
        assert!(has("$x = $unknown.$0", "keys"), "nothing is certain");
        assert!(!has("$x = [1].$0", "include"), "no statements");
    }

    #[test]
    fn the_signature_is_the_one_that_fits() {
        check_kinds(
            "$x = 'abc'.upca$0",
            &[CompletionKind::Function],
            expect![[r#"
                Function upcase upcase(String $arg) >> String (+3)
            "#]],
        );
    }

    #[test]
    fn functions_of_modules_in_ruby() {
        let ruby = "//- /env/modules/web/lib/puppet/functions/web/port.rb\nPuppet::Functions.create_function(:'web::port') do\n  \
            dispatch :port do\n    param 'String', :name\n    return_type 'Integer'\n  end\nend\n";
        let kinds = [CompletionKind::Function];
        check_kinds(
            &format!("$x = 'abc'.web::$0\n{ruby}"),
            &kinds,
            expect![[r#"
            Function web::port web::port(String $name) >> Integer
        "#]],
        );
        check_kinds(&format!("$x = [1].web::$0\n{ruby}"), &kinds, expect![[""]]);
    }

    #[test]
    fn a_lambda_comes_along() {
        assert_eq!(snippet("$x = [1].ma$0", "map"), "map |\\$${1:value}| { $0 }");
    }
}
