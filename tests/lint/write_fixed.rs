//! Writes what the fixes of all checks that are on by default make of each file that standard input names to a numbered file
//! in the folder that is its argument.

use std::io::BufRead;
use std::path::PathBuf;

use syntax::lint::{LintRequest, Selection, fix};

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_default());
    let selection = Selection::default();
    for (index, path) in std::io::stdin().lock().lines().enumerate() {
        let path = path?;
        let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        let fixed = fix(&text, &LintRequest { selection: &selection, path: Some(&path) }, |_| true);
        std::fs::write(folder.join(index.to_string()), fixed.text)?;
    }
    Ok(())
}
