//! FacterDB's fact sets, read from the folder of the user's gem or of a package. Files are read once; only the fact sets of systems that
//! somebody asks for are parsed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use analysis::FileContent;
use analysis::file_system::FileSystem;
use serde_json::{Map, Value as Json};

pub type FactMap = Map<String, Json>;

/// The fact sets below one folder.
pub struct FacterDb {
    files: Arc<dyn FileSystem>,
    /// The folder with one folder for each version of Facter; `None` where there is no FacterDB.
    folder: Option<String>,
    /// Fact sets name their system by legacy facts.
    pub is_legacy: bool,
    texts: OnceLock<Vec<Arc<str>>>,
    parsed: Mutex<HashMap<usize, Option<Arc<FactMap>>>>,
}

impl FacterDb {
    /// Takes the folder `facts` of a FacterDB, with links followed; a version below 2 has legacy facts.
    pub fn new(files: Arc<dyn FileSystem>, folder: Option<String>) -> Self {
        let is_legacy =
            folder.as_deref().is_some_and(|folder| folder.contains("facterdb-1.") || folder.contains("facterdb-0."));
        FacterDb { files, folder, is_legacy, texts: OnceLock::new(), parsed: Mutex::default() }
    }

    pub fn is_here(&self) -> bool {
        self.folder.is_some()
    }

    /// Returns the fact sets of an operating system with their numbers in the order of their paths.
    pub fn of_system(&self, name: &str) -> Vec<(usize, Arc<FactMap>)> {
        let key = if self.is_legacy { "operatingsystem" } else { "name" };
        let needles = [format!("\"{key}\": \"{name}\""), format!("\"{key}\":\"{name}\"")];
        let texts = self.texts();
        let named = texts.iter().enumerate().filter(|(_, text)| needles.iter().any(|needle| text.contains(needle)));
        named.filter_map(|(index, text)| Some((index, self.parsed(index, text)?))).collect()
    }

    fn texts(&self) -> &[Arc<str>] {
        self.texts.get_or_init(|| {
            let Some(folder) = &self.folder else { return Vec::new() };
            let mut paths: Vec<String> =
                self.files.files_below(folder).into_iter().filter(|path| path.ends_with(".facts")).collect();
            paths.sort_by(|one, other| one.split('/').cmp(other.split('/')));
            let texts = paths.iter().filter_map(|path| match self.files.read(&format!("{folder}/{path}")) {
                FileContent::Text(text) => Some(text),
                FileContent::Bytes(_) | FileContent::Absent | FileContent::Unread => None,
            });
            texts.collect()
        })
    }

    fn parsed(&self, index: usize, text: &str) -> Option<Arc<FactMap>> {
        let mut parsed = self.parsed.lock().unwrap_or_else(PoisonError::into_inner);
        let read = || match serde_json::from_str(text) {
            Ok(Json::Object(facts)) => Some(Arc::new(facts)),
            _ => None,
        };
        parsed.entry(index).or_insert_with(read).clone()
    }
}

/// Returns what a fact set says of its system.
pub struct SystemFacts<'f> {
    pub name: &'f str,
    pub release: &'f str,
    pub major: Option<&'f str>,
    pub hardware: &'f str,
    pub facter: &'f str,
}

impl<'f> SystemFacts<'f> {
    pub fn of(facts: &'f FactMap, is_legacy: bool) -> Option<Self> {
        let text = |value: Option<&'f Json>| value.and_then(Json::as_str);
        let facter = text(facts.get("facterversion"))?;
        if is_legacy {
            return Some(SystemFacts {
                name: text(facts.get("operatingsystem"))?,
                release: text(facts.get("operatingsystemrelease"))?,
                major: text(facts.get("operatingsystemmajrelease")),
                hardware: text(facts.get("hardwaremodel"))?,
                facter,
            });
        }
        let os = facts.get("os")?;
        let release = os.get("release")?;
        Some(SystemFacts {
            name: text(os.get("name"))?,
            release: text(release.get("full"))?,
            major: text(release.get("major")),
            hardware: text(os.get("hardware"))?,
            facter,
        })
    }
}
