//! The functions of puppetlabs-stdlib, release 9 and those that older releases had, without Ruby. They stand in for the
//! Ruby ones of the module; a function of the same name written in Puppet comes first. Types are in `types`.

mod addresses;
mod arrays;
mod booleans;
mod checks;
mod escapes;
mod facts;
mod hashes;
mod modules;
mod numbers;
mod passwords;
mod paths;
mod picking;
mod random;
mod resources;
mod serialization;
mod strings;
mod toml;
pub mod types;
mod validation;

use crate::functions::{BlockSpec, BuiltinFunction, Convention, Dispatch, FunctionCall, ParameterSpec};
use crate::interpreter::{Evaluated, Interpreter};
use crate::value::Value;

type Run = fn(&mut Interpreter<'_>, FunctionCall) -> Evaluated<Value>;

/// A function of the 3.x API, which ignores what it does not look at.
const fn legacy(name: &'static str, documentation: &'static str, dispatches: &'static [Dispatch]) -> BuiltinFunction {
    BuiltinFunction { name, documentation, convention: Convention::AtLeast, dispatches, ..BuiltinFunction::COMMON }
}

/// A function whose arguments are checked by their types.
pub(super) const fn typed(
    name: &'static str,
    documentation: &'static str,
    dispatches: &'static [Dispatch],
) -> BuiltinFunction {
    BuiltinFunction { name, documentation, dispatches, ..BuiltinFunction::COMMON }
}

/// A signature without a lambda.
pub(super) const fn plain(parameters: &'static [ParameterSpec], returns: &'static str, run: Run) -> Dispatch {
    Dispatch { parameters, block: BlockSpec::None, returns: Some(returns), run }
}

/// All families of stdlib, for the list of all families.
pub static FAMILIES: &[&[BuiltinFunction]] = &[
    addresses::FUNCTIONS,
    arrays::FUNCTIONS,
    booleans::FUNCTIONS,
    checks::FUNCTIONS,
    escapes::FUNCTIONS,
    facts::FUNCTIONS,
    hashes::FUNCTIONS,
    modules::FUNCTIONS,
    numbers::FUNCTIONS,
    passwords::FUNCTIONS,
    paths::FUNCTIONS,
    picking::FUNCTIONS,
    random::FUNCTIONS,
    resources::FUNCTIONS,
    serialization::FUNCTIONS,
    strings::FUNCTIONS,
    validation::FUNCTIONS,
];
