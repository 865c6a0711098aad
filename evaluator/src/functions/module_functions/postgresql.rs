//! Functions of puppetlabs-postgresql.

use std::sync::Arc;

use super::{of_module, renamed, unknown_hash};
use crate::functions::stdlib::plain;
use crate::functions::{BuiltinFunction, FunctionCall, UnknownArguments, optional, repeated, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::digests::DigestKind;
use crate::ruby_core::text::{implicit_name, to_s};
use crate::value::text::base64_text;
use crate::value::{HashEntries, Value};

const PASSWORD: &str = "Variant[String, Sensitive[String]]";
const ITERATIONS: u32 = 4096;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        unknown: UnknownArguments::Accept,
        ..of_module(
            "postgresql::postgresql_password",
            "The hash of a user's password as PostgreSQL stores it: `md5` or `scram-sha-256`. A hash stays as it is. Which one is the \
            default, the module says.\n\n\
            \u{20}   postgresql::postgresql_password('u', 'p', false, 'md5')    # 'md5534b9a3588bdd87bf7c3b9d650e43e46'",
            &[plain(
                &[
                    required("username", "Variant[String[1], Integer]"),
                    required("password", "Variant[String[1], Sensitive[String[1]], Integer]"),
                    optional("sensitive", "Boolean"),
                    optional("hash", "Optional[Enum['md5', 'scram-sha-256']]"),
                    optional("salt", "Optional[Variant[String[1], Integer]]"),
                ],
                PASSWORD,
                password,
            )],
        )
    },
    of_module(
        "postgresql_password",
        "The older name of `postgresql::postgresql_password`.\n\n    postgresql_password('user', 'secret')",
        &[plain(&[repeated("args", "Any")], PASSWORD, |interpreter, call| {
            let warning = "This method is deprecated, please use postgresql::postgresql_password instead.";
            renamed(interpreter, call, "postgresql::postgresql_password", warning)
        })],
    ),
    of_module(
        "postgresql::postgresql_escape",
        "A text in dollar quotes, with a tag where it has dollar signs of its own in the wrong place.\n\n\
            \u{20}   postgresql::postgresql_escape('abc')    # '$$abc$$'",
        &[plain(&[required("input_string", "String[1]")], "String", escape)],
    ),
    of_module(
        "postgresql_escape",
        "The older name of `postgresql::postgresql_escape`.\n\n    postgresql_escape('abc')",
        &[plain(&[repeated("args", "Any")], "String", |interpreter, call| {
            let warning = "This method is deprecated, please use postgresql::postgresql_escape instead.";
            renamed(interpreter, call, "postgresql::postgresql_escape", warning)
        })],
    ),
    of_module(
        "postgresql::prepend_sql_password",
        "The SQL that sets a password that is encrypted already.\n\n\
            \u{20}   postgresql::prepend_sql_password('md5…')    # \"ENCRYPTED PASSWORD 'md5…'\"",
        &[plain(&[required("password", "String")], "String", |_, call| {
            Ok(Value::string(format!("ENCRYPTED PASSWORD '{}'", call.text(0))))
        })],
    ),
    of_module(
        "postgresql::postgresql_acls_to_resources_hash",
        "Lines of `pg_hba.conf` as a hash of `postgresql::server::pg_hba_rule`s, numbered from an offset.\n\n\
            \u{20}   postgresql::postgresql_acls_to_resources_hash(['local all postgres ident'], 'first', 10)",
        &[plain(
            &[required("acls", "Array[String]"), required("id", "String[1]"), required("offset", "Integer[0]")],
            "Hash",
            acls_to_resources_hash,
        )],
    ),
];

fn password(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    if let Some(unknown) = unknown_hash(&call, call.argument(2)) {
        return Ok(unknown);
    }
    let algorithm = match call.optional_text(3) {
        Some(algorithm) => algorithm.to_string(),
        None => match interpreter.find_puppet_function("postgresql::default")? {
            Some(_) => {
                let wanted = vec![Value::string("password_encryption")];
                let default = interpreter.call_function("postgresql::default", wanted, None, call.scope, call.place)?;
                match default {
                    Value::Unknown(_) => return Ok(default),
                    Value::Undef => "md5".to_string(),
                    other => to_s(&other),
                }
            }
            None => return Ok(call.unknown(interpreter, "the module postgresql says how passwords are hashed")),
        },
    };
    let password = match call.argument(1) {
        Value::Sensitive(inner) => inner,
        other => other,
    };
    let hashed = match (password, algorithm.as_str()) {
        (Value::String(text), _) if is_hash(text) => text.to_string(),
        (_, "md5") => {
            format!("md5{}", DigestKind::Md5.hexadecimal((to_s(password) + &to_s(call.argument(0))).as_bytes()))
        }
        (_, "scram-sha-256") => {
            let salt = match call.argument(4) {
                Value::Undef => call.argument(0),
                salt => salt,
            };
            match (password, salt) {
                (Value::String(password), Value::String(salt)) => scram_sha256(password, salt),
                (Value::String(_), other) | (other, _) => {
                    let words = format!("no implicit conversion of {} into String", implicit_name(other));
                    return call.fail(interpreter, words);
                }
            }
        }
        (_, other) => {
            let words = format!("postgresql::postgresql_password(): got unkown hash type '{other}'");
            return call.fail(interpreter, words);
        }
    };
    Ok(match call.argument(2) {
        Value::Boolean(true) => Value::Sensitive(Arc::new(Value::string(hashed))),
        _ => Value::string(hashed),
    })
}

