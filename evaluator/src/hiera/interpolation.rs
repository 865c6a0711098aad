//! `%{…}` in data: variables with dotted keys, and the methods `lookup`, `hiera`, `alias`, `scope` and `literal`.

use std::sync::Arc;

use smol_str::SmolStr;

use super::error::HieraError;
use super::explain::{ExplainResult, ExplainStep};
use super::invocation::{Invocation, UsedVariable};
use super::lookup_key::{self, Dug, Segment};
use crate::interpreter::{Evaluated, Interpreter};
use crate::limits::LimitReached;
use crate::message::Message;
use crate::outcome::{LogEntry, LogLevel};
use crate::ruby_core::text as ruby_text;
use crate::value::{HashEntries, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Lookup,
    Alias,
    Scope,
    Literal,
}

/// Looking up one key costs as much as evaluating this many expressions.
const STEPS_PER_INTERPOLATION: u64 = 50;

impl Interpreter<'_> {
    /// A value with every interpolation in it done, in keys of hashes too. `methods`: `%{lookup('…')}` is allowed.
    pub(super) fn interpolate_data(
        &mut self,
        value: &Value,
        invocation: &mut Invocation,
        methods: bool,
    ) -> Evaluated<Value> {
        match value {
            value if !has_interpolation(value) => Ok(value.clone()),
            Value::String(text) => self.interpolate_text(text, invocation, methods),
            Value::Array(elements) => {
                let mut result = Vec::with_capacity(elements.len());
                for element in elements.iter() {
                    result.push(self.interpolate_data(element, invocation, methods)?);
                }
                Ok(Value::Array(Arc::new(result)))
            }
            Value::Hash(entries) => {
                let mut result = HashEntries::with_capacity(entries.len());
                for (key, value) in entries.iter() {
                    let key = self.interpolate_data(key, invocation, methods)?;
                    let value = self.interpolate_data(value, invocation, methods)?;
                    result.insert(key, value);
                }
                Ok(Value::Hash(Arc::new(result)))
            }
            other => Ok(other.clone()),
        }
    }

    fn interpolate_text(&mut self, subject: &str, invocation: &mut Invocation, methods: bool) -> Evaluated<Value> {
        invocation.enter(|| ExplainStep::Interpolation(subject.to_string()));
        let result = self.interpolate_parts(subject, invocation, methods);
        invocation.leave();
        result
    }

    fn interpolate_parts(&mut self, subject: &str, invocation: &mut Invocation, methods: bool) -> Evaluated<Value> {
        let mut result = String::with_capacity(subject.len());
        let mut rest = subject;
        while let Some(start) = rest.find("%{") {
            let (before, from) = rest.split_at(start);
            let Some(end) = from.find('}') else {
                break;
            };
            result.push_str(before);
            let (whole, after) = from.split_at(end + 1);
            rest = after;
            let expression = whole.get(2..end).unwrap_or_default().trim();
            self.count_steps(STEPS_PER_INTERPOLATION)?;
            if matches!(expression, "" | "::" | "\"\"" | "''" | "\"::\"" | "'::'") {
                continue;
            }
            let (method, key) = match method_and_key(expression) {
                None => (Method::Scope, expression),
                Some(_) if !methods => return self.fail(HieraError::MethodSyntaxNotAllowed, invocation.place),
                Some((name, key)) => match name {
                    "lookup" | "hiera" => (Method::Lookup, key),
                    "alias" => (Method::Alias, key),
                    "scope" => (Method::Scope, key),
                    "literal" => (Method::Literal, key),
                    other => {
                        let name = other.to_string();
                        return self.fail(HieraError::UnknownInterpolationMethod { name }, invocation.place);
                    }
                },
            };
            if method == Method::Alias && whole != subject {
                return self.fail(HieraError::AliasNotEntireString, invocation.place);
            }
            let value = match method {
                Method::Lookup | Method::Alias => self.lookup_inside(key, invocation)?,
                Method::Scope => self.scope_value(key, subject, invocation)?.unwrap_or(Value::Undef),
                Method::Literal => Value::string(key),
            };
            if method == Method::Alias {
                return Ok(value);
            }
            let name = if method == Method::Scope { format!("scope:{key}") } else { key.to_string() };
            if let Some(error) = nesting_error(invocation, &name, None) {
                return self.fail(error, invocation.place);
            }
            invocation.stack.push(name);
            let value = self.interpolate_data(&value, invocation, methods);
            invocation.stack.pop();
            match value? {
                Value::Unknown(reason) => return Ok(Value::Unknown(reason)),
                value => result.push_str(&ruby_text::to_s(&value)),
            }
            if result.len() > self.request.limits.string_bytes {
                return self.limit(LimitReached::StringBytes(self.request.limits.string_bytes));
            }
        }
        result.push_str(rest);
        Ok(Value::String(SmolStr::new(result)))
    }

    /// `%{lookup('key')}`: an empty string where there is no such key.
    fn lookup_inside(&mut self, key: &str, invocation: &mut Invocation) -> Evaluated<Value> {
        let outer_module = invocation.module.take();
        let outer_searched = std::mem::take(&mut invocation.searched);
        let value = self.lookup_names(&[key.to_string()], &Value::Undef, invocation);
        invocation.module = outer_module;
        invocation.searched = outer_searched;
        Ok(value?.map_or_else(|| Value::string(""), |(_, found)| found.value))
    }

    /// A variable with what its dotted key digs out of it; `None` where there is none.
    pub(super) fn scope_value(
        &mut self,
        key: &str,
        subject: &str,
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Value>> {
        let Ok(segments) = lookup_key::split(key) else {
            return self.fail(HieraError::InterpolationSyntax { subject: subject.to_string() }, invocation.place);
        };
        let Some((root, segments)) = segments.split_first() else {
            return Ok(None);
        };
        let root = root.text();
        invocation.enter(|| ExplainStep::Scope("Global Scope".to_string()));
        let found = self.root_value(&root, invocation);
        invocation.leave();
        let value = self.dig_variable(found?, key, segments, invocation)?;
        let root_value = match invocation.used_variables {
            Some(_) => self.variable_for_data(&root, invocation),
            None => None,
        };
        if let Some(used) = &mut invocation.used_variables
            && !(value.is_some() && key.starts_with("::"))
            && !used.iter().any(|other| other.key == key)
        {
            let (key, root) = (key.to_string(), SmolStr::new(&root));
            used.push(UsedVariable { key, value: value.clone(), root, root_value });
        }
        Ok(value)
    }

    fn root_value(&mut self, root: &str, invocation: &mut Invocation) -> Evaluated<Option<Value>> {
        let name = Value::string(root);
        if let Some(value) = invocation.overrides.get(&name).cloned() {
            invocation.report(|| ExplainResult::FoundInOverrides { key: root.to_string(), value: value.clone() });
            return Ok(Some(value));
        }
        if let Some(value) = self.variable_for_data(root, invocation) {
            invocation.report_found(root, &value);
            return Ok(Some(value));
        }
        self.complain_of_variable(root, invocation)?;
        let Some(value) = invocation.defaults.get(&name).cloned() else {
            return Ok(None);
        };
        invocation.report(|| ExplainResult::FoundInDefaults { key: root.to_string(), value: value.clone() });
        Ok(Some(value))
    }

    fn dig_variable(
        &mut self,
        value: Option<Value>,
        key: &str,
        segments: &[Segment],
        invocation: &mut Invocation,
    ) -> Evaluated<Option<Value>> {
        match value {
            None | Some(Value::Undef) => Ok(value),
            Some(value) if segments.is_empty() => Ok(Some(value)),
            Some(value) => match self.dig_explained(value, segments, invocation) {
                Dug::Found(value) => Ok(Some(value)),
                Dug::Missing => Ok(None),
                Dug::Mismatch { class, segment } => {
                    self.fail(HieraError::DigMismatch { class, segment, key: key.to_string() }, invocation.place)
                }
            },
        }
    }

    /// The same as `scope_value`, for asking whether something changed: no words about what is missing.
    fn scope_value_quietly(&mut self, key: &str, invocation: &Invocation) -> Evaluated<Option<Value>> {
        let Ok(segments) = lookup_key::split(key) else {
            return Ok(None);
        };
        let Some((root, segments)) = segments.split_first() else {
            return Ok(None);
        };
        Ok(self.variable_for_data(&root.text(), invocation).and_then(|value| match lookup_key::dig(value, segments) {
            Dug::Found(value) => Some(value),
            _ => None,
        }))
    }

    /// Whether a variable that a hierarchy was made with has another value now.
    pub(super) fn has_changed(&mut self, used: &UsedVariable, invocation: &Invocation) -> Evaluated<bool> {
        if self.variable_for_data(&used.root, invocation) == used.root_value {
            return Ok(false);
        }
        Ok(self.scope_value_quietly(&used.key, invocation)? != used.value)
    }

    fn variable_for_data(&self, name: &str, invocation: &Invocation) -> Option<Value> {
        if let Some(value) = self.variable(invocation.scope, name) {
            return Some(value);
        }
        if name != "module_name" {
            return None;
        }
        let mut next = Some(invocation.scope);
        while let Some(id) = next {
            let scope = self.scope(id);
            if let Some(module) = &scope.module {
                return Some(Value::String(module.clone()));
            }
            next = scope.parent;
        }
        None
    }

    /// An unknown variable: an error in data, only a warning in the paths of a hierarchy.
    fn complain_of_variable(&mut self, name: &str, invocation: &Invocation) -> Evaluated<()> {
        let explanation = match name.trim_start_matches("::").rsplit_once("::") {
            Some((class, _)) if self.class_scopes.contains_key(class) => String::new(),
            Some((class, _)) if self.find_class(class)?.is_some() => format!("class {class} has not been evaluated"),
            Some((class, _)) => format!("class {class} could not be found"),
            None => String::new(),
        };
        let in_configuration = invocation.used_variables.is_some();
        if self.rules.strict_variables && !in_configuration {
            return self.fail(HieraError::UndefinedVariable { name: name.to_string(), explanation }, invocation.place);
        }
        let what = if self.rules.strict_variables {
            format!("Interpolation failed with '{name}', but compilation continuing; {explanation}")
        } else {
            format!("Undefined variable '{name}'; {explanation}")
        };
        self.warn_of_data_once(&what.clone(), format!("{what}\n   (file & line not available)"));
        Ok(())
    }

    /// A warning about data, once for each `key`.
    pub(crate) fn warn_of_data_once(&mut self, key: &str, message: String) {
        if self.hiera.warned.insert(key.to_string()) {
            self.warn_of_data(message);
        }
    }

    pub(super) fn warn_of_data(&mut self, message: impl Into<Message>) {
        let (message, source) = (message.into(), SmolStr::default());
        self.outcome.logs.push(LogEntry { level: LogLevel::Warning, message, source, place: None });
    }

    /// Digs, and records each segment for an explanation.
    pub(super) fn dig_explained(&mut self, value: Value, segments: &[Segment], invocation: &mut Invocation) -> Dug {
        if segments.is_empty() || invocation.explainer.is_none() {
            return lookup_key::dig(value, segments);
        }
        invocation.enter(|| ExplainStep::SubKey(segments.iter().map(Segment::text).collect()));
        let mut current = Dug::Found(value);
        for segment in segments {
            let Dug::Found(value) = current else {
                break;
            };
            invocation.enter(|| ExplainStep::Segment);
            current = lookup_key::dig(value, std::slice::from_ref(segment));
            match &current {
                Dug::Found(value) => invocation.report_found(&segment.text(), value),
                _ => invocation.report_not_found(&segment.text()),
            }
            invocation.leave();
        }
        invocation.leave();
        current
    }
}

