//! Variables of the top scope are named as such.

use std::collections::HashSet;

use super::prelude::*;
use crate::lint::structure::Definition;

pub static CHECK: LintCheck = LintCheck {
    name: "variable_scope",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A class or defined type reads a variable that it neither sets nor takes as a parameter, without saying \
                    whose it is (`$facts[…]`, `$::name`, `$other::name`).",
    run,
    fix: None,
};

/// Variables that every class or defined type has.
const ALWAYS_SET: &[&str] = &[
    "alias",
    "audit",
    "before",
    "caller_module_name",
    "clientcert",
    "clientversion",
    "environment",
    "facts",
    "loglevel",
    "module_name",
    "name",
    "noop",
    "notify",
    "require",
    "schedule",
    "server_facts",
    "serverip",
    "servername",
    "serverversion",
    "stage",
    "subscribe",
    "tag",
    "title",
    "trusted",
];

/// Parameters of lambdas count from the line of their closing `|` to the line of the lambda's brace.
struct LambdaParameter<'a> {
    name: &'a str,
    first_line: u32,
    last_line: u32,
}

fn run(document: &Document<'_>, findings: &mut Findings) {
    let mut known: HashSet<&str> = ALWAYS_SET.iter().copied().collect();
    for definition in document.classes_and_defines() {
        for at in definition.parameter_tokens().filter(|at| document.kind(*at) == Kind::Variable) {
            let after = document.kind_of(document.next_code(at));
            if matches!(after, Some(Kind::Comma | Kind::Equals | Kind::RightParen)) {
                known.insert(document.value(at));
            }
        }
        let (reads, lambdas) = scan(document, definition, &mut known);
        for at in reads {
            let value = document.value(at);
            let name = without_index(value);
            let line = document.line(at);
            let is_lambda_parameter = || {
                let covers = |lambda: &LambdaParameter<'_>| (lambda.first_line..=lambda.last_line).contains(&line);
                lambdas.iter().any(|lambda| covers(lambda) && lambda.name == name)
            };
            let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
            if !value.contains("::") && !known.contains(name) && !is_number && !is_lambda_parameter() {
                findings.report(document, at, "top-scope variable being used without an explicit namespace");
            }
        }
    }
}

/// The variables that are read, and the parameters of lambdas; what is set is added to what is known.
fn scan<'a>(
    document: &Document<'a>,
    definition: &Definition,
    known: &mut HashSet<&'a str>,
) -> (Vec<At>, Vec<LambdaParameter<'a>>) {
    let mut reads = Vec::new();
    let mut lambdas = Vec::new();
    let mut in_pipes = false;
    let mut parameters: Vec<&str> = Vec::new();
    for at in definition.tokens() {
        match document.kind(at) {
            Kind::Equals => assigned(document, at, known),
            Kind::Variable if in_pipes => parameters.push(document.value(at)),
            Kind::Variable => reads.push(at),
            Kind::Pipe => {
                in_pipes = !in_pipes;
                if !in_pipes {
                    let first_line = document.line(at);
                    let last_line = end_of_block(document, at).map_or(first_line, |end| document.line(end));
                    let parameters = parameters.drain(..);
                    lambdas.extend(parameters.map(|name| LambdaParameter { name, first_line, last_line }));
                }
            }
            _ => {}
        }
    }
    (reads, lambdas)
}

/// The variables before a `=`: one, or those of a list.
fn assigned<'a>(document: &Document<'a>, equals: At, known: &mut HashSet<&'a str>) {
    let Some(before) = document.previous_code(equals) else { return };
    match document.kind(before) {
        Kind::Variable => {
            known.insert(document.value(before));
        }
        Kind::RightBracket => {
            let mut depth = 0_u32;
            let mut at = Some(before);
            while let Some(current) = at {
                match document.kind(current) {
                    Kind::Variable => {
                        known.insert(document.value(current));
                    }
                    Kind::RightBracket => depth += 1,
                    Kind::LeftBracket => {
                        depth = depth.saturating_sub(1);
                        if depth == 0 {
                            return;
                        }
                    }
                    Kind::Comma => {}
                    _ => return,
                }
                at = document.previous_code(current);
            }
        }
        _ => {}
    }
}

/// The brace that ends the block that begins after a token.
fn end_of_block(document: &Document<'_>, from: At) -> Option<At> {
    let open = (from..document.len()).find(|at| matches!(document.kind(*at), Kind::LeftBrace))?;
    document.partner(open)
}

/// `a['b']['c']` to `a`: all from the first bracket, where the text ends in one.
fn without_index(value: &str) -> &str {
    match value.find('[') {
        Some(open) if value.ends_with(']') && value.len() > open + 2 => &value[..open],
        _ => value,
    }
}
