//! Arrays and hashes of Puppet's that Ruby code changes in place. In Puppet the variable, the parameter and whatever
//! else holds the same object see the change; here each value that is handed to Ruby is remembered by its identity,
//! and what was changed is put back when the outermost template or function has ended.

use std::collections::HashMap;
use std::sync::Arc;

use smol_str::SmolStr;

use super::interpreter::{Ran, Ruby};
use super::value::RubyValue;
use crate::interpreter::{Evaluated, Interpreter};
use crate::limits::LimitReached;
use crate::scope::ScopeId;
use crate::value::Value;

/// What templates and functions that run inside one another share.
#[derive(Debug, Default)]
pub(crate) struct SharedObjects {
    running: u32,
    changed: bool,
    known: HashMap<usize, (Value, RubyValue)>,
    /// Variables that Ruby code has set.
    variables: HashMap<(ScopeId, SmolStr), RubyValue>,
}

fn identity(value: &Value) -> Option<usize> {
    match value {
        Value::Array(elements) => Some(Arc::as_ptr(elements) as usize),
        Value::Hash(entries) => Some(Arc::as_ptr(entries) as usize),
        _ => None,
    }
}

/// Methods that change their receiver.
const CHANGING: &[&str] = &[
    "<<",
    "[]=",
    "add",
    "append",
    "clear",
    "collect!",
    "concat",
    "delete",
    "delete_at",
    "delete_if",
    "fill",
    "insert",
    "keep_if",
    "pop",
    "prepend",
    "push",
    "replace",
    "shift",
    "store",
    "unshift",
    "update",
];

impl Ruby<'_, '_> {
    /// A value of Puppet's as an object that all code of this run shares.
    pub(super) fn shared(&mut self, value: &Value) -> RubyValue {
        let Some(identity) = identity(value) else { return RubyValue::from_puppet(value) };
        let known = &mut self.puppet.ruby_objects.known;
        known.entry(identity).or_insert_with(|| (value.clone(), RubyValue::from_puppet(value))).1.clone()
    }

    /// Lets functions that are called with a value see and change the object that it was made of.
    pub(super) fn share(&mut self, value: &Value, object: &RubyValue) {
        if let Some(identity) = identity(value) {
            self.puppet.ruby_objects.known.entry(identity).or_insert_with(|| (value.clone(), object.clone()));
        }
    }

    pub(super) fn note_change(&mut self, receiver: &RubyValue, method: &str) {
        if matches!(receiver, RubyValue::Array(_) | RubyValue::Hash(_) | RubyValue::String(_))
            && (CHANGING.contains(&method) || (method.ends_with('!') && method.len() > 1))
        {
            self.puppet.ruby_objects.changed = true;
        }
    }

    /// A variable of the scope, as Ruby code set it or as Puppet knows it.
    pub(super) fn scope_variable(&mut self, name: &str) -> Option<RubyValue> {
        let key = (self.scope, SmolStr::new(name));
        if let Some(value) = self.puppet.ruby_objects.variables.get(&key) {
            return Some(value.clone());
        }
        let value = self.puppet.variable(self.scope, name)?;
        Some(self.shared(&value))
    }

    /// `scope.setvar(name, value)`
    pub(super) fn set_scope_variable(&mut self, name: &str, value: RubyValue) -> Ran<()> {
        if self.puppet.scope(self.scope).variables.get(name).is_some() {
            return self.raise("Puppet::ParseError", format!("Cannot reassign variable '${name}'"));
        }
        if let Some(value) = value.to_puppet() {
            self.puppet.scope_mut(self.scope).variables.insert(name.into(), value);
        }
        self.puppet.ruby_objects.variables.insert((self.scope, name.into()), value);
        Ok(())
    }
}

/// Templates and functions of Ruby that run inside one another.
const MAX_NESTING: u32 = 24;

impl Interpreter<'_> {
    /// Ends a chain of functions that call one another without end.
    pub(super) fn check_ruby_nesting(&self) -> Evaluated<()> {
        if self.ruby_objects.running >= MAX_NESTING {
            return self.limit(LimitReached::Depth(MAX_NESTING));
        }
        Ok(())
    }

    /// Before a template or function of Ruby runs.
    pub(super) fn enter_ruby(&mut self) {
        self.ruby_objects.running += 1;
    }

    /// After it: the outermost one puts back what was changed.
    pub(super) fn leave_ruby(&mut self) {
        self.ruby_objects.running -= 1;
        if self.ruby_objects.running > 0 {
            return;
        }
        let known = std::mem::take(&mut self.ruby_objects.known);
        if !std::mem::take(&mut self.ruby_objects.changed) {
            return;
        }
        let replaced: HashMap<usize, Value> = known
            .into_iter()
            .filter_map(|(identity, (old, new))| {
                let new = new.to_puppet()?;
                (new != old).then_some((identity, new))
            })
            .collect();
        if replaced.is_empty() {
            return;
        }
        let put_back = |value: &mut Value| {
            if let Some(new) = identity(value).and_then(|identity| replaced.get(&identity)) {
                *value = new.clone();
            }
        };
        for scope in &mut self.scopes {
            scope.variables.iter_mut().for_each(|(_, value)| put_back(value));
        }
        for resource in &mut self.builder.catalog.resources {
            resource.parameters.iter_mut().for_each(|(_, parameter)| put_back(&mut parameter.value));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::memory_world::MemoryWorld;
    use crate::request::Request;
    use crate::value::to_display_string;

    #[track_caller]
    fn catalog(code: &str) -> String {
        let world = MemoryWorld::new().with_file("manifests/site.pp", code);
        let outcome = crate::compile(&world, &Request::catalog("n"));
        assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
        let catalog = outcome.catalog.expect("a catalog");
        let shown = catalog.resources.iter().map(|resource| {
            let parameters = resource.parameters.iter();
            let parameters: Vec<String> =
                parameters.map(|(name, parameter)| format!("{name}={}", to_display_string(&parameter.value))).collect();
            format!("{resource} {}", parameters.join(" "))
        });
        shown.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_template_that_adds_to_an_array_changes_the_parameter_that_holds_it() {
        let code = "define d($list = []) { $t = inline_template('<% @list << 1 %><%= @list.size %>') notify { $t: } }\nd { 'x': }";
        let shown = catalog(code);
        assert!(shown.contains("list=[1]"), "{shown}");
    }

    #[test]
    fn functions_that_call_one_another_without_end_are_stopped() {
        let world = MemoryWorld::new()
            .with_file(
                "modules/m/lib/puppet/functions/f.rb",
                "Puppet::Functions.create_function(:f) do\n  def f\n    call_function('f')\n  end\nend\n",
            )
            .with_file("manifests/site.pp", "f()");
        let outcome = crate::compile(&world, &Request::catalog("n"));
        assert!(outcome.limit.is_some(), "{:?}", outcome.errors);
    }

    #[test]
    fn variables_that_a_template_sets_keep_their_identity() {
        let code = "notify { inline_template('<% scope.setvar(\"h\", {}) ; scope[\"h\"][:a] = 7 %><%= scope.lookupvar(\"h\")[:a] %>'): }";
        let shown = catalog(code);
        assert!(shown.contains("Notify[7]"), "{shown}");
    }
}
