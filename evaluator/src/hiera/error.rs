//! What can go wrong in a lookup, in Puppet's words.

use smol_str::SmolStr;

use crate::codes::{self, NO_CODE, RUNTIME_ERROR};
use crate::error::{DataPlace, Issue};
use crate::message::Message;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HieraError {
    /// No value for any of the names.
    NotFound {
        names: Vec<String>,
    },
    KeySyntax {
        key: String,
    },
    InterpolationSyntax {
        subject: String,
    },
    Recursive {
        key: Option<String>,
        stack: Vec<String>,
    },
    /// Lookups inside one another through interpolation, without a loop.
    TooManyNested {
        key: String,
        limit: usize,
    },
    /// A dotted key was applied to something without members.
    DigMismatch {
        class: &'static str,
        segment: String,
        key: String,
    },
    AliasNotEntireString,
    UnknownInterpolationMethod {
        name: String,
    },
    MethodSyntaxNotAllowed,
    UndefinedVariable {
        name: String,
        explanation: String,
    },
    /// `subject has wrong type, …` as a type check says it.
    WrongType {
        subject: String,
        mismatch: String,
        is_lookup_error: bool,
    },
    /// A value in a data file that is not allowed in data.
    NotLookupValue {
        subject: String,
        type_text: String,
    },
    UnknownMergeStrategy {
        name: String,
    },
    MergeWithoutStrategy,
    EmptyKnockoutPrefix,
    /// `sort_merged_arrays` on values that have no order.
    NotComparable {
        first: &'static str,
        second: &'static str,
    },
    UnreadableData {
        path: String,
        problem: String,
        place: DataPlace,
    },
    NotAHash {
        path: String,
        format: &'static str,
        place: DataPlace,
    },
    TooLarge {
        path: String,
        bytes: usize,
        limit: usize,
        place: DataPlace,
    },
    LookupOptionsNotAHash,
    /// What `lookup_options` has for one key is no hash.
    KeyOptionsNotAHash {
        key: String,
    },
    ForeignLookupOptionsKey {
        module: SmolStr,
    },
    ForeignLookupOptionsPattern {
        module: SmolStr,
    },
    BadLookupOptionsPattern {
        pattern: String,
        problem: String,
    },
    BadConvertToType {
        key: String,
        source: String,
        problem: String,
    },
    ConvertToFailed {
        key: String,
        problem: Message,
    },
    MissingLocation {
        function: SmolStr,
        kind: &'static str,
    },
    // What a hiera.yaml says wrong.
    BrokenConfiguration {
        path: String,
        problem: String,
        place: DataPlace,
    },
    WrongConfiguration {
        path: String,
        mismatch: String,
        place: DataPlace,
    },
    UnsupportedVersion {
        version: String,
        place: DataPlace,
    },
    Version3NotGlobal {
        location: &'static str,
        place: DataPlace,
    },
    Version4InGlobal {
        place: DataPlace,
    },
    BackendMultiplyDefined {
        name: String,
        first_line: Option<u32>,
        place: DataPlace,
    },
    NoProviderForBackend {
        name: String,
        place: DataPlace,
    },
    NameMultiplyDefined {
        name: String,
        first_line: Option<u32>,
        place: DataPlace,
    },
    Version3BackendNotGlobal {
        place: DataPlace,
    },
    Version3BackendReplaced {
        name: String,
        place: DataPlace,
    },
    DefaultHierarchyNotInModule {
        place: DataPlace,
    },
    MissingFunction {
        name: String,
        place: DataPlace,
    },
    MultipleFunctions {
        name: String,
        place: DataPlace,
    },
    MultipleFunctionsInDefaults {
        place: DataPlace,
    },
    MultipleLocations {
        name: String,
        place: DataPlace,
    },
    ReservedOption {
        key: String,
        name: String,
        place: DataPlace,
    },
    ReservedDefaultOption {
        key: String,
        place: DataPlace,
    },
    FunctionNotFound {
        kind: &'static str,
        name: SmolStr,
        place: Option<DataPlace>,
    },
}

