//! Hover over Hiera keys, in data files and in `lookup()`: the value in the context in force, which place gives it, what
//! overrides it, and who reads it.

use evaluator::hiera::{DataOrigin, FoundValue, LevelResult};
use smol_str::SmolStr;
use syntax::TextRange;

use super::hover::Hover;
use super::hover_values::shown;
use super::references::lookups_of;
use crate::db::Db;
use crate::definition_index::{DefinitionKind, find_definitions};
use crate::inputs::FileInput;
use crate::preview::contexts::{label, preview_key};
use crate::preview::{PreviewGoal, catalog_preview};
use crate::queries;

/// Endings of the files that Hiera reads.
const DATA_ENDINGS: &[&str] = &[".yaml", ".yml", ".eyaml", ".json"];
/// How many readers are named.
const MAX_READERS: usize = 10;

pub fn is_data(path: &str) -> bool {
    DATA_ENDINGS.iter().any(|ending| path.ends_with(ending))
}

/// Over a key of the first level in a YAML file.
pub fn at(db: &dyn Db, file: FileInput, offset: u32, with_values: bool) -> Option<Hover> {
    let (key, range) = key_at(&queries::text(db, file), offset)?;
    // `lookup_options` is no value that code can read.
    if key == "lookup_options" || file.path(db).ends_with("/hiera.yaml") {
        return None;
    }
    Some(Hover { markdown: of_key(db, file, &key, Some(file), with_values), range })
}

/// What is known of a key; `here` is the data file in which it stands.
pub fn of_key(db: &dyn Db, from: FileInput, key: &str, here: Option<FileInput>, with_values: bool) -> String {
    let mut text = format!("Hiera key `{key}`\n");
    if with_values {
        text += &value_text(db, from, key, here);
    }
    for reader in readers(db, from, key) {
        text += &format!("\nread by {reader}\n");
    }
    text
}

/// The levels that were asked for a key that data has.
pub fn searched_for(db: &dyn Db, from: FileInput, key: &str) -> Option<String> {
    let outcome = catalog_preview(db, preview_key(db, from, PreviewGoal::Key(SmolStr::new(key))));
    let found = outcome.lookup.as_ref()?.found.as_ref()?;
    Some(format!("\nsearched: {}\n", searched(found)))
}

fn value_text(db: &dyn Db, from: FileInput, key: &str, here: Option<FileInput>) -> String {
    let preview = preview_key(db, from, PreviewGoal::Key(SmolStr::new(key)));
    let outcome = catalog_preview(db, preview);
    let context = format!("\n*{}*\n", label(db, preview).text());
    let Some(found) = outcome.lookup.as_ref().and_then(|answer| answer.found.as_ref()) else {
        return format!("\nno data has this key in this context\n{context}");
    };
    let mut text = format!("\nValue:\n\n```puppet\n{}\n```\n", shown(&found.value));
    let origin_text = |origin: &DataOrigin| {
        let path = origin.file.and_then(|file| db.file_table().by_id(file)).map(|file| file.path(db));
        let at = path.map(|path| format!(": {path}:{}", origin.line)).unwrap_or_default();
        format!("{} ({}){at}", origin.level, origin.layer.describe())
    };
    match found.origins.as_slice() {
        [] => {}
        [first, merged @ ..] => {
            text += &format!("\nfrom {}\n", origin_text(first));
            for origin in merged {
                text += &format!("\nmerged with {}\n", origin_text(origin));
            }
        }
    }
    if let Some(here) = here {
        text += &overriding(db, found, here);
    }
    text += &format!("\nsearched: {}\n", searched(found));
    text + &context
}

/// Where the value of this file stands beside the value of the context.
fn overriding(db: &dyn Db, found: &FoundValue, here: FileInput) -> String {
    let id = here.id(db);
    if found.origins.iter().any(|origin| origin.file == Some(id)) {
        return String::new();
    }
    if !found.searched.iter().any(|level| level.file == Some(id)) {
        // Levels behind the one that decided are not asked, so this may also be one of those.
        let by = found.origins.first().map(|origin| origin.level.as_str()).unwrap_or_default();
        return format!(
            "\nthis file is not what decides here: `{by}` comes before it, or the hierarchy does not name it\n"
        );
    }
    "\noverridden: another level decides\n".to_string()
}

