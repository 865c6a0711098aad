//! Names of the whole workspace that contain what was typed: definitions, facts, functions and types in Ruby, keys of data and
//! resources.

use smol_str::SmolStr;
use syntax::TextRange;

use crate::FileRange;
use crate::db::Db;
use crate::definition_index::{DefinitionKind, environment_index, module_index, modules_by_name};
use crate::document_kind::{DocumentKind, document_kind};
use crate::host::{Analysis, Cancellable};
use crate::inputs::{EnvironmentInput, FileInput, FilesBelow, ModuleInput};
use crate::outer_mentions::{OuterName, outer_mentions};
use crate::queries;
use crate::reference_index::{Name, file_mentions};
use crate::resolve::plugin_files::plugin_files;
use crate::resource_index::{environment_resources, module_resources};

/// What a name of the workspace names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorkspaceSymbolKind {
    Definition(DefinitionKind),
    RubyFunction,
    RubyType,
    Fact,
    HieraKey,
    Resource,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkspaceSymbol {
    pub name: String,
    pub kind: WorkspaceSymbolKind,
    /// The module that it is in.
    pub container: Option<String>,
    pub place: FileRange,
}

/// Keys of data and resources are found from this many letters on: they are many.
const LETTERS_FOR_MANY: usize = 2;

impl Analysis {
    /// At most `limit` of them; names that start with the query come first, then those of the workspace's own code.
    pub fn workspace_symbols(&self, query: &str, limit: usize) -> Cancellable<Vec<WorkspaceSymbol>> {
        let query = Query { words: query.to_lowercase().split_whitespace().map(str::to_string).collect() };
        self.read(move |db| workspace_symbols(db, &query, limit))
    }
}

/// The words that a name has to contain, in their order.
struct Query {
    words: Vec<String>,
}

impl Query {
    /// Returns how well a name fits; all letters of each word must come in order.
    fn rank(&self, name: &str) -> Option<u32> {
        let [word] = self.words.as_slice() else {
            let mut rest = name;
            for word in &self.words {
                rest = rest.get(rest.find(word.as_str())? + word.len()..)?;
            }
            return Some(0);
        };
        if name.starts_with(word.as_str()) {
            return Some(0);
        }
        if name.contains(word.as_str()) {
            return Some(1);
        }
        let mut rest = name.chars();
        word.chars().all(|wanted| rest.any(|character| character == wanted)).then_some(2)
    }

    fn has_many_letters(&self) -> bool {
        self.words.iter().map(String::len).sum::<usize>() >= LETTERS_FOR_MANY
    }
}

struct Search<'a> {
    db: &'a dyn Db,
    query: &'a Query,
    found: Vec<(u32, WorkspaceSymbol)>,
}

impl Search<'_> {
    fn add(&mut self, name: &str, kind: WorkspaceSymbolKind, owner: &Owner, file: FileInput, range: TextRange) {
        if let Some(rank) = self.query.rank(&name.to_lowercase()) {
            let place = FileRange { file: file.id(self.db), range };
            let symbol = WorkspaceSymbol { name: name.to_string(), kind, container: owner.name.clone(), place };
            self.found.push((rank + u32::from(owner.is_vendored) * 10, symbol));
        }
    }

    /// Keys of data files, where any fits.
    fn keys(&mut self, files: &FilesBelow, owner: &Owner) {
        for (_, file) in files.iter().filter(|(path, _)| path.ends_with(".yaml") || path.ends_with(".json")) {
            if document_kind(self.db, *file) != DocumentKind::HieraData {
                continue;
            }
            for mention in outer_mentions(self.db, *file).iter() {
                if let OuterName::SetKey(key) = &mention.name {
                    self.add(key, WorkspaceSymbolKind::HieraKey, owner, *file, mention.range);
                }
            }
        }
    }

    /// Resources that manifests declare, where any fits.
    fn resources(&mut self, resources: &[(SmolStr, SmolStr)], files: &FilesBelow, owner: &Owner) {
        let shown = |type_name: &str, title: &str| {
            format!("{}[{title}]", crate::definition_index::capitalized_segments(type_name))
        };
        if !resources
            .iter()
            .any(|(of, title)| self.query.rank(&shown(of, title).to_lowercase()).is_some_and(|rank| rank < 2))
        {
            return;
        }
        for (_, file) in files.iter().filter(|(path, _)| path.ends_with(".pp")) {
            self.db.unwind_if_revision_cancelled();
            let source = queries::source_file(self.db, *file);
            for mention in &file_mentions(self.db, *file).mentions {
                if let Name::Resource { type_name, title, declares: true } = &mention.name {
                    let name = shown(type_name, title);
                    if self.query.rank(&name.to_lowercase()).is_some_and(|rank| rank < 2) {
                        let range = mention.range(&source.source_map);
                        self.add(&name, WorkspaceSymbolKind::Resource, owner, *file, range);
                    }
                }
            }
        }
    }
}

