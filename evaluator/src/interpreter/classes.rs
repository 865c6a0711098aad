//! Classes: added to the catalog and evaluated once, with their parents first and their parameters from the
//! declaration, from data, or from their defaults.

use std::sync::Arc;

use smol_str::{SmolStr, format_smolstr};

use super::definitions::Definition;
use super::references::reference_text;
use super::{Evaluated, Interpreter, Interrupt};
use crate::catalog::builder::CatalogScope;
use crate::catalog::issues::CatalogIssue;
use crate::catalog::names::{class_title, definition_name};
use crate::catalog::resource::{CodeOwner, Parameter};
use crate::catalog::{ResourceId, ResourceKind};
use crate::name_map::NameMap;
use crate::outcome::MissingKind;
use crate::place::Place;
use crate::scope::{ScopeId, ScopeKind};
use crate::types::Type;
use crate::value::Value;
use crate::value::text::to_display_string;

impl Interpreter<'_> {
    /// The names that `include` and friends were given, each as `::name` in lower case.
    pub(crate) fn class_names(&mut self, arguments: &[Value]) -> Evaluated<Vec<SmolStr>> {
        let mut names = Vec::new();
        self.collect_class_names(arguments, &mut names)?;
        Ok(names)
    }

    fn collect_class_names(&mut self, arguments: &[Value], names: &mut Vec<SmolStr>) -> Evaluated<()> {
        for argument in arguments {
            let name = match argument {
                Value::Array(elements) => {
                    self.collect_class_names(elements, names)?;
                    continue;
                }
                Value::Unknown(reason) => {
                    self.note_untitled(Some("class"), None, reason);
                    self.skipped.anything();
                    continue;
                }
                Value::Undef => return self.raise(CatalogIssue::UndefAsClassName),
                Value::String(name) if name.is_empty() => return self.raise(CatalogIssue::EmptyClassName),
                Value::String(name) | Value::Type(Type::Class(Some(name))) => name,
                Value::Type(Type::Class(None)) => return self.raise(CatalogIssue::UnspecificClass),
                Value::Type(Type::Resource { type_name: None, .. }) => {
                    return self.raise(CatalogIssue::UnspecificResource);
                }
                Value::Type(Type::Resource { type_name: Some(type_name), title, .. }) => {
                    if !type_name.eq_ignore_ascii_case("class") {
                        let type_name = type_name.clone();
                        return self.raise(CatalogIssue::NotAClassReference { type_name });
                    }
                    match title {
                        Some(title) => title,
                        None => return self.raise(CatalogIssue::UnspecificClassResource),
                    }
                }
                other => {
                    let message = format!("undefined method 'downcase' for {other:?}");
                    return self.raise(CatalogIssue::Mismatch { message, lacks_value: false });
                }
            };
            names.push(format_smolstr!("::{}", definition_name(name)));
        }
        Ok(())
    }

    /// Declares classes as `include` does: all of them are added to the catalog first, then those that are new are
    /// evaluated. Names may start with `::` and be in any case. Gives the class resources, those first that were
    /// there already. `place` is the call that names them.
    pub fn include_classes(
        &mut self,
        names: &[SmolStr],
        scope: ScopeId,
        place: Option<Place>,
    ) -> Evaluated<Vec<ResourceId>> {
        let (mut resources, new) = self.add_classes(names, scope, place)?;
        for id in &new {
            self.builder.state_mut(*id).included_at = place;
        }
        for id in &new {
            self.evaluate_class(*id)?;
        }
        resources.extend(new);
        Ok(resources)
    }

    /// Adds classes to the catalog without evaluating them: those that were there, and those that are new.
    pub(crate) fn add_classes(
        &mut self,
        names: &[SmolStr],
        scope: ScopeId,
        place: Option<Place>,
    ) -> Evaluated<(Vec<ResourceId>, Vec<ResourceId>)> {
        let mut known = Vec::new();
        let mut definitions = Vec::with_capacity(names.len());
        for name in names {
            match self.find_class(name)? {
                Some(definition) => definitions.push(definition),
                None if self.has_broken_code() => {
                    self.name_left_out(format!("class {}", name.trim_start_matches("::")), None);
                }
                None => {
                    let in_scope = self.catalog_scope(scope);
                    match self.declare_missing_class(name, NameMap::new(), in_scope, None, place)? {
                        Some(missing) => known.push(missing),
                        None => {
                            let node = self.request.node_name.clone();
                            return self.raise(CatalogIssue::CouldNotFindClass { name: name.clone(), node });
                        }
                    }
                }
            }
        }
        let caller = self.calling_module(scope);
        let scope = self.catalog_scope(scope);
        let mut new = Vec::new();
        for definition in definitions {
            self.check_visible(&definition, "class", caller.as_ref())?;
            match self.class_scopes.get(&definition.name) {
                Some(class_scope) => {
                    known.extend(self.builder.scope(*class_scope).and_then(|scope| scope.resource));
                }
                None => new.push(self.ensure_class(&definition, scope)?),
            }
        }
        Ok((known, new))
    }

    /// The resource of a class, added where it is not there yet, its parents before it.
    pub(crate) fn ensure_class(&mut self, definition: &Arc<Definition>, scope: ScopeId) -> Evaluated<ResourceId> {
        if let Some(existing) = self.builder.catalog.find("Class", &class_title(&definition.name)) {
            return Ok(existing);
        }
        let mut resource = self.new_resource(ResourceKind::Class, "Class", &definition.name, scope, None);
        resource.declared_by = CodeOwner::Class(definition.name.clone());
        self.add_defaults(&mut resource, scope)?;
        self.ensure_parents(definition, scope)?;
        self.builder.tags.merge(&resource.tags);
        self.add_resource(resource, scope)
    }

    /// Adds the class that this one inherits, and those above it, topmost first.
    pub(crate) fn ensure_parents(&mut self, definition: &Arc<Definition>, scope: ScopeId) -> Evaluated<()> {
        let mut chain = vec![definition.clone()];
        while let Some(parent) = chain.last().and_then(|class| class.parent()) {
            if self.builder.catalog.find("Class", &class_title(&parent)).is_some() {
                break;
            }
            let Some(child) = chain.last().cloned() else {
                break;
            };
            if chain.iter().any(|class| class.name == parent) {
                return self.circular_inheritance(&chain, parent);
            }
            match self.parent_of(&child)? {
                Some(parent) => chain.push(parent),
                None => {
                    self.declare_missing_class(&parent, NameMap::new(), scope, None, Some(child.place()))?;
                    break;
                }
            }
        }
        for child_and_parent in chain.windows(2).rev() {
            let [child, parent] = child_and_parent else { continue };
            let mut resource = self.new_resource(ResourceKind::Class, "Class", &parent.name, scope, None);
            resource.declared_by = CodeOwner::Class(parent.name.clone());
            self.builder.tags.merge(&resource.tags);
            let id = self.add_resource(resource, scope)?;
            self.builder.state_mut(id).included_at = Some(child.place());
        }
        Ok(())
    }

    fn circular_inheritance<T>(&self, chain: &[Arc<Definition>], again: SmolStr) -> Evaluated<T> {
        let place = chain.first().map(|class| class.place());
        let mut names: Vec<SmolStr> = chain.iter().map(|class| class.name.clone()).collect();
        names.push(again);
        self.raise_at(CatalogIssue::CircularInheritance { chain: names }, place)
    }

    /// Returns the class that one inherits; `None` where it is not here and that is no error.
    fn parent_of(&mut self, class: &Arc<Definition>) -> Evaluated<Option<Arc<Definition>>> {
        let parent = class.parent().unwrap_or_default();
        match self.find_class(&parent)? {
            Some(found) => {
                self.check_visible(&found, "class", class.module.as_ref())?;
                Ok(Some(found))
            }
            None if self.accept_missing(MissingKind::Class, &parent, Some(class.place())).is_some() => {
                self.missing_heirs.insert(class.name.clone(), parent);
                Ok(None)
            }
            None => {
                let environment = self.request.environment.clone();
                self.raise_at(CatalogIssue::CouldNotFindParent { parent, environment }, Some(class.place()))
            }
        }
    }

    /// Evaluates a class that is in the catalog, unless that has happened or has begun.
    pub(crate) fn evaluate_class(&mut self, id: ResourceId) -> Evaluated<()> {
        let state = self.builder.state_mut(id);
        if state.evaluated {
            return Ok(());
        }
        state.evaluated = true;
        self.add_scope_tags(id);
        let resource = self.builder.catalog.get(id);
        let name = definition_name(&resource.title);
        let declared_in = resource.scope;
        let place = resource.place.or(self.builder.state(id).included_at);
        let Some(definition) = self.find_class(&name)? else {
            return Ok(());
        };
        self.with_frame(
            || format!("class {name}"),
            place,
            |interpreter| interpreter.evaluate_class_body(id, &definition, declared_in),
        )
    }

    fn evaluate_class_body(
        &mut self,
        id: ResourceId,
        definition: &Arc<Definition>,
        declared_in: ScopeId,
    ) -> Evaluated<()> {
        let mut outer = declared_in;
        let mut variables_from = self.enclosing_scope(declared_in);
        let parent = if definition.parent().is_some() { self.parent_of(definition)? } else { None };
        if let Some(parent) = parent {
            if parent.name == definition.name {
                return self.circular_inheritance(std::slice::from_ref(definition), parent.name.clone());
            }
            if let Some(parent_id) = self.builder.catalog.find("Class", &class_title(&parent.name)) {
                self.evaluate_class(parent_id)?;
            }
            if let Some(parent_scope) = self.class_scopes.get(&parent.name).copied() {
                outer = parent_scope;
                variables_from = self.inherited_scope(parent_scope, &parent, definition);
            }
        }
        let scope = self.new_scope(ScopeKind::Class(definition.name.clone()), Some(variables_from));
        self.describe_catalog_scope(scope, id, outer, CodeOwner::Class(definition.name.clone()));
        self.add_class_name(&definition.name);
        self.bind_parameters(definition, id, scope)?;
        self.add_edge_to_stage(id)?;
        self.evaluate_definition_body(definition, scope)
    }

    /// The scope that a class sees of the one that it inherits. To another module private parameters are hidden; since the
    /// parent's variables are all there, a copy without them will do.
    fn inherited_scope(&mut self, parent_scope: ScopeId, parent: &Definition, child: &Definition) -> ScopeId {
        let is_private = |name: &SmolStr| parent.parameters().iter().any(|one| one.private && one.name == *name);
        if parent.module == child.module || !parent.parameters().iter().any(|parameter| parameter.private) {
            return parent_scope;
        }
        let scope = self.scope(parent_scope);
        let (kind, outer, module) = (scope.kind.clone(), scope.parent, scope.module.clone());
        let visible = scope.variables.iter().filter(|(name, _)| !is_private(name));
        let visible: Vec<(SmolStr, Value)> = visible.map(|(name, value)| (name.clone(), value.clone())).collect();
        let copy = self.new_scope(kind, outer);
        let scope = self.scope_mut(copy);
        scope.module = module;
        for (name, value) in visible {
            scope.variables.insert(name, value);
        }
        copy
    }

    /// Evaluates the body of a class or define; `return` and `next` end it.
    pub(crate) fn evaluate_definition_body(&mut self, definition: &Definition, scope: ScopeId) -> Evaluated<()> {
        let Some(body) = definition.body() else {
            return Ok(());
        };
        if self.is_broken(&definition.code, definition.expr) {
            self.leave_out(&definition.code, definition.expr);
            return Ok(());
        }
        match self.evaluate(&definition.code, scope, body) {
            Ok(_) => Ok(()),
            Err(interrupt) => match *interrupt {
                Interrupt::Return(..) | Interrupt::Next(..) => Ok(()),
                other => Err(Box::new(other)),
            },
        }
    }

    /// The class is in the catalog's list and among its tags.
    pub(crate) fn add_class_name(&mut self, name: &SmolStr) {
        self.builder.catalog.classes.push(name.clone());
        self.builder.tags.add(name);
    }

    /// A class is contained in its stage: the one it was given, that of the class that declared it, or `main`.
    pub(crate) fn add_edge_to_stage(&mut self, id: ResourceId) -> Evaluated<()> {
        let catalog = &self.builder.catalog;
        let resource = catalog.get(id);
        let own = resource.value("stage").cloned();
        let inherited = resource.container.and_then(|container| catalog.get(container).value("stage").cloned());
        let stage_name = match own.clone().or(inherited) {
            None => Value::string("main"),
            Some(name) => name,
        };
        if stage_name.first_unknown().is_some() {
            return Ok(());
        }
        let title = self.title_text(&stage_name);
        let Some(stage) = self.builder.catalog.find("Stage", &title) else {
            let reference = resource.to_string();
            let stage = own.map_or_else(|| "main".to_string(), |value| reference_text(&value).to_string());
            return self.raise(CatalogIssue::CouldNotFindStage { stage, reference });
        };
        let stage_title = self.builder.catalog.get(stage).title.clone();
        if own.is_none() && stage_title != "main" {
            let set_by = self.builder.catalog.get(id).declared_by.clone();
            let parameter = Parameter { value: Value::String(stage_title), place: None, set_by };
            self.builder.catalog.get_mut(id).parameters.insert(SmolStr::new_static("stage"), parameter);
        }
        self.builder.contain(stage, id);
        Ok(())
    }

    /// A value where a title is meant: a string as it is, anything else as it prints.
    pub(crate) fn title_text(&self, value: &Value) -> SmolStr {
        match value {
            Value::String(text) => text.clone(),
            other => SmolStr::new(to_display_string(other)),
        }
    }

    /// The scope that resources, defaults and classes of some code belong to: lambdas belong to where they are
    /// written, functions to the top.
    pub(crate) fn catalog_scope(&self, scope: ScopeId) -> ScopeId {
        let mut next = Some(scope);
        while let Some(id) = next {
            let scope = self.scope(id);
            match scope.kind {
                ScopeKind::Top | ScopeKind::Node | ScopeKind::Class(_) | ScopeKind::Define(_) => return id,
                ScopeKind::Function(_) => return ScopeId::TOP,
                ScopeKind::Lambda | ScopeKind::Parameters | ScopeKind::Template => next = scope.parent,
            }
        }
        ScopeId::TOP
    }

    /// The class, define or node (or the manifests themselves) whose code evaluates in a scope.
    pub(crate) fn containing_resource(&self, scope: ScopeId) -> Option<ResourceId> {
        self.builder.scope(self.catalog_scope(scope)).and_then(|scope| scope.resource)
    }

    /// The node's scope or the top scope, whichever a scope was declared under.
    pub(crate) fn enclosing_scope(&self, scope: ScopeId) -> ScopeId {
        let mut next = Some(scope);
        while let Some(id) = next {
            if matches!(self.scope(id).kind, ScopeKind::Top | ScopeKind::Node) {
                return id;
            }
            next = self.builder.scope(id).and_then(|scope| scope.declared_in);
        }
        ScopeId::TOP
    }

    /// Says what a new scope is to the catalog.
    pub(crate) fn describe_catalog_scope(
        &mut self,
        scope: ScopeId,
        resource: ResourceId,
        declared_in: ScopeId,
        owner: CodeOwner,
    ) {
        self.scope_mut(scope).resource = Some(resource);
        let catalog_scope =
            CatalogScope { resource: Some(resource), declared_in: Some(declared_in), owner, ..CatalogScope::default() };
        self.builder.set_scope(scope, catalog_scope);
    }
}
