//! `contain_TYPE`, `create_TYPE`: a resource with its parameters and relationships.

use std::cell::{Cell, RefCell};

use evaluator::catalog::{Resource, names};
use evaluator::ruby::host::HostCall;
use evaluator::ruby::interpreter::{Ran, Ruby};
use evaluator::ruby::value::RubyValue;

use super::parameters::{matches, own_values, to_ruby};
use super::relationships::{Relationship, Relationships};
use super::{Actual, Answer, catalogue_of};
use crate::environment::catalogs::Compiled;
use crate::language::host::{SpecHost, text_of};
use crate::language::objects::CatalogueResource;

#[derive(Debug)]
pub struct ContainMatcher {
    /// As references print it.
    type_name: String,
    title: RubyValue,
    expected: RefCell<Vec<(String, RubyValue)>>,
    unexpected: RefCell<Vec<(String, RubyValue)>>,
    /// How many parameters there are, for `only_with`.
    count: Cell<Option<usize>>,
    related: RefCell<Vec<(Relationship, Vec<RubyValue>)>>,
}

impl ContainMatcher {
    pub fn new(type_name: &str, title: RubyValue) -> Self {
        let type_name = names::capitalized(&type_name.replace("__", "::")).to_string();
        ContainMatcher {
            type_name,
            title,
            expected: RefCell::default(),
            unexpected: RefCell::default(),
            count: Cell::new(None),
            related: RefCell::default(),
        }
    }

