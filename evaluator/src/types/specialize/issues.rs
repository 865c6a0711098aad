//! What can be wrong with the arguments of `Type[…]`, in Puppet's words.

use crate::codes;
use crate::error::Issue;
use crate::interpreter::labels::value_with_article;
use crate::message::Message;
use crate::types::{Type, infer_generalized};
use crate::value::Value;

/// Why a type could not be specialised, and which argument is to blame.
#[derive(Clone, Debug)]
pub struct SpecializeError {
    pub issue: SpecializeIssue,
    /// The argument by position; `None` where it is the whole expression.
    pub argument: Option<usize>,
    /// The left side is to blame, not the whole expression.
    pub at_left: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SpecializeIssue {
    OperatorNotApplicable {
        left: Type,
    },
    BadIntegerArity {
        float: bool,
        actual: usize,
    },
    BadIntegerArgument {
        float: bool,
        actual: Value,
    },
    BadStringArity {
        actual: usize,
    },
    BadSizeArgument {
        actual: Value,
    },
    /// `base` with its article, or as it stands (`Array-Type`).
    BadArity {
        base: String,
        min: usize,
        max: Option<usize>,
        actual: usize,
    },
    ArgumentNotType {
        base: &'static str,
        actual: Value,
    },
    NotUndefArgument {
        actual: Value,
    },
    BadSpecialization {
        left: Type,
        actual: Value,
        expected: &'static str,
    },
    IllegalClassReference {
        name: String,
    },
    IllegalResourceSpecialization {
        actual: Value,
    },
    IllegalClassName {
        actual: Value,
    },
    IllegalName {
        name: String,
    },
    UnknownResourceType {
        name: String,
    },
    UnknownResource {
        type_name: String,
        title: String,
    },
    EmptySpecialization,
    /// Puppet reports these in the words of whoever made the type.
    Other(String),
}

impl SpecializeIssue {
    pub(super) fn whole(self) -> Box<SpecializeError> {
        Box::new(SpecializeError { issue: self, argument: None, at_left: false })
    }

    pub(super) fn left(self) -> Box<SpecializeError> {
        Box::new(SpecializeError { issue: self, argument: None, at_left: true })
    }

    pub(super) fn argument(self, index: usize) -> Box<SpecializeError> {
        Box::new(SpecializeError { issue: self, argument: Some(index), at_left: false })
    }
}

impl SpecializeIssue {
    /// Returns Puppet's words.
    pub fn text(&self) -> String {
        match self {
            SpecializeIssue::OperatorNotApplicable { left } => {
                format!("Operator '[]' is not applicable to {}.", with_article(&type_label(left)))
            }
            SpecializeIssue::BadIntegerArity { float, actual } => {
                let base = if *float { "Float" } else { "Integer" };
                format!("{base}-Type supports [] with one or two arguments (from, to). Got {actual}")
            }
            SpecializeIssue::BadIntegerArgument { float: true, actual } => format!(
                "Float-Type [] requires all arguments to be floats, or integers (or default). Got {}",
                class_name(actual)
            ),
            SpecializeIssue::BadIntegerArgument { float: false, actual } => {
                format!(
                    "Integer-Type [] requires all arguments to be integers (or default). Got {}",
                    class_name(actual)
                )
            }
            SpecializeIssue::BadStringArity { actual } => {
                format!("String supports [] with one or two arguments. Got {actual}")
            }
            SpecializeIssue::BadSizeArgument { actual } => format!(
                "A Type's size constraint arguments must be a single Integer type, or 1-2 integers (or default). Got {}",
                with_article(&class_label(actual))
            ),
            SpecializeIssue::BadArity { base, min, max, actual } => match max {
                None => format!("{base}[] accepts {min} or more arguments. Got {actual}"),
                Some(max) if max != min => format!("{base}[] accepts {min} to {max} arguments. Got {actual}"),
                Some(1) => format!("{base}[] accepts 1 argument. Got {actual}"),
                Some(count) => format!("{base}[] accepts {count} arguments. Got {actual}"),
            },
            SpecializeIssue::ArgumentNotType { base, actual } => {
                format!("{base}[] arguments must be types. Got {}", class_name(actual))
            }
            SpecializeIssue::NotUndefArgument { actual } => {
                format!("NotUndef-Type[] argument must be a Type or a String. Got {}", class_name(actual))
            }
            SpecializeIssue::BadSpecialization { left, actual, expected } => format!(
                "Error creating type specialization of {}, Cannot use {} where {expected} is expected",
                with_article(&type_label(left)),
                key_type_name(actual)
            ),
            SpecializeIssue::IllegalClassReference { name } => {
                format!("Illegal type reference. The given name '{name}' does not conform to the naming rule")
            }
            SpecializeIssue::IllegalResourceSpecialization { actual } => format!(
                "First argument to Resource[] must be a resource type or a String. Got {}.",
                key_type_name(actual)
            ),
            SpecializeIssue::IllegalClassName { actual } => format!(
                "Illegal Class name in class reference. {} cannot be used where a String is expected",
                capitalized(&value_with_article(actual))
            ),
            SpecializeIssue::IllegalName { name } => format!(
                "Illegal name. The given name '{name}' does not conform to the naming rule \
                 /^((::)?[a-z_]\\w*)(::[a-z]\\w*)*$/"
            ),
            SpecializeIssue::UnknownResourceType { name } => format!("Resource type not found: {name}"),
            SpecializeIssue::UnknownResource { type_name, title } => {
                format!("Resource not found: {type_name}['{title}']")
            }
            SpecializeIssue::EmptySpecialization => "Arguments to Resource[] are all empty/undefined".to_string(),
            SpecializeIssue::Other(message) => message.clone(),
        }
    }
}

impl Issue for SpecializeIssue {
    fn code(&self) -> syntax::Code {
        match self {
            SpecializeIssue::OperatorNotApplicable { .. } => codes::OPERATOR_NOT_APPLICABLE,
            SpecializeIssue::BadIntegerArity { .. } => codes::BAD_INTEGER_SLICE_ARITY,
            SpecializeIssue::BadIntegerArgument { .. } => codes::BAD_INTEGER_SLICE_TYPE,
            SpecializeIssue::BadStringArity { .. } => codes::BAD_STRING_SLICE_ARITY,
            SpecializeIssue::BadSizeArgument { .. } => codes::BAD_COLLECTION_SLICE_TYPE,
            SpecializeIssue::BadArity { .. } => codes::BAD_TYPE_SLICE_ARITY,
            SpecializeIssue::ArgumentNotType { .. } => codes::BAD_TYPE_SLICE_TYPE,
            SpecializeIssue::NotUndefArgument { .. } => codes::BAD_NOT_UNDEF_SLICE_TYPE,
            SpecializeIssue::BadSpecialization { .. } => codes::BAD_TYPE_SPECIALIZATION,
            SpecializeIssue::IllegalClassReference { .. } => codes::ILLEGAL_CLASSREF,
            SpecializeIssue::IllegalResourceSpecialization { .. } => codes::ILLEGAL_RESOURCE_SPECIALIZATION,
            SpecializeIssue::IllegalClassName { .. } => codes::ILLEGAL_HOSTCLASS_NAME,
            SpecializeIssue::IllegalName { .. } => syntax::code::ILLEGAL_NAME,
            SpecializeIssue::UnknownResourceType { .. } => codes::UNKNOWN_RESOURCE_TYPE,
            SpecializeIssue::UnknownResource { .. } => codes::UNKNOWN_RESOURCE,
            SpecializeIssue::EmptySpecialization => codes::EMPTY_RESOURCE_SPECIALIZATION,
            SpecializeIssue::Other(_) => codes::RUNTIME_ERROR,
        }
    }

