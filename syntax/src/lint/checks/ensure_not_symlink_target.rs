//! A link says that it is one.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "ensure_not_symlink_target",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A file's `ensure` is a path, which makes a symbolic link; `ensure => link` with `target` says so.",
    run,
    fix: Some(fix),
};

fn run(document: &Document<'_>, findings: &mut Findings) {
    for resource in document.resources() {
        if resource.type_token.is_none_or(|name| document.value(name) != "file") {
            continue;
        }
        for ensure in resource.attributes.iter().copied().filter(|name| document.value(*name) == "ensure") {
            let value = document.next_code(ensure).and_then(|arrow| document.next_code(arrow));
            let Some(value) = value.filter(|value| document.value(*value).starts_with('/')) else { continue };
            let message = "symlink target specified in ensure attr";
            findings.report(document, value, message).target = Target::Tokens(ensure, value);
        }
    }
}

fn fix(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
    let Target::Tokens(ensure, value) = target else { return Err(NoFix) };
    let before = draft.position(*ensure).and_then(|at| at.checked_sub(1)).and_then(|before| draft.get(before));
    let indent = before.ok_or(NoFix)?.value.to_string();
    let at = draft.position(*value).ok_or(NoFix)?;
    let new: [(Kind, String); 8] = [
        (Kind::Name, "symlink".to_string()),
        (Kind::Comma, ",".to_string()),
        (Kind::Newline, "\n".to_string()),
        (Kind::Indent, indent),
        (Kind::Name, "target".to_string()),
        (Kind::Whitespace, " ".to_string()),
        (Kind::FatArrow, "=>".to_string()),
        (Kind::Whitespace, " ".to_string()),
    ];
    for (kind, value) in new.into_iter().rev() {
        draft.insert(at, kind, value);
    }
    Ok(())
}
