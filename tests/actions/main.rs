//! Every code action that is offered at many places of real code is done: the result must be readable and have no new errors, a
//! quick fix must take its diagnostic away, and a refactoring must leave the catalog as it was.
//!
//! `ACTIONS_ROOT=/path ACTIONS_EVERY=20` does the same in a folder of modules, at each twentieth place; `ACTIONS_ONLY=/web/` only in
//! files whose paths have this in them, at the same places.

#[path = "../support/folder.rs"]
mod folder;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use analysis::features::code_actions::{ActionKind, ActionRequest, OfferedAction};
use analysis::features::preview_catalog::PreviewQuestion;
use analysis::{AnalysisHost, Change, DiagnosticSeverity, FileId, FilePosition, TextRange};
use folder::{Texts, content, host, number_named, read, root_named};
use serde_json::Value as Json;

/// Actions that are asked for in order to change a catalog.
const CHANGES_THE_CATALOG: &[&str] = &["Add include", "Add contain", "Wrap"];
/// Actions that bring another class or define between a class and its resources.
const MOVES_RESOURCES: &str = "Extract into a new";

/// What an action must not change, or must.
struct Before {
    /// Errors of the file, counted by their code.
    errors: BTreeMap<String, usize>,
    /// All diagnostics of the file, counted by their code.
    diagnostics: BTreeMap<String, usize>,
    /// The catalog of each definition, by its label.
    catalogs: BTreeMap<String, Json>,
}

fn counted(host: &AnalysisHost, file: FileId, only_errors: bool) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for diagnostic in host.analysis().diagnostics(file).expect("no writer").iter() {
        if !only_errors || diagnostic.severity == DiagnosticSeverity::Error {
            *counts.entry(diagnostic.code.to_string()).or_default() += 1;
        }
    }
    counts
}

/// Catalogs without places, those that evaluation finishes without an error.
fn catalogs(host: &AnalysisHost, file: FileId) -> BTreeMap<String, Json> {
    let analysis = host.analysis();
    let mut found = BTreeMap::new();
    for definition in analysis.previewables(file).expect("no writer") {
        let offset = Some(definition.name_range.start);
        let question =
            PreviewQuestion { offset, node: definition.node.clone(), alone: true, ..PreviewQuestion::default() };
        let Some(answer) = analysis.preview_catalog(file, question).expect("no writer") else { continue };
        if let (true, Some(catalog)) = (answer.outcome.errors.is_empty(), answer.outcome.catalog.as_ref()) {
            let json = evaluator::catalog::to_json::catalog_to_json(catalog, "1", &|_| None);
            found.insert(definition.label, json);
        }
    }
    found
}

/// Where words and signs begin.
fn beginnings(text: &str) -> Vec<u32> {
    let mut found = Vec::new();
    let mut before = ' ';
    for (offset, character) in text.char_indices() {
        if !character.is_whitespace() && (!character.is_alphanumeric() || !before.is_alphanumeric()) {
            found.push(offset as u32);
        }
        before = character;
    }
    found
}

/// The cursor at an offset, and what a user selects from there by "expand selection".
fn selections(host: &AnalysisHost, file: FileId, offset: u32) -> Vec<TextRange> {
    let ranges = host.analysis().selection_ranges(FilePosition { file, offset }).expect("no writer");
    let mut found = vec![TextRange::empty(offset)];
    found.extend(ranges.into_iter().take(6));
    found
}

/// All files as an action leaves them, those that it changes or makes.
fn changed(host: &AnalysisHost, texts: &Texts, action: &OfferedAction) -> Texts {
    let mut changed = Texts::new();
    let change = action.change.clone().unwrap_or_default();
    for (file, edits) in &change.edits {
        let path = host.analysis().path(*file).expect("no writer").expect("a path").to_string();
        let old = &texts[&path];
        let (mut new, mut at) = (String::new(), 0);
        for edit in edits {
            let (start, end) = (edit.range.start as usize, edit.range.end as usize);
            assert!(at <= start && start <= end, "{}: edits touch in {path}: {edits:?}", action.title);
            new += &old[at..start];
            new += &edit.new_text;
            at = end;
        }
        new += &old[at..];
        changed.insert(path, new);
    }
    for (path, text) in &change.created {
        assert!(!texts.contains_key(path), "{} would overwrite {path}", action.title);
        changed.insert(path.clone(), text.clone());
    }
    changed
}

