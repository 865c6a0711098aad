//! `Type[…]`: a type with arguments, with Puppet's errors where they do not fit.
//!
//! What a titled resource or class reference gives for `[…]` (the value of an attribute) is the catalog's to know.

mod issues;
mod references;
mod structures;

use std::sync::Arc;

use super::{
    FloatBound, ObjectAttribute, ObjectExtension, ObjectType, Size, Type, definitions, infer_generalized, is_instance,
};
use crate::regex_dialect::Regexp;
use crate::value::{SemVerRange, UnknownReason, Value, timespan_format, timestamp_format, uri};

pub use issues::{SpecializeError, SpecializeIssue};
pub(crate) use issues::{kind_name, with_article};
use structures::{flatten, inner_type, size_from};

type Specialized<T = Value> = Result<T, Box<SpecializeError>>;

/// The value of `left[keys…]`: a type, or references where several titles were given.
pub fn specialize(left: &Type, keys: &[Value]) -> Result<Value, Box<SpecializeError>> {
    if let Some(reason) = first_unknown(keys) {
        return Ok(Value::Unknown(reason));
    }
    match left {
        Type::Class(_) => return references::class_reference(left, keys),
        Type::Resource { .. } => return references::resource_reference(left, keys),
        _ => {}
    }
    specialize_data_type(left, keys).map(Value::Type)
}

fn first_unknown(keys: &[Value]) -> Option<Arc<UnknownReason>> {
    keys.iter().find_map(|key| key.first_unknown().cloned())
}

fn specialize_data_type(left: &Type, keys: &[Value]) -> Specialized<Type> {
    match left {
        Type::Callable(_) => return structures::callable(left, keys),
        Type::Struct(_) => return structures::structure(left, keys),
        Type::Init(_) => return init(keys),
        _ => {}
    }
    let keys = flatten(keys);
    let keys = keys.as_slice();
    match left {
        Type::Integer { .. } => integer(keys),
        Type::Float { .. } => float(keys),
        Type::Boolean(_) => {
            check_keys(left, keys, 1, Some(1), "TrueClass or FalseClass", |key| matches!(key, Value::Boolean(_)))?;
            Ok(Type::Boolean(match keys.first() {
                Some(Value::Boolean(value)) => Some(*value),
                _ => None,
            }))
        }
        Type::String(_) | Type::StringValue(_) => match keys.len() {
            1 | 2 => Ok(Type::String(Some(size_from(keys, 0)?))),
            actual => Err(SpecializeIssue::BadStringArity { actual }.whole()),
        },
        Type::Enum { .. } => enumeration(left, keys),
        Type::Pattern(_) => pattern(left, keys),
        Type::Regexp(_) => regexp(left, keys),
        Type::Collection(_) => match keys.len() {
            1 | 2 => Ok(Type::Collection(Some(size_from(keys, 0)?))),
            actual => Err(bad_arity("Collection-Type", 1, 2, actual)),
        },
        Type::Array { .. } => structures::array(keys),
        Type::Hash { .. } => structures::hash(keys),
        Type::Tuple { .. } => structures::tuple(left, keys),
        Type::Variant(_) => {
            check_keys(left, keys, 1, None, "Any-Type", |key| matches!(key, Value::Type(_)))?;
            Ok(Type::variant(types_of(keys)))
        }
        Type::Optional(_) => match keys {
            [Value::String(text)] => Ok(Type::optional(Type::StringValue(text.clone()))),
            keys => Ok(Type::optional(inner_type("Optional-Type", keys)?)),
        },
        Type::NotUndef(_) => not_undef(keys),
        Type::Type(_) => Ok(Type::type_of(inner_type("Type-Type", keys)?)),
        Type::Iterable(_) => Ok(Type::Iterable(Some(Arc::new(inner_type("Iterable-Type", keys)?)))),
        Type::Iterator(_) => Ok(Type::Iterator(Some(Arc::new(inner_type("Iterator-Type", keys)?)))),
        Type::Sensitive(_) => Ok(Type::Sensitive(Arc::new(inner_type("Sensitive-Type", keys)?.generalize()))),
        Type::Timestamp { .. } | Type::Timespan { .. } => period(left, keys),
        Type::SemVer(_) => sem_ver(left, keys),
        Type::Uri(_) => uri_type(keys),
        Type::Runtime(_) => {
            if keys.len() != 2 {
                return Err(arity_of(left, 1, Some(2), keys.len()));
            }
            check_keys(left, keys, 2, Some(2), "String or String", |key| matches!(key, Value::String(_)))?;
            Ok(Type::Runtime(keys.into()))
        }
        Type::Object(object) => object_type(left, object, keys),
        Type::TypeSet(_) => match keys {
            [definition] => definitions::type_set_from(definition)
                .map(|set| Type::TypeSet(Arc::new(set)))
                .map_err(|message| SpecializeIssue::Other(message).whole()),
            keys => Err(bad_arity("TypeSet-Type", 1, 1, keys.len())),
        },
        Type::TypeReference(name) => Err(SpecializeIssue::UnknownResourceType { name: name.to_string() }.whole()),
        Type::Alias(alias) => match alias.resolved.get() {
            Some(Type::Object(object)) => object_type(left, object, keys),
            _ => Err(SpecializeIssue::OperatorNotApplicable { left: left.clone() }.left()),
        },
        other => Err(SpecializeIssue::OperatorNotApplicable { left: other.clone() }.left()),
    }
}

