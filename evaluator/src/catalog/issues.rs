//! What can be wrong with a catalog, in Puppet's words.
//!
//! An issue with the code `RUNTIME_ERROR` is raised without a place: the expression that it comes out of adds its own.
//! One without a code has a place of its own, or none at all.

use crate::codes;
use smol_str::SmolStr;

use crate::error::{DataPlace, Issue};
use crate::message::Message;
use crate::place::{Place, PlaceStyle};

#[derive(Clone, Debug, PartialEq)]
pub enum CatalogIssue {
    IllegalResourceType {
        actual: String,
    },
    UnknownResourceType {
        name: String,
    },
    MissingTitle,
    MissingTitleAt {
        index: usize,
    },
    IllegalTitleTypeAt {
        index: usize,
        actual: String,
    },
    EmptyStringTitleAt {
        index: usize,
    },
    DuplicateTitle {
        title: SmolStr,
    },
    DuplicateAttribute {
        attribute: SmolStr,
    },
    SplatIsNoHash {
        actual: String,
    },
    IllegalOverriddenType {
        actual: String,
    },
    ClassNotVirtualizable,
    SyntaxErrorInReference {
        unexpected: char,
    },
    NotCatalogType {
        actual: String,
    },
    IllegalRelationshipOperand {
        operand: String,
    },
    NotPrivate {
        what: String,
        name: SmolStr,
        module: SmolStr,
    },

    NotADependency {
        name: SmolStr,
        module: SmolStr,
        caller: SmolStr,
    },

    UnknownResourceTypeName {
        name: SmolStr,
    },
    CouldNotFindDeclaredClass {
        name: SmolStr,
    },
    DuplicateDeclaration {
        reference: String,
        first: Option<Place>,
        second: Option<Place>,
    },
    CannotAlias {
        reference: String,
        key: String,
        place: Option<Place>,
        existing: String,
        first: Option<Place>,
    },
    OnlyClassesCanSetStage {
        reference: String,
    },
    CouldNotFindStage {
        stage: String,
        reference: String,
    },
    CouldNotFindClass {
        name: SmolStr,
        node: SmolStr,
    },
    UndefAsClassName,
    EmptyClassName,
    UnspecificClass,
    UnspecificResource,
    NotAClassReference {
        type_name: SmolStr,
    },
    UnspecificClassResource,
    Mismatch {
        message: String,
        /// A parameter has no value.
        lacks_value: bool,
    },
    /// A value of the wrong type that data gave.
    MismatchInData {
        message: String,
        data: DataPlace,
    },
    DefaultAccessesLaterParameter {
        callee: String,
        from: SmolStr,
        to: SmolStr,
    },
    MissingValueForParameter {
        callee: String,
        name: SmolStr,
    },
    ClassesCannotBeCollected,
    CollectedTypeDoesNotExist {
        name: SmolStr,
    },
    /// An array or hash as the value of a query, in `spec4x`.
    CollectionInQuery {
        kind: String,
    },
    NotAQuery {
        class: &'static str,
    },
    NumberAsTag,
    InvalidTypeSpecification {
        text: String,
    },
    ReferenceWithoutTitle {
        /// As Ruby's `inspect` shows it.
        shown: String,
    },