fn set(host: &mut AnalysisHost, texts: &BTreeMap<String, Option<String>>) {
    let mut change = Change::default();
    texts.iter().for_each(|(path, text)| change.set_file(path.clone(), content(text.as_ref())));
    host.apply_change(change);
}

struct Runner {
    host: AnalysisHost,
    texts: Texts,
    failures: Vec<String>,
    /// How often an action of each title was done.
    done: BTreeMap<String, usize>,
}

impl Runner {
    fn file(&mut self, path: &str, every: usize, count: &mut usize) {
        let file = self.host.file_id(path).expect("the file");
        let text = self.texts[path].clone();
        let mut before: Option<Before> = None;
        let mut seen: BTreeSet<(String, Texts)> = BTreeSet::new();
        let mut asked: BTreeSet<(u32, u32)> = BTreeSet::new();
        for offset in beginnings(&text) {
            *count += 1;
            if count.is_multiple_of(every) {
                let ranges = selections(&self.host, file, offset);
                asked.extend(ranges.iter().map(|range| (range.start, range.end)));
            }
        }
        for (start, end) in asked {
            let request =
                ActionRequest { range: TextRange::new(start, end), creates_files: true, ..ActionRequest::default() };
            // Nothing may read while the next change is written.
            let actions = self.host.analysis().code_actions(file, &request).expect("no writer");
            for action in actions {
                let new = changed(&self.host, &self.texts, &action);
                if seen.insert((action.title.clone(), new.clone())) {
                    let before = before.get_or_insert_with(|| Before {
                        errors: counted(&self.host, file, true),
                        diagnostics: counted(&self.host, file, false),
                        catalogs: catalogs(&self.host, file),
                    });
                    let problem = check(&mut self.host, &self.texts, file, &action, &new, before);
                    if let Some(problem) = problem {
                        let line = text[..start as usize].matches('\n').count() + 1;
                        self.failures.push(format!("{path}:{line}: {}: {problem}", action.title));
                    }
                    let kind: Vec<&str> =
                        action.title.split(' ').take_while(|word| !word.starts_with(['$', '\''])).take(4).collect();
                    *self.done.entry(format!("{} {}", action.kind.name(), kind.join(" "))).or_default() += 1;
                }
            }
        }
    }
}

/// Does an action, says what is wrong with the result, and takes it back.
fn check(
    host: &mut AnalysisHost,
    texts: &Texts,
    file: FileId,
    action: &OfferedAction,
    new: &Texts,
    before: &Before,
) -> Option<String> {
    set(host, &new.iter().map(|(path, text)| (path.clone(), Some(text.clone()))).collect());
    let problem = problem(host, file, action, new, before);
    set(host, &new.keys().map(|path| (path.clone(), texts.get(path).cloned())).collect());
    problem
}

fn problem(host: &AnalysisHost, file: FileId, action: &OfferedAction, new: &Texts, before: &Before) -> Option<String> {
    // An error may move to a new file with the code that it is about.
    let shown = || new.iter().map(|(path, text)| format!("\n--- {path}\n{text}")).collect::<String>();
    let mut after = counted(host, file, true);
    let others = new.keys().filter_map(|path| host.file_id(path)).filter(|other| *other != file);
    for (code, count) in others.flat_map(|other| counted(host, other, true)) {
        *after.entry(code).or_default() += count;
    }
    for (code, count) in &after {
        if count > before.errors.get(code).unwrap_or(&0) {
            return Some(format!("a new error {code}{}", shown()));
        }
    }
    if let (ActionKind::QuickFix, Some((code, _))) = (action.kind, &action.diagnostic) {
        let count = |counts: &BTreeMap<String, usize>| counts.get(code.as_str()).copied().unwrap_or(0);
        let after = counted(host, file, false);
        return (count(&after) >= count(&before.diagnostics)).then(|| format!("{code} is still there{}", shown()));
    }
    if CHANGES_THE_CATALOG.iter().any(|title| action.title.starts_with(title)) || action.kind == ActionKind::QuickFix {
        return None;
    }
    let after = catalogs(host, file);
    for (label, catalog) in &before.catalogs {
        let is_kept = match action.title.starts_with(MOVES_RESOURCES) {
            true => after.get(label).is_some_and(|after| {
                let after = resources(after);
                resources(catalog).iter().all(|resource| after.contains(resource))
            }),
            false => after.get(label) == Some(catalog),
        };
        if !is_kept {
            return Some(format!("another catalog of {label}: {}{}", difference(catalog, after.get(label)), shown()));
        }
    }
    None
}