fn integer(keys: &[Value]) -> Specialized<Type> {
    if !(1..=2).contains(&keys.len()) {
        return Err(SpecializeIssue::BadIntegerArity { float: false, actual: keys.len() }.whole());
    }
    let mut bounds = [None, None];
    for (index, (key, bound)) in keys.iter().zip(bounds.iter_mut()).enumerate() {
        *bound = match key {
            Value::Integer(value) => Some(*value),
            Value::Default => None,
            other => {
                return Err(SpecializeIssue::BadIntegerArgument { float: false, actual: other.clone() }.argument(index));
            }
        };
    }
    let [min, max] = bounds;
    check_order(min, max, min.zip(max).is_some_and(|(min, max)| min > max))?;
    Ok(Type::Integer { min, max })
}

fn float(keys: &[Value]) -> Specialized<Type> {
    if !(1..=2).contains(&keys.len()) {
        return Err(SpecializeIssue::BadIntegerArity { float: true, actual: keys.len() }.whole());
    }
    let mut bounds = [None, None];
    for (index, (key, bound)) in keys.iter().zip(bounds.iter_mut()).enumerate() {
        *bound = match key {
            Value::Integer(value) => Some(*value as f64),
            Value::Float(value) => Some(*value),
            Value::Default => None,
            other => {
                return Err(SpecializeIssue::BadIntegerArgument { float: true, actual: other.clone() }.argument(index));
            }
        };
    }
    let [min, max] = bounds;
    let text = |bound: Option<f64>| bound.map(crate::value::numbers::float_text);
    check_order(text(min), text(max), min.zip(max).is_some_and(|(min, max)| min > max))?;
    Ok(Type::Float { min: min.map(FloatBound::new), max: max.map(FloatBound::new) })
}

/// Puppet's own message lacks the closing parenthesis.
fn check_order<T: ToString>(min: Option<T>, max: Option<T>, wrong: bool) -> Specialized<()> {
    match (min, max) {
        (Some(min), Some(max)) if wrong => Err(out_of_order(&min.to_string(), &max.to_string())),
        _ => Ok(()),
    }
}

pub(super) fn out_of_order(min: &str, max: &str) -> Box<SpecializeError> {
    SpecializeIssue::Other(format!("'from' must be less or equal to 'to'. Got ({min}, {max}")).whole()
}

fn enumeration(left: &Type, keys: &[Value]) -> Specialized<Type> {
    let (keys, case_insensitive) = match keys {
        [rest @ .., Value::Boolean(flag)] => (rest, *flag),
        keys => (keys, false),
    };
    check_keys(left, keys, 1, None, "String", |key| matches!(key, Value::String(_)))?;
    let values = keys.iter().filter_map(|key| match key {
        Value::String(text) => Some(text.clone()),
        _ => None,
    });
    Ok(Type::enumeration(values, case_insensitive))
}

fn pattern(left: &Type, keys: &[Value]) -> Specialized<Type> {
    let allowed = |key: &Value| {
        matches!(key, Value::String(_) | Value::Regexp(_) | Value::Type(Type::Pattern(_) | Type::Regexp(_)))
    };
    check_keys(left, keys, 1, None, "String or Regexp or Pattern-Type or Regexp-Type", allowed)?;
    let mut patterns: Vec<Regexp> = Vec::new();
    let mut add = |pattern: &Regexp| {
        if !patterns.contains(pattern) {
            patterns.push(pattern.clone());
        }
    };
    for key in keys {
        match key {
            Value::String(source) => add(&Regexp::new(source.clone())),
            Value::Regexp(pattern) => add(pattern),
            Value::Type(Type::Regexp(source)) => add(&Regexp::new(source.clone().unwrap_or_default())),
            Value::Type(Type::Pattern(sources)) => sources.iter().for_each(&mut add),
            _ => {}
        }
    }
    for source in &patterns {
        check_pattern(source)?;
    }
    Ok(Type::Pattern(patterns.into()))
}

