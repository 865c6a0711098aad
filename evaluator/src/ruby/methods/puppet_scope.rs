//! What templates and plugin functions ask of Puppet's scope: variables and functions, nothing else.

use std::sync::Arc;

use super::MethodCall;
use crate::ruby::interpreter::{Ran, Ruby, RubyInterrupt};
use crate::ruby::value::{ProcBody, RubyValue};
use crate::scope::ScopeId;
use crate::value::Value;

impl Ruby<'_, '_> {
    /// A method of another scope than that of the code.
    pub(super) fn method_of_scope(&mut self, scope: ScopeId, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        let own = std::mem::replace(&mut self.scope, scope);
        let result = self.scope_method(call);
        self.scope = own;
        result
    }

    pub(super) fn scope_method(&mut self, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        Ok(Some(match call.name {
            "lookupvar" | "[]" => {
                let name = call.string(0).unwrap_or_default();
                match self.scope_variable(&name) {
                    Some(value) => value,
                    None => self.missing_scope_variable(&name)?,
                }
            }
            "include?" | "exist?" | "bound?" => {
                let name = call.string(0).unwrap_or_default();
                let known = self.scope_variable(&name);
                RubyValue::Boolean(known.is_some_and(|value| !matches!(value, RubyValue::Nil)))
            }
            "setvar" | "[]=" => {
                let name = call.string(0).unwrap_or_default();
                self.set_scope_variable(&name, call.argument(1))?;
                call.argument(1)
            }
            "to_hash" => {
                let variables = self.visible_variables();
                RubyValue::hash(variables.into_iter().map(|(name, value)| (RubyValue::string(name.as_str()), value)))
            }
            // The list of arguments, which is spread out as Ruby spreads any value.
            "call_function" => {
                let Some(name) = call.string(0) else {
                    return self.unsupported("this call of a function", call.offset);
                };
                let arguments = self.to_array(&call.argument(1))?;
                self.puppet_function(&name, arguments, call)?
            }
            "send" | "public_send" | "__send__" => match call.string(0) {
                Some(name) => {
                    let arguments = call.arguments.iter().skip(1).cloned().collect();
                    self.send(&RubyValue::Scope(self.scope), &name, arguments, call.block.clone(), call.offset)?
                }
                None => return self.unsupported("this call of a method", call.offset),
            },
            name if name.starts_with("function_") => self.scope_function(&name["function_".len()..], call)?,
            _ => match self.scope_object(call) {
                Some(object) => object,
                None => return self.unsupported(format!("scope.{}", call.name), call.offset),
            },
        }))
    }

    /// What asking for a variable gives that nothing has set: an error where the server is strict.
    fn missing_scope_variable(&mut self, name: &str) -> Ran {
        if let Some(value) = self.puppet.setting(name, self.place) {
            return match value {
                Value::Unknown(reason) => Err(Box::new(RubyInterrupt::Unknown(reason))),
                value => Ok(self.shared(&value)),
            };
        }
        if self.puppet.has_broken_code() {
            let unknown = self.puppet.unknown_without(&format!("${name}"), self.place);
            if let Value::Unknown(reason) = unknown {
                return Err(Box::new(RubyInterrupt::Unknown(reason)));
            }
        }
        if let Ok(Some(Value::Unknown(reason))) = self.puppet.variable_of_missing(self.scope, name, self.place) {
            return Err(Box::new(RubyInterrupt::Unknown(reason)));
        }
        if !self.puppet.rules.strict_variables {
            return Ok(RubyValue::Nil);
        }
        let class = name.trim_start_matches("::").rsplit_once("::").map(|(class, _)| class.to_lowercase());
        let why = match class {
            Some(class) if self.puppet.class_scopes.contains_key(class.as_str()) => String::new(),
            Some(class) => match self.puppet.find_class(&class) {
                Ok(Some(_)) => format!("class {class} has not been evaluated"),
                _ => format!("class {class} could not be found"),
            },
            None => String::new(),
        };
        self.raise("Puppet::ParseError", format!("Undefined variable '{name}'; {why}"))
    }

    /// `call_function(name, *arguments)` of a function.
    pub(in crate::ruby) fn call_puppet_function(&mut self, call: &MethodCall<'_>) -> Ran {
        let Some(name) = call.string(0) else { return self.unsupported("this call of a function", call.offset) };
        let arguments = call.arguments.get(1..).unwrap_or_default().to_vec();
        let own = std::mem::replace(&mut self.scope, self.closure_scope);
        let result = self.puppet_function(&name, arguments, call);
        self.scope = own;
        result
    }

    /// `scope.function_name([arguments])`
    pub(in crate::ruby) fn scope_function(&mut self, name: &str, call: &MethodCall<'_>) -> Ran {
        let arguments = match call.argument(0) {
            RubyValue::Array(list) => list.borrow().clone(),
            _ => {
                return self.raise(
                    "ArgumentError",
                    "custom functions must be called with a single array that contains the arguments",
                );
            }
        };
        self.puppet_function_of(name, arguments, call, true)
    }

    fn puppet_function(&mut self, name: &str, arguments: Vec<RubyValue>, call: &MethodCall<'_>) -> Ran {
        self.puppet_function_of(name, arguments, call, false)
    }

