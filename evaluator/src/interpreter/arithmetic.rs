//! `+ - * / % << >>` and unary minus, on numbers, collections, times, URIs and binaries.

use std::sync::Arc;

use syntax::ExprId;
use syntax::program::BinaryOperator;
use syntax::validation::labels::binary_operator;

use super::issues::ExpressionIssue;
use super::labels::value_with_article;
use super::operators::pairs;
use super::{Code, Evaluated, Interpreter};
use crate::edition::Rule;
use crate::error::RuntimeError;
use crate::limits::LimitReached;
use crate::outcome::LogLevel;
use crate::place::Place;
use crate::request::Strictness;
use crate::ruby_core::text::to_s;
use crate::scope::ScopeId;
use crate::value::big_integers::Operation;
use crate::value::text::to_display_string;
use crate::value::{HashEntries, Value, big_integers, numbers};

/// The range of Puppet's integers.
const INTEGER_RANGE: std::ops::RangeInclusive<i128> = i64::MIN as i128..=i64::MAX as i128;
const NANOSECONDS: i128 = 1_000_000_000;
/// Making a collection of so many elements takes so long that someone may not want the outcome any more.
const LARGE: usize = 1 << 10;

/// Why a calculation has no result.
enum Trouble {
    DivisionByZero,
    /// The operator means nothing on the left value.
    NotApplicable,
    NotApplicableWhen,
    /// Beyond what can be represented.
    TooLarge,
    Words(String),
}

/// Where a calculation and its operands stand.
#[derive(Clone, Copy)]
struct Places {
    whole: Place,
    left: Place,
    right: Place,
}

