//! Data types in Ruby: `Puppet::DataTypes.create_type('Name') do interface … end`.

use serde_json::Value as Json;
use syntax::{Expr, ExprId};

use crate::docstring::{Docstring, Tag, parse};
use crate::kinds::resource_types::required_name;
use crate::manifest::{Manifest, set_api};
use crate::model::{DataType, DataTypeFunction, Origin, Reference};
use crate::ruby::{Call, RubyFile, find_map};

pub fn read<'t>(file: &RubyFile<'t>, call: &Call<'t>, reference: &mut Reference) -> Result<(), String> {
    let is_data_types = |receiver| ["Puppet::DataTypes", "DataTypes"].contains(&file.text(receiver));
    if !call.receiver.is_some_and(is_data_types) {
        return Ok(());
    }
    let name = required_name(file, call, "data type")?;
    let mut docstring = parse(file.comment(call.node).unwrap_or_default());
    let interface = call.block.and_then(|block| {
        find_map(block, |node| {
            let interface = Call::read(file, node).filter(|call| call.method == "interface")?;
            interface.arguments.first()?.as_string(file)
        })
    });
    let text = format!("{{ {} }}", interface.unwrap_or_default());
    let manifest = Manifest::read(file.path, &text)
        .map_err(|problem| format!("The interface of the data type '{name}' cannot be read: {}", problem.message))?;
    let entries = entries(&manifest, manifest.program.root);
    let section = |wanted: &str| entries.iter().find(|(key, _)| key == wanted).map(|(_, value)| *value);
    let attributes = section("attributes").map(|id| attributes(&manifest, id)).unwrap_or_default();
    let functions = section("functions").map(|id| self::entries(&manifest, id)).unwrap_or_default();
    set_api(&mut docstring);
    set_parameters(&mut docstring, &attributes);
    let defaults = attributes
        .into_iter()
        .filter_map(|attribute| Some((attribute.name, attribute.default.filter(|value| !value.is_null())?)))
        .collect();
    let functions =
        functions.into_iter().map(|(function_name, id)| function(&manifest, &name, function_name, id)).collect();
    let origin = Origin { file: file.path.to_string(), line: file.line(call.node) };
    reference.data_types.retain(|earlier| earlier.name != name);
    reference.data_types.push(DataType { name, origin, docstring, defaults, functions });
    Ok(())
}

/// An attribute of the interface.
struct InterfaceAttribute {
    name: String,
    data_type: Option<String>,
    default: Option<Json>,
}

/// Returns the keys and values of a hash.
fn entries(manifest: &Manifest<'_>, id: ExprId) -> Vec<(String, ExprId)> {
    match manifest.program.expr(id) {
        Expr::Block(statements) if statements.len() == 1 => entries(manifest, statements[0]),
        Expr::Hash(entries) => entries
            .iter()
            .filter_map(|entry| Some((literal(manifest, entry.key)?.as_str()?.to_string(), entry.value)))
            .collect(),
        _ => Vec::new(),
    }
}

fn attributes(manifest: &Manifest<'_>, id: ExprId) -> Vec<InterfaceAttribute> {
    entries(manifest, id)
        .into_iter()
        .map(|(name, id)| {
            let details = entries(manifest, id);
            let detail = |wanted: &str| {
                details.iter().find(|(key, _)| key == wanted).and_then(|(_, value)| literal(manifest, *value))
            };
            let as_text = |value: Json| value.as_str().map(str::to_string);
            match manifest.program.expr(id) {
                Expr::Hash(_) => {
                    InterfaceAttribute { name, data_type: detail("type").and_then(as_text), default: detail("value") }
                }
                _ => InterfaceAttribute { name, data_type: literal(manifest, id).and_then(as_text), default: None },
            }
        })
        .collect()
}

