//! The editions of the language, as one table of rules. Nothing else asks which edition it is: it asks for a rule.

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
