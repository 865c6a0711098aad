//! Functions that declare and realize resources: `create_resources`, `realize`; and `defined`, which asks for them.

use smol_str::SmolStr;

use super::{
    BlockSpec, BuiltinFunction, Convention, Dispatch, FunctionCall, UnknownArguments, optional, required,
    required_repeated,
};
use crate::catalog::issues::CatalogIssue;
use crate::catalog::names::{capitalized, class_title};
use crate::catalog::resource::{CodeOwner, Parameter};
use crate::error::RuntimeError;
use crate::interpreter::references::{reference_parts, reference_text};
use crate::interpreter::resource_creation::{Attributes, Declaration};
use crate::interpreter::resources::own_list;
use crate::interpreter::{Evaluated, Interpreter};
use crate::name_map::NameMap;
use crate::scope::ScopeId;
use crate::types::Type;
use crate::value::{HashEntries, Value};

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "create_resources",
        documentation: "Declares a resource for each entry of a hash: the key is the title, the value a hash of \
                        parameters. A third hash gives defaults. `@` and `@@` before the type make them virtual and \
                        exported.",
        statement: true,
        convention: Convention::Counted,
        unknown: UnknownArguments::Accept,
        dispatches: &[Dispatch {
            parameters: &[
                required("type", "String"),
                required("resources", "Hash[String, Hash]"),
                optional("defaults", "Hash[String, Any]"),
            ],
            block: BlockSpec::None,
            returns: None,
            run: create_resources,
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "realize",
        documentation: "Makes virtual resources real, by reference.",
        statement: true,
        convention: Convention::Counted,
        unknown: UnknownArguments::Accept,
        dispatches: &[Dispatch {
            parameters: &[required_repeated("references", "Type[Resource]")],
            block: BlockSpec::None,
            returns: None,
            run: realize,
        }],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "defined",
        documentation: "Whether a class or resource type exists (by name), a resource or class has been declared so \
                        far (by reference), or a variable is there (`'$name'`). True where any of them is.",
        dispatches: &[Dispatch {
            parameters: &[required_repeated("vals", "Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]]")],
            block: BlockSpec::None,
            returns: Some("Boolean"),
            run: defined,
        }],
        ..BuiltinFunction::COMMON
    },
];

fn create_resources(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let fail = |interpreter: &Interpreter<'_>, message: &str| {
        interpreter.raise::<Value>(RuntimeError(format!("create_resources(): {message}")))
    };
    let (type_text, resources, defaults) = match call.arguments.as_slice() {
        [type_text, resources] => (type_text, resources, None),
        [type_text, resources, defaults] => (type_text, resources, Some(defaults)),
        other => {
            let message = format!("wrong number of arguments ({}; must be 2 or 3)", other.len());
            return fail(interpreter, &message);
        }
    };
    if let Value::Unknown(reason) = resources {
        match type_text {
            Value::Unknown(_) => {
                interpreter.note_untitled(None, Some(call.place), reason);
                interpreter.skipped.anything();
            }
            known => {
                let type_name = reference_text(known);
                interpreter.note_untitled(Some(type_name.trim_start_matches('@')), Some(call.place), reason);
                interpreter.note_resource(type_name.trim_start_matches('@'), None);
            }
        }
        return Ok(Value::Undef);
    }
    let Value::Hash(resources) = resources else {
        return fail(interpreter, "second argument must be a hash");
    };
    let no_defaults = HashEntries::default();
    let defaults = match defaults {
        None | Some(Value::Unknown(_)) => &no_defaults,
        Some(Value::Hash(defaults)) => defaults,
        Some(_) => return fail(interpreter, "third argument, if provided, must be a hash"),
    };
    let type_text = match type_text {
        Value::Unknown(reason) => {
            interpreter.note_untitled(None, Some(call.place), reason);
            interpreter.skipped.anything();
            return Ok(Value::Undef);
        }
        other => reference_text(other),
    };
    let type_name = type_text.trim_start_matches('@').to_lowercase();
    let is_exported = type_text.starts_with("@@");
    let is_virtual = type_text.starts_with('@');
    if type_name == "class" && is_virtual {
        return interpreter.fail(CatalogIssue::ClassNotVirtualizable, call.place);
    }
    let declaration = Declaration { scope: call.scope, place: Some(call.place), is_virtual, is_exported };
    let set_by = interpreter.code_owner(call.scope);
    for (title, given) in resources.iter() {
        let titles = match title {
            Value::Array(titles) => titles.as_slice(),
            title => std::slice::from_ref(title),
        };
        let mut parameters = NameMap::new();
        let no_parameters = HashEntries::default();
        let mut rest = None;
        let given = match given {
            Value::Hash(given) => given,
            Value::Undef => &no_parameters,
            Value::Unknown(_) => {
                let value = given.clone().with_nothing_certain();
                rest = Some(Box::new(Parameter { value, place: None, set_by: set_by.clone() }));
                &no_parameters
            }
            other => {
                let message = format!("no implicit conversion of {} into Hash", crate::types::infer_generalized(other));
                return interpreter.raise(RuntimeError(message));
            }
        };
        for (name, value) in defaults.iter() {
            let parameter = Parameter { value: value.clone(), place: None, set_by: set_by.clone() };
            parameters.insert(interpreter.title_text(name), parameter);
        }
        for (name, value) in given.iter() {
            let name = interpreter.title_text(name);
            let value = own_list(&name, value.clone());
            parameters.insert(name, Parameter { value, place: None, set_by: set_by.clone() });
        }
        if titles.iter().all(|title| matches!(title, Value::String(_))) {
            let titles: Vec<SmolStr> = titles.iter().map(|title| interpreter.title_text(title)).collect();
            interpreter.create_resources(
                &type_name,
                &titles,
                Attributes { given: parameters, rest },
                declaration,
                &mut Vec::new(),
            )?;
            continue;
        }
        for title in titles {
            let text = interpreter.title_text(title);
            let parameters = match title {
                Value::String(_) => parameters.clone(),
                _ => with_name(interpreter, &type_name, &text, &parameters, &set_by),
            };
            let first = interpreter.builder.catalog.resources.len();
            let attributes = Attributes { given: parameters, rest: rest.clone() };
            interpreter.create_resources(&type_name, &[text], attributes, declaration, &mut Vec::new())?;
            if !matches!(title, Value::String(_)) {
                let created = interpreter.builder.catalog.resources.get_mut(first..);
                for resource in created.into_iter().flatten() {
                    resource.title_value = Some(title.clone());
                    resource.tags.remove(&resource.title);
                }
            }
        }
    }
    Ok(Value::Undef)
}

