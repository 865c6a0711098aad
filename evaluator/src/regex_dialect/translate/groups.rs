//! The groups of a pattern, counted before it is translated: named ones change what plain ones mean.

pub(super) fn has_named_groups(pattern: &str) -> bool {
    scan_groups(pattern).1
}

pub(super) fn count_groups(pattern: &str) -> u32 {
    scan_groups(pattern).0
}

/// How many plain groups there are, and whether there are named ones.
fn scan_groups(pattern: &str) -> (u32, bool) {
    let mut plain = 0;
    let mut named = false;
    let mut in_class = 0_u32;
    let mut characters = pattern.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                characters.next();
            }
            '[' => in_class += 1,
            ']' => in_class = in_class.saturating_sub(1),
            '(' if in_class == 0 => {
                if characters.peek() != Some(&'?') {
                    plain += 1;
                    continue;
                }
                characters.next();
                match characters.next() {
                    Some('<') if !matches!(characters.peek(), Some('=' | '!')) => named = true,
                    Some('\'') => named = true,
                    _ => {}
                }
            }
            _ => {}
        }
    }
    (plain, named)
}
