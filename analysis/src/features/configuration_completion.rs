//! What can be typed in files beside the code: keys of Hiera data from class parameters, values by their types, the
//! properties of `hiera.yaml`, `metadata.json`, `environment.conf` and `Puppetfile`. Works on lines, so that half-typed
//! files are completed too.

use evaluator::Type;
use smol_str::SmolStr;
use syntax::TextRange;

use super::completion::{CompletionItem, CompletionKind};
use super::documentation;
use crate::configuration::lookups::environment_lookups;
use crate::configuration::schema::{self, Property};
use crate::db::Db;
use crate::definition_index::{DefinitionIndex, DefinitionKind, environment_index, find_definitions, module_index};
use crate::document_kind::{DocumentKind, document_kind};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::preview;
use crate::queries;
use crate::static_types::declared::TypeReader;

/// More keys than that are no help: the next letters narrow them down.
const MAX_KEYS: usize = 500;

pub fn completions(db: &dyn Db, file: FileInput, offset: u32) -> Vec<CompletionItem> {
    let text = queries::text(db, file);
    let Some(before) = text.get(..offset as usize) else { return Vec::new() };
    let line = before.rsplit('\n').next().unwrap_or_default();
    match document_kind(db, file) {
        DocumentKind::HieraData => of_data(db, file, before, line, offset),
        DocumentKind::HieraConfig => of_hiera_config(db, before, line, offset),
        DocumentKind::ModuleMetadata => of_metadata(&text, before, offset),
        kind @ (DocumentKind::EnvironmentConf | DocumentKind::Puppetfile) => {
            if line.contains(['=', ' ', '\'', '"', '#']) {
                return Vec::new();
            }
            properties(schema::first_level(kind), line, offset, |property| {
                format!("{}{}", property.name, property.value)
            })
        }
        _ => Vec::new(),
    }
}

fn properties(
    table: &'static [Property],
    prefix: &str,
    offset: u32,
    write: impl Fn(&Property) -> String,
) -> Vec<CompletionItem> {
    let found = table.iter().filter(|property| property.name.starts_with(prefix));
    found
        .map(|property| CompletionItem {
            label: property.name.to_string(),
            kind: CompletionKind::Attribute,
            detail: None,
            documentation: Some(property.documentation.to_string()),
            edit: Some((TextRange::new(offset - prefix.len() as u32, offset), write(property))),
            ..CompletionItem::default()
        })
        .collect()
}

fn value(label: &str, kind: CompletionKind, prefix: &str, offset: u32) -> Option<CompletionItem> {
    label.starts_with(prefix).then(|| CompletionItem {
        label: label.to_string(),
        kind,
        detail: None,
        documentation: None,
        edit: Some((TextRange::new(offset - prefix.len() as u32, offset), label.to_string())),
        ..CompletionItem::default()
    })
}

fn of_data(db: &dyn Db, file: FileInput, before: &str, line: &str, offset: u32) -> Vec<CompletionItem> {
    let environment = queries::environment_of(db, file);
    if let Some(open) = line.rfind("%{").filter(|open| !line[*open..].contains('}')) {
        return interpolated(db, &line[open + 2..], offset);
    }
    if let Some((key, written)) = line.split_once(": ") {
        let key = key.trim_matches(['"', '\'']);
        return of_value(db, environment, file, key, written.trim_start(), offset);
    }
    let indented = line.starts_with(' ');
    let is_option = indented && first_level_key(before) == Some("lookup_options") && indentation(line) <= 2;
    if line.starts_with(['#', '-']) || indented && !is_option {
        return Vec::new();
    }
    let prefix = line.trim_start().trim_start_matches(['"', '\'']);
    keys(db, environment, file, prefix, offset)
}