fn check_pattern(source: &Regexp) -> Specialized<()> {
    super::instance_check::pattern_problem(source)
        .map_or(Ok(()), |problem| Err(SpecializeIssue::Other(problem).whole()))
}

fn regexp(left: &Type, keys: &[Value]) -> Specialized<Type> {
    if keys.len() != 1 {
        let mut error = arity_of(left, 1, Some(1), keys.len());
        error.argument = (!keys.is_empty()).then_some(1);
        return Err(error);
    }
    check_keys(left, keys, 1, Some(1), "String or Regexp", |key| matches!(key, Value::String(_) | Value::Regexp(_)))?;
    match keys.first() {
        Some(Value::String(source)) => {
            check_pattern(&Regexp::new(source.clone()))?;
            Ok(Type::Regexp(Some(source.clone())))
        }
        Some(Value::Regexp(pattern)) => {
            check_pattern(pattern)?;
            Ok(Type::Regexp(Some((**pattern).clone())))
        }
        _ => Ok(Type::Regexp(None)),
    }
}

fn not_undef(keys: &[Value]) -> Specialized<Type> {
    match keys {
        [] => Ok(Type::NotUndef(Arc::new(Type::Any))),
        [Value::String(text)] => Ok(Type::NotUndef(Arc::new(Type::StringValue(text.clone())))),
        [Value::Type(inner)] => Ok(Type::NotUndef(Arc::new(inner.clone()))),
        [other] => Err(SpecializeIssue::NotUndefArgument { actual: other.clone() }.argument(0)),
        keys => Err(bad_arity("NotUndef-Type", 0, 1, keys.len())),
    }
}

fn init(keys: &[Value]) -> Specialized<Type> {
    match keys {
        [Value::Type(inner), arguments @ ..] => Ok(Type::Init(Some(Arc::new((inner.clone(), arguments.to_vec()))))),
        keys => {
            let actual = keys.first().cloned().unwrap_or_default();
            Err(SpecializeIssue::ArgumentNotType { base: "Init-Type", actual }.argument(0))
        }
    }
}

/// `Timestamp[from, to]`, `Timespan[from, to]`: times, or what a time can be made of.
fn period(left: &Type, keys: &[Value]) -> Specialized<Type> {
    if keys.len() > 2 {
        return Err(arity_of(left, 0, Some(2), keys.len()));
    }
    let is_timespan = matches!(left, Type::Timespan { .. });
    let bound = |index: usize| match keys.get(index) {
        None | Some(Value::Default | Value::Undef) => Ok(None),
        Some(key) => time_from(key, is_timespan).map(Some).map_err(|message| SpecializeIssue::Other(message).whole()),
    };
    let (min, max) = (bound(0)?, bound(1)?);
    if let (Some(min), Some(max)) = (min, max)
        && min > max
    {
        let text =
            if is_timespan { crate::value::timespan::timespan_text } else { crate::value::timestamp::timestamp_text };
        return Err(out_of_order(&text(min), &text(max)));
    }
    Ok(if is_timespan { Type::Timespan { min, max } } else { Type::Timestamp { min, max } })
}

fn time_from(key: &Value, is_timespan: bool) -> Result<i128, String> {
    match key {
        Value::Timespan(time) if is_timespan => Ok(*time),
        Value::Timestamp(time) if !is_timespan => Ok(*time),
        Value::Integer(seconds) => Ok(timestamp_format::nanoseconds_of_integer(*seconds)),
        Value::Float(seconds) => Ok(timestamp_format::nanoseconds_of_float(*seconds)),
        Value::String(text) if is_timespan => timespan_format::parse_with_defaults(text),
        Value::String(text) => timestamp_format::parse_with_defaults(text, None),
        Value::Hash(entries) if is_timespan => timespan_format::from_hash(entries),
        Value::Hash(entries) => timestamp_format::from_hash(entries),
        other => Err(format!(
            "Unable to create a Puppet::Pops::Time::{} from a {}",
            if is_timespan { "Timespan" } else { "Timestamp" },
            infer_generalized(other)
        )),
    }
}

