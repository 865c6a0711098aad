//! The versions of Puppet, Facter and Ruby that specs are told, and how versions compare.

use std::cmp::Ordering;

use evaluator::Edition;

/// What a spec sees of the programs around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versions {
    pub edition: Edition,
    pub puppet: String,
    pub facter: String,
    pub ruby: String,
    /// The name of the node where a spec names none: that of this machine.
    pub certname: String,
}

impl Versions {
    pub fn new(edition: Edition, certname: String) -> Self {
        let (puppet, facter, ruby) = match edition {
            Edition::Puppet7 => ("7.23.0", "4.3.0", "3.1.2"),
            _ => ("8.10.0", "4.10.0", "3.2.5"),
        };
        Versions { edition, puppet: puppet.into(), facter: facter.into(), ruby: ruby.into(), certname }
    }
}

/// Compares versions part by part, numbers as numbers.
pub fn compare_versions(one: &str, other: &str) -> Ordering {
    let parts = |text: &str| -> Vec<String> { text.split(['.', '-']).map(str::to_string).collect() };
    let (one, other) = (parts(one), parts(other));
    for at in 0..one.len().max(other.len()) {
        let part = |parts: &[String]| parts.get(at).cloned().unwrap_or_else(|| "0".into());
        let (a, b) = (part(&one), part(&other));
        let order = match (a.parse::<u64>(), b.parse::<u64>()) {
            (Ok(a), Ok(b)) => a.cmp(&b),
            _ => a.cmp(&b),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_compare_as_numbers() {
        assert_eq!(compare_versions("4.10.0", "4.9"), Ordering::Greater);
        assert_eq!(compare_versions("3.14", "3.14.0"), Ordering::Equal);
        assert_eq!(compare_versions("2.5.1", "10.0"), Ordering::Less);
    }
}
