//! A value that is read for the last time is changed where it would be copied: `reduce({}) |$memo, $x| { $memo + { … } }` adds to
//! one hash instead of making a longer one each time, and `reduce('') |$memo, $x| { "${memo}${x}" }` to one text.
//!
//! Only the plainest lambdas are looked into: whatever might read the parameter by another way keeps the copy.

use smol_str::SmolStr;
use syntax::program::{BinaryOperator, StringSegment};
use syntax::{Expr, ExprId, Program};

use super::{Code, Interpreter};
use crate::place::Place;
use crate::scope::ScopeId;
use crate::value::{Callable, Value};

/// A text that a lambda lengthens, call by call, and that nobody else sees until the last one.
pub(crate) struct GrowingText {
    /// The string expression that the lambda ends with.
    end: Place,
    pub(super) text: String,
}

impl Interpreter<'_> {
    /// Lets a lambda lengthen a text where it stands, if it ends with a string that begins with its first parameter, and does not
    /// read that parameter anywhere else. What such calls give has no meaning until `grown_text`.
    pub(crate) fn grow_text(&mut self, block: &Callable, start: &Value) -> bool {
        self.growing_text = None;
        let (Callable::Lambda(closure), Value::String(start)) = (block, start) else { return false };
        // Of broken code statements may be left out, the last one, too.
        if self.is_watched(closure.code.file) || self.has_broken_code() {
            return false;
        }
        let Some(end) = lengthened_text(&closure.code.program, closure.lambda) else { return false };
        self.growing_text = Some(GrowingText { end: closure.code.place(end), text: start.to_string() });
        true
    }

    /// The text as it has become; `None` where a call has given an unknown value instead.
    pub(crate) fn grown_text(&mut self) -> Option<Value> {
        self.growing_text.take().map(|grown| Value::String(SmolStr::new(grown.text)))
    }

    /// The text that grows at this place.
    pub(super) fn take_growing_text(&mut self, code: &Code, expr: ExprId) -> Option<GrowingText> {
        self.growing_text.take_if(|growing| growing.end == Place::new(code.file, expr))
    }

    /// Whether a lambda ends with a sum that begins with its first parameter, and does not read that parameter anywhere else.
    /// The sum then takes the value away, and nobody gets it back.
    pub(crate) fn takes_memo(&mut self, block: &Callable, memo: &Value) -> bool {
        let Callable::Lambda(closure) = block else { return false };
        // Of other values there is nothing to be copied.
        if !matches!(memo, Value::Array(_) | Value::Hash(_)) || self.is_watched(closure.code.file) {
            return false;
        }
        match last_read(&closure.code.program, closure.lambda) {
            Some(read) => {
                self.last_reads.insert(closure.code.place(read));
                true
            }
            None => false,
        }
    }

    /// The value of a variable that is read here for the last time.
    pub(super) fn take_last_read(&mut self, code: &Code, scope: ScopeId, expr: ExprId) -> Option<Value> {
        if self.last_reads.is_empty() || !self.last_reads.contains(&Place::new(code.file, expr)) {
            return None;
        }
        match code.program.expr(expr) {
            Expr::Variable(variable) => self.scope_mut(scope).variables.get_mut(&variable.name).map(std::mem::take),
            _ => None,
        }
    }
}

/// Where a lambda reads its first parameter, if that is the beginning of the sum that it ends with, and nowhere else.
fn last_read(program: &Program, lambda: ExprId) -> Option<ExprId> {
    let (memo, last, before) = memo_and_statements(program, lambda)?;
    let Expr::Binary { operator: BinaryOperator::Add, left, right } = program.expr(last) else { return None };
    let alone = before.iter().chain([right]).all(|expr| leaves_alone(program, *expr, memo));
    (reads(program, *left, memo) && alone).then_some(*left)
}

/// The string that a lambda ends with, if it begins with its first parameter, which is read nowhere else.
fn lengthened_text(program: &Program, lambda: ExprId) -> Option<ExprId> {
    let (memo, last, before) = memo_and_statements(program, lambda)?;
    let Expr::ConcatenatedString(segments) = program.expr(last) else { return None };
    let (StringSegment::Interpolation(first), rest) = segments.split_first()? else { return None };
    let alone = before.iter().all(|expr| leaves_alone(program, *expr, memo))
        && rest.iter().all(|segment| segment_leaves_alone(program, segment, memo));
    (reads(program, *first, memo) && alone).then_some(last)
}

/// The first parameter of a lambda, its last statement and those before it; `None` where types are checked.
fn memo_and_statements(program: &Program, lambda: ExprId) -> Option<(&SmolStr, ExprId, &[ExprId])> {
    let Expr::Lambda(lambda) = program.expr(lambda) else { return None };
    let memo = lambda.parameters.first()?;
    if memo.type_expression.is_some() || memo.captures_rest || lambda.return_type.is_some() {
        return None;
    }
    let statements = match program.expr(lambda.body) {
        Expr::Block(statements) => statements.as_slice(),
        _ => std::slice::from_ref(&lambda.body),
    };
    let (last, before) = statements.split_last()?;
    Some((&memo.name, *last, before))
}

