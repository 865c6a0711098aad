//! Workspaces and manifests of any size, made anew for each run.

use analysis::module_layout::{Discovery, discover};
use analysis::{AnalysisHost, Change, FileContent};

/// A class of about this many lines, as modules have them.
pub fn manifest(name: &str, lines: usize) -> String {
    let mut text =
        format!("# Manages {name}.\nclass {name} (\n  Integer $port = 80,\n  String $owner = 'root',\n) {{\n");
    for number in 0..lines.saturating_sub(6) / 6 {
        text += &format!(
            "  file {{ \"/etc/{name}/{number}.conf\":\n    ensure  => file,\n    owner   => $owner,\n    content => \"port = ${{port}}\\n\",\n  }}\n\n"
        );
    }
    text + "}\n"
}

/// Modules of ten manifests each.
pub fn workspace(manifests: usize) -> Vec<(String, String)> {
    let mut files = vec![("/env/manifests/site.pp".to_string(), "node default { include m0 }\n".to_string())];
    for number in 0..manifests {
        let (module, part) = (number / 10, number % 10);
        let (path, name) = match part {
            0 => ("init".to_string(), format!("m{module}")),
            _ => (format!("part{part}"), format!("m{module}::part{part}")),
        };
        let mut text = manifest(&name, 40);
        text += &format!("# see m{}\n", (module + 1) % (manifests / 10).max(1));
        files.push((format!("/env/modules/m{module}/manifests/{path}.pp"), text));
    }
    files.push(("/env/modules/typed/manifests/init.pp".to_string(), "class typed {}\n".to_string()));
    files
}

/// Classes that include each other in a row, each with a resource; paths below the environment.
pub fn chain_of_classes(count: usize) -> Vec<(String, String)> {
    let mut files = vec![("manifests/site.pp".to_string(), {
        let names: Vec<String> = (0..count).map(|number| format!("include m::c{number}\n")).collect();
        names.concat()
    })];
    for number in 0..count {
        let text =
            format!("class m::c{number} {{ notify {{ 'c{number}': message => \"number ${{{number} + 1}}\" }} }}\n");
        files.push((format!("modules/m/manifests/c{number}.pp"), text));
    }
    files
}

/// A database with these files, below `/env`.
pub fn host(files: &[(String, String)]) -> AnalysisHost {
    let mut host = AnalysisHost::new();
    let paths: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
    let read = |path: &str| files.iter().find(|(known, _)| known == path).map(|(_, text)| text.clone());
    let roots = ["/env".to_string()];
    let layout = discover(&Discovery { roots: &roots, files: &paths, read: &read, modulepath: &[], environment: None });
    let mut change = Change { layout: Some(layout), ..Change::default() };
    for (path, text) in files {
        change.set_file(path.clone(), FileContent::Text(text.as_str().into()));
    }
    host.apply_change(change);
    host
}
