//! Names of modules, where a `Puppetfile` or `metadata.json` wants one, and what else these two have.

use std::collections::BTreeSet;

use super::Line;
use crate::configuration::schema;
use crate::definition_index::modules_by_name;
use crate::document_kind::DocumentKind;
use crate::features::completion::{CompletionItem, CompletionKind};
use crate::queries;

/// What can stand behind a module's name in a `Puppetfile`.
const MODULE_OPTIONS: &[(&str, &str)] = &[
    (":git", "The address of a repository."),
    (":ref", "A branch, tag or commit of the repository."),
    (":tag", "A tag of the repository."),
    (":branch", "A branch of the repository."),
    (":commit", "A commit of the repository."),
    (":latest", "The newest version of the Forge."),
    (":local", "The module is not managed by r10k."),
    (":install_path", "The folder that it is installed into."),
    (":default_branch", "The branch where no other is found."),
];
/// What an element of a list in `metadata.json` has.
const ELEMENT_KEYS: &[&str] = &["name", "version_requirement", "operatingsystem", "operatingsystemrelease"];

pub fn in_puppetfile(line: &Line<'_>) -> Vec<CompletionItem> {
    let written = line.written.trim_start();
    if let Some(name) = written.strip_prefix("mod").map(str::trim_start).and_then(|rest| rest.strip_prefix(['\'', '"']))
    {
        if !name.contains(['\'', '"']) {
            return names(line, name, '-');
        }
        return options(line, written);
    }
    // The options of a module may be on lines of their own.
    if line.written.starts_with(' ') {
        return options(line, written);
    }
    if written.contains([' ', '\'', '"', '#']) {
        return Vec::new();
    }
    let table = schema::first_level(DocumentKind::Puppetfile);
    line.properties(table, written, |property| format!("{}{}", property.name, property.value))
}

fn options(line: &Line<'_>, written: &str) -> Vec<CompletionItem> {
    let last = written.rsplit([',', ' ']).next().unwrap_or_default();
    let begins = written.trim_end_matches(last).trim_end();
    if !begins.is_empty() && !begins.ends_with(',') || last.contains(['\'', '"']) {
        return Vec::new();
    }
    let found = MODULE_OPTIONS.iter().enumerate().filter_map(|(order, (name, documentation))| {
        Some(line.word(name, CompletionKind::Attribute, last, order)?.documentation(*documentation))
    });
    found.collect()
}

/// The full names of modules that are deployed, or that one of them needs.
fn names(line: &Line<'_>, prefix: &str, separator: char) -> Vec<CompletionItem> {
    let environment = queries::environment_of(line.db, line.file);
    let mut known: BTreeSet<String> = BTreeSet::new();
    for module in modules_by_name(line.db, environment).values() {
        let Some(metadata) = module.files(line.db).get("metadata.json").copied() else { continue };
        let Ok(json) = serde_json::from_str::<serde_json::Value>(&queries::text(line.db, metadata)) else { continue };
        let needed = json["dependencies"].as_array().into_iter().flatten().map(|entry| &entry["name"]);
        known.extend(needed.chain([&json["name"]]).filter_map(|name| name.as_str().map(str::to_string)));
    }
    let text = queries::text(line.db, line.file);
    let written = |name: &str| name.replacen(['-', '/'], &separator.to_string(), 1);
    let names: BTreeSet<String> = known.iter().map(|name| written(name)).collect();
    let is_written = |name: &str| text.contains(name) || text.contains(&name.replacen('/', "-", 1));
    let names = names.iter().filter(|name| !is_written(name));
    line.words(names.map(String::as_str), CompletionKind::Class, prefix)
}

pub fn in_metadata(line: &Line<'_>, text: &str) -> Vec<CompletionItem> {
    let Some(open) = line.before.rfind('"') else { return Vec::new() };
    // An odd number of quotes before the cursor: inside of a string.
    let prefix = &line.before[open + 1..];
    let is_inside = line.before.matches('"').count() % 2 == 1 && !prefix.contains('\n');
    if !is_inside {
        return Vec::new();
    }
    let outside = line.before[..open].trim_end();
    let depth = outside.chars().fold(0_i32, |depth, c| match c {
        '{' | '[' => depth + 1,
        '}' | ']' => depth - 1,
        _ => depth,
    });
    let is_name = outside.strip_suffix(':').is_some_and(|key| key.trim_end().ends_with("\"name\""));
    let list = outside.rfind("\"dependencies\"").map_or(0, |at| at + 1);
    if is_name && depth == 3 && list > outside.rfind("\"requirements\"").map_or(0, |at| at + 1) {
        return names(line, prefix, '/');
    }
    if !outside.ends_with(['{', ',']) {
        return Vec::new();
    }
    if depth != 1 {
        return line.words(ELEMENT_KEYS.iter().copied(), CompletionKind::Attribute, prefix);
    }
    // The quote behind the cursor is often there already.
    let closes = text.get(line.offset as usize..).is_some_and(|rest| rest.starts_with('"'));
    let mut items = line.properties(schema::METADATA, prefix, |property| match closes {
        true => property.name.to_string(),
        false => format!("{}\": {}", property.name, property.value),
    });
    items.retain(|item| !text.contains(&format!("\"{}\":", item.label)));
    items
}

#[cfg(test)]
mod tests {
    use super::super::tests::labels;

    const MODULE: &str = "//- /env/modules/web/metadata.json\n{\"name\": \"me-web\", \"version\": \"1.0.0\", \"dependencies\": [{\"name\": \"puppetlabs/stdlib\"}]}\n";

    #[test]
    fn modules_and_options_of_a_puppetfile() {
        assert_eq!(labels(&format!("{MODULE}//- /env/Puppetfile\nmod '$0'\n")), ["me-web", "puppetlabs-stdlib"]);
        assert_eq!(labels(&format!("{MODULE}//- /env/Puppetfile\nmod 'x', :gi$0\n")), [":git"]);
        assert_eq!(labels(&format!("{MODULE}//- /env/Puppetfile\nmod 'x',\n  :late$0\n")), [":latest"]);
    }

    #[test]
    fn dependencies_of_a_module() {
        let text = "//- /env/modules/db/metadata.json\n{\"name\": \"me-db\", \"dependencies\": [{\"name\": \"$0\"}]}\n";
        assert_eq!(labels(&format!("{MODULE}{text}")), ["me/web", "puppetlabs/stdlib"]);
    }
}
