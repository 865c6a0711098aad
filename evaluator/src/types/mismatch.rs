//! Why a value is not of a type, in Puppet's words: for `assert_type`, parameters of classes and defined types, calls
//! of functions and lambdas.

mod describe;
mod words;

use smol_str::SmolStr;

use super::{CallableType, Size, Type, infer, is_assignable, is_instance};
use crate::value::Value;

use describe::{Counted, describe, is_kind_of_callable, merge_descriptions};

/// Where in a value something does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PathElement {
    Subject(String),
    Parameter(SmolStr),
    EntryValue(SmolStr),
    EntryKey(SmolStr),
    Index(usize),
    Variant(usize),
    Signature(usize),
    Block,
    Return,
}

type Path = Vec<PathElement>;

/// One thing that does not fit.
#[derive(Clone, Debug, PartialEq)]
struct Mismatch {
    path: Path,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    MissingKey(SmolStr),
    MissingParameter(SmolStr),
    ExtraneousKey(SmolStr),
    InvalidParameter(SmolStr),
    UnexpectedBlock,
    MissingBlock,
    UnresolvedType(SmolStr),
    Type {
        expected: Type,
        actual: Type,
    },
    /// Enum or Pattern: a match was expected.
    Pattern {
        expected: Type,
        actual: Type,
    },
    Size {
        expected: Size,
        actual: Size,
    },
    /// The number of arguments.
    Count {
        expected: Size,
        actual: Size,
    },
}

/// What a function or lambda takes: its types, and the names that messages use.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signature {
    pub callable: CallableType,
    pub parameter_names: Vec<SmolStr>,
    pub block_name: Option<SmolStr>,
}

/// A parameter of a class, defined type or template.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedParameter {
    pub name: SmolStr,
    pub parameter_type: Type,
    /// It has a default.
    pub optional: bool,
}

/// Why `value` is not of type `expected`: `subject expects an Integer value, got String`.
pub fn describe_mismatch(subject: &str, expected: &Type, value: &Value) -> String {
    describe_type_mismatch(subject, expected, &infer(value))
}

/// The same for a value of which only the type is known.
pub fn describe_type_mismatch(subject: &str, expected: &Type, actual: &Type) -> String {
    let path = if subject.is_empty() { vec![] } else { vec![PathElement::Subject(subject.to_string())] };
    let mismatches = describe(expected, actual, &path);
    match mismatches.as_slice() {
        [] => String::new(),
        [one] => one.text().trim().to_string(),
        several => several.iter().map(Mismatch::text).collect::<Vec<_>>().join("\n "),
    }
}

/// What is wrong with given parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterMismatch {
    /// For instance `Class[C]: parameter 'a' expects …`.
    pub message: String,
    /// A parameter that has no default is not given.
    pub lacks_value: bool,
}

/// Compares the given parameters with those that are declared; `None` where they fit.
pub fn describe_parameters(
    subject: &str,
    parameters: &[NamedParameter],
    given: &[(SmolStr, Value)],
    missing_is_fine: bool,
) -> Option<ParameterMismatch> {
    let mut mismatches: Vec<Mismatch> = given
        .iter()
        .filter(|(name, _)| !parameters.iter().any(|parameter| parameter.name == *name))
        .map(|(name, _)| Mismatch { path: vec![], kind: Kind::InvalidParameter(name.clone()) })
        .collect();
    for parameter in parameters {
        match given.iter().find(|(name, _)| *name == parameter.name) {
            Some((_, value)) if is_instance(&parameter.parameter_type, value) || is_deferred(value) => {}
            Some((name, value)) => {
                let path = [PathElement::Parameter(name.clone())];
                mismatches.extend(describe(&parameter.parameter_type, &infer(value), &path));
            }
            None if missing_is_fine || parameter.optional => {}
            None => {
                mismatches.push(Mismatch { path: vec![], kind: Kind::MissingParameter(parameter.name.clone()) });
            }
        }
    }
    let lacks_value = mismatches.iter().any(|mismatch| matches!(mismatch.kind, Kind::MissingParameter(_)));
    summary(subject, &mismatches).map(|message| ParameterMismatch { message, lacks_value })
}

/// The value of a Deferred is known on the agent only.
fn is_deferred(value: &Value) -> bool {
    matches!(value, Value::Object(object) if super::object_name(&object.object_type) == "Deferred")
}

/// A default that is not of its parameter's type: `subject: parameter 'x' expects …`.
pub fn describe_default(subject: &str, name: &str, parameter_type: &Type, value: &Value) -> Option<String> {
    if is_instance(parameter_type, value) {
        return None;
    }
    let path = [PathElement::Parameter(SmolStr::new(name))];
    summary(subject, &describe(parameter_type, &infer(value).generalize(), &path))
}

