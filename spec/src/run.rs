//! Runs spec files in parallel and collects verdicts.

pub mod examples;
pub mod selection;
pub mod verdicts;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use analysis::file_system::FileSystem;
use analysis::{Analysis, AnalysisHost};

pub use selection::Selection;
pub use verdicts::{ExampleResult, Failure, Report, Status};

use crate::environment::Environment;
use crate::environment::catalogs::Catalogs;
use crate::environment::facterdb::FacterDb;
use crate::environment::versions::Versions;

/// What is run, and with what.
pub struct RunOptions {
    /// The module's folder, absolute.
    pub root: String,
    /// Spec files below it.
    pub spec_files: Vec<String>,
    pub files: Arc<dyn FileSystem>,
    pub versions: Versions,
    pub variables: HashMap<String, String>,
    /// The folder `facts` of a FacterDB, absolute.
    pub facterdb: Option<String>,
    pub selection: Selection,
    pub fail_fast: bool,
    pub threads: usize,
    pub stack_bytes: usize,
}

/// What the threads of a run share.
struct Shared<'a> {
    options: &'a RunOptions,
    variables: Arc<HashMap<String, String>>,
    facterdb: Arc<FacterDb>,
    next: AtomicUsize,
    is_stopped: AtomicBool,
    /// Results with the number of their file.
    results: Mutex<Vec<(usize, Vec<ExampleResult>)>>,
    done: &'a (dyn Fn(&ExampleResult) + Sync),
}

/// One part of a spec file: the examples whose number leaves this rest.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub index: usize,
    pub of: usize,
}

/// Runs spec files; `done` hears of each example when it has a verdict.
pub fn run_specs(host: &AnalysisHost, options: &RunOptions, done: &(dyn Fn(&ExampleResult) + Sync)) -> Report {
    let threads = options.threads.max(1);
    // Few files are split, so that all threads have work.
    let parts = if options.spec_files.len() >= threads * 4 { 1 } else { threads };
    let shared = Shared {
        options,
        variables: Arc::new(options.variables.clone()),
        facterdb: Arc::new(FacterDb::new(options.files.clone(), options.facterdb.clone())),
        next: AtomicUsize::new(0),
        is_stopped: AtomicBool::new(false),
        results: Mutex::default(),
        done,
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let analysis = host.analysis();
            let shared = &shared;
            let builder = std::thread::Builder::new().stack_size(options.stack_bytes);
            if builder.spawn_scoped(scope, move || work(shared, analysis, parts)).is_err() {
                break;
            }
        }
    });
    let mut results = shared.results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(file, _)| *file);
    let mut examples: Vec<(usize, ExampleResult)> = results
        .into_iter()
        .flat_map(|(file, examples)| examples.into_iter().map(move |example| (file / parts, example)))
        .collect();
    examples.sort_by_key(|(file, example)| (*file, example.number));
    Report { examples: examples.into_iter().map(|(_, example)| example).collect() }
}

fn work(shared: &Shared<'_>, analysis: Analysis, parts: usize) {
    let options = shared.options;
    let environment = Rc::new(Environment {
        root: options.root.clone(),
        files: options.files.clone(),
        versions: options.versions.clone(),
        variables: shared.variables.clone(),
        facterdb: shared.facterdb.clone(),
        catalogs: Catalogs::new(analysis),
    });
    loop {
        let item = shared.next.fetch_add(1, Ordering::Relaxed);
        let Some(file) = options.spec_files.get(item / parts) else { return };
        if shared.is_stopped.load(Ordering::Relaxed) {
            return;
        }
        let part = Part { index: item % parts, of: parts };
        let report = |result: &ExampleResult| {
            (shared.done)(result);
            if options.fail_fast && result.status == Status::Failed {
                shared.is_stopped.store(true, Ordering::Relaxed);
            }
            !shared.is_stopped.load(Ordering::Relaxed)
        };
        let results = examples::run_file(&environment, file, part, &options.selection, &report);
        shared.results.lock().unwrap_or_else(PoisonError::into_inner).push((item, results));
    }
}
