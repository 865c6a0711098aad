//! Keys of Hiera data in `lookup('…')`: those that data has, and those of class parameters that data may set.

use syntax::TextRange;

use super::item::{CompletionItem, CompletionKind, Rank};
use super::quoted_edit;
use crate::data_keys::{environment_keys, module_keys};
use crate::db::Db;
use crate::definition_index::modules_by_name;
use crate::inputs::FileInput;
use crate::queries;

pub fn keys(db: &dyn Db, file: FileInput, word: TextRange, is_quoted: bool) -> Vec<CompletionItem> {
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
    items
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
