//! Collectors: `Type<| query |>`, `Type<<| query |>>` and `realize`. They wait in a list and are asked again in every
//! round, since a later round may bring more resources; what they override is overridden once per resource.

use indexmap::IndexSet;
use smol_str::SmolStr;
use syntax::program::Collector;
use syntax::{Expr, ExprId};

use super::collector_queries::Query;
use super::overrides::{OverridingParameter, PendingOverride, duplicate_name};
use super::relationships::Operand;
use super::{Code, Evaluated, Interpreter};
use crate::catalog::issues::CatalogIssue;
use crate::catalog::names::{capitalized, definition_name};
use crate::catalog::resource::{CodeOwner, Parameter};
use crate::catalog::{ResourceId, ResourceKind};
use crate::edition::Rule;
use crate::name_map::NameMap;
use crate::outcome::{LogLevel, MissingKind};
use crate::place::Place;
use crate::request::ExportedResource;
use crate::scope::ScopeId;
use crate::value::Value;

/// Names a collector of one compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollectorId(pub usize);

#[derive(Debug)]
pub struct PendingCollector {
    pub kind: CollectorKind,
    pub scope: ScopeId,
    pub owner: CodeOwner,
    pub place: Option<Place>,
    pub overrides: NameMap<OverridingParameter>,
    /// An attribute that is written twice: an error once there is something to override.
    pub duplicate_attribute: Option<SmolStr>,
    /// In the order in which they were found.
    pub collected: IndexSet<ResourceId>,
    /// What stands in a chain of relationships for a collector that finds nothing.
    pub empty_alternative: Vec<Operand>,
}

#[derive(Debug)]
pub enum CollectorKind {
    /// `<| |>`
    Virtual { type_name: SmolStr, query: Query },
    /// `<<| |>>`
    Exported { type_name: SmolStr, query: Query },
    /// `realize`: references that have not been found yet, by type and title.
    References(Vec<(SmolStr, SmolStr)>),
}

