//! The parameters of a class or define become variables of its scope: given ones, those that data gives to classes,
//! then defaults from left to right; then all of them are checked against their types.

use std::sync::Arc;

use smol_str::{SmolStr, StrExt};
use syntax::program::Parameter as DeclaredParameter;

use super::definitions::Definition;
use super::parameters::data_source;
use super::references::as_given;
use super::variables::{RESERVED_NAMES, ReservedParameter};
use super::{Evaluated, Interpreter};
use crate::catalog::ResourceId;
use crate::catalog::issues::CatalogIssue;
use crate::catalog::resource::Parameter;
use crate::edition::Rule;
use crate::error::DataPlace;
use crate::observation::ParameterSource;
use crate::outcome::LogLevel;
use crate::resource_types;
use crate::scope::{ParameterBinding, ScopeId, ScopeKind};
use crate::types::mismatch::NamedParameter;
use crate::types::{ParameterMismatch, Type, describe_parameters, is_instance, object_name};
use crate::value::Value;

impl Interpreter<'_> {
    pub(crate) fn bind_parameters(
        &mut self,
        definition: &Arc<Definition>,
        id: ResourceId,
        scope: ScopeId,
    ) -> Evaluated<()> {
        let is_class = self.builder.catalog.get(id).is_class();
        self.set_module_names(definition, scope);
        self.enter(&definition.code, definition.expr);
        self.observe_given_parameters(definition, id);
        if is_class || self.rules.holds(Rule::DataBindingForAll) {
            self.bind_data(definition, id, scope)?;
        }
        self.bind_unknown_parameters(definition, id)?;
        let resource = self.builder.catalog.get(id);
        let mut title = resource.title.clone();
        let mut name = match resource.value("name") {
            Some(Value::String(name)) => name.clone(),
            _ => title.clone(),
        };
        if is_class {
            title = title.to_lowercase_smolstr();
            name = name.to_lowercase_smolstr();
        }
        let (title, name) = match &resource.title_value {
            Some(value) => (value.clone(), value.clone()),
            None => (Value::String(title), Value::String(name)),
        };
        if is_class {
            self.class_scopes.insert(definition.name.clone(), scope);
        }
        let variables = &mut self.scope_mut(scope).variables;
        variables.insert(SmolStr::new_static("title"), title);
        variables.insert(SmolStr::new_static("name"), name);

        let values = self.evaluate_parameter_defaults(definition, id, scope)?;
        self.check_parameters(definition, id, &values)?;
        let place = definition.place();
        for (name, value) in values {
            if RESERVED_NAMES.contains(&name.as_str()) {
                return self.raise_at(ReservedParameter { name, place }, Some(place));
            }
            self.set_variable(scope, &name, value, place)?;
        }
        Ok(())
    }

    /// Records what the declaration gives, for hover on the parameters. `undef` gives way to data and to a default.
    fn observe_given_parameters(&mut self, definition: &Arc<Definition>, id: ResourceId) {
        if !self.is_watched(definition.code.file) {
            return;
        }
        for parameter in definition.parameters() {
            let resource = self.builder.catalog.get(id);
            let Some(given) = resource.parameters.get(&parameter.name).filter(|given| !given.value.is_undef()) else {
                continue;
            };
            // What `create_resources` gives has no place of its own.
            let (value, source) = (given.value.clone(), ParameterSource::Given(given.place.or(resource.place)));
            self.observe_parameter(&definition.code, parameter, &value, source);
        }
    }

    /// Records a parameter without a default that was given `undef`, for which there is no data.
    fn observe_undef(&mut self, definition: &Arc<Definition>, id: ResourceId, parameter: &DeclaredParameter) {
        if !self.is_watched(definition.code.file) {
            return;
        }
        let given = self.builder.catalog.get(id).parameters.get(&parameter.name);
        if let Some(Parameter { value: Value::Undef, place: Some(place), .. }) = given {
            let source = ParameterSource::Given(Some(*place));
            self.observe_parameter(&definition.code, parameter, &Value::Undef, source);
        }
    }

    fn set_module_names(&mut self, definition: &Definition, scope: ScopeId) {
        let caller = self
            .builder
            .scope(scope)
            .and_then(|catalog_scope| catalog_scope.declared_in)
            .and_then(|declared_in| self.scope(declared_in).module.clone());
        let scope = self.scope_mut(scope);
        scope.module.clone_from(&definition.module);
        if let Some(module) = &definition.module {
            scope.variables.insert(SmolStr::new_static("module_name"), Value::String(module.clone()));
        }
        if let Some(caller) = caller {
            scope.variables.insert(SmolStr::new_static("caller_module_name"), Value::String(caller));
        }
    }

    /// Automatic parameter lookup: data gives what the declaration does not.
    fn bind_data(&mut self, definition: &Arc<Definition>, id: ResourceId, scope: ScopeId) -> Evaluated<()> {
        for parameter in definition.parameters() {
            if self.builder.catalog.get(id).value(&parameter.name).is_some() {
                continue;
            }
            let place = definition.code.place(parameter.id);
            let found = self.lookup_class_parameter(&definition.name, &parameter.name, scope, place)?;
            let Some(found) = found else {
                continue;
            };
            if found.value.is_undef() && parameter.default.is_some() {
                continue;
            }
            if let Some(origin) = found.origins.first()
                && let Some(file) = origin.file
            {
                let data = DataPlace { file, line: origin.line, column: origin.column };
                self.builder.data_places.insert((id, parameter.name.clone()), data);
            }
            if self.is_watched(definition.code.file) {
                self.observe_parameter(&definition.code, parameter, &found.value, data_source(&found));
            }
            self.set_bound_parameter(id, &parameter.name, found.value)?;
        }
        Ok(())
    }

    /// Sets a parameter that was not given; `tag` tags the resource too.
    pub(super) fn set_bound_parameter(&mut self, id: ResourceId, name: &SmolStr, value: Value) -> Evaluated<()> {
        let set_by = self.builder.catalog.get(id).declared_by.clone();
        self.replace_parameter(id, name, Parameter { value, place: None, set_by })
    }

    /// Every parameter that has a value, declared ones first in their order, then what else the resource was given.
    fn evaluate_parameter_defaults(
        &mut self,
        definition: &Arc<Definition>,
        id: ResourceId,
        scope: ScopeId,
    ) -> Evaluated<Vec<(SmolStr, Value)>> {
        let parameter_scope = self.new_scope(ScopeKind::Parameters, Some(scope));
        self.parameter_scopes.push((scope, parameter_scope));
        let values = self.evaluate_defaults_in(definition, id, parameter_scope);
        self.parameter_scopes.pop();
        values
    }

    fn evaluate_defaults_in(
        &mut self,
        definition: &Arc<Definition>,
        id: ResourceId,
        parameter_scope: ScopeId,
    ) -> Evaluated<Vec<(SmolStr, Value)>> {
        let resource = self.builder.catalog.get(id);
        let variables = &mut self.scopes[parameter_scope.index()].variables;
        for (name, parameter) in resource.parameters.iter().filter(|(name, _)| *name != "name" && *name != "title") {
            variables.insert(name.clone(), as_given(parameter.value.clone()));
        }
        let mut pending: Vec<SmolStr> = definition
            .parameters()
            .iter()
            .map(|parameter| parameter.name.clone())
            .filter(|name| !self.scope(parameter_scope).variables.contains_key(name))
            .collect();
        // The pending ones are in the order of the definition: those that have no default stay, and are the first ones.
        let mut missing = 0;
        for parameter in definition.parameters() {
            let Some(default) = parameter.default else {
                self.observe_undef(definition, id, parameter);
                missing += usize::from(pending.get(missing) == Some(&parameter.name));
                continue;
            };
            if self.scope(parameter_scope).variables.get(&parameter.name).is_some_and(|value| !value.is_undef()) {
                continue;
            }
            let owner = self.builder.catalog.get(id).reference();
            let binding = ParameterBinding { owner, current: parameter.name.clone(), pending, missing };
            let binding_scope = self.scope_mut(parameter_scope);
            binding_scope.binding = Some(Box::new(binding));
            binding_scope.current_match = None;
            let value = as_given(self.evaluate_bound_default(&definition.code, parameter_scope, default)?);
            self.observe_parameter(&definition.code, parameter, &value, ParameterSource::Default);
            pending = self.scope_mut(parameter_scope).binding.take().map(|binding| binding.pending).unwrap_or_default();
            pending.retain(|name| *name != parameter.name);
            self.scope_mut(parameter_scope).variables.insert(parameter.name.clone(), value.clone());
            self.set_bound_parameter(id, &parameter.name, value)?;
        }
        let variables = std::mem::take(&mut self.scope_mut(parameter_scope).variables);
        self.drop_scope(parameter_scope);
        let mut values = Vec::with_capacity(variables.len());
        for parameter in definition.parameters() {
            if let Some(value) = variables.get(&parameter.name) {
                values.push((parameter.name.clone(), value.clone()));
            }
        }
        for (index, (name, value)) in variables.into_iter().enumerate() {
            if !named(definition.parameters(), index, |parameter| parameter.name == name) {
                values.push((name, value));
            }
        }
        Ok(values)
    }

    /// Checks names and types of all values, as Puppet words it: `Class[C]: parameter 'a' expects …`.
    pub(crate) fn check_parameters(
        &mut self,
        definition: &Definition,
        id: ResourceId,
        values: &[(SmolStr, Value)],
    ) -> Evaluated<()> {
        if self.is_broken(&definition.code, definition.expr) {
            return Ok(());
        }
        if fit_plainly(&definition.parameter_types, values) {
            return Ok(());
        }
        let subject = self.builder.catalog.get(id).reference();
        let is_own = |name: &str| definition.parameters().iter().any(|parameter| parameter.name == name);
        let given: Vec<(SmolStr, Value)> = values
            .iter()
            .filter(|(name, _)| is_own(name) || (name != "name" && !resource_types::is_metaparameter(name)))
            .cloned()
            .collect();
        let is_unknown =
            |name: &SmolStr| given.iter().any(|(given, value)| given == name && value.first_unknown().is_some());
        let mismatch = if given.iter().any(|(_, value)| value.first_unknown().is_some()) {
            let known: Vec<NamedParameter> = definition
                .parameter_types
                .iter()
                .map(|parameter| match is_unknown(&parameter.name) {
                    true => NamedParameter { parameter_type: Type::Any, ..parameter.clone() },
                    false => parameter.clone(),
                })
                .collect();
            describe_parameters(&subject, &known, &given, false)
        } else {
            describe_parameters(&subject, &definition.parameter_types, &given, false)
        };
        match mismatch {
            None => {
                self.warn_about_deferred(definition, &given);
                Ok(())
            }
            Some(ParameterMismatch { message, lacks_value }) => match self.wrong_data(definition, id, &given) {
                Some(data) => self.raise(CatalogIssue::MismatchInData { message, data }),
                None => self.raise(CatalogIssue::Mismatch { message, lacks_value }),
            },
        }
    }

    /// Where in the data the first value is that does not fit its parameter.
    fn wrong_data(&self, definition: &Definition, id: ResourceId, given: &[(SmolStr, Value)]) -> Option<DataPlace> {
        let fits = |name: &SmolStr, value: &Value| {
            let declared = definition.parameter_types.iter().find(|parameter| parameter.name == *name);
            declared.is_none_or(|parameter| is_instance(&parameter.parameter_type, value))
        };
        let mut wrong = given.iter().filter(|(name, value)| value.first_unknown().is_none() && !fits(name, value));
        wrong.find_map(|(name, _)| self.builder.data_places.get(&(id, name.clone())).copied())
    }

    /// The value of a `Deferred` is not known before an agent calls its function: its type is guaranteed only where the
    /// function says what it returns.
    fn warn_about_deferred(&mut self, definition: &Definition, given: &[(SmolStr, Value)]) {
        const FUNCTIONS_WITH_RETURN_TYPE: [&str; 13] = [
            "alert",
            "crit",
            "debug",
            "emerg",
            "epp",
            "err",
            "group_by",
            "info",
            "inline_epp",
            "notice",
            "partition",
            "warning",
            "lookup",
        ];
        for (name, value) in given {
            let Value::Object(object) = value else {
                continue;
            };
            let accepts = |parameter: &NamedParameter| is_instance(&parameter.parameter_type, value);
            if object_name(&object.object_type) != "Deferred"
                || definition.parameter_types.iter().any(|parameter| parameter.name == *name && accepts(parameter))
            {
                continue;
            }
            let function = object.attributes.iter().find(|(name, _)| name == "name").map(|(_, value)| value);
            let Some(Value::String(function)) = function else {
                continue;
            };
            if FUNCTIONS_WITH_RETURN_TYPE.contains(&function.as_str()) {
                continue;
            }
            let message = format!(
                "Deferred function {function} has no return_type, unable to guarantee value type during compilation.\n   \
                 (file & line not available)"
            );
            if !self.outcome.logs.iter().any(|entry| entry.message.text() == message) {
                self.log(LogLevel::Warning, message, ScopeId::TOP, None);
            }
        }
    }
}

