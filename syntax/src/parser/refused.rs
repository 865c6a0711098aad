//! What the lexer has refused needs no second report: which errors of the parser only follow from it.

use crate::code;
use crate::lexer::HeredocText;
use crate::problem::Problem;
use crate::text_range::TextRange;

/// How a line begins that is code for certain, whatever stands before it.
const CODE_AGAIN: &[&str] = &["class ", "define ", "function ", "node ", "type ", "plan ", "}"];

/// Removes the problems behind the first `from_lexer` ones that follow from these.
pub(super) fn drop_consequences(text: &str, heredocs: &[HeredocText], problems: &mut Vec<Problem>, from_lexer: usize) {
    let of_lexer = problems.iter().take(from_lexer).filter(|problem| problem.is_error());
    let refused: Vec<TextRange> = of_lexer.flat_map(|problem| affected(text, heredocs, problem)).collect();
    if refused.is_empty() {
        return;
    }
    let mut index = 0;
    problems.retain(|problem| {
        index += 1;
        index <= from_lexer
            || !refused.iter().any(|range| range.touches(problem.range.start) || problem.range.touches(range.start))
    });
}

/// The texts that can be misread because of what the lexer has refused.
fn affected(text: &str, heredocs: &[HeredocText], problem: &Problem) -> Vec<TextRange> {
    let range = problem.range;
    let has_text = || heredocs.iter().any(|heredoc| heredoc.start == range.start);
    // What was between quotes, or in the text of a heredoc, is read as code.
    let end = if problem.code == code::UNCLOSED_QUOTE {
        let rest = text.get(range.end as usize..).unwrap_or_default();
        range.end + (rest.len() - rest.trim_start().len()) as u32
    } else if code::HEREDOC_CODES.contains(&problem.code) && !has_text() {
        code_again(text, range.end)
    } else if problem.code == code::UNCLOSED_MLCOMMENT {
        text.len() as u32
    } else {
        range.end
    };
    let related =
        problem.related.iter().map(|place| TextRange::new(place.range.start, line_end(text, place.range.start)));
    std::iter::once(TextRange::new(range.start, end.max(range.end))).chain(related).collect()
}

fn line_end(text: &str, from: u32) -> u32 {
    let rest = text.get(from as usize..).unwrap_or_default();
    from + rest.find('\n').unwrap_or(rest.len()) as u32
}

/// The end of the last line behind this one before code begins again for certain.
fn code_again(text: &str, from: u32) -> u32 {
    let mut end = line_end(text, from);
    let lines = text.get(end as usize + 1..).unwrap_or_default().split_inclusive('\n');
    for line in lines.take_while(|line| !is_code_again(line)) {
        end += line.len() as u32;
    }
    end
}

fn is_code_again(line: &str) -> bool {
    CODE_AGAIN.iter().any(|start| line.starts_with(start))
}
