//! Calculations with small integers, where nothing can go wrong: both numbers and the result are far inside of every edition's
//! range. They are what most loops do, and are done without the detours that other values need.

use syntax::program::BinaryOperator;
use syntax::{Expr, ExprId};

use super::{Code, Interpreter};
use crate::scope::ScopeId;
use crate::value::Value;

/// How deep calculations are looked at. Where one of the values is no small integer, this much is done in vain.
pub(super) const MAX_DEPTH: u32 = 4;

impl Interpreter<'_> {
    /// What an operator between small integers gives. `None` says nothing: nothing has happened then. `depth` is that of operators
    /// inside one another that are looked at.
    pub(super) fn small_calculation(
        &mut self,
        code: &Code,
        scope: ScopeId,
        (operator, left, right): (BinaryOperator, ExprId, ExprId),
        depth: u32,
    ) -> Option<i64> {
        let left = self.small_operand(code, scope, left, depth)?;
        let right = self.small_operand(code, scope, right, depth)?;
        self.steps += 1;
        calculate(operator, left, right)
    }

    fn small_operand(&mut self, code: &Code, scope: ScopeId, expr: ExprId, depth: u32) -> Option<i32> {
        match code.program.expr(expr) {
            Expr::Variable(variable) => match self.plain_variable(scope, &variable.name)? {
                Value::Integer(number) => i32::try_from(*number).ok(),
                _ => None,
            },
            Expr::Integer(literal) => i32::try_from(literal.value?).ok(),
            Expr::Binary { operator, left, right } if depth > 0 => {
                let value = self.small_calculation(code, scope, (*operator, *left, *right), depth - 1)?;
                i32::try_from(value).ok()
            }
            Expr::Parenthesized(inner) if depth > 0 => self.small_operand(code, scope, *inner, depth - 1),
            _ => None,
        }
    }
}

/// Arithmetic whose result is an integer.
#[inline]
fn calculate(operator: BinaryOperator, left: i32, right: i32) -> Option<i64> {
    use BinaryOperator as O;
    let (left, right) = (i64::from(left), i64::from(right));
    Some(match operator {
        O::Add => left + right,
        O::Subtract => left - right,
        O::Multiply => left * right,
        // Those of negative numbers are rounded in another way than here.
        O::Modulo if left >= 0 && right > 0 => left % right,
        O::Divide if left >= 0 && right > 0 => left / right,
        _ => return None,
    })
}

/// Arithmetic and comparisons of two values that are there.
#[inline]
pub(super) fn between_small(operator: BinaryOperator, left: i128, right: i128) -> Option<Value> {
    use BinaryOperator as O;
    let (left, right) = (i32::try_from(left).ok()?, i32::try_from(right).ok()?);
    Some(Value::Boolean(match operator {
        O::Equal => left == right,
        O::NotEqual => left != right,
        O::Less => left < right,
        O::LessOrEqual => left <= right,
        O::Greater => left > right,
        O::GreaterOrEqual => left >= right,
        _ => return calculate(operator, left, right).map(Value::from),
    }))
}

#[cfg(test)]
mod tests {
    use crate::memory_world::notices;

    #[test]
    fn nested_calculations_give_what_single_ones_give() {
        let code = "$a = 7 $b = -3 $big = 3000000000
            notice($a * 2 + 1, 1 + $a * $a % 4, $b % 2 + 0, 0 + $b / 2, $a - $b - $a, 2 + $big * 2, 1 + 2147483647 * 2147483647)
            notice(1 + 2.5 * 2, 1 + ($a * 2), $a * 2 == 14, $a + 1 > $b * 2)
            notice([1] + [2] + [3], {a => 1} + {b => 2} - 'a')";
        assert_eq!(
            notices(code),
            ["15 2 1 -2 3 6000000002 4611686014132420610", "6.0 15 true true", "[1, 2, 3] {b => 2}"]
        );
    }
}
