//! Runs the part of Ruby that templates and plugin functions use, with limits and without any way out: no file,
//! process, network, thread or `eval`. What it does not know ends as `RubyInterrupt::Unsupported`, never as a guess.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use smol_str::SmolStr;

use super::syntax_tree::{Block, BlockParameter, Call, Kind, Node, StringPart, Target};
use super::value::{ProcBody, RubyHash, RubyMatch, RubyProc, RubyRange, RubyValue};
use crate::interpreter::{Interpreter, Interrupt};
use crate::limits::LimitReached;
use crate::place::Place;
use crate::scope::ScopeId;
use crate::value::{UnknownReason, Value};

/// What ends an expression before it has a value.
#[derive(Debug)]
pub enum RubyInterrupt {
    Raise {
        class: SmolStr,
        message: String,
    },
    Next(RubyValue),
    Break(RubyValue),
    Return(RubyValue),
    /// A construct or method that is not supported, or refused.
    Unsupported {
        what: String,
        offset: u32,
    },
    /// A value of Puppet's that is not known was used.
    Unknown(Arc<UnknownReason>),
    /// An error of Puppet's own, from a function that was called.
    Puppet(Box<Interrupt>),
}

pub type Ran<T = RubyValue> = Result<T, Box<RubyInterrupt>>;

/// Local variables, and those of the blocks around.
#[derive(Debug, Default)]
pub struct Environment {
    locals: RefCell<HashMap<SmolStr, RubyValue>>,
    parent: Option<Rc<Environment>>,
    /// The block that the method was called with.
    block: Option<Rc<RubyProc>>,
}

impl Environment {
    pub fn new(parent: Option<Rc<Environment>>) -> Rc<Self> {
        let block = parent.as_ref().and_then(|parent| parent.block.clone());
        Rc::new(Environment { locals: RefCell::default(), parent, block })
    }

    pub fn for_method(block: Option<Rc<RubyProc>>) -> Rc<Self> {
        Rc::new(Environment { locals: RefCell::default(), parent: None, block })
    }

    fn get(&self, name: &str) -> Option<RubyValue> {
        if let Some(value) = self.locals.borrow().get(name) {
            return Some(value.clone());
        }
        self.parent.as_ref()?.get(name)
    }

    pub fn set(&self, name: &SmolStr, value: RubyValue) {
        if !self.replace(name, &value) {
            self.locals.borrow_mut().insert(name.clone(), value);
        }
    }

    fn replace(&self, name: &str, value: &RubyValue) -> bool {
        if let Some(slot) = self.locals.borrow_mut().get_mut(name) {
            *slot = value.clone();
            return true;
        }
        self.parent.as_ref().is_some_and(|parent| parent.replace(name, value))
    }

    fn declare(&self, name: &SmolStr, value: RubyValue) {
        self.locals.borrow_mut().insert(name.clone(), value);
    }
}

/// One run of a template or a function's body.
pub struct Ruby<'i, 'w> {
    pub puppet: &'i mut Interpreter<'w>,
    pub scope: ScopeId,
    pub place: Place,
    /// What a template has printed so far.
    pub output: String,
    /// The texts between a template's tags.
    pub texts: &'i [String],
    pub instance_variables: HashMap<SmolStr, RubyValue>,
    pub constants: HashMap<SmolStr, RubyValue>,
    pub methods: HashMap<SmolStr, Arc<Block>>,
    pub last_match: Option<Rc<RubyMatch>>,
    pub steps: u64,
    depth: u32,
}

/// Steps of one run.
pub const RUBY_STEPS: u64 = 2_000_000;
/// Calls and blocks inside one another.
const RUBY_DEPTH: u32 = 100;

impl<'i, 'w> Ruby<'i, 'w> {
    pub fn new(puppet: &'i mut Interpreter<'w>, scope: ScopeId, place: Place, texts: &'i [String]) -> Self {
        Ruby {
            puppet,
            scope,
            place,
            output: String::new(),
            texts,
            instance_variables: HashMap::new(),
            constants: HashMap::new(),
            methods: HashMap::new(),
            last_match: None,
            steps: 0,
            depth: 0,
        }
    }

