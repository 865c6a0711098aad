//! Operators between values: logic, comparison, matching. Arithmetic is in `arithmetic`, `in` in `membership`.

use std::cmp::Ordering;

use smol_str::SmolStr;
use syntax::program::BinaryOperator;
use syntax::validation::labels::binary_operator;
use syntax::{Expr, ExprId};

use super::issues::ExpressionIssue;
use super::labels::{value_label, value_with_article};
use super::small_integers::between_small;
use super::{Code, Evaluated, Interpreter};
use crate::edition::Rule;
use crate::match_scope::{CurrentMatch, MatchData};
use crate::place::Place;
use crate::regex_dialect::{PatternProblem, Regexp, RubyRegex};
use crate::scope::ScopeId;
use crate::types::{Type, is_assignable, is_instance, is_narrower};
use crate::value::equality::{EqualityRules, equals_by};
use crate::value::ordering::{NotComparable, compare};
use crate::value::unknown_text::text_is_of;
use crate::value::{SemVer, SemVerRange, Value, numbers};

impl Interpreter<'_> {
    pub(super) fn evaluate_binary(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        operator: BinaryOperator,
        left: ExprId,
        right: ExprId,
    ) -> Evaluated<Value> {
        use BinaryOperator as O;
        if let O::And | O::Or = operator {
            return self.evaluate_logic(code, scope, operator, left, right);
        }
        let left_value = match self.take_last_read(code, scope, left) {
            Some(value) => value,
            None => self.operand(code, scope, left)?,
        };
        let right_value = self.operand(code, scope, right)?;
        if let (Value::Integer(left), Value::Integer(right)) = (&left_value, &right_value)
            && let Some(result) = between_small(operator, *left, *right)
        {
            return Ok(result);
        }
        if let Some(unknown) = unknown_operand(operator, &left_value, &right_value) {
            if let Some(answer) = answer_for_text(operator, &left_value, &right_value) {
                return Ok(Value::Boolean(answer));
            }
            self.note_unknown_match(scope, operator, &left_value, &right_value, &unknown, code.place(expr));
            return Ok(unknown);
        }
        match operator {
            O::Equal => Ok(Value::Boolean(self.equal(&left_value, &right_value))),
            O::NotEqual => Ok(Value::Boolean(!self.equal(&left_value, &right_value))),
            O::Less | O::LessOrEqual | O::Greater | O::GreaterOrEqual => {
                self.compare_values(operator, &left_value, &right_value, code.place(expr))
            }
            O::Match | O::NotMatch => {
                let matched = self.match_operator(code, scope, expr, &left_value, &right_value, left, right)?;
                Ok(match matched {
                    Value::Boolean(matched) => Value::Boolean(matched == (operator == O::Match)),
                    other => other,
                })
            }
            O::In => self.evaluate_in(scope, &left_value, &right_value, code.place(expr)),
            _ => self.calculate(code, scope, expr, operator, left_value, right_value, left, right),
        }
    }

    fn evaluate_logic(
        &mut self,
        code: &Code,
        scope: ScopeId,
        operator: BinaryOperator,
        left: ExprId,
        right: ExprId,
    ) -> Evaluated<Value> {
        let left = self.evaluate(code, scope, left)?;
        let decides = operator == BinaryOperator::Or;
        match self.truth(&left) {
            Some(truth) if truth == decides => Ok(Value::Boolean(decides)),
            Some(_) => {
                let right = self.evaluate(code, scope, right)?;
                Ok(self.truth(&right).map_or(right, Value::Boolean))
            }
            None => {
                // The other side may decide alone.
                let right = self.evaluate(code, scope, right)?;
                Ok(if self.truth(&right) == Some(decides) { Value::Boolean(decides) } else { left })
            }
        }
    }

    /// Whether a value counts as true; `None` where it is unknown.
    pub fn truth(&self, value: &Value) -> Option<bool> {
        match value {
            Value::Undef | Value::Boolean(false) => Some(false),
            Value::Unknown(reason) if reason.is_text() && !self.rules.holds(Rule::EmptyStringIsFalse) => Some(true),
            Value::Unknown(_) => None,
            Value::String(text) if text.is_empty() => Some(!self.rules.holds(Rule::EmptyStringIsFalse)),
            _ => Some(true),
        }
    }

    /// The language's `==`.
    pub fn equal(&self, left: &Value, right: &Value) -> bool {
        equals_by(left, right, self.equality_rules())
    }

    fn equality_rules(&self) -> EqualityRules {
        EqualityRules {
            numeric_strings: self.rules.holds(Rule::NumericStringsEqualNumbers),
            unicode_case: self.rules.holds(Rule::UnicodeCaseFolding),
        }
    }

    fn compare_values(
        &mut self,
        operator: BinaryOperator,
        left: &Value,
        right: &Value,
        place: Place,
    ) -> Evaluated<Value> {
        if let (Value::Type(left), Value::Type(right)) = (left, right) {
            return Ok(Value::Boolean(match operator {
                BinaryOperator::Less => is_narrower(left, right),
                BinaryOperator::LessOrEqual => is_assignable(right, left),
                BinaryOperator::Greater => is_narrower(right, left),
                _ => is_assignable(left, right),
            }));
        }
        if matches!(left, Value::Type(_)) && !self.rules.holds(Rule::TypesCompareWithTypesOnly) {
            return Ok(Value::Boolean(false));
        }
        match self.ordering(left, right) {
            Ok(ordering) => Ok(Value::Boolean(match operator {
                BinaryOperator::Less => ordering == Ordering::Less,
                BinaryOperator::LessOrEqual => ordering != Ordering::Greater,
                BinaryOperator::Greater => ordering == Ordering::Greater,
                _ => ordering != Ordering::Less,
            })),
            Err(problem) => self.fail(
                ExpressionIssue::ComparisonNotPossible {
                    operator: binary_operator(operator),
                    left: value_label(left),
                    right: value_label(right),
                    cause: problem.cause().to_string(),
                },
                place,
            ),
        }
    }

    fn ordering(&self, left: &Value, right: &Value) -> Result<Ordering, NotComparable> {
        if self.rules.holds(Rule::NumericStringsAreOrderedAsNumbers)
            && matches!(left, Value::String(_) | Value::Integer(_) | Value::BigInteger(_) | Value::Float(_))
            && matches!(right, Value::String(_) | Value::Integer(_) | Value::BigInteger(_) | Value::Float(_))
        {
            return match (as_number(left), as_number(right)) {
                (Some(left), Some(right)) => compare(&left, &right),
                (Some(_), None) => Ok(Ordering::Less),
                (None, Some(_)) => Ok(Ordering::Greater),
                (None, None) => compare(left, right),
            };
        }
        if matches!((left, right), (Value::Default, Value::Default)) && self.rules.holds(Rule::DefaultIsNotOrdered) {
            return Err(NotComparable::Neither);
        }
        compare(left, right)
    }

    #[allow(clippy::too_many_arguments)]
    fn match_operator(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        subject: &Value,
        pattern: &Value,
        left: ExprId,
        right: ExprId,
    ) -> Evaluated<Value> {
        let takes_types = !self.rules.holds(Rule::MatchTakesNoTypes);
        match pattern {
            Value::Type(Type::Pattern(patterns)) if self.rules.holds(Rule::PatternTypeIsARegexp) => {
                let Value::String(text) = subject else {
                    return self.fail(
                        ExpressionIssue::MatchNotString { value: value_with_article(subject) },
                        code.place(left),
                    );
                };
                for pattern in patterns.iter() {
                    match self.match_text(scope, text, pattern, code.place(expr), code.place(right))? {
                        Value::Boolean(false) => {}
                        other => return Ok(other),
                    }
                }
                return Ok(Value::Boolean(false));
            }
            Value::Type(expected) if takes_types => return Ok(Value::Boolean(is_instance(expected, subject))),
            Value::SemVerRange(range) if takes_types => {
                return Ok(Value::Boolean(in_range(range, subject)));
            }
            _ => {}
        }
        // The pattern is looked at first, whatever the subject is.
        let regexp = match pattern {
            Value::String(source) => self.regexp(source),
            Value::Regexp(regexp) => regexp.clone(),
            other => {
                let cause = format!("no implicit conversion of {} into String", ruby_class(other));
                return self.fail(ExpressionIssue::MatchNotRegexp { cause }, code.place(right));
            }
        };
        let regex = regexp.compiled();
        if let Err(problem @ PatternProblem::Invalid(_)) = regex {
            let cause = problem.message(&regexp);
            return self.fail(ExpressionIssue::MatchNotRegexp { cause }, code.place(right));
        }
        let Value::String(text) = subject else {
            let value = value_with_article(subject);
            return self.fail(ExpressionIssue::MatchNotString { value }, code.place(left));
        };
        match regex {
            Ok(regex) => self.match_compiled(scope, text, regex, &regexp, code.place(expr)),
            Err(problem) => {
                let unknown = self.unknown(problem.message(&regexp), Some(code.place(right)));
                Ok(self.unknown_match(scope, &regexp, unknown, code.place(expr)))
            }
        }
    }

    /// Matches a text, and sets `$0`, `$1`, … where it matches.
    pub(super) fn match_text(
        &mut self,
        scope: ScopeId,
        text: &SmolStr,
        pattern: &Regexp,
        place: Place,
        pattern_place: Place,
    ) -> Evaluated<Value> {
        let regex = match pattern.compiled() {
            Ok(regex) => regex,
            Err(problem @ PatternProblem::Invalid(_)) => {
                let cause = problem.message(pattern);
                return self.fail(ExpressionIssue::MatchNotRegexp { cause }, pattern_place);
            }
            Err(problem) => {
                let unknown = self.unknown(problem.message(pattern), Some(pattern_place));
                return Ok(self.unknown_match(scope, pattern, unknown, place));
            }
        };
        self.match_compiled(scope, text, regex, pattern, place)
    }

    fn match_compiled(
        &mut self,
        scope: ScopeId,
        text: &SmolStr,
        regex: &RubyRegex,
        pattern: &SmolStr,
        place: Place,
    ) -> Evaluated<Value> {
        match regex.find(text) {
            Ok(Some(found)) => {
                let (subject, pattern) = (text.clone(), pattern.clone());
                let data = MatchData { place, subject, pattern, groups: found.groups, unknown: None };
                self.scope_mut(scope).current_match = Some(CurrentMatch::new(data));
                Ok(Value::Boolean(true))
            }
            Ok(None) => Ok(Value::Boolean(false)),
            Err(_) => {
                let unknown = self.unknown(format!("the match of /{pattern}/ takes too long"), Some(place));
                Ok(self.unknown_match(scope, pattern, unknown, place))
            }
        }
    }

    /// Makes the match variables unknown, for nobody can say whether a pattern matches.
    fn unknown_match(&mut self, scope: ScopeId, pattern: &SmolStr, unknown: Value, place: Place) -> Value {
        let (pattern, reason) = (pattern.clone(), Some(unknown.clone().with_nothing_certain()));
        let data = MatchData { place, subject: SmolStr::default(), pattern, groups: Vec::new(), unknown: reason };
        self.scope_mut(scope).current_match = Some(CurrentMatch::new(data));
        unknown
    }

    /// The same for an operator one of whose operands is unknown, where it could set match variables.
    fn note_unknown_match(
        &mut self,
        scope: ScopeId,
        operator: BinaryOperator,
        left: &Value,
        right: &Value,
        unknown: &Value,
        place: Place,
    ) {
        let pattern = match operator {
            BinaryOperator::Match | BinaryOperator::NotMatch => right,
            BinaryOperator::In if !self.rules.holds(Rule::InLeavesMatchVariables) => left,
            _ => return,
        };
        let pattern = match pattern {
            Value::Regexp(pattern) => (**pattern).clone(),
            Value::String(pattern) if operator != BinaryOperator::In => pattern.clone(),
            Value::Unknown(_) => SmolStr::default(),
            Value::Type(Type::Pattern(_)) if self.rules.holds(Rule::PatternTypeIsARegexp) => SmolStr::default(),
            _ => return,
        };
        self.unknown_match(scope, &pattern, unknown.clone(), place);
    }

    /// Whether an option of a case or selector takes a value. Regular expressions set the match variables.
    pub(super) fn option_matches(
        &mut self,
        scope: ScopeId,
        value: &Value,
        option: &Value,
        place: Place,
    ) -> Evaluated<Value> {
        if let Value::Unknown(_) = option {
            return Ok(option.clone());
        }
        Ok(Value::Boolean(match option {
            Value::Default => true,
            Value::Regexp(pattern) => match value {
                Value::String(text) => return self.match_text(scope, text, pattern, place, place),
                Value::Unknown(_) => return Ok(value.clone().with_nothing_certain()),
                _ => false,
            },
            Value::Type(Type::Pattern(patterns)) if self.rules.holds(Rule::PatternTypeIsARegexp) => {
                if let Value::String(text) = value {
                    for pattern in patterns.iter() {
                        match self.match_text(scope, text, pattern, place, place)? {
                            Value::Boolean(false) => {}
                            other => return Ok(other),
                        }
                    }
                }
                false
            }
            // `case type_of($block) { Callable[1, 1]: … }` asks what can be called so.
            Value::Type(expected @ Type::Callable(_))
                if self.rules.holds(Rule::CallableValues) && matches!(value, Value::Type(Type::Callable(_))) =>
            {
                matches!(value, Value::Type(actual) if is_assignable(expected, actual))
            }
            Value::Type(_) if self.rules.holds(Rule::TypeOptionsCompareTypes) && matches!(value, Value::Type(_)) => {
                self.equal(value, option)
            }
            _ if matches!(value, Value::Unknown(_)) => {
                let certain = if value.is_unknown_text() { certain_of_text(option) } else { None };
                return Ok(certain.map_or_else(|| value.clone().with_nothing_certain(), Value::Boolean));
            }
            Value::Type(expected) => is_instance(expected, value),
            Value::SemVerRange(range) => in_range(range, value),
            Value::SemVer(version) => is_version(version, value),
            Value::Array(_) | Value::Hash(_) if self.rules.holds(Rule::TypeOptionsCompareTypes) => {
                self.equal(value, option)
            }
            Value::Array(options) => {
                let Value::Array(values) = value else {
                    return Ok(Value::Boolean(false));
                };
                if values.len() != options.len() {
                    return Ok(Value::Boolean(false));
                }
                for (value, option) in values.iter().zip(options.iter()) {
                    match self.option_matches(scope, value, option, place)? {
                        Value::Boolean(true) => {}
                        other => return Ok(other),
                    }
                }
                true
            }
            Value::Hash(options) => {
                let Value::Hash(values) = value else {
                    return Ok(Value::Boolean(false));
                };
                for (key, option) in options.iter() {
                    let value = values.get(key).cloned().unwrap_or(Value::Undef);
                    match self.option_matches(scope, &value, option, place)? {
                        Value::Boolean(true) => {}
                        other => return Ok(other),
                    }
                }
                true
            }
            _ => self.equal(value, option),
        }))
    }

    /// `!expression`
    pub(super) fn evaluate_not(&mut self, code: &Code, scope: ScopeId, operand: ExprId) -> Evaluated<Value> {
        let value = self.evaluate(code, scope, operand)?;
        Ok(self.truth(&value).map_or(value, |truth| Value::Boolean(!truth)))
    }

    /// `*expression` as a value: the array that it unfolds to.
    pub(super) fn evaluate_unfold(&mut self, code: &Code, scope: ScopeId, operand: ExprId) -> Evaluated<Value> {
        let value = self.evaluate(code, scope, operand)?;
        Ok(match value {
            Value::Unknown(_) => value.with_nothing_certain(),
            value => Value::array(self.unfolded(value)),
        })
    }

    /// The values of several expressions, with `*` ones spread out.
    pub(super) fn evaluate_spread(&mut self, code: &Code, scope: ScopeId, exprs: &[ExprId]) -> Evaluated<Vec<Value>> {
        let mut values = Vec::with_capacity(exprs.len());
        self.evaluate_spread_into(code, scope, exprs, &mut values)?;
        Ok(values)
    }

    pub(super) fn evaluate_spread_into(
        &mut self,
        code: &Code,
        scope: ScopeId,
        exprs: &[ExprId],
        values: &mut Vec<Value>,
    ) -> Evaluated<()> {
        for expr in exprs {
            match code.program.expr(*expr) {
                Expr::String(text) => values.push(Value::String(text.clone())),
                Expr::Unfold(operand) => match self.evaluate(code, scope, *operand)? {
                    unknown @ Value::Unknown(_) => values.push(unknown),
                    value => values.extend(self.unfolded(value)),
                },
                _ => values.push(self.operand(code, scope, *expr)?),
            }
        }
        Ok(())
    }
}

