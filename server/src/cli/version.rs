//! `--version`, `--version --verbose`

use std::process::ExitCode;

use crate::workspace::fact_sets;

/// The version, with the commit that it was built from where that is known.
pub const VERSION: &str = env!("PUPPET_ANALYZER_VERSION");

pub fn run(verbose: bool) -> ExitCode {
    let mut text = format!("puppet-analyzer {VERSION}\n");
    if verbose {
        let editions: Vec<&str> = analysis::Edition::ALL.iter().map(|edition| edition.name()).collect();
        let here = std::env::current_dir().unwrap_or_default();
        text += &format!("edition: {} (of {})\n", super::project_root::edition_of(&here).name(), editions.join(", "));
        text += &format!("fact sets: {}\n", fact_sets::builtin_names().collect::<Vec<_>>().join(", "));
        let of_data = analysis::configuration::checks::CONFIGURATION_CHECKS.iter().map(|check| check.code);
        let checks: Vec<&str> = analysis::checks::CHECKS.iter().map(|check| check.code).chain(of_data).collect();
        text += &format!("checks: {}\n", checks.join(", "));
        text += "settings:\n";
        for setting in crate::config::SETTINGS {
            text += &format!("  {} (default: {}): {}\n", setting.name, setting.default, setting.documentation);
        }
    }
    super::print(&text);
    ExitCode::SUCCESS
}
