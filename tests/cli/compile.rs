//! `compile`

use crate::program::{example, run, run_with_input};

const SITE: &str =
    "node 'web.example.com' { notify { 'web': } }\nnode default { notify { \"other ${facts['kernel']}\": } }\n";

fn titles(json: &serde_json::Value) -> Vec<String> {
    let resources = json["resources"].as_array().cloned().unwrap_or_default();
    let notifies = resources.iter().filter(|resource| resource["type"] == "Notify");
    notifies.map(|resource| resource["title"].as_str().unwrap_or_default().to_string()).collect()
}

#[test]
fn the_node_is_the_first_that_is_named_or_the_one_asked_for() {
    let ran = run_with_input(&["compile", "--format", "json", "-"], SITE);
    let json = ran.json();
    assert_eq!(json["name"], "web.example.com");
    assert_eq!(titles(&json), ["web"]);
    assert!(ran.stderr.contains("web.example.com"), "{}", ran.stderr);
    let other = run_with_input(&["compile", "--format", "json", "--node", "x", "-"], SITE).json();
    assert_eq!(titles(&other), ["other Linux"]);
}

#[test]
fn a_failing_compile_still_has_its_part() {
    let ran = run_with_input(&["compile", "--format", "report", "-"], "notify { 'a': }\nfail('no')\nnotify { 'b': }\n");
    let json = ran.json();
    assert_eq!(json["ok"], false);
    assert_eq!(json["error"]["line"], 2, "{json}");
    assert_eq!(titles(&json["catalog"]), ["a"]);
    assert_eq!(ran.code, 1);
}

/// A part of a catalog that hangs on something unknown is told in the first line.
#[test]
fn undecided_parts_are_told_first() {
    let code = "$u = generate('/bin/echo')\nif $u == 'y' { notify { 'a': } } else { fail('no') }\n";
    let tree = run_with_input(&["compile", "-"], code);
    assert!(tree.stdout.lines().next().is_some_and(|line| line.ends_with("with 2 undecided parts")), "{}", tree.stdout);
    assert!(tree.stdout.contains("    Notify[a]\n") && tree.stdout.contains("    error: no\n"), "{}", tree.stdout);
    let report = run_with_input(&["compile", "--format", "report", "-"], code).json();
    assert_eq!((&report["ok"], &report["undecided"]), (&true.into(), &2.into()), "{report}");
    let possible = &report["possible"][0];
    assert_eq!((&possible["title"], &possible["condition"]), (&"a".into(), &"if $u == 'y'".into()), "{report}");
    assert_eq!(report["possible_errors"][0]["message"], "no", "{report}");
}

#[cfg(unix)]
#[test]
fn a_linked_module_is_named_through_the_modulepath() {
    let folder = std::env::temp_dir().join(format!("puppet-analyzer-linked-{}", std::process::id()));
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    write("elsewhere/m/manifests/init.pp", "class m { fail('no') }\n");
    write("env/manifests/site.pp", "include m\n");
    std::fs::create_dir_all(folder.join("env/modules")).expect("a folder");
    std::os::unix::fs::symlink("../../elsewhere/m", folder.join("env/modules/m")).expect("a link");
    let environment = folder.join("env");
    let ran = run(&["compile", "--format", "report", "--environment", &environment.to_string_lossy()]);
    let file = ran.json()["error"]["file"].as_str().unwrap_or_default().to_string();
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    assert!(file.ends_with("env/modules/m/manifests/init.pp"), "{file}");
}

#[test]
fn every_format_shows_the_catalog() {
    for (format, expected) in [("tree", "Notify"), ("dot", "digraph"), ("mermaid", "flowchart")] {
        let ran = run_with_input(&["compile", "--format", format, "-"], "notify { 'a': } -> notify { 'b': }\n");
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(ran.stdout.contains(expected), "{format}: {}", ran.stdout);
    }
}

#[test]
fn a_classifier_gives_classes_and_variables() {
    let folder = std::env::temp_dir().join(format!("puppet-analyzer-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let enc = folder.join("enc.yaml");
    std::fs::write(&enc, "classes:\n  web:\n    port: 81\nparameters:\n  site: here\nenvironment: test\n")
        .expect("a file");
    let code = "class web($port) { notify { \"${port} ${site} ${environment}\": } }\n";
    let ran = run_with_input(&["compile", "--format", "json", "--enc", &enc.to_string_lossy(), "-"], code);
    assert_eq!(titles(&ran.json()), ["81 here test"], "{}", ran.stderr);
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_setting_changes_the_server_facts() {
    let folder = std::env::temp_dir().join(format!("puppet-analyzer-server-facts-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("manifests")).expect("a folder");
    std::fs::write(folder.join("environment.conf"), "").expect("a file");
    std::fs::write(folder.join(".puppet-analyzer.toml"), "[serverFacts]\nservername = 'puppet.corp.example'\n")
        .expect("a file");
    let code = "notify { \"${server_facts['servername']} ${server_facts['serverip']} ${servername}\": }\n";
    std::fs::write(folder.join("manifests/site.pp"), code).expect("a file");
    let ran = run(&["compile", "--format", "json", "--environment", &folder.to_string_lossy()]);
    assert_eq!(titles(&ran.json()), ["puppet.corp.example 192.0.2.1 puppet.corp.example"], "{}", ran.stderr);
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn the_example_compiles() {
    let ran = run(&["compile", "--format", "report", "--environment", &example().to_string_lossy()]);
    let json = ran.json();
    assert_eq!(json["ok"], true, "{}", json["error"]);
    assert_eq!(ran.code, 0);
}

#[test]
fn no_environment_is_wrong_usage() {
    assert_eq!(run(&["compile", "--environment", "/no/such/folder"]).code, 2);
}

#[test]
fn a_module_is_not_taken_for_an_environment() {
    let module = example().join("modules/webserver");
    let ran = run(&["compile", "--environment", &module.to_string_lossy()]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("is a module, not an environment"), "{}", ran.stderr);
    assert!(ran.stderr.contains("include webserver"), "{}", ran.stderr);
}
