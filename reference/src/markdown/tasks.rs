//! Sections of tasks.

use std::fmt::Write;

use serde_json::Value as Json;

use super::pieces;
use crate::model::Task;

pub fn section(task: &Task) -> String {
    let Task { name, docstring, .. } = task;
    let mut text = String::new();
    pieces::heading(&mut text, name);
    if docstring.text.is_empty() {
        let _ = write!(text, "The {name} task.\n\n");
    } else {
        let _ = write!(text, "{}\n\n", docstring.text);
    }
    let _ = write!(text, "**Supports noop?** {}\n\n", plain(&task.supports_noop));
    if task.parameters.is_empty() {
        return text;
    }
    text.push_str("#### Parameters\n\n");
    for parameter in &task.parameters {
        let data_type = pieces::code(&plain(&parameter.data_type), "puppet");
        let _ = write!(text, "##### `{}`\n\nData type:{data_type}\n\n", parameter.name);
        let _ = write!(text, "{}\n\n", plain(&parameter.description));
    }
    text
}

fn plain(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}
