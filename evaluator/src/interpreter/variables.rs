//! Reading and setting variables by name, qualified or not.

use smol_str::SmolStr;

use super::{Evaluated, Interpreter};
use crate::place::Place;
use crate::scope::{ScopeId, ScopeKind};
use crate::value::Value;

impl Interpreter<'_> {
    /// The value of a variable as a scope sees it: `name`, `::name` or `class::name`. `None` where there is none.
    pub fn variable(&self, scope: ScopeId, name: &str) -> Option<Value> {
        if let Some(number) = match_number(name) {
            return Some(self.match_variable(scope, number));
        }
        let plain = name.strip_prefix("::").unwrap_or(name);
        if let Some((class, variable)) = plain.rsplit_once("::") {
            let class_scope = self.class_scopes.get(class)?;
            return self.scope(*class_scope).variables.get(variable).cloned();
        }
        if plain.len() != name.len() {
            return self.scope(ScopeId::TOP).variables.get(plain).cloned();
        }
        let mut next = Some(scope);
        while let Some(id) = next {
            let scope = self.scope(id);
            if let Some(value) = scope.variables.get(plain) {
                return Some(value.clone());
            }
            next = scope.parent;
        }
        None
    }

    /// `$0`, `$1`, …: of the match in force. A function does not see the matches of its callers.
    pub(crate) fn match_variable(&self, scope: ScopeId, number: u32) -> Value {
        let mut next = Some(scope);
        while let Some(id) = next {
            let scope = self.scope(id);
            if let Some(found) = &scope.current_match {
                return found.group(number);
            }
            if matches!(scope.kind, ScopeKind::Function(_)) {
                return Value::Undef;
            }
            next = scope.parent;
        }
        Value::Undef
    }

    /// Assigns a variable in a scope; an error where it is assigned already or reserved.
    pub fn set_variable(&mut self, scope: ScopeId, name: &str, value: Value, _place: Place) -> Evaluated<()> {
        self.scope_mut(scope).variables.insert(SmolStr::new(name), value);
        Ok(())
    }
}

fn match_number(name: &str) -> Option<u32> {
    name.bytes().all(|byte| byte.is_ascii_digit()).then(|| name.parse().ok()).flatten()
}
