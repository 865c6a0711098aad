//! Which nodes of an inventory are looked at: `re:^web`, `class:profile::web`, `fact:os.family=Debian`, `node:web01.example.com`,
//! `env:production`.

use std::fmt;
use std::sync::Arc;

use evaluator::catalog::{Catalog, ResourceKind};
use evaluator::fact_sets::Facts;
use evaluator::regex_dialect::{Regexp, RubyRegex};
use smol_str::SmolStr;

use super::kinds::fact_text;

/// Selectors of one form are alternatives; those of different forms must all hold.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    names: Vec<Arc<RubyRegex>>,
    /// As catalogs name them.
    classes: Vec<String>,
    facts: Vec<(String, String)>,
    /// Names of nodes, or of node definitions as their titles in a catalog have them.
    nodes: Vec<SmolStr>,
    environments: Vec<SmolStr>,
}

/// Why a text selects nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SelectionError {
    UnknownForm(String),
    BadPattern { pattern: String, problem: String },
    FactWithoutValue(String),
}

impl fmt::Display for SelectionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelectionError::UnknownForm(text) => write!(
                formatter,
                "--select '{text}' has no known form: write re:PATTERN, class:NAME, fact:PATH=VALUE, node:NAME or env:NAME"
            ),
            SelectionError::BadPattern { pattern, problem } => {
                write!(formatter, "--select 're:{pattern}' is not a regular expression: {problem}")
            }
            SelectionError::FactWithoutValue(text) => {
                write!(
                    formatter,
                    "--select 'fact:{text}' has no value: write fact:PATH=VALUE, as fact:os.family=Debian"
                )
            }
        }
    }
}

impl Selection {
    pub fn parse(texts: &[String]) -> Result<Self, SelectionError> {
        let mut selection = Selection::default();
        for text in texts {
            let unknown = || SelectionError::UnknownForm(text.clone());
            let (form, rest) = text.split_once(':').ok_or_else(unknown)?;
            match form {
                "re" => selection.names.push(Regexp::new(rest).compiled().clone().map_err(|problem| {
                    SelectionError::BadPattern { pattern: rest.to_string(), problem: problem.message(rest) }
                })?),
                "class" => selection.classes.push(rest.trim_start_matches("::").to_lowercase()),
                "fact" => {
                    let (path, value) =
                        rest.split_once('=').ok_or_else(|| SelectionError::FactWithoutValue(rest.to_string()))?;
                    let path = path.strip_prefix("facts.").unwrap_or(path);
                    selection.facts.push((path.to_string(), value.to_string()));
                }
                "node" => selection.nodes.push(SmolStr::new(rest)),
                "env" => selection.environments.push(SmolStr::new(rest)),
                _ => return Err(unknown()),
            }
        }
        Ok(selection)
    }

    /// Tells whether the name of a node is enough to leave it out.
    pub fn fits_name(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|pattern| pattern.is_match(name).unwrap_or(false))
    }

    /// Tells whether facts have to be read to decide.
    pub fn needs_facts(&self) -> bool {
        !self.facts.is_empty() || !self.environments.is_empty()
    }

    pub fn fits_facts(&self, facts: &Facts, environment: Option<&str>) -> bool {
        let fits = |(path, value): &(String, String)| fact_text(facts, path).as_deref() == Some(value.as_str());
        let environment_fits = || self.environments.iter().any(|name| environment == Some(name.as_str()));
        (self.facts.is_empty() || self.facts.iter().any(fits)) && (self.environments.is_empty() || environment_fits())
    }

    /// Takes node names that the inventory has for what they are; what is left names definitions.
    pub fn needs_catalog(&self, is_node: impl Fn(&str) -> bool) -> bool {
        !self.classes.is_empty() || self.nodes.iter().any(|name| !is_node(name))
    }

    /// Tells whether a node is meant by its own name, or none is.
    pub fn fits_node_name(&self, name: &str) -> bool {
        self.nodes.is_empty() || self.nodes.iter().any(|wanted| wanted == name)
    }

    pub fn fits_catalog(&self, name: &str, catalog: &Catalog) -> bool {
        let has_class = |class: &String| catalog.classes.iter().any(|known| known == class);
        let is_meant = |wanted: &SmolStr| {
            let title = wanted.trim_matches('/');
            wanted == name
                || catalog
                    .resources
                    .iter()
                    .any(|resource| resource.kind == ResourceKind::Node && is_definition(&resource.title, title))
        };
        (self.classes.is_empty() || self.classes.iter().any(has_class))
            && (self.nodes.is_empty() || self.nodes.iter().any(is_meant))
    }
}

/// Compares the title that a node definition has in a catalog with what a user writes: a name, or a pattern.
fn is_definition(title: &str, wanted: &str) -> bool {
    match title.strip_prefix("__node_regexp__") {
        // The title has the pattern in lower case, without signs.
        Some(pattern) => {
            let plain = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
            plain(pattern) == plain(wanted)
        }
        None => title == wanted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evaluator::Value;

    fn parse(texts: &[&str]) -> Result<Selection, SelectionError> {
        Selection::parse(&texts.iter().map(|text| text.to_string()).collect::<Vec<_>>())
    }

    #[test]
    fn names_and_facts() {
        let selection = parse(&["re:^web", "re:^db1$", "fact:os.family=Debian"]).expect("selectors");
        assert!(selection.fits_name("web7") && selection.fits_name("db1") && !selection.fits_name("db10"));
        let os = |family: &str| -> Facts {
            let os = Value::hash([(Value::string("family"), Value::string(family))]);
            [("os".into(), os)].into_iter().collect()
        };
        assert!(selection.needs_facts());
        assert!(selection.fits_facts(&os("Debian"), None) && !selection.fits_facts(&os("RedHat"), None));
        assert!(!selection.fits_facts(&Facts::default(), None));
    }

    #[test]
    fn mistakes_are_named() {
        assert!(matches!(parse(&["web"]), Err(SelectionError::UnknownForm(_))));
        assert!(matches!(parse(&["type:x"]), Err(SelectionError::UnknownForm(_))));
        assert!(matches!(parse(&["re:("]), Err(SelectionError::BadPattern { .. })));
        assert!(matches!(parse(&["fact:os"]), Err(SelectionError::FactWithoutValue(_))));
    }
}