/// Whether one of the entries is the wanted one; most often it is the one at the index.
fn named<T>(entries: &[T], index: usize, is_wanted: impl Fn(&T) -> bool) -> bool {
    entries.get(index).is_some_and(&is_wanted) || entries.iter().any(is_wanted)
}

/// Whether each parameter has a value of its type or none where that is allowed, and nothing else was given. `false` says nothing.
fn fit_plainly(parameters: &[NamedParameter], values: &[(SmolStr, Value)]) -> bool {
    let value_of = |index: usize, name: &SmolStr| match values.get(index) {
        Some((at_index, value)) if at_index == name => Some(value),
        _ => values.iter().find(|(given, _)| given == name).map(|(_, value)| value),
    };
    let holds = |(index, parameter): (usize, &NamedParameter)| match value_of(index, &parameter.name) {
        // The function of a Deferred may be worth a warning.
        Some(Value::Object(_)) => false,
        Some(value) => is_instance(&parameter.parameter_type, value),
        None => parameter.optional,
    };
    let is_known = |(index, (name, _)): (usize, &(SmolStr, Value))| {
        named(parameters, index, |parameter| parameter.name == *name)
            || name == "name"
            || resource_types::is_metaparameter(name)
    };
    parameters.iter().enumerate().all(holds) && values.iter().enumerate().all(is_known)
}
