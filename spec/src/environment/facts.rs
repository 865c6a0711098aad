//! The facts of an example: defaults, those of the node's name, and `let(:facts)`, merged as rspec-puppet merges them.

use std::sync::Arc;

use evaluator::node_facts::NodeFacts;
use evaluator::ruby::interpreter::{Ran, Ruby};
use evaluator::ruby::value::RubyValue;
use evaluator::value::Value;
use indexmap::IndexMap;
use smol_str::SmolStr;

use super::values::fingerprint;
use crate::language::host::SpecHost;

type Munged = IndexMap<SmolStr, Value>;

/// Facts with what tells them from others.
#[derive(Clone)]
pub struct ExampleFacts {
    pub facts: Arc<NodeFacts>,
    pub key: u128,
}

impl SpecHost {
    /// Returns the facts of the running example for a node.
    pub fn example_facts(&self, ruby: &mut Ruby<'_, '_>, node: &str, is_named: bool) -> Ran<ExampleFacts> {
        let given = self.optional(ruby, "facts")?.unwrap_or(RubyValue::Nil);
        let (defaults, is_rspec, derives) = {
            let state = self.state.borrow();
            let setting = |name: &str| state.configuration.get(name).cloned();
            let implementation = setting("facter_implementation").map(|value| value.to_text());
            let derives = setting("derive_node_facts_from_nodename").is_none_or(|value| value.is_truthy());
            (setting("default_facts").unwrap_or(RubyValue::Nil), implementation.as_deref() == Some("rspec"), derives)
        };
        let environment =
            self.optional(ruby, "environment")?.map_or_else(|| "rp_env".to_string(), |name| name.to_text());
        let flags = format!("{node} {is_named} {is_rspec} {derives} {environment}");
        let whole = RubyValue::array(vec![given.clone(), defaults.clone(), RubyValue::string(flags)]);
        let Some(key) = fingerprint(&whole) else {
            return ruby.unsupported("facts that are neither text, number, list nor hash", 0);
        };
        if let Some(facts) = self.environment.catalogs.known_facts(key) {
            return Ok(ExampleFacts { facts, key });
        }
        let mut facts = munged(&defaults);
        let own = node_facts(node, is_rspec);
        merge_missing(&mut facts, own.clone());
        let networking = networking_facts(node);
        merge_networking(&mut facts, &networking, false);
        facts.insert("clientversion".into(), Value::string(self.environment.versions.puppet.as_str()));
        facts.insert("environment".into(), Value::string(environment.as_str()));
        facts.extend(munged(&given));
        if is_named && derives {
            facts.extend(own);
            merge_networking(&mut facts, &networking, true);
        }
        let lower: Munged = facts.into_iter().map(|(name, value)| (SmolStr::new(name.to_lowercase()), value)).collect();
        let facts = Arc::new(NodeFacts::from(lower));
        self.environment.catalogs.keep_facts(key, facts.clone());
        Ok(ExampleFacts { facts, key })
    }
}

fn node_facts(node: &str, is_rspec: bool) -> Munged {
    let host = node.split('.').next().unwrap_or(node);
    let domain = node.split_once('.').map_or(node, |(_, domain)| domain);
    let mut facts: Munged = [("hostname", host), ("fqdn", node), ("domain", domain), ("clientcert", node)]
        .into_iter()
        .map(|(name, value)| (SmolStr::new(name), Value::string(value)))
        .collect();
    if !is_rspec {
        facts.insert("ipaddress6".into(), Value::string("FE80:0000:0000:0000:AAAA:AAAA:AAAA"));
    }
    facts
}

fn networking_facts(node: &str) -> Vec<(Value, Value)> {
    let facts = node_facts(node, true);
    let names = ["hostname", "fqdn", "domain"];
    names.iter().filter_map(|name| Some((Value::string(*name), facts.get(*name)?.clone()))).collect()
}

/// Adds facts that are not there or undef.
fn merge_missing(facts: &mut Munged, others: Munged) {
    for (name, value) in others {
        let slot = facts.entry(name).or_insert(Value::Undef);
        if slot.is_undef() {
            *slot = value;
        }
    }
}

fn merge_networking(facts: &mut Munged, networking: &[(Value, Value)], replaces: bool) {
    let slot = facts.entry("networking".into()).or_insert_with(|| Value::hash([]));
    let mut entries: Vec<(Value, Value)> = match slot {
        Value::Hash(entries) => entries.iter().map(|(key, value)| (key.clone(), value.clone())).collect(),
        _ => Vec::new(),
    };
    for (name, value) in networking {
        match entries.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) if replaces || known.is_undef() => *known = value.clone(),
            Some(_) => {}
            None => entries.push((name.clone(), value.clone())),
        }
    }
    *slot = Value::hash(entries);
}

/// Converts facts, with keys as text at every depth.
pub fn munged(value: &RubyValue) -> Munged {
    match value {
        RubyValue::Hash(entries) => {
            let mut facts = Munged::new();
            for (name, value) in entries.borrow().iter() {
                facts.insert(SmolStr::new(name.to_text()), munged_value(value));
            }
            facts
        }
        _ => Munged::new(),
    }
}

fn munged_value(value: &RubyValue) -> Value {
    match value {
        RubyValue::Hash(_) => {
            Value::hash(munged(value).into_iter().map(|(name, value)| (Value::String(name), value)).collect::<Vec<_>>())
        }
        RubyValue::Array(elements) => Value::array(elements.borrow().iter().map(munged_value).collect::<Vec<_>>()),
        other => other.to_puppet().unwrap_or(Value::Undef),
    }
}
