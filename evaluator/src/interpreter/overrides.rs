//! Overrides: `Type[title] { attribute => value }`, merged into the resource now or once it is declared; who may
//! override what, and what `+>` does.

use smol_str::SmolStr;
use syntax::ExprId;
use syntax::program::{AttributeName, AttributeOperation, AttributeOperator, ResourceOverride};

use super::resources::flatten;
use super::{Code, Evaluated, Interpreter};
use crate::catalog::ResourceId;
use crate::catalog::issues::CatalogIssue;
use crate::catalog::names::{capitalized, definition_name};
use crate::catalog::resource::{CodeOwner, Parameter};
use crate::edition::Rule;
use crate::fast_hash::FastSet;
use crate::name_map::NameMap;
use crate::outcome::LogLevel;
use crate::place::Place;
use crate::request::Strictness;
use crate::scope::ScopeId;
use crate::types::Type;
use crate::value::Value;
use crate::value::text::to_display_string;

/// An override that waits for its resource.
#[derive(Clone, Debug)]
pub struct PendingOverride {
    pub parameters: NameMap<OverridingParameter>,
    pub place: Option<Place>,
    pub scope: ScopeId,
    pub owner: CodeOwner,
}

#[derive(Clone, Debug)]
pub struct OverridingParameter {
    pub parameter: Parameter,
    /// `+>`
    pub append: bool,
}

