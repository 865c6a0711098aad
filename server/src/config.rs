//! Settings: from the client (`puppet-analyzer.*`), else from `.puppet-analyzer.toml` at the root of the workspace.
//! Which settings there are is the table in `config/settings.rs`.

mod lint;
mod settings;

use std::collections::BTreeMap;
use std::path::Path;

use analysis::diagnostic::SeveritySettings;
use analysis::features::inlay_hints::InlayHintKinds;
use analysis::lint::LintSettings;
use analysis::{Edition, Settings};
use evaluator::request::MissingNames;
use serde_json::{Map, Value as Json};
use smol_str::SmolStr;
use syntax::format::FormatOptions;

use crate::workspace::node_files::NodeFiles;
use crate::workspace::read_limits;
pub use settings::SETTINGS;

/// The file at a workspace's root that the command line reads too.
pub const FILE_NAME: &str = ".puppet-analyzer.toml";
/// The section of the client's configuration.
pub const SECTION: &str = "puppet-analyzer";

#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    pub edition: Option<Edition>,
    pub modulepath: Vec<String>,
    /// The types of the modules that come with an agent's package are there.
    pub vendor_modules: bool,
    /// Folders and files that are left out, as in a `.gitignore`.
    pub exclude: Vec<String>,
    /// The configuration of Hiera's global layer.
    pub global_hiera: Option<String>,
    pub node_files: NodeFiles,
    /// The inventory of nodes with their facts.
    pub nodes: Option<String>,
    /// Changes that a fleet's comparison leaves out.
    pub fleet_ignore: Vec<String>,
    /// What becomes of names that nothing defines, on the command line.
    pub missing: MissingNames,
    pub environment: Option<String>,
    /// Files with facts, besides those that are found.
    pub fact_sets: Vec<String>,
    pub node: Option<String>,
    /// What `$server_facts` have otherwise or besides.
    pub server_facts: BTreeMap<SmolStr, SmolStr>,
    /// What becomes of diagnostics, by their codes.
    pub severities: SeveritySettings,
    pub evaluation_enabled: bool,
    pub inlay_hints: InlayHintKinds,
    pub max_steps: Option<u64>,
    pub lint: LintSettings,
    pub format: FormatOptions,
    /// Turns on the command that panics on purpose.
    pub test_commands: bool,
    /// What is wrong with the settings file, in words for the user.
    pub problems: Vec<String>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            edition: None,
            modulepath: Vec::new(),
            vendor_modules: true,
            exclude: Vec::new(),
            global_hiera: None,
            node_files: NodeFiles::default(),
            nodes: None,
            fleet_ignore: Vec::new(),
            missing: MissingNames::default(),
            environment: None,
            fact_sets: Vec::new(),
            node: None,
            server_facts: BTreeMap::new(),
            severities: SeveritySettings::new(),
            evaluation_enabled: true,
            inlay_hints: InlayHintKinds::default(),
            max_steps: None,
            lint: LintSettings { enabled: true, ..LintSettings::default() },
            format: FormatOptions::default(),
            test_commands: false,
            problems: Vec::new(),
        }
    }
}

impl Config {
    /// Takes over what a JSON object says; what it does not name stays. Returns what it says that no setting accepts.
    pub fn apply(&mut self, settings: &Json) -> Vec<String> {
        let settings = nested(settings);
        let mut problems = Vec::new();
        for setting in SETTINGS {
            let value = setting.name.split('.').try_fold(&settings, |value, part| value.get(part));
            if let Some(value) = value.filter(|value| !value.is_null())
                && let Err(problem) = (setting.set)(self, value)
            {
                problems.push(format!("the setting '{}' {problem}", setting.name));
            }
        }
        problems
    }

    /// Takes over the workspace's settings file, where there is one.
    pub fn apply_file(&mut self, root: &Path) {
        let path = root.join(FILE_NAME);
        let Ok(bytes) = read_limits::read_file(&path, read_limits::MAX_WORKSPACE_FILE_BYTES) else { return };
        let mut problems = match toml::from_str::<Json>(&String::from_utf8_lossy(&bytes)) {
            Ok(settings) => {
                let mut problems = settings::unknown_names(&settings);
                problems.extend(self.apply(&settings));
                problems
            }
            Err(error) => vec![error.to_string().trim_end().to_string()],
        };
        problems.iter_mut().for_each(|problem| *problem = format!("{}: {problem}", path.display()));
        self.problems.extend(problems);
    }

    pub fn settings(&self) -> Settings {
        Settings {
            edition: self.edition.unwrap_or_default(),
            max_steps: self.max_steps,
            vendor_modules: self.vendor_modules,
            missing: self.missing,
            environment: self.environment.as_deref().map(Into::into),
            server_facts: self.server_facts.clone(),
            severities: self.severities.clone(),
            lint: self.lint.clone(),
        }
    }
}

/// Editors send `a.b` as one key or as an object inside of another; here all become objects.
fn nested(settings: &Json) -> Json {
    let Json::Object(entries) = settings else { return settings.clone() };
    let mut result = Map::new();
    for (key, value) in entries {
        let value = nested(value);
        match key.split_once('.') {
            Some((first, rest)) => merge(&mut result, first, nested(&serde_json::json!({ rest: value }))),
            None => merge(&mut result, key, value),
        }
    }
    Json::Object(result)
}

fn merge(into: &mut Map<String, Json>, key: &str, value: Json) {
    match (into.get_mut(key), value) {
        (Some(Json::Object(known)), Json::Object(entries)) => {
            for (key, value) in entries {
                merge(known, &key, value);
            }
        }
        (_, value) => {
            into.insert(key.to_string(), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::DiagnosticSeverity;
    use analysis::diagnostic::SeveritySetting;

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

    #[test]
    fn severities_add_up() {
        let mut config = Config::default();
        config.apply(&serde_json::json!({"diagnostics": {"unknown-class": "off"}}));
        config.apply(&serde_json::json!({"diagnostics.unused-variable": "warning"}));
        let off = config.severities.get("unknown-class");
        let warning = config.severities.get("unused-variable");
        assert_eq!(off, Some(&SeveritySetting::Off));
        assert_eq!(warning, Some(&SeveritySetting::Shown(DiagnosticSeverity::Warning)));
    }

    #[test]
    fn a_value_that_fits_no_setting_is_named() {
        let problems =
            Config::default().apply(&serde_json::json!({"edition": "puppet3", "diagnostics": {"a": "loud"}}));
        expect_test::expect![[r#"
            [
                "the setting 'edition' is none of puppet8, puppet7, spec4x: \"puppet3\"",
                "the setting 'diagnostics' makes 'a' neither error, warning, info, hint nor off: \"loud\"",
            ]
        "#]]
        .assert_debug_eq(&problems);
    }
}
