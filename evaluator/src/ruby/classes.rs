//! Classes and modules that Ruby source defines: their methods, attributes, constants, and objects of them.
//!
//! What a class body does beyond defining is left out; a method that nobody defined is unsupported where it is called.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use smol_str::SmolStr;

use super::environment::{Environment, Frame};
use super::interpreter::{Ran, Ruby, RubyInterrupt};
use super::methods::MethodCall;
use super::plugin_types::constant_text;
use super::syntax_tree::{Block, Call, Kind, Node, Target};
use super::value::{RubyProc, RubyValue};

/// A class or module of the source.
#[derive(Debug, Default)]
pub struct RubyClass {
    superclass: Option<SmolStr>,
    included: Vec<SmolStr>,
    extended: Vec<SmolStr>,
    methods: HashMap<SmolStr, Arc<Block>>,
    class_methods: HashMap<SmolStr, Arc<Block>>,
    readers: HashSet<SmolStr>,
    writers: HashSet<SmolStr>,
    /// From here on methods are the module's own too.
    module_function: bool,
}

/// An object of a class of the source.
#[derive(Debug)]
pub struct RubyObject {
    pub class: SmolStr,
    pub fields: RefCell<HashMap<SmolStr, RubyValue>>,
}

/// How many classes are looked through for a method.
const MAX_ANCESTORS: usize = 30;

impl Ruby<'_, '_> {
    /// `module Name … end`, `class Name … end`
    pub(super) fn define_class(
        &mut self,
        name: &SmolStr,
        superclass: Option<&SmolStr>,
        body: &Node,
        environment: &Rc<Environment>,
    ) -> Ran<()> {
        let outer = &environment.frame.namespace;
        let full = if outer.is_empty() { name.clone() } else { SmolStr::new(format!("{outer}::{name}")) };
        let superclass = superclass.map(|above| self.full_constant_name(above, outer).unwrap_or_else(|| above.clone()));
        let class = self.classes.entry(full.clone()).or_default();
        if superclass.is_some() {
            class.superclass = superclass;
        }
        class.module_function = false;
        self.enter()?;
        let inside = Environment::for_method(Frame::of_class(&full), None);
        let result = self.class_body(&full, body, &inside);
        self.depth -= 1;
        result
    }

    fn class_body(&mut self, class: &SmolStr, node: &Node, environment: &Rc<Environment>) -> Ran<()> {
        self.step()?;
        match &node.kind {
            Kind::Sequence(nodes) => {
                for node in nodes {
                    self.class_body(class, node, environment)?;
                }
                Ok(())
            }
            Kind::Method { name, singleton, definition } => {
                self.define_method(class, name, *singleton, definition);
                Ok(())
            }
            Kind::SingletonClass(body) => {
                let nodes = match &body.kind {
                    Kind::Sequence(nodes) => nodes.as_slice(),
                    _ => std::slice::from_ref(&**body),
                };
                for node in nodes {
                    if let Kind::Method { name, definition, .. } = &node.kind {
                        self.define_method(class, name, true, definition);
                    }
                }
                Ok(())
            }
            Kind::Alias { new, old } => {
                let class = self.classes.entry(class.clone()).or_default();
                if let Some(definition) = class.methods.get(old).cloned() {
                    class.methods.insert(new.clone(), definition);
                }
                Ok(())
            }
            Kind::Identifier(name) if name == "module_function" => {
                self.classes.entry(class.clone()).or_default().module_function = true;
                Ok(())
            }
            Kind::Identifier(_) => Ok(()),
            Kind::Call(call) if call.receiver.is_none() => self.class_statement(class, call, environment),
            Kind::Module { name, superclass, body } => self.define_class(name, superclass.as_ref(), body, environment),
            Kind::Assign { target: Target::Constant(name), value } => {
                match self.run(value, environment) {
                    Ok(value) => {
                        self.constants.insert(SmolStr::new(format!("{class}::{name}")), value);
                    }
                    Err(interrupt) => ends_all(interrupt)?,
                }
                Ok(())
            }
            _ => match self.run(node, environment) {
                Ok(_) => Ok(()),
                Err(interrupt) => ends_all(interrupt),
            },
        }
    }

    fn define_method(&mut self, class: &SmolStr, name: &SmolStr, singleton: bool, definition: &Arc<Block>) {
        let class = self.classes.entry(class.clone()).or_default();
        if singleton || class.module_function {
            class.class_methods.insert(name.clone(), definition.clone());
        }
        if !singleton {
            class.methods.insert(name.clone(), definition.clone());
        }
    }

