//! What is wrong with a file of Hiera data: keys that nothing has or reads, and values of a wrong type.

use std::collections::HashMap;

use evaluator::hiera::data_node::{DataContent, DataEntry, DataNode};
use evaluator::value::Value;
use smol_str::SmolStr;
use syntax::TextRange;

use super::checks::{
    DUPLICATE_KEY, Findings, KEY_OUTSIDE_MODULE, NOT_A_HASH, TYPE_MISMATCH, UNKNOWN_KEY, UNREADABLE, UNUSED_KEY,
};
use super::lookups::{environment_lookups, is_changed};
use crate::checks::{closest, is_near};
use crate::data_document::{DataPlaces, block_keys, data_document, for_each_scalar};
use crate::db::Db;
use crate::definition_index::{DefinitionKind, find_definitions, module_index, modules_by_name};
use crate::diagnostic::{Diagnostic, Fix, RelatedPlace};
use crate::inputs::{EnvironmentInput, FileInput, FileOwner};
use crate::queries;
use crate::resolve::completeness::is_complete;
use crate::static_types::declared::TypeReader;
use crate::static_types::mismatch::meant_instead;

pub fn run(db: &dyn Db, file: FileInput, findings: &mut Findings) {
    let document = data_document(db, file);
    let places = DataPlaces::of(db, file);
    if let Some(error) = &document.error {
        findings.report(UNREADABLE, error.range, error.message.clone());
        return;
    }
    let Some(root) = &document.root else { return };
    let Some(entries) = root.entries() else {
        if !root.is_null() {
            findings.report(NOT_A_HASH, places.range(root), "the file has no keys with values, and is ignored");
        }
        return;
    };
    duplicates(&places.text, findings);
    super::fact_checks::run(db, file, &places, root, findings);
    let context = Context { db, file, environment: queries::environment_of(db, file), places: &places };
    for entry in entries {
        if let Some(key) = entry.key.key_text().filter(|key| *key != "lookup_options") {
            context.key(key, entry, findings);
        }
    }
}

struct Context<'a> {
    db: &'a dyn Db,
    file: FileInput,
    environment: EnvironmentInput,
    places: &'a DataPlaces,
}

