//! Commands that a shell reads hold no values that anybody can set.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck::plugin(
    "check_unsafe_interpolations",
    "puppet-lint-check_unsafe_interpolations",
    "A command of an `exec` holds a variable that is not escaped by `shell_escape` or given as an element of a list.",
    |document, findings| {
        for attribute in ["command", "onlyif", "unless"] {
            for (resource, value) in attribute_values(document, &["exec"], attribute) {
                if document.kind(value) != Kind::StringStart {
                    continue;
                }
                let parts = (value..=resource.end).take_while(|at| document.kind(*at) != Kind::StringEnd);
                for at in parts {
                    let is_variable = matches!(document.kind(at), Kind::Variable | Kind::UnenclosedVariable);
                    let function = document
                        .next_code(at)
                        .filter(|dot| document.kind(*dot) == Kind::Dot)
                        .and_then(|dot| document.next_code(dot));
                    let is_escaped = function.is_some_and(|name| document.value(name).contains("shell_escape"));
                    if is_variable && !is_escaped {
                        let message = format!("variable '{}' in a command is not escaped", document.value(at));
                        findings.report(document, at, message);
                    }
                }
            }
        }
    },
);
