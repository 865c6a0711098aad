//! What is wrong with a `Puppetfile`: modules that stand twice, and modules that nothing says where to get.

use smol_str::SmolStr;
use syntax::TextRange;

use super::checks::{DUPLICATE_MODULE, Findings, INVALID_VALUE, NOT_DEPLOYED, UNKNOWN_PROPERTY};
use crate::checks::closest;
use crate::db::Db;
use crate::diagnostic::Fix;
use crate::inputs::FileInput;
use crate::outer_mentions::module_lists::{PuppetfileEntry, puppetfile_entries, short_name};
use crate::queries;
use crate::resolve::completeness::not_deployed;

/// What says where a module comes from, other than the Forge.
const SOURCES: &[&str] = &["git", "svn", "local", "tarball", "type", "source"];

/// The options of a module.
const OPTIONS: &[&str] = &[
    "git",
    "svn",
    "local",
    "tarball",
    "type",
    "source",
    "ref",
    "tag",
    "branch",
    "commit",
    "latest",
    "default_branch",
    "default_branch_override",
    "install_path",
    "exclude_spec",
    "revision",
    "version",
    "sha256digest",
    "username",
    "password",
    "path",
    "link",
    "forge",
];

pub fn run(db: &dyn Db, file: FileInput, findings: &mut Findings) {
    let text = queries::text(db, file);
    let missing = not_deployed(db, queries::environment_of(db, file), file);
    if let (Some(first), false) = (puppetfile_entries(&text).first(), missing.is_empty()) {
        let diagnostic = findings.report(NOT_DEPLOYED, first.name_range, not_deployed_message(&missing));
        diagnostic.hint = Some("`r10k puppetfile install` deploys them".to_string());
    }
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
        missing_comma(&text, &entry, findings);
        if unknown_option(written, entry.range.start, findings) {
            continue;
        }
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

/// Names a few of the modules that are not there.
pub fn not_deployed_message(missing: &[String]) -> String {
    const SHOWN: usize = 5;
    let names: Vec<&str> = missing.iter().take(SHOWN).map(String::as_str).collect();
    let more = if missing.len() > SHOWN { format!(" and {} more", missing.len() - SHOWN) } else { String::new() };
    format!("not deployed, so what they define is unknown: {}{more}", names.join(", "))
}

/// `mod 'a-b' '1.0.0'`: Ruby joins two texts without a comma between them, and the module is not found.
fn missing_comma(text: &str, entry: &PuppetfileEntry, findings: &mut Findings) {
    let behind = entry.name_range.end + 1;
    let rest = text.get(behind as usize..entry.range.end as usize).unwrap_or_default();
    if rest.trim_start().starts_with(['\'', '"', ':']) {
        let start = behind + (rest.len() - rest.trim_start().len()) as u32;
        let range = TextRange::new(start, entry.range.end.max(start));
        let diagnostic = findings.report(INVALID_VALUE, range, "a `,` is missing after the module's name");
        diagnostic.fixes.push(Fix::replace(TextRange::empty(behind), ",", "Insert ,"));
    }
}

/// Reports an option that looks much like a known one; true where it did.
fn unknown_option(written: &str, offset: u32, findings: &mut Findings) -> bool {
    let known: Vec<SmolStr> = OPTIONS.iter().map(|name| SmolStr::new_static(name)).collect();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for (at, _) in written.match_indices([':']) {
        let (before, after) = (written.get(..at).unwrap_or_default(), written.get(at + 1..).unwrap_or_default());
        let word = after.split(|c| !is_word(c)).next().unwrap_or_default();
        let is_symbol =
            before.ends_with([' ', '\t', '\n', ',', '(']) && after[word.len()..].trim_start().starts_with("=>");
        let key_start = before.rfind(|c| !is_word(c)).map_or(0, |start| start + 1);
        let key = before.get(key_start..).unwrap_or_default();
        let (name, start) = match (is_symbol, after.starts_with(' ') && !key.is_empty()) {
            (true, _) => (word, at + 1),
            (false, true) => (key, key_start),
            (false, false) => continue,
        };
        if OPTIONS.contains(&name) {
            continue;
        }
        if let Some(similar) = closest(name, known.iter()) {
            let start = offset + start as u32;
            let range = TextRange::new(start, start + name.len() as u32);
            findings.report(UNKNOWN_PROPERTY, range, format!("there is no option '{name}'")).suggest(range, similar);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::configuration::tests::shown;
    use expect_test::expect;

    #[test]
    fn modules_without_author_and_twice() {
        let text = "mod 'puppetlabs-stdlib', '9.0.0'\nmod 'apache'\nmod 'own',\n  :git => 'https://x'\nmod 'other/stdlib'\nmod 'local', local: true\n";
        expect![[r#"
            info modules-not-deployed [puppetlabs-stdlib]: not deployed, so what they define is unknown: apache, local, own, stdlib | `r10k puppetfile install` deploys them
            warning invalid-property-value [apache]: a module of the Forge has an author: 'author-apache' | or say where it comes from, for instance with ':git'
            error duplicate-module [other/stdlib]: the module 'stdlib' is in this file already
        "#]].assert_eq(&shown("/env/Puppetfile", &format!("//- /env/Puppetfile\n{text}")));
    }

    #[test]
    fn commas_and_options() {
        let text =
            "mod 'me-a' '1.0.0'\nmod 'b',\n  :gti => 'https://x'\nmod 'c',\n  git: 'https://x',\n  barnch: 'main'\n";
        expect![[r#"
            info modules-not-deployed [me-a]: not deployed, so what they define is unknown: a, b, c | `r10k puppetfile install` deploys them
            warning invalid-property-value ['1.0.0']: a `,` is missing after the module's name
            warning unknown-property [gti]: there is no option 'gti' | did you mean 'git'?
            warning unknown-property [barnch]: there is no option 'barnch' | did you mean 'branch'?
        "#]]
        .assert_eq(&shown("/env/Puppetfile", &format!("//- /env/Puppetfile\n{text}")));
    }
}
