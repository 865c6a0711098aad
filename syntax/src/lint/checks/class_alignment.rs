//! The parameters of a definition stand below each other: their names, and the `=` before their defaults.

use super::parameters::parameters;
use super::prelude::*;

const GEM: &str = "puppet-lint-class_alignment-check";

pub static PARAMETERS: LintCheck = LintCheck::plugin(
    "class_params_alignment",
    GEM,
    "The names of the parameters of a class or defined type do not begin in the same column.",
    |document, findings| {
        for definition in document.classes_and_defines() {
            let variables: Vec<At> = parameters(document, definition).iter().map(|found| found.variable).collect();
            report(document, findings, &variables, "$");
        }
    },
)
.fixed_by(fix);

pub static EQUALS: LintCheck = LintCheck::plugin(
    "class_equals_alignment",
    GEM,
    "The `=` before the defaults of the parameters of a class or defined type are not in the same column.",
    |document, findings| {
        for definition in document.classes_and_defines() {
            let variables = parameters(document, definition).into_iter().map(|found| found.variable);
            let equals: Vec<At> = variables
                .filter_map(|variable| document.next_code(variable))
                .filter(|at| document.kind(*at) == Kind::Equals)
                .collect();
            report(document, findings, &equals, "=");
        }
    },
)
.fixed_by(fix);

/// Reports the tokens that do not stand in the column after the widest text before one of them.
fn report(document: &Document<'_>, findings: &mut Findings, tokens: &[At], shown: &str) {
    let is_alone = |at: &At| tokens.iter().filter(|other| document.line(**other) == document.line(*at)).count() == 1;
    let tokens: Vec<At> = tokens.iter().copied().filter(is_alone).collect();
    let wanted = tokens.iter().map(|at| earliest_column(document, *at)).max().unwrap_or(0);
    if tokens.len() < 2 {
        return;
    }
    for at in tokens {
        let column = document.token(at).column;
        if column != wanted {
            let message = format!(
                "indentation of {shown} is not properly aligned (expected in column {wanted}, but found it in column {column})"
            );
            findings.report(document, at, message).target =
                Target::Arrow { arrow: at, column: wanted, new_line_indent: None };
        }
    }
}

/// One blank after what stands before it on the line; where nothing does, where it is.
fn earliest_column(document: &Document<'_>, at: At) -> u32 {
    match document.previous_code(at).filter(|before| document.line(*before) == document.line(at)) {
        Some(before) => {
            let width = document.source(before).chars().count() as u32;
            document.token(before).column + width + 1
        }
        None => document.token(at).column,
    }
}

fn fix(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
    let Target::Arrow { arrow, column, .. } = target else { return Err(NoFix) };
    let at = draft.position(*arrow).ok_or(NoFix)?;
    let found = draft.get(at).ok_or(NoFix)?.column;
    let before = at.checked_sub(1).ok_or(NoFix)?;
    let is_blank = matches!(draft.kind(before), Some(Kind::Whitespace | Kind::Indent));
    let blanks = if is_blank { draft.width(before) } else { 0 };
    let width = usize::try_from(blanks as i64 + *column as i64 - found as i64).map_err(|_| NoFix)?;
    if is_blank {
        draft.get_mut(before).ok_or(NoFix)?.value = " ".repeat(width).into();
    } else {
        draft.insert(at, Kind::Whitespace, " ".repeat(width));
    }
    Ok(())
}
