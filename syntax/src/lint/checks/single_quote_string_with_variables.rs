//! Nothing is replaced in single quotes.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "single_quote_string_with_variables",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Error,
    documentation: "A string in single quotes holds `${`: it stays there as it is. Templates given as strings are left alone.",
    run,
    fix: None,
};

fn run(document: &Document<'_>, findings: &mut Findings) {
    for string in document.of_kind(Kind::SingleQuoted).filter(|string| document.value(*string).contains("${")) {
        let function = string.checked_sub(2).map(|at| document.value(at)).unwrap_or_default();
        if !function.contains("inline_epp") && !function.contains("inline_template") {
            findings.report(document, string, "single quoted string containing a variable found");
        }
    }
}
