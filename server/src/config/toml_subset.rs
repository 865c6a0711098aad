//! The part of TOML that settings need: tables, strings, numbers, booleans and lists of strings. What it does not know
//! it leaves out.

use serde_json::{Map, Value as Json};

pub fn read(text: &str) -> Json {
    let mut root = Map::new();
    let mut table: Vec<String> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let line = without_comment(line);
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            table = name.split('.').map(|part| unquoted(part).to_string()).collect();
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let mut value = value.trim().to_string();
        // A list may go on over further lines.
        while value.starts_with('[') && !value.ends_with(']') {
            let Some(next) = lines.next() else { break };
            value.push_str(without_comment(next));
        }
        let mut path = table.clone();
        path.extend(key.split('.').map(|part| unquoted(part).to_string()));
        if let Some(value) = read_value(&value) {
            insert(&mut root, &path, value);
        }
    }
    Json::Object(root)
}

fn insert(table: &mut Map<String, Json>, path: &[String], value: Json) {
    match path {
        [] => {}
        [last] => {
            table.insert(last.clone(), value);
        }
        [first, rest @ ..] => {
            let inner = table.entry(first.clone()).or_insert_with(|| Json::Object(Map::new()));
            if let Json::Object(inner) = inner {
                insert(inner, rest, value);
            }
        }
    }
}

fn read_value(text: &str) -> Option<Json> {
    let text = text.trim();
    if let Some(inner) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return Some(Json::Array(inner.split(',').filter_map(read_value).collect()));
    }
    if text.starts_with(['"', '\'']) {
        return Some(Json::String(unquoted(text).to_string()));
    }
    match text {
        "true" => Some(Json::Bool(true)),
        "false" => Some(Json::Bool(false)),
        _ => text.replace('_', "").parse::<i64>().ok().map(Json::from),
    }
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let inner = |quote: char| text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(text)
}

fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, character) in line.char_indices() {
        match (quote, character) {
            (None, '#') => return line[..at].trim(),
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), close) if open == close => quote = None,
            _ => {}
        }
    }
    line.trim()
}

#[cfg(test)]
mod tests {
    #[test]
    fn tables_lists_and_comments() {
        let text = "edition = \"puppet7\" # old\nmodulepath = [\n  'a', # one\n  \"b#c\",\n]\n[evaluation]\nmaxSteps = \
                    1_000\nenabled = false\n";
        let expected = serde_json::json!({
            "edition": "puppet7", "modulepath": ["a", "b#c"], "evaluation": {"maxSteps": 1000, "enabled": false},
        });
        assert_eq!(super::read(text), expected);
    }
}