    InvalidTag {
        tag: String,
    },
    UnknownParameter {
        name: SmolStr,
        reference: String,
        place: Option<Place>,
    },
    DuplicateParameter {
        name: SmolStr,
        reference: String,
    },
    OnlySubclassesCanOverride,
    OverrideOfEvaluated {
        declared: Option<Place>,
    },
    AlreadySet {
        name: SmolStr,
        reference: String,
        by: String,
        place: Option<Place>,
    },
    DefaultAlreadyDefined {
        type_name: SmolStr,
        name: SmolStr,
    },
    CouldNotFindParent {
        parent: SmolStr,
        environment: SmolStr,
    },
    CircularInheritance {
        chain: Vec<SmolStr>,
    },
    ClassAlreadyDefined {
        name: SmolStr,
        first: Place,
    },
    DefinitionIsAlreadyClass {
        name: SmolStr,
        first: Place,
    },
    ClassIsAlreadyDefinition {
        name: SmolStr,
        first: Place,
    },
    NodeAlreadyDefined {
        name: SmolStr,
        first: Place,
    },
    ClassIsAlreadyNode {
        name: SmolStr,
        first: Place,
    },
    NodeIsAlreadyClass {
        name: SmolStr,
        first: Option<Place>,
    },
    MetaparameterAsParameter {
        name: SmolStr,
        definition: SmolStr,
    },
    NoNodeStatement {
        name: SmolStr,
    },
    MissingForParameter {
        reference: String,
        parameter: SmolStr,
    },
    MissingRelationshipSource {
        source: String,
        target: String,
    },
    MissingRelationshipTarget {
        source: String,
        target: String,
    },
    MissingOverridden {
        references: Vec<String>,
    },
    FailedToRealize {
        references: Vec<String>,
    },
    DuplicateExported {
        reference: String,
    },
    TooManyRounds,
    /// What went wrong while a define or a class of the node classifier was evaluated.
    InResource {
        message: Message,
        place: Option<Place>,
        with_column: bool,
        /// Of the mistake inside, where data is to blame.
        data: Option<DataPlace>,
        /// Of the mistake inside.
        needs_other_code: bool,
    },
    CouldNotParse {
        environment: SmolStr,
        message: String,
        code: syntax::Code,
    },
    CannotReadFile {
        path: String,
    },
}

use CatalogIssue as I;

impl Issue for CatalogIssue {
    fn needs_other_code(&self) -> bool {
        match self {
            I::Mismatch { lacks_value, .. } => *lacks_value,
            I::InResource { needs_other_code, .. } => *needs_other_code,
            I::NotPrivate { .. }
            | I::MissingValueForParameter { .. }
            | I::MissingForParameter { .. }
            | I::MissingRelationshipSource { .. }
            | I::MissingRelationshipTarget { .. }
            | I::MissingOverridden { .. }
            | I::OverrideOfEvaluated { .. } => true,
            _ => false,
        }
    }

    fn data_place(&self) -> Option<DataPlace> {
        match self {
            I::MismatchInData { data, .. } => Some(*data),
            I::InResource { data, .. } => *data,
            _ => None,
        }
    }

