//! Calls without a receiver: conversions, `raise`, `format`, what a template offers, and refusals by name.

use std::rc::Rc;

use smol_str::SmolStr;

use super::MethodCall;
use crate::ruby::big_integers;
use crate::ruby::interpreter::{Ran, Ruby, RubyInterrupt};
use crate::ruby::value::{ProcBody, RubyProc, RubyValue};
use crate::ruby_core::numbers;

/// What a preview never does, whatever the code says.
const REFUSED: &[&str] = &[
    "`",
    "abort",
    "autoload",
    "__dir__",
    "__method__",
    "at_exit",
    "binding",
    "caller",
    "caller_locations",
    "catch",
    "eval",
    "exec",
    "exit",
    "exit!",
    "fork",
    "gets",
    "global_variables",
    "instance_eval",
    "load",
    "local_variables",
    "methods",
    "open",
    "print",
    "printf",
    "putc",
    "puts",
    "p",
    "rand",
    "readline",
    "readlines",
    "set_trace_func",
    "singleton_class",
    "sleep",
    "spawn",
    "srand",
    "syscall",
    "system",
    "test",
    "throw",
    "trap",
];

impl Ruby<'_, '_> {
    pub(in crate::ruby) fn call_kernel(
        &mut self,
        name: &SmolStr,
        arguments: Vec<RubyValue>,
        block: Option<Rc<RubyProc>>,
        offset: u32,
    ) -> Ran {
        let call = MethodCall { name, arguments, block, offset };
        match name.as_str() {
            "scope" => Ok(RubyValue::Scope(self.scope)),
            "raise" | "fail" => self.raise_call(&call),
            "Array" => Ok(RubyValue::array(self.to_array(&call.argument(0))?)),
            "String" => Ok(RubyValue::string(self.text(&call.argument(0))?)),
            "Integer" => self.integer_call(&call),
            "Float" => match call.argument(0) {
                RubyValue::Float(value) => Ok(RubyValue::Float(value)),
                RubyValue::Integer(value) => Ok(RubyValue::Float(value as f64)),
                RubyValue::String(text) => match numbers::float(&text.borrow()) {
                    Some(value) => Ok(RubyValue::Float(value)),
                    None => self
                        .raise("ArgumentError", format!("invalid value for Float(): {}", call.argument(0).inspect())),
                },
                other => {
                    let name = crate::ruby_core::sprintf::Argument::name(&other);
                    self.raise("TypeError", format!("can't convert {name} into Float"))
                }
            },
            "format" | "sprintf" => {
                for argument in &call.arguments {
                    self.known(argument)?;
                }
                let template = call.string(0).unwrap_or_default();
                let text = crate::ruby_core::sprintf::sprintf(&template, call.arguments.get(1..).unwrap_or_default());
                match text {
                    Ok(text) => Ok(RubyValue::string(text)),
                    Err(message) => self.raise("ArgumentError", message),
                }
            }
            "lambda" | "proc" => match call.block {
                Some(block) => Ok(RubyValue::Proc(Rc::new(RubyProc {
                    block: match &block.block {
                        ProcBody::Block(body) => ProcBody::Block(body.clone()),
                        other => other.clone(),
                    },
                    environment: block.environment.clone(),
                    is_lambda: name == "lambda",
                }))),
                None => self.raise("ArgumentError", "tried to create Proc object without a block"),
            },
            "loop" => match call.block {
                Some(block) => loop {
                    self.call_proc(&block, Vec::new())?;
                },
                None => self.unsupported("loop without a block", offset),
            },
            "has_variable?" => {
                let name = call.string(0).unwrap_or_default();
                let known = self.scope_variable(&name);
                Ok(RubyValue::Boolean(known.is_some_and(|value| !matches!(value, RubyValue::Nil))))
            }
            "call_function" if self.is_in_scope => match self.scope_method(&call)? {
                Some(value) => Ok(value),
                None => Ok(RubyValue::Nil),
            },
            "call_function" => self.call_puppet_function(&call),
            // A message in the reader's language, which is English here.
            "_" if call.arguments.len() == 1 => Ok(call.argument(0)),
            "closure_scope" => Ok(RubyValue::Scope(self.closure_scope)),
            // The body of an older function runs in the scope itself.
            "lookupvar" => match self.scope_method(&call)? {
                Some(value) => Ok(value),
                None => Ok(RubyValue::Nil),
            },
            "resource" | "catalog" | "compiler" | "environment" | "findresource" if self.is_in_scope => {
                Ok(self.scope_object(&call).unwrap_or(RubyValue::Nil))
            }
            "require" | "require_relative" => {
                let name = call.string(0).unwrap_or_default();
                self.require(&name, offset)
            }
            "instance_variables" => {
                let names = self.visible_variables().into_iter().map(|(name, _)| name);
                let names: Vec<RubyValue> =
                    names.map(|name| RubyValue::Symbol(SmolStr::new(format!("@{name}")))).collect();
                Ok(RubyValue::array(names))
            }
            "instance_variable_get" | "instance_variable_defined?" => {
                let name = call.string(0).unwrap_or_default();
                let environment = crate::ruby::environment::Environment::new(None);
                let value = self.instance_variable(name.trim_start_matches('@'), &environment);
                Ok(if call.name == "instance_variable_get" {
                    value
                } else {
                    RubyValue::Boolean(!matches!(value, RubyValue::Nil))
                })
            }
            "URI" => self.library_method(&SmolStr::new_static("URI"), &MethodCall { name: "parse", ..call }),
            "setvar" | "to_hash" if call.arguments.len() <= 2 => match self.scope_method(&call)? {
                Some(value) => Ok(value),
                None => Ok(RubyValue::Nil),
            },
            "Hash" => match call.argument(0) {
                RubyValue::Nil => Ok(RubyValue::hash([])),
                hash @ RubyValue::Hash(_) => Ok(hash),
                RubyValue::Array(elements) if elements.borrow().is_empty() => Ok(RubyValue::hash([])),
                other => self.raise("TypeError", format!("can't convert {} into Hash", other.class_name())),
            },
            "warning" | "notice" | "info" | "debug" | "warn" => Ok(RubyValue::Nil),
            _ if REFUSED.contains(&name.as_str()) => {
                self.unsupported(format!("{name}, which a preview never runs"), offset)
            }
            _ if name.starts_with("function_") => self.scope_function(&name["function_".len()..], &call),
            _ if name.len() == 2 && name.starts_with('_') && name.ends_with(|c: char| c.is_ascii_digit()) => {
                self.unsupported(format!("the numbered parameter {name}"), offset)
            }
            _ if call.arguments.is_empty() && call.block.is_none() => self.raise(
                "NameError",
                format!("undefined local variable or method `{name}' for #<Puppet::Parser::TemplateWrapper>"),
            ),
            _ => self.unsupported(format!("the method {name}"), offset),
        }
    }