fn summary(subject: &str, mismatches: &[Mismatch]) -> Option<String> {
    match mismatches {
        [] => None,
        [one] => Some(format!("{subject}:{}", one.text())),
        several => {
            let texts: Vec<String> = several.iter().map(Mismatch::text).collect();
            Some(format!("{subject}:\n {}", texts.join("\n ")))
        }
    }
}

/// Why a call fits none of the signatures. `name` is the function's, or `lambda` for a block.
/// `block` is the type of the lambda that was given.
pub fn describe_call(name: &str, signatures: &[Signature], arguments: &[Type], block: Option<&Type>) -> String {
    let mut rejections: Vec<Vec<Mismatch>> = signatures
        .iter()
        .enumerate()
        .map(|(index, signature)| describe_arguments(signature, arguments, &[PathElement::Signature(index)]))
        .collect();
    if rejections.iter().any(Vec::is_empty) {
        let blocks: Vec<Vec<Mismatch>> = signatures
            .iter()
            .enumerate()
            .map(|(index, signature)| describe_block(signature, block, &[PathElement::Signature(index)]))
            .collect();
        if blocks.iter().all(|mismatches| !mismatches.is_empty()) {
            rejections = blocks;
        } else {
            for (rejection, block) in rejections.iter_mut().zip(blocks) {
                if rejection.is_empty() {
                    *rejection = block;
                }
            }
        }
    }
    let label = if name == "lambda" { "block".to_string() } else { format!("'{name}'") };
    let merged = merge_descriptions(0, Counted::Arguments, &rejections);
    if let [one] = merged.as_slice() {
        return format!("{label}{}", one.text());
    }
    let without_signature = |mismatch: &Mismatch| mismatch.clone().without_path_element(0).text();
    let mut lines = Vec::new();
    if let ([signature], [rejection]) = (signatures, rejections.as_slice()) {
        lines.push(format!("{label} expects ({})", signature_text(signature)));
        lines.extend(rejection.iter().map(|mismatch| format!("  rejected:{}", without_signature(mismatch))));
    } else {
        lines.push(format!("The function {label} was called with arguments it does not accept. It expects one of:"));
        for (signature, rejection) in signatures.iter().zip(&rejections) {
            lines.push(format!("  ({})", signature_text(signature)));
            lines.extend(rejection.iter().map(|mismatch| format!("    rejected:{}", without_signature(mismatch))));
        }
    }
    lines.join("\n")
}

/// True where the arguments and the block fit.
pub fn accepts_call(signature: &Signature, arguments: &[Value], block: Option<&Type>) -> bool {
    let types = signature.callable.parameters.as_deref().unwrap_or_default();
    let takes_as_many = match (&signature.callable.parameters, signature.callable.size) {
        (None, _) => true,
        (Some(types), None) => types.len() == arguments.len(),
        (Some(_), Some(size)) => size.holds(arguments.len()),
    };
    if !takes_as_many {
        return false;
    }
    let fits = |(index, argument): (usize, &Value)| {
        types
            .get(index)
            .or(types.last())
            .is_none_or(|expected| is_plainly(expected, argument) || is_instance(expected, argument))
    };
    arguments.iter().enumerate().all(fits)
        && match (&signature.callable.block, block) {
            (None, None) => true,
            (None, Some(_)) => false,
            (Some(expected), None) => is_assignable(expected, &Type::Undef),
            (Some(expected), Some(block)) => is_assignable(expected, block),
        }
}

/// The most common cases of an instance; `false` says nothing.
#[inline]
fn is_plainly(expected: &Type, value: &Value) -> bool {
    matches!(
        (expected, value),
        (Type::Any, _)
            | (Type::String(None), Value::String(_))
            | (Type::Iterable(None), Value::Array(_) | Value::Hash(_))
    )
}

fn signature_size(callable: &CallableType) -> Size {
    match (&callable.parameters, callable.size) {
        (None, _) => Size::ANY,
        (Some(_), Some(size)) => size,
        (Some(types), None) => Size::exactly(types.len()),
    }
}