impl Interpreter<'_> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn calculate(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        operator: BinaryOperator,
        left: Value,
        right: Value,
        left_expr: ExprId,
        right_expr: ExprId,
    ) -> Evaluated<Value> {
        use BinaryOperator as O;
        match (&left, operator) {
            (Value::Uri(_) | Value::Binary(_), O::Add) | (Value::Array(_) | Value::Hash(_), O::Add) => {
                let pairs_only = self.rules.holds(Rule::PairsHaveTwoElements);
                return match concatenate(left, right, pairs_only) {
                    Ok(value) => self.checked_size(value),
                    Err(words) => self.fail(RuntimeError(words), code.place(expr)),
                };
            }
            (Value::Array(_) | Value::Hash(_), O::Subtract) => return Ok(self.delete(left, right)),
            (Value::Array(elements), O::LeftShift) => {
                self.check_nesting_inside(&right)?;
                let mut elements = elements.as_ref().clone();
                elements.push(right);
                return self.checked_size(Value::Array(Arc::new(elements)));
            }
            (Value::Hash(_), O::LeftShift) => {
                let issue = ExpressionIssue::OperatorNotApplicable { operator: "<<", value: value_with_article(&left) };
                return self.fail(issue, code.place(left_expr));
            }
            _ => {}
        }
        let left = self.numeric_operand(left, scope, code.place(left_expr))?;
        let right = self.numeric_operand(right, scope, code.place(right_expr))?;
        let places = Places { whole: code.place(expr), left: code.place(left_expr), right: code.place(right_expr) };
        let is_shift = matches!(operator, O::LeftShift | O::RightShift);
        if is_shift && matches!(right, Value::Float(_)) && self.rules.holds(Rule::IntegersOnly) {
            return self.refuse_calculation(Trouble::NotApplicableWhen, operator, &left, &right, places);
        }
        let result = match calculate_numbers(operator, &left, &right) {
            Ok(result) => result,
            Err(trouble) => return self.refuse_calculation(trouble, operator, &left, &right, places),
        };
        if is_shift
            && big_integers::is_negative(&result)
            && shifts_right(operator, &right)
            && self.rules.holds(Rule::RightShiftStaysPositive)
        {
            return Ok(Value::Integer(0));
        }
        self.checked_number(result, operator, places)
    }

    /// Says why a calculation has no result.
    fn refuse_calculation(
        &mut self,
        trouble: Trouble,
        operator: BinaryOperator,
        left: &Value,
        right: &Value,
        places: Places,
    ) -> Evaluated<Value> {
        let symbol = binary_operator(operator);
        match trouble {
            Trouble::DivisionByZero => self.fail(ExpressionIssue::DivisionByZero, places.right),
            Trouble::NotApplicable => {
                let value = value_with_article(left);
                self.fail(ExpressionIssue::OperatorNotApplicable { operator: symbol, value }, places.left)
            }
            Trouble::NotApplicableWhen => {
                let (left, right) = (value_with_article(left), value_with_article(right));
                let issue = ExpressionIssue::OperatorNotApplicableWhen { operator: symbol, left, right };
                self.fail(issue, places.left)
            }
            Trouble::TooLarge if self.rules.holds(Rule::UnboundedIntegers) => {
                let reason = format!("an integer of more than {} bits", big_integers::MAX_BITS);
                Ok(self.unknown(reason, Some(places.whole)))
            }
            Trouble::TooLarge => {
                let words = match operator {
                    BinaryOperator::LeftShift | BinaryOperator::RightShift => "shift width too big".to_string(),
                    _ => format!("The result of the {symbol} expression is too large"),
                };
                self.fail(RuntimeError(words), places.whole)
            }
            Trouble::Words(words) => self.fail(RuntimeError(words), places.whole),
        }
    }

    /// A result, where the edition has such numbers.
    fn checked_number(&mut self, result: Value, operator: BinaryOperator, places: Places) -> Evaluated<Value> {
        let symbol = binary_operator(operator);
        match result {
            Value::Float(number) if number.is_infinite() => {
                self.fail(ExpressionIssue::ResultIsInfinity { operator: symbol }, places.left)
            }
            Value::Float(number) if number.is_nan() && self.rules.holds(Rule::NotANumberIsAnError) => {
                self.fail(ExpressionIssue::DivisionByZero, places.right)
            }
            Value::Integer(value) if !INTEGER_RANGE.contains(&value) && !self.rules.holds(Rule::UnboundedIntegers) => {
                let value = big_integers::BigInt::from(value);
                self.fail(ExpressionIssue::NumericOverflow { operator: symbol, value }, places.whole)
            }
            Value::BigInteger(value) if !self.rules.holds(Rule::UnboundedIntegers) => {
                let value = value.as_ref().clone();
                self.fail(ExpressionIssue::NumericOverflow { operator: symbol, value }, places.whole)
            }
            value => Ok(value),
        }
    }

    /// `-expression`
    pub(super) fn evaluate_unary_minus(
        &mut self,
        code: &Code,
        scope: ScopeId,
        expr: ExprId,
        operand: ExprId,
    ) -> Evaluated<Value> {
        let value = self.evaluate(code, scope, operand)?;
        if let Value::Unknown(_) = value {
            return Ok(value.with_nothing_certain());
        }
        Ok(match self.numeric_operand(value, scope, code.place(expr))? {
            // Puppet does not check the range here.
            number @ (Value::Integer(_) | Value::BigInteger(_)) => big_integers::negated(&number),
            Value::Float(number) => Value::Float(-number),
            Value::Timespan(span) => Value::Timespan(-span),
            Value::SemVer(_) => {
                return self.raise(RuntimeError("can't convert SemanticPuppet::Version into Float".to_string()));
            }
            other => {
                let value = value_with_article(&other);
                let issue = ExpressionIssue::OperatorNotApplicable { operator: "-", value };
                return self.fail(issue, code.place(operand));
            }
        })
    }

    /// A number or time to calculate with. A numeric string is one with a warning or an error, as the rules say.
    pub(super) fn numeric_operand(&mut self, value: Value, scope: ScopeId, place: Place) -> Evaluated<Value> {
        match value {
            Value::Integer(_)
            | Value::BigInteger(_)
            | Value::Float(_)
            | Value::Timestamp(_)
            | Value::Timespan(_)
            | Value::SemVer(_) => Ok(value),
            Value::String(text) => match numbers::read_number(&text) {
                Some(number) => {
                    let before = text.to_string();
                    let issue = ExpressionIssue::NumericCoercion { before, after: to_display_string(&number) };
                    if !self.rules.holds(Rule::NumericStringsInArithmetic) {
                        self.questionable(issue, scope, place)?;
                    }
                    Ok(number)
                }
                None => self.fail(ExpressionIssue::NotNumeric { value: text.to_string() }, place),
            },
            other => self.fail(ExpressionIssue::NotNumeric { value: to_s(&other) }, place),
        }
    }

    /// What the setting `strict` makes an error, a warning, or nothing.
    pub(crate) fn questionable(
        &mut self,
        issue: impl crate::error::Issue + 'static,
        scope: ScopeId,
        place: Place,
    ) -> Evaluated<()> {
        match self.rules.strict {
            Strictness::Error => self.fail(issue, place),
            Strictness::Warning => {
                self.log(LogLevel::Warning, issue.message(), scope, Some(place));
                Ok(())
            }
            Strictness::Off => Ok(()),
        }
    }

    /// Ends the evaluation where a collection has become too large.
    pub(crate) fn checked_size(&self, value: Value) -> Evaluated<Value> {
        let most = self.request.limits.collection_elements;
        let size = match &value {
            Value::Array(elements) => elements.len(),
            Value::Hash(entries) => entries.len(),
            _ => 0,
        };
        if size > LARGE {
            self.world.checkpoint();
        }
        if size > most { self.limit(LimitReached::CollectionElements(most)) } else { Ok(value) }
    }

    /// `collection - value`
    fn delete(&self, left: Value, right: Value) -> Value {
        let by_equality = self.rules.holds(Rule::DifferenceByEquality);
        match left {
            Value::Array(elements) => {
                let removed = match right {
                    Value::Array(removed) => removed.as_ref().clone(),
                    // Keys and values alike: `[1, 2, b] - {a => 1, b => 20}` is `[2]`.
                    Value::Hash(entries) if by_equality => {
                        entries.iter().flat_map(|(key, value)| [key.clone(), value.clone()]).collect()
                    }
                    Value::Hash(entries) => pairs(&entries),
                    other => vec![other],
                };
                let same = |left: &Value, right: &Value| {
                    if by_equality { self.equal(left, right) } else { ruby_equal(left, right) }
                };
                Value::array(elements.iter().filter(|element| !removed.iter().any(|gone| same(element, gone))).cloned())
            }
            Value::Hash(entries) => {
                let mut kept = entries.as_ref().clone();
                match right {
                    Value::Hash(removed) => removed.keys().for_each(|key| drop(kept.shift_remove(key))),
                    Value::Array(removed) => removed.iter().for_each(|key| drop(kept.shift_remove(key))),
                    key => drop(kept.shift_remove(&key)),
                }
                Value::Hash(Arc::new(kept))
            }
            other => other,
        }
    }
}

