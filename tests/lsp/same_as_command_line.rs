//! One project, one answer: the catalog that the command line prints is the one that the editor previews.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value as Json, json};

use crate::client::Client;
use crate::project::Project;

fn compile(environment: &Path, node: &str, more: &[&str]) -> Json {
    let output = Command::new(env!("CARGO_BIN_EXE_puppet-analyzer"))
        .args(["compile", "--format", "report", "--node", node, "--environment"])
        .arg(environment)
        .args(more)
        .output()
        .expect("the program starts");
    let problem = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}: {problem}", environment.display()))
}

fn preview(client: &mut Client, uri: &str, node: &str) -> Json {
    client.request("puppet/previewCatalog", json!({"uri": uri, "node": node}))
}

/// What must be equal: the catalog where there is one, else the error. What the texts themselves are warned of, an editor shows there.
fn answer(report: &Json) -> Json {
    let logs = report["logs"].as_array().cloned().unwrap_or_default();
    let logs: Vec<Json> =
        logs.into_iter().filter(|log| log["level"] != "warning" || log.get("line").is_some()).collect();
    let (mut catalog, mut virtual_resources) = (report["catalog"].clone(), report["virtual_resources"].clone());
    let resources = [catalog.get_mut("resources"), Some(&mut virtual_resources)].into_iter().flatten();
    for resource in resources.filter_map(Json::as_array_mut).flatten().filter_map(Json::as_object_mut) {
        // An editor is told more.
        ["container", "definition", "origins"].iter().for_each(|key| drop(resource.shift_remove(*key)));
    }
    match report["ok"] == json!(true) {
        true => json!({"catalog": catalog, "logs": logs, "virtual": virtual_resources}),
        false => json!({"error": report["error"]["message"], "line": report["error"]["line"]}),
    }
}

/// The files of a recorded case, below its environment.
fn files_of(case: &Json) -> Vec<(String, String)> {
    let mut files = vec![("manifests/site.pp".to_string(), case["code"].as_str().unwrap_or_default().to_string())];
    for (key, folder) in [("modules", "modules/"), ("hiera", ""), ("env_files", "")] {
        for (path, text) in case[key].as_object().into_iter().flatten() {
            files.push((format!("{folder}{path}"), text.as_str().unwrap_or_default().to_string()));
        }
    }
    files
}

/// Cases that need nothing but files: an editor has no node classifier and no exported resources. Their facts are the built-in ones
/// on both sides.
fn recorded_cases() -> Vec<Json> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance/catalog.jsonl");
    let text = std::fs::read_to_string(path).expect("the recorded cases");
    let cases = text.lines().map(|line| serde_json::from_str::<Json>(line).expect("a case"));
    let needs = ["exported", "classes", "parameters", "trusted"];
    cases.filter(|case| needs.iter().all(|key| case.get(*key).is_none())).collect()
}

fn node_of(case: &Json) -> &str {
    case["node"].as_str().unwrap_or("test.example.com")
}

/// The answers of the command line, on all processors.
fn compiled(environments: &[PathBuf], cases: &[Json]) -> Vec<Json> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(index) else { return found };
            // An editor always goes on without what is not in the workspace.
            found.push((index, compile(&environments[index], node_of(case), &["--missing", "unknown"])));
        }
    };
    let mut answers: Vec<(usize, Json)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a thread")).collect()
    });
    answers.sort_by_key(|(index, _)| *index);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

#[test]
fn every_recorded_catalog() {
    let cases = recorded_cases();
    let project = Project::new("same", &[]);
    let mut environments = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        let folder = format!("environments/case_{index}");
        files_of(case).iter().for_each(|(path, text)| project.write(&format!("{folder}/{path}"), text));
        environments.push(project.root.join(folder));
    }
    let expected = compiled(&environments, &cases);
    let mut client = project.client(json!({}));
    let mut differing = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        let uri = project.uri(&format!("environments/case_{index}/manifests/site.pp"));
        let found = preview(&mut client, &uri, node_of(case));
        // Code that cannot be read stops a command, and an editor goes on without it.
        let is_unreadable = !found["left_out"].as_array().is_none_or(Vec::is_empty)
            || expected[index]["error"]["message"].as_str().is_some_and(|text| text.starts_with("Language validation"));
        if !is_unreadable && answer(&found) != answer(&expected[index]) {
            differing.push(format!("{}\n  {}\n  {}", case["id"], answer(&expected[index]), answer(&found)));
        }
    }
    client.shut_down(false);
    assert!(cases.len() > 1300, "{} cases", cases.len());
    assert!(differing.is_empty(), "{} differ:\n{}", differing.len(), differing.join("\n"));
}