/// True where `%{` is anywhere in the value, so that most data is not copied.
fn has_interpolation(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains("%{"),
        Value::Array(elements) => elements.iter().any(has_interpolation),
        Value::Hash(entries) => entries.iter().any(|(key, value)| has_interpolation(key) || has_interpolation(value)),
        _ => false,
    }
}

/// The error where a name is being looked up already, or too many are inside one another. `key`: what the message names.
pub(super) fn nesting_error(invocation: &Invocation, name: &str, key: Option<&str>) -> Option<HieraError> {
    if invocation.stack.iter().any(|other| other == name) {
        return Some(HieraError::Recursive { key: key.map(str::to_string), stack: invocation.stack.clone() });
    }
    let limit = super::invocation::MAX_NESTED_LOOKUPS;
    (invocation.stack.len() >= limit).then(|| HieraError::TooManyNested { key: name.to_string(), limit })
}

/// `name('key')` or `name("key")`, written without blanks.
fn method_and_key(expression: &str) -> Option<(&str, &str)> {
    let (name, rest) = expression.split_once('(')?;
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let quoted = rest.strip_suffix(')')?;
    let quote = quoted.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let key = quoted.strip_prefix(quote)?.strip_suffix(quote)?;
    (!key.is_empty() && !key.contains(quote)).then_some((name, key))
}

#[cfg(test)]
mod tests {
    use super::method_and_key;

    #[test]
    fn methods_take_one_quoted_key() {
        assert_eq!(method_and_key("lookup('a.b')"), Some(("lookup", "a.b")));
        assert_eq!(method_and_key("alias(\"x\")"), Some(("alias", "x")));
        for expression in ["facts.os", "lookup( 'b' )", "lookup('')", "lookup('a", "lookup(a)", "a b('c')", "('a')"] {
            assert_eq!(method_and_key(expression), None, "{expression}");
        }
    }
}
