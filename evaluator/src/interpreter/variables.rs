//! Reading and setting variables by name, qualified or not.

use smol_str::SmolStr;
use syntax::ExprId;
use syntax::program::Parameter;

use super::issues::ExpressionIssue;
use super::{Code, Evaluated, Interpreter, Interrupt};
use crate::catalog::issues::CatalogIssue;
use crate::codes::NO_CODE;
use crate::edition::Rule;
use crate::error::{Issue, RuntimeError};
use crate::match_scope::CurrentMatch;
use crate::message::Message;
use crate::observation::MatchOrigin;
use crate::place::{Place, PlaceStyle};
use crate::scope::{ParameterBinding, Scope, ScopeId, ScopeKind};
use crate::value::Value;

/// Set by Puppet in the top scope, and never to be assigned.
pub(super) const RESERVED_NAMES: [&str; 2] = ["trusted", "facts"];
/// Reserved too, where they are set already.
const SERVER_FACTS: &str = "server_facts";

/// A parameter of a class or define with a reserved name, which is found when it gets its value.
#[derive(Clone, Debug)]
pub struct ReservedParameter {
    pub name: SmolStr,
    /// Of the definition.
    pub place: Place,
}

impl Issue for ReservedParameter {
    fn code(&self) -> syntax::Code {
        NO_CODE
    }

    fn message(&self) -> Message {
        Message::from(format!("Attempt to assign to a reserved variable name: '{}' ", self.name))
            .then_place(self.place, PlaceStyle::Line)
    }
}

/// What became of the search for a variable.
enum Unqualified<'s> {
    Value(&'s Value),
    /// A parameter that a default expression reads before it has a value.
    Pending(&'s ParameterBinding),
    Nowhere,
}

impl<'s> Unqualified<'s> {
    fn value(self) -> Option<&'s Value> {
        match self {
            Unqualified::Value(value) => Some(value),
            Unqualified::Pending(_) | Unqualified::Nowhere => None,
        }
    }
}

