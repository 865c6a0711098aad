//! Changes that nobody wants to see: rules by type, title, attribute and tag.

use std::fmt;

/// One rule, as `File[/etc/motd]::content`, `File[/tmp/*]`, `Cron`, `::checksum` or `tag:monitoring`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoreRule {
    /// In lower case; `None` for every type.
    type_name: Option<String>,
    /// With `*` for any text and `?` for one character; `None` for every title.
    title: Option<String>,
    attribute: Option<String>,
    tag: Option<String>,
}

/// Why a text is not a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IgnoreError {
    Empty,
    NoClosingBracket(String),
}

impl fmt::Display for IgnoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let forms = "write Type, Type[title], Type[title]::attribute, ::attribute or tag:name";
        match self {
            IgnoreError::Empty => write!(formatter, "an ignore rule is empty: {forms}"),
            IgnoreError::NoClosingBracket(rule) => {
                write!(formatter, "the ignore rule '{rule}' has no closing bracket: {forms}")
            }
        }
    }
}

/// What of a change rules are about.
#[derive(Clone, Copy)]
pub struct Subject<'s> {
    pub type_name: &'s str,
    pub title: &'s str,
    /// The first part of the attribute's path; `None` for a whole resource.
    pub attribute: Option<&'s str>,
    /// Tells whether the resource has a tag.
    pub has_tag: &'s dyn Fn(&str) -> bool,
}

impl IgnoreRule {
    pub fn parse(text: &str) -> Result<Self, IgnoreError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(IgnoreError::Empty);
        }
        let mut rule = IgnoreRule { type_name: None, title: None, attribute: None, tag: None };
        if let Some(tag) = text.strip_prefix("tag:") {
            rule.tag = Some(tag.to_lowercase());
            return Ok(rule);
        }
        if let Some(attribute) = text.strip_prefix("::") {
            rule.attribute = Some(attribute.to_string());
            return Ok(rule);
        }
        let Some((type_name, rest)) = text.split_once('[') else {
            rule.type_name = Some(text.to_lowercase());
            return Ok(rule);
        };
        let (title, attribute) = match rest.rsplit_once("]::") {
            Some((title, attribute)) => (title, Some(attribute)),
            None => (rest.strip_suffix(']').ok_or_else(|| IgnoreError::NoClosingBracket(text.to_string()))?, None),
        };
        rule.type_name = Some(type_name.to_lowercase()).filter(|name| name != "*");
        rule.title = Some(title.to_string());
        rule.attribute = attribute.map(str::to_string);
        Ok(rule)
    }

    pub fn matches(&self, subject: Subject<'_>) -> bool {
        let type_fits = self.type_name.as_ref().is_none_or(|name| subject.type_name.eq_ignore_ascii_case(name));
        let title_fits = self.title.as_ref().is_none_or(|title| glob(title, subject.title));
        let attribute_fits = self.attribute.as_deref().is_none_or(|name| subject.attribute == Some(name));
        let tag_fits = self.tag.as_ref().is_none_or(|tag| (subject.has_tag)(tag));
        type_fits && title_fits && attribute_fits && tag_fits
    }
}

/// Compares with `*` for any text and `?` for one character, in time that grows with the product of the lengths.
fn glob(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut at, mut in_text) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while in_text < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, in_text));
                at += 1;
            }
            Some(character) if *character == '?' || *character == text[in_text] => {
                at += 1;
                in_text += 1;
            }
            _ => match star {
                Some((after, from)) => {
                    star = Some((after, from + 1));
                    at = after + 1;
                    in_text = from + 1;
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|character| *character == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ignores(rule: &str, type_name: &str, title: &str, attribute: Option<&str>) -> bool {
        let has_tag = |tag: &str| tag == "monitoring";
        let rule = IgnoreRule::parse(rule).expect("a rule");
        rule.matches(Subject { type_name, title, attribute, has_tag: &has_tag })
    }

    #[test]
    fn each_part_narrows_a_rule() {
        assert!(ignores("Cron", "Cron", "x", None));
        assert!(ignores("file[/etc/*]", "File", "/etc/a/b", Some("mode")));
        assert!(!ignores("File[/etc/*]", "File", "/opt/x", None));
        assert!(ignores("File[/etc/a[b]c]::content", "File", "/etc/a[b]c", Some("content")));
        assert!(!ignores("File[*]::content", "File", "/x", Some("mode")));
        assert!(!ignores("File[*]::content", "File", "/x", None));
        assert!(ignores("::checksum", "File", "/x", Some("checksum")));
        assert!(ignores("*[*old*]", "Notify", "an old one", None));
        assert!(ignores("tag:monitoring", "Any", "x", None));
        assert!(!ignores("tag:backup", "Any", "x", None));
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(IgnoreRule::parse(" "), Err(IgnoreError::Empty));
        assert!(matches!(IgnoreRule::parse("File[/x"), Err(IgnoreError::NoClosingBracket(_))));
    }
}
