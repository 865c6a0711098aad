//! Hover over Hiera keys, in data files and in `lookup()`: the value in the context in force, which place gives it, what
//! overrides it, and who reads it.

use evaluator::hiera::explain::{ExplainNode, ExplainResult, ExplainStep};
use evaluator::hiera::{DataOrigin, FoundValue, LevelResult, lookup_key};
use smol_str::SmolStr;

use super::Hover;
use super::shown_values::block;
use crate::db::Db;
use crate::definition_index::{DefinitionKind, find_definitions};
use crate::features::hiera_key_at::key_at;
use crate::features::references::lookups_of;
use crate::features::{documentation, links};
use crate::inputs::FileInput;
use crate::preview::contexts::{label, preview_key};
use crate::preview::{PreviewGoal, catalog_preview};
use crate::queries;

/// How many readers are named.
const MAX_READERS: usize = 10;

/// Over a key of a data file, of any level.
pub fn at(db: &dyn Db, file: FileInput, offset: u32, with_values: bool) -> Option<Hover> {
    let key = key_at(db, file, offset)?;
    // `lookup_options` is no value that code can read.
    if key.path.first().is_some_and(|root| root == "lookup_options") || file.path(db).ends_with("/hiera.yaml") {
        return None;
    }
    Some(Hover { markdown: of_key(db, file, &key.dotted(), Some(file), with_values), range: key.range })
}

/// What is known of a key; `here` is the data file in which it stands.
pub fn of_key(db: &dyn Db, from: FileInput, key: &str, here: Option<FileInput>, with_values: bool) -> String {
    let mut text = String::new();
    if with_values {
        text += &value_text(db, from, key, here);
        text += "\n---\n\n";
    }
    text += &format!("Hiera key `{key}`\n");
    if let Some(parameter) = parameter_text(db, from, key) {
        text += &format!("\n{parameter}");
    }
    for (asked, reader) in readers(db, from, key) {
        let part = if asked == key { String::new() } else { format!(" as part of `{asked}`") };
        text += &format!("\nread by {reader}{part}\n");
    }
    text
}

/// The type and documentation of the class parameter that a key sets.
fn parameter_text(db: &dyn Db, from: FileInput, key: &str) -> Option<String> {
    let (class, parameter) = key.rsplit_once("::")?;
    let environment = queries::environment_of(db, from);
    let definition = *find_definitions(db, environment, from, DefinitionKind::Class, class).first()?;
    let signature = definition.signature(db)?;
    signature.parameter(parameter)?;
    Some(documentation::of_parameter(db, definition, &signature, parameter))
}

fn value_text(db: &dyn Db, from: FileInput, key: &str, here: Option<FileInput>) -> String {
    let preview = preview_key(db, from, PreviewGoal::Key(SmolStr::new(key)));
    let outcome = catalog_preview(db, preview);
    let context = format!("\n*{}*\n", label(db, preview).text());
    let Some(found) = outcome.lookup.as_ref().and_then(|answer| answer.found.as_ref()) else {
        let root = links::root_of(db, from);
        let levels = outcome.lookup.iter().flat_map(|answer| locations(&answer.explanation));
        let (missing, present): (Vec<_>, Vec<_>) = levels.partition(|(_, is_missing)| *is_missing);
        let present = present.iter().map(|(path, _)| links::to_file(path, &root)).collect();
        return format!("\nno data has this key in this context\n{}{context}", levels_text(present, missing.len()));
    };
    let mut text = format!("\nValue:\n\n{}", block(&found.value));
    match found.origins.as_slice() {
        [] => {}
        [first, merged @ ..] => {
            text += &format!("\nfrom {}\n", origin_text(db, first));
            for origin in merged {
                text += &format!("\nmerged with {}\n", origin_text(db, origin));
            }
        }
    }
    if let Some(here) = here {
        text += &overriding(db, found, key, here);
    }
    text += &searched(found, &links::root_of(db, from));
    text + &context
}

/// Where the value of this file stands beside the value of the context.
fn overriding(db: &dyn Db, found: &FoundValue, key: &str, here: FileInput) -> String {
    let id = here.id(db);
    if found.origins.iter().any(|origin| origin.file == Some(id)) {
        return String::new();
    }
    let is_asked = found.searched.iter().any(|level| level.file == Some(id)) || is_in_hierarchy(db, key, here);
    match (is_asked, found.origins.first()) {
        (true, Some(by)) => {
            format!("\noverridden: the value of this file is not used, {} decides\n", origin_text(db, by))
        }
        (true, None) => "\noverridden: the value of this file is not used\n".to_string(),
        (false, _) => "\nnot used: the hierarchy does not come to this file in this context\n".to_string(),
    }
}

