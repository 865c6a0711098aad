//! Answers the calls of a spec file for the Ruby interpreter: what RSpec, rspec-puppet and their helpers define.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use evaluator::ruby::host::{Host, HostCall, HostObject};
use evaluator::ruby::interpreter::{Ran, Ruby};
use evaluator::ruby::syntax_tree::Block;
use evaluator::ruby::value::RubyValue;

use super::objects::{
    Catalogue, CatalogueLambda, CatalogueResource, Configuration, Expectation, Ignored, PuppetSettings, SensitiveValue,
};
use super::state::State;
use crate::environment::Environment;
use crate::environment::values::{deep_copy, deep_merge};
use crate::matchers::Matcher;

/// One spec file while it is loaded and run.
pub struct SpecHost {
    pub state: RefCell<State>,
    pub environment: Rc<Environment>,
}

/// Methods of Ruby's own that need no receiver.
const KERNEL: &[&str] = &[
    "Array",
    "Float",
    "Hash",
    "Integer",
    "String",
    "block_given?",
    "fail",
    "format",
    "lambda",
    "loop",
    "proc",
    "raise",
    "sprintf",
    "warn",
    "method",
    "send",
    "public_send",
    "nil?",
    "is_a?",
    "tap",
    "then",
    "itself",
    "freeze",
    "instance_variable_get",
];

impl SpecHost {
    pub fn new(environment: Rc<Environment>) -> Self {
        SpecHost { state: RefCell::default(), environment }
    }

    pub fn is_running(&self) -> bool {
        self.state.borrow().running.is_some()
    }

    /// Calls a block as it is, for instance the body of a group.
    pub fn yield_to(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>, arguments: Vec<RubyValue>) -> Ran {
        match &call.block {
            Some(block) => ruby.call_proc(block, arguments),
            None => ruby.unsupported(format!("{} without a block", call.name), call.offset),
        }
    }
}

impl Host for SpecHost {
    fn call(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
        let is_running = self.is_running();
        if is_running && let Some(value) = self.defined(ruby, call)? {
            return Ok(Some(value));
        }
        if ruby.methods.contains_key(call.name) {
            return Ok(None);
        }
        let answer = if is_running { self.example_call(ruby, call)? } else { self.group_call(ruby, call)? };
        if answer.is_some() {
            return Ok(answer);
        }
        if let Some(value) = self.common_call(ruby, call)? {
            return Ok(Some(value));
        }
        if KERNEL.contains(&call.name) {
            return Ok(None);
        }
        ruby.unsupported(format!("the method {}", call.name), call.offset)
    }

    fn call_class(&self, ruby: &mut Ruby<'_, '_>, class: &str, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
        self.class_call(ruby, class, call)
    }

    fn call_object(
        &self,
        ruby: &mut Ruby<'_, '_>,
        object: &Rc<dyn HostObject>,
        call: &HostCall<'_>,
    ) -> Ran<Option<RubyValue>> {
        let any = object.as_any();
        if let Some(matcher) = any.downcast_ref::<Matcher>() {
            return matcher.chain(ruby, object, call);
        }
        if let Some(expectation) = any.downcast_ref::<Expectation>() {
            return self.expectation_call(ruby, expectation, call);
        }
        if let Some(resource) = any.downcast_ref::<CatalogueResource>() {
            return self.resource_call(ruby, resource, call);
        }
        if let Some(catalogue) = any.downcast_ref::<Catalogue>() {
            return self.catalogue_call(ruby, catalogue, call);
        }
        if let Some(lambda) = any.downcast_ref::<CatalogueLambda>() {
            return match call.name {
                "call" => self.catalogue_value(ruby, lambda.exported, call.offset).map(Some),
                _ => Ok(None),
            };
        }
        if any.is::<Configuration>() {
            return self.configuration_call(ruby, call);
        }
        if any.is::<PuppetSettings>() {
            return Ok(self.puppet_setting(call));
        }
        if any.is::<Ignored>() {
            return Ok(Some(RubyValue::Nil));
        }
        if let Some(sensitive) = any.downcast_ref::<SensitiveValue>() {
            return Ok((call.name == "unwrap").then(|| sensitive.0.clone()));
        }
        Ok(None)
    }

    fn call_value(&self, _: &mut Ruby<'_, '_>, receiver: &RubyValue, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
        Ok(match (receiver, call.name) {
            (RubyValue::Hash(_), "deep_merge" | "deep_merge!") => {
                let base = if call.name.ends_with('!') { receiver.clone() } else { deep_copy(receiver) };
                Some(deep_merge(base, &call.argument(0)))
            }
            _ => None,
        })
    }

    fn call_super(&self, ruby: &mut Ruby<'_, '_>) -> Ran<Option<RubyValue>> {
        self.definition_above(ruby)
    }

    fn define(&self, name: &str, definition: &Arc<Block>) -> bool {
        let mut state = self.state.borrow_mut();
        let Some(group) = state.loading.last().copied() else { return false };
        state.groups[group].methods.insert(name.to_string(), definition.clone());
        true
    }
}

/// Returns the text of a string, symbol or class name.
pub fn text_of(value: &RubyValue) -> Option<String> {
    match value {
        RubyValue::String(text) => Some(text.borrow().clone()),
        RubyValue::Symbol(name) | RubyValue::Constant(name) => Some(name.to_string()),
        _ => None,
    }
}

/// Returns an option of the hash that a call ends with.
pub fn option_of(arguments: &[RubyValue], name: &str) -> Option<RubyValue> {
    match arguments.last() {
        Some(RubyValue::Hash(options)) => options.borrow().get(&RubyValue::Symbol(name.into())),
        _ => None,
    }
}
