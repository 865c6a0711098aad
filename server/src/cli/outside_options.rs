//! The options that say what there is besides the repository. Each goes before the setting of the same name.

use std::path::{Path, PathBuf};

use clap::{ArgAction, Args, ValueEnum};
use evaluator::request::MissingNames;

use crate::config::Config;
use crate::workspace::read_limits::path_text;

#[derive(Args, Clone, Debug, Default)]
pub struct OutsideOptions {
    /// The configuration of Hiera's global layer, of version 5 or 3
    #[arg(long, value_name = "FILE")]
    pub hiera_global: Option<PathBuf>,
    /// What a node classifier prints: YAML with classes, parameters, environment
    #[arg(long, value_name = "FILE")]
    pub enc: Option<PathBuf>,
    /// The `$trusted` hash, JSON or YAML
    #[arg(long, value_name = "FILE")]
    pub trusted: Option<PathBuf>,
    /// Resources that other nodes export: a JSON list
    #[arg(long, value_name = "FILE")]
    pub exported: Option<PathBuf>,
    /// Folders and files that are left out, as in a `.gitignore`
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
    /// Whether the types of the modules that come with an agent's package are known, such as `cron` and `mount`
    #[arg(long, value_name = "true|false", action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub vendor_modules: Option<bool>,
    /// What becomes of classes, functions and types that are not in the workspace: Puppet's error, or unknown
    #[arg(long, value_enum, value_name = "error|unknown")]
    pub missing: Option<Missing>,
}

/// What becomes of names that nothing defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Missing {
    Error,
    Unknown,
}

impl OutsideOptions {
    /// Takes over what the command line says, in place of settings, whose paths are told from the root.
    pub fn apply(&self, config: &mut Config, root: Option<&Path>) {
        let root = root.unwrap_or(Path::new("."));
        config.global_hiera = config.global_hiera.as_ref().map(|path| path_text(&root.join(path)));
        config.node_files.resolve(root);
        let files = &mut config.node_files;
        for (given, file) in [
            (&self.hiera_global, &mut config.global_hiera),
            (&self.enc, &mut files.enc),
            (&self.trusted, &mut files.trusted),
            (&self.exported, &mut files.exported),
        ] {
            if let Some(path) = given {
                *file = Some(shown(path));
            }
        }
        config.exclude.extend(self.exclude.iter().cloned());
        if let Some(known) = self.vendor_modules {
            config.vendor_modules = known;
        }
        if self.missing == Some(Missing::Unknown) {
            config.missing = MissingNames::AreUnknown;
        }
    }
}

/// A path that is absolute; standard input stays what it is.
fn shown(path: &Path) -> String {
    if path == Path::new("-") { "-".to_string() } else { path_text(path) }
}
