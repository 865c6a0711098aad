//! Types as Puppet prints them: `type($x)`, interpolation, messages.
//!
//! A named type (alias, Object) prints with what it stands for when it is printed itself, and by its name alone
//! inside another type.

use std::fmt;
use std::sync::Arc;

use smol_str::SmolStr;

use super::names::is_its_own_type;
use super::{CallableType, FloatBound, ObjectAttribute, ObjectType, Size, StructMember, Type, TypeSetType};
use crate::types::{is_assignable, is_builtin_name};
use crate::value::{self, Value};

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expanded = matches!(self, Type::Alias(_) | Type::Object(_));
        f.write_str(&print(self, expanded, false))
    }
}

/// Aliases with what they stand for, inside other types too: `Array[Port = Integer[1, 65535]]`.
pub fn expanded_string(printed: &Type) -> String {
    print(printed, true, false)
}

/// As it prints, but with the values of strings: `String['a']`.
pub fn debug_string(printed: &Type) -> String {
    print(printed, false, true)
}

/// By name only: an alias without what it stands for.
pub(crate) fn plain_string(printed: &Type) -> String {
    print(printed, false, false)
}

fn print(printed: &Type, expanded: bool, debug: bool) -> String {
    let mut printer = Printer { text: String::new(), expanded, debug, open_aliases: Vec::new() };
    printer.write_type(printed);
    printer.text
}

/// `foo::bar` becomes `Foo::Bar`; a name that is capitalised already stays as it is.
pub(crate) fn capitalize_segments(name: &str) -> SmolStr {
    if name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return SmolStr::new(name);
    }
    let segments: Vec<String> = name.split("::").map(value::text::capitalize).collect();
    SmolStr::new(segments.join("::"))
}

struct Printer {
    text: String,
    expanded: bool,
    debug: bool,
    /// Aliases that are being expanded, so that a recursive one ends.
    open_aliases: Vec<SmolStr>,
}

