//! `format`: the formatter over files.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use ignore::WalkBuilder;
use syntax::format::format_parsed;

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
        let config = config_of(path);
        for file in files_of(path) {
            match format_one(&file, options.check, &config) {
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
fn config_of(path: &str) -> Config {
    let mut config = Config::default();
    if let Some(root) = project_root::find(Path::new(if path == "-" { "." } else { path })) {
        config.apply_file(&root);
    }
    config
}

enum Failed {
    Syntax(&'static str),
    Access(String),
}

/// True where the file was not formatted.
fn format_one(path: &str, check: bool, config: &Config) -> Result<bool, Failed> {
    let bytes = read_input(path).map_err(Failed::Access)?;
    let text = String::from_utf8(bytes).map_err(|_| Failed::Access(format!("{path} is not UTF-8")))?;
    let options = analysis::options_of_path(path, config.edition.unwrap_or_default()).parse_options();
    let formatted = format_parsed(&text, &syntax::parse(&text, &options), &config.format)
        .map_err(|error| Failed::Syntax(error.message()))?;
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
