//! What can be typed in files beside the code: keys of Hiera data from class parameters, values by their types, the
//! properties of `hiera.yaml`, `metadata.json`, `environment.conf` and `Puppetfile`. Works on lines, so that half-typed
//! files are completed too.

mod hiera_config;
mod hiera_data;
mod interpolation;
mod module_names;

use syntax::TextRange;

use super::completion::{CompletionItem, CompletionKind, Rank};
use crate::configuration::schema::{self, Property};
use crate::db::Db;
use crate::document_kind::{DocumentKind, document_kind};
use crate::inputs::FileInput;
use crate::queries;

pub fn completions(db: &dyn Db, file: FileInput, offset: u32) -> Vec<CompletionItem> {
    let text = queries::text(db, file);
    let Some(before) = text.get(..offset as usize) else { return Vec::new() };
    let line = Line { db, file, before, written: before.rsplit('\n').next().unwrap_or_default(), offset };
    match document_kind(db, file) {
        DocumentKind::HieraData => hiera_data::completions(&line),
        DocumentKind::HieraConfig => hiera_config::completions(&line),
        DocumentKind::ModuleMetadata => module_names::in_metadata(&line, &text),
        DocumentKind::Puppetfile => module_names::in_puppetfile(&line),
        kind @ DocumentKind::EnvironmentConf => {
            if line.written.contains(['=', ' ', '#']) {
                return Vec::new();
            }
            line.properties(schema::first_level(kind), line.written, |property| {
                format!("{}{}", property.name, property.value)
            })
        }
        _ => Vec::new(),
    }
}

/// The line before a cursor.
struct Line<'a> {
    db: &'a dyn Db,
    file: FileInput,
    /// All text before the cursor.
    before: &'a str,
    /// The part of it that is on the cursor's line.
    written: &'a str,
    offset: u32,
}

impl Line<'_> {
    /// The range of what was typed of a word.
    fn typed(&self, prefix: &str) -> TextRange {
        TextRange::new(self.offset - prefix.len() as u32, self.offset)
    }

    fn properties(
        &self,
        table: &'static [Property],
        prefix: &str,
        write: impl Fn(&Property) -> String,
    ) -> Vec<CompletionItem> {
        let found = table.iter().enumerate().filter(|(_, property)| property.name.starts_with(prefix));
        found
            .map(|(index, property)| {
                CompletionItem::new(property.name, CompletionKind::Attribute, Rank::Here)
                    .order(index as u16)
                    .documentation(property.documentation)
                    .inserts(self.typed(prefix), write(property))
            })
            .collect()
    }

    /// A word that begins with what was typed, in the place that it has among others.
    fn word(&self, label: &str, kind: CompletionKind, prefix: &str, order: usize) -> Option<CompletionItem> {
        label.starts_with(prefix).then(|| {
            let item = CompletionItem::new(label, kind, Rank::Here).order(order.min(800) as u16);
            item.inserts(self.typed(prefix), label)
        })
    }

    fn words<'w>(
        &self,
        labels: impl IntoIterator<Item = &'w str>,
        kind: CompletionKind,
        prefix: &str,
    ) -> Vec<CompletionItem> {
        let labels = labels.into_iter().enumerate();
        labels.filter_map(|(order, label)| self.word(label, kind, prefix, order)).collect()
    }

    /// What stands behind the `%{` that is open at the cursor.
    fn interpolation(&self) -> Option<&str> {
        let open = self.written.rfind("%{").filter(|open| !self.written[*open..].contains('}'))?;
        self.written.get(open + 2..)
    }
}

/// The key of the first level that the end of a text stands under.
fn first_level_key(before: &str) -> Option<&str> {
    let mut lines = before.rsplit('\n').skip(1);
    let head =
        lines.find(|line| line.starts_with(|first: char| !first.is_whitespace() && first != '#' && first != '-'))?;
    Some(key_of(head))
}

/// The key of a line of YAML, without quotes; colons within a name belong to it.
fn key_of(line: &str) -> &str {
    let key = line.split(": ").next().unwrap_or_default().trim();
    key.strip_suffix(':').unwrap_or(key).trim_matches(['"', '\''])
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
pub(super) mod tests {
    use crate::fixture::Fixture;

    const CODE: &str = "//- /env/modules/web/manifests/init.pp\n# @param port Where.\nclass web(Integer $port, Boolean $tls = true, Enum['a', 'b'] $mode = 'a') { notice(lookup('site_name')) }\n";

    pub fn labels(text: &str) -> Vec<String> {
        let fixture = Fixture::new(&format!("{CODE}{text}"));
        let items = fixture.host.analysis().completions(fixture.cursor.expect("a cursor")).expect("no writer").items;
        items.into_iter().map(|item| item.label).collect()
    }

    #[test]
    fn keys_and_values_of_data() {
        assert_eq!(labels("//- /env/data/a.yaml\nweb::tls: true\nweb::$0\n"), ["web::mode", "web::port"]);
        assert_eq!(labels("//- /env/data/a.yaml\nsi$0\n"), ["site_name"]);
        assert_eq!(labels("//- /env/data/a.yaml\nweb::tls: $0\n"), ["true", "false"]);
        assert_eq!(labels("//- /env/data/a.yaml\nweb::mode: b$0\n"), ["b"]);
        assert_eq!(labels("//- /env/data/a.yaml\nlookup_options:\n  web::po$0\n"), ["web::port"]);
        assert_eq!(labels("//- /env/data/a.yaml\nx: \"%{loo$0\n"), ["lookup"]);
    }

    #[test]
    fn keys_come_with_the_documentation_of_their_parameter() {
        let fixture = Fixture::new(&format!("{CODE}//- /env/data/a.yaml\nweb::po$0\n"));
        let items = fixture.host.analysis().completions(fixture.cursor.expect("a cursor")).expect("no writer").items;
        let item = items.first().expect("an item");
        assert_eq!(item.detail.as_deref(), Some("Integer"));
        let file = fixture.cursor.expect("a cursor").file;
        let key = item.resolve.as_deref().expect("a key");
        let shown = fixture.host.analysis().resolve_completion(file, key).expect("no writer").unwrap_or_default();
        assert!(shown.contains("Where."), "{shown}");
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
