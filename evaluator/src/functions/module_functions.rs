//! Functions that much used modules bring in Ruby, besides stdlib: one file per module. The module's own Ruby comes first; these
//! stand in where the environment does not have the module, or where its Ruby does what is refused here (runs a program, reads a file).

mod apache;
mod extlib;
mod extlib_addresses;
mod inifile;
mod mysql;
mod postgresql;
mod systemd;

use crate::functions::stdlib::typed;
use crate::functions::{BuiltinFunction, Dispatch, FunctionCall};
use crate::interpreter::{Evaluated, Interpreter};
use crate::value::Value;

/// All modules, for the list of all families, with the names of the modules.
pub static FAMILIES: &[(&str, &[BuiltinFunction])] = &[
    ("apache", apache::FUNCTIONS),
    ("extlib", extlib::FUNCTIONS),
    ("extlib", extlib_addresses::FUNCTIONS),
    ("inifile", inifile::FUNCTIONS),
    ("mysql", mysql::FUNCTIONS),
    ("postgresql", postgresql::FUNCTIONS),
    ("systemd", systemd::FUNCTIONS),
];

/// A function whose arguments are checked by their types, and that yields to the module's own.
const fn of_module(
    name: &'static str,
    documentation: &'static str,
    dispatches: &'static [Dispatch],
) -> BuiltinFunction {
    BuiltinFunction { stands_in: true, ..typed(name, documentation, dispatches) }
}

/// A hash of a password that is not known: a string, or Sensitive where that was asked for.
fn unknown_hash(call: &FunctionCall, sensitive: &Value) -> Option<Value> {
    let reason = call.arguments.iter().find_map(Value::first_unknown)?;
    let unknown = Value::Unknown(reason.clone());
    Some(match sensitive {
        Value::Boolean(true) => Value::Sensitive(std::sync::Arc::new(unknown.known_as_text())),
        Value::Unknown(_) => unknown,
        _ => unknown.known_as_text(),
    })
}

/// What an old name does: it warns, and calls the function of the new name.
fn renamed(interpreter: &mut Interpreter<'_>, call: FunctionCall, new_name: &str, warning: &str) -> Evaluated<Value> {
    let words = vec![Value::string(call.name), Value::string(warning)];
    interpreter.call_function("deprecation", words, None, call.scope, call.place)?;
    interpreter.call_function(new_name, call.arguments, None, call.scope, call.place)
}

#[cfg(test)]
mod tests {
    use crate::memory_world::MemoryWorld;
    use crate::request::{Goal, Request};
    use crate::value::Value;

    /// What an expression gives in an environment with one file of a module.
    fn evaluated(path: &str, source: &str, expression: &str) -> Option<Value> {
        let mut world = MemoryWorld::new();
        world.add_file(path, source);
        let file = world.add_file("EXPR", expression);
        let mut request = Request::catalog("n");
        request.goal = Goal::Value(file);
        crate::compile(&world, &request).value
    }

    #[test]
    fn the_modules_own_function_comes_first() {
        let source = "Puppet::Functions.create_function(:'apache::bool2httpd') do\n  def bool2httpd(arg)\n    'mine'\n  end\nend\n";
        let path = "modules/apache/lib/puppet/functions/apache/bool2httpd.rb";
        assert_eq!(evaluated(path, source, "apache::bool2httpd(true)"), Some(Value::string("mine")));
    }

    #[test]
    fn ours_stands_in_for_what_is_refused() {
        let source = "Puppet::Functions.create_function(:'systemd::systemd_escape') do\n  def systemd_escape(input)\n    \
            Puppet::Util::Execution.execute(['systemd-escape', input])\n  end\nend\n";
        let path = "modules/systemd/lib/puppet/functions/systemd/systemd_escape.rb";
        assert_eq!(evaluated(path, source, "systemd::systemd_escape('a-b')"), Some(Value::string("a\\x2db")));
    }

    #[test]
    fn what_only_the_server_or_the_network_knows_is_unknown() {
        for expression in [
            "extlib::random_password(8)",
            "extlib::cache_data('a', 'b', 'c')",
            "extlib::read_url('https://example.com')",
            "extlib::version_latest_github('a/b')",
            "postgresql::postgresql_password('u', 'p')",
            "systemd::systemd_escape('--help')",
        ] {
            let value = evaluated("modules/x/metadata.json", "{}", expression);
            assert!(matches!(value, Some(Value::Unknown(_))), "{expression}: {value:?}");
        }
    }

    #[test]
    fn parameters_of_the_class_around() {
        let code =
            "class x($b = 1, $a = 2, $u = undef) { $shown = extlib::dump_params() } class { 'x': a => 5 } $x::shown";
        let value = evaluated("modules/x/metadata.json", "{}", code);
        assert_eq!(value.map(|value| crate::ruby_core::text::inspect(&value)), Some("{\"a\"=>5, \"b\"=>1}".into()));
    }
}
