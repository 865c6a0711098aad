//! Cases that we answer otherwise than Puppet, each with the reason.

/// Of `syntax-positive.jsonl`.
pub const POSITIVE: &[(&str, &str)] = &[];

/// Of `syntax-negative.jsonl`, phase `syntax`.
pub const NEGATIVE: &[(&str, &str)] = &[];

/// Of `syntax-negative.jsonl`, phase `crash`: where we read what was meant.
pub const CRASHES: &[(&str, &str)] = &[
    ("syntax/neg-crash/001", "`\"${true}\"` is the value true"),
    ("syntax/neg-crash/002", "`\"${false}\"` is the value false"),
    ("syntax/neg-crash/011", "a heredoc in the text of a heredoc is read as one"),
];
