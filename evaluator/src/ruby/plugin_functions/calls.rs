//! Calls a function that a module writes in Ruby: the signature that accepts the arguments is chosen, and its body runs where every
//! construct is supported.

use crate::error::RuntimeError;
use crate::functions::is_string_type;
use crate::interpreter::{Evaluated, Interpreter};
use crate::place::Place;
use crate::ruby::environment::Environment;
use crate::ruby::interpreter::{Ruby, RubyInterrupt};
use crate::ruby::value::{ProcBody, RubyProc, RubyValue};
use crate::scope::ScopeId;
use crate::types::mismatch::{Signature, describe_call};
use crate::types::{self, CallableType, Size, Type};
use crate::value::{Callable, Value};
use smol_str::SmolStr;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::{FunctionForm, PluginDispatch, PluginFunction};

impl PluginDispatch {
    fn signature(&self, interpreter: &mut Interpreter<'_>, local_types: &[String]) -> Evaluated<Signature> {
        let mut parameters = Vec::with_capacity(self.parameters.len());
        let mut size = Size { min: 0, max: Some(0) };
        for parameter in &self.parameters {
            parameters.push(parameter_type(interpreter, local_types, &parameter.type_text)?);
            size.min += i128::from(parameter.required);
            size.max = if parameter.repeated { None } else { size.max.map(|most| most + 1) };
        }
        let block = match &self.block {
            Some((text, true)) => Some(parameter_type(interpreter, local_types, text)?),
            Some((text, false)) => Some(Type::optional(parameter_type(interpreter, local_types, text)?)),
            None => None,
        };
        let exact = size == Size::exactly(parameters.len());
        Ok(Signature {
            callable: CallableType {
                parameters: Some(parameters),
                size: (!exact).then_some(size),
                block,
                returns: None,
            },
            parameter_names: self.parameters.iter().map(|parameter| SmolStr::new(&parameter.name)).collect(),
            block_name: None,
        })
    }

