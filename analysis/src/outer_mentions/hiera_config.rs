//! What a `hiera.yaml` mentions: the functions that read data, and the facts and variables in paths.

use smol_str::SmolStr;

use super::{OuterMention, OuterName, interpolation};
use crate::data_document::{DataPlaces, data_document, for_each_scalar};
use crate::db::Db;
use crate::inputs::FileInput;
use evaluator::hiera::data_node::{DataContent, DataNode};

/// The keys whose values name functions.
pub const FUNCTION_KEYS: &[&str] = &["data_hash", "lookup_key", "data_dig"];

pub fn mentions(db: &dyn Db, file: FileInput) -> Vec<OuterMention> {
    let document = data_document(db, file);
    let places = DataPlaces::of(db, file);
    let mut found = Vec::new();
    if let Some(root) = &document.root {
        functions(&places, root, &mut found);
        for_each_scalar(root, &mut |scalar| interpolation::mentions_in(&places, scalar, &mut found));
    }
    found
}

fn functions(places: &DataPlaces, node: &DataNode, found: &mut Vec<OuterMention>) {
    match &node.content {
        DataContent::Mapping(entries) => {
            for entry in entries.iter() {
                match (entry.key.key_text(), entry.value.key_text()) {
                    (Some(key), Some(function)) if FUNCTION_KEYS.contains(&key) => {
                        let name = OuterName::Function(SmolStr::new(function));
                        found.push(OuterMention { name, range: places.range(&entry.value) });
                    }
                    _ => functions(places, &entry.value, found),
                }
            }
        }
        DataContent::Sequence(elements) => elements.iter().for_each(|element| functions(places, element, found)),
        DataContent::Scalar(_) | DataContent::Symbol(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::outer_mentions::tests::shown;
    use expect_test::expect;

    #[test]
    fn functions_and_facts() {
        let text = "version: 5\nhierarchy:\n  - name: a\n    path: \"%{facts.os.family}/%{trusted.certname}.yaml\"\n  - name: b\n    lookup_key: my::lookup\n";
        expect![[r#"
            Fact("os") [os]
            Variable("trusted") [trusted]
            Function("my::lookup") [my::lookup]
        "#]]
        .assert_eq(&shown("/env/hiera.yaml", text));
    }
}
