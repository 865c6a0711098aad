//! What is wrong with a module's `metadata.json`.

use evaluator::hiera::data_node::{DataContent, DataNode};
use evaluator::value::{SemVer, SemVerRange};
use smol_str::SmolStr;

use super::checks::{
    DUPLICATE_MODULE, Findings, INCOMPLETE_METADATA, INVALID_VALUE, MISSING_PROPERTY, NOT_DEPLOYED, UNKNOWN_PROPERTY,
    UNREADABLE,
};
use super::puppetfile_checks::not_deployed_message;
use super::schema;
use crate::checks::closest;
use crate::data_document::{DataPlaces, data_document};
use crate::db::Db;
use crate::inputs::{FileInput, FileOwner};
use crate::outer_mentions::module_lists::short_name;
use crate::queries;
use crate::resolve::completeness::not_deployed;

pub fn run(db: &dyn Db, file: FileInput, findings: &mut Findings) {
    let document = data_document(db, file);
    let places = DataPlaces::of(db, file);
    if let Some(error) = &document.error {
        findings.report(UNREADABLE, error.range, error.message.clone());
        return;
    }
    let Some(root) = document.root.as_ref().filter(|root| root.entries().is_some()) else { return };
    let missing: Vec<&str> =
        schema::METADATA_REQUIRED.iter().copied().filter(|name| root.entry(name).is_none()).collect();
    if !missing.is_empty() {
        let message = format!("missing, and asked for by the Forge: {}", missing.join(", "));
        findings.report(INCOMPLETE_METADATA, places.range(root), message);
    }
    let known: Vec<SmolStr> = schema::METADATA.iter().map(|property| SmolStr::new_static(property.name)).collect();
    for entry in root.entries().unwrap_or_default() {
        // Tools keep properties of their own here: only what looks mistyped is reported.
        let Some(key) = entry.key.key_text().filter(|key| !known.iter().any(|known| known == key)) else { continue };
        if let Some(similar) = closest(key, known.iter()) {
            let range = places.range(&entry.key);
            let diagnostic = findings.report(UNKNOWN_PROPERTY, range, format!("there is no property '{key}' here"));
            diagnostic.suggest(range, similar);
        }
    }
    name(db, file, root, &places, findings);
    if let Some(entry) = root.entry("version")
        && entry.value.key_text().is_none_or(|version| SemVer::parse(version).is_none())
    {
        findings.report(INVALID_VALUE, places.range(&entry.value), "the version must be like '1.2.3'");
    }
    requirements(root, "dependencies", &places, findings);
    let missing = not_deployed(db, queries::environment_of(db, file), file);
    if let (Some(entry), false) = (root.entry("dependencies"), missing.is_empty()) {
        let message = not_deployed_message(&missing);
        let diagnostic = findings.report(NOT_DEPLOYED, places.range(&entry.key), message);
        diagnostic.hint = Some(
            "`rake spec_prep` brings them into spec/fixtures, the setting `modulepath` names other folders".into(),
        );
    }
    requirements(root, "requirements", &places, findings);
}

fn name(db: &dyn Db, file: FileInput, root: &DataNode, places: &DataPlaces, findings: &mut Findings) {
    let Some(entry) = root.entry("name") else { return };
    let range = places.range(&entry.value);
    let written = entry.value.key_text().unwrap_or_default();
    let is_word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric());
    let is_module = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_lowercase())
            && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let is_valid = written.split_once(['-', '/']).is_some_and(|(author, module)| is_word(author) && is_module(module));
    if !is_valid {
        findings.report(
            INVALID_VALUE,
            range,
            "the name must be the author's name, '-', and the module's name in small letters",
        );
        return;
    }
    if let FileOwner::Module { module, .. } = file.owner(db) {
        let folder = module.name(db);
        let named = short_name(written);
        if folder != named {
            let message = format!("Puppet knows this module by its folder as '{folder}', not as '{named}'");
            findings.report(INVALID_VALUE, range, message);
        }
    }
}

