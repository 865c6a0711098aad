//! Unknown values of which one thing is certain: that they are strings. A string is true, is no Array and not undef, whatever
//! it says, so that code which only asks that much goes on as Puppet's would.

use std::sync::Arc;

use super::{UnknownReason, Value};
use crate::types::{Type, is_assignable};

impl UnknownReason {
    pub fn is_text(&self) -> bool {
        self.of_text.is_some()
    }
}

impl Value {
    /// An unknown value as one that is certainly a string; others as they are.
    pub fn known_as_text(self) -> Value {
        match self {
            Value::Unknown(reason) if !reason.is_text() => Value::Unknown(Arc::new(UnknownReason {
                reason: reason.reason.clone(),
                place: reason.place,
                of_text: Some(reason),
            })),
            other => other,
        }
    }

    /// What comes of an unknown value that something else was made of: nothing is certain of it.
    pub fn with_nothing_certain(self) -> Value {
        match self {
            Value::Unknown(reason) => Value::Unknown(reason.of_text.clone().unwrap_or(reason)),
            other => other,
        }
    }

    pub fn is_unknown_text(&self) -> bool {
        matches!(self, Value::Unknown(reason) if reason.is_text())
    }

    /// Whether an unknown string can equal this value: `Some(false)` where no string does.
    pub fn equals_unknown_text(&self) -> Option<bool> {
        match self {
            Value::Undef
            | Value::Boolean(_)
            | Value::Array(_)
            | Value::Hash(_)
            | Value::Type(_)
            | Value::Sensitive(_) => Some(false),
            _ => None,
        }
    }
}

/// Whether a string of which nothing else is known is of a type; `None` where it depends on the string.
pub fn text_is_of(expected: &Type) -> Option<bool> {
    if is_assignable(expected, &Type::String(None)) {
        return Some(true);
    }
    (!takes_some_string(expected)).then_some(false)
}

fn takes_some_string(expected: &Type) -> bool {
    match expected {
        Type::Undef
        | Type::Numeric
        | Type::Integer { .. }
        | Type::Float { .. }
        | Type::Boolean(_)
        | Type::Regexp(_)
        | Type::Collection(_)
        | Type::Array { .. }
        | Type::Hash { .. }
        | Type::Tuple { .. }
        | Type::Struct(_)
        | Type::Type(_)
        | Type::Sensitive(_)
        | Type::Binary
        | Type::Timestamp { .. }
        | Type::Timespan { .. } => false,
        Type::Optional(Some(inner)) | Type::NotUndef(inner) => takes_some_string(inner),
        Type::Variant(types) => types.iter().any(takes_some_string),
        other => is_object(other).is_none_or(|is_object| !is_object),
    }
}

/// `Deferred` and its like take no string; `None` for other types.
fn is_object(expected: &Type) -> Option<bool> {
    match expected {
        Type::Object(_) => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::memory_world::MemoryWorld;
    use crate::request::Request;

    /// The titles of the notifications that code declares.
    fn declared(code: &str) -> Vec<String> {
        let code = format!("$u = inline_template('<%= rand %>')\n$n = Integer($u)\n{code}");
        let world = MemoryWorld::new().with_file("manifests/site.pp", code.as_str());
        let outcome = crate::compile(&world, &Request::catalog("n"));
        assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
        let catalog = outcome.catalog.expect("a catalog");
        let titles = catalog.realized().filter(|(_, resource)| resource.type_name == "Notify");
        titles.map(|(_, resource)| resource.title.to_string()).collect()
    }

    #[test]
    fn a_string_is_true_whatever_it_says() {
        assert_eq!(declared("if $u { notify { 'a': } } else { notify { 'b': } }"), ["a"]);
        assert_eq!(declared("if \"x${n}\" { notify { 'a': } }"), ["a"]);
        assert_eq!(declared("if $u =~ Deferred { notify { 'a': } } else { notify { 'b': } }"), ["b"]);
        assert_eq!(declared("if $u =~ String { notify { 'a': } }"), ["a"]);
        assert_eq!(declared("if $u != undef { notify { 'a': } }"), ["a"]);
        assert_eq!(
            declared("case $u { Array: { notify { 'a': } } undef: { notify { 'b': } } default: { notify { 'c': } } }"),
            ["c"]
        );
    }

    #[test]
    fn nothing_is_certain_of_what_is_made_of_it() {
        for test in [
            "$u == 'x'",
            "$u =~ /x/",
            "$u =~ String[5]",
            "$n",
            "$u in ['x']",
            "!($u == 'x')",
            "length($u) == 3",
            "$n + 1",
        ] {
            let code = format!("if {test} {{ notify {{ 'a': }} }} else {{ notify {{ 'b': }} }}");
            assert_eq!(declared(&code), Vec::<String>::new(), "{test}");
        }
    }
}