    pub fn unsupported<T>(&self, what: impl Into<String>, offset: u32) -> Ran<T> {
        Err(Box::new(RubyInterrupt::Unsupported { what: what.into(), offset }))
    }

    pub fn raise<T>(&self, class: &str, message: impl Into<String>) -> Ran<T> {
        Err(Box::new(RubyInterrupt::Raise { class: class.into(), message: message.into() }))
    }

    /// Stops at a value of Puppet's that is not known: nothing may depend on it.
    pub fn known(&self, value: &RubyValue) -> Ran<()> {
        match value {
            RubyValue::Puppet(Value::Unknown(reason)) => Err(Box::new(RubyInterrupt::Unknown(reason.clone()))),
            _ => Ok(()),
        }
    }

    pub fn truthy(&self, value: &RubyValue) -> Ran<bool> {
        self.known(value)?;
        Ok(value.is_truthy())
    }

    /// `to_s`, as interpolation and `<%= %>` need it.
    pub fn text(&self, value: &RubyValue) -> Ran<String> {
        self.known(value)?;
        if let RubyValue::Array(_) | RubyValue::Hash(_) = value
            && let Some(value) = value.to_puppet()
            && let Some(reason) = value.first_unknown()
        {
            return Err(Box::new(RubyInterrupt::Unknown(reason.clone())));
        }
        Ok(value.to_text())
    }

    pub fn step(&mut self) -> Ran<()> {
        self.steps += 1;
        if self.steps > RUBY_STEPS {
            return Err(Box::new(RubyInterrupt::Puppet(Box::new(Interrupt::Limit(LimitReached::Steps(RUBY_STEPS))))));
        }
        if self.steps.is_multiple_of(64) {
            self.puppet.world.checkpoint();
        }
        Ok(())
    }

    pub fn check_size(&self, bytes: usize) -> Ran<()> {
        let limit = self.puppet.request.limits.string_bytes;
        if bytes > limit {
            return Err(Box::new(RubyInterrupt::Puppet(Box::new(Interrupt::Limit(LimitReached::StringBytes(limit))))));
        }
        Ok(())
    }

