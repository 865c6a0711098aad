//! Cases that we answer otherwise than Puppet, each with the reason.

/// Of `syntax-positive.jsonl`.
pub const POSITIVE: &[(&str, &str)] = &[];
