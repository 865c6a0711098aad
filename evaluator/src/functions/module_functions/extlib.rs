//! Functions of puppet-extlib, those on addresses aside.

use super::apache::no_method;
use super::of_module;
use crate::functions::stdlib::plain;
use crate::functions::{BuiltinFunction, FunctionCall, ParameterSpec, UnknownArguments, optional, repeated, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::outcome::LogLevel;
use crate::ruby::library::gem_version::GemVersion;
use crate::ruby_core::text::{interpolated, to_s};
use crate::types::Type;
use crate::value::{HashEntries, Value};

const PROJECT: &[ParameterSpec] = &[required("project", "Any"), optional("range", "Any")];

pub static FUNCTIONS: &[BuiltinFunction] = &[
    of_module(
        "extlib::cache_data",
        "Data that was kept on the server under a name, or the given data, which is kept. What was kept nobody here can \
            say.\n\n    extlib::cache_data('module', 'password', 'initial')",
        &[plain(
            &[required("namespace", "String[1]"), required("name", "String[1]"), required("initial_data", "Any")],
            "Any",
            |interpreter, call| Ok(call.unknown(interpreter, "what the server keeps is not known")),
        )],
    ),
    of_module(
        "extlib::default_content",
        "The content, or where it is empty the rendered template: EPP by its ending, otherwise ERB; undef where neither \
            is given.\n\n    extlib::default_content($content, 'module/file.epp')",
        &[plain(
            &[required("content", "Optional[String]"), required("template_name", "Optional[String]")],
            "Optional[String]",
            default_content,
        )],
    ),
    of_module(
        "extlib::dump_args",
        "Prints its argument on the server.\n\n    extlib::dump_args($hash)",
        &[plain(&[required("args", "Any")], "Undef", |_, _| Ok(Value::Undef))],
    ),
    of_module(
        "extlib::dump_params",
        "The parameters of the class or define around, without those that are named; without `name` where none is.\n\n\
            \u{20}   extlib::dump_params(['name', 'ensure'])",
        &[plain(&[optional("filter_keys", "Array[String[1]]")], "Hash", dump_params)],
    ),
    BuiltinFunction {
        unknown: UnknownArguments::Accept,
        ..of_module(
            "extlib::echo",
            "Writes a value with its class to the debug log.\n\n    extlib::echo($x, 'so far')",
            &[plain(&[required("value", "Any"), optional("comment", "String")], "Undef", |_, _| Ok(Value::Undef))],
        )
    },
    of_module(
        "extlib::has_module",
        "True when the environment has a module of this author and name.\n\n    extlib::has_module('puppetlabs/stdlib')",
        &[plain(&[required("module_name", r"Pattern[/\A\w+[-\/]\w+\z/]")], "Boolean", has_module)],
    ),
    of_module(
        "extlib::ip_to_cron",
        "Hours and minutes for a cron job that runs so many seconds apart, spread by the last octet of the node's \
            address.\n\n    extlib::ip_to_cron(1200)",
        &[plain(&[optional("runinterval", "Integer[1]")], "Array", ip_to_cron)],
    ),
    of_module(
        "extlib::random_password",
        "A password of so many characters, another one each time.\n\n    extlib::random_password(12)",
        &[plain(&[required("length", "Integer[1]")], "String", |interpreter, call| {
            Ok(call.unknown(interpreter, "it is random"))
        })],
    ),
    of_module(
        "extlib::read_url",
        "What an address in the web answers. Nothing is fetched here.\n\n    extlib::read_url('https://example.com/')",
        &[plain(&[required("url", "Stdlib::HTTPUrl")], "String", from_network)],
    ),
    of_module(
        "extlib::remote_pql_query",
        "What a PuppetDB answers. Nothing is fetched here.\n\n\
            \u{20}   extlib::remote_pql_query('nodes[certname] {}', 'http://puppetdb:8080')",
        &[plain(
            &[required("query", "String[1]"), required("url", "String[1]"), repeated("options", "Any")],
            "Array",
            from_network,
        )],
    ),
    of_module(
        "extlib::version_latest_anitya",
        "The newest release of a project that release-monitoring.org knows. Nothing is fetched here.\n\n\
            \u{20}   extlib::version_latest_anitya(1234)",
        &[plain(PROJECT, "String", from_network)],
    ),
    of_module(
        "extlib::version_latest_endoflife",
        "The newest release of a product that endoflife.date knows. Nothing is fetched here.\n\n\
            \u{20}   extlib::version_latest_endoflife('debian')",
        &[plain(PROJECT, "String", from_network)],
    ),
    of_module(
        "extlib::version_latest_github",
        "The newest release of a project on GitHub. Nothing is fetched here.\n\n\
            \u{20}   extlib::version_latest_github('voxpupuli/puppet-extlib')",
        &[plain(PROJECT, "String", from_network)],
    ),
    of_module(
        "extlib::remove_resource",
        "Takes a resource, or several, out of the catalog; an error, or with true a warning, where there is none. Nothing is taken out \
            here.\n\n    extlib::remove_resource(File['/tmp/x'], true)",
        &[
            plain(
                &[required("resource", "Type[Resource]"), optional("soft_fail", "Boolean")],
                "Undef",
                |interpreter, call| remove_resources(interpreter, &call, std::slice::from_ref(call.argument(0))),
            ),
            plain(
                &[required("resources", "Array[Type[Resource]]"), optional("soft_fail", "Boolean")],
                "Undef",
                |interpreter, call| remove_resources(interpreter, &call, call.elements(0)),
            ),
        ],
    ),
    of_module(
        "extlib::resources_deep_merge",
        "A hash of resources, each deeply merged over the same defaults.\n\n\
            \u{20}   extlib::resources_deep_merge({'a' => {'x' => 1}}, {'y' => 2})    # {'a' => {'y' => 2, 'x' => 1}}",
        &[plain(&[required("resources", "Hash"), required("defaults", "Hash")], "Hash", resources_deep_merge)],
    ),
    of_module(
        "extlib::sort_by_version",
        "Versions in the order in which RubyGems has them.\n\n\
            \u{20}   extlib::sort_by_version(['1.10', '1.9'])    # ['1.9', '1.10']",
        &[plain(&[required("versions", "Array[String]")], "Array[String]", sort_by_version)],
    ),
    of_module(
        "extlib::sort_hash_deep",
        "A hash with its keys in order, and those of the hashes in it.\n\n\
            \u{20}   extlib::sort_hash_deep({'b' => 1, 'a' => 2})    # {'a' => 2, 'b' => 1}",
        &[plain(&[required("input", "Hash")], "Hash", |interpreter, call| {
            sorted_deeply(interpreter, &call, &call.entries(0))
        })],
    ),
    of_module(
        "extlib::to_ini",
        "A hash of sections as the text of an INI file. The second hash changes header, separators and quotes.\n\n\
            \u{20}   extlib::to_ini({'main' => {'a' => 1}})",
        &[plain(&[required("data", "Hash"), optional("settings", "Hash")], "String", to_ini)],
    ),
];

fn from_network(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    Ok(call.unknown(interpreter, "nothing is fetched from the network"))
}

fn default_content(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let given = |index: usize| call.optional_text(index).filter(|text| !text.is_empty());
    if given(0).is_some() {
        return Ok(call.argument(0).clone());
    }
    let Some(template) = given(1) else { return Ok(Value::Undef) };
    let function = if template.ends_with(".epp") { "epp" } else { "template" };
    interpreter.call_function(function, vec![Value::string(template)], None, call.scope, call.place)
}

fn dump_params(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let left_out: Vec<&str> = match call.argument(0) {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => vec!["name"],
    };
    let Some(resource) = interpreter.containing_resource(call.scope) else { return Ok(Value::hash([])) };
    let resource = interpreter.builder.catalog.get(resource);
    let mut shown = HashEntries::default();
    if !left_out.contains(&"name") && !resource.parameters.contains_key("name") {
        shown.insert(Value::string("name"), Value::String(resource.title.clone()));
    }
    for (name, parameter) in &resource.parameters {
        if !left_out.contains(&name.as_str()) && !matches!(parameter.value, Value::Undef) {
            shown.insert(Value::String(name.clone()), parameter.value.clone());
        }
    }
    Ok(Value::hash(shown))
}

fn has_module(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let full_name = call.text(0).replace('/', "-");
    let name = full_name.split_once('-').map_or("", |(_, name)| name);
    if interpreter.world.module_file(name, "metadata.json").is_none() {
        return Ok(Value::Boolean(false));
    }
    let arguments = vec![Value::string(name)];
    let metadata = interpreter.call_function("load_module_metadata", arguments, None, call.scope, call.place)?;
    let found = match &metadata {
        Value::Hash(entries) => entries.get(&Value::string("name")).and_then(Value::as_str),
        Value::Unknown(_) => return Ok(metadata),
        _ => None,
    };
    Ok(Value::Boolean(found == Some(full_name.as_str())))
}

/// More runs an hour than this are refused, for the list of minutes would only grow.
const MOST_RUNS: i128 = 3600;

fn ip_to_cron(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let octet = match address_of_node(interpreter, call.scope) {
        Value::Unknown(reason) => return Ok(Value::Unknown(reason)),
        address => leading_integer(to_s(&address).split('.').nth(3).unwrap_or("")),
    };
    let interval = match call.argument(0) {
        Value::Integer(interval) => *interval,
        _ => 1800,
    };
    let spread = |seconds: i128, slots: i128| {
        let runs = (seconds / interval).clamp(0, MOST_RUNS);
        let mut times: Vec<i128> =
            (1..=runs).map(|run| (octet.rem_euclid(slots) - slots / runs * run).rem_euclid(slots)).collect();
        times.sort_unstable();
        Value::array(times.into_iter().map(Value::Integer))
    };
    Ok(if interval <= 3600 {
        Value::array([Value::string("*"), spread(3600, 60)])
    } else {
        Value::array([spread(86_400, 24), Value::Integer(octet.rem_euclid(60))])
    })
}

/// The fact `networking.ip`.
fn address_of_node(interpreter: &mut Interpreter<'_>, scope: crate::scope::ScopeId) -> Value {
    let facts = interpreter.variable(scope, "facts");
    let member = |value: &Value, name: &str| match value {
        Value::Hash(entries) => entries.get(&Value::string(name)).cloned().unwrap_or(Value::Undef),
        Value::Unknown(_) => value.clone(),
        _ => Value::Undef,
    };
    let networking = facts.map_or(Value::Undef, |facts| member(&facts, "networking"));
    member(&networking, "ip")
}

/// As Ruby's `to_i` reads a number from the start of a text.
fn leading_integer(text: &str) -> i128 {
    let digits: String = text.chars().take_while(char::is_ascii_digit).take(30).collect();
    digits.parse().unwrap_or(0)
}

fn remove_resources(interpreter: &mut Interpreter<'_>, call: &FunctionCall, resources: &[Value]) -> Evaluated<Value> {
    for resource in resources {
        let (type_name, title) = match resource {
            Value::Type(Type::Resource { type_name: Some(type_name), title: Some(title), .. }) => (type_name, title),
            other => return Ok(call.unknown(interpreter, format!("{} is no reference to a resource", to_s(other)))),
        };
        let type_name = crate::catalog::names::capitalized(type_name);
        if interpreter.builder.catalog.find(&type_name, title).is_some() {
            return Ok(call.unknown(interpreter, format!("{type_name}[{title}] stays in the catalog")));
        }
        let words = format!(
            "`remove_resource` couldn't remove resource {type_name}['{title}'] from the catalog as it wasn't found when \
             `remove_resource` was called."
        );
        if !matches!(call.argument(1), Value::Boolean(true)) {
            return call.fail(interpreter, words);
        }
        interpreter.log(LogLevel::Warning, words, call.scope, Some(call.place));
    }
    Ok(Value::Undef)
}

fn resources_deep_merge(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut merged = HashEntries::default();
    for (title, parameters) in call.entries(0).iter() {
        let arguments = vec![call.argument(1).clone(), parameters.clone()];
        let value = interpreter.call_function("deep_merge", arguments, None, call.scope, call.place)?;
        merged.insert(title.clone(), value);
    }
    Ok(Value::hash(merged))
}

fn sort_by_version(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let mut versions = Vec::new();
    for value in call.elements(0) {
        let text = value.as_str().unwrap_or_default();
        match GemVersion::read(text) {
            Some(version) => versions.push((version, value.clone())),
            None => return call.fail(interpreter, format!("Malformed version number string {text}")),
        }
    }
    versions.sort_by(|(left, _), (right, _)| left.compare(right));
    Ok(Value::array(versions.into_iter().map(|(_, value)| value)))
}

fn sorted_deeply(interpreter: &mut Interpreter<'_>, call: &FunctionCall, entries: &HashEntries) -> Evaluated<Value> {
    let keys = Value::array(entries.keys().cloned());
    let keys = interpreter.call_function("sort", vec![keys], None, call.scope, call.place)?;
    let Value::Array(keys) = keys else { return Ok(keys) };
    let mut sorted = HashEntries::default();
    for key in keys.iter() {
        let value = match entries.get(key).unwrap_or(&Value::Undef) {
            Value::Hash(inner) => sorted_deeply(interpreter, call, inner)?,
            Value::Array(elements) => {
                let mut values = Vec::with_capacity(elements.len());
                for element in elements.iter() {
                    values.push(match element {
                        Value::Hash(inner) => sorted_deeply(interpreter, call, inner)?,
                        other => other.clone(),
                    });
                }
                Value::array(values)
            }
            other => other.clone(),
        };
        sorted.insert(key.clone(), value);
    }
    Ok(Value::hash(sorted))
}

fn to_ini(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let settings = call.entries(1);
    let given = |name: &str| settings.get(&Value::string(name));
    let text = |name: &str, default: &str| given(name).map_or_else(|| default.to_string(), to_s);
    let is_on = |name: &str| !matches!(given(name), Some(Value::Boolean(false) | Value::Undef));
    let header = text("header", "# THIS FILE IS CONTROLLED BY PUPPET");
    let (before, after) = (text("section_prefix", "["), text("section_suffix", "]"));
    let (separator, quote) = (text("key_val_separator", "="), text("quote_char", "\""));
    let mut lines = vec![header, String::new()];
    for (section, settings) in call.entries(0).iter() {
        lines.push(format!("{before}{}{after}", to_s(section)));
        let pairs: Vec<(String, Value)> = match settings {
            Value::Hash(entries) => entries.iter().map(|(name, value)| (to_s(name), value.clone())).collect(),
            Value::Array(elements) => elements.iter().map(first_two).collect(),
            other => return no_method(interpreter, &call, "each", other),
        };
        for (name, value) in pairs {
            let quoted = match value {
                Value::Boolean(_) => is_on("quote_booleans"),
                Value::Integer(_) | Value::Float(_) => is_on("quote_numerics"),
                _ => true,
            };
            let quote = if quoted { quote.as_str() } else { "" };
            lines.push(format!("{name}{separator}{quote}{}{quote}", to_s(&value)));
        }
        lines.push(String::new());
    }
    Ok(Value::string(lines.join("\n")))
}

/// How Ruby takes an element for a block with two parameters.
fn first_two(element: &Value) -> (String, Value) {
    match element {
        Value::Array(pair) => {
            (pair.first().map(to_s).unwrap_or_default(), pair.get(1).cloned().unwrap_or(Value::Undef))
        }
        other => (interpolated(other), Value::Undef),
    }
}