/// Whether a shift goes to the right: a negative count turns it round.
fn shifts_right(operator: BinaryOperator, count: &Value) -> bool {
    (operator == BinaryOperator::RightShift) != big_integers::is_negative(count)
}

/// `collection + value`, `uri + value`, `binary + value`
fn concatenate(left: Value, right: Value, pairs_only: bool) -> Result<Value, String> {
    match left {
        Value::Array(mut elements) => {
            let target = Arc::make_mut(&mut elements);
            match right {
                Value::Array(more) => target.extend(more.iter().cloned()),
                Value::Hash(entries) => target.extend(pairs(&entries)),
                other => target.push(other),
            }
            Ok(Value::Array(elements))
        }
        Value::Hash(mut entries) => {
            let more = match right {
                Value::Hash(more) => more,
                Value::Array(elements) => Arc::new(hash_of_elements(&elements, pairs_only)?),
                _ => return Err("Can only append Array or Hash to a Hash".to_string()),
            };
            if Arc::get_mut(&mut entries).is_none() {
                entries = Arc::new(entries.with_room(more.len()));
            }
            let target = Arc::make_mut(&mut entries);
            // What nobody else holds need not be copied.
            match Arc::try_unwrap(more) {
                Ok(own) => target.extend(own),
                Err(shared) => target.extend(shared.iter().map(|(key, value)| (key.clone(), value.clone()))),
            }
            Ok(Value::Hash(entries))
        }
        Value::Uri(base) => {
            let reference = match &right {
                Value::Uri(reference) => reference.as_ref(),
                Value::String(text) => text.as_str(),
                _ => return Err("An URI can only be merged with an URI or String".to_string()),
            };
            let is_relative = |uri: &str| crate::ruby_core::uri::UriParts::parse(uri).scheme.is_none();
            if is_relative(&base) && is_relative(reference) {
                return Err("both URI are relative".to_string());
            }
            Ok(Value::Uri(crate::ruby_core::uri_references::resolve(&base, reference).into()))
        }
        Value::Binary(bytes) => match right {
            Value::Binary(more) => Ok(Value::Binary([bytes.as_ref(), more.as_ref()].concat().into())),
            _ => Err("Can only append Binary to a Binary".to_string()),
        },
        other => Ok(other),
    }
}

