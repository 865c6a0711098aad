//! Calls: receivers, arguments, blocks, methods of the source, and how parameters get their values.

use std::rc::Rc;
use std::sync::Arc;

use smol_str::SmolStr;

use super::environment::{Environment, Frame};
use super::host::HostCall;
use super::interpreter::{RUBY_DEPTH, Ran, Ruby, RubyInterrupt};
use super::syntax_tree::{Block, BlockParameter, Call, Kind, Node};
use super::value::{ProcBody, RubyProc, RubyValue};
use crate::interpreter::Interrupt;
use crate::limits::LimitReached;

impl Ruby<'_, '_> {
    pub(super) fn call(&mut self, call: &Call, environment: &Rc<Environment>, offset: u32) -> Ran {
        let receiver = match &call.receiver {
            Some(receiver) => {
                let receiver = self.run(receiver, environment)?;
                if call.safe && matches!(receiver, RubyValue::Nil) {
                    return Ok(RubyValue::Nil);
                }
                Some(receiver)
            }
            None => None,
        };
        if receiver.is_none()
            && !call.is_certain_call
            && let Some(value) = environment.get(&call.method)
        {
            return Ok(value);
        }
        let arguments = self.arguments(&call.arguments, environment)?;
        let block = match &call.block {
            Some(block) => Some(Rc::new(RubyProc {
                block: ProcBody::Block(block.clone()),
                environment: environment.clone(),
                is_lambda: false,
            })),
            None => self.block_argument(&call.arguments, environment, offset)?,
        };
        let result = match receiver {
            Some(receiver) => self.send(&receiver, &call.method, arguments, block.clone(), offset),
            None if call.method == "block_given?" => return Ok(RubyValue::Boolean(environment.block.is_some())),
            None => self.call_self(&call.method, arguments, block.clone(), environment, offset),
        };
        // `break` in a block ends the call that the block was given to.
        match result {
            Err(interrupt) if block.is_some() => match *interrupt {
                RubyInterrupt::Break(value) => Ok(value),
                other => Err(Box::new(other)),
            },
            other => other,
        }
    }

    pub(super) fn block_argument(
        &mut self,
        arguments: &[Node],
        environment: &Rc<Environment>,
        offset: u32,
    ) -> Ran<Option<Rc<RubyProc>>> {
        for node in arguments {
            let Kind::BlockPass(inner) = &node.kind else { continue };
            let Some(inner) = inner else { return Ok(environment.block.clone()) };
            return match self.run(inner, environment)? {
                RubyValue::Proc(block) => Ok(Some(block)),
                RubyValue::Symbol(name) => Ok(Some(Rc::new(RubyProc {
                    block: ProcBody::Method(name),
                    environment: environment.clone(),
                    is_lambda: false,
                }))),
                RubyValue::Nil => Ok(None),
                _ => self.unsupported("this block argument", offset),
            };
        }
        Ok(None)
    }

    /// A call without a receiver: a method of the source, or one of Ruby's own.
    pub(super) fn call_self(
        &mut self,
        name: &SmolStr,
        arguments: Vec<RubyValue>,
        block: Option<Rc<RubyProc>>,
        environment: &Rc<Environment>,
        offset: u32,
    ) -> Ran {
        let (arguments, block) = match self.host.clone() {
            Some(host) => {
                let call = HostCall { name, arguments, block, offset };
                match host.call(self, &call)? {
                    Some(value) => return Ok(value),
                    None => (call.arguments, call.block),
                }
            }
            None => (arguments, block),
        };
        let receiver = &environment.frame.receiver;
        if !matches!(receiver, RubyValue::Main) {
            let call = super::methods::MethodCall { name, arguments, block, offset };
            if let Some(value) = self.source_method(receiver, &call)? {
                return Ok(value);
            }
            // Inside a value's own class its methods need no receiver.
            if let RubyValue::Hash(_) = receiver {
                return self.send(receiver, name, call.arguments, call.block, offset);
            }
            if let Some(method) = self.methods.get(name).cloned() {
                return self.call_method_definition(&method, call.arguments, call.block);
            }
            return self.call_kernel(name, call.arguments, call.block, offset);
        }
        if let Some(method) = self.methods.get(name).cloned() {
            return self.call_method_definition(&method, arguments, block);
        }
        self.call_kernel(name, arguments, block, offset)
    }

    /// Runs a method of the source with `self` as outside of any class.
    pub fn call_method_definition(
        &mut self,
        method: &Arc<Block>,
        arguments: Vec<RubyValue>,
        block: Option<Rc<RubyProc>>,
    ) -> Ran {
        self.run_method(method, Frame::main(), arguments, block)
    }

    pub(super) fn run_method(
        &mut self,
        method: &Arc<Block>,
        frame: Rc<Frame>,
        arguments: Vec<RubyValue>,
        block: Option<Rc<RubyProc>>,
    ) -> Ran {
        self.enter()?;
        let environment = Environment::for_method(frame, block);
        // `$~` and `$1` are a method's own: what it matches is not seen by its caller.
        let callers_match = self.last_match.take();
        let result = self
            .bind(&method.parameters, arguments, &environment, true)
            .and_then(|()| self.run(&method.body, &environment));
        self.last_match = callers_match;
        self.depth -= 1;
        match result {
            Err(interrupt) => match *interrupt {
                RubyInterrupt::Return(value) => Ok(value),
                other => Err(Box::new(other)),
            },
            value => value,
        }
    }

