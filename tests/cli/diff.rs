//! `diff`

use std::path::Path;

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
