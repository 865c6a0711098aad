//! Command lines of the program in the pages: their subcommands and options exist.

use std::collections::BTreeMap;
use std::process::Command;

use crate::{pages, root};

fn help(arguments: &[&str]) -> Option<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_puppet-analyzer"))
        .args(arguments)
        .arg("--help")
        .output()
        .expect("the program starts");
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What follows the program's name in a piece of code, up to where another command or a redirection begins.
fn calls(code: &str) -> Vec<Vec<&str>> {
    let mut found = Vec::new();
    let words: Vec<&str> = code.split_whitespace().collect();
    for (index, word) in words.iter().enumerate() {
        let is_run_by_cargo = *word == "--" && index > 0 && words[..index].contains(&"run");
        let is_a_package = index > 0 && matches!(words[index - 1], "-p" | "--package");
        if *word == "puppet-analyzer" && !is_a_package || is_run_by_cargo {
            let ends = |word: &&&str| !matches!(**word, "|" | "||" | "&&" | ";" | ">" | "#");
            found.push(words[index + 1..].iter().take_while(ends).copied().collect());
        }
    }
    found
}

fn is_subcommand(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase())
}

#[test]
fn commands_and_options_of_the_pages_exist() {
    let mut known: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in pages() {
        let name = page.path.strip_prefix(root()).unwrap_or(&page.path).display().to_string();
        for (line, code) in page.code() {
            if code.contains("cargo install") {
                continue;
            }
            for call in calls(&code) {
                let subcommand = call.first().copied().filter(|word| is_subcommand(word)).unwrap_or_default();
                let text = known.entry(subcommand.to_string()).or_insert_with(|| {
                    help(&[subcommand].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>())
                });
                let Some(text) = text else {
                    wrong.push(format!("{name}:{line}: no subcommand {subcommand}: {code}"));
                    continue;
                };
                count += 1;
                for word in &call {
                    let option = word.trim_start_matches('[').split(['=', ']', '|', '…']).next().unwrap_or_default();
                    let is_long = option.starts_with("--") && option.len() > 2;
                    if is_long && !["--help", "--version"].contains(&option) && !mentions(text, option) {
                        wrong.push(format!("{name}:{line}: {subcommand} has no option {option}: {code}"));
                    }
                }
            }
        }
    }
    assert!(count > 40, "only {count} command lines were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn mentions(help: &str, option: &str) -> bool {
    help.match_indices(option)
        .any(|(at, _)| !help[at + option.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-'))
}
