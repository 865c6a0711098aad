//! Development only: writes the Markdown and JSON of modules, to be compared with puppet-strings by `tests/docs/compare`.
//!
//! `print_reference OUT MODULE…` writes `OUT/NAME.md` and `OUT/NAME.json` for each folder.

use std::path::Path;

fn list(root: &Path, folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            list(root, &path, found);
        } else if let Ok(below) = path.strip_prefix(root) {
            found.push(below.to_string_lossy().into_owned());
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let out = arguments.next().expect("a folder to write to");
    for module in arguments {
        let root = Path::new(&module);
        let mut found = Vec::new();
        list(root, root, &mut found);
        let paths = reference::documented_paths(found.iter().map(String::as_str));
        let texts: Vec<String> = paths
            .iter()
            .map(|path| String::from_utf8_lossy(&std::fs::read(root.join(path)).expect("a file")).into_owned())
            .collect();
        let sources = paths.iter().zip(&texts).map(|(path, text)| reference::SourceText { path, text });
        let reference = reference::read(sources);
        let name = root.file_name().expect("a name").to_string_lossy().into_owned();
        for problem in &reference.problems {
            eprintln!("{name}: {}:{}: {}", problem.file, problem.line, problem.message);
        }
        let path = |ending: &str| Path::new(&out).join(format!("{name}.{ending}"));
        std::fs::write(path("md"), reference::markdown::render(&reference)).expect("a file");
        std::fs::write(path("json"), reference::json::render(&reference)).expect("a file");
    }
}
