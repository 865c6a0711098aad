//! Places as Markdown links: the path below the environment as the text, the file as the target.

use evaluator::{FileId, Place};

use crate::db::Db;
use crate::inputs::FileInput;
use crate::preview::places::name_place;
use crate::queries;

/// Returns a path as a user of an environment would write it.
pub fn below<'p>(path: &'p str, root: &str) -> &'p str {
    path.strip_prefix(root).and_then(|path| path.strip_prefix('/')).unwrap_or(path)
}

/// Returns a link to a line of a file; only its text where the path is none that an editor could open.
pub fn to_line(path: &str, root: &str, line: u32) -> String {
    let shown = below(path, root);
    match path.starts_with('/') {
        true => format!("[{shown}:{line}](<file://{path}#L{line}>)"),
        false => format!("{shown}:{line}"),
    }
}

/// Returns a link to a file.
pub fn to_file(path: &str, root: &str) -> String {
    let shown = below(path, root);
    match path.starts_with('/') {
        true => format!("[{shown}](<file://{path}>)"),
        false => shown.to_string(),
    }
}

/// Returns a Markdown text with the texts of its links only, for places that show no links.
pub fn plain(markdown: &str) -> String {
    let mut text = String::new();
    let mut rest = markdown;
    while let Some((before, link)) = rest.split_once('[') {
        text += before;
        rest = match link.split_once("](<").and_then(|(shown, target)| Some((shown, target.split_once(">)")?.1))) {
            Some((shown, behind)) if !shown.contains('[') => {
                text += shown;
                behind
            }
            _ => {
                text.push('[');
                link
            }
        };
    }
    text + rest
}

/// Returns a link to a place of the code.
pub fn to_place(db: &dyn Db, place: Place) -> Option<String> {
    let named = name_place(db, place)?;
    let file = db.file_table().by_id(place.file)?;
    Some(to_line(&named.path, &root_of(db, file), named.line))
}

/// Returns a link to a line of a file that the workspace has.
pub fn to_line_of(db: &dyn Db, file: FileId, line: u32) -> Option<String> {
    let file = db.file_table().by_id(file)?;
    Some(to_line(&file.path(db), &root_of(db, file), line))
}

/// Returns the folder that paths are shown below: that of the environment around a file.
pub fn root_of(db: &dyn Db, from: FileInput) -> std::sync::Arc<str> {
    queries::environment_of(db, from).root(db)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_below_the_environment() {
        assert_eq!(to_line("/env/data/a.yaml", "/env", 3), "[data/a.yaml:3](<file:///env/data/a.yaml#L3>)");
        assert_eq!(to_line("untitled:1", "/env", 3), "untitled:1:3");
        assert_eq!(plain("given at [a:1](<file:///a#L1>), [x]"), "given at a:1, [x]");
        assert_eq!(to_file("/other/a.yaml", "/env"), "[/other/a.yaml](<file:///other/a.yaml>)");
    }
}
