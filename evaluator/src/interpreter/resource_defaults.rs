//! Resource defaults: `Type { attribute => value }`, in force for what is declared in the scope from now on.

use syntax::ExprId;
use syntax::program::{AttributeOperator, ResourceDefaults};

use super::{Code, Evaluated, Interpreter};
use crate::catalog::issues::CatalogIssue;
use crate::catalog::names::capitalized;
use crate::edition::Rule;
use crate::scope::ScopeId;
use crate::types::{Type, infer_generalized};
use crate::value::Value;

impl Interpreter<'_> {
    pub(crate) fn evaluate_resource_defaults(
        &mut self,
        code: &Code,
        scope: ScopeId,
        _expr: ExprId,
        defaults: &ResourceDefaults,
    ) -> Evaluated<Value> {
        let value = match self.missing_reference(code, defaults.type_name)? {
            Some(reference) => reference,
            None => self.evaluate(code, scope, defaults.type_name)?,
        };
        let type_name = match &value {
            Value::Unknown(_) => return Ok(value),
            Value::Type(Type::Resource { type_name: Some(name), title: None, .. }) => capitalized(name),
            Value::Type(unknown) if matches!(unknown.resolved(), Type::TypeReference(_)) => {
                let name = unknown.resolved_name();
                return self.fail(CatalogIssue::UnknownResourceType { name }, code.place(defaults.type_name));
            }
            other => {
                let actual = infer_generalized(other).to_string();
                return self.fail(CatalogIssue::IllegalResourceType { actual }, code.place(defaults.type_name));
            }
        };
        let mut parameters = Vec::new();
        let mut evaluated = Vec::with_capacity(1);
        for operation in &defaults.attributes {
            self.evaluate_attribute(code, scope, operation, &mut evaluated)?;
            parameters.extend(evaluated.drain(..).map(|(name, parameter)| (name, parameter, operation.operator)));
        }
        if self.rules.holds(Rule::PrivateDefinitions)
            && let Some(definition) = self.find_define(&type_name)?
        {
            self.check_private_parameters(&definition, parameters.iter().map(|(name, ..)| name), scope)?;
        }
        let scope = self.catalog_scope(scope);
        for (name, mut parameter, operator) in parameters {
            let outer = self.builder.defaults_of(scope, &type_name).into_iter().find(|(known, _)| *known == name);
            let appends = operator == AttributeOperator::Append && self.rules.holds(Rule::AppendInDefaults);
            if let (true, Some((_, outer))) = (appends, outer) {
                parameter.value = super::overrides::appended(&outer.value, &parameter.value);
            }
            let known = self.builder.scope_mut(scope).defaults.entry(type_name.clone()).or_default();
            if known.contains_key(&name) && !appends {
                let place = parameter.place;
                return self.raise_at(CatalogIssue::DefaultAlreadyDefined { type_name, name }, place);
            }
            known.insert(name, parameter);
        }
        Ok(value)
    }
}
