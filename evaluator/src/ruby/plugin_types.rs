//! Resource types that modules write in Ruby, read from their source: attributes, values, namevars, documentation.
//!
//! Nothing is run. What is computed (a loop that makes parameters) is found only as far as the source names it.

use std::sync::Arc;

use super::parse::parse;
use super::syntax_tree::{Block, Call, Kind, Node, StringPart};
use crate::resource_types::{AttributeInfo, AttributeKind, ResourceTypeInfo, TitlePattern};

/// A resource type as its source describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginType {
    pub info: ResourceTypeInfo,
    /// Attributes are made by code that was not understood: others than those listed may exist.
    pub is_open: bool,
    /// The source, where its title patterns are computed and not written out.
    pub computed_patterns: Option<Arc<str>>,
}

impl PluginType {
    /// A type of which only the name is known: it may have any attribute.
    pub fn unread(name: &str) -> Self {
        PluginType { info: empty_type(name.to_string()), is_open: true, computed_patterns: None }
    }

    /// True where a resource of this type may have the attribute; every type with providers has `provider`.
    pub fn accepts(&self, attribute: &str) -> bool {
        self.is_open || attribute == "provider" || self.info.attribute(attribute).is_some()
    }
}

/// The type that a file of `lib/puppet/type/` defines; `None` where it defines none that can be read.
pub fn read_type(source: &str) -> Option<PluginType> {
    let root = parse(source).ok()?;
    let mut found = find_type(&root)?;
    if found.info.title_patterns.is_empty() && title_patterns_method(&root).is_some() {
        found.computed_patterns = Some(Arc::from(source));
    }
    Some(found)
}

/// Returns the method of a type that says how titles are read.
pub(super) fn title_patterns_method(node: &Node) -> Option<Arc<Block>> {
    match &node.kind {
        Kind::Sequence(nodes) => nodes.iter().find_map(title_patterns_method),
        Kind::Module { body, .. } => title_patterns_method(body),
        Kind::Call(call) if call.method == "newtype" => title_patterns_method(&call.block.as_ref()?.body),
        Kind::Method { name, singleton: true, definition } if name == "title_patterns" => Some(definition.clone()),
        _ => None,
    }
}

fn find_type(node: &Node) -> Option<PluginType> {
    match &node.kind {
        Kind::Sequence(nodes) => nodes.iter().find_map(find_type),
        Kind::Module { body, .. } => find_type(body),
        Kind::Assign { value, .. } => find_type(value),
        Kind::Begin { body, .. } => find_type(body),
        Kind::If { then, .. } => find_type(then),
        Kind::Call(call) => match call.method.as_str() {
            "newtype" => Some(read_newtype(call)),
            "register_type" => read_registered_type(call),
            _ => None,
        },
        _ => None,
    }
}

fn empty_type(name: String) -> ResourceTypeInfo {
    ResourceTypeInfo {
        name,
        module: None,
        documentation: String::new(),
        namevars: Vec::new(),
        title_patterns: Vec::new(),
        autorequires: Vec::new(),
        attributes: Vec::new(),
    }
}

fn read_newtype(call: &Call) -> PluginType {
    let name = call.arguments.first().and_then(constant_text).unwrap_or_default();
    let mut found = PluginType { info: empty_type(name), is_open: false, computed_patterns: None };
    if let Some(block) = &call.block {
        read_type_body(&block.body, &mut found);
    }
    let info = &mut found.info;
    if info.namevars.is_empty() && info.attribute("name").is_some() {
        info.namevars.push("name".into());
    }
    found
}