fn reads(program: &Program, expr: ExprId, name: &SmolStr) -> bool {
    matches!(program.expr(expr), Expr::Variable(variable) if variable.name == *name)
}

fn segment_leaves_alone(program: &Program, segment: &StringSegment, name: &SmolStr) -> bool {
    match segment {
        StringSegment::Text(..) => true,
        StringSegment::Interpolation(expr) => leaves_alone(program, *expr, name),
    }
}

/// Whether an expression surely does not read the variable. Calls may do anything, so that none of them is sure.
fn leaves_alone(program: &Program, expr: ExprId, name: &SmolStr) -> bool {
    let all = |exprs: &[ExprId]| exprs.iter().all(|expr| leaves_alone(program, *expr, name));
    match program.expr(expr) {
        Expr::Variable(variable) => variable.name != *name,
        Expr::String(_)
        | Expr::QualifiedName(_)
        | Expr::QualifiedReference(_)
        | Expr::Integer(_)
        | Expr::Float(_)
        | Expr::Boolean(_)
        | Expr::Undef
        | Expr::Default
        | Expr::Regexp(_) => true,
        Expr::ConcatenatedString(segments) => {
            segments.iter().all(|segment| segment_leaves_alone(program, segment, name))
        }
        Expr::Array(elements) => all(elements),
        Expr::Hash(entries) => entries.iter().all(|entry| all(&[entry.key, entry.value])),
        Expr::Access { left, keys } => leaves_alone(program, *left, name) && all(keys),
        Expr::Binary { left, right, .. } => all(&[*left, *right]),
        Expr::Parenthesized(inner) | Expr::Not(inner) | Expr::UnaryMinus(inner) => leaves_alone(program, *inner, name),
        Expr::Assignment { right, .. } => leaves_alone(program, *right, name),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::MemoryWorld;
    use crate::memory_world::notices;
    use crate::request::Request;

    #[test]
    fn sums_of_a_memo_are_as_they_would_be_with_copies() {
        let code = "$start = { 'a' => 1 }
            $sum = ['b', 'c'].reduce($start) |$memo, $x| { $memo + { $x => $x } }
            notice($sum, $start)
            $list = [[1, 2], [3]].reduce([]) |$all, $x| { $y = [$x[0]] $all + $y }
            notice($list)
            $first = [[1], [2], [3]]
            notice($first.reduce |$memo, $x| { $memo + $x }, $first)";
        assert_eq!(notices(code), ["{a => 1, b => b, c => c} {a => 1}", "[1, 3]", "[1, 2, 3] [[1], [2], [3]]"]);
    }

    #[test]
    fn texts_of_a_memo_are_as_they_would_be_with_copies() {
        let code = "$start = 'a'
            $text = [1, 'b', [2]].reduce($start) |$memo, $x| { $y = \"<${x}>\" \"${memo}${y}\\n\" }
            notice($text, $start)
            notice(['a', 'b', 'c'].reduce |$memo, $x| { \"${memo}, ${x}\" })
            notice([].reduce('none') |$memo, $x| { \"${memo}${x}\" })
            notice([1, 2].reduce('') |$memo, $x| { \"${memo}${x}${memo}\" })
            notice([1, 2].reduce(0) |$memo, $x| { \"${memo}${x}\" })
            notice([['a', 'b'], ['c']].reduce('') |$memo, $x| { \"${memo}${$x.reduce('-') |$m, $y| { \"${m}${y}\" }}\" })";
        assert_eq!(notices(code), ["a<1>\n<b>\n<[2]>\n a", "a, b, c", "none", "121", "012", "-ab-c"]);
    }

    #[test]
    fn a_text_that_becomes_too_long_or_unknown_ends_as_it_would_with_copies() {
        let world = MemoryWorld::new().with_file(
            "manifests/site.pp",
            "$unknown = $settings::codedir
            $text = [1, $unknown, 3].reduce('') |$memo, $x| { \"${memo}${x}\" }
            notice($text =~ String, [1, 2].reduce('') |$memo, $x| { \"${memo}${x}\" })
            $long = Integer[1, 1000000].reduce('') |$memo, $x| { \"${memo} 0123456789012345678901234567890123456789\" }",
        );
        let mut request = Request::catalog("node.example.com");
        request.limits.string_bytes = 100_000;
        let outcome = crate::compile(&world, &request);
        assert_eq!(outcome.logs.iter().map(|entry| entry.message.text()).collect::<Vec<_>>(), ["true 12"]);
        assert_eq!(outcome.limit, Some(crate::limits::LimitReached::StringBytes(100_000)));
    }

    #[test]
    fn what_is_read_again_is_kept() {
        let code = "notice([1, 2].reduce([]) |$memo, $x| { $memo + [$memo.length] })
            notice([1, 2, 3].reduce([0]) |$memo, $x| { if $x == 3 { break() } $memo + [$x] })
            notice([1, 2].reduce([0]) |$memo, $x| { $memo + with($x) |$y| { [$memo[0], $y] } })";
        assert_eq!(notices(code), ["[0, 1]", "[0, 1, 2]", "[0, 0, 1, 0, 2]"]);
    }
}
