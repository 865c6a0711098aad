//! Every line is indented by what the lines before it left open.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck::plugin(
    "strict_indent",
    "puppet-lint-strict_indent-check",
    "A line is not indented by two blanks for each open bracket, title of a resource, or `=` and `=>` that ended the line before.",
    run,
)
.fixed_by(replace);

/// Blanks of one level.
const STEP: i64 = 2;

fn run(document: &Document<'_>, findings: &mut Findings) {
    let mut levels = 0_i64;
    // The line of the title whose attributes are one level deeper.
    let mut title_line: Option<u32> = None;
    let breaks: Vec<At> = document.of_kind(Kind::Newline).collect();
    for (index, line_break) in breaks.iter().copied().enumerate() {
        let line_start = index.checked_sub(1).map_or(0, |before| breaks[before] + 1);
        let next_break = breaks.get(index + 1).copied().unwrap_or(document.len());
        let Some(next) = document.next(line_break) else { break };
        let mut once = 0_i64;
        let opened = opened(document, line_start, line_break);
        levels += opened;
        once += (line_start..line_break).filter(|at| document.kind(*at) == Kind::HeredocOpen).count() as i64;
        let last =
            (line_start..line_break).rev().find(|at| !matches!(document.kind(*at), Kind::Whitespace | Kind::Comment));
        match document.kind_of(last) {
            Some(Kind::Colon) if opened == 0 && title_line.is_none() => {
                title_line = last.map(|colon| document.line(colon));
                levels += 1;
            }
            Some(Kind::Semicolon) if title_line.take().is_some() => levels -= 1,
            Some(Kind::Equals | Kind::FatArrow) => once += 1,
            _ => {}
        }
        let mut closed_lines: Vec<u32> = Vec::new();
        for at in next..next_break {
            match document.kind(at) {
                kind if kind.opener().is_some() => {
                    let Some(open_line) = document.partner(at).map(|open| document.line(open)) else { continue };
                    if open_line < document.line(at) && !closed_lines.contains(&open_line) {
                        levels -= 1;
                        closed_lines.push(open_line);
                    }
                    if kind == Kind::RightBrace && title_line.is_some_and(|title| open_line < title) {
                        levels -= 1;
                        title_line = None;
                    }
                }
                // A semicolon alone on its line stands with the title.
                Kind::Semicolon if title_line.is_some() && is_alone(document, at) => once -= 1,
                _ => {}
            }
        }
        if levels < 0 {
            return;
        }
        let expected = (levels + once).max(0) * STEP;
        let (actual, is_indent) = match document.kind(next) {
            Kind::Indent => (document.value(next).chars().count() as i64, true),
            Kind::Comment | Kind::Newline | Kind::Heredoc | Kind::HeredocStart => continue,
            _ => (0, false),
        };
        let is_comment_or_empty = is_indent
            && document
                .next(next)
                .is_none_or(|after| document.kind(after).is_comment() || document.kind(after) == Kind::Newline);
        if actual != expected && !is_comment_or_empty {
            let finding = findings.report(document, next, format!("indent should be {expected} chars and is {actual}"));
            if is_indent {
                finding.target = Target::Replace(next, " ".repeat(expected as usize));
            }
        }
    }
}

/// How many levels a line opens: brackets that close on the same line count as one.
fn opened(document: &Document<'_>, start: At, end: At) -> i64 {
    let mut close_lines: Vec<Option<u32>> = Vec::new();
    for open in (start..end).filter(|at| document.kind(*at).closer().is_some()) {
        let close_line = document.partner(open).map(|close| document.line(close));
        let is_new = match close_line {
            Some(line) => line > document.line(open) && !close_lines.contains(&close_line),
            None => true,
        };
        if is_new {
            close_lines.push(close_line);
        }
    }
    close_lines.len() as i64
}

fn is_alone(document: &Document<'_>, at: At) -> bool {
    let before = document.kind_of(document.previous(at));
    matches!(before, None | Some(Kind::Indent | Kind::Newline))
        && matches!(document.kind_of(document.next(at)), None | Some(Kind::Newline))
}
