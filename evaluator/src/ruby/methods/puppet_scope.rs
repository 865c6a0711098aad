//! What templates and plugin functions ask of Puppet's scope: variables and functions, nothing else.

use std::sync::Arc;

use smol_str::SmolStr;

use super::MethodCall;
use crate::ruby::interpreter::{Ran, Ruby, RubyInterrupt};
use crate::ruby::value::{ProcBody, RubyValue};
use crate::value::Value;

impl Ruby<'_, '_> {
    pub(super) fn scope_method(&mut self, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        Ok(Some(match call.name {
            "lookupvar" | "[]" => {
                let name = call.string(0).unwrap_or_default();
                self.scope_variable(&name).unwrap_or(RubyValue::Nil)
            }
            "include?" | "exist?" | "bound?" => {
                let name = call.string(0).unwrap_or_default();
                let known = self.scope_variable(&name);
                RubyValue::Boolean(known.is_some_and(|value| !matches!(value, RubyValue::Nil)))
            }
            "setvar" | "[]=" => {
                let name = call.string(0).unwrap_or_default();
                self.set_scope_variable(&name, call.argument(1));
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
            name if name.starts_with("function_") => self.scope_function(&name["function_".len()..], call)?,
            _ => return self.unsupported(format!("scope.{}", call.name), call.offset),
        }))
    }

    /// `call_function(name, *arguments)` of a function.
    pub(in crate::ruby) fn call_puppet_function(&mut self, call: &MethodCall<'_>) -> Ran {
        let Some(name) = call.string(0) else { return self.unsupported("this call of a function", call.offset) };
        let arguments = call.arguments.get(1..).unwrap_or_default().to_vec();
        self.puppet_function(&name, arguments, call)
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
        self.puppet_function(name, arguments, call)
    }

    fn puppet_function(&mut self, name: &str, arguments: Vec<RubyValue>, call: &MethodCall<'_>) -> Ran {
        let mut converted = Vec::with_capacity(arguments.len());
        for argument in &arguments {
            match argument.to_puppet() {
                Some(value) => converted.push(value),
                None => return self.unsupported(format!("passing this value to {name}()"), call.offset),
            }
        }
        let block = match call.block.as_deref().map(|block| &block.block) {
            None => None,
            Some(ProcBody::Puppet(callable)) => Some(Arc::clone(callable)),
            Some(_) => return self.unsupported(format!("a block for {name}()"), call.offset),
        };
        let (scope, place) = (self.scope, self.place);
        match self.puppet.call_function(&SmolStr::new(name), converted, block, scope, place) {
            Ok(Value::Unknown(reason)) => Err(Box::new(RubyInterrupt::Unknown(reason))),
            Ok(value) => Ok(RubyValue::from_puppet(&value)),
            Err(interrupt) => Err(Box::new(RubyInterrupt::Puppet(interrupt))),
        }
    }
}
