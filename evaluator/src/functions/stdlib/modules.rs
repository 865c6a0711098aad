//! Functions that look at modules, files and functions, and those about the time and deprecations.

use crate::error::{Issue, RUNTIME_ERROR};
use crate::functions::files::{Found, bytes, locate, module_path};
use crate::functions::stdlib::serialization::{parse_json, parse_yaml};
use crate::functions::stdlib::{legacy, plain, typed};
use crate::functions::{BuiltinFunction, FunctionCall, UnknownArguments, available_builtin, optional, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::message::Message;
use crate::place::{Place, PlaceStyle};
use crate::ruby_core::text::to_s;
use crate::scope::ScopeKind;
use crate::types::objects;
use crate::value::{ObjectValue, Value};

const TIME: BuiltinFunction = legacy(
    "time",
    "The number of seconds since 1970, which is another one at every compilation: the result is unknown.\n\n    time()",
    &[plain(&[optional("timezone", "String")], "Integer", |interpreter, call| {
        Ok(call.unknown(interpreter, "it depends on the time of the compilation"))
    })],
);

pub static FUNCTIONS: &[BuiltinFunction] = &[
    legacy(
        "get_module_path",
        "The folder of a module; an error where there is none. The built-in `module_directory` gives undef instead.\n\n\
            \u{20}   get_module_path('stdlib')",
        &[plain(&[required("module", "String")], "String", get_module_path)],
    ),
    legacy(
        "load_module_metadata",
        "What a module's `metadata.json` says, as a hash. With a second argument an empty hash where there is no such \
            file.\n\n    load_module_metadata('ntp')['version']",
        &[plain(&[required("module", "String"), optional("allow_empty", "Any")], "Hash", load_module_metadata)],
    ),
    legacy(
        "loadjson",
        "The data of a JSON file by its path, or the default where it cannot be read.\n\n\
            \u{20}   loadjson('/etc/data.json', {})",
        &[plain(&[required("path", "String"), optional("default", "Any")], "Any", |interpreter, call| {
            load(interpreter, &call, parse_json)
        })],
    ),
    legacy(
        "loadyaml",
        "The data of a YAML file by its path, or the default where it cannot be read.\n\n\
            \u{20}   loadyaml('/etc/data.yaml', {})",
        &[plain(&[required("path", "String"), optional("default", "Any")], "Any", |interpreter, call| {
            load(interpreter, &call, parse_yaml)
        })],
    ),
    legacy(
        "is_function_available",
        "True when there is a function of a name.\n\n    is_function_available('concat')    # true",
        &[plain(&[required("name", "String")], "Boolean", has_function)],
    ),
    typed(
        "stdlib::has_function",
        "True when there is a function of a name.\n\n    stdlib::has_function('stdlib::ensure')    # true",
        &[plain(&[required("function_name", "String[1]")], "Boolean", has_function)],
    ),
    legacy(
        "glob",
        "The paths of files on the server that match patterns, which nobody here can say.\n\n    glob('/etc/*.conf')",
        &[plain(&[required("patterns", "Variant[String, Array[String]]")], "Array[String]", |interpreter, call| {
            Ok(call.unknown(interpreter, "the server's disk is not looked at"))
        })],
    ),
    TIME,
    BuiltinFunction { name: "stdlib::time", ..TIME },
    legacy(
        "deprecation",
        "Reports that something is deprecated, as the setting `strict` says; with false as third argument always as a warning.\n\n    deprecation('key', 'use something else')",
        &[plain(
            &[required("key", "String"), required("message", "String"), optional("use_strict_setting", "Boolean")],
            "Undef",
            deprecation,
        )],
    ),
    BuiltinFunction {
        unknown: UnknownArguments::SpreadOutermost,
        ..typed(
            "stdlib::deferrable_epp",
            "Renders an EPP template; where a variable is a Deferred, a Deferred that renders it on the agent.\n\n\
                \u{20}   stdlib::deferrable_epp('ntp/ntp.conf.epp', {'servers' => $servers})",
            &[plain(
                &[required("template", "String"), required("variables", "Hash")],
                "Variant[String, Deferred]",
                deferrable_epp,
            )],
        )
    },
];

fn get_module_path(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let name = to_s(call.argument(0));
    if !interpreter.world.modules().contains(&name) {
        let environment = interpreter.request.environment.clone();
        return call.fail(interpreter, format!("Could not find module {name} in environment {environment}"));
    }
    match module_path(interpreter, &name) {
        Some(path) => Ok(Value::string(path)),
        None => Ok(call.unknown(interpreter, format!("the folder of module {name} is not known"))),
    }
}

fn load_module_metadata(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let name = to_s(call.argument(0));
    if !interpreter.world.modules().contains(&name) {
        let environment = interpreter.request.environment.clone();
        return call.fail(interpreter, format!("Could not find module {name} in environment {environment}"));
    }
    let Some(file) = interpreter.world.module_file(&name, "metadata.json") else {
        let allowed = !matches!(call.argument(1), Value::Undef | Value::Boolean(false));
        if allowed {
            return Ok(Value::hash([]));
        }
        let words = format!("load_module_metadata(): No metadata.json file for module {name}");
        return call.fail(interpreter, words);
    };
    let text = bytes(interpreter, file)?.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    match parse_json(&text.unwrap_or_default()) {
        Ok(data) => Ok(data),
        Err(words) => call.fail(interpreter, words),
    }
}

fn load(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    parse: fn(&str) -> Result<Value, String>,
) -> Evaluated<Value> {
    let path = to_s(call.argument(0));
    if path.starts_with("http://") || path.starts_with("https://") {
        return Ok(call.unknown(interpreter, "nothing is fetched from the network"));
    }
    let default = call.argument(1);
    match locate(interpreter, &path, "files") {
        Found::File(file) if path.starts_with('/') => {
            let text = bytes(interpreter, file)?.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            match parse(&text.unwrap_or_default()) {
                Ok(Value::Undef | Value::Boolean(false)) => Ok(default.clone()),
                Ok(data) => Ok(data),
                Err(words) if matches!(default, Value::Undef | Value::Boolean(false)) => call.fail(interpreter, words),
                Err(_) => Ok(default.clone()),
            }
        }
        Found::Outside => Ok(call.unknown(interpreter, format!("{path} is on the server's disk"))),
        _ => {
            let words = format!("Can't load '{path}' File does not exist!");
            interpreter.log(crate::outcome::LogLevel::Warning, words, call.scope, Some(call.place));
            Ok(default.clone())
        }
    }
}

fn has_function(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let name = call.text(0);
    let known =
        available_builtin(interpreter.world, name).is_some() || interpreter.find_puppet_function(name)?.is_some();
    if known {
        return Ok(Value::Boolean(true));
    }
    Ok(Value::Boolean(interpreter.ruby_function_file(name).is_some()))
}

/// What `deprecation()` raises where the setting `strict` makes it an error.
#[derive(Debug)]
struct DeprecatedUse {
    key: String,
    message: String,
    place: Place,
    /// Called from the top scope of a manifest.
    is_top: bool,
}

impl Issue for DeprecatedUse {
    fn code(&self) -> &'static str {
        RUNTIME_ERROR
    }

    fn message(&self) -> Message {
        let message = Message::from(format!("deprecation. {}. {} at ", self.key, self.message))
            .then_place(self.place, PlaceStyle::Stack)
            .then(":");
        if self.is_top { message.then_place(self.place, PlaceStyle::StackStart) } else { message }
    }
}

