//! Fleets: `--nodes` for `diff`, `compile` and `lookup`, and `merge`.

use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use crate::program::{Ran, run};

/// A control repository in two states with an inventory, in a folder that goes with it.
struct Fleet {
    folder: tempfile::TempDir,
}

const SITE: &str = "node default {\n  file { '/etc/motd': content => \"TEXT ${facts['networking']['hostname']}\\n\" }\n  \
                    if $facts['role'] == 'web' { include web }\n  if $facts['role'] == 'broken' { BROKEN }\n}\n";

impl Fleet {
    fn new() -> Fleet {
        let fleet = Fleet { folder: tempfile::tempdir().expect("a folder") };
        for (side, text, mode) in [("old", "hello", "0644"), ("new", "welcome", "0600")] {
            let broken = if side == "new" { "fail('not on this one')" } else { "notice('x')" };
            fleet.write(&format!("{side}/manifests/site.pp"), &SITE.replace("TEXT", text).replace("BROKEN", broken));
            let web = format!(
                "class web($port = 80) {{ file {{ '/srv': mode => '{mode}' }} file {{ '/p': content => String($port) }} }}\n"
            );
            fleet.write(&format!("{side}/modules/web/manifests/init.pp"), &web);
            fleet.write(&format!("{side}/hiera.yaml"), "version: 5\nhierarchy:\n  - name: n\n    path: \"nodes/%{trusted.certname}.yaml\"\n  - name: c\n    path: common.yaml\n");
            fleet.write(&format!("{side}/data/common.yaml"), "web::port: 80\n");
            fleet.write(&format!("{side}/data/nodes/web2.example.com.yaml"), "web::port: 8080\n");
        }
        let nodes: Vec<Json> = ["web1", "web2", "web3", "db1", "db2"]
            .iter()
            .map(|name| Fleet::node(name, if name.starts_with("web") { "web" } else { "db" }))
            .collect();
        fleet.write("inventory.json", &Json::Array(nodes).to_string());
        fleet
    }

