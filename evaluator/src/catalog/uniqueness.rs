//! What makes a resource the one it is: the values of its namevars, given or read from its title.
//!
//! Two resources with the same key are an error of the compile, and a reference finds a resource by its key too.

use smol_str::SmolStr;

use crate::catalog::resource::Resource;
use crate::resource_types::{self, ResourceTypeInfo};
use crate::value::Value;

/// The values of the namevars, in the order of the namevars' names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniquenessKey(pub Vec<Option<SmolStr>>);

/// Titles do not stand for the thing itself: two of them may do the same.
const NOT_ISOMORPHIC: [&str; 2] = ["exec", "tidy"];

impl UniquenessKey {
    /// Of a resource; `None` where its title is all that it has.
    pub fn of(resource: &Resource) -> Option<UniquenessKey> {
        let key = match resource_types::builtin(&resource.type_name) {
            Some(info) if NOT_ISOMORPHIC.contains(&info.name.as_str()) => return None,
            Some(info) if has_plain_title(info) => {
                let value = info.namevar().and_then(|namevar| given(resource, namevar));
                let value = value.unwrap_or_else(|| plain_value(info, &resource.title));
                if value == resource.title {
                    return None;
                }
                UniquenessKey(vec![Some(value)])
            }
            Some(info) => key_of_builtin(info, &resource.title, |name| given(resource, name)),
            None => {
                let name = given(resource, "name").unwrap_or_else(|| resource.title.clone());
                UniquenessKey(vec![Some(name)])
            }
        };
        let is_title = matches!(key.0.as_slice(), [Some(only)] if *only == resource.title);
        (!is_title && key.0.iter().any(Option::is_some)).then_some(key)
    }

    /// Of a reference, where the title stands for something else than itself.
    pub fn of_title(type_name: &str, title: &SmolStr) -> Option<UniquenessKey> {
        let info = resource_types::builtin(type_name)?;
        if stands_for_itself(info, title) {
            return None;
        }
        Some(key_of_builtin(info, title, |_| None))
    }

    /// The key as one text, to be kept beside titles. A single value is kept as if it were the title.
    pub fn as_title(&self) -> SmolStr {
        match self.0.as_slice() {
            [Some(only)] => only.clone(),
            several => {
                let mut text = String::new();
                for value in several {
                    text.push('\u{0}');
                    text.push_str(value.as_deref().unwrap_or("\u{1}"));
                }
                SmolStr::new(text)
            }
        }
    }

    /// As Puppet shows it in messages: `["x", nil]`.
    pub fn describe(&self) -> String {
        let values: Vec<String> = self.0.iter().map(describe_value).collect();
        format!("[{}]", values.join(", "))
    }

    pub fn describe_with_type(&self, type_name: &str) -> String {
        let mut values = vec![format!("{type_name:?}")];
        values.extend(self.0.iter().map(describe_value));
        format!("[{}]", values.join(", "))
    }
}

fn describe_value(value: &Option<SmolStr>) -> String {
    match value {
        Some(text) => format!("{text:?}"),
        None => "nil".to_string(),
    }
}

fn given(resource: &Resource, name: &str) -> Option<SmolStr> {
    match resource.value(name) {
        Some(Value::String(text)) => Some(text.clone()),
        Some(Value::Integer(number)) => Some(SmolStr::new(number.to_string())),
        _ => None,
    }
}

fn key_of_builtin(info: &ResourceTypeInfo, title: &str, given: impl Fn(&str) -> Option<SmolStr>) -> UniquenessKey {
    let from_title = attributes_of_title(info, title);
    let value = |name: &str| {
        given(name)
            .or_else(|| from_title.iter().find(|(attribute, _)| attribute == name).map(|(_, value)| value.clone()))
    };
    let mut namevars: Vec<&String> = info.namevars.iter().collect();
    namevars.sort();
    let single = namevars.len() == 1;
    let values = namevars
        .into_iter()
        .map(|name| value(name).or_else(|| if single { value("name").or(Some(SmolStr::new(title))) } else { None }))
        .collect();
    UniquenessKey(values)
}

/// One namevar, which the title stands for as it is, or nearly so.
fn has_plain_title(info: &ResourceTypeInfo) -> bool {
    info.namevars.len() == 1 && (info.title_patterns.is_empty() || info.name == "file")
}

/// The title is the value of the only namevar, so that there is nothing to read from it.
pub fn stands_for_itself(info: &ResourceTypeInfo, title: &SmolStr) -> bool {
    has_plain_title(info) && plain_value(info, title) == *title
}

fn plain_value(info: &ResourceTypeInfo, title: &SmolStr) -> SmolStr {
    if info.name == "file" && title.ends_with('/') { path_without_slashes(title) } else { title.clone() }
}

/// What the title says of the attributes, by the type's title patterns.
pub fn attributes_of_title(info: &ResourceTypeInfo, title: &str) -> Vec<(SmolStr, SmolStr)> {
    if info.name == "file" {
        return vec![(SmolStr::new_static("path"), path_without_slashes(title))];
    }
    for entry in &info.title_patterns {
        let Ok(pattern) = entry.pattern.compiled() else {
            continue;
        };
        if let Ok(Some(found)) = pattern.find(title) {
            let group = |index: usize| {
                let (start, end) = found.groups.get(index + 1).copied().flatten()?;
                title.get(start..end)
            };
            let attributes = entry.attributes.iter().enumerate();
            return attributes
                .filter_map(|(index, name)| Some((SmolStr::new(name), SmolStr::new(group(index)?))))
                .collect();
        }
    }
    match info.namevars.first() {
        Some(first) => vec![(SmolStr::new(first), SmolStr::new(title))],
        None => Vec::new(),
    }
}

/// The title pattern of `file`, which is by far the most common: slashes at the end go, the root stays.
fn path_without_slashes(title: &str) -> SmolStr {
    let trimmed = title.trim_end_matches('/');
    if trimmed.len() == title.len() {
        return SmolStr::new(title);
    }
    match trimmed {
        "" => SmolStr::new_static("/"),
        drive if drive.len() > 1 && drive.ends_with(':') => SmolStr::new(format!("{drive}/")),
        other => SmolStr::new(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_loses_its_last_slashes() {
        assert_eq!(path_without_slashes("/tmp/d/"), "/tmp/d");
        assert_eq!(path_without_slashes("/"), "/");
        assert_eq!(path_without_slashes("C:/"), "C:/");
        assert_eq!(path_without_slashes("/tmp"), "/tmp");
    }

    #[test]
    fn several_namevars_make_one_key() {
        let key = UniquenessKey::of_title("Package", &"vim".into()).map(|key| key.describe());
        assert_eq!(key.as_deref(), Some("[nil, \"vim\", nil]"));
    }
}