    fn code(&self) -> syntax::Code {
        match self {
            I::IllegalResourceType { .. } => codes::ILLEGAL_RESOURCE_TYPE,
            I::UnknownResourceType { .. } => codes::UNKNOWN_RESOURCE_TYPE,
            I::MissingTitle => codes::MISSING_TITLE,
            I::MissingTitleAt { .. } => codes::MISSING_TITLE_AT,
            I::IllegalTitleTypeAt { .. } => codes::ILLEGAL_TITLE_TYPE_AT,
            I::EmptyStringTitleAt { .. } => codes::EMPTY_STRING_TITLE_AT,
            I::DuplicateTitle { .. } => codes::DUPLICATE_TITLE,
            // Puppet spells it so.
            I::DuplicateAttribute { .. } => codes::DUPLICATE_ATTRIBUE,
            I::SplatIsNoHash { .. } => codes::TYPE_MISMATCH,
            I::IllegalOverriddenType { .. } => codes::ILLEGAL_OVERRIDDEN_TYPE,
            I::ClassNotVirtualizable => syntax::code::CLASS_NOT_VIRTUALIZABLE,
            I::SyntaxErrorInReference { .. } => syntax::code::SYNTAX_ERROR,
            I::NotCatalogType { .. } => codes::NOT_CATALOG_TYPE,
            I::IllegalRelationshipOperand { .. } => codes::ILLEGAL_RELATIONSHIP_OPERAND_TYPE,
            I::NotPrivate { .. } => codes::PRIVATE_DEFINITION,
            I::NotADependency { .. } => codes::UNDECLARED_DEPENDENCY,
            I::CouldNotParse { code, .. } => *code,
            I::UnknownResourceTypeName { .. }
            | I::CouldNotFindDeclaredClass { .. }
            | I::DuplicateDeclaration { .. }
            | I::CannotAlias { .. }
            | I::OnlyClassesCanSetStage { .. }
            | I::CouldNotFindStage { .. }
            | I::CouldNotFindClass { .. }
            | I::UndefAsClassName
            | I::EmptyClassName
            | I::UnspecificClass
            | I::UnspecificResource
            | I::NotAClassReference { .. }
            | I::UnspecificClassResource
            | I::Mismatch { .. }
            | I::MismatchInData { .. }
            | I::DefaultAccessesLaterParameter { .. }
            | I::MissingValueForParameter { .. }
            | I::ClassesCannotBeCollected
            | I::CollectedTypeDoesNotExist { .. }
            | I::NotAQuery { .. }
            | I::CollectionInQuery { .. }
            | I::NumberAsTag
            | I::InvalidTypeSpecification { .. }
            | I::ReferenceWithoutTitle { .. }
            | I::InResource { .. } => codes::RUNTIME_ERROR,
            I::InvalidTag { .. }
            | I::UnknownParameter { .. }
            | I::DuplicateParameter { .. }
            | I::OnlySubclassesCanOverride
            | I::OverrideOfEvaluated { .. }
            | I::AlreadySet { .. }
            | I::DefaultAlreadyDefined { .. }
            | I::CouldNotFindParent { .. }
            | I::CircularInheritance { .. }
            | I::ClassAlreadyDefined { .. }
            | I::DefinitionIsAlreadyClass { .. }
            | I::ClassIsAlreadyDefinition { .. }
            | I::NodeAlreadyDefined { .. }
            | I::ClassIsAlreadyNode { .. }
            | I::NodeIsAlreadyClass { .. }
            | I::MetaparameterAsParameter { .. }
            | I::NoNodeStatement { .. }
            | I::MissingForParameter { .. }
            | I::MissingRelationshipSource { .. }
            | I::MissingRelationshipTarget { .. }
            | I::MissingOverridden { .. }
            | I::FailedToRealize { .. }
            | I::DuplicateExported { .. }
            | I::TooManyRounds
            | I::CannotReadFile { .. } => codes::NO_CODE,
        }
    }