/// The key of the first level that the end of a text stands under.
fn first_level_key(before: &str) -> Option<&str> {
    let mut lines = before.rsplit('\n').skip(1);
    let head =
        lines.find(|line| line.starts_with(|first: char| !first.is_whitespace() && first != '#' && first != '-'))?;
    Some(head.split(':').next().unwrap_or_default().trim())
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Keys that class parameters and lookups read, without those that the file has.
fn keys(db: &dyn Db, environment: EnvironmentInput, file: FileInput, prefix: &str, offset: u32) -> Vec<CompletionItem> {
    let text = queries::text(db, file);
    let mut items: Vec<CompletionItem> = Vec::new();
    let replaced = TextRange::new(offset - prefix.len() as u32, offset);
    let has = |key: &str| {
        text.lines().any(|line| {
            line.trim_start_matches(['"', '\''])
                .strip_prefix(key)
                .is_some_and(|rest| rest.trim_start_matches(['"', '\'']).starts_with(':') && !rest.starts_with("::"))
        })
    };
    let mut add = |key: String, detail: Option<String>, documentation: Option<String>| {
        if items.len() < MAX_KEYS && !has(&key) {
            let edit = Some((replaced, format!("{key}: ")));
            let kind = CompletionKind::Parameter;
            items.push(CompletionItem { label: key, kind, detail, documentation, edit, ..CompletionItem::default() });
        }
    };
    for key in environment_lookups(db, environment).keys.iter().filter(|key| key.starts_with(prefix)) {
        add(key.to_string(), Some("looked up".to_string()), None);
    }
    let mut of_index = |index: &DefinitionIndex| {
        for (kind, class, definition) in index.all() {
            // Either may be the longer one: `web` wants `web::port`, `web::po` too.
            let concerns = class.starts_with(prefix) || prefix.starts_with(class.as_str());
            if kind != DefinitionKind::Class || !concerns {
                continue;
            }
            let Some(signature) = definition.signature(db) else { continue };
            for parameter in &signature.parameters {
                let key = format!("{class}::{}", parameter.name);
                if key.starts_with(prefix) {
                    let text = documentation::of_parameter(db, definition, &signature, &parameter.name);
                    add(key, parameter.type_text.as_ref().map(SmolStr::to_string), Some(text));
                }
            }
        }
    };
    of_index(&environment_index(db, environment));
    let wanted = prefix.split("::").next().unwrap_or_default();
    for module in environment.modules(db).iter() {
        if module.name(db).starts_with(wanted) {
            of_index(&module_index(db, *module));
        }
    }
    items
}

/// Values that the type of the class parameter names.
fn of_value(
    db: &dyn Db,
    environment: EnvironmentInput,
    file: FileInput,
    key: &str,
    written: &str,
    offset: u32,
) -> Vec<CompletionItem> {
    let Some((class, parameter)) = key.rsplit_once("::") else { return Vec::new() };
    let definitions = find_definitions(db, environment, file, DefinitionKind::Class, class);
    let Some(signature) = definitions.first().and_then(|definition| definition.signature(db)) else {
        return Vec::new();
    };
    let type_text = signature.parameter(parameter).and_then(|parameter| parameter.type_text.clone());
    let expected = type_text.and_then(|text| TypeReader::of_texts(db, environment, file).read_text(&text));
    let mut labels = Vec::new();
    if let Some(expected) = expected {
        literals(&expected, &mut labels, 0);
    }
    labels.iter().filter_map(|label| value(label, CompletionKind::Keyword, written, offset)).collect()
}

fn literals(expected: &Type, labels: &mut Vec<String>, depth: u32) {
    match expected.resolved() {
        Type::Boolean(_) => labels.extend(["true".to_string(), "false".to_string()]),
        Type::Enum { values, .. } => labels.extend(values.iter().map(|value| value.to_string())),
        Type::Optional(Some(inner)) => literals(inner, labels, depth + 1),
        Type::Variant(types) if depth < 8 => types.iter().for_each(|inner| literals(inner, labels, depth + 1)),
        _ => {}
    }
}

/// Inside of `%{`.
fn interpolated(db: &dyn Db, prefix: &str, offset: u32) -> Vec<CompletionItem> {
    let facts = preview::facts_named(db, &preview::contexts::fact_set_name(db));
    let facts = facts.iter().flat_map(|set| set.facts.keys().map(|name| format!("facts.{name}")).collect::<Vec<_>>());
    let fixed = ["trusted.certname", "environment", "lookup('')", "alias('')", "literal('%')"];
    let mut items: Vec<CompletionItem> =
        fixed.iter().filter_map(|label| value(label, CompletionKind::Function, prefix, offset)).collect();
    items.extend(facts.filter_map(|label| value(&label, CompletionKind::Fact, prefix, offset)));
    items
}

fn of_hiera_config(db: &dyn Db, before: &str, line: &str, offset: u32) -> Vec<CompletionItem> {
    if let Some(open) = line.rfind("%{").filter(|open| !line[*open..].contains('}')) {
        return interpolated(db, &line[open + 2..], offset);
    }
    let written = line.trim_start().trim_start_matches("- ");
    if let Some((key, prefix)) = written.split_once(": ") {
        let functions: &[&str] = match key {
            "data_hash" => &["yaml_data", "json_data", "hocon_data"],
            "lookup_key" => &["eyaml_lookup_key"],
            _ => &[],
        };
        let prefix = prefix.trim_start();
        return functions.iter().filter_map(|label| value(label, CompletionKind::Function, prefix, offset)).collect();
    }
    let table = match (line.starts_with([' ', '-']), first_level_key(before)) {
        (false, _) => schema::HIERA_CONFIG,
        (true, Some("defaults")) => schema::HIERA_DEFAULTS,
        (true, Some("hierarchy" | "default_hierarchy")) => schema::HIERA_LEVEL,
        (true, _) => return Vec::new(),
    };
    properties(table, written, offset, |property| match property.value {
        "" => format!("{}:", property.name),
        value => format!("{}: {value}", property.name),
    })
}

fn of_metadata(text: &str, before: &str, offset: u32) -> Vec<CompletionItem> {
    let Some(open) = before.rfind('"') else { return Vec::new() };
    // An odd number of quotes before the cursor: inside of a string.
    let prefix = &before[open + 1..];
    let is_inside = before.matches('"').count() % 2 == 1 && !prefix.contains('\n');
    let is_key = before[..open].trim_end().ends_with(['{', ',']);
    if !is_inside || !is_key {
        return Vec::new();
    }
    let depth = before.chars().fold(0_i32, |depth, c| match c {
        '{' | '[' => depth + 1,
        '}' | ']' => depth - 1,
        _ => depth,
    });
    if depth != 1 {
        let labels = ["name", "version_requirement", "operatingsystem", "operatingsystemrelease"];
        return labels.iter().filter_map(|label| value(label, CompletionKind::Attribute, prefix, offset)).collect();
    }
    // The quote behind the cursor is often there already.
    let closes = text.get(offset as usize..).is_some_and(|rest| rest.starts_with('"'));
    let mut items = properties(schema::METADATA, prefix, offset, |property| match closes {
        true => property.name.to_string(),
        false => format!("{}\": {}", property.name, property.value),
    });
    items.retain(|item| !text.contains(&format!("\"{}\":", item.label)));
    items
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;

    const CODE: &str = "//- /env/modules/web/manifests/init.pp\n# @param port Where.\nclass web(Integer $port, Boolean $tls = true, Enum['a', 'b'] $mode = 'a') { notice(lookup('site_name')) }\n";

    fn labels(text: &str) -> Vec<String> {
        let fixture = Fixture::new(&format!("{CODE}{text}"));
        let items = fixture.host.analysis().completions(fixture.cursor.expect("a cursor")).expect("no writer").items;
        items.into_iter().map(|item| item.label).collect()
    }

    #[test]
    fn keys_and_values_of_data() {
        assert_eq!(labels("//- /env/data/a.yaml\nweb::tls: true\nweb::$0\n"), ["web::port", "web::mode"]);
        assert_eq!(labels("//- /env/data/a.yaml\nsi$0\n"), ["site_name"]);
        assert_eq!(labels("//- /env/data/a.yaml\nweb::tls: $0\n"), ["true", "false"]);
        assert_eq!(labels("//- /env/data/a.yaml\nweb::mode: b$0\n"), ["b"]);
        assert_eq!(labels("//- /env/data/a.yaml\nlookup_options:\n  web::po$0\n"), ["web::port"]);
        assert_eq!(labels("//- /env/data/a.yaml\nx: \"%{loo$0\n"), ["lookup('')"]);
    }

    #[test]
    fn keys_come_with_the_documentation_of_their_parameter() {
        let fixture = Fixture::new(&format!("{CODE}//- /env/data/a.yaml\nweb::po$0\n"));
        let items = fixture.host.analysis().completions(fixture.cursor.expect("a cursor")).expect("no writer").items;
        let item = items.first().expect("an item");
        assert_eq!(item.detail.as_deref(), Some("Integer"));
        assert!(item.documentation.as_deref().is_some_and(|text| text.contains("Where.")), "{item:?}");
        assert_eq!(item.edit.as_ref().map(|(_, text)| text.as_str()), Some("web::port: "));
    }

    #[test]
    fn properties_of_configuration() {
        assert_eq!(labels("//- /env/hiera.yaml\nhier$0\n"), ["hierarchy"]);
        assert_eq!(labels("//- /env/hiera.yaml\nhierarchy:\n  - name: x\n    pa$0\n"), ["path", "paths"]);
        assert_eq!(labels("//- /env/hiera.yaml\ndefaults:\n  data_h$0\n"), ["data_hash"]);
        assert_eq!(labels("//- /env/hiera.yaml\ndefaults:\n  data_hash: y$0\n"), ["yaml_data"]);
        assert_eq!(labels("//- /env/environment.conf\nmod$0\n"), ["modulepath"]);
        assert_eq!(labels("//- /env/Puppetfile\nfo$0\n"), ["forge"]);
        assert_eq!(labels("//- /env/modules/web/metadata.json\n{\"source\": \"x\", \"s$0\"}\n"), ["summary"]);
        assert_eq!(labels("//- /env/modules/web/metadata.json\n{\"name\": \"s$0\"}\n"), [""; 0]);
    }
}
