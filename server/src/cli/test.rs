//! `test`: runs rspec-puppet suites without Ruby.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use analysis::change::GlobalHieraChange;
use analysis::file_system::FileSystem;
use analysis::{AnalysisHost, Change, Edition, FileContent};
use clap::{Args, ValueEnum};
use spec::output::{coverage as coverage_text, documentation, github, json, junit, progress};
use spec::run::{ExampleResult, Status};
use spec::{Report, RunOptions, Selection, Versions, find_fixtures, run_specs};

use super::{FINDINGS, fail, pretty, print, project_root};
use crate::config::Config;
use crate::session::task_pool::STACK_BYTES;
use crate::workspace::disk_files::DiskFiles;
use crate::workspace::facterdb_folder;
use crate::workspace::read_limits::path_text;

#[derive(Args)]
pub struct Options {
    /// Spec files or folders, with `:LINE` for one example or group; without them the module's own
    paths: Vec<String>,
    /// Only examples whose full description matches
    #[arg(long, value_name = "REGEX")]
    example: Option<String>,
    /// Only groups of operating systems whose name matches
    #[arg(long, value_name = "REGEX")]
    os: Option<String>,
    #[arg(long, value_enum, default_value_t = Format::Progress)]
    format: Format,
    /// Stop at the first failure
    #[arg(long)]
    fail_fast: bool,
    /// The share of spec files to run, for instance 1/4
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(usize, usize)>,
    /// Exit with 0 although examples were not run
    #[arg(long)]
    allow_not_run: bool,
    /// Which lines of the module's manifests were evaluated: `text`, or `lcov:FILE`
    #[arg(long, value_name = "text|lcov:FILE", value_parser = coverage)]
    coverage: Option<Coverage>,
    /// FacterDB's folder `facts`
    #[arg(long, value_name = "DIR")]
    facterdb: Option<PathBuf>,
    /// Folders of modules to look in for what spec/fixtures/modules lacks, with `:` between them
    #[arg(long, value_name = "DIR:DIR")]
    modulepath: Option<String>,
    /// puppet8, puppet7 or spec4x
    #[arg(long, value_parser = super::edition)]
    edition: Option<Edition>,
    /// How many threads run examples
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Progress,
    Documentation,
    Json,
    Junit,
    Github,
}

/// Where coverage goes.
#[derive(Clone, Debug)]
enum Coverage {
    Text,
    Lcov(PathBuf),
}

fn coverage(text: &str) -> Result<Coverage, String> {
    match text.split_once(':') {
        Some(("lcov", file)) if !file.is_empty() => Ok(Coverage::Lcov(file.into())),
        None if text == "text" => Ok(Coverage::Text),
        _ => Err("give text or lcov:FILE".to_string()),
    }
}

/// Folders of specs that are run where none are named.
const SPEC_FOLDERS: &[&str] = &["classes", "defines", "hosts", "functions", "type_aliases"];

pub fn run(options: &Options) -> ExitCode {
    match test(options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(FINDINGS),
        Err(message) => fail(message),
    }
}

/// Reads `I/N`, counted from 1.
fn shard(text: &str) -> Result<(usize, usize), String> {
    let read = || -> Option<(usize, usize)> {
        let (index, of) = text.split_once('/')?;
        Some((index.parse().ok()?, of.parse().ok()?))
    };
    match read() {
        Some((index, of)) if (1..=of).contains(&index) => Ok((index, of)),
        _ => Err("give the share as I/N, for instance 1/4".to_string()),
    }
}

/// False where something failed or was not run.
fn test(options: &Options) -> Result<bool, String> {
    let started = Instant::now();
    let first = options.paths.first().map_or(".", |path| split_line(path).0);
    let root = spec_root(Path::new(first)).ok_or("there is no module here: run it in a folder that has spec/")?;
    let disk = Arc::new(DiskFiles::default());
    disk.allow(&root);
    let root_text = path_text(&root);
    let mut config = Config::default();
    config.apply_file(&root);
    super::tell_problems(&config);
    let edition =
        options.edition.or(config.edition).or_else(|| project_root::edition_of_metadata(&root)).unwrap_or_default();
    config.edition = Some(edition);
    let host = open_host(options, &root_text, &disk, &config)?;
    let (spec_files, lines) = spec_files(options, &root_text, &disk)?;
    let facterdb = match &options.facterdb {
        Some(folder) if !folder.is_dir() => return Err(format!("there is no folder {}", folder.display())),
        Some(folder) => Some(folder.clone()),
        None => facterdb_folder::find(&root),
    };
    let facterdb = facterdb.map(|folder| folder.canonicalize().unwrap_or(folder));
    if let Some(folder) = &facterdb {
        disk.allow(folder);
    }
    let pattern =
        |text: &Option<String>| text.as_deref().map(regex::Regex::new).transpose().map_err(|error| error.to_string());
    let run_options = RunOptions {
        root: root_text,
        spec_files,
        files: disk,
        versions: Versions::new(edition, certname()),
        variables: std::env::vars().collect(),
        facterdb: facterdb.as_deref().map(path_text),
        selection: Selection { lines, example: pattern(&options.example)?, os: pattern(&options.os)? },
        fail_fast: options.fail_fast,
        covers: options.coverage.is_some(),
        threads: options.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into)),
        stack_bytes: STACK_BYTES,
    };
    let is_progress = options.format == Format::Progress;
    let done = move |result: &ExampleResult| {
        if is_progress {
            print(&progress::mark(result.status).to_string());
        }
    };
    let report = run_specs(&host, &run_options, &done);
    let duration = started.elapsed();
    print(&written(options.format, &report, duration)?);
    if let Some(coverage) = &options.coverage {
        write_coverage(coverage, &host, &report, &run_options.root)?;
    }
    let not_run = report.count(Status::NotRun);
    Ok(report.count(Status::Failed) == 0 && (not_run == 0 || options.allow_not_run))
}

