//! Versions are no numbers.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck::plugin(
    "version_comparison",
    "puppet-lint-version_comparison-check",
    "A variable whose name ends in `version` or `release` is compared as a number; `versioncmp` knows that 10 follows 9.",
    run,
)
.fixed_by(fix);

fn run(document: &Document<'_>, findings: &mut Findings) {
    for variable in document.of_kind(Kind::Variable) {
        let name = document.value(variable);
        if !name.ends_with("version") && !name.ends_with("release") {
            continue;
        }
        let Some(operator) = document.next_code(variable) else { continue };
        let is_order =
            matches!(document.kind(operator), Kind::GreaterEqual | Kind::Greater | Kind::LessEqual | Kind::Less);
        let is_equality = matches!(document.kind(operator), Kind::IsEqual | Kind::NotEqual)
            && document.kind_of(document.next_code(operator)) == Some(Kind::Number);
        if is_order || is_equality {
            findings.fixable(document, variable, "version compared as number");
        }
    }
}

/// `$version > 3` to `versioncmp($version, '3') > 0`.
fn fix(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
    let Target::Token(variable) = target else { return Err(NoFix) };
    let at = draft.position(*variable).ok_or(NoFix)?;
    let operand = draft.next_code(at).and_then(|operator| draft.next_code(operator)).ok_or(NoFix)?;
    let token = draft.get_mut(operand).ok_or(NoFix)?;
    if !matches!(token.kind, Kind::Number | Kind::SingleQuoted | Kind::DoubleQuoted) {
        return Err(NoFix);
    }
    let version = token.value.to_string();
    token.kind = Kind::Number;
    token.value = "0".into();
    let tail = [
        (Kind::Comma, ",".to_string()),
        (Kind::Whitespace, " ".to_string()),
        (Kind::SingleQuoted, version),
        (Kind::RightParen, ")".to_string()),
    ];
    for (kind, value) in tail.into_iter().rev() {
        draft.insert(at + 1, kind, value);
    }
    draft.insert(at, Kind::LeftParen, "(");
    draft.insert(at, Kind::FunctionName, "versioncmp");
    Ok(())
}
