//! `convert_to` of `lookup_options`: the found value goes through `new` of a type.

use super::error::HieraError;
use super::invocation::Invocation;
use crate::interpreter::{Evaluated, Interpreter, Interrupt};
use crate::value::Value;
use crate::value::text::to_source_string;

impl Interpreter<'_> {
    /// `convert_to`: a type, or a list of a type and further arguments of its `new`.
    pub(super) fn convert_found(
        &mut self,
        key: &str,
        value: Value,
        convert_to: Value,
        invocation: &mut Invocation,
    ) -> Evaluated<Value> {
        if let Value::Unknown(_) = value {
            return Ok(value);
        }
        let mut arguments = match convert_to {
            Value::Array(elements) => elements.to_vec(),
            other => vec![other],
        };
        let Some(first) = arguments.first_mut() else {
            return Ok(value);
        };
        if let Some(source) = first.as_str() {
            match self.parse_data_type(source) {
                Ok(parsed) => *first = Value::Type(parsed),
                Err(problem) => {
                    let error =
                        HieraError::BadConvertToType { key: key.to_string(), source: source.to_string(), problem };
                    return self.fail(error, invocation.place);
                }
            }
        }
        let shown = to_source_string(&Value::array(arguments.clone()));
        arguments.insert(1, value);
        match self.call_function("new", arguments, None, invocation.scope, invocation.place) {
            Ok(value) => {
                invocation.report_text(|| format!("Applying convert_to lookup_option with arguments {shown}"));
                Ok(value)
            }
            Err(interrupt) => match *interrupt {
                Interrupt::Error(error) => {
                    let problem = error.issue.message();
                    self.fail(HieraError::ConvertToFailed { key: key.to_string(), problem }, invocation.place)
                }
                other => Err(Box::new(other)),
            },
        }
    }
}