    fn message(&self) -> Message {
        self.text().into()
    }
}

/// `Integer-Type`
pub(super) fn type_label(labelled: &Type) -> String {
    format!("{}-Type", crate::types::display::plain_string(labelled))
}

/// `A Tuple-Type`
pub(super) fn upper_type_label(labelled: &Type) -> String {
    with_article_upper(&type_label(labelled))
}

fn article(label: &str) -> &'static str {
    match label.chars().next() {
        Some('A' | 'E' | 'I' | 'O' | 'U' | 'a' | 'e' | 'i' | 'o' | 'u') => "an",
        _ => "a",
    }
}

pub(crate) fn with_article(label: &str) -> String {
    format!("{} {label}", article(label))
}

fn with_article_upper(label: &str) -> String {
    format!("{} {label}", if article(label) == "an" { "An" } else { "A" })
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// What Puppet calls the kind of a wrong argument.
fn key_type_name(value: &Value) -> String {
    match value {
        Value::Undef => "Undef".to_string(),
        Value::Default => "Default".to_string(),
        other => crate::types::display::plain_string(&infer_generalized(other)),
    }
}

/// The name of the class that Ruby has for the value.
fn class_name(value: &Value) -> String {
    match value {
        Value::Type(inner) => format!("Puppet::Pops::Types::P{}Type", kind_name(inner)),
        other => class_label(other),
    }
}

fn class_label(value: &Value) -> String {
    let name = match value {
        Value::Undef => "NilClass",
        Value::Default => "Symbol",
        Value::Boolean(true) => "TrueClass",
        Value::Boolean(false) => "FalseClass",
        Value::Integer(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Regexp(_) => "Regexp",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Type(inner) => return format!("{}-Type", kind_name(inner)),
        Value::SemVer(_) => "SemanticPuppet::Version",
        Value::SemVerRange(_) => "SemanticPuppet::VersionRange",
        Value::Timestamp(_) => "Puppet::Pops::Time::Timestamp",
        Value::Timespan(_) => "Puppet::Pops::Time::Timespan",
        Value::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary",
        Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
        other => return key_type_name(other),
    };
    name.to_string()
}

/// The name of the kind of type, without its parameters.
pub(crate) fn kind_name(kind: &Type) -> String {
    match kind {
        Type::Resource { .. } => "Resource".to_string(),
        Type::StringValue(_) => "String".to_string(),
        Type::Alias(_) | Type::Data | Type::RichData => "TypeAlias".to_string(),
        Type::Object(_) => "Object".to_string(),
        Type::ObjectExtension(_) => "ObjectTypeExtension".to_string(),
        Type::TypeReference(_) => "TypeReference".to_string(),
        Type::TypeSet(_) => "TypeSet".to_string(),
        other => {
            let text = crate::types::display::plain_string(other);
            text.split('[').next().unwrap_or_default().to_string()
        }
    }
}