impl Interpreter<'_> {
    pub(crate) fn evaluate_collector(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        collector: &Collector,
    ) -> Evaluated<Value> {
        self.add_collector(code, scope, expr, collector).map(|_| Value::Undef)
    }

    /// Reads a collector and puts it on the list.
    pub(crate) fn add_collector(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        collector: &Collector,
    ) -> Evaluated<CollectorId> {
        self.outcome.collects_exported |= collector.exported;
        if collector.exported && !self.has_exported_store() {
            let message =
                "You cannot collect exported resources without storeconfigs being set; the collection will be ignored";
            self.log(LogLevel::Warning, message, scope, Some(code.place(expr)));
        }
        let name = match code.program.expr(collector.type_name) {
            Expr::QualifiedReference(name) | Expr::QualifiedName(name) => definition_name(name),
            _ => SmolStr::default(),
        };
        if name == "class" {
            return self.raise(CatalogIssue::ClassesCannotBeCollected);
        }
        if self.find_resource_type(&name)?.is_none()
            && self.accept_missing(MissingKind::ResourceType, &name, Some(code.place(expr))).is_none()
        {
            return self.raise(CatalogIssue::CollectedTypeDoesNotExist { name });
        }
        let overrides = self.overriding_parameters(code, scope, &collector.attributes)?;
        let duplicate = duplicate_name(&collector.attributes);
        let query = match collector.query {
            Some(query) => self.read_query(code, scope, query)?,
            None => Query::All,
        };
        let type_name = capitalized(&name);
        let kind = if collector.exported {
            CollectorKind::Exported { type_name, query }
        } else {
            CollectorKind::Virtual { type_name, query }
        };
        let id = self.push_collector(kind, scope, Some(code.place(expr)), overrides);
        if let Some(added) = self.builder.collectors.get_mut(id.0) {
            added.duplicate_attribute = duplicate;
        }
        Ok(id)
    }

    /// `realize`: the references are made real once they are there.
    pub(crate) fn add_realization(&mut self, references: Vec<(SmolStr, SmolStr)>, scope: ScopeId, place: Place) {
        self.push_collector(CollectorKind::References(references), scope, Some(place), NameMap::new());
    }

    fn push_collector(
        &mut self,
        kind: CollectorKind,
        scope: ScopeId,
        place: Option<Place>,
        overrides: NameMap<OverridingParameter>,
    ) -> CollectorId {
        let owner = self.code_owner(scope);
        let scope = self.catalog_scope(scope);
        let id = CollectorId(self.builder.collectors.len());
        self.builder.collectors.push(PendingCollector {
            kind,
            scope,
            owner,
            place,
            overrides,
            duplicate_attribute: None,
            collected: IndexSet::new(),
            empty_alternative: Vec::new(),
        });
        id
    }

    /// Asks every collector once. True where one found something new.
    pub(crate) fn evaluate_collectors(&mut self) -> Evaluated<bool> {
        let mut found = false;
        for index in 0..self.builder.collectors.len() {
            found |= self.evaluate_pending_collector(index)?;
        }
        Ok(found)
    }

    fn evaluate_pending_collector(&mut self, index: usize) -> Evaluated<bool> {
        let Some(collector) = self.builder.collectors.get_mut(index) else {
            return Ok(false);
        };
        // Taken out, so that what it finds can be changed while it is asked; nothing else looks at it meanwhile.
        let kind = std::mem::replace(&mut collector.kind, CollectorKind::References(Vec::new()));
        let scope = collector.scope;
        let (kind, found) = match kind {
            CollectorKind::Virtual { type_name, query } => {
                let found = self.matching(&type_name, &query, false);
                (CollectorKind::Virtual { type_name, query }, found)
            }
            CollectorKind::Exported { type_name, query } => {
                let found = self.collect_exported(index, &type_name, &query, scope)?;
                (CollectorKind::Exported { type_name, query }, found)
            }
            CollectorKind::References(references) => {
                let mut found = Vec::new();
                let mut waiting = Vec::new();
                for (type_name, title) in references {
                    match self.builder.catalog.find(&type_name, &title) {
                        Some(id) => found.push(id),
                        None => waiting.push((type_name, title)),
                    }
                }
                (CollectorKind::References(waiting), found)
            }
        };
        for id in &found {
            self.builder.catalog.get_mut(*id).is_virtual = false;
        }
        let collector = &mut self.builder.collectors[index];
        collector.kind = kind;
        let new: Vec<ResourceId> = found.into_iter().filter(|id| !collector.collected.contains(id)).collect();
        if new.is_empty() {
            return Ok(false);
        }
        if !collector.overrides.is_empty() {
            self.override_collected(index, &new)?;
        }
        self.builder.collectors[index].collected.extend(new);
        Ok(true)
    }

    fn override_collected(&mut self, index: usize, found: &[ResourceId]) -> Evaluated<()> {
        let collector = &self.builder.collectors[index];
        let owner = collector.owner.clone();
        let scope = collector.scope;
        let place = collector.place;
        let overrides = collector.overrides.clone();
        if let (Some(name), Some(first)) = (collector.duplicate_attribute.clone(), found.first()) {
            let reference = self.builder.catalog.get(*first).to_string();
            return self.raise_at(CatalogIssue::DuplicateParameter { name, reference }, place);
        }
        self.builder.unrestricted.insert(owner.clone());
        for id in found {
            let resource = self.builder.catalog.get(*id);
            let (type_name, title) = (resource.type_name.clone(), resource.title.clone());
            let mut parameters = overrides.clone();
            // The defaults of the collector's scope come along.
            for (name, parameter) in self.builder.defaults_of(scope, &type_name) {
                parameters.get_or_insert_with(name, || OverridingParameter { parameter, append: false });
            }
            let pending = PendingOverride { parameters, place, scope, owner: owner.clone() };
            self.add_override(type_name, title, pending)?;
        }
        Ok(())
    }

    /// Whether exported resources go anywhere: a store is there, or the edition needs none for those of this catalog.
    pub(crate) fn has_exported_store(&self) -> bool {
        self.request.exported.is_some() || self.rules.holds(Rule::ExportedResourcesNeedNoStore)
    }

    fn matching(&self, type_name: &str, query: &Query, only_exported: bool) -> Vec<ResourceId> {
        let candidates = self.builder.of_type(type_name).iter().copied();
        candidates
            .filter(|id| !only_exported || self.builder.catalog.get(*id).is_exported)
            .filter(|id| query.matches(&self.builder, *id))
            .collect()
    }

    /// Exported resources of this node, and those of others, which are added to the catalog.
    fn collect_exported(
        &mut self,
        index: usize,
        type_name: &SmolStr,
        query: &Query,
        scope: ScopeId,
    ) -> Evaluated<Vec<ResourceId>> {
        if !self.has_exported_store() {
            return Ok(Vec::new());
        }
        let request = self.request;
        let mut found = self.matching(type_name, query, true);
        let Some(exported) = &request.exported else {
            return Ok(found);
        };
        for candidate in exported.iter() {
            if capitalized(&candidate.type_name) != *type_name
                || candidate.certname == request.node_name
                || !query.matches_exported(candidate)
            {
                continue;
            }
            found.extend(self.import_exported(index, type_name, candidate, scope)?);
        }
        Ok(found)
    }

    fn import_exported(
        &mut self,
        index: usize,
        type_name: &SmolStr,
        exported: &ExportedResource,
        scope: ScopeId,
    ) -> Evaluated<Option<ResourceId>> {
        if let Some(existing) = self.builder.catalog.find(type_name, &exported.title) {
            if self.builder.catalog.get(existing).exported_by.as_ref() == Some(&exported.certname) {
                let is_mine = self.builder.state(existing).collected_from as usize == index + 1;
                return Ok(is_mine.then_some(existing));
            }
            let reference = format!("{type_name}[{}]", exported.title);
            return self.raise_at(CatalogIssue::DuplicateExported { reference }, None);
        }
        let kind = match self.find_define(type_name)? {
            Some(_) => ResourceKind::Define,
            None => ResourceKind::Native,
        };
        let mut resource = self.new_resource(kind, type_name, &exported.title, scope, None);
        resource.exported_by = Some(exported.certname.clone());
        let set_by = resource.declared_by.clone();
        for (name, value) in &exported.parameters {
            let parameter = Parameter { value: value.clone(), place: None, set_by: set_by.clone() };
            self.set_parameter(&mut resource, name.clone(), parameter)?;
        }
        self.add_defaults(&mut resource, scope)?;
        for tag in &exported.tags {
            resource.tags.add_if_valid(tag);
        }
        let id = self.add_resource(resource, scope)?;
        self.builder.state_mut(id).collected_from = index as u32 + 1;
        Ok(Some(id))
    }
}
