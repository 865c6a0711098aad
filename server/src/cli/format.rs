//! `format`: the formatter over files.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use ignore::WalkBuilder;
use syntax::SourceKind;
use syntax::format::{FormatOptions, format};

use super::{FINDINGS, fail, print, project_root, read_input};
use crate::config::Config;

#[derive(Args)]
pub struct Options {
    /// Files and folders; `-` formats standard input to standard output
    #[arg(required = true)]
    paths: Vec<String>,
    /// Change nothing: list the files that are not formatted
    #[arg(long)]
    check: bool,
}

pub fn run(options: &Options) -> ExitCode {
    let mut findings = false;
    for path in &options.paths {
        if path != "-" && !Path::new(path).exists() {
            return fail(format!("there is no file or folder {path}"));
        }
        let layout = layout_of(path);
        for file in files_of(path) {
            match format_one(&file, options.check, &layout) {
                Ok(changed) => findings |= changed && options.check,
                Err(Failed::Syntax(message)) => {
                    eprintln!("{file}: {message}");
                    findings = true;
                }
                Err(Failed::Access(message)) => return fail(message),
            }
        }
    }
    ExitCode::from(if findings { FINDINGS } else { 0 })
}

/// The settings of the project that a path is in.
fn layout_of(path: &str) -> FormatOptions {
    let mut config = Config::default();
    if let Some(root) = project_root::find(Path::new(if path == "-" { "." } else { path })) {
        config.apply_file(&root);
    }
    config.format
}

enum Failed {
    Syntax(&'static str),
    Access(String),
}

/// True where the file was not formatted.
fn format_one(path: &str, check: bool, layout: &FormatOptions) -> Result<bool, Failed> {
    let bytes = read_input(path).map_err(Failed::Access)?;
    let text = String::from_utf8(bytes).map_err(|_| Failed::Access(format!("{path} is not UTF-8")))?;
    let kind = if path.ends_with(".epp") { SourceKind::Template } else { SourceKind::Manifest };
    let formatted = format(&text, kind, layout).map_err(|error| Failed::Syntax(error.message()))?;
    let changed = formatted != text;
    if path == "-" {
        if !check {
            print(&formatted);
        }
    } else if changed && check {
        print(&format!("{path}\n"));
    } else if changed {
        std::fs::write(path, formatted).map_err(|error| Failed::Access(format!("cannot write {path}: {error}")))?;
    }
    Ok(changed)
}

fn files_of(path: &str) -> Vec<String> {
    if path == "-" || Path::new(path).is_file() {
        return vec![path.to_string()];
    }
    let mut found: Vec<PathBuf> = WalkBuilder::new(path)
        .require_git(false)
        .build()
        .flatten()
        .map(|entry| entry.into_path())
        .filter(|path| {
            path.extension().is_some_and(|extension| extension == "pp" || extension == "epp") && path.is_file()
        })
        .collect();
    found.sort();
    found.iter().map(|path| path.to_string_lossy().into_owned()).collect()
}
