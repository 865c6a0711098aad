//! Random values that are always the same for a seed or a node, and those that are not.

use sha2::{Digest, Sha256};

use crate::functions::random::{draw, node_name, seeded};
use crate::functions::stdlib::checks::is_integer;
use crate::functions::stdlib::{legacy, plain, typed};
use crate::functions::strings::join_elements;
use crate::functions::{BuiltinFunction, FunctionCall, optional, repeated, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::digests::DigestKind;
use crate::ruby_core::mersenne_twister::MersenneTwister;
use crate::ruby_core::numbers::to_i;
use crate::ruby_core::text::to_s;
use crate::value::Value;

const FQDN_RAND_STRING: BuiltinFunction = legacy(
    "fqdn_rand_string",
    "A random string of a length that is always the same for a node and a seed; of letters and digits, or of the characters \
        of the second argument.\n\n    fqdn_rand_string(10, '', 'seed')",
    &[plain(
        &[required("length", "Integer[1]"), optional("charset", "Optional[String]"), repeated("seed", "Any")],
        "String",
        fqdn_rand_string,
    )],
);
const FQDN_ROTATE: BuiltinFunction = legacy(
    "fqdn_rotate",
    "An array or string turned by a random number of places that is always the same for a node and a seed.\n\n\
        \u{20}   fqdn_rotate(['a', 'b', 'c'], 'seed')",
    &[plain(
        &[required("value", "Variant[Array, String]"), repeated("seed", "Any")],
        "Variant[Array, String]",
        fqdn_rotate,
    )],
);
const SEEDED_RAND: BuiltinFunction = legacy(
    "seeded_rand",
    "A number from 0 to below the first argument that is always the same for a seed.\n\n    seeded_rand(100, 'seed')",
    &[plain(&[required("max", "Integer[1]"), required("seed", "String")], "Integer[0]", seeded_rand)],
);
const SEEDED_RAND_STRING: BuiltinFunction = typed(
    "seeded_rand_string",
    "A random string of a length that is always the same for a seed; of letters and digits, or of the characters of the \
        third argument.\n\n    seeded_rand_string(8, 'seed')",
    &[plain(
        &[required("length", "Integer[1]"), required("seed", "String"), optional("charset", "String[2]")],
        "String",
        seeded_rand_string,
    )],
);

pub static FUNCTIONS: &[BuiltinFunction] = &[
    FQDN_RAND_STRING,
    BuiltinFunction { name: "stdlib::fqdn_rand_string", ..FQDN_RAND_STRING },
    FQDN_ROTATE,
    BuiltinFunction { name: "stdlib::fqdn_rotate", ..FQDN_ROTATE },
    SEEDED_RAND,
    BuiltinFunction { name: "stdlib::seeded_rand", ..SEEDED_RAND },
    SEEDED_RAND_STRING,
    BuiltinFunction { name: "stdlib::seeded_rand_string", ..SEEDED_RAND_STRING },
    legacy(
        "fqdn_uuid",
        "The UUID of version 5 that belongs to a domain name.\n\n\
            \u{20}   fqdn_uuid('puppetlabs.com')    # '9c70320f-6815-5fc5-ab0f-debe68bf764c'",
        &[plain(&[required("fqdn", "String")], "String", |_, call| {
            Ok(Value::string(uuid_of_domain(&to_s(call.argument(0)))))
        })],
    ),
    legacy(
        "shuffle",
        "An array or string in random order: another one at every call, so the result is unknown.\n\n    shuffle(['a', 'b'])",
        &[plain(&[required("value", "Variant[Array, String]")], "Variant[Array, String]", shuffle)],
    ),
];

/// Each character is drawn from a generator of its own, so that longer strings would take seconds.
const LONGEST: i128 = 10_000;

fn fqdn_rand_string(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let length = match call.argument(0) {
        Value::Integer(length) if *length > 0 => *length,
        Value::String(text) if is_integer(call.argument(0)) && to_i(text) > 0 => to_i(text),
        _ => {
            let words = format!("{}(): first argument must be a positive integer", call.name);
            return call.fail(interpreter, words);
        }
    };
    let charset: Vec<char> = match call.argument(1) {
        Value::Undef => Vec::new(),
        Value::String(text) => text.chars().collect(),
        _ => {
            let words = format!("{}(): second argument must be undef or a string", call.name);
            return call.fail(interpreter, words);
        }
    };
    let charset: Vec<char> =
        if charset.is_empty() { ('0'..='9').chain('A'..='Z').chain('a'..='z').collect() } else { charset };
    if length > LONGEST {
        return Ok(call.unknown(interpreter, format!("a string of {length} characters is not computed")));
    }
    let Some(fqdn) = node_name(interpreter) else {
        return Ok(call.unknown(interpreter, "the fact networking.fqdn is not known"));
    };
    let given: Vec<Value> = call.arguments.get(2..).unwrap_or(&[]).to_vec();
    let bound = charset.len() as i128;
    let mut text = String::new();
    for position in 1..=length {
        let mut parts = given.clone();
        parts.push(Value::string(position.to_string()));
        let seed = format!("{fqdn}:{bound}:{}", join_elements(&parts, ":"));
        let index = seeded(&seed, bound).ok().and_then(|index| usize::try_from(index).ok()).unwrap_or(0);
        text.extend(charset.get(index));
    }
    Ok(Value::string(text))
}

fn fqdn_rotate(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut elements: Vec<Value> = match call.argument(0) {
        Value::Array(elements) => elements.to_vec(),
        Value::String(text) => text.chars().map(|character| Value::string(character.to_string())).collect(),
        _ => {
            let words = format!("{}(): Requires either array or string to work with", call.name);
            return call.fail(interpreter, words);
        }
    };
    if elements.len() > 1 {
        let Some(fqdn) = node_name(interpreter) else {
            return Ok(call.unknown(interpreter, "the fact networking.fqdn is not known"));
        };
        let rest = Value::array(call.arguments.get(1..).unwrap_or(&[]).iter().cloned());
        let seed = join_elements(&[Value::string(fqdn), rest], ":");
        let offset = seeded(&seed, elements.len() as i128).unwrap_or(0);
        elements.rotate_left(usize::try_from(offset).unwrap_or(0));
    }
    Ok(match call.argument(0) {
        Value::Array(_) => Value::array(elements),
        _ => Value::string(elements.iter().filter_map(Value::as_str).collect::<String>()),
    })
}

fn seeded_rand(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let max = match call.argument(0) {
        Value::Integer(max) if *max > 0 => *max,
        Value::String(text) if is_integer(call.argument(0)) && to_i(text) > 0 => to_i(text),
        _ => return call.fail(interpreter, "seeded_rand(): first argument must be a positive integer"),
    };
    let Value::String(seed) = call.argument(1) else {
        return call.fail(interpreter, "seeded_rand(): second argument must be a string");
    };
    let seed = u128::from_str_radix(&DigestKind::Md5.hexadecimal(seed.as_bytes()), 16).unwrap_or(0);
    match draw(seed, max) {
        Ok(number) => Ok(Value::Integer(number)),
        Err(words) => call.fail(interpreter, words),
    }
}

fn seeded_rand_string(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let length = call.integer(0);
    if length > LONGEST {
        return Ok(call.unknown(interpreter, format!("a string of {length} characters is not computed")));
    }
    let charset = call.optional_text(2).unwrap_or("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    Ok(Value::string(seeded_text(length, call.text(1), charset)))
}

fn seeded_text(length: i128, seed: &str, charset: &str) -> String {
    let charset: Vec<char> = charset.chars().collect();
    let mut twister = MersenneTwister::from_words(&seed_words(&Sha256::digest(seed.as_bytes())));
    (0..length)
        .filter_map(|_| {
            let index = usize::try_from(twister.below(charset.len() as u64)).ok()?;
            charset.get(index).copied()
        })
        .collect()
}

/// A number of many bytes, highest first, as the words that seed Ruby's generator.
fn seed_words(bytes: &[u8]) -> Vec<u32> {
    let mut words: Vec<u32> =
        bytes.rchunks(4).map(|chunk| chunk.iter().fold(0, |word, byte| (word << 8) | u32::from(*byte))).collect();
    while words.len() > 1 && words.last() == Some(&0) {
        words.pop();
    }
    if words.len() > 1 && words.last() == Some(&1) {
        words.pop();
    }
    words
}

fn uuid_of_domain(name: &str) -> String {
    use sha1::Sha1;
    const DNS: [u8; 16] =
        [0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8];
    let digest = Sha1::new().chain_update(DNS).chain_update(name.as_bytes()).finalize();
    let mut bytes: Vec<u8> = digest.iter().copied().take(16).collect();
    if let Some(version) = bytes.get_mut(6) {
        *version = *version & 0x0f | 0x50;
    }
    if let Some(variant) = bytes.get_mut(8) {
        *variant = *variant & 0x3f | 0x80;
    }
    let hex = crate::ruby_core::digests::hexadecimal(&bytes);
    let part = |from: usize, to: usize| hex.get(from..to).unwrap_or("").to_string();
    [part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join("-")
}

fn shuffle(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let length = match call.argument(0) {
        Value::Array(elements) => elements.len(),
        Value::String(text) => text.chars().count(),
        _ => return call.fail(interpreter, "shuffle(): Requires either array or string to work with"),
    };
    if length <= 1 {
        return Ok(call.argument(0).clone());
    }
    Ok(call.unknown(interpreter, "the order is random"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_give_what_ruby_gives() {
        assert_eq!(uuid_of_domain("puppetlabs.com"), "9c70320f-6815-5fc5-ab0f-debe68bf764c");
        assert_eq!(
            seeded_text(8, "seed", "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"),
            "JSYSrD2x"
        );
        assert_eq!(seeded_text(8, "x", "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"), "CwEfZmtE");
    }
}
