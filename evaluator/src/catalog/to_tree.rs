//! The catalog as text that people read: what contains what, every attribute, and where each resource was declared.

use std::collections::{HashMap, HashSet};

use super::to_json::PlaceResolver;
use super::{Catalog, Resource, ResourceId};
use crate::outcome::{MissingName, Undecided};
use crate::place::Location;
use crate::value::Value;
use crate::value::text::to_source_string;

/// Longer values are cut, for a file's content can be long.
const MAX_VALUE_CHARACTERS: usize = 200;

/// An indented tree from the stages down. Virtual resources, and what is only possible, are listed at the end.
pub fn catalog_to_tree(
    catalog: &Catalog,
    possible: &[Undecided],
    missing: &[MissingName],
    places: PlaceResolver<'_>,
) -> String {
    let mut children: HashMap<ResourceId, Vec<ResourceId>> = HashMap::new();
    let mut contained: HashSet<ResourceId> = HashSet::new();
    for (container, content) in &catalog.edges {
        if !catalog.get(*content).is_virtual {
            children.entry(*container).or_default().push(*content);
            contained.insert(*content);
        }
    }
    let mut printer = TreePrinter { catalog, places, children, text: String::new(), printed: HashSet::new() };
    let count = catalog.realized().count();
    printer.text.push_str(&format!(
        "Catalog of {} in environment {}: {count} {}{}\n",
        catalog.name,
        catalog.environment,
        if count == 1 { "resource" } else { "resources" },
        undecided_words(possible.len(), missing.len())
    ));
    let roots: Vec<ResourceId> = catalog.realized().map(|(id, _)| id).filter(|id| !contained.contains(id)).collect();
    for root in roots {
        printer.write(root, 0);
    }
    let hidden: Vec<&Resource> = catalog.resources.iter().filter(|resource| resource.is_virtual).collect();
    if !hidden.is_empty() {
        printer.text.push_str("Virtual resources that nothing realized:\n");
        for resource in hidden {
            printer.write_head(resource, 1);
        }
    }
    printer.write_possible(possible);
    if !missing.is_empty() {
        printer.text.push_str("Not in the workspace:\n");
    }
    for name in missing {
        let at = name.place.and_then(places).map(|at| format!("  ({}:{})", at.path, at.line)).unwrap_or_default();
        printer.text.push_str(&format!("  {} {}{at}\n", name.kind.words(), name.name));
    }
    for cycle in &catalog.cycles {
        let names: Vec<String> = cycle.path.iter().map(|id| catalog.get(*id).to_string()).collect();
        printer.text.push_str(&format!("Dependency cycle: {}\n", names.join(" => ")));
    }
    printer.text
}

/// How much of a catalog is undecided, for its first line; empty where everything is decided.
pub fn undecided_words(undecided: usize, missing: usize) -> String {
    let parts = match undecided {
        0 => None,
        1 => Some("1 undecided part".to_string()),
        count => Some(format!("{count} undecided parts")),
    };
    let names = match missing {
        0 => None,
        1 => Some("1 missing name".to_string()),
        count => Some(format!("{count} missing names")),
    };
    let words: Vec<String> = parts.into_iter().chain(names).collect();
    if words.is_empty() { String::new() } else { format!(", with {}", words.join(" and ")) }
}

struct TreePrinter<'a> {
    catalog: &'a Catalog,
    places: PlaceResolver<'a>,
    children: HashMap<ResourceId, Vec<ResourceId>>,
    text: String,
    printed: HashSet<ResourceId>,
}

impl TreePrinter<'_> {
    fn write(&mut self, root: ResourceId, depth: usize) {
        // Own stack: containment can be deeper than ours.
        let mut pending = vec![(root, depth)];
        while let Some((id, depth)) = pending.pop() {
            if !self.printed.insert(id) {
                continue;
            }
            let resource = self.catalog.get(id);
            self.write_head(resource, depth);
            self.write_parameters(resource, depth);
            let children = self.children.get(&id).cloned().unwrap_or_default();
            pending.extend(children.into_iter().rev().map(|child| (child, depth + 1)));
        }
    }

    fn write_head(&mut self, resource: &Resource, depth: usize) {
        self.text.push_str(&"  ".repeat(depth));
        self.text.push_str(&resource.to_string());
        if resource.is_exported {
            self.text.push_str(" exported");
        }
        if let Some(Location { path, line, .. }) = resource.place.and_then(self.places) {
            self.text.push_str(&format!("  ({path}:{line})"));
        }
        self.text.push('\n');
    }

    fn write_possible(&mut self, possible: &[Undecided]) {
        if !possible.is_empty() {
            self.text.push_str("Possible, where something is not known:\n");
        }
        for undecided in possible {
            let at = undecided.place.and_then(self.places).map(|at| format!(" ({}:{})", at.path, at.line));
            let (kind, at) = (undecided.kind.words(), at.unwrap_or_default());
            self.text.push_str(&format!("  {kind}{at}: {}\n", undecided.reason.reason));
            for resource in &undecided.resources {
                self.text.push_str(&format!("    {resource}\n"));
            }
            for error in &undecided.errors {
                let message = error.message.as_deref().unwrap_or("a message that is computed");
                self.text.push_str(&format!("    error: {message}\n"));
            }
        }
    }

    fn write_parameters(&mut self, resource: &Resource, depth: usize) {
        let shown = || resource.parameters.iter().filter(|(_, parameter)| !parameter.value.is_undef());
        let width = shown().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, parameter) in shown() {
            let value = shown_value(resource, name, &parameter.value);
            self.text.push_str(&format!("{}  {name:width$} => {value}\n", "  ".repeat(depth)));
        }
        if let Some(reason) = &resource.unknown_attributes {
            self.text.push_str(&format!("{}  {:width$} => <unknown: {}>\n", "  ".repeat(depth), "*", reason.reason));
        }
    }
}

/// A value in source form on one line; what is sensitive stays hidden.
pub(super) fn shown_value(resource: &Resource, name: &str, value: &Value) -> String {
    if resource.sensitive_parameters.iter().any(|sensitive| sensitive == name) {
        return "Sensitive [value redacted]".to_string();
    }
    one_line(value)
}

pub(super) fn one_line(value: &Value) -> String {
    let text = to_source_string(value).replace('\n', "\\n");
    if text.chars().count() <= MAX_VALUE_CHARACTERS {
        return text;
    }
    let cut: String = text.chars().take(MAX_VALUE_CHARACTERS).collect();
    format!("{cut}…")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::test_support::sample;

    #[test]
    fn a_tree_shows_containment_and_attributes() {
        expect_test::expect![[r#"
            Catalog of web01 in environment production: 4 resources
            Stage[main]
              Class[Motd]
                File[/etc/motd]  (site.pp:3)
                  ensure  => 'file'
                  content => Sensitive [value redacted]
                  notify  => Notify['hello']
                Notify[hello]
            Virtual resources that nothing realized:
              User[alice]
        "#]]
        .assert_eq(&catalog_to_tree(&sample(), &[], &[], &|_| {
            Some(Location { path: "site.pp".into(), line: 3, column: 1 })
        }));
    }
}