const FUNCTION_KEYS: &str = "data_hash, lookup_key, data_dig, or hiera3_backend";
const LOCATION_KEYS: &str = "path, paths, glob, globs, uri, uris, or mapped_paths";

impl HieraError {
    /// True where Puppet raises it as an error of the lookup, which it shows without the call that led there.
    pub fn is_lookup_error(&self) -> bool {
        match self {
            HieraError::WrongType { is_lookup_error, .. } => *is_lookup_error,
            HieraError::UndefinedVariable { .. }
            | HieraError::UnknownMergeStrategy { .. }
            | HieraError::MergeWithoutStrategy
            | HieraError::EmptyKnockoutPrefix
            | HieraError::NotComparable { .. }
            | HieraError::BadLookupOptionsPattern { .. }
            | HieraError::MissingLocation { .. }
            | HieraError::BrokenConfiguration { .. }
            | HieraError::WrongConfiguration { .. } => false,
            _ => true,
        }
    }
}

impl Issue for HieraError {
    fn code(&self) -> syntax::Code {
        match self {
            HieraError::AliasNotEntireString => codes::HIERA_INTERPOLATION_ALIAS_NOT_ENTIRE_STRING,
            HieraError::UnknownInterpolationMethod { .. } => codes::HIERA_INTERPOLATION_UNKNOWN_INTERPOLATION_METHOD,
            HieraError::MethodSyntaxNotAllowed => codes::HIERA_INTERPOLATION_METHOD_SYNTAX_NOT_ALLOWED,
            HieraError::UnsupportedVersion { .. } => codes::HIERA_UNSUPPORTED_VERSION,
            HieraError::Version3NotGlobal { .. } => codes::HIERA_VERSION_3_NOT_GLOBAL,
            HieraError::Version4InGlobal { .. } => codes::HIERA_UNSUPPORTED_VERSION_IN_GLOBAL,
            HieraError::BackendMultiplyDefined { .. } => codes::HIERA_BACKEND_MULTIPLY_DEFINED,
            HieraError::NoProviderForBackend { .. } => codes::HIERA_NO_PROVIDER_FOR_BACKEND,
            HieraError::NameMultiplyDefined { .. } => codes::HIERA_HIERARCHY_NAME_MULTIPLY_DEFINED,
            HieraError::Version3BackendNotGlobal { .. } => codes::HIERA_V3_BACKEND_NOT_GLOBAL,
            HieraError::Version3BackendReplaced { .. } => codes::HIERA_V3_BACKEND_REPLACED_BY_DATA_HASH,
            HieraError::DefaultHierarchyNotInModule { .. } => codes::HIERA_DEFAULT_HIERARCHY_NOT_IN_MODULE,
            HieraError::MissingFunction { .. } => codes::HIERA_MISSING_DATA_PROVIDER_FUNCTION,
            HieraError::MultipleFunctions { .. } => codes::HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS,
            HieraError::MultipleFunctionsInDefaults { .. } => codes::HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS_IN_DEFAULT,
            HieraError::MultipleLocations { .. } => codes::HIERA_MULTIPLE_LOCATION_SPECS,
            HieraError::ReservedOption { .. } => codes::HIERA_OPTION_RESERVED_BY_PUPPET,
            HieraError::ReservedDefaultOption { .. } => codes::HIERA_DEFAULT_OPTION_RESERVED_BY_PUPPET,
            HieraError::FunctionNotFound { .. } => codes::HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND,
            _ if self.is_lookup_error() => NO_CODE,
            _ => RUNTIME_ERROR,
        }
    }

