//! The arrows of a resource stand below each other.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "arrow_alignment",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "The `=>` of a resource's attributes, or of a hash in it, are not all in the column after its longest name.",
    run,
    fix: Some(fix),
};

/// The arrows of one pair of braces.
#[derive(Default)]
struct Level {
    arrows: Vec<At>,
    /// Where they should stand.
    column: u32,
    /// Where the first name stands.
    name_column: Option<u32>,
}

fn run(document: &Document<'_>, findings: &mut Findings) {
    for resource in document.resources() {
        let arrows = || resource.tokens().filter(|at| document.kind(*at) == Kind::FatArrow);
        let (first, last) = (arrows().next(), arrows().next_back());
        let (Some(first), Some(last)) = (first, last) else { continue };
        if document.line(first) == document.line(last) {
            continue;
        }
        let mut levels: Vec<Level> = vec![Level::default()];
        for at in resource.tokens() {
            match document.kind(at) {
                Kind::FatArrow => {
                    if let Some(level) = levels.last_mut() {
                        add(document, level, at);
                    }
                }
                Kind::LeftBrace => levels.push(Level::default()),
                Kind::RightBrace | Kind::Semicolon => {
                    if let Some(level) = levels.pop() {
                        report(document, findings, &level);
                    }
                }
                _ => {}
            }
        }
    }
}

fn add(document: &Document<'_>, level: &mut Level, arrow: At) {
    let Some(name_end) = document.previous_code(arrow) else { return };
    let width = |at: At| document.source(at).chars().count() as u32;
    // A name that is a string with variables begins where the string does.
    let name = match document.kind(name_end) {
        Kind::StringEnd => (0..name_end).rev().find(|at| document.kind(*at) == Kind::StringStart).unwrap_or(name_end),
        _ => name_end,
    };
    let name_column = *level.name_column.get_or_insert(document.token(name).column);
    let shares_line = level.arrows.iter().any(|other| document.line(*other) == document.line(arrow));
    let end_column = document.token(name_end).column + width(name_end);
    let wanted = if shares_line {
        let name_width = document.token(name_end).range.end - document.token(name).range.start;
        let text = document.text.get(document.token(name).range.start as usize..).unwrap_or("");
        let characters = text.get(..name_width as usize).map_or(0, |name| name.chars().count());
        name_column + characters as u32 + 1
    } else {
        end_column + 1
    };
    level.column = level.column.max(wanted);
    level.arrows.push(arrow);
}

fn report(document: &Document<'_>, findings: &mut Findings, level: &Level) {
    let Some(first) = level.arrows.first() else { return };
    if level.arrows.iter().all(|arrow| document.line(*arrow) == document.line(*first)) {
        return;
    }
    for (index, arrow) in level.arrows.iter().copied().enumerate() {
        let column = document.token(arrow).column;
        if column == level.column {
            continue;
        }
        let message = format!(
            "indentation of => is not properly aligned (expected in column {}, but found it in column {column})",
            level.column
        );
        let begins_line = level.arrows[..index].iter().all(|other| document.line(*other) != document.line(arrow));
        let new_line_indent = (!begins_line).then(|| level.name_column.unwrap_or(1) - 1);
        findings.report(document, arrow, message).target =
            Target::Arrow { arrow, column: level.column, new_line_indent };
    }
}

fn fix(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
    let Target::Arrow { arrow, column, new_line_indent } = target else { return Err(NoFix) };
    let mut at = draft.position(*arrow).ok_or(NoFix)?;
    let width = match new_line_indent {
        Some(indent) => {
            let name = draft.previous_code(at).ok_or(NoFix)?;
            let before = name.checked_sub(1).ok_or(NoFix)?;
            if draft.kind(before) != Some(Kind::Whitespace) {
                return Err(NoFix);
            }
            let blanks = draft.get_mut(before).ok_or(NoFix)?;
            blanks.kind = Kind::Indent;
            blanks.value = " ".repeat(*indent as usize).into();
            draft.insert(before, Kind::Newline, "\n");
            at += 1;
            let name_width: usize = (before + 1..=name + 1).map(|part| draft.width(part)).sum();
            (*column as i64) - (name_width as i64 + 1)
        }
        None => {
            let before = at.checked_sub(1).ok_or(NoFix)?;
            let blanks = if draft.kind(before) == Some(Kind::Whitespace) { draft.width(before) } else { 0 };
            blanks as i64 + *column as i64 - draft.get(at).ok_or(NoFix)?.column as i64
        }
    };
    let width = usize::try_from(width).map_err(|_| NoFix)?;
    let blanks = " ".repeat(width);
    match at.checked_sub(1).and_then(|before| draft.get_mut(before)) {
        Some(before) if before.kind == Kind::Whitespace => before.value = blanks.into(),
        _ => {
            draft.insert(at, Kind::Whitespace, blanks);
        }
    }
    Ok(())
}
