//! What the editors' pages tell a user to copy can be read by a program.

use std::path::Path;

use crate::{pages, root};

/// The fenced blocks of a language, without the indentation of the list that they stand in.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let start = line.trim_start();
        if start.strip_prefix("```") != Some(language) {
            continue;
        }
        let indent = line.len() - start.len();
        let block = lines.by_ref().take_while(|line| !line.trim_start().starts_with("```"));
        found.push(block.map(|line| line.get(indent..).unwrap_or_default()).collect::<Vec<_>>().join("\n"));
    }
    found
}

#[test]
fn blocks_of_json_and_toml_are_well_formed() {
    let mut count = 0;
    for page in pages().iter().filter(|page| !page.path.starts_with(root().join("tests"))) {
        for block in blocks(&page.text, "json") {
            count += 1;
            if let Err(error) = serde_json::from_str::<serde_json::Value>(&block) {
                panic!("{}: {error}\n{block}", page.path.display());
            }
        }
        for block in blocks(&page.text, "toml") {
            count += 1;
            if let Err(error) = toml::from_str::<toml::Table>(&block) {
                panic!("{}: {error}\n{block}", page.path.display());
            }
        }
    }
    assert!(count >= 5, "only {count} blocks were found");
}

#[test]
fn the_template_for_jetbrains_has_what_its_plugin_reads() {
    let folder = root().join("editors/jetbrains/puppet-analyzer");
    let read = |name: &str| -> serde_json::Value {
        let path = Path::new(&folder).join(name);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let template = read("template.json");
    assert!(template["name"].is_string() && template["programArgs"]["default"].is_string(), "{template}");
    let mappings = template["fileTypeMappings"].as_array().expect("mappings");
    let languages: Vec<&str> = mappings.iter().filter_map(|mapping| mapping["languageId"].as_str()).collect();
    assert_eq!(languages, ["puppet", "epp", "yaml"]);
    for mapping in mappings {
        assert!(mapping["fileType"]["patterns"][0].is_string(), "{mapping}");
    }
    assert!(read("settings.json")["puppet-analyzer"].is_object());
}
