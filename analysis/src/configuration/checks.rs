//! The checks of files that are no code: one entry each, with its code, severity and documentation.

use syntax::TextRange;

use crate::diagnostic::{Diagnostic, DiagnosticSeverity, DiagnosticTag};

pub struct ConfigurationCheck {
    pub code: &'static str,
    pub severity: DiagnosticSeverity,
    pub documentation: &'static str,
    is_unnecessary: bool,
}

const fn check(code: &'static str, severity: DiagnosticSeverity, documentation: &'static str) -> ConfigurationCheck {
    ConfigurationCheck { code, severity, documentation, is_unnecessary: false }
}

use DiagnosticSeverity::{Error, Hint, Info, Warning};

pub const UNREADABLE: ConfigurationCheck =
    check("data-syntax-error", Error, "The YAML or JSON cannot be read, so that Puppet would stop at it.");
pub const NOT_A_HASH: ConfigurationCheck =
    check("data-not-a-hash", Warning, "A data file holds something other than keys with values, and is ignored.");
pub const DUPLICATE_KEY: ConfigurationCheck =
    check("duplicate-data-key", Warning, "A key stands twice in one file: the last one counts.");
pub const UNKNOWN_KEY: ConfigurationCheck = check(
    "unknown-hiera-key",
    Warning,
    "A key is named like a parameter of a class, but the class, or its parameter, does not exist, and nothing looks the key up.",
);
pub const UNUSED_KEY: ConfigurationCheck = ConfigurationCheck {
    code: "unused-hiera-key",
    severity: Hint,
    documentation: "No class parameter and no lookup reads a key. Silent where some lookup puts its key together.",
    is_unnecessary: true,
};
pub const KEY_OUTSIDE_MODULE: ConfigurationCheck = check(
    "hiera-key-outside-module",
    Warning,
    "Data of a module can only set keys that begin with the module's name: others are ignored.",
);
pub const TYPE_MISMATCH: ConfigurationCheck = check(
    "hiera-type-mismatch",
    Warning,
    "A value is not of the type of the class parameter that it sets. Silent for values with interpolations or encryption, and \
     for keys that `lookup_options` merges or converts.",
);
pub const UNKNOWN_PROPERTY: ConfigurationCheck =
    check("unknown-property", Warning, "A property or setting that this kind of file does not have.");
pub const MISSING_PROPERTY: ConfigurationCheck =
    check("missing-property", Warning, "A property that this kind of file must have.");
pub const INCOMPLETE_METADATA: ConfigurationCheck =
    check("incomplete-metadata", Hint, "The Forge asks for properties that a module's `metadata.json` does not have.");
pub const INVALID_VALUE: ConfigurationCheck =
    check("invalid-property-value", Warning, "A value that the property cannot have.");
pub const BAD_LEVEL: ConfigurationCheck =
    check("bad-hiera-level", Error, "A level of the hierarchy that Puppet refuses to read.");
pub const MISSING_FOLDER: ConfigurationCheck =
    check("missing-folder", Warning, "A folder or file that a setting names is not there.");
pub const UNKNOWN_BACKEND: ConfigurationCheck =
    check("unknown-hiera-backend", Error, "A level is read by a function that neither Puppet nor a module has.");
pub const UNKNOWN_FACT: ConfigurationCheck = check(
    "unknown-fact",
    Warning,
    "`%{facts.…}` names a fact that neither Facter nor a module has, and that looks much like one that is there.",
);
pub const RUBY_SYNTAX: ConfigurationCheck =
    check("ruby-syntax-error", Error, "The Ruby of an ERB template cannot be read, so that rendering it fails.");
pub const UNKNOWN_TEMPLATE_VARIABLE: ConfigurationCheck = check(
    "unknown-template-variable",
    Warning,
    "An ERB template reads a variable that nothing sets where it is rendered, and that looks much like one that is set. Ruby takes it as nil.",
);
pub const UNKNOWN_METHOD: ConfigurationCheck = check(
    "unknown-interpolation-method",
    Error,
    "`%{method(…)}` calls something other than `lookup`, `alias`, `literal` or `scope`. Hiera refuses the value.",
);
pub const NOT_DEPLOYED: ConfigurationCheck = check(
    "modules-not-deployed",
    Info,
    "Modules that a Puppetfile or a `metadata.json` names are not in the modulepath. What they define is unknown: nothing is said about names \
     that may be theirs, and evaluation goes on without them.",
);
pub const DUPLICATE_MODULE: ConfigurationCheck = check("duplicate-module", Error, "A module stands twice in one list.");

/// All of them, for the manual.
pub static CONFIGURATION_CHECKS: &[&ConfigurationCheck] = &[
    &UNREADABLE,
    &NOT_A_HASH,
    &DUPLICATE_KEY,
    &UNKNOWN_KEY,
    &UNUSED_KEY,
    &KEY_OUTSIDE_MODULE,
    &TYPE_MISMATCH,
    &UNKNOWN_PROPERTY,
    &MISSING_PROPERTY,
    &INCOMPLETE_METADATA,
    &INVALID_VALUE,
    &BAD_LEVEL,
    &MISSING_FOLDER,
    &UNKNOWN_BACKEND,
    &DUPLICATE_MODULE,
    &UNKNOWN_FACT,
    &NOT_DEPLOYED,
    &UNKNOWN_METHOD,
    &RUBY_SYNTAX,
    &UNKNOWN_TEMPLATE_VARIABLE,
];

#[derive(Default)]
pub struct Findings {
    pub found: Vec<Diagnostic>,
}

impl Findings {
    pub fn report(
        &mut self,
        check: &ConfigurationCheck,
        range: TextRange,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let mut diagnostic = Diagnostic::new(check.code, check.severity, message, range);
        diagnostic.tag = check.is_unnecessary.then_some(DiagnosticTag::Unnecessary);
        self.found.push(diagnostic);
        let last = self.found.len() - 1;
        &mut self.found[last]
    }
}
