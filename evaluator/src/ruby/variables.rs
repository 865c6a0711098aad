//! Assignments, and what instance variables, globals and constants are.

use std::rc::Rc;

use smol_str::SmolStr;

use super::environment::Environment;
use super::interpreter::{Ran, Ruby, RubyInterrupt};
use super::syntax_tree::{Kind, Node, Target};
use super::value::RubyValue;

impl Ruby<'_, '_> {
    pub(super) fn assign(&mut self, target: &Target, value: RubyValue, environment: &Rc<Environment>) -> Ran<()> {
        match target {
            Target::Local(name) => environment.set(name, value),
            Target::Instance(name) => match &environment.frame.receiver {
                RubyValue::Object(object) => {
                    object.fields.borrow_mut().insert(name.clone(), value);
                }
                RubyValue::Constant(class) => {
                    self.class_variables.insert((class.clone(), name.clone()), value);
                }
                _ => {
                    self.instance_variables.insert(name.clone(), value);
                }
            },
            Target::ClassVariable(name) => {
                self.class_variables.insert((environment.frame.namespace.clone(), name.clone()), value);
            }
            Target::Constant(name) => {
                let namespace = &environment.frame.namespace;
                let full = if namespace.is_empty() { name.clone() } else { format!("{namespace}::{name}").into() };
                self.constants.insert(full, value);
            }
            Target::Index { object, arguments } => {
                let object = self.run(object, environment)?;
                let mut arguments = self.arguments(arguments, environment)?;
                arguments.push(value);
                self.send(&object, "[]=", arguments, None, 0)?;
            }
            Target::Nested(targets) => self.assign_several(targets, value, environment)?,
            Target::Splat(inner) => self.assign(inner, value, environment)?,
            Target::Global(name) if is_special_global(name) => {
                return self.unsupported(format!("an assignment to ${name}"), 0);
            }
            Target::Global(name) => {
                self.globals.insert(name.clone(), value);
            }
            Target::Attribute { object, name } => {
                let object = self.run(object, environment)?;
                self.send(&object, &format!("{name}="), vec![value], None, 0)?;
            }
            Target::Unsupported(what) => return self.unsupported(what.as_str(), 0),
        }
        Ok(())
    }

