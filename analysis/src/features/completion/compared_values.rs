//! Values that something can be compared with, or that a parameter can have by default: those of its type where they can be
//! counted, and those that a fact has in any of the sets of facts.

use evaluator::Value;
use syntax::TextRange;

use super::facts::dig;
use super::item::{CompletionItem, CompletionKind, Rank};
use super::type_values::{read_type, values_of};
use super::{methods, short_value, unquoted};
use crate::db::Db;
use crate::inputs::FileInput;

pub struct ComparedPlace<'a> {
    pub receiver_end: u32,
    pub variable: &'a str,
    pub keys: &'a [String],
    pub is_option: bool,
    pub word: TextRange,
    pub is_quoted: bool,
}

pub fn values(db: &dyn Db, file: FileInput, place: &ComparedPlace<'_>) -> Vec<CompletionItem> {
    let mut written = values_of(&methods::receiver_type(db, file, place.receiver_end));
    written.extend(values_of_fact(db, place.variable, place.keys).iter().map(short_value));
    let mut items = items(&written, place.word, place.is_quoted);
    if place.is_option && !place.is_quoted {
        items.push(CompletionItem::new("default", CompletionKind::Keyword, Rank::Here));
    }
    items
}

/// The values of a type, as it is written.
pub fn of_type(db: &dyn Db, file: FileInput, type_text: &str, word: TextRange, is_quoted: bool) -> Vec<CompletionItem> {
    let found = read_type(db, file, type_text);
    items(&found.map(|found| values_of(&found)).unwrap_or_default(), word, is_quoted)
}

fn items(written: &[String], word: TextRange, is_quoted: bool) -> Vec<CompletionItem> {
    let items = written.iter().enumerate().filter_map(|(index, value)| {
        let is_text = value.starts_with('\'');
        let text = if is_quoted { unquoted(value).filter(|_| is_text)? } else { value.as_str() };
        let item = CompletionItem::new(value.as_str(), CompletionKind::Value, Rank::Here).order(index as u16);
        Some(item.inserts(word, text))
    });
    items.collect()
}

/// Texts, numbers and booleans that a fact has somewhere, each once.
fn values_of_fact(db: &dyn Db, variable: &str, keys: &[String]) -> Vec<Value> {
    let (fact, keys) = match (variable, keys) {
        ("facts", [fact, keys @ ..]) => (fact.as_str(), keys),
        ("facts" | "", _) => return Vec::new(),
        (fact, keys) => (fact, keys),
    };
    let mut found: Vec<Value> = Vec::new();
    for set in db.workspace().fact_sets(db).iter() {
        let value = set.facts.get(fact).and_then(|value| dig(value, keys));
        if let Some(value @ (Value::String(_) | Value::Integer(_) | Value::Boolean(_))) = value
            && !found.contains(&value)
        {
            found.push(value);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::CompletionKind;
    use super::super::tests::{check_with_facts, labels_of};
    use expect_test::expect;

    fn values(text: &str) -> Vec<String> {
        labels_of(text, CompletionKind::Value)
    }

    #[test]
    fn values_of_the_type_of_what_is_compared() {
        for rest in ["if $p == '$0", "if $p != $0", "case $p { '$0", "case $p { $0", "$x = $p ? { $0"] {
            let found = values(&format!("class a(Enum['x', 'y'] $p) {{\n  {rest}"));
            assert_eq!(found, ["'x'", "'y'"], "{rest}");
        }
        assert_eq!(values("class a(Boolean $p) {\n  if $p == $0 { }\n}\n"), ["true", "false"]);
        assert_eq!(labels_of("case $p { def$0", CompletionKind::Keyword).first().map(String::as_str), Some("default"));
    }

    #[test]
    fn values_of_facts() {
        check_with_facts(
            "if $facts['os']['family'] == '$0",
            expect![[r#"
                Value 'Debian' -> Debian
            "#]],
        );
        check_with_facts(
            "case $kernel { '$0",
            expect![[r#"
                Value 'Linux' -> Linux
            "#]],
        );
    }

    #[test]
    fn defaults_of_parameters() {
        assert_eq!(values("class a(Mode $p = $0) {}\ntype Mode = Enum['x', 'y']\n"), ["'x'", "'y'"]);
        assert_eq!(values("class a(Optional[Boolean] $p = $0"), ["true", "false", "undef"]);
    }
}
