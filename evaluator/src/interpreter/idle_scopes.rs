//! The scope of a lambda that was called is used again by its next call, which finds its parameters there: iterations call
//! one lambda over and over. Only the last scope can wait like this, and whoever makes or frees a scope ends the waiting.

use syntax::ExprId;

use super::Interpreter;
use crate::place::FileId;
use crate::scope::ScopeId;

impl Interpreter<'_> {
    /// Lets the scope of a call wait for the next one, or frees it.
    pub(super) fn leave_idle(&mut self, scope: ScopeId, lambda: (FileId, ExprId, ScopeId), parameters: usize) {
        self.free_idle_scope();
        let is_last = self.scopes.len() == scope.index() + 1 && scope.index() >= self.kept_scopes;
        let left = self.scope_mut(scope);
        left.current_match = None;
        if is_last && left.variables.keep_first(parameters) {
            self.idle_scope = Some(lambda);
        } else {
            self.drop_scope(scope);
        }
    }

    /// The waiting scope, which waits no more.
    pub(super) fn take_idle_scope(&mut self) -> ScopeId {
        self.idle_scope = None;
        ScopeId(self.scopes.len().saturating_sub(1) as u32)
    }

    pub(super) fn free_idle_scope(&mut self) {
        if self.idle_scope.take().is_some()
            && let Some(mut scope) = self.scopes.pop()
        {
            scope.variables.clear();
            self.spare_variables.push(scope.variables);
        }
    }
}
