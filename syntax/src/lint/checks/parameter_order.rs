//! Parameters that must be given stand before those that need not.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "parameter_order",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A parameter without a default comes after one that has a default.",
    run,
    fix: None,
};

fn run(document: &Document<'_>, findings: &mut Findings) {
    for definition in document.classes_and_defines() {
        let mut parens = 0_u32;
        let mut brackets = 0_u32;
        let mut has_default = false;
        for at in definition.parameter_tokens() {
            match document.kind(at) {
                Kind::LeftParen => parens += 1,
                Kind::RightParen => parens = parens.saturating_sub(1),
                Kind::LeftBrace | Kind::LeftBracket => brackets += 1,
                Kind::RightBrace | Kind::RightBracket => brackets = brackets.saturating_sub(1),
                Kind::Equals => has_default = true,
                Kind::Variable if parens == 0 && brackets == 0 && has_default && is_required(document, at) => {
                    findings.report(document, at, "optional parameter listed before required parameter");
                }
                _ => {}
            }
        }
    }
}

/// A variable that begins a parameter, has no default, and whose type is not `Optional`.
fn is_required(document: &Document<'_>, at: At) -> bool {
    let before = document.kind_of(document.previous_code(at));
    let begins_parameter = matches!(before, Some(Kind::LeftParen | Kind::Comma | Kind::Type | Kind::RightBracket));
    let after = document.kind_of(document.next_code(at));
    let is_last_word = matches!(after, None | Some(Kind::Comma | Kind::RightParen));
    if !begins_parameter || !is_last_word {
        return false;
    }
    let data_type = document.find_previous(at, |at| document.kind(at) == Kind::Type);
    data_type.is_none_or(|data_type| document.value(data_type) != "Optional")
}