impl Interpreter<'_> {
    /// The value of a variable as a scope sees it: `name`, `::name` or `class::name`. `None` where there is none.
    pub fn variable(&self, scope: ScopeId, name: &str) -> Option<Value> {
        if let Some(number) = match_number(name) {
            return Some(self.match_variable(scope, number));
        }
        if !name.bytes().any(|byte| byte == b':') {
            return self.unqualified(scope, name).value().cloned();
        }
        let plain = name.strip_prefix("::").unwrap_or(name);
        match plain.rsplit_once("::") {
            Some((class, variable)) => self.class_variable(scope, class, variable),
            None if plain.len() != name.len() => self.scope(ScopeId::TOP).variables.get(plain).cloned(),
            None => self.unqualified(scope, plain).value().cloned(),
        }
    }

    /// A variable whose name is that of a scope's variable as it stands; neither `$1` nor `$class::name` is.
    pub(super) fn plain_variable(&self, scope: ScopeId, name: &SmolStr) -> Option<&Value> {
        let mut next = Some(scope);
        while let Some(id) = next {
            let scope = self.scope(id);
            if let Some(value) = scope.variables.get_name(name) {
                return Some(value);
            }
            if scope.binding.is_some() {
                return None;
            }
            next = scope.parent;
        }
        None
    }

    /// A variable by its plain name, in the scope and those around it.
    fn unqualified(&self, scope: ScopeId, name: &str) -> Unqualified<'_> {
        let mut next = Some(scope);
        while let Some(id) = next {
            let scope = self.scope(id);
            if let Some(value) = scope.variables.get(name) {
                return Unqualified::Value(value);
            }
            if let Some(binding) = &scope.binding
                && binding.pending.iter().any(|pending| pending == name)
            {
                return Unqualified::Pending(binding);
            }
            next = scope.parent;
        }
        Unqualified::Nowhere
    }

    /// `$class::variable`, where the class is evaluated: its own variable or one that it inherits.
    fn class_variable(&self, from: ScopeId, class: &str, variable: &str) -> Option<Value> {
        let mut next = self.class_scopes.get(class).copied();
        while let Some(id) = next {
            let scope = self.scope(id);
            if !matches!(scope.kind, ScopeKind::Class(_)) {
                return None;
            }
            // A default may name the parameters beside it as those of its class.
            if let Some(value) = self.parameter_scope(id).and_then(|scope| scope.variables.get(variable)) {
                return Some(value.clone());
            }
            if let Some(value) = scope.variables.get(variable) {
                return (!self.is_hidden(from, id, variable)).then(|| value.clone());
            }
            next = scope.parent;
        }
        None
    }

    /// Whether a variable is a private parameter of the class that a scope is of, and asked for by another module.
    fn is_hidden(&self, from: ScopeId, class_scope: ScopeId, variable: &str) -> bool {
        if !self.rules.holds(Rule::PrivateDefinitions) {
            return false;
        }
        let ScopeKind::Class(class) = &self.scope(class_scope).kind else {
            return false;
        };
        self.definitions.classes.get(class).is_some_and(|definition| {
            let is_private = |parameter: &Parameter| parameter.private && parameter.name == variable;
            definition.parameters().iter().any(is_private) && self.calling_module(from) != definition.module
        })
    }

    /// The class whose private parameter a qualified name means, where it is asked for by another module.
    fn hidden_parameter(&self, from: ScopeId, name: &str) -> Option<(&SmolStr, SmolStr)> {
        let (class, variable) = name.trim_start_matches("::").rsplit_once("::")?;
        let mut next = self.class_scopes.get(class).copied();
        while let Some(id) = next {
            let scope = self.scope(id);
            match &scope.kind {
                ScopeKind::Class(class) if self.is_hidden(from, id, variable) => {
                    return Some((class, SmolStr::new(variable)));
                }
                ScopeKind::Class(_) => next = scope.parent,
                _ => return None,
            }
        }
        None
    }

    /// The scope in which the parameters of a class or define are getting their values.
    fn parameter_scope(&self, scope: ScopeId) -> Option<&Scope> {
        let (_, parameters) = self.parameter_scopes.iter().rev().find(|(owner, _)| *owner == scope)?;
        Some(self.scope(*parameters))
    }

    /// The parameter list that a variable belongs to, where it has no value yet.
    fn pending_binding(&self, scope: ScopeId, name: &str) -> Option<(&ParameterBinding, SmolStr)> {
        let plain = name.strip_prefix("::").unwrap_or(name);
        match plain.rsplit_once("::") {
            Some((class, variable)) => {
                let scope = self.parameter_scope(*self.class_scopes.get(class)?)?;
                let binding = scope.binding.as_deref()?;
                binding.pending.iter().any(|pending| pending == variable).then(|| (binding, SmolStr::new(variable)))
            }
            None => match self.unqualified(scope, name) {
                Unqualified::Pending(binding) => Some((binding, SmolStr::new(name))),
                _ => None,
            },
        }
    }

    /// `$0`, `$1`, …: of the match in force. A function does not see the matches of its callers.
    pub(crate) fn match_variable(&self, scope: ScopeId, number: u32) -> Value {
        match self.match_in_force(scope) {
            Some(found) => found.group(number),
            None => self.match_outside(scope),
        }
    }

    pub(crate) fn match_in_force(&self, scope: ScopeId) -> Option<&CurrentMatch> {
        let mut next = Some(scope);
        while let Some(id) = next {
            let scope = self.scope(id);
            if scope.current_match.is_some() {
                return scope.current_match.as_ref();
            }
            let ends_here = match scope.kind {
                ScopeKind::Function(_) => true,
                ScopeKind::Class(_) | ScopeKind::Define(_) | ScopeKind::Node => {
                    self.rules.holds(Rule::MatchesEndAtDefinitions)
                }
                _ => false,
            };
            if ends_here {
                return None;
            }
            next = scope.parent;
        }
        None
    }

    /// `$name` as an expression.
    pub(super) fn evaluate_variable(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        name: &SmolStr,
    ) -> Evaluated<Value> {
        let place = code.place(expr);
        let value = match is_match_variable(name) {
            false => self.plain_variable(scope, name).cloned(),
            true => None,
        };
        let value = match value {
            Some(value) => value,
            None => match self.variable(scope, name) {
                Some(value) => value,
                None => self.missing_variable(scope, name, place)?,
            },
        };
        if self.is_watched(code.file) {
            self.observe_variable(scope, name, place, &value);
        }
        Ok(value)
    }

    fn observe_variable(&mut self, scope: ScopeId, name: &str, place: Place, value: &Value) {
        let origin = match_number(name).and_then(|_| {
            self.match_in_force(scope).map(|found| MatchOrigin {
                place: found.0.place,
                subject: found.0.unknown.clone().unwrap_or_else(|| Value::String(found.0.subject.clone())),
                pattern: found.0.pattern.to_string(),
                groups: (0..found.0.groups.len()).map(|number| found.group(number as u32)).collect(),
            })
        });
        let observed = self.outcome.observations.record(place, value);
        if let Some(origin) = origin {
            observed.add_match(origin);
        }
    }

    fn missing_variable(&mut self, scope: ScopeId, name: &str, place: Place) -> Evaluated<Value> {
        if let Some((binding, name)) = self.pending_binding(scope, name) {
            let callee = binding.owner.to_string();
            let issue = match binding.pending.iter().take(binding.missing).any(|missing| *missing == name) {
                true => CatalogIssue::MissingValueForParameter { callee, name },
                false => {
                    CatalogIssue::DefaultAccessesLaterParameter { callee, from: binding.current.clone(), to: name }
                }
            };
            return Err(Box::new(Interrupt::PendingParameter(issue)));
        }
        if let Some((class, name)) = self.hidden_parameter(scope, name) {
            let module = self.definitions.classes.get(class).and_then(|definition| definition.module.clone());
            let module = module.unwrap_or_else(|| SmolStr::new_static("environment"));
            let issue = CatalogIssue::NotPrivate { what: "parameter".to_string(), name, module };
            return self.fail(issue, place);
        }
        if let Some(value) = self.setting(name, place) {
            return Ok(value);
        }
        if self.has_broken_code() {
            return Ok(self.unknown_without(&format!("${name}"), place));
        }
        if let Some(unknown) = self.variable_of_missing(scope, name, place)? {
            return Ok(unknown);
        }
        let issue = ExpressionIssue::UnknownVariable { name: name.to_string() };
        if self.rules.strict_variables {
            return self.fail(issue, place);
        }
        self.questionable(issue, scope, place)?;
        Ok(Value::Undef)
    }

    /// `$settings::name`: a setting of the server, most of which nobody here can say.
    pub(crate) fn setting(&mut self, name: &str, place: Place) -> Option<Value> {
        let plain = name.strip_prefix("::").unwrap_or(name);
        let setting = plain.strip_prefix("settings::").filter(|setting| is_setting(setting))?;
        Some(match setting {
            "environment" => Value::String(self.request.environment.clone()),
            "strict_variables" => Value::Boolean(self.rules.strict_variables),
            _ => self.unknown(format!("${plain} is the setting {setting} of the server"), Some(place)),
        })
    }

    /// Assigns a variable in a scope; an error where it is assigned already or reserved.
    pub fn set_variable(&mut self, scope: ScopeId, name: &SmolStr, value: Value, place: Place) -> Evaluated<()> {
        // A fact that agents may have is no variable for certain.
        let is_taken = |known: &Value| !matches!(known, Value::Unknown(_)) || !self.request.facts.contains_key(name);
        if self.scope(scope).variables.get_name(name).is_some_and(is_taken) {
            let name = name.to_string();
            if RESERVED_NAMES.contains(&name.as_str()) || name == SERVER_FACTS {
                return self.fail(ExpressionIssue::IllegalReservedAssignment { name }, place);
            }
            return self.fail(ExpressionIssue::IllegalReassignment { name }, place);
        }
        self.refuse_reserved(name, place)?;
        self.scope_mut(scope).variables.insert(name.clone(), value);
        Ok(())
    }

    /// Parameters and variables of inner scopes may not be called `trusted` or `facts`.
    pub(crate) fn refuse_reserved(&self, name: &str, place: Place) -> Evaluated<()> {
        if RESERVED_NAMES.contains(&name) {
            let words = format!("Attempt to assign to a reserved variable name: '{name}'");
            return self.fail(RuntimeError(words), place);
        }
        Ok(())
    }
}

/// Whether a name is that of a match variable; no other begins with a digit.
#[inline]
pub(super) fn is_match_variable(name: &str) -> bool {
    name.as_bytes().first().is_some_and(u8::is_ascii_digit)
}

/// `Some(n)` for the name of a match variable.
pub(super) fn match_number(name: &str) -> Option<u32> {
    let is_number = is_match_variable(name) && name.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| name.parse().ok()).flatten()
}

/// Whether Puppet has a setting of this name.
fn is_setting(name: &str) -> bool {
    static NAMES: &str = include_str!("../../data/settings.txt");
    NAMES.lines().any(|line| line == name)
}