/// An array of pairs, or of keys and values in turn, as a hash. Where not only pairs will do, a key alone has no value.
fn hash_of_elements(elements: &[Value], pairs_only: bool) -> Result<HashEntries, String> {
    let mut entries = HashEntries::default();
    if elements.iter().all(|element| matches!(element, Value::Array(_))) {
        for (index, element) in elements.iter().enumerate() {
            let Value::Array(pair) = element else { continue };
            match pair.as_slice() {
                [key, value] => drop(entries.insert(key.clone(), value.clone())),
                [key] if !pairs_only => drop(entries.insert(key.clone(), Value::Undef)),
                other => return Err(format!("wrong array length at {index} (expected 2, was {})", other.len())),
            }
        }
        return Ok(entries);
    }
    if elements.len() % 2 == 1 {
        return Err("odd number of arguments for Hash".to_string());
    }
    for pair in elements.chunks_exact(2) {
        if let [key, value] = pair {
            entries.insert(key.clone(), value.clone());
        }
    }
    Ok(entries)
}

/// Equality as Ruby sees it: numbers by value, strings with their case.
fn ruby_equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Integer(left), Value::Float(right)) => *left as f64 == *right,
        (Value::Float(left), Value::Integer(right)) => *left == *right as f64,
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right.iter()).all(|(left, right)| ruby_equal(left, right))
        }
        (Value::Hash(left), Value::Hash(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, value)| right.get(key).is_some_and(|other| ruby_equal(value, other)))
        }
        _ => left == right,
    }
}

fn calculate_numbers(operator: BinaryOperator, left: &Value, right: &Value) -> Result<Value, Trouble> {
    use BinaryOperator as O;
    // Puppet takes a version for a number, and then finds that it is none.
    match (left, right) {
        (Value::SemVer(_), _) => return Err(Trouble::NotApplicable),
        (Value::Integer(_) | Value::Float(_), Value::SemVer(_)) => {
            return Err(Trouble::Words("can't convert SemanticPuppet::Version into Float".to_string()));
        }
        _ => {}
    }
    if operator == O::Modulo {
        match (left, right) {
            (Value::Float(_), _) => return Err(Trouble::NotApplicable),
            (_, Value::Float(_)) => return Err(Trouble::NotApplicableWhen),
            _ => {}
        }
    }
    match (left, right) {
        (Value::Integer(left), Value::Integer(right)) => calculate_integers(operator, *left, *right),
        (Value::Integer(_) | Value::BigInteger(_), Value::Integer(_) | Value::BigInteger(_)) => {
            calculate_big_integers(operator, left, right)
        }
        (Value::Float(_), Value::Integer(_) | Value::BigInteger(_) | Value::Float(_))
        | (Value::Integer(_) | Value::BigInteger(_), Value::Float(_)) => {
            let (x, y) = (float(left), float(right));
            Ok(Value::Float(match operator {
                O::Add => x + y,
                O::Subtract => x - y,
                O::Multiply => x * y,
                O::Divide => x / y,
                // Ruby shifts an integer by the whole part of a float.
                _ => match left {
                    Value::Integer(left) if y.is_finite() && y.abs() < 1e9 => {
                        return calculate_integers(operator, *left, y as i128);
                    }
                    _ => return Err(Trouble::NotApplicable),
                },
            }))
        }
        _ => calculate_times(operator, left, right),
    }
}

