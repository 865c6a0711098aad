//! Parameters of resources: what rspec-puppet sees of them, and how an expected value is compared with them.

use evaluator::catalog::Resource;
use evaluator::catalog::rich_data::reference_text;
use evaluator::ruby::interpreter::{Ran, Ruby};
use evaluator::ruby::value::RubyValue;
use evaluator::types::Type;
use evaluator::value::Value;
use smol_str::SmolStr;

use super::Matcher;
use crate::environment::catalogs::Compiled;
use crate::language::objects::SensitiveValue;

/// Returns the parameters that are set, with the one that the title stands for where that is asked for.
pub fn own_values(compiled: &Compiled, resource: &Resource, with_title: bool) -> Vec<(SmolStr, Value)> {
    let set = resource.parameters.iter().filter(|(_, parameter)| !parameter.value.is_undef());
    let mut values: Vec<(SmolStr, Value)> =
        set.map(|(name, parameter)| (name.clone(), marked(resource, name, &parameter.value))).collect();
    if with_title
        && let Some(name) = compiled.namevar(resource)
        && !values.iter().any(|(known, _)| *known == name)
    {
        values.push((name, Value::string(resource.title.as_str())));
    }
    values
}

/// Returns one parameter, `name` and what the title stands for included.
pub fn value_of(compiled: &Compiled, resource: &Resource, name: &str) -> Option<Value> {
    let namevar = (name == "name").then(|| compiled.namevar(resource)).flatten();
    let name = namevar.unwrap_or_else(|| SmolStr::new(name));
    own_values(compiled, resource, true).into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
}

fn marked(resource: &Resource, name: &SmolStr, value: &Value) -> Value {
    match resource.sensitive_parameters.contains(name) {
        true => Value::Sensitive(std::sync::Arc::new(value.clone())),
        false => value.clone(),
    }
}

/// Converts the value of a parameter to what Ruby code sees; stops where something in it is not known.
pub fn to_ruby(ruby: &mut Ruby<'_, '_>, value: &Value, offset: u32) -> Ran {
    if let Some(reason) = value.first_unknown() {
        return ruby.unsupported(format!("a value that is not known: {}", reason.reason), offset);
    }
    Ok(match value {
        Value::Type(reference @ (Type::Resource { .. } | Type::Class(_))) => {
            RubyValue::string(reference_text(reference))
        }
        Value::Array(elements) => {
            let mut converted = Vec::with_capacity(elements.len());
            for element in elements.iter() {
                converted.push(to_ruby(ruby, element, offset)?);
            }
            RubyValue::array(converted)
        }
        Value::Hash(entries) => {
            let mut converted = Vec::with_capacity(entries.len());
            for (key, value) in entries.iter() {
                converted.push((to_ruby(ruby, key, offset)?, to_ruby(ruby, value, offset)?));
            }
            RubyValue::hash(converted)
        }
        Value::Object(_) | Value::Callable(_) | Value::Iterator(_) | Value::Type(_) => {
            return ruby.unsupported("a value that has no form in a catalog yet", offset);
        }
        other => RubyValue::from_puppet(other),
    })
}

/// Compares an expected value with a parameter as rspec-puppet's ParameterMatcher does. `should` is false for `without_…(value)`.
pub fn matches(
    ruby: &mut Ruby<'_, '_>,
    expected: &RubyValue,
    actual: &RubyValue,
    should: bool,
    offset: u32,
) -> Ran<bool> {
    let actual = match (expected, actual) {
        (RubyValue::Array(_), RubyValue::Array(_)) => actual.clone(),
        (RubyValue::Array(_), other) => RubyValue::array(vec![other.clone()]),
        _ => actual.clone(),
    };
    check(ruby, expected, &actual, should, offset)
}

fn check(ruby: &mut Ruby<'_, '_>, expected: &RubyValue, actual: &RubyValue, should: bool, offset: u32) -> Ran<bool> {
    let is_nil = |value: &RubyValue| matches!(value, RubyValue::Nil);
    if !matches!(expected, RubyValue::Proc(_)) && is_nil(actual) && !is_nil(expected) {
        return Ok(false);
    }
    match expected {
        RubyValue::Proc(block) => {
            let answer = ruby.call_proc(&block.clone(), vec![actual.clone()])?;
            Ok(answer.equals(&RubyValue::Boolean(should)))
        }
        RubyValue::Regexp(_) => {
            let text = RubyValue::string(actual.to_text());
            let found = ruby.send(expected, "match?", vec![text], None, offset)?;
            Ok(found.is_truthy() == should)
        }
        RubyValue::Hash(wanted) => {
            let RubyValue::Hash(present) = actual else { return Ok(!should) };
            if !should || wanted.borrow().len() != present.borrow().len() {
                return Ok(false);
            }
            for (key, value) in wanted.borrow().pairs() {
                let present = present.borrow().get(&key).unwrap_or(RubyValue::Nil);
                if !check(ruby, &value, &present, should, offset)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        RubyValue::Array(wanted) => {
            let RubyValue::Array(present) = actual else { return Ok(!should) };
            let (wanted, present) = (wanted.borrow().clone(), present.borrow().clone());
            if !should || wanted.len() != present.len() {
                return Ok(false);
            }
            for (wanted, present) in wanted.iter().zip(&present) {
                if !check(ruby, wanted, present, should, offset)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        other => check_text(ruby, other, actual, should, offset),
    }
}

fn check_text(
    ruby: &mut Ruby<'_, '_>,
    expected: &RubyValue,
    actual: &RubyValue,
    should: bool,
    offset: u32,
) -> Ran<bool> {
    if let Some(sensitive) = expected.host_object::<SensitiveValue>() {
        return Ok(match actual {
            RubyValue::Puppet(Value::Sensitive(inner)) => sensitive.0.equals(&RubyValue::from_puppet(inner)),
            _ => false,
        });
    }
    if expected.host_object::<Matcher>().is_some() {
        return ruby.unsupported("a matcher as the expected value of a parameter", offset);
    }
    Ok((expected.to_text() == actual.to_text()) == should)
}

/// Returns why the type of a resource may refuse it when an agent makes it, which `compile` in rspec-puppet does.
pub fn refused_by_type(compiled: &Compiled, resource: &Resource) -> Option<String> {
    let is_absolute =
        |path: &str| path.starts_with('/') || path.get(1..3).is_some_and(|rest| matches!(rest, ":/" | ":\\"));
    let text = |name: &str| value_of(compiled, resource, name).and_then(|value| value.as_str().map(str::to_string));
    match resource.type_name.as_str() {
        "File" => {
            let path = text("path")?;
            (!is_absolute(&path)).then(|| format!("{resource}, whose path is not absolute"))
        }
        "Exec" => {
            let command = text("command")?;
            let program = command.trim_start_matches(['"', '\'']);
            let is_found = is_absolute(program) || resource.value("path").is_some() || text("provider").is_some();
            (!is_found).then(|| format!("{resource}, whose command has no path"))
        }
        _ => None,
    }
}
