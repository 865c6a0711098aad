//! Matchers: what an expectation asks of a catalogue, a value or a block. One file for each family.

pub mod compile;
pub mod contain;
pub mod counts;
pub mod errors;
pub mod parameters;
pub mod relationships;
pub mod type_aliases;
pub mod values;

use std::any::Any;
use std::rc::Rc;

use evaluator::ruby::host::{HostCall, HostObject, host_value, same_host_value};
use evaluator::ruby::interpreter::{Ran, Ruby};
use evaluator::ruby::value::RubyValue;

use crate::environment::catalogs::Compiled;
use crate::language::host::SpecHost;
use crate::language::objects::{Catalogue, CatalogueLambda, Described};

use compile::CompileMatcher;
use contain::ContainMatcher;
use counts::CountMatcher;
use errors::ErrorMatcher;
use values::ValueMatcher;

/// What is looked at.
pub enum Actual {
    Value(RubyValue),
    Block(RubyValue),
    /// The lambda that gives the catalogue.
    Catalogue {
        exported: bool,
    },
    /// A catalogue that is compiled already.
    Compiled(Rc<Compiled>),
    TypeAlias,
    Function,
}

impl Actual {
    pub fn of_value(value: RubyValue) -> Self {
        if let Some(lambda) = value.host_object::<CatalogueLambda>() {
            return Actual::Catalogue { exported: lambda.exported };
        }
        if let Some(catalogue) = value.host_object::<Catalogue>() {
            return Actual::Compiled(catalogue.0.clone());
        }
        match value.host_object::<Described>() {
            Some(Described::TypeAlias(_)) => Actual::TypeAlias,
            Some(Described::Function(_)) => Actual::Function,
            None => Actual::Value(value),
        }
    }
}

/// What a matcher says.
pub struct Answer {
    pub is_match: bool,
    /// Why not, where it does not match.
    pub message: String,
}

impl Answer {
    pub fn yes() -> Self {
        Answer { is_match: true, message: String::new() }
    }

    pub fn no(message: impl Into<String>) -> Self {
        Answer { is_match: false, message: message.into() }
    }

    pub fn when(is_match: bool, message: impl FnOnce() -> String) -> Self {
        if is_match { Answer::yes() } else { Answer::no(message()) }
    }
}

/// A matcher as an object of Ruby's.
#[derive(Debug)]
pub enum Matcher {
    Contain(ContainMatcher),
    Compile(CompileMatcher),
    Count(CountMatcher),
    AllowValues(Vec<RubyValue>),
    Error(ErrorMatcher),
    Value(ValueMatcher),
    /// `a.and b`, `a.or b`
    Both {
        left: RubyValue,
        right: RubyValue,
        needs_both: bool,
    },
}

