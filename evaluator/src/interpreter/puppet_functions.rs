//! Functions written in Puppet: found by name, loaded from the environment and modules, and called.

use std::sync::{Arc, OnceLock};

use smol_str::SmolStr;
use syntax::program::{FunctionDefinition, Parameter};
use syntax::{Expr, ExprId};

use super::lambdas::Owner;
use super::type_names::Redefinition;
use super::{Code, Evaluated, Interpreter, Interrupt};
use crate::catalog::issues::CatalogIssue;
use crate::edition::Rule;
use crate::error::RuntimeError;
use crate::fast_hash::FastMap;
use crate::functions::Builtin;
use crate::place::Place;
use crate::scope::{ScopeId, ScopeKind};
use crate::types::mismatch::Signature;
use crate::types::{CallableType, Size, Type, describe_call, infer, is_instance};
use crate::value::{Callable, Value};

#[derive(Debug, Default)]
pub struct PuppetFunctions {
    /// `None` for a name that was looked for and that no file defines.
    by_name: FastMap<SmolStr, Option<Arc<PuppetFunction>>>,
    /// What names mean that were called before.
    pub(super) called: FastMap<SmolStr, CallTarget>,
}

/// What the name of a function means.
#[derive(Clone, Debug)]
pub(super) enum CallTarget {
    Puppet(Arc<PuppetFunction>),
    Builtin(Builtin),
}

/// A function with the file that it is in.
#[derive(Debug)]
pub struct PuppetFunction {
    pub name: SmolStr,
    pub code: Code,
    expr: ExprId,
    /// The module it belongs to; `None` for the environment.
    pub module: Option<SmolStr>,
    definition: FunctionDefinition,
    /// Its types, once they have been evaluated.
    signature: OnceLock<Signature>,
    /// The type of its result, likewise.
    returns: OnceLock<Value>,
}

impl PuppetFunction {
    pub fn definition(&self) -> &FunctionDefinition {
        &self.definition
    }

    pub fn place(&self) -> Place {
        self.code.place(self.expr)
    }

    /// The parameters that arguments go to by position, and the one that takes the lambda.
    fn split_parameters(&self, signature: &Signature) -> (&[Parameter], Option<&Parameter>) {
        match self.definition.parameters.split_last() {
            Some((last, others)) if signature.callable.block.is_some() => (others, Some(last)),
            _ => (&self.definition.parameters, None),
        }
    }
}

