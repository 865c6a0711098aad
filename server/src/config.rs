//! Settings: from the client (`puppet-analyzer.*`), else from `.puppet-analyzer.toml` at the root of the workspace.

mod toml_subset;

use std::path::Path;

use analysis::features::inlay_hints::InlayHintKinds;
use analysis::{Edition, Settings};
use serde_json::Value as Json;

use crate::read_limits;

/// The file at a workspace's root that the command line reads too.
pub const FILE_NAME: &str = ".puppet-analyzer.toml";
/// The section of the client's configuration.
pub const SECTION: &str = "puppet-analyzer";

#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    pub edition: Option<Edition>,
    pub modulepath: Vec<String>,
    pub environment: Option<String>,
    /// Files with facts, besides those that are found.
    pub fact_sets: Vec<String>,
    pub node: Option<String>,
    pub evaluation_enabled: bool,
    pub inlay_hints: InlayHintKinds,
    pub max_steps: Option<u64>,
    /// Turns on the command that panics on purpose.
    pub test_commands: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            edition: None,
            modulepath: Vec::new(),
            environment: None,
            fact_sets: Vec::new(),
            node: None,
            evaluation_enabled: true,
            inlay_hints: InlayHintKinds::default(),
            max_steps: None,
            test_commands: false,
        }
    }
}

/// One setting: its name and how its value is taken over. A new setting is one line here.
type SettingRow = (&'static str, fn(&mut Config, &Json));

static SETTINGS: &[SettingRow] = &[
    ("edition", |config, value| config.edition = value.as_str().and_then(Edition::from_name)),
    ("modulepath", |config, value| config.modulepath = strings(value)),
    ("environment", |config, value| config.environment = text(value)),
    ("factSets", |config, value| config.fact_sets = strings(value)),
    ("node", |config, value| config.node = text(value)),
    ("evaluation.enabled", |config, value| config.evaluation_enabled = value.as_bool().unwrap_or(true)),
    ("evaluation.maxSteps", |config, value| config.max_steps = value.as_u64()),
    ("inlayHints.assignments", |config, value| config.inlay_hints.assignments = value.as_bool().unwrap_or(true)),
    ("inlayHints.parameters", |config, value| config.inlay_hints.parameters = value.as_bool().unwrap_or(true)),
    ("inlayHints.interpolations", |config, value| config.inlay_hints.interpolations = value.as_bool().unwrap_or(true)),
    ("inlayHints.resources", |config, value| config.inlay_hints.resources = value.as_bool().unwrap_or(true)),
    ("testCommands", |config, value| config.test_commands = value.as_bool().unwrap_or(false)),
];

impl Config {
    /// Takes over what a JSON object says; what it does not name stays.
    pub fn apply(&mut self, settings: &Json) {
        for (name, set) in SETTINGS {
            if let Some(value) = lookup(settings, name).filter(|value| !value.is_null()) {
                set(self, value);
            }
        }
    }

    /// Takes over the workspace's settings file, where there is one.
    pub fn apply_file(&mut self, root: &Path) {
        let path = root.join(FILE_NAME);
        let Ok(bytes) = read_limits::read_file(&path, read_limits::MAX_WORKSPACE_FILE_BYTES) else { return };
        self.apply(&toml_subset::read(&String::from_utf8_lossy(&bytes)));
    }

    pub fn settings(&self) -> Settings {
        Settings { edition: self.edition.unwrap_or_default(), max_steps: self.max_steps }
    }
}

/// `a.b` in nested objects, or as one key with dots.
fn lookup<'a>(settings: &'a Json, name: &str) -> Option<&'a Json> {
    settings.get(name).or_else(|| name.split('.').try_fold(settings, |value, part| value.get(part)))
}

fn text(value: &Json) -> Option<String> {
    value.as_str().filter(|text| !text.is_empty()).map(str::to_string)
}

/// A list, or one text with `:` between its parts, as Puppet writes a modulepath.
fn strings(value: &Json) -> Vec<String> {
    match value {
        Json::Array(elements) => elements.iter().filter_map(text).collect(),
        Json::String(text) => text.split(':').filter(|part| !part.is_empty()).map(str::to_string).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_nested_or_with_dots_and_keep_what_they_do_not_name() {
        let mut config = Config::default();
        config.apply(&serde_json::json!({"edition": "puppet7", "evaluation": {"maxSteps": 5}}));
        config.apply(&serde_json::json!({"evaluation.enabled": false, "modulepath": "a:b", "node": null, "inlayHints": {"interpolations": false}}));
        assert_eq!(config.inlay_hints, InlayHintKinds { interpolations: false, ..InlayHintKinds::default() });
        assert_eq!(config.edition, Some(Edition::Puppet7));
        assert_eq!((config.max_steps, config.evaluation_enabled), (Some(5), false));
        assert_eq!(config.modulepath, ["a", "b"]);
    }
}
