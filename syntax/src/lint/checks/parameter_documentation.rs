//! Parameters are documented in the comment above their class or defined type.

use std::collections::HashMap;

use super::parameters::parameters;
use super::prelude::*;

pub static CHECK: LintCheck = LintCheck::plugin(
    "parameter_documentation",
    "puppet-lint-param-docs",
    "A parameter that the comment above its class or defined type does not describe, describes twice, or that does not exist.",
    run,
);

fn run(document: &Document<'_>, findings: &mut Findings) {
    for definition in document.classes_and_defines() {
        let noun = definition.noun(document);
        let class = document.value(definition.name);
        let mut described: HashMap<&str, At> = HashMap::new();
        let mut is_private = false;
        for comment in comments_above(document, definition.start) {
            let text = document.value(comment).trim();
            is_private |= text.strip_prefix("@api").is_some_and(|rest| rest.trim() == "private");
            let Some(name) = described_parameter(text) else { continue };
            if described.insert(name, comment).is_some() {
                let message = format!("duplicate documentation of {noun} parameter {class}::{name}");
                findings.report(document, comment, message);
            }
        }
        let parameters = parameters(document, definition);
        let is_define = document.kind(definition.start) == Kind::Define;
        let mut unknown: Vec<(&str, At)> = described
            .iter()
            .filter(|(name, _)| {
                let is_given = is_define && matches!(**name, "name" | "title");
                !is_given && !parameters.iter().any(|parameter| document.value(parameter.variable) == **name)
            })
            .map(|(name, comment)| (*name, *comment))
            .collect();
        unknown.sort_by_key(|(_, comment)| *comment);
        for (name, comment) in unknown {
            findings.report(
                document,
                comment,
                format!("documentation of {class}::{name}, which the {noun} does not take"),
            );
        }
        for parameter in parameters.iter().filter(|_| !is_private) {
            let name = document.value(parameter.variable);
            if !described.contains_key(name) {
                let message = format!("missing documentation for {noun} parameter {class}::{name}");
                findings.report(document, parameter.variable, message);
            }
        }
    }
}

/// The comments directly above a definition, in the order of the text.
fn comments_above(document: &Document<'_>, start: At) -> Vec<At> {
    let is_blank =
        |at: &At| matches!(document.kind(*at), Kind::Newline | Kind::Indent | Kind::Whitespace | Kind::Comment);
    let mut comments: Vec<At> =
        (0..start).rev().take_while(is_blank).filter(|at| document.kind(*at) == Kind::Comment).collect();
    comments.reverse();
    comments
}

/// The parameter that a line of a comment describes: `@param name`, `[*name*]` or `$name::`.
fn described_parameter(text: &str) -> Option<&str> {
    let name = if let Some(rest) = text.strip_prefix("@param ") {
        let rest = match rest.trim_start().strip_prefix('[') {
            Some(typed) => typed.split_once("] ")?.1,
            None => rest,
        };
        rest.split_whitespace().next()?
    } else if let Some(rest) = text.strip_prefix("[*") {
        rest.split_once("*]")?.0
    } else {
        text.strip_prefix('$')?.split_once(":: ")?.0
    };
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name.then_some(name)
}