fn read_type_body(node: &Node, found: &mut PluginType) {
    match &node.kind {
        Kind::Sequence(nodes) => nodes.iter().for_each(|node| read_type_body(node, found)),
        Kind::Assign { target: super::syntax_tree::Target::Instance(name), value } if name == "doc" => {
            found.info.documentation = constant_text(value).map(|text| clean(&text)).unwrap_or_default();
        }
        Kind::Identifier(name) if name == "ensurable" => add_ensure(None, found),
        Kind::Call(call) if call.receiver.is_none() => match call.method.as_str() {
            "desc" => {
                found.info.documentation =
                    call.arguments.first().and_then(constant_text).map(|text| clean(&text)).unwrap_or_default();
            }
            "newparam" => add_attribute(call, AttributeKind::Parameter, found),
            "newproperty" => add_attribute(call, AttributeKind::Property, found),
            "ensurable" => add_ensure(call.block.as_deref(), found),
            "autorequire" => {
                if let Some(name) = call.arguments.first().and_then(constant_text) {
                    found.info.autorequires.push(name);
                }
            }
            // A word that the type itself defines may make attributes.
            other if !DESCRIBING.contains(&other) => found.is_open = true,
            _ => {}
        },
        // A loop or condition around definitions: what it names is kept, what it computes is not known.
        Kind::Call(call) => {
            if let Some(block) = &call.block {
                let before = found.info.attributes.len();
                read_type_body(&block.body, found);
                found.is_open |= before != found.info.attributes.len() || defines_attributes(&block.body);
            }
        }
        Kind::If { then, otherwise, .. } => {
            read_type_body(then, found);
            if let Some(otherwise) = otherwise {
                read_type_body(otherwise, found);
            }
        }
        Kind::Method { name, singleton: true, definition } if name == "title_patterns" => {
            read_title_patterns(definition, &mut found.info);
        }
        _ => {}
    }
}

/// What a type's body says that makes no attributes.
const DESCRIBING: &[&str] = &[
    "apply_to_device",
    "apply_to_host",
    "attr_accessor",
    "attr_reader",
    "attr_writer",
    "autobefore",
    "autonotify",
    "autosubscribe",
    "feature",
    "private",
    "private_constant",
    "protected",
    "provider_feature",
    "providify",
    "public",
    "raise",
    "require",
    "require_relative",
    "self_refresh",
    "validate",
];

fn add_ensure(block: Option<&Block>, found: &mut PluginType) {
    let mut ensure = attribute("ensure", AttributeKind::Property);
    ensure.documentation = "Whether the resource exists.".into();
    if let Some(block) = block {
        read_attribute_body(&block.body, &mut ensure);
    }
    if block.is_none_or(|block| calls(&block.body, "defaultvalues")) {
        ensure.values.extend(["present".into(), "absent".into()]);
    }
    push_attribute(ensure, found);
}

fn defines_attributes(node: &Node) -> bool {
    calls(node, "newparam") || calls(node, "newproperty")
}

fn add_attribute(call: &Call, kind: AttributeKind, found: &mut PluginType) {
    let Some(name) = call.arguments.first().and_then(constant_text) else {
        found.is_open = true;
        return;
    };
    let mut added = attribute(&name, kind);
    let mut is_namevar = false;
    for argument in call.arguments.iter().skip(1) {
        let Kind::Hash(pairs) = &argument.kind else { continue };
        for (key, value) in pairs {
            match (constant_text(key).as_deref(), &value.kind) {
                (Some("namevar"), Kind::True) => is_namevar = true,
                (Some("parent"), Kind::Constant(parent)) if parent.contains("Boolean") => {
                    added.values = ["true", "false", "yes", "no"].map(String::from).to_vec();
                }
                (Some("boolean"), Kind::True) if added.values.is_empty() => {
                    added.values = vec!["true".into(), "false".into()];
                }
                _ => {}
            }
        }
    }
    if let Some(block) = &call.block {
        is_namevar |= calls(&block.body, "isnamevar");
        if let Some(values) = own_values(&block.body) {
            added.values = values;
        }
        read_attribute_body(&block.body, &mut added);
    }
    if is_namevar && !found.info.namevars.contains(&name) {
        found.info.namevars.push(name);
    }
    push_attribute(added, found);
}

/// `newvalues` of the block says all there is; a parent's values do not count then.
fn own_values(body: &Node) -> Option<Vec<String>> {
    (calls(body, "newvalues") || calls(body, "newvalue")).then(Vec::new)
}

fn push_attribute(added: AttributeInfo, found: &mut PluginType) {
    let attributes = &mut found.info.attributes;
    match attributes.iter_mut().find(|known| known.name == added.name) {
        Some(known) => *known = added,
        None => attributes.push(added),
    }
}

fn attribute(name: &str, kind: AttributeKind) -> AttributeInfo {
    AttributeInfo { name: name.into(), kind, values: Vec::new(), patterns: Vec::new(), documentation: String::new() }
}

