//! The catalog as it was before edits: the same preview with other texts for some files, those of the disk or of a commit.
//!
//! The last few are remembered, so typing does not evaluate the old state again. They are no query: the database never lets go
//! of a key, and these have texts in them.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use evaluator::ruby::plugin_types::PluginType;
use evaluator::world::{BrokenParts, ParsedFile};
use evaluator::{FileId, Outcome, World};
use syntax::SourceFile;

use smol_str::SmolStr;

use super::world::DatabaseWorld;
use super::{PreviewGoal, PreviewKey, request_of};
use crate::db::Db;
use crate::inputs::{EnvironmentInput, FileContent, FileInput};
use crate::queries;

/// The files that had another content before, with that content.
pub type OldContents = Arc<BTreeMap<FileId, FileContent>>;

/// How many are remembered: those of a document's lenses and of what is compared beside.
const REMEMBERED: usize = 8;

/// The last previews of old states. Shared by all handles of a database; the writer says what has changed.
#[derive(Clone, Default)]
pub struct OldPreviews(Arc<Mutex<Remembered>>);

#[derive(Default)]
struct Remembered {
    changes: u64,
    /// When each file's text last changed, counted in changes.
    of_files: HashMap<FileId, u64>,
    /// When anything else last did.
    elsewhere: u64,
    previews: VecDeque<OldPreview>,
}

struct OldPreview {
    key: KeyParts,
    old: OldContents,
    /// The changes that had been made by then.
    changes: u64,
    outcome: Arc<Outcome>,
}

/// What a `PreviewKey` stands for.
type KeyParts = (EnvironmentInput, Option<FileInput>, SmolStr, SmolStr, PreviewGoal);

impl OldPreviews {
    fn locked(&self) -> MutexGuard<'_, Remembered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A file's text is another one. To be called when no reader of the old text is left.
    pub(crate) fn file_changed(&self, file: FileId, path: &str) {
        let mut remembered = self.locked();
        remembered.changes += 1;
        let now = remembered.changes;
        if is_seen_only_through_contents(path) {
            remembered.of_files.insert(file, now);
        } else {
            remembered.elsewhere = now;
        }
    }

    /// Settings, facts, folders or lists of files are other ones. To be called when no reader of the old ones is left.
    pub(crate) fn anything_changed(&self) {
        let mut remembered = self.locked();
        remembered.changes += 1;
        remembered.elsewhere = remembered.changes;
    }
}

/// Types in Ruby and metadata are asked of the workspace of now.
fn is_seen_only_through_contents(path: &str) -> bool {
    !path.ends_with(".rb") && !path.ends_with("/metadata.json")
}

impl Remembered {
    fn find(&mut self, key: &KeyParts, old: &OldContents) -> Option<Arc<Outcome>> {
        let at = self.previews.iter().position(|known| known.key == *key && known.old == *old)?;
        let known = self.previews.remove(at)?;
        // A change of a file that was another one before cannot be seen in that state.
        let changed_since = |file: &FileId, changed: &u64| *changed > known.changes && !known.old.contains_key(file);
        if self.elsewhere > known.changes || self.of_files.iter().any(|(file, changed)| changed_since(file, changed)) {
            return None;
        }
        let outcome = known.outcome.clone();
        self.previews.push_back(known);
        Some(outcome)
    }

    fn remember(&mut self, preview: OldPreview) {
        if self.previews.len() >= REMEMBERED {
            self.previews.pop_front();
        }
        self.previews.push_back(preview);
    }
}

/// The preview of a key as it was with the old contents.
pub fn baseline_preview(db: &dyn Db, key: PreviewKey<'_>, old: &OldContents) -> Arc<Outcome> {
    let parts = (key.environment(db), key.manifest(db), key.node(db), key.fact_set(db), key.goal(db));
    let changes = {
        let mut remembered = db.old_previews().locked();
        if let Some(outcome) = remembered.find(&parts, old) {
            return outcome;
        }
        remembered.changes
    };
    let world = BaselineWorld {
        db,
        now: DatabaseWorld::new(db, key.environment(db), key.manifest(db)),
        old: old.clone(),
        parsed: RefCell::default(),
    };
    let outcome = Arc::new(evaluator::compile(&world, &request_of(db, key)));
    let preview = OldPreview { key: parts, old: old.clone(), changes, outcome: outcome.clone() };
    db.old_previews().locked().remember(preview);
    outcome
}

/// The database's world with the old contents over it.
struct BaselineWorld<'db> {
    db: &'db dyn Db,
    now: DatabaseWorld<'db>,
    old: OldContents,
    parsed: RefCell<HashMap<FileId, Option<ParsedFile>>>,
}

impl BaselineWorld<'_> {
    /// Whether the file was there before.
    fn was_there(&self, file: &FileId) -> bool {
        self.old.get(file).is_none_or(|content| !content.is_absent())
    }

    fn read_old(&self, file: FileId, content: &FileContent) -> Option<SourceFile> {
        let options = queries::read_options(self.db, self.db.file_table().by_id(file)?);
        match content {
            FileContent::Absent => None,
            FileContent::Text(text) => Some(syntax::read(text, &options)),
            FileContent::Bytes(bytes) => Some(syntax::source_file::read_bytes(bytes, &options)),
        }
    }

    fn parse_old(&self, file: FileId, content: &FileContent) -> Option<ParsedFile> {
        let source = self.read_old(file, content)?;
        Some(ParsedFile {
            errors: source.problems.iter().filter(|problem| problem.is_error()).cloned().collect(),
            program: source.program,
            warnings: Arc::default(),
        })
    }
}

