//! What a Hiera data file mentions: the keys that it sets, those in `lookup_options`, classes, and what values interpolate.

use evaluator::hiera::data_node::{DataContent, DataNode};
use evaluator::value::Value;
use smol_str::SmolStr;

use super::{OuterMention, OuterName, interpolation};
use crate::data_document::{DataPlaces, block_keys, data_document, for_each_scalar};
use crate::db::Db;
use crate::definition_index::canonical_name;
use crate::inputs::FileInput;

pub const LOOKUP_OPTIONS: &str = "lookup_options";

pub fn mentions(db: &dyn Db, file: FileInput) -> Vec<OuterMention> {
    let document = data_document(db, file);
    let places = DataPlaces::of(db, file);
    let mut found = Vec::new();
    if document.error.is_some() {
        // While a line is being typed the others still set their keys.
        let keys = block_keys(&places.text).into_iter().filter(|(key, _)| *key != LOOKUP_OPTIONS);
        found.extend(keys.map(|(key, range)| OuterMention { name: OuterName::SetKey(SmolStr::new(key)), range }));
    }
    for entry in document.root.as_deref().and_then(DataNode::entries).unwrap_or_default() {
        let Some(key) = entry.key.key_text() else { continue };
        if key == LOOKUP_OPTIONS {
            for option in entry.value.entries().unwrap_or_default() {
                // `^pattern` stands for many keys.
                if let Some(key) = option.key.key_text().filter(|key| !key.starts_with('^')) {
                    let range = places.range(&option.key);
                    found.push(OuterMention { name: OuterName::OptionKey(SmolStr::new(key)), range });
                }
            }
            continue;
        }
        found.push(OuterMention { name: OuterName::SetKey(SmolStr::new(key)), range: places.range(&entry.key) });
        for_each_scalar(&entry.value, &mut |scalar| {
            interpolation::mentions_in(&places, scalar, &mut found);
        });
        classes(&places, key, &entry.value, &mut found);
    }
    found
}

/// Strings of a list, or keys of a hash, that look like names of classes.
fn classes(places: &DataPlaces, key: &str, value: &DataNode, found: &mut Vec<OuterMention>) {
    let mut add = |node: &DataNode| {
        if let Some(name) = node.key_text().filter(|name| is_class_name(name)) {
            let class = canonical_name(name);
            let mut range = places.range(node);
            range.start += (name.len() - class.len()) as u32;
            found.push(OuterMention { name: OuterName::ClassUnder { class, key: SmolStr::new(key) }, range });
        }
    };
    match &value.content {
        DataContent::Scalar(Value::String(_)) => add(value),
        DataContent::Sequence(elements) => elements.iter().for_each(add),
        DataContent::Mapping(entries) => entries.iter().for_each(|entry| add(&entry.value)),
        DataContent::Scalar(_) | DataContent::Symbol(_) => {}
    }
}

fn is_class_name(text: &str) -> bool {
    text.len() < 200
        && text.trim_start_matches("::").split("::").all(|part| {
            part.starts_with(|first: char| first.is_ascii_lowercase())
                && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        })
}

#[cfg(test)]
mod tests {
    use crate::outer_mentions::tests::shown;
    use expect_test::expect;

    #[test]
    fn keys_options_classes_and_interpolations() {
        let text = "---\nlookup_options:\n  web::port:\n    merge: first\n  '^web::.*':\n    merge: hash\nweb::port: 80\n\"web::name\": \"x-%{facts.os.family}-%{lookup('web::port')}-%{::web::user}\"\nclasses:\n  - role::web\n  - '::ntp'\n";
        expect![[r#"
            OptionKey("web::port") [web::port]
            SetKey("web::port") [web::port]
            SetKey("web::name") [web::name]
            Fact("os") [os]
            ReadKey("web::port") [web::port]
            Variable("web::user") [web::user]
            SetKey("classes") [classes]
            ClassUnder { class: "role::web", key: "classes" } [role::web]
            ClassUnder { class: "ntp", key: "classes" } [ntp]
        "#]]
        .assert_eq(&shown("/env/data/common.yaml", text));
    }

    #[test]
    fn json_too_and_files_that_are_being_typed() {
        expect![[r#"
            SetKey("a::b") [a::b]
        "#]]
        .assert_eq(&shown("/env/data/x.json", "{\"a::b\": 1}\n"));
        expect![[r#"
            SetKey("a::b") [a::b]
        "#]]
        .assert_eq(&shown("/env/data/x.yaml", "a::b: 1\nc::d\n"));
    }
}
