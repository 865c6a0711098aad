//! `Pathname`: paths as objects. What they ask of the disk is answered as `File` answers it.

use super::{Native, native};
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::methods::MethodCall;
use crate::ruby::value::RubyValue;

/// Methods that `File` answers for a path.
const OF_FILE: &[&str] = &["exist?", "file?", "directory?", "readable?", "read", "binread"];

impl Ruby<'_, '_> {
    pub(super) fn pathname_method(&mut self, path: &str, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        let file = |ruby: &mut Self, name: &str, arguments: Vec<RubyValue>| {
            ruby.send(&RubyValue::Constant("File".into()), name, arguments, None, call.offset)
        };
        let own = RubyValue::string(path);
        Ok(Some(match call.name {
            name if OF_FILE.contains(&name) => file(self, name, vec![own])?,
            "to_s" | "to_path" | "to_str" => own,
            "cleanpath" => pathname(clean(path)),
            "basename" | "dirname" => pathname(file(self, call.name, vec![own])?.to_text()),
            "parent" => pathname(file(self, "dirname", vec![own])?.to_text()),
            "extname" => file(self, "extname", vec![own])?,
            "join" | "+" | "/" => {
                let mut joined = path.to_string();
                for argument in &call.arguments {
                    let next = argument.to_text();
                    joined =
                        if next.starts_with('/') { next } else { format!("{}/{next}", joined.trim_end_matches('/')) };
                }
                pathname(clean(&joined))
            }
            "absolute?" => RubyValue::Boolean(path.starts_with('/')),
            "relative?" => RubyValue::Boolean(!path.starts_with('/')),
            _ => return Ok(None),
        }))
    }
}

pub(super) fn pathname(path: String) -> RubyValue {
    native(Native::Pathname(path))
}

/// The path without `.`, `..` and doubled slashes, as far as no disk is needed.
fn clean(path: &str) -> String {
    let is_absolute = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if is_absolute => {}
            part => parts.push(part),
        }
    }
    match (is_absolute, parts.is_empty()) {
        (true, _) => format!("/{}", parts.join("/")),
        (false, true) => ".".to_string(),
        (false, false) => parts.join("/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Ruby 3.1's `Pathname#cleanpath` says.
    #[test]
    fn paths_are_cleaned_without_a_disk() {
        for (path, expected) in [("/a//b/../c", "/a/c"), ("a/..", "."), ("../a/./b", "../a/b"), ("/..", "/"), ("", ".")]
        {
            assert_eq!(clean(path), expected, "{path}");
        }
    }
}
