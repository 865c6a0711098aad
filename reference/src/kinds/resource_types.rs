//! Resource types in Ruby: `Puppet::Type.newtype`, and what `Puppet::Type.type(…)` adds to one.

use crate::docstring::{Docstring, Tag, parse};
use crate::manifest::set_api;
use crate::model::{Attribute, Feature, Origin, Reference, ResourceType};
use crate::ruby::{Call, RubyFile, without_percent_quotes};

/// What YARD says about `ensure` where nothing else is said.
const ENSURABLE: &str = "The basic property that the resource should be in.";
const BOOLEAN_VALUES: [&str; 4] = ["true", "false", "yes", "no"];

/// Reads `Puppet::Type.newtype(:name) do … end`.
pub fn read<'t>(file: &RubyFile<'t>, call: &Call<'t>, reference: &mut Reference) -> Result<(), String> {
    if !["Puppet::Type", "Type"].contains(&call.first_text(file)) {
        return Ok(());
    }
    let name = required_name(file, call, "resource type")?;
    let index = type_index(reference, file, call, &name);
    let resource_type = &mut reference.resource_types[index];
    if let Some(documentation) = file.documentation(call.node) {
        set_docstring(resource_type, parse(&documentation));
    }
    for member in call.block_calls(file) {
        read_member(file, &member, resource_type);
    }
    set_default_namevar(resource_type);
    set_api(&mut resource_type.docstring);
    Ok(())
}

/// Reads `Puppet::Type.type(:name).newparam(:other) do … end` and its like.
pub fn read_addition<'t>(file: &RubyFile<'t>, call: &Call<'t>, reference: &mut Reference) -> Result<(), String> {
    let Some(type_call) = call.receiver.and_then(|receiver| Call::read(file, receiver)) else { return Ok(()) };
    let is_type = type_call.method == "type"
        && type_call.receiver.is_some_and(|receiver| ["Puppet::Type", "Type"].contains(&file.text(receiver)));
    if !is_type {
        return Ok(());
    }
    let type_name = required_name(file, &type_call, "attribute")?;
    let is_ensure = call.method == "ensurable";
    let name = if is_ensure { "ensure".to_string() } else { required_name(file, call, "attribute")? };
    let attribute = attribute(file, call, &name);
    let index = type_index(reference, file, call, &type_name);
    let resource_type = &mut reference.resource_types[index];
    match call.method {
        "newparam" => resource_type.parameters.push(attribute),
        _ => resource_type.properties.push(attribute),
    }
    set_default_namevar(resource_type);
    Ok(())
}

/// Returns the first argument as text.
fn name_of<'t>(file: &RubyFile<'t>, call: &Call<'t>) -> Option<String> {
    call.arguments.first()?.as_string(file)
}

/// Returns the first argument as text; an error says why the thing is left out.
pub fn required_name<'t>(file: &RubyFile<'t>, call: &Call<'t>, what: &str) -> Result<String, String> {
    let problem = if call.arguments.is_empty() && !call.lost.is_empty() {
        format!(
            "This {what} is left out, as puppet-strings loses an argument before a trailing comma: remove the comma"
        )
    } else {
        format!("This {what} is left out, as its name is not a literal")
    };
    name_of(file, call).ok_or(problem)
}

/// Finds the type of that name, or adds one that the comment above the call documents.
fn type_index<'t>(reference: &mut Reference, file: &RubyFile<'t>, call: &Call<'t>, name: &str) -> usize {
    if let Some(index) = reference.resource_types.iter().position(|known| known.name == name) {
        return index;
    }
    let origin = Origin { file: file.path.to_string(), line: file.line(call.node) };
    let mut made = ResourceType { name: name.to_string(), origin, ..ResourceType::default() };
    set_docstring(&mut made, parse(file.comment(call.node).unwrap_or_default()));
    reference.resource_types.push(made);
    reference.resource_types.len() - 1
}

/// Takes a documentation text, with the attributes that its directives add.
pub fn set_docstring(resource_type: &mut ResourceType, docstring: Docstring) {
    for directive in &docstring.directives {
        let attribute = |tag: &Tag| Attribute {
            name: tag.name.clone().unwrap_or_default(),
            description: tag.text.clone().unwrap_or_default(),
            values: tag.types.clone().unwrap_or_default(),
            ..Attribute::default()
        };
        match directive.tag.as_str() {
            "puppet.type.param" => resource_type.parameters.push(attribute(directive)),
            "puppet.type.property" => resource_type.properties.push(attribute(directive)),
            _ => {}
        }
    }
    resource_type.docstring = docstring;
}

