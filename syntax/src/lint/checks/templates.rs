//! Templates: what they are called and how they are rendered.

use super::prelude::*;

/// The arguments of a call, from the token of the function's name.
fn arguments<'d>(document: &'d Document<'_>, function: At) -> impl Iterator<Item = At> + use<'d> {
    let open = document.next_code(function).filter(|open| document.kind(*open) == Kind::LeftParen);
    let range =
        open.and_then(|open| Some((open, document.partner(open)?))).map_or(0..0, |(open, close)| open + 1..close);
    range.filter(|at| !document.kind(*at).is_layout())
}

pub static NO_ERB_TEMPLATE: LintCheck = LintCheck::plugin(
    "no_erb_template",
    "puppet-lint-no_erb_template-check",
    "A template in Ruby; EPP templates take their values as parameters and know nothing but them.",
    |document, findings| {
        for function in document.of_kinds(&[Kind::Name, Kind::FunctionName]) {
            let instead = match document.value(function) {
                "template" => "epp",
                "inline_template" => "inline_epp",
                _ => continue,
            };
            if document.kind_of(document.next_code(function)) == Some(Kind::LeftParen) {
                let message = format!("call of {}(); use {instead}() instead", document.value(function));
                findings.report(document, function, message);
            }
        }
    },
);

pub static FILE_EXTENSION: LintCheck = LintCheck::plugin(
    "template_file_extension",
    "puppet-lint-template_file_extension-check",
    "The name of a template does not end in `.erb` (for `template`) or `.epp` (for `epp`).",
    |document, findings| {
        for (_, value) in attribute_values(document, &["file"], "content") {
            let extension = match document.value(value) {
                "template" => ".erb",
                "epp" => ".epp",
                _ => continue,
            };
            for name in arguments(document, value).take_while(|at| document.kind(*at) != Kind::LeftBrace) {
                let is_name = matches!(document.kind(name), Kind::SingleQuoted | Kind::StringEnd);
                if is_name && !document.value(name).ends_with(extension) {
                    findings.report(document, name, format!("name of a template that does not end in {extension}"));
                }
            }
        }
    },
);

pub static CONCATENATED: LintCheck = LintCheck::plugin(
    "concatenated_template_files",
    "puppet-lint-concatenated_template_files-check",
    "`template` with several files joins their texts; it does not take the first that exists.",
    |document, findings| {
        for (_, value) in attribute_values(document, &["file"], "content") {
            let names = arguments(document, value).filter(|at| document.kind(*at) == Kind::SingleQuoted).count();
            if document.value(value) == "template" && names > 1 {
                findings.report(document, value, "template() with several files joins them");
            }
        }
    },
);
