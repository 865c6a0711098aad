//! Which examples are run: by line, description, operating system, or share of a whole.

use regex::Regex;

/// What of the spec files is wanted; everything by default.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Lines of files (`./spec/…`) that an example or group begins at.
    pub lines: Vec<(String, u32)>,
    pub example: Option<Regex>,
    /// On the names of groups, for instance `on debian-12-x86_64`.
    pub os: Option<Regex>,
}

/// An example with what selections look at.
pub struct Candidate<'a> {
    pub file: &'a str,
    pub line: u32,
    /// Lines of the groups around it.
    pub group_lines: &'a [u32],
    pub full_description: &'a str,
    pub group_descriptions: &'a [String],
}

impl Selection {
    pub fn wants(&self, candidate: &Candidate<'_>) -> bool {
        let by_line = self.lines.is_empty()
            || self.lines.iter().any(|(file, line)| {
                file == candidate.file && (*line == candidate.line || candidate.group_lines.contains(line))
            });
        let by_example = self.example.as_ref().is_none_or(|example| example.is_match(candidate.full_description));
        let by_os =
            self.os.as_ref().is_none_or(|os| candidate.group_descriptions.iter().any(|group| os.is_match(group)));
        by_line && by_example && by_os
    }
}
