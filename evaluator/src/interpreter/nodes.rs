//! Node definitions: which one is meant by a node's name, and evaluating it.

use std::sync::Arc;

use smol_str::{SmolStr, StrExt};
use syntax::program::{NodeDefinition, StringSegment};
use syntax::{Expr, ExprId};

use super::definitions::Definition;
use super::{Code, Evaluated, Interpreter};
use crate::catalog::ResourceKind;
use crate::catalog::issues::CatalogIssue;
use crate::catalog::resource::CodeOwner;
use crate::edition::Rule;
use crate::fast_hash::FastMap;
use crate::match_scope::{CurrentMatch, MatchData};
use crate::place::Place;
use crate::regex_dialect::Regexp;
use crate::scope::{ScopeId, ScopeKind};

/// The node definitions of the environment.
#[derive(Debug, Default)]
pub struct Nodes {
    in_order: Vec<NodeMatch>,
    by_name: FastMap<SmolStr, usize>,
}

/// One of the names or patterns of a definition.
#[derive(Clone, Debug)]
pub struct NodeMatch {
    /// As the catalog names it: the name in lower case, or one made of the pattern.
    pub name: SmolStr,
    pub pattern: Option<SmolStr>,
    pub definition: Arc<Definition>,
}

impl Nodes {
    pub fn is_empty(&self) -> bool {
        self.in_order.is_empty()
    }

    pub fn place_of(&self, name: &str) -> Option<Place> {
        self.get(name).map(|found| found.definition.place())
    }

    /// The names of all definitions in the order of the text; patterns are left out.
    pub fn names(&self) -> impl Iterator<Item = &SmolStr> {
        self.in_order.iter().filter(|entry| entry.pattern.is_none()).map(|entry| &entry.name)
    }

    fn get(&self, name: &str) -> Option<&NodeMatch> {
        self.by_name.get(name).and_then(|index| self.in_order.get(*index))
    }
}

/// The name that Puppet gives to a node of a pattern. The signs of groups that begin with `?` are spelled out, others
/// are left out.
fn pattern_name(pattern: &str, spells_groups: bool) -> SmolStr {
    let pattern = pattern.to_lowercase();
    let mut name = String::from("__node_regexp__");
    let mut rest = pattern.as_str();
    let mut kept = String::new();
    while let Some(start) = rest.find("(?").filter(|_| spells_groups) {
        let end = rest[start..].find(')').map_or(rest.len(), |end| start + end + 1);
        keep_plain(&rest[..start], &mut kept);
        for character in rest[start..end].chars() {
            match character {
                '(' => kept.push_str("lp"),
                ')' => kept.push_str("rp"),
                '?' => kept.push_str("qu"),
                '<' => kept.push_str("lt"),
                '>' => kept.push_str("gt"),
                '=' => kept.push_str("eq"),
                '!' => kept.push_str("ex"),
                other => keep_plain(other.encode_utf8(&mut [0; 4]), &mut kept),
            }
        }
        rest = &rest[end..];
    }
    keep_plain(rest, &mut kept);
    name.push_str(kept.trim_start_matches('.'));
    SmolStr::new(name)
}

fn keep_plain(text: &str, kept: &mut String) {
    kept.extend(
        text.chars()
            .filter(|character| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | ':' | '.')),
    );
}

