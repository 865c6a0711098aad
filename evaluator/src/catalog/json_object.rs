//! JSON objects out of values that are JSON already, which `json!` would copy with all that is in them.

use serde_json::{Map, Value as Json};

pub fn object<const COUNT: usize>(fields: [(&str, Json); COUNT]) -> Json {
    let mut map = Map::with_capacity(COUNT);
    map.extend(fields.map(|(name, value)| (name.to_string(), value)));
    Json::Object(map)
}

/// A list of texts.
pub fn texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Json {
    texts.into_iter().map(Json::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn it_is_what_json_would_be_in_the_same_order() {
        let made = object([("b", json!([1, {"x": null}])), ("a", texts(["one", "two"]))]);
        assert_eq!(made.to_string(), json!({"b": [1, {"x": null}], "a": ["one", "two"]}).to_string());
    }
}
