//! Functions that compute digests of strings.

use md5::{Digest, Md5};
use sha1::Sha1;
use sha2::Sha256;

use crate::functions::ruby_text::ruby_class;
use crate::functions::{BlockSpec, BuiltinFunction, Convention, Dispatch, FunctionCall, ParameterSpec, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::value::Value;

const fn digest(name: &'static str, documentation: &'static str, dispatches: &'static [Dispatch]) -> BuiltinFunction {
    BuiltinFunction { name, documentation, convention: Convention::Counted, dispatches, ..BuiltinFunction::COMMON }
}

const TEXT: &[ParameterSpec] = &[required("text", "String")];

const fn of_string(run: fn(&mut Interpreter<'_>, FunctionCall) -> Evaluated<Value>) -> Dispatch {
    Dispatch { parameters: TEXT, block: BlockSpec::None, returns: Some("String"), run }
}

pub static FUNCTIONS: &[BuiltinFunction] = &[
    digest(
        "md5",
        "The MD5 digest of a string, in hexadecimal.\n\n    md5('a')    # '0cc175b9c0f1b6a831c399e269772661'",
        &[of_string(|interpreter, call| digested(interpreter, call, md5_hex))],
    ),
    digest(
        "sha1",
        "The SHA-1 digest of a string, in hexadecimal.\n\n    sha1('a')    # '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8'",
        &[of_string(|interpreter, call| digested(interpreter, call, sha1_hex))],
    ),
    digest(
        "sha256",
        "The SHA-256 digest of a string, in hexadecimal.\n\n    sha256('')    # 'e3b0c44298fc1c149afbf4c8996fb924…'",
        &[of_string(|interpreter, call| digested(interpreter, call, sha256_hex))],
    ),
    digest(
        "digest",
        "The digest of a string by the algorithm that the setting `digest_algorithm` names, which is SHA-256 unless it \
            was changed.\n\n    digest('')    # 'e3b0c44298fc1c149afbf4c8996fb924…'",
        &[of_string(|interpreter, call| digested(interpreter, call, sha256_hex))],
    ),
];

fn digested(interpreter: &mut Interpreter<'_>, call: FunctionCall, digest: fn(&[u8]) -> String) -> Evaluated<Value> {
    match call.argument(0) {
        Value::String(text) => Ok(Value::string(digest(text.as_bytes()))),
        other => call.fail(interpreter, format!("no implicit conversion of {} into String", implicit_name(other))),
    }
}

/// How Ruby names a value that it will not convert by itself.
pub(super) fn implicit_name(value: &Value) -> String {
    match value {
        Value::Undef => "nil".to_string(),
        Value::Boolean(truth) => truth.to_string(),
        other => ruby_class(other),
    }
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn md5_hex(bytes: &[u8]) -> String {
    hex(&Md5::digest(bytes))
}

pub fn sha1_hex(bytes: &[u8]) -> String {
    hex(&Sha1::digest(bytes))
}

pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_of_a_known_text() {
        assert_eq!(md5_hex(b"hello"), "5d41402abc4b2a76b9719d911017c592");
        assert_eq!(sha1_hex(b""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    }
}
