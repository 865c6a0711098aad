//! The settings that the README lists are those of docs/settings.md, which a test of the server writes from its table.

use crate::root;

fn table(text: &str) -> Vec<&str> {
    let rows = text.lines().skip_while(|line| !line.starts_with("| setting |"));
    rows.take_while(|line| line.starts_with('|')).collect()
}

#[test]
fn the_readme_lists_every_setting_with_its_default() {
    let read =
        |name: &str| std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (readme, manual) = (read("README.md"), read("docs/settings.md"));
    // The same rows; links are from another folder, and what is for our own tests is not a user's.
    let expected: Vec<String> = table(&manual)
        .into_iter()
        .filter(|row| !row.contains("`testCommands`"))
        .map(|row| row.replace("](", "](docs/"))
        .collect();
    assert!(expected.len() > 15, "docs/settings.md has no table");
    assert_eq!(table(&readme), expected, "copy the table of docs/settings.md into README.md");
}
