//! Functions on paths of files.

use crate::functions::stdlib::{legacy, plain, typed};
use crate::functions::{BuiltinFunction, FunctionCall, optional, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    legacy(
        "basename",
        "The last part of a path, without an extension where one is given.\n\n\
            \u{20}   basename('/a/b.conf', '.conf')    # 'b'",
        &[plain(&[required("path", "String"), optional("extension", "String")], "String", basename)],
    ),
    legacy(
        "dirname",
        "A path without its last part.\n\n    dirname('/a/b.conf')    # '/a'",
        &[plain(&[required("path", "String")], "String", dirname)],
    ),
    typed(
        "stdlib::extname",
        "The extension of a file name with its dot, or an empty string.\n\n    stdlib::extname('a/b.rb')    # '.rb'",
        &[plain(&[required("filename", "String")], "String", |_, call| Ok(Value::string(extension(call.text(0)))))],
    ),
];

/// As Ruby's `File.basename`.
fn base_of(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() {
        return if path.is_empty() { "" } else { "/" };
    }
    trimmed.rsplit('/').next().unwrap_or(trimmed)
}

/// As Ruby's `File.dirname`.
fn folder_of(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    match trimmed.rfind('/') {
        Some(at) => {
            let folder = trimmed.get(..at).unwrap_or("").trim_end_matches('/');
            if folder.is_empty() { "/" } else { folder }
        }
        None if trimmed.is_empty() && path.starts_with('/') => "/",
        None => ".",
    }
}

/// As Ruby's `File.extname`: dots at the start of the name are none.
fn extension(path: &str) -> &str {
    let base = base_of(path).trim_start_matches('.');
    match base.rfind('.') {
        Some(at) if at > 0 => base.get(at..).unwrap_or(""),
        _ => "",
    }
}

fn basename(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let given = call.arguments.len();
    if given > 2 {
        return call.fail(interpreter, format!("basename(): Too many arguments given ({given})"));
    }
    let Value::String(path) = call.argument(0) else {
        return call.fail(interpreter, "basename(): Requires string as first argument");
    };
    let base = base_of(path);
    let suffix = match call.arguments.get(1) {
        None => "",
        Some(Value::String(suffix)) => suffix.as_str(),
        Some(_) => return call.fail(interpreter, "basename(): Requires string as second argument"),
    };
    let kept = if suffix == ".*" {
        base.strip_suffix(extension(base))
    } else {
        base.strip_suffix(suffix).filter(|kept| !kept.is_empty())
    };
    Ok(Value::string(kept.unwrap_or(base)))
}

fn dirname(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let given = call.arguments.len();
    if given > 1 {
        return call.fail(interpreter, format!("dirname(): Too many arguments given ({given})"));
    }
    match call.argument(0) {
        Value::String(path) if path.is_empty() => {
            call.fail(interpreter, "dirname(): Requires a non-empty string as argument")
        }
        Value::String(path) => Ok(Value::string(folder_of(path))),
        _ => call.fail(interpreter, "dirname(): Requires string as argument"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_split_as_ruby_splits_them() {
        assert_eq!(base_of("/a/b/"), "b");
        assert_eq!(base_of("/"), "/");
        assert_eq!(folder_of("/a/b/"), "/a");
        assert_eq!(folder_of("a"), ".");
        assert_eq!(folder_of("/a"), "/");
        assert_eq!(folder_of("//"), "/");
        assert_eq!(extension("a/.bashrc"), "");
        assert_eq!(extension("a.tar.gz"), ".gz");
        assert_eq!(extension("a."), ".");
    }
}
