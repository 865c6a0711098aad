//! What the suites over recorded cases share: reading cases, making worlds and requests of them, and saying what went
//! wrong in a form that can be compared.
#![allow(dead_code)]

use std::path::PathBuf;
use std::sync::Arc;

use evaluator::error::ReportedAt;
use evaluator::node_facts::NodeFacts;
use evaluator::request::{ExportedResource, Request};
use evaluator::{Edition, EvaluationError, FileId, Location, MemoryWorld, Outcome, Place, Value};
use indexmap::IndexMap;
use serde_json::Value as Json;
use smol_str::SmolStr;

/// The folder that recorded paths start with.
pub const ROOT: &str = "/env";

pub fn conformance_file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn default_facts() -> Json {
    serde_json::from_str(&conformance_file("default-facts.json")).expect("facts are JSON")
}

/// Compiles; a panic is a difference like others.
pub fn compile(world: &MemoryWorld, request: &Request) -> Result<Outcome, String> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| evaluator::compile(world, request)))
        .map_err(|_| "panicked".to_string())
}

/// One JSON object a line.
pub fn read_cases(name: &str) -> Vec<Json> {
    let cases = parse_cases(&conformance_file(name));
    assert!(!cases.is_empty());
    cases
}

pub fn parse_cases(text: &str) -> Vec<Json> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

pub fn text<'a>(json: &'a Json, key: &str) -> &'a str {
    json[key].as_str().unwrap_or_default()
}

/// A JSON value as the value that Puppet reads from it.
pub fn value_of(json: &Json) -> Value {
    match json {
        Json::Null => Value::Undef,
        Json::Bool(value) => Value::Boolean(*value),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => Value::Integer(i128::from(integer)),
            None => Value::Float(number.as_f64().unwrap_or_default()),
        },
        Json::String(text) => Value::string(text),
        Json::Array(elements) => Value::array(elements.iter().map(value_of)),
        Json::Object(entries) => Value::hash(entries.iter().map(|(key, value)| (Value::string(key), value_of(value)))),
    }
}

pub fn values_of(json: &Json) -> IndexMap<SmolStr, Value> {
    let entries = json.as_object().into_iter().flatten();
    entries.map(|(name, value)| (SmolStr::new(name), value_of(value))).collect()
}

/// The facts of a case: its own over the default ones, by top-level key.
pub fn facts_of(case: &Json, default_facts: &Json) -> Arc<NodeFacts> {
    let mut facts = values_of(default_facts);
    facts.extend(values_of(&case["facts"]));
    Arc::new(facts.into())
}

/// The files of a case: `code` is the main manifest, `modules`, `hiera` and `env_files` are files beside it.
pub fn world_of(case: &Json, edition: Edition) -> MemoryWorld {
    let mut world = MemoryWorld::new();
    world.root = ROOT.to_string();
    world.rules = edition.validation_rules();
    if let Some(code) = case["code"].as_str() {
        world.add_file("manifests/site.pp", code);
    }
    for (key, folder) in [("modules", "modules/"), ("hiera", ""), ("env_files", "")] {
        for (path, content) in case[key].as_object().into_iter().flatten() {
            world.add_file(&format!("{folder}{path}"), content.as_str().unwrap_or_default());
        }
    }
    world
}

/// What a case asks for.
pub fn request_of(case: &Json, default_facts: &Json, edition: Edition) -> Request {
    let mut request = Request::catalog(case["node"].as_str().unwrap_or("test.example.com"));
    // Puppet was asked without the modules of the agent's package.
    request.vendor_modules = false;
    request.edition = edition;
    request.facts = facts_of(case, default_facts);
    request.classification.parameters = values_of(&case["parameters"]);
    match &case["classes"] {
        Json::Array(names) => {
            for name in names.iter().filter_map(Json::as_str) {
                request.classification.classes.insert(SmolStr::new(name), None);
            }
        }
        Json::Object(classes) => {
            for (name, parameters) in classes {
                let parameters = parameters.is_object().then(|| values_of(parameters));
                request.classification.classes.insert(SmolStr::new(name), parameters);
            }
        }
        _ => {}
    }
    if let Some(given) = case["trusted"].as_object() {
        let mut trusted = match evaluator::request::default_trusted(&request.node_name) {
            Value::Hash(entries) => (*entries).clone(),
            _ => Default::default(),
        };
        trusted.extend(given.iter().map(|(key, value)| (Value::string(key), value_of(value))));
        request.trusted = Some(Value::hash(trusted));
    }
    if let Some(exported) = case["exported"].as_array() {
        let resources = exported.iter().map(|resource| ExportedResource {
            type_name: SmolStr::new(text(resource, "type")),
            title: SmolStr::new(text(resource, "title")),
            parameters: values_of(&resource["parameters"]),
            tags: resource["tags"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Json::as_str)
                .map(SmolStr::new)
                .collect(),
            certname: SmolStr::new(text(resource, "certname")),
        });
        request.exported = Some(resources.collect());
    }
    request
}

/// An error as it can be compared.
#[derive(Debug, Default)]
pub struct ShownError {
    pub code: String,
    pub message: String,
    pub file: String,
    pub line: Option<u32>,
    pub column: Option<u32>,
}

pub fn show_error(world: &MemoryWorld, error: &EvaluationError) -> ShownError {
    let mut describe = |place: Place| world.describe(place);
    let message = error.message().render(&mut describe);
    let position = error.reported_at().and_then(|at| match at {
        ReportedAt::Expression(place) => world.describe(place),
        ReportedAt::Text { file, offset } => world.describe_offset(file, offset),
        ReportedAt::Data(data) => {
            Some(Location { path: path_of(world, data.file).into(), line: data.line, column: data.column })
        }
    });
    let (file, line, column) = match position {
        Some(at) => (at.path.to_string(), Some(at.line), Some(at.column)),
        None => (String::new(), None, None),
    };
    ShownError { code: error.code().puppet_name().to_string(), message, file, line, column }
}

fn path_of(world: &MemoryWorld, file: FileId) -> String {
    evaluator::World::path(world, file).to_string()
}

/// A message without what surrounds it in different places: prefixes, places and the node.
pub fn substance(message: &str) -> String {
    let mut text = message.to_string();
    while let Some(start) = text.find("(file: ") {
        let Some(end) = text[start..].find(')') else {
            break;
        };
        text.replace_range(start..start + end + 1, "");
    }
    if let Some(node) = text.rfind(" on node ") {
        text.truncate(node);
    }
    for noise in ["Evaluation Error: ", "Could not parse for environment production: "] {
        text = text.replace(noise, "");
    }
    // Puppet shows an object of Ruby where we say whose code it was.
    if let (Some(start), true) = (text.find(" by "), text.contains("is already set on"))
        && let Some(end) = text[start..].find(" at ")
    {
        text.replace_range(start..start + end, "");
    }
    // An entity's place is a URI there.
    for origin in ["Originally set", "Set at unknown location"] {
        if let Some(start) = text.find(origin) {
            text.truncate(start);
        }
    }
    // Files of modules are named from the module on, and the documentation's address has a version in it.
    text =
        text.replace("/env/modules/", "").replace("/puppet/8.28/", "/puppet/8/").replace("/puppet/8.10/", "/puppet/8/");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs on a thread with a stack that unoptimised builds need for deep evaluations.
pub fn with_large_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(512 << 20).spawn_scoped(scope, run);
        thread.expect("a thread can be started").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
