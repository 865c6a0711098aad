//! Workspaces written as one text, for tests.
//!
//! A line `//- /path` starts a file; without one the text is `/env/manifests/site.pp`. `$0` marks the cursor and is taken
//! out. The workspace's root is `/env`; a text without files is a file in no environment only if it says so by its path.

use std::sync::Arc;

use evaluator::FileId;

use crate::change::{Change, OverlayChange};
use crate::host::AnalysisHost;
use crate::inputs::{FactSet, FileContent};
use crate::module_layout::{Discovery, discover};
use crate::{FilePosition, TextRange};

pub const ROOT: &str = "/env";
const DEFAULT_FILE: &str = "/env/manifests/site.pp";
const CURSOR: &str = "$0";

pub struct Fixture {
    pub host: AnalysisHost,
    pub files: Vec<(String, String)>,
    pub cursor: Option<FilePosition>,
}

impl Fixture {
    pub fn new(text: &str) -> Self {
        Fixture::over(AnalysisHost::new(), text, true)
    }

    /// A fixture in which `$0` is the match variable that Puppet has under this name.
    pub fn without_cursor(text: &str) -> Self {
        Fixture::over(AnalysisHost::new(), text, false)
    }

    pub fn with_query_log(text: &str) -> Self {
        Fixture::over(AnalysisHost::with_query_log(), text, true)
    }

    fn over(mut host: AnalysisHost, text: &str, has_cursor: bool) -> Self {
        let mut files = split_files(text);
        let mut cursor = None;
        for (path, content) in files.iter_mut().filter(|_| has_cursor) {
            if let Some(at) = content.find(CURSOR) {
                content.replace_range(at..at + CURSOR.len(), "");
                cursor = Some((path.clone(), at as u32));
            }
        }
        let mut change = Change::default();
        for (path, content) in &files {
            change.set_file(path, FileContent::Text(content.as_str().into()));
        }
        change.layout = Some(layout_of(&files));
        host.apply_change(change);
        let cursor = cursor.and_then(|(path, offset)| Some(FilePosition { file: host.file_id(&path)?, offset }));
        Fixture { host, files, cursor }
    }

    pub fn file(&self, path: &str) -> FileId {
        match self.host.file_id(path) {
            Some(file) => file,
            None => panic!("the fixture has no file {path}"),
        }
    }

    pub fn text(&self, path: &str) -> &str {
        let file = self.files.iter().find(|(known, _)| known == path);
        file.map(|(_, text)| text.as_str()).unwrap_or_default()
    }

    /// Writes a file anew, as an editor would.
    pub fn set_text(&mut self, path: &str, text: &str) {
        match self.files.iter_mut().find(|(known, _)| known == path) {
            Some((_, content)) => *content = text.to_string(),
            None => self.files.push((path.to_string(), text.to_string())),
        }
        self.host.apply_change(Change::of_file(path, FileContent::Text(text.into())));
    }

    /// Begins to work on a file, as an editor does that shows it.
    pub fn open(&mut self, path: &str) {
        self.host.apply_change(Change { opened: vec![(path.to_string(), true)], ..Change::default() });
    }

    /// Makes another state of the workspace, in which these files have these contents.
    pub fn set_overlay(&mut self, name: &str, files: &[(&str, FileContent)]) {
        let files = files.iter().map(|(path, content)| (Arc::from(*path), content.clone())).collect();
        let overlay = OverlayChange { name: name.into(), files, layout: None };
        self.host.apply_change(Change { overlays: vec![overlay], ..Change::default() });
    }

    /// Gives the workspace fact sets that come with the program.
    pub fn with_facts_of(mut self, names: &[&str]) -> Self {
        let set = |name: &&str| {
            let facts = evaluator::fact_sets::named(name)?.for_node("node1.example.com", false);
            Some(FactSet { name: (*name).into(), facts: Arc::new(facts.into()), is_typical: true })
        };
        let fact_sets = Some(names.iter().filter_map(set).collect());
        self.host.apply_change(Change { fact_sets, ..Change::default() });
        self
    }

    /// The text of a range, for expectations that read well.
    pub fn slice(&self, file: FileId, range: TextRange) -> String {
        let text = self.host.analysis().text(file).ok().flatten().unwrap_or_default();
        text.get(range.start as usize..range.end as usize).unwrap_or_default().to_string()
    }
}

fn layout_of(files: &[(String, String)]) -> crate::change::WorkspaceLayout {
    let roots = [ROOT.to_string()];
    let paths: Vec<String> = files.iter().map(|(path, _)| path.clone()).filter(|path| path.starts_with(ROOT)).collect();
    let read = |path: &str| files.iter().find(|(known, _)| known == path).map(|(_, text)| text.clone());
    discover(&Discovery { roots: &roots, files: &paths, read: &read, modulepath: &[], environment: None })
}

fn split_files(text: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        match line.strip_prefix("//- ") {
            Some(path) => files.push((path.trim().to_string(), String::new())),
            None => {
                if files.is_empty() {
                    files.push((DEFAULT_FILE.to_string(), String::new()));
                }
                if let Some((_, content)) = files.last_mut() {
                    content.push_str(line);
                }
            }
        }
    }
    files
}
