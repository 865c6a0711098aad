//! Writes hashes as TOML in stdlib's layout: plain entries first, then tables, then arrays of tables, keys sorted.

use crate::ruby_core::text::{inspect, to_s};
use crate::value::{HashEntries, Value};

/// The hash as TOML, or why it cannot be.
pub fn to_toml(entries: &HashEntries) -> Result<String, String> {
    let mut out = String::new();
    write_table(entries, &[], false, &mut out)?;
    Ok(out)
}

fn write_table(entries: &HashEntries, path: &[String], array: bool, out: &mut String) -> Result<(), String> {
    let mut sorted: Vec<(&str, &Value)> = Vec::with_capacity(entries.len());
    for (key, value) in entries {
        match key {
            Value::String(key) => sorted.push((key, value)),
            other => return Err(format!("a key must be a string, got {}", inspect(other))),
        }
    }
    sorted.sort_by_key(|(key, _)| *key);
    let is_tables =
        |value: &Value| matches!(value, Value::Array(elements) if matches!(elements.first(), Some(Value::Hash(_))));
    let is_plain = |value: &Value| !matches!(value, Value::Hash(_)) && !is_tables(value);
    let has_plain = sorted.iter().any(|(_, value)| is_plain(value));
    if array || (!path.is_empty() && (has_plain || sorted.is_empty())) {
        let name = path.join(".");
        out.push_str(&if array { format!("[[{name}]]\n") } else { format!("[{name}]\n") });
    }
    for (key, value) in sorted.iter().filter(|(_, value)| is_plain(value)) {
        out.push_str(&format!("{} = {}\n", written_key(key), written(value)));
    }
    let below = |key: &str| path.iter().cloned().chain([written_key(key)]).collect::<Vec<String>>();
    for (key, value) in &sorted {
        if let Value::Hash(inner) = value {
            write_table(inner, &below(key), false, out)?;
        }
    }
    for (key, value) in sorted.iter().filter(|(_, value)| is_tables(value)) {
        let Value::Array(tables) = value else { continue };
        for table in tables.iter() {
            match table {
                Value::Hash(inner) => write_table(inner, &below(key), true, out)?,
                other => return Err(format!("an array of tables cannot hold {}", inspect(other))),
            }
        }
    }
    Ok(())
}

fn written_key(key: &str) -> String {
    let bare = key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if bare { key.to_string() } else { format!("\"{}\"", key.replace('"', "\\\"")) }
}

fn written(value: &Value) -> String {
    match value {
        // Ruby escapes what would interpolate; TOML knows no such escapes.
        Value::String(_) => ["{", "$", "@"]
            .into_iter()
            .fold(inspect(value), |text, sign| text.replace(&format!("\\#{sign}"), &format!("#{sign}"))),
        Value::Regexp(_) => inspect(&Value::string(inspect(value))),
        Value::Timestamp(_) => to_s(value),
        other => inspect(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_come_after_plain_entries() {
        let hash = |entries: Vec<(&str, Value)>| Value::hash(entries.into_iter().map(|(k, v)| (Value::string(k), v)));
        let Value::Hash(data) = hash(vec![
            ("z", hash(vec![("y", Value::Integer(1))])),
            ("a b", Value::string("x#{")),
            ("t", Value::array([hash(vec![("k", Value::Boolean(true))])])),
        ]) else {
            return;
        };
        assert_eq!(to_toml(&data).as_deref(), Ok("\"a b\" = \"x#{\"\n[z]\ny = 1\n[[t]]\nk = true\n"));
    }
}