/// A title that is no string differs from the name that it gives: the name is then part of the catalog.
fn with_name(
    interpreter: &Interpreter<'_>,
    type_name: &str,
    title: &SmolStr,
    parameters: &NameMap<Parameter>,
    set_by: &CodeOwner,
) -> NameMap<Parameter> {
    let plugin = interpreter.world.plugin_resource_type(type_name);
    let namevar = match (&plugin, crate::resource_types::builtin(type_name)) {
        (Some(plugin), _) => plugin.info.namevar(),
        (None, Some(info)) => info.namevar(),
        (None, None) => None,
    };
    let namevar = namevar.unwrap_or("name");
    if type_name == "class" || parameters.contains_key(namevar) {
        return parameters.clone();
    }
    let name = Parameter { value: Value::String(title.clone()), place: None, set_by: set_by.clone() };
    let mut named = NameMap::with_capacity(parameters.len() + 1);
    named.insert(SmolStr::new(namevar), name);
    named.extend(parameters.iter().map(|(name, parameter)| (name.clone(), parameter.clone())));
    named
}

fn realize(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut flat = Vec::new();
    for argument in call.arguments {
        crate::interpreter::resources::flatten(argument, &mut flat);
    }
    let mut references = Vec::new();
    for value in flat {
        if value.first_unknown().is_some() {
            continue;
        }
        match reference_parts(&value) {
            Some(reference) => references.push(reference),
            None => {
                let shown = format!("{:?}", reference_text(&value));
                return interpreter.raise(CatalogIssue::ReferenceWithoutTitle { shown });
            }
        }
    }
    interpreter.add_realization(references, call.scope, call.place);
    Ok(Value::Undef)
}

fn defined(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    for value in &call.arguments {
        if is_defined(interpreter, value, call.scope)? {
            return Ok(Value::Boolean(true));
        }
    }
    Ok(Value::Boolean(false))
}

fn is_defined(interpreter: &mut Interpreter<'_>, value: &Value, scope: ScopeId) -> Evaluated<bool> {
    match value {
        Value::String(text) if text.is_empty() => Ok(false),
        Value::String(text) if text == "main" => Ok(true),
        Value::String(text) => match text.strip_prefix('$') {
            Some(name) if !name.is_empty() => Ok(interpreter.variable(scope, name).is_some()),
            _ => Ok(interpreter.find_resource_type(text)?.is_some() || interpreter.find_class(text)?.is_some()),
        },
        Value::Type(Type::Type(Some(inner))) => match &**inner {
            Type::Class(None) => {
                interpreter.raise(RuntimeError("The given class type is a reference to all classes".to_string()))
            }
            Type::Class(Some(name)) => Ok(interpreter.find_class(name)?.is_some()),
            other => is_defined(interpreter, &Value::Type(other.clone()), scope),
        },
        Value::Type(Type::Class(None)) => {
            interpreter.raise(RuntimeError("The given class type is a reference to all classes".to_string()))
        }
        Value::Type(Type::Class(Some(name))) => {
            Ok(interpreter.builder.catalog.find("Class", &class_title(name)).is_some())
        }
        Value::Type(Type::Resource { type_name: None, .. }) => {
            interpreter.raise(RuntimeError("The given resource type is a reference to all kind of types".to_string()))
        }
        Value::Type(Type::Resource { type_name: Some(type_name), title: None, .. }) => {
            Ok(interpreter.find_resource_type(type_name)?.is_some())
        }
        Value::Type(Type::Resource { type_name: Some(type_name), title: Some(title), given }) => {
            if type_name.eq_ignore_ascii_case("class") {
                // Puppet looks for a class that was given to a resource among the resources, and there it is not.
                if *given {
                    return Ok(false);
                }
                return Ok(interpreter.builder.catalog.find("Class", &class_title(title)).is_some());
            }
            Ok(interpreter.builder.catalog.find(&capitalized(type_name), title).is_some())
        }
        _ => Ok(false),
    }
}
