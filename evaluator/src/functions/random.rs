//! Random numbers that are always the same for a node: `fqdn_rand`.

use crate::functions::strings::join_elements;
use crate::functions::{BlockSpec, BuiltinFunction, Convention, Dispatch, FunctionCall, optional, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::digests::DigestKind;
use crate::ruby_core::mersenne_twister::MersenneTwister;
use crate::ruby_core::numbers::to_i;
use crate::scope::ScopeId;
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[BuiltinFunction {
    name: "fqdn_rand",
    documentation: "A number from 0 to below the first argument that depends on the node's name and on the second \
        argument: random between nodes, always the same for one. With a third argument of true, the case of the name does \
        not count.\n\n    fqdn_rand(60, 'backup')",
    convention: Convention::Counted,
    dispatches: &[Dispatch {
        parameters: &[
            required("max", "Variant[Integer[1], String]"),
            optional("seed", "Any"),
            optional("downcase", "Boolean"),
        ],
        block: BlockSpec::None,
        returns: Some("Integer[0]"),
        run: fqdn_rand,
    }],
    ..BuiltinFunction::COMMON
}];

fn fqdn_rand(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let max = match call.argument(0) {
        Value::Integer(number) => *number,
        Value::Float(number) => *number as i128,
        Value::String(text) => to_i(text),
        other => {
            let class = crate::ruby_core::text::ruby_class(other);
            return call.fail(interpreter, format!("undefined method `to_i' for a value of {class}"));
        }
    };
    let Some(fqdn) = node_name(interpreter) else {
        return Ok(call.unknown(interpreter, "the fact networking.fqdn is not known"));
    };
    let downcase = !matches!(call.argument(2), Value::Undef | Value::Boolean(false));
    let fqdn = if downcase { super::text_case::downcase(&fqdn) } else { fqdn };
    let seed = join_elements(&[Value::string(fqdn), Value::Integer(max), call.argument(1).clone()], ":");
    match seeded(&seed, max) {
        Ok(number) => Ok(Value::Integer(number)),
        Err(message) => call.fail(interpreter, message),
    }
}

/// The fact `networking.fqdn`.
pub(super) fn node_name(interpreter: &Interpreter<'_>) -> Option<String> {
    let Value::Hash(facts) = interpreter.variable(ScopeId::TOP, "facts")? else {
        return None;
    };
    let Value::Hash(networking) = facts.get(&Value::string("networking"))? else {
        return None;
    };
    networking.get(&Value::string("fqdn"))?.as_str().map(str::to_string)
}

/// A number below `max` by the MD5 digest of a text; an error in Ruby's words where there is none.
pub(super) fn seeded(seed: &str, max: i128) -> Result<i128, String> {
    let seed = u128::from_str_radix(&DigestKind::Md5.hexadecimal(seed.as_bytes()), 16).unwrap_or(0);
    draw(seed, max)
}

/// `Random.new(seed).rand(max)`.
pub(super) fn draw(seed: u128, max: i128) -> Result<i128, String> {
    match u64::try_from(max) {
        Ok(bound) if bound > 0 => Ok(i128::from(MersenneTwister::new(seed).below(bound))),
        _ => Err(format!("invalid argument - {max}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puppet's `fqdn_rand(100, 'seed')` on test.example.com digests this text.
    #[test]
    fn a_seed_gives_the_number_that_puppet_gives() {
        assert_eq!(seeded("test.example.com:100:seed", 100), Ok(23));
        assert_eq!(seeded("a", 0), Err("invalid argument - 0".to_string()));
    }
}
