//! What the tests of lookups share: files in, a value or an error out.

use std::sync::Arc;

use indexmap::IndexMap;
use smol_str::SmolStr;
use syntax::ExprId;

use super::found_value::FoundValue;
use crate::interpreter::{Interpreter, Interrupt};
use crate::place::{FileId, Place};
use crate::request::Request;
use crate::scope::ScopeId;
use crate::value::Value;
use crate::value::text::to_source_string;
use crate::{Evaluated, MemoryWorld};

pub const TWO_LEVELS: (&str, &str) = (
    "hiera.yaml",
    "version: 5\nhierarchy:\n  - name: over\n    path: over.yaml\n  - name: common\n    path: common.yaml\n",
);

fn with_interpreter<T>(files: &[(&str, &str)], run: impl FnOnce(&mut Interpreter<'_>, Place) -> T) -> T {
    let mut world = MemoryWorld::new();
    world.root = "/env".to_string();
    for (path, text) in files {
        world.add_file(path, *text);
    }
    let mut request = Request::catalog("test.example.com");
    let roles = Value::array([Value::string("web"), Value::string("nix"), Value::string("db")]);
    let facts: IndexMap<SmolStr, Value> =
        [(SmolStr::new("kernel"), Value::string("Linux")), (SmolStr::new("roles"), roles)].into_iter().collect();
    let facts_hash = Value::hash(facts.iter().map(|(name, value)| (Value::String(name.clone()), value.clone())));
    request.facts = Arc::new(facts.into());
    let mut interpreter = Interpreter::new(&world, &request);
    interpreter.scope_mut(ScopeId::TOP).variables.insert(SmolStr::new("facts"), facts_hash);
    run(&mut interpreter, Place::new(FileId(0), ExprId(0)))
}

/// The value of a key with its origins, or the message of the error.
pub fn found(files: &[(&str, &str)], key: &str) -> Result<Option<FoundValue>, String> {
    with_interpreter(files, |interpreter, place| {
        let (found, _) = interpreter.explain_lookup(key, &Value::Undef, ScopeId::TOP, place);
        message_of(found)
    })
}

/// What `lookup --explain` prints.
pub fn explained(files: &[(&str, &str)], key: &str) -> String {
    with_interpreter(files, |interpreter, place| {
        interpreter.explain_lookup(key, &Value::Undef, ScopeId::TOP, place).1.to_text()
    })
}

fn message_of<T>(result: Evaluated<T>) -> Result<T, String> {
    result.map_err(|interrupt| match *interrupt {
        Interrupt::Error(error) => error.issue.message().text().to_string(),
        other => format!("{other:?}"),
    })
}

/// The value in source form; `nothing` where there is none.
pub fn check(files: &[(&str, &str)], key: &str, expected: &str) {
    let actual = match found(files, key) {
        Ok(Some(found)) => to_source_string(&found.value),
        Ok(None) => "nothing".to_string(),
        Err(message) => format!("error: {message}"),
    };
    assert_eq!(actual, expected, "{key}");
}

pub fn check_error(files: &[(&str, &str)], key: &str, expected: &str) {
    match found(files, key) {
        Err(message) => assert_eq!(message, expected, "{key}"),
        Ok(found) => panic!("{key} gave {found:?}"),
    }
}
