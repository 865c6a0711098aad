//! EPP templates: what is rendered so far, and calling a template with parameters.

use smol_str::SmolStr;
use syntax::{Expr, ExprId};

use super::lambdas::Owner;
use super::{Code, Evaluated, Interpreter, Interrupt};
use crate::error::RuntimeError;
use crate::limits::LimitReached;
use crate::observation::ParameterSource;
use crate::place::Place;
use crate::scope::{ScopeId, ScopeKind};
use crate::types::{describe_mismatch, is_instance};
use crate::value::text::to_display_string;
use crate::value::{HashEntries, Value};

/// The text that a template has given so far.
#[derive(Debug, Default)]
pub struct Rendering {
    pub text: String,
    /// A value that could not be known went into it.
    pub unknown: Option<Value>,
    /// A secret went into it.
    pub sensitive: bool,
}

impl Interpreter<'_> {
    /// Renders a template. The scope is what it can see besides its parameters: the calling one for `inline_epp`, the
    /// top scope for `epp`.
    pub fn render_epp(
        &mut self,
        code: &Code,
        parameters: Option<&HashEntries>,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<Value> {
        self.with_frame(
            || "template".to_string(),
            Some(place),
            |this| {
                let template = this.new_scope(ScopeKind::Template, Some(scope));
                this.rendering.push(Rendering::default());
                let result = this.run_epp(code, parameters, template, place);
                let rendering = this.rendering.pop().unwrap_or_default();
                this.drop_scope(template);
                let early = result?;
                if let Some(early) = early {
                    return Ok(early);
                }
                let text = match rendering.unknown {
                    Some(unknown) => unknown.known_as_text(),
                    None => Value::String(SmolStr::from(rendering.text)),
                };
                Ok(if rendering.sensitive { Value::Sensitive(text.into()) } else { text })
            },
        )
    }

    /// Gives a value where the template ended with `next(value)` or `return(value)`.
    fn run_epp(
        &mut self,
        code: &Code,
        parameters: Option<&HashEntries>,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<Option<Value>> {
        self.enter(code, code.program.root);
        let Expr::Epp(epp) = code.program.expr(code.program.root) else {
            self.evaluate(code, scope, code.program.root)?;
            return Ok(None);
        };
        let empty = HashEntries::default();
        let given = parameters.unwrap_or(&empty);
        if epp.parameters_specified || parameters.is_none() {
            self.bind_by_name(code, &epp.parameters, given, scope, place)?;
        } else {
            for (name, value) in given {
                if let Value::String(name) = name {
                    self.refuse_reserved(name, place)?;
                    self.scope_mut(scope).variables.insert(name.clone(), value.clone());
                }
            }
        }
        match self.evaluate(code, scope, epp.body) {
            Ok(_) => Ok(None),
            Err(interrupt) => match *interrupt {
                Interrupt::Next(value, _) | Interrupt::Return(value, _) => Ok(Some(value)),
                other => Err(Box::new(other)),
            },
        }
    }

    /// Parameters by name, as templates take them.
    fn bind_by_name(
        &mut self,
        code: &Code,
        parameters: &[syntax::program::Parameter],
        given: &HashEntries,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<()> {
        let owner = Owner::Lambda;
        let mut problems = Vec::new();
        for name in given.keys() {
            let known = name.as_str().is_some_and(|name| parameters.iter().any(|parameter| parameter.name == name));
            if !known {
                problems.push(format!("has no parameter named '{}'", to_display_string(name)));
            }
        }
        for (index, parameter) in parameters.iter().enumerate() {
            let value = given.get(&Value::String(parameter.name.clone())).filter(|value| !value.is_undef()).cloned();
            let (value, source) = match (value, parameter.default) {
                (Some(value), _) => (value, ParameterSource::Given(Some(place))),
                (None, Some(_)) => {
                    (self.evaluate_default(code, parameters, index, scope, &owner)?, ParameterSource::Default)
                }
                (None, None) if given.contains_key(&Value::String(parameter.name.clone())) => {
                    (Value::Undef, ParameterSource::Given(Some(place)))
                }
                (None, None) => {
                    problems.push(format!("expects a value for parameter '{}'", parameter.name));
                    continue;
                }
            };
            let expected = self.parameter_type(code, parameter, scope)?;
            if value.first_unknown().is_none() && !is_instance(&expected, &value) {
                let problem = describe_mismatch(&format!("parameter '{}'", parameter.name), &expected, &value);
                // Of `Optional` without a type Puppet has nothing to say, and lets it pass.
                if !problem.is_empty() {
                    problems.push(problem);
                }
            }
            self.refuse_reserved(&parameter.name, place)?;
            self.observe_parameter(code, parameter, &value, source);
            self.scope_mut(scope).variables.insert(parameter.name.clone(), value);
        }
        match problems.as_slice() {
            [] => Ok(()),
            [problem] => self.raise(RuntimeError(format!("lambda: {problem}"))),
            several => self.raise(RuntimeError(format!("lambda:\n  {}", several.join("\n  ")))),
        }
    }

    /// Text between tags.
    pub(super) fn render_text(&mut self, text: &str) -> Evaluated<Value> {
        let most = self.request.limits.string_bytes;
        if let Some(rendering) = self.rendering.last_mut() {
            rendering.text.push_str(text);
            if rendering.text.len() > most {
                return self.limit(LimitReached::StringBytes(most));
            }
        }
        Ok(Value::Undef)
    }

    /// `<%= expression %>`
    pub(super) fn render_expression(&mut self, code: &Code, scope: ScopeId, expr: ExprId) -> Evaluated<Value> {
        let value = self.evaluate(code, scope, expr)?;
        if self.is_watched(code.file) {
            self.observe_part(code, expr, &value);
        }
        if let Some(reason) = value.first_unknown() {
            let unknown = Value::Unknown(reason.clone());
            if let Some(rendering) = self.rendering.last_mut() {
                rendering.unknown.get_or_insert(unknown);
            }
            return Ok(Value::Undef);
        }
        let value = match value {
            Value::Sensitive(secret) => {
                if let Some(rendering) = self.rendering.last_mut() {
                    rendering.sensitive = true;
                }
                secret.as_ref().clone()
            }
            other => other,
        };
        let mut text = String::new();
        self.append_text(&mut text, &value)?;
        self.render_text(&text)
    }
}
