//! The queries about one file and about the workspace's list of files. What reads text stops here: everything above
//! works on `Program`, which does not change when text only moves.

use std::sync::Arc;

use evaluator::Edition;
use evaluator::world::BrokenParts;
use smol_str::SmolStr;
use syntax::validation::ModuleLocation;
use syntax::{Expr, ExprId, LineIndex, Parse, Problem, Program, ReadOptions, SourceFile, SourceKind};

use crate::checks;
use crate::db::Db;
use crate::diagnostic::{Diagnostic, with_severities};
use crate::document_kind::{document_kind, is_binary_payload};
use crate::inputs::{EnvironmentInput, FileContent, FileInput, FileOwner, FilesBelow, ModuleInput};
use crate::lint::{add_lint, lint_diagnostics};

/// Returns what a file holds; reads it where nobody has yet. Never `Unread`.
pub fn content(db: &dyn Db, file: FileInput) -> FileContent {
    match file.content(db) {
        FileContent::Unread => content_on_disk(db, file),
        known => known,
    }
}

#[salsa::tracked(returns(clone))]
fn content_on_disk(db: &dyn Db, file: FileInput) -> FileContent {
    // Setting the input to `Unread` again is how the host says that the disk has changed.
    match file.content(db) {
        FileContent::Unread => db.file_system().read(&file.path(db)),
        known => known,
    }
}

/// The text of a file; empty where it is absent or no text.
pub fn text(db: &dyn Db, file: FileInput) -> Arc<str> {
    match content(db, file) {
        FileContent::Text(text) => text,
        FileContent::Absent | FileContent::Bytes(_) | FileContent::Unread => Arc::from(""),
    }
}

/// Only these files are found by the names that they define; examples and tests are run as they are.
fn is_autoloaded(path: &str) -> bool {
    ["manifests/", "functions/", "types/", "plans/"].iter().any(|folder| path.starts_with(folder))
}

pub fn is_source(path: &str) -> bool {
    path.ends_with(".pp") || path.ends_with(".epp")
}

/// Manifests and templates; a document without an ending is what its editor says it is.
pub fn is_puppet_code(path: &str) -> bool {
    is_source(path) || !has_ending(path)
}

/// Examples and tests of a module are given to `puppet apply`, as main manifests: they may hold anything.
fn is_applied_by_hand(path_in_module: &str) -> bool {
    let folder = path_in_module.split('/').next().unwrap_or_default();
    matches!(folder, "examples" | "tests" | "spec" | "acceptance")
}

/// True for `a.yaml`, `Puppetfile` and `Rakefile`, which are no Puppet code.
fn has_ending(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.contains('.') || name.ends_with("file")
}

/// The tree of a file's text. Only trees of files that somebody works on are kept, and of those that were asked for last.
#[salsa::tracked(returns(clone), no_eq, lru = 16)]
pub fn parse(db: &dyn Db, file: FileInput) -> Arc<Parse> {
    let options = options_of_path(&file.path(db), db.workspace().edition(db)).parse_options();
    Arc::new(syntax::parse(&text(db, file), &options))
}

/// Everything that the syntax crate says of a file. Changes with every edit: go through the queries below.
#[salsa::tracked(returns(clone), no_eq)]
pub fn source_file(db: &dyn Db, file: FileInput) -> Arc<SourceFile> {
    let options = read_options(db, file);
    Arc::new(match content(db, file) {
        _ if is_binary_payload(db, file) => syntax::read("", &options),
        FileContent::Bytes(bytes) => syntax::source_file::read_bytes(&bytes, &options),
        FileContent::Text(text) if file.is_open(db) => syntax::read_parsed(&parse(db, file), &text, &options),
        // The trees of all files at once would take several times the memory of the programs.
        FileContent::Text(text) => syntax::read(&text, &options),
        FileContent::Absent | FileContent::Unread => syntax::read("", &options),
    })
}

