//! How much of the Ruby in modules can be run here, counted over the code itself and not by rendering: every construct
//! of every ERB template and plugin function must be understood, and every method answered by some kind of value.
//!
//!     cargo run --release -p puppet-analyzer-evaluator --example ruby_support -- /usr/share/puppet/modules

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use evaluator::ruby::support::RubySupport;

/// Each unsupported construct is shown with at most this many of the files that use it.
const SHOWN: usize = 60;

fn main() {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if folders.is_empty() {
        eprintln!("usage: ruby_support FOLDER…");
        std::process::exit(2);
    }
    let mut files = Vec::new();
    for folder in &folders {
        collect(folder, &mut files, 0);
    }
    files.sort();
    let is_template = |path: &Path| path.extension().is_some_and(|extension| extension == "erb");
    let is_function = |path: &Path| {
        let path = path.to_string_lossy();
        path.ends_with(".rb")
            && (path.contains("/lib/puppet/functions/") || path.contains("/lib/puppet/parser/functions/"))
    };
    count("ERB templates", files.iter().filter(|path| is_template(path)), true);
    count("plugin functions", files.iter().filter(|path| is_function(path)), false);
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>, depth: u32) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() && depth < 20 && path.file_name().is_none_or(|name| name != "spec") {
            collect(&path, into, depth + 1);
        } else if path.is_file() {
            into.push(path);
        }
    }
}

fn count<'p>(what: &str, files: impl Iterator<Item = &'p PathBuf>, templates: bool) {
    let mut support = RubySupport::default();
    let (mut all, mut supported) = (0_usize, 0_usize);
    let mut reasons: HashMap<String, Vec<&Path>> = HashMap::new();
    for path in files {
        let Ok(bytes) = std::fs::read(path) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        all += 1;
        let found = if templates { support.unsupported_in_template(&text) } else { support.unsupported_in(&text) };
        let found = match found {
            Ok(found) => found.into_iter().collect(),
            Err(_) => vec!["code that cannot be read".to_string()],
        };
        supported += usize::from(found.is_empty());
        for reason in found {
            reasons.entry(reason).or_default().push(path);
        }
    }
    let share = if all == 0 { 100.0 } else { 100.0 * supported as f64 / all as f64 };
    println!("{supported} of {all} {what} ({share:.1} %) use only what can be run");
    let mut reasons: Vec<(String, Vec<&Path>)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(reason, files)| (std::cmp::Reverse(files.len()), reason.clone()));
    for (reason, files) in reasons.iter().take(SHOWN) {
        println!(
            "  {:4} {reason}   {}",
            files.len(),
            files.first().map(|path| path.display().to_string()).unwrap_or_default()
        );
    }
}
