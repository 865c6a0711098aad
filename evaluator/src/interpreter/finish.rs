//! The end of a compile, in Puppet's order: relationships, overrides that waited, tags, sensitive values and checks of
//! each resource, metaparameters of containers, and what is missing.

use std::collections::VecDeque;

use smol_str::SmolStr;

use super::collectors::CollectorKind;
use super::resource_creation::ResourceType;
use super::{Evaluated, Interpreter};
use crate::catalog::issues::CatalogIssue;
use crate::catalog::names::{definition_name, split_reference};
use crate::catalog::relationship_edges::is_relationship;
use crate::catalog::resource::Parameter;
use crate::catalog::{ResourceId, ResourceKind};
use crate::fast_hash::{FastMap, FastSet};
use crate::place::Place;
use crate::resource_types;
use crate::value::Value;

impl Interpreter<'_> {
    pub(crate) fn finish_catalog(&mut self) -> Evaluated<()> {
        self.evaluate_relationships()?;
        for id in self.builder.catalog.ids() {
            self.finish_resource(id)?;
        }
        self.inherit_metaparameters()?;
        // What is missing may be in code that was left out.
        if self.has_broken_code() {
            return Ok(());
        }
        self.fail_on_missing_overridden()?;
        self.fail_on_unrealized()?;
        self.check_relationship_parameters()
    }

    fn finish_resource(&mut self, id: ResourceId) -> Evaluated<()> {
        if !self.builder.overrides.is_empty() {
            let resource = self.builder.catalog.get(id);
            let key = (resource.type_name.clone(), resource.title.clone());
            if let Some(overrides) = self.builder.overrides.shift_remove(&key) {
                for pending in &overrides {
                    self.merge_override(id, pending)?;
                }
            }
        }
        self.add_scope_tags(id);
        self.check_resource(id)?;
        self.unwrap_sensitive(id);
        self.builder.state_mut(id).finished = true;
        Ok(())
    }

    fn unwrap_sensitive(&mut self, id: ResourceId) {
        let resource = self.builder.catalog.get_mut(id);
        for (name, parameter) in resource.parameters.iter_mut() {
            if let Value::Sensitive(inner) = &parameter.value {
                resource.sensitive_parameters.push(name.clone());
                parameter.value = Value::clone(inner);
            }
        }
    }

    /// Every parameter must be one of the type.
    fn check_resource(&mut self, id: ResourceId) -> Evaluated<()> {
        let resource = self.builder.catalog.get(id);
        match resource.kind {
            ResourceKind::Node => Ok(()),
            ResourceKind::Native => {
                let type_name = resource.type_name.clone();
                match self.find_resource_type(&type_name)? {
                    Some(resource_type) => self.check_native(id, &resource_type),
                    None => Ok(()),
                }
            }
            ResourceKind::Define | ResourceKind::Class => {
                let values: Vec<(SmolStr, Value)> = resource
                    .parameters
                    .iter()
                    .map(|(name, parameter)| (name.clone(), parameter.value.clone()))
                    .collect();
                if values.is_empty() && self.builder.state(id).evaluated {
                    return Ok(());
                }
                let name = if resource.is_class() { &resource.title } else { &resource.type_name };
                let name = definition_name(name);
                let definition = if resource.is_class() { self.find_class(&name)? } else { self.find_define(&name)? };
                match definition {
                    Some(definition) => self.check_parameters(&definition, id, &values),
                    None => Ok(()),
                }
            }
        }
    }

    fn check_native(&self, id: ResourceId, resource_type: &ResourceType) -> Evaluated<()> {
        let resource = self.builder.catalog.get(id);
        let is_known = |name: &str| {
            let is_attribute = match resource_type {
                ResourceType::Builtin(info) => info.attribute(name).is_some(),
                ResourceType::Plugin(plugin) => plugin.accepts(name),
                ResourceType::Class | ResourceType::Define(_) | ResourceType::Missing(_) => true,
            };
            is_attribute || name == "name" || resource_types::is_metaparameter(name)
        };
        match resource.parameters.keys().find(|name| !is_known(name)) {
            None => Ok(()),
            Some(name) => self.raise_at(
                CatalogIssue::UnknownParameter {
                    name: name.clone(),
                    reference: resource.to_string(),
                    place: resource.place,
                },
                resource.place,
            ),
        }
    }

    /// Metaparameters and tags go from containers to their contents, starting at the manifests themselves. What a
    /// stage contains, classes, is not reached from there.
    fn inherit_metaparameters(&mut self) -> Evaluated<()> {
        let Some(main) = self.builder.catalog.find("Class", "main") else {
            return Ok(());
        };
        let mut contents: FastMap<ResourceId, Vec<ResourceId>> = FastMap::default();
        for (container, content) in &self.builder.catalog.edges {
            contents.entry(*container).or_default().push(*content);
        }
        let mut data: FastMap<ResourceId, Vec<(SmolStr, Parameter)>> = FastMap::default();
        let mut seen = FastSet::default();
        let mut waiting = VecDeque::from([main]);
        while let Some(container) = waiting.pop_front() {
            if !seen.insert(container) {
                continue;
            }
            let Some(inside) = contents.get(&container) else {
                continue;
            };
            let inherited = match data.get(&container) {
                Some(known) => known.clone(),
                None => self.metaparameters_of(container),
            };
            let tags = self.builder.catalog.get(container).tags.clone();
            for content in inside {
                if !inherited.is_empty() {
                    for (name, parameter) in &inherited {
                        if self.builder.catalog.get(*content).value(name).is_none() {
                            self.set_inherited(*content, name, parameter)?;
                        }
                    }
                    let mut all = inherited.clone();
                    for (name, parameter) in self.metaparameters_of(*content) {
                        match all.iter_mut().find(|(known, _)| *known == name) {
                            Some(known) => known.1 = parameter,
                            None => all.push((name, parameter)),
                        }
                    }
                    data.insert(*content, all);
                }
                self.builder.catalog.get_mut(*content).tags.merge(&tags);
            }
            waiting.extend(inside.iter().copied());
        }
        Ok(())
    }

    fn set_inherited(&mut self, id: ResourceId, name: &SmolStr, parameter: &Parameter) -> Evaluated<()> {
        if name == "tag" {
            let mut tags = std::mem::take(&mut self.builder.catalog.get_mut(id).tags);
            let result = self.add_tags(&mut tags, &parameter.value, self.builder.declared_at(id));
            self.builder.catalog.get_mut(id).tags = tags;
            result?;
        }
        self.builder.catalog.get_mut(id).parameters.insert(name.clone(), parameter.clone());
        Ok(())
    }

    fn metaparameters_of(&self, id: ResourceId) -> Vec<(SmolStr, Parameter)> {
        let resource = self.builder.catalog.get(id);
        resource
            .parameters
            .iter()
            .filter(|(name, parameter)| {
                !parameter.value.is_undef() && resource_types::is_metaparameter(name) && !is_relationship(name)
            })
            .map(|(name, parameter)| (name.clone(), parameter.clone()))
            .collect()
    }

    fn fail_on_missing_overridden(&self) -> Evaluated<()> {
        let references: Vec<String> = self
            .builder
            .overrides
            .iter()
            .filter(|((type_name, title), _)| !self.skipped.may_declare(type_name, title))
            .flat_map(|((type_name, title), waiting)| waiting.iter().map(move |_| format!("{type_name}[{title}]")))
            .collect();
        if references.is_empty() {
            return Ok(());
        }
        self.raise_at(CatalogIssue::MissingOverridden { references }, None)
    }

    fn fail_on_unrealized(&self) -> Evaluated<()> {
        let mut references = Vec::new();
        for collector in &self.builder.collectors {
            if let CollectorKind::References(waiting) = &collector.kind {
                let missing = waiting.iter().filter(|(type_name, title)| !self.skipped.may_declare(type_name, title));
                references.extend(missing.map(|(type_name, title)| format!("{type_name}[{title}]")));
            }
        }
        if references.is_empty() {
            return Ok(());
        }
        self.raise_at(CatalogIssue::FailedToRealize { references }, None)
    }

    /// What `require` and its like name must be in the catalog.
    fn check_relationship_parameters(&self) -> Evaluated<()> {
        for (_, resource) in self.builder.catalog.realized() {
            for (name, parameter) in &resource.parameters {
                if is_relationship(name) {
                    self.check_references(name, &parameter.value, parameter.place)?;
                }
            }
        }
        Ok(())
    }

    fn check_references(&self, parameter: &SmolStr, value: &Value, place: Option<Place>) -> Evaluated<()> {
        let (type_name, title) = match value {
            Value::Undef | Value::Unknown(_) => return Ok(()),
            Value::Array(elements) => {
                return elements.iter().try_for_each(|element| self.check_references(parameter, element, place));
            }
            other => {
                let text = super::references::reference_text(other);
                match split_reference(&text) {
                    Some(reference) => reference,
                    None => {
                        let shown = format!("{text:?}");
                        return self.raise_at(CatalogIssue::ReferenceWithoutTitle { shown }, place);
                    }
                }
            }
        };
        if self.builder.catalog.find(&type_name, &title).is_some() || self.skipped.may_declare(&type_name, &title) {
            return Ok(());
        }
        let reference = format!("{type_name}[{title}]");
        self.raise_at(CatalogIssue::MissingForParameter { reference, parameter: parameter.clone() }, place)
    }
}
