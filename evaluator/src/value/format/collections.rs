//! Formats of arrays and hashes: delimiters, separators, line breaks.

use super::directive::Format;
use super::{FormatMap, Indentation, container_formats, convert};
use crate::types::{self, objects};
use crate::value::{HashEntries, Value, quoting};

type Formatted = Result<String, String>;

pub(super) fn format_array(
    elements: &[Value],
    format: &Format,
    map: &FormatMap,
    indentation: Indentation,
) -> Formatted {
    if !matches!(format.letter, 'a' | 's' | 'p') {
        return Err(format.illegal_for("Array", "asp"));
    }
    let separator = format.separator.as_deref().unwrap_or(", ");
    let containers = container_formats();
    let inner = format.inner.as_ref().unwrap_or(&containers);
    let (open, close) = format.delimiters(("[", "]"));
    let indentation = Indentation { indenting: format.alternate || indentation.indenting, ..indentation };
    let mut text = opening(indentation);
    text.push_str(open);
    let children = Indentation { later: true, ..indentation.deeper(format.alternate) };
    let mut parts = Vec::with_capacity(elements.len());
    for element in elements {
        parts.push(convert_inner(element, map, inner, children)?);
    }
    let break_all = format.alternate && format.width.is_some_and(|width| widest_run(elements, &parts) > width);
    for (index, (element, part)) in elements.iter().zip(&parts).enumerate() {
        let collection = is_collection(element);
        if index == 0 {
            if break_all && !collection {
                text.push(' ');
            }
        } else {
            text.push_str(separator);
            let after_collection =
                index.checked_sub(1).and_then(|previous| elements.get(previous)).is_some_and(is_collection);
            if !collection && (break_all || (format.alternate && after_collection)) {
                if !text.ends_with('\n') {
                    text.truncate(text.trim_end().len());
                }
                text.push('\n');
                text.push_str(&children.padding());
            }
        }
        if text.ends_with(' ') && part.starts_with('\n') {
            text.truncate(text.trim_end().len());
        }
        text.push_str(part);
    }
    text.push_str(close);
    Ok(text)
}

pub(super) fn format_hash(
    entries: &HashEntries,
    format: &Format,
    map: &FormatMap,
    indentation: Indentation,
) -> Formatted {
    match format.letter {
        'a' => {
            let pairs = Value::array(entries.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])));
            return convert(&types::infer(&pairs), &pairs, map, indentation);
        }
        'h' | 's' | 'p' => {}
        _ => return Err(format.illegal_for("Hash", "hasp")),
    }
    let mut separator = format.separator.as_deref().unwrap_or(", ").to_string();
    let arrow = format.separator2.as_deref().unwrap_or(" => ");
    let containers = container_formats();
    let inner = format.inner.as_ref().unwrap_or(&containers);
    let (open, close) = format.delimiters(("{", "}"));
    let indentation = Indentation { indenting: format.alternate || indentation.indenting, ..indentation };
    let mut text = opening(indentation);
    let children = indentation.deeper(false);
    let mut padding = String::new();
    text.push_str(open);
    if format.alternate {
        if !separator.ends_with('\n') {
            separator.truncate(separator.trim_end().len());
        }
        separator.push('\n');
        padding = children.padding();
        text.push('\n');
    }
    for (index, (key, value)) in entries.iter().enumerate() {
        if index > 0 {
            text.push_str(&separator);
        }
        text.push_str(&padding);
        text.push_str(&convert_inner(key, map, inner, children)?);
        text.push_str(arrow);
        text.push_str(&convert_inner(value, map, inner, children)?);
    }
    if format.alternate {
        text.push('\n');
        text.push_str(&indentation.padding());
    }
    text.push_str(close);
    Ok(text)
}

/// A collection that is not first in its own goes on a line of its own.
fn opening(indentation: Indentation) -> String {
    if indentation.breaks() { format!("\n{}", indentation.padding()) } else { String::new() }
}

/// Collections inside take the formats of the whole, everything else those of this collection.
fn convert_inner(value: &Value, map: &FormatMap, inner: &FormatMap, children: Indentation) -> Formatted {
    let container = is_collection(value) || matches!(value, Value::Object(_));
    convert(&types::infer(value), value, if container { map } else { inner }, children)
}

fn is_collection(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_))
}

/// The longest run of elements between collections, in characters.
fn widest_run(elements: &[Value], parts: &[String]) -> usize {
    let mut widest = 0;
    let mut run = 0;
    for (element, part) in elements.iter().zip(parts) {
        if is_collection(element) {
            run = 0;
        } else {
            run += part.chars().count();
            widest = widest.max(run);
        }
    }
    widest
}

/// An instance over several lines: `Car({⏎  'reg' => 'ABC'⏎})`.
pub(super) fn indented_object(value: &Value, level: usize) -> String {
    match value {
        Value::Object(object) => {
            let padding = " ".repeat(2 * (level + 1));
            let entries: Vec<String> = objects::shown_attributes(object)
                .into_iter()
                .map(|(name, value)| {
                    format!("{padding}{} => {}", quoting::quote(&name), indented_object(&value, level + 1))
                })
                .collect();
            let name = types::object_name(&object.object_type);
            format!("{name}({{\n{}\n{}}})", entries.join(",\n"), " ".repeat(2 * level))
        }
        other => crate::value::to_source_string(other),
    }
}
