//! `->` and `~>` stand before their right operand, on its line.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "arrow_on_right_operand_line",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A chaining arrow ends its line, and what it leads to is on the next one; the style guide puts it before \
                    its right operand.",
    run,
    fix: Some(fix),
};

fn run(document: &Document<'_>, findings: &mut Findings) {
    for arrow in document.of_kinds(&[Kind::LeftToRightArrow, Kind::LeftToRightNotify]) {
        if document.next_code(arrow).is_some_and(|right| document.line(right) != document.line(arrow)) {
            findings.fixable(document, arrow, "arrow should be on the right operand's line");
        }
    }
}

fn fix(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
    let Target::Token(arrow) = target else { return Err(NoFix) };
    let at = draft.position(*arrow).ok_or(NoFix)?;
    let right = draft.next_code(at).and_then(|right| draft.get(right)).ok_or(NoFix)?.id;
    let left = draft.previous_code(at);
    let token = draft.remove(at).ok_or(NoFix)?;
    let right = draft.position(right).ok_or(NoFix)?;
    draft.put(right, token);
    draft.insert(right + 1, Kind::Whitespace, " ");
    // The blank before the arrow would end the line now.
    let Some(left) = left else { return Ok(()) };
    let is_trailing = draft.kind(left + 1) == Some(Kind::Whitespace)
        && matches!(draft.kind(left + 2), Some(Kind::Newline | Kind::Whitespace));
    if is_trailing {
        draft.remove(left + 1);
    }
    Ok(())
}