impl Context<'_> {
    fn key(&self, key: &str, entry: &DataEntry, findings: &mut Findings) {
        let range = self.places.range(&entry.key);
        if let FileOwner::Module { module, .. } = self.file.owner(self.db) {
            let name = module.name(self.db);
            if !key.starts_with(&format!("{name}::")) {
                let message =
                    format!("the data of module '{name}' cannot set '{key}', which does not begin with '{name}::'");
                findings.report(KEY_OUTSIDE_MODULE, range, message);
                return;
            }
        }
        let lookups = environment_lookups(self.db, self.environment);
        let Some((class, parameter)) = key.rsplit_once("::") else {
            if !lookups.may_read(key) && !lookups.prefixes.iter().any(|prefix| prefix.is_empty()) {
                findings.report(UNUSED_KEY, range, format!("nothing looks up '{key}'"));
            }
            return;
        };
        let definitions = find_definitions(self.db, self.environment, self.file, DefinitionKind::Class, class);
        let signatures: Vec<_> = definitions
            .iter()
            .filter_map(|definition| definition.signature(self.db).map(|signature| (*definition, signature)))
            .collect();
        let owner = signatures.iter().find(|(_, signature)| signature.parameter(parameter).is_some());
        if let Some((definition, signature)) = owner {
            let type_text = signature.parameter(parameter).and_then(|parameter| parameter.type_text.clone());
            if let Some((message, meant)) = type_text.and_then(|text| self.mismatch(key, &text, &entry.value)) {
                let value_range = self.value_range(&entry.value, range);
                let diagnostic = findings.report(TYPE_MISMATCH, value_range, message);
                if let Some(meant) = meant {
                    self.offer(diagnostic, value_range, &meant);
                }
                if let Some(range) = definition.name_range(self.db) {
                    let file = definition.file.id(self.db);
                    diagnostic.related.push(RelatedPlace { file, range, message: "the class".to_string() });
                }
            }
            return;
        }
        if lookups.may_read(key) {
            return;
        }
        let module = class.split("::").next().unwrap_or(class);
        match signatures.first() {
            Some((_, signature)) => {
                let message = format!("class '{class}' has no parameter '{parameter}', and nothing looks up '{key}'");
                let diagnostic = findings.report(UNKNOWN_KEY, range, message);
                let similar = closest(parameter, signature.parameters.iter().map(|parameter| &parameter.name));
                if let Some(similar) = similar {
                    diagnostic.suggest(range, &format!("{class}::{similar}"));
                }
            }
            None if modules_by_name(self.db, self.environment).contains_key(module) => {
                let message = format!("there is no class '{class}', and nothing looks up '{key}'");
                let diagnostic = findings.report(UNKNOWN_KEY, range, message);
                if let Some(similar) = self.similar_key(module, class, parameter) {
                    diagnostic.suggest(range, &similar);
                }
            }
            None => self.key_of_no_module(key, module, range, findings),
        }
    }

    /// A key of a module that is not here: it may be read elsewhere, but hardly one letter away from a parameter that is here.
    fn key_of_no_module(&self, key: &str, module: &str, range: TextRange, findings: &mut Findings) {
        let message = || format!("there is no module '{module}', and nothing looks up '{key}'");
        let modules = modules_by_name(self.db, self.environment);
        let near = modules.keys().filter(|known| is_near(module, known)).find_map(|known| {
            let other = format!("{known}{}", key.strip_prefix(module)?);
            let (class, parameter) = other.rsplit_once("::")?;
            self.has_parameter(class, parameter).then(|| other.clone())
        });
        if let Some(near) = near {
            findings.report(UNKNOWN_KEY, range, message()).suggest(range, &near);
        } else if is_complete(self.db, self.environment) {
            findings.report(UNUSED_KEY, range, message());
        }
    }

    fn has_parameter(&self, class: &str, parameter: &str) -> bool {
        let found = find_definitions(self.db, self.environment, self.file, DefinitionKind::Class, class);
        let signatures = found.iter().filter_map(|definition| definition.signature(self.db));
        signatures.into_iter().any(|signature| signature.parameter(parameter).is_some())
    }

    /// The key of a class of the module that has the parameter and is called much like this one.
    fn similar_key(&self, module: &str, class: &str, parameter: &str) -> Option<String> {
        let module = modules_by_name(self.db, self.environment).get(module).copied()?;
        let index = module_index(self.db, module);
        let classes = index.all().into_iter().filter(|(kind, ..)| *kind == DefinitionKind::Class);
        let with_parameter = classes.map(|(_, name, _)| name).filter(|name| self.has_parameter(name, parameter));
        Some(format!("{}::{parameter}", closest(class, with_parameter)?))
    }

    fn value_range(&self, value: &DataNode, key: TextRange) -> TextRange {
        match value.content {
            DataContent::Scalar(_) | DataContent::Symbol(_) => self.places.range(value),
            DataContent::Sequence(_) | DataContent::Mapping(_) => key,
        }
    }

    /// What the type check of the parameter says of a value; `None` where it fits or is not certain.
    fn mismatch(&self, key: &str, type_text: &str, value: &DataNode) -> Option<(String, Option<String>)> {
        // `null` lets the parameter have its default.
        if value.is_null() || is_made_later(value) || is_changed(self.db, self.environment, key) {
            return None;
        }
        let expected = TypeReader::of_texts(self.db, self.environment, self.file).read_text(type_text)?;
        let value = value.to_value();
        if evaluator::types::is_instance(&expected, &value) {
            return None;
        }
        let meant = value.as_str().and_then(|text| meant_instead(&syntax::Expr::String(SmolStr::new(text)), &expected));
        Some((evaluator::types::describe_mismatch(&format!("'{key}'"), &expected, &value), meant))
    }

    /// Offers what was probably meant: a word keeps its quotes, a number or a Boolean loses them.
    fn offer(&self, diagnostic: &mut Diagnostic, range: TextRange, meant: &str) {
        diagnostic.hint = Some(format!("did you mean {meant}?"));
        let title = format!("Replace with {meant}");
        let is_word = meant.starts_with('\'');
        let text = self.places.text.as_bytes();
        let is_quoted = range.start > 0 && matches!(text.get(range.start as usize - 1), Some(b'\'' | b'"'));
        let fix = match (is_word, is_quoted) {
            (true, _) => Fix::replace(range, meant.trim_matches('\''), title),
            (false, true) => Fix::replace(TextRange::new(range.start - 1, range.end + 1), meant, title),
            (false, false) => Fix::replace(range, meant, title),
        };
        diagnostic.fixes.push(fix);
    }
}

/// True where a value has interpolations or encrypted parts.
fn is_made_later(value: &DataNode) -> bool {
    let mut found = false;
    for_each_scalar(value, &mut |scalar| {
        found |= scalar.key_text().is_some_and(|text| text.contains("%{") || text.contains("ENC["));
    });
    found || has_interpolated_keys(&value.to_value())
}