    fn message(&self) -> Message {
        let text = match self {
            HieraError::NotFound { names } => match names.as_slice() {
                [name] => format!("Function lookup() did not find a value for the name '{name}'"),
                names => {
                    let list: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
                    format!("Function lookup() did not find a value for any of the names [{}]", list.join(", "))
                }
            },
            HieraError::KeySyntax { key } => format!("Syntax error in key: '{key}'"),
            HieraError::InterpolationSyntax { subject } => format!("Syntax error in string: {subject}"),
            HieraError::Recursive { key, stack } => {
                let loop_text = format!("Recursive lookup detected in [{}]", stack.join(", "));
                match key {
                    Some(key) => format!("Lookup of key '{key}' failed: {loop_text}"),
                    None => loop_text,
                }
            }
            HieraError::TooManyNested { key, limit } => {
                format!("Lookup of key '{key}' failed: more than {limit} lookups inside one another")
            }
            HieraError::DigMismatch { class, segment, key } => format!(
                "Data Provider type mismatch: Got {class} when a hash-like object was expected to access value using '{segment}' from key '{key}'"
            ),
            HieraError::AliasNotEntireString => {
                "'alias' interpolation is only permitted if the expression is equal to the entire string".to_string()
            }
            HieraError::UnknownInterpolationMethod { name } => format!("Unknown interpolation method '{name}'"),
            HieraError::MethodSyntaxNotAllowed => {
                "Interpolation using method syntax is not allowed in this context".to_string()
            }
            HieraError::UndefinedVariable { name, explanation } => {
                format!("Undefined variable '{name}'; {explanation}")
            }
            HieraError::WrongType { subject, mismatch, .. } => format!("{subject} has wrong type, {mismatch}"),
            HieraError::NotLookupValue { subject, type_text } => {
                format!("{subject} has wrong type, expects Puppet::LookupValue, got {type_text}")
            }
            HieraError::UnknownMergeStrategy { name } => format!("Unknown merge strategy: '{name}'"),
            HieraError::MergeWithoutStrategy => {
                "The hash given as 'merge' must contain the name of a strategy in string form for the key 'strategy'"
                    .to_string()
            }
            HieraError::EmptyKnockoutPrefix => "knockout_prefix cannot be an empty string in deep_merge!".to_string(),
            HieraError::NotComparable { first, second } => format!("comparison of {first} with {second} failed"),
            HieraError::UnreadableData { path, problem, .. } => format!("Unable to parse ({path}): {problem}"),
            HieraError::NotAHash { path, format, .. } => format!("{path}: file does not contain a valid {format} hash"),
            HieraError::TooLarge { path, bytes, limit, .. } => {
                format!("{path}: the file has {bytes} bytes; data files of more than {limit} bytes are not read")
            }
            HieraError::LookupOptionsNotAHash => "value of lookup_options must be a hash".to_string(),
            HieraError::KeyOptionsNotAHash { key } => format!("value of lookup_options for key '{key}' must be a hash"),
            HieraError::ForeignLookupOptionsKey { module } => {
                format!("all lookup_options keys must start with module name '{module}'")
            }
            HieraError::ForeignLookupOptionsPattern { module } => {
                format!("all lookup_options patterns must match a key starting with module name '{module}'")
            }
            HieraError::BadLookupOptionsPattern { problem, .. } => problem.clone(),
            HieraError::BadConvertToType { key, source, problem } => format!(
                "Invalid data type in lookup_options for key '{key}' could not parse '{source}', error: '{problem}"
            ),
            HieraError::ConvertToFailed { key, problem } => {
                let text = format!("The convert_to lookup_option for key '{key}' raised error: ");
                return problem.clone().after(&text);
            }
            HieraError::MissingLocation { function, kind } => format!(
                "'{function}' one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when using this {kind} function"
            ),
            HieraError::BrokenConfiguration { path, problem, .. } => format!("({path}): {problem}"),
            HieraError::WrongConfiguration { path, mismatch, .. } => {
                format!("The Lookup Configuration at '{path}' has wrong type, {mismatch}")
            }
            HieraError::UnsupportedVersion { version, .. } => {
                format!("This runtime does not support hiera.yaml version {version}")
            }
            HieraError::Version3NotGlobal { location, .. } => {
                format!("hiera.yaml version 3 cannot be used in {location}")
            }
            HieraError::Version4InGlobal { .. } => {
                "hiera.yaml version 4 cannot be used in the global layer".to_string()
            }
            HieraError::BackendMultiplyDefined { name, first_line, .. } => {
                format!("Backend '{name}' is defined more than once.{}", first_defined(*first_line))
            }
            HieraError::NoProviderForBackend { name, .. } => {
                format!("No data provider is registered for backend '{name}'")
            }
            HieraError::NameMultiplyDefined { name, first_line, .. } => {
                format!("Hierarchy name '{name}' defined more than once.{}", first_defined(*first_line))
            }
            HieraError::Version3BackendNotGlobal { .. } => {
                "'hiera3_backend' is only allowed in the global layer".to_string()
            }
            HieraError::Version3BackendReplaced { name, .. } => {
                format!("Use \"data_hash: {name}_data\" instead of \"hiera3_backend: {name}\"")
            }
            HieraError::DefaultHierarchyNotInModule { .. } => {
                "'default_hierarchy' is only allowed in the module layer".to_string()
            }
            HieraError::MissingFunction { name, .. } => {
                format!("One of {FUNCTION_KEYS} must be defined in hierarchy '{name}'")
            }
            HieraError::MultipleFunctions { name, .. } => {
                format!("Only one of {FUNCTION_KEYS} can be defined in hierarchy '{name}'")
            }
            HieraError::MultipleFunctionsInDefaults { .. } => {
                format!("Only one of {FUNCTION_KEYS} can be defined in defaults")
            }
            HieraError::MultipleLocations { name, .. } => {
                format!("Only one of {LOCATION_KEYS} can be defined in hierarchy '{name}'")
            }
            HieraError::ReservedOption { key, name, .. } => {
                format!("Option key '{key}' used in hierarchy '{name}' is reserved by Puppet")
            }
            HieraError::ReservedDefaultOption { key, .. } => {
                format!("Option key '{key}' used in defaults is reserved by Puppet")
            }
            HieraError::FunctionNotFound { kind, name, .. } => {
                format!("Unable to find '{kind}' function named '{name}'")
            }
        };
        text.into()
    }