    pub fn run(&mut self, node: &Node, environment: &Rc<Environment>) -> Ran {
        self.step()?;
        match &node.kind {
            Kind::Nil => Ok(RubyValue::Nil),
            Kind::True => Ok(RubyValue::Boolean(true)),
            Kind::False => Ok(RubyValue::Boolean(false)),
            Kind::SelfObject => Ok(RubyValue::Main),
            Kind::Integer(value) => Ok(RubyValue::Integer(*value)),
            Kind::Float(value) => Ok(RubyValue::Float(*value)),
            Kind::String(parts) => Ok(RubyValue::string(self.concatenate(parts, environment)?)),
            Kind::Symbol(parts) => Ok(RubyValue::Symbol(self.concatenate(parts, environment)?.into())),
            Kind::Regexp { parts, options } => {
                let mut pattern = String::new();
                for part in parts {
                    match part {
                        StringPart::Text(text) => pattern.push_str(text),
                        StringPart::Code(code) => {
                            let value = self.run(code, environment)?;
                            pattern.push_str(&self.text(&value)?);
                        }
                    }
                }
                let flags: String = options.chars().filter(|flag| matches!(flag, 'i' | 'm' | 'x')).collect();
                if !flags.is_empty() {
                    pattern = format!("(?{flags}:{pattern})");
                }
                Ok(RubyValue::Regexp(pattern.into()))
            }
            Kind::Array(elements) => Ok(RubyValue::array(self.arguments(elements, environment)?)),
            Kind::Hash(pairs) => {
                let mut hash = RubyHash::default();
                for (key, value) in pairs {
                    if let Kind::HashSplat(inner) = &key.kind {
                        if let RubyValue::Hash(other) = self.run(inner, environment)? {
                            for (key, value) in other.borrow().pairs() {
                                hash.insert(key, value);
                            }
                        }
                        continue;
                    }
                    let key = self.run(key, environment)?;
                    self.known(&key)?;
                    let value = self.run(value, environment)?;
                    hash.insert(key, value);
                }
                Ok(RubyValue::Hash(Rc::new(RefCell::new(hash))))
            }
            Kind::Range { from, to, exclusive } => {
                let from = self.run_optional(from.as_deref(), environment)?;
                let to = self.run_optional(to.as_deref(), environment)?;
                Ok(RubyValue::Range(Rc::new(RubyRange { from, to, exclusive: *exclusive })))
            }
            Kind::Identifier(name) => match environment.get(name) {
                Some(value) => Ok(value),
                None => self.call_self(name, Vec::new(), None, node.offset),
            },
            Kind::InstanceVariable(name) => Ok(self.instance_variable(name)),
            Kind::GlobalVariable(name) => self.global_variable(name, node.offset),
            Kind::Constant(name) => self.constant(name, node.offset),
            Kind::Call(call) => self.call(call, environment, node.offset),
            Kind::Index { object, arguments } => {
                let object = self.run(object, environment)?;
                let arguments = self.arguments(arguments, environment)?;
                self.send(&object, "[]", arguments, None, node.offset)
            }
            Kind::Not(inner) => {
                let value = self.run(inner, environment)?;
                Ok(RubyValue::Boolean(!self.truthy(&value)?))
            }
            Kind::And(left, right) => {
                let left = self.run(left, environment)?;
                if self.truthy(&left)? { self.run(right, environment) } else { Ok(left) }
            }
            Kind::Or(left, right) => {
                let left = self.run(left, environment)?;
                if self.truthy(&left)? { Ok(left) } else { self.run(right, environment) }
            }
            Kind::Defined(inner) => self.defined(inner, environment),
            Kind::If { condition, then, otherwise } => {
                let condition = self.run(condition, environment)?;
                if self.truthy(&condition)? {
                    self.run(then, environment)
                } else {
                    self.run_optional(otherwise.as_deref(), environment)
                }
            }
            Kind::While { condition, until, body } => loop {
                self.step()?;
                let value = self.run(condition, environment)?;
                if self.truthy(&value)? == *until {
                    return Ok(RubyValue::Nil);
                }
                match self.run(body, environment) {
                    Ok(_) => {}
                    Err(interrupt) => match *interrupt {
                        RubyInterrupt::Next(_) => {}
                        RubyInterrupt::Break(value) => return Ok(value),
                        other => return Err(Box::new(other)),
                    },
                }
            },
            Kind::Case { value, branches, otherwise } => {
                self.case(value.as_deref(), branches, otherwise.as_deref(), environment, node.offset)
            }
            Kind::For { targets, over, body } => {
                let over = self.run(over, environment)?;
                for element in self.elements(&over, node.offset)? {
                    self.step()?;
                    match targets.as_slice() {
                        [target] => self.assign(target, element, environment)?,
                        targets => self.assign_several(targets, element, environment)?,
                    }
                    match self.run(body, environment) {
                        Ok(_) => {}
                        Err(interrupt) => match *interrupt {
                            RubyInterrupt::Next(_) => {}
                            RubyInterrupt::Break(value) => return Ok(value),
                            other => return Err(Box::new(other)),
                        },
                    }
                }
                Ok(over)
            }
            Kind::Assign { target, value } => {
                let value = self.run(value, environment)?;
                self.assign(target, value.clone(), environment)?;
                Ok(value)
            }
            Kind::MultipleAssign { targets, value } => {
                let value = self.run(value, environment)?;
                self.assign_several(targets, value.clone(), environment)?;
                Ok(value)
            }
            Kind::OperatorAssign { target, operator, value } => {
                self.operator_assign(target, operator, value, environment, node.offset)
            }
            Kind::Sequence(statements) => {
                let mut last = RubyValue::Nil;
                for statement in statements {
                    last = self.run(statement, environment)?;
                }
                Ok(last)
            }
            Kind::Begin { body, rescues, otherwise, ensure } => {
                let mut result = self.run(body, environment);
                match result {
                    Err(interrupt) => {
                        result = match *interrupt {
                            RubyInterrupt::Raise { class, message } => {
                                self.rescue(rescues, class, message, environment)
                            }
                            other => Err(Box::new(other)),
                        };
                    }
                    Ok(_) => {
                        if let Some(otherwise) = otherwise {
                            result = self.run(otherwise, environment);
                        }
                    }
                }
                if let Some(ensure) = ensure {
                    self.run(ensure, environment)?;
                }
                result
            }
            Kind::Next(value) => Err(Box::new(RubyInterrupt::Next(self.run_optional(value.as_deref(), environment)?))),
            Kind::Break(value) => {
                Err(Box::new(RubyInterrupt::Break(self.run_optional(value.as_deref(), environment)?)))
            }
            Kind::Return(value) => {
                Err(Box::new(RubyInterrupt::Return(self.run_optional(value.as_deref(), environment)?)))
            }
            Kind::Yield(arguments) => {
                let arguments = self.arguments(arguments, environment)?;
                match environment.block.clone() {
                    Some(block) => self.call_proc(&block, arguments),
                    None => self.raise("LocalJumpError", "no block given (yield)"),
                }
            }
            Kind::Splat(inner) => {
                let value = self.run(inner, environment)?;
                Ok(RubyValue::array(self.to_array(&value)?))
            }
            Kind::Lambda(block) => Ok(RubyValue::Proc(Rc::new(RubyProc {
                block: ProcBody::Block(block.clone()),
                environment: environment.clone(),
                is_lambda: true,
            }))),
            Kind::Method { name, definition, .. } => {
                self.methods.insert(name.clone(), definition.clone());
                Ok(RubyValue::Symbol(name.clone()))
            }
            Kind::Module { name, .. } => self.unsupported(format!("the definition of {name}"), node.offset),
            Kind::TemplateText(number) => {
                if let Some(text) = self.texts.get(*number) {
                    self.output.push_str(text);
                    self.check_size(self.output.len())?;
                }
                Ok(RubyValue::Nil)
            }
            Kind::TemplateOutput(code) => {
                let value = self.run(code, environment)?;
                let text = self.text(&value)?;
                self.output.push_str(&text);
                self.check_size(self.output.len())?;
                Ok(RubyValue::Nil)
            }
            Kind::HashSplat(_) | Kind::BlockPass(_) | Kind::Redo => {
                self.unsupported("this use of an argument", node.offset)
            }
            Kind::Unsupported(what) => self.unsupported(what.as_str(), node.offset),
        }
    }

