//! What the sections of the document have in common.

use std::fmt::Write;

use crate::docstring::{Docstring, Tag};

/// Returns a name as an anchor.
pub fn link(name: &str) -> String {
    let is_kept = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    name.chars().map(|character| if is_kept(character) { character } else { '-' }).collect()
}

/// Returns code on the line, or in a block where it has several lines.
pub fn code(code: &str, language: &str) -> String {
    if code.contains('\n') { format!("\n\n```{language}\n{code}\n```") } else { format!(" `{code}`") }
}

pub fn heading(text: &mut String, name: &str) {
    let _ = write!(text, "### <a name=\"{}\"></a>`{name}`\n\n", link(name));
}

/// Writes the description, or a sentence with the kind of thing.
pub fn description(text: &mut String, docstring: &Docstring, name: &str, kind: &str) {
    match docstring.description() {
        Some(description) => text.push_str(description),
        None => {
            let _ = write!(text, "The {name} {kind}.");
        }
    }
    text.push_str("\n\n");
}

/// Tags that are shown as one entry each, with their labels.
const REMARKS: &[(&str, &str)] = &[("deprecated", "DEPRECATED"), ("todo", "TODO"), ("note", "Note")];

pub fn remarks(text: &mut String, docstring: &Docstring) {
    for (tag, label) in REMARKS {
        if let Some(remark) = docstring.text_of(tag) {
            let _ = write!(text, "* **{label}** {remark}\n\n");
        }
    }
}

/// Writes `@since` and `@see`; the text behind a name is indented by `see_indent`.
pub fn references(text: &mut String, docstring: &Docstring, see_indent: &str) {
    if let Some(since) = docstring.first("since") {
        let _ = write!(text, "* **Since** {}\n\n", since.text.as_deref().unwrap_or_default());
    }
    let mut see = docstring.tags_named("see").peekable();
    if see.peek().is_none() {
        return;
    }
    text.push_str("* **See also**\n");
    for tag in see {
        if let Some(name) = &tag.name {
            let _ = writeln!(text, "  * {name}");
        }
        if let Some(about) = &tag.text {
            let _ = writeln!(text, "{see_indent}  * {about}");
        }
    }
    text.push('\n');
}

pub fn examples(text: &mut String, docstring: &Docstring, level: &str) {
    let mut examples = docstring.tags_named("example").peekable();
    if examples.peek().is_none() {
        return;
    }
    let _ = write!(text, "{level} Examples\n\n");
    for example in examples {
        let title = example.name.as_deref().unwrap_or_default();
        let code = example.text.as_deref().unwrap_or_default();
        let _ = write!(text, "{level}# {title}\n\n```puppet\n{code}\n```\n\n");
    }
}

/// Writes `@option` and `@enum` of a parameter.
pub fn options(text: &mut String, docstring: &Docstring, parameter: &str) {
    for kind in ["option", "enum"] {
        let mut options = docstring
            .tags_named(kind)
            .filter(|tag| tag.name.as_deref() == Some(parameter))
            .filter_map(|tag| tag.pair.as_deref())
            .peekable();
        if options.peek().is_none() {
            continue;
        }
        text.push_str("Options:\n\n");
        for option in options {
            let name = option.name.as_deref().unwrap_or_default();
            let about = option.text.as_deref().unwrap_or_default();
            let types = option.types.as_ref().map(|types| types.first().map_or("", String::as_str));
            let types = types.map(|first| format!(" `{first}`")).unwrap_or_default();
            let _ = writeln!(text, "* **{name}**{types}: {about}");
        }
        text.push('\n');
    }
}

/// Writes the list of parameters, then each with type, text, options and default.
pub fn parameters(text: &mut String, owner: &str, kind: &str, docstring: &Docstring, defaults: &[(String, String)]) {
    let parameters: Vec<&Tag> = docstring.tags_named("param").collect();
    if parameters.is_empty() {
        return;
    }
    let name_of = |tag: &Tag| tag.name.clone().unwrap_or_default();
    let anchor = |tag: &Tag| link(&format!("${owner}::{}", name_of(tag)));
    let _ = write!(text, "#### Parameters\n\nThe following parameters are available in the `{owner}` {kind}:\n\n");
    for tag in &parameters {
        let _ = writeln!(text, "* [`{}`](#{})", name_of(tag), anchor(tag));
    }
    text.push('\n');
    for tag in &parameters {
        let name = name_of(tag);
        let _ = write!(text, "##### <a name=\"{}\"></a>`{name}`\n\n", anchor(tag));
        if let Some(types) = &tag.types {
            let _ = write!(text, "Data type:{}\n\n", code(&types.join(", "), "puppet"));
        }
        let _ = write!(text, "{}\n\n", tag.text.as_deref().unwrap_or_default());
        options(text, docstring, &name);
        if let Some((_, default)) = defaults.iter().find(|(parameter, _)| *parameter == name) {
            let _ = write!(text, "Default value:{}\n\n", code(default, "puppet"));
        }
    }
}

/// Writes the parameters of a signature.
pub fn signature_parameters(text: &mut String, docstring: &Docstring) {
    for tag in docstring.tags_named("param") {
        let name = tag.name.as_deref().unwrap_or_default();
        let first = tag.types.as_ref().and_then(|types| types.first()).map_or("", String::as_str);
        let about = tag.text.as_deref().unwrap_or_default();
        let _ = write!(text, "##### `{name}`\n\nData type:{}\n\n{about}\n\n", code(first, "puppet"));
        options(text, docstring, name);
    }
}

/// Writes what a signature returns.
pub fn returned(text: &mut String, docstring: &Docstring) {
    let Some(tag) = docstring.first("return") else { return };
    let first = tag.types.as_ref().and_then(|types| types.first()).filter(|first| !first.is_empty());
    if let Some(first) = first {
        let about = docstring.text_of("return").map(|text| format!(" {text}")).unwrap_or_default();
        let _ = write!(text, "Returns: `{first}`{about}\n\n");
    }
}