impl Interpreter<'_> {
    pub(super) fn add_node_definition(&mut self, code: &Code, expr: ExprId, node: &NodeDefinition) -> Evaluated<()> {
        let definition = Arc::new(Definition {
            name: SmolStr::default(),
            code: code.clone(),
            expr,
            module: None,
            parameter_types: Vec::new(),
        });
        let spells_groups = self.rules.holds(Rule::NodeNamesSpellGroups);
        for host_match in &node.matches {
            let (name, pattern) = match host_name(code, *host_match) {
                HostName::Name(name) => (name, None),
                HostName::Pattern(pattern) => (pattern_name(&pattern, spells_groups), Some(pattern)),
                HostName::None => continue,
            };
            let place = Some(definition.place());
            if let Some(first) = self.definitions.nodes.place_of(&name) {
                return self.raise_at(CatalogIssue::NodeAlreadyDefined { name, first }, place);
            }
            let class = self.definitions.classes.get(&name).map(|class| class.place());
            // The manifests themselves are a class without a name.
            if class.is_some() || name.is_empty() {
                let first = class;
                return self.raise_at(CatalogIssue::NodeIsAlreadyClass { name, first }, place);
            }
            let nodes = &mut self.definitions.nodes;
            nodes.by_name.insert(name.clone(), nodes.in_order.len());
            nodes.in_order.push(NodeMatch { name, pattern, definition: definition.clone() });
        }
        Ok(())
    }

    /// The definition for the node of the request: by name, then by pattern in the order of the text, then `default`.
    fn node_definition(&mut self, node_name: &str) -> Option<(NodeMatch, Option<CurrentMatch>)> {
        let name = node_name.to_lowercase_smolstr();
        if let Some(found) = self.definitions.nodes.get(&name) {
            return Some((found.clone(), None));
        }
        for entry in &self.definitions.nodes.in_order {
            let Some(pattern) = &entry.pattern else {
                continue;
            };
            let Some(groups) = match_groups(&self.world.regexp(pattern), &name) else {
                continue;
            };
            let place = entry.definition.place();
            let data = MatchData { place, subject: name, pattern: pattern.clone(), groups, unknown: None };
            return Some((entry.clone(), Some(CurrentMatch(Arc::new(data)))));
        }
        self.definitions.nodes.get("default").map(|found| (found.clone(), None))
    }

    /// Evaluates the node's definition, where there are any.
    pub(crate) fn evaluate_node(&mut self) -> Evaluated<()> {
        if self.definitions.nodes.is_empty() {
            return Ok(());
        }
        let node_name = self.request.node_name.clone();
        let Some((found, node_match)) = self.node_definition(&node_name) else {
            if self.has_broken_code() {
                self.name_left_out(format!("node {node_name}"), None);
                return Ok(());
            }
            return self.raise_at(CatalogIssue::NoNodeStatement { name: node_name }, None);
        };
        let mut resource = self.new_resource(ResourceKind::Node, "Node", &found.name, ScopeId::TOP, None);
        resource.declared_by = CodeOwner::Node(found.name.clone());
        self.builder.tags.merge(&resource.tags);
        let id = self.add_resource(resource, ScopeId::TOP)?;
        self.builder.state_mut(id).evaluated = true;
        self.add_scope_tags(id);
        let scope = self.new_scope(ScopeKind::Node, Some(ScopeId::TOP));
        self.describe_catalog_scope(scope, id, ScopeId::TOP, CodeOwner::Node(found.name.clone()));
        self.builder.node_scope = Some(scope);
        self.add_class_name(&found.name);
        self.scope_mut(scope).variables.insert("title".into(), found.name.as_str().into());
        self.scope_mut(scope).variables.insert("name".into(), found.name.as_str().into());
        self.scope_mut(scope).current_match = node_match;
        self.class_scopes.insert(found.name.clone(), scope);
        self.enter(&found.definition.code, found.definition.expr);
        match found.definition.body() {
            Some(_) if self.is_broken(&found.definition.code, found.definition.expr) => {
                self.leave_out(&found.definition.code, found.definition.expr);
                Ok(())
            }
            Some(body) => self.evaluate(&found.definition.code, scope, body).map(|_| ()),
            None => Ok(()),
        }
    }
}

/// `$0` and the groups where the pattern matches.
fn match_groups(pattern: &Regexp, text: &str) -> Option<Vec<Option<(usize, usize)>>> {
    let found = pattern.compiled().as_ref().ok()?.find(text).ok().flatten()?;
    Some(found.groups)
}

enum HostName {
    Name(SmolStr),
    Pattern(SmolStr),
    None,
}

fn host_name(code: &Code, expr: ExprId) -> HostName {
    match code.program.expr(expr) {
        Expr::String(text) | Expr::QualifiedName(text) => HostName::Name(text.to_lowercase_smolstr()),
        Expr::Default => HostName::Name(SmolStr::new_static("default")),
        Expr::Regexp(pattern) => HostName::Pattern(pattern.clone()),
        Expr::ConcatenatedString(segments) => {
            let mut name = String::new();
            for segment in segments {
                match segment {
                    StringSegment::Text(_, text) => name.push_str(text),
                    StringSegment::Interpolation(_) => return HostName::None,
                }
            }
            HostName::Name(name.to_lowercase_smolstr())
        }
        Expr::Integer(number) => match number.value {
            Some(value) => HostName::Name(SmolStr::new(value.to_string())),
            None => HostName::None,
        },
        _ => HostName::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_has_a_name_of_its_own() {
        assert_eq!(pattern_name("^web\\d+\\.Example\\.com$", true), "__node_regexp__webd.example.com");
        assert_eq!(pattern_name(".*", true), "__node_regexp__");
        assert_eq!(pattern_name("^(?<role>[a-z]+)(\\d+)?\\.", true), "__node_regexp__lpqultrolegta-zrpd.");
    }
}
