//! `diff`

use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::run;

fn write(folder: &Path, path: &str, text: &str) {
    let file = folder.join(path);
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    std::fs::write(file, text).expect("a file");
}

#[test]
fn two_folders_differ_in_one_attribute() {
    let folder = std::env::temp_dir().join(format!("puppet-analyzer-diff-{}", std::process::id()));
    let (old, new) = (folder.join("old"), folder.join("new"));
    for (side, mode) in [(&old, "0600"), (&new, "0644")] {
        let site = format!("node 'a.example.com' {{ file {{ '/tmp/x': mode => '{mode}' }} }}\n");
        write(side, "manifests/site.pp", &site);
    }
    let (from, to) = (old.to_string_lossy(), new.to_string_lossy());
    let text = run(&["diff", "--from", &from, "--to", &to]);
    assert_eq!(text.code, 0, "{}", text.stderr);
    assert!(text.stdout.contains("node a.example.com"), "{}", text.stdout);
    assert!(text.stdout.contains("0600") && text.stdout.contains("0644"), "{}", text.stdout);
    let json = run(&["diff", "--from", &from, "--to", &to, "--all-nodes", "--format", "json"]).json();
    assert_eq!(json[0]["node"], "a.example.com");
    let same = run(&["diff", "--from", &from, "--to", &from]);
    assert!(same.stdout.contains("no change"), "{}", same.stdout);
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn neither_a_folder_nor_a_revision() {
    assert_eq!(run(&["diff", "--from", "no-such-revision-at-all"]).code, 2);
}

/// The old state of a comparison is kept in memory: others can read what is in the folder for temporary files.
#[test]
fn a_revision_is_written_nowhere() {
    let folder = std::env::temp_dir().join(format!("puppet-analyzer-revision-{}", std::process::id()));
    let (project, temporary) = (folder.join("project"), folder.join("tmp"));
    std::fs::create_dir_all(&temporary).expect("a folder");
    write(&project, "manifests/site.pp", "node 'a.example.com' { notify { 'secret before': } }\n");
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=a", "-c", "user.email=a@example.com"]).args(arguments).current_dir(&project);
        assert!(command.stdout(Stdio::null()).status().expect("git").success(), "{arguments:?}");
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message", "one"]);
    write(&project, "manifests/site.pp", "node 'a.example.com' { notify { 'after': } }\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_puppet-analyzer"));
    command.args(["diff", "--from", "HEAD"]).env("TMPDIR", &temporary).current_dir(&project);
    let ran = command.output().expect("the program");
    let shown = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(shown.contains("secret before") && shown.contains("after"), "{shown}");
    assert_eq!(std::fs::read_dir(&temporary).expect("a folder").count(), 0, "something is left behind");
    let _ = std::fs::remove_dir_all(&folder);
}
