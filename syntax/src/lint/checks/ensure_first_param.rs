//! `ensure` is a resource's first attribute.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "ensure_first_param",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A resource has `ensure`, but not as its first attribute.",
    run,
    fix: Some(fix),
};

fn run(document: &Document<'_>, findings: &mut Findings) {
    for resource in document.resources() {
        if document.kind_of(resource.type_token) == Some(Kind::Class) {
            continue;
        }
        let position = resource.attributes.iter().position(|name| document.value(*name) == "ensure");
        let (Some(position), Some(first)) = (position.filter(|position| *position > 0), resource.attributes.first())
        else {
            continue;
        };
        let ensure = resource.attributes[position];
        let message = "ensure found on line but it's not the first attribute";
        findings.report(document, ensure, message).target = Target::Tokens(*first, ensure);
    }
}

/// Exchanges the first attribute and `ensure`, up to the commas after them.
fn fix(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
    let Target::Tokens(first, ensure) = target else { return Err(NoFix) };
    let first = draft.position(*first).ok_or(NoFix)?;
    let ensure = draft.position(*ensure).filter(|ensure| *ensure > first).ok_or(NoFix)?;
    let first_end = draft.find_next(first, |token| token.kind == Kind::Comma).ok_or(NoFix)?;
    let is_end = |token: &crate::lint::draft::DraftToken<'_>| matches!(token.kind, Kind::Comma | Kind::Semicolon);
    let ends_body = |token: &crate::lint::draft::DraftToken<'_>| token.kind == Kind::RightBrace;
    let ensure_end = draft.find_next(ensure, |token| is_end(token) || ends_body(token)).ok_or(NoFix)?;
    if draft.get(ensure_end).is_none_or(ends_body) || first_end > ensure {
        return Err(NoFix);
    }
    let ensure_tokens = draft.remove_range(ensure..ensure_end);
    let first_tokens = draft.remove_range(first..first_end);
    let shift = ensure_tokens.len() as isize - first_tokens.len() as isize;
    for token in ensure_tokens.into_iter().rev() {
        draft.put(first, token);
    }
    let Some(second) = ensure.checked_add_signed(shift) else { return Err(NoFix) };
    for token in first_tokens.into_iter().rev() {
        draft.put(second, token);
    }
    Ok(())
}
