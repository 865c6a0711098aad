//! Keys of what a variable holds: facts with their structure, hashes that are written out, values of the context in force, and
//! the members of a declared `Struct`.

use evaluator::{Type, Value};
use syntax::{Expr, ExprId, Program, TextRange};

use super::item::{CompletionItem, CompletionKind, Rank};
use super::{quoted_edit, short_value, usual};
use crate::db::Db;
use crate::definition_index::parameters_of;
use crate::inputs::FileInput;
use crate::preview::observed_values::observed_at;
use crate::resolve::facts::custom_facts;
use crate::resolve::legacy_facts;
use crate::scopes::file_scopes;
use crate::{preview, queries};

/// What Puppet says of the node's certificate.
const TRUSTED_KEYS: &[&str] = &["authenticated", "certname", "domain", "extensions", "external", "hostname"];
const SERVER_FACTS: &[&str] = &["environment", "serverip", "serverip6", "servername", "serverversion"];

pub struct KeyPlace<'a> {
    pub offset: u32,
    /// What was typed of the key.
    pub word: TextRange,
    pub is_quoted: bool,
    pub variable: &'a str,
    pub keys: &'a [String],
}

pub fn keys(db: &dyn Db, file: FileInput, place: &KeyPlace<'_>) -> Vec<CompletionItem> {
    let mut items: Vec<CompletionItem> = Vec::new();
    let mut add = |name: &str, detail: String| {
        if !items.iter().any(|item| item.label == name) {
            let order = if place.keys.is_empty() { usual::fact(name) } else { usual::fact_key(name) };
            let item = CompletionItem::new(name, CompletionKind::Key, Rank::Here).detail(detail).order(order);
            items.push(item.inserts(place.word, quoted_edit(name, place.is_quoted)));
        }
    };
    let fixed = match (place.variable, place.keys) {
        ("trusted", []) => TRUSTED_KEYS,
        ("server_facts", []) => SERVER_FACTS,
        _ => &[],
    };
    for key in fixed {
        add(key, String::new());
    }
    let facts = preview::facts_named(db, &preview::contexts::fact_set_name(db));
    let of_fact = match (place.variable, place.keys) {
        ("facts", []) => {
            for (name, value) in facts.iter().flat_map(|set| set.facts.iter()) {
                if legacy_facts::replacement(name).is_none() {
                    add(name, short_value(value));
                }
            }
            for name in custom_facts(db, queries::environment_of(db, file)).iter() {
                add(name, "fact of a module".to_string());
            }
            None
        }
        ("facts", [fact, keys @ ..]) => facts.as_ref().and_then(|set| dig(set.facts.get(fact.as_str())?, keys)),
        (variable, keys) => facts.as_ref().and_then(|set| dig(set.facts.get(variable)?, keys)),
    };
    if let Some(Value::Hash(hash)) = &of_fact {
        for (key, value) in hash.iter() {
            if let Value::String(key) = key {
                add(key, short_value(value));
            }
        }
    }
    if of_fact.is_none() && place.variable != "facts" {
        for (name, detail) in of_variable(db, file, place) {
            add(&name, detail);
        }
    }
    items
}

/// The value behind some keys.
pub fn dig(value: &Value, keys: &[String]) -> Option<Value> {
    let mut value = value.clone();
    for key in keys {
        value = match &value {
            Value::Hash(hash) => hash.get(&Value::String(key.as_str().into())).cloned()?,
            Value::Array(elements) => elements.get(key.parse::<usize>().ok()?).cloned()?,
            _ => return None,
        };
    }
    Some(value)
}

