//! Comments begin with `#`.

use super::prelude::*;

pub static SLASH_COMMENTS: LintCheck = LintCheck {
    name: "slash_comments",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A comment that begins with `//`, which Puppet does not read as a comment.",
    run: |document, findings| {
        for comment in document.of_kind(Kind::SlashComment) {
            findings.fixable(document, comment, "// comment found");
        }
    },
    fix: Some(|draft, target| change_kind(draft, target, Kind::Comment)),
};

pub static STAR_COMMENTS: LintCheck = LintCheck {
    name: "star_comments",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A comment between `/*` and `*/`; the style guide asks for `#` on each line.",
    run: |document, findings| {
        for comment in document.of_kind(Kind::StarComment) {
            findings.fixable(document, comment, "/* */ comment found");
        }
    },
    fix: Some(fix_star_comment),
};

fn fix_star_comment(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
    let Target::Token(comment) = target else { return Err(NoFix) };
    let at = draft.position(*comment).ok_or(NoFix)?;
    // What follows on the line would become part of the comment.
    if !matches!(draft.kind(at + 1), None | Some(Kind::Newline)) && draft.next_code(at).is_some() {
        let ends_line = draft.kind(at + 1) == Some(Kind::Whitespace) && draft.kind(at + 2) == Some(Kind::Newline);
        if !ends_line {
            return Err(NoFix);
        }
    }
    let indent = match at.checked_sub(1).and_then(|before| draft.get(before)) {
        Some(before) if before.kind == Kind::Indent => Some(before.value.to_string()),
        _ => None,
    };
    let token = draft.get_mut(at).ok_or(NoFix)?;
    let text = token.value.to_string();
    let mut lines = comment_lines(&text);
    token.kind = Kind::Comment;
    token.value = format!(" {}", lines.next().unwrap_or_default()).trim_end().to_string().into();
    let mut next = at + 1;
    for line in lines {
        draft.insert(next, Kind::Newline, "\n");
        next += 1;
        if let Some(indent) = &indent {
            draft.insert(next, Kind::Indent, indent.clone());
            next += 1;
        }
        let line = format!(" {line}").trim_end().to_string();
        draft.insert(next, Kind::Comment, line);
        next += 1;
    }
    Ok(())
}

/// The lines of what is between `/*` and `*/`, without the stars that begin them, and without empty ones at its ends.
fn comment_lines(text: &str) -> impl Iterator<Item = String> {
    let lines: Vec<String> = text
        .split('\n')
        .enumerate()
        .map(|(index, line)| {
            let line = line.trim();
            // The first line stands behind the `/*`.
            let line = if index == 0 { line } else { line.strip_prefix('*').unwrap_or(line) };
            line.trim().to_string()
        })
        .collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    lines.into_iter().skip(first).take(end.saturating_sub(first))
}
