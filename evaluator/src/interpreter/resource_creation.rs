//! Puts resources into the catalog: tags, resource defaults, what a type must be known for, duplicates and aliases,
//! and who contains whom.

use std::sync::Arc;

use smol_str::SmolStr;

use super::definitions::Definition;
use super::{Evaluated, Interpreter};
use crate::catalog::issues::CatalogIssue;
use crate::catalog::names::{capitalized, class_title};
use crate::catalog::resource::Parameter;
use crate::catalog::tags::{Tags, is_valid_tag};
use crate::catalog::uniqueness::UniquenessKey;
use crate::catalog::{Resource, ResourceId, ResourceKind};
use crate::edition::Rule;
use crate::limits::LimitReached;
use crate::name_map::NameMap;
use crate::outcome::MissingKind;
use crate::place::Place;
use crate::resource_types::{self, ResourceTypeInfo};
use crate::ruby::plugin_types::PluginType;
use crate::scope::{ScopeId, ScopeKind};
use crate::types::Type;
use crate::value::{UnknownReason, Value};

/// What a resource type's name stands for.
#[derive(Clone, Debug)]
pub enum ResourceType {
    Class,
    Builtin(&'static ResourceTypeInfo),
    Plugin(Arc<PluginType>),
    Define(Arc<Definition>),
    /// Not here, which is no error.
    Missing(Arc<UnknownReason>),
}

/// How the resources of an expression or of `create_resources` are declared.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    pub scope: ScopeId,
    pub place: Option<Place>,
    pub is_virtual: bool,
    pub is_exported: bool,
}

/// What resources are given.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    pub given: NameMap<Parameter>,
    /// What any other attribute may be, where the hash of a splat is not known.
    pub rest: Option<Box<Parameter>>,
}

