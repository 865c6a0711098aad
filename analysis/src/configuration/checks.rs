//! The codes of what is found in files that are no code.

use syntax::{Code, TextRange, code};

use crate::diagnostic::{Diagnostic, DiagnosticTag};

pub const UNREADABLE: Code = code!(
    "data-syntax-error",
    Configuration,
    Error,
    "The YAML or JSON cannot be read, so that Puppet would stop at it."
);
pub const NOT_A_HASH: Code = code!(
    "data-not-a-hash",
    Configuration,
    Warning,
    "A data file holds something other than keys with values, and is ignored."
);
pub const DUPLICATE_KEY: Code =
    code!("duplicate-data-key", Configuration, Warning, "A key stands twice in one file: the last one counts.");
pub const UNKNOWN_KEY: Code = code!(
    "unknown-hiera-key",
    Configuration,
    Warning,
    "A key is named like a parameter of a class, but the class, or its parameter, does not exist, and nothing looks the key up."
);
pub const UNUSED_KEY: Code = code!(
    "unused-hiera-key",
    Configuration,
    Hint,
    "No class parameter and no lookup reads a key. Silent where some lookup puts its key together."
);
pub const KEY_OUTSIDE_MODULE: Code = code!(
    "hiera-key-outside-module",
    Configuration,
    Warning,
    "Data of a module can only set keys that begin with the module's name: others are ignored."
);
pub const TYPE_MISMATCH: Code = code!(
    "hiera-type-mismatch",
    Configuration,
    Warning,
    "A value is not of the type of the class parameter that it sets. Silent for values with interpolations or encryption, and \
     for keys that `lookup_options` merges or converts."
);
pub const UNKNOWN_PROPERTY: Code =
    code!("unknown-property", Configuration, Warning, "A property or setting that this kind of file does not have.");
pub const MISSING_PROPERTY: Code =
    code!("missing-property", Configuration, Warning, "A property that this kind of file must have.");
pub const INCOMPLETE_METADATA: Code = code!(
    "incomplete-metadata",
    Configuration,
    Hint,
    "The Forge asks for properties that a module's `metadata.json` does not have."
);
pub const INVALID_VALUE: Code =
    code!("invalid-property-value", Configuration, Warning, "A value that the property cannot have.");
pub const BAD_LEVEL: Code =
    code!("bad-hiera-level", Configuration, Error, "A level of the hierarchy that Puppet refuses to read.");
pub const MISSING_FOLDER: Code =
    code!("missing-folder", Configuration, Warning, "A folder or file that a setting names is not there.");
pub const UNKNOWN_BACKEND: Code = code!(
    "unknown-hiera-backend",
    Configuration,
    Error,
    "A level is read by a function that neither Puppet nor a module has."
);
pub const DUPLICATE_MODULE: Code =
    code!("duplicate-module", Configuration, Error, "A module stands twice in one list.");

pub const UNKNOWN_FACT: Code = code!(
    "unknown-interpolated-fact",
    Configuration,
    Warning,
    "`%{facts.…}` names a fact that neither Facter nor a module has, and that looks much like one that is there."
);
pub const RUBY_SYNTAX: Code = code!(
    "ruby-syntax-error",
    Configuration,
    Error,
    "The Ruby of an ERB template cannot be read, so that rendering it fails."
);
pub const UNKNOWN_TEMPLATE_VARIABLE: Code = code!(
    "unknown-template-variable",
    Configuration,
    Warning,
    "An ERB template reads a variable that nothing sets where it is rendered, and that looks much like one that is set. Ruby takes it as nil."
);
pub const UNKNOWN_METHOD: Code = code!(
    "unknown-interpolation-method",
    Configuration,
    Error,
    "`%{method(…)}` calls something other than `lookup`, `alias`, `literal` or `scope`. Hiera refuses the value."
);
pub const NOT_DEPLOYED: Code = code!(
    "modules-not-deployed",
    Configuration,
    Info,
    "Modules that a Puppetfile or a `metadata.json` names are not in the modulepath. What they define is unknown: nothing is said about names \
     that may be theirs, and evaluation goes on without them."
);

/// All of them, for the manual.
pub static CONFIGURATION_CODES: &[Code] = &[
    UNREADABLE,
    NOT_A_HASH,
    DUPLICATE_KEY,
    UNKNOWN_KEY,
    UNUSED_KEY,
    KEY_OUTSIDE_MODULE,
    TYPE_MISMATCH,
    UNKNOWN_PROPERTY,
    MISSING_PROPERTY,
    INCOMPLETE_METADATA,
    INVALID_VALUE,
    BAD_LEVEL,
    MISSING_FOLDER,
    UNKNOWN_BACKEND,
    DUPLICATE_MODULE,
    UNKNOWN_FACT,
    NOT_DEPLOYED,
    UNKNOWN_METHOD,
    RUBY_SYNTAX,
    UNKNOWN_TEMPLATE_VARIABLE,
];

#[derive(Default)]
pub struct Findings {
    pub found: Vec<Diagnostic>,
}

impl Findings {
    pub fn report(&mut self, code: Code, range: TextRange, message: impl Into<String>) -> &mut Diagnostic {
        let mut diagnostic = Diagnostic::new(code, code.severity(), message, range);
        diagnostic.tag = (code == UNUSED_KEY).then_some(DiagnosticTag::Unnecessary);
        self.found.push(diagnostic);
        let last = self.found.len() - 1;
        &mut self.found[last]
    }
}
