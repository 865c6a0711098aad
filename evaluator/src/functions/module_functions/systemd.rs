//! Functions of puppet-systemd.

use super::of_module;
use crate::functions::stdlib::plain;
use crate::functions::{BuiltinFunction, FunctionCall, optional, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[of_module(
    "systemd::systemd_escape",
    "A text as it may stand in the name of a unit, as `systemd-escape` writes it; with true as a path.\n\n\
        \u{20}   systemd::systemd_escape('/var/lib', true)    # 'var-lib'",
    &[plain(&[required("input", "String"), optional("path", "Optional[Boolean]")], "String", systemd_escape)],
)];

fn systemd_escape(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let text = call.text(0);
    if text.starts_with('-') || text.contains('\0') {
        return Ok(call.unknown(interpreter, "the program systemd-escape does not take it for a text"));
    }
    if !matches!(call.argument(1), Value::Boolean(true)) {
        return Ok(Value::string(escaped(text)));
    }
    match escaped_path(text) {
        Some(escaped) => Ok(Value::string(escaped)),
        None => call.fail(interpreter, format!("Execution of 'systemd-escape --path {text}' returned 1: ")),
    }
}

/// Slashes become dashes; what may not stand in a unit's name becomes its bytes in hexadecimal.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'/' => out.push('-'),
            b'.' if index == 0 => out.push_str("\\x2e"),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b':' | b'_' | b'.' => out.push(char::from(byte)),
            other => out.push_str(&format!("\\x{other:02x}")),
        }
    }
    out
}

/// Without slashes around it, double ones and `.`; `None` where it is no path that can be normalised.
fn escaped_path(path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    if parts.contains(&"..") {
        return None;
    }
    match (parts.is_empty(), path.is_empty() || path.starts_with('/')) {
        (true, true) => Some("-".to_string()),
        (true, false) => None,
        (false, _) => Some(escaped(&parts.join("/"))),
    }
}