fn read_attribute_body(node: &Node, attribute: &mut AttributeInfo) {
    match &node.kind {
        Kind::Sequence(nodes) => nodes.iter().for_each(|node| read_attribute_body(node, attribute)),
        Kind::Call(call) if call.receiver.is_none() => match call.method.as_str() {
            "desc" => {
                attribute.documentation =
                    call.arguments.first().and_then(constant_text).map(|text| clean(&text)).unwrap_or_default();
            }
            "newvalues" | "newvalue" | "aliasvalue" => {
                let count = if call.method == "newvalues" { usize::MAX } else { 1 };
                for argument in call.arguments.iter().take(count) {
                    match (&argument.kind, constant_text(argument)) {
                        (Kind::Regexp { parts, .. }, _) => {
                            attribute.patterns.push(plain_parts(parts).unwrap_or_default())
                        }
                        (_, Some(value)) => attribute.values.push(value),
                        // A computed value: anything may be allowed.
                        _ => attribute.patterns.push(".*".into()),
                    }
                }
            }
            _ => {}
        },
        _ => {}
    }
}

/// `Puppet::ResourceApi.register_type(name: …, attributes: { … })`
fn read_registered_type(call: &Call) -> Option<PluginType> {
    let pairs = call.arguments.iter().find_map(|argument| match &argument.kind {
        Kind::Hash(pairs) => Some(pairs),
        _ => None,
    })?;
    let mut info = empty_type(entry(pairs, "name").and_then(constant_text)?);
    info.documentation = entry(pairs, "docs")
        .or(entry(pairs, "desc"))
        .and_then(constant_text)
        .map(|text| clean(&text))
        .unwrap_or_default();
    if let Some(Kind::Hash(attributes)) = entry(pairs, "attributes").map(|node| &node.kind) {
        for (name, description) in attributes {
            let (Some(name), Kind::Hash(description)) = (constant_text(name), &description.kind) else { continue };
            let behaviour = entry(description, "behaviour").or(entry(description, "behavior")).and_then(constant_text);
            let kind = match behaviour.as_deref() {
                Some("parameter" | "namevar") => AttributeKind::Parameter,
                _ => AttributeKind::Property,
            };
            let mut added = attribute(&name, kind);
            added.documentation =
                entry(description, "desc").and_then(constant_text).map(|text| clean(&text)).unwrap_or_default();
            if let Some(values) = entry(description, "type").and_then(constant_text).and_then(|text| enum_values(&text))
            {
                added.values = values;
            }
            if behaviour.as_deref() == Some("namevar") {
                info.namevars.push(name);
            }
            info.attributes.push(added);
        }
    }
    if let Some(Kind::Array(patterns)) = entry(pairs, "title_patterns").map(|node| &node.kind) {
        for pattern in patterns {
            let Kind::Hash(pattern) = &pattern.kind else { continue };
            if let Some(Kind::Regexp { parts, .. }) = entry(pattern, "pattern").map(|node| &node.kind) {
                let pattern = plain_parts(parts).unwrap_or_default();
                info.title_patterns.push(TitlePattern::new(&pattern, info.namevars.clone()));
            }
        }
    }
    Some(PluginType { info, is_open: false, computed_patterns: None })
}

fn read_title_patterns(definition: &Block, info: &mut ResourceTypeInfo) {
    let list = match &definition.body.kind {
        Kind::Sequence(nodes) => nodes.last(),
        _ => Some(&definition.body),
    };
    let Some(Kind::Array(patterns)) = list.map(|node| &node.kind) else { return };
    for pattern in patterns {
        let Kind::Array(parts) = &pattern.kind else { continue };
        let (Some(Kind::Regexp { parts: text, .. }), Some(Kind::Array(names))) =
            (parts.first().map(|node| &node.kind), parts.get(1).map(|node| &node.kind))
        else {
            continue;
        };
        let attributes = names
            .iter()
            .filter_map(|name| match &name.kind {
                Kind::Array(inner) => inner.first().and_then(constant_text),
                _ => constant_text(name),
            })
            .collect();
        info.title_patterns.push(TitlePattern::new(&plain_parts(text).unwrap_or_default(), attributes));
    }
}

/// The words of `Enum[…]`, of `Optional[Enum[…]]` too.
fn enum_values(type_text: &str) -> Option<Vec<String>> {
    let inner =
        type_text.trim().strip_prefix("Optional[").and_then(|rest| rest.strip_suffix(']')).unwrap_or(type_text.trim());
    if inner == "Boolean" {
        return Some(vec!["true".into(), "false".into()]);
    }
    let words = inner.strip_prefix("Enum[")?.strip_suffix(']')?;
    Some(words.split(',').map(|word| word.trim().trim_matches(['"', '\'']).to_string()).collect())
}

fn entry<'a>(pairs: &'a [(Node, Node)], name: &str) -> Option<&'a Node> {
    pairs.iter().find(|(key, _)| constant_text(key).as_deref() == Some(name)).map(|(_, value)| value)
}

