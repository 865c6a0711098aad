//! Which files of a module puppet-strings reads, and in which order.

/// One file of a module.
#[derive(Clone, Copy, Debug)]
pub struct SourceText<'a> {
    /// Relative to the module, with `/`.
    pub path: &'a str,
    pub text: &'a str,
}

/// The kinds of files: the folder they are in, their ending, and whether folders below it count.
const PATTERNS: &[(&str, &str, bool)] = &[
    ("manifests/", ".pp", true),
    ("functions/", ".pp", true),
    ("types/", ".pp", true),
    ("lib/", ".rb", true),
    ("tasks/", ".json", false),
    ("plans/", ".pp", true),
];

/// Returns which of the patterns a path fits.
fn pattern_of(path: &str) -> Option<usize> {
    let hidden = |part: &str| part.starts_with('.');
    PATTERNS.iter().position(|(folder, ending, deep)| {
        path.strip_prefix(folder).is_some_and(|rest| {
            rest.ends_with(ending) && (*deep || !rest.contains('/')) && !rest.split('/').any(hidden)
        })
    })
}

/// Returns the paths that are documented: by pattern, then by length, then by name, as YARD reads them.
pub fn documented_paths<'a>(paths: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<(usize, usize, &str)> =
        paths.into_iter().filter_map(|path| Some((pattern_of(path)?, path.chars().count(), path))).collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|(_, _, path)| path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_ordered_by_pattern_length_and_name() {
        let paths = [
            "plans/a.pp",
            "lib/puppet/parser/functions/f.rb",
            "lib/puppet/functions/f.rb",
            "tasks/deep/a.json",
            "tasks/a.json",
            "tasks/a.sh",
            "manifests/init.pp",
            "manifests/b/c.pp",
            "manifests/a.pp",
            "manifests/.hidden/a.pp",
            "README.md",
        ];
        assert_eq!(
            documented_paths(paths),
            [
                "manifests/a.pp",
                "manifests/b/c.pp",
                "manifests/init.pp",
                "lib/puppet/functions/f.rb",
                "lib/puppet/parser/functions/f.rb",
                "tasks/a.json",
                "plans/a.pp"
            ]
        );
    }
}
