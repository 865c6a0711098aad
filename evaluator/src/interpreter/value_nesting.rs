//! How deep values and types may nest in one another: whatever prints, compares or drops them recurses.
//!
//! Every operation that can put a value into another one asks here about its result.

use super::{Evaluated, Interpreter};
use crate::limits::LimitReached;
use crate::types::Type;
use crate::value::{HashEntries, Value};
use crate::world::World;

/// Looking at this many values costs as much as evaluating one expression.
const VALUES_PER_STEP: u64 = 16;

/// After so many values someone may not want the outcome any more.
const VALUES_PER_CHECKPOINT: u64 = 1 << 14;

/// How a look into a value ended.
enum Found {
    Fine,
    TooDeep,
    /// Values that share parts may have more paths than anyone can walk.
    TooMuch,
}

impl Interpreter<'_> {
    /// The value, unless it nests too deep.
    pub(crate) fn check_nesting(&mut self, value: Value) -> Evaluated<Value> {
        let is_flat = match &value {
            Value::Array(elements) => !elements.iter().any(can_hold_values),
            Value::Hash(entries) => !entries.any_part(|part| can_hold_values(part) && !is_flat_array(part)),
            other => !can_hold_values(other),
        };
        if is_flat && self.request.limits.value_nesting > 1 {
            return Ok(value);
        }
        self.look_into(&value, self.request.limits.value_nesting)?;
        Ok(value)
    }

    /// The same for a value that is about to become an element.
    pub(crate) fn check_nesting_inside(&mut self, element: &Value) -> Evaluated<()> {
        self.look_into(element, self.request.limits.value_nesting.saturating_sub(1))
    }

    fn look_into(&mut self, value: &Value, most: u32) -> Evaluated<()> {
        let steps = self.request.limits.steps;
        let left = steps.saturating_sub(self.steps).saturating_mul(VALUES_PER_STEP);
        let mut walk = Walk { world: self.world, left, seen: 0, next_checkpoint: VALUES_PER_CHECKPOINT };
        let found = walk.value(value, most);
        self.steps += walk.seen / VALUES_PER_STEP;
        match found {
            Found::Fine => Ok(()),
            Found::TooDeep => self.limit(LimitReached::ValueNesting(self.request.limits.value_nesting)),
            Found::TooMuch => self.limit(LimitReached::Steps(steps)),
        }
    }

    /// Counts work that evaluates no expression.
    pub(crate) fn count_steps(&mut self, steps: u64) -> Evaluated<()> {
        self.world.checkpoint();
        self.steps = self.steps.saturating_add(steps);
        match self.steps > self.request.limits.steps {
            true => self.limit(LimitReached::Steps(self.request.limits.steps)),
            false => Ok(()),
        }
    }
}

/// A short array of values that hold nothing.
fn is_flat_array(value: &Value) -> bool {
    matches!(value, Value::Array(elements) if elements.len() < VALUES_PER_STEP as usize && !elements.iter().any(can_hold_values))
}

/// Whether a value may have others inside.
#[inline]
pub(crate) fn can_hold_values(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_) | Value::Sensitive(_) | Value::Object(_) | Value::Type(_))
}

struct Walk<'w> {
    world: &'w dyn World,
    left: u64,
    seen: u64,
    next_checkpoint: u64,
}

impl Walk<'_> {
    fn value(&mut self, value: &Value, depth: u32) -> Found {
        match value {
            Value::Array(elements) => self.all(elements.len(), elements.iter(), depth),
            Value::Hash(entries) => self.entries(entries, depth),
            Value::Sensitive(inner) => self.all(1, std::iter::once(&**inner), depth),
            Value::Object(object) => {
                self.all(object.attributes.len(), object.attributes.iter().map(|(_, value)| value), depth)
            }
            Value::Type(inner) => self.type_parts(inner, depth),
            _ => Found::Fine,
        }
    }

    fn all<'v>(&mut self, count: usize, values: impl Iterator<Item = &'v Value>, depth: u32) -> Found {
        let Some(depth) = depth.checked_sub(1) else { return Found::TooDeep };
        self.seen = self.seen.saturating_add(count as u64);
        if self.seen > self.left {
            return Found::TooMuch;
        }
        if self.seen > self.next_checkpoint {
            self.next_checkpoint = self.seen + VALUES_PER_CHECKPOINT;
            self.world.checkpoint();
        }
        for value in values.filter(|value| can_hold_values(value)) {
            match self.value(value, depth) {
                Found::Fine => {}
                ended => return ended,
            }
        }
        Found::Fine
    }

    fn entries(&mut self, entries: &HashEntries, depth: u32) -> Found {
        let Some(depth) = depth.checked_sub(1) else { return Found::TooDeep };
        self.seen = self.seen.saturating_add(entries.len() as u64 * 2);
        if self.seen > self.left {
            return Found::TooMuch;
        }
        let mut found = Found::Fine;
        entries.any_part(|part| {
            if can_hold_values(part) {
                found = self.value(part, depth);
            }
            !matches!(found, Found::Fine)
        });
        found
    }

    fn type_parts(&mut self, of: &Type, depth: u32) -> Found {
        let Some(depth) = depth.checked_sub(1) else { return Found::TooDeep };
        let one = |part: &Type, walk: &mut Self| {
            walk.seen += 1;
            if walk.seen > walk.left { Found::TooMuch } else { walk.type_parts(part, depth) }
        };
        let mut parts: Vec<&Type> = Vec::new();
        match of {
            Type::Array { element, .. } => parts.push(element),
            Type::Hash { key, value, .. } => parts.extend([&**key, &**value]),
            Type::Tuple { types, .. } | Type::Variant(types) => parts.extend(types.iter()),
            Type::Struct(members) => parts.extend(members.iter().map(|member| &member.value)),
            Type::Optional(inner) | Type::Type(inner) | Type::Iterable(inner) | Type::Iterator(inner) => {
                parts.extend(inner.as_deref());
            }
            Type::NotUndef(inner) | Type::Sensitive(inner) => parts.push(inner),
            Type::Init(Some(init)) => parts.push(&init.0),
            Type::Callable(callable) => {
                parts.extend(callable.parameters.iter().flatten());
                parts.extend(callable.block.iter().chain(&callable.returns));
            }
            _ => {}
        }
        for part in parts {
            match one(part, self) {
                Found::Fine => {}
                ended => return ended,
            }
        }
        Found::Fine
    }
}