/// Returns a literal as JSON; types are their text.
fn literal(manifest: &Manifest<'_>, id: ExprId) -> Option<Json> {
    match manifest.program.expr(id) {
        Expr::String(text) | Expr::QualifiedName(text) => Some(Json::from(text.as_str())),
        Expr::QualifiedReference(_) | Expr::Access { .. } => Some(Json::from(manifest.text_of(id))),
        Expr::Boolean(value) => Some(Json::from(*value)),
        Expr::Integer(integer) => integer.value.and_then(|value| i64::try_from(value).ok()).map(Json::from),
        Expr::Float(float) => Some(Json::from(float.value())),
        Expr::UnaryMinus(inner) => match literal(manifest, *inner)? {
            Json::Number(number) if number.is_i64() => number.as_i64().map(|value| Json::from(-value)),
            Json::Number(number) => number.as_f64().map(|value| Json::from(-value)),
            _ => None,
        },
        Expr::Default => Some(Json::from("default")),
        Expr::Array(values) => Some(values.iter().map(|value| literal(manifest, *value).unwrap_or_default()).collect()),
        Expr::Hash(entries) => {
            let pairs = entries.iter().filter_map(|entry| {
                let key = literal(manifest, entry.key)?;
                Some((key.as_str()?.to_string(), literal(manifest, entry.value).unwrap_or_default()))
            });
            Some(Json::Object(pairs.collect()))
        }
        _ => None,
    }
}

/// Gives each attribute a tag with its type, and drops tags of what is no attribute.
fn set_parameters(docstring: &mut Docstring, attributes: &[InterfaceAttribute]) {
    for attribute in attributes {
        let name = Some(attribute.name.clone());
        if !docstring.tags.iter().any(|tag| tag.tag == "param" && tag.name == name) {
            docstring.tags.push(Tag::undocumented("param", Vec::new(), name));
        }
    }
    let known = |tag: &Tag| attributes.iter().find(|attribute| Some(&attribute.name) == tag.name.as_ref());
    docstring.tags.retain(|tag| tag.tag != "param" || known(tag).is_some());
    for tag in docstring.tags.iter_mut().filter(|tag| tag.tag == "param") {
        let declared = known(tag).and_then(|attribute| attribute.data_type.clone());
        tag.types = Some(vec![declared.unwrap_or_else(|| "Any".to_string())]);
    }
}

fn function(manifest: &Manifest<'_>, owner: &str, name: String, id: ExprId) -> DataTypeFunction {
    let (parameters, result) = callable(manifest, id);
    let names: Vec<String> = (1..=parameters.len()).map(|index| format!("param{index}")).collect();
    let signature = Some(format!("{owner}.{name}({})", names.join(", ")));
    let mut docstring = Docstring::default();
    docstring.tags.push(Tag::undocumented("return", vec![result], None));
    for (index, parameter) in parameters.into_iter().enumerate() {
        docstring.tags.push(Tag::undocumented("param", vec![parameter], Some(format!("param{}", index + 1))));
    }
    DataTypeFunction { name, signature, docstring }
}

/// Returns the parameters and the result of a `Callable`.
fn callable(manifest: &Manifest<'_>, id: ExprId) -> (Vec<String>, String) {
    let texts = |ids: &[ExprId]| ids.iter().map(|id| shown_type(manifest, *id)).collect();
    let any = || "Any".to_string();
    let Expr::Access { keys, .. } = manifest.program.expr(id) else { return (Vec::new(), any()) };
    match keys.first().map(|first| manifest.program.expr(*first)) {
        Some(Expr::Array(parameters)) => {
            (texts(parameters), keys.get(1).map_or_else(any, |result| shown_type(manifest, *result)))
        }
        _ => (texts(keys), any()),
    }
}

/// Returns a type as Puppet prints it: the name of one that is not built in is a reference.
fn shown_type(manifest: &Manifest<'_>, id: ExprId) -> String {
    let text = manifest.text_of(id);
    let name = match manifest.program.expr(id) {
        Expr::Access { left, .. } => *left,
        _ => id,
    };
    let is_reference = matches!(manifest.program.expr(name), Expr::QualifiedReference(name) if evaluator::types::named(name).is_none());
    if is_reference { format!("TypeReference['{text}']") } else { text }
}
