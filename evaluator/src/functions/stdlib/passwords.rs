//! Functions that digest passwords.

use crate::functions::stdlib::{legacy, plain};
use crate::functions::{BuiltinFunction, FunctionCall, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::digests::{DigestKind, hexadecimal};
use crate::ruby_core::password_digests::{md5_crypt, sha256_crypt, sha512_crypt};
use crate::ruby_core::text::ruby_class;
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    legacy(
        "pw_hash",
        "The digest of a password as `/etc/shadow` has it, by `MD5`, `SHA-256` or `SHA-512` and a salt; undef for an empty \
            password. `bcrypt` is not computed here.\n\n    pw_hash('secret', 'SHA-512', 'mysalt')",
        &[plain(
            &[
                required("password", "Optional[Variant[String, Sensitive[String]]]"),
                required("algorithm", "String"),
                required("salt", "String"),
            ],
            "Optional[String]",
            pw_hash,
        )],
    ),
    legacy(
        "str2saltedpbkdf2",
        "The digest of a password as macOS keeps it: a hash with the derived key, the salt and the number of rounds.\n\n\
            \u{20}   str2saltedpbkdf2('secret', 'long enough salt', 50000)",
        &[plain(
            &[
                required("password", "Variant[String, Sensitive[String]]"),
                required("salt", "Variant[String, Sensitive[String]]"),
                required("iterations", "Integer"),
            ],
            "Hash",
            str2saltedpbkdf2,
        )],
    ),
    legacy(
        "str2saltedsha512",
        "The digest of a password with a random salt, as macOS 10.7 kept it. Another one at every call, so the result is \
            unknown.\n\n    str2saltedsha512('secret')",
        &[plain(&[required("password", "String")], "String", |interpreter, call| match call.argument(0) {
            Value::String(_) => Ok(call.unknown(interpreter, "its salt is random")),
            other => {
                let class = ruby_class(other);
                call.fail(interpreter, format!("str2saltedsha512(): Requires a String argument, you passed: {class}"))
            }
        })],
    ),
];

/// The value inside a Sensitive.
fn opened(value: &Value) -> &Value {
    match value {
        Value::Sensitive(inner) => inner,
        other => other,
    }
}

fn pw_hash(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let [password, algorithm, salt] = [0, 1, 2].map(|index| opened(call.argument(index)));
    let (Value::String(password), Value::String(algorithm)) = (password, algorithm) else {
        let which = if matches!(password, Value::String(_)) { "second" } else { "first" };
        return call.fail(interpreter, format!("pw_hash(): {which} argument must be a string"));
    };
    let digest: Option<fn(&str, &str) -> String> = match algorithm.to_lowercase().as_str() {
        "md5" => Some(md5_crypt),
        "sha-256" => Some(sha256_crypt),
        "sha-512" => Some(sha512_crypt),
        "bcrypt" | "bcrypt-a" | "bcrypt-x" | "bcrypt-y" => None,
        _ => return call.fail(interpreter, format!("pw_hash(): {algorithm} is not a valid hash type")),
    };
    let Value::String(salt) = salt else {
        return call.fail(interpreter, "pw_hash(): third argument must be a string");
    };
    if salt.is_empty() {
        return call.fail(interpreter, "pw_hash(): third argument must not be empty");
    }
    let Some(digest) = digest else {
        return Ok(call.unknown(interpreter, "bcrypt is not computed"));
    };
    if !salt.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'/') {
        return call.fail(interpreter, "pw_hash(): characters in salt must be in the set [a-zA-Z0-9./]");
    }
    if password.is_empty() {
        return Ok(Value::Undef);
    }
    Ok(Value::string(digest(password, salt)))
}

fn str2saltedpbkdf2(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let [password, salt, iterations] = [0, 1, 2].map(|index| opened(call.argument(index)));
    let complain = |words: &str| call.fail(interpreter, format!("str2saltedpbkdf2(): {words}"));
    let (Value::String(password), Value::String(salt)) = (password, salt) else {
        let which = if matches!(password, Value::String(_)) { "second" } else { "first" };
        return complain(&format!("{which} argument must be a string"));
    };
    if salt.len() < 8 {
        return complain("second argument must be at least 8 bytes long");
    }
    let Value::Integer(iterations) = iterations else {
        return complain("third argument must be an integer");
    };
    let rounds = match u32::try_from(*iterations) {
        Ok(rounds) if rounds > 40_000 && rounds < 70_000 => rounds,
        _ => return complain("third argument must be between 40,000 and 70,000"),
    };
    let key = DigestKind::Sha512.pbkdf2(password.as_bytes(), salt.as_bytes(), rounds, 128);
    Ok(Value::hash([
        (Value::string("password_hex"), Value::string(hexadecimal(&key))),
        (Value::string("salt_hex"), Value::string(hexadecimal(salt.as_bytes()))),
        (Value::string("iterations"), Value::Integer(*iterations)),
    ]))
}
