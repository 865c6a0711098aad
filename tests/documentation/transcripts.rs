//! What the manual shows of the command line is what the program prints. Where there is a shell.
#![cfg(unix)]

use std::process::Command;

use crate::root;

struct Call {
    line: usize,
    command: String,
    expected: String,
}

/// The commands of a page's `console` blocks, each with what is printed below it.
fn calls(page: &str) -> Vec<Call> {
    let mut found: Vec<Call> = Vec::new();
    let mut is_open = false;
    for (index, text) in page.lines().enumerate() {
        if text.starts_with("```") {
            is_open = text == "```console";
            continue;
        }
        if !is_open {
            continue;
        }
        if let Some(command) = text.strip_prefix("$ ") {
            found.push(Call { line: index + 1, command: command.to_string(), expected: String::new() });
        } else if let Some(call) = found.last_mut() {
            call.expected += text;
            call.expected.push('\n');
        }
    }
    found
}

#[test]
fn commands_print_what_the_manual_shows() {
    let page = std::fs::read_to_string(root().join("docs/command-line.md")).expect("docs/command-line.md");
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_puppet-analyzer"));
    let folder = program.parent().expect("a folder").to_string_lossy().into_owned();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let calls = calls(&page);
    assert!(calls.len() >= 8, "only {} commands were found", calls.len());
    for call in calls {
        let shell = Command::new("sh").args(["-c", &call.command]).env("PATH", &path).current_dir(root()).output();
        let output = shell.expect("a shell");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let problem = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(printed, call.expected, "docs/command-line.md:{}: {}\n{problem}", call.line, call.command);
        assert!(output.status.success(), "docs/command-line.md:{}: {}\n{problem}", call.line, call.command);
    }
}