    pub(super) fn enter(&mut self) -> Ran<()> {
        self.depth += 1;
        if self.depth > RUBY_DEPTH {
            return Err(Box::new(RubyInterrupt::Puppet(Box::new(Interrupt::Limit(LimitReached::Depth(RUBY_DEPTH))))));
        }
        Ok(())
    }

    /// Calls a block; `next` gives its value.
    pub fn call_proc(&mut self, callee: &Rc<RubyProc>, arguments: Vec<RubyValue>) -> Ran {
        self.step()?;
        match &callee.block {
            ProcBody::Method(name) => {
                let mut arguments = arguments.into_iter();
                let receiver = arguments.next().unwrap_or(RubyValue::Nil);
                self.send(&receiver, name, arguments.collect(), None, 0)
            }
            ProcBody::Puppet(callable) => {
                let mut converted = Vec::with_capacity(arguments.len());
                for argument in &arguments {
                    match argument.to_puppet() {
                        Some(value) => converted.push(value),
                        None => return self.unsupported("passing this value to a lambda", 0),
                    }
                }
                let place = self.place;
                match self.puppet.call_block(callable, converted, place) {
                    Ok(value) => Ok(RubyValue::from_puppet(&value)),
                    Err(interrupt) => Err(Box::new(RubyInterrupt::Puppet(interrupt))),
                }
            }
            ProcBody::Block(block) => {
                self.enter()?;
                let block = block.clone();
                let environment = Environment::new(Some(callee.environment.clone()));
                let result = self
                    .bind(&block.parameters, arguments, &environment, callee.is_lambda)
                    .and_then(|()| self.run(&block.body, &environment));
                self.depth -= 1;
                match result {
                    Err(interrupt) => match *interrupt {
                        RubyInterrupt::Next(value) => Ok(value),
                        RubyInterrupt::Return(value) if callee.is_lambda => Ok(value),
                        other => Err(Box::new(other)),
                    },
                    value => value,
                }
            }
        }
    }

    /// Gives parameters their values; a block spreads a single array over several parameters.
    pub(super) fn bind(
        &mut self,
        parameters: &[BlockParameter],
        mut arguments: Vec<RubyValue>,
        environment: &Rc<Environment>,
        strict: bool,
    ) -> Ran<()> {
        let positional = parameters
            .iter()
            .filter(|parameter| {
                !matches!(
                    parameter,
                    BlockParameter::BlockPass(_) | BlockParameter::Keyword(..) | BlockParameter::KeywordRest(_)
                )
            })
            .count();
        if !strict
            && positional > 1
            && arguments.len() == 1
            && let RubyValue::Array(elements) = &arguments[0]
        {
            let spread = elements.borrow().clone();
            arguments = spread;
        }
        let keywords =
            if parameters.iter().any(|p| matches!(p, BlockParameter::Keyword(..) | BlockParameter::KeywordRest(_))) {
                match arguments.last() {
                    Some(RubyValue::Hash(_)) => arguments.pop(),
                    _ => None,
                }
            } else {
                None
            };
        let required = parameters
            .iter()
            .filter(|p| matches!(p, BlockParameter::Plain(_) | BlockParameter::Destructured(_)))
            .count();
        let has_rest = parameters.iter().any(|p| matches!(p, BlockParameter::Rest(_)));
        if strict && (arguments.len() < required || (!has_rest && arguments.len() > positional)) {
            let expected = if has_rest {
                format!("{required}+")
            } else if required == positional {
                required.to_string()
            } else {
                format!("{required}..{positional}")
            };
            return self.raise(
                "ArgumentError",
                format!("wrong number of arguments (given {}, expected {expected})", arguments.len()),
            );
        }
        let mut spare = arguments.len().saturating_sub(required);
        let mut arguments = std::collections::VecDeque::from(arguments);
        let mut required_left = required;
        for parameter in parameters {
            match parameter {
                BlockParameter::Plain(name) => {
                    required_left -= 1;
                    environment.declare(name, arguments.pop_front().unwrap_or(RubyValue::Nil));
                }
                BlockParameter::Optional(name, default) => {
                    let value = if spare > 0 {
                        spare -= 1;
                        arguments.pop_front().unwrap_or(RubyValue::Nil)
                    } else {
                        self.run(default, environment)?
                    };
                    environment.declare(name, value);
                }
                BlockParameter::Rest(name) => {
                    let take = arguments.len().saturating_sub(required_left);
                    let rest: Vec<RubyValue> = arguments.drain(..take).collect();
                    environment.declare(name, RubyValue::array(rest));
                }
                BlockParameter::Keyword(name, default) => {
                    let given = match &keywords {
                        Some(RubyValue::Hash(hash)) => hash.borrow().get(&RubyValue::Symbol(name.clone())),
                        _ => None,
                    };
                    let value = match (given, default) {
                        (Some(value), _) => value,
                        (None, Some(default)) => self.run(default, environment)?,
                        (None, None) => return self.raise("ArgumentError", format!("missing keyword: :{name}")),
                    };
                    environment.declare(name, value);
                }
                BlockParameter::KeywordRest(name) => {
                    environment.declare(name, keywords.clone().unwrap_or_else(|| RubyValue::hash([])));
                }
                BlockParameter::BlockPass(name) => {
                    let block = environment.block.clone().map(RubyValue::Proc).unwrap_or(RubyValue::Nil);
                    environment.declare(name, block);
                }
                BlockParameter::Destructured(inner) => {
                    required_left -= 1;
                    let value = arguments.pop_front().unwrap_or(RubyValue::Nil);
                    let values = self.to_array(&value)?;
                    self.bind(inner, values, environment, false)?;
                }
            }
        }
        Ok(())
    }
}