impl Interpreter<'_> {
    pub(super) fn add_puppet_function(
        &mut self,
        code: &Code,
        expr: ExprId,
        function: &FunctionDefinition,
    ) -> Evaluated<()> {
        let name = SmolStr::new(function.name.trim_start_matches("::").to_ascii_lowercase());
        if let Some(Some(known)) = self.puppet_functions.by_name.get(&name) {
            let issue = Redefinition { kind: "function", name, first: Some(known.place()) };
            return self.fail(issue, code.place(expr));
        }
        let module = name.split_once("::").map(|(module, _)| SmolStr::new(module));
        let definition = function.clone();
        let function = PuppetFunction {
            name: name.clone(),
            code: code.clone(),
            expr,
            module,
            definition,
            signature: OnceLock::new(),
            returns: OnceLock::new(),
        };
        self.puppet_functions.called.remove(&name);
        self.puppet_functions.by_name.insert(name, Some(Arc::new(function)));
        Ok(())
    }

    /// The function of this name that is written in Puppet, loaded where need be.
    pub fn find_puppet_function(&mut self, name: &str) -> Evaluated<Option<Arc<PuppetFunction>>> {
        let name = if name.starts_with(':') { name.trim_start_matches("::") } else { name };
        if let Some(found) = self.puppet_functions.by_name.get(name) {
            return Ok(found.clone());
        }
        if let Some(file) = self.file_of_name(name, "functions") {
            let code = self.load_code(file)?;
            for definition in &code.program.clone().definitions {
                let Expr::Function(function) = code.program.expr(*definition) else { continue };
                let actual = function.name.trim_start_matches("::");
                if actual != name {
                    let path = self.world.path(file);
                    return self.raise(RuntimeError(format!(
                        "The code loaded from {path} produced function with the wrong name, expected '{name}', actual \
                         '{actual}'"
                    )));
                }
                self.add_puppet_function(&code, *definition, function)?;
            }
        }
        Ok(self.puppet_functions.by_name.entry(SmolStr::new(name)).or_default().clone())
    }

    pub(super) fn call_puppet_function(
        &mut self,
        function: &Arc<PuppetFunction>,
        arguments: Vec<Value>,
        block: Option<Arc<Callable>>,
        place: Place,
    ) -> Evaluated<Value> {
        if self.is_broken(&function.code, function.expr) {
            self.leave_out(&function.code, function.expr);
            return Ok(self.unknown_without(&format!("the result of {}", function.name), place));
        }
        self.with_frame(
            || format!("function {}", function.name),
            Some(place),
            |this| this.run_puppet_function(function, arguments, block, place),
        )
    }

    fn run_puppet_function(
        &mut self,
        function: &Arc<PuppetFunction>,
        mut arguments: Vec<Value>,
        block: Option<Arc<Callable>>,
        place: Place,
    ) -> Evaluated<Value> {
        let definition = &function.definition;
        let code = &function.code;
        let signature = self.function_signature(function)?;
        let (positional, block_parameter) = function.split_parameters(signature);
        // A callable that is given by position is the same as a block.
        let block = match block_parameter {
            Some(_) => self.block_from_arguments(&mut arguments, block),
            None => block,
        };
        if block_parameter.is_some() && block.is_none() && arguments.len() > positional.len() {
            // So is an undef in the place of one that is optional.
            arguments.pop_if(|last| last.is_undef() && !positional.iter().any(|one| one.captures_rest));
        }
        self.check_arguments(function, signature, &arguments, block.as_ref())?;
        let scope = self.new_scope(ScopeKind::Function(function.name.clone()), Some(ScopeId::TOP));
        self.scope_mut(scope).module = function.module.clone();
        self.enter(code, function.expr);
        let owner = Owner::Function(function.name.clone());
        let result = self
            .bind_positional(code, positional, arguments, scope, &owner, place)
            .and_then(|()| match block_parameter {
                Some(_) => self.bind_block(code, &definition.parameters, block, scope, &owner, place),
                None => Ok(()),
            })
            .and_then(|()| {
                let body = self.single_statement(code, definition.body);
                self.evaluate(code, scope, body)
            });
        let value = match result {
            Ok(value) => value,
            Err(interrupt) => match *interrupt {
                Interrupt::Return(value, _) => {
                    self.drop_scope_after(scope, &value);
                    return Ok(value);
                }
                Interrupt::Next(value, _) => value,
                other => {
                    self.drop_scope(scope);
                    return Err(Box::new(other));
                }
            },
        };
        if let Some(return_type) = definition.return_type {
            let expected = match function.returns.get() {
                Some(expected) => expected,
                None => {
                    let expected = self.evaluate(code, scope, return_type)?;
                    function.returns.get_or_init(|| expected)
                }
            };
            self.check_returned(expected, &value, &function.name)?;
        }
        self.drop_scope_after(scope, &value);
        Ok(value)
    }

    /// What a function takes; its last parameter may take the lambda.
    fn function_signature<'f>(&mut self, function: &'f PuppetFunction) -> Evaluated<&'f Signature> {
        if let Some(signature) = function.signature.get() {
            return Ok(signature);
        }
        let (code, parameters) = (&function.code, &function.definition.parameters);
        let block = self.block_parameter_type(code, parameters)?;
        let positional = match parameters.split_last() {
            Some((_, others)) if block.is_some() => others,
            _ => parameters,
        };
        if self.rules.holds(Rule::ParameterOrderOfDefinitions) {
            self.check_captures_rest(code, positional)?;
        }
        let mut signature = self.signature(code, positional, ScopeId::TOP)?;
        if block.is_some() {
            signature.block_name = parameters.last().map(|last| last.name.clone());
        }
        signature.callable.block = block;
        Ok(function.signature.get_or_init(|| signature))
    }

    /// The type of a function, with that of its result.
    pub(super) fn function_type(&mut self, function: &PuppetFunction) -> Evaluated<CallableType> {
        let mut callable = self.function_signature(function)?.callable.clone();
        if let Some(returns) = function.definition.return_type
            && let Value::Type(returns) = self.evaluate(&function.code, ScopeId::TOP, returns)?
        {
            callable.returns = Some(returns);
        }
        Ok(callable)
    }

    /// A private function is for its own module only.
    pub(super) fn check_function_visible(&self, function: &PuppetFunction, scope: ScopeId) -> Evaluated<()> {
        if !function.definition.private || self.calling_module(scope) == function.module {
            return Ok(());
        }
        let module = function.module.clone().unwrap_or_else(|| SmolStr::new_static("environment"));
        let (what, name) = ("function".to_string(), function.name.clone());
        self.raise(CatalogIssue::NotPrivate { what, name, module })
    }

    /// Refuses arguments that do not fit, before any default is evaluated.
    fn check_arguments(
        &mut self,
        function: &PuppetFunction,
        signature: &Signature,
        arguments: &[Value],
        block: Option<&Arc<Callable>>,
    ) -> Evaluated<()> {
        let types = signature.callable.parameters.as_deref().unwrap_or_default();
        let accepted = signature.callable.size.unwrap_or(Size::exactly(types.len()));
        let block_fits = match (&signature.callable.block, block) {
            (None, None) => true,
            (None, Some(_)) => false,
            (Some(expected), None) => is_instance(expected, &Value::Undef),
            (Some(expected), Some(block)) => is_instance(expected, &Value::Callable(block.clone())),
        };
        let fits = accepted.holds(arguments.len())
            && block_fits
            && arguments.iter().enumerate().all(|(index, argument)| {
                let expected = types.get(index).or(types.last());
                expected.is_none_or(|expected| is_instance(expected, argument)) || argument.first_unknown().is_some()
            });
        if fits {
            return Ok(());
        }
        let given: Vec<Type> = arguments.iter().map(infer).collect();
        let block = match block {
            Some(block) => Some(Type::Callable(self.callable_type(block)?)),
            None => None,
        };
        let words = describe_call(&function.name, std::slice::from_ref(signature), &given, block.as_ref());
        self.raise(RuntimeError(words))
    }
}
