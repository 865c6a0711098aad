//! What is wrong with a `Puppetfile`: modules that stand twice, and modules that nothing says where to get.

use smol_str::SmolStr;

use super::checks::{DUPLICATE_MODULE, Findings, INVALID_VALUE};
use crate::db::Db;
use crate::inputs::FileInput;
use crate::outer_mentions::module_lists::{puppetfile_entries, short_name};
use crate::queries;

/// What says where a module comes from, other than the Forge.
const SOURCES: &[&str] = &["git", "svn", "local", "tarball", "type", "source"];

pub fn run(db: &dyn Db, file: FileInput, findings: &mut Findings) {
    let text = queries::text(db, file);
    let mut seen: Vec<SmolStr> = Vec::new();
    for entry in puppetfile_entries(&text) {
        let short = short_name(&entry.name);
        if entry.name.contains("#{") {
            continue;
        }
        if seen.contains(&short) {
            findings.report(
                DUPLICATE_MODULE,
                entry.name_range,
                format!("the module '{short}' is in this file already"),
            );
        }
        seen.push(short);
        let written = text.get(entry.range.start as usize..entry.range.end as usize).unwrap_or_default();
        let has_source = SOURCES
            .iter()
            .any(|source| written.contains(&format!(":{source}")) || written.contains(&format!("{source}:")));
        if !has_source && !entry.name.contains(['-', '/']) {
            let message = format!("a module of the Forge has an author: 'author-{}'", entry.name);
            let diagnostic = findings.report(INVALID_VALUE, entry.name_range, message);
            diagnostic.hint = Some("or say where it comes from, for instance with ':git'".to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::configuration::tests::shown;
    use expect_test::expect;

    #[test]
    fn modules_without_author_and_twice() {
        let text = "mod 'puppetlabs-stdlib', '9.0.0'\nmod 'apache'\nmod 'own',\n  :git => 'https://x'\nmod 'other/stdlib'\nmod 'local', local: true\n";
        expect![[r#"
            warning invalid-property-value [apache]: a module of the Forge has an author: 'author-apache' | or say where it comes from, for instance with ':git'
            error duplicate-module [other/stdlib]: the module 'stdlib' is in this file already
        "#]].assert_eq(&shown("/env/Puppetfile", &format!("//- /env/Puppetfile\n{text}")));
    }
}
