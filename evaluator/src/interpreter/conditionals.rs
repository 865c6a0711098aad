//! `if`, `unless`, `case`, selectors. Each keeps the match variables that were set before it, and puts them back.

use syntax::program::{Case, If, Selector};
use syntax::{Expr, ExprId};

use super::issues::ExpressionIssue;
use super::{Code, Evaluated, Interpreter};
use crate::edition::Rule;
use crate::outcome::UndecidedKind;
use crate::place::Place;
use crate::ruby_core::text::to_s;
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
                Some(truth) if truth == wanted => this.evaluate_entered(code, scope, branches.then),
                Some(_) => this.evaluate_entered(code, scope, branches.otherwise),
                None => {
                    let test = test.with_nothing_certain();
                    let at = code.place(branches.test);
                    let kinds = match wanted {
                        true => (UndecidedKind::If, UndecidedKind::Else),
                        false => (UndecidedKind::Unless, UndecidedKind::Else),
                    };
                    this.note_undecided(kinds.0, code, at, branches.then, &test);
                    this.note_undecided(kinds.1, code, at, branches.otherwise, &test);
                    this.skip_branches(code, scope, &[branches.then, branches.otherwise], &test);
                    Ok(test)
                }
            }
        })
    }

    pub(super) fn evaluate_case(&mut self, code: &Code, scope: ScopeId, case: &Case) -> Evaluated<Value> {
        self.with_guarded_matches(scope, |this| {
            let test = this.evaluate(code, scope, case.test)?;
            let mut default = None;
            for option in &case.options {
                for value in &option.values {
                    match this.option_takes(code, scope, &test, *value, false)? {
                        Taken::Yes => return this.evaluate_entered(code, scope, option.then),
                        Taken::No => {}
                        Taken::Default => default = default.or(Some(option.then)),
                        Taken::Unknown(unknown) => {
                            let branches: Vec<ExprId> = case.options.iter().map(|option| option.then).collect();
                            for (number, branch) in branches.iter().enumerate() {
                                let at = code.place(case.test);
                                this.note_undecided(UndecidedKind::Case(number), code, at, *branch, &unknown);
                            }
                            this.skip_branches(code, scope, &branches, &unknown);
                            return Ok(unknown);
                        }
                    }
                }
            }
            match default {
                Some(then) => this.evaluate_entered(code, scope, then),
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
                    Taken::Yes => return this.evaluate_entered(code, scope, entry.value),
                    Taken::No => {}
                    Taken::Default => default = default.or(Some(entry.value)),
                    Taken::Unknown(unknown) => {
                        for entry in &selector.entries {
                            this.leave_undecided(code, entry.value, &unknown);
                        }
                        return Ok(unknown);
                    }
                }
            }
            match default {
                Some(value) => this.evaluate_entered(code, scope, value),
                None if this.rules.holds(Rule::UnmatchedSelectorIsUndef) => Ok(Value::Undef),
                None => {
                    let value = to_s(&test);
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
                for value in self.unfolded(value) {
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
