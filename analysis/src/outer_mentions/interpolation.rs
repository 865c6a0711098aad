//! `%{…}` in the strings of data and of `hiera.yaml`: facts, variables and keys that they look up.

use evaluator::hiera::data_node::DataNode;
use smol_str::SmolStr;

use super::{OuterMention, OuterName};
use crate::data_document::DataPlaces;

/// Adds what the interpolations of one scalar mention.
pub fn mentions_in(places: &DataPlaces, node: &DataNode, found: &mut Vec<OuterMention>) {
    let Some(text) = node.key_text() else { return };
    let mut from = 0;
    while let Some(open) = text.get(from..).and_then(|rest| rest.find("%{")).map(|at| from + at + 2) {
        let Some(close) = text.get(open..).and_then(|rest| rest.find('}')).map(|at| open + at) else { return };
        if let Some((name, at, len)) = named_in(text.get(open..close).unwrap_or_default())
            && let Some(range) = places.part(node, open + at, len)
        {
            found.push(OuterMention { name, range });
        }
        from = close + 1;
    }
}

/// What one interpolation names, with the place of the name in it.
fn named_in(inner: &str) -> Option<(OuterName, usize, usize)> {
    let start = inner.len() - inner.trim_start().len();
    let body = inner.trim();
    if let Some((method, rest)) = body.split_once('(') {
        let quoted = rest.trim_end().strip_suffix(')')?.trim();
        let key = quoted.trim_matches(['"', '\'']);
        let at = inner.find(key).filter(|_| !key.is_empty())?;
        return match method.trim() {
            "lookup" | "hiera" | "alias" => Some((OuterName::ReadKey(SmolStr::new(key)), at, key.len())),
            "scope" => variable(key, at),
            _ => None,
        };
    }
    variable(body, start)
}

fn variable(path: &str, start: usize) -> Option<(OuterName, usize, usize)> {
    let is_name = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == ':');
    let first = path.split('.').next().unwrap_or_default();
    if first.is_empty() || !is_name(first) {
        return None;
    }
    if matches!(first, "facts" | "::facts") {
        let fact = path.split('.').nth(1).filter(|fact| !fact.is_empty() && is_name(fact))?;
        return Some((OuterName::Fact(SmolStr::new(fact)), start + first.len() + 1, fact.len()));
    }
    let name = first.trim_start_matches("::");
    let at = start + first.len() - name.len();
    Some((OuterName::Variable(SmolStr::new(name)), at, name.len()))
}
