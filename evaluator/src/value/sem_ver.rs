//! Semantic versions and ranges of them: reading, comparing, containing, printing.

use std::cmp::Ordering;
use std::fmt;

use super::{SemVer, SemVerInterval, SemVerRange};

impl SemVer {
    pub fn new(major: u64, minor: u64, patch: u64) -> SemVer {
        SemVer { major, minor, patch, prerelease: None, build: None }
    }

    /// Reads `1.2.3-rc.1+build`; `None` where it is not a version.
    pub fn parse(text: &str) -> Option<SemVer> {
        let (numbers, prerelease, build) = split_qualifiers(text)?;
        let mut parts = numbers.split('.');
        let version = SemVer {
            major: parse_number(parts.next()?)?,
            minor: parse_number(parts.next()?)?,
            patch: parse_number(parts.next()?)?,
            prerelease: prerelease.map(str::to_string),
            build: build.map(str::to_string),
        };
        parts.next().is_none().then_some(version)
    }

    pub fn is_stable(&self) -> bool {
        self.prerelease.is_none()
    }

    /// By precedence; the build part does not count.
    pub fn precedence(&self, other: &SemVer) -> Ordering {
        (self.major, self.minor, self.patch)
            .cmp(&(other.major, other.minor, other.patch))
            .then_with(|| compare_prereleases(self.prerelease.as_deref(), other.prerelease.as_deref()))
    }

    fn same_numbers(&self, other: &SemVer) -> bool {
        (self.major, self.minor, self.patch) == (other.major, other.minor, other.patch)
    }
}

impl fmt::Display for SemVer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        if let Some(prerelease) = &self.prerelease {
            write!(f, "-{prerelease}")?;
        }
        if let Some(build) = &self.build {
            write!(f, "+{build}")?;
        }
        Ok(())
    }
}

