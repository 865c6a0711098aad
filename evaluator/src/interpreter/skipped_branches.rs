//! What is left of an `if`, `unless` or `case` whose test is not known, or of a lambda whose argument is not: no branch runs. Each
//! variable that a branch would have set, and a template that it would have written to, is unknown for the same reason.

use syntax::validation::children::for_each_child;
use syntax::{Expr, ExprId};

use super::{Code, Interpreter};
use crate::outcome::UndecidedKind;
use crate::scope::ScopeId;
use crate::value::{Callable, Value};

/// Expressions inside one another that are looked through.
const MAX_DEPTH: u32 = 200;

impl Interpreter<'_> {
    /// Gives the variables of branches that may or may not run a value that says so.
    pub(super) fn skip_branches(&mut self, code: &Code, scope: ScopeId, branches: &[ExprId], unknown: &Value) {
        if !matches!(unknown, Value::Unknown(_)) {
            return;
        }
        for branch in branches {
            self.leave_undecided(code, *branch, unknown);
            self.note_declarations(code, *branch, 0);
            self.skip(code, Some(scope), *branch, unknown, 0);
        }
    }

    /// The same for a lambda that is not called; its variables are its own.
    pub(crate) fn skip_block(&mut self, block: &Callable, unknown: &Value) {
        let Callable::Lambda(closure) = block else { return };
        self.leave_undecided(&closure.code, closure.lambda, unknown);
        let at = closure.code.place(closure.lambda);
        self.note_undecided(UndecidedKind::Lambda, &closure.code, at, closure.lambda, unknown);
        self.note_declarations(&closure.code, closure.lambda, 0);
        self.skip(&closure.code, None, closure.lambda, unknown, 0);
    }

    fn skip(&mut self, code: &Code, scope: Option<ScopeId>, expr: ExprId, unknown: &Value, depth: u32) {
        if depth > MAX_DEPTH {
            return;
        }
        let mut scope = scope;
        match code.program.expr(expr) {
            // Variables of a lambda are its own.
            Expr::Lambda(_) => scope = None,
            Expr::Assignment { left, .. } => {
                if let Some(scope) = scope {
                    self.forget(code, scope, *left, unknown);
                }
            }
            Expr::RenderString(_) | Expr::RenderExpression(_) => {
                if let Some(rendering) = self.rendering.last_mut() {
                    rendering.unknown.get_or_insert_with(|| unknown.clone());
                }
            }
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

    const UNKNOWN: &str = "$u = Integer(inline_template('<%= rand %>'))\n";

    #[test]
    fn variables_of_branches_that_may_run_are_unknown_not_missing() {
        check(&format!("{UNKNOWN} if $u {{ $a = 1 }} else {{ $b = 2 }} notify {{ 'x': message => \"${{a}}${{b}}\" }}"));
        check(&format!(
            "{UNKNOWN} case $u {{ 'x': {{ $a = 1 }} default: {{ [$b, $c] = [1, 2] }} }} notify {{ \"n${{a}}\": message => $c }}"
        ));
        check(&format!("{UNKNOWN} unless $u {{ $a = 1 }} if $a == 1 {{ $d = 3 }} notify {{ 'x': message => $d }}"));
    }

    /// What a skipped branch says, whether or not a reference to `Notify['a']` is then an error.
    fn is_missing(branch: &str) -> bool {
        let code = format!(
            "{UNKNOWN} $n = $u {branch} notify {{ 'b': require => Notify['a'] }} Notify['a'] -> Notify['b']\n\
             class c {{ include d }} class d {{ x {{ 'z': }} }} define x {{ notify {{ $title: }} }} define y {{ file {{ $title: }} }}\n\
             function f() {{ notify {{ 'a': }} }}"
        );
        let world = MemoryWorld::new().with_file("manifests/site.pp", code.as_str());
        let outcome = crate::compile(&world, &Request::catalog("n"));
        !outcome.errors.is_empty()
    }

    #[test]
    fn a_reference_to_what_a_skipped_branch_may_declare_is_no_error() {
        for branch in [
            "if $n { notify { 'a': } }",
            "if $n { notify { ['c', 'a']: } }",
            "if $n { $t = 'q' notify { $t: } }",
            "unless $n { include c }",
            "case $n { 1: { class { 'c': } } default: {} }",
            "if $n { x { 'q': } }",
            "if $n { create_resources('notify', {}) }",
            "if $n { create_resources($u, {}) }",
            "if $n { f() }",
            "if $n { include $u }",
            "$n.each |$i| { notify { \"n${i}\": } }",
            "notify { $u: }",
            "create_resources('notify', $n)",
        ] {
            assert!(!is_missing(branch), "{branch}");
        }
    }

    #[test]
    fn a_reference_to_anything_else_still_is_one() {
        for branch in [
            "if $n { notify { 'c': } }",
            "if $n { file { $u: } }",
            "if $n { y { 'a': } }",
            "if $n { ensure_packages('a') }",
            "$n.each |$i| { file { \"n${i}\": } }",
            "file { $u: }",
        ] {
            assert!(is_missing(branch), "{branch}");
        }
    }

    #[test]
    fn a_template_that_a_skipped_branch_writes_to_is_unknown() {
        for template in
            ["a<% if $n { %>b<% } %>c", "a<% $n.each |$i| { %>b<% } %>c", "<% case $n { 1: { %>b<% } default: {} } %>"]
        {
            let code =
                format!("{UNKNOWN} $n = $u notify {{ 'x': message => inline_epp('{template}', {{ 'n' => $n }}) }}");
            let world = MemoryWorld::new().with_file("manifests/site.pp", code.as_str());
            let outcome = crate::compile(&world, &Request::catalog("n"));
            let catalog = outcome.catalog.expect("a catalog");
            let id = catalog.find("Notify", "x").expect("a resource");
            let message = catalog.get(id).value("message");
            assert!(message.is_some_and(|message| message.first_unknown().is_some()), "{template}: {message:?}");
        }
    }
}
