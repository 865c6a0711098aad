//! Nodes of one kind: the same classes and defined types, on the same release of an operating system.

use evaluator::Value;
use evaluator::catalog::{Catalog, ResourceKind};
use evaluator::fact_sets::Facts;

/// Returns a text that is equal for nodes of one kind.
pub fn kind_of(catalog: &Catalog, facts: &Facts) -> String {
    let mut classes: Vec<&str> = catalog.classes.iter().map(|name| name.as_str()).collect();
    let defines = catalog.realized().filter(|(_, resource)| resource.kind == ResourceKind::Define);
    classes.extend(defines.map(|(_, resource)| resource.type_name.as_str()));
    classes.sort_unstable();
    classes.dedup();
    let system = ["os.name", "os.release.major"].map(|path| fact_text(facts, path).unwrap_or_default());
    format!("{} {}", system.join(" "), classes.join(" "))
}

/// Returns the value of a fact by its path with dots, as interpolation prints it.
pub fn fact_text(facts: &Facts, path: &str) -> Option<String> {
    let mut parts = path.split('.');
    let first = facts.get(parts.next()?)?;
    let value = parts.try_fold(first, |value, part| match value {
        Value::Hash(entries) => entries.get(&Value::string(part)),
        Value::Array(elements) => elements.get(part.parse::<usize>().ok()?),
        _ => None,
    })?;
    Some(evaluator::value::text::to_display_string(value))
}