    /// A call in a class body: attributes, mixed-in modules, visibility.
    fn class_statement(&mut self, class: &SmolStr, call: &Call, environment: &Rc<Environment>) -> Ran<()> {
        let names: Vec<SmolStr> = call.arguments.iter().filter_map(constant_text).map(SmolStr::new).collect();
        match call.method.as_str() {
            "attr_reader" | "attr_writer" | "attr_accessor" => {
                let class = self.classes.entry(class.clone()).or_default();
                if call.method != "attr_writer" {
                    class.readers.extend(names.iter().cloned());
                }
                if call.method != "attr_reader" {
                    class.writers.extend(names);
                }
            }
            "include" | "extend" | "prepend" => {
                for argument in &call.arguments {
                    let module = match &argument.kind {
                        Kind::SelfObject => class.clone(),
                        Kind::Constant(name) => self.full_constant_name(name, class).unwrap_or_else(|| name.clone()),
                        _ => continue,
                    };
                    let class = self.classes.entry(class.clone()).or_default();
                    if call.method == "extend" { class.extended.push(module) } else { class.included.push(module) }
                }
            }
            "module_function" => {
                let class = self.classes.entry(class.clone()).or_default();
                for name in names {
                    if let Some(definition) = class.methods.get(&name).cloned() {
                        class.class_methods.insert(name, definition);
                    }
                }
            }
            "require" | "require_relative" => {
                if let Some(name) = names.first() {
                    self.load_library(name)?;
                }
            }
            // `private def name …`
            _ => {
                for argument in &call.arguments {
                    if let Kind::Method { .. } = &argument.kind {
                        self.class_body(class, argument, environment)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The full name of a constant or class, looked for from a namespace outwards.
    pub(super) fn full_constant_name(&self, name: &str, namespace: &str) -> Option<SmolStr> {
        let mut outer = namespace;
        while !outer.is_empty() {
            let full = format!("{outer}::{name}");
            if self.classes.contains_key(full.as_str()) || self.constants.contains_key(full.as_str()) {
                return Some(full.into());
            }
            outer = outer.rfind("::").map_or("", |at| &outer[..at]);
        }
        (self.classes.contains_key(name) || self.constants.contains_key(name)).then(|| name.into())
    }

    /// A method of an object of the class: where it is defined, and what it is.
    pub fn instance_method(&self, class: &str, name: &str) -> Option<(SmolStr, Arc<Block>)> {
        let mut pending = vec![SmolStr::new(class)];
        for _ in 0..MAX_ANCESTORS {
            let current = pending.pop()?;
            let Some(class) = self.classes.get(&current) else { continue };
            if let Some(method) = class.methods.get(name) {
                return Some((current, method.clone()));
            }
            pending.extend(class.superclass.iter().cloned());
            pending.extend(class.included.iter().cloned());
        }
        None
    }

    fn class_method_definition(&self, class: &str, name: &str) -> Option<(SmolStr, Arc<Block>)> {
        let mut current = SmolStr::new(class);
        for _ in 0..MAX_ANCESTORS {
            let known = self.classes.get(&current)?;
            if let Some(method) = known.class_methods.get(name) {
                return Some((current, method.clone()));
            }
            if let Some(found) = known.extended.iter().rev().find_map(|module| self.instance_method(module, name)) {
                return Some(found);
            }
            current = known.superclass.clone()?;
        }
        None
    }

    fn has_attribute(&self, class: &str, name: &str, of: fn(&RubyClass) -> &HashSet<SmolStr>) -> bool {
        let mut current = SmolStr::new(class);
        for _ in 0..MAX_ANCESTORS {
            let Some(known) = self.classes.get(&current) else { return false };
            if of(known).contains(name) {
                return true;
            }
            match &known.superclass {
                Some(above) => current = above.clone(),
                None => return false,
            }
        }
        false
    }

    /// True where an object is of the class or of one below it.
    pub(super) fn is_kind_of(&self, value: &RubyValue, class: &str) -> bool {
        let RubyValue::Object(object) = value else { return value.is_a(class) };
        let mut pending = vec![object.class.clone()];
        for _ in 0..MAX_ANCESTORS {
            let Some(current) = pending.pop() else { break };
            if current == class {
                return true;
            }
            if let Some(known) = self.classes.get(&current) {
                pending.extend(known.superclass.iter().cloned());
                pending.extend(known.included.iter().cloned());
            }
        }
        matches!(class, "Object" | "BasicObject" | "Kernel")
    }

    /// A call of a method that the source defines for the receiver; `None` where it defines none.
    pub(super) fn source_method(&mut self, receiver: &RubyValue, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        let found = match receiver {
            RubyValue::Object(object) => self.instance_method(&object.class, call.name),
            RubyValue::Constant(class) => self.class_method_definition(class, call.name),
            RubyValue::Hash(hash) => {
                let extensions = hash.borrow().extensions.clone();
                extensions.iter().rev().find_map(|module| self.instance_method(module, call.name))
            }
            _ => None,
        };
        if let Some((owner, definition)) = found {
            let (arguments, block) = (call.arguments.clone(), call.block.clone());
            return self.invoke(&definition, receiver, &owner, call.name, arguments, block).map(Some);
        }
        match receiver {
            RubyValue::Object(object) => Ok(self.attribute(object, call)),
            RubyValue::Constant(class) if call.name == "new" && self.classes.contains_key(class) => {
                self.new_object(class, call).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn attribute(&mut self, object: &Rc<RubyObject>, call: &MethodCall<'_>) -> Option<RubyValue> {
        if let Some(name) = call.name.strip_suffix('=')
            && self.has_attribute(&object.class, name, |class| &class.writers)
        {
            object.fields.borrow_mut().insert(name.into(), call.argument(0));
            return Some(call.argument(0));
        }
        self.has_attribute(&object.class, call.name, |class| &class.readers)
            .then(|| object.fields.borrow().get(call.name).cloned().unwrap_or(RubyValue::Nil))
    }

    fn new_object(&mut self, class: &SmolStr, call: &MethodCall<'_>) -> Ran {
        if self.is_exception(class) {
            let message = match call.arguments.first() {
                Some(message) => self.text(message)?,
                None => class.to_string(),
            };
            return Ok(RubyValue::Exception { class: class.clone(), message: message.into() });
        }
        let object = RubyValue::Object(Rc::new(RubyObject { class: class.clone(), fields: RefCell::default() }));
        if let Some((owner, definition)) = self.instance_method(class, "initialize") {
            let (arguments, block) = (call.arguments.clone(), call.block.clone());
            self.invoke(&definition, &object, &owner, "initialize", arguments, block)?;
        }
        Ok(object)
    }

    /// True for a class of the source that is below one of Ruby's errors.
    pub(super) fn is_exception(&self, class: &str) -> bool {
        let mut current = SmolStr::new(class);
        for _ in 0..MAX_ANCESTORS {
            match self.classes.get(&current).and_then(|known| known.superclass.clone()) {
                Some(above) => current = above,
                None => return current != class && super::value::is_exception_class(&current),
            }
        }
        false
    }

    /// Runs a method with its receiver as `self`.
    pub(super) fn invoke(
        &mut self,
        definition: &Arc<Block>,
        receiver: &RubyValue,
        owner: &SmolStr,
        method: &str,
        arguments: Vec<RubyValue>,
        block: Option<Rc<RubyProc>>,
    ) -> Ran {
        let frame = Frame {
            receiver: receiver.clone(),
            namespace: owner.clone(),
            method: SmolStr::new(method),
            arguments: arguments.clone(),
        };
        self.run_method(definition, Rc::new(frame), arguments, block)
    }

    /// `super`: the method of the same name above the class that the running one stands in.
    pub(super) fn call_super(&mut self, arguments: Option<&[Node]>, environment: &Rc<Environment>, offset: u32) -> Ran {
        let frame = environment.frame.clone();
        if let (RubyValue::Main, Some(host)) = (&frame.receiver, self.host.clone())
            && let Some(value) = host.call_super(self)?
        {
            return Ok(value);
        }
        let arguments = match arguments {
            Some(nodes) => self.arguments(nodes, environment)?,
            None => frame.arguments.clone(),
        };
        let above = self.classes.get(&frame.namespace).and_then(|class| class.superclass.clone());
        let found = match (&frame.receiver, above) {
            (RubyValue::Object(_), Some(above)) => self.instance_method(&above, &frame.method),
            (RubyValue::Constant(_), Some(above)) => self.class_method_definition(&above, &frame.method),
            _ => None,
        };
        match found {
            Some((owner, definition)) => {
                let block = environment.block.clone();
                self.invoke(&definition, &frame.receiver, &owner, &frame.method, arguments, block)
            }
            None if frame.method == "initialize" => Ok(RubyValue::Nil),
            None => self.unsupported("super", offset),
        }
    }
}

/// Errors and what is not understood leave a class body as far as it is read; limits and the like end all.
fn ends_all(interrupt: Box<RubyInterrupt>) -> Ran<()> {
    match *interrupt {
        RubyInterrupt::Puppet(_) | RubyInterrupt::Unknown(_) => Err(interrupt),
        _ => Ok(()),
    }
}