/// What names belong to.
struct Owner {
    name: Option<String>,
    is_vendored: bool,
}

fn workspace_symbols(db: &dyn Db, query: &Query, limit: usize) -> Vec<WorkspaceSymbol> {
    let mut search = Search { db, query, found: Vec::new() };
    for environment in db.workspace().environments(db).iter() {
        of_environment(&mut search, *environment);
        for module in environment.modules(db).iter() {
            db.unwind_if_revision_cancelled();
            of_module(&mut search, *module);
        }
        let used = modules_by_name(db, *environment);
        let plugins = plugin_files(db, *environment);
        let owner_of = |file: FileInput| match file.owner(db) {
            crate::inputs::FileOwner::Module { module, .. } => {
                let name = module.name(db);
                let is_vendored = used.get(&name).is_some_and(|module| module.vendored(db));
                Owner { name: Some(name.to_string()), is_vendored }
            }
            _ => Owner { name: None, is_vendored: false },
        };
        for (name, file) in &plugins.functions {
            search.add(name, WorkspaceSymbolKind::RubyFunction, &owner_of(*file), *file, TextRange::empty(0));
        }
        for (name, file) in plugins.resource_types.iter().filter(|(name, _)| !name.contains("::")) {
            search.add(name, WorkspaceSymbolKind::RubyType, &owner_of(*file), *file, TextRange::empty(0));
        }
    }
    let mut found = search.found;
    found.sort_by(|a, b| {
        let key = |(rank, symbol): &(u32, WorkspaceSymbol)| (*rank, symbol.name.clone(), symbol.kind);
        key(a).cmp(&key(b))
    });
    found.dedup_by(|a, b| a.1 == b.1);
    found.into_iter().take(limit).map(|(_, symbol)| symbol).collect()
}

fn of_environment(search: &mut Search<'_>, environment: EnvironmentInput) {
    let db = search.db;
    let owner = Owner { name: None, is_vendored: false };
    let index = environment_index(db, environment);
    for (kind, name, definition) in index.all() {
        if let Some(range) = definition.name_range(db).filter(|_| search.query.rank(name).is_some()) {
            search.add(name, WorkspaceSymbolKind::Definition(kind), &owner, definition.file, range);
        }
    }
    if search.query.has_many_letters() {
        let files = environment.files(db);
        search.keys(&files, &owner);
        search.resources(&environment_resources(db, environment), &files, &owner);
    }
}

