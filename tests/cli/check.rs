//! `check`

use crate::program::{example, run, run_with_input};

const BROKEN: &str = "class a {\n  # é\n  file { '/tmp/x': ensur => 'file' }\n}\n";

#[test]
fn json_has_places_in_code_points() {
    let ran = run_with_input(&["check", "--format", "json", "-"], "$a = 'é' $a = 2\n");
    let json = ran.json();
    assert_eq!(json.as_array().map(Vec::len), Some(1), "{json}");
    let found = &json[0];
    assert_eq!(found["file"], "-");
    assert_eq!((&found["line"], &found["column"]), (&1.into(), &10.into()), "{found}");
    assert_eq!((&found["end_line"], &found["end_column"]), (&1.into(), &12.into()), "{found}");
    assert_eq!((&found["severity"], &found["code"]), (&"error".into(), &"illegal-reassignment".into()));
    assert_eq!(found["related"][0]["column"], 1);
    assert_eq!(ran.code, 1);
}

#[test]
fn text_github_and_sarif_name_the_same_place() {
    let text = run_with_input(&["check", "-"], "class a {\n  file { '/tmp/x': ensur => 'file' }\n}\n");
    assert!(text.stdout.starts_with("error[unknown-parameter]: no parameter named 'ensur'"), "{}", text.stdout);
    assert!(text.stdout.contains("--> -:2:20\n"), "{}", text.stdout);
    let github = run_with_input(&["check", "--format", "github", "-"], BROKEN);
    assert!(github.stdout.contains("::error file=-,line=3,"), "{}", github.stdout);
    let sarif = run_with_input(&["check", "--format", "sarif", "-"], BROKEN).json();
    assert_eq!(sarif["version"], "2.1.0");
    let results = sarif["runs"][0]["results"].as_array().cloned().unwrap_or_default();
    let named = results.iter().find(|result| result["ruleId"] == "unknown-parameter").expect("the finding");
    assert_eq!(named["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
}

#[test]
fn sarif_escapes_what_a_uri_cannot_hold() {
    let folder = std::env::temp_dir().join(format!("puppet-analyzer-sarif-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("a b")).expect("a folder");
    let file = folder.join("a b/ü%:.pp");
    std::fs::write(&file, "$x = = 1\n").expect("a file");
    let sarif = run(&["check", "--format", "sarif", &file.to_string_lossy()]).json();
    let uri = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert!(uri.as_str().is_some_and(|uri| uri.ends_with("/a%20b/%C3%BC%25%3A.pp")), "{uri}");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn the_example_has_no_errors() {
    let ran = run(&["check", "--format", "json", &example().to_string_lossy()]);
    let json = ran.json();
    let errors: Vec<_> = json.as_array().into_iter().flatten().filter(|entry| entry["severity"] == "error").collect();
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn editions_and_templates() {
    let warned = run_with_input(&["check", "--format", "json", "--edition", "spec4x", "-"], "$a = 1\n$a += 2\n").json();
    let codes: Vec<_> = warned.as_array().into_iter().flatten().map(|entry| entry["code"].clone()).collect();
    assert!(!codes.contains(&"illegal-delete-append".into()), "{codes:?}");
    let refused = run_with_input(&["check", "--format", "json", "-"], "$a = 1\n$b += 2\n").json();
    assert!(refused.to_string().contains("append"), "{refused}");
    assert_eq!(run_with_input(&["check", "--epp", "-"], "text <%= 1 + 1 %>\n").code, 0);
}

#[test]
fn style_is_reported_fixed_and_fails_only_when_asked_to() {
    let folder = std::env::temp_dir().join(format!("puppet-analyzer-style-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("site.pp");
    std::fs::write(&file, "$a = \"b\"\n$c = '${d}'\n").expect("a file");
    let path = file.to_string_lossy().into_owned();
    let ran = run(&["check", "--format", "json", &path]);
    let json = ran.json();
    let found: Vec<_> = json.as_array().into_iter().flatten().collect();
    let codes: Vec<_> = found.iter().map(|entry| entry["code"].as_str().unwrap_or_default()).collect();
    assert_eq!(codes, ["double-quoted-strings", "single-quote-string-with-variables"]);
    assert_eq!(
        (&found[0]["line"], &found[0]["column"], &found[0]["severity"]),
        (&1.into(), &6.into(), &"warning".into())
    );
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert_eq!(run(&["check", "--fail-on-warnings", &path]).code, 1);
    let fixed = run(&["check", "--fix", "--format", "json", &path]);
    assert_eq!(fixed.json().as_array().map(Vec::len), Some(1), "{}", fixed.stdout);
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), "$a = 'b'\n$c = '${d}'\n");
    std::fs::write(folder.join(".puppet-lint.rc"), "--fail-on-warnings\n").expect("a file");
    assert_eq!(run(&["check", &path]).code, 1);
    std::fs::write(folder.join(".puppet-lint.rc"), "--no-single_quote_string_with_variables-check\n").expect("a file");
    assert_eq!(run(&["check", "--format", "json", &path]).json().as_array().map(Vec::len), Some(0));
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn wrong_usage_is_2() {
    assert_eq!(run(&["check", "/no/such/path"]).code, 2);
    assert_eq!(run(&["check", "--edition", "puppet99", "-"]).code, 2);
    assert_eq!(run(&["nonsense"]).code, 2);
}

#[test]
fn a_project_chooses_its_edition_and_settings() {
    let folder = std::env::temp_dir().join(format!("puppet-analyzer-check-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("manifests")).expect("a folder");
    std::fs::write(folder.join("manifests/init.pp"), "class old { $a = 1 }\n").expect("a file");
    std::fs::write(
        folder.join("metadata.json"),
        r#"{"name": "me-old", "requirements": [{"name": "puppet", "version_requirement": ">= 6.0.0 < 8.0.0"}]}"#,
    )
    .expect("a file");
    let ran = run(&["check", &folder.to_string_lossy()]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    std::fs::write(folder.join("manifests/wrong.pp"), "class old::right {}\n").expect("a file");
    let found = run(&["check", "--format", "json", &folder.to_string_lossy()]).json();
    let mut codes = found.as_array().into_iter().flatten().map(|entry| &entry["code"]);
    assert!(codes.any(|code| code == "illegal-definition-location"), "{found}");
    let _ = std::fs::remove_dir_all(&folder);
}

/// A folder for one test, which goes away with it.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root = std::env::temp_dir().join(format!("puppet-analyzer-check-{name}-{}", std::process::id()));
        for (path, text) in files {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        Folder(root)
    }

    /// What `check` finds, as severities with codes, and what it says on standard error.
    fn check(&self) -> (Vec<String>, String) {
        let ran = run(&["check", "--format", "json", &self.0.to_string_lossy()]);
        let found = ran.json();
        let shown = |entry: &serde_json::Value| format!("{} {}", entry["severity"], entry["code"]).replace('"', "");
        (found.as_array().into_iter().flatten().map(shown).collect(), ran.stderr)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn settings_change_severities_and_turn_checks_off() {
    let manifest = "class web($unused) {\n  notice($facts['osfamily'])\n  include web::none\n}\n";
    let settings = "[diagnostics]\nunused-parameter = 'off'\nlegacy-fact = \"error\"\nunknown-class = 'info'\n[lint]\nenabled = false\n";
    let folder = Folder::new(
        "severities",
        &[
            ("environment.conf", ""),
            ("modules/web/manifests/init.pp", manifest),
            ("modules/web/manifests/other.pp", "class web::other {}\n"),
            (".puppet-analyzer.toml", settings),
        ],
    );
    assert_eq!(folder.check(), (vec!["error legacy-fact".into(), "info unknown-class".into()], String::new()));
}

#[test]
fn a_folder_in_which_nothing_is_checked_says_why() {
    let folder = Folder::new(
        "unchecked",
        &[
            ("environment.conf", ""),
            ("Puppetfile", "mod 'puppetlabs/web', '1.0.0'\n"),
            ("modules/web/manifests/init.pp", "class web { include web::none }\n"),
            ("empty/notes.txt", "nothing\n"),
        ],
    );
    let said = |below: &str| {
        let ran = run(&["check", &folder.0.join(below).to_string_lossy()]);
        (ran.code, ran.stderr)
    };
    let (code, stderr) = said("modules/web");
    assert!(code == 0 && stderr.contains("installed by the Puppetfile: only its syntax is checked"), "{code} {stderr}");
    let (code, stderr) = said("empty");
    assert!(code == 0 && stderr.contains("there are no Puppet files in"), "{code} {stderr}");
}

#[test]
fn binary_policies_are_not_checked() {
    let folder = Folder::new("policy", &[("environment.conf", ""), ("modules/m/files/ours.pp", "x")]);
    std::fs::write(folder.0.join("modules/m/files/ours.pp"), [0x8f, 0xff, 0x7c, 0xf9, 0, 0, 0]).expect("a file");
    let (found, _) = folder.check();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_broken_settings_file_is_told_with_its_line() {
    let folder = Folder::new("broken", &[("environment.conf", ""), (".puppet-analyzer.toml", "edition = puppet7\n")]);
    let (found, told) = folder.check();
    assert_eq!(found, Vec::<String>::new());
    assert!(told.contains(".puppet-analyzer.toml: TOML parse error at line 1, column 11"), "{told}");
    let folder = Folder::new("unknown", &[("environment.conf", ""), (".puppet-analyzer.toml", "editon = 'puppet7'\n")]);
    assert!(folder.check().1.contains("there is no setting 'editon'"), "{}", folder.check().1);
}
