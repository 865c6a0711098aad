//! The guard of `.ci/run` against slower code: what it compares, and that nothing is left out of it.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::root;

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Whether a second list of counts passes for as good as the first, with a tolerance of two in a hundred.
fn passes(name: &str, before: &str, after: &str) -> bool {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("instructions-{name}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let [before, after] = [("before", before), ("after", after)].map(|(name, counts)| {
        let path = folder.join(name);
        std::fs::write(&path, counts).expect("a file");
        path
    });
    let script = root().join("tests/bench/compare_instructions.sh");
    let done = Command::new("bash").arg(script).args([before, after]).arg("2").output().expect("bash");
    assert!(matches!(done.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&done.stderr));
    done.status.success()
}

#[test]
fn more_than_the_tolerance_is_noticed() {
    assert!(passes("same", "loops 1000\n", "loops 1000\n"));
    assert!(passes("within", "loops 1000\ntypes 500\n", "loops 1020\ntypes 500\n"));
    assert!(passes("less", "loops 1000\n", "loops 10\n"));
    assert!(!passes("beyond", "loops 1000\ntypes 500\n", "loops 1021\ntypes 500\n"));
    assert!(!passes("unknown", "loops 1000\n", "loops 1000\ntypes 500\n"));
}

#[test]
fn all_that_is_counted_is_recorded() {
    let script = read("tests/bench/instructions.sh");
    let list =
        script.lines().find_map(|line| line.strip_prefix("programs=(")?.strip_suffix(')')).expect("the programs");
    let steps = script
        .lines()
        .filter_map(|line| line.trim().strip_prefix("echo \"")?.split_once(" $(count").map(|(name, _)| name));
    let benches = read("tests/bench/main.rs");
    let scenarios =
        benches.split("counted_as: Some(\"").skip(1).filter_map(|rest| rest.split_once('"').map(|(name, _)| name));
    let steps = steps.filter(|name| !name.starts_with('$'));
    let counted: BTreeSet<&str> = list.split(' ').chain(steps).chain(scenarios).collect();
    let recorded = read("tests/bench/instructions.txt");
    let recorded: BTreeSet<&str> = recorded.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(counted, recorded, "`tests/bench/instructions.sh --record` writes it anew");
    assert!(counted.len() >= 21 && read(".ci/run").contains("tests/bench/instructions.sh --check"));
}
