//! What is wrong with a `hiera.yaml`: unknown properties, levels that Puppet refuses, folders and functions that are missing.

use evaluator::hiera::data_node::{DataContent, DataEntry, DataNode};
use smol_str::SmolStr;

use super::checks::{
    BAD_LEVEL, Findings, INVALID_VALUE, MISSING_FOLDER, MISSING_PROPERTY, UNKNOWN_BACKEND, UNKNOWN_PROPERTY, UNREADABLE,
};
use super::schema::{self, Property};
use crate::checks::closest;
use crate::data_document::{DataPlaces, data_document};
use crate::db::Db;
use crate::definition_index::modules_by_name;
use crate::diagnostic::DiagnosticSeverity;
use crate::inputs::{FileInput, FileOwner, FilesBelow};
use crate::queries;
use crate::resolve::functions::function_exists;

/// The functions that come with Puppet, by the property that names them.
const BACKENDS: &[(&str, &[&str])] = &[
    ("data_hash", &["yaml_data", "json_data", "hocon_data"]),
    ("lookup_key", &["eyaml_lookup_key"]),
    ("data_dig", &[]),
];
const LOCATIONS: &[&str] = &["path", "paths", "glob", "globs", "uri", "uris", "mapped_paths"];
const FUNCTIONS: &[&str] = &["data_hash", "lookup_key", "data_dig", "hiera3_backend"];
/// Options that Hiera sets itself.
const RESERVED_OPTIONS: &[&str] = &["path", "uri"];

pub fn run(db: &dyn Db, file: FileInput, findings: &mut Findings) {
    let document = data_document(db, file);
    let places = DataPlaces::of(db, file);
    if let Some(error) = &document.error {
        findings.report(UNREADABLE, error.range, error.message.clone());
        return;
    }
    let Some(root) = document.root.as_ref().filter(|root| root.entries().is_some()) else { return };
    // Version 3 has other properties, written as symbols, and is read from outside of environments only.
    let is_symbol = |entry: &DataEntry| matches!(entry.key.content, DataContent::Symbol(_));
    if root.entries().unwrap_or_default().iter().any(is_symbol) {
        return;
    }
    let files = match file.owner(db) {
        FileOwner::Module { module, .. } => Some(module.files(db)),
        FileOwner::Environment { environment, .. } => Some(environment.files(db)),
        FileOwner::Nothing => None,
    };
    super::fact_checks::run(db, file, &places, root, findings);
    let in_module = matches!(file.owner(db), FileOwner::Module { .. });
    let mut checker = Checker { db, file, places: &places, files, findings };
    checker.version(root);
    checker.unknown(root, schema::HIERA_CONFIG);
    if let Some(defaults) = root.entry("defaults").filter(|entry| entry.value.entries().is_some()) {
        checker.unknown(&defaults.value, schema::HIERA_DEFAULTS);
        checker.common(&defaults.value);
    }
    if let Some(default_hierarchy) = root.entry("default_hierarchy").filter(|_| !in_module) {
        let range = places.range(&default_hierarchy.key);
        checker.findings.report(BAD_LEVEL, range, "'default_hierarchy' is only allowed in the hiera.yaml of a module");
    }
    for list in ["hierarchy", "default_hierarchy"] {
        if let Some(entry) = root.entry(list) {
            checker.levels(entry);
        }
    }
}

struct Checker<'a> {
    db: &'a dyn Db,
    file: FileInput,
    places: &'a DataPlaces,
    files: Option<FilesBelow>,
    findings: &'a mut Findings,
}

