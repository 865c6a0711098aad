//! Functions that declare resources unless they are there already, and that ask what was declared.

use crate::functions::collections::flattened;
use crate::functions::iteration::ruby_equal;
use crate::functions::stdlib::{legacy, plain, typed};
use crate::functions::{BuiltinFunction, FunctionCall, UnknownArguments, optional, required};
use crate::interpreter::references::reference_parts;
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::text::to_s;
use crate::scope::{ScopeId, ScopeKind};
use crate::value::{HashEntries, Value};

const ENSURE_PACKAGES: BuiltinFunction = BuiltinFunction {
    name: "ensure_packages",
    documentation: "Declares packages unless they are declared already with the same attributes; `ensure` is `installed` \
        unless the second argument says otherwise.\n\n    ensure_packages(['git', 'vim'])",
    statement: false,
    // What `present` and `installed` become has changed between releases.
    stands_in: true,
    unknown: UnknownArguments::SpreadOutermost,
    dispatches: &[plain(
        &[
            required("packages", "Variant[String[1], Array[String[1]], Hash[String[1], Any]]"),
            optional("default_attributes", "Hash"),
        ],
        "Undef",
        ensure_packages,
    )],
    ..BuiltinFunction::COMMON
};

pub static FUNCTIONS: &[BuiltinFunction] = &[
    ENSURE_PACKAGES,
    BuiltinFunction { name: "stdlib::ensure_packages", ..ENSURE_PACKAGES },
    BuiltinFunction {
        unknown: UnknownArguments::SpreadOutermost,
        ..legacy(
            "ensure_resource",
            "Declares resources of a type with one or several titles unless they are declared already with the same \
                attributes.\n\n    ensure_resource('user', 'dan', {'ensure' => 'present'})",
            &[plain(
                &[
                    required("type", "String"),
                    required("titles", "Variant[String, Array[String]]"),
                    optional("attributes", "Hash"),
                ],
                "Undef",
                ensure_resource,
            )],
        )
    },
    BuiltinFunction {
        unknown: UnknownArguments::SpreadOutermost,
        ..legacy(
            "ensure_resources",
            "Declares the resources of a hash of titles and attributes unless they are declared already with the same \
                attributes; the third argument has attributes for all.\n\n\
                \u{20}   ensure_resources('user', {'dan' => {'uid' => 600}}, {'ensure' => 'present'})",
            &[plain(
                &[required("type", "String"), required("resources", "Hash"), optional("attributes", "Hash")],
                "Undef",
                ensure_resources,
            )],
        )
    },
    legacy(
        "defined_with_params",
        "True when a resource is declared, and has the given attributes.\n\n\
            \u{20}   defined_with_params(User['dan'], {'ensure' => 'present'})",
        &[plain(&[required("reference", "Any"), optional("attributes", "Hash")], "Boolean", |interpreter, call| {
            let declared = is_declared(interpreter, call.argument(0), &call.entries(1));
            match declared {
                Some(declared) => Ok(Value::Boolean(declared)),
                None => call.fail(interpreter, "Must specify a reference"),
            }
        })],
    ),
    legacy(
        "getparam",
        "The value of an attribute of a declared resource, or an empty string.\n\n\
            \u{20}   getparam(File['/tmp/x'], 'mode')",
        &[plain(&[required("reference", "Any"), required("attribute", "String")], "Any", getparam)],
    ),
    typed(
        "stdlib::str2resource",
        "The reference to a declared resource by its text; an error where there is none.\n\n\
            \u{20}   stdlib::str2resource('File[/tmp/x]')",
        &[plain(&[required("res_string", "String")], "Any", str2resource)],
    ),
    legacy(
        "assert_private",
        "An error unless the class or define that calls it was declared from its own module. The argument is the \
            message.\n\n    assert_private()",
        &[plain(&[optional("message", "String")], "Undef", assert_private)],
    ),
    legacy(
        "private",
        "The older name of `assert_private`.\n\n    private()",
        &[plain(&[optional("message", "String")], "Undef", assert_private)],
    ),
];

/// Whether a resource with these attributes is declared; `None` where the reference cannot be read.
fn is_declared(interpreter: &Interpreter<'_>, reference: &Value, attributes: &HashEntries) -> Option<bool> {
    let (type_name, title) = reference_parts(reference)?;
    let catalog = &interpreter.builder.catalog;
    let Some(id) = catalog.find(&type_name, &title) else {
        return Some(false);
    };
    let resource = catalog.get(id);
    Some(attributes.iter().all(|(name, wanted)| {
        let found = resource.parameters.get(to_s(name).as_str()).map(|parameter| &parameter.value);
        match found {
            Some(found) if !found.is_undef() => ruby_equal(found, wanted),
            _ => wanted.is_undef(),
        }
    }))
}

