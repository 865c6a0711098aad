//! How a lookup went, as a tree: every level that was searched with what it answered. Printed as `puppet lookup
//! --explain` prints it, or given as data. Recording costs nothing where nobody asked.

use serde_json::json;

use crate::ruby_core::text as ruby_text;
use crate::value::Value;

/// One step of a lookup with the steps inside it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainNode {
    pub step: ExplainStep,
    pub result: Option<ExplainResult>,
    pub texts: Vec<String>,
    pub branches: Vec<ExplainNode>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExplainStep {
    Root,
    /// A key is searched in all layers.
    Key(String),
    InvalidKey(String),
    /// Where the merge strategy came from.
    MergeSource(String),
    ModuleNotFound(String),
    ModuleProviderNotFound(String),
    Interpolation(String),
    Merge {
        strategy: &'static str,
        options: Option<Value>,
    },
    /// A layer or a level of a hierarchy.
    Provider {
        name: String,
        configuration: Option<String>,
    },
    Location {
        resolved: String,
        original: String,
        is_uri: bool,
    },
    SubKey(Vec<String>),
    Segment,
    Scope(String),
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExplainResult {
    Found { key: String, value: Value },
    FoundInOverrides { key: String, value: Value },
    FoundInDefaults { key: String, value: Value },
    NotFound { key: String },
    LocationNotFound,
    Merged(Value),
}

/// Records the steps of one lookup.
#[derive(Clone, Debug)]
pub struct Explainer {
    /// The steps that are under way, outermost first.
    open: Vec<ExplainNode>,
}

impl Default for Explainer {
    fn default() -> Self {
        Explainer { open: vec![ExplainNode::new(ExplainStep::Root)] }
    }
}

impl Explainer {
    pub fn push(&mut self, step: ExplainStep) {
        self.open.push(ExplainNode::new(step));
    }

    pub fn pop(&mut self) {
        if self.open.len() > 1
            && let Some(node) = self.open.pop()
            && let Some(parent) = self.open.last_mut()
        {
            parent.branches.push(node);
        }
    }

    pub fn add(&mut self, step: ExplainStep) {
        self.push(step);
        self.pop();
    }

    pub fn result(&mut self, result: ExplainResult) {
        if let Some(node) = self.open.last_mut() {
            node.result = Some(result);
        }
    }

    pub fn text(&mut self, text: String) {
        if let Some(node) = self.open.last_mut() {
            node.texts.push(text);
        }
    }

    /// The finished tree.
    pub fn finish(mut self) -> ExplainNode {
        while self.open.len() > 1 {
            self.pop();
        }
        self.open.pop().unwrap_or_else(|| ExplainNode::new(ExplainStep::Root))
    }
}

impl ExplainNode {
    fn new(step: ExplainStep) -> Self {
        ExplainNode { step, result: None, texts: Vec::new(), branches: Vec::new() }
    }

    /// The text that `puppet lookup --explain` prints.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for branch in &self.branches {
            branch.write(&mut text, 0);
        }
        self.write_texts(&mut text, 0);
        text
    }

    fn write(&self, text: &mut String, indent: usize) {
        let inner = indent + 1;
        match &self.step {
            ExplainStep::Root => self.write_branches(text, indent),
            ExplainStep::Key(key) => {
                line(text, indent, &format!("Searching for \"{key}\""));
                self.write_branches(text, inner);
            }
            ExplainStep::InvalidKey(key) => line(text, indent, &format!("Invalid key \"{key}\"")),
            ExplainStep::MergeSource(source) => {
                line(text, indent, &format!("Using merge options from \"{source}\" hash"));
            }
            ExplainStep::ModuleNotFound(name) => line(text, indent, &format!("Module \"{name}\" not found")),
            ExplainStep::ModuleProviderNotFound(name) => {
                line(text, indent, &format!("Module data provider for module \"{name}\" not found"));
            }
            ExplainStep::Interpolation(expression) => {
                line(text, indent, &format!("Interpolation on \"{expression}\""));
                self.write_branches(text, inner);
            }
            ExplainStep::Merge { strategy, options } => self.write_merge(text, indent, strategy, options.as_ref()),
            ExplainStep::Provider { name, configuration } => {
                line(text, indent, name);
                if let Some(path) = configuration {
                    line(text, inner, &format!("Using configuration \"{path}\""));
                }
                self.write_branches(text, inner);
                self.write_result(text, inner);
            }
            ExplainStep::Location { resolved, original, is_uri } => {
                let (name, lower) = if *is_uri { ("URI", "uri") } else { ("Path", "path") };
                line(text, indent, &format!("{name} \"{resolved}\""));
                line(text, inner, &format!("Original {lower}: \"{original}\""));
                self.write_branches(text, inner);
                if self.result == Some(ExplainResult::LocationNotFound) {
                    line(text, inner, &format!("{name} not found"));
                }
                self.write_result(text, inner);
            }
            ExplainStep::SubKey(segments) => {
                line(text, indent, &format!("Sub key: \"{}\"", segments.join(".")));
                self.write_branches(text, inner);
                self.write_result(text, inner);
            }
            ExplainStep::Segment => self.write_result(text, indent),
            ExplainStep::Scope(name) => {
                line(text, indent, name);
                self.write_branches(text, inner);
                self.write_result(text, inner);
            }
        }
    }

    fn write_branches(&self, text: &mut String, indent: usize) {
        for branch in &self.branches {
            branch.write(text, indent);
        }
    }

    fn write_merge(&self, text: &mut String, indent: usize, strategy: &str, options: Option<&Value>) {
        // A merge of one thing is no merge.
        if let [only] = self.branches.as_slice() {
            return only.write(text, indent);
        }
        if self.branches.is_empty() {
            return;
        }
        let inner = indent + 1;
        line(text, indent, &format!("Merge strategy {strategy}"));
        if let Some(options) = options {
            line(text, inner, &format!("Options: {}", pretty(options, inner)));
        }
        self.write_branches(text, inner);
        if let Some(ExplainResult::Merged(value)) = &self.result {
            line(text, inner, &format!("Merged result: {}", pretty(value, inner)));
        }
    }

    fn write_result(&self, text: &mut String, indent: usize) {
        match &self.result {
            Some(ExplainResult::NotFound { key }) => line(text, indent, &format!("No such key: \"{key}\"")),
            Some(ExplainResult::Found { key, value }) => write_found(text, indent, key, value, ""),
            Some(ExplainResult::FoundInOverrides { key, value }) => {
                write_found(text, indent, key, value, " in overrides")
            }
            Some(ExplainResult::FoundInDefaults { key, value }) => {
                write_found(text, indent, key, value, " in defaults")
            }
            Some(ExplainResult::LocationNotFound | ExplainResult::Merged(_)) | None => {}
        }
        self.write_texts(text, indent);
    }

    fn write_texts(&self, text: &mut String, indent: usize) {
        for extra in &self.texts {
            line(text, indent, extra);
        }
    }

    /// The tree as data: `{"step", "name", "result", "key", "value", "texts", "branches"}`.
    pub fn to_json(&self) -> serde_json::Value {
        let (step, name) = match &self.step {
            ExplainStep::Root => ("lookup", None),
            ExplainStep::Key(key) => ("key", Some(key.clone())),
            ExplainStep::InvalidKey(key) => ("invalid_key", Some(key.clone())),
            ExplainStep::MergeSource(source) => ("merge_source", Some(source.clone())),
            ExplainStep::ModuleNotFound(name) => ("module_not_found", Some(name.clone())),
            ExplainStep::ModuleProviderNotFound(name) => ("module_provider_not_found", Some(name.clone())),
            ExplainStep::Interpolation(expression) => ("interpolation", Some(expression.clone())),
            ExplainStep::Merge { strategy, .. } => ("merge", Some((*strategy).to_string())),
            ExplainStep::Provider { name, .. } => ("data_provider", Some(name.clone())),
            ExplainStep::Location { resolved, is_uri, .. } => {
                (if *is_uri { "uri" } else { "path" }, Some(resolved.clone()))
            }
            ExplainStep::SubKey(segments) => ("sub_key", Some(segments.join("."))),
            ExplainStep::Segment => ("segment", None),
            ExplainStep::Scope(name) => ("scope", Some(name.clone())),
        };
        let mut object = serde_json::Map::new();
        object.insert("step".to_string(), json!(step));
        if let Some(name) = name {
            object.insert("name".to_string(), json!(name));
        }
        match &self.step {
            ExplainStep::Provider { configuration: Some(path), .. } => {
                object.insert("configuration".to_string(), json!(path));
            }
            ExplainStep::Location { original, .. } => {
                object.insert("original".to_string(), json!(original));
            }
            _ => {}
        }
        let (result, key, value) = match &self.result {
            None => (None, None, None),
            Some(ExplainResult::Found { key, value }) => (Some("found"), Some(key), Some(value)),
            Some(ExplainResult::FoundInOverrides { key, value }) => {
                (Some("found_in_overrides"), Some(key), Some(value))
            }
            Some(ExplainResult::FoundInDefaults { key, value }) => (Some("found_in_defaults"), Some(key), Some(value)),
            Some(ExplainResult::NotFound { key }) => (Some("not_found"), Some(key), None),
            Some(ExplainResult::LocationNotFound) => (Some("file_missing"), None, None),
            Some(ExplainResult::Merged(value)) => (Some("merged"), None, Some(value)),
        };
        if let Some(result) = result {
            object.insert("result".to_string(), json!(result));
        }
        if let Some(key) = key {
            object.insert("key".to_string(), json!(key));
        }
        if let Some(value) = value {
            object.insert("value".to_string(), crate::catalog::rich_data::value_to_json(value));
        }
        if !self.texts.is_empty() {
            object.insert("texts".to_string(), json!(self.texts));
        }
        if !self.branches.is_empty() {
            let branches: Vec<serde_json::Value> = self.branches.iter().map(ExplainNode::to_json).collect();
            object.insert("branches".to_string(), serde_json::Value::Array(branches));
        }
        serde_json::Value::Object(object)
    }
}

fn write_found(text: &mut String, indent: usize, key: &str, value: &Value, suffix: &str) {
    line(text, indent, &format!("Found key: \"{key}\" value: {}{suffix}", pretty(value, indent)));
}

fn line(text: &mut String, indent: usize, content: &str) {
    text.push_str(&"  ".repeat(indent));
    text.push_str(content);
    text.push('\n');
}

/// Collections over several lines, one element each.
fn pretty(value: &Value, indent: usize) -> String {
    let inner = "  ".repeat(indent + 1);
    let lines: Vec<String> = match value {
        Value::Hash(entries) => entries
            .iter()
            .map(|(key, value)| format!("{inner}{} => {}", pretty(key, indent + 1), pretty(value, indent + 1)))
            .collect(),
        Value::Array(elements) => {
            elements.iter().map(|element| format!("{inner}{}", pretty(element, indent + 1))).collect()
        }
        other => return ruby_text::inspect(other),
    };
    let (open, close) = if matches!(value, Value::Hash(_)) { ('{', '}') } else { ('[', ']') };
    if lines.is_empty() {
        return format!("{open}{close}");
    }
    format!("{open}\n{}\n{}{close}", lines.join(",\n"), "  ".repeat(indent))
}