fn describe_arguments(signature: &Signature, arguments: &[Type], path: &[PathElement]) -> Vec<Mismatch> {
    let expected = signature_size(&signature.callable);
    let actual = Size::exactly(arguments.len());
    if !expected.includes(actual) {
        return vec![Mismatch { path: path.to_vec(), kind: Kind::Count { expected, actual } }];
    }
    let types = signature.callable.parameters.as_deref().unwrap_or_default();
    for (index, argument) in arguments.iter().enumerate() {
        let position = index.min(types.len().saturating_sub(1));
        let Some(expected) = types.get(position) else {
            break;
        };
        if !is_assignable(expected, argument) {
            let name = signature.parameter_names.get(position).cloned().unwrap_or_default();
            let mut inner = path.to_vec();
            inner.push(PathElement::Parameter(name));
            let mismatches = describe(expected, argument, &inner);
            if !mismatches.is_empty() {
                return mismatches;
            }
        }
    }
    Vec::new()
}

fn describe_block(signature: &Signature, block: Option<&Type>, path: &[PathElement]) -> Vec<Mismatch> {
    let expected = signature.callable.block.as_ref();
    let one = |kind| vec![Mismatch { path: path.to_vec(), kind }];
    match (expected, block.filter(|block| is_kind_of_callable(block))) {
        (None, Some(_)) => one(Kind::UnexpectedBlock),
        (Some(expected), Some(block)) => {
            let mut inner = path.to_vec();
            inner.push(PathElement::Block);
            describe(expected, block, &inner)
        }
        (Some(expected), None) if !is_assignable(expected, &Type::Undef) => one(Kind::MissingBlock),
        _ => Vec::new(),
    }
}

/// `Integer a, Optional[String] b?, Callable block`
pub fn signature_text(signature: &Signature) -> String {
    let types = signature.callable.parameters.as_deref().unwrap_or_default();
    let size = signature_size(&signature.callable);
    let mut parts = Vec::new();
    if size != Size::EMPTY {
        let unnamed = vec![SmolStr::default(); types.len()];
        let names = if signature.parameter_names.is_empty() { &unnamed } else { &signature.parameter_names };
        let required = usize::try_from(size.min).unwrap_or(usize::MAX);
        for (index, name) in names.iter().enumerate() {
            let Some(mut parameter) = types.get(index).or(types.last()) else {
                break;
            };
            let mut indicator = "";
            if size.max.is_none() && index + 1 == names.len() {
                indicator = if required == names.len() { "+" } else { "*" };
            } else if index >= required {
                indicator = "?";
                if let Type::Optional(Some(inner)) = parameter {
                    parameter = inner;
                }
            }
            parts.push(format!("{parameter} {name}{indicator}"));
        }
    }
    let block_name = signature.block_name.as_deref().unwrap_or("block");
    match &signature.callable.block {
        Some(Type::Optional(Some(block))) => parts.push(format!("{block} {block_name}?")),
        Some(block @ Type::Callable(_)) => parts.push(format!("{block} {block_name}")),
        _ => {}
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::parse;

    fn mismatch(expected: &str, value: Value) -> String {
        let expected = parse(expected).unwrap_or(Type::Undef);
        describe_mismatch("assert_type():", &expected, &value)
    }

    #[test]
    fn mismatches_read_as_puppet_words_them() {
        for (expected, value, text) in [
            ("Integer", Value::from("a"), "expects an Integer value, got String"),
            ("Integer[1, 5]", Value::from(9), "expects an Integer[1, 5] value, got Integer[9, 9]"),
            ("String[1]", Value::from(""), "expects a String[1] value, got String"),
            (
                "Array[Integer]",
                Value::array([Value::from(1), Value::from("a")]),
                "index 1 expects an Integer value, got String",
            ),
            ("Struct[{a => Integer}]", Value::hash([]), "expects size to be 1, got 0"),
            (
                "Struct[{a => Integer}]",
                Value::hash([("a".into(), Value::from(1)), ("b".into(), Value::from(2))]),
                "unrecognized key 'b'",
            ),
            ("Enum[a, b]", Value::from("c"), "expects a match for Enum['a', 'b'], got 'c'"),
            ("Variant[Integer, String]", Value::Float(1.5), "expects a value of type Integer or String, got Float"),
            ("Hash[String, Integer, 1]", Value::hash([]), "expects size to be at least 1, got 0"),
            ("Type[Integer]", Value::Type(Type::STRING), "expects a Type[Integer] value, got Type[String]"),
            ("Resource['file']", Value::from("x"), "expects a Resource value, got String"),
        ] {
            assert_eq!(mismatch(expected, value), format!("assert_type(): {text}"), "{expected}");
        }
    }

    #[test]
    fn several_variants_are_listed() {
        assert_eq!(
            mismatch("Variant[Array[Integer], Hash]", Value::array(["a".into()])),
            " assert_type(): variant 0 index 0 expects an Integer value, got String\n  \
             assert_type(): variant 1 expects a Hash value, got Tuple"
        );
    }
}