impl HostObject for Matcher {
    fn class_name(&self) -> &'static str {
        "RSpec::Matchers::BuiltIn::BaseMatcher"
    }

    fn inspect(&self) -> String {
        "#<matcher>".into()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Makes a matcher from a call; `None` where no matcher has that name.
pub fn make(ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran<Option<RubyValue>> {
    let name = call.name;
    let matcher = if name == "compile" {
        Matcher::Compile(CompileMatcher::default())
    } else if let Some(type_name) = name.strip_prefix("contain_").or_else(|| name.strip_prefix("create_"))
        && name != "contain_exactly"
    {
        Matcher::Contain(ContainMatcher::new(type_name, call.argument(0)))
    } else if let Some(count) = CountMatcher::from_call(call) {
        Matcher::Count(count)
    } else if matches!(name, "allow_value" | "allow_values") {
        Matcher::AllowValues(call.arguments.clone())
    } else if name == "raise_error" || name == "raise_exception" {
        if call.block.is_some() {
            return ruby.unsupported("raise_error with a block", call.offset);
        }
        Matcher::Error(ErrorMatcher::new(call.argument(0), call.argument(1)))
    } else if let Some(value) = ValueMatcher::from_call(call) {
        Matcher::Value(value)
    } else {
        return Ok(None);
    };
    Ok(Some(host_value(matcher)))
}

impl Matcher {
    /// Answers a method of the matcher: what else it asks for.
    pub fn chain(
        &self,
        ruby: &mut Ruby<'_, '_>,
        object: &Rc<dyn HostObject>,
        call: &HostCall<'_>,
    ) -> Ran<Option<RubyValue>> {
        if matches!(call.name, "and" | "or") {
            let (left, right) = (same_host_value(object), call.argument(0));
            return Ok(Some(host_value(Matcher::Both { left, right, needs_both: call.name == "and" })));
        }
        let is_known = match self {
            Matcher::Contain(matcher) => matcher.chain(ruby, call)?,
            Matcher::Compile(matcher) => matcher.chain(call),
            Matcher::Error(matcher) => matcher.chain(call),
            Matcher::Value(matcher) => matcher.chain(call),
            Matcher::Count(_) | Matcher::AllowValues(_) | Matcher::Both { .. } => false,
        };
        Ok(is_known.then(|| same_host_value(object)))
    }

    pub fn matches(&self, ruby: &mut Ruby<'_, '_>, host: &SpecHost, actual: &Actual, offset: u32) -> Ran<Answer> {
        match self {
            Matcher::Contain(matcher) => matcher.matches(ruby, host, actual, offset),
            Matcher::Compile(matcher) => matcher.matches(ruby, host, actual, offset),
            Matcher::Count(matcher) => matcher.matches(ruby, host, actual, offset),
            Matcher::AllowValues(values) => type_aliases::allows(ruby, host, values, actual, offset),
            Matcher::Error(matcher) => matcher.matches(ruby, host, actual, offset),
            Matcher::Value(matcher) => matcher.matches(ruby, host, actual, offset),
            Matcher::Both { left, right, needs_both } => {
                let (Some(left), Some(right)) = (left.host_object::<Matcher>(), right.host_object::<Matcher>()) else {
                    return ruby.unsupported("a compound of something else than matchers", offset);
                };
                let first = left.matches(ruby, host, actual, offset)?;
                if first.is_match != *needs_both {
                    return Ok(first);
                }
                right.matches(ruby, host, actual, offset)
            }
        }
    }

    /// Returns the description that an example without one gets.
    pub fn description(&self) -> Option<String> {
        match self {
            Matcher::Contain(matcher) => Some(matcher.description()),
            Matcher::Compile(matcher) => Some(matcher.description()),
            Matcher::Count(matcher) => Some(matcher.description()),
            Matcher::AllowValues(values) => Some(type_aliases::description(values)),
            Matcher::Error(_) | Matcher::Both { .. } => None,
            Matcher::Value(matcher) => Some(matcher.description()),
        }
    }

    /// Returns the message of a failed `not_to`.
    pub fn negated_message(&self) -> String {
        match self {
            Matcher::Contain(matcher) => format!("expected that the catalogue would not {}", matcher.description()),
            Matcher::Compile(matcher) => matcher.negated_message().to_string(),
            Matcher::Count(matcher) => {
                format!("expected that the catalogue would not {} but it does", matcher.description())
            }
            Matcher::AllowValues(values) => {
                format!("expected that the type alias would not {} but it does", type_aliases::description(values))
            }
            Matcher::Value(matcher) => format!("expected the value not to {}", matcher.description()),
            Matcher::Error(_) => "expected no error, but one was raised".into(),
            Matcher::Both { .. } => "expected the value not to match".into(),
        }
    }
}

/// Returns the catalogue that a matcher of catalogues looks at; raises what Puppet raises.
pub fn catalogue_of(ruby: &mut Ruby<'_, '_>, host: &SpecHost, actual: &Actual, offset: u32) -> Ran<Rc<Compiled>> {
    let compiled = match actual {
        Actual::Catalogue { exported } => host.compiled(ruby, *exported)?,
        Actual::Compiled(compiled) => compiled.clone(),
        Actual::Block(RubyValue::Proc(block)) => {
            let value = ruby.call_proc(&block.clone(), Vec::new())?;
            match Actual::of_value(value) {
                Actual::Compiled(compiled) => compiled,
                Actual::Catalogue { exported } => host.compiled(ruby, exported)?,
                _ => return ruby.unsupported("a matcher of catalogues on something else", offset),
            }
        }
        _ => return ruby.unsupported("a matcher of catalogues on something else", offset),
    };
    Ok(compiled)
}
