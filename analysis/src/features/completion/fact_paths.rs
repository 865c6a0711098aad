//! Facts as dotted paths, as `fact('os.family')`, `getvar('facts.os.family')` and `%{facts.os.family}` name them.

use evaluator::Value;

use super::facts::dig;
use super::short_value;
use super::usual;
use crate::db::Db;
use crate::inputs::FileInput;
use crate::resolve::facts::custom_facts;
use crate::resolve::legacy_facts;
use crate::{preview, queries};

/// A fact, or a part of one.
pub struct FactPath {
    pub path: String,
    pub value: String,
    pub order: u16,
}

/// Returns the facts below the dots of what was typed: of `os.rel` the parts of `os`.
pub fn below(db: &dyn Db, file: FileInput, typed: &str) -> Vec<FactPath> {
    let facts = preview::facts_named(db, &preview::contexts::fact_set_name(db));
    let Some((parents, _)) = typed.rsplit_once('.') else {
        let mut found: Vec<FactPath> = Vec::new();
        for (name, value) in facts.iter().flat_map(|set| set.facts.iter()) {
            if legacy_facts::replacement(name).is_none() {
                found.push(FactPath { path: name.to_string(), value: short_value(value), order: usual::fact(name) });
            }
        }
        for name in custom_facts(db, queries::environment_of(db, file)).iter() {
            if !found.iter().any(|known| known.path == name.as_str()) {
                let value = "fact of a module".to_string();
                found.push(FactPath { path: name.to_string(), value, order: usual::fact(name) });
            }
        }
        return found;
    };
    let mut keys = parents.split('.').map(str::to_string);
    let root = keys.next().unwrap_or_default();
    let keys: Vec<String> = keys.collect();
    let value = facts.as_ref().and_then(|set| dig(set.facts.get(root.as_str())?, &keys));
    let Some(Value::Hash(hash)) = value else { return Vec::new() };
    let named = hash.iter().filter_map(|(key, value)| match key {
        Value::String(key) => {
            let path = format!("{parents}.{key}");
            Some(FactPath { path, value: short_value(value), order: usual::fact_key(key) })
        }
        _ => None,
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_with_facts;
    use expect_test::expect;

    #[test]
    fn paths_of_facts_as_texts() {
        check_with_facts(
            "$x = fact('os.rel$0')",
            expect![[r#"
                Fact os.release {'full' => '12', 'major' => '12'} -> os.release
            "#]],
        );
        check_with_facts(
            "$x = getvar('facts.os.$0')",
            expect![[r#"
                Fact facts.os.family 'Debian' -> facts.os.family
                Fact facts.os.release {'full' => '12', 'major' => '12'} -> facts.os.release
            "#]],
        );
        check_with_facts(
            "$x = $facts.dig('os', '$0')",
            expect![[r#"
                Key family 'Debian'
                Key release {'full' => '12', 'major' => '12'}
            "#]],
        );
    }
}