impl Interpreter<'_> {
    pub(crate) fn evaluate_resource_override(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        override_expression: &ResourceOverride,
    ) -> Evaluated<Value> {
        let value = self.evaluate(code, scope, override_expression.resources)?;
        let parameters = self.overriding_parameters(code, scope, &override_expression.attributes)?;
        if let Some(name) = duplicate_name(&override_expression.attributes) {
            let reference = super::references::reference_text(&value).to_string();
            return self.raise_at(CatalogIssue::DuplicateParameter { name, reference }, Some(code.place(expr)));
        }
        let mut references = Vec::new();
        flatten(value.clone(), &mut references);
        let pending = PendingOverride {
            parameters,
            place: Some(code.place(expr)),
            scope: self.catalog_scope(scope),
            owner: self.code_owner(scope),
        };
        for reference in references {
            match reference {
                Value::Unknown(_) => {}
                Value::Type(Type::Resource { type_name: Some(type_name), title: Some(title), .. })
                    if !type_name.eq_ignore_ascii_case("class") =>
                {
                    self.add_override(capitalized(&type_name), title, pending.clone())?;
                }
                Value::Type(Type::Resource { type_name: Some(type_name), title: None, .. }) => {
                    let shown = format!(":{}", definition_name(&type_name));
                    return self.raise(CatalogIssue::ReferenceWithoutTitle { shown });
                }
                other => {
                    let actual = match &other {
                        Value::Type(class) => format!("{class}-Type"),
                        other => to_display_string(other),
                    };
                    return self.fail(CatalogIssue::IllegalOverriddenType { actual }, code.place(expr));
                }
            }
        }
        Ok(value)
    }

    pub(crate) fn overriding_parameters(
        &mut self,
        code: &Code,
        scope: ScopeId,
        operations: &[AttributeOperation],
    ) -> Evaluated<NameMap<OverridingParameter>> {
        let mut parameters = NameMap::new();
        let mut evaluated = Vec::with_capacity(1);
        for operation in operations {
            let append = operation.operator == AttributeOperator::Append;
            self.evaluate_attribute(code, scope, operation, &mut evaluated)?;
            for (name, parameter) in evaluated.drain(..) {
                parameters.insert(name, OverridingParameter { parameter, append });
            }
        }
        Ok(parameters)
    }

    /// Merges an override where the resource is there, and keeps it for later where it is not.
    pub(crate) fn add_override(
        &mut self,
        type_name: SmolStr,
        title: SmolStr,
        pending: PendingOverride,
    ) -> Evaluated<()> {
        match self.builder.catalog.find(&type_name, &title) {
            Some(id) => self.merge_override(id, &pending),
            None => {
                self.builder.overrides.entry((type_name, title)).or_default().push(pending);
                Ok(())
            }
        }
    }

    /// Sets the parameters of an override, where its code may do that.
    pub(crate) fn merge_override(&mut self, id: ResourceId, pending: &PendingOverride) -> Evaluated<()> {
        let declared_by = self.builder.catalog.get(id).declared_by.clone();
        let inherits = self.may_override(&pending.owner, &declared_by);
        self.check_private_overrides(id, pending)?;
        if self.rules.holds(Rule::OverrideSetsUnsetAttributes) && !inherits {
            return self.set_unset_parameters(id, pending);
        }
        if declared_by != pending.owner && !inherits {
            return self.raise_at(CatalogIssue::OnlySubclassesCanOverride, pending.place);
        }
        if self.builder.state(id).evaluated {
            let issue = CatalogIssue::OverrideOfEvaluated { declared: self.builder.declared_at(id) };
            match self.rules.strict {
                Strictness::Error => return self.raise_at(issue, pending.place),
                Strictness::Warning => {
                    let message = crate::error::Issue::message(&issue);
                    self.log(LogLevel::Warning, message, pending.scope, pending.place);
                }
                Strictness::Off => {}
            }
        }
        for (name, overriding) in &pending.parameters {
            self.override_parameter(id, name, overriding)?;
        }
        Ok(())
    }

    /// What only the module of a define may set cannot be overridden elsewhere.
    fn check_private_overrides(&mut self, id: ResourceId, pending: &PendingOverride) -> Evaluated<()> {
        if !self.rules.holds(Rule::PrivateDefinitions) {
            return Ok(());
        }
        let type_name = self.builder.catalog.get(id).type_name.clone();
        match self.find_define(&type_name)? {
            Some(definition) => self.check_private_parameters(&definition, pending.parameters.keys(), pending.scope),
            None => Ok(()),
        }
    }

    fn override_parameter(
        &mut self,
        id: ResourceId,
        name: &SmolStr,
        overriding: &OverridingParameter,
    ) -> Evaluated<()> {
        let resource = self.builder.catalog.get(id);
        let Some(current) = resource.parameters.get(name).cloned() else {
            return self.replace_parameter(id, name, overriding.parameter.clone());
        };
        let scope = resource.scope;
        let type_name = resource.type_name.clone();
        let is_default =
            |interpreter: &Self, value: &Value| interpreter.builder.is_default(scope, &type_name, name, value);
        let new = &overriding.parameter;
        if is_default(self, &new.value) {
            return Ok(());
        }
        let allowed = self.may_override(&new.set_by, &current.set_by)
            || (new.set_by == current.set_by && is_default(self, &current.value));
        if !allowed {
            return self.already_set(id, name, &current, new.place);
        }
        let mut parameter = new.clone();
        if overriding.append {
            parameter.value = appended(&current.value, &parameter.value);
        }
        self.replace_parameter(id, name, parameter)
    }

    fn already_set<T>(
        &self,
        id: ResourceId,
        name: &SmolStr,
        current: &Parameter,
        place: Option<Place>,
    ) -> Evaluated<T> {
        let issue = CatalogIssue::AlreadySet {
            name: name.clone(),
            reference: self.builder.catalog.get(id).to_string(),
            by: describe_owner(&current.set_by),
            place: current.place,
        };
        self.raise_at(issue, place)
    }

    pub(crate) fn replace_parameter(&mut self, id: ResourceId, name: &SmolStr, parameter: Parameter) -> Evaluated<()> {
        if name == "tag" {
            let mut tags = std::mem::take(&mut self.builder.catalog.get_mut(id).tags);
            let place = self.builder.declared_at(id);
            let result = self.add_tags(&mut tags, &parameter.value, place);
            self.builder.catalog.get_mut(id).tags = tags;
            result?;
        }
        self.builder.catalog.get_mut(id).parameters.insert(name.clone(), parameter);
        Ok(())
    }

    /// As the chapters have it: outside of inheritance an override may only set what has no value yet.
    fn set_unset_parameters(&mut self, id: ResourceId, pending: &PendingOverride) -> Evaluated<()> {
        for (name, overriding) in &pending.parameters {
            if overriding.append {
                return self.raise_at(CatalogIssue::OnlySubclassesCanOverride, overriding.parameter.place);
            }
            if let Some(current) = self.builder.catalog.get(id).parameters.get(name).cloned() {
                return self.already_set(id, name, &current, overriding.parameter.place);
            }
            self.replace_parameter(id, name, overriding.parameter.clone())?;
        }
        Ok(())
    }

    /// True where `owner` is a class that inherits `from`, or code whose collector has overridden something.
    fn may_override(&self, owner: &CodeOwner, from: &CodeOwner) -> bool {
        if self.builder.unrestricted.contains(owner) {
            return true;
        }
        let (CodeOwner::Class(name), CodeOwner::Class(ancestor)) = (owner, from) else {
            return false;
        };
        let mut next = self.definitions.classes.get(name).and_then(|class| class.parent());
        let mut steps = 0;
        while let Some(parent) = next {
            if parent == *ancestor {
                return true;
            }
            steps += 1;
            if steps > self.definitions.classes.len() {
                return false;
            }
            next = self.definitions.classes.get(&parent).and_then(|class| class.parent());
        }
        false
    }
}

/// The first attribute that is written twice.
pub(super) fn duplicate_name(operations: &[AttributeOperation]) -> Option<SmolStr> {
    let mut names = FastSet::default();
    operations.iter().find_map(|operation| match &operation.name {
        AttributeName::Name(name) if !names.insert(name) => Some(name.clone()),
        _ => None,
    })
}

fn describe_owner(owner: &CodeOwner) -> String {
    match owner {
        CodeOwner::Main => "the manifest".to_string(),
        CodeOwner::Class(name) => format!("class {name}"),
        CodeOwner::Define(name) => format!("define {name}"),
        CodeOwner::Node(name) => format!("node {name}"),
    }
}

/// What `+>` gives: both values in one flat array.
pub(crate) fn appended(current: &Value, new: &Value) -> Value {
    let mut values = Vec::new();
    flatten(current.clone(), &mut values);
    flatten(new.clone(), &mut values);
    Value::array(values)
}
