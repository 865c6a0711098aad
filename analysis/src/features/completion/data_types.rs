//! Data types, aliases of modules and of stdlib, and what stands between the brackets of a type.

use super::definitions;
use super::item::{CompletionItem, CompletionKind, Rank};
use crate::db::Db;
use crate::definition_index::{DefinitionKind, capitalized_segments, find_definitions};
use crate::inputs::FileInput;
use crate::queries;

struct DataType {
    name: &'static str,
    /// What usually stands between its brackets, as a snippet.
    arguments: Option<&'static str>,
    documentation: &'static str,
}

const fn plain(name: &'static str, documentation: &'static str) -> DataType {
    DataType { name, arguments: None, documentation }
}

const fn with(name: &'static str, arguments: &'static str, documentation: &'static str) -> DataType {
    DataType { name, arguments: Some(arguments), documentation }
}

const DATA_TYPES: &[DataType] = &[
    plain("Any", "Every value."),
    with("Array", "${1:Type}", "A list: `Array[Type, min, max]`."),
    plain("Binary", "Bytes."),
    plain("Boolean", "`true` or `false`."),
    with("Callable", "${1:Type}", "A lambda with parameters of these types."),
    plain("CatalogEntry", "A reference to a resource or class."),
    with("Class", "'${1:name}'", "A reference to a class."),
    plain("Collection", "An array or hash."),
    plain("Data", "What can be sent as JSON: scalars, undef, and arrays and hashes of them."),
    plain("Default", "The word `default`."),
    plain("Deferred", "A call that the agent makes."),
    with("Enum", "'${1:value}'", "One of these strings."),
    plain("Error", "What a plan's step returns when it fails."),
    plain("Float", "A number with a fraction: `Float[min, max]`."),
    with("Hash", "${1:String}, ${2:Type}", "Keys with values: `Hash[Key, Value, min, max]`."),
    with("Init", "${1:Type}", "What `Type.new` takes."),
    plain("Integer", "A whole number: `Integer[min, max]`."),
    with("Iterable", "${1:Type}", "What can be gone through."),
    with("Iterator", "${1:Type}", "The lazy result of an iteration."),
    with("NotUndef", "${1:Type}", "The type without undef."),
    plain("Numeric", "An integer or float."),
    plain("Object", "A type with attributes."),
    with("Optional", "${1:Type}", "The type, or undef."),
    with("Pattern", "/${1:pattern}/", "A string that matches one of these."),
    plain("Regexp", "A regular expression."),
    with("Resource", "'${1:type}', '${2:title}'", "A reference to a resource."),
    plain("RichData", "Data, and values such as timestamps and sensitive ones."),
    plain("Scalar", "A value without parts."),
    plain("ScalarData", "A string, number or boolean."),
    plain("SemVer", "A version."),
    plain("SemVerRange", "A range of versions."),
    with("Sensitive", "${1:Type}", "A value that is not shown."),
    plain("String", "Text: `String[min, max]`."),
    with("Struct", "{ '${1:key}' => ${2:Type} }", "A hash with these keys."),
    plain("Timespan", "A length of time."),
    plain("Timestamp", "A point in time."),
    with("Tuple", "${1:Type}", "A list with a type for each place."),
    with("Type", "${1:Type}", "A type itself."),
    plain("TypeSet", "Types that belong together."),
    plain("URI", "An address."),
    plain("Undef", "No value."),
    with("Variant", "${1:Type}, ${2:Type}", "One of these types."),
];

pub fn types(db: &dyn Db, file: FileInput, typed: &str, rank: Rank) -> Vec<CompletionItem> {
    let mut items: Vec<CompletionItem> = DATA_TYPES
        .iter()
        .map(|data_type| {
            let item =
                CompletionItem::new(data_type.name, CompletionKind::Type, rank).documentation(data_type.documentation);
            match data_type.arguments {
                Some(arguments) => item.snippet(format!("{}[{arguments}]", data_type.name)),
                None => item,
            }
        })
        .collect();
    let environment = queries::environment_of(db, file);
    definitions::for_each(db, file, &[DefinitionKind::TypeAlias], typed, &mut |kind, name, rank| {
        let found = find_definitions(db, environment, file, kind, name);
        let written = found.first().and_then(|alias| alias.signature(db)?.return_type).unwrap_or_default();
        // The index has names in lower case; the definition has the name as it is written.
        let label = found.first().and_then(|alias| written_name(db, *alias));
        let label = label.unwrap_or_else(|| capitalized_segments(name));
        let item = CompletionItem::new(label, CompletionKind::Type, rank).detail(super::variables::shorten(&written));
        items.push(item.resolved_by(format!("alias {name}")));
    });
    if definitions::has_module(db, environment, "stdlib") {
        for name in evaluator::functions::stdlib::types::names() {
            if !items.iter().any(|item| item.label.eq_ignore_ascii_case(name)) {
                items.push(CompletionItem::new(name, CompletionKind::Type, Rank::Global));
            }
        }
    }
    items
}

fn written_name(db: &dyn Db, alias: crate::definition_index::DefinitionRef) -> Option<String> {
    match queries::program(db, alias.file).expr(alias.expr(db)?) {
        syntax::Expr::TypeAlias(alias) => Some(alias.name.trim_start_matches("::").to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::CompletionKind;
    use super::super::tests::{check_kinds, labels_of, snippet};
    use expect_test::expect;

    #[test]
    fn types_of_parameters_and_aliases() {
        let text =
            "class a(\n  Web::$0\n) {}\n//- /env/modules/web/types/port.pp\ntype Web::Port = Integer[1, 65535]\n";
        check_kinds(
            text,
            &[CompletionKind::Type],
            expect![[r#"
                Type Web::Port Integer[1, 65535]
            "#]],
        );
        assert!(labels_of("class a(Opt$0", CompletionKind::Type).contains(&"Optional".to_string()));
        assert!(labels_of("class a(Array[Str$0", CompletionKind::Type).contains(&"String".to_string()));
        assert_eq!(snippet("class a(Varia$0", "Variant"), "Variant[${1:Type}, ${2:Type}]");
    }
}