    pub(super) fn main_method(&mut self, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        if let Some(method) = self.methods.get(call.name).cloned() {
            return self.call_method_definition(&method, call.arguments.clone(), call.block.clone()).map(Some);
        }
        match call.name {
            "scope" | "has_variable?" | "call_function" | "closure_scope" => self
                .call_kernel(&SmolStr::new(call.name), call.arguments.clone(), call.block.clone(), call.offset)
                .map(Some),
            "lookupvar" | "[]" => self.scope_method(call),
            "[]=" | "setvar" | "resource" | "catalog" | "compiler" | "environment" | "findresource"
                if self.is_in_scope =>
            {
                self.scope_method(call)
            }
            "class" => Ok(Some(RubyValue::Main)),
            _ => Ok(None),
        }
    }

    fn raise_call(&mut self, call: &MethodCall<'_>) -> Ran {
        let (class, message) = match (call.argument(0), call.arguments.get(1)) {
            (RubyValue::Constant(class), Some(message)) => (class, message.to_text()),
            (RubyValue::Constant(class), None) => (class.clone(), class.to_string()),
            (RubyValue::Exception { class, message }, _) => (class, message.to_string()),
            (message, _) => ("RuntimeError".into(), message.to_text()),
        };
        Err(Box::new(RubyInterrupt::Raise { class, message }))
    }

    fn integer_call(&mut self, call: &MethodCall<'_>) -> Ran {
        match call.argument(0) {
            value @ (RubyValue::Integer(_) | RubyValue::Big(_)) => Ok(value),
            RubyValue::Float(value) if value.is_finite() => Ok(RubyValue::Integer(value.trunc() as i128)),
            RubyValue::String(text) => {
                let base = u32::try_from(call.integer(1).unwrap_or(0)).unwrap_or(0);
                match numbers::integer(&text.borrow(), base) {
                    Some(value) => Ok(big_integers::integer(value)),
                    None if is_quiet(call) => Ok(RubyValue::Nil),
                    None => self
                        .raise("ArgumentError", format!("invalid value for Integer(): {}", call.argument(0).inspect())),
                }
            }
            RubyValue::Nil => self.raise("TypeError", "can't convert nil into Integer"),
            other => self.raise("TypeError", format!("can't convert {} into Integer", other.class_name())),
        }
    }
}

/// Tells whether a conversion answers nil instead of raising: `exception: false`.
fn is_quiet(call: &MethodCall<'_>) -> bool {
    match call.arguments.last() {
        Some(RubyValue::Hash(options)) => {
            options.borrow().get(&RubyValue::Symbol("exception".into())).is_some_and(|value| !value.is_truthy())
        }
        _ => false,
    }
}
