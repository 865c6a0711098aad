//! `docs`: the reference of a module as Markdown, as the JSON of puppet-strings or as HTML.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use reference::{Reference, html, json, markdown};

use super::{FINDINGS, fail, print};
use crate::workspace::module_reference;

#[derive(Args)]
pub struct Options {
    /// The module's folder, or a folder in it
    #[arg(default_value = ".")]
    module: PathBuf,
    /// markdown: REFERENCE.md; json: as `puppet strings generate --format json`; html: one page with a search
    #[arg(long, value_enum, default_value_t = Format::Markdown)]
    format: Format,
    /// Write to this file instead of standard output
    #[arg(long)]
    out: Option<PathBuf>,
    /// Write nothing: exit with 1 where the file (REFERENCE.md unless --out names another) is not up to date
    #[arg(long)]
    check: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Markdown,
    Json,
    Html,
}

impl Format {
    /// The file that `--check` compares with unless another is named.
    fn usual_file(self) -> Option<&'static str> {
        (self == Format::Markdown).then_some("REFERENCE.md")
    }

    fn render(self, title: &str, reference: &Reference) -> String {
        match self {
            Format::Markdown => markdown::render(reference),
            Format::Json => json::render(reference),
            Format::Html => html::render(title, reference),
        }
    }
}

pub fn run(options: &Options) -> ExitCode {
    let Some(folder) = module_folder(&options.module) else {
        let shown = options.module.display();
        return fail(format!(
            "{shown} is not in a module: no metadata.json, manifests, lib, functions, types, tasks or plans"
        ));
    };
    let reference = match module_reference::read(&folder) {
        Ok(reference) => reference,
        Err(message) => return fail(message),
    };
    for problem in &reference.problems {
        eprintln!("{}:{}: {}", problem.file, problem.line, problem.message);
    }
    let text = options.format.render(&module_reference::title(&folder), &reference);
    if options.check {
        return check(options, &folder, &text);
    }
    let Some(out) = &options.out else {
        print(&text);
        return ExitCode::SUCCESS;
    };
    match std::fs::write(out, text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(format!("cannot write {}: {error}", out.display())),
    }
}

/// Compares with the file that is there.
fn check(options: &Options, folder: &Path, text: &str) -> ExitCode {
    let file = match (&options.out, options.format.usual_file()) {
        (Some(out), _) => out.clone(),
        (None, Some(name)) => folder.join(name),
        (None, None) => return fail("--check needs --out FILE for this format"),
    };
    let shown = file.strip_prefix("./").unwrap_or(&file).display();
    let is_current = std::fs::read(&file).is_ok_and(|bytes| bytes == text.as_bytes());
    if is_current {
        return ExitCode::SUCCESS;
    }
    let what = if file.is_file() { "is not up to date" } else { "does not exist" };
    eprintln!("{shown} {what}: write it with `puppet-analyzer docs --out {shown}`");
    ExitCode::from(FINDINGS)
}

/// Returns the folder of the module that a path is in.
fn module_folder(path: &Path) -> Option<PathBuf> {
    let start = if path.is_file() { path.parent()? } else { path };
    if !start.is_dir() {
        return None;
    }
    let whole = start.canonicalize().ok()?;
    let metadata = whole.ancestors().find(|folder| folder.join("metadata.json").is_file());
    match metadata {
        Some(folder) if folder == whole => Some(start.to_path_buf()),
        Some(folder) => Some(folder.to_path_buf()),
        None => module_reference::has_sources(start).then(|| start.to_path_buf()),
    }
}