    fn node(host: &str, role: &str) -> Json {
        let fqdn = format!("{host}.example.com");
        let networking = json!({"hostname": host, "fqdn": fqdn, "ip": format!("10.0.0.{}", host.len())});
        json!({"certname": fqdn, "facts": {"role": role, "networking": networking, "os": {"family": if host == "web3" { "RedHat" } else { "Debian" }}}, "environment": "production", "trusted": {"certname": fqdn}})
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    fn text(&self, path: &str) -> String {
        self.path(path).to_string_lossy().into_owned()
    }

    fn diff_of(&self, source: &str, more: &[&str]) -> Ran {
        let (from, to, nodes) = (self.text("old"), self.text("new"), self.text(source));
        let mut arguments = vec!["diff", "--from", &from, "--to", &to, "--nodes", &nodes];
        arguments.extend(more);
        run(&arguments)
    }

    fn diff(&self, more: &[&str]) -> Ran {
        self.diff_of("inventory.json", more)
    }
}

fn groups(report: &Json) -> Vec<(String, usize)> {
    let text = |group: &Json| {
        let parts = [&group["kind"], &group["resource"], &group["attribute"], &group["old"], &group["new"]];
        parts.iter().filter_map(|part| part.as_str()).collect::<Vec<_>>().join(" ")
    };
    report["groups"]
        .as_array()
        .expect("groups")
        .iter()
        .map(|group| (text(group), group["nodes"].as_array().map_or(0, Vec::len)))
        .collect()
}

#[test]
fn equal_changes_are_one_group_with_the_names_of_nodes_replaced() {
    let fleet = Fleet::new();
    let json = fleet.diff(&["--format", "json"]);
    assert_eq!(json.code, 0, "{}", json.stderr);
    let report = json.json();
    assert_eq!(report["nodes"], json!({"total": 5, "changed": 5, "unchanged": 0, "failed": 0}));
    assert_eq!(
        groups(&report),
        [
            ("changed File[/etc/motd] content hello <hostname>\n welcome <hostname>\n".to_string(), 5),
            ("changed File[/srv] mode 0644 0600".to_string(), 3),
        ]
    );
    assert_eq!(report["failures"], json!([]));
    let text = fleet.diff(&[]).stdout;
    assert!(
        text.contains("all 5 nodes: File[/etc/motd] content") && text.contains("3 nodes: File[/srv] mode"),
        "{text}"
    );
}

#[test]
fn read_sets_change_nothing_but_time() {
    let fleet = Fleet::new();
    assert_eq!(fleet.diff(&["--format", "json"]).stdout, fleet.diff(&["--format", "json", "--no-read-sets"]).stdout);
    // Only a file that some nodes look for in vain differs.
    for side in ["old", "new"] {
        fleet.write(&format!("{side}/manifests/site.pp"), &SITE.replace("BROKEN", "notice(1)"));
        fleet.write(
            &format!("{side}/modules/web/manifests/init.pp"),
            "class web($port = 80) { file { '/p': content => String($port) } }\n",
        );
    }
    fleet.write("new/data/nodes/web1.example.com.yaml", "web::port: 81\n");
    let report = fleet.diff(&["--format", "json"]);
    assert_eq!(report.stdout, fleet.diff(&["--format", "json", "--no-read-sets"]).stdout);
    assert_eq!(
        groups(&report.json()),
        [("changed Class[Web] port".to_string(), 1), ("changed File[/p] content 80 81".to_string(), 1)]
    );
}

#[test]
fn a_node_that_fails_is_a_result_of_its_own() {
    let fleet = Fleet::new();
    let mut nodes = vec![Fleet::node("web1", "web"), Fleet::node("bad", "broken")];
    nodes.push(json!({"certname": "empty.example.com"}));
    fleet.write("mixed.json", &Json::Array(nodes).to_string());
    let run = fleet.diff_of("mixed.json", &["--format", "json"]);
    assert_eq!(run.code, 1);
    let report = run.json();
    assert_eq!(report["nodes"], json!({"total": 3, "changed": 1, "unchanged": 0, "failed": 2}));
    let failures = report["failures"].as_array().expect("failures");
    assert_eq!(failures[0]["node"], "bad.example.com");
    assert_eq!(failures[0]["side"], "to");
    assert!(failures[0]["message"].as_str().is_some_and(|text| text.contains("not on this one")), "{failures:?}");
    assert!(failures[1]["message"].as_str().is_some_and(|text| text.contains("no facts of it in")), "{failures:?}");
}

#[test]
fn broken_sources_are_named() {
    let fleet = Fleet::new();
    assert_eq!(fleet.diff_of("nothing-here.json", &[]).code, 2);
    fleet.write("empty.json", "[]");
    let empty = fleet.diff_of("empty.json", &[]);
    assert!(empty.code == 2 && empty.stderr.contains("no nodes"), "{}", empty.stderr);
    fleet.write("facts/a.example.com.yaml", "role: [web\n");
    fleet.write("facts/b.example.com.yaml", "--- !ruby/object:Puppet::Node::Facts\nname: b.example.com\nvalues:\n  role: db\n  networking:\n    hostname: b\n");
    let folder = fleet.diff_of("facts", &["--format", "json"]);
    let report = folder.json();
    assert_eq!((folder.code, &report["nodes"]["failed"], &report["nodes"]["changed"]), (1, &json!(1), &json!(1)));
    let message = report["failures"][0]["message"].as_str().unwrap_or_default();
    assert!(message.contains("a.example.com.yaml") && message.contains("YAML"), "{message}");
    let nodes = Json::Array(vec![Fleet::node("web1", "web")]).to_string();
    fleet.write("cut.json", &format!("{}, {{\"certname\": \"x\"", nodes.trim_end_matches(']')));
    let cut = fleet.diff_of("cut.json", &["--format", "json"]).json();
    assert_eq!((&cut["nodes"]["failed"], &cut["nodes"]["changed"]), (&json!(1), &json!(1)));
}

#[test]
fn selectors_choose_nodes() {
    let fleet = Fleet::new();
    let total = |select: &[&str]| {
        let mut arguments = vec!["--format", "json"];
        arguments.extend(select.iter().flat_map(|selector| ["--select", selector]));
        fleet.diff(&arguments).json()["nodes"]["total"].as_u64().unwrap_or_default()
    };
    assert_eq!(total(&["re:^web"]), 3);
    assert_eq!(total(&["re:^web", "re:^db1"]), 4);
    assert_eq!(total(&["fact:os.family=Debian"]), 4);
    assert_eq!(total(&["class:web", "fact:os.family=Debian"]), 2);
    assert_eq!(total(&["node:db1.example.com"]), 1);
    assert_eq!(total(&["node:default"]), 5);
    let none = fleet.diff(&["--select", "re:^nothing"]);
    assert!(none.code == 2 && none.stderr.contains("none of the 5 nodes"), "{}", none.stderr);
    assert_eq!(fleet.diff(&["--one-of-each", "--format", "json"]).json()["nodes"]["total"], 2);
}

#[test]
fn parts_merged_are_the_same_bytes() {
    let fleet = Fleet::new();
    let mut nodes: Vec<Json> = (0..7).map(|number| Fleet::node(&format!("w{number}"), "web")).collect();
    nodes.extend((0..4).map(|number| Fleet::node(&format!("d{number}"), "db")));
    nodes.push(Fleet::node("x", "broken"));
    fleet.write("many.json", &Json::Array(nodes).to_string());
    let mut files = Vec::new();
    for index in 1..=3 {
        let part = fleet.diff_of("many.json", &["--format", "json", "--shard", &format!("{index}/3")]);
        fleet.write(&format!("part{index}.json"), &part.stdout);
        files.push(fleet.text(&format!("part{index}.json")));
    }
    for format in ["json", "text", "markdown", "html", "junit", "octocatalog", "catalog-diff"] {
        let mut arguments = vec!["merge", "--format", format];
        arguments.extend(files.iter().map(String::as_str));
        let merged = run(&arguments);
        assert_eq!(merged.stdout, fleet.diff_of("many.json", &["--format", format]).stdout, "{format}");
        assert_eq!(merged.code, 1, "one node fails");
    }
    let missing = run(&["merge", &files[0], &files[2]]);
    assert!(missing.code == 2 && missing.stderr.contains("missing: 2"), "{}", missing.stderr);
    assert_eq!(fleet.diff(&["--shard", "4/3"]).code, 2);
}

#[test]
fn exit_codes_are_chosen_by_a_flag() {
    let fleet = Fleet::new();
    assert_eq!(fleet.diff(&[]).code, 0);
    assert_eq!(fleet.diff(&["--exit-code"]).code, 3);
    let everything = ["--exit-code", "--ignore", "File[/etc/*]::content", "--ignore", "File[/srv]"];
    let ignored = fleet.diff(&everything);
    assert_eq!(ignored.code, 0, "{}", ignored.stdout);
    assert!(ignored.stdout.contains("no change"), "{}", ignored.stdout);
    assert_eq!(fleet.diff(&["--ignore", "File[/x"]).code, 2);
}

#[test]
fn other_formats_have_the_same_changes() {
    let fleet = Fleet::new();
    let junit = fleet.diff(&["--format", "junit"]).stdout;
    assert!(junit.contains("tests=\"5\" failures=\"5\" errors=\"0\"") && junit.contains("hello web1"), "{junit}");
    let octocatalog = fleet.diff(&["--format", "octocatalog", "--select", "node:web1.example.com"]).json();
    assert_eq!(octocatalog["diff"][0]["structure"], json!(["parameters", "content"]));
    assert_eq!(octocatalog["diff"][0]["old_value"], "hello web1\n");
    let viewer = fleet.diff(&["--format", "catalog-diff"]).json();
    assert_eq!(viewer["total_nodes"], 5);
    assert_eq!(viewer["web1.example.com"]["params_in_new"]["File[/srv]"]["mode"], "0600");
    let html = fleet.diff(&["--format", "html"]).stdout;
    assert!(
        html.starts_with("<!DOCTYPE html>") && html.matches("</script>").count() == 2,
        "one for the data, one for the script"
    );
    assert!(fleet.diff(&["--format", "markdown"]).stdout.contains("<details><summary>all 5 nodes: changed"));
}

#[test]
fn compile_and_lookup_take_a_fleet_too() {
    let fleet = Fleet::new();
    let (environment, nodes) = (fleet.text("new"), fleet.text("inventory.json"));
    let lines = run(&["compile", "--environment", &environment, "--nodes", &nodes, "--format", "jsonl"]);
    assert_eq!(lines.code, 0, "{}", lines.stderr);
    let reports: Vec<Json> = lines.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let names: Vec<&str> = reports.iter().filter_map(|report| report["node"].as_str()).collect();
    assert_eq!(
        names,
        ["db1.example.com", "db2.example.com", "web1.example.com", "web2.example.com", "web3.example.com"]
    );
    assert!(reports.iter().all(|report| report["ok"] == true && report["catalog"]["name"] == report["node"]));
    let found =
        run(&["lookup", "web::port", "--environment", &environment, "--nodes", &nodes, "--format", "json"]).json();
    assert_eq!(
        found["values"][0],
        json!({"value": "80", "nodes": ["db1.example.com", "db2.example.com", "web1.example.com", "web3.example.com"]})
    );
    assert_eq!(found["values"][1]["nodes"], json!(["web2.example.com"]));
}

#[test]
fn classifiers_trusted_facts_and_exported_resources() {
    let fleet = Fleet::new();
    let site = "node default {\n  @@host { $trusted['certname']: ip => '10.0.0.1' }\n  Host <<| |>>\n  notify { \"${trusted['extensions']['pp_role']} ${size}\": }\n}\nclass extra { notify { 'extra': } }\n";
    fleet.write("fleet/manifests/site.pp", site);
    let mut nodes: Vec<Json> = ["a", "b", "c"].iter().map(|name| Fleet::node(name, "x")).collect();
    for (number, node) in nodes.iter_mut().enumerate() {
        node["trusted"]["extensions"] = json!({"pp_role": format!("role{number}")});
    }
    fleet.write("nodes.json", &Json::Array(nodes).to_string());
    fleet.write("enc/a.example.com.yaml", "classes: [extra]\nparameters: {size: large}\n");
    fleet.write("enc/default.yaml", "parameters: {size: small}\n");
    let (environment, nodes, enc) = (fleet.text("fleet"), fleet.text("nodes.json"), fleet.text("enc"));
    let run = run(&["compile", "--environment", &environment, "--nodes", &nodes, "--enc", &enc, "--format", "jsonl"]);
    assert_eq!(run.code, 0, "{}{}", run.stderr, run.stdout);
    for (number, line) in run.stdout.lines().enumerate() {
        let report: Json = serde_json::from_str(line).expect("JSON");
        let resources = report["catalog"]["resources"].as_array().expect("resources");
        let titles = |kind: &str| -> Vec<&str> {
            resources.iter().filter(|it| it["type"] == kind).filter_map(|it| it["title"].as_str()).collect()
        };
        let mut hosts = titles("Host");
        hosts.sort_unstable();
        assert_eq!(hosts, ["a.example.com", "b.example.com", "c.example.com"], "every node collects from all");
        let size = if number == 0 { "large" } else { "small" };
        assert!(titles("Notify").contains(&format!("role{number} {size}").as_str()), "{:?}", titles("Notify"));
        assert_eq!(titles("Class").contains(&"Extra"), number == 0);
    }
}