fn has_interpolated_keys(value: &Value) -> bool {
    match value {
        Value::Hash(entries) => entries
            .iter()
            .any(|(key, value)| key.as_str().is_some_and(|key| key.contains("%{")) || has_interpolated_keys(value)),
        Value::Array(elements) => elements.iter().any(has_interpolated_keys),
        _ => false,
    }
}

/// Keys of the first level that stand twice, in YAML that is written in blocks.
fn duplicates(text: &str, findings: &mut Findings) {
    let mut seen: HashMap<SmolStr, TextRange> = HashMap::new();
    for (key, range) in block_keys(text) {
        if seen.insert(SmolStr::new(key), range).is_some() {
            findings.report(DUPLICATE_KEY, range, format!("'{key}' stands in this file already: the last one counts"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::configuration::tests::shown;
    use expect_test::{Expect, expect};

    const CODE: &str = "//- /env/manifests/site.pp\nnotice(lookup('free'), lookup(\"app::${x}\"), lookup('web::extra.deep'))\n//- /env/modules/web/manifests/init.pp\nclass web(Web::Port $port, Optional[String] $user = undef, Array[String] $hosts = [], Sensitive[String] $secret = Sensitive('')) {}\n//- /env/modules/web/types/port.pp\ntype Web::Port = Integer[1, 65535]\n";

    fn check(data: &str, expected: Expect) {
        expected.assert_eq(&shown("/env/data/a.yaml", &format!("{CODE}//- /env/data/a.yaml\n{data}")));
    }

    #[test]
    fn good_data_has_none() {
        check(
            "---\nweb::port: 80\nweb::user: ~\nweb::hosts: [a, \"%{lookup('helper')}\"]\nweb::extra:\n  deep: 1\nfree: 1\napp::x: 2\nhelper: 1\n",
            expect![[r#""#]],
        );
    }

    #[test]
    fn keys_that_nothing_has() {
        check(
            "web::prot: 80\nweb::nothing::port: 1\nfre: 1\nother::thing: 1\n",
            expect![[r#"
            warning unknown-hiera-key [web::prot]: class 'web' has no parameter 'prot', and nothing looks up 'web::prot' | did you mean 'web::port'?
            warning unknown-hiera-key [web::nothing::port]: there is no class 'web::nothing', and nothing looks up 'web::nothing::port'
            hint unused-hiera-key [fre]: nothing looks up 'fre'
            hint unused-hiera-key [other::thing]: there is no module 'other', and nothing looks up 'other::thing'
        "#]],
        );
    }

    #[test]
    fn values_of_a_wrong_type() {
        check(
            "web::port: 'eighty'\nweb::hosts:\n  - a\n  - 1\nweb::user: \"%{facts.user}\"\nweb::secret: plain\n",
            expect![[r#"
                warning hiera-type-mismatch [eighty]: 'web::port' expects an Integer value, got String
                warning hiera-type-mismatch [web::hosts]: 'web::hosts' index 1 expects a String value, got Integer
                warning hiera-type-mismatch [plain]: 'web::secret' expects a Sensitive[String] value, got String
            "#]],
        );
        check(
            "lookup_options:\n  '^web::(secret|port)$':\n    convert_to: Sensitive\nweb::secret: plain\n",
            expect![[r#""#]],
        );
        check(
            "web::port: 70000\n",
            expect![[r#"
            warning hiera-type-mismatch [70000]: 'web::port' expects an Integer[1, 65535] value, got Integer[70000, 70000]
        "#]],
        );
    }

    #[test]
    fn files_that_cannot_be_read_and_keys_that_stand_twice() {
        check(
            "web::port: [1\n",
            expect![[r#"
            error data-syntax-error [[1]: did not find expected ',' or ']' while parsing a flow sequence at line 1 column 12
        "#]],
        );
        check(
            "- a\n",
            expect![[r#"
            warning data-not-a-hash [-]: the file has no keys with values, and is ignored
        "#]],
        );
        check(
            "free: 1\n\"free\": 2\n",
            expect![[r#"
            warning duplicate-data-key [free]: 'free' stands in this file already: the last one counts
        "#]],
        );
    }

    #[test]
    fn data_of_a_module() {
        expect![[r#"
            warning hiera-key-outside-module [free]: the data of module 'web' cannot set 'free', which does not begin with 'web::'
        "#]].assert_eq(&shown(
            "/env/modules/web/data/a.yaml",
            &format!("{CODE}//- /env/modules/web/data/a.yaml\nweb::port: 1\nfree: 1\n"),
        ));
    }
}