/// Resources without what containment gives them.
fn resources(catalog: &Json) -> Vec<(Json, Json, Json)> {
    let list = catalog["resources"].as_array().into_iter().flatten();
    let own = list.filter(|resource| resource["type"] != "Class" && resource["type"] != "Stage");
    own.map(|resource| {
        let mut parameters = resource["parameters"].clone();
        // What comes first among those that wait for a resource follows from when they were declared.
        for relationship in ["before", "require", "notify", "subscribe"] {
            if let Some(list) = parameters.get_mut(relationship).and_then(Json::as_array_mut) {
                list.sort_by_key(Json::to_string);
            }
        }
        (resource["type"].clone(), resource["title"].clone(), parameters)
    })
    .collect()
}

/// The first resource that is not the same.
fn difference(before: &Json, after: Option<&Json>) -> String {
    let Some(after) = after else { return "it fails now".to_string() };
    let empty = Vec::new();
    let list = |catalog: &Json| catalog["resources"].as_array().unwrap_or(&empty).clone();
    let (before, after) = (list(before), list(after));
    let pairs = before.iter().zip(&after).find(|(before, after)| before != after);
    match pairs {
        Some((before, after)) => format!("{before} became {after}"),
        None => format!("{} resources became {}", before.len(), after.len()),
    }
}

fn try_all(root: &Path, every: usize) -> Runner {
    let mut texts = Texts::new();
    read(root, &mut texts);
    let host = host(&root.display().to_string(), &texts);
    let mut runner = Runner { host, texts, failures: Vec::new(), done: BTreeMap::new() };
    let paths: Vec<String> =
        runner.texts.keys().filter(|path| path.ends_with(".pp") || path.ends_with(".epp")).cloned().collect();
    let only = std::env::var("ACTIONS_ONLY").unwrap_or_default();
    let mut count = 0;
    for path in paths {
        if path.contains(&only) {
            runner.file(&path, every, &mut count);
        } else {
            count += beginnings(&runner.texts[&path]).len();
        }
    }
    runner
}

fn report(runner: &Runner) {
    for (title, count) in &runner.done {
        println!("{count:>6} {title}");
    }
    println!("{:>6} in all", runner.done.values().sum::<usize>());
    assert!(runner.failures.is_empty(), "{} failures:\n{}", runner.failures.len(), runner.failures.join("\n\n"));
}

#[test]
fn every_action_at_every_place_of_a_folder() {
    report(&try_all(&root_named("ACTIONS_ROOT"), number_named("ACTIONS_EVERY")));
}

#[test]
fn every_action_on_something_of_everything() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/actions");
    let runner = try_all(&root.canonicalize().expect("the folder"), 1);
    report(&runner);
    for title in [
        "refactor.extract Extract into variable",
        "refactor.extract Extract into a new",
        "refactor.inline Inline",
        "refactor.rewrite Convert to case",
        "refactor.rewrite Convert to if",
        "refactor.rewrite Convert to a selector",
        "refactor.rewrite Convert to double quotes",
        "refactor.rewrite Convert to a heredoc",
        "refactor.rewrite Convert the ERB template",
        "refactor.rewrite Sort attributes",
        "refactor.rewrite Wrap password in Sensitive",
        "refactor.rewrite Add documentation",
        "refactor.rewrite Declare",
    ] {
        assert!(runner.done.keys().any(|done| done.starts_with(title)), "{title} was never offered: {:?}", runner.done);
    }
}
