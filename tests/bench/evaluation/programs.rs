//! What is compiled: small programs of expressions, generated catalogs, and Debian's modules.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json};

/// Where Debian installs modules.
pub const MODULES: &str = "/usr/share/puppet/modules";

/// The pairs of `tests/differential` that the group `modules` compiles: apache, mysql, postgresql, ntp, collectd, nova, keystone.
const MODULE_PAIRS: [&str; 8] =
    ["apache-vhost", "mysql-db", "postgresql-db", "ntp", "collectd-plugins", "nova", "nova-compute", "keystone"];

pub struct Program {
    pub group: &'static str,
    pub name: String,
    pub code: String,
    /// Beside those of the fact set.
    pub facts: Map<String, Json>,
    /// With Debian's modules.
    pub with_modules: bool,
}

impl Program {
    fn new(group: &'static str, name: impl Into<String>, code: impl Into<String>) -> Self {
        Program { group, name: name.into(), code: code.into(), facts: Map::new(), with_modules: false }
    }

    pub fn to_json(&self) -> Json {
        serde_json::json!({
            "group": self.group,
            "name": self.name,
            "code": self.code,
            "facts": self.facts,
            "modulepath": if self.with_modules { vec![MODULES] } else { Vec::new() },
        })
    }
}

/// All programs; Debian's modules only where they are installed.
pub fn all() -> Vec<Program> {
    let mut programs = vec![Program::new("empty", "empty", "")];
    programs.extend(expressions());
    programs.extend(catalogs());
    if Path::new(MODULES).is_dir() {
        programs.extend(modules());
    }
    programs
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests")
}

/// Each file in `expressions/`.
fn expressions() -> Vec<Program> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(tests().join("bench/expressions"))
        .expect("the folder of programs")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "pp"))
        .collect();
    paths.sort();
    let program = |path: PathBuf| {
        let code = std::fs::read_to_string(&path).expect("a program");
        Program::new("expressions", path.file_stem().unwrap_or_default().to_string_lossy(), code)
    };
    paths.into_iter().map(program).collect()
}

fn catalogs() -> Vec<Program> {
    let mut programs = Vec::new();
    let mut add = |make: fn(usize) -> String, kind: &str, counts: &[usize]| {
        for count in counts {
            programs.push(Program::new("catalogs", format!("{count}-{kind}"), make(*count)));
        }
    };
    add(files, "files", &[100, 1_000, 10_000]);
    add(defines, "defines", &[100, 1_000]);
    add(titles, "titles", &[1_000]);
    add(collected, "collected", &[1_000]);
    programs
}

fn files(count: usize) -> String {
    let mut code = String::new();
    for number in 0..count {
        let _ = writeln!(
            code,
            "file {{ '/srv/data/{number}':\n  ensure  => file,\n  owner   => 'root',\n  mode    => '0644',\n  content => \"line {number}\\n\",\n}}"
        );
    }
    code
}

fn defines(count: usize) -> String {
    let mut code = String::from(
        "define share($path, $mode = '0755') {\n  file { $path: ensure => directory, mode => $mode }\n  notify { \"share ${title}\": require => File[$path] }\n}\n",
    );
    for number in 0..count {
        let _ = writeln!(code, "share {{ 'share{number}': path => '/srv/share/{number}' }}");
    }
    code
}

fn titles(count: usize) -> String {
    format!(
        "$paths = Integer[1, {count}].map |$number| {{ \"/srv/many/${{number}}\" }}\nfile {{ $paths: ensure => file }}\n"
    )
}

fn collected(count: usize) -> String {
    let mut code = String::new();
    for number in 0..count {
        let _ = writeln!(code, "@notify {{ 'n{number}': tag => 'all' }}");
    }
    code.push_str("Notify<| tag == 'all' |> { withpath => true } -> notify { 'last': }\n");
    code
}

fn modules() -> Vec<Program> {
    let path = tests().join("differential/pairs.jsonl");
    let text = std::fs::read_to_string(path).expect("the pairs of the differential test");
    let pairs: Vec<Json> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let program = |name: &str| {
        let pair = pairs.iter().find(|pair| pair["name"] == name).unwrap_or_else(|| panic!("no pair {name}"));
        let facts = pair["extra_facts"].as_object().cloned().unwrap_or_default();
        let code = pair["code"].as_str().unwrap_or_default();
        Program { facts, with_modules: true, ..Program::new("modules", name, code) }
    };
    MODULE_PAIRS.into_iter().map(program).collect()
}
