//! `if`, `unless`, `case`, selectors. Each keeps the match variables that were set before it, and puts them back.

use syntax::program::{Case, If, Selector};
use syntax::{Expr, ExprId};

use super::issues::ExpressionIssue;
use super::labels::ruby_text;
use super::operators::unfolded;
use super::{Code, Evaluated, Interpreter};
use crate::edition::Rule;
use crate::place::Place;
use crate::scope::ScopeId;
use crate::value::Value;

impl Interpreter<'_> {
    /// Runs something after which the match variables are as before.
    pub(super) fn with_guarded_matches<T>(
        &mut self,
        scope: ScopeId,
        run: impl FnOnce(&mut Self) -> Evaluated<T>,
    ) -> Evaluated<T> {
        let kept = self.scope(scope).current_match.clone();
        let result = run(self);
        self.scope_mut(scope).current_match = kept;
        result
    }

    /// `if` where `wanted` is true, `unless` where it is false.
    pub(super) fn evaluate_if(&mut self, code: &Code, scope: ScopeId, branches: &If, wanted: bool) -> Evaluated<Value> {
        self.with_guarded_matches(scope, |this| {
            let test = this.evaluate(code, scope, branches.test)?;
            match this.truth(&test) {
                Some(truth) if truth == wanted => this.evaluate(code, scope, branches.then),
                Some(_) => this.evaluate(code, scope, branches.otherwise),
                None => {
                    let test = test.with_nothing_certain();
                    this.skip_branches(code, scope, &[branches.then, branches.otherwise], &test);
                    Ok(test)
                }
            }
        })
    }

    pub(super) fn evaluate_case(&mut self, code: &Code, scope: ScopeId, case: &Case) -> Evaluated<Value> {
        self.with_guarded_matches(scope, |this| {
            let test = this.evaluate(code, scope, case.test)?;
            let in_turn = this.rules.holds(Rule::DefaultMatchesWhereItStands);
            let mut default = None;
            for option in &case.options {
                for value in &option.values {
                    match this.option_takes(code, scope, &test, *value, in_turn)? {
                        Taken::Yes => return this.evaluate(code, scope, option.then),
                        Taken::No => {}
                        Taken::Default => default = default.or(Some(option.then)),
                        Taken::Unknown(unknown) => {
                            let branches: Vec<ExprId> = case.options.iter().map(|option| option.then).collect();
                            this.skip_branches(code, scope, &branches, &unknown);
                            return Ok(unknown);
                        }
                    }
                }
            }
            match default {
                Some(then) => this.evaluate(code, scope, then),
                None => Ok(Value::Undef),
            }
        })
    }

    pub(super) fn evaluate_selector(&mut self, code: &Code, scope: ScopeId, selector: &Selector) -> Evaluated<Value> {
        self.with_guarded_matches(scope, |this| {
            let test = this.evaluate(code, scope, selector.left)?;
            let in_turn = this.rules.holds(Rule::DefaultMatchesWhereItStands);
            let mut default = None;
            for entry in &selector.entries {
                match this.option_takes(code, scope, &test, entry.matching, in_turn)? {
                    Taken::Yes => return this.evaluate(code, scope, entry.value),
                    Taken::No => {}
                    Taken::Default => default = default.or(Some(entry.value)),
                    Taken::Unknown(unknown) => return Ok(unknown),
                }
            }
            match default {
                Some(value) => this.evaluate(code, scope, value),
                None if this.rules.holds(Rule::UnmatchedSelectorIsUndef) => Ok(Value::Undef),
                None => {
                    let value = ruby_text(&test);
                    this.fail(ExpressionIssue::UnmatchedSelector { value }, code.place(selector.left))
                }
            }
        })
    }

    fn option_takes(
        &mut self,
        code: &Code,
        scope: ScopeId,
        test: &Value,
        option: ExprId,
        in_turn: bool,
    ) -> Evaluated<Taken> {
        let place = code.place(option);
        match code.program.expr(option) {
            Expr::Default if !in_turn => Ok(Taken::Default),
            Expr::Unfold(operand) => {
                let value = self.evaluate(code, scope, *operand)?;
                let mut taken = Taken::No;
                for value in unfolded(value) {
                    if !in_turn && matches!(value, Value::Default) {
                        taken = Taken::Default;
                        continue;
                    }
                    match self.taken(scope, test, &value, place)? {
                        Taken::No => {}
                        other => return Ok(other),
                    }
                }
                Ok(taken)
            }
            _ => {
                let value = self.evaluate(code, scope, option)?;
                self.taken(scope, test, &value, place)
            }
        }
    }

    fn taken(&mut self, scope: ScopeId, test: &Value, option: &Value, place: Place) -> Evaluated<Taken> {
        Ok(match self.option_matches(scope, test, option, place)? {
            Value::Boolean(true) => Taken::Yes,
            Value::Boolean(false) => Taken::No,
            unknown => Taken::Unknown(unknown),
        })
    }
}

/// Whether an option of a case or selector is the one.
enum Taken {
    Yes,
    No,
    /// It is the `default`, which waits until the others have failed.
    Default,
    Unknown(Value),
}