fn deprecation(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    use crate::request::Strictness;
    let (key, message) = (call.text(0).to_string(), call.text(1).to_string());
    let strictness = match call.argument(2) {
        Value::Boolean(false) => Strictness::Warning,
        _ => interpreter.rules.strict,
    };
    match strictness {
        Strictness::Off => {}
        Strictness::Warning => call.warn_once(interpreter, message),
        Strictness::Error => {
            let is_top = matches!(interpreter.scope(call.scope).kind, ScopeKind::Top);
            return interpreter.fail(DeprecatedUse { key, message, place: call.place, is_top }, call.place);
        }
    }
    Ok(Value::Undef)
}

fn is_deferred(value: &Value) -> bool {
    matches!(value, Value::Object(object) if objects::object_name(&object.object_type) == "Deferred")
}

fn deferrable_epp(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    if !call.entries(1).values().any(is_deferred) {
        return interpreter.call_function("epp", call.arguments.clone(), None, call.scope, call.place);
    }
    let template = match locate(interpreter, call.text(0), "templates") {
        Found::File(file) => match bytes(interpreter, file)? {
            Some(bytes) => Value::string(String::from_utf8_lossy(&bytes)),
            None => return Ok(call.unknown(interpreter, "the template cannot be read")),
        },
        _ => return call.fail(interpreter, format!("Could not find template '{}'", call.text(0))),
    };
    Ok(Value::Object(std::sync::Arc::new(ObjectValue {
        object_type: objects::deferred_type(),
        attributes: vec![
            ("name".into(), Value::string("inline_epp")),
            ("arguments".into(), Value::array([template, call.argument(1).clone()])),
        ],
    })))
}
