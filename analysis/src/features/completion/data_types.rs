//! Data types, aliases of modules and of stdlib, and what stands between the brackets of a type.

use super::item::{CompletionItem, CompletionKind, Rank};
use super::{definitions, usual};
use crate::db::Db;
use crate::definition_index::{DefinitionKind, capitalized_segments, find_definitions};
use crate::features::data_types::{Arguments, DATA_TYPES, named};
use crate::inputs::FileInput;
use crate::queries;

pub fn types(db: &dyn Db, file: FileInput, typed: &str) -> Vec<CompletionItem> {
    let mut items: Vec<CompletionItem> = DATA_TYPES
        .iter()
        .map(|data_type| {
            let order = usual::data_type(data_type.name);
            let rank = if order == usual::LAST { Rank::Common } else { Rank::Here };
            let item = CompletionItem::new(data_type.name, CompletionKind::Type, rank).order(order);
            let form = Some(data_type.form).filter(|form| *form != data_type.name).unwrap_or_default();
            let item = item.detail(form).documentation(data_type.documentation);
            match data_type.snippet {
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
        let label = found.first().and_then(|alias| alias.written_name(db));
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

/// Types stand between the brackets of a type; of one that is not in the table anything may.
pub fn takes_types(name: &str) -> bool {
    named(name).is_none_or(|data_type| data_type.arguments == Arguments::Types)
}

/// What leaves a bound of a type open.
pub fn bounds(name: &str) -> Option<CompletionItem> {
    let data_type = named(name).filter(|data_type| data_type.arguments == Arguments::Bounds)?;
    Some(CompletionItem::new("default", CompletionKind::Keyword, Rank::Here).detail(data_type.form))
}

#[cfg(test)]
mod tests {
    use super::super::CompletionKind;
    use super::super::tests::{check_kinds, labels, labels_of, snippet};
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

    #[test]
    fn what_stands_between_the_brackets() {
        check_kinds(
            "class a(Integ$0",
            &[CompletionKind::Type],
            expect![[r#"
                Type Integer Integer[min, max]
            "#]],
        );
        assert_eq!(labels("class a(Integer[$0"), ["default"]);
        assert_eq!(labels("class a(Enum[$0"), [""; 0]);
        assert!(labels("class a(Optional[$0").contains(&"Integer".to_string()));
        assert!(labels("class a(Struct[{ 'x' => $0").contains(&"Integer".to_string()));
    }
}
