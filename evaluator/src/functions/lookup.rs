//! `lookup` in all its forms, and the older `hiera` family.

use std::sync::Arc;

use crate::functions::{
    BlockSpec, BuiltinFunction, Dispatch, FunctionCall, ParameterSpec, UnknownArguments, optional, required,
};
use crate::hiera::error::HieraError;
use crate::hiera::lookup::FoundIn;
use crate::interpreter::{Evaluated, Interpreter};
use crate::request::Strictness;
use crate::types::Type;
use crate::value::{HashEntries, Value};

const LOOKUP_TYPES: &[&str] = &[
    "NameType = Variant[String, Array[String]]",
    "ValueType = Type",
    "DefaultValueType = Any",
    "MergeType = Variant[String[1], Hash[String, Scalar]]",
    "BlockType = Callable[NameType]",
    "OptionsWithName = Struct[{'name' => NameType, 'value_type' => Optional[ValueType], \
     'default_value' => DefaultValueType, 'override' => Optional[Hash[String, Any]], \
     'default_values_hash' => Optional[Hash[String, Any]], 'merge' => Optional[MergeType]}]",
    "OptionsWithoutName = Struct[{'value_type' => Optional[ValueType], 'default_value' => DefaultValueType, \
     'override' => Optional[Hash[String, Any]], 'default_values_hash' => Optional[Hash[String, Any]], \
     'merge' => Optional[MergeType]}]",
];

const HIERA_DISPATCHES: &[Dispatch] = &[
    hiera_dispatch(&[required("args", "Tuple[String, Any, Any, 1, 3]")], BlockSpec::None),
    hiera_dispatch(&[required("key", "String")], BlockSpec::None),
    hiera_dispatch(
        &[required("key", "String"), required("default", "Any"), optional("override", "Any")],
        BlockSpec::None,
    ),
    hiera_dispatch(&[required("key", "String")], BlockSpec::Required("Callable[1, 1]")),
    hiera_dispatch(&[required("key", "String"), required("override", "Any")], BlockSpec::Required("Callable[1, 1]")),
];

const fn hiera_dispatch(parameters: &'static [ParameterSpec], block: BlockSpec) -> Dispatch {
    Dispatch { parameters, block, returns: None, run: hiera }
}

pub static FUNCTIONS: &[BuiltinFunction] = &[
    BuiltinFunction {
        name: "lookup",
        documentation: "Finds the value of a key in the data of the environment and its modules (Hiera). The first level \
            that has the key decides, unless a merge is asked for: `unique`, `hash` or `deep`. Without a value, the \
            default or the lambda gives one; without those it is an error.\n\n    lookup('ntp::servers', Array[String], \
            'unique', [])\n    lookup('motd', { 'default_value' => 'Welcome' })\n    lookup('port') |$key| { 8080 }",
        unknown: UnknownArguments::Accept,
        local_types: LOOKUP_TYPES,
        dispatches: &[
            Dispatch {
                parameters: &[
                    required("name", "NameType"),
                    optional("value_type", "ValueType"),
                    optional("merge", "MergeType"),
                ],
                block: BlockSpec::None,
                returns: None,
                run: lookup_by_position,
            },
            Dispatch {
                parameters: &[
                    required("name", "NameType"),
                    required("value_type", "Optional[ValueType]"),
                    required("merge", "Optional[MergeType]"),
                    required("default_value", "DefaultValueType"),
                ],
                block: BlockSpec::None,
                returns: None,
                run: lookup_by_position,
            },
            Dispatch {
                parameters: &[
                    required("name", "NameType"),
                    optional("value_type", "ValueType"),
                    optional("merge", "MergeType"),
                ],
                block: BlockSpec::Required("BlockType"),
                returns: None,
                run: lookup_by_position,
            },
            Dispatch {
                parameters: &[required("options_hash", "OptionsWithName")],
                block: BlockSpec::Optional("BlockType"),
                returns: None,
                run: lookup_by_options,
            },
            Dispatch {
                parameters: &[
                    required("name", "Variant[String, Array[String]]"),
                    required("options_hash", "OptionsWithoutName"),
                ],
                block: BlockSpec::Optional("BlockType"),
                returns: None,
                run: lookup_by_options,
            },
        ],
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "hiera",
        documentation: "The value of a key, from the first level that has it. Older than `lookup`, which does the same.\n\n\
            \u{20}   hiera('motd', 'Welcome')",
        unknown: UnknownArguments::Accept,
        dispatches: HIERA_DISPATCHES,
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "hiera_array",
        documentation: "The values of a key of all levels as one array without duplicates. Use `lookup` with the merge \
            `unique`.\n\n    hiera_array('ntp::servers')",
        unknown: UnknownArguments::Accept,
        dispatches: HIERA_DISPATCHES,
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "hiera_hash",
        documentation: "The hashes of a key of all levels merged into one. Use `lookup` with the merge `hash`.\n\n\
            \u{20}   hiera_hash('users')",
        unknown: UnknownArguments::Accept,
        dispatches: HIERA_DISPATCHES,
        ..BuiltinFunction::COMMON
    },
    BuiltinFunction {
        name: "hiera_include",
        documentation: "Includes the classes that a key lists, over all levels. Use `lookup('classes', Array[String], \
            'unique').include`.\n\n    hiera_include('classes')",
        statement: true,
        unknown: UnknownArguments::Accept,
        dispatches: HIERA_DISPATCHES,
        ..BuiltinFunction::COMMON
    },
];

/// What one call of `lookup` asks for.
struct LookupRequest {
    name: Value,
    value_type: Option<Type>,
    merge: Value,
    default_value: Option<Value>,
    overrides: Arc<HashEntries>,
    defaults: Arc<HashEntries>,
}

