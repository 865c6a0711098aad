//! The difference of two texts as edits of whole lines, so that an editor keeps its cursor and marks.

use crate::text_range::TextRange;

/// Replace this range of the old text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    pub range: TextRange,
    pub new_text: String,
}

/// Edits that turn one text into another: one for each line that differs, or run of lines where their number does.
pub fn edits_between(old: &str, new: &str) -> Vec<TextEdit> {
    let old_lines: Vec<&str> = old.split_inclusive('\n').collect();
    let new_lines: Vec<&str> = new.split_inclusive('\n').collect();
    let mut edits = Vec::new();
    let (mut old_at, mut new_at, mut offset) = (0, 0, 0_u32);
    while old_at < old_lines.len() || new_at < new_lines.len() {
        if old_lines.get(old_at) == new_lines.get(new_at) {
            offset += old_lines[old_at].len() as u32;
            old_at += 1;
            new_at += 1;
            continue;
        }
        let (old_run, new_run) = run_length(&old_lines[old_at..], &new_lines[new_at..]);
        let mut replace = |old: &[&str], new: &[&str]| {
            let length: u32 = old.iter().map(|line| line.len() as u32).sum();
            if old != new {
                edits.push(TextEdit { range: TextRange::new(offset, offset + length), new_text: new.concat() });
            }
            offset += length;
        };
        let (old_part, new_part) = (&old_lines[old_at..old_at + old_run], &new_lines[new_at..new_at + new_run]);
        if old_run == new_run {
            for (old, new) in old_part.chunks(1).zip(new_part.chunks(1)) {
                replace(old, new);
            }
        } else {
            replace(old_part, new_part);
        }
        old_at += old_run;
        new_at += new_run;
    }
    edits
}

/// How many lines differ before the two texts meet again.
fn run_length(old: &[&str], new: &[&str]) -> (usize, usize) {
    /// Lines looked ahead; two equal lines in sequence count as meeting.
    const AHEAD: usize = 200;
    for total in 1..AHEAD {
        for old_run in 0..=total {
            let new_run = total - old_run;
            if old_run > old.len() || new_run > new.len() {
                continue;
            }
            let meets = (0..2).all(|more| old.get(old_run + more) == new.get(new_run + more));
            if meets && (old.get(old_run).is_some() || (old_run == old.len() && new_run == new.len())) {
                return (old_run, new_run);
            }
        }
    }
    (old.len(), new.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(old: &str, edits: &[TextEdit]) -> String {
        let mut text = old.to_string();
        for edit in edits.iter().rev() {
            text.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.new_text);
        }
        text
    }

    #[test]
    fn edits_lead_from_one_text_to_the_other() {
        for (old, new) in [
            ("a\nb\nc\n", "a\nB\nc\n"),
            ("a\nb\nc\n", "a\nc\n"),
            ("a\nc\n", "a\nb\nc\n"),
            ("", "a\n"),
            ("a", "a\n"),
            ("a\n\n\nb\n", "a\n\nb\n"),
            ("x\ny\nz\n", "1\n2\n3\n4\n"),
        ] {
            assert_eq!(apply(old, &edits_between(old, new)), new, "{old:?} to {new:?}");
        }
        assert!(edits_between("a\nb\n", "a\nb\n").is_empty());
    }
}
