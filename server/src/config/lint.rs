//! The settings of lint: `enabled`, and a level by the name of a check.

use analysis::DiagnosticSeverity;
use analysis::lint::{LintLevel, LintSettings};
use serde_json::Value as Json;
use syntax::lint::check_named;

/// Takes over what a table says; what it does not name stays.
pub fn set(settings: &mut LintSettings, values: &Json) -> Result<(), String> {
    let values = values.as_object().ok_or_else(|| format!("is no table: {values}"))?;
    for (name, value) in values {
        if name == "enabled" {
            settings.enabled = value.as_bool().ok_or_else(|| format!("is neither turned on nor off by {value}"))?;
            continue;
        }
        // Both ways to write it are common.
        let name = name.replace('-', "_");
        if check_named(&name).is_none() {
            return Err(format!("names '{name}', which is no check"));
        }
        let level = level(value).ok_or_else(|| format!("makes '{name}' neither on, off nor a severity: {value}"))?;
        settings.levels.insert(name, level);
    }
    Ok(())
}

fn level(value: &Json) -> Option<LintLevel> {
    match value {
        Json::Bool(true) => Some(LintLevel::On),
        Json::Bool(false) => Some(LintLevel::Off),
        Json::String(text) => match text.as_str() {
            "on" => Some(LintLevel::On),
            "off" => Some(LintLevel::Off),
            severity => DiagnosticSeverity::from_name(severity).map(LintLevel::Severity),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_have_levels() {
        let mut settings = LintSettings { enabled: true, ..LintSettings::default() };
        let values = serde_json::json!({
            "enabled": false, "140chars": "off", "trailing-comma": true, "documentation": "info",
        });
        assert_eq!(set(&mut settings, &values), Ok(()));
        assert!(!settings.enabled);
        let levels: Vec<(&str, LintLevel)> =
            settings.levels.iter().map(|(name, level)| (name.as_str(), *level)).collect();
        let expected = [
            ("140chars", LintLevel::Off),
            ("documentation", LintLevel::Severity(DiagnosticSeverity::Info)),
            ("trailing_comma", LintLevel::On),
        ];
        assert_eq!(levels, expected);
        assert!(set(&mut settings, &serde_json::json!({"hard_tabs": 3})).is_err());
        assert!(set(&mut settings, &serde_json::json!({"no_such_check": true})).is_err());
    }
}
