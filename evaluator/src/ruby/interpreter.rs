//! Runs the part of Ruby that templates and plugin functions use, with limits and without any way out: no file outside of modules,
//! process, network, thread or `eval`. What it does not know ends as `RubyInterrupt::Unsupported`, never as a guess.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use smol_str::SmolStr;

use super::classes::RubyClass;
use super::environment::Environment;
use super::host::Host;
use super::syntax_tree::{Block, Kind, Node, StringPart};
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

/// One run of a template or a function's body.
pub struct Ruby<'i, 'w> {
    pub puppet: &'i mut Interpreter<'w>,
    pub scope: ScopeId,
    /// Where functions are called from that the code calls: a function of a module belongs to the top scope.
    pub(super) closure_scope: ScopeId,
    pub place: Place,
    /// What a template has printed so far.
    pub output: String,
    /// The texts between a template's tags.
    pub texts: &'i [String],
    pub instance_variables: HashMap<SmolStr, RubyValue>,
    pub constants: HashMap<SmolStr, RubyValue>,
    pub methods: HashMap<SmolStr, Arc<Block>>,
    /// Classes and modules of the source and of what it loads, by full name.
    pub(super) classes: HashMap<SmolStr, RubyClass>,
    /// `@name` of a class itself and `@@name`, by class and name.
    pub(super) class_variables: HashMap<(SmolStr, SmolStr), RubyValue>,
    pub(super) globals: HashMap<SmolStr, RubyValue>,
    /// Files of modules that were asked for.
    pub(super) loaded: HashSet<SmolStr>,
    /// `__FILE__`
    pub source_path: SmolStr,
    pub last_match: Option<Rc<RubyMatch>>,
    pub steps: u64,
    pub(super) depth: u32,
    /// What answers calls that Ruby does not know.
    pub host: Option<Rc<dyn Host>>,
    /// The code runs in Puppet's scope itself, as the body of an older function does.
    pub(super) is_in_scope: bool,
}

/// Steps of one run.
pub const RUBY_STEPS: u64 = 2_000_000;
/// Calls and blocks inside one another.
pub(super) const RUBY_DEPTH: u32 = 100;

impl<'i, 'w> Ruby<'i, 'w> {
    pub fn new(puppet: &'i mut Interpreter<'w>, scope: ScopeId, place: Place, texts: &'i [String]) -> Self {
        Ruby {
            puppet,
            scope,
            closure_scope: scope,
            place,
            output: String::new(),
            texts,
            instance_variables: HashMap::new(),
            constants: HashMap::new(),
            methods: HashMap::new(),
            classes: HashMap::new(),
            class_variables: HashMap::new(),
            globals: HashMap::new(),
            loaded: HashSet::new(),
            host: None,
            is_in_scope: false,
            source_path: SmolStr::default(),
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

    /// Stops where any of several values, or something inside one, is not known: the order of the others may depend on it.
    pub fn all_known(&self, values: &[RubyValue]) -> Ran<()> {
        for value in values {
            match value {
                RubyValue::Array(elements) => self.all_known(&elements.borrow())?,
                other => self.known(other)?,
            }
        }
        Ok(())
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
        let limit = RUBY_STEPS.min(self.puppet.request.limits.steps);
        if self.steps > limit {
            return Err(Box::new(RubyInterrupt::Puppet(Box::new(Interrupt::Limit(LimitReached::Steps(limit))))));
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
            Kind::SelfObject => Ok(environment.frame.receiver.clone()),
            Kind::SourceFile => Ok(RubyValue::string(self.source_path.as_str())),
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
                        let inner = self.run(inner, environment)?;
                        self.known(&inner)?;
                        if let RubyValue::Hash(other) = inner {
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
            Kind::Local(name) => Ok(environment.get(name).unwrap_or(RubyValue::Nil)),
            Kind::Identifier(name) => match environment.get(name) {
                Some(value) => Ok(value),
                None if name == "block_given?" => Ok(RubyValue::Boolean(environment.block.is_some())),
                None => self.call_self(name, Vec::new(), None, environment, node.offset),
            },
            Kind::InstanceVariable(name) => Ok(self.instance_variable(name, environment)),
            Kind::ClassVariable(name) => {
                let key = (environment.frame.namespace.clone(), name.clone());
                Ok(self.class_variables.get(&key).cloned().unwrap_or(RubyValue::Nil))
            }
            Kind::GlobalVariable(name) => self.global_variable(name, node.offset),
            Kind::Constant(name) => self.constant(name, environment, node.offset),
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
                if let Some(host) = self.host.clone()
                    && host.define(name, definition)
                {
                    return Ok(RubyValue::Symbol(name.clone()));
                }
                self.methods.insert(name.clone(), definition.clone());
                Ok(RubyValue::Symbol(name.clone()))
            }
            Kind::Module { name, superclass, body } => {
                self.define_class(name, superclass.as_ref(), body, environment)?;
                Ok(RubyValue::Nil)
            }
            Kind::Super(arguments) => self.call_super(arguments.as_deref(), environment, node.offset),
            Kind::Alias { new, old } => match self.methods.get(old).cloned() {
                Some(definition) => {
                    self.methods.insert(new.clone(), definition);
                    Ok(RubyValue::Nil)
                }
                None => self.unsupported("alias", node.offset),
            },
            Kind::SingletonClass(_) => self.unsupported("class << self", node.offset),
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

    pub(super) fn run_optional(&mut self, node: Option<&Node>, environment: &Rc<Environment>) -> Ran {
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
                rescue.classes.iter().any(|node| match &node.kind {
                    Kind::Constant(name) => {
                        let full = self.full_constant_name(name, &environment.frame.namespace);
                        error.is_a(full.as_deref().unwrap_or(name))
                    }
                    _ => false,
                })
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
}
