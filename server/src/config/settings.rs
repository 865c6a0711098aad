//! The table of settings: one entry each, with its documentation, from which `docs/settings.md` is made.

use analysis::Edition;
use analysis::diagnostic::SeveritySetting;
use serde_json::Value as Json;

use super::Config;

/// One setting.
pub struct Setting {
    /// With dots between its parts.
    pub name: &'static str,
    /// What it is without a word from the user.
    pub default: &'static str,
    pub documentation: &'static str,
    /// Takes a value over, or says why it cannot.
    pub set: fn(&mut Config, &Json) -> Result<(), String>,
}

/// Every setting there is. A new one is one entry here.
pub static SETTINGS: &[Setting] = &[
    Setting {
        name: "edition",
        default: "what `metadata.json` requires, else `puppet8`",
        documentation: "`puppet8`, `puppet7` or `spec4x`: see [editions.md](editions.md)",
        set: |config, value| {
            let known: Vec<&str> = Edition::ALL.iter().map(|edition| edition.name()).collect();
            let named = value.as_str().and_then(Edition::from_name);
            config.edition = Some(named.ok_or_else(|| format!("is none of {}: {value}", known.join(", ")))?);
            Ok(())
        },
    },
    Setting {
        name: "modulepath",
        default: "`[]`",
        documentation: "further folders of modules, as a list or with `:` between them; what they hold is used, not checked",
        set: |config, value| {
            config.modulepath = strings(value)?;
            Ok(())
        },
    },
    Setting {
        name: "vendorModules",
        default: "`true`",
        documentation: "whether `cron`, `mount` and the other types are known whose modules come with the packages of the agent: see \
                        [editions.md](editions.md#modules-that-come-with-the-agent)",
        set: |config, value| switch(value, &mut config.vendor_modules),
    },
    Setting {
        name: "environment",
        default: "`production`",
        documentation: "the name of the environment of a control repository that is not below `environments/`; of several \
                        environments, the one in which modules that they share, and loose files, are seen",
        set: |config, value| {
            config.environment = text(value)?;
            Ok(())
        },
    },
    Setting {
        name: "exclude",
        default: "`[]`",
        documentation: "folders and files that are neither read nor checked, named as in a `.gitignore`, as in `exclude = [\"/legacy\", \
                        \"**/generated\"]`",
        set: |config, value| {
            config.exclude = list(value)?;
            Ok(())
        },
    },
    Setting {
        name: "hiera.global",
        default: "none",
        documentation: "the configuration of Hiera's global layer, of version 5 or 3; it and the folders of data that it names may lie outside \
                        of the workspace: see [hiera.md](hiera.md#the-global-layer)",
        set: |config, value| {
            config.global_hiera = text(value)?;
            Ok(())
        },
    },
    Setting {
        name: "trusted",
        default: "those of an authenticated node without extensions",
        documentation: "a JSON or YAML file with the `$trusted` hash",
        set: |config, value| {
            config.node_files.trusted = text(value)?;
            Ok(())
        },
    },
    Setting {
        name: "enc",
        default: "no classifier",
        documentation: "a file with what a node classifier prints: YAML with classes, parameters, environment",
        set: |config, value| {
            config.node_files.enc = text(value)?;
            Ok(())
        },
    },
    Setting {
        name: "exported",
        default: "no other nodes",
        documentation: "a file with the resources that other nodes export: a JSON list of type, title, parameters, tags, certname",
        set: |config, value| {
            config.node_files.exported = text(value)?;
            Ok(())
        },
    },
    Setting {
        name: "nodes",
        default: "none",
        documentation: "an inventory: nodes with their own facts, which can be chosen as contexts: a PuppetDB inventory, a folder or file of \
                        facts, an export archive or a snapshot; see [fleet.md](fleet.md)",
        set: |config, value| {
            config.nodes = text(value)?;
            Ok(())
        },
    },
    Setting {
        name: "fleet.ignore",
        default: "`[]`",
        documentation: "changes that `diff --nodes` leaves out, as `File[/etc/motd]::content`, `Cron`, `::checksum` or `tag:monitoring`",
        set: |config, value| {
            config.fleet_ignore = list(value)?;
            Ok(())
        },
    },
    Setting {
        name: "factSets",
        default: "`[]`",
        documentation: "files with facts, besides those that are found in the workspace",
        set: |config, value| {
            config.fact_sets = strings(value)?;
            Ok(())
        },
    },
    Setting {
        name: "node",
        default: "the first node of the manifests",
        documentation: "the node that values are shown for",
        set: |config, value| {
            config.node = text(value)?;
            Ok(())
        },
    },
    Setting {
        name: "serverFacts",
        default: "`serverversion` 8.0.0, `servername` puppet.example.com, `serverip` 192.0.2.1",
        documentation: "texts that `$server_facts` has otherwise or besides, by name, as in `serverFacts.servername = \
                        \"puppet.corp.example\"`",
        set: |config, value| {
            let entries = value.as_object().ok_or_else(|| format!("is no table: {value}"))?;
            for (name, value) in entries {
                let text = value.as_str().ok_or_else(|| format!("gives '{name}' no text: {value}"))?;
                config.server_facts.insert(name.into(), text.into());
            }
            Ok(())
        },
    },
    Setting {
        name: "diagnostics",
        default: "[diagnostics.md](diagnostics.md) names the severity of each",
        documentation: "a severity by the code of a diagnostic: `error`, `warning`, `info`, `hint` or `off`, as in \
                        `diagnostics.unused-parameter = \"off\"`",
        set: |config, value| {
            let entries = value.as_object().ok_or_else(|| format!("is no table: {value}"))?;
            for (code, value) in entries {
                let setting = value.as_str().and_then(SeveritySetting::from_name);
                let problem = || format!("makes '{code}' neither error, warning, info, hint nor off: {value}");
                config.severities.insert(code.into(), setting.ok_or_else(problem)?);
            }
            Ok(())
        },
    },
    Setting {
        name: "evaluation.enabled",
        default: "`true`",
        documentation: "whether code is evaluated: values in hover and hints, previews, what only evaluating finds",
        set: |config, value| switch(value, &mut config.evaluation_enabled),
    },
    Setting {
        name: "evaluation.maxSteps",
        default: "`20000000`",
        documentation: "how many steps an evaluation may take",
        set: |config, value| {
            config.max_steps = Some(value.as_u64().ok_or_else(|| format!("is no number of steps: {value}"))?);
            Ok(())
        },
    },
    Setting {
        name: "inlayHints.assignments",
        default: "`true`",
        documentation: "hints with the values of assigned variables",
        set: |config, value| switch(value, &mut config.inlay_hints.assignments),
    },
    Setting {
        name: "inlayHints.parameters",
        default: "`true`",
        documentation: "hints with the values of parameters",
        set: |config, value| switch(value, &mut config.inlay_hints.parameters),
    },
    Setting {
        name: "inlayHints.interpolations",
        default: "`true`",
        documentation: "hints with the values of interpolated strings",
        set: |config, value| switch(value, &mut config.inlay_hints.interpolations),
    },
    Setting {
        name: "inlayHints.resources",
        default: "`true`",
        documentation: "hints with how many resources a place makes, where it makes several",
        set: |config, value| switch(value, &mut config.inlay_hints.resources),
    },
    Setting {
        name: "lint",
        default: "`enabled = true`, the checks of puppet-lint on, those of its plugins off",
        documentation: "`enabled` for all of lint; for a check by its name `on`, `off`, or a severity, as in \
                        `lint.documentation = \"off\"`: see [lint.md](lint.md)",
        set: |config, value| super::lint::set(&mut config.lint, value),
    },
    Setting {
        name: "format.lineWidth",
        default: "`140`",
        documentation: "lines that are longer are broken, from 40 to 1000: see [formatting.md](formatting.md)",
        set: |config, value| number(value, 40..=1000, &mut config.format.width),
    },
    Setting {
        name: "format.indent",
        default: "`2`",
        documentation: "the spaces of one level of indentation, from 1 to 8",
        set: |config, value| number(value, 1..=8, &mut config.format.indent),
    },
    Setting {
        name: "format.alignArrows",
        default: "`true`",
        documentation: "the formatter puts the arrows of a block below each other",
        set: |config, value| switch(value, &mut config.format.align_arrows),
    },
    Setting {
        name: "format.trailingComma",
        default: "`true`",
        documentation: "the formatter ends lists over several lines in a comma",
        set: |config, value| switch(value, &mut config.format.trailing_commas),
    },
    Setting {
        name: "format.singleQuotes",
        default: "`true`",
        documentation: "the formatter puts strings without variables and escapes in single quotes",
        set: |config, value| switch(value, &mut config.format.single_quotes),
    },
    Setting {
        name: "testCommands",
        default: "`false`",
        documentation: "commands for the tests of the server itself",
        set: |config, value| switch(value, &mut config.test_commands),
    },
];

