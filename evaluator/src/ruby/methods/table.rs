//! Tables of methods: one entry per method of a class, with its name, its arity and what runs.

use super::MethodCall;
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::value::RubyValue;

/// One method of a class of receivers.
pub(in crate::ruby) struct Method<R: 'static> {
    pub name: &'static str,
    /// The number of arguments as `Method#arity` of Ruby gives it; below zero for any number from `-arity - 1` on.
    pub arity: i8,
    /// Answers nothing where this form of the method is not supported.
    pub run: fn(&mut Ruby<'_, '_>, &R, &MethodCall<'_>) -> Ran<Option<RubyValue>>,
}

/// Returns an entry of a table.
pub(in crate::ruby) const fn method<R>(
    name: &'static str,
    arity: i8,
    run: fn(&mut Ruby<'_, '_>, &R, &MethodCall<'_>) -> Ran<Option<RubyValue>>,
) -> Method<R> {
    Method { name, arity, run }
}

/// Returns the method of a name; tables are sorted by it.
pub(in crate::ruby) fn find<R>(table: &'static [Method<R>], name: &str) -> Option<&'static Method<R>> {
    table.binary_search_by(|method| method.name.cmp(name)).ok().and_then(|index| table.get(index))
}

/// Runs the method of a table that a call names, if there is one.
pub(in crate::ruby) fn run<R>(
    table: &'static [Method<R>],
    ruby: &mut Ruby<'_, '_>,
    receiver: &R,
    call: &MethodCall<'_>,
) -> Ran<Option<RubyValue>> {
    let Some(method) = find(table, call.name) else { return Ok(None) };
    let given = call.arguments.len();
    let fits = match usize::try_from(method.arity) {
        Ok(exact) => given == exact,
        Err(_) => given + 1 >= usize::from(method.arity.unsigned_abs()),
    };
    if !fits {
        let expected = match method.arity {
            exact @ 0.. => exact.to_string(),
            open => format!("{}+", open.unsigned_abs() - 1),
        };
        return ruby.raise("ArgumentError", format!("wrong number of arguments (given {given}, expected {expected})"));
    }
    (method.run)(ruby, receiver, call)
}
