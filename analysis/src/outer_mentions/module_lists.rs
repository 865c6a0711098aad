//! Modules that a `Puppetfile` or a `metadata.json` names.

use evaluator::hiera::data_node::{DataContent, DataNode};
use smol_str::SmolStr;
use syntax::TextRange;

use super::{OuterMention, OuterName};
use crate::data_document::{DataPlaces, data_document};
use crate::db::Db;
use crate::inputs::FileInput;
use crate::queries;

/// One `mod` of a Puppetfile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuppetfileEntry {
    /// As it is written, with its author.
    pub name: String,
    /// Without quotes.
    pub name_range: TextRange,
    /// From `mod` to the end of its arguments.
    pub range: TextRange,
}

/// The `mod` lines of a Puppetfile; what is Ruby beyond that is not looked at.
pub fn puppetfile_entries(text: &str) -> Vec<PuppetfileEntry> {
    let mut found: Vec<PuppetfileEntry> = Vec::new();
    let mut offset = 0;
    let mut continues = false;
    for line in text.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or_default();
        let trimmed = code.trim();
        let start = offset + (code.len() - code.trim_start().len());
        let end = (offset + code.trim_end().len()) as u32;
        offset += line.len();
        if continues {
            if let Some(last) = found.last_mut().filter(|_| !trimmed.is_empty()) {
                last.range.end = end.max(last.range.end);
            }
        } else if let Some(rest) = trimmed.strip_prefix("mod")
            && rest.starts_with([' ', '\t', '(', '\'', '"'])
            && let Some(open) = rest.find(['\'', '"'])
        {
            let inner = rest.get(open + 1..).unwrap_or_default();
            let len = inner.find(['\'', '"']).unwrap_or(inner.len());
            let name_start = (start + 3 + open + 1) as u32;
            found.push(PuppetfileEntry {
                name: inner.get(..len).unwrap_or_default().to_string(),
                name_range: TextRange::new(name_start, name_start + len as u32),
                range: TextRange::new(start as u32, end.max(name_start + len as u32)),
            });
        } else if !trimmed.is_empty() {
            continue;
        }
        if !trimmed.is_empty() {
            continues = trimmed.ends_with(',');
        }
    }
    found
}

pub fn puppetfile_mentions(db: &dyn Db, file: FileInput) -> Vec<OuterMention> {
    let entries = puppetfile_entries(&queries::text(db, file));
    entries.iter().map(|entry| module_mention(&entry.name, entry.name_range, OuterName::Module)).collect()
}

pub fn metadata_mentions(db: &dyn Db, file: FileInput) -> Vec<OuterMention> {
    let document = data_document(db, file);
    let places = DataPlaces::of(db, file);
    let Some(root) = &document.root else { return Vec::new() };
    let mut found = Vec::new();
    let mut add = |node: &DataNode, make: fn(SmolStr) -> OuterName| {
        if let Some(name) = node.key_text() {
            found.push(module_mention(name, places.range(node), make));
        }
    };
    if let Some(name) = root.entry("name") {
        add(&name.value, OuterName::OwnModule);
    }
    if let Some(list) = root.entry("dependencies")
        && let DataContent::Sequence(elements) = &list.value.content
    {
        for name in elements.iter().filter_map(|element| element.entry("name")) {
            add(&name.value, OuterName::Module);
        }
    }
    found
}

/// The mention of a module as `author-name`, `author/name` or `name`: the whole text stands for it.
fn module_mention(written: &str, range: TextRange, make: fn(SmolStr) -> OuterName) -> OuterMention {
    OuterMention { name: make(short_name(written)), range }
}

/// A module's name without its author.
pub fn short_name(written: &str) -> SmolStr {
    SmolStr::new(written.rsplit(['/', '-']).next().unwrap_or(written))
}

#[cfg(test)]
mod tests {
    use super::puppetfile_entries;
    use crate::outer_mentions::tests::shown;
    use expect_test::expect;

    #[test]
    fn modules_of_a_puppetfile() {
        let text = "forge 'https://forge.puppet.com'\nmod 'puppetlabs-stdlib', '9.0.0'\n# mod 'no'\nmod('apache',\n  :git => 'https://x', # why\n  :tag => 'v1')\n";
        expect![[r#"
            Module("stdlib") [puppetlabs-stdlib]
            Module("apache") [apache]
        "#]]
        .assert_eq(&shown("/env/Puppetfile", text));
        let entries = puppetfile_entries(text);
        let range = entries[1].range;
        assert_eq!(
            &text[range.start as usize..range.end as usize],
            "mod('apache',\n  :git => 'https://x', # why\n  :tag => 'v1')"
        );
    }

    #[test]
    fn modules_of_metadata() {
        let text = "{\"name\": \"me-web\", \"dependencies\": [{\"name\": \"puppetlabs/stdlib\"}]}\n";
        expect![[r#"
            OwnModule("web") [me-web]
            Module("stdlib") [puppetlabs/stdlib]
        "#]]
        .assert_eq(&shown("/env/modules/web/metadata.json", text));
    }
}