impl Checker<'_> {
    fn version(&mut self, root: &DataNode) {
        match root.entry("version") {
            None => {
                let range = self
                    .places
                    .range(root.entries().and_then(|entries| entries.first()).map_or(root, |entry| &entry.key));
                self.findings.report(
                    MISSING_PROPERTY,
                    range,
                    "'version: 5' is missing: without it the file is read as version 3",
                );
            }
            Some(entry) => {
                let version = evaluator::hiera::config::version(root);
                if version != "5" {
                    let message =
                        format!("version {version} of hiera.yaml is not used any more: convert it to version 5");
                    self.findings.report(INVALID_VALUE, self.places.range(&entry.value), message);
                }
            }
        }
    }

    /// Properties that a table does not have.
    fn unknown(&mut self, node: &DataNode, known: &'static [Property]) {
        let names: Vec<SmolStr> = known.iter().map(|property| SmolStr::new_static(property.name)).collect();
        for entry in node.entries().unwrap_or_default() {
            let Some(key) = entry.key.key_text() else { continue };
            if schema::find(known, key).is_none() {
                let range = self.places.range(&entry.key);
                let diagnostic =
                    self.findings.report(UNKNOWN_PROPERTY, range, format!("there is no property '{key}' here"));
                if let Some(similar) = closest(key, names.iter()) {
                    diagnostic.suggest(range, similar);
                }
            }
        }
    }

    fn levels(&mut self, list: &DataEntry) {
        let DataContent::Sequence(levels) = &list.value.content else {
            if !list.value.is_null() {
                let range = self.places.range(&list.key);
                self.findings.report(BAD_LEVEL, range, "the hierarchy must be a list of levels");
            }
            return;
        };
        let mut names: Vec<&str> = Vec::new();
        for level in levels.iter() {
            if level.entries().is_none() {
                let range = self.places.range(level);
                self.findings.report(BAD_LEVEL, range, "a level must have properties, at least a 'name'");
                continue;
            }
            self.unknown(level, schema::HIERA_LEVEL);
            self.common(level);
            match level.entry("name").map(|entry| (entry, entry.value.key_text())) {
                Some((entry, Some(name))) => {
                    if names.contains(&name) {
                        let range = self.places.range(&entry.value);
                        self.findings.report(BAD_LEVEL, range, format!("another level is called '{name}' already"));
                    }
                    names.push(name);
                }
                Some((entry, None)) => {
                    let range = self.places.range(&entry.key);
                    self.findings.report(BAD_LEVEL, range, "the name of a level must be a text");
                }
                None => {
                    let range = self
                        .places
                        .range(level.entries().and_then(|entries| entries.first()).map_or(level, |entry| &entry.key));
                    self.findings.report(BAD_LEVEL, range, "a level must have a 'name'");
                }
            }
            self.only_one(level, LOCATIONS);
        }
    }

    /// What levels and defaults have in common.
    fn common(&mut self, node: &DataNode) {
        self.only_one(node, FUNCTIONS);
        for (property, builtin) in BACKENDS {
            let Some(entry) = node.entry(property) else { continue };
            let Some(function) = entry.value.key_text() else { continue };
            if !builtin.contains(&function) && !self.may_exist(function) {
                let range = self.places.range(&entry.value);
                let message = format!("there is no function '{function}' that could be the '{property}' of a level");
                let diagnostic = self.findings.report(UNKNOWN_BACKEND, range, message);
                let known: Vec<SmolStr> = builtin.iter().map(|name| SmolStr::new_static(name)).collect();
                if let Some(similar) = closest(function, known.iter()) {
                    diagnostic.suggest(range, similar);
                }
            }
        }
        if let Some(options) = node.entry("options") {
            for key in RESERVED_OPTIONS {
                if let Some(entry) = options.value.entry(key) {
                    let range = self.places.range(&entry.key);
                    self.findings.report(BAD_LEVEL, range, format!("the option '{key}' is kept for Hiera itself"));
                }
            }
        }
        if let (Some(entry), Some(files)) = (node.entry("datadir"), self.files.clone())
            && let Some(folder) =
                entry.value.key_text().filter(|folder| !folder.contains("%{") && !folder.starts_with('/'))
        {
            let prefix = format!("{}/", folder.trim_start_matches("./").trim_end_matches('/'));
            // What is above this folder cannot be seen from here.
            if !prefix.starts_with("../") && queries::files_with_prefix(&files, &prefix).next().is_none() {
                let range = self.places.range(&entry.value);
                let diagnostic =
                    self.findings.report(MISSING_FOLDER, range, format!("there are no data files in '{folder}'"));
                // The Puppetfile may deploy it.
                if files.contains_key("Puppetfile") && prefix.starts_with("modules/") {
                    diagnostic.severity = DiagnosticSeverity::Hint;
                }
            }
        }
    }

    fn only_one(&mut self, node: &DataNode, keys: &[&str]) {
        let present: Vec<&DataEntry> = keys.iter().filter_map(|key| node.entry(key)).collect();
        if let [first, second, ..] = present.as_slice() {
            let (first, second_key) =
                (first.key.key_text().unwrap_or_default(), second.key.key_text().unwrap_or_default());
            let message =
                format!("'{second_key}' cannot stand beside '{first}': only one of {} may be given", keys.join(", "));
            self.findings.report(BAD_LEVEL, self.places.range(&second.key), message);
        }
    }

    /// False only where everything that could have the function is known.
    fn may_exist(&self, function: &str) -> bool {
        let environment = queries::environment_of(self.db, self.file);
        let module = function.split("::").next().unwrap_or_default();
        let is_module_known = modules_by_name(self.db, environment).contains_key(module);
        function_exists(self.db, environment, self.file, function)
            || function.contains("::")
                && !is_module_known
                && !crate::resolve::completeness::is_complete(self.db, environment)
    }
}