impl Interpreter<'_> {
    /// What a value unfolds to: the elements of an array, the pairs of a hash, nothing for undef (or itself, where the
    /// edition says so), itself else.
    pub(super) fn unfolded(&self, value: Value) -> Vec<Value> {
        match value {
            Value::Undef if !self.rules.holds(Rule::UndefUnfoldsToItself) => Vec::new(),
            Value::Array(elements) => elements.iter().cloned().collect(),
            Value::Hash(entries) => pairs(&entries),
            other => vec![other],
        }
    }
}

/// Whether a value is a version, or a string that is it.
fn is_version(version: &SemVer, value: &Value) -> bool {
    match value {
        Value::SemVer(other) => **other == *version,
        Value::String(text) => SemVer::parse(text).is_some_and(|other| other == *version),
        _ => false,
    }
}

/// Whether a version, or a string that is one, is in a range.
fn in_range(range: &SemVerRange, value: &Value) -> bool {
    match value {
        Value::SemVer(version) => range.contains(version),
        Value::String(text) => SemVer::parse(text).is_some_and(|version| range.contains(&version)),
        _ => false,
    }
}

/// The entries of a hash as arrays of two.
pub(super) fn pairs(entries: &crate::value::HashEntries) -> Vec<Value> {
    entries.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect()
}