    fn data_place(&self) -> Option<DataPlace> {
        match self {
            HieraError::UnreadableData { place, .. }
            | HieraError::NotAHash { place, .. }
            | HieraError::TooLarge { place, .. }
            | HieraError::BrokenConfiguration { place, .. }
            | HieraError::WrongConfiguration { place, .. }
            | HieraError::UnsupportedVersion { place, .. }
            | HieraError::Version3NotGlobal { place, .. }
            | HieraError::Version4InGlobal { place }
            | HieraError::BackendMultiplyDefined { place, .. }
            | HieraError::NoProviderForBackend { place, .. }
            | HieraError::NameMultiplyDefined { place, .. }
            | HieraError::Version3BackendNotGlobal { place }
            | HieraError::Version3BackendReplaced { place, .. }
            | HieraError::DefaultHierarchyNotInModule { place }
            | HieraError::MissingFunction { place, .. }
            | HieraError::MultipleFunctions { place, .. }
            | HieraError::MultipleFunctionsInDefaults { place }
            | HieraError::MultipleLocations { place, .. }
            | HieraError::ReservedOption { place, .. }
            | HieraError::ReservedDefaultOption { place, .. } => Some(*place),
            HieraError::FunctionNotFound { place, .. } => *place,
            _ => None,
        }
    }
}

fn first_defined(line: Option<u32>) -> String {
    line.map(|line| format!(" First defined at (line: {line})")).unwrap_or_default()
}