fn searched(found: &FoundValue) -> String {
    let levels: Vec<String> = found
        .searched
        .iter()
        .map(|level| {
            let place = level.location.as_deref().unwrap_or(&level.level);
            match level.result {
                LevelResult::Found => format!("**{place}**"),
                LevelResult::NotFound => place.to_string(),
                LevelResult::FileMissing => format!("{place} (no such file)"),
            }
        })
        .collect();
    levels.join(" → ")
}

/// The class parameter that the key gives a value to, and the calls that look it up.
fn readers(db: &dyn Db, from: FileInput, key: &str) -> Vec<String> {
    let environment = queries::environment_of(db, from);
    let mut readers = Vec::new();
    if let Some((class, parameter)) = key.rsplit_once("::") {
        for definition in find_definitions(db, environment, from, DefinitionKind::Class, class) {
            if definition.signature(db).is_some_and(|signature| signature.parameter(parameter).is_some()) {
                let path = definition.file.path(db);
                readers.push(format!("the parameter `${parameter}` of class `{class}` ({path})"));
            }
        }
    }
    for place in lookups_of(db, environment, from, key).into_iter().take(MAX_READERS) {
        let Some(file) = db.file_table().by_id(place.file) else { continue };
        let text = queries::text(db, file);
        let line = text.get(..place.range.start as usize).map_or(0, |before| before.matches('\n').count());
        readers.push(format!("a lookup ({}:{})", file.path(db), line + 1));
    }
    readers
}

/// The key of the first level whose name stands at an offset: at the start of a line, with or without quotes.
fn key_at(text: &str, offset: u32) -> Option<(String, TextRange)> {
    let offset = (offset as usize).min(text.len());
    let start = text.get(..offset)?.rfind('\n').map_or(0, |at| at + 1);
    let line = text.get(start..)?.lines().next()?;
    let quote = line.chars().next().filter(|first| matches!(first, '"' | '\''));
    let (name_start, rest) = match quote {
        Some(_) => (1, line.get(1..)?),
        None => (0, line),
    };
    let end = match quote {
        Some(quote) => rest.find(quote)?,
        // A key ends at a colon with a space or nothing behind it: names of classes have colons of their own.
        None => rest
            .match_indices(':')
            .map(|(at, _)| at)
            .find(|at| rest.get(at + 1..).is_none_or(|behind| behind.is_empty() || behind.starts_with([' ', '\t'])))?,
    };
    let name = rest.get(..end)?.trim_end();
    let is_key = rest.get(end..)?.trim_start_matches(['"', '\'']).trim_start().starts_with(':');
    let starts_well = name.starts_with(|first: char| first.is_alphanumeric() || first == '_');
    let range = TextRange::new((start + name_start) as u32, (start + name_start + name.len()) as u32);
    (is_key && starts_well && range.touches(offset as u32)).then(|| (name.to_string(), range))
}

#[cfg(test)]
mod tests {
    use super::key_at;

    fn key(text: &str, offset: u32) -> Option<String> {
        key_at(text, offset).map(|(key, _)| key)
    }

    #[test]
    fn keys_of_the_first_level_only() {
        let text = "---\na::b: 1\n\"c::d\": 2\n  nested: 3\n# x: 1\n- y: 1\n";
        assert_eq!(key(text, 5).as_deref(), Some("a::b"));
        assert_eq!(key(text, 15).as_deref(), Some("c::d"));
        assert_eq!(key(text, 10), None, "over the value");
        for offset in [0, 27, 36, 45] {
            assert_eq!(key(text, offset), None, "at {offset}");
        }
        assert_eq!(key("", 0), None);
        assert_eq!(key("é: 1\n", 1), None, "inside of a character");
    }
}
