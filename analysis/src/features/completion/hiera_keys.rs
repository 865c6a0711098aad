//! Keys of Hiera data in `lookup('…')`: those that data has, and those of class parameters that data may set.

use evaluator::fast_hash::FastSet;
use smol_str::SmolStr;
use syntax::TextRange;

use super::item::{CompletionItem, CompletionKind, Rank};
use super::quoted_edit;
use crate::data_keys::{environment_keys, module_keys};
use crate::db::Db;
use crate::definition_index::{
    DefinitionIndex, DefinitionKind, ParameterSignature, environment_index, module_index, modules_by_name,
};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::queries;

pub fn keys(db: &dyn Db, file: FileInput, typed: &str, word: TextRange, is_quoted: bool) -> Vec<CompletionItem> {
    let environment = queries::environment_of(db, file);
    let item = |key: &str, rank: Rank| {
        CompletionItem::new(key, CompletionKind::Key, rank)
            .inserts(word, quoted_edit(key, is_quoted))
            .resolved_by(format!("hiera {key}"))
    };
    let mut items: Vec<CompletionItem> =
        environment_keys(db, environment).iter().map(|key| item(key, Rank::Here)).collect();
    for module in modules_by_name(db, environment).values() {
        items.extend(module_keys(db, *module).iter().map(|key| item(key, Rank::Local)));
    }
    let known: FastSet<String> = items.iter().map(|item| item.label.clone()).collect();
    for (class, parameter) in parameters_of_classes(db, environment, typed) {
        let key = format!("{class}::{}", parameter.name);
        if !known.contains(&key) {
            let detail = parameter.type_text.as_deref().unwrap_or_default();
            items.push(item(&key, Rank::Common).detail(super::variables::shorten(detail)));
        }
    }
    items
}

/// The parameters of the classes whose names fit what was typed of a key.
pub fn parameters_of_classes(
    db: &dyn Db,
    environment: EnvironmentInput,
    typed: &str,
) -> Vec<(SmolStr, ParameterSignature)> {
    let mut found = Vec::new();
    let typed = typed.trim_start_matches("::");
    let mut of_index = |index: &DefinitionIndex| {
        for (kind, class, definition) in index.all() {
            // Either may be the longer one: `web` wants `web::port`, `web::po` too.
            let concerns = class.starts_with(typed) || typed.starts_with(class.as_str());
            if kind != DefinitionKind::Class || !concerns {
                continue;
            }
            let Some(signature) = definition.signature(db) else { continue };
            let own =
                signature.parameters.iter().filter(|parameter| !["title", "name"].contains(&parameter.name.as_str()));
            found.extend(own.map(|parameter| (class.clone(), parameter.clone())));
        }
    };
    of_index(&environment_index(db, environment));
    let wanted = typed.split("::").next().unwrap_or_default();
    for (name, module) in modules_by_name(db, environment).iter() {
        if name.starts_with(wanted) {
            of_index(&module_index(db, *module));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::{labels, resolved};

    const DATA: &str = "//- /env/hiera.yaml\nversion: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n//- /env/data/common.yaml\nweb::port: 80\nother: x\nlookup_options: {}\n//- /env/modules/web/data/a.yaml\nweb::dir: /srv\n//- /env/modules/web/manifests/init.pp\nclass web {}\n";

    #[test]
    fn keys_of_the_environment_and_of_modules() {
        for text in ["$x = lookup('$0')", "$x = lookup($0", "$x = lookup('$0", "hiera(\"$0"] {
            let mut found = labels(&format!("{text}\n{DATA}"));
            found.retain(|label| label.contains("::") || label == "other");
            assert_eq!(found, ["other", "web::port", "web::dir"], "{text}");
        }
    }

    #[test]
    fn resolving_shows_the_value() {
        let shown = resolved(&format!("$x = lookup('web::p$0')\n{DATA}"), "web::port");
        assert!(shown.contains("80") && shown.contains("common.yaml"), "{shown}");
    }
}
