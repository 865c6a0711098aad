//! What an example can call: its subject, the catalogue, references, skipping; and methods of the catalogue and its resources.

use std::rc::Rc;

use evaluator::catalog::ResourceId;
use evaluator::ruby::host::{HostCall, host_value};
use evaluator::ruby::interpreter::{Ran, Ruby, RubyInterrupt};
use evaluator::ruby::value::RubyValue;

use super::host::{SpecHost, text_of};
use super::objects::{Catalogue, CatalogueLambda, CatalogueResource, Expectation, RawString, SensitiveValue};
use super::state::GroupKind;
use crate::environment::catalogs::Compiled;
use crate::matchers::{self, parameters};

/// The class of the error that ends a skipped example.
pub const SKIP: &str = "RSpec::Core::Pending::SkipDeclaredInExample";
/// The class of the error that says that the rest of an example is expected to fail.
pub const PENDING: &str = "PuppetAnalyzer::Pending";
/// The class of the error of a failed expectation.
pub const NOT_MET: &str = "RSpec::Expectations::ExpectationNotMetError";

impl SpecHost {
    /// Answers a call without a receiver inside an example.
    pub fn example_call(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
        Ok(Some(match call.name {
            "subject" => {
                let kind = self.kind();
                self.default_subject(kind)
            }
            "catalogue" if call.arguments.is_empty() => self.catalogue_value(ruby, false, call.offset)?,
            "exported_resources" => host_value(CatalogueLambda { exported: true }),
            "is_expected" => host_value(Expectation::Subject),
            "expect" => match (&call.block, call.arguments.is_empty()) {
                (Some(block), true) => host_value(Expectation::Block(RubyValue::Proc(block.clone()))),
                _ => host_value(Expectation::Value(call.argument(0))),
            },
            "should" | "should_not" => {
                return self.meet(ruby, &Expectation::Subject, &call.argument(0), call.name == "should", call.offset);
            }
            "ref" => {
                let part = |index| call.argument(index).to_text();
                host_value(RawString(format!("{}['{}']", part(0), part(1))))
            }
            "sensitive" => host_value(SensitiveValue(call.argument(0))),
            "aggregate_failures" => self.yield_to(ruby, call, Vec::new())?,
            "skip" => return ruby.raise(SKIP, call.text(0).unwrap_or_else(|| "No reason given".into())),
            "pending" => return ruby.raise(PENDING, call.text(0).unwrap_or_else(|| "No reason given".into())),
            "class_name" => RubyValue::string(self.description().to_lowercase()),
            "environment" => RubyValue::string("rp_env"),
            "verify_contents" => return self.verify_contents(ruby, call),
            "param_value" => return self.param_value(ruby, call),
            "include" | "it" | "describe" | "context" | "let" if call.block.is_some() => return Ok(None),
            _ => return matchers::make(ruby, call),
        }))
    }

    pub fn kind(&self) -> GroupKind {
        let state = self.state.borrow();
        state.running.as_ref().map_or(GroupKind::Other, |running| state.groups[running.group].kind)
    }

    pub fn description(&self) -> String {
        let state = self.state.borrow();
        state.running.as_ref().map_or_else(String::new, |running| state.top_level_description(running.group))
    }

    /// Compiles the catalogue of the running example; raises where Puppet would.
    pub fn catalogue_value(&self, ruby: &mut Ruby<'_, '_>, exported: bool, offset: u32) -> Ran {
        let compiled = self.compiled(ruby, exported)?;
        self.raise_problems(ruby, &compiled, offset)?;
        Ok(host_value(Catalogue(compiled)))
    }

    /// Raises the error that Puppet would stop with; stops where nobody can know.
    pub fn raise_problems(&self, ruby: &mut Ruby<'_, '_>, compiled: &Compiled, offset: u32) -> Ran<()> {
        if let Some(why) = compiled.unfinished() {
            return ruby.unsupported(why, offset);
        }
        match &compiled.error {
            Some(message) => Err(Box::new(RubyInterrupt::Raise {
                class: "Puppet::PreformattedError".into(),
                message: message.clone(),
            })),
            None => Ok(()),
        }
    }

    pub fn catalogue_call(
        &self,
        ruby: &mut Ruby<'_, '_>,
        catalogue: &Catalogue,
        call: &HostCall<'_>,
    ) -> Ran<Option<RubyValue>> {
        let Some(catalog) = catalogue.0.catalog() else { return Ok(None) };
        let object = |id: ResourceId| host_value(CatalogueResource { compiled: catalogue.0.clone(), id });
        Ok(Some(match call.name {
            "resource" => {
                let (type_name, title) = match (call.arguments.first().and_then(text_of), call.arguments.get(1)) {
                    (Some(type_name), Some(title)) => (type_name, title.to_text()),
                    (Some(reference), None) => match evaluator::catalog::names::split_reference(&reference) {
                        Some((type_name, title)) => (type_name.to_string(), title.to_string()),
                        None => return Ok(None),
                    },
                    _ => return Ok(None),
                };
                match catalogue.0.find(&type_name, &title) {
                    Some(id) => object(id),
                    None => {
                        if let Some(why) = catalogue.0.undecided() {
                            return ruby.unsupported(why, call.offset);
                        }
                        RubyValue::Nil
                    }
                }
            }
            "resources" | "vertices" => {
                if let Some(why) = catalogue.0.undecided() {
                    return ruby.unsupported(why, call.offset);
                }
                RubyValue::array(catalog.realized().map(|(id, _)| object(id)).collect())
            }
            "call" => return Ok(Some(host_value(Catalogue(catalogue.0.clone())))),
            _ => return Ok(None),
        }))
    }