fn compare_prereleases(mine: Option<&str>, theirs: Option<&str>) -> Ordering {
    let (mine, theirs) = match (mine, theirs) {
        (None, None) => return Ordering::Equal,
        (None, Some(_)) => return Ordering::Greater,
        (Some(_), None) => return Ordering::Less,
        (Some(mine), Some(theirs)) => (mine, theirs),
    };
    let mut theirs = theirs.split('.');
    for part in mine.split('.') {
        let Some(other) = theirs.next() else {
            return Ordering::Greater;
        };
        let order = match (part.parse::<u64>(), other.parse::<u64>()) {
            (Ok(a), Ok(b)) => a.cmp(&b),
            (Ok(_), Err(_)) => Ordering::Less,
            (Err(_), Ok(_)) => Ordering::Greater,
            (Err(_), Err(_)) => part.cmp(other),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    if theirs.next().is_some() { Ordering::Less } else { Ordering::Equal }
}

/// The numbers, the prerelease and the build of a version; `None` where a qualifier is malformed.
fn split_qualifiers(text: &str) -> Option<(&str, Option<&str>, Option<&str>)> {
    let (rest, build) = match text.split_once('+') {
        Some((rest, build)) => (rest, Some(build)),
        None => (text, None),
    };
    let (numbers, prerelease) = match rest.split_once('-') {
        Some((numbers, prerelease)) => (numbers, Some(prerelease)),
        None => (rest, None),
    };
    let valid = |qualifier: &str| {
        qualifier
            .split('.')
            .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'))
    };
    let no_leading_zero = |qualifier: &str| {
        qualifier
            .split('.')
            .all(|part| part.len() < 2 || !part.starts_with('0') || !part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    if build.is_some_and(|build| !valid(build))
        || prerelease.is_some_and(|prerelease| !valid(prerelease) || !no_leading_zero(prerelease))
    {
        return None;
    }
    Some((numbers, prerelease, build))
}

/// A number without leading zeros.
fn parse_number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (digits && (text.len() == 1 || !text.starts_with('0'))).then(|| text.parse().ok()).flatten()
}

impl SemVerInterval {
    const ALL: SemVerInterval = SemVerInterval { min: None, exclude_min: false, max: None, exclude_max: false };

    fn exactly(version: SemVer) -> Self {
        SemVerInterval { min: Some(version.clone()), exclude_min: false, max: Some(version), exclude_max: false }
    }

    fn from(min: SemVer) -> Self {
        SemVerInterval { min: Some(min), ..SemVerInterval::ALL }
    }

    fn above(min: SemVer) -> Self {
        SemVerInterval { min: Some(min), exclude_min: true, ..SemVerInterval::ALL }
    }

    fn until(max: SemVer) -> Self {
        SemVerInterval { max: Some(max), ..SemVerInterval::ALL }
    }

    fn below(max: SemVer) -> Self {
        SemVerInterval { max: Some(max), exclude_max: true, ..SemVerInterval::ALL }
    }

    fn between(min: SemVer, below: SemVer) -> Self {
        SemVerInterval { min: Some(min), exclude_min: false, max: Some(below), exclude_max: true }
    }

    fn nothing() -> Self {
        SemVerInterval::below(SemVer::new(0, 0, 0))
    }

    fn is_exact(&self) -> bool {
        self.min.is_some() && self.min == self.max && !self.exclude_min && !self.exclude_max
    }

    fn holds(&self, version: &SemVer) -> bool {
        let above = self.min.as_ref().is_none_or(|min| match version.precedence(min) {
            Ordering::Less => false,
            Ordering::Equal => !self.exclude_min,
            Ordering::Greater => true,
        });
        above
            && self.max.as_ref().is_none_or(|max| match version.precedence(max) {
                Ordering::Less => true,
                Ordering::Equal => !self.exclude_max,
                Ordering::Greater => false,
            })
    }

    /// A prerelease is only in an interval that names a prerelease of the same version.
    fn admits_prerelease(&self, version: &SemVer) -> bool {
        let names = |bound: &Option<SemVer>| {
            bound.as_ref().is_some_and(|bound| !bound.is_stable() && bound.same_numbers(version))
        };
        (self.min.is_none() && self.max.is_none()) || names(&self.min) || names(&self.max)
    }

    fn intersection(self, other: SemVerInterval) -> SemVerInterval {
        let (min, exclude_min) = match (self.min, other.min) {
            (None, min) => (min, other.exclude_min),
            (min, None) => (min, self.exclude_min),
            (Some(a), Some(b)) => match a.precedence(&b) {
                Ordering::Less => (Some(b), other.exclude_min),
                Ordering::Equal => (Some(a), self.exclude_min || other.exclude_min),
                Ordering::Greater => (Some(a), self.exclude_min),
            },
        };
        let (max, exclude_max) = match (self.max, other.max) {
            (None, max) => (max, other.exclude_max),
            (max, None) => (max, self.exclude_max),
            (Some(a), Some(b)) => match a.precedence(&b) {
                Ordering::Greater => (Some(b), other.exclude_max),
                Ordering::Equal => (Some(a), self.exclude_max || other.exclude_max),
                Ordering::Less => (Some(a), self.exclude_max),
            },
        };
        let empty = min.as_ref().zip(max.as_ref()).is_some_and(|(min, max)| match min.precedence(max) {
            Ordering::Less => false,
            Ordering::Equal => exclude_min || exclude_max,
            Ordering::Greater => true,
        });
        if empty { SemVerInterval::nothing() } else { SemVerInterval { min, exclude_min, max, exclude_max } }
    }

    fn includes(&self, other: &SemVerInterval) -> bool {
        let low = match (&self.min, &other.min) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(theirs)) => match mine.precedence(theirs) {
                Ordering::Less => true,
                Ordering::Equal => !self.exclude_min || other.exclude_min,
                Ordering::Greater => false,
            },
        };
        low && match (&self.max, &other.max) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(theirs)) => match mine.precedence(theirs) {
                Ordering::Greater => true,
                Ordering::Equal => !self.exclude_max || other.exclude_max,
                Ordering::Less => false,
            },
        }
    }
}

impl fmt::Display for SemVerInterval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.min, &self.max) {
            (None, None) => f.write_str("*"),
            (Some(version), _) if self.is_exact() => write!(f, "{version}"),
            (min, max) => {
                if let Some(min) = min {
                    write!(f, "{}{min}", if self.exclude_min { ">" } else { ">=" })?;
                }
                if min.is_some() && max.is_some() {
                    f.write_str(" ")?;
                }
                if let Some(max) = max {
                    write!(f, "{}{max}", if self.exclude_max { "<" } else { "<=" })?;
                }
                Ok(())
            }
        }
    }
}

