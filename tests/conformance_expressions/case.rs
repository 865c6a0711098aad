//! One recorded case, and the world and request that ask our evaluator the same.

use std::path::Path;
use std::sync::Arc;

use evaluator::request::{Goal, Request, Settings, Strictness};
use evaluator::{Edition, FileId, MemoryWorld, Value};
use indexmap::IndexMap;
use serde_json::Value as Json;
use smol_str::SmolStr;

#[derive(Debug)]
pub struct Case {
    pub id: String,
    pub area: String,
    pub json: Json,
    /// What each edition answers, where it was recorded or is written.
    pub expected: Vec<(Edition, Json)>,
}

impl Case {
    pub fn read_all(path: &Path) -> Vec<Case> {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        text.lines().map(Case::read).collect()
    }

    fn read(line: &str) -> Case {
        let json: Json = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let text = |key: &str| json.get(key).and_then(Json::as_str).unwrap_or_default().to_string();
        let puppet8 = json.get("expect").cloned().unwrap_or(Json::Null);
        let puppet7 = json.get("expect7").cloned().unwrap_or_else(|| puppet8.clone());
        let expected = [(Edition::Puppet8, puppet8), (Edition::Puppet7, puppet7)];
        let expected = expected.into_iter().filter(|(_, answer)| !answer.is_null()).collect();
        Case { id: text("id"), area: text("area"), expected, json }
    }

    pub fn expected(&self, edition: Edition) -> Option<&Json> {
        self.expected.iter().find(|(of, _)| *of == edition).map(|(_, expected)| expected)
    }

    pub fn source(&self) -> &str {
        ["expr", "code"].iter().find_map(|key| self.json.get(key)).and_then(Json::as_str).unwrap_or_default()
    }

    /// The files of the case, and the one whose value is wanted.
    pub fn world(&self, edition: Edition) -> (MemoryWorld, Option<FileId>) {
        let mut world = MemoryWorld::new();
        world.root = "/env".to_string();
        world.rules = evaluator::edition::Rules::new(edition, &self.settings()).validation_rules();
        if let Some(code) = self.json.get("code").and_then(Json::as_str) {
            world.add_file("manifests/site.pp", code);
        }
        let folders = [("modules", "modules/"), ("env_files", ""), ("hiera", "")];
        for (key, prefix) in folders {
            for (path, text) in self.json.get(key).and_then(Json::as_object).into_iter().flatten() {
                world.add_file(&format!("{prefix}{path}"), text.as_str().unwrap_or_default());
            }
        }
        if self.id.starts_with("stdlib/") {
            world.add_file("modules/stdlib/metadata.json", "{}");
        }
        let value = self.json.get("expr").and_then(Json::as_str).map(|expr| world.add_file("EXPR", expr));
        (world, value)
    }

    pub fn request(
        &self,
        edition: Edition,
        value: Option<FileId>,
        default_facts: &IndexMap<SmolStr, Value>,
    ) -> Request {
        let node = self.json.get("node").and_then(Json::as_str).unwrap_or("test.example.com");
        let mut request = Request::catalog(node);
        if let Some(file) = value {
            request.goal = Goal::Value(file);
        }
        request.edition = edition;
        request.settings = self.settings();
        let mut facts = default_facts.clone();
        for (name, value) in self.json.get("facts").and_then(Json::as_object).into_iter().flatten() {
            facts.insert(SmolStr::new(name), to_value(value));
        }
        request.facts = Arc::new(facts.into());
        request
    }

    fn settings(&self) -> Settings {
        let setting = |key: &str| self.json.get("settings").and_then(|settings| settings.get(key));
        Settings {
            strict: match setting("strict").and_then(Json::as_str) {
                Some("off") => Some(Strictness::Off),
                Some("warning") => Some(Strictness::Warning),
                Some("error") => Some(Strictness::Error),
                _ => None,
            },
            strict_variables: setting("strict_variables").and_then(Json::as_bool),
        }
    }
}

pub fn read_facts(path: &Path) -> IndexMap<SmolStr, Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let json: Json = serde_json::from_str(&text).unwrap_or(Json::Null);
    json.as_object().into_iter().flatten().map(|(name, value)| (SmolStr::new(name), to_value(value))).collect()
}

pub fn to_value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Undef,
        Json::Bool(value) => Value::Boolean(*value),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => Value::Integer(integer.into()),
            None => Value::Float(number.as_f64().unwrap_or_default()),
        },
        Json::String(text) => Value::string(text),
        Json::Array(elements) => Value::array(elements.iter().map(to_value)),
        Json::Object(entries) => Value::hash(entries.iter().map(|(key, value)| (Value::string(key), to_value(value)))),
    }
}