/// How a file is read, which its path and the edition say.
pub fn read_options(db: &dyn Db, file: FileInput) -> ReadOptions {
    let location = match file.owner(db) {
        FileOwner::Module { path, .. } if is_applied_by_hand(&path) => None,
        FileOwner::Module { module, path } if is_autoloaded(&path) => {
            Some(ModuleLocation { module: module.name(db).to_string(), path: path.to_string() })
        }
        FileOwner::Module { .. } | FileOwner::Environment { .. } | FileOwner::Nothing => None,
    };
    ReadOptions { location, ..options_of_path(&file.path(db), db.workspace().edition(db)) }
}

/// Returns how a file of this name is read, wherever it is.
pub fn options_of_path(path: &str, edition: Edition) -> ReadOptions {
    ReadOptions {
        kind: if path.ends_with(".epp") { SourceKind::Template } else { SourceKind::Manifest },
        tasks: path.contains("/plans/") || path.starts_with("plans/"),
        rules: edition.validation_rules(),
        location: None,
    }
}

/// The meaning of a file, equal to the last one where only layout and comments changed.
#[salsa::tracked(returns(clone))]
pub fn program(db: &dyn Db, file: FileInput) -> Arc<Program> {
    source_file(db, file).program.clone()
}

/// What keeps Puppet from loading the file; for most files always empty.
#[salsa::tracked(returns(clone))]
pub fn load_errors(db: &dyn Db, file: FileInput) -> Arc<[Problem]> {
    source_file(db, file).problems.iter().filter(|problem| problem.is_error()).cloned().collect()
}

/// What Puppet logs when it loads the file.
#[salsa::tracked(returns(clone))]
pub fn load_warnings(db: &dyn Db, file: FileInput) -> Arc<[Problem]> {
    source_file(db, file).problems.iter().filter(|problem| !problem.is_error()).cloned().collect()
}

/// Which parts of a file its errors are in; for most files always empty.
#[salsa::tracked(returns(clone))]
pub fn broken_parts(db: &dyn Db, file: FileInput) -> Arc<BrokenParts> {
    Arc::new(BrokenParts::of(&source_file(db, file)))
}

#[salsa::tracked(returns(clone), no_eq)]
pub fn line_index(db: &dyn Db, file: FileInput) -> Arc<LineIndex> {
    Arc::new(LineIndex::new(&text(db, file)))
}

/// The name of the module that a file is in.
pub fn module_of(db: &dyn Db, file: FileInput) -> Option<SmolStr> {
    match file.owner(db) {
        FileOwner::Module { module, .. } => Some(module.name(db)),
        FileOwner::Environment { .. } | FileOwner::Nothing => None,
    }
}

/// Whether a file is there, which does not change with its text.
#[salsa::tracked(returns(copy))]
pub fn is_present(db: &dyn Db, file: FileInput) -> bool {
    !content(db, file).is_absent()
}

/// The expression around each expression of a file.
#[salsa::tracked(returns(clone))]
pub fn parents(db: &dyn Db, file: FileInput) -> Arc<Parents> {
    Arc::new(Parents::of(&program(db, file)))
}

/// Lets go of the memory of a file that is gone: nobody will ask about it, and an answer is kept until the question is asked again.
pub fn let_go(db: &dyn Db, file: FileInput) {
    source_file(db, file);
    program(db, file);
    parents(db, file);
    line_index(db, file);
    crate::scopes::file_scopes(db, file);
    crate::reference_index::file_mentions(db, file);
    crate::features::semantic_tokens::file_tokens(db, file);
}

