//! What differs between two texts, line by line.

/// One line of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<'t> {
    Same(&'t str),
    Old(&'t str),
    New(&'t str),
    /// So many equal lines are left out.
    Skipped(usize),
}

/// Equal lines that are shown around those that differ.
const CONTEXT: usize = 2;
/// Larger tables take too long: all old lines are then shown before all new ones.
const MAX_CELLS: usize = 4_000_000;

/// Compares two texts; equal lines far from any change are left out.
pub fn line_diff<'t>(old: &'t str, new: &'t str) -> Vec<Line<'t>> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let before = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - before;
    let after = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    let mut lines: Vec<Line<'t>> = old[..before].iter().map(|line| Line::Same(line)).collect();
    lines.extend(changed(&old[before..old.len() - after], &new[before..new.len() - after]));
    lines.extend(old[old.len() - after..].iter().map(|line| Line::Same(line)));
    with_context(lines)
}

/// The longest common lines stay, the others go or come.
fn changed<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Line<'t>> {
    let width = new.len() + 1;
    let mut lines = Vec::new();
    let (mut row, mut column) = (0, 0);
    if (old.len() + 1).saturating_mul(width) <= MAX_CELLS {
        let mut common = vec![0_u32; (old.len() + 1) * width];
        for row in (0..old.len()).rev() {
            for column in (0..new.len()).rev() {
                common[row * width + column] = match old[row] == new[column] {
                    true => common[(row + 1) * width + column + 1] + 1,
                    false => common[(row + 1) * width + column].max(common[row * width + column + 1]),
                };
            }
        }
        while row < old.len() && column < new.len() {
            if old[row] == new[column] {
                lines.push(Line::Same(old[row]));
                (row, column) = (row + 1, column + 1);
            } else if common[(row + 1) * width + column] >= common[row * width + column + 1] {
                lines.push(Line::Old(old[row]));
                row += 1;
            } else {
                lines.push(Line::New(new[column]));
                column += 1;
            }
        }
    }
    lines.extend(old[row..].iter().map(|line| Line::Old(line)));
    lines.extend(new[column..].iter().map(|line| Line::New(line)));
    lines
}

fn with_context(lines: Vec<Line<'_>>) -> Vec<Line<'_>> {
    let differs = |line: &Line<'_>| !matches!(line, Line::Same(_));
    let mut shown = vec![false; lines.len()];
    for (at, _) in lines.iter().enumerate().filter(|(_, line)| differs(line)) {
        let end = (at + CONTEXT + 1).min(lines.len());
        shown[at.saturating_sub(CONTEXT)..end].fill(true);
    }
    let mut result = Vec::new();
    for (line, shown) in lines.into_iter().zip(shown) {
        match (shown, result.last_mut()) {
            (true, _) => result.push(line),
            (false, Some(Line::Skipped(count))) => *count += 1,
            (false, _) => result.push(Line::Skipped(1)),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(old: &str, new: &str) -> String {
        let text = |line: &Line<'_>| match line {
            Line::Same(text) => format!("  {text}\n"),
            Line::Old(text) => format!("- {text}\n"),
            Line::New(text) => format!("+ {text}\n"),
            Line::Skipped(count) => format!("… {count}\n"),
        };
        line_diff(old, new).iter().map(text).collect()
    }

    #[test]
    fn only_what_differs_with_its_surroundings() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        expect_test::expect![[r#"
            … 2
              3
              4
            - 5
            + five
              6
              7
            … 2
        "#]]
        .assert_eq(&shown(old, &old.replace('5', "five")));
        assert_eq!(shown("", "a\n"), "+ a\n");
        assert_eq!(shown("a\nb", "b\na"), "- a\n  b\n+ a\n");
        assert_eq!(shown("a", "a"), "… 1\n");
    }
}
