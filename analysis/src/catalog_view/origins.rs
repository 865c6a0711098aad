//! Where the attributes of a resource came from: the line that wrote each, data, a default, or the resource itself.

use std::cell::RefCell;
use std::sync::Arc;

use evaluator::catalog::{Parameter, Resource, ResourceKind};
use evaluator::fast_hash::FastMap;
use evaluator::observation::{Observations, ParameterSource};
use evaluator::{FileId, Place};
use smol_str::SmolStr;
use syntax::{ExprId, Program};

use super::locator::Locator;
use super::{Location, Origin, OriginKind};
use crate::definition_index::{DefinitionKind, find_definitions, name_place, parameters_of};
use crate::inputs::{EnvironmentInput, FileInput};
use crate::queries;

/// Finds the origins of the resources of one outcome.
pub(super) struct Origins<'a, 'db> {
    pub environment: EnvironmentInput,
    /// The file that the preview was asked from.
    pub from: FileInput,
    pub locator: &'a Locator<'db>,
    pub observations: &'a Observations,
    /// The definitions of defines, of which one may have a thousand resources.
    pub defines: RefCell<FastMap<SmolStr, Option<Definition>>>,
}

/// A class or define in its program.
#[derive(Clone)]
pub(super) struct Definition {
    file: FileId,
    program: Arc<Program>,
    expr: ExprId,
}

impl Origins<'_, '_> {
    /// Returns the class or define that a resource is of.
    pub fn definition(&self, resource: &Resource) -> Option<Definition> {
        match resource.kind {
            ResourceKind::Class => self.find(DefinitionKind::Class, &resource.title),
            ResourceKind::Define => {
                let name = &resource.type_name;
                let find = || self.find(DefinitionKind::Define, name);
                self.defines.borrow_mut().entry(name.clone()).or_insert_with(find).clone()
            }
            ResourceKind::Node | ResourceKind::Native => None,
        }
    }

    fn find(&self, kind: DefinitionKind, name: &str) -> Option<Definition> {
        let db = self.locator.db;
        let found = find_definitions(db, self.environment, self.from, kind, name).into_iter().next()?;
        let program = queries::program(db, found.file);
        let expr = program.definitions.get(found.index as usize).copied()?;
        Some(Definition { file: found.file.id(db), program, expr })
    }

    /// Returns where the name of a definition is.
    pub fn location(&self, definition: &Definition) -> Option<Location> {
        let name = name_place(&definition.program, definition.expr);
        self.locator.place(Place::new(definition.file, name))
    }

    /// Returns where the value of an attribute came from.
    pub fn attribute(
        &self,
        resource: &Resource,
        own: Option<&Location>,
        definition: Option<&Definition>,
        name: &str,
        parameter: &Parameter,
    ) -> Option<Origin> {
        let locator = self.locator;
        let origin = |from, location| Some(Origin { from, location });
        if let Some(place) = parameter.place {
            return origin(OriginKind::Written, Some(locator.place(place)?));
        }
        let Some(declared) = definition.and_then(|definition| definition.parameter(name)) else {
            return origin(OriginKind::Resource, Some(own?.clone()));
        };
        let source = match resource.kind {
            ResourceKind::Class => {
                let seen = self.observations.at.get(&declared).and_then(|seen| seen.only_value());
                seen.and_then(|value| value.sources.first())
            }
            _ => None,
        };
        match source {
            Some(ParameterSource::Data { at, layer }) => {
                let layer = SmolStr::new(layer);
                origin(OriginKind::Data { layer }, at.and_then(|(file, line)| locator.line(file, line, 1)))
            }
            Some(ParameterSource::Given(given)) => {
                origin(OriginKind::Given, given.and_then(|place| locator.place(place)))
            }
            Some(ParameterSource::Nothing) => None,
            Some(ParameterSource::Default) | None => origin(OriginKind::Default, Some(locator.place(declared)?)),
        }
    }
}

impl Definition {
    fn parameter(&self, name: &str) -> Option<Place> {
        let parameters = parameters_of(self.program.expr(self.expr));
        let parameter = parameters.iter().find(|parameter| parameter.name == name)?;
        Some(Place::new(self.file, parameter.id))
    }
}