impl Interpreter<'_> {
    /// The type of this name: built in, of a module's plugins, or defined.
    pub(crate) fn find_resource_type(&mut self, name: &str) -> Evaluated<Option<ResourceType>> {
        if let Some(known) = self.definitions.resource_types.get(name) {
            return Ok(Some(known.clone()));
        }
        let found = self.look_for_resource_type(name)?;
        if let Some(found) = &found {
            self.definitions.resource_types.insert(SmolStr::new(name), found.clone());
        }
        Ok(found)
    }

    fn look_for_resource_type(&mut self, name: &str) -> Evaluated<Option<ResourceType>> {
        if !name.contains(':') {
            if let Some(plugin) = self.world.plugin_resource_type(&name.to_ascii_lowercase()) {
                let complete = self.with_computed_patterns(&plugin).map(Arc::new);
                return Ok(Some(ResourceType::Plugin(complete.unwrap_or(plugin))));
            }
            if let Some(info) = self.available_builtin(name) {
                return Ok(Some(ResourceType::Builtin(info)));
            }
        }
        Ok(self.find_define(name)?.map(ResourceType::Define))
    }

    /// Returns a type of Puppet itself; one that moved to a module is there where that module is, or where the agent brings it.
    pub(crate) fn available_builtin(&self, name: &str) -> Option<&'static ResourceTypeInfo> {
        let info = resource_types::builtin(name)?;
        let vendors = |module: &str| self.request.vendor_modules && self.request.edition.vendors(module);
        let is_available = match &info.module {
            None => true,
            Some(module) => vendors(module) || self.world.modules().iter().any(|name| name == module),
        };
        is_available.then_some(info)
    }

    /// A resource without parameters, with the tags that its type and title give it.
    pub(crate) fn new_resource(
        &self,
        kind: ResourceKind,
        type_name: &str,
        title: &str,
        scope: ScopeId,
        place: Option<Place>,
    ) -> Resource {
        let title = if kind == ResourceKind::Class { class_title(title) } else { SmolStr::new(title) };
        let type_name = capitalized(type_name);
        let mut tags = Tags::default();
        tags.add(&type_name);
        tags.add_if_valid(&title);
        let catalog_scope = self.builder.scope(scope);
        Resource {
            kind,
            type_name,
            title,
            parameters: NameMap::new(),
            sensitive_parameters: Vec::new(),
            unknown_attributes: None,
            tags,
            place,
            is_virtual: false,
            is_exported: false,
            exported_by: None,
            scope,
            container: catalog_scope.and_then(|scope| scope.resource),
            declared_by: catalog_scope.map(|scope| scope.owner.clone()).unwrap_or_default(),
            title_value: None,
        }
    }

    /// Sets a parameter; the parameter `tag` tags the resource too.
    pub(crate) fn set_parameter(&self, resource: &mut Resource, name: SmolStr, parameter: Parameter) -> Evaluated<()> {
        if name == "tag" {
            self.add_tags(&mut resource.tags, &parameter.value, resource.place)?;
        }
        resource.parameters.insert(name, parameter);
        Ok(())
    }

    /// Adds tags given as a string or as arrays of them.
    pub(crate) fn add_tags(&self, tags: &mut Tags, value: &Value, place: Option<Place>) -> Evaluated<()> {
        match value {
            Value::Undef | Value::Unknown(_) => Ok(()),
            Value::Array(elements) => elements.iter().try_for_each(|element| self.add_tags(tags, element, place)),
            Value::Sensitive(inner) => self.add_tags(tags, inner, place),
            Value::Hash(entries) => entries.iter().try_for_each(|(key, value)| {
                self.add_tags(tags, key, place)?;
                self.add_tags(tags, value, place)
            }),
            other => {
                let tag = self.title_text(other);
                if !is_valid_tag(&tag) {
                    return self.raise_at(CatalogIssue::InvalidTag { tag: tag.to_lowercase() }, place);
                }
                tags.add(&tag);
                Ok(())
            }
        }
    }

    /// Adds the resource defaults that are in force in a scope, where the resource has nothing of its own.
    pub(crate) fn add_defaults(&self, resource: &mut Resource, scope: ScopeId) -> Evaluated<()> {
        for (name, parameter) in self.builder.defaults_of(scope, &resource.type_name) {
            if !resource.parameters.contains_key(&name) {
                self.set_parameter(resource, name, parameter)?;
            }
        }
        Ok(())
    }

    /// Creates and adds a resource for each title, and adds references to them.
    pub(crate) fn create_resources(
        &mut self,
        type_name: &str,
        titles: &[SmolStr],
        attributes: Attributes,
        declaration: Declaration,
        references: &mut Vec<Value>,
    ) -> Evaluated<()> {
        let resource_type = if type_name.eq_ignore_ascii_case("class") {
            Some(ResourceType::Class)
        } else {
            self.find_resource_type(type_name)?
        };
        let resource_type = match resource_type {
            Some(found) => found,
            None => match self.accept_missing(MissingKind::ResourceType, type_name, declaration.place) {
                Some(reason) => ResourceType::Missing(reason),
                None => {
                    let name = SmolStr::new(type_name);
                    return self.raise(CatalogIssue::UnknownResourceTypeName { name });
                }
            },
        };
        let scope = self.catalog_scope(declaration.scope);
        if let ResourceType::Define(definition) = &resource_type {
            self.check_visible(definition, "define", self.calling_module(declaration.scope).as_ref())?;
            self.check_private_parameters(definition, attributes.given.keys(), declaration.scope)?;
        }
        let caller = declaration.scope;
        let declaration = Declaration { scope, ..declaration };
        let Some((last, others)) = titles.split_last() else {
            return Ok(());
        };
        references.reserve(titles.len());
        for title in others {
            references.push(self.create_resource(
                type_name,
                &resource_type,
                title,
                attributes.clone(),
                declaration,
                caller,
            )?);
        }
        references.push(self.create_resource(type_name, &resource_type, last, attributes, declaration, caller)?);
        Ok(())
    }

    fn create_resource(
        &mut self,
        type_name: &str,
        resource_type: &ResourceType,
        title: &SmolStr,
        attributes: Attributes,
        declaration: Declaration,
        caller: ScopeId,
    ) -> Evaluated<Value> {
        let scope = declaration.scope;
        let (kind, class) = match resource_type {
            ResourceType::Class => match self.find_class(title)? {
                Some(class) => (ResourceKind::Class, Some(class)),
                None => return self.declare_class_elsewhere(title, attributes, declaration),
            },
            ResourceType::Define(_) => (ResourceKind::Define, None),
            ResourceType::Missing(_) if type_name.contains("::") => (ResourceKind::Define, None),
            ResourceType::Missing(_) => (ResourceKind::Native, None),
            ResourceType::Builtin(_) | ResourceType::Plugin(_) => (ResourceKind::Native, None),
        };
        let name = class.as_ref().map_or(title, |class| &class.name);
        let mut resource = self.new_resource(kind, type_name, name, scope, declaration.place);
        resource.is_virtual = declaration.is_virtual || declaration.is_exported;
        resource.is_exported = declaration.is_exported;
        let given = attributes.given.len();
        if let Some(tag) = attributes.given.get("tag") {
            self.add_tags(&mut resource.tags, &tag.value, resource.place)?;
        }
        resource.parameters = attributes.given;
        if let Some(rest) = attributes.rest {
            add_unknown_rest(&mut resource, *rest, resource_type, class.as_deref());
        }
        if let ResourceType::Missing(reason) = resource_type {
            resource.unknown_attributes = Some(reason.clone());
        }
        self.add_defaults(&mut resource, scope)?;
        if let Some(class) = &class {
            self.check_visible(class, "class", self.calling_module(caller).as_ref())?;
            self.check_private_parameters(class, resource.parameters.keys().take(given), caller)?;
            self.ensure_parents(class, scope)?;
            self.builder.tags.merge(&resource.tags);
        }
        let id = self.add_resource(resource, scope)?;
        match class {
            Some(_) => {
                self.evaluate_class(id)?;
                let title = self.builder.catalog.get(id).title.clone();
                Ok(Value::Type(Type::Class(Some(title))))
            }
            None => {
                let resource = self.builder.catalog.get(id);
                Ok(Value::Type(Type::Resource {
                    type_name: Some(resource.type_name.clone()),
                    title: Some(resource.title.clone()),
                    given: false,
                }))
            }
        }
    }

    fn declare_class_elsewhere(
        &mut self,
        title: &SmolStr,
        attributes: Attributes,
        declaration: Declaration,
    ) -> Evaluated<Value> {
        let Declaration { scope, place, .. } = declaration;
        match self.declare_missing_class(title, attributes.given, scope, place, place)? {
            Some(id) => Ok(Value::Type(Type::Class(Some(self.builder.catalog.get(id).title.clone())))),
            None => self.raise(CatalogIssue::CouldNotFindDeclaredClass { name: title.clone() }),
        }
    }

    /// Adds a resource to the catalog; an error where one of the same title or of the same namevars is there.
    pub(crate) fn add_resource(&mut self, resource: Resource, scope: ScopeId) -> Evaluated<ResourceId> {
        let limit = self.request.limits.resources;
        if self.builder.catalog.resources.len() >= limit {
            return self.limit(LimitReached::Resources(limit));
        }
        if let Some(first) = self.builder.catalog.find_exactly(&resource.type_name, &resource.title) {
            let issue = CatalogIssue::DuplicateDeclaration {
                reference: resource.to_string(),
                first: self.builder.declared_at(first),
                second: resource.place,
            };
            return self.raise(issue);
        }
        let is_stage = resource.type_name == "Stage";
        let sets_stage = !resource.is_class() && resource.value("stage").is_some();
        let is_class = resource.is_class();
        let aliases = self.aliases_of(&resource)?;
        let id = self.builder.add(resource);
        for alias in aliases {
            self.builder.catalog.add_alias(id, alias);
        }
        if sets_stage {
            let reference = self.builder.catalog.get(id).to_string();
            return self.raise(CatalogIssue::OnlyClassesCanSetStage { reference });
        }
        if !is_stage
            && !is_class
            && let Some(container) = self.builder.scope(scope).and_then(|scope| scope.resource)
        {
            self.builder.contain(container, id);
        }
        Ok(id)
    }

    /// The other titles that a resource is known by: `alias`, and what its namevars say.
    fn aliases_of(&self, resource: &Resource) -> Evaluated<Vec<SmolStr>> {
        let mut aliases = Vec::new();
        let mut given = Vec::new();
        if let Some(value) = resource.value("alias") {
            collect_strings(value, &mut given);
        }
        for alias in given.into_iter().filter(|alias| *alias != resource.title) {
            let key = UniquenessKey(vec![Some(alias.clone())]);
            self.check_alias(resource, &alias, format!("{alias:?}"), &key)?;
            aliases.push(alias);
        }
        if let Some(key) = UniquenessKey::of(resource) {
            let title = key.as_title();
            self.check_alias(resource, &title, key.describe(), &key)?;
            aliases.push(title);
        }
        Ok(aliases)
    }

    fn check_alias(&self, resource: &Resource, alias: &SmolStr, shown: String, key: &UniquenessKey) -> Evaluated<()> {
        let Some(existing) = self.builder.catalog.find_exactly(&resource.type_name, alias) else {
            return Ok(());
        };
        self.raise(CatalogIssue::CannotAlias {
            reference: resource.to_string(),
            key: shown,
            place: resource.place,
            existing: key.describe_with_type(&resource.type_name),
            first: self.builder.declared_at(existing),
        })
    }

    /// Gives a resource the tags of what contains it, once.
    pub(crate) fn add_scope_tags(&mut self, id: ResourceId) {
        let state = self.builder.state_mut(id);
        if state.has_scope_tags {
            return;
        }
        state.has_scope_tags = true;
        let catalog = &mut self.builder.catalog;
        if let Some(container) = catalog.get(id).container.filter(|container| *container != id) {
            let mut tags = std::mem::take(&mut catalog.get_mut(id).tags);
            tags.merge(&catalog.get(container).tags);
            catalog.get_mut(id).tags = tags;
        }
    }

    /// Where the edition has it: `private` definitions are for their own module only, and a module sees only the modules
    /// that it depends on.
    pub(crate) fn check_visible(&self, definition: &Definition, what: &str, caller: Option<&SmolStr>) -> Evaluated<()> {
        if caller == definition.module.as_ref() {
            return Ok(());
        }
        let name = definition.name.clone();
        if self.rules.holds(Rule::ModulesSeeDependenciesOnly)
            && let (Some(caller), Some(module)) = (caller, &definition.module)
            && let Some(dependencies) = self.world.module_dependencies(caller)
            && !dependencies.iter().any(|dependency| dependency == module.as_str())
        {
            return self.raise(CatalogIssue::NotADependency { name, module: module.clone(), caller: caller.clone() });
        }
        if definition.is_private() {
            let what = what.to_string();
            return self.raise(CatalogIssue::NotPrivate { what, name, module: module_name(definition) });
        }
        Ok(())
    }

    /// The module whose code evaluates in a scope; `None` for the environment's.
    pub(crate) fn calling_module(&self, scope: ScopeId) -> Option<SmolStr> {
        let mut next = Some(scope);
        while let Some(id) = next {
            let scope = self.scope(id);
            if !matches!(scope.kind, ScopeKind::Lambda | ScopeKind::Parameters | ScopeKind::Template) {
                return scope.module.clone();
            }
            next = scope.parent;
        }
        None
    }

    /// A private parameter may be set from its own module only.
    pub(crate) fn check_private_parameters<'p>(
        &self,
        definition: &Definition,
        given: impl Iterator<Item = &'p SmolStr>,
        scope: ScopeId,
    ) -> Evaluated<()> {
        if definition.module == self.calling_module(scope) {
            return Ok(());
        }
        for name in given {
            if definition.parameters().iter().any(|parameter| parameter.private && parameter.name == *name) {
                let what = "parameter".to_string();
                let issue = CatalogIssue::NotPrivate { what, name: name.clone(), module: module_name(definition) };
                return self.raise(issue);
            }
        }
        Ok(())
    }
}

/// Makes each attribute that an unknown hash may set unknown: all parameters of a definition, and of other types the fact
/// that there may be more.
fn add_unknown_rest(
    resource: &mut Resource,
    rest: Parameter,
    resource_type: &ResourceType,
    class: Option<&Definition>,
) {
    let definition = match resource_type {
        ResourceType::Define(definition) => Some(&**definition),
        _ => class,
    };
    for parameter in definition.into_iter().flat_map(Definition::parameters) {
        resource.parameters.get_or_insert_with(parameter.name.clone(), || rest.clone());
    }
    if let Value::Unknown(reason) = rest.value {
        resource.unknown_attributes = Some(reason);
    }
}

fn module_name(definition: &Definition) -> SmolStr {
    definition.module.clone().unwrap_or_else(|| SmolStr::new_static("environment"))
}

fn collect_strings(value: &Value, strings: &mut Vec<SmolStr>) {
    match value {
        Value::String(text) => strings.push(text.clone()),
        Value::Array(elements) => elements.iter().for_each(|element| collect_strings(element, strings)),
        _ => {}
    }
}
