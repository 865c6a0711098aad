//! Functions that read files of modules. All of them ask the world; nothing outside modules can be read.

use std::sync::Arc;

use crate::functions::{
    BlockSpec, BuiltinFunction, Convention, Dispatch, FunctionCall, repeated, required, required_repeated,
};
use crate::interpreter::{Evaluated, Interpreter};
use crate::limits::LimitReached;
use crate::place::FileId;
use crate::ruby_core::text::to_s;
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "file",
        documentation: "The text of the first of the files that exists: `'module/name'` is `name` in the module's folder \
            `files`, an absolute path is read from the server's disk.\n\n    file('ntp/ntp.conf')",
        convention: Convention::Counted,
        dispatches: &[Dispatch {
            parameters: &[required_repeated("paths", "String")],
            block: BlockSpec::None,
            returns: Some("String"),
            run: file,
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "binary_file",
        documentation: "The bytes of a file as a Binary: `'module/name'` is `name` in the module's folder `files`.\n\n\
            \u{20}   binary_file('site/logo.png')",
        dispatches: &[Dispatch {
            parameters: &[required("path", "String")],
            block: BlockSpec::None,
            returns: Some("Binary"),
            run: binary_file,
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "find_file",
        documentation: "The path of the first of the files that exists, or undef: `'module/name'` is `name` in the \
            module's folder `files`.\n\n    find_file('ntp/ntp.conf')",
        dispatches: &[
            Dispatch {
                parameters: &[repeated("paths", "String")],
                block: BlockSpec::None,
                returns: Some("Optional[String]"),
                run: |interpreter, call| find(interpreter, &call, "files"),
            },
            Dispatch {
                parameters: &[repeated("paths_array", "Array[String]")],
                block: BlockSpec::None,
                returns: Some("Optional[String]"),
                run: |interpreter, call| find(interpreter, &call, "files"),
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "find_template",
        documentation: "The path of the first of the templates that exists, or undef: `'module/name'` is `name` in the \
            module's folder `templates`.\n\n    find_template('ntp/ntp.conf.epp')",
        dispatches: &[
            Dispatch {
                parameters: &[repeated("paths", "String")],
                block: BlockSpec::None,
                returns: Some("Optional[String]"),
                run: |interpreter, call| find(interpreter, &call, "templates"),
            },
            Dispatch {
                parameters: &[repeated("paths_array", "Array[String]")],
                block: BlockSpec::None,
                returns: Some("Optional[String]"),
                run: |interpreter, call| find(interpreter, &call, "templates"),
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "module_directory",
        documentation: "The folder of the first of the modules that exists, or undef.\n\n    module_directory('ntp')",
        dispatches: &[
            Dispatch {
                parameters: &[repeated("names", "String")],
                block: BlockSpec::None,
                returns: Some("Optional[String]"),
                run: module_directory,
            },
            Dispatch {
                parameters: &[repeated("names", "Array[String]")],
                block: BlockSpec::None,
                returns: Some("Optional[String]"),
                run: module_directory,
            },
        ],
        ..BuiltinFunction::COMMON
    },
];

/// Where a file that a function names may be.
pub(crate) enum Found {
    File(FileId),
    /// A folder, by its path.
    Folder(String),
    Missing,
    /// An absolute path that only the server's disk can answer.
    Outside,
}

/// `module/path` below a folder of the module, or an absolute path.
pub(crate) fn locate(interpreter: &Interpreter<'_>, path: &str, folder: &str) -> Found {
    if is_absolute(path) {
        let path = &followed(path);
        return match interpreter.world.absolute_file(path) {
            Some(Some(file)) => Found::File(file),
            answer => match locate_in_modules(interpreter, path) {
                Found::Missing if answer.is_none() => Found::Outside,
                found => found,
            },
        };
    }
    let Some((module, name)) = path.split_once('/') else {
        return Found::Missing;
    };
    in_module(interpreter, module, &format!("{folder}/{name}"))
}

/// The path without `.`, `..` and doubled slashes, as a disk without links would follow it.
pub(crate) fn followed(path: &str) -> String {
    let is_rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("{}{}", if is_rooted { "/" } else { "" }, parts.join("/"))
}

/// The file or folder of a path that leads into the folder of a module of the environment.
fn locate_in_modules(interpreter: &Interpreter<'_>, path: &str) -> Found {
    match split_at_module(interpreter, path) {
        Some((module, rest)) => in_module(interpreter, module, rest),
        None => Found::Missing,
    }
}

/// Returns whether a path leads into the folder of a module of the environment.
pub(crate) fn is_in_module(interpreter: &Interpreter<'_>, path: &str) -> bool {
    split_at_module(interpreter, path).is_some()
}

fn split_at_module<'p>(interpreter: &Interpreter<'_>, path: &'p str) -> Option<(&'p str, &'p str)> {
    let modules = interpreter.world.modules();
    let path = path.trim_end_matches('/');
    path.match_indices('/').find_map(|(at, _)| {
        let (root, rest) = path.split_at(at);
        let name = root.rsplit('/').next().filter(|name| !name.is_empty())?;
        let is_root =
            modules.iter().any(|module| module == name) && module_path(interpreter, name).as_deref() == Some(root);
        is_root.then(|| (name, rest.trim_start_matches('/')))
    })
}

fn in_module(interpreter: &Interpreter<'_>, module: &str, path: &str) -> Found {
    if let Some(file) = interpreter.world.module_file(module, path) {
        return Found::File(file);
    }
    let path = path.trim_end_matches('/');
    if interpreter.world.files_below(Some(module), path).is_empty() {
        return Found::Missing;
    }
    match module_path(interpreter, module) {
        Some(root) => Found::Folder(format!("{root}/{path}")),
        None => Found::Missing,
    }
}

fn is_absolute(path: &str) -> bool {
    let mut characters = path.chars();
    let drive = matches!(
        (characters.next(), characters.next(), characters.next()),
        (Some('a'..='z' | 'A'..='Z'), Some(':'), Some('/' | '\\'))
    );
    path.starts_with('/') || drive
}

impl Interpreter<'_> {
    /// Stops the evaluation where a file is larger than the limit allows.
    pub(super) fn check_file_size(&self, file: FileId) -> Evaluated<()> {
        let limit = self.request.limits.file_bytes;
        match self.world.size(file) {
            Some(size) if size > limit => self.limit(LimitReached::FileBytes(limit)),
            _ => Ok(()),
        }
    }
}

/// The bytes of a file, as far as the limit allows.
pub(super) fn bytes(interpreter: &Interpreter<'_>, file: FileId) -> Evaluated<Option<Arc<[u8]>>> {
    let limit = interpreter.request.limits.file_bytes;
    match interpreter.world.bytes(file) {
        Some(bytes) if bytes.len() > limit => interpreter.limit(LimitReached::FileBytes(limit)),
        other => Ok(other),
    }
}

fn file(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut outside = None;
    for argument in &call.arguments {
        let path = to_s(argument);
        match locate(interpreter, &path, "files") {
            Found::File(file) => {
                if let Some(bytes) = bytes(interpreter, file)? {
                    // Whether a file before this one exists on the server decides; nobody here can say.
                    if outside.is_none() {
                        return Ok(Value::string(String::from_utf8_lossy(&bytes)));
                    }
                }
            }
            Found::Outside => outside = outside.or(Some(path)),
            Found::Folder(_) | Found::Missing => {}
        }
    }
    let all: Vec<String> = call.arguments.iter().map(to_s).collect();
    match outside {
        Some(path) => Ok(call.unknown(interpreter, format!("{path} is on the server's disk"))),
        None => call.fail(interpreter, format!("Could not find any files from {}", all.join(", "))),
    }
}

fn binary_file(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let path = call.text(0);
    match locate(interpreter, path, "files") {
        Found::File(file) => {
            if let Some(bytes) = bytes(interpreter, file)? {
                return Ok(Value::Binary(bytes));
            }
        }
        Found::Outside => return Ok(call.unknown(interpreter, format!("{path} is on the server's disk"))),
        Found::Folder(_) | Found::Missing => {}
    }
    call.fail(interpreter, format!("binary_file(): The given file '{path}' does not exist"))
}

fn names(call: &FunctionCall) -> Vec<String> {
    super::collections::flattened(&call.arguments).iter().map(to_s).collect()
}

fn find(interpreter: &mut Interpreter<'_>, call: &FunctionCall, folder: &str) -> Evaluated<Value> {
    for path in names(call) {
        match locate(interpreter, &path, folder) {
            Found::File(file) => return Ok(Value::string(interpreter.world.path(file))),
            Found::Folder(path) => return Ok(Value::string(path)),
            Found::Outside => return Ok(call.unknown(interpreter, format!("{path} is on the server's disk"))),
            Found::Missing => {}
        }
    }
    Ok(Value::Undef)
}

fn module_directory(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let modules = interpreter.world.modules();
    for name in names(&call) {
        if modules.contains(&name) {
            return Ok(match module_path(interpreter, &name) {
                Some(path) => Value::string(path),
                None => call.unknown(interpreter, format!("the folder of module {name} is not known")),
            });
        }
    }
    Ok(Value::Undef)
}

/// The folder of a module.
pub(crate) fn module_path(interpreter: &Interpreter<'_>, module: &str) -> Option<String> {
    interpreter.world.module_root(module).map(|root| root.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_followed_without_a_disk() {
        assert_eq!(followed("/a//b/../c/./d.yaml"), "/a/c/d.yaml");
        assert_eq!(followed("/../.."), "/");
        assert_eq!(followed("C:/a/../b"), "C:/b");
    }

    #[test]
    fn paths_of_disks_are_absolute() {
        assert!(is_absolute("/etc/motd"));
        assert!(is_absolute("C:/x"));
        assert!(!is_absolute("module/file"));
    }
}
