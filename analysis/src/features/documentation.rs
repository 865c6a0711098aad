//! Documentation as Markdown: of definitions from their comments, of functions and resource types from the tables.

use evaluator::functions::{BlockSpec, BuiltinFunction, Repetition};
use evaluator::resource_types::ResourceTypeInfo;
use syntax::DocComment;

use super::hover::type_guides;
use crate::db::Db;
use crate::definition_index::{DefinitionKind, DefinitionRef, DefinitionSignature};
use crate::queries;

pub fn code_block(code: &str) -> String {
    format!("```puppet\n{code}\n```\n")
}

/// The comment above a definition.
pub fn comment_of(db: &dyn Db, definition: DefinitionRef) -> Option<DocComment> {
    let source = queries::source_file(db, definition.file);
    let id = *source.program.definitions.get(definition.index as usize)?;
    DocComment::above(&queries::text(db, definition.file), source.source_map.range(id).start)
}

pub fn of_definition(db: &dyn Db, definition: DefinitionRef, signature: &DefinitionSignature) -> String {
    let label = match (signature.kind, definition.written_name(db)) {
        (DefinitionKind::TypeAlias, Some(name)) => {
            format!("type {name} = {}", signature.return_type.as_deref().unwrap_or_default())
        }
        _ => signature.label(),
    };
    let text = code_block(&label);
    match comment_of(db, definition) {
        Some(comment) => text + &of_comment(&comment),
        None => text,
    }
}

/// What a comment says before its tags.
pub fn summary_of(comment: &DocComment) -> String {
    let parts = [comment.summary.as_deref().unwrap_or_default(), comment.description.as_str()];
    let parts: Vec<&str> = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}

/// A comment with its tags.
pub fn of_comment(comment: &DocComment) -> String {
    let mut text = String::new();
    for part in [comment.summary.as_deref(), Some(comment.description.as_str())].into_iter().flatten() {
        let part = without_controls(part);
        if !part.trim().is_empty() {
            text += &format!("\n{}\n", part.trim());
        }
    }
    for parameter in &comment.parameters {
        text += &format!("\n- `${}`: {}", parameter.name, one_paragraph(&parameter.text));
    }
    for returns in &comment.returns {
        text += &format!("\n\nReturns: {}", one_paragraph(&returns.text));
    }
    for example in &comment.examples {
        let title = if example.title.is_empty() { "Example" } else { &example.title };
        text += &format!("\n\n*{title}*\n\n{}", code_block(example.code.trim_end()));
    }
    text
}

/// A comment without the lines that speak to puppet-lint.
fn without_controls(text: &str) -> String {
    let lines =
        text.lines().filter(|line| !["lint:ignore:", "lint:endignore"].iter().any(|c| line.trim().starts_with(c)));
    lines.collect::<Vec<_>>().join("\n")
}

/// The documentation of one parameter, from the comment of its definition.
pub fn of_parameter(db: &dyn Db, definition: DefinitionRef, signature: &DefinitionSignature, name: &str) -> String {
    let Some(parameter) = signature.parameter(name) else { return String::new() };
    let mut text = code_block(&parameter.label());
    text += &format!("\nparameter of {} `{}`\n", signature.kind.label(), signature.name);
    if let Some(comment) = comment_of(db, definition)
        && let Some(documented) = comment.parameter(name)
    {
        text += &format!("\n{}\n", documented.text.trim());
    }
    text
}

/// The signatures of a function that Puppet brings along.
pub fn signatures_of(function: &BuiltinFunction) -> Vec<String> {
    function
        .dispatches
        .iter()
        .map(|dispatch| {
            let mut parameters: Vec<String> = dispatch
                .parameters
                .iter()
                .map(|parameter| {
                    let name = parameter.name;
                    match parameter.repetition {
                        Repetition::Required => format!("{} ${name}", parameter.type_text),
                        Repetition::Optional => format!("Optional[{}] ${name}", parameter.type_text),
                        Repetition::Repeated | Repetition::RequiredRepeated => {
                            format!("{} *${name}", parameter.type_text)
                        }
                    }
                })
                .collect();
            match dispatch.block {
                BlockSpec::None => {}
                BlockSpec::Required(block) => parameters.push(format!("{block} &$block")),
                BlockSpec::Optional(block) => parameters.push(format!("Optional[{block}] &$block")),
            }
            let returns = dispatch.returns.map(|returns| format!(" >> {returns}")).unwrap_or_default();
            format!("{}({}){returns}", function.name, parameters.join(", "))
        })
        .collect()
}

pub fn of_function(function: &BuiltinFunction) -> String {
    format!("{}\n{}\n", code_block(&signatures_of(function).join("\n")), function.documentation)
}

pub fn of_resource_type(info: &ResourceTypeInfo) -> String {
    let documentation = info.documentation.trim_start().trim_start_matches("@summary").trim_start();
    let mut text = format!("{}\n{documentation}\n", code_block(&info.name));
    if let Some(module) = &info.module {
        text += &format!("\nfrom the module `{module}`\n");
    }
    if let Some(namevar) = info.namevar() {
        text += &format!("\nThe title stands for `{namevar}`.\n");
    }
    text + &type_guides::of_type(info)
}

pub fn of_attribute(info: &ResourceTypeInfo, name: &str) -> Option<String> {
    let attribute = info.attribute(name)?;
    let mut text = format!("{}\n{}\n", code_block(&format!("{} => …", attribute.name)), attribute.documentation);
    text += &format!("\nattribute of `{}`\n", info.name);
    if !attribute.values.is_empty() {
        let values: Vec<String> = attribute.values.iter().map(|value| format!("`{value}`")).collect();
        text += &format!("\nValues: {}\n", values.join(", "));
    }
    Some(text + &type_guides::of_attribute(info, name))
}

pub fn of_metaparameter(name: &str) -> Option<String> {
    let metaparameters = evaluator::resource_types::metaparameters();
    let info = metaparameters.iter().find(|metaparameter| metaparameter.name == name)?;
    Some(format!("{}\n{}\n", code_block(&format!("{name} => …")), info.documentation))
}

fn one_paragraph(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
