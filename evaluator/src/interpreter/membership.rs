//! The operator `in`: elements of arrays, keys of hashes, parts of texts and bytes, versions of ranges.

use smol_str::SmolStr;

use super::{Evaluated, Interpreter};
use crate::edition::Rule;
use crate::place::Place;
use crate::scope::ScopeId;
use crate::types::{Type, is_instance};
use crate::value::Value;

impl Interpreter<'_> {
    pub(super) fn evaluate_in(
        &mut self,
        scope: ScopeId,
        searched: &Value,
        container: &Value,
        place: Place,
    ) -> Evaluated<Value> {
        let kept = self.scope(scope).current_match.clone();
        let result = match container {
            Value::String(text) => self.in_string(scope, searched, text, place),
            Value::Array(elements) => self.in_elements(scope, searched, elements.iter(), place),
            Value::Hash(entries) => self.in_elements(scope, searched, entries.keys(), place),
            Value::Binary(bytes) => Ok(Value::Boolean(match searched {
                Value::Binary(part) => contains_bytes(bytes, part),
                Value::String(text) => contains_bytes(bytes, text.as_bytes()),
                Value::Integer(byte) => bytes.iter().any(|known| i128::from(*known) == *byte),
                _ => false,
            })),
            Value::SemVerRange(range) => {
                Ok(Value::Boolean(matches!(searched, Value::SemVer(version) if range.contains(version))))
            }
            _ => Ok(Value::Boolean(false)),
        };
        if self.rules.holds(Rule::InLeavesMatchVariables) {
            self.scope_mut(scope).current_match = kept;
        }
        result
    }

    fn in_string(&mut self, scope: ScopeId, searched: &Value, text: &SmolStr, place: Place) -> Evaluated<Value> {
        Ok(Value::Boolean(match searched {
            // Unlike `==`, this folds the case of all letters in every edition.
            Value::String(searched) => text.to_lowercase().contains(&searched.to_lowercase()),
            Value::Regexp(pattern) => return self.match_text(scope, text, pattern, place, place),
            Value::Integer(_) | Value::BigInteger(_) | Value::Float(_) => {
                self.rules.holds(Rule::NumericStringsEqualNumbers) && self.equal(searched, &Value::String(text.clone()))
            }
            // What any part of a string is.
            Value::Type(Type::String(None) | Type::Data | Type::Any) => self.rules.holds(Rule::TypesInStrings),
            Value::Type(Type::Object(object)) => object.definition.is_undef() && self.rules.holds(Rule::TypesInStrings),
            _ => false,
        }))
    }

    fn in_elements<'v>(
        &mut self,
        scope: ScopeId,
        searched: &Value,
        elements: impl Iterator<Item = &'v Value>,
        place: Place,
    ) -> Evaluated<Value> {
        for element in elements {
            let found = match (searched, element) {
                (Value::Regexp(pattern), Value::String(text)) => {
                    match self.match_text(scope, text, pattern, place, place)? {
                        Value::Boolean(matched) => matched,
                        other => return Ok(other),
                    }
                }
                (Value::Regexp(_), _) => false,
                (Value::Type(expected), _) => is_instance(expected, element),
                (
                    Value::String(_) | Value::SemVer(_),
                    Value::Regexp(_) | Value::Type(_) | Value::SemVerRange(_) | Value::SemVer(_) | Value::Default,
                ) => match self.option_matches(scope, searched, element, place)? {
                    Value::Boolean(matched) => matched,
                    other => return Ok(other),
                },
                _ => self.equal(element, searched),
            };
            if found {
                return Ok(Value::Boolean(true));
            }
        }
        Ok(Value::Boolean(false))
    }
}

fn contains_bytes(bytes: &[u8], part: &[u8]) -> bool {
    part.is_empty() || bytes.windows(part.len()).any(|window| window == part)
}