    pub fn chain(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<bool> {
        let add_count = |more: usize| self.count.set(Some(self.count.get().unwrap_or(0) + more));
        if let Some(relationship) = Relationship::of_method(call.name) {
            let references = ruby.to_array(&call.argument(0))?;
            self.related.borrow_mut().push((relationship, references));
            return Ok(true);
        }
        match call.name {
            "with" | "only_with" => {
                let pairs = match call.argument(0) {
                    RubyValue::Hash(pairs) => pairs.borrow().pairs(),
                    RubyValue::Nil => Vec::new(),
                    _ => {
                        return ruby.unsupported(format!("{} with something else than a hash", call.name), call.offset);
                    }
                };
                if call.name == "only_with" {
                    add_count(pairs.iter().filter(|(_, value)| !matches!(value, RubyValue::Nil)).count());
                }
                self.expected.borrow_mut().extend(pairs.into_iter().map(|(name, value)| (name.to_text(), value)));
            }
            "without" => {
                for name in ruby.to_array(&call.argument(0))? {
                    let Some(name) = text_of(&name) else {
                        return ruby.unsupported("without with something else than names", call.offset);
                    };
                    self.unexpected.borrow_mut().push((name, RubyValue::Nil));
                }
            }
            name => {
                if let Some(name) = name.strip_prefix("with_") {
                    self.expected.borrow_mut().push((name.to_string(), call.argument(0)));
                } else if let Some(name) = name.strip_prefix("only_with_") {
                    add_count(1);
                    self.expected.borrow_mut().push((name.to_string(), call.argument(0)));
                } else if let Some(name) = name.strip_prefix("without_") {
                    self.unexpected.borrow_mut().push((name.to_string(), call.argument(0)));
                } else {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    pub fn description(&self) -> String {
        let mut values = Vec::new();
        let mut prefix = "with";
        if let Some(count) = self.count.get() {
            values.push(format!("exactly {count} parameters"));
        }
        values.extend(self.expected.borrow().iter().map(|(name, value)| described(name, value, true)));
        values.extend(self.unexpected.borrow().iter().map(|(name, value)| described(name, value, false)));
        for (relationship, references) in self.related.borrow().iter() {
            prefix = relationship.words();
            values = references.iter().map(RubyValue::to_text).collect();
        }
        let shown = match values.split_last() {
            None => String::new(),
            Some((only, [])) => format!(" {prefix} {only}"),
            Some((last, others)) => format!(" {prefix} {} and {last}", others.join(", ")),
        };
        format!("contain {}[{}]{shown}", self.type_name, self.title.to_text())
    }

    pub fn matches(&self, ruby: &mut Ruby<'_, '_>, host: &SpecHost, actual: &Actual, offset: u32) -> Ran<Answer> {
        let compiled = catalogue_of(ruby, host, actual, offset)?;
        host.raise_problems(ruby, &compiled, offset)?;
        let title = self.title.to_text();
        let named = format!("expected that the catalogue would contain {}[{title}]", self.type_name);
        let found = compiled.find(&self.type_name, &title).zip(compiled.catalog());
        let Some((id, catalog)) = found else {
            return match compiled.undecided() {
                Some(why) => ruby.unsupported(why, offset),
                None => Ok(Answer::no(named)),
            };
        };
        let resource = catalog.get(id);
        let mut errors = self.parameter_errors(ruby, &compiled, resource, offset)?;
        let relationships = Relationships::new(&compiled, catalog);
        for (relationship, references) in self.related.borrow().iter() {
            for reference in references {
                let shown = reference_of(reference);
                if !relationships.holds(ruby, *relationship, id, &shown, offset)? {
                    errors.push(format!("{resource} {} {shown}", relationship.words()));
                }
            }
        }
        let place = || host.place_of(&compiled, resource).map_or_else(String::new, |place| format!(" ({place})"));
        Ok(Answer::when(errors.is_empty(), || format!("{named} with {}{}", errors.join(", and parameter "), place())))
    }

    fn parameter_errors(
        &self,
        ruby: &mut Ruby<'_, '_>,
        compiled: &Compiled,
        resource: &Resource,
        offset: u32,
    ) -> Ran<Vec<String>> {
        let expected = self.expected.borrow().clone();
        let mut values = own_values(compiled, resource, true);
        let name = compiled.namevar(resource);
        if let Some(name) = &name
            && !expected.iter().any(|(wanted, _)| wanted == name)
        {
            values.retain(|(known, _)| known != name);
        }
        let is_partly_unknown = resource.unknown_attributes.is_some() || name.is_none();
        let mut errors = Vec::new();
        if let Some(count) = self.count.get()
            && count != values.len()
        {
            if is_partly_unknown {
                return ruby.unsupported("a resource whose attributes are not all known", offset);
            }
            errors.push(format!("exactly {count} parameters but the catalogue contains {}", values.len()));
        }
        let checks = expected.iter().map(|check| (check, true));
        let unexpected = self.unexpected.borrow().clone();
        for ((parameter, wanted), should) in checks.chain(unexpected.iter().map(|check| (check, false))) {
            let value = values.iter().find(|(known, _)| known.as_str() == parameter).map(|(_, value)| value);
            if value.is_none() && is_partly_unknown {
                return ruby.unsupported("a resource whose attributes are not all known", offset);
            }
            let actual = match value {
                Some(value) => to_ruby(ruby, value, offset)?,
                None => RubyValue::Nil,
            };
            if matches!(wanted, RubyValue::Nil) {
                if !matches!(actual, RubyValue::Nil) {
                    errors.push(format!("{parameter} undefined but it is set to {}", actual.inspect()));
                }
            } else if !matches(ruby, wanted, &actual, should, offset)? {
                let verb = if should { "set to" } else { "not set to" };
                errors.push(format!("{parameter} {verb} {} but it is set to {}", wanted.inspect(), actual.inspect()));
            }
        }
        Ok(errors)
    }
}

fn described(name: &str, value: &RubyValue, should: bool) -> String {
    match value {
        RubyValue::Nil => format!("{name} {}defined", if should { "" } else { "un" }),
        RubyValue::String(_) if name == "content" => {
            format!("{name} {} supplied string", if should { "" } else { "not " })
        }
        value => {
            let first = if should { '=' } else { '!' };
            let second = if matches!(value, RubyValue::Regexp(_)) { '~' } else { '>' };
            format!("{name} {first}{second} {}", value.inspect())
        }
    }
}

fn reference_of(value: &RubyValue) -> String {
    match value.host_object::<CatalogueResource>() {
        Some(resource) => {
            resource.compiled.catalog().map_or_else(String::new, |catalog| catalog.get(resource.id).to_string())
        }
        None => value.to_text(),
    }
}

impl SpecHost {
    /// Names the line of the manifest that declared a resource.
    fn place_of(&self, compiled: &Compiled, resource: &Resource) -> Option<String> {
        self.environment.catalogs.place(compiled, resource.place?, &self.environment.root)
    }
}