fn lookup_by_position(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut arguments = call.arguments.iter().cloned();
    let name = arguments.next().unwrap_or(Value::Undef);
    let value_type = arguments.next().and_then(as_type);
    let merge = arguments.next().unwrap_or(Value::Undef);
    let default_value = arguments.next();
    let request =
        LookupRequest { name, value_type, merge, default_value, overrides: Arc::default(), defaults: Arc::default() };
    lookup(interpreter, &call, request)
}

fn lookup_by_options(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let (name, options) = match call.arguments.as_slice() {
        [name, options] => (Some(name.clone()), options),
        [options] => (None, options),
        _ => (None, &Value::Undef),
    };
    let Value::Hash(options) = options else {
        return Ok(options.clone());
    };
    let option = |name: &str| options.get(&Value::string(name)).cloned();
    let entries = |name: &str| match option(name) {
        Some(Value::Hash(entries)) => entries,
        _ => Arc::default(),
    };
    let request = LookupRequest {
        name: name.or_else(|| option("name")).unwrap_or(Value::Undef),
        value_type: option("value_type").and_then(as_type),
        merge: option("merge").unwrap_or(Value::Undef),
        default_value: option("default_value"),
        overrides: entries("override"),
        defaults: entries("default_values_hash"),
    };
    lookup(interpreter, &call, request)
}

fn as_type(value: Value) -> Option<Type> {
    match value {
        Value::Type(value_type) => Some(value_type),
        _ => None,
    }
}

fn lookup(interpreter: &mut Interpreter<'_>, call: &FunctionCall, request: LookupRequest) -> Evaluated<Value> {
    for needed in [&request.name, &request.merge] {
        if let Some(reason) = needed.first_unknown() {
            return Ok(Value::Unknown(reason.clone()));
        }
    }
    let names = names(&request.name);
    let mut invocation = interpreter.new_invocation(call.scope, call.place);
    invocation.overrides = request.overrides;
    invocation.defaults = request.defaults;
    let found = interpreter.lookup_names(&names, &request.merge, &mut invocation)?;
    let (subject, value) = match found {
        Some((FoundIn::Overrides(name), found)) => {
            (format!("Value found for key '{name}' in override hash"), found.value)
        }
        Some((FoundIn::Data, found)) => ("Found value".to_string(), found.value),
        Some((FoundIn::Defaults(name), found)) => {
            (format!("Value found for key '{name}' in default values hash"), found.value)
        }
        None => match (&call.block, request.default_value) {
            (Some(block), _) => {
                let value = interpreter.call_block(block, vec![request.name.clone()], call.place)?;
                ("Value returned from default block".to_string(), value)
            }
            (None, Some(value)) => ("Default value".to_string(), value),
            (None, None) => return interpreter.fail(HieraError::NotFound { names }, call.place),
        },
    };
    if let Some(value_type) = &request.value_type
        && value.first_unknown().is_none()
        && let Some(mismatch) = interpreter.describe_type_mismatch(value_type, &value)
    {
        let error = HieraError::WrongType { subject, mismatch, is_lookup_error: false };
        return interpreter.fail(error, call.place);
    }
    Ok(value)
}

fn names(name: &Value) -> Vec<String> {
    match name {
        Value::Array(elements) => elements.iter().filter_map(Value::as_str).map(str::to_string).collect(),
        other => other.as_str().map(str::to_string).into_iter().collect(),
    }
}

/// All of the hiera family: they differ in how values merge, and in what is done with them.
fn hiera(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let arguments: Vec<Value> = match call.arguments.as_slice() {
        [Value::Array(elements)] => elements.to_vec(),
        arguments => arguments.to_vec(),
    };
    let mut arguments = arguments.into_iter();
    let name = arguments.next().unwrap_or(Value::Undef);
    if let Some(reason) = name.first_unknown() {
        return Ok(Value::Unknown(reason.clone()));
    }
    let default_value = if call.block.is_some() { None } else { arguments.next() };
    warn_deprecated(interpreter, call.name);
    let merge = match call.name {
        "hiera_array" | "hiera_include" => "unique",
        "hiera_hash" => "hash",
        _ => "first",
    };
    let names = names(&name);
    let mut invocation = interpreter.new_invocation(call.scope, call.place);
    invocation.is_hiera_function = true;
    invocation.global_only = !interpreter.has_environment_data(&invocation)?;
    let value = match interpreter.lookup_names(&names, &Value::string(merge), &mut invocation)? {
        Some((_, found)) => found.value,
        None => match (&call.block, default_value) {
            (Some(block), _) => interpreter.call_block(block, vec![name.clone()], call.place)?,
            (None, Some(value)) => value,
            (None, None) => return interpreter.fail(HieraError::NotFound { names }, call.place),
        },
    };
    if call.name != "hiera_include" {
        return Ok(value);
    }
    match value {
        Value::Undef => {
            let message = format!("Could not find data item {}", name.as_str().unwrap_or_default());
            interpreter.fail(crate::error::RuntimeError(message), call.place)
        }
        Value::Array(elements) if elements.is_empty() => Ok(Value::Undef),
        Value::String(text) if text.is_empty() => Ok(Value::Undef),
        classes => interpreter.call_function("include", vec![classes], None, call.scope, call.place),
    }
}

fn warn_deprecated(interpreter: &mut Interpreter<'_>, name: &str) {
    if interpreter.rules.strict == Strictness::Off {
        return;
    }
    let version = interpreter.rules.puppet_version();
    interpreter.warn_of_data_once(
        &format!("deprecated {name}"),
        format!(
            "The function '{name}' is deprecated in favor of using 'lookup'. See https://puppet.com/docs/puppet/{version}/deprecated_language.html\n   (file & line not available)"
        ),
    );
}