fn of_module(search: &mut Search<'_>, module: ModuleInput) {
    let db = search.db;
    let owner = Owner { name: Some(module.name(db).to_string()), is_vendored: module.vendored(db) };
    let index = module_index(db, module);
    for (kind, name, definition) in index.all() {
        if search.query.rank(name).is_none() {
            continue;
        }
        let written = (kind == DefinitionKind::TypeAlias).then(|| definition.written_name(db)).flatten();
        if let Some(range) = definition.name_range(db) {
            let name = written.as_deref().unwrap_or(name);
            search.add(name, WorkspaceSymbolKind::Definition(kind), &owner, definition.file, range);
        }
    }
    let files = module.files(db);
    for (path, file) in files.iter().filter(|(path, _)| path.starts_with("lib/facter/") && path.ends_with(".rb")) {
        let text = queries::text(db, *file);
        for fact in custom_facts_in(&text) {
            let name = text.get(fact.start as usize..fact.end as usize).unwrap_or(path);
            search.add(name, WorkspaceSymbolKind::Fact, &owner, *file, fact);
        }
    }
    if search.query.has_many_letters() && !owner.is_vendored {
        search.keys(&files, &owner);
        search.resources(&module_resources(db, module), &files, &owner);
    }
}

/// The names in `Facter.add(:name)` and `Facter.add('name')`.
fn custom_facts_in(text: &str) -> Vec<TextRange> {
    let mut found = Vec::new();
    for (at, call) in text.match_indices("Facter.add") {
        let rest = &text[at + call.len()..];
        let opened = rest.trim_start_matches(['(', ' ']);
        let Some(name) = opened.strip_prefix([':', '\'', '"']) else { continue };
        let name = name.trim_start_matches(['\'', '"']);
        // `name` is the end of the text from here on.
        let start = text.len() - name.len();
        let length = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
        found.push(TextRange::new(start as u32, (start + length) as u32));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    const FILES: &str = "package { 'nginx': }\n//- /env/hiera.yaml\nversion: 5\nhierarchy:\n  - name: a\n    path: a.yaml\n//- /env/data/a.yaml\nweb::port: 80\n//- /env/modules/web/manifests/init.pp\nclass web { file { '/etc/web.conf': } }\n//- /env/modules/web/types/ip.pp\ntype Web::IP = String\n//- /env/modules/web/lib/facter/web_version.rb\nFacter.add(:web_version) { }\n//- /env/modules/web/lib/puppet/functions/web/url.rb\nPuppet::Functions.create_function(:'web::url') { }\n//- /env/modules/web/lib/puppet/type/web_site.rb\nPuppet::Type.newtype(:web_site) do\nend\n";

    fn found(query: &str) -> Vec<(String, WorkspaceSymbolKind)> {
        let fixture = Fixture::without_cursor(FILES);
        let symbols = fixture.host.analysis().workspace_symbols(query, 50).expect("no writer");
        symbols.into_iter().map(|symbol| (symbol.name, symbol.kind)).collect()
    }

    #[test]
    fn every_kind_of_name() {
        for (query, name, kind) in [
            ("web", "web", WorkspaceSymbolKind::Definition(DefinitionKind::Class)),
            ("web::ip", "Web::IP", WorkspaceSymbolKind::Definition(DefinitionKind::TypeAlias)),
            ("web_ver", "web_version", WorkspaceSymbolKind::Fact),
            ("web::u", "web::url", WorkspaceSymbolKind::RubyFunction),
            ("web_s", "web_site", WorkspaceSymbolKind::RubyType),
            ("port", "web::port", WorkspaceSymbolKind::HieraKey),
            ("nginx", "Package[nginx]", WorkspaceSymbolKind::Resource),
            ("web.conf", "File[/etc/web.conf]", WorkspaceSymbolKind::Resource),
        ] {
            assert!(found(query).contains(&(name.to_string(), kind)), "{query}: {:?}", found(query));
        }
    }

    #[test]
    fn words_in_their_order() {
        assert_eq!(found("web url").first().map(|(name, _)| name.as_str()), Some("web::url"));
        assert!(found("url web").is_empty());
    }

    #[test]
    fn places_of_facts() {
        let text = "x\nFacter.add('one') do\nend\nFacter.add(:two, type: :aggregate)\n";
        let names: Vec<&str> =
            custom_facts_in(text).iter().map(|range| &text[range.start as usize..range.end as usize]).collect();
        assert_eq!(names, ["one", "two"]);
    }
}