/// All that is wrong with a file: what Puppet reports, in Puppet's order, then what the checks find, in the order of the text.
#[salsa::tracked(returns(clone))]
pub fn diagnostics(db: &dyn Db, file: FileInput) -> Arc<[Diagnostic]> {
    let id = file.id(db);
    let severities = db.workspace().severities(db);
    // Data and Ruby files are known too.
    if !is_puppet_code(&file.path(db)) {
        let found = crate::configuration::diagnostics(db, file);
        return if severities.is_empty() { found } else { with_severities(found.to_vec(), &severities).into() };
    }
    let source = source_file(db, file);
    let problems = source.problems.iter().filter(|problem| !is_told_twice(problem, &source.problems));
    let mut found: Vec<Diagnostic> = problems.map(|problem| Diagnostic::from_problem(id, problem)).collect();
    // Around a syntax error the program has gaps, and names would be missed that are there.
    if !source.problems.iter().any(|problem| problem.code == syntax::code::SYNTAX_ERROR) {
        let mut checked = checks::run_all(db, file);
        // A place that is an error already needs no second finding.
        checked.retain(|check| !found.iter().any(|problem| problem.range == check.range));
        checked.sort_by_key(|diagnostic| (diagnostic.anchor, diagnostic.range));
        found.extend(checked);
    }
    if db.workspace().lint(db).enabled {
        add_lint(&mut found, &lint_diagnostics(db, file), &text(db, file));
    }
    with_severities(found, &severities).into()
}

/// A statement without effect that is an error by itself, as a `$` alone: one mistake needs one report.
fn is_told_twice(problem: &Problem, all: &[Problem]) -> bool {
    [syntax::code::IDEM_EXPRESSION_NOT_LAST, syntax::code::IDEM_NOT_ALLOWED_LAST].contains(&problem.code)
        && all.iter().any(|other| other.code != problem.code && other.is_error() && other.range == problem.range)
}

/// The expression around each expression, by id.
#[derive(Debug, PartialEq, Eq)]
pub struct Parents(Vec<Option<ExprId>>);

impl Parents {
    fn of(program: &Program) -> Self {
        let mut parents = vec![None; program.exprs.len()];
        for (index, expr) in program.exprs.iter().enumerate() {
            let mut set = |child: ExprId| {
                if let Some(slot) = parents.get_mut(child.index()) {
                    *slot = Some(ExprId(index as u32));
                }
            };
            syntax::validation::children::for_each_child(expr, &mut set);
            for_each_part(expr, &mut set);
        }
        Parents(parents)
    }

    pub fn get(&self, id: ExprId) -> Option<ExprId> {
        self.0.get(id.index()).copied().flatten()
    }

    /// The expressions around this one, from the inside out.
    pub fn ancestors(&self, id: ExprId) -> impl Iterator<Item = ExprId> {
        std::iter::successors(self.get(id), |id| self.get(*id)).take(self.0.len())
    }
}

/// The places inside an expression that are no expressions themselves.
fn for_each_part(expr: &Expr, visit: &mut dyn FnMut(ExprId)) {
    let attributes = match expr {
        Expr::Class(class) => return class.parent_id.into_iter().for_each(visit),
        Expr::Hash(entries) => return entries.iter().for_each(|entry| visit(entry.id)),
        Expr::Resource(resource) => {
            for body in &resource.bodies {
                visit(body.id);
                body.attributes.iter().for_each(|attribute| visit(attribute.id));
            }
            return;
        }
        Expr::ResourceDefaults(defaults) => &defaults.attributes,
        Expr::ResourceOverride(resource_override) => &resource_override.attributes,
        Expr::Collector(collector) => &collector.attributes,
        _ => return,
    };
    attributes.iter().for_each(|attribute| visit(attribute.id));
}

/// The environment that a file is seen in: its own, one that has its module, or the one of loose files. Where several
/// could be meant, it is the one that the settings name, else the first.
#[salsa::tracked(returns(copy))]
pub fn environment_of(db: &dyn Db, file: FileInput) -> EnvironmentInput {
    let workspace = db.workspace();
    let environments = workspace.environments(db);
    let fallback = environments[environments.len() - 1];
    let chosen = workspace.chosen_environment(db);
    let is_chosen = |environment: &EnvironmentInput| {
        chosen.is_some() && !environment.root(db).is_empty() && Some(environment.name(db)) == chosen
    };
    match file.owner(db) {
        FileOwner::Environment { environment, .. } => environment,
        FileOwner::Module { module, .. } => {
            let mut having = environments.iter().filter(|environment| environment.modules(db).contains(&module));
            let first = having.clone().next();
            having.find(|environment| is_chosen(environment)).or(first).copied().unwrap_or(fallback)
        }
        FileOwner::Nothing => {
            environments.iter().find(|environment| is_chosen(environment)).copied().unwrap_or(fallback)
        }
    }
}

