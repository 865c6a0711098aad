//! What is left of an `if`, `unless` or `case` whose test is not known: no branch runs, and each variable that a branch
//! would have set is unknown for the same reason, not missing.

use syntax::validation::children::for_each_child;
use syntax::{Expr, ExprId};

use super::{Code, Interpreter};
use crate::scope::ScopeId;
use crate::value::Value;

/// Expressions inside one another that are looked through.
const MAX_DEPTH: u32 = 200;

impl Interpreter<'_> {
    /// Gives the variables of branches that may or may not run a value that says so.
    pub(super) fn skip_branches(&mut self, code: &Code, scope: ScopeId, branches: &[ExprId], unknown: &Value) {
        if !matches!(unknown, Value::Unknown(_)) {
            return;
        }
        self.skipped_branches = true;
        for branch in branches {
            self.skip(code, scope, *branch, unknown, 0);
        }
    }

    fn skip(&mut self, code: &Code, scope: ScopeId, expr: ExprId, unknown: &Value, depth: u32) {
        if depth > MAX_DEPTH {
            return;
        }
        match code.program.expr(expr) {
            // Variables of a lambda are its own.
            Expr::Lambda(_) => return,
            Expr::Assignment { left, .. } => self.forget(code, scope, *left, unknown),
            _ => {}
        }
        let mut inner = Vec::new();
        for_each_child(code.program.expr(expr), &mut |child| inner.push(child));
        for child in inner {
            self.skip(code, scope, child, unknown, depth + 1);
        }
    }

    fn forget(&mut self, code: &Code, scope: ScopeId, target: ExprId, unknown: &Value) {
        match code.program.expr(target) {
            Expr::Variable(variable) if !variable.name.contains("::") => {
                let variables = &mut self.scope_mut(scope).variables;
                if !variables.contains_key(&variable.name) {
                    variables.insert(variable.name.clone(), unknown.clone());
                }
            }
            Expr::Array(targets) => {
                for target in targets {
                    self.forget(code, scope, *target, unknown);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::memory_world::MemoryWorld;
    use crate::request::Request;

    #[track_caller]
    fn check(code: &str) {
        let world = MemoryWorld::new().with_file("manifests/site.pp", code);
        let outcome = crate::compile(&world, &Request::catalog("n"));
        assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
        assert!(!outcome.unknowns.is_empty());
    }

    const UNKNOWN: &str = "$u = inline_template('<%= rand %>')\n";

    #[test]
    fn variables_of_branches_that_may_run_are_unknown_not_missing() {
        check(&format!("{UNKNOWN} if $u {{ $a = 1 }} else {{ $b = 2 }} notify {{ 'x': message => \"${{a}}${{b}}\" }}"));
        check(&format!(
            "{UNKNOWN} case $u {{ 'x': {{ $a = 1 }} default: {{ [$b, $c] = [1, 2] }} }} notify {{ \"n${{a}}\": message => $c }}"
        ));
        check(&format!("{UNKNOWN} unless $u {{ $a = 1 }} if $a == 1 {{ $d = 3 }} notify {{ 'x': message => $d }}"));
    }

    #[test]
    fn a_reference_to_what_a_skipped_branch_may_declare_is_no_error() {
        check(&format!(
            "{UNKNOWN} if $u {{ notify {{ 'a': }} }} notify {{ 'b': require => Notify['a'] }} Notify['a'] -> Notify['b']"
        ));
    }
}
