//! A node's own names and addresses, replaced by what they are, so that the same change on many nodes reads the same.

use std::collections::BTreeMap;

use evaluator::Value;
use evaluator::fact_sets::Facts;
use serde_json::{Map, Value as Json};

/// The texts of one node with what stands for them, longest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placeholders {
    words: Vec<(String, String)>,
}

/// Shorter texts are too often part of something else.
const MIN_LENGTH: usize = 2;

/// Facts with one text each, and what stands for it.
const FACTS: &[(&[&str], &str)] = &[
    (&["networking", "fqdn"], "<fqdn>"),
    (&["fqdn"], "<fqdn>"),
    (&["networking", "hostname"], "<hostname>"),
    (&["hostname"], "<hostname>"),
    (&["networking", "ip"], "<ip>"),
    (&["ipaddress"], "<ip>"),
    (&["networking", "ip6"], "<ip6>"),
    (&["ipaddress6"], "<ip6>"),
    (&["networking", "mac"], "<mac>"),
    (&["macaddress"], "<mac>"),
];

impl Placeholders {
    /// Reads the names and addresses of a node from its facts.
    pub fn of(node: &str, facts: &Facts) -> Self {
        let mut placeholders = Placeholders::default();
        placeholders.add(node, "<certname>");
        for (path, placeholder) in FACTS {
            if let Some(text) = dig(facts, path).and_then(Value::as_str) {
                placeholders.add(text, placeholder);
            }
        }
        if let Some((host, _)) = node.split_once('.') {
            placeholders.add(host, "<hostname>");
        }
        if let Some(Value::Hash(interfaces)) = dig(facts, &["networking", "interfaces"]) {
            for (name, interface) in interfaces.iter() {
                let (Some(name), Value::Hash(interface)) = (name.as_str(), interface) else { continue };
                for field in ["ip", "ip6", "mac"] {
                    if let Some(text) = interface.get(&Value::string(field)).and_then(Value::as_str) {
                        placeholders.add(text, &format!("<{field} of {name}>"));
                    }
                }
            }
        }
        placeholders.words.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
        placeholders
    }

    fn add(&mut self, text: &str, placeholder: &str) {
        let is_own = !["127.0.0.1", "::1", "localhost", "00:00:00:00:00:00"].contains(&text);
        if text.len() >= MIN_LENGTH && is_own && !self.words.iter().any(|(known, _)| known == text) {
            self.words.push((text.to_string(), placeholder.to_string()));
        }
    }

    /// Replaces the node's texts, where they are words of their own.
    pub fn text(&self, text: &str) -> String {
        let mut result = text.to_string();
        for (word, placeholder) in &self.words {
            if result.contains(word.as_str()) {
                result = replace_word(&result, word, placeholder);
            }
        }
        result
    }

    pub fn json(&self, value: &Json) -> Json {
        match value {
            Json::String(text) => Json::String(self.text(text)),
            Json::Array(elements) => Json::Array(elements.iter().map(|element| self.json(element)).collect()),
            Json::Object(entries) => {
                let entries = entries.iter().map(|(key, value)| (self.text(key), self.json(value)));
                Json::Object(entries.collect::<Map<String, Json>>())
            }
            other => other.clone(),
        }
    }

    /// Returns the text that each placeholder stands for, of those that occur in a text.
    pub fn used_in(&self, text: &str, used: &mut BTreeMap<String, String>) {
        for (word, placeholder) in &self.words {
            if text.contains(placeholder.as_str()) {
                used.entry(placeholder.clone()).or_insert_with(|| word.clone());
            }
        }
    }
}

fn dig<'f>(facts: &'f Facts, path: &[&str]) -> Option<&'f Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(facts.get(*first)?, |value, name| match value {
        Value::Hash(entries) => entries.get(&Value::string(name)),
        _ => None,
    })
}

/// Replaces a text where no letter, digit, `_` or `-` touches it.
fn replace_word(text: &str, word: &str, by: &str) -> String {
    let touches = |character: Option<char>| character.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '-');
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for (at, _) in text.match_indices(word) {
        let end = at + word.len();
        let inside = touches(text[..at].chars().next_back()) || touches(text[end..].chars().next());
        // What stands in a placeholder already, as `<ip of eth0>`, is no text of the node.
        let in_placeholder = text[..at].rfind('<').is_some_and(|open| {
            let between = &text[open..at];
            !between.contains('>') && (between.ends_with(" of ") || between == "<") && text[end..].starts_with('>')
        });
        if !inside && !in_placeholder {
            result.push_str(&text[done..at]);
            result.push_str(by);
            done = end;
        }
    }
    result.push_str(&text[done..]);
    result
}

/// Puts a node's texts back in place of what stands for them.
pub fn filled_in(text: &str, own: &BTreeMap<String, String>) -> String {
    let mut result = text.to_string();
    for (placeholder, word) in own {
        if result.contains(placeholder.as_str()) {
            result = result.replace(placeholder.as_str(), word);
        }
    }
    result
}

pub fn filled_in_json(value: &Json, own: &BTreeMap<String, String>) -> Json {
    match value {
        Json::String(text) => Json::String(filled_in(text, own)),
        Json::Array(elements) => elements.iter().map(|element| filled_in_json(element, own)).collect(),
        Json::Object(entries) => {
            let entries = entries.iter().map(|(key, value)| (filled_in(key, own), filled_in_json(value, own)));
            Json::Object(entries.collect())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placeholders(name: &str, ip: &str) -> Placeholders {
        let networking = Value::hash([
            (Value::string("fqdn"), Value::string(name)),
            (Value::string("hostname"), Value::string(name.split('.').next().unwrap_or_default())),
            (Value::string("ip"), Value::string(ip)),
        ]);
        Placeholders::of(name, &[("networking".into(), networking)].into_iter().collect())
    }

    #[test]
    fn own_names_are_replaced_where_they_are_words() {
        let web = placeholders("web1.example.com", "10.0.0.1");
        assert_eq!(web.text("web1.example.com web1 10.0.0.1:80"), "<certname> <hostname> <ip>:80");
        assert_eq!(web.text("web10 myweb1 10.0.0.12 110.0.0.1"), "web10 myweb1 10.0.0.12 110.0.0.1");
        assert_eq!(web.text("/etc/web1/x"), "/etc/<hostname>/x");
    }

    #[test]
    fn a_host_that_is_called_like_a_placeholder_changes_none() {
        let host = placeholders("hostname.example.com", "10.0.0.1");
        assert_eq!(host.text("hostname.example.com hostname"), "<certname> <hostname>");
    }

    #[test]
    fn what_was_replaced_can_be_put_back() {
        let web = placeholders("web1.example.com", "10.0.0.1");
        let text = web.text("on web1 at 10.0.0.1");
        let mut own = BTreeMap::new();
        web.used_in(&text, &mut own);
        assert_eq!(own.len(), 2);
        assert_eq!(filled_in(&text, &own), "on web1 at 10.0.0.1");
    }
}
