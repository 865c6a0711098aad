//! The entries of the page, one for each documented thing.

use std::fmt::Write;

use super::{Entry, prose};
use crate::docstring::{Docstring, Overload, Tag};
use crate::kinds::functions::signature;
use crate::model::{Attribute, Definition, Function, Origin, Reference, ResourceType, Task};

/// Tags that are shown as one line each, with their labels.
const REMARKS: &[(&str, &str)] = &[
    ("deprecated", "Deprecated"),
    ("note", "Note"),
    ("todo", "To do"),
    ("since", "Since"),
    ("author", "Author"),
    ("raise", "Raises"),
];

/// Returns all entries, group by group, each ordered by name.
pub fn entries(reference: &Reference) -> Vec<Entry> {
    let definitions = |group: &'static str, things: &[Definition]| -> Vec<Entry> {
        things.iter().map(|thing| entry(group, &thing.name, &thing.docstring, definition(thing))).collect()
    };
    let resource_types = reference
        .resource_types
        .iter()
        .map(|thing| entry("Resource types", &thing.name, &thing.docstring, resource_type(reference, thing)));
    let functions =
        reference.functions.iter().map(|thing| entry("Functions", &thing.name, &thing.docstring, function(thing)));
    let data_types = reference.data_types.iter().map(|thing| {
        let body = beginning(&thing.origin, &thing.docstring) + &parameters(&thing.docstring, &[]);
        entry("Data types", &thing.name, &thing.docstring, body)
    });
    let aliases = reference.type_aliases.iter().map(|thing| {
        let body = beginning(&thing.origin, &thing.docstring) + "<p>Alias of</p>\n" + &prose::code(&thing.alias_of);
        entry("Data types", &thing.name, &thing.docstring, body)
    });
    let facts = reference
        .facts
        .iter()
        .map(|thing| entry("Facts", &thing.name, &thing.docstring, beginning(&thing.origin, &thing.docstring)));
    let tasks = reference.tasks.iter().map(|thing| entry("Tasks", &thing.name, &thing.docstring, task(thing)));
    let mut groups: Vec<Vec<Entry>> = vec![
        definitions("Classes", &reference.classes),
        definitions("Defined types", &reference.defined_types),
        resource_types.collect(),
        functions.collect(),
        data_types.chain(aliases).collect(),
        facts.collect(),
        tasks.collect(),
        definitions("Plans", &reference.plans),
    ];
    for group in &mut groups {
        group.sort_by(|left, right| (left.is_private, &left.name).cmp(&(right.is_private, &right.name)));
    }
    groups.into_iter().flatten().collect()
}

fn entry(group: &'static str, name: &str, docstring: &Docstring, body: String) -> Entry {
    let summary = docstring.description().unwrap_or_default().to_string();
    Entry { group, name: name.to_string(), summary, is_private: docstring.is_private(), body }
}

/// Returns place, summary, text, remarks and examples.
fn beginning(origin: &Origin, docstring: &Docstring) -> String {
    let mut html = format!("<p class=\"origin\">{}:{}</p>\n", prose::escape(&origin.file), origin.line);
    if let Some(summary) = docstring.text_of("summary") {
        let _ = writeln!(html, "<p><strong>{}</strong></p>", prose::inline(summary));
    }
    html += &prose::render(&docstring.text);
    for (tag, label) in REMARKS {
        for text in docstring.tags_named(tag).filter_map(|tag| tag.text.as_deref()) {
            let _ = writeln!(html, "<p><strong>{label}:</strong> {}</p>", prose::inline(text));
        }
    }
    for tag in docstring.tags_named("see") {
        let parts = [tag.name.as_deref(), tag.text.as_deref()];
        let text: Vec<&str> = parts.into_iter().flatten().collect();
        let _ = writeln!(html, "<p><strong>See:</strong> {}</p>", prose::inline(&text.join(" ")));
    }
    html + &examples(docstring)
}

fn examples(docstring: &Docstring) -> String {
    let mut html = String::new();
    for example in docstring.tags_named("example") {
        let title = example.name.as_deref().filter(|title| !title.is_empty()).unwrap_or("Example");
        let _ = writeln!(html, "<h3>{}</h3>", prose::inline(title));
        html += &prose::code(example.text.as_deref().unwrap_or_default());
    }
    html
}