/// Whether the hierarchy comes to a file at all: a key that nothing has is looked for on every level.
fn is_in_hierarchy(db: &dyn Db, key: &str, file: FileInput) -> bool {
    let module = key.split("::").next().unwrap_or_default();
    let nowhere = SmolStr::new(format!("{module}::a key that no data has"));
    let outcome = catalog_preview(db, preview_key(db, file, PreviewGoal::Key(nowhere)));
    let path = file.path(db);
    outcome.lookup.iter().flat_map(|answer| locations(&answer.explanation)).any(|(location, _)| location == *path)
}

/// The files and URIs that a lookup came to, in order, and whether each is missing.
fn locations(node: &ExplainNode) -> Vec<(String, bool)> {
    let own = match &node.step {
        ExplainStep::Location { resolved, .. } => {
            Some((resolved.clone(), matches!(node.result, Some(ExplainResult::LocationNotFound))))
        }
        _ => None,
    };
    own.into_iter().chain(node.branches.iter().flat_map(locations)).collect()
}

fn origin_text(db: &dyn Db, origin: &DataOrigin) -> String {
    let at = origin.file.and_then(|file| links::to_line_of(db, file, origin.line));
    let at = at.map(|at| format!(": {at}")).unwrap_or_default();
    format!("{} ({}){at}", origin.level, origin.layer.describe())
}

/// The levels that have a file, those that decided in bold, and how many have none.
fn searched(found: &FoundValue, root: &str) -> String {
    let mut levels: Vec<String> = Vec::new();
    let mut missing = 0;
    for level in &found.searched {
        let shown = match &level.location {
            Some(path) => links::to_file(path, root),
            None => level.level.clone(),
        };
        match level.result {
            LevelResult::Found => levels.push(format!("**{shown}**")),
            LevelResult::NotFound => levels.push(shown),
            LevelResult::FileMissing => missing += 1,
        }
    }
    levels_text(levels, missing)
}

fn levels_text(levels: Vec<String>, missing: usize) -> String {
    let without = match missing {
        0 => String::new(),
        1 => " (1 level has no file)".to_string(),
        missing => format!(" ({missing} levels have no file)"),
    };
    match levels.is_empty() && missing == 0 {
        true => String::new(),
        false => format!(
            "\nsearched: {}{without}\n",
            if levels.is_empty() { "nothing".to_string() } else { levels.join(" → ") }
        ),
    }
}

/// The class parameter that the key gives a value to, and the calls that look it up, each with the key that it asks for: this
/// one, one that it is part of, or a part of it.
fn readers(db: &dyn Db, from: FileInput, key: &str) -> Vec<(String, String)> {
    let environment = queries::environment_of(db, from);
    let segments = lookup_key::split(key).unwrap_or_default();
    let root = segments.first().map(|segment| segment.text()).unwrap_or_else(|| key.to_string());
    let mut readers = Vec::new();
    if let Some((class, parameter)) = root.rsplit_once("::") {
        for definition in find_definitions(db, environment, from, DefinitionKind::Class, class) {
            if definition.signature(db).is_some_and(|signature| signature.parameter(parameter).is_some()) {
                let path = links::to_file(&definition.file.path(db), &links::root_of(db, from));
                let reader = format!("the parameter `${parameter}` of class `{class}` ({path})");
                readers.push((if segments.len() > 1 { root.clone() } else { key.to_string() }, reader));
            }
        }
    }
    // `a.b` is read by whoever asks for `a` too.
    let mut asked: Vec<String> = Vec::new();
    let mut prefix = String::new();
    for segment in &segments {
        if !prefix.is_empty() {
            prefix.push('.');
        }
        prefix += &segment.text();
        asked.push(prefix.clone());
    }
    for asked in asked.into_iter().rev() {
        for place in lookups_of(db, environment, from, &asked) {
            let Some(file) = db.file_table().by_id(place.file) else { continue };
            let text = queries::text(db, file);
            let line = text.get(..place.range.start as usize).map_or(0, |before| before.matches('\n').count());
            let shown = if asked == prefix { key.to_string() } else { asked.clone() };
            let link = links::to_line(&file.path(db), &links::root_of(db, file), line as u32 + 1);
            readers.push((shown, format!("a lookup ({link})")));
        }
    }
    readers.truncate(MAX_READERS);
    readers
}