    fn run_optional(&mut self, node: Option<&Node>, environment: &Rc<Environment>) -> Ran {
        match node {
            Some(node) => self.run(node, environment),
            None => Ok(RubyValue::Nil),
        }
    }

    fn concatenate(&mut self, parts: &[StringPart], environment: &Rc<Environment>) -> Ran<String> {
        let mut text = String::new();
        for part in parts {
            match part {
                StringPart::Text(more) => text.push_str(more),
                StringPart::Code(code) => {
                    let value = self.run(code, environment)?;
                    text.push_str(&self.text(&value)?);
                    self.check_size(text.len())?;
                }
            }
        }
        Ok(text)
    }

    /// Evaluated in order, splats spread out; block arguments are left to `call`.
    pub fn arguments(&mut self, nodes: &[Node], environment: &Rc<Environment>) -> Ran<Vec<RubyValue>> {
        let mut values = Vec::with_capacity(nodes.len());
        for node in nodes {
            match &node.kind {
                Kind::Splat(inner) => {
                    let value = self.run(inner, environment)?;
                    values.extend(self.to_array(&value)?);
                }
                Kind::HashSplat(inner) => values.push(self.run(inner, environment)?),
                Kind::BlockPass(_) => {}
                _ => values.push(self.run(node, environment)?),
            }
        }
        Ok(values)
    }