impl SemVerRange {
    /// From `min` to `max`; a bound that is absent is open.
    pub fn between(min: Option<SemVer>, max: Option<SemVer>, exclude_max: bool) -> SemVerRange {
        // Puppet prints such a range with its bounds swapped.
        let text = |version: &Option<SemVer>, open: &str| match version {
            Some(version) => version.to_string(),
            None => open.to_string(),
        };
        let (low, high) = (text(&min, "0.0.0-"), text(&max, "Infinity.0.0"));
        let text = if exclude_max { format!(">={high} <{low}") } else { format!("{high} - {low}") };
        SemVerRange { text, alternatives: vec![SemVerInterval { min, exclude_min: false, max, exclude_max }] }
    }

    /// Reads `>=1.0.0 <2.0.0`, `1.x`, `~1.2`, `^1.2.3`, `1.0.0 - 2.0.0`, `a || b`; `None` where it is none of these.
    pub fn parse(text: &str) -> Option<SemVerRange> {
        if text.is_empty() {
            return Some(SemVerRange { text: "*".to_string(), alternatives: vec![SemVerInterval::ALL] });
        }
        if text.starts_with(char::is_whitespace) {
            return None;
        }
        let tightened = tighten_operators(text);
        let mut alternatives: Vec<SemVerInterval> = Vec::new();
        for alternative in tightened.split("||") {
            let interval = parse_alternative(alternative.trim())?;
            if !alternatives.contains(&interval) {
                alternatives.push(interval);
            }
        }
        Some(SemVerRange { text: text.to_string(), alternatives })
    }

    pub fn contains(&self, version: &SemVer) -> bool {
        self.alternatives
            .iter()
            .any(|interval| interval.holds(version) && (version.is_stable() || interval.admits_prerelease(version)))
    }

    pub fn covers(&self, other: &SemVerRange) -> bool {
        other.alternatives.iter().all(|theirs| self.alternatives.iter().any(|mine| mine.includes(theirs)))
    }

    /// The bounds as they were understood: `>=1.2.3 <1.3.0` for `~1.2.3`.
    pub fn normalized(&self) -> String {
        self.alternatives.iter().map(SemVerInterval::to_string).collect::<Vec<_>>().join(" || ")
    }
}

/// White space and `v` between an operator and its version go away.
fn tighten_operators(text: &str) -> String {
    let mut tightened = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = rest.get(c.len_utf8()..).unwrap_or("");
        tightened.push(c);
        if matches!(c, '<' | '>' | '=' | '~' | '^') {
            let trimmed = rest.trim_start();
            rest = trimmed.strip_prefix('v').unwrap_or(trimmed);
        }
    }
    tightened
}

fn parse_alternative(text: &str) -> Option<SemVerInterval> {
    if let Some((min, max)) = text.split_once(" - ") {
        let (min, max) = (Partial::parse(min.trim())?, Partial::parse(max.trim())?);
        return Some(SemVerInterval::from(min.version()).intersection(SemVerInterval::until(max.version())));
    }
    let mut interval: Option<SemVerInterval> = None;
    for simple in text.split_whitespace() {
        let parsed = parse_simple(simple)?;
        interval = Some(match interval {
            Some(interval) => interval.intersection(parsed),
            None => parsed,
        });
    }
    interval
}

fn parse_simple(text: &str) -> Option<SemVerInterval> {
    let operator_length = text.bytes().take_while(|byte| b"<>=~^".contains(byte)).count();
    let (operator, operand) = text.split_at_checked(operator_length)?;
    let partial = Partial::parse(operand)?;
    Some(match operator {
        "~" | "~>" | "~=" => partial.patch_updates(true),
        "^" if partial.major == Some(0) => partial.patch_updates(true),
        "^" => partial.minor_updates(),
        ">" => partial.greater(),
        ">=" => SemVerInterval::from(partial.version()),
        "<" => SemVerInterval::below(partial.version()),
        "<=" => partial.at_most(),
        "" | "=" => partial.patch_updates(false),
        _ => return None,
    })
}

/// A version with parts left out or given as `x`.
struct Partial {
    major: Option<u64>,
    minor: Option<u64>,
    patch: Option<u64>,
    prerelease: Option<String>,
    build: Option<String>,
}

