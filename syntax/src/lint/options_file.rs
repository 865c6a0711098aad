//! `.puppet-lint.rc`: options of puppet-lint's command line, one per line. What concerns only its output is passed over.

/// What an option file says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OptionsFile {
    /// Checks turned on or off, in the order of the lines.
    pub checks: Vec<(String, bool)>,
    /// Only these checks are on, before the others are turned on or off.
    pub only: Option<Vec<String>>,
    pub relative_paths: bool,
    pub fail_on_warnings: bool,
    pub ignored_paths: Option<Vec<PathPattern>>,
}

/// A pattern of paths, as the shell has them: `*` passes over folders, too.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PathPattern(pub String);

impl OptionsFile {
    pub fn read(text: &str) -> Self {
        let mut file = OptionsFile::default();
        let mut lines = text.lines().map(str::trim);
        while let Some(line) = lines.next() {
            let (option, value) = match line.split_once(['=', ' ']) {
                Some((option, value)) => (option, Some(value.trim())),
                None => (line, None),
            };
            let list = |value: Option<&str>| -> Vec<String> {
                value.unwrap_or_default().split(',').map(|part| part.trim().to_string()).collect()
            };
            match option {
                "--relative" => file.relative_paths = true,
                "--fail-on-warnings" => file.fail_on_warnings = true,
                "--only-checks" => file.only = Some(list(value.or_else(|| lines.next()))),
                "--ignore-paths" => {
                    let patterns = list(value.or_else(|| lines.next()));
                    file.ignored_paths = Some(patterns.into_iter().map(PathPattern).collect());
                }
                _ => {
                    let name = option.strip_prefix("--").and_then(|rest| rest.strip_suffix("-check"));
                    if let Some(name) = name {
                        let (name, on) = name.strip_prefix("no-").map_or((name, true), |name| (name, false));
                        file.checks.push((name.to_string(), on));
                    }
                }
            }
        }
        file
    }
}

impl PathPattern {
    /// True where the pattern covers the whole path.
    pub fn matches(&self, path: &str) -> bool {
        let pattern: Vec<char> = self.0.chars().collect();
        let path: Vec<char> = path.chars().collect();
        let (mut p, mut t) = (0, 0);
        // Where the last `*` was, and how much of the path it covers.
        let mut star: Option<(usize, usize)> = None;
        while t < path.len() {
            match pattern.get(p) {
                Some('*') => {
                    star = Some((p, t));
                    p += 1;
                }
                Some(expected) if *expected == '?' || *expected == path[t] => {
                    p += 1;
                    t += 1;
                }
                _ => match star {
                    Some((at, covered)) => {
                        p = at + 1;
                        t = covered + 1;
                        star = Some((at, covered + 1));
                    }
                    None => return false,
                },
            }
        }
        pattern[p..].iter().all(|rest| *rest == '*')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_one_per_line() {
        let file = OptionsFile::read(
            "--no-140chars-check\n--80chars-check\n--relative\n# why\n--ignore-paths=spec/**/*.pp,vendor/*\n--only-checks\na,b\n",
        );
        assert_eq!(file.checks, [("140chars".to_string(), false), ("80chars".to_string(), true)]);
        assert!(file.relative_paths && !file.fail_on_warnings);
        assert_eq!(file.only, Some(vec!["a".to_string(), "b".to_string()]));
        assert_eq!(file.ignored_paths.map(|paths| paths.len()), Some(2));
    }

    #[test]
    fn patterns() {
        for (pattern, path, expected) in [
            ("vendor/**/*.pp", "vendor/a/b.pp", true),
            ("vendor/**/*.pp", "src/b.pp", false),
            ("*.pp", "a/b.pp", true),
            ("a?c", "abc", true),
            ("a", "ab", false),
        ] {
            assert_eq!(PathPattern(pattern.to_string()).matches(path), expected, "{pattern} {path}");
        }
    }
}