/// A list of names with the versions that they may have.
fn requirements(root: &DataNode, list: &str, places: &DataPlaces, findings: &mut Findings) {
    let Some(entry) = root.entry(list) else { return };
    let DataContent::Sequence(elements) = &entry.value.content else {
        findings.report(INVALID_VALUE, places.range(&entry.key), format!("'{list}' must be a list"));
        return;
    };
    let mut seen: Vec<SmolStr> = Vec::new();
    for element in elements.iter() {
        match element.entry("name").and_then(|name| Some((name, name.value.key_text()?))) {
            Some((name, written)) => {
                let short = short_name(written);
                if seen.contains(&short) {
                    let range = places.range(&name.value);
                    findings.report(DUPLICATE_MODULE, range, format!("'{written}' is in the list already"));
                }
                seen.push(short);
            }
            None => {
                findings.report(MISSING_PROPERTY, places.range(element), "'name' is missing");
            }
        }
        let known = ["name", "version_requirement"].map(SmolStr::new_static);
        for entry in element.entries().unwrap_or_default() {
            let Some(key) = entry.key.key_text().filter(|key| !known.iter().any(|known| known == key)) else {
                continue;
            };
            if let Some(similar) = closest(key, known.iter()) {
                let range = places.range(&entry.key);
                let message = format!("there is no property '{key}' here");
                findings.report(UNKNOWN_PROPERTY, range, message).suggest(range, similar);
            }
        }
        if let Some(requirement) = element.entry("version_requirement")
            && requirement.value.key_text().is_none_or(|text| SemVerRange::parse(text).is_none())
        {
            let range = places.range(&requirement.value);
            findings.report(INVALID_VALUE, range, "the versions must be like '>= 1.2.3 < 2.0.0'");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::configuration::tests::shown;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let rest = "//- /env/modules/web/manifests/init.pp\nclass web {}\n";
        expected.assert_eq(&shown(
            "/env/modules/web/metadata.json",
            &format!("{rest}//- /env/modules/web/metadata.json\n{text}"),
        ));
    }

    #[test]
    fn a_good_file_has_none() {
        check(
            "{\"name\": \"me-web\", \"version\": \"1.0.0\", \"author\": \"me\", \"license\": \"MIT\", \"summary\": \"s\", \"source\": \"x\",\n\"dependencies\": [{\"name\": \"puppetlabs/stdlib\", \"version_requirement\": \">= 4.13.1 < 10.0.0\"}], \"custom\": 1}\n",
            expect![[r#"
                info modules-not-deployed [dependencies]: not deployed, so what they define is unknown: stdlib | `rake spec_prep` brings them into spec/fixtures, the setting `modulepath` names other folders
            "#]],
        );
    }

    #[test]
    fn wrong_values() {
        check(
            "{\"name\": \"me-wob\", \"version\": \"1\", \"summry\": \"s\",\n\"dependencies\": [{\"name\": \"a/b\", \"version_requirement\": \"new\"}, {\"name\": \"a-b\"}, {}]}\n",
            expect![[r#"
                hint incomplete-metadata [{]: missing, and asked for by the Forge: author, license, summary, source
                warning invalid-property-value [me-wob]: Puppet knows this module by its folder as 'web', not as 'wob'
                warning invalid-property-value [1]: the version must be like '1.2.3'
                warning unknown-property [summry]: there is no property 'summry' here | did you mean 'summary'?
                info modules-not-deployed [dependencies]: not deployed, so what they define is unknown: b | `rake spec_prep` brings them into spec/fixtures, the setting `modulepath` names other folders
                warning invalid-property-value [new]: the versions must be like '>= 1.2.3 < 2.0.0'
                error duplicate-module [a-b]: 'a-b' is in the list already
                warning missing-property [{]: 'name' is missing
            "#]],
        );
        check(
            "{\"name\": \"Web\"",
            expect![[r#"
            error data-syntax-error []: unexpected end of input (line 1, column 15)
        "#]],
        );
    }
}
