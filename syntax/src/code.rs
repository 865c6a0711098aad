//! The codes of diagnostics: what each is called, how serious it is, and what it means. Each family has a table in the crate that
//! reports it; `docs/diagnostics.md` is written from all of them.

mod table;

use std::borrow::Cow;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};

pub use table::*;

/// How serious a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DiagnosticSeverity {
    Error,
    Warning,
    Info,
    Hint,
}

impl DiagnosticSeverity {
    pub fn name(self) -> &'static str {
        match self {
            DiagnosticSeverity::Error => "error",
            DiagnosticSeverity::Warning => "warning",
            DiagnosticSeverity::Info => "info",
            DiagnosticSeverity::Hint => "hint",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        use DiagnosticSeverity::{Error, Hint, Info, Warning};
        [Error, Warning, Info, Hint].into_iter().find(|severity| severity.name() == name)
    }
}

/// Who finds it, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Checks that know the workspace.
    Names,
    /// Data, hierarchies and other files that are no code.
    Configuration,
    /// Lexer and parser: Puppet stops at the first, and validates only what it could parse.
    Syntax,
    /// Puppet's validation of one file.
    Validation,
    Evaluation,
    /// Matters of style.
    Lint,
}

/// One row of the table.
#[derive(Debug)]
pub struct CodeInfo {
    /// In kebab case, as settings name it.
    pub name: Cow<'static, str>,
    /// Puppet's own name for it, for instance `ILLEGAL_ASSIGNMENT_CONTEXT`; empty where it has none.
    pub puppet_name: &'static str,
    pub family: Family,
    /// Where nothing is set, and nothing makes it less certain.
    pub severity: DiagnosticSeverity,
    pub documentation: Cow<'static, str>,
}

/// A row of the table. Two codes are equal where they have one name, whichever family reports it.
#[derive(Clone, Copy)]
pub struct Code(&'static CodeInfo);

impl Code {
    pub const fn new(info: &'static CodeInfo) -> Self {
        Code(info)
    }

    /// Returns the name in kebab case.
    pub fn as_str(self) -> &'static str {
        &self.0.name
    }

    pub fn info(self) -> &'static CodeInfo {
        self.0
    }

    pub fn puppet_name(self) -> &'static str {
        self.0.puppet_name
    }

    pub fn family(self) -> Family {
        self.0.family
    }

    pub fn severity(self) -> DiagnosticSeverity {
        self.0.severity
    }

    pub fn documentation(self) -> &'static str {
        &self.0.documentation
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0) || self.0.name == other.0.name
    }
}

impl Eq for Code {}

impl PartialOrd for Code {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Code {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for Code {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl Debug for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// Makes a code that Puppet has no name for: `code!("unknown-class", Names, Error, "A class …")`.
#[macro_export]
macro_rules! code {
    ($name:literal, $family:ident, $severity:ident, $documentation:expr $(,)?) => {{
        static INFO: $crate::code::CodeInfo = $crate::code::CodeInfo {
            name: std::borrow::Cow::Borrowed($name),
            puppet_name: "",
            family: $crate::code::Family::$family,
            severity: $crate::code::DiagnosticSeverity::$severity,
            documentation: std::borrow::Cow::Borrowed($documentation),
        };
        $crate::code::Code::new(&INFO)
    }};
}

/// Makes a constant for each of Puppet's codes of a family, and a list of them all.
#[macro_export]
macro_rules! puppet_codes {
    ($(#[$attribute:meta])* $list:ident: $family:ident { $($puppet:ident $name:literal $severity:ident $documentation:literal;)* }) => {
        $(
            #[doc = $documentation]
            pub const $puppet: $crate::code::Code = {
                static INFO: $crate::code::CodeInfo = $crate::code::CodeInfo {
                    name: std::borrow::Cow::Borrowed($name),
                    puppet_name: stringify!($puppet),
                    family: $crate::code::Family::$family,
                    severity: $crate::code::DiagnosticSeverity::$severity,
                    documentation: std::borrow::Cow::Borrowed($documentation),
                };
                $crate::code::Code::new(&INFO)
            };
        )*
        $(#[$attribute])*
        pub static $list: &[$crate::code::Code] = &[$($puppet),*];
    };
}

/// Returns a name in kebab case: `arrow_alignment` as `arrow-alignment`, `ILLEGAL_NUMBER` as `illegal-number`.
pub(crate) fn kebab_case(name: &str) -> String {
    name.chars().map(|character| if character == '_' { '-' } else { character.to_ascii_lowercase() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_puppets_in_kebab_case_and_rows_are_documented() {
        for (index, code) in SYNTAX_CODES.iter().chain(VALIDATION_CODES).enumerate() {
            assert_eq!(code.as_str(), kebab_case(code.puppet_name()));
            assert!(code.documentation().ends_with('.'), "{code} has no sentence");
            let others = SYNTAX_CODES.iter().chain(VALIDATION_CODES).skip(index + 1);
            assert!(!others.into_iter().any(|other| other == code), "{code} is there twice");
        }
    }

    #[test]
    fn codes_of_one_name_are_equal() {
        assert_eq!(code!("illegal-number", Names, Hint, "x"), ILLEGAL_NUMBER);
        assert_ne!(ILLEGAL_NUMBER, ILLEGAL_NAME);
    }
}