    pub(super) fn assign_several(
        &mut self,
        targets: &[Target],
        value: RubyValue,
        environment: &Rc<Environment>,
    ) -> Ran<()> {
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

    pub(super) fn operator_assign(
        &mut self,
        target: &Target,
        operator: &str,
        value: &Node,
        environment: &Rc<Environment>,
        offset: u32,
    ) -> Ran {
        let old = match target {
            Target::Local(name) => environment.get(name).unwrap_or(RubyValue::Nil),
            Target::Instance(name) => self.instance_variable(name, environment),
            Target::ClassVariable(name) => {
                let key = (environment.frame.namespace.clone(), name.clone());
                self.class_variables.get(&key).cloned().unwrap_or(RubyValue::Nil)
            }
            Target::Global(name) => self.global_variable(name, offset)?,
            Target::Attribute { object, name } => {
                let object = self.run(object, environment)?;
                self.send(&object, name, Vec::new(), None, offset)?
            }
            Target::Constant(name) => match self.full_constant_name(name, &environment.frame.namespace) {
                Some(full) => self.constants.get(&full).cloned().unwrap_or(RubyValue::Nil),
                None => RubyValue::Nil,
            },
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

    pub(super) fn instance_variable(&mut self, name: &str, environment: &Environment) -> RubyValue {
        match &environment.frame.receiver {
            RubyValue::Object(object) => {
                return object.fields.borrow().get(name).cloned().unwrap_or(RubyValue::Nil);
            }
            RubyValue::Constant(class) => {
                let key = (class.clone(), SmolStr::new(name));
                return self.class_variables.get(&key).cloned().unwrap_or(RubyValue::Nil);
            }
            _ => {}
        }
        if let Some(value) = self.instance_variables.get(name) {
            return value.clone();
        }
        // A template sees the variables of its scope as instance variables.
        match self.scope_variable(name) {
            Some(value) => {
                self.instance_variables.insert(name.into(), value.clone());
                value
            }
            None => RubyValue::Nil,
        }
    }

    /// The variables that a scope sees, its own after those of the scopes around it; undef is none.
    pub(super) fn visible_variables(&mut self) -> Vec<(SmolStr, RubyValue)> {
        let mut chain = Vec::new();
        let mut next = Some(self.scope);
        while let Some(id) = next {
            chain.push(id);
            next = self.puppet.scope(id).parent;
        }
        let mut names: indexmap::IndexSet<SmolStr> = indexmap::IndexSet::new();
        for id in chain.into_iter().rev() {
            names.extend(self.puppet.scope(id).variables.keys().cloned());
        }
        names
            .into_iter()
            .filter_map(|name| match self.scope_variable(&name) {
                None | Some(RubyValue::Nil) => None,
                Some(value) => Some((name, value)),
            })
            .collect()
    }

    pub(super) fn global_variable(&mut self, name: &str, offset: u32) -> Ran {
        match (name.parse::<usize>(), &self.last_match) {
            (Ok(0), _) => self.unsupported("the global variable $0", offset),
            (Ok(number), Some(data)) => Ok(data.group_value(number)),
            (Ok(_), None) => Ok(RubyValue::Nil),
            (Err(_), data) if name == "~" => Ok(data.clone().map(RubyValue::MatchData).unwrap_or(RubyValue::Nil)),
            (Err(_), Some(data)) if name == "&" => Ok(data.group_value(0)),
            // Where files would be looked for means nothing here: `require` asks the modules.
            _ if matches!(name, "LOAD_PATH" | ":" | "LOADED_FEATURES") => Ok(RubyValue::array(Vec::new())),
            _ if !is_special_global(name) => Ok(self.globals.get(name).cloned().unwrap_or(RubyValue::Nil)),
            _ => self.unsupported(format!("the global variable ${name}"), offset),
        }
    }

    pub(super) fn constant(&mut self, name: &SmolStr, environment: &Environment, offset: u32) -> Ran {
        if let Some(full) = self.full_constant_name(name, &environment.frame.namespace) {
            return Ok(match self.constants.get(&full) {
                Some(value) => value.clone(),
                None => RubyValue::Constant(full),
            });
        }
        match name.as_str() {
            "Float::INFINITY" => Ok(RubyValue::Float(f64::INFINITY)),
            "Float::EPSILON" => Ok(RubyValue::Float(f64::EPSILON)),
            "Float::MAX" => Ok(RubyValue::Float(f64::MAX)),
            "Float::MIN" => Ok(RubyValue::Float(f64::MIN_POSITIVE)),
            "Regexp::IGNORECASE" => Ok(RubyValue::Integer(1)),
            "Regexp::EXTENDED" => Ok(RubyValue::Integer(2)),
            "Regexp::MULTILINE" => Ok(RubyValue::Integer(4)),
            "File::FNM_PATHNAME" => Ok(RubyValue::Integer(crate::ruby_core::glob::PATHNAME)),
            "File::FNM_DOTMATCH" => Ok(RubyValue::Integer(crate::ruby_core::glob::DOTMATCH)),
            "File::FNM_EXTGLOB" => Ok(RubyValue::Integer(crate::ruby_core::glob::EXTGLOB)),
            "File::SEPARATOR" => Ok(RubyValue::string("/")),
            "RUBY_VERSION" => Ok(RubyValue::string(self.puppet.rules.ruby_version())),
            "RUBY_PLATFORM" => Ok(RubyValue::string("x86_64-linux")),
            "Puppet::PUPPETVERSION" => Ok(RubyValue::string(self.puppet_version())),
            "Math::PI" => Ok(RubyValue::Float(std::f64::consts::PI)),
            "Socket::AF_INET" => Ok(RubyValue::Integer(2)),
            "Socket::AF_INET6" => Ok(RubyValue::Integer(10)),
            "ENV" | "Dir" | "IO" if self.host.is_some() => Ok(RubyValue::Constant(name.clone())),
            "ENV" | "Process" | "IO" | "Dir" | "Socket" | "Thread" | "ObjectSpace" | "Kernel" | "Etc" | "Open3" => {
                self.unsupported(format!("{name}, which a preview never uses"), offset)
            }
            _ => Ok(RubyValue::Constant(name.clone())),
        }
    }

    pub(super) fn defined(&mut self, inner: &Node, environment: &Rc<Environment>) -> Ran {
        let kind = match &inner.kind {
            Kind::Sequence(nodes) if nodes.len() == 1 => return self.defined(&nodes[0], environment),
            Kind::Local(_) => Some("local-variable"),
            Kind::Identifier(name) if environment.get(name).is_some() => Some("local-variable"),
            Kind::Identifier(name) if self.methods.contains_key(name) || name == "scope" => Some("method"),
            Kind::Identifier(_) => None,
            Kind::InstanceVariable(name) => {
                // Templates do not get variables that are undef.
                let known = self.instance_variables.contains_key(name)
                    || self.puppet.variable(self.scope, name).is_some_and(|value| !value.is_undef());
                known.then_some("instance-variable")
            }
            Kind::Nil => Some("expression"),
            Kind::Constant(name) => {
                let known = self.full_constant_name(name, &environment.frame.namespace).is_some()
                    || super::library::is_library_class(name);
                known.then_some("constant")
            }
            Kind::Index { .. } | Kind::Call(_) => match self.run(inner, environment) {
                Ok(_) => Some("method"),
                Err(interrupt) => match *interrupt {
                    RubyInterrupt::Raise { .. } => None,
                    _ => return Err(interrupt),
                },
            },
            Kind::GlobalVariable(name) => self.globals.contains_key(name).then_some("global-variable"),
            _ => return self.unsupported("defined? of this expression", inner.offset),
        };
        Ok(kind.map(RubyValue::string).unwrap_or(RubyValue::Nil))
    }
}

/// Globals that Ruby itself sets; others are nil until code sets them.
fn is_special_global(name: &str) -> bool {
    !name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        || matches!(name, "stdin" | "stdout" | "stderr" | "PROGRAM_NAME" | "FILENAME" | "DEBUG" | "VERBOSE" | "SAFE")
}
