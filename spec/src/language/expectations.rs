//! `expect(…).to`, `is_expected.not_to`: asks a matcher and raises where it says no.

use evaluator::ruby::host::HostCall;
use evaluator::ruby::interpreter::{Ran, Ruby};
use evaluator::ruby::value::RubyValue;

use super::example_calls::NOT_MET;
use super::host::SpecHost;
use super::objects::Expectation;
use crate::matchers::{Actual, Matcher};

impl SpecHost {
    pub fn expectation_call(
        &self,
        ruby: &mut Ruby<'_, '_>,
        expectation: &Expectation,
        call: &HostCall<'_>,
    ) -> Ran<Option<RubyValue>> {
        match call.name {
            "to" => self.meet(ruby, expectation, &call.argument(0), true, call.offset),
            "not_to" | "to_not" => self.meet(ruby, expectation, &call.argument(0), false, call.offset),
            _ => Ok(None),
        }
    }

    /// Raises where the matcher does not say what is wanted.
    pub fn meet(
        &self,
        ruby: &mut Ruby<'_, '_>,
        expectation: &Expectation,
        matcher: &RubyValue,
        wanted: bool,
        offset: u32,
    ) -> Ran<Option<RubyValue>> {
        let Some(matcher) = matcher.host_object::<Matcher>() else {
            return ruby.unsupported("an expectation without a matcher that is known here", offset);
        };
        let actual = match expectation {
            Expectation::Value(value) => Actual::of_value(value.clone()),
            Expectation::Block(block) => Actual::Block(block.clone()),
            Expectation::Subject => {
                let call = HostCall { name: "subject", arguments: Vec::new(), block: None, offset };
                let defined = self.defined(ruby, &call)?;
                Actual::of_value(defined.unwrap_or_else(|| self.default_subject(self.kind())))
            }
        };
        let verb = if wanted { "to" } else { "not to" };
        if let Some(description) = matcher.description()
            && let Some(running) = &mut self.state.borrow_mut().running
        {
            running.matcher = Some(format!("is expected {verb} {description}"));
        }
        let answer = matcher.matches(ruby, self, &actual, offset)?;
        if answer.is_match == wanted {
            return Ok(Some(RubyValue::Boolean(true)));
        }
        let message = if wanted { answer.message } else { matcher.negated_message() };
        ruby.raise(NOT_MET, message)
    }
}
