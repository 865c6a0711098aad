//! Functions that compute digests of strings.

use crate::functions::{BlockSpec, BuiltinFunction, Convention, Dispatch, FunctionCall, ParameterSpec, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::digests::DigestKind;
use crate::ruby_core::text::implicit_name;
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
        &[of_string(|interpreter, call| digested(interpreter, call, DigestKind::Md5))],
    ),
    digest(
        "sha1",
        "The SHA-1 digest of a string, in hexadecimal.\n\n    sha1('a')    # '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8'",
        &[of_string(|interpreter, call| digested(interpreter, call, DigestKind::Sha1))],
    ),
    digest(
        "sha256",
        "The SHA-256 digest of a string, in hexadecimal.\n\n    sha256('')    # 'e3b0c44298fc1c149afbf4c8996fb924…'",
        &[of_string(|interpreter, call| digested(interpreter, call, DigestKind::Sha256))],
    ),
    digest(
        "digest",
        "The digest of a string by the algorithm that the setting `digest_algorithm` names, which is SHA-256 unless it \
            was changed.\n\n    digest('')    # 'e3b0c44298fc1c149afbf4c8996fb924…'",
        &[of_string(|interpreter, call| digested(interpreter, call, DigestKind::Sha256))],
    ),
];

fn digested(interpreter: &mut Interpreter<'_>, call: FunctionCall, digest: DigestKind) -> Evaluated<Value> {
    match call.argument(0) {
        Value::String(text) => Ok(Value::string(digest.hexadecimal(text.as_bytes()))),
        other => call.fail(interpreter, format!("no implicit conversion of {} into String", implicit_name(other))),
    }
}