fn read_member<'t>(file: &RubyFile<'t>, member: &Call<'t>, resource_type: &mut ResourceType) {
    match member.method {
        "ensurable" => resource_type.properties.push(ensurable(file, member)),
        "feature" => {
            let text = |index: usize| member.arguments.get(index).and_then(|argument| argument.as_string(file));
            if let (Some(name), Some(description)) = (text(0), text(1)) {
                let description = without_percent_quotes(&description).replace('\n', " ");
                resource_type.features.push(Feature { name, description });
            }
        }
        method @ ("newproperty" | "newparam" | "newcheck") => {
            let Some(name) = name_of(file, member) else { return };
            let attribute = attribute(file, member, &name);
            match method {
                "newproperty" => resource_type.properties.push(attribute),
                "newparam" => resource_type.parameters.push(attribute),
                _ => resource_type.checks.push(attribute),
            }
        }
        _ => {}
    }
}

fn ensurable<'t>(file: &RubyFile<'t>, call: &Call<'t>) -> Attribute {
    if call.block.is_some() {
        let mut property = attribute(file, call, "ensure");
        if property.description.is_empty() {
            property.description = ENSURABLE.to_string();
        }
        return property;
    }
    Attribute {
        name: "ensure".to_string(),
        description: ENSURABLE.to_string(),
        values: vec!["present".to_string(), "absent".to_string()],
        default: Some("present".into()),
        ..Attribute::default()
    }
}

fn attribute<'t>(file: &RubyFile<'t>, call: &Call<'t>, name: &str) -> Attribute {
    let mut attribute = Attribute {
        name: name.to_string(),
        description: file.documentation(call.node).unwrap_or_default(),
        ..Attribute::default()
    };
    if call.block.is_none() {
        return attribute;
    }
    for setting in call.block_calls(file) {
        apply_setting(file, &setting, &mut attribute);
    }
    let pairs = call.arguments.get(1).map(|argument| argument.pairs()).unwrap_or_default();
    let value_of = |wanted: &str| {
        pairs.iter().find(|(key, _)| file.as_string(*key).as_deref() == Some(wanted)).map(|(_, value)| *value)
    };
    attribute.required_features = value_of("required_features").and_then(|value| file.as_string(value));
    if value_of("parent").is_some_and(|parent| file.text(parent) == "Puppet::Parameter::Boolean") {
        for value in BOOLEAN_VALUES {
            if !attribute.values.iter().any(|known| known == value) {
                attribute.values.push(value.to_string());
            }
        }
    }
    attribute
}

/// Takes what one call in the block of an attribute says about it.
fn apply_setting<'t>(file: &RubyFile<'t>, setting: &Call<'t>, attribute: &mut Attribute) {
    let texts: Vec<String> = setting.arguments.iter().map(|argument| argument.as_string_or_source(file)).collect();
    match (setting.method, texts.as_slice()) {
        ("newvalue", [first, ..]) => attribute.values.push(first.clone()),
        ("newvalues", all) => attribute.values.extend_from_slice(all),
        ("aliasvalue", [new, old, ..]) => {
            if !attribute.values.contains(new) {
                attribute.values.push(new.clone());
            }
            attribute.aliases.retain(|(known, _)| known != new);
            attribute.aliases.push((new.clone(), old.clone()));
        }
        ("defaultto", [first, ..]) => attribute.default = Some(first.as_str().into()),
        ("isnamevar", _) => attribute.is_namevar = true,
        ("defaultvalues", _) if attribute.name == "ensure" => {
            attribute.values.extend(["present".to_string(), "absent".to_string()]);
            attribute.default = Some("present".into());
        }
        _ => {}
    }
}

/// Makes `name` the namevar where no attribute is one.
fn set_default_namevar(resource_type: &mut ResourceType) {
    let attributes = || resource_type.properties.iter().chain(&resource_type.parameters);
    if attributes().any(|attribute| attribute.is_namevar) {
        return;
    }
    // A property of that name comes before a parameter; of several properties the last counts.
    let property = resource_type.properties.iter().rposition(|property| property.name == "name");
    let parameter = resource_type.parameters.iter().position(|parameter| parameter.name == "name");
    if let Some(index) = property {
        resource_type.properties[index].is_namevar = true;
    } else if let Some(index) = parameter {
        resource_type.parameters[index].is_namevar = true;
    }
}
