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
        Some(before) if matches!(before.kind, Kind::Indent | Kind::Whitespace) => Some(before.value.to_string()),
        _ => None,
    };
    let token = draft.get_mut(at).ok_or(NoFix)?;
    let text = token.value.to_string();
    let mut lines = comment_lines(&text);
    token.kind = Kind::Comment;
    token.value = format!(" {}", lines.next().unwrap_or_default()).into();
    let mut next = at + 1;
    for line in lines {
        draft.insert(next, Kind::Newline, "\n");
        next += 1;
        if let Some(indent) = &indent {
            draft.insert(next, Kind::Indent, indent.clone());
            next += 1;
        }
        draft.insert(next, Kind::Comment, format!(" {line}"));
        next += 1;
    }
    Ok(())
}

/// The lines of what is between `/*` and `*/`, without the stars that begin them, and without empty ones at its ends.
fn comment_lines(text: &str) -> impl Iterator<Item = String> {
    let without_star = |line: &str| {
        let stripped = line.trim_start_matches(' ');
        stripped.strip_prefix('*').unwrap_or(line).to_string()
    };
    let text = text.split('\n').map(without_star).collect::<Vec<_>>().join("\n");
    let lines: Vec<String> = text.trim().split('\n').map(|line| line.trim().to_string()).collect();
    lines.into_iter()
}
