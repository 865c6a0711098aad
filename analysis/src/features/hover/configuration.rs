//! Hover in files beside the code: what a property is for, what a module or a class is, what a key is in the context in force.

use syntax::TextRange;

use super::{Hover, access, data};
use crate::configuration::environment_conf;
use crate::configuration::schema::{self, Property};
use crate::data_document::{DataPlaces, data_document};
use crate::db::Db;
use crate::definition_index::{find_definitions, modules_by_name};
use crate::document_kind::{DocumentKind, document_kind};
use crate::features::{documentation, links};
use crate::inputs::FileInput;
use crate::queries;
use crate::symbol::Symbol;
use crate::symbol::at::symbol_at;
use evaluator::hiera::data_node::{DataContent, DataNode};

pub fn at(db: &dyn Db, file: FileInput, offset: u32, with_values: bool) -> Option<Hover> {
    let kind = document_kind(db, file);
    if kind == DocumentKind::HieraData
        && let Some(hover) = data::at(db, file, offset, with_values)
    {
        return Some(hover);
    }
    of_symbol(db, file, offset, with_values).or_else(|| of_property(db, file, kind, offset))
}

fn of_symbol(db: &dyn Db, file: FileInput, offset: u32, with_values: bool) -> Option<Hover> {
    let at = symbol_at(db, file, offset)?;
    let environment = queries::environment_of(db, file);
    let markdown = match &at.symbol {
        Symbol::Definition { kind, name } => {
            let definition = *find_definitions(db, environment, file, *kind, name).first()?;
            documentation::of_definition(db, definition, &definition.signature(db)?)
        }
        Symbol::Function(name) => documentation::of_function(evaluator::functions::builtin(name)?),
        Symbol::HieraKey(key) => data::of_key(db, file, key, None, with_values),
        Symbol::Parameter { owner, name, .. } => data::of_key(db, file, &format!("{owner}::{name}"), None, with_values),
        Symbol::Fact(name) => {
            let value = if with_values { access::of_fact(db, file, name) } else { None };
            documentation::code_block(&format!("$facts['{name}']")) + &value.unwrap_or_default()
        }
        Symbol::Module(name) => module(db, file, name)?,
        _ => return None,
    };
    Some(Hover { markdown, range: at.range })
}

/// What is known of a module: its version and summary, and where it is.
fn module(db: &dyn Db, file: FileInput, name: &str) -> Option<String> {
    let environment = queries::environment_of(db, file);
    let Some(module) = modules_by_name(db, environment).get(name).copied() else {
        return Some(format!("module `{name}`: not in the modulepath\n"));
    };
    let mut text = format!("module `{name}`");
    if let Some(metadata) = module.files(db).get("metadata.json") {
        let document = data_document(db, *metadata);
        let property = |key: &str| {
            let root = document.root.as_ref()?;
            root.entry(key)?.value.key_text().map(str::to_string)
        };
        if let Some(version) = property("version") {
            text += &format!(" {version}");
        }
        if let Some(summary) = property("summary") {
            text += &format!("\n\n{summary}");
        }
    }
    Some(format!("{text}\n\n{}\n", links::to_file(&module.root(db), &links::root_of(db, file))))
}

fn of_property(db: &dyn Db, file: FileInput, kind: DocumentKind, offset: u32) -> Option<Hover> {
    let describe = |property: &Property, range: TextRange| Hover {
        markdown: format!("`{}`\n\n{}\n", property.name, property.documentation),
        range,
    };
    match kind {
        DocumentKind::EnvironmentConf => {
            let text = queries::text(db, file);
            let settings = environment_conf::settings(&text);
            let setting = settings.iter().find(|setting| setting.name_range.touches(offset))?;
            Some(describe(schema::find(schema::ENVIRONMENT_CONF, setting.name)?, setting.name_range))
        }
        DocumentKind::Puppetfile => {
            let text = queries::text(db, file);
            let start = text.get(..offset as usize)?.rfind('\n').map_or(0, |at| at + 1);
            let line = text.get(start..)?.lines().next()?;
            let word = line.split([' ', '(', '\'', '"']).next()?;
            let range = TextRange::new(start as u32, (start + word.len()) as u32);
            let property = schema::find(schema::PUPPETFILE, word).filter(|_| range.touches(offset))?;
            Some(describe(property, range))
        }
        DocumentKind::ModuleMetadata | DocumentKind::HieraConfig => {
            let document = data_document(db, file);
            let places = DataPlaces::of(db, file);
            let root = document.root.as_ref()?;
            let mut tables: Vec<(&DataNode, &'static [Property])> = vec![(root, schema::first_level(kind))];
            if kind == DocumentKind::HieraConfig {
                tables.extend(root.entry("defaults").map(|entry| (&entry.value, schema::HIERA_DEFAULTS)));
                for list in ["hierarchy", "default_hierarchy"] {
                    if let Some(DataContent::Sequence(levels)) = root.entry(list).map(|entry| &entry.value.content) {
                        tables.extend(levels.iter().map(|level| (level, schema::HIERA_LEVEL)));
                    }
                }
            }
            tables.into_iter().find_map(|(node, table)| {
                let entry = node.entries()?.iter().find(|entry| places.range(&entry.key).touches(offset))?;
                Some(describe(schema::find(table, entry.key.key_text()?)?, places.range(&entry.key)))
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;

    fn hover(text: &str) -> String {
        let fixture = Fixture::new(text);
        let hover = fixture.host.analysis().hover(fixture.cursor.expect("a cursor"), false).expect("no writer");
        hover.map(|hover| hover.markdown).unwrap_or_default()
    }

    #[test]
    fn properties_and_settings() {
        assert!(
            hover("//- /env/hiera.yaml\nversion: 5\nhierarchy:\n  - name: a\n    pa$0ths: []\n")
                .contains("Several data files")
        );
        assert!(hover("//- /env/hiera.yaml\nver$0sion: 5\n").contains("format"));
        assert!(hover("//- /env/environment.conf\nmodule$0path = x\n").contains("Folders of modules"));
        assert!(hover("//- /env/Puppetfile\nm$0od 'a-b'\n").contains("author-name"));
        let module = "//- /env/modules/web/manifests/init.pp\nclass web {}\n//- /env/modules/web/metadata.json\n";
        assert!(hover(&format!("{module}{{\"lic$0ense\": \"MIT\"}}\n")).contains("SPDX"));
        let listed = "{\"name\": \"me-web\", \"version\": \"1.2.3\", \"summary\": \"Pages\"}\n//- /env/Puppetfile\nmod 'me-w$0eb'\n";
        let text = hover(&format!("{module}{listed}"));
        assert!(text.contains("1.2.3") && text.contains("Pages"), "{text}");
    }

    #[test]
    fn classes_and_keys_inside_of_data() {
        let text = "//- /env/modules/web/manifests/init.pp\n# @summary Serves.\nclass web($port) {}\n//- /env/data/a.yaml\nclasses: [we$0b]\n";
        assert!(hover(text).contains("Serves."));
    }
}