fn sem_ver(left: &Type, keys: &[Value]) -> Specialized<Type> {
    let allowed = |key: &Value| matches!(key, Value::String(_) | Value::SemVerRange(_));
    check_keys(left, keys, 1, None, "String or SemanticPuppet::VersionRange", allowed)?;
    let mut ranges: Vec<SemVerRange> = Vec::with_capacity(keys.len());
    for key in keys {
        ranges.push(match key {
            Value::SemVerRange(range) => range.as_ref().clone(),
            Value::String(text) => SemVerRange::parse(text)
                .ok_or_else(|| SpecializeIssue::Other(format!("Unparsable version range: \"{text}\"")).whole())?,
            _ => continue,
        });
    }
    Ok(Type::SemVer(ranges.into()))
}

/// The names that the hash of `URI[{…}]` may have.
const URI_PARTS: [&str; 8] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"];

fn uri_type(keys: &[Value]) -> Specialized<Type> {
    match keys {
        [Value::String(text)] if !text.is_empty() => Ok(Type::Uri(Some(Arc::new(uri::parts_of(text))))),
        [Value::Uri(text)] => Ok(Type::Uri(Some(Arc::new(uri::parts_of(text))))),
        [Value::Hash(entries)]
            if entries.iter().all(|(key, value)| uri_part_fits(key.as_str().unwrap_or_default(), value)) =>
        {
            Ok(Type::Uri((!entries.is_empty()).then(|| Arc::new(Value::Hash(entries.clone())))))
        }
        [Value::Type(Type::Uri(parameters))] => Ok(Type::Uri(parameters.clone())),
        [other] => Err(SpecializeIssue::ArgumentNotType { base: "URI-Type", actual: other.clone() }.argument(0)),
        keys => Err(bad_arity("URI-Type", 1, 1, keys.len())),
    }
}

fn uri_part_fits(name: &str, value: &Value) -> bool {
    if !URI_PARTS.contains(&name) {
        return false;
    }
    match value {
        Value::Integer(_) => name == "port",
        Value::String(_) | Value::Regexp(_) | Value::Undef => true,
        Value::Type(inner) => match inner.resolved() {
            Type::Integer { .. } => name == "port",
            Type::Enum { .. }
            | Type::Pattern(_)
            | Type::NotUndef(_)
            | Type::Undef
            | Type::String(_)
            | Type::Optional(_) => true,
            _ => false,
        },
        _ => false,
    }
}

fn object_type(left: &Type, object: &ObjectType, keys: &[Value]) -> Specialized<Type> {
    let Some(name) = &object.name else {
        return match keys {
            [definition] => definitions::object_from(definition)
                .map(|object| Type::Object(Arc::new(object)))
                .map_err(|message| SpecializeIssue::Other(message).whole()),
            keys => Err(bad_arity("Object-Type", 1, 1, keys.len())),
        };
    };
    if object.type_parameters.is_empty() {
        return Err(SpecializeIssue::Other(format!("The {name}-Type cannot be parameterized using []")).whole());
    }
    let known = &object.type_parameters;
    let named = match keys {
        [Value::Hash(entries)] => Some(entries),
        _ => None,
    };
    let is_known = |key: &&Value| known.iter().any(|parameter| key.as_str() == Some(&parameter.name));
    if let Some(unknown) = named.and_then(|entries| entries.keys().find(|key| !is_known(key))) {
        let unknown = crate::value::to_display_string(unknown);
        return Err(
            SpecializeIssue::Other(format!("'{unknown}' is not a known type parameter for {name}-Type")).whole()
        );
    }
    let mut parameters = Vec::new();
    for (index, parameter) in known.iter().enumerate() {
        let value = match named {
            Some(entries) => entries.get(&Value::String(parameter.name.clone())),
            None => keys.get(index),
        };
        let Some(value) = value.filter(|value| !matches!(value, Value::Default)) else {
            continue;
        };
        let expected = Type::optional(parameter.attribute_type.clone());
        if !is_instance(&expected, value) {
            let subject = format!("type_parameter {name}[{}] has wrong type,", parameter.name);
            let problem = super::describe_mismatch(&subject, &expected, value);
            return Err(SpecializeIssue::Other(problem).whole());
        }
        parameters.push((parameter.name.clone(), value.clone()));
    }
    let written = match named {
        Some(entries) => {
            let last = known.iter().rposition(|parameter| entries.contains_key(&Value::String(parameter.name.clone())));
            let value = |parameter: &ObjectAttribute| {
                entries.get(&Value::String(parameter.name.clone())).cloned().unwrap_or(Value::Default)
            };
            known.iter().take(last.map_or(0, |last| last + 1)).map(value).collect()
        }
        None => {
            let mut written: Vec<Value> = keys.iter().take(known.len()).cloned().collect();
            while written.last() == Some(&Value::Default) {
                written.pop();
            }
            written
        }
    };
    if parameters.is_empty() {
        let problem = format!("The {name}-Type cannot be parameterized using an empty parameter list");
        return Err(SpecializeIssue::Other(problem).whole());
    }
    Ok(Type::ObjectExtension(Arc::new(ObjectExtension { base: left.clone(), parameters, written })))
}