fn written(format: Format, report: &Report, duration: std::time::Duration) -> Result<String, String> {
    Ok(match format {
        Format::Progress => format!("\n{}", progress::summary(report, duration)),
        Format::Documentation => documentation::listing(report) + &progress::summary(report, duration),
        Format::Json => pretty(&json::to_json(report, duration))?,
        Format::Junit => junit::to_junit(report, duration),
        Format::Github => github::annotations(report) + &report.summary_line() + "\n",
    })
}

fn write_coverage(coverage: &Coverage, host: &AnalysisHost, report: &Report, root: &str) -> Result<(), String> {
    let lines = host.analysis().line_coverage(report.entered.clone()).map_err(super::interrupted)?;
    match coverage {
        Coverage::Text => eprint!("{}", coverage_text::to_text(&lines, root)),
        Coverage::Lcov(file) => std::fs::write(file, coverage_text::to_lcov(&lines, root))
            .map_err(|error| format!("cannot write {}: {error}", file.display()))?,
    }
    Ok(())
}

/// Makes the database over the module and its fixtures.
fn open_host(options: &Options, root: &str, disk: &Arc<DiskFiles>, config: &Config) -> Result<AnalysisHost, String> {
    let given = options.modulepath.iter().flat_map(|folders| folders.split(':')).filter(|folder| !folder.is_empty());
    let given = given.map(|folder| path_text(Path::new(folder)));
    let configured = config.modulepath.iter().map(|folder| path_text(&Path::new(root).join(folder)));
    let others: Vec<String> = given.chain(configured).collect();
    others.iter().for_each(|folder| disk.allow(Path::new(folder)));
    let fixtures = find_fixtures(root, &others, &**disk);
    if !fixtures.missing.is_empty() {
        eprintln!(
            "puppet-analyzer: modules of .fixtures.yml that are not here: {} (put them into spec/fixtures/modules, or name their folder with --modulepath)",
            fixtures.missing.join(", ")
        );
    }
    let mut change = Change {
        layout: Some(fixtures.layout),
        settings: Some(config.settings()),
        global_hiera: Some(GlobalHieraChange {
            configuration: None,
            files: fixtures.hiera_files.clone(),
            folders: Vec::new(),
        }),
        ..Change::default()
    };
    fixtures.hiera_files.iter().for_each(|path| change.set_file(path, FileContent::Unread));
    let mut host = AnalysisHost::over_disk(disk.clone());
    host.apply_change(change);
    Ok(host)
}

/// Returns the nearest folder at or above a path that has specs.
fn spec_root(path: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(path).ok()?;
    let found = absolute.ancestors().find(|folder| folder.join("spec").is_dir());
    found.map(Path::to_path_buf)
}

fn split_line(path: &str) -> (&str, Option<u32>) {
    match path.rsplit_once(':') {
        Some((file, line)) => line.parse().map_or((path, None), |line| (file, Some(line))),
        None => (path, None),
    }
}

type Lines = Vec<(String, u32)>;

/// Lists the spec files to run, and the lines that are wanted of them.
fn spec_files(options: &Options, root: &str, disk: &DiskFiles) -> Result<(Vec<String>, Lines), String> {
    let mut found = Vec::new();
    let mut lines = Vec::new();
    let below = |path: &str| path.strip_prefix(root).map(|below| below.trim_start_matches('/').to_string());
    for named in &options.paths {
        let (path, line) = split_line(named);
        let absolute = std::path::absolute(path).map_err(|error| format!("cannot read {path}: {error}"))?;
        let full = path_text(&absolute);
        let relative = below(&full).ok_or_else(|| format!("{path} is not in {root}"))?;
        if absolute.is_dir() && relative.is_empty() {
            add_defaults(root, disk, &mut found);
        } else if absolute.is_dir() {
            add_folder(root, &relative, disk, &mut found);
        } else if absolute.is_file() {
            lines.extend(line.map(|line| (format!("./{relative}"), line)));
            found.push(relative);
        } else {
            return Err(format!("cannot read {path}: there is no such file or folder"));
        }
    }
    if options.paths.is_empty() {
        add_defaults(root, disk, &mut found);
    }
    found.sort();
    found.dedup();
    if let Some((index, of)) = options.shard {
        found = found.into_iter().skip(index - 1).step_by(of).collect();
    }
    Ok((found, lines))
}

fn add_defaults(root: &str, disk: &DiskFiles, found: &mut Vec<String>) {
    SPEC_FOLDERS.iter().for_each(|folder| add_folder(root, &format!("spec/{folder}"), disk, found));
}

fn add_folder(root: &str, folder: &str, disk: &DiskFiles, found: &mut Vec<String>) {
    let files = disk.files_below(&format!("{root}/{folder}"));
    let specs = files.into_iter().filter(|file| file.ends_with("_spec.rb"));
    found.extend(specs.map(|file| format!("{folder}/{file}")));
}

/// Returns the name of this machine, which a node has where a spec names none.
fn certname() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim().to_lowercase();
    if name.is_empty() { "localhost".to_string() } else { name }
}
