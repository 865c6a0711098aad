//! A folder of modules or a control repository as a database, for suites that try a feature at many places of real code.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::module_layout::{Discovery, discover};
use analysis::{AnalysisHost, Change, FactSet, FileContent};

/// The texts of a project, by absolute path.
pub type Texts = BTreeMap<String, String>;

/// The folder that a variable of the process names, or else the example control repository.
pub fn root_named(variable: &str) -> PathBuf {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/control-repo");
    std::env::var(variable).map_or(example, PathBuf::from).canonicalize().expect("the folder")
}

/// A number that a variable of the process gives; 1 without it.
pub fn number_named(variable: &str) -> usize {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

pub fn read(folder: &Path, texts: &mut Texts) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            read(&path, texts);
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            texts.insert(path.display().to_string(), text);
        }
    }
}

pub fn host(root: &str, texts: &Texts) -> AnalysisHost {
    let mut host = AnalysisHost::new();
    let paths: Vec<String> = texts.keys().cloned().collect();
    let read = |path: &str| texts.get(path).cloned();
    let layout = discover(&Discovery {
        roots: &[root.to_string()],
        files: &paths,
        read: &read,
        modulepath: &[],
        environment: None,
    });
    let name = evaluator::fact_sets::DEFAULT;
    let facts = evaluator::fact_sets::named(name).expect("the default facts");
    let facts = Arc::new(facts.for_node("node.example.com", false).into());
    let facts = FactSet { name: name.into(), facts, is_typical: true };
    let mut change = Change { layout: Some(layout), fact_sets: Some(vec![facts]), ..Change::default() };
    for (path, text) in texts {
        change.set_file(path.clone(), content(Some(text)));
    }
    host.apply_change(change);
    host
}

pub fn content(text: Option<&String>) -> FileContent {
    match text {
        Some(text) => FileContent::Text(text.as_str().into()),
        None => FileContent::Absent,
    }
}