/// Enough arguments, each of an allowed kind.
pub(super) fn check_keys(
    left: &Type,
    keys: &[Value],
    min: usize,
    max: Option<usize>,
    expected: &'static str,
    allowed: impl Fn(&Value) -> bool,
) -> Specialized<()> {
    if keys.len() < min || max.is_some_and(|max| keys.len() > max) {
        return Err(arity_of(left, 1, max, keys.len()));
    }
    match keys.iter().position(|key| !allowed(key)) {
        None => Ok(()),
        Some(index) => Err(SpecializeIssue::BadSpecialization {
            left: left.clone(),
            actual: keys.get(index).cloned().unwrap_or_default(),
            expected,
        }
        .argument(index)),
    }
}

pub(super) fn arity_of(left: &Type, min: usize, max: Option<usize>, actual: usize) -> Box<SpecializeError> {
    SpecializeIssue::BadArity { base: issues::upper_type_label(left), min, max, actual }.whole()
}

pub(super) fn bad_arity(base: &str, min: usize, max: usize, actual: usize) -> Box<SpecializeError> {
    SpecializeIssue::BadArity { base: base.to_string(), min, max: Some(max), actual }.whole()
}

fn types_of(keys: &[Value]) -> impl Iterator<Item = Type> + '_ {
    keys.iter().filter_map(|key| match key {
        Value::Type(inner) => Some(inner.clone()),
        _ => None,
    })
}

/// What a value means where a type is expected: a type is itself, a string names a Ruby class, anything else has its
/// own type.
fn type_meant_by(value: &Value) -> Type {
    match value {
        Value::Type(inner) => inner.clone(),
        Value::String(_) => Type::Runtime([Value::from("ruby"), value.clone()].into()),
        other => infer_generalized(other),
    }
}

/// `[min, max]` of which either may be `default`.
fn range_size(min: &Value, max: Option<&Value>) -> Option<Size> {
    let bound = |value: &Value| match value {
        Value::Integer(value) => Some(Some(*value)),
        Value::Default => Some(None),
        _ => None,
    };
    let min = bound(min)?.unwrap_or(0).max(0);
    let max = match max {
        Some(max) => bound(max)?.map(|max| max.max(0)),
        None => None,
    };
    Some(Size { min, max })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Issue as _;
    use crate::types::named;

    fn specialized(name: &str, keys: &[Value]) -> String {
        let left = named(name).unwrap_or_else(|| Type::resource(name, None));
        match specialize(&left, keys) {
            Ok(value) => crate::value::to_source_string(&value),
            Err(error) => format!("{} {}", error.issue.code(), error.issue.text()),
        }
    }

    #[test]
    fn titles_give_references() {
        assert_eq!(specialized("File", &["/a".into(), "/b".into()]), "[File['/a'], File['/b']]");
        assert_eq!(specialized("File", &[Value::Undef]), "undef");
        assert_eq!(specialized("Class", &["::A::B".into()]), "Class[a::b]");
        assert_eq!(specialized("Resource", &["my::thing".into(), "x".into()]), "My::Thing['x']");
    }

    #[test]
    fn wrong_arguments_are_told_in_puppets_words() {
        assert_eq!(
            specialized("Integer", &[Value::from(5), Value::from(1)]),
            "RUNTIME_ERROR 'from' must be less or equal to 'to'. Got (5, 1"
        );
        assert_eq!(
            specialized("Hash", &[Value::Type(Type::STRING)]),
            "BAD_TYPE_SLICE_ARITY Hash-Type[] accepts 2 to 4 arguments. Got 1"
        );
        assert_eq!(
            specialized("Boolean", &[Value::from(1)]),
            "BAD_TYPE_SPECIALIZATION Error creating type specialization of a Boolean-Type, Cannot use Integer where \
             TrueClass or FalseClass is expected"
        );
        assert_eq!(
            specialized("SemVerRange", &["1.x".into()]),
            "OPERATOR_NOT_APPLICABLE Operator '[]' is not applicable to a SemVerRange-Type."
        );
    }

    #[test]
    fn an_unknown_argument_makes_the_result_unknown() {
        let made = specialize(&Type::INTEGER, &[Value::unknown("a fact is missing", None)]);
        assert!(matches!(made, Ok(Value::Unknown(_))));
    }
}
