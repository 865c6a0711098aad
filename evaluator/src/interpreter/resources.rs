//! Resource expressions: titles, bodies, default bodies and splats; virtual, exported and in the form of classes.

use std::collections::HashSet;

use indexmap::IndexMap;
use smol_str::SmolStr;
use syntax::program::{AttributeName, AttributeOperation, ResourceBody, ResourceExpression, ResourceForm};
use syntax::{Expr, ExprId};

use super::resource_creation::Declaration;
use super::{Code, Evaluated, Interpreter};
use crate::catalog::issues::CatalogIssue;
use crate::catalog::resource::Parameter;
use crate::edition::Rule;
use crate::outcome::LogLevel;
use crate::scope::ScopeId;
use crate::types::{Type, infer_generalized};
use crate::value::Value;

/// A body with its titles and parameters evaluated.
struct EvaluatedBody {
    titles: Vec<SmolStr>,
    is_default: bool,
    parameters: IndexMap<SmolStr, Parameter>,
}

impl Interpreter<'_> {
    pub(crate) fn evaluate_resource(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        resource: &ResourceExpression,
    ) -> Evaluated<Value> {
        let type_name = self.resource_type_name(code, scope, resource.type_name)?;
        if resource.form == ResourceForm::Exported && !self.has_exported_store() {
            let message = "You cannot collect exported resources without storeconfigs being set; the export is ignored";
            self.log(LogLevel::Warning, message, scope, Some(code.place(expr)));
        }
        let mut used = HashSet::new();
        let mut bodies = Vec::with_capacity(resource.bodies.len());
        for body in &resource.bodies {
            bodies.push(self.evaluate_resource_body(code, scope, expr, body, &mut used)?);
        }
        let Some(type_name) = type_name else {
            return Ok(Value::array([]));
        };
        let no_defaults = IndexMap::new();
        let defaults = bodies.iter().find(|body| body.is_default).map_or(&no_defaults, |body| &body.parameters);
        let declaration = Declaration {
            scope,
            place: Some(code.place(expr)),
            is_virtual: resource.form != ResourceForm::Regular,
            is_exported: resource.form == ResourceForm::Exported,
        };
        let mut references = Vec::new();
        for body in &bodies {
            let with_defaults = (!defaults.is_empty()).then(|| {
                let mut parameters = defaults.clone();
                parameters.extend(body.parameters.iter().map(|(name, parameter)| (name.clone(), parameter.clone())));
                parameters
            });
            let parameters = with_defaults.as_ref().unwrap_or(&body.parameters);
            references.extend(self.create_resources(&type_name, &body.titles, parameters, declaration)?);
        }
        Ok(Value::array(references))
    }

    /// The name of the type; `None` where it cannot be known.
    fn resource_type_name(&mut self, code: &Code, scope: ScopeId, expr: ExprId) -> Evaluated<Option<SmolStr>> {
        let is_static = match code.program.expr(expr) {
            Expr::QualifiedName(name) => return Ok(Some(name.clone())),
            Expr::ReservedWord { word, .. } => return Ok(Some(word.clone())),
            Expr::QualifiedReference(_) => true,
            Expr::Access { left, .. } => matches!(code.program.expr(*left), Expr::QualifiedReference(_)),
            _ => false,
        };
        let value = self.evaluate(code, scope, expr)?;
        if !is_static && !self.rules.holds(Rule::ComputedResourceTypes) {
            let actual = infer_generalized(&value).to_string();
            return self.fail(CatalogIssue::IllegalResourceType { actual }, code.place(expr));
        }
        let actual = match &value {
            Value::Unknown(_) => return Ok(None),
            Value::String(name) if self.rules.holds(Rule::ComputedResourceTypes) && !name.is_empty() => {
                return Ok(Some(name.clone()));
            }
            Value::Type(Type::Class(None)) => return Ok(Some(SmolStr::new_static("class"))),
            Value::Type(Type::Resource { type_name: Some(name), title: None }) => return Ok(Some(name.clone())),
            Value::Type(Type::TypeReference(name)) => {
                let name = name.to_string();
                return self.fail(CatalogIssue::UnknownResourceType { name }, code.place(expr));
            }
            Value::Type(specific @ (Type::Class(_) | Type::Resource { title: Some(_), .. })) => specific.to_string(),
            other => infer_generalized(other).to_string(),
        };
        self.fail(CatalogIssue::IllegalResourceType { actual }, code.place(expr))
    }

    fn evaluate_resource_body(
        &mut self,
        code: &Code,
        scope: ScopeId,
        resource: ExprId,
        body: &ResourceBody,
        used: &mut HashSet<SmolStr>,
    ) -> Evaluated<EvaluatedBody> {
        let place = code.place(body.title);
        let value = self.evaluate(code, scope, body.title)?;
        if value.is_undef() {
            return self.fail(CatalogIssue::MissingTitle, place);
        }
        let mut flat = Vec::new();
        flatten(value, &mut flat);
        let mut titles = Vec::with_capacity(flat.len());
        let mut is_default = false;
        for (index, title) in flat.into_iter().enumerate() {
            let title = match title {
                Value::Unknown(_) => continue,
                Value::Undef => return self.fail(CatalogIssue::MissingTitleAt { index }, place),
                Value::String(title) if title.is_empty() => {
                    return self.fail(CatalogIssue::EmptyStringTitleAt { index }, place);
                }
                Value::String(title) => title,
                // A title "default" is another one than the keyword.
                Value::Default if !is_default => {
                    is_default = true;
                    continue;
                }
                Value::Default => SmolStr::new_static("default"),
                other => {
                    let actual = infer_generalized(&other).to_string();
                    return self.fail(CatalogIssue::IllegalTitleTypeAt { index, actual }, place);
                }
            };
            titles.push(title);
        }
        let marker = SmolStr::new_static("\u{0}default");
        for title in titles.iter().chain(is_default.then_some(&marker)) {
            if !used.insert(title.clone()) {
                let title = SmolStr::new(title.trim_start_matches('\u{0}'));
                return self.fail(CatalogIssue::DuplicateTitle { title }, code.place(resource));
            }
        }
        let mut parameters = IndexMap::new();
        for operation in &body.attributes {
            for (name, parameter) in self.evaluate_attribute(code, scope, operation)? {
                if parameters.contains_key(&name) {
                    return self.fail(CatalogIssue::DuplicateAttribute { attribute: name }, code.place(resource));
                }
                parameters.insert(name, parameter);
            }
        }
        Ok(EvaluatedBody { titles, is_default, parameters })
    }

    /// The parameters that one `name => value` or `* => hash` sets.
    pub(crate) fn evaluate_attribute(
        &mut self,
        code: &Code,
        scope: ScopeId,
        operation: &AttributeOperation,
    ) -> Evaluated<Vec<(SmolStr, Parameter)>> {
        let value = self.evaluate(code, scope, operation.value)?;
        let place = Some(code.place(operation.id));
        let set_by = self.code_owner(scope);
        match &operation.name {
            AttributeName::Name(name) => Ok(vec![(name.clone(), Parameter { value, place, set_by })]),
            AttributeName::Splat => match value {
                Value::Hash(entries) => Ok(entries
                    .iter()
                    .map(|(name, value)| {
                        let parameter = Parameter { value: value.clone(), place, set_by: set_by.clone() };
                        (self.title_text(name), parameter)
                    })
                    .collect()),
                Value::Unknown(_) => Ok(Vec::new()),
                other => {
                    let actual = infer_generalized(&other).to_string();
                    self.fail(CatalogIssue::SplatIsNoHash { actual }, code.place(operation.value))
                }
            },
        }
    }

    /// Whose code evaluates in a scope.
    pub(crate) fn code_owner(&self, scope: ScopeId) -> crate::catalog::CodeOwner {
        let scope = self.catalog_scope(scope);
        self.builder.scope(scope).map(|scope| scope.owner.clone()).unwrap_or_default()
    }
}

/// The elements of arrays inside arrays, in order.
pub(crate) fn flatten(value: Value, flat: &mut Vec<Value>) {
    match value {
        Value::Array(elements) => elements.iter().for_each(|element| flatten(element.clone(), flat)),
        other => flat.push(other),
    }
}