/// Where an operand's unknown value makes the result unknown: that value.
fn unknown_operand(operator: BinaryOperator, left: &Value, right: &Value) -> Option<Value> {
    for operand in [left, right] {
        if let Value::Unknown(_) = operand {
            return Some(operand.clone().with_nothing_certain());
        }
    }
    // Collections keep their unknown elements, comparing them does not.
    let compares = matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual | BinaryOperator::In);
    let unknown = if compares { left.first_unknown().or_else(|| right.first_unknown()) } else { None };
    unknown.map(|reason| Value::Unknown(reason.clone()))
}

/// What a comparison gives for a string of which nothing else is known, where that is enough.
fn answer_for_text(operator: BinaryOperator, left: &Value, right: &Value) -> Option<bool> {
    use BinaryOperator as O;
    let (is_positive, known) = match operator {
        O::Equal | O::NotEqual if left.is_unknown_text() => (operator == O::Equal, right.equals_unknown_text()),
        O::Equal | O::NotEqual if right.is_unknown_text() => (operator == O::Equal, left.equals_unknown_text()),
        O::Match | O::NotMatch if left.is_unknown_text() => match right {
            Value::Type(expected) => (operator == O::Match, text_is_of(expected)),
            _ => return None,
        },
        _ => return None,
    };
    known.map(|known| known == is_positive)
}

/// The same for an option of a case or selector.
fn certain_of_text(option: &Value) -> Option<bool> {
    match option {
        Value::Type(expected) => text_is_of(expected),
        other => other.equals_unknown_text(),
    }
}

/// A number, or a string that is one.
fn as_number(value: &Value) -> Option<Value> {
    match value {
        Value::Integer(_) | Value::BigInteger(_) | Value::Float(_) => Some(value.clone()),
        Value::String(text) => numbers::read_number(text),
        _ => None,
    }
}

/// What Ruby calls the class of a value in `no implicit conversion of …`.
fn ruby_class(value: &Value) -> &'static str {
    match value {
        Value::Undef => "nil",
        Value::Default => "Symbol",
        Value::Boolean(true) => "true",
        Value::Boolean(false) => "false",
        Value::Integer(_) | Value::BigInteger(_) => "Integer",
        Value::Float(_) => "Float",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::SemVer(_) => "SemanticPuppet::Version",
        Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
        Value::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary",
        Value::Timestamp(_) => "Puppet::Pops::Time::Timestamp",
        Value::Timespan(_) => "Puppet::Pops::Time::Timespan",
        Value::Uri(_) => "URI::Generic",
        _ => "Object",
    }
}
