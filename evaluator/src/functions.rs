//! The functions that Puppet brings along, as tables: one file per family, one entry per function, with signatures
//! that completion and signature help read too.

use std::sync::Arc;

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
    /// Tried in order; the first whose types accept the arguments runs.
    pub dispatches: &'static [Dispatch],
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

/// All families. A new family is one file and one line here.
pub static FAMILIES: &[&[BuiltinFunction]] = &[];

/// The built-in function of this name.
pub fn builtin(name: &str) -> Option<&'static BuiltinFunction> {
    use std::collections::HashMap;
    use std::sync::LazyLock;
    static BY_NAME: LazyLock<HashMap<&'static str, &'static BuiltinFunction>> =
        LazyLock::new(|| FAMILIES.iter().flat_map(|family| family.iter()).map(|entry| (entry.name, entry)).collect());
    BY_NAME.get(name).copied()
}
