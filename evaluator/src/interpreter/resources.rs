//! Resource expressions: titles, bodies, default bodies and splats; virtual, exported and in the form of classes.

use smol_str::SmolStr;
use syntax::program::{AttributeName, AttributeOperation, ResourceBody, ResourceExpression, ResourceForm};
use syntax::{Expr, ExprId};

use super::resource_creation::Declaration;
use super::{Code, Evaluated, Interpreter};
use crate::catalog::issues::CatalogIssue;
use crate::catalog::relationship_edges::is_relationship;
use crate::catalog::resource::Parameter;
use crate::edition::Rule;
use crate::name_map::NameMap;
use crate::outcome::LogLevel;
use crate::scope::ScopeId;
use crate::types::{Type, infer_generalized};
use crate::value::Value;

/// A body with its titles and parameters evaluated.
struct EvaluatedBody {
    titles: Vec<SmolStr>,
    is_default: bool,
    /// One of the titles cannot be known: no resource is made of it.
    has_unknown: bool,
    parameters: NameMap<Parameter>,
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
        let mut used = NameMap::new();
        let mut bodies = Vec::with_capacity(resource.bodies.len());
        for body in &resource.bodies {
            let has_more = resource.bodies.len() > 1;
            bodies.push(self.evaluate_resource_body(code, scope, expr, body, has_more, &mut used)?);
        }
        let Some(type_name) = type_name else {
            self.skipped.anything();
            return Ok(Value::array([]));
        };
        if bodies.iter().any(|body| body.has_unknown) {
            self.note_resource(&type_name, None);
        }
        let defaults = bodies.iter().find(|body| body.is_default).map(|body| body.parameters.clone());
        let declaration = Declaration {
            scope,
            place: Some(code.place(expr)),
            is_virtual: resource.form != ResourceForm::Regular,
            is_exported: resource.form == ResourceForm::Exported,
        };
        let mut references = Vec::with_capacity(bodies.len());
        for body in bodies {
            let parameters = match &defaults {
                None => body.parameters,
                Some(defaults) => {
                    let mut parameters = defaults.clone();
                    parameters.extend(body.parameters);
                    parameters
                }
            };
            self.create_resources(&type_name, &body.titles, parameters, declaration, &mut references)?;
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
            Value::Type(Type::Resource { type_name: Some(name), title: None, .. }) => return Ok(Some(name.clone())),
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
        has_more_bodies: bool,
        used: &mut NameMap<()>,
    ) -> Evaluated<EvaluatedBody> {
        let place = code.place(body.title);
        let value = self.operand(code, scope, body.title)?;
        if value.is_undef() {
            return self.fail(CatalogIssue::MissingTitle, place);
        }
        let mut flat = Vec::with_capacity(1);
        flatten(value, &mut flat);
        // One title alone has no other to be equal to.
        let several = flat.len() > 1 || !used.is_empty() || has_more_bodies;
        let mut titles = Vec::with_capacity(flat.len());
        let (mut is_default, mut has_unknown) = (false, false);
        for (index, title) in flat.into_iter().enumerate() {
            let title = match title {
                Value::Unknown(_) => {
                    has_unknown = true;
                    continue;
                }
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
        let all = titles.iter().chain(is_default.then_some(&marker));
        for title in all.filter(|_| several) {
            if used.insert(title.clone(), ()).is_some() {
                let title = SmolStr::new(title.trim_start_matches('\u{0}'));
                return self.fail(CatalogIssue::DuplicateTitle { title }, code.place(resource));
            }
        }
        let parameters = self.evaluate_attributes(code, scope, resource, &body.attributes)?;
        Ok(EvaluatedBody { titles, is_default, has_unknown, parameters })
    }

    fn evaluate_attributes(
        &mut self,
        code: &Code,
        scope: ScopeId,
        resource: ExprId,
        operations: &[AttributeOperation],
    ) -> Evaluated<NameMap<Parameter>> {
        let mut parameters = NameMap::with_capacity(operations.len());
        let mut evaluated = Vec::with_capacity(1);
        for operation in operations {
            self.evaluate_attribute(code, scope, operation, &mut evaluated)?;
            for (name, parameter) in evaluated.drain(..) {
                if parameters.contains_key(&name) {
                    return self.fail(CatalogIssue::DuplicateAttribute { attribute: name }, code.place(resource));
                }
                parameters.insert(name, parameter);
            }
        }
        Ok(parameters)
    }

    /// Adds the parameters that one `name => value` or `* => hash` sets.
    pub(crate) fn evaluate_attribute(
        &mut self,
        code: &Code,
        scope: ScopeId,
        operation: &AttributeOperation,
        parameters: &mut Vec<(SmolStr, Parameter)>,
    ) -> Evaluated<()> {
        let value = self.operand(code, scope, operation.value)?;
        let place = Some(code.place(operation.id));
        let set_by = self.code_owner(scope);
        match &operation.name {
            AttributeName::Name(name) => {
                let value = own_list(name, value);
                parameters.push((name.clone(), Parameter { value, place, set_by }));
            }
            AttributeName::Splat => match value {
                Value::Hash(entries) => parameters.extend(entries.iter().map(|(name, value)| {
                    let name = self.title_text(name);
                    let value = own_list(&name, value.clone());
                    (name, Parameter { value, place, set_by: set_by.clone() })
                })),
                Value::Unknown(_) => {}
                other => {
                    let actual = infer_generalized(&other).to_string();
                    return self.fail(CatalogIssue::SplatIsNoHash { actual }, code.place(operation.value));
                }
            },
        }
        Ok(())
    }

    /// Whose code evaluates in a scope.
    pub(crate) fn code_owner(&self, scope: ScopeId) -> crate::catalog::CodeOwner {
        let scope = self.catalog_scope(scope);
        self.builder.scope(scope).map(|scope| scope.owner.clone()).unwrap_or_default()
    }
}

/// A list of relationships is the parameter's own: a variable that holds the same one does not see what is added.
pub(crate) fn own_list(name: &str, value: Value) -> Value {
    match value {
        Value::Array(list) if is_relationship(name) => Value::array(list.iter().cloned()),
        other => other,
    }
}

/// The elements of arrays inside arrays, in order.
pub(crate) fn flatten(value: Value, flat: &mut Vec<Value>) {
    match value {
        Value::Array(elements) => elements.iter().for_each(|element| flatten(element.clone(), flat)),
        other => flat.push(other),
    }
}
