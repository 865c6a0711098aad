//! Functions of puppetlabs-mysql.

use std::sync::Arc;

use super::{of_module, renamed, unknown_hash};
use crate::functions::stdlib::plain;
use crate::functions::{BuiltinFunction, FunctionCall, UnknownArguments, optional, repeated, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::digests::DigestKind;
use crate::ruby_core::digests::hexadecimal;
use crate::value::{HashEntries, Value};

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        unknown: UnknownArguments::Accept,
        ..of_module(
            "mysql::password",
            "The hash of a password as MySQL's native authentication stores it; a hash stays as it is. Sensitive where the \
            second argument is true.\n\n    mysql::password('secret')    # '*14E65567ABDB5135D0CFD9A70B3032C179A49EE7'",
            &[plain(
                &[required("password", "Variant[String, Sensitive[String]]"), optional("sensitive", "Boolean")],
                "Variant[String, Sensitive[String]]",
                password,
            )],
        )
    },
    of_module(
        "mysql_password",
        "The older name of `mysql::password`.\n\n    mysql_password('secret')",
        &[plain(&[repeated("args", "Any")], "Variant[String, Sensitive[String]]", |interpreter, call| {
            let warning =
                "This method has been deprecated, please use the namespaced version 'mysql::password' instead.";
            renamed(interpreter, call, "mysql::password", warning)
        })],
    ),
    of_module(
        "mysql::strip_hash",
        "A hash without the entries whose value is an empty string, nested ones too.\n\n\
            \u{20}   mysql::strip_hash({'a' => '', 'b' => 1})    # {'b' => 1}",
        &[plain(&[required("hash", "Hash")], "Hash", |_, call| Ok(stripped(&call.entries(0))))],
    ),
];

fn password(_: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    if let Some(unknown) = unknown_hash(&call, call.argument(1)) {
        return Ok(unknown);
    }
    let password = match call.argument(0) {
        Value::Sensitive(inner) => inner.as_str().unwrap_or_default(),
        other => other.as_str().unwrap_or_default(),
    };
    let is_hash = password.strip_prefix('*').is_some_and(|digits| {
        digits.len() == 40 && digits.bytes().all(|byte| matches!(byte, b'A'..=b'F' | b'0'..=b'9'))
    });
    let hashed = if password.is_empty() || is_hash {
        password.to_string()
    } else {
        format!(
            "*{}",
            hexadecimal(&DigestKind::Sha1.digest(&DigestKind::Sha1.digest(password.as_bytes()))).to_uppercase()
        )
    };
    let hashed = Value::string(hashed);
    Ok(match call.argument(1) {
        Value::Boolean(true) => Value::Sensitive(Arc::new(hashed)),
        _ => hashed,
    })
}

fn stripped(entries: &HashEntries) -> Value {
    Value::hash(entries.iter().filter(|(_, value)| value.as_str() != Some("")).map(|(name, value)| {
        let value = match value {
            Value::Hash(inner) => stripped(inner),
            other => other.clone(),
        };
        (name.clone(), value)
    }))
}
