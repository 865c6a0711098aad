//! Paths as Ruby writes them: made absolute, and matched with patterns.

/// Makes a path absolute from a base, which is itself below the root where it is relative.
pub fn expand(path: &str, base: &str, root: &str) -> String {
    let full = match (path.starts_with('/'), base.starts_with('/')) {
        (true, _) => path.to_string(),
        (false, true) => format!("{base}/{path}"),
        (false, false) => format!("{root}/{base}/{path}"),
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in full.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// Tells whether a path matches a pattern: `*` inside of one name, `**` over folders.
pub fn matches(pattern: &str, path: &str) -> bool {
    fn parts(pattern: &[&str], path: &[&str]) -> bool {
        match (pattern.split_first(), path.split_first()) {
            (None, None) => true,
            (Some((&"**", rest)), _) => (0..=path.len()).any(|skipped| parts(rest, &path[skipped..])),
            (Some((name, rest)), Some((part, below))) => name_matches(name, part) && parts(rest, below),
            _ => false,
        }
    }
    parts(&pattern.split('/').collect::<Vec<_>>(), &path.split('/').collect::<Vec<_>>())
}

fn name_matches(pattern: &str, name: &str) -> bool {
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, middle)) = pieces.split_last() else { return rest.is_empty() };
    for piece in middle {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_made_absolute() {
        assert_eq!(expand("../lib", "/m/spec", "/m"), "/m/lib");
        assert_eq!(expand("a.yml", "spec", "/m"), "/m/spec/a.yml");
        assert_eq!(expand("./spec//x", "/m", "/m"), "/m/spec/x");
    }

    #[test]
    fn patterns_match_as_in_ruby() {
        assert!(matches("spec/**/*.rb", "spec/a.rb"));
        assert!(matches("spec/**/*.rb", "spec/a/b/c.rb"));
        assert!(!matches("spec/*.rb", "spec/a/b.rb"));
        assert!(!matches("spec/**/*_spec.rb", "spec/a.rb"));
    }
}
