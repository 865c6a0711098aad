//! Functions that ask the facts of the node.

use crate::functions::stdlib::{legacy, plain, typed};
use crate::functions::versions::compare_packages;
use crate::functions::{BuiltinFunction, FunctionCall, optional, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::scope::ScopeId;
use crate::value::Value;

const HAS_INTERFACE: BuiltinFunction = legacy(
    "has_interface_with",
    "True when the node has a network interface of a name, or one whose `ipaddress`, `macaddress`, `netmask` or `network` \
        has a value.\n\n    has_interface_with('ipaddress', '127.0.0.1')",
    &[plain(&[required("kind", "String"), optional("value", "String")], "Boolean", |interpreter, call| {
        has_interface_with(interpreter, &call, call.text(0), call.arguments.get(1))
    })],
);
const OS_VERSION: BuiltinFunction = typed(
    "os_version_gte",
    "True when the node's operating system has a name, and a major release that is not older than a version.\n\n\
        \u{20}   os_version_gte('Debian', '12')",
    &[plain(&[required("os", "String[1]"), required("version", "String[1]")], "Boolean", os_version_gte)],
);

pub static FUNCTIONS: &[BuiltinFunction] = &[
    typed(
        "fact",
        "The value of a fact by a dotted path; undef where there is none. `$facts` and `getvar` do the same.\n\n\
            \u{20}   fact('os.family')",
        &[plain(&[required("fact_name", "String")], "Any", fact)],
    ),
    HAS_INTERFACE,
    BuiltinFunction { name: "stdlib::has_interface_with", ..HAS_INTERFACE },
    legacy(
        "has_ip_address",
        "True when an interface of the node has an address.\n\n    has_ip_address('127.0.0.1')",
        &[plain(&[required("address", "String")], "Boolean", |interpreter, call| {
            has_interface_with(interpreter, &call, "ipaddress", call.arguments.first())
        })],
    ),
    legacy(
        "has_ip_network",
        "True when an interface of the node is in a network.\n\n    has_ip_network('127.0.0.0')",
        &[plain(&[required("network", "String")], "Boolean", |interpreter, call| {
            has_interface_with(interpreter, &call, "network", call.arguments.first())
        })],
    ),
    OS_VERSION,
    BuiltinFunction { name: "stdlib::os_version_gte", ..OS_VERSION },
];

fn facts(interpreter: &Interpreter<'_>) -> Value {
    interpreter.variable(ScopeId::TOP, "facts").unwrap_or(Value::Undef)
}

fn entry(value: &Value, key: &str) -> Option<Value> {
    match value {
        Value::Hash(entries) => entries.get(&Value::string(key)).cloned(),
        _ => None,
    }
}

fn fact(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut current = facts(interpreter);
    for key in path_of(call.text(0)) {
        current = match &current {
            Value::Array(elements) => {
                let index = crate::ruby_core::numbers::small_integer(&key);
                let index = index.map(|index| if index < 0 { index + elements.len() as i128 } else { index });
                let found = index.and_then(|index| usize::try_from(index).ok()).and_then(|index| elements.get(index));
                found.cloned().unwrap_or(Value::Undef)
            }
            other => entry(other, &key).unwrap_or(Value::Undef),
        };
        if current.is_undef() {
            break;
        }
    }
    Ok(current)
}

/// The parts of a dotted path; a part in double quotes may hold dots.
fn path_of(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some((inside, after)) = rest.strip_prefix('"').and_then(|inner| inner.split_once('"')) {
            parts.push(inside.to_string());
            rest = after;
        } else {
            let end = rest.find(['.', '"']).unwrap_or(rest.len());
            let (part, after) = rest.split_at(end);
            if part.is_empty() {
                rest = rest.get(1..).unwrap_or("");
            } else {
                parts.push(part.to_string());
                rest = after;
            }
        }
    }
    parts
}

/// What the structured fact calls what the flat facts called by these names.
const KINDS: &[(&str, &[&str])] = &[
    ("ipaddress", &["ip", "ip6"]),
    ("ipaddress6", &["ip6"]),
    ("macaddress", &["mac"]),
    ("netmask", &["netmask", "netmask6"]),
    ("network", &["network", "network6"]),
];

fn has_interface_with(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    kind: &str,
    value: Option<&Value>,
) -> Evaluated<Value> {
    let networking = entry(&facts(interpreter), "networking").unwrap_or(Value::Undef);
    let Some(Value::Hash(interfaces)) = entry(&networking, "interfaces") else {
        return Ok(call.unknown(interpreter, "the fact networking.interfaces is not known"));
    };
    let Some(value) = value else {
        return Ok(Value::Boolean(interfaces.contains_key(&Value::string(kind))));
    };
    let names = KINDS.iter().find(|(name, _)| *name == kind).map_or(&[][..], |(_, names)| *names);
    let here = |data: &Value| names.iter().any(|name| entry(data, name).as_ref() == Some(value));
    Ok(Value::Boolean(here(&networking) || interfaces.values().any(here)))
}

fn os_version_gte(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let os = entry(&facts(interpreter), "os").unwrap_or(Value::Undef);
    let name = entry(&os, "name");
    let major = entry(&os, "release").and_then(|release| entry(&release, "major"));
    match (name, major) {
        (Some(Value::String(name)), Some(Value::String(major))) => {
            let newer = compare_packages(&major, call.text(1), false).is_ge();
            Ok(Value::Boolean(name == call.text(0) && newer))
        }
        _ => Ok(call.unknown(interpreter, "the fact os is not known")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_split_at_dots_outside_quotes() {
        assert_eq!(path_of("os.release.major"), ["os", "release", "major"]);
        assert_eq!(path_of("a.\"b.c\".d"), ["a", "b.c", "d"]);
    }
}