#[test]
fn every_node_of_the_example() {
    let project = Project::example("same-example");
    let mut client = project.client(json!({}));
    let uri = project.uri("manifests/site.pp");
    let contexts = client.request("puppet/contexts", json!({"uri": uri}));
    let nodes: Vec<String> = contexts["nodes"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|node| Some(node.as_str()?.to_string()))
        .collect();
    assert!(nodes.len() > 1, "{contexts}");
    for node in nodes {
        let found = preview(&mut client, &uri, &node);
        // The name of the folder is the environment's on the command line, and it is no deployed environment.
        let facts = found["facts"].as_str().unwrap_or_default().to_string();
        let file = project.root.join(format!("facts/{facts}.json"));
        let facts = if file.is_file() { file.display().to_string() } else { facts };
        let mut expected = compile(&project.root, &node, &["--facts", &facts]);
        let name = project.root.file_name().expect("a name").to_string_lossy().into_owned();
        let mut found = found;
        for report in [&mut expected, &mut found] {
            replace(report, &name, "production");
        }
        assert_eq!(answer(&found), answer(&expected), "{node}");
        assert!(
            found["ok"] == json!(true) && found["catalog"]["resources"].as_array().is_some_and(|all| all.len() > 5)
        );
    }
    client.shut_down(false);
}

/// Replaces a text everywhere in a value but in paths of files.
fn replace(json: &mut Json, old: &str, new: &str) {
    match json {
        Json::String(text) if text == old => *text = new.to_string(),
        Json::Array(elements) => elements.iter_mut().for_each(|element| replace(element, old, new)),
        Json::Object(entries) => entries.values_mut().for_each(|value| replace(value, old, new)),
        _ => {}
    }
}

/// The titles of the notify resources on both sides.
fn notified(project: &Project, more: &[&str], settings: Json) -> (Vec<String>, Vec<String>) {
    let titles = |report: &Json| -> Vec<String> {
        let resources = report["catalog"]["resources"].as_array().cloned().unwrap_or_default();
        let notifies = resources.into_iter().filter(|resource| resource["type"] == "Notify");
        notifies.filter_map(|resource| Some(resource["title"].as_str()?.to_string())).collect()
    };
    let by_command = titles(&compile(&project.root, "n", more));
    let mut client = project.client_with(json!({}), settings);
    let in_editor = titles(&preview(&mut client, &project.uri("manifests/site.pp"), "n"));
    client.shut_down(false);
    (by_command, in_editor)
}

#[test]
fn a_module_that_is_there_twice_is_the_same_one() {
    let project = Project::new(
        "same-module",
        &[
            ("manifests/site.pp", "include web\n"),
            ("modules/web/manifests/init.pp", "class web { notify { 'from modules': } }\n"),
            ("site-modules/web/manifests/init.pp", "class web { notify { 'from site-modules': } }\n"),
        ],
    );
    // Puppet itself takes `modules` where no environment.conf says otherwise.
    let wanted = vec!["from modules".to_string()];
    assert_eq!(notified(&project, &[], json!({})), (wanted.clone(), wanted));
}

#[test]
fn modules_see_what_they_depend_on_in_the_specification() {
    let metadata = r#"{"name": "me-a", "dependencies": []}"#;
    let project = Project::new(
        "same-dependency",
        &[
            ("environment.conf", "modulepath = modules\n"),
            ("manifests/site.pp", "include a\n"),
            ("modules/a/metadata.json", metadata),
            ("modules/a/manifests/init.pp", "class a { notify { 'a': } include b }\n"),
            ("modules/b/manifests/init.pp", "class b { notify { 'b': } }\n"),
        ],
    );
    let (by_command, in_editor) = notified(&project, &["--edition", "spec4x"], json!({"edition": "spec4x"}));
    assert_eq!(by_command, in_editor);
    assert!(!by_command.contains(&"b".to_string()), "{by_command:?}");
}

#[test]
fn data_and_modules_that_git_ignores_are_read() {
    let project = Project::new(
        "same-ignored",
        &[
            (".gitignore", "/secrets\n/vendor-modules\n"),
            ("environment.conf", "modulepath = vendor-modules\n"),
            ("manifests/site.pp", "include web\n"),
            ("vendor-modules/web/manifests/init.pp", "class web($title_of) { notify { $title_of: } }\n"),
            ("hiera.yaml", "version: 5\nhierarchy:\n  - name: all\n    datadir: secrets\n    path: all.yaml\n"),
            ("secrets/all.yaml", "web::title_of: from data\n"),
        ],
    );
    let wanted = vec!["from data".to_string()];
    assert_eq!(notified(&project, &[], json!({})), (wanted.clone(), wanted));
}