/// The names of a settings file that mean nothing.
pub fn unknown_names(settings: &Json) -> Vec<String> {
    let mut problems = Vec::new();
    find_unknown(settings, "", &mut problems);
    problems
}

fn find_unknown(settings: &Json, prefix: &str, problems: &mut Vec<String>) {
    for (key, value) in settings.as_object().into_iter().flatten() {
        let name = format!("{prefix}{key}");
        if SETTINGS.iter().any(|setting| setting.name == name) {
            continue;
        }
        let table = format!("{name}.");
        if value.is_object() && SETTINGS.iter().any(|setting| setting.name.starts_with(&table)) {
            find_unknown(value, &table, problems);
        } else {
            problems.push(format!("there is no setting '{name}'"));
        }
    }
}

/// A number within bounds.
fn number(value: &Json, bounds: std::ops::RangeInclusive<u64>, to: &mut usize) -> Result<(), String> {
    let number = value.as_u64().filter(|number| bounds.contains(number));
    let problem = || format!("is no number from {} to {}: {value}", bounds.start(), bounds.end());
    *to = number.ok_or_else(problem)? as usize;
    Ok(())
}

fn switch(value: &Json, on: &mut bool) -> Result<(), String> {
    *on = value.as_bool().ok_or_else(|| format!("is neither true nor false: {value}"))?;
    Ok(())
}