fn float(value: &Value) -> f64 {
    match value {
        Value::Integer(number) => *number as f64,
        Value::BigInteger(number) => big_integers::to_float(number),
        Value::Float(number) => *number,
        _ => 0.0,
    }
}

fn calculate_integers(operator: BinaryOperator, left: i128, right: i128) -> Result<Value, Trouble> {
    use BinaryOperator as O;
    let result = match operator {
        O::Add => left.checked_add(right),
        O::Subtract => left.checked_sub(right),
        O::Multiply => left.checked_mul(right),
        O::Divide | O::Modulo if right == 0 => return Err(Trouble::DivisionByZero),
        O::Divide => floor_division(left, right),
        O::Modulo => {
            left.checked_rem(right).map(|rest| if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
        }
        O::LeftShift => shift(left, right),
        O::RightShift => right.checked_neg().and_then(|right| shift(left, right)),
        _ => return Err(Trouble::NotApplicable),
    };
    match result {
        Some(result) => Ok(Value::Integer(result)),
        None => calculate_big_integers(operator, &Value::Integer(left), &Value::Integer(right)),
    }
}

/// The same where a number or the result is beyond 128 bits.
fn calculate_big_integers(operator: BinaryOperator, left: &Value, right: &Value) -> Result<Value, Trouble> {
    use BinaryOperator as O;
    let operation = match operator {
        O::Add => Operation::Add,
        O::Subtract => Operation::Subtract,
        O::Multiply => Operation::Multiply,
        O::Divide | O::Modulo if matches!(right, Value::Integer(0)) => return Err(Trouble::DivisionByZero),
        O::Divide => Operation::Divide,
        O::Modulo => Operation::Modulo,
        O::LeftShift => Operation::LeftShift,
        O::RightShift => Operation::RightShift,
        _ => return Err(Trouble::NotApplicable),
    };
    big_integers::calculate(operation, left, right).ok_or(Trouble::TooLarge)
}

/// Towards minus infinity, as Ruby divides.
fn floor_division(left: i128, right: i128) -> Option<i128> {
    let quotient = left.checked_div(right)?;
    Some(if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient })
}

/// To the left by `by` bits, to the right where it is negative.
fn shift(value: i128, by: i128) -> Option<i128> {
    if by <= 0 {
        return Some(if by <= -127 { value >> 127 } else { value >> -by });
    }
    if value == 0 {
        return Some(0);
    }
    if by >= 127 {
        return None;
    }
    let shifted = value << by;
    (shifted >> by == value).then_some(shifted)
}

