//! A problem as text for a terminal: the source line, the underlined part, related places and what to do. Knows nothing
//! of terminals; the caller says whether to colour.

use crate::line_index::{ColumnUnit, LineIndex};
use crate::problem::{Problem, Severity};
use crate::text_range::TextRange;

/// Longer lines are cut around what is underlined.
const MAX_LINE_WIDTH: usize = 160;

/// How much of a cut line is shown before the underlined part.
const WIDTH_BEFORE_MARK: usize = 60;

const TAB_WIDTH: usize = 4;

/// How serious a report is: its first word and its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportLevel {
    Error,
    Warning,
    Info,
    Hint,
}

/// What is to be printed about one place.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    pub level: ReportLevel,
    /// In kebab case.
    pub code: &'a str,
    pub message: &'a str,
    pub range: TextRange,
    /// The offset that is named behind `-->`.
    pub anchor: u32,
    pub hint: Option<&'a str>,
    /// Other places of the same text, and what they have to do with it.
    pub related: Vec<(TextRange, &'a str)>,
    /// Places elsewhere: `file:line:column`, and what they have to do with it.
    pub elsewhere: Vec<(String, &'a str)>,
}

/// Several lines that end with a line break.
pub fn render_problem(problem: &Problem, text: &str, line_index: &LineIndex, file: &str, color: bool) -> String {
    let code = problem.code;
    let report = Report {
        level: match problem.severity {
            Severity::Error => ReportLevel::Error,
            Severity::Warning | Severity::Deprecation => ReportLevel::Warning,
        },
        code: code.as_str(),
        message: &problem.message,
        range: problem.range,
        anchor: problem.anchor,
        hint: problem.hint.as_deref(),
        related: problem.related.iter().map(|related| (related.range, related.message.as_str())).collect(),
        elsewhere: Vec::new(),
    };
    render_report(&report, text, line_index, file, color)
}

/// The same for a report of any origin.
pub fn render_report(report: &Report<'_>, text: &str, line_index: &LineIndex, file: &str, color: bool) -> String {
    let painter = Painter { color };
    let (level, level_style) = match report.level {
        ReportLevel::Error => ("error", Style::Error),
        ReportLevel::Warning => ("warning", Style::Warning),
        ReportLevel::Info => ("info", Style::Gutter),
        ReportLevel::Hint => ("hint", Style::Gutter),
    };
    let marks = marks(report, text, line_index);
    let last_line = marks.iter().map(|mark| mark.line + 1).max().unwrap_or(1);
    let gutter = last_line.to_string().len();
    let place = line_index.line_column(text, report.anchor, ColumnUnit::CodePoints);

    let mut output = String::new();
    output.push_str(&painter.paint(level_style, &format!("{level}[{}]", report.code)));
    output.push_str(&painter.paint(Style::Strong, &format!(": {}", visible(report.message))));
    output.push('\n');
    output.push_str(&" ".repeat(gutter));
    output.push_str(&painter.paint(Style::Gutter, "-->"));
    output.push_str(&format!(" {}:{}:{}\n", visible(file), place.line + 1, place.column + 1));
    let empty_gutter = painter.paint(Style::Gutter, &format!("{} |", " ".repeat(gutter)));
    output.push_str(&format!("{empty_gutter}\n"));

    let mut previous: Option<u32> = None;
    for group in marks.chunk_by(|left, right| left.line == right.line) {
        let Some(line) = group.first().map(|mark| mark.line) else { continue };
        if previous.is_some_and(|previous| previous + 1 < line) {
            output.push_str(&painter.paint(Style::Gutter, "..."));
            output.push('\n');
        }
        previous = Some(line);
        let source = Source::new(text, line_index, line, group);
        output.push_str(&painter.paint(Style::Gutter, &format!("{:>gutter$} |", line + 1)));
        output.push_str(format!(" {}", source.shown).trim_end());
        output.push('\n');
        for mark in group {
            let (start, width) = source.columns(mark);
            let (sign, style) = if mark.primary { ("^", level_style) } else { ("-", Style::Gutter) };
            let mut underline = sign.repeat(width);
            if !mark.label.is_empty() {
                underline.push_str(&format!(" {}", visible(mark.label)));
            }
            output.push_str(&format!("{empty_gutter} {}{}\n", " ".repeat(start), painter.paint(style, &underline)));
        }
    }
    let equals = painter.paint(Style::Gutter, &format!("{} =", " ".repeat(gutter)));
    let notes = report.elsewhere.iter().map(|(place, message)| ("note:", format!("{message}: {place}")));
    let hint = report.hint.iter().map(|hint| ("help:", hint.to_string()));
    for (index, (word, note)) in notes.chain(hint).enumerate() {
        if index == 0 {
            output.push_str(&format!("{empty_gutter}\n"));
        }
        output.push_str(&format!("{equals} {} {}\n", painter.paint(Style::Strong, word), visible(&note)));
    }
    output
}

/// The last line of a report: how many problems there were.
pub fn render_summary(errors: usize, warnings: usize, color: bool) -> String {
    let count = |number: usize, name: &str| match number {
        0 => None,
        1 => Some(format!("1 {name}")),
        number => Some(format!("{number} {name}s")),
    };
    let parts: Vec<String> = [count(errors, "error"), count(warnings, "warning")].into_iter().flatten().collect();
    if parts.is_empty() {
        return String::new();
    }
    let style = if errors > 0 { Style::Error } else { Style::Warning };
    format!("{}\n", Painter { color }.paint(style, &parts.join(", ")))
}

/// A part of one line that is underlined; a place of several lines is marked on its first.
struct Mark<'a> {
    line: u32,
    range: TextRange,
    primary: bool,
    label: &'a str,
}