impl World for BaselineWorld<'_> {
    fn main_manifests(&self) -> Vec<FileId> {
        let mut manifests = self.now.main_manifests();
        manifests.retain(|file| self.was_there(file));
        manifests
    }

    fn module_file(&self, module: &str, path: &str) -> Option<FileId> {
        self.now.module_file(module, path).filter(|file| self.was_there(file))
    }

    fn environment_file(&self, path: &str) -> Option<FileId> {
        self.now.environment_file(path).filter(|file| self.was_there(file))
    }

    fn modules(&self) -> Arc<[String]> {
        self.now.modules()
    }

    fn files_below(&self, module: Option<&str>, folder: &str) -> Vec<(String, FileId)> {
        let mut files = self.now.files_below(module, folder);
        files.retain(|(_, file)| self.was_there(file));
        files
    }

    fn parsed(&self, file: FileId) -> Option<ParsedFile> {
        let Some(content) = self.old.get(&file) else { return self.now.parsed(file) };
        if let Some(known) = self.parsed.borrow().get(&file) {
            return known.clone();
        }
        let parsed = self.parse_old(file, content);
        self.parsed.borrow_mut().insert(file, parsed.clone());
        parsed
    }

    fn bytes(&self, file: FileId) -> Option<Arc<[u8]>> {
        match self.old.get(&file) {
            None => self.now.bytes(file),
            Some(FileContent::Absent) => None,
            Some(FileContent::Text(text)) => Some(text.as_bytes().into()),
            Some(FileContent::Bytes(bytes)) => Some(bytes.clone()),
        }
    }

    fn path(&self, file: FileId) -> Arc<str> {
        self.now.path(file)
    }

    fn module_dependencies(&self, module: &str) -> Option<Arc<[String]>> {
        self.now.module_dependencies(module)
    }

    fn plugin_resource_type(&self, name: &str) -> Option<Arc<PluginType>> {
        self.now.plugin_resource_type(name)
    }

    fn broken_parts(&self, file: FileId) -> Option<Arc<BrokenParts>> {
        match self.old.get(&file) {
            None => self.now.broken_parts(file),
            Some(content) => Some(Arc::new(BrokenParts::of(&self.read_old(file, content)?))),
        }
    }

    fn checkpoint(&self) {
        self.now.checkpoint();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::Change;
    use crate::fixture::Fixture;
    use crate::preview::contexts::preview_key;

    const SITE: &str = "/env/manifests/site.pp";
    const A: &str = "/env/modules/a/manifests/init.pp";
    const B: &str = "/env/modules/b/manifests/init.pp";
    const FILES: &str = "//- /env/manifests/site.pp\ninclude a\ninclude b\n\
         //- /env/modules/a/manifests/init.pp\nclass a { notify { 'a': } }\n\
         //- /env/modules/b/manifests/init.pp\nclass b { notify { 'b': } }\n";

    /// The node's catalog with this text of a file before.
    fn before(fixture: &Fixture, path: &str, text: &str) -> Arc<Outcome> {
        let old: OldContents = Arc::new([(fixture.file(path), FileContent::Text(text.into()))].into());
        let site = fixture.file(SITE);
        let read = fixture
            .host
            .analysis()
            .read_file(site, |db, file| baseline_preview(db, preview_key(db, file, PreviewGoal::Node), &old));
        read.expect("no writer").expect("the file is known")
    }

    fn titles(outcome: &Outcome) -> Vec<String> {
        let resources = outcome.catalog.iter().flat_map(|catalog| &catalog.resources);
        let mut titles: Vec<String> = resources.map(|resource| resource.title.to_string()).collect();
        titles.retain(|title| title.len() == 1 && title.chars().all(char::is_lowercase));
        titles
    }

    #[test]
    fn typing_in_a_file_does_not_evaluate_its_old_state_again() {
        let mut fixture = Fixture::new(FILES);
        let first = before(&fixture, A, "class a { notify { 'x': } }");
        assert_eq!(titles(&first), ["x", "b"]);
        fixture.set_text(A, "class a { notify { 'c': } }\n");
        assert!(Arc::ptr_eq(&first, &before(&fixture, A, "class a { notify { 'x': } }")));
        let other = before(&fixture, A, "class a { notify { 'y': } }");
        assert_eq!(titles(&other), ["y", "b"]);
    }

    #[test]
    fn what_was_the_same_before_is_seen_as_it_is() {
        let mut fixture = Fixture::new(FILES);
        before(&fixture, A, "class a { }");
        fixture.set_text(B, "class b { notify { 'd': } }\n");
        assert_eq!(titles(&before(&fixture, A, "class a { }")), ["d"]);
        fixture.host.apply_change(Change::of_file(B, FileContent::Absent));
        assert!(!before(&fixture, A, "class a { }").is_ok());
        fixture.set_text(B, "class b { notify { 'e': } }\n");
        assert_eq!(titles(&before(&fixture, A, "class a { }")), ["e"]);
    }

    #[test]
    fn comparing_with_many_states_keeps_a_few() {
        let mut fixture = Fixture::new(FILES);
        before(&fixture, A, "class a { }");
        let kept = fixture.host.kept();
        for number in 0..3 * REMEMBERED {
            before(&fixture, A, &format!("class a {{ notify {{ '{number}': }} }}"));
        }
        assert_eq!(fixture.host.kept(), kept);
        let analysis = fixture.host.analysis();
        assert_eq!(analysis.db.old_previews().locked().previews.len(), REMEMBERED);
    }
}