/// Timespans and timestamps with each other and with numbers of seconds.
fn calculate_times(operator: BinaryOperator, left: &Value, right: &Value) -> Result<Value, Trouble> {
    use BinaryOperator as O;
    let is_number = |value: &Value| matches!(value, Value::Integer(_) | Value::Float(_));
    if is_number(left) {
        return match (operator, right) {
            (O::Add, _) | (O::Multiply, Value::Timespan(_)) => calculate_times(operator, right, left),
            (O::Subtract, Value::Timespan(_)) => calculate_times(operator, &Value::Timespan(nanoseconds(left)?), right),
            _ => Err(Trouble::NotApplicableWhen),
        };
    }
    let words = |words: &str| Err(Trouble::Words(words.to_string()));
    if let Value::SemVer(_) = right {
        let left = super::labels::value_label(left);
        return Err(Trouble::Words(match operator {
            O::Add => format!("A Version cannot be added to a {left}"),
            O::Subtract => format!("A Version cannot be subtracted from a {left}"),
            O::Multiply => "A Timestamp cannot be multiplied by a Version".to_string(),
            O::Divide => "A Timespan cannot be divided by a Version".to_string(),
            _ => return Err(Trouble::NotApplicable),
        }));
    }
    let checked = |value: Option<i128>| value.ok_or(Trouble::TooLarge);
    match (left, operator) {
        (Value::Timestamp(left), O::Add) => match right {
            Value::Timestamp(_) => words("A Timestamp cannot be added to a Timestamp"),
            Value::Timespan(right) => checked(left.checked_add(*right)).map(Value::Timestamp),
            _ => checked(left.checked_add(nanoseconds(right)?)).map(Value::Timestamp),
        },
        (Value::Timestamp(left), O::Subtract) => match right {
            Value::Timestamp(right) => checked(left.checked_sub(*right)).map(Value::Timespan),
            Value::Timespan(right) => checked(left.checked_sub(*right)).map(Value::Timestamp),
            _ => checked(left.checked_sub(nanoseconds(right)?)).map(Value::Timestamp),
        },
        (Value::Timespan(left), O::Add) => match right {
            Value::Timestamp(right) => checked(left.checked_add(*right)).map(Value::Timestamp),
            Value::Timespan(right) => checked(left.checked_add(*right)).map(Value::Timespan),
            _ => checked(left.checked_add(nanoseconds(right)?)).map(Value::Timespan),
        },
        (Value::Timespan(left), O::Subtract) => match right {
            Value::Timestamp(_) => words("A Timestamp cannot be subtracted from a Timespan"),
            Value::Timespan(right) => checked(left.checked_sub(*right)).map(Value::Timespan),
            _ => checked(left.checked_sub(nanoseconds(right)?)).map(Value::Timespan),
        },
        (Value::Timespan(left), O::Multiply) => match right {
            Value::Integer(right) => checked(left.checked_mul(*right)).map(Value::Timespan),
            Value::Float(right) => Ok(Value::Timespan((*left as f64 * right) as i128)),
            _ => words("A Timestamp cannot be multiplied by a Timespan"),
        },
        (Value::Timespan(left), O::Divide) => match right {
            Value::Integer(0) => Err(Trouble::DivisionByZero),
            Value::Integer(right) => checked(floor_division(*left, *right)).map(Value::Timespan),
            Value::Float(right) if *right == 0.0 => Err(Trouble::DivisionByZero),
            Value::Float(right) => Ok(Value::Timespan((*left as f64 / right) as i128)),
            Value::Timespan(0) => Err(Trouble::DivisionByZero),
            Value::Timespan(right) => Ok(Value::Float(*left as f64 / *right as f64)),
            _ => words("A Timespan cannot be divided by a Timestamp"),
        },
        // Puppet takes the whole seconds, and gives a number.
        (Value::Timespan(left), O::Modulo) => match right {
            Value::Integer(right) => calculate_integers(operator, left.div_euclid(NANOSECONDS), *right),
            other => {
                Err(Trouble::Words(format!("Can not do modulus on a Timespan using a {}", value_with_article(other))))
            }
        },
        _ => Err(Trouble::NotApplicable),
    }
}

/// Seconds as nanoseconds.
fn nanoseconds(seconds: &Value) -> Result<i128, Trouble> {
    match seconds {
        Value::Integer(seconds) => seconds.checked_mul(NANOSECONDS).ok_or(Trouble::TooLarge),
        Value::Float(seconds) => Ok((seconds * NANOSECONDS as f64) as i128),
        _ => Err(Trouble::NotApplicable),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integers(operator: BinaryOperator, left: i128, right: i128) -> Option<i128> {
        match calculate_integers(operator, left, right) {
            Ok(Value::Integer(value)) => Some(value),
            _ => None,
        }
    }

    #[test]
    fn division_and_modulo_go_down_as_in_ruby() {
        assert_eq!(integers(BinaryOperator::Divide, -7, 2), Some(-4));
        assert_eq!(integers(BinaryOperator::Divide, 7, -2), Some(-4));
        assert_eq!(integers(BinaryOperator::Modulo, -7, 2), Some(1));
        assert_eq!(integers(BinaryOperator::Modulo, 7, -2), Some(-1));
        assert_eq!(integers(BinaryOperator::Divide, 1, 0), None);
    }

    #[test]
    fn shifts_go_both_ways_and_never_lose_bits() {
        assert_eq!(integers(BinaryOperator::LeftShift, 1, 3), Some(8));
        assert_eq!(integers(BinaryOperator::LeftShift, 8, -3), Some(1));
        assert_eq!(integers(BinaryOperator::RightShift, -8, 1), Some(-4));
        assert_eq!(integers(BinaryOperator::LeftShift, 1, 500), None, "more than 128 bits");
        assert_eq!(integers(BinaryOperator::RightShift, -1, 500), Some(-1));
    }
}
