//! `check`: all diagnostics of files, a module or a control repo, on the same database as the editor's.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use analysis::diagnostic::DiagnosticOrigin;
use analysis::{Analysis, AnalysisHost, Change, DiagnosticSeverity, Edition, FileContent, FileId, Settings};
use clap::{ArgAction, Args};
use serde_json::{Value as Json, json};

use super::check_formats::{Finding, Format, Style};
use super::check_nodes;
use super::{FINDINGS, fail, print, project_root, read_input};
use crate::fleet::options::FleetOptions;
use crate::session::task_pool::STACK_BYTES;
use crate::workspace::files;
use crate::workspace::lint_options;
use crate::workspace::read_limits::path_text;

#[derive(Args)]
pub struct Options {
    /// Files, modules or control repos; `-` is standard input; without any, the current folder
    paths: Vec<String>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// puppet8, puppet7 or spec4x; without it what the project says
    #[arg(long, value_parser = super::edition)]
    edition: Option<Edition>,
    /// The given files and standard input are EPP templates, whatever they are called
    #[arg(long)]
    epp: bool,
    /// The given files and standard input are read like a module's plans: `plan` and `apply` are part of the language
    #[arg(long)]
    tasks: bool,
    /// Change the files: fix what lint can fix; what is left is reported
    #[arg(long)]
    fix: bool,
    /// Exit with 1 for matters of style, too
    #[arg(long)]
    fail_on_warnings: bool,
    /// Folders and files that are left out, as in a `.gitignore`; goes before the setting
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Whether the types of the modules that come with an agent's package are known, such as `cron` and `mount`
    #[arg(long, value_name = "true|false", action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    vendor_modules: Option<bool>,
    /// Report what evaluating finds, too: of the node in force, or of every node of --nodes
    #[arg(long)]
    evaluate: bool,
    #[command(flatten)]
    fleet: FleetOptions,
}

impl Options {
    /// Returns what the options say as settings.
    fn settings(&self) -> Json {
        let exclude = (!self.exclude.is_empty()).then_some(&self.exclude);
        json!({"exclude": exclude, "vendorModules": self.vendor_modules})
    }
}

/// A file to report on: how the database knows it, and how the user named it.
struct Target {
    file: FileId,
    /// Where it is on disk, or the name that standard input goes by.
    path: String,
    shown: String,
}

/// What is reported on, and how the settings say to judge it.
struct Loaded {
    targets: Vec<Target>,
    fail_on_warnings: bool,
}

pub fn run(options: &Options) -> ExitCode {
    let mut host = AnalysisHost::new();
    let Loaded { targets, fail_on_warnings } = match load(&mut host, options) {
        Ok(loaded) => loaded,
        Err(message) => return fail(message),
    };
    if options.fix
        && let Err(message) = fix(&mut host, &targets)
    {
        return fail(message);
    }
    let color = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let style = Style { format: options.format, color };
    let mut findings = diagnose(&host.analysis(), &targets, style);
    if options.evaluate || options.fleet.nodes.is_some() {
        let shown: Vec<(FileId, &str)> = targets.iter().map(|target| (target.file, target.shown.as_str())).collect();
        match check_nodes::findings(&host.analysis(), &options.fleet, &shown, style) {
            Ok(found) => findings.extend(found),
            Err(message) => return fail(message),
        }
    }
    let fail_on_style = options.fail_on_warnings || fail_on_warnings;
    let failed = findings.iter().any(|finding| match finding.severity {
        DiagnosticSeverity::Error => true,
        DiagnosticSeverity::Warning => fail_on_style || finding.origin == DiagnosticOrigin::Check,
        DiagnosticSeverity::Info | DiagnosticSeverity::Hint => false,
    });
    print(&options.format.render(&findings, color));
    ExitCode::from(if failed { FINDINGS } else { 0 })
}

/// Writes the files that lint can fix, and tells the database.
fn fix(host: &mut AnalysisHost, targets: &[Target]) -> Result<(), String> {
    let mut change = Change::default();
    for target in targets {
        let Ok(Some(fixed)) = host.analysis().lint_fix_all(target.file) else { continue };
        if target.shown == "-" {
            return Err("--fix changes files; standard input is none".to_string());
        }
        std::fs::write(&target.path, &fixed).map_err(|error| format!("{}: {error}", target.path))?;
        change.set_file(target.path.clone(), FileContent::Text(fixed.into()));
    }
    host.apply_change(change);
    Ok(())
}

