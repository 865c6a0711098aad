//! What the code names and nothing here defines, with what brings it.

use evaluator::outcome::MissingKind;

use super::{Locator, Missing};
use crate::db::Db;
use crate::definition_index::modules_by_name;
use crate::inputs::EnvironmentInput;
use crate::outer_mentions::module_lists::puppetfile_entries;
use crate::queries;
use crate::resolve::completeness::dependencies;

/// Lists the missing names of an outcome.
pub(super) fn missing(
    locator: &Locator<'_>,
    environment: EnvironmentInput,
    outcome: &evaluator::Outcome,
) -> Vec<Missing> {
    let of_name = |name: &evaluator::outcome::MissingName| Missing {
        kind: name.kind,
        name: name.name.clone(),
        hint: hint(locator.db, environment, name),
        location: name.place.and_then(|place| locator.place(place)),
    };
    outcome.missing.iter().map(of_name).collect()
}

fn hint(db: &dyn Db, environment: EnvironmentInput, missing: &evaluator::outcome::MissingName) -> String {
    let separator = if missing.kind == MissingKind::File { "/" } else { "::" };
    let is_qualified = missing.kind == MissingKind::Class || missing.name.contains(separator);
    let module = missing.name.split(separator).next().unwrap_or(&missing.name);
    if !is_qualified {
        return "no module here brings it: name the folder of the one that does in the setting `modulepath` or with `--modulepath`"
            .to_string();
    }
    if modules_by_name(db, environment).contains_key(module) {
        return format!("the module {module} is here and does not have it");
    }
    let folder = "name the folder that has it in the setting `modulepath` or with `--modulepath`";
    if let Some(full) = in_puppetfile(db, environment, module) {
        return format!("the Puppetfile has {full}: `r10k puppetfile install` brings it; else {folder}");
    }
    match dependent(db, environment, module) {
        Some(own) => format!("the module {own} depends on {module}, which is not here: install it, or {folder}"),
        None => format!("there is no module {module} here: {folder}"),
    }
}

/// Returns the name of a module with its author, where the Puppetfile has it.
fn in_puppetfile(db: &dyn Db, environment: EnvironmentInput, module: &str) -> Option<String> {
    let puppetfile = environment.file(db, "Puppetfile")?;
    let entries = puppetfile_entries(&queries::text(db, puppetfile));
    entries.into_iter().map(|entry| entry.name).find(|name| name.rsplit(['/', '-']).next() == Some(module))
}

/// Returns a module whose `metadata.json` asks for another.
fn dependent(db: &dyn Db, environment: EnvironmentInput, module: &str) -> Option<String> {
    let asks = |metadata| dependencies(db, metadata).iter().any(|name| name == module);
    let modules = environment.modules(db);
    let found = modules.iter().find(|own| own.file(db, "metadata.json").is_some_and(asks))?;
    Some(found.name(db).to_string())
}

#[cfg(test)]
mod tests {
    use crate::features::preview_catalog::PreviewQuestion;
    use crate::fixture::Fixture;

    #[test]
    fn each_name_says_what_brings_it() {
        let fixture = Fixture::without_cursor(
            "include apache\ninclude a::b\nntp::server { 'x': }\nnotify { 'n': message => other::f(plain()) }\n//- /env/Puppetfile\nmod 'puppetlabs-apache', '1.0.0'\n//- /env/modules/a/manifests/init.pp\nclass a {}\n//- /env/modules/a/metadata.json\n{\"name\": \"me-a\", \"dependencies\": [{\"name\": \"puppetlabs/ntp\"}]}\n",
        );
        let file = fixture.file("/env/manifests/site.pp");
        let answer = fixture.host.analysis().preview_catalog(file, PreviewQuestion::default());
        let view = answer.expect("no writer").expect("a file").view;
        assert!(view.ok, "{:?}", view.errors);
        let line = |at: &Option<crate::catalog_view::Location>| at.as_ref().map_or(0, |at| at.line);
        let shown: Vec<String> = view
            .missing
            .iter()
            .map(|missing| {
                format!("{} {} {}: {}", line(&missing.location), missing.kind.words(), missing.name, missing.hint)
            })
            .collect();
        expect_test::expect![[r#"
            1 class apache: the Puppetfile has puppetlabs-apache: `r10k puppetfile install` brings it; else name the folder that has it in the setting `modulepath` or with `--modulepath`
            2 class a::b: the module a is here and does not have it
            3 resource type ntp::server: the module a depends on ntp, which is not here: install it, or name the folder that has it in the setting `modulepath` or with `--modulepath`
            4 function plain: no module here brings it: name the folder of the one that does in the setting `modulepath` or with `--modulepath`
            4 function other::f: there is no module other here: name the folder that has it in the setting `modulepath` or with `--modulepath`"#]]
        .assert_eq(&shown.join("\n"));
    }
}