/// A line that is a hash already; Ruby's `^` and `$` stand at the ends of lines.
fn is_hash(text: &str) -> bool {
    text.split('\n').any(|line| {
        let is_md5 =
            |digits: &str| digits.len() == 32 && digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        line.strip_prefix("md5").is_some_and(is_md5) || line.starts_with("SCRAM-SHA-256$")
    })
}

fn scram_sha256(password: &str, salt: &str) -> String {
    let key = DigestKind::Sha256.pbkdf2(password.as_bytes(), salt.as_bytes(), ITERATIONS, 32);
    let client = DigestKind::Sha256.digest(&DigestKind::Sha256.hmac(&key, b"Client Key"));
    let server = DigestKind::Sha256.hmac(&key, b"Server Key");
    let salt = base64_text(salt.as_bytes());
    format!("SCRAM-SHA-256${ITERATIONS}:{salt}${}:{}", base64_text(&client), base64_text(&server))
}

/// Tags are digests of digests until the text does not have one; a text may have any number of them.
const MOST_TAGS: usize = 1000;

fn escape(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let text = call.text(0);
    if !text.contains("$$") && !text.ends_with('$') {
        return Ok(Value::string(format!("$${text}$$")));
    }
    let tag_of = |text: &str| -> String {
        DigestKind::Md5
            .hexadecimal(text.as_bytes())
            .chars()
            .take(6)
            .filter(|character| !character.is_ascii_digit())
            .collect()
    };
    let mut tag = tag_of(text);
    for _ in 0..MOST_TAGS {
        if !text.contains(&tag) {
            return Ok(Value::string(format!("${tag}${text}${tag}$")));
        }
        tag = tag_of(&tag);
    }
    Ok(call.unknown(interpreter, "no tag was found that the text does not have"))
}

fn acls_to_resources_hash(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let lines = call.elements(0);
    let mut rules = HashEntries::default();
    for line in lines {
        // Equal lines share the number of the first.
        let index = lines.iter().position(|other| other == line).unwrap_or_default();
        let parts: Vec<&str> = line.as_str().unwrap_or_default().split_ascii_whitespace().collect();
        let [kind, database, user, fourth, rest @ ..] = parts.as_slice() else {
            let name = "postgresql::postgresql_acls_to_resources_hash()";
            return call.fail(interpreter, format!("{name}: acl line {index} does not have enough parts"));
        };
        let order = format!("{:03}", call.integer(2) + index as i128);
        let mut rule = HashEntries::default();
        let mut set = |name: &str, value: Value| rule.insert(Value::string(name), value);
        set("type", Value::string(kind));
        set("database", Value::string(database));
        set("user", Value::string(user));
        set("order", Value::string(order));
        let has_mask = rest.first().is_some_and(|part| part.starts_with(|first: char| first.is_ascii_digit()));
        let (address, method, options) = match (*kind, rest) {
            ("local", options) => (None, Some(*fourth), options),
            (_, [mask, rest @ ..]) if has_mask => {
                (Some(format!("{fourth} {mask}")), rest.first().copied(), rest.get(1..).unwrap_or_default())
            }
            (_, rest) => (Some((*fourth).to_string()), rest.first().copied(), rest.get(1..).unwrap_or_default()),
        };
        if let Some(address) = address {
            set("address", Value::string(address));
        }
        set("auth_method", method.map_or(Value::Undef, Value::string));
        if !options.is_empty() {
            set("auth_option", Value::string(options.join(" ")));
        }
        rules.insert(
            Value::string(format!("postgresql class generated rule {} {index}", call.text(1))),
            Value::hash(rule),
        );
    }
    Ok(Value::hash(rules))
}