/// The manifests that the environment starts with, in the order in which Puppet reads them.
pub fn main_manifests(db: &dyn Db, environment: EnvironmentInput) -> Vec<FileInput> {
    let manifest = environment.manifest(db);
    if manifest.is_empty() {
        return Vec::new();
    }
    if let Some(file) = environment.file(db, &manifest) {
        return vec![file];
    }
    let files = environment.files_around(db, &manifest);
    let folder = format!("{manifest}/");
    files_with_prefix(&files, &folder).filter(|(path, _)| path.ends_with(".pp")).map(|(_, file)| *file).collect()
}

/// The files of a list whose paths start like this, in order.
pub fn files_with_prefix<'a>(
    files: &'a FilesBelow,
    prefix: &'a str,
) -> impl Iterator<Item = (&'a SmolStr, &'a FileInput)> {
    let range = (std::ops::Bound::Included(prefix), std::ops::Bound::Unbounded);
    files.range::<str, _>(range).take_while(move |(path, _)| path.starts_with(prefix))
}

/// The manifests and templates that are developed in the workspace.
pub fn workspace_sources(db: &crate::db::RootDatabase) -> Vec<evaluator::FileId> {
    workspace_files(db, |db, path, file| is_source(path) && document_kind(db, file).is_source())
}

/// The same with the data and configuration beside them: all that has diagnostics.
pub fn workspace_documents(db: &crate::db::RootDatabase) -> Vec<evaluator::FileId> {
    workspace_files(db, |db, _, file| {
        let kind = document_kind(db, file);
        kind.is_source() || kind.is_configuration()
    })
}

fn workspace_files(
    db: &crate::db::RootDatabase,
    is_wanted: fn(&dyn Db, &str, FileInput) -> bool,
) -> Vec<evaluator::FileId> {
    let db: &dyn Db = db;
    let mut found = Vec::new();
    let mut seen_modules: Vec<ModuleInput> = Vec::new();
    let mut add = |files: &FilesBelow| {
        let wanted = files.iter().filter(|(path, file)| is_wanted(db, path, **file));
        found.extend(wanted.map(|(_, file)| file.id(db)));
    };
    for environment in db.workspace().environments(db).iter() {
        add(&environment.files(db));
        for module in environment.modules(db).iter() {
            if !module.vendored(db) && !seen_modules.contains(module) {
                seen_modules.push(*module);
                add(&module.files(db));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::is_applied_by_hand;

    #[test]
    fn examples_are_no_autoloaded_files() {
        assert!(is_applied_by_hand("examples/init.pp") && is_applied_by_hand("tests/a/b.pp"));
        assert!(!is_applied_by_hand("manifests/examples/init.pp") && !is_applied_by_hand("extra/init.pp"));
    }

    /// A module that two environments share, and which class it sees in each.
    #[test]
    fn a_shared_module_is_seen_in_the_environment_that_a_setting_names() {
        use crate::change::{Change, Settings};
        use crate::fixture::Fixture;
        let mut fixture = Fixture::new(
            "//- /env/environments/a/manifests/site.pp\n\n\
             //- /env/environments/b/manifests/site.pp\n\n\
             //- /env/environments/b/modules/web/manifests/init.pp\nclass web {}\n\
             //- /env/environments/a/modules/web/manifests/old.pp\nclass web::old {}\n\
             //- /env/modules/shared/manifests/init.pp\nclass shared { include web }\n",
        );
        let file = fixture.file("/env/modules/shared/manifests/init.pp");
        let count = |fixture: &Fixture| fixture.host.analysis().diagnostics(file).expect("no writer").len();
        assert_eq!(count(&fixture), 1, "environment a has no class web");
        let settings = Settings { environment: Some("b".into()), ..Settings::default() };
        fixture.host.apply_change(Change { settings: Some(settings), ..Change::default() });
        assert_eq!(count(&fixture), 0, "environment b has one");
    }
}