/// Declares one resource unless it is there with the same attributes.
fn ensure_one(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    type_name: &str,
    title: &Value,
    attributes: &HashEntries,
) -> Evaluated<()> {
    let reference = Value::string(format!("{type_name}[{}]", to_s(title)));
    if is_declared(interpreter, &reference, attributes) == Some(true) {
        return Ok(());
    }
    let attributes = Value::hash(attributes.iter().map(|(name, value)| (name.clone(), value.clone())));
    let arguments = vec![Value::string(type_name), Value::hash([(title.clone(), attributes)])];
    interpreter.call_function("create_resources", arguments, None, call.scope, call.place)?;
    Ok(())
}

fn merged(first: &HashEntries, second: &HashEntries) -> HashEntries {
    first.iter().chain(second.iter()).map(|(key, value)| (key.clone(), value.clone())).collect()
}

fn ensure_packages(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let installed: HashEntries = [(Value::string("ensure"), Value::string("installed"))].into_iter().collect();
    let defaults = merged(&installed, &call.entries(1));
    match call.argument(0) {
        Value::Hash(packages) => {
            for (title, attributes) in packages.iter() {
                let attributes = match attributes {
                    Value::Hash(attributes) => merged(&defaults, attributes),
                    _ => defaults.clone(),
                };
                ensure_package(interpreter, &call, title, attributes)?;
            }
        }
        other => {
            for title in super::arrays::listed(other) {
                ensure_package(interpreter, &call, &title, defaults.clone())?;
            }
        }
    }
    Ok(Value::Undef)
}

/// `present` and `installed` mean the same: whichever a package that is declared already has is taken.
fn ensure_package(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    title: &Value,
    mut attributes: HashEntries,
) -> Evaluated<()> {
    let ensure = Value::string("ensure");
    if matches!(attributes.get(&ensure).and_then(Value::as_str), Some("present" | "installed")) {
        let present: HashEntries = [(ensure.clone(), Value::string("present"))].into_iter().collect();
        let reference = Value::string(format!("Package[{}]", to_s(title)));
        let is_present = is_declared(interpreter, &reference, &present) == Some(true);
        attributes.insert(ensure, Value::string(if is_present { "present" } else { "installed" }));
    }
    ensure_one(interpreter, call, "package", title, &attributes)
}

fn ensure_resource(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let type_name = to_s(call.argument(0));
    for title in flattened(std::slice::from_ref(call.argument(1))) {
        ensure_one(interpreter, &call, &type_name, &title, &call.entries(2))?;
    }
    Ok(Value::Undef)
}

fn ensure_resources(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let type_name = to_s(call.argument(0));
    let Value::Hash(resources) = call.argument(1) else {
        return call.fail(interpreter, "ensure_resources(): Requires second argument to be a Hash");
    };
    let common = call.entries(2);
    for (title, attributes) in resources.iter() {
        let attributes = match attributes {
            Value::Hash(attributes) => merged(&common, attributes),
            _ => (*common).clone(),
        };
        ensure_one(interpreter, &call, &type_name, title, &attributes)?;
    }
    Ok(Value::Undef)
}

fn getparam(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let Some(name) = call.optional_text(1) else {
        return call.fail(interpreter, "Must specify name of a parameter");
    };
    let Some((type_name, title)) = reference_parts(call.argument(0)) else {
        return Ok(Value::string(""));
    };
    let catalog = &interpreter.builder.catalog;
    let found = catalog.find(&type_name, &title).and_then(|id| catalog.get(id).parameters.get(name));
    Ok(found.map(|parameter| parameter.value.clone()).filter(|value| !value.is_undef()).unwrap_or("".into()))
}

fn str2resource(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let Some((type_name, title)) = reference_parts(call.argument(0)) else {
        return call.fail(interpreter, format!("Invalid resource reference: {}", call.text(0)));
    };
    if interpreter.builder.catalog.find(&type_name, &title).is_none() {
        let words = format!(
            "stdlib::str2resource(): could not find {type_name}[{title}], this is parse order dependent and values should not be quoted"
        );
        return call.fail(interpreter, words);
    }
    Ok(Value::Type(crate::types::Type::resource(&type_name, Some(&title))))
}

fn assert_private(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let variable = |name: &str| interpreter.variable(call.scope, name).unwrap_or(Value::Undef);
    let (module, caller) = (variable("module_name"), variable("caller_module_name"));
    if module == caller || caller.first_unknown().is_some() {
        return Ok(Value::Undef);
    }
    let message = match call.optional_text(0) {
        Some(message) => message.to_string(),
        None => {
            let (kind, name) = enclosing_definition(interpreter, call.scope);
            format!("{kind} {name} is private")
        }
    };
    call.fail(interpreter, message)
}

/// What the calling code belongs to, as the message names it.
fn enclosing_definition(interpreter: &Interpreter<'_>, scope: ScopeId) -> (&'static str, String) {
    let mut next = Some(scope);
    while let Some(id) = next {
        let scope = interpreter.scope(id);
        match &scope.kind {
            ScopeKind::Class(name) => return ("Class", name.to_string()),
            ScopeKind::Define(index) => {
                let resource = interpreter.builder.catalog.resources.get(*index);
                return ("Definition", resource.map(|it| it.type_name.to_lowercase()).unwrap_or_default());
            }
            _ => next = scope.parent,
        }
    }
    ("Class", "main".to_string())
}