/// The text of a string or symbol that nothing is interpolated into.
pub(super) fn constant_text(node: &Node) -> Option<String> {
    match &node.kind {
        Kind::String(parts) | Kind::Symbol(parts) => plain_parts(parts),
        Kind::True => Some("true".into()),
        Kind::False => Some("false".into()),
        Kind::Integer(value) => Some(value.to_string()),
        Kind::Sequence(nodes) if nodes.len() == 1 => constant_text(&nodes[0]),
        Kind::Call(call) if matches!(call.method.as_str(), "+" | "strip" | "gsub" | "freeze") => {
            let left = call.receiver.as_ref().and_then(constant_text)?;
            match call.method.as_str() {
                "+" => Some(left + &call.arguments.first().and_then(constant_text)?),
                _ => Some(left),
            }
        }
        _ => None,
    }
}

fn plain_parts(parts: &[StringPart]) -> Option<String> {
    let mut text = String::new();
    for part in parts {
        match part {
            StringPart::Text(more) => text.push_str(more),
            StringPart::Code(_) => return None,
        }
    }
    Some(text)
}

/// Documentation without the indentation of its source.
fn clean(text: &str) -> String {
    let indentation = text
        .lines()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let lines: Vec<&str> = text
        .lines()
        .enumerate()
        .map(|(index, line)| if index == 0 { line.trim_start() } else { line.get(indentation..).unwrap_or("") })
        .collect();
    lines.join("\n").trim().to_string()
}

fn calls(node: &Node, method: &str) -> bool {
    match &node.kind {
        Kind::Sequence(nodes) => nodes.iter().any(|node| calls(node, method)),
        Kind::Call(call) => {
            call.method == method || call.block.as_ref().is_some_and(|block| calls(&block.body, method))
        }
        Kind::Identifier(name) => name == method,
        Kind::If { then, otherwise, .. } => {
            calls(then, method) || otherwise.as_ref().is_some_and(|node| calls(node, method))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_classic_type() {
        let found = read_type(
            "Puppet::Type.newtype(:thing) do\n  @doc = <<-EOT\n    Manages things.\n  EOT\n  ensurable\n  \
             newparam(:name, :namevar => true) do\n    desc 'Its name.'\n  end\n  newproperty(:colour) do\n    \
             newvalues(:red, 'blue', /^#\\h+$/)\n  end\n  newparam(:force, :boolean => true, :parent => Puppet::Parameter::Boolean)\n  \
             autorequire(:file) { self[:path] }\nend\n",
        )
        .expect("a type");
        assert!(!found.is_open);
        let info = found.info;
        assert_eq!((info.name.as_str(), info.documentation.as_str()), ("thing", "Manages things."));
        assert_eq!(info.namevars, ["name"]);
        assert_eq!(
            info.attributes.iter().map(|a| a.name.as_str()).collect::<Vec<_>>(),
            ["ensure", "name", "colour", "force"]
        );
        let colour = info.attribute("colour").expect("an attribute");
        assert_eq!(
            (colour.values.as_slice(), colour.patterns.as_slice()),
            (["red".into(), "blue".into()].as_slice(), ["^#\\h+$".into()].as_slice())
        );
        assert_eq!(info.attribute("name").map(|a| a.documentation.as_str()), Some("Its name."));
        assert_eq!(info.autorequires, ["file"]);
    }

    #[test]
    fn a_type_of_the_resource_api() {
        let found = read_type(
            "require 'puppet/resource_api'\nPuppet::ResourceApi.register_type(\n  name: 'lamp',\n  docs: 'A lamp.',\n  attributes: {\n    \
             ensure: { type: 'Enum[present, absent]', desc: 'Whether.' },\n    name: { type: 'String', behaviour: :namevar },\n  },\n)\n",
        )
        .expect("a type");
        assert_eq!(found.info.namevars, ["name"]);
        assert_eq!(
            found.info.attribute("ensure").map(|a| a.values.clone()),
            Some(vec!["present".into(), "absent".into()])
        );
    }

    #[test]
    fn computed_attributes_leave_the_type_open() {
        let found = read_type("Puppet::Type.newtype(:x) do\n  [:a, :b].each do |n|\n    newparam(n)\n  end\nend\n")
            .expect("a type");
        assert!(found.is_open);
        assert_eq!(read_type("puts 1\n"), None);
        assert_eq!(read_type("def ("), None);
    }
}
