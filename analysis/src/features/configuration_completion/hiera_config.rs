//! `hiera.yaml`: its properties by level, and the functions that read data.

use super::{Line, first_level_key, interpolation};
use crate::configuration::schema;
use crate::features::completion::{CompletionItem, CompletionKind};

pub fn completions(line: &Line<'_>) -> Vec<CompletionItem> {
    if let Some(open) = line.interpolation() {
        return interpolation::completions(line, open);
    }
    let written = line.written.trim_start().trim_start_matches("- ");
    if let Some((key, prefix)) = written.split_once(": ") {
        let functions: &[&str] = match key {
            "data_hash" => &["yaml_data", "json_data", "hocon_data"],
            "lookup_key" => &["eyaml_lookup_key"],
            "version" => &["5"],
            _ => &[],
        };
        return line.words(functions.iter().copied(), CompletionKind::Function, prefix.trim_start());
    }
    let table = match (line.written.starts_with([' ', '-']), first_level_key(line.before)) {
        (false, _) => schema::HIERA_CONFIG,
        (true, Some("defaults")) => schema::HIERA_DEFAULTS,
        (true, Some("hierarchy" | "default_hierarchy")) => schema::HIERA_LEVEL,
        (true, _) => return Vec::new(),
    };
    line.properties(table, written, |property| match property.value {
        "" => format!("{}:", property.name),
        value => format!("{}: {value}", property.name),
    })
}