fn parameters(docstring: &Docstring, defaults: &[(String, String)]) -> String {
    let mut html = String::new();
    for tag in docstring.tags_named("param") {
        let name = tag.name.as_deref().unwrap_or_default();
        let types = tag.types.as_ref().map(|types| types.join(", ")).unwrap_or_default();
        let default = defaults.iter().find(|(parameter, _)| parameter == name).map(|(_, default)| default.as_str());
        html += &one_parameter(name, &types, default, tag.text.as_deref().unwrap_or_default());
        html += &options(docstring, name);
        html += "</dd>\n";
    }
    list(html)
}

fn list(items: String) -> String {
    if items.is_empty() { items } else { format!("<h3>Parameters</h3>\n<dl>\n{items}</dl>\n") }
}

/// Returns a parameter up to where its description ends.
fn one_parameter(name: &str, types: &str, default: Option<&str>, text: &str) -> String {
    let types = if types.is_empty() { String::new() } else { format!(" <code>{}</code>", prose::escape(types)) };
    let default = default.map(|default| format!(" = <code>{}</code>", prose::escape(default))).unwrap_or_default();
    format!("<dt><code>{}</code>{types}{default}</dt>\n<dd>{}", prose::escape(name), prose::render(text))
}

fn options(docstring: &Docstring, parameter: &str) -> String {
    let is_of = |tag: &&Tag| matches!(tag.tag.as_str(), "option" | "enum") && tag.name.as_deref() == Some(parameter);
    let mut items = String::new();
    for pair in docstring.tags.iter().filter(is_of).filter_map(|tag| tag.pair.as_deref()) {
        let name = prose::escape(pair.name.as_deref().unwrap_or_default());
        let _ =
            writeln!(items, "<li><code>{name}</code> {}</li>", prose::inline(pair.text.as_deref().unwrap_or_default()));
    }
    if items.is_empty() { items } else { format!("<ul>\n{items}</ul>\n") }
}

fn definition(definition: &Definition) -> String {
    beginning(&definition.origin, &definition.docstring) + &parameters(&definition.docstring, &definition.defaults)
}

fn function(function: &Function) -> String {
    let docstring = &function.docstring;
    let mut html = beginning(&function.origin, docstring);
    let overloads: Vec<&Overload> =
        docstring.tags_named("overload").filter_map(|tag| tag.overload.as_deref()).collect();
    if overloads.is_empty() {
        html += &one_signature(&signature(&function.name, &function.parameters, &docstring.tags), docstring);
    }
    for overload in overloads {
        html += &one_signature(&overload.signature, &overload.docstring);
        html += &prose::render(&overload.docstring.text);
        html += &examples(&overload.docstring);
    }
    html
}

fn one_signature(signature: &str, docstring: &Docstring) -> String {
    let mut html = prose::code(signature) + &parameters(docstring, &[]);
    if let Some(tag) = docstring.first("return") {
        let types = tag.types.as_ref().map(|types| types.join(", ")).unwrap_or_default();
        let text = prose::inline(tag.text.as_deref().unwrap_or_default());
        let _ = writeln!(html, "<p><strong>Returns</strong> <code>{}</code> {text}</p>", prose::escape(&types));
    }
    html
}

fn resource_type(reference: &Reference, resource_type: &ResourceType) -> String {
    let mut html = beginning(&resource_type.origin, &resource_type.docstring);
    let groups = [
        ("Properties", resource_type.properties.clone()),
        ("Checks", resource_type.checks.clone()),
        ("Parameters", reference.parameters_of(resource_type)),
    ];
    for (title, attributes) in groups.into_iter().filter(|(_, attributes)| !attributes.is_empty()) {
        let _ = write!(html, "<h3>{title}</h3>\n<dl>\n{}</dl>\n", attributes.iter().map(attribute).collect::<String>());
    }
    for provider in reference.providers_of(&resource_type.name) {
        let _ = write!(
            html,
            "<h3>Provider {}</h3>\n{}",
            prose::escape(&provider.name),
            prose::render(&provider.docstring.text)
        );
    }
    html
}

fn attribute(attribute: &Attribute) -> String {
    let types = attribute.data_type.clone().unwrap_or_else(|| attribute.values.join(", "));
    let default =
        attribute.default.as_ref().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_string));
    let namevar = if attribute.is_namevar { "<p>The namevar.</p>\n" } else { "" };
    one_parameter(&attribute.name, &types, default.as_deref(), &attribute.description) + namevar + "</dd>\n"
}

fn task(task: &Task) -> String {
    let origin = Origin { file: task.file.clone(), line: 1 };
    let mut items = String::new();
    for parameter in &task.parameters {
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_string();
        items += &one_parameter(&parameter.name, &text(&parameter.data_type), None, &text(&parameter.description));
        items += "</dd>\n";
    }
    beginning(&origin, &task.docstring) + &list(items)
}
