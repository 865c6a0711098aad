//! A part of a fleet, for runs on more than one machine: `--shard 2/5`, or `--shard auto` with the variables of the CI system.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::FleetError;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// From 1.
    pub index: usize,
    pub of: usize,
}

/// Variables with the number of a part and of all parts, and the number of the first part.
const VARIABLES: &[(&str, &str, usize)] = &[
    // GitLab's `parallel`
    ("CI_NODE_INDEX", "CI_NODE_TOTAL", 1),
    // A matrix of GitHub Actions has none of its own: docs/fleet.md sets these.
    ("SHARD_INDEX", "SHARD_TOTAL", 1),
    // Indexed Jobs of Kubernetes; the number of completions is passed by the job.
    ("JOB_COMPLETION_INDEX", "JOB_COMPLETIONS", 0),
];

impl Shard {
    /// Reads `I/N`, or `auto` for what the variables say.
    pub fn parse(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, FleetError> {
        if text == "auto" {
            return from_variables(variable);
        }
        let bad = || FleetError::BadShard(text.to_string());
        let (index, of) = text.split_once('/').ok_or_else(bad)?;
        let number = |text: &str| usize::from_str(text.trim()).map_err(|_| bad());
        checked(number(index)?, number(of)?)
    }

    /// Returns the nodes of the part; every node is in exactly one.
    pub fn nodes(self, nodes: &[usize]) -> Vec<usize> {
        nodes.iter().skip(self.index - 1).step_by(self.of).copied().collect()
    }
}

fn checked(index: usize, of: usize) -> Result<Shard, FleetError> {
    if index == 0 || index > of {
        return Err(FleetError::ShardTooLarge { index, of });
    }
    Ok(Shard { index, of })
}

fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Result<Shard, FleetError> {
    for (index, of, first) in VARIABLES {
        let number = |name: &str| variable(name).and_then(|text| usize::from_str(text.trim()).ok());
        if let (Some(index), Some(of)) = (number(index), number(of)) {
            return checked((index + 1).saturating_sub(*first), of);
        }
    }
    let names: Vec<String> = VARIABLES.iter().map(|(index, of, _)| format!("{index} and {of}")).collect();
    Err(FleetError::ShardVariables(names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_whole() {
        let nodes: Vec<usize> = (0..10).collect();
        let mut all: Vec<usize> = (1..=3).flat_map(|index| Shard { index, of: 3 }.nodes(&nodes)).collect();
        all.sort_unstable();
        assert_eq!(all, nodes);
        assert!(Shard { index: 3, of: 3 }.nodes(&[1]).is_empty());
    }

    #[test]
    fn numbers_and_variables() {
        let none = |_: &str| None;
        assert_eq!(Shard::parse("2/5", none).expect("a part"), Shard { index: 2, of: 5 });
        for bad in ["0/5", "6/5", "2", "a/b", "1/0", "auto"] {
            assert!(Shard::parse(bad, none).is_err(), "{bad}");
        }
        let of = |pairs: &'static [(&str, &str)]| {
            move |name: &str| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string())
        };
        let gitlab = of(&[("CI_NODE_INDEX", "2"), ("CI_NODE_TOTAL", "4")]);
        assert_eq!(Shard::parse("auto", gitlab).expect("a part"), Shard { index: 2, of: 4 });
        let kubernetes = of(&[("JOB_COMPLETION_INDEX", "0"), ("JOB_COMPLETIONS", "4")]);
        assert_eq!(Shard::parse("auto", kubernetes).expect("a part"), Shard { index: 1, of: 4 });
    }
}
