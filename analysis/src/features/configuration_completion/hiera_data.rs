//! Hiera data: keys of class parameters and lookups, values by their types, `lookup_options`, and lists of classes.

use evaluator::fast_hash::FastSet;

use super::{Line, first_level_key, indentation, interpolation, key_of};
use crate::configuration::lookups::environment_lookups;
use crate::definition_index::{DefinitionKind, canonical_name, find_definitions};
use crate::features::completion::type_values::{read_type, values_of};
use crate::features::completion::{CompletionItem, CompletionKind, Rank, hiera_keys};
use crate::queries;

/// What a key below `lookup_options` can have, with the values of each.
const OPTIONS: &[(&str, &str, &[&str])] = &[
    ("merge", "How the values of all levels become one.", &["first", "unique", "hash", "deep"]),
    (
        "convert_to",
        "The type that the value is converted to, with further arguments in a list.",
        &["Sensitive", "Integer", "Boolean", "String", "Array", "Hash", "Float"],
    ),
];
/// What `merge` can have where it is a hash.
const MERGE_OPTIONS: &[&str] = &["strategy", "knockout_prefix", "sort_merged_arrays", "merge_hash_arrays"];

pub fn completions(line: &Line<'_>) -> Vec<CompletionItem> {
    if let Some(open) = line.interpolation() {
        return interpolation::completions(line, open);
    }
    let below = first_level_key(line.before).filter(|_| line.written.starts_with(' '));
    if below == Some("lookup_options") && indentation(line.written) > 2 {
        return options(line);
    }
    if let Some(element) = line.written.trim_start().strip_prefix("- ") {
        return classes(line, element.trim_start().trim_start_matches(['"', '\'']));
    }
    if let Some((key, written)) = line.written.split_once(": ").filter(|(key, _)| !key.starts_with(' ')) {
        return values(line, key.trim_matches(['"', '\'']), written.trim_start());
    }
    let is_option = below == Some("lookup_options");
    if line.written.starts_with(['#', '-']) || line.written.starts_with(' ') && !is_option {
        return Vec::new();
    }
    keys(line, line.written.trim_start().trim_start_matches(['"', '\'']))
}

/// Keys that class parameters and lookups read, without those that the file has.
fn keys(line: &Line<'_>, prefix: &str) -> Vec<CompletionItem> {
    let environment = queries::environment_of(line.db, line.file);
    let text = queries::text(line.db, line.file);
    let mut seen: FastSet<String> = FastSet::default();
    let is_option = line.written.starts_with(' ');
    let others = text.lines().filter(|other| indentation(other) == indentation(line.written));
    seen.extend(others.filter(|other| other.contains(':')).map(|other| key_of(other).to_string()));
    seen.remove(key_of(line.written));
    let mut items: Vec<CompletionItem> = Vec::new();
    let mut add = |key: String, rank: Rank, detail: &str, resolve: Option<String>| {
        if key.starts_with(prefix) && seen.insert(key.clone()) {
            let item = CompletionItem::new(key.as_str(), CompletionKind::Parameter, rank).detail(detail);
            let mut item = item.inserts(line.typed(prefix), format!("{key}: "));
            item.resolve = resolve.map(Into::into);
            items.push(item);
        }
    };
    for key in environment_lookups(line.db, environment).keys.iter() {
        add(key.to_string(), Rank::Here, "looked up", None);
    }
    if "lookup_options".starts_with(prefix) && !is_option {
        add("lookup_options".to_string(), Rank::Last, "how values are merged and converted", None);
    }
    for (class, parameter) in hiera_keys::parameters_of_classes(line.db, environment, prefix) {
        let resolve = format!("attribute class {class} {}", parameter.name);
        let of_type = parameter.type_text.as_deref().unwrap_or_default();
        add(format!("{class}::{}", parameter.name), Rank::Here, of_type, Some(resolve));
    }
    items.sort_by_key(|item| item.sort_text(prefix));
    items
}

/// Values that the type of the class parameter names.
fn values(line: &Line<'_>, key: &str, written: &str) -> Vec<CompletionItem> {
    let environment = queries::environment_of(line.db, line.file);
    let Some((class, parameter)) = key.rsplit_once("::") else { return Vec::new() };
    let definitions = find_definitions(line.db, environment, line.file, DefinitionKind::Class, class);
    let Some(signature) = definitions.first().and_then(|definition| definition.signature(line.db)) else {
        return Vec::new();
    };
    let type_text = signature.parameter(parameter).and_then(|parameter| parameter.type_text.clone());
    let expected = type_text.and_then(|text| read_type(line.db, line.file, &text));
    let accepted = expected.map(|expected| values_of(&expected)).unwrap_or_default();
    let is_quoted = written.starts_with(['"', '\'']);
    let labels: Vec<String> = accepted
        .iter()
        .filter(|value| value.as_str() != "default" && (!is_quoted || value.starts_with('\'')))
        .map(|value| if value == "undef" { "~".to_string() } else { value.trim_matches('\'').to_string() })
        .collect();
    let typed = written.trim_start_matches(['"', '\'']);
    line.words(labels.iter().map(String::as_str), CompletionKind::Value, typed)
}