impl Partial {
    fn parse(text: &str) -> Option<Partial> {
        let (numbers, prerelease, build) = split_qualifiers(text)?;
        let mut parts = Vec::new();
        for part in numbers.split('.') {
            parts.push(if matches!(part, "x" | "X" | "*") { None } else { Some(parse_number(part)?) });
        }
        if parts.len() > 3 || (parts.len() < 3 && (prerelease.is_some() || build.is_some())) {
            return None;
        }
        let part = |index: usize| parts.get(index).copied().flatten();
        Some(Partial {
            major: part(0),
            minor: part(1),
            patch: part(2),
            prerelease: prerelease.map(str::to_string),
            build: build.map(str::to_string),
        })
    }

    fn version(self) -> SemVer {
        SemVer {
            major: self.major.unwrap_or(0),
            minor: self.minor.unwrap_or(0),
            patch: self.patch.unwrap_or(0),
            prerelease: self.prerelease,
            build: self.build,
        }
    }

    fn patch_updates(self, tilde: bool) -> SemVerInterval {
        match (self.major, self.minor, self.patch) {
            (None, ..) => SemVerInterval::ALL,
            (Some(major), None, _) => {
                SemVerInterval::between(SemVer::new(major, 0, 0), SemVer::new(major.saturating_add(1), 0, 0))
            }
            (Some(major), Some(minor), None) => {
                SemVerInterval::between(SemVer::new(major, minor, 0), SemVer::new(major, minor.saturating_add(1), 0))
            }
            (Some(major), Some(minor), Some(_)) if tilde => {
                SemVerInterval::between(self.version(), SemVer::new(major, minor.saturating_add(1), 0))
            }
            _ => SemVerInterval::exactly(self.version()),
        }
    }

    fn minor_updates(self) -> SemVerInterval {
        match self.major {
            None => SemVerInterval::ALL,
            Some(major) => SemVerInterval::between(self.version(), SemVer::new(major.saturating_add(1), 0, 0)),
        }
    }

    fn greater(self) -> SemVerInterval {
        match (self.major, self.minor, self.patch) {
            (None, ..) => SemVerInterval::nothing(),
            (Some(major), None, _) => SemVerInterval::from(SemVer::new(major.saturating_add(1), 0, 0)),
            (Some(major), Some(minor), None) => SemVerInterval::from(SemVer::new(major, minor.saturating_add(1), 0)),
            _ => SemVerInterval::above(self.version()),
        }
    }

    fn at_most(self) -> SemVerInterval {
        match (self.major, self.minor, self.patch) {
            (None, ..) => SemVerInterval::ALL,
            (Some(major), None, _) => SemVerInterval::below(SemVer::new(major.saturating_add(1), 0, 0)),
            (Some(major), Some(minor), None) => SemVerInterval::below(SemVer::new(major, minor.saturating_add(1), 0)),
            _ => SemVerInterval::until(self.version()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_strictly() {
        assert_eq!(SemVer::parse("1.2.3-rc.1+b5").map(|version| version.to_string()).as_deref(), Some("1.2.3-rc.1+b5"));
        for bad in ["1.2", "1.2.3.4", "01.2.3", "", "1.2.3-", "1.2.3-01"] {
            assert_eq!(SemVer::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn ranges_are_normalised() {
        for (text, normalized) in [
            ("~1.2.3", ">=1.2.3 <1.3.0"),
            ("^1.2.3", ">=1.2.3 <2.0.0"),
            ("1.2.3 - 2.3.4", ">=1.2.3 <=2.3.4"),
            ("1.x || 3.x", ">=1.0.0 <2.0.0 || >=3.0.0 <4.0.0"),
            (">2 <1", "<0.0.0"),
            ("*", "*"),
            (">1.0.0", ">1.0.0"),
            ("= 1.2.3", "1.2.3"),
            (">=1.0.0 <2.0.0", ">=1.0.0 <2.0.0"),
        ] {
            assert_eq!(SemVerRange::parse(text).map(|range| range.normalized()).as_deref(), Some(normalized), "{text}");
        }
        assert!(SemVerRange::parse("nope").is_none());
    }

    #[test]
    fn prereleases_are_only_in_ranges_that_name_them() {
        let holds = |range: &str, version: &str| {
            SemVerRange::parse(range)
                .zip(SemVer::parse(version))
                .is_some_and(|(range, version)| range.contains(&version))
        };
        assert!(!holds(">=1.0.0 <2.0.0", "2.0.0-rc1"));
        assert!(holds(">=1.0.0-rc1", "1.0.0-rc1"));
        assert!(holds("1.2", "1.2.0"));
        assert!(!holds("1.2", "1.3.0"));
    }
}
