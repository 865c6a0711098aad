//! Functions of puppetlabs-inifile.

use super::{of_module, renamed};
use crate::functions::stdlib::plain;
use crate::functions::{BuiltinFunction, FunctionCall, optional, repeated, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::text::to_s;
use crate::value::{HashEntries, Value};

pub static FUNCTIONS: &[BuiltinFunction] = &[
    of_module(
        "inifile::create_ini_settings",
        "Declares an `ini_setting` for each setting of each section of a hash; a setting is its value or a hash of attributes. The \
            second hash has attributes for all, the path of the file among them.\n\n\
            \u{20}   inifile::create_ini_settings({'main' => {'port' => 80}}, {'path' => '/etc/app.ini'})",
        &[plain(&[required("settings", "Hash"), optional("defaults", "Hash")], "Any", create_ini_settings)],
    ),
    of_module(
        "create_ini_settings",
        "The older name of `inifile::create_ini_settings`.\n\n    create_ini_settings($settings, {'path' => '/etc/app.ini'})",
        &[plain(&[repeated("args", "Any")], "Any", |interpreter, call| {
            let warning = "This method is deprecated, please use inifile::create_ini_settings instead.";
            renamed(interpreter, call, "inifile::create_ini_settings", warning)
        })],
    ),
];

fn create_ini_settings(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let (sections, defaults) = (call.entries(0), call.entries(1));
    let path_key = Value::string("path");
    let path = sections.get(&path_key).or_else(|| defaults.get(&path_key));
    let mut resources = HashEntries::default();
    for (section, settings) in sections.iter() {
        let Value::Hash(settings) = settings else {
            let words = format!("create_ini_settings(): Section {} must contain a Hash", to_s(section));
            return call.fail(interpreter, words);
        };
        let path = match path {
            Some(Value::Undef | Value::Boolean(false)) | None => {
                let words = "create_ini_settings(): must pass the path parameter to the Ini_setting resource!";
                return call.fail(interpreter, words);
            }
            Some(path) => to_s(path),
        };
        for (setting, value) in settings.iter() {
            let mut attributes = HashEntries::default();
            attributes.insert(Value::string("ensure"), Value::string("present"));
            attributes.insert(Value::string("section"), section.clone());
            attributes.insert(Value::string("setting"), setting.clone());
            match value {
                Value::Hash(given) => {
                    attributes.extend(given.iter().map(|(name, value)| (name.clone(), value.clone())));
                }
                value => {
                    attributes.insert(Value::string("value"), value.clone());
                }
            }
            let title = format!("{path} [{}] {}", to_s(section), to_s(setting));
            resources.insert(Value::string(title), Value::hash(attributes));
        }
    }
    let arguments = vec![Value::string("ini_setting"), Value::hash(resources), call.argument(1).clone()];
    let arguments = if call.arguments.len() > 1 { arguments } else { arguments.into_iter().take(2).collect() };
    interpreter.call_function("create_resources", arguments, None, call.scope, call.place)
}
