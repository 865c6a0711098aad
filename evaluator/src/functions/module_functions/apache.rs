//! Functions of puppetlabs-apache.

use super::{of_module, renamed};
use crate::functions::stdlib::plain;
use crate::functions::{BuiltinFunction, FunctionCall, repeated, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::digests::DigestKind;
use crate::ruby_core::text::{inspect, ruby_class, to_s};
use crate::value::text::base64_text;
use crate::value::{HashEntries, Value};

pub static FUNCTIONS: &[BuiltinFunction] = &[
    of_module(
        "apache::bool2httpd",
        "`On` or `Off` for a boolean, a text with \"true\" or \"false\" in it, or undef; of anything else its text.\n\n\
            \u{20}   apache::bool2httpd(true)    # 'On'",
        &[plain(&[required("arg", "Any")], "String", |_, call| Ok(Value::string(switch_text(call.argument(0)))))],
    ),
    of_module(
        "bool2httpd",
        "The older name of `apache::bool2httpd`.\n\n    bool2httpd(false)    # 'Off'",
        &[plain(&[repeated("args", "Any")], "String", |interpreter, call| {
            let warning = "This function is deprecated, please use apache::bool2httpd instead.";
            renamed(interpreter, call, "apache::bool2httpd", warning)
        })],
    ),
    of_module(
        "apache::pw_hash",
        "A password as `AuthBasicProvider file` reads it: the SHA-1 digest in Base64.\n\n\
            \u{20}   apache::pw_hash('test')    # '{SHA}qUqP5cyxm6YcTAhz05Hph5gvu9M='",
        &[plain(&[required("password", "String[1]")], "String", |_, call| {
            Ok(Value::string(format!("{{SHA}}{}", base64_text(&DigestKind::Sha1.digest(call.text(0).as_bytes())))))
        })],
    ),
    of_module(
        "apache::apache_pw_hash",
        "An older name of `apache::pw_hash`.\n\n    apache::apache_pw_hash('test')",
        &[plain(&[repeated("args", "Any")], "String", older_pw_hash)],
    ),
    of_module(
        "apache_pw_hash",
        "The oldest name of `apache::pw_hash`.\n\n    apache_pw_hash('test')",
        &[plain(&[repeated("args", "Any")], "String", older_pw_hash)],
    ),
    of_module(
        "apache::authz_core_config",
        "The lines of a nested configuration of mod_authz_core: hashes are containers, arrays the values of a directive, \
            and the words of a name are put together.\n\n\
            \u{20}   apache::authz_core_config({'require_all' => {'require' => ['ip 10']}})\n\
            \u{20}   # ['  <RequireAll>', '    Require ip 10', '  </RequireAll>']",
        &[plain(&[required("config", "Hash")], "Array", |interpreter, call| {
            let mut lines = Vec::new();
            write_directives(interpreter, &call, &call.entries(0), 1, &mut lines)?;
            Ok(Value::array(lines))
        })],
    ),
];

fn switch_text(value: &Value) -> String {
    let says = |word: &str| value.as_str().is_some_and(|text| text.to_ascii_lowercase().contains(word));
    match value {
        Value::Undef | Value::Boolean(false) => "Off".to_string(),
        Value::Boolean(true) => "On".to_string(),
        _ if says("false") => "Off".to_string(),
        _ if says("true") => "On".to_string(),
        other => to_s(other),
    }
}

fn older_pw_hash(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    renamed(interpreter, call, "apache::pw_hash", "This function is deprecated, please use apache::pw_hash instead.")
}

/// `require_all` is `RequireAll`.
fn directive_name(name: &str) -> String {
    name.split('_')
        .map(|word| {
            let mut characters = word.chars();
            let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
            first + &characters.as_str().to_lowercase()
        })
        .collect()
}

fn write_directives(
    interpreter: &Interpreter<'_>,
    call: &FunctionCall,
    entries: &HashEntries,
    depth: usize,
    lines: &mut Vec<Value>,
) -> Evaluated<()> {
    let space = "  ".repeat(depth);
    for (name, value) in entries {
        let Value::String(name) = name else { return no_method(interpreter, call, "split", name) };
        let directive = directive_name(name);
        match value {
            Value::Hash(inner) => {
                lines.push(Value::string(format!("{space}<{directive}>")));
                write_directives(interpreter, call, inner, depth + 1, lines)?;
                lines.push(Value::string(format!("{space}</{directive}>")));
            }
            Value::Array(values) => {
                lines.extend(values.iter().map(|value| Value::string(format!("{space}{directive} {}", to_s(value)))));
            }
            other => return no_method(interpreter, call, "map", other),
        }
    }
    Ok(())
}

/// What Ruby says where a value has no such method.
pub(super) fn no_method<T>(
    interpreter: &Interpreter<'_>,
    call: &FunctionCall,
    method: &str,
    value: &Value,
) -> Evaluated<T> {
    let shown = match value {
        Value::Undef => "nil:NilClass".to_string(),
        Value::Boolean(truth) => format!("{truth}:{}", if *truth { "TrueClass" } else { "FalseClass" }),
        other => format!("{}:{}", inspect(other), ruby_class(other)),
    };
    call.fail(interpreter, format!("undefined method `{method}' for {shown}"))
}