#[cfg(test)]
mod tests {
    use crate::configuration::tests::shown;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let rest = "//- /env/manifests/site.pp\n\n//- /env/data/common.yaml\na: 1\n//- /env/modules/m/functions/f.pp\nfunction m::f($o, $c) { {} }\n";
        expected.assert_eq(&shown("/env/hiera.yaml", &format!("{rest}//- /env/hiera.yaml\n{text}")));
    }

    #[test]
    fn a_good_file_has_none() {
        check(
            "version: 5\ndefaults:\n  datadir: data\n  data_hash: yaml_data\nhierarchy:\n  - name: a\n    path: \"%{facts.os.family}.yaml\"\n  - name: b\n    data_hash: m::f\n    datadir: \"x/%{environment}\"\n",
            expect![[r#""#]],
        );
    }

    #[test]
    fn bad_levels() {
        check(
            "version: 5\nhierarchies: []\nhierarchy:\n  - path: a.yaml\n  - name: x\n    pathes: [a]\n  - name: x\n    path: a\n    glob: b\n    data_hash: yaml_dat\n    lookup_key: my_lookup\n    datadir: nowhere\n  - text\ndefault_hierarchy: []\n",
            expect![[r#"
                warning unknown-property [hierarchies]: there is no property 'hierarchies' here | did you mean 'hierarchy'?
                error bad-hiera-level [path]: a level must have a 'name'
                warning unknown-property [pathes]: there is no property 'pathes' here | did you mean 'paths'?
                error bad-hiera-level [x]: another level is called 'x' already
                error bad-hiera-level [glob]: 'glob' cannot stand beside 'path': only one of path, paths, glob, globs, uri, uris, mapped_paths may be given
                error unknown-hiera-backend [yaml_dat]: there is no function 'yaml_dat' that could be the 'data_hash' of a level | did you mean 'yaml_data'?
                error bad-hiera-level [lookup_key]: 'lookup_key' cannot stand beside 'data_hash': only one of data_hash, lookup_key, data_dig, hiera3_backend may be given
                error unknown-hiera-backend [my_lookup]: there is no function 'my_lookup' that could be the 'lookup_key' of a level
                warning missing-folder [nowhere]: there are no data files in 'nowhere'
                error bad-hiera-level [text]: a level must have properties, at least a 'name'
                error bad-hiera-level [default_hierarchy]: 'default_hierarchy' is only allowed in the hiera.yaml of a module
            "#]],
        );
    }

    #[test]
    fn versions() {
        check(
            "hierarchy: []\n",
            expect![[r#"
            warning missing-property [hierarchy]: 'version: 5' is missing: without it the file is read as version 3
        "#]],
        );
        check(
            "version: 4\n",
            expect![[r#"
            warning invalid-property-value [4]: version 4 of hiera.yaml is not used any more: convert it to version 5
        "#]],
        );
        check(":backends: [yaml]\n", expect![[r#""#]]);
    }
}