fn marks<'a>(report: &Report<'a>, text: &str, line_index: &LineIndex) -> Vec<Mark<'a>> {
    let mark = |range: TextRange, primary: bool, label: &'a str| {
        let line = line_index.line(range.start.min(text.len() as u32));
        let end = range.end.min(line_index.line_end(text, line)).max(range.start);
        Mark { line, range: TextRange { start: range.start, end }, primary, label }
    };
    let mut marks = vec![mark(report.range, true, "")];
    marks.extend(report.related.iter().map(|(range, message)| mark(*range, false, message)));
    marks.sort_by_key(|mark| (mark.line, mark.range.start));
    marks
}

/// One line as it is shown: tabs widened, control characters replaced, a long line cut.
struct Source {
    shown: String,
    /// The offset of each shown character and the column at which it starts, both ascending; the last is the line's end.
    columns: Vec<(u32, usize)>,
}

impl Source {
    fn new(text: &str, line_index: &LineIndex, line: u32, marks: &[Mark<'_>]) -> Self {
        let start = line_index.line_start(line);
        let end = line_index.line_end(text, line);
        let content = text.get(start as usize..end as usize).unwrap_or_default();
        let first_mark =
            marks.iter().find(|mark| mark.primary).or(marks.first()).map_or(start, |mark| mark.range.start);
        let mark_column =
            content.get(..(first_mark.saturating_sub(start)) as usize).map_or(0, |before| before.chars().count());
        let too_long = content.chars().count() > MAX_LINE_WIDTH;
        let skipped = if too_long { mark_column.saturating_sub(WIDTH_BEFORE_MARK) } else { 0 };

        let mut source = Source { shown: String::new(), columns: Vec::new() };
        let mut column = 0;
        if skipped > 0 {
            source.shown.push('…');
            column += 1;
        }
        for (at, character) in content.char_indices().skip(skipped) {
            if too_long && column >= MAX_LINE_WIDTH {
                source.shown.push('…');
                source.columns.push((start + at as u32, column));
                return source;
            }
            source.columns.push((start + at as u32, column));
            if character == '\t' {
                source.shown.push_str(&" ".repeat(TAB_WIDTH));
                column += TAB_WIDTH;
            } else {
                source.shown.push(visible_character(character));
                column += character_width(character);
            }
        }
        source.columns.push((end, column));
        source
    }

    /// The column at which a mark starts, and its width, at least 1.
    fn columns(&self, mark: &Mark<'_>) -> (usize, usize) {
        let start = self.column(mark.range.start);
        (start, self.column(mark.range.end).saturating_sub(start).max(1))
    }

    fn column(&self, offset: u32) -> usize {
        let next = self.columns.partition_point(|(at, _)| *at < offset);
        self.columns.get(next).or(self.columns.last()).map_or(0, |(_, column)| *column)
    }
}

/// Text from a file must not steer the terminal.
fn visible(text: &str) -> String {
    text.chars().map(visible_character).collect()
}

fn visible_character(character: char) -> char {
    match character {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + character as u32).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        _ => character,
    }
}

