//! Variables in strings stand in braces.

use super::prelude::*;
use crate::lint::tokenizer::tokenize;

pub static CHECK: LintCheck = LintCheck {
    name: "variables_not_enclosed",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A variable in a string without braces: where its name ends is then easily misread.",
    run: |document, findings| {
        for variable in document.of_kind(Kind::UnenclosedVariable) {
            findings.fixable(document, variable, "variable not enclosed in {}");
        }
    },
    fix: Some(fix),
};

fn fix(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
    let Target::Token(variable) = target else { return Err(NoFix) };
    let at = draft.position(*variable).ok_or(NoFix)?;
    draft.get_mut(at).ok_or(NoFix)?.kind = Kind::Variable;
    let is_text = matches!(
        draft.kind(at + 1),
        Some(Kind::StringMiddle | Kind::StringEnd | Kind::HeredocMiddle | Kind::HeredocEnd)
    );
    if !is_text {
        return Ok(());
    }
    // A dash ends the name of a variable in a string.
    let name = draft.get(at).ok_or(NoFix)?.value.to_string();
    let mut rest = draft.get(at + 1).ok_or(NoFix)?.value.to_string();
    if let Some((name, tail)) = name.split_once('-') {
        rest = format!("-{tail}{rest}");
        draft.get_mut(at).ok_or(NoFix)?.value = name.to_string().into();
        draft.get_mut(at + 1).ok_or(NoFix)?.value = rest.into();
        return Ok(());
    }
    let index_end = index_end(&rest);
    let Ok(tokens) = tokenize(&rest[..index_end]) else { return Ok(()) };
    for (offset, token) in tokens.iter().enumerate() {
        let value = rest[std::ops::Range::<usize>::from(token.value)].to_string();
        draft.insert(at + 1 + offset, token.kind, value);
    }
    draft.get_mut(at + 1 + tokens.len()).ok_or(NoFix)?.value = rest[index_end..].to_string().into();
    Ok(())
}

/// Where the indexes at the start of a text end.
fn index_end(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '[' => depth += 1,
            ']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && !text[at + 1..].starts_with('[') {
                    return at + 1;
                }
            }
            _ if depth == 0 => return at,
            _ => {}
        }
    }
    0
}
