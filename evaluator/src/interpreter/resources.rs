//! Resource expressions: titles, bodies, default bodies and splats; virtual, exported and in the form of classes.

use std::sync::Arc;

use smol_str::SmolStr;
use syntax::program::{AttributeName, AttributeOperation, ResourceBody, ResourceExpression, ResourceForm};
use syntax::{Expr, ExprId};

use super::resource_creation::{Attributes, Declaration, ResourceType};
use super::{Code, Evaluated, Interpreter};
use crate::catalog::issues::CatalogIssue;
use crate::catalog::relationship_edges::is_relationship;
use crate::catalog::resource::Parameter;
use crate::edition::Rule;
use crate::name_map::NameMap;
use crate::outcome::LogLevel;
use crate::scope::ScopeId;
use crate::types::{Type, infer_generalized};
use crate::value::{UnknownReason, Value};

/// A body with its titles and parameters evaluated.
struct EvaluatedBody {
    titles: Vec<SmolStr>,
    is_default: bool,
    /// Why one of the titles cannot be known: no resource is made of it.
    unknown_title: Option<Arc<UnknownReason>>,
    parameters: NameMap<Parameter>,
    /// `* => value` where the value is not known: any other attribute may be set.
    unknown_rest: Option<Box<Parameter>>,
    /// Attributes that are given what `base64` decodes.
    decoded: Vec<SmolStr>,
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
        if let Some(reason) = bodies.iter().find_map(|body| body.unknown_title.clone()) {
            self.note_untitled(Some(&type_name), Some(code.place(expr)), &reason);
            self.note_resource(&type_name, None);
        }
        let defaults = bodies.iter().find(|body| body.is_default);
        let default_rest = defaults.and_then(|body| body.unknown_rest.clone());
        let defaults = defaults.map(|body| body.parameters.clone());
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
            let mut parameters = parameters;
            for name in &body.decoded {
                self.make_binary(&type_name, &mut parameters, name)?;
            }
            let attributes = Attributes { given: parameters, rest: body.unknown_rest.or_else(|| default_rest.clone()) };
            self.create_resources(&type_name, &body.titles, attributes, declaration, &mut references)?;
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
            Value::Type(unknown) if matches!(unknown.resolved(), Type::TypeReference(_)) => {
                let name = unknown.resolved_name();
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
        let (mut is_default, mut unknown_title) = (false, None);
        for (index, title) in flat.into_iter().enumerate() {
            let title = match title {
                Value::Unknown(reason) => {
                    unknown_title = Some(reason);
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
        let mut unknown_rest = None;
        let parameters = self.evaluate_attributes(code, scope, resource, &body.attributes, &mut unknown_rest)?;
        Ok(EvaluatedBody {
            titles,
            is_default,
            unknown_title,
            parameters,
            unknown_rest,
            decoded: decoded_attributes(code, body),
        })
    }

    fn evaluate_attributes(
        &mut self,
        code: &Code,
        scope: ScopeId,
        resource: ExprId,
        operations: &[AttributeOperation],
        unknown_rest: &mut Option<Box<Parameter>>,
    ) -> Evaluated<NameMap<Parameter>> {
        let mut parameters = NameMap::with_capacity(operations.len());
        let mut evaluated = Vec::new();
        for operation in operations {
            if let AttributeName::Name(name) = &operation.name {
                let parameter = self.evaluate_named_attribute(code, scope, operation, name)?;
                if !parameters.insert_new(name.clone(), parameter) {
                    let attribute = name.clone();
                    return self.fail(CatalogIssue::DuplicateAttribute { attribute }, code.place(resource));
                }
                continue;
            }
            let rest = self.evaluate_attribute(code, scope, operation, &mut evaluated)?;
            if rest.is_some() {
                *unknown_rest = rest;
            }
            for (attribute, parameter) in evaluated.drain(..) {
                if !parameters.insert_new(attribute.clone(), parameter) {
                    return self.fail(CatalogIssue::DuplicateAttribute { attribute }, code.place(resource));
                }
            }
        }
        Ok(parameters)
    }

    fn evaluate_named_attribute(
        &mut self,
        code: &Code,
        scope: ScopeId,
        operation: &AttributeOperation,
        name: &SmolStr,
    ) -> Evaluated<Parameter> {
        let value = own_list(name, self.operand(code, scope, operation.value)?);
        Ok(Parameter { value, place: Some(code.place(operation.id)), set_by: self.code_owner(scope) })
    }

    /// Adds the parameters that one `name => value` or `* => hash` sets; returns what any other may be where the hash is not known.
    pub(crate) fn evaluate_attribute(
        &mut self,
        code: &Code,
        scope: ScopeId,
        operation: &AttributeOperation,
        parameters: &mut Vec<(SmolStr, Parameter)>,
    ) -> Evaluated<Option<Box<Parameter>>> {
        if let AttributeName::Name(name) = &operation.name {
            let parameter = self.evaluate_named_attribute(code, scope, operation, name)?;
            parameters.push((name.clone(), parameter));
            return Ok(None);
        }
        let value = self.operand(code, scope, operation.value)?;
        let place = Some(code.place(operation.id));
        let set_by = self.code_owner(scope);
        match value {
            Value::Hash(entries) => parameters.extend(entries.iter().map(|(name, value)| {
                let name = self.title_text(name);
                let value = own_list(&name, value.clone());
                (name, Parameter { value, place, set_by: set_by.clone() })
            })),
            Value::Unknown(_) => {
                return Ok(Some(Box::new(Parameter { value: value.with_nothing_certain(), place, set_by })));
            }
            other => {
                let actual = infer_generalized(&other).to_string();
                return self.fail(CatalogIssue::SplatIsNoHash { actual }, code.place(operation.value));
            }
        }
        Ok(None)
    }

    /// Ruby decodes to a string of bytes, which agents get as a Binary; inside of a definition it is a string like others.
    fn make_binary(&mut self, type_name: &str, parameters: &mut NameMap<Parameter>, name: &str) -> Evaluated<()> {
        let resource_type = self.find_resource_type(type_name)?;
        if let Some(ResourceType::Builtin(_) | ResourceType::Plugin(_)) = resource_type
            && let Some(Parameter { value, .. }) = parameters.get_mut(name)
            && let Value::String(text) = value
        {
            *value = Value::Binary(text.as_bytes().into());
        }
        Ok(())
    }

    /// Whose code evaluates in a scope.
    pub(crate) fn code_owner(&self, scope: ScopeId) -> crate::catalog::CodeOwner {
        let scope = self.catalog_scope(scope);
        self.builder.scope(scope).map(|scope| scope.owner.clone()).unwrap_or_default()
    }
}

/// The attributes of a body that are given nothing but what `base64('decode', …)` returns.
fn decoded_attributes(code: &Code, body: &ResourceBody) -> Vec<SmolStr> {
    let is_text = |expr: ExprId, text: &str| match code.program.expr(expr) {
        Expr::QualifiedName(name) | Expr::String(name) => name == text,
        _ => false,
    };
    let decodes = |expr: ExprId| match code.program.expr(expr) {
        Expr::Call(call) => {
            is_text(call.functor, "base64") && call.arguments.first().is_some_and(|first| is_text(*first, "decode"))
        }
        _ => false,
    };
    let decoded = body.attributes.iter().filter(|operation| decodes(operation.value));
    decoded
        .filter_map(|operation| match &operation.name {
            AttributeName::Name(name) => Some(name.clone()),
            AttributeName::Splat => None,
        })
        .collect()
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
