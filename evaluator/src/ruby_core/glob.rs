//! File patterns as Ruby's `Dir.glob` understands them: `*`, `?`, `**/`, `[a-z]`, `{a,b}`. Hidden files only match a
//! pattern that names their dot.

/// The pattern without braces: one pattern for each choice, in the order in which Ruby tries them.
pub fn choices(pattern: &str) -> Vec<String> {
    alternatives(pattern, 0)
}

/// True where the whole path matches a pattern without braces.
pub fn matches(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').collect();
    let path: Vec<&str> = path.split('/').collect();
    segments_match(&pattern, &path)
}

/// `File::FNM_PATHNAME`: wildcards do not match a slash.
pub const PATHNAME: i128 = 2;
/// `File::FNM_DOTMATCH`: wildcards match a leading dot.
pub const DOTMATCH: i128 = 4;
/// `File::FNM_EXTGLOB`: `{a,b}` are choices.
pub const EXTGLOB: i128 = 16;

/// Tells whether a name matches a pattern as `File.fnmatch` does, with flags.
pub fn matches_name(pattern: &str, name: &str, flags: i128) -> bool {
    let patterns = if flags & EXTGLOB != 0 { choices(pattern) } else { vec![pattern.to_string()] };
    patterns.iter().any(|pattern| {
        if flags & PATHNAME != 0 {
            matches(pattern, name)
        } else {
            // Without the flag a slash is a character like others.
            let flat = |text: &str| text.replace('/', "\u{0}");
            (flags & DOTMATCH != 0 || !name.starts_with('.') || pattern.starts_with('.'))
                && matches(&flat(&pattern.replace("**", "*")), &flat(name))
        }
    })
}

/// The folder in front of the first wildcard.
pub fn fixed_folder(pattern: &str) -> &str {
    let wildcard = pattern.find(['*', '?', '[', '{', '\\']).unwrap_or(pattern.len());
    let fixed = pattern.get(..wildcard).unwrap_or_default();
    fixed.rfind('/').and_then(|end| fixed.get(..end)).unwrap_or_default()
}

/// More alternatives than this are not written out.
const MAX_ALTERNATIVES: usize = 1000;

/// The pattern with its braces written out.
fn alternatives(pattern: &str, depth: usize) -> Vec<String> {
    let Some((before, choices, after)) = first_braces(pattern).filter(|_| depth < 10) else {
        return vec![pattern.to_string()];
    };
    let mut all = Vec::new();
    for choice in choices {
        for rest in alternatives(&format!("{choice}{after}"), depth + 1) {
            if all.len() < MAX_ALTERNATIVES {
                all.push(format!("{before}{rest}"));
            }
        }
    }
    all
}

fn first_braces(pattern: &str) -> Option<(&str, Vec<&str>, &str)> {
    let start = pattern.find('{')?;
    let inner = pattern.get(start + 1..)?;
    let mut depth = 0;
    let mut choices = Vec::new();
    let mut choice_start = 0;
    for (index, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                choices.push(inner.get(choice_start..index)?);
                return Some((pattern.get(..start)?, choices, inner.get(index + 1..)?));
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                choices.push(inner.get(choice_start..index)?);
                choice_start = index + 1;
            }
            _ => {}
        }
    }
    None
}

fn segments_match(pattern: &[&str], path: &[&str]) -> bool {
    match (pattern, path) {
        ([], []) => true,
        // `**` alone in a segment that is not the last: any number of folders.
        (["**", rest @ ..], path) if !rest.is_empty() => {
            segments_match(rest, path)
                || matches!(path, [first, others @ ..] if !first.starts_with('.') && segments_match(pattern, others))
        }
        ([first, rest @ ..], [segment, others @ ..]) => {
            let hidden = segment.starts_with('.') && !first.starts_with('.');
            !hidden
                && segment_matches(&first.chars().collect::<Vec<_>>(), &segment.chars().collect::<Vec<_>>())
                && segments_match(rest, others)
        }
        _ => false,
    }
}

/// One segment, without recursion: after a mismatch, the last `*` takes one character more.
fn segment_matches(pattern: &[char], text: &[char]) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    loop {
        let advanced = match pattern.get(p) {
            Some('*') => {
                star = Some((p, t));
                p += 1;
                continue;
            }
            Some(_) if t >= text.len() => None,
            Some('?') => Some(1),
            Some('[') => text.get(t).and_then(|c| bracket(pattern.get(p..).unwrap_or_default(), *c)),
            Some('\\') => (pattern.get(p + 1) == text.get(t)).then_some(2),
            Some(c) => (text.get(t) == Some(c)).then_some(1),
            None if t == text.len() => return true,
            None => None,
        };
        match (advanced, star) {
            (Some(length), _) => {
                p += length;
                t += 1;
            }
            (None, Some((star_pattern, star_text))) if star_text < text.len() => {
                star = Some((star_pattern, star_text + 1));
                p = star_pattern + 1;
                t = star_text + 1;
            }
            _ => return false,
        }
    }
}

/// How long the bracket expression is, where the character is in it.
fn bracket(pattern: &[char], c: char) -> Option<usize> {
    let end = pattern.iter().skip(2).position(|c| *c == ']')? + 2;
    let inner = pattern.get(1..end)?;
    let (negated, inner) = match inner {
        ['!' | '^', rest @ ..] => (true, rest),
        _ => (false, inner),
    };
    let mut found = false;
    let mut index = 0;
    while let Some(low) = inner.get(index) {
        match (inner.get(index + 1), inner.get(index + 2)) {
            (Some('-'), Some(high)) => {
                found |= (*low..=*high).contains(&c);
                index += 3;
            }
            _ => {
                found |= *low == c;
                index += 1;
            }
        }
    }
    (found != negated).then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_as_ruby_matches_them() {
        for (pattern, path, expected) in [
            ("conf.d/*.yaml", "conf.d/a.yaml", true),
            ("conf.d/*.yaml", "conf.d/x/a.yaml", false),
            ("conf.d/*.yaml", "conf.d/.a.yaml", false),
            ("x/**/*.yaml", "x/a.yaml", true),
            ("x/**/*.yaml", "x/q/r/b.yaml", true),
            ("x/**/*.yaml", "y/b.yaml", false),
            ("{a,b/{c,d}}.yaml", "b/d.yaml", true),
            ("{a,b}.yaml", "c.yaml", false),
            ("[a-c]?.yaml", "bz.yaml", true),
            ("[!a-c]*", "dog", true),
            ("[!a-c]*", "cat", false),
            ("\\*.yaml", "*.yaml", true),
            ("*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac", false),
            ("**", "a", true),
            ("**", "a/b", false),
        ] {
            let actual = choices(pattern).iter().any(|choice| matches(choice, path));
            assert_eq!(actual, expected, "{pattern} {path}");
        }
    }

    #[test]
    fn the_folder_before_the_first_wildcard() {
        assert_eq!(fixed_folder("data/conf.d/*.yaml"), "data/conf.d");
        assert_eq!(fixed_folder("*.yaml"), "");
        assert_eq!(fixed_folder("data/a{b,c}"), "data");
    }
}