/// Below a key of `lookup_options`.
fn options(line: &Line<'_>) -> Vec<CompletionItem> {
    let written = line.written.trim_start().trim_start_matches("- ");
    if let Some((key, value)) = written.split_once(": ") {
        let found = match key {
            "strategy" => OPTIONS.first(),
            key => OPTIONS.iter().find(|(name, ..)| *name == key),
        };
        let words = found.map_or(&[][..], |(.., words)| words).iter().copied();
        return line.words(words, CompletionKind::Value, value.trim_start().trim_start_matches(['"', '\'']));
    }
    let is_merge = parent_line(line).is_some_and(|parent| key_of(parent.trim_start()) == "merge");
    if is_merge {
        let items = line.words(MERGE_OPTIONS.iter().copied(), CompletionKind::Attribute, written).into_iter();
        return items.map(|item| with_colon(line, item, written)).collect();
    }
    let items = OPTIONS.iter().enumerate().filter_map(|(order, (name, documentation, _))| {
        Some(line.word(name, CompletionKind::Attribute, written, order)?.documentation(*documentation))
    });
    items.map(|item| with_colon(line, item, written)).collect()
}

fn with_colon(line: &Line<'_>, item: CompletionItem, prefix: &str) -> CompletionItem {
    let text = format!("{}: ", item.label);
    item.inserts(line.typed(prefix), text)
}

/// The nearest line above that is indented less.
fn parent_line<'a>(line: &Line<'a>) -> Option<&'a str> {
    let own = indentation(line.written);
    line.before.rsplit('\n').skip(1).find(|above| !above.trim().is_empty() && indentation(above) < own)
}

/// An element of a list that code includes, or that has classes already.
fn classes(line: &Line<'_>, prefix: &str) -> Vec<CompletionItem> {
    let environment = queries::environment_of(line.db, line.file);
    let Some(key) = first_level_key(line.before) else { return Vec::new() };
    let exists = |name: &str| {
        !find_definitions(line.db, environment, line.file, DefinitionKind::Class, &canonical_name(name)).is_empty()
    };
    let elements = line.before.rsplit('\n').skip(1).map_while(|above| above.trim_start().strip_prefix("- "));
    let has_classes = elements.map(|element| element.trim().trim_matches(['"', '\''])).any(exists);
    if !has_classes && !["classes", "roles", "profiles"].contains(&key.rsplit("::").next().unwrap_or(key)) {
        return Vec::new();
    }
    crate::features::completion::class_names(line.db, line.file, prefix)
        .into_iter()
        .map(|item| {
            let text = item.label.clone();
            item.inserts(line.typed(prefix), text)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::labels;

    #[test]
    fn lookup_options() {
        let options = "//- /env/data/a.yaml\nlookup_options:\n  web::port:\n";
        assert_eq!(labels(&format!("{options}    $0\n")), ["merge", "convert_to"]);
        assert_eq!(labels(&format!("{options}    merge: d$0\n")), ["deep"]);
        assert_eq!(labels(&format!("{options}    merge:\n      str$0\n")), ["strategy"]);
        assert_eq!(labels(&format!("{options}    convert_to: S$0\n")), ["Sensitive", "String"]);
    }

    #[test]
    fn lists_of_classes() {
        assert_eq!(labels("//- /env/data/a.yaml\nclasses:\n  - w$0\n"), ["web"]);
        assert_eq!(labels("//- /env/data/a.yaml\nmine:\n  - web\n  - '$0'\n"), ["web"]);
        assert_eq!(labels("//- /env/data/a.yaml\nmine:\n  - other\n  - $0\n"), [""; 0]);
    }

    #[test]
    fn words_between_quotes_and_keys_in_interpolations() {
        assert_eq!(labels("//- /env/data/a.yaml\nweb::mode: '$0'\n"), ["a", "b"]);
        assert_eq!(labels("//- /env/data/a.yaml\nweb::tls: '$0'\n"), [""; 0]);
        assert_eq!(labels("//- /env/data/a.yaml\nother: 1\nx: \"%{lookup('ot$0')}\"\n"), ["other"]);
        assert_eq!(labels("//- /env/data/a.yaml\nx: \"%{alias('web::po$0')}\"\n"), ["web::port"]);
    }

    #[test]
    fn more_than_a_thousand_keys_are_not_called_complete() {
        let parameters: String = (0..1_200).map(|n| format!("  $p{n},\n")).collect();
        let text = format!(
            "//- /env/modules/big/manifests/init.pp\nclass big(\n{parameters}) {{}}\n//- /env/data/a.yaml\nbig::$0\n"
        );
        let fixture = crate::fixture::Fixture::new(&text);
        let found = fixture.host.analysis().completions(fixture.cursor.expect("a cursor")).expect("no writer");
        assert!(found.is_incomplete && found.items.len() == 1_000);
    }
}