/// East Asian wide characters and emoji take two columns, combining marks none.
fn character_width(character: char) -> usize {
    match character as u32 {
        0x300..=0x36f | 0x200b..=0x200d | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60 => 2,
        0xffe0..=0xffe6 | 0x1f300..=0x1f64f | 0x1f900..=0x1f9ff | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

#[derive(Clone, Copy)]
enum Style {
    Error,
    Warning,
    Strong,
    Gutter,
}

struct Painter {
    color: bool,
}

impl Painter {
    fn paint(&self, style: Style, text: &str) -> String {
        if !self.color {
            return text.to_string();
        }
        let code = match style {
            Style::Error => "1;31",
            Style::Warning => "1;33",
            Style::Strong => "1",
            Style::Gutter => "1;34",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::problem::RelatedPlace;

    fn problem(text: &str, marked: &str) -> Problem {
        let start = text.rfind(marked).unwrap_or_default() as u32;
        let range = TextRange::new(start, start + marked.len() as u32);
        Problem::error(
            crate::code::DUPLICATE_PARAMETER,
            "The parameter 'b' is declared more than once in the parameter list",
            range,
            start,
        )
    }

    fn check(problem: &Problem, text: &str, expected: Expect) {
        expected.assert_eq(&render_problem(problem, text, &LineIndex::new(text), "site.pp", false));
    }

    #[test]
    fn shows_the_line_the_part_and_the_hint() {
        let text = "class a ($b, $b) { }\n";
        let mut problem = problem(text, "$b");
        problem.hint = Some("remove one of them".to_string());
        problem.related.push(RelatedPlace { range: TextRange::new(9, 11), message: "declared here first".to_string() });
        check(
            &problem,
            text,
            expect![[r#"
            error[duplicate-parameter]: The parameter 'b' is declared more than once in the parameter list
             --> site.pp:1:14
              |
            1 | class a ($b, $b) { }
              |          -- declared here first
              |              ^^
              |
              = help: remove one of them
        "#]],
        );
    }

    #[test]
    fn skips_lines_between_places() {
        let text = "class a (\n\t$b,\n  $c,\n  $d,\n  $b,\n) { }\n";
        let mut problem = problem(text, "$b");
        problem.severity = Severity::Deprecation;
        problem.related.push(RelatedPlace { range: TextRange::new(11, 13), message: "first".to_string() });
        check(
            &problem,
            text,
            expect![[r#"
            warning[duplicate-parameter]: The parameter 'b' is declared more than once in the parameter list
             --> site.pp:5:3
              |
            2 |     $b,
              |     -- first
            ...
            5 |   $b,
              |   ^^
        "#]],
        );
    }

    #[test]
    fn a_place_at_the_end_or_over_several_lines_is_marked_on_its_first_line() {
        let text = "if $a {\n}\n";
        let whole = Problem::error(crate::code::IDEM_EXPRESSION_NOT_LAST, "no effect", TextRange::new(0, 9), 0);
        check(
            &whole,
            text,
            expect![[r#"
            error[idem-expression-not-last]: no effect
             --> site.pp:1:1
              |
            1 | if $a {
              | ^^^^^^^
        "#]],
        );
        let end = Problem::error(crate::code::SYNTAX_ERROR, "Syntax error at end of input", TextRange::empty(10), 10);
        check(
            &end,
            text,
            expect![[r#"
            error[syntax-error]: Syntax error at end of input
             --> site.pp:3:1
              |
            3 |
              | ^
        "#]],
        );
    }

    #[test]
    fn wide_and_control_characters_keep_the_underline_in_place() {
        let text = "$x = \"漢\u{1b}[31m\" $b";
        check(
            &problem(text, "$b"),
            text,
            expect![[r#"
            error[duplicate-parameter]: The parameter 'b' is declared more than once in the parameter list
             --> site.pp:1:15
              |
            1 | $x = "漢␛[31m" $b
              |                ^^
        "#]],
        );
    }

    #[test]
    fn long_lines_are_cut_around_the_mark() {
        let text = format!("{} $b {}", "x".repeat(300), "y".repeat(300));
        let rendered = render_problem(&problem(&text, "$b"), &text, &LineIndex::new(&text), "a.pp", false);
        let lines: Vec<&str> = rendered.lines().collect();
        assert!(lines[3].chars().count() < 180 && lines[3].ends_with('…'), "{rendered}");
        let mark = lines[4].chars().position(|character| character == '^');
        assert_eq!(mark, lines[3].chars().position(|character| character == '$'));
    }

    #[test]
    fn colours_are_the_callers_choice() {
        let text = "class a ($b, $b) { }";
        let rendered = render_problem(&problem(text, "$b"), text, &LineIndex::new(text), "a.pp", true);
        assert!(rendered.starts_with("\u{1b}[1;31merror[duplicate-parameter]\u{1b}[0m"));
    }

    #[test]
    fn places_outside_the_text_do_no_harm() {
        let problem = Problem::error(crate::code::SYNTAX_ERROR, "x", TextRange::new(50, 60), 50);
        assert!(render_problem(&problem, "a", &LineIndex::new("a"), "a.pp", false).contains("a.pp:1:2"));
        assert!(render_problem(&problem, "é", &LineIndex::new("é"), "a.pp", false).contains("a.pp:1:2"));
    }

    #[test]
    fn places_in_other_files_are_noted() {
        let text = "include a::b";
        let report = Report {
            level: ReportLevel::Info,
            code: "unused",
            message: "something",
            range: TextRange::new(8, 12),
            anchor: 0,
            hint: Some("do this"),
            related: Vec::new(),
            elsewhere: vec![("a/manifests/b.pp:1:1".to_string(), "defined here")],
        };
        expect![[r#"
            info[unused]: something
             --> site.pp:1:1
              |
            1 | include a::b
              |         ^^^^
              |
              = note: defined here: a/manifests/b.pp:1:1
              = help: do this
        "#]]
        .assert_eq(&render_report(&report, text, &LineIndex::new(text), "site.pp", false));
    }

    #[test]
    fn summary_counts() {
        assert_eq!(render_summary(2, 1, false), "2 errors, 1 warning\n");
        assert_eq!(render_summary(0, 0, false), "");
    }
}