/// An empty text is none, as editors send it for a field that nobody filled in.
fn text(value: &Json) -> Result<Option<String>, String> {
    let text = value.as_str().ok_or_else(|| format!("is no text: {value}"))?;
    Ok(Some(text.to_string()).filter(|text| !text.is_empty()))
}

fn list(value: &Json) -> Result<Vec<String>, String> {
    let elements = value.as_array().ok_or_else(|| format!("is no list: {value}"))?;
    Ok(elements.iter().map(text).collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// A list, or one text with `:` between its parts, as Puppet writes a modulepath.
fn strings(value: &Json) -> Result<Vec<String>, String> {
    match value {
        Json::Array(_) => list(value),
        Json::String(text) => Ok(text.split(':').filter(|part| !part.is_empty()).map(str::to_string).collect()),
        _ => Err(format!("is neither a list nor a text: {value}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> String {
        let mut page = String::from(
            "# Settings\n\nIn the editor under `puppet-analyzer.*`, or in a `.puppet-analyzer.toml` at the workspace's root, which the \
             command\nline reads too:\n\n```toml\nedition = \"puppet7\"\n\n[diagnostics]\nunused-parameter = \"off\"\nlegacy-fact = \
             \"error\"\n```\n\nA test writes this page from the table in `server/src/config/settings.rs`.\n\n\
             | setting | default | means |\n|---|---|---|\n",
        );
        for setting in SETTINGS {
            page += &format!("| `{}` | {} | {} |\n", setting.name, setting.default, setting.documentation);
        }
        page
    }

    #[test]
    fn the_page_of_the_manual_is_up_to_date() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/settings.md");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, page()).expect("the page is written");
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == page(), "docs/settings.md is stale: UPDATE_EXPECT=1 writes it");
    }

    #[test]
    fn names_that_mean_nothing_are_told() {
        let settings =
            serde_json::json!({"editon": "puppet7", "inlayHints": {"all": true}, "diagnostics": {"any": "off"}});
        assert_eq!(unknown_names(&settings), ["there is no setting 'editon'", "there is no setting 'inlayHints.all'"]);
    }
}
