//! The editions of the language, as one table of rules. Nothing else asks which edition it is: it asks for a rule.

use crate::request::{Settings, Strictness};

/// Which language is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Edition {
    #[default]
    Puppet8,
    Puppet7,
    /// The five chapters of the 4x specification as they are written.
    Spec4x,
}

impl Edition {
    pub const ALL: [Edition; 3] = [Edition::Puppet8, Edition::Puppet7, Edition::Spec4x];

    pub fn name(self) -> &'static str {
        match self {
            Edition::Puppet8 => "puppet8",
            Edition::Puppet7 => "puppet7",
            Edition::Spec4x => "spec4x",
        }
    }

    pub fn from_name(name: &str) -> Option<Edition> {
        Edition::ALL.into_iter().find(|edition| edition.name() == name)
    }
}

/// What one evaluation goes by: the edition's row of the table, changed by the settings of the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    pub edition: Edition,
    /// What becomes of questionable code.
    pub strict: Strictness,
    /// An unknown variable is an error.
    pub strict_variables: bool,
    /// An empty string is false.
    pub empty_string_is_false: bool,
}

impl Rules {
    /// The warning about a key in a module's data that is not the module's names the key; `puppet7`: it does not.
    pub fn names_unqualified_module_keys(&self) -> bool {
        self.edition != Edition::Puppet7
    }

    /// The version that Puppet's messages link to.
    pub fn puppet_version(&self) -> &'static str {
        if self.edition == Edition::Puppet7 { "7.23" } else { "8.10" }
    }

    pub fn new(edition: Edition, settings: &Settings) -> Self {
        Rules {
            edition,
            strict: settings.strict.unwrap_or(Strictness::Error),
            strict_variables: settings.strict_variables.unwrap_or(true),
            empty_string_is_false: false,
        }
    }
}