    fn puppet_function_of(
        &mut self,
        name: &str,
        arguments: Vec<RubyValue>,
        call: &MethodCall<'_>,
        older_form: bool,
    ) -> Ran {
        let mut converted = Vec::with_capacity(arguments.len());
        for argument in &arguments {
            match argument.to_puppet() {
                Some(value) => {
                    self.share(&value, argument);
                    converted.push(with_symbol_as_default(argument, value));
                }
                None => return self.unsupported(format!("passing this value to {name}()"), call.offset),
            }
        }
        let block = match call.block.as_deref().map(|block| &block.block) {
            None => None,
            Some(ProcBody::Puppet(callable)) => Some(Arc::clone(callable)),
            Some(_) => return self.unsupported(format!("a block for {name}()"), call.offset),
        };
        let (scope, place) = (self.scope, self.place);
        let result = match older_form {
            true => self.puppet.call_older_function(name, converted, block, scope, place),
            false => self.puppet.call_function(name, converted, block, scope, place),
        };
        match result {
            Ok(Value::Unknown(reason)) => Err(Box::new(RubyInterrupt::Unknown(reason))),
            Ok(value) => Ok(default_symbol(&value).unwrap_or_else(|| RubyValue::from_puppet(&value))),
            Err(interrupt) => Err(Box::new(RubyInterrupt::Puppet(interrupt))),
        }
    }
}

/// The key of what stands for a symbol while a function of Puppet's has it.
const SYMBOL: &str = "\u{0}symbol";

/// `lookup` gives back the symbol that code names as its default; to Puppet a symbol would be a string.
fn with_symbol_as_default(argument: &RubyValue, value: Value) -> Value {
    let (RubyValue::Hash(options), Value::Hash(entries)) = (argument, &value) else { return value };
    let key = "default_value";
    let Some(RubyValue::Symbol(name)) = options.borrow().get(&RubyValue::string(key)) else { return value };
    if matches!(name.as_str(), "undef" | "default") {
        return value;
    }
    let mut entries = (**entries).clone();
    entries.insert(Value::string(key), Value::hash([(Value::string(SYMBOL), Value::String(name))]));
    Value::Hash(Arc::new(entries))
}

fn default_symbol(value: &Value) -> Option<RubyValue> {
    let Value::Hash(entries) = value else { return None };
    match entries.get(&Value::string(SYMBOL)) {
        Some(Value::String(name)) => Some(RubyValue::Symbol(name.clone())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::edition::Edition;
    use crate::memory_world::MemoryWorld;
    use crate::request::Request;

    /// The error of a template that asks the scope for something, in an edition; empty where there is none.
    fn error(edition: Edition, asks: &str) -> String {
        let code = format!(
            "class c($p = undef) {{}} class d {{}} include c notice(inline_template(\"<%= {asks}.inspect %>\"))"
        );
        let world = MemoryWorld::new().with_file("manifests/site.pp", code.as_str());
        let mut request = Request::catalog("n");
        request.edition = edition;
        let outcome = crate::compile(&world, &request);
        outcome.errors.first().map(|error| error.issue.message().text().to_string()).unwrap_or_default()
    }

    #[test]
    fn a_strict_server_refuses_variables_that_nothing_set() {
        let cases = [
            ("scope['nope']", "Undefined variable 'nope'; "),
            ("scope.lookupvar('nope')", "Undefined variable 'nope'; "),
            ("scope['e::x']", "Undefined variable 'e::x'; class e could not be found"),
            ("scope['d::x']", "Undefined variable 'd::x'; class d has not been evaluated"),
        ];
        for (asks, words) in cases {
            let message = error(Edition::Puppet8, asks);
            assert!(message.contains(words), "{asks}: {message}");
            assert_eq!(error(Edition::Puppet7, asks), "", "{asks}");
        }
        for asks in ["scope['c::p']", "scope.include?('nope')", "scope.to_hash['nope']"] {
            assert_eq!(error(Edition::Puppet8, asks), "", "{asks}");
        }
    }

    /// What Puppet 7 answers.
    #[test]
    fn a_symbol_is_the_default_of_a_lookup() {
        let function = "module Puppet::Parser::Functions\n  newfunction(:name_of, type: :rvalue) do |args|\n    \
            name = call_function('lookup', ['no_such_key', {'default_value' => :none}])\n    \
            return name unless name == :none\n    'not found'\n  end\nend\n";
        let world = MemoryWorld::new()
            .with_file("modules/m/lib/puppet/parser/functions/name_of.rb", function)
            .with_file("EXPR", "name_of('x')");
        let mut request = Request::catalog("n");
        request.goal = crate::request::Goal::Value(crate::place::FileId(1));
        assert_eq!(crate::compile(&world, &request).value, Some(crate::Value::string("not found")));
    }

    #[test]
    fn settings_of_the_server_are_unknown() {
        let code = "notice(inline_template(\"<%= scope['settings::confdir'] %>\"))";
        let world = MemoryWorld::new().with_file("manifests/site.pp", code);
        let outcome = crate::compile(&world, &Request::catalog("n"));
        assert!(outcome.errors.is_empty() && !outcome.unknowns.is_empty(), "{:?}", outcome.errors);
    }
}