    fn message(&self) -> Message {
        let text = match self {
            I::IllegalResourceType { actual } => format!(
                "Illegal Resource Type expression, expected result to be a type name, or untitled Resource, got {actual}"
            ),
            I::UnknownResourceType { name } => format!("Resource type not found: {name}"),
            I::MissingTitle => "Missing title. The title expression resulted in undef".to_string(),
            I::MissingTitleAt { index } => {
                format!("Missing title at index {index}. The title expression resulted in an undef title")
            }
            I::IllegalTitleTypeAt { index, actual } => {
                format!("Illegal title type at index {index}. Expected String, got {actual}")
            }
            I::EmptyStringTitleAt { index } => {
                format!("Empty string title at {index}. Title strings must have a length greater than zero.")
            }
            I::DuplicateTitle { title } => {
                format!("The title '{title}' has already been used in this resource expression")
            }
            I::DuplicateAttribute { attribute } => format!("The attribute '{attribute}' has already been set"),
            I::SplatIsNoHash { actual } => format!("Expected value of type Hash, got {actual}"),
            I::IllegalOverriddenType { actual } => {
                format!("Resource Override can only operate on resources, got: {actual}")
            }
            I::ClassNotVirtualizable => "Classes are not virtualizable".to_string(),
            I::SyntaxErrorInReference { unexpected } => format!("Syntax error at '{unexpected}'"),
            I::NotCatalogType { actual } => {
                format!(
                    "Illegal relationship operand, can not form a relationship with something of type {actual}. A Catalog type is required."
                )
            }
            I::IllegalRelationshipOperand { operand } => {
                format!(
                    "Illegal relationship operand, can not form a relationship with {operand}. A Catalog type is required."
                )
            }
            I::NotPrivate { what, name, module } => {
                format!("The {what} '{name}' is private to the module '{module}'")
            }
            I::NotADependency { name, module, caller } => {
                format!("'{name}' is not visible: the module '{caller}' does not depend on the module '{module}'")
            }
            I::UnknownResourceTypeName { name } => format!("Unknown resource type: '{name}'"),
            I::CouldNotFindDeclaredClass { name } => format!("Could not find declared class {name}"),
            I::DuplicateDeclaration { reference, first, second } => {
                let message = at(format!("Duplicate declaration: {reference} is already declared"), *first);
                return space(message.then("; cannot redeclare"), *second);
            }
            I::CannotAlias { reference, key, place, existing, first } => {
                let message = at(format!("Cannot alias {reference} to {key}"), *place);
                return space(message.then(format!("; resource {existing} already declared")), *first);
            }
            I::OnlyClassesCanSetStage { reference } => {
                format!("Only classes can set 'stage'; normal resources like {reference} cannot change run stage")
            }
            I::CouldNotFindStage { stage, reference } => {
                format!("Could not find stage {stage} specified by {reference}")
            }
            I::CouldNotFindClass { name, node } => format!("Could not find class {name} for {node}"),
            I::UndefAsClassName => "Cannot use undef as a class name".to_string(),
            I::EmptyClassName => "Cannot use empty string as a class name".to_string(),
            I::UnspecificClass => "Cannot use an unspecific Class[] Type".to_string(),
            I::UnspecificResource => {
                "Cannot use an unspecific Resource[] where a Resource['class', name] is expected".to_string()
            }
            I::NotAClassReference { type_name } => {
                format!("Cannot use a Resource[{type_name}] where a Resource['class', name] is expected")
            }
            I::UnspecificClassResource => {
                "Cannot use an unspecific Resource['class'] where a Resource['class', name] is expected".to_string()
            }
            I::Mismatch { message, .. } | I::MismatchInData { message, .. } => message.clone(),
            I::DefaultAccessesLaterParameter { callee, from, to } => {
                format!("{callee}: default expression for ${from} tries to illegally access not yet evaluated ${to}")
            }
            I::MissingValueForParameter { callee, name } => format!("{callee}: expects a value for parameter ${name}"),
            I::ClassesCannotBeCollected => "Classes cannot be collected".to_string(),
            I::CollectedTypeDoesNotExist { name } => format!("Resource type {name} doesn't exist"),
            I::NotAQuery { class } => format!("Cannot transform object of class Puppet::Pops::Model::{class}"),
            I::CollectionInQuery { kind } => format!("{kind} cannot be used as a value in a query"),
            I::NumberAsTag => "Cannot transform a number to a tag".to_string(),
            I::InvalidTypeSpecification { text } => {
                format!("The expression <{text}> is not a valid type specification.")
            }
            I::ReferenceWithoutTitle { shown } => {
                format!("No title provided and {shown} is not a valid resource reference")
            }
            I::InvalidTag { tag } => format!("Invalid tag '{tag}'"),
            I::UnknownParameter { name, reference, place } => {
                return space(format!("no parameter named '{name}'"), *place).then(format!(" on {reference}"));
            }
            I::DuplicateParameter { name, reference } => format!("Duplicate parameter '{name}' for on {reference}"),
            I::OnlySubclassesCanOverride => "Only subclasses can override parameters".to_string(),
            I::OverrideOfEvaluated { declared: Some(place) } => {
                return Message::from("Attempt to override an already evaluated resource, defined at ")
                    .then_place(*place, PlaceStyle::Line)
                    .then(", with new values");
            }
            I::OverrideOfEvaluated { declared: None } => {
                "Attempt to override an already evaluated resource with new values".to_string()
            }
            I::AlreadySet { name, reference, by, place } => {
                let text = format!("Parameter '{name}' is already set on {reference} by {by}");
                return at(text, *place).then("; cannot redefine");
            }
            I::DefaultAlreadyDefined { type_name, name } => {
                format!("Default already defined for {type_name} {{ {name} }}; cannot redefine")
            }
            I::CouldNotFindParent { parent, environment } => {
                format!("Could not find parent resource type '::{parent}' of type hostclass in {environment}")
            }
            I::CircularInheritance { chain } => {
                format!("A class cannot inherit from itself: {}", chain.join(" inherits "))
            }
            I::ClassAlreadyDefined { name, first } => {
                return space(format!("Class '{name}' is already defined"), Some(*first)).then("; cannot redefine");
            }
            I::DefinitionIsAlreadyClass { name, first } => {
                return space(format!("'{name}' is already defined"), Some(*first))
                    .then(" as a class; cannot redefine as a definition");
            }
            I::ClassIsAlreadyDefinition { name, first } => {
                return space(format!("Definition '{name}' is already defined"), Some(*first))
                    .then("; cannot be redefined as a class");
            }
            I::NodeAlreadyDefined { name, first } => {
                return space(format!("Node '{name}' is already defined"), Some(*first)).then("; cannot redefine");
            }
            I::ClassIsAlreadyNode { name, first } => {
                return space(format!("Node '{name}' is already defined"), Some(*first))
                    .then("; cannot be redefined as a class");
            }
            I::NodeIsAlreadyClass { name, first } => {
                return space(format!("Class '{name}' is already defined"), *first)
                    .then("; cannot be redefined as a node");
            }
            I::MetaparameterAsParameter { name, definition } => {
                format!(
                    "{name} is a metaparameter; please choose another parameter name in the {definition} definition"
                )
            }
            I::NoNodeStatement { name } => format!("Could not find node statement with name 'default' or '{name}'"),
            I::MissingForParameter { reference, parameter } => {
                format!("Could not find resource '{reference}' in parameter '{parameter}'")
            }
            I::MissingRelationshipSource { source, target } => {
                format!("Could not find resource '{source}' for relationship on '{target}'")
            }
            I::MissingRelationshipTarget { source, target } => {
                format!("Could not find resource '{target}' for relationship from '{source}'")
            }
            I::MissingOverridden { references } => {
                format!("Could not find resource(s) {} for overriding", references.join(", "))
            }
            I::FailedToRealize { references } => {
                format!("Failed to realize virtual resources {}", references.join(", "))
            }
            I::DuplicateExported { reference } => format!(
                "A duplicate resource was found while collecting exported resources, with the type and title {reference}"
            ),
            I::TooManyRounds => "Somehow looped more than 1000 times while evaluating host catalog".to_string(),
            I::InResource { message, place: None, .. } => return message.clone(),
            I::InResource { message, place: Some(place), with_column, .. } => {
                let style = if *with_column { PlaceStyle::Column } else { PlaceStyle::Line };
                return message.clone().then(" ").then_place(*place, style);
            }
            I::CouldNotParse { environment, message, .. } => {
                format!("Could not parse for environment {environment}: {message}")
            }
            I::CannotReadFile { path } => format!("Could not read {path}"),
        };
        text.into()
    }
}

/// Adds ` at (file: …, line: …)`, where there is a place.
fn at(message: impl Into<Message>, place: Option<Place>) -> Message {
    match place {
        Some(place) => message.into().then(" at ").then_place(place, PlaceStyle::Line),
        None => message.into(),
    }
}

/// Adds ` (file: …, line: …)`, where there is a place.
fn space(message: impl Into<Message>, place: Option<Place>) -> Message {
    match place {
        Some(place) => message.into().then(" ").then_place(place, PlaceStyle::Line),
        None => message.into(),
    }
}
