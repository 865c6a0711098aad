//! Assignments, and what instance variables, globals and constants are.

use std::rc::Rc;

use smol_str::SmolStr;

use super::environment::Environment;
use super::interpreter::{Ran, Ruby};
use super::syntax_tree::{Kind, Node, Target};
use super::value::RubyValue;

impl Ruby<'_, '_> {
    pub(super) fn assign(&mut self, target: &Target, value: RubyValue, environment: &Rc<Environment>) -> Ran<()> {
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

    pub(super) fn instance_variable(&mut self, name: &str) -> RubyValue {
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

    pub(super) fn global_variable(&mut self, name: &str, offset: u32) -> Ran {
        match (name.parse::<usize>(), &self.last_match) {
            (Ok(number), Some(data)) => Ok(data.group_value(number)),
            (Ok(_), None) => Ok(RubyValue::Nil),
            (Err(_), data) if name == "~" => Ok(data.clone().map(RubyValue::MatchData).unwrap_or(RubyValue::Nil)),
            _ => self.unsupported(format!("the global variable ${name}"), offset),
        }
    }

    pub(super) fn constant(&mut self, name: &SmolStr, offset: u32) -> Ran {
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

    pub(super) fn defined(&mut self, inner: &Node, environment: &Rc<Environment>) -> Ran {
        let kind = match &inner.kind {
            Kind::Sequence(nodes) if nodes.len() == 1 => return self.defined(&nodes[0], environment),
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
            _ => return self.unsupported("defined? of this expression", inner.offset),
        };
        Ok(kind.map(RubyValue::string).unwrap_or(RubyValue::Nil))
    }
}