impl Printer {
    fn write_type(&mut self, printed: &Type) {
        match printed {
            Type::Any => self.push("Any"),
            Type::Unit => self.push("Unit"),
            Type::Undef => self.push("Undef"),
            Type::Default => self.push("Default"),
            Type::Scalar => self.push("Scalar"),
            Type::ScalarData => self.push("ScalarData"),
            Type::Data => self.push("Data"),
            Type::RichData => self.push("RichData"),
            Type::Numeric => self.push("Numeric"),
            Type::Integer { min, max } => {
                self.write_range("Integer", min.map(|bound| bound.to_string()), max.map(|bound| bound.to_string()));
            }
            Type::Float { min, max } => {
                let text = |bound: FloatBound| value::numbers::float_text(bound.value());
                self.write_range("Float", min.map(text), max.map(text));
            }
            Type::String(None) => self.push("String"),
            Type::String(Some(size)) => self.write_list("String", size_parts(*size)),
            Type::StringValue(text) if self.debug => self.write_list("String", vec![value::quoting::quote(text)]),
            Type::StringValue(_) => self.push("String"),
            Type::Enum { values, case_insensitive } => {
                let mut parts: Vec<String> = values.iter().map(|text| value::quoting::quote(text)).collect();
                if *case_insensitive && !parts.is_empty() {
                    parts.push("true".to_string());
                }
                self.write_list("Enum", parts);
            }
            Type::Pattern(patterns) => {
                self.write_list("Pattern", patterns.iter().map(|text| value::quoting::quote_regexp(text)).collect());
            }
            Type::Regexp(pattern) => {
                self.write_list("Regexp", pattern.iter().map(|text| value::quoting::quote_regexp(text)).collect());
            }
            Type::Boolean(value) => self.write_list("Boolean", value.iter().map(bool::to_string).collect()),
            Type::Collection(size) => self.write_list("Collection", size.map(size_parts).unwrap_or_default()),
            Type::Array { element, size } => self.write_array(element, *size),
            Type::Hash { key, value, size } => self.write_hash(key, value, *size),
            Type::Tuple { types, size } => {
                let mut parts = self.texts_of(types);
                if !parts.is_empty() {
                    parts.extend(size.map(size_parts).unwrap_or_default());
                }
                self.write_list("Tuple", parts);
            }
            Type::Struct(members) => self.write_struct(members),
            Type::Optional(inner) => self.write_wrapper("Optional", inner.as_ref()),
            Type::NotUndef(inner) => {
                self.write_wrapper("NotUndef", if **inner == Type::Any { None } else { Some(inner) });
            }
            Type::Variant(types) => {
                let parts = self.texts_of(types);
                self.write_list("Variant", parts);
            }
            Type::Type(inner) => self.write_inner("Type", inner.as_deref()),
            Type::Callable(callable) => self.write_callable(callable),
            Type::CatalogEntry => self.push("CatalogEntry"),
            Type::Class(name) => self.write_list("Class", name.iter().map(|name| class_name(name)).collect()),
            Type::Resource { type_name: None, .. } => self.push("Resource"),
            Type::Resource { type_name: Some(name), title, .. } => {
                self.write_list(name, title.iter().map(|title| value::quoting::quote(title)).collect());
            }
            Type::Iterable(inner) => self.write_inner("Iterable", inner.as_deref()),
            Type::Iterator(inner) => self.write_inner("Iterator", inner.as_deref()),
            Type::Sensitive(inner) => {
                self.write_inner("Sensitive", if **inner == Type::Any { None } else { Some(inner) });
            }
            Type::Binary => self.push("Binary"),
            Type::Timestamp { min, max } => {
                let text = |nanoseconds: i128| format!("'{}'", value::timestamp::timestamp_text(nanoseconds));
                self.write_period("Timestamp", *min, *max, text);
            }
            Type::Timespan { min, max } => {
                let text = |nanoseconds: i128| format!("'{}'", value::timespan::timespan_text(nanoseconds));
                self.write_period("Timespan", *min, *max, text);
            }
            Type::SemVer(ranges) => {
                self.write_list("SemVer", ranges.iter().map(|range| format!("'{}'", range.text)).collect());
            }
            Type::SemVerRange => self.push("SemVerRange"),
            Type::Uri(parameters) => {
                let parts = parameters.iter().map(|value| self.text_of_value(value)).collect();
                self.write_list("URI", parts);
            }
            Type::Runtime(parameters) => {
                let mut parts = Vec::new();
                for (index, parameter) in parameters.iter().enumerate() {
                    parts.push(match parameter {
                        Value::String(text) if index == 0 => text.to_string(),
                        other => self.text_of_value(other),
                    });
                }
                self.write_list("Runtime", parts);
            }
            Type::Init(None) => self.push("Init"),
            Type::Init(Some(init)) => {
                let mut parts = vec![self.text_of(&init.0)];
                parts.extend(init.1.iter().map(|value| self.text_of_value(value)));
                self.write_list("Init", parts);
            }
            Type::Object(object) => self.write_object(object),
            Type::ObjectExtension(extension) => {
                let name = super::object_name(&extension.base);
                let parts = extension.written.iter().map(|value| self.text_of_value(value)).collect();
                self.write_list(&name, parts);
            }
            Type::TypeSet(set) => {
                let text = self.type_set_definition(set);
                self.push(&text);
            }
            Type::TypeReference(name) => self.write_list("TypeReference", vec![value::quoting::quote(name)]),
            Type::Alias(alias) => {
                self.push(&alias.name);
                let Some(inner) = alias.resolved.get() else {
                    return;
                };
                let is_open = self.open_aliases.contains(&alias.name);
                if self.expanded && !is_open && !is_builtin_name(&alias.name) && !is_its_own_type(alias) {
                    self.open_aliases.push(alias.name.clone());
                    self.push(" = ");
                    self.write_type(inner);
                    self.open_aliases.pop();
                }
            }
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// `Name[a, b]`, or `Name` where there is nothing inside.
    fn write_list(&mut self, name: &str, parts: Vec<String>) {
        self.push(name);
        if !parts.is_empty() {
            self.push("[");
            self.push(&parts.join(", "));
            self.push("]");
        }
    }

    fn write_inner(&mut self, name: &str, inner: Option<&Type>) {
        let parts = inner.iter().map(|inner| self.text_of(inner)).collect();
        self.write_list(name, parts);
    }

    /// `Optional` and `NotUndef`, which show a string as it is.
    fn write_wrapper(&mut self, name: &str, inner: Option<&Arc<Type>>) {
        match inner.map(Arc::as_ref) {
            Some(Type::StringValue(text)) => self.write_list(name, vec![value::quoting::quote(text)]),
            inner => self.write_inner(name, inner),
        }
    }

    fn write_range(&mut self, name: &str, min: Option<String>, max: Option<String>) {
        let parts = match (min, max) {
            (None, None) => vec![],
            (min, None) => min.into_iter().collect(),
            (min, Some(max)) => vec![min.unwrap_or_else(|| "default".to_string()), max],
        };
        self.write_list(name, parts);
    }

    fn write_period(&mut self, name: &str, min: Option<i128>, max: Option<i128>, text: impl Fn(i128) -> String) {
        let max = if max == min { None } else { max };
        self.write_range(name, min.map(&text), max.map(&text));
    }

    fn write_array(&mut self, element: &Type, size: Option<Size>) {
        match size {
            Some(size) if size.is_empty() => self.push("Array[0, 0]"),
            None if *element == Type::Any => self.push("Array"),
            size => {
                let mut parts = vec![self.text_of(element)];
                parts.extend(size.map(size_parts).unwrap_or_default());
                self.write_list("Array", parts);
            }
        }
    }

    fn write_hash(&mut self, key: &Type, value: &Type, size: Option<Size>) {
        match size {
            Some(size) if size.is_empty() => self.push("Hash[0, 0]"),
            None if *key == Type::Any && *value == Type::Any => self.push("Hash"),
            size => {
                let mut parts = vec![self.text_of(key), self.text_of(value)];
                parts.extend(size.map(size_parts).unwrap_or_default());
                self.write_list("Hash", parts);
            }
        }
    }

    fn write_struct(&mut self, members: &[StructMember]) {
        if members.is_empty() {
            return self.push("Struct");
        }
        let mut entries = Vec::with_capacity(members.len());
        for member in members {
            let name = value::quoting::quote(&member.name);
            let value_optional = is_assignable(&member.value, &Type::Undef);
            let key = match (member.optional, value_optional) {
                (true, false) => format!("Optional[{name}]"),
                (false, true) => format!("NotUndef[{name}]"),
                _ => name,
            };
            entries.push(format!("{key} => {}", self.text_of(&member.value)));
        }
        self.push(&format!("Struct[{{{}}}]", entries.join(", ")));
    }

    fn write_callable(&mut self, callable: &CallableType) {
        let Some(parameters) = &callable.parameters else {
            match &callable.returns {
                Some(returns) => {
                    let text = self.text_of(returns);
                    self.write_list("Callable", vec!["[]".to_string(), text]);
                }
                None => self.push("Callable"),
            }
            return;
        };
        let mut parts = Vec::new();
        for parameter in parameters.iter().filter(|parameter| **parameter != Type::Unit) {
            parts.push(self.text_of(parameter));
        }
        match callable.size {
            _ if parameters.is_empty() => parts.extend(["0".to_string(), "0".to_string()]),
            Some(size) => parts.extend(size_parts(size)),
            None => {}
        }
        if let Some(block) = &callable.block {
            parts.push(self.text_of(block));
        }
        match &callable.returns {
            Some(returns) => {
                let text = self.text_of(returns);
                self.push(&format!("Callable[[{}], {text}]", parts.join(", ")));
            }
            None => self.write_list("Callable", parts),
        }
    }

    fn write_object(&mut self, object: &ObjectType) {
        if self.expanded {
            self.expanded = false;
            let text = self.object_definition(object);
            self.expanded = true;
            return self.push(&text);
        }
        match &object.name {
            Some(name) => self.push(name),
            None => self.push("Object"),
        }
    }

    /// `Object[{name => 'P', attributes => {'x' => Integer}}]`
    fn object_definition(&mut self, object: &ObjectType) -> String {
        let mut entries = Vec::new();
        if let Some(name) = &object.name {
            entries.push(format!("name => {}", value::quoting::quote(name)));
        }
        if let Some(parent) = &object.parent {
            entries.push(format!("parent => {}", self.text_of(parent)));
        }
        self.add_attributes("type_parameters", &object.type_parameters, &mut entries);
        let (constants, attributes): (Vec<ObjectAttribute>, Vec<ObjectAttribute>) =
            object.attributes.iter().cloned().partition(|attribute| attribute.kind.as_deref() == Some("constant"));
        self.add_attributes("attributes", &attributes, &mut entries);
        if !constants.is_empty() {
            let texts: Vec<String> = constants
                .iter()
                .map(|constant| {
                    let shown = self.text_of_value(constant.value.as_ref().unwrap_or(&Value::Undef));
                    format!("{} => {shown}", value::quoting::quote(&constant.name))
                })
                .collect();
            entries.push(format!("constants => {{{}}}", texts.join(", ")));
        }
        if !object.functions.is_empty() {
            let functions: Vec<String> = object
                .functions
                .iter()
                .map(|(name, callable)| format!("{} => {}", value::quoting::quote(name), self.text_of(callable)))
                .collect();
            entries.push(format!("functions => {{{}}}", functions.join(", ")));
        }
        if let Some(equality) = &object.equality {
            let names: Vec<String> = equality.iter().map(|name| value::quoting::quote(name)).collect();
            entries.push(format!("equality => [{}]", names.join(", ")));
        }
        format!("Object[{{{}}}]", entries.join(", "))
    }

    fn add_attributes(&mut self, key: &str, attributes: &[ObjectAttribute], entries: &mut Vec<String>) {
        if attributes.is_empty() {
            return;
        }
        let mut texts = Vec::with_capacity(attributes.len());
        for attribute in attributes {
            let name = value::quoting::quote(&attribute.name);
            let shown = self.text_of(&attribute.attribute_type);
            if attribute.kind.is_none() && attribute.value.is_none() {
                texts.push(format!("{name} => {shown}"));
                continue;
            }
            let mut parts = vec![format!("type => {shown}")];
            parts.extend(attribute.kind.iter().map(|kind| format!("kind => {kind}")));
            parts.extend(attribute.value.iter().map(|value| format!("value => {}", self.text_of_value(value))));
            texts.push(format!("{name} => {{{}}}", parts.join(", ")));
        }
        entries.push(format!("{key} => {{{}}}", texts.join(", ")));
    }

    /// `TypeSet[{pcore_uri => …, version => …, types => {…}}]`
    fn type_set_definition(&mut self, set: &TypeSetType) -> String {
        let known = |key: &str| match &set.definition {
            Value::Hash(entries) => entries.get(&Value::from(key)).map(value::to_display_string),
            _ => None,
        };
        let mut entries = Vec::new();
        let pcore_uri = match &set.definition {
            Value::Hash(_) => known("pcore_uri"),
            _ => Some("http://puppet.com/2016.1/pcore".to_string()),
        };
        entries.extend(pcore_uri.map(|uri| format!("pcore_uri => {}", value::quoting::quote(&uri))));
        let name = set.name.as_deref().unwrap_or("DefaultTypeSet").to_string();
        for (key, text) in [
            ("pcore_version", known("pcore_version").unwrap_or_else(|| "1.0.0".to_string())),
            (
                "name_authority",
                known("name_authority").unwrap_or_else(|| "http://puppet.com/2016.1/runtime".to_string()),
            ),
            ("name", name),
            ("version", known("version").unwrap_or_else(|| "0.0.0".to_string())),
        ] {
            entries.push(format!("{key} => {}", value::quoting::quote(&text)));
        }
        if !set.types.is_empty() {
            let types: Vec<String> =
                set.types.iter().map(|(name, member)| format!("{name} => {}", self.text_of(member))).collect();
            entries.push(format!("types => {{{}}}", types.join(", ")));
        }
        format!("TypeSet[{{{}}}]", entries.join(", "))
    }

    fn text_of(&mut self, printed: &Type) -> String {
        let outer = std::mem::take(&mut self.text);
        self.write_type(printed);
        std::mem::replace(&mut self.text, outer)
    }

    fn texts_of(&mut self, types: &[Type]) -> Vec<String> {
        types.iter().map(|printed| self.text_of(printed)).collect()
    }

    fn text_of_value(&mut self, value: &Value) -> String {
        match value {
            Value::Type(inner) => self.text_of(inner),
            other => value::to_source_string(other),
        }
    }
}

fn size_parts(size: Size) -> Vec<String> {
    let mut parts = vec![size.min.to_string()];
    parts.extend(size.max.map(|max| max.to_string()));
    parts
}
/// A class's name is bare; what is none (a title with capitals) is quoted.
fn class_name(name: &str) -> String {
    let is_name = |segment: &str| {
        segment.starts_with(|first: char| first.is_ascii_lowercase() || first == '_')
            && segment.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
    };
    if name.split("::").all(is_name) { name.to_string() } else { crate::value::quoting::quote(name) }
}