/// Gives the database everything that the paths need, and lists what to report on.
fn load(host: &mut AnalysisHost, options: &Options) -> Result<Loaded, String> {
    let paths = if options.paths.is_empty() { vec![".".to_string()] } else { options.paths.clone() };
    let mut roots: Vec<PathBuf> = Vec::new();
    for path in paths.iter().filter(|path| *path != "-") {
        check_readable(path)?;
        let root =
            project_root::find(Path::new(path)).or_else(|| Path::new(path).is_dir().then(|| PathBuf::from(path)));
        if let Some(root) = root.map(|root| PathBuf::from(path_text(&root)))
            && !roots.contains(&root)
        {
            roots.push(root);
        }
    }
    let edition = options.edition.unwrap_or_else(|| {
        paths
            .iter()
            .find(|path| *path != "-")
            .map_or(Edition::default(), |path| project_root::edition_of(path.as_ref()))
    });
    let mut loaded = files::load(&roots, &options.settings(), &|_| {});
    super::tell_problems(&loaded.config);
    // A file outside of every project has the options of the folders above it, too.
    let folders: Vec<PathBuf> = paths
        .iter()
        .filter(|path| Path::new(path).is_file())
        .filter_map(|path| Path::new(path).parent().map(Path::to_path_buf))
        .collect();
    loaded.config.lint.options_files.extend(lint_options::find(&folders, &BTreeMap::new()));
    let fail_on_warnings = loaded.config.lint.options_files.iter().any(|(_, file)| file.fail_on_warnings);
    let mut change = Change {
        layout: Some(loaded.layout),
        settings: Some(Settings { edition, ..loaded.config.settings() }),
        fact_sets: Some(loaded.fact_sets),
        node_data: Some(loaded.node_data),
        global_hiera: Some(loaded.global_hiera),
        ..Change::default()
    };
    let mut known: BTreeMap<String, ()> = BTreeMap::new();
    for (path, content) in loaded.files {
        known.insert(path.clone(), ());
        change.set_file(path, content);
    }
    // How the database knows it, how the user named it, and whether the user named the file itself.
    let mut wanted: Vec<(String, String, bool)> = Vec::new();
    for path in &paths {
        if path == "-" || Path::new(path).is_file() {
            let content = FileContent::from_bytes(read_input(path)?);
            let name = if path == "-" { "-".to_string() } else { path_text(path.as_ref()) };
            // The ending decides how a text is read.
            let is_named_source = name.ends_with(".epp") || is_named(&name) && !options.epp;
            let key = match (is_named_source, options.epp) {
                (true, _) => name,
                (false, true) => format!("{name}.epp"),
                (false, false) => format!("{name}.pp"),
            };
            // So does the folder.
            let key = if options.tasks && !key.contains("/plans/") { format!("/plans/{key}") } else { key };
            change.set_file(key.clone(), content);
            wanted.push((key, path.clone(), true));
            continue;
        }
        let folder = path_text(path.as_ref());
        let prefix = format!("{folder}/");
        let inside = known.range(prefix.clone()..).take_while(|(known, ())| known.starts_with(&prefix));
        for (file, ()) in inside {
            let below = file.strip_prefix(&prefix).unwrap_or(file);
            let shown = if path == "." { below.to_string() } else { format!("{}/{below}", path.trim_end_matches('/')) };
            wanted.push((file.clone(), shown, false));
        }
    }
    host.apply_change(change);
    let analysis = host.analysis();
    let is_checked = |file: FileId| analysis.is_checked(file).unwrap_or(false);
    let targets = wanted.into_iter().filter_map(|(path, shown, is_asked_for)| {
        let file = host.file_id(&path)?;
        (is_asked_for || is_checked(file)).then_some(Target { file, path, shown })
    });
    let targets: Vec<Target> = targets.collect();
    tell_unchecked(&analysis, &paths, &targets);
    Ok(Loaded { targets, fail_on_warnings })
}

/// Refuses a path that is not there, or a folder that cannot be listed.
fn check_readable(path: &str) -> Result<(), String> {
    let metadata = std::fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => format!("there is no file or folder {path}"),
        _ => format!("cannot read {path}: {error}"),
    })?;
    if metadata.is_dir() {
        std::fs::read_dir(path).map_err(|error| format!("cannot read {path}: {error}"))?;
    }
    Ok(())
}

/// Says of each folder in which nothing is checked why that is.
fn tell_unchecked(analysis: &Analysis, paths: &[String], targets: &[Target]) {
    for path in paths.iter().filter(|path| Path::new(path).is_dir()) {
        let prefix = format!("{}/", path_text(path.as_ref()));
        let mut below = targets.iter().filter(|target| target.path.starts_with(&prefix)).peekable();
        if below.peek().is_none() {
            eprintln!("puppet-analyzer: there are no Puppet files in {path}");
        } else if below.all(|target| analysis.is_installed(target.file).unwrap_or(false)) {
            eprintln!(
                "puppet-analyzer: {path} is installed by the Puppetfile: only its syntax is checked; \
                 run check in its own repository for the rest"
            );
        }
    }
}

/// Endings of files that are read as what their names say.
fn is_named(path: &str) -> bool {
    [".pp", ".yaml", ".yml", ".eyaml", ".json", "Puppetfile", "environment.conf"].iter().any(|end| path.ends_with(end))
}

/// All findings in the order of the targets, worked out on all processors.
fn diagnose(analysis: &Analysis, targets: &[Target], style: Style) -> Vec<Finding> {
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get()).min(targets.len().max(1));
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Vec<Finding>)>> = Mutex::new(Vec::new());
    let show_progress = std::io::stderr().is_terminal() && targets.len() > 100;
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let analysis = analysis.fork();
            let (next, done) = (&next, &done);
            let work = move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(target) = targets.get(index) else { return };
                    if show_progress && index.is_multiple_of(50) {
                        eprint!("\r{index}/{} files", targets.len());
                    }
                    let found = findings_of(&analysis, target, style);
                    if let Ok(mut done) = done.lock() {
                        done.push((index, found));
                    }
                }
            };
            // Without a thread of its own the work is done by the others, or below.
            let _ = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        }
    });
    if show_progress {
        eprint!("\r{:30}\r", "");
    }
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().flat_map(|(_, findings)| findings).collect()
}

fn findings_of(analysis: &Analysis, target: &Target, style: Style) -> Vec<Finding> {
    // Nothing writes here, so nothing is cancelled.
    let (Ok(Some(text)), Ok(Some(lines)), Ok(diagnostics)) =
        (analysis.text(target.file), analysis.line_index(target.file), analysis.diagnostics(target.file))
    else {
        return Vec::new();
    };
    diagnostics
        .iter()
        .map(|diagnostic| Finding::new(analysis, &target.shown, target.file, &text, &lines, diagnostic, style))
        .collect()
}
