//! Which checks run. Names are those of the table; unknown ones are kept out.

use super::options_file::OptionsFile;
use super::table::{CHECKS, LintCheck};

/// The checks that are on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Selection {
    /// In the order of the table.
    on: Vec<bool>,
    /// Compare the file of a class below its module's folder, whatever that is called.
    pub relative_paths: bool,
}

impl Default for Selection {
    /// The checks that are on when nobody says anything.
    fn default() -> Self {
        Selection { on: CHECKS.iter().map(|check| check.on_by_default).collect(), relative_paths: false }
    }
}

impl Selection {
    pub fn all() -> Self {
        Selection { on: vec![true; CHECKS.len()], relative_paths: false }
    }

    /// Only these; names that no check has are left out.
    pub fn only(names: &[&str]) -> Self {
        let on = CHECKS.iter().map(|check| names.contains(&check.name)).collect();
        Selection { on, relative_paths: false }
    }

    /// Turns a check on or off; false where there is no such check.
    pub fn set(&mut self, name: &str, on: bool) -> bool {
        let Some(index) = CHECKS.iter().position(|check| check.name == name) else { return false };
        self.on[index] = on;
        true
    }

    pub fn is_on(&self, name: &str) -> bool {
        CHECKS.iter().zip(&self.on).any(|(check, on)| *on && check.name == name)
    }

    /// The checks that are on, in the order of the table.
    pub fn checks(&self) -> impl Iterator<Item = &'static LintCheck> + '_ {
        CHECKS.iter().zip(&self.on).filter(|(_, on)| **on).map(|(check, _)| *check)
    }

    /// Takes over what an option file says.
    pub fn apply(&mut self, file: &OptionsFile) {
        if let Some(only) = &file.only {
            for (index, check) in CHECKS.iter().enumerate() {
                self.on[index] = only.iter().any(|name| name == check.name);
            }
        }
        for (name, on) in &file.checks {
            self.set(name, *on);
        }
        self.relative_paths |= file.relative_paths;
    }
}