    pub fn resource_call(
        &self,
        ruby: &mut Ruby<'_, '_>,
        resource: &CatalogueResource,
        call: &HostCall<'_>,
    ) -> Ran<Option<RubyValue>> {
        let Some(catalog) = resource.compiled.catalog() else { return Ok(None) };
        let inner = catalog.get(resource.id);
        Ok(Some(match call.name {
            "[]" => {
                let name = call.argument(0).to_text();
                match parameters::value_of(&resource.compiled, inner, &name) {
                    Some(value) => parameters::to_ruby(ruby, &value, call.offset)?,
                    None if inner.unknown_attributes.is_some() => {
                        return ruby.unsupported("a resource whose attributes are not all known", call.offset);
                    }
                    None => RubyValue::Nil,
                }
            }
            "to_hash" | "parameters" => {
                if inner.unknown_attributes.is_some() {
                    return ruby.unsupported("a resource whose attributes are not all known", call.offset);
                }
                let mut pairs = Vec::new();
                for (name, value) in parameters::own_values(&resource.compiled, inner, call.name == "to_hash") {
                    pairs.push((RubyValue::Symbol(name), parameters::to_ruby(ruby, &value, call.offset)?));
                }
                RubyValue::hash(pairs)
            }
            "send" | "public_send" => {
                let name = call.argument(0).to_text();
                let arguments = call.arguments.iter().skip(1).cloned().collect();
                let call = HostCall { name: &name, arguments, block: None, offset: call.offset };
                return self.resource_call(ruby, resource, &call);
            }
            "title" => RubyValue::string(inner.title.as_str()),
            "type" => RubyValue::string(inner.type_name.as_str()),
            "ref" | "to_ref" | "to_s" => RubyValue::string(inner.to_string()),
            _ => return Ok(None),
        }))
    }

    /// Returns the lines of a file's content, for the helpers of puppetlabs_spec_helper.
    fn content_of(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<String> {
        let compiled = self.compiled(ruby, false)?;
        self.raise_problems(ruby, &compiled, call.offset)?;
        let title = call.argument(1).to_text();
        let found = compiled.find("File", &title).zip(compiled.catalog());
        let value = found.and_then(|(id, catalog)| parameters::value_of(&compiled, catalog.get(id), "content"));
        match value {
            Some(value) => Ok(parameters::to_ruby(ruby, &value, call.offset)?.to_text()),
            None => {
                ruby.unsupported(format!("verify_contents of File[{title}], which has no known content"), call.offset)
            }
        }
    }

    fn verify_contents(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
        let content = self.content_of(ruby, call)?;
        let wanted: Vec<String> = ruby.to_array(&call.argument(2))?.iter().map(RubyValue::to_text).collect();
        let is_met = wanted.iter().all(|line| content.split('\n').any(|present| present == line));
        if is_met {
            return Ok(Some(RubyValue::Boolean(true)));
        }
        ruby.raise(
            NOT_MET,
            format!("expected the content of {} to have the lines {wanted:?}", call.argument(1).to_text()),
        )
    }

    fn param_value(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
        let compiled = self.compiled(ruby, false)?;
        self.raise_problems(ruby, &compiled, call.offset)?;
        let part = |index: usize| call.argument(index).to_text();
        let resource = compiled.find(&part(1), &part(2)).zip(compiled.catalog());
        match resource.and_then(|(id, catalog)| parameters::value_of(&compiled, catalog.get(id), &part(3))) {
            Some(value) => parameters::to_ruby(ruby, &value, call.offset).map(Some),
            None => ruby.unsupported("param_value of a parameter that is not there", call.offset),
        }
    }

    /// Compiles the catalogue once for each example.
    pub fn compiled(&self, ruby: &mut Ruby<'_, '_>, exported: bool) -> Ran<Rc<Compiled>> {
        if !exported
            && let Some(known) = self.state.borrow().running.as_ref().and_then(|running| running.catalogue.clone())
        {
            return Ok(known);
        }
        let compiled = self.compile(ruby, None, exported)?;
        if !exported && let Some(running) = &mut self.state.borrow_mut().running {
            running.catalogue = Some(compiled.clone());
        }
        Ok(compiled)
    }
}