    fn call(&mut self, call: &Call, environment: &Rc<Environment>, offset: u32) -> Ran {
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
            None => self.call_self(&call.method, arguments, block.clone(), offset),
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

    fn block_argument(
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
    fn call_self(
        &mut self,
        name: &SmolStr,
        arguments: Vec<RubyValue>,
        block: Option<Rc<RubyProc>>,
        offset: u32,
    ) -> Ran {
        if let Some(method) = self.methods.get(name).cloned() {
            return self.call_method_definition(&method, arguments, block);
        }
        self.call_kernel(name, arguments, block, offset)
    }

    pub fn call_method_definition(
        &mut self,
        method: &Arc<Block>,
        arguments: Vec<RubyValue>,
        block: Option<Rc<RubyProc>>,
    ) -> Ran {
        self.enter()?;
        let environment = Environment::for_method(block);
        let result = self
            .bind(&method.parameters, arguments, &environment, true)
            .and_then(|()| self.run(&method.body, &environment));
        self.depth -= 1;
        match result {
            Err(interrupt) => match *interrupt {
                RubyInterrupt::Return(value) => Ok(value),
                other => Err(Box::new(other)),
            },
            value => value,
        }
    }

    fn enter(&mut self) -> Ran<()> {
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
    fn bind(
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

    fn case(
        &mut self,
        value: Option<&Node>,
        branches: &[(Vec<Node>, Node)],
        otherwise: Option<&Node>,
        environment: &Rc<Environment>,
        offset: u32,
    ) -> Ran {
        let subject = match value {
            Some(value) => Some(self.run(value, environment)?),
            None => None,
        };
        for (patterns, body) in branches {
            for pattern in self.arguments(patterns, environment)? {
                let matches = match &subject {
                    Some(subject) => {
                        let result = self.send(&pattern, "===", vec![subject.clone()], None, offset)?;
                        self.truthy(&result)?
                    }
                    None => self.truthy(&pattern)?,
                };
                if matches {
                    return self.run(body, environment);
                }
            }
        }
        self.run_optional(otherwise, environment)
    }

    fn rescue(
        &mut self,
        rescues: &[super::syntax_tree::Rescue],
        class: SmolStr,
        message: String,
        environment: &Rc<Environment>,
    ) -> Ran {
        let error = RubyValue::Exception { class: class.clone(), message: message.as_str().into() };
        for rescue in rescues {
            let caught = if rescue.classes.is_empty() {
                error.is_a("StandardError")
            } else {
                rescue.classes.iter().any(|node| matches!(&node.kind, Kind::Constant(name) if error.is_a(name)))
            };
            if caught {
                if let Some(variable) = &rescue.variable {
                    environment.set(variable, error);
                }
                return self.run(&rescue.body, environment);
            }
        }
        Err(Box::new(RubyInterrupt::Raise { class, message }))
    }

    fn assign(&mut self, target: &Target, value: RubyValue, environment: &Rc<Environment>) -> Ran<()> {
        match target {
            Target::Local(name) => environment.set(name, value),
            Target::Instance(name) => {
                self.instance_variables.insert(name.clone(), value);
            }
            Target::Constant(name) => {
                self.constants.insert(name.clone(), value);
            }
            Target::Index { object, arguments } => {
                let object = self.run(object, environment)?;
                let mut arguments = self.arguments(arguments, environment)?;
                arguments.push(value);
                self.send(&object, "[]=", arguments, None, 0)?;
            }
            Target::Nested(targets) => self.assign_several(targets, value, environment)?,
            Target::Splat(inner) => self.assign(inner, value, environment)?,
            Target::Global(name) => return self.unsupported(format!("an assignment to ${name}"), 0),
            Target::Attribute { name, .. } => return self.unsupported(format!("an assignment to .{name}"), 0),
            Target::Unsupported(what) => return self.unsupported(what.as_str(), 0),
        }
        Ok(())
    }

    fn assign_several(&mut self, targets: &[Target], value: RubyValue, environment: &Rc<Environment>) -> Ran<()> {
        let mut values = std::collections::VecDeque::from(self.to_array(&value)?);
        for (index, target) in targets.iter().enumerate() {
            if let Target::Splat(_) = target {
                let after = targets.len() - index - 1;
                let rest: Vec<RubyValue> = values.drain(..values.len().saturating_sub(after)).collect();
                self.assign(target, RubyValue::array(rest), environment)?;
            } else {
                let next = values.pop_front().unwrap_or(RubyValue::Nil);
                self.assign(target, next, environment)?;
            }
        }
        Ok(())
    }

    fn operator_assign(
        &mut self,
        target: &Target,
        operator: &str,
        value: &Node,
        environment: &Rc<Environment>,
        offset: u32,
    ) -> Ran {
        let old = match target {
            Target::Local(name) => environment.get(name).unwrap_or(RubyValue::Nil),
            Target::Instance(name) => self.instance_variable(name),
            Target::Constant(name) => self.constants.get(name).cloned().unwrap_or(RubyValue::Nil),
            Target::Index { object, arguments } => {
                let object = self.run(object, environment)?;
                let arguments = self.arguments(arguments, environment)?;
                self.send(&object, "[]", arguments, None, offset)?
            }
            _ => return self.unsupported("this assignment", offset),
        };
        let new = match operator {
            "||" if self.truthy(&old)? => return Ok(old),
            "&&" if !self.truthy(&old)? => return Ok(old),
            "||" | "&&" => self.run(value, environment)?,
            _ => {
                let value = self.run(value, environment)?;
                self.send(&old, operator, vec![value], None, offset)?
            }
        };
        self.assign(target, new.clone(), environment)?;
        Ok(new)
    }

    fn instance_variable(&mut self, name: &str) -> RubyValue {
        if let Some(value) = self.instance_variables.get(name) {
            return value.clone();
        }
        // A template sees the variables of its scope as instance variables, each with an identity of its own.
        let value = match self.puppet.variable(self.scope, name) {
            Some(value) => RubyValue::from_puppet(&value),
            None => return RubyValue::Nil,
        };
        self.instance_variables.insert(name.into(), value.clone());
        value
    }

    fn global_variable(&mut self, name: &str, offset: u32) -> Ran {
        match (name.parse::<usize>(), &self.last_match) {
            (Ok(number), Some(data)) => Ok(data.group_value(number)),
            (Ok(_), None) => Ok(RubyValue::Nil),
            (Err(_), data) if name == "~" => Ok(data.clone().map(RubyValue::MatchData).unwrap_or(RubyValue::Nil)),
            _ => self.unsupported(format!("the global variable ${name}"), offset),
        }
    }

    fn constant(&mut self, name: &SmolStr, offset: u32) -> Ran {
        if let Some(value) = self.constants.get(name) {
            return Ok(value.clone());
        }
        match name.as_str() {
            "Float::INFINITY" => Ok(RubyValue::Float(f64::INFINITY)),
            "File::SEPARATOR" => Ok(RubyValue::string("/")),
            "ENV" | "Process" | "IO" | "Dir" | "Socket" | "Thread" | "ObjectSpace" | "Kernel" | "Etc" | "Open3" => {
                self.unsupported(format!("{name}, which a preview never uses"), offset)
            }
            _ => Ok(RubyValue::Constant(name.clone())),
        }
    }

    fn defined(&mut self, inner: &Node, environment: &Rc<Environment>) -> Ran {
        let kind = match &inner.kind {
            Kind::Sequence(nodes) if nodes.len() == 1 => return self.defined(&nodes[0], environment),
            Kind::Identifier(name) if environment.get(name).is_some() => Some("local-variable"),
            Kind::Identifier(name) if self.methods.contains_key(name) || name == "scope" => Some("method"),
            Kind::Identifier(_) => None,
            Kind::InstanceVariable(name) => {
                let known =
                    self.instance_variables.contains_key(name) || self.puppet.variable(self.scope, name).is_some();
                known.then_some("instance-variable")
            }
            Kind::Nil => Some("expression"),
            _ => return self.unsupported("defined? of this expression", inner.offset),
        };
        Ok(kind.map(RubyValue::string).unwrap_or(RubyValue::Nil))
    }
}
