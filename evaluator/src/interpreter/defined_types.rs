//! Resources of defined types: their code is evaluated after the code that declared them.

use super::{Evaluated, Interpreter, Interrupt};
use crate::catalog::ResourceId;
use crate::catalog::ResourceKind;
use crate::catalog::issues::CatalogIssue;
use crate::catalog::names::definition_name;
use crate::catalog::resource::CodeOwner;
use crate::codes::{NO_CODE, RUNTIME_ERROR};
use crate::error::{EvaluationError, StackFrame};
use crate::scope::ScopeKind;

impl Interpreter<'_> {
    /// Evaluates what has been declared and not yet evaluated. True where there was anything.
    pub(crate) fn evaluate_unevaluated(&mut self) -> Evaluated<bool> {
        let ready = self.builder.take_unevaluated();
        for id in &ready {
            let result = match self.builder.catalog.get(*id).kind {
                ResourceKind::Class => self.evaluate_class(*id),
                ResourceKind::Define => self.evaluate_define(*id),
                ResourceKind::Node | ResourceKind::Native => Ok(()),
            };
            result.map_err(|interrupt| self.in_resource(*id, interrupt))?;
        }
        Ok(!ready.is_empty())
    }

    fn evaluate_define(&mut self, id: ResourceId) -> Evaluated<()> {
        let state = self.builder.state_mut(id);
        if state.evaluated {
            return Ok(());
        }
        state.evaluated = true;
        self.add_scope_tags(id);
        let resource = self.builder.catalog.get(id);
        let declared_in = resource.scope;
        let place = resource.place;
        let (shown_type, title) = (resource.type_name.clone(), resource.title.clone());
        let type_name = definition_name(&shown_type);
        let Some(definition) = self.find_define(&type_name)? else {
            return Ok(());
        };
        self.with_frame(
            || format!("{shown_type}[{title}]"),
            place,
            |interpreter| {
                let variables_from = interpreter.enclosing_scope(declared_in);
                let scope = interpreter.new_scope(ScopeKind::Define(id.index()), Some(variables_from));
                interpreter.describe_catalog_scope(scope, id, declared_in, CodeOwner::Define(type_name));
                interpreter.bind_parameters(&definition, id, scope)?;
                interpreter.evaluate_definition_body(&definition, scope)
            },
        )
    }

    /// What went wrong in code that was evaluated later is reported where the resource was declared, with the place
    /// of the mistake in the message.
    fn in_resource(&self, id: ResourceId, interrupt: Box<Interrupt>) -> Box<Interrupt> {
        let Interrupt::Error(error) = *interrupt else {
            return interrupt;
        };
        let resource = self.builder.catalog.get(id);
        let with_column = error.code() != NO_CODE;
        let mut message = error.message();
        if error.place.is_some() && with_column {
            message = message.after("Evaluation Error: ");
        }
        let (data, needs_other_code) = (error.issue.data_place(), error.issue.needs_other_code());
        let issue = CatalogIssue::InResource { message, place: error.place, with_column, data, needs_other_code };
        let mut outer = EvaluationError::new(issue, resource.place);
        debug_assert_eq!(outer.code(), RUNTIME_ERROR);
        outer.during = Some("a Resource Statement".to_string());
        outer.frames = error.frames;
        outer.frames.extend(self.frames_around(id));
        Box::new(Interrupt::Error(outer))
    }

    /// The classes and defines whose code led to a resource that was evaluated after them, innermost first.
    fn frames_around(&self, id: ResourceId) -> Vec<StackFrame> {
        let mut frames: Vec<StackFrame> = Vec::new();
        let mut seen = vec![id];
        let mut next = self.containing_resource(self.builder.catalog.get(id).scope);
        while let Some(id) = next.filter(|id| !seen.contains(id)) {
            seen.push(id);
            let resource = self.builder.catalog.get(id);
            let place = resource.place.or(self.builder.state(id).included_at);
            match resource.kind {
                // The manifests themselves are a class too, which nothing declares.
                ResourceKind::Class if place.is_some() => {
                    frames.push(StackFrame { what: format!("class {}", definition_name(&resource.title)), place });
                }
                ResourceKind::Define => frames.push(StackFrame { what: resource.to_string(), place }),
                ResourceKind::Class | ResourceKind::Node | ResourceKind::Native => {}
            }
            next = self.containing_resource(resource.scope);
        }
        frames
    }
}