/// The keys of a variable of the code.
fn of_variable(db: &dyn Db, file: FileInput, place: &KeyPlace<'_>) -> Vec<(String, String)> {
    let source = queries::source_file(db, file);
    let program = &source.program;
    let scopes = file_scopes(db, file);
    let Some(scope) = super::variables::scope_at(&scopes, place.offset, |owner| source.source_map.range(owner)) else {
        return Vec::new();
    };
    let Some(binding) = scopes.bindings(scope, place.variable).into_iter().next() else { return Vec::new() };
    if let Some(value) = assigned_value(program, binding.place)
        && let Some(keys) = literal_keys(program, value, place.keys)
    {
        return keys.into_iter().map(|key| (key, String::new())).collect();
    }
    let declared = scopes.scopes.iter().filter_map(|scope| scope.owner).find_map(|owner| {
        let parameters = parameters_of(program.expr(owner));
        parameters.iter().find(|parameter| parameter.id == binding.place)?.type_expression
    });
    let text = queries::text(db, file);
    let written = declared.map(|id| source.source_map.range(id));
    if let Some(range) = written
        && let Some(type_text) = text.get(range.start as usize..range.end as usize)
        && let Some(found) = super::type_values::read_type(db, file, type_text)
        && let Some(members) = struct_members(&found, place.keys)
    {
        return members;
    }
    let Some(observed) = observed_at(db, file, &[binding.place]) else { return Vec::new() };
    let Some(seen) = observed.values.values.first() else { return Vec::new() };
    match dig(&seen.value, place.keys) {
        Some(Value::Hash(hash)) => {
            let named = hash.iter().filter_map(|(key, value)| match key {
                Value::String(key) => Some((key.to_string(), short_value(value))),
                _ => None,
            });
            named.collect()
        }
        _ => Vec::new(),
    }
}

fn assigned_value(program: &Program, variable: ExprId) -> Option<ExprId> {
    program.exprs.iter().find_map(|expr| match expr {
        Expr::Assignment { left, right, .. } if *left == variable => Some(*right),
        _ => None,
    })
}

fn literal_keys(program: &Program, value: ExprId, keys: &[String]) -> Option<Vec<String>> {
    let Expr::Hash(entries) = program.expr(value) else { return None };
    let name = |id: ExprId| match program.expr(id) {
        Expr::String(name) | Expr::QualifiedName(name) => Some(name.to_string()),
        _ => None,
    };
    match keys {
        [] => Some(entries.iter().filter_map(|entry| name(entry.key)).collect()),
        [first, rest @ ..] => {
            let entry = entries.iter().find(|entry| name(entry.key).as_ref() == Some(first))?;
            literal_keys(program, entry.value, rest)
        }
    }
}

/// The members of a `Struct` behind keys.
fn struct_members(found: &Type, keys: &[String]) -> Option<Vec<(String, String)>> {
    match found.resolved() {
        Type::Optional(Some(inner)) | Type::NotUndef(inner) => struct_members(inner, keys),
        Type::Hash { value, .. } => keys.split_first().and_then(|(_, rest)| struct_members(value, rest)),
        Type::Struct(members) => match keys {
            [] => Some(members.iter().map(|member| (member.name.to_string(), member.value.to_string())).collect()),
            [first, rest @ ..] => struct_members(&members.iter().find(|member| member.name == *first)?.value, rest),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check_with_facts, labels};
    use expect_test::expect;

    #[test]
    fn facts_with_their_structure() {
        for text in ["$facts['os']['$0", "$x = $facts['os']['$0']", "$x = \"${facts['os']['$0\""] {
            check_with_facts(
                text,
                expect![[r#"
                    Key family 'Debian'
                    Key release {'full' => '12', 'major' => '12'}
                "#]],
            );
        }
        check_with_facts(
            "notice($facts['os']['release'][$0",
            expect![[r#"
                Key major '12' -> 'major'
                Key full '12' -> 'full'
            "#]],
        );
    }

    #[test]
    fn facts_of_modules() {
        let text =
            "notice($facts['$0'])\n//- /env/modules/web/lib/facter/web_version.rb\nFacter.add(:web_version) { }\n";
        assert!(labels(text).contains(&"web_version".to_string()));
    }

    #[test]
    fn keys_of_hashes_and_structs() {
        assert_eq!(labels("$h = { 'a' => { 'b' => 1 }, 'c' => 2 }\nnotice($h['$0'])"), ["a", "c"]);
        assert_eq!(labels("$h = { 'a' => { 'b' => 1 }, 'c' => 2 }\nnotice($h['a']['$0'])"), ["b"]);
        assert_eq!(
            labels("class a(Struct[{ 'x' => Integer, 'y' => String }] $s) {\n  notice($s['$0'])\n}"),
            ["x", "y"]
        );
    }
}
