//! Inside of `%{…}`: variables, facts as dotted paths, and the keys that `lookup` and `alias` name.

use super::Line;
use crate::data_keys::{environment_keys, module_keys};
use crate::definition_index::modules_by_name;
use crate::features::completion::{CompletionItem, CompletionKind, Rank, fact_paths, hiera_keys};
use crate::queries;

/// What Puppet itself says of a node.
const VARIABLES: &[&str] = &["trusted.certname", "trusted.hostname", "trusted.domain", "environment"];
/// Functions of interpolations, with what their parentheses have at first.
const FUNCTIONS: &[(&str, &str)] =
    &[("lookup", "lookup('')"), ("alias", "alias('')"), ("literal", "literal('%')"), ("scope", "scope('')")];

pub fn completions(line: &Line<'_>, prefix: &str) -> Vec<CompletionItem> {
    let quoted = |function: &str| prefix.strip_prefix(function).and_then(|rest| rest.strip_prefix(['\'', '"']));
    if let Some(key) = ["lookup(", "alias(", "hiera("].into_iter().find_map(quoted) {
        return keys(line, key);
    }
    if let Some(path) = prefix.strip_prefix("facts.") {
        let found = fact_paths::below(line.db, line.file, path).into_iter();
        return found.filter_map(|fact| of_fact(line, fact, prefix)).collect();
    }
    let mut items: Vec<CompletionItem> = Vec::new();
    for (order, (label, written)) in FUNCTIONS.iter().enumerate() {
        let item = line.word(label, CompletionKind::Function, prefix, order);
        items.extend(item.map(|item| item.inserts(line.typed(prefix), *written)));
    }
    items.extend(line.words(VARIABLES.iter().copied(), CompletionKind::Variable, prefix));
    items.extend(fact_paths::below(line.db, line.file, "").into_iter().filter_map(|fact| of_fact(line, fact, prefix)));
    items.sort_by_key(|item| item.sort_text(prefix));
    items
}

fn of_fact(line: &Line<'_>, fact: fact_paths::FactPath, prefix: &str) -> Option<CompletionItem> {
    let label = format!("facts.{}", fact.path);
    let item = line.word(&label, CompletionKind::Fact, prefix, usize::from(fact.order))?;
    Some(item.detail(fact.value))
}

/// The keys that data has, and those of class parameters.
fn keys(line: &Line<'_>, prefix: &str) -> Vec<CompletionItem> {
    let environment = queries::environment_of(line.db, line.file);
    let mut items: Vec<CompletionItem> = Vec::new();
    let mut add = |key: &str, rank: Rank| {
        let item = line.word(key, CompletionKind::Key, prefix, 0).filter(|_| key != "lookup_options");
        items.extend(item.map(|mut item| {
            item.rank = rank;
            item.resolved_by(format!("hiera {key}"))
        }));
    };
    environment_keys(line.db, environment).iter().for_each(|key| add(key, Rank::Here));
    for module in modules_by_name(line.db, environment).values() {
        module_keys(line.db, *module).iter().for_each(|key| add(key, Rank::Local));
    }
    for (class, parameter) in hiera_keys::parameters_of_classes(line.db, environment, prefix) {
        add(&format!("{class}::{}", parameter.name), Rank::Common);
    }
    items.sort_by_key(|item| item.sort_text(prefix));
    items.dedup_by(|a, b| a.label == b.label);
    items
}
