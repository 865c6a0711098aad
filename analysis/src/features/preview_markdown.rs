//! A previewed catalog as a document to read: resources by the class that declares them, logs, errors, unknowns.

use std::collections::BTreeMap;

use evaluator::Outcome;
use evaluator::catalog::{Catalog, Resource};
use evaluator::value::text::to_source_string;

use super::preview_catalog::{error_texts, log_text};
use crate::db::Db;
use crate::preview::contexts::ContextLabel;
use crate::preview::places::name_place;

pub fn render(db: &dyn Db, outcome: &Outcome, context: &ContextLabel) -> String {
    let mut text = format!("# Catalog: {}\n", context.text());
    let errors = error_texts(db, outcome);
    if !errors.is_empty() {
        text += "\n## Errors\n\n";
        for error in errors {
            text += &format!("```\n{error}\n```\n");
        }
        text += "\nWhat follows is as far as the evaluation came.\n";
    }
    if let Some(catalog) = &outcome.catalog {
        text += &resources(db, catalog);
    }
    if !outcome.unknowns.is_empty() {
        text += "\n## Unknown here\n\n";
        for unknown in &outcome.unknowns {
            let at = unknown.place.and_then(|place| name_place(db, place));
            let at = at.map(|place| format!(" ({}:{})", place.path, place.line)).unwrap_or_default();
            text += &format!("- {}{at}\n", unknown.reason);
        }
    }
    if !outcome.logs.is_empty() {
        text += "\n## Log\n\n```\n";
        for entry in &outcome.logs {
            text += &format!("{}\n", log_text(db, entry));
        }
        text += "```\n";
    }
    text
}

fn resources(db: &dyn Db, catalog: &Catalog) -> String {
    let mut by_container: BTreeMap<String, Vec<&Resource>> = BTreeMap::new();
    let mut count = 0;
    for (_, resource) in catalog.realized() {
        if resource.is_class() || resource.type_name == "Stage" {
            continue;
        }
        count += 1;
        let container = resource.container.map(|id| catalog.get(id));
        let container = container.map_or("Class[main]".to_string(), reference);
        by_container.entry(container).or_default().push(resource);
    }
    let mut text = format!("\n{count} resources, {} classes\n", catalog.classes.len());
    for (container, resources) in by_container {
        text += &format!("\n## {container}\n");
        for resource in resources {
            let at = resource.place.and_then(|place| name_place(db, place));
            let at = at.map(|place| format!(" — {}:{}", place.path, place.line)).unwrap_or_default();
            text += &format!("\n### {}{at}\n\n```puppet\n", reference(resource));
            for (name, parameter) in resource.parameters.iter().filter(|(_, parameter)| !parameter.value.is_undef()) {
                let shown = if resource.sensitive_parameters.contains(name) {
                    "Sensitive [value redacted]".to_string()
                } else {
                    to_source_string(&parameter.value)
                };
                text += &format!("{name} => {shown},\n");
            }
            text += "```\n";
        }
    }
    for cycle in &catalog.cycles {
        text += &format!("\n**Dependency cycle:** {cycle:?}\n");
    }
    text
}

fn reference(resource: &Resource) -> String {
    format!("{}[{}]", resource.type_name, resource.title)
}
