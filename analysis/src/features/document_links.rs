//! Places that lead to other files or pages: templates and files of modules, data files, pages of modules.

use evaluator::FileId;
use evaluator::hiera::data_node::{DataContent, DataNode};
use syntax::TextRange;

use crate::data_document::{DataPlaces, data_document, for_each_scalar};
use crate::db::Db;
use crate::document_kind::{DocumentKind, below_configuration, document_kind};
use crate::host::{Analysis, Cancellable};
use crate::inputs::{FileInput, FileOwner};
use crate::outer_mentions::module_lists::puppetfile_entries;
use crate::queries;
use crate::reference_index::{Name, file_mentions};
use crate::symbol::at::module_file;

/// The page of a module on the Forge, before its author and name.
const FORGE: &str = "https://forge.puppet.com/modules/";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    File(FileId),
    Url(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentLink {
    pub range: TextRange,
    pub target: LinkTarget,
}

impl Analysis {
    pub fn document_links(&self, file: FileId) -> Cancellable<Vec<DocumentLink>> {
        let found = self.read_file(file, |db, file| match document_kind(db, file) {
            DocumentKind::Manifest | DocumentKind::Template => of_code(db, file),
            DocumentKind::ModuleMetadata => of_metadata(db, file),
            DocumentKind::Puppetfile => of_puppetfile(db, file),
            DocumentKind::HieraConfig => of_hiera_config(db, file),
            _ => Vec::new(),
        })?;
        let mut found = found.unwrap_or_default();
        found.sort_by_key(|link| link.range);
        Ok(found)
    }
}

fn of_code(db: &dyn Db, file: FileInput) -> Vec<DocumentLink> {
    let source = queries::source_file(db, file);
    let text = queries::text(db, file);
    let environment = queries::environment_of(db, file);
    let mut found = Vec::new();
    for mention in &file_mentions(db, file).mentions {
        if let Name::ModuleFile { function, path } = &mention.name
            && let Some(target) = module_file(db, environment, *function, path)
        {
            let range = unquoted(&text, mention.range(&source.source_map));
            found.push(DocumentLink { range, target: LinkTarget::File(target.id(db)) });
        }
    }
    found
}

/// The inside of a string in quotes.
fn unquoted(text: &str, range: TextRange) -> TextRange {
    let is_quoted = text.get(range.start as usize..).is_some_and(|rest| rest.starts_with(['\'', '"']));
    if is_quoted { TextRange::new(range.start + 1, range.end - 1) } else { range }
}

fn of_metadata(db: &dyn Db, file: FileInput) -> Vec<DocumentLink> {
    let document = data_document(db, file);
    let places = DataPlaces::of(db, file);
    let Some(root) = &document.root else { return Vec::new() };
    let mut found = Vec::new();
    for_each_scalar(root, &mut |scalar| {
        if let Some(url) = scalar.key_text().filter(|text| is_url(text)) {
            found.push(DocumentLink { range: places.range(scalar), target: LinkTarget::Url(url.to_string()) });
        }
    });
    if let Some(DataContent::Sequence(list)) = root.entry("dependencies").map(|entry| &entry.value.content) {
        for name in list.iter().filter_map(|element| element.entry("name")) {
            if let Some(url) = name.value.key_text().and_then(forge_page) {
                found.push(DocumentLink { range: places.range(&name.value), target: LinkTarget::Url(url) });
            }
        }
    }
    found
}

fn of_puppetfile(db: &dyn Db, file: FileInput) -> Vec<DocumentLink> {
    let text = queries::text(db, file);
    let mut found = Vec::new();
    for entry in puppetfile_entries(&text) {
        let written = text.get(entry.range.start as usize..entry.range.end as usize).unwrap_or_default();
        let quoted = written.split(['\'', '"']).skip(1).step_by(2);
        let mut url_found = false;
        for url in quoted.filter(|text| is_url(text)) {
            if let Some(at) = written.find(url) {
                let start = entry.range.start + at as u32;
                let range = TextRange::new(start, start + url.len() as u32);
                found.push(DocumentLink { range, target: LinkTarget::Url(url.to_string()) });
                url_found = true;
            }
        }
        // A module that comes from elsewhere has no page of its own.
        if !url_found && let Some(url) = forge_page(&entry.name) {
            found.push(DocumentLink { range: entry.name_range, target: LinkTarget::Url(url) });
        }
    }
    found
}

fn of_hiera_config(db: &dyn Db, file: FileInput) -> Vec<DocumentLink> {
    let document = data_document(db, file);
    let places = DataPlaces::of(db, file);
    let Some(root) = &document.root else { return Vec::new() };
    let files = match file.owner(db) {
        FileOwner::Module { module, .. } => module.files(db),
        FileOwner::Environment { environment, .. } => environment.files(db),
        FileOwner::Nothing => return Vec::new(),
    };
    let text_of = |node: &DataNode, key: &str| Some(node.entry(key)?.value.key_text()?.to_string());
    let default = root.entry("defaults").and_then(|defaults| text_of(&defaults.value, "datadir"));
    let mut found = Vec::new();
    for list in ["hierarchy", "default_hierarchy"] {
        let Some(DataContent::Sequence(levels)) = root.entry(list).map(|entry| &entry.value.content) else { continue };
        for level in levels.iter() {
            let folder = text_of(level, "datadir").or_else(|| default.clone()).unwrap_or_else(|| "data".to_string());
            for key in ["path", "paths"] {
                let Some(entry) = level.entry(key) else { continue };
                for_each_scalar(&entry.value, &mut |scalar| {
                    let Some(path) = scalar.key_text() else { return };
                    let Some(folder) = below_configuration(&folder) else { return };
                    let below = format!("{}/{path}", folder.trim_end_matches('/'));
                    if let Some(target) = files.get(below.as_str()) {
                        let target = LinkTarget::File(target.id(db));
                        found.push(DocumentLink { range: places.range(scalar), target });
                    }
                });
            }
        }
    }
    found
}

fn is_url(text: &str) -> bool {
    (text.starts_with("https://") || text.starts_with("http://")) && !text.contains(char::is_whitespace)
}

/// The page of `author-name` or `author/name`.
fn forge_page(written: &str) -> Option<String> {
    let (author, name) = written.split_once(['-', '/'])?;
    let is_plain = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (is_plain(author) && is_plain(name)).then(|| format!("{FORGE}{author}/{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;
    use expect_test::{Expect, expect};

    fn check(path: &str, text: &str, expected: Expect) {
        let fixture = Fixture::new(text);
        let analysis = fixture.host.analysis();
        let file = fixture.file(path);
        let links = analysis.document_links(file).expect("no writer");
        let shown: Vec<String> = links
            .iter()
            .map(|link| {
                let target = match &link.target {
                    LinkTarget::File(file) => analysis.path(*file).expect("no writer").expect("a path").to_string(),
                    LinkTarget::Url(url) => url.clone(),
                };
                format!("[{}] {target}\n", fixture.slice(file, link.range))
            })
            .collect();
        expected.assert_eq(&shown.concat());
    }

    #[test]
    fn files_of_modules() {
        check(
            "/env/manifests/site.pp",
            "file { '/a': content => epp('m/a.epp'), source => 'puppet:///modules/m/x/y.conf' }\nnotice(template('m/no.erb'), file(\"m/x/y.conf\"))\n//- /env/modules/m/manifests/init.pp\nclass m {}\n//- /env/modules/m/templates/a.epp\n\n//- /env/modules/m/files/x/y.conf\n\n",
            expect![[r#"
                [m/a.epp] /env/modules/m/templates/a.epp
                [puppet:///modules/m/x/y.conf] /env/modules/m/files/x/y.conf
                [m/x/y.conf] /env/modules/m/files/x/y.conf
            "#]],
        );
    }

    #[test]
    fn pages_of_modules_and_files_of_data() {
        check(
            "/env/modules/m/metadata.json",
            "//- /env/modules/m/manifests/init.pp\nclass m {}\n//- /env/modules/m/metadata.json\n{\"name\": \"a-m\", \"source\": \"https://example.com/m\", \"dependencies\": [{\"name\": \"puppetlabs/stdlib\"}]}\n",
            expect![[r#"
                [https://example.com/m] https://example.com/m
                [puppetlabs/stdlib] https://forge.puppet.com/modules/puppetlabs/stdlib
            "#]],
        );
        check(
            "/env/Puppetfile",
            "//- /env/Puppetfile\nmod 'puppetlabs-stdlib', '9.0.0'\nmod 'own',\n  git: 'https://example.com/own.git'\n",
            expect![[r#"
                [puppetlabs-stdlib] https://forge.puppet.com/modules/puppetlabs/stdlib
                [https://example.com/own.git] https://example.com/own.git
            "#]],
        );
        check(
            "/env/hiera.yaml",
            "//- /env/hiera.yaml\nversion: 5\nhierarchy:\n  - name: a\n    paths: ['x.yaml', \"%{facts.os.family}.yaml\"]\n//- /env/data/x.yaml\na: 1\n",
            expect![[r#"
                [x.yaml] /env/data/x.yaml
            "#]],
        );
    }
}
