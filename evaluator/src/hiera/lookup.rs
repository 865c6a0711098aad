//! The search itself: through the layers, the levels of each and the locations of each level, merging what is found.

use std::sync::Arc;

use super::config::HieraConfig;
use super::error::HieraError;
use super::explain::{ExplainResult, ExplainStep};
use super::found_value::Layer;
use super::invocation::{Found, Invocation};
use super::lookup_key::{Dug, LookupKey};
use super::merge::{MergeError, MergeStrategy};
use crate::interpreter::{Evaluated, Interpreter};
use crate::types;
use crate::value::Value;

/// Where a value for one of several names was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundIn {
    /// In the hash of overrides that the call gave, under this name.
    Overrides(String),
    Data,
    /// In the hash of defaults that the call gave, under this name.
    Defaults(String),
}

/// The key whose value says how other keys are looked up.
pub(super) const LOOKUP_OPTIONS: &str = "lookup_options";

/// Asks one of several variants by its number.
type Ask<'a, T> = &'a mut dyn FnMut(&mut T, &mut Invocation, usize) -> Evaluated<Option<Found>>;

impl Interpreter<'_> {
    /// The first of the names that has a value: in the overrides, in data, then in the default values.
    pub(crate) fn lookup_names(
        &mut self,
        names: &[String],
        merge: &Value,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<(FoundIn, Found)>> {
        let given = |value: &Value| Found { value: value.clone(), origins: Vec::new() };
        for name in names {
            if let Some(value) = invocation.overrides.get(&Value::string(name)) {
                return Ok(Some((FoundIn::Overrides(name.clone()), given(value))));
            }
            if let Some(found) = self.lookup_key(name, merge, invocation)? {
                return Ok(Some((FoundIn::Data, found)));
            }
        }
        for name in names {
            if let Some(value) = invocation.defaults.get(&Value::string(name)) {
                return Ok(Some((FoundIn::Defaults(name.clone()), given(value))));
            }
        }
        Ok(None)
    }

    /// One key in all layers, with the merge of the call or of `lookup_options`, and `convert_to`.
    pub(crate) fn lookup_key(
        &mut self,
        key: &str,
        merge: &Value,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Found>> {
        if key == LOOKUP_OPTIONS || key.starts_with("lookup_options.") {
            invocation.mention(|| ExplainStep::InvalidKey(LOOKUP_OPTIONS.to_string()));
            return Ok(None);
        }
        let Ok(key) = LookupKey::parse(key) else {
            return self.fail(HieraError::KeySyntax { key: key.to_string() }, invocation.place);
        };
        invocation.module = key.module().map(Into::into);
        let options = self.lookup_options_of(&key, invocation)?;
        let option = |name: &str| match &options {
            Some(Value::Hash(entries)) => entries.get(&Value::string(name)).cloned().filter(|value| !value.is_undef()),
            _ => None,
        };
        let merge = match merge {
            Value::Undef => match option("merge") {
                Some(merge) => {
                    invocation.mention(|| ExplainStep::MergeSource(LOOKUP_OPTIONS.to_string()));
                    merge
                }
                None => Value::Undef,
            },
            merge => merge.clone(),
        };
        let strategy = self.merge_strategy(&merge, invocation)?;
        invocation.enter(|| ExplainStep::Key(key.text.to_string()));
        let found = self.search_layers(&key, &strategy, invocation);
        let found = match found {
            Ok(None) if !invocation.global_only => self.search_module_defaults(&key, invocation),
            other => other,
        };
        invocation.leave();
        match (found?, option("convert_to")) {
            (Some(found), Some(convert_to)) => {
                let value = self.convert_found(&key.text, found.value, convert_to, invocation)?;
                Ok(Some(Found { value, origins: found.origins }))
            }
            (found, _) => Ok(found),
        }
    }

    pub(super) fn merge_strategy(&self, merge: &Value, invocation: &Invocation) -> Evaluated<MergeStrategy> {
        MergeStrategy::from_value(merge).or_else(|error| self.fail_merge(error, invocation))
    }

    fn fail_merge<T>(&self, error: MergeError, invocation: &Invocation) -> Evaluated<T> {
        let error = match error {
            MergeError::NoStrategy => HieraError::MergeWithoutStrategy,
            MergeError::UnknownStrategy(name) => HieraError::UnknownMergeStrategy { name },
            MergeError::EmptyKnockoutPrefix => HieraError::EmptyKnockoutPrefix,
            MergeError::NotComparable { first, second } => HieraError::NotComparable { first, second },
            MergeError::WrongOptions(mismatch) => {
                HieraError::WrongType { subject: "The merge options".to_string(), mismatch, is_lookup_error: false }
            }
            MergeError::WrongElement { second, expected, value } => HieraError::WrongType {
                subject: format!("The {} element of the merge", if second { "second" } else { "first" }),
                mismatch: types::describe_mismatch("", &types::parse_cached(expected), &value),
                is_lookup_error: true,
            },
        };
        self.fail(error, invocation.place)
    }

    /// Global, environment, module; then the rest of a dotted key.
    fn search_layers(
        &mut self,
        key: &LookupKey,
        strategy: &MergeStrategy,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Found>> {
        let found = if invocation.global_only {
            self.search_layer(&Layer::Global, key, strategy, invocation)?
        } else {
            self.merged(strategy, 3, invocation, &mut |this, invocation, index| match index {
                0 => this.search_layer(&Layer::Global, key, strategy, invocation),
                1 => this.search_layer(&Layer::Environment, key, strategy, invocation),
                _ => this.search_module(key, strategy, invocation),
            })?
        };
        self.dig_found(found, key, invocation)
    }

    fn dig_found(
        &mut self,
        found: Option<Found>,
        key: &LookupKey,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Found>> {
        let Some(found) = found else {
            return Ok(None);
        };
        match self.dig_explained(found.value, &key.segments, invocation) {
            Dug::Found(value) => Ok(Some(Found { value, origins: found.origins })),
            Dug::Missing => Ok(None),
            Dug::Mismatch { class, segment } => {
                self.fail(HieraError::DigMismatch { class, segment, key: key.text.to_string() }, invocation.place)
            }
        }
    }

    /// Asks several variants and merges their answers as the strategy says.
    pub(super) fn merged(
        &mut self,
        strategy: &MergeStrategy,
        count: usize,
        invocation: &mut Invocation,
        ask: Ask<'_, Self>,
    ) -> Evaluated<Option<Found>> {
        if strategy.stops_at_first() {
            for index in 0..count {
                if let Some(found) = ask(self, invocation, index)? {
                    return Ok(Some(found));
                }
            }
            return Ok(None);
        }
        if count == 1 {
            let found = ask(self, invocation, 0)?;
            return Ok(found.map(|found| Found { value: strategy.single(found.value), origins: found.origins }));
        }
        invocation.enter(|| ExplainStep::Merge { strategy: strategy.name(), options: strategy.options() });
        let mut result: Option<Found> = None;
        for index in 0..count {
            let found = match ask(self, invocation, index) {
                Ok(Some(found)) => found,
                Ok(None) => continue,
                Err(interrupt) => {
                    invocation.leave();
                    return Err(interrupt);
                }
            };
            result = Some(match result {
                None => Found { value: strategy.convert_first(found.value), origins: found.origins },
                Some(mut higher) => match strategy.merge(&higher.value, &found.value) {
                    Ok(value) => {
                        higher.origins.extend(found.origins);
                        Found { value, origins: higher.origins }
                    }
                    Err(error) => {
                        invocation.leave();
                        return self.fail_merge(error, invocation);
                    }
                },
            });
        }
        if let Some(found) = &result {
            invocation.report(|| ExplainResult::Merged(found.value.clone()));
        }
        invocation.leave();
        Ok(result)
    }

    pub(super) fn search_module(
        &mut self,
        key: &LookupKey,
        strategy: &MergeStrategy,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Found>> {
        let Some(module) = invocation.module.clone() else {
            return Ok(None);
        };
        if !self.has_module(&module) {
            invocation.mention(|| ExplainStep::ModuleNotFound(module.to_string()));
            return Ok(None);
        }
        let layer = Layer::Module(module.clone());
        if self.layer_config(&layer, invocation)?.is_none() {
            invocation.mention(|| ExplainStep::ModuleProviderNotFound(module.to_string()));
            return Ok(None);
        }
        self.search_layer(&layer, key, strategy, invocation)
    }

    /// One layer; a key that is being looked up already is a loop.
    pub(super) fn search_layer(
        &mut self,
        layer: &Layer,
        key: &LookupKey,
        strategy: &MergeStrategy,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Found>> {
        let Some(config) = self.layer_config(layer, invocation)? else {
            return Ok(None);
        };
        self.search_config(layer, &config, false, key, strategy, invocation)
    }

    /// A module's `default_hierarchy`, which is asked where nothing else has the key.
    fn search_module_defaults(&mut self, key: &LookupKey, invocation: &mut Invocation) -> Evaluated<Option<Found>> {
        let Some(module) = invocation.module.clone() else {
            return Ok(None);
        };
        let layer = Layer::Module(module.clone());
        if !self.has_module(&module) {
            return Ok(None);
        }
        let Some(config) = self.layer_config(&layer, invocation)?.filter(|config| config.default_hierarchy.is_some())
        else {
            return Ok(None);
        };
        invocation.enter(|| ExplainStep::Scope(format!("Searching default_hierarchy of module \"{module}\"")));
        let options = self.default_hierarchy_options(&layer, &config, key, invocation);
        let found = options.and_then(|merge| {
            let strategy = self.merge_strategy(&merge, invocation)?;
            invocation.enter(|| ExplainStep::Scope(format!("Searching for \"{}\"", key.text)));
            let found = self.search_config(&layer, &config, true, key, &strategy, invocation);
            invocation.leave();
            found
        });
        invocation.leave();
        self.dig_found(found?, key, invocation)
    }

    /// `lookup_options` of a module's `default_hierarchy`.
    pub(super) fn search_default_options(
        &mut self,
        layer: &Layer,
        config: &Arc<HieraConfig>,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Found>> {
        let Ok(key) = LookupKey::parse(LOOKUP_OPTIONS) else {
            return Ok(None);
        };
        self.search_config(layer, config, true, &key, &MergeStrategy::Hash, invocation)
    }
}

/// The type of a value as mismatches name it.
pub(super) fn type_label(value: &Value) -> String {
    match crate::types::infer(value) {
        crate::types::Type::StringValue(_) => "String".to_string(),
        other => {
            let text = other.to_string();
            text.split('[').next().unwrap_or_default().to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::found_value::LevelResult;
    use super::super::test_support::{TWO_LEVELS, check, check_error, explained, found};
    use super::*;

    #[test]
    fn the_first_level_wins_and_missing_files_are_skipped() {
        check(
            &[TWO_LEVELS, ("data/over.yaml", "k: over\n"), ("data/common.yaml", "k: common\nonly: c\n")],
            "k",
            "'over'",
        );
        check(&[TWO_LEVELS, ("data/common.yaml", "k: common\n")], "k", "'common'");
    }

    #[test]
    fn null_is_a_value() {
        check(&[TWO_LEVELS, ("data/over.yaml", "k: ~\n"), ("data/common.yaml", "k: common\n")], "k", "undef");
    }

    #[test]
    fn a_key_that_is_nowhere_is_not_found() {
        check(&[TWO_LEVELS, ("data/common.yaml", "k: 1\n")], "nope", "nothing");
        check(&[("data/common.yaml", "k: 1\n")], "k", "nothing");
        check(&[TWO_LEVELS, ("data/common.yaml", "lookup_options: {k: {}}\n")], "lookup_options", "nothing");
    }

    #[test]
    fn lookup_options_say_how_to_merge() {
        let options = "lookup_options:\n  '^app_.*s$': {merge: unique}\n  h: {merge: {strategy: deep}}\n";
        let common = format!("{options}app_users: [b]\napp_x: [y]\nh: {{a: {{y: 3}}}}\n");
        let files = [
            TWO_LEVELS,
            ("data/over.yaml", "app_users: [a]\napp_x: [x]\nh: {a: {x: 1}}\n"),
            ("data/common.yaml", common.as_str()),
        ];
        check(&files, "app_users", "['a', 'b']");
        check(&files, "app_x", "['x']");
        check(&files, "h", "{'a' => {'y' => 3, 'x' => 1}}");
        check(&files, "h.a.y", "3");
    }

    #[test]
    fn dotted_keys_dig() {
        let files = [TWO_LEVELS, ("data/common.yaml", "h: {a: 1, n: [x, y]}\ns: text\na.b: literal\n")];
        check(&files, "h.n.1", "'y'");
        check(&files, "h.zzz", "nothing");
        check(&files, "'a.b'", "'literal'");
        check_error(
            &files,
            "s.x",
            "Data Provider type mismatch: Got String when a hash-like object was expected to access value using 'x' from key 's.x'",
        );
        check_error(&files, "a..b", "Syntax error in key: 'a..b'");
    }

    #[test]
    fn interpolation_with_variables_and_methods() {
        let data = "k: \"<%{facts.kernel}> %{lookup('b')} %{literal('%')}{x} <%{facts.none}>\"\nb: [1]\na: \"%{alias('b')}\"\n\"%{facts.kernel}\": n\n";
        let files = [TWO_LEVELS, ("data/common.yaml", data)];
        check(&files, "k", "'<Linux> [1] %{x} <>'");
        check(&files, "a", "[1]");
        check_error(
            &[TWO_LEVELS, ("data/common.yaml", "k: \"x%{alias('b')}\"")],
            "k",
            "'alias' interpolation is only permitted if the expression is equal to the entire string",
        );
        check_error(
            &[TWO_LEVELS, ("data/common.yaml", "k: \"%{frob('b')}\"")],
            "k",
            "Unknown interpolation method 'frob'",
        );
        check_error(&[TWO_LEVELS, ("data/common.yaml", "k: \"%{nope}\"")], "k", "Undefined variable 'nope'; ");
    }

    #[test]
    fn loops_are_found() {
        let files = [TWO_LEVELS, ("data/common.yaml", "k: \"%{lookup('l')}\"\nl: \"%{lookup('k')}\"\n")];
        check_error(&files, "k", "Lookup of key 'k' failed: Recursive lookup detected in [k, l]");
    }

    #[test]
    fn a_long_chain_ends_in_an_error_not_in_an_overflow() {
        let chain: String = (0..5000).map(|n| format!("k{n}: \"%{{lookup('k{}')}}\"\n", n + 1)).collect();
        let files = [TWO_LEVELS, ("data/common.yaml", chain.as_str())];
        assert!(found(&files, "k0").is_err());
    }

    #[test]
    fn modules_give_data_for_their_own_keys() {
        let files = [
            (
                "modules/m/hiera.yaml",
                "version: 5\nhierarchy:\n  - name: d\n    path: common.yaml\ndefault_hierarchy:\n  - name: dd\n    path: defaults.yaml\n",
            ),
            ("modules/m/data/common.yaml", "m::p: {a: 1}\nother::k: stolen\n"),
            ("modules/m/data/defaults.yaml", "m::p: {z: 9}\nm::q: default\n"),
        ];
        check(&files, "m::p", "{'a' => 1}");
        check(&files, "m::q", "'default'");
        check(&files, "other::k", "nothing");
    }

    #[test]
    fn globs_and_mapped_paths() {
        let files = [
            (
                "hiera.yaml",
                "version: 5\nhierarchy:\n  - name: g\n    glob: 'conf.d/**/*.yaml'\n  - name: m\n    mapped_paths: [facts.roles, role, 'role/%{role}.yaml']\n",
            ),
            ("data/conf.d/b.yaml", "l: [b]\nlookup_options: {l: {merge: unique}}\n"),
            ("data/conf.d/a/z.yaml", "l: [az]\n"),
            ("data/role/web.yaml", "l: [web]\n"),
            ("data/role/db.yaml", "l: [db]\n"),
        ];
        check(&files, "l", "['az', 'b', 'web', 'db']");
    }

    #[test]
    fn json_data_and_encrypted_values() {
        let files = [
            (
                "hiera.yaml",
                "version: 5\nhierarchy:\n  - name: j\n    path: d.json\n    data_hash: json_data\n  - name: e\n    path: s.eyaml\n    lookup_key: eyaml_lookup_key\n",
            ),
            ("data/d.json", "{\"k\": [1]}"),
            ("data/s.eyaml", "secret: ENC[PKCS7,abc]\nplain: '%{facts.kernel}'\n"),
        ];
        check(&files, "k", "[1]");
        check(&files, "plain", "'Linux'");
        assert!(matches!(found(&files, "secret").unwrap().unwrap().value, Value::Unknown(_)));
    }

    #[test]
    fn bad_data_is_said_with_its_place() {
        let files = [TWO_LEVELS, ("data/common.yaml", "k: [a, b\n")];
        let error = found(&files, "k").unwrap_err();
        assert!(
            error.starts_with("Unable to parse (/env/data/common.yaml): did not find expected ',' or ']'"),
            "{error}"
        );
        check_error(
            &[TWO_LEVELS, ("data/common.yaml", "- a\n")],
            "k",
            "/env/data/common.yaml: file does not contain a valid yaml hash",
        );
        check_error(&[("hiera.yaml", "version: 9\n")], "k", "This runtime does not support hiera.yaml version 9");
        check_error(&[("hiera.yaml", "hierarchy: []\n")], "k", "hiera.yaml version 3 cannot be used in an environment");
        check_error(
            &[
                ("hiera.yaml", "version: 5\nhierarchy:\n  - name: x\n    path: a\n    data_hash: nope\n"),
                ("data/a", ""),
            ],
            "k",
            "Unable to find 'data_hash' function named 'nope'",
        );
    }

    #[test]
    fn a_path_cannot_leave_its_layer() {
        let files = [
            (
                "hiera.yaml",
                "version: 5\nhierarchy:\n  - name: x\n    path: ../../etc/passwd\n  - name: y\n    path: /etc/passwd\n",
            ),
            ("etc/passwd", "k: 1\n"),
        ];
        check(&files, "k", "nothing");
    }

    #[test]
    fn a_found_value_knows_its_place_and_what_was_searched() {
        let files = [TWO_LEVELS, ("data/common.yaml", "a: 1\nh:\n  x: 1\n  y: 2\n")];
        let found = found(&files, "h.y").unwrap().unwrap();
        let [origin] = found.origins.as_slice() else { panic!("one origin") };
        assert_eq!((origin.line, origin.column, origin.level.as_str()), (4, 3, "common"));
        assert_eq!(origin.layer, Layer::Environment);
        let searched: Vec<(&str, LevelResult)> =
            found.searched.iter().map(|level| (level.level.as_str(), level.result)).collect();
        assert_eq!(searched, [("over", LevelResult::FileMissing), ("common", LevelResult::Found)]);
    }

    #[test]
    fn an_explanation_reads_as_puppets() {
        let files = [
            TWO_LEVELS,
            ("data/over.yaml", "h: {b: 2}\n"),
            ("data/common.yaml", "h: {a: 1}\nlookup_options: {h: {merge: hash}}\n"),
        ];
        expect_test::expect![[r#"
            Searching for "lookup_options"
              Global Data Provider (hiera configuration version 5)
                No such key: "lookup_options"
              Environment Data Provider (hiera configuration version 5)
                Using configuration "/env/hiera.yaml"
                Merge strategy hash
                  Hierarchy entry "over"
                    Path "/env/data/over.yaml"
                      Original path: "over.yaml"
                      No such key: "lookup_options"
                  Hierarchy entry "common"
                    Path "/env/data/common.yaml"
                      Original path: "common.yaml"
                      Found key: "lookup_options" value: {
                        "h" => {
                          "merge" => "hash"
                        }
                      }
                  Merged result: {
                    "h" => {
                      "merge" => "hash"
                    }
                  }
            Using merge options from "lookup_options" hash
            Searching for "h"
              Merge strategy hash
                Global Data Provider (hiera configuration version 5)
                  No such key: "h"
                Environment Data Provider (hiera configuration version 5)
                  Using configuration "/env/hiera.yaml"
                  Merge strategy hash
                    Hierarchy entry "over"
                      Path "/env/data/over.yaml"
                        Original path: "over.yaml"
                        Found key: "h" value: {
                          "b" => 2
                        }
                    Hierarchy entry "common"
                      Path "/env/data/common.yaml"
                        Original path: "common.yaml"
                        Found key: "h" value: {
                          "a" => 1
                        }
                    Merged result: {
                      "a" => 1,
                      "b" => 2
                    }
                Merged result: {
                  "a" => 1,
                  "b" => 2
                }
        "#]]
        .assert_eq(&explained(&files, "h"));
    }
}
