//! Links between pages, to sources and to headings.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::{pages, root};

#[test]
fn links_and_anchors_lead_somewhere() {
    let pages = pages();
    let anchors: BTreeMap<PathBuf, Vec<String>> =
        pages.iter().map(|page| (page.path.clone(), page.anchors())).collect();
    let mut broken = Vec::new();
    let mut count = 0;
    for page in &pages {
        for (line, target) in page.links() {
            if target.contains("://") || target.starts_with("mailto:") || target.starts_with("command:") {
                continue;
            }
            count += 1;
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let folder = page.path.parent().expect("a folder");
            let path = if file.is_empty() { Some(page.path.clone()) } else { folder.join(file).canonicalize().ok() };
            let is_there = path.as_ref().is_some_and(|path| {
                anchor.is_empty() || anchors.get(path).is_some_and(|known| known.iter().any(|known| known == anchor))
            });
            if !is_there {
                let name = page.path.strip_prefix(root()).unwrap_or(&page.path).display();
                broken.push(format!("{name}:{line}: {target}"));
            }
        }
    }
    assert!(count > 100, "only {count} links were found");
    assert!(broken.is_empty(), "these lead nowhere:\n{}", broken.join("\n"));
}

#[test]
fn every_page_of_the_manual_can_be_reached_from_its_list() {
    let pages = pages();
    let list = root().join("docs/README.md");
    let list = pages.iter().find(|page| page.path == list).expect("docs/README.md");
    let named: BTreeSet<PathBuf> =
        list.links().iter().filter_map(|(_, target)| root().join("docs").join(target).canonicalize().ok()).collect();
    let missing: Vec<String> = pages
        .iter()
        .filter(|page| page.path.parent() == Some(&root().join("docs")) && page.path != list.path)
        .filter(|page| !named.contains(&page.path))
        .map(|page| page.path.display().to_string())
        .collect();
    assert!(missing.is_empty(), "docs/README.md does not name {missing:?}");
}

#[test]
fn every_editor_has_a_page_that_the_readme_names() {
    let pages = pages();
    let readme = root().join("README.md");
    let readme = pages.iter().find(|page| page.path == readme).expect("README.md");
    for entry in std::fs::read_dir(root().join("editors")).expect("editors").flatten() {
        let link = format!("editors/{}/README.md", entry.file_name().to_string_lossy());
        assert!(readme.links().iter().any(|(_, target)| *target == link), "README.md does not name {link}");
    }
}
