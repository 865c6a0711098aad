//! A variable needs no string around it.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "only_variable_string",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A string holds nothing but one variable; the variable alone keeps its type. Keys of hashes are left alone.",
    run,
    fix: Some(fix),
};

fn run(document: &Document<'_>, findings: &mut Findings) {
    for start in document.of_kind(Kind::StringStart).filter(|start| document.value(*start).is_empty()) {
        let Some(variable) = document.next(start) else { continue };
        if !matches!(document.kind(variable), Kind::Variable | Kind::UnenclosedVariable) {
            continue;
        }
        let mut at = variable + 1;
        // Indexes of one token each.
        while at < document.len() && document.kind(at) == Kind::LeftBracket {
            at += 3;
        }
        if at >= document.len() || document.kind(at) != Kind::StringEnd || !document.value(at).is_empty() {
            continue;
        }
        if document.kind_of(document.next_code(at)) != Some(Kind::FatArrow) {
            let finding = findings.report(document, variable, "string containing only a variable");
            finding.target = Target::StringOfVariable { start, variable, end: at };
        }
    }
}

fn fix(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
    let Target::StringOfVariable { start, variable, end } = target else { return Err(NoFix) };
    for part in [start, end] {
        let at = draft.position(*part).ok_or(NoFix)?;
        draft.remove(at);
    }
    draft.token_mut(*variable).ok_or(NoFix)?.kind = Kind::Variable;
    Ok(())
}
