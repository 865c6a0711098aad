//! The functions that Puppet brings along, as tables: one file per family, one entry per function, with signatures
//! that completion and signature help read too.

pub mod argument_roles;
mod arguments;
mod calls;
mod catalog_classes;
mod catalog_resources;
mod catalog_tags;
mod collections;
mod control;
mod conversions;
mod digests;
mod dispatch;
mod erb_templates;
pub(crate) mod files;
mod formatting;
mod impure;
mod iterable;
mod iteration;
mod logging;
mod lookup;
pub mod module_functions;
mod navigation;
mod numbers;
mod random;
mod regexps;
mod scanf;
mod shellquote;
pub mod stdlib;
mod strings;
mod templates;
mod text_case;
mod tree_each;
mod type_functions;
pub(crate) mod versions;

use std::sync::Arc;

pub(crate) use dispatch::is_string_type;
pub use dispatch::{
    Builtin, ENVIRONMENT, FUNCTION_FOLDERS, accepts, available_builtin, builtin, call_builtin, dispatches,
    function_paths, module_of_builtin, signatures,
};

use crate::interpreter::{Evaluated, Interpreter};
use crate::place::Place;
use crate::scope::ScopeId;
use crate::value::{Callable, Value};

/// A built-in function.
pub struct BuiltinFunction {
    pub name: &'static str,
    /// What it does, in our own words.
    pub documentation: &'static str,
    /// May be called without parentheses, and gives no value (`include` and friends aside).
    pub statement: bool,
    pub convention: Convention,
    pub unknown: UnknownArguments,
    /// The function is there only where the environment has this module: of names that mean something else without it.
    pub only_with_module: Option<&'static str>,
    /// The Ruby of a module that has this function comes first; this one is called where there is none, or it cannot be run.
    pub stands_in: bool,
    /// Aliases that the signatures use, as `Name = Type`; they may refer to themselves and to those before.
    pub local_types: &'static [&'static str],
    /// Tried in order; the first whose types accept the arguments runs.
    pub dispatches: &'static [Dispatch],
    /// The signatures before Puppet 8, where they were others.
    pub older_dispatches: Option<&'static [Dispatch]>,
    /// Tried when no signature accepts the arguments: each fails with a message of its own, and is not listed.
    pub mismatches: &'static [Dispatch],
}

impl BuiltinFunction {
    /// What most entries have in common: `BuiltinFunction { name: "…", …, ..BuiltinFunction::COMMON }`.
    pub const COMMON: BuiltinFunction = BuiltinFunction {
        name: "",
        documentation: "",
        statement: false,
        convention: Convention::Typed,
        unknown: UnknownArguments::Spread,
        only_with_module: None,
        stands_in: false,
        local_types: &[],
        dispatches: &[],
        older_dispatches: None,
        mismatches: &[],
    };
}

impl BuiltinFunction {
    /// What is unknown among the arguments is the function's own matter: it may know more of the result than Ruby code would.
    pub fn answers_for_unknown(&self, arguments: &[Value]) -> bool {
        self.unknown == UnknownArguments::Accept && arguments.iter().any(|argument| argument.first_unknown().is_some())
    }
}

/// How Puppet checks the arguments of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// Number and types are checked against the signatures.
    Typed,
    /// Of the 3.x API: only the number is checked, undef arrives as an empty string, and the function itself
    /// complains of what it cannot use. Types in the table are documentation.
    Counted,
    /// The same, for functions that ignore arguments that they do not look at.
    AtLeast,
}

/// What an unknown value among the arguments does to the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownArguments {
    /// An unknown anywhere in an argument makes the result unknown; the function does not run.
    Spread,
    /// An argument that is itself unknown makes the result unknown; unknown elements inside collections are
    /// passed on as they are (`length`, `each`).
    SpreadOutermost,
    /// The function runs and deals with them itself (`notice`).
    Accept,
}

/// One signature with what it runs.
pub struct Dispatch {
    pub parameters: &'static [ParameterSpec],
    pub block: BlockSpec,
    /// The type of the result, where it is certain.
    pub returns: Option<&'static str>,
    pub run: fn(&mut Interpreter<'_>, FunctionCall) -> Evaluated<Value>,
}

pub struct ParameterSpec {
    pub name: &'static str,
    /// In Puppet's own notation, for instance `Variant[String, Array[String]]`.
    pub type_text: &'static str,
    pub repetition: Repetition,
}

pub const fn required(name: &'static str, type_text: &'static str) -> ParameterSpec {
    ParameterSpec { name, type_text, repetition: Repetition::Required }
}

pub const fn optional(name: &'static str, type_text: &'static str) -> ParameterSpec {
    ParameterSpec { name, type_text, repetition: Repetition::Optional }
}

pub const fn repeated(name: &'static str, type_text: &'static str) -> ParameterSpec {
    ParameterSpec { name, type_text, repetition: Repetition::Repeated }
}

pub const fn required_repeated(name: &'static str, type_text: &'static str) -> ParameterSpec {
    ParameterSpec { name, type_text, repetition: Repetition::RequiredRepeated }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    Required,
    Optional,
    /// Last: any number, none too.
    Repeated,
    /// Last: one or more.
    RequiredRepeated,
}

pub enum BlockSpec {
    None,
    /// The type that the lambda must have.
    Required(&'static str),
    Optional(&'static str),
}

/// One call: checked arguments, the lambda if there is one, and where it stands.
pub struct FunctionCall {
    pub name: &'static str,
    pub arguments: Vec<Value>,
    pub block: Option<Arc<Callable>>,
    pub scope: ScopeId,
    pub place: Place,
}

/// All functions: Puppet's own, then those of stdlib and of other modules.
pub fn all() -> impl Iterator<Item = &'static BuiltinFunction> {
    all_with_modules().map(|(_, function)| function)
}

/// The same with the modules that they are of; Puppet's own are of none.
pub fn all_with_modules() -> impl Iterator<Item = (Option<&'static str>, &'static BuiltinFunction)> {
    let own = FAMILIES.iter().map(|family| (None, *family));
    let of_stdlib = stdlib::FAMILIES.iter().map(|family| (Some("stdlib"), *family));
    let of_modules = module_functions::FAMILIES.iter().map(|(module, family)| (Some(*module), *family));
    own.chain(of_stdlib)
        .chain(of_modules)
        .flat_map(|(module, family)| family.iter().map(move |function| (module, function)))
}

/// The families of Puppet's own functions. A new family is one file and one line here.
pub static FAMILIES: &[&[BuiltinFunction]] = &[
    catalog_classes::FUNCTIONS,
    catalog_resources::FUNCTIONS,
    catalog_tags::FUNCTIONS,
    calls::FUNCTIONS,
    collections::FUNCTIONS,
    control::FUNCTIONS,
    conversions::FUNCTIONS,
    digests::FUNCTIONS,
    erb_templates::FUNCTIONS,
    files::FUNCTIONS,
    formatting::FUNCTIONS,
    impure::FUNCTIONS,
    iteration::FUNCTIONS,
    logging::FUNCTIONS,
    lookup::FUNCTIONS,
    navigation::FUNCTIONS,
    numbers::FUNCTIONS,
    random::FUNCTIONS,
    regexps::FUNCTIONS,
    scanf::FUNCTIONS,
    shellquote::FUNCTIONS,
    strings::FUNCTIONS,
    templates::FUNCTIONS,
    text_case::FUNCTIONS,
    tree_each::FUNCTIONS,
    type_functions::FUNCTIONS,
    versions::FUNCTIONS,
];
