//! `compile`, with `with_all_deps` and `and_raise_error`.

use std::cell::{Cell, RefCell};

use evaluator::catalog::relationship_edges::RELATIONSHIP_PARAMETERS;
use evaluator::catalog::{Catalog, Resource, ResourceKind, names};
use evaluator::ruby::host::HostCall;
use evaluator::ruby::interpreter::{Ran, Ruby};
use evaluator::ruby::value::RubyValue;
use evaluator::types::Type;
use evaluator::value::Value;

use super::parameters::refused_by_type;
use super::{Actual, Answer, catalogue_of, errors};
use crate::environment::catalogs::Compiled;
use crate::language::host::SpecHost;

#[derive(Debug, Default)]
pub struct CompileMatcher {
    checks_dependencies: Cell<bool>,
    error: RefCell<Option<RubyValue>>,
}

impl CompileMatcher {
    pub fn chain(&self, call: &HostCall<'_>) -> bool {
        match call.name {
            "with_all_deps" => self.checks_dependencies.set(true),
            "and_raise_error" => *self.error.borrow_mut() = Some(call.argument(0)),
            _ => return false,
        }
        true
    }

    pub fn description(&self) -> String {
        match &*self.error.borrow() {
            None => "compile into a catalogue without dependency cycles".into(),
            Some(pattern @ RubyValue::Regexp(_)) => {
                format!("fail to compile and raise an error matching {}", pattern.inspect())
            }
            Some(text) => format!("fail to compile and raise the error {}", text.inspect()),
        }
    }

    pub fn negated_message(&self) -> &'static str {
        match &*self.error.borrow() {
            None => "expected that the catalogue would not compile but it does",
            Some(_) => "expected that the catalogue would compile but it does not",
        }
    }

    pub fn matches(&self, ruby: &mut Ruby<'_, '_>, host: &SpecHost, actual: &Actual, offset: u32) -> Ran<Answer> {
        let compiled = catalogue_of(ruby, host, actual, offset)?;
        if let Some(why) = compiled.unfinished() {
            return ruby.unsupported(why, offset);
        }
        let wanted = self.error.borrow().clone();
        match (&compiled.error, &wanted) {
            (Some(message), None) => Ok(Answer::no(format!("error during compilation: {message}"))),
            (Some(message), Some(wanted)) => {
                let is_match = errors::message_matches(ruby, message, wanted, offset)?;
                Ok(Answer::when(is_match, || format!("error during compilation: {message}")))
            }
            (None, wanted) => self.without_error(ruby, &compiled, wanted.is_some(), offset),
        }
    }

    fn without_error(
        &self,
        ruby: &mut Ruby<'_, '_>,
        compiled: &Compiled,
        wants_error: bool,
        offset: u32,
    ) -> Ran<Answer> {
        if let Some(why) = compiled.undecided().or_else(|| compiled.unknown()) {
            return ruby.unsupported(why, offset);
        }
        let Some(catalog) = compiled.catalog() else {
            return ruby.unsupported("a catalog that could not be made", offset);
        };
        if let Some(cycle) = catalog.cycles.first() {
            return Ok(Answer::no(format!("dependency cycles found: {}", cycle.describe(catalog))));
        }
        if self.checks_dependencies.get()
            && let Some(missing) = missing_dependency(catalog)
        {
            return Ok(Answer::no(format!("expected that the catalogue would include {missing}")));
        }
        if wants_error {
            // Types of resources check their values when an agent makes them, which nobody does here.
            if catalog.realized().any(|(_, resource)| is_checked_by_agent(resource)) {
                return ruby.unsupported("an error that a resource type may raise when a catalog is applied", offset);
            }
            return Ok(Answer::no(format!("expected that the catalogue would {}", self.description())));
        }
        if let Some(why) = catalog.realized().find_map(|(_, resource)| refused_by_type(compiled, resource)) {
            return ruby.unsupported(why, offset);
        }
        Ok(Answer::yes())
    }
}

fn is_checked_by_agent(resource: &Resource) -> bool {
    resource.kind == ResourceKind::Native && resource.type_name != "Stage"
}

/// Returns the first relationship whose other end the catalog lacks.
fn missing_dependency(catalog: &Catalog) -> Option<String> {
    for (_, resource) in catalog.realized() {
        for (name, _, _) in RELATIONSHIP_PARAMETERS {
            let Some(value) = resource.value(name) else { continue };
            if let Some(missing) = missing_reference(catalog, value) {
                return Some(format!("{missing} used in {resource}"));
            }
        }
    }
    None
}

fn missing_reference(catalog: &Catalog, value: &Value) -> Option<String> {
    let (type_name, title) = match value {
        Value::Array(elements) => return elements.iter().find_map(|element| missing_reference(catalog, element)),
        Value::Type(Type::Class(Some(name))) => ("Class".into(), names::class_title(name)),
        Value::Type(Type::Resource { type_name: Some(type_name), title: Some(title), .. }) => {
            (type_name.clone(), title.clone())
        }
        _ => return None,
    };
    let found = catalog.find(&type_name, &title).filter(|id| !catalog.get(*id).is_virtual);
    found.is_none().then(|| format!("{type_name}[{title}]"))
}