    /// True where the arguments fit; a type that cannot be read accepts anything.
    fn accepts(
        &self,
        interpreter: &mut Interpreter<'_>,
        local_types: &[String],
        arguments: &[Value],
        has_block: bool,
    ) -> Evaluated<bool> {
        let required = self.parameters.iter().filter(|parameter| parameter.required).count();
        let unlimited = self.parameters.last().is_some_and(|last| last.repeated);
        if arguments.len() < required || (!unlimited && arguments.len() > self.parameters.len()) {
            return Ok(false);
        }
        if has_block != self.block.is_some() && !matches!(self.block, Some((_, false))) {
            return Ok(false);
        }
        for (index, argument) in arguments.iter().enumerate() {
            let Some(parameter) = self.parameters.get(index).or(self.parameters.last()) else { return Ok(false) };
            let accepted = parameter_type(interpreter, local_types, &parameter.type_text)?;
            if !types::is_instance(&accepted, argument) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The type that a parameter's text names: built in, of the function itself, or of a module.
fn parameter_type(interpreter: &mut Interpreter<'_>, local_types: &[String], text: &str) -> Evaluated<Type> {
    let mut problem = None;
    let parsed = types::parse_with(text, &mut |name| {
        let local = local_types.iter().find_map(|alias| {
            let (alias, text) = alias.split_once('=')?;
            (alias.trim() == name).then(|| types::parse(text.trim()).unwrap_or(Type::Any))
        });
        if local.is_some() {
            return local;
        }
        match interpreter.type_named(name) {
            Ok(found) => found,
            Err(interrupt) => {
                problem = Some(interrupt);
                None
            }
        }
    });
    match problem {
        Some(interrupt) => Err(interrupt),
        None => Ok(parsed.unwrap_or(Type::Any)),
    }
}

/// What a call gives, or why the function cannot be run here.
type Answer = Result<Value, String>;

impl PluginFunction {
    /// Runs the function; Unknown where its body uses what cannot be run here.
    pub fn call(
        &self,
        interpreter: &mut Interpreter<'_>,
        arguments: &[Value],
        block: Option<Arc<Callable>>,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<Value> {
        let value = match self.try_call(interpreter, arguments, block, scope, place)? {
            Ok(value) => value,
            Err(reason) => interpreter.unknown(reason, Some(place)),
        };
        Ok(match value {
            Value::Unknown(_) if self.gives_text() => value.known_as_text(),
            other => other,
        })
    }

    /// Puppet refuses any result that is no string.
    fn gives_text(&self) -> bool {
        match &self.form {
            FunctionForm::Modern { dispatches, .. } => {
                !dispatches.is_empty()
                    && dispatches.iter().all(|dispatch| dispatch.returns.as_deref().is_some_and(is_string_type))
            }
            FunctionForm::Legacy { .. } => false,
        }
    }

    /// The same, for callers that have something else to call where it cannot be run.
    pub fn try_call(
        &self,
        interpreter: &mut Interpreter<'_>,
        arguments: &[Value],
        block: Option<Arc<Callable>>,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<Answer> {
        if let Some(reason) = arguments.iter().find_map(Value::first_unknown) {
            return Ok(Ok(Value::Unknown(reason.clone())));
        }
        let block = block.map(|callable| {
            Rc::new(RubyProc {
                block: ProcBody::Puppet(callable),
                environment: Environment::new(None),
                is_lambda: true,
            })
        });
        let (method, takes_scope, methods) = match &self.form {
            FunctionForm::Modern { dispatches, methods } => {
                let mut chosen = None;
                for dispatch in dispatches {
                    if dispatch.accepts(interpreter, &self.local_types, arguments, block.is_some())? {
                        chosen = Some(dispatch);
                        break;
                    }
                }
                let Some(dispatch) = chosen else {
                    return self.mismatch(interpreter, dispatches, arguments, place);
                };
                let Some(method) = methods.get(&dispatch.method) else {
                    let reason = format!("{}() is written in Ruby without a method that can be found", self.name);
                    return Ok(Err(reason));
                };
                (method.clone(), dispatch.takes_scope, methods.clone())
            }
            FunctionForm::Legacy { body, .. } => (body.clone(), false, HashMap::new()),
        };
        interpreter.check_ruby_nesting()?;
        interpreter.enter_ruby();
        let mut ruby = Ruby::new(interpreter, scope, place, &[]);
        ruby.methods = methods;
        ruby.is_in_scope = matches!(self.form, FunctionForm::Legacy { .. });
        if !ruby.is_in_scope {
            ruby.closure_scope = ScopeId::TOP;
        }
        let mut given: Vec<RubyValue> = Vec::with_capacity(arguments.len() + 1);
        if takes_scope {
            given.push(RubyValue::Scope(scope));
        }
        for value in arguments {
            given.push(match (&self.form, value) {
                // Older functions see an empty string where an argument is undef.
                (FunctionForm::Legacy { .. }, Value::Undef) => RubyValue::string(""),
                _ => ruby.shared(value),
            });
        }
        if let FunctionForm::Legacy { .. } = self.form {
            given = vec![RubyValue::array(given)];
        }
        let result = match ruby.set_up(&self.setup) {
            // The block of an older function sees the local variables around it.
            Ok(environment) if ruby.is_in_scope => {
                let closure = Rc::new(RubyProc { block: ProcBody::Block(method), environment, is_lambda: true });
                ruby.call_proc(&closure, given)
            }
            Ok(_) => ruby.call_method_definition(&method, given, block),
            Err(interrupt) => Err(interrupt),
        };
        interpreter.leave_ruby();
        self.finish(interpreter, result, place)
    }

    /// No dispatch takes the arguments: Puppet's words for it.
    fn mismatch(
        &self,
        interpreter: &mut Interpreter<'_>,
        dispatches: &[PluginDispatch],
        arguments: &[Value],
        place: Place,
    ) -> Evaluated<Answer> {
        if dispatches.is_empty() {
            return Ok(Err(format!("{}() is written in Ruby, and its arguments cannot be checked here", self.name)));
        }
        let mut signatures = Vec::with_capacity(dispatches.len());
        for dispatch in dispatches {
            signatures.push(dispatch.signature(interpreter, &self.local_types)?);
        }
        let given: Vec<Type> = arguments.iter().map(types::infer).collect();
        interpreter.fail(RuntimeError(describe_call(&self.name, &signatures, &given, None)), place)
    }

    fn finish(
        &self,
        interpreter: &mut Interpreter<'_>,
        result: crate::ruby::interpreter::Ran,
        place: Place,
    ) -> Evaluated<Answer> {
        let unsupported = |what: &str| Err(format!("{}() is written in Ruby and uses {what}", self.name));
        let value = match result {
            Ok(value) => value,
            Err(interrupt) => match *interrupt {
                RubyInterrupt::Return(value) | RubyInterrupt::Next(value) | RubyInterrupt::Break(value) => value,
                RubyInterrupt::Unsupported { what, .. } => return Ok(unsupported(&what)),
                RubyInterrupt::Unknown(reason) => return Ok(Ok(Value::Unknown(reason))),
                RubyInterrupt::Raise { class, message } => {
                    // An error of Ruby's own may come from a part of Ruby that works otherwise here.
                    if matches!(class.as_str(), "NameError" | "NoMethodError") {
                        return Ok(unsupported(&message));
                    }
                    return interpreter.fail(RuntimeError(message), place);
                }
                RubyInterrupt::Puppet(interrupt) => return Err(interrupt),
            },
        };
        if let FunctionForm::Legacy { is_value: false, .. } = self.form {
            return Ok(Ok(Value::Undef));
        }
        match value.to_puppet() {
            Some(value) => Ok(Ok(value)),
            None => Ok(unsupported(&format!("a result of class {}", value.class_name()))),
        }
    }
}
