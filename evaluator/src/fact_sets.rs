//! Facts of typical nodes that come with the program, for when no facts of a real node are at hand.
//!
//! One file for each in `data/facts/`, with made-up names and addresses. Knows nothing of evaluation.

use std::sync::OnceLock;

use indexmap::IndexMap;
use smol_str::SmolStr;

use crate::hiera::data_node::DataNode;
use crate::hiera::json;
use crate::value::Value;

pub type Facts = IndexMap<SmolStr, Value>;

/// The set that is used where nobody chose one.
pub const DEFAULT: &str = "debian-12";

/// The facts of one kind of node.
#[derive(Debug)]
pub struct FactSet {
    /// For instance `debian-12`.
    pub name: &'static str,
    /// For instance `Debian 12 (bookworm), amd64`.
    pub description: String,
    facts: Facts,
    legacy: Facts,
}

/// Name and content of each file.
const FILES: &[(&str, &str)] = &[
    ("almalinux-8", include_str!("../data/facts/almalinux-8.json")),
    ("amazonlinux-2023", include_str!("../data/facts/amazonlinux-2023.json")),
    ("debian-11", include_str!("../data/facts/debian-11.json")),
    ("debian-12", include_str!("../data/facts/debian-12.json")),
    ("debian-13", include_str!("../data/facts/debian-13.json")),
    ("macos-14", include_str!("../data/facts/macos-14.json")),
    ("redhat-10", include_str!("../data/facts/redhat-10.json")),
    ("redhat-9", include_str!("../data/facts/redhat-9.json")),
    ("rocky-9", include_str!("../data/facts/rocky-9.json")),
    ("sles-15", include_str!("../data/facts/sles-15.json")),
    ("ubuntu-22.04", include_str!("../data/facts/ubuntu-22.04.json")),
    ("ubuntu-24.04", include_str!("../data/facts/ubuntu-24.04.json")),
    ("windows-2022", include_str!("../data/facts/windows-2022.json")),
];

/// The names of all sets.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// The set of this name, in any case. A file is read when its set is first asked for.
pub fn named(name: &str) -> Option<&'static FactSet> {
    static SETS: [OnceLock<Option<FactSet>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    let index = names().position(|known| known.eq_ignore_ascii_case(name))?;
    let (name, text) = FILES.get(index)?;
    SETS.get(index)?.get_or_init(|| read(name, text)).as_ref()
}

impl FactSet {
    /// The facts of a node of this kind. `legacy`: also the old flat ones (`osfamily`), which Puppet 8 no longer sends.
    pub fn for_node(&self, node: &str, legacy: bool) -> Facts {
        let mut facts = self.facts.clone();
        if legacy {
            facts.extend(self.legacy.iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        rename_node(&mut facts, node);
        // What an agent adds to the facts that it sends.
        let version = facts.get("puppetversion").cloned().unwrap_or(Value::Undef);
        facts.insert(SmolStr::new_static("clientcert"), Value::string(node));
        facts.insert(SmolStr::new_static("clientversion"), version);
        facts.insert(SmolStr::new_static("clientnoop"), Value::Boolean(false));
        facts
    }
}

/// Lets facts be those of a node of another name: host name, domain and what is made of them.
pub fn rename_node(facts: &mut Facts, node: &str) {
    let (host, domain) = node.split_once('.').map_or((node, None), |(host, domain)| (host, Some(domain)));
    let values = [
        ("fqdn", Value::string(node)),
        ("hostname", Value::string(host)),
        ("domain", domain.map_or(Value::Undef, Value::string)),
        ("clientcert", Value::string(node)),
    ];
    for (name, value) in &values {
        if facts.contains_key(*name) {
            facts.insert(SmolStr::new(name), value.clone());
        }
    }
    if let Some(Value::Hash(networking)) = facts.get("networking") {
        let mut networking = (**networking).clone();
        for (name, value) in values.into_iter().filter(|(name, _)| *name != "clientcert") {
            networking.insert(Value::string(name), value);
        }
        facts.insert(SmolStr::new_static("networking"), Value::hash(networking));
    }
}

fn read(name: &'static str, text: &str) -> Option<FactSet> {
    let document = json::parse(text).ok()?;
    Some(FactSet {
        name,
        description: document.entry("description")?.value.key_text()?.to_string(),
        facts: to_facts(&document.entry("facts")?.value),
        legacy: to_facts(&document.entry("legacy_facts")?.value),
    })
}

/// The entries of a mapping as facts; keys that are no text are left out.
pub fn to_facts(node: &DataNode) -> Facts {
    let entries = node.entries().unwrap_or_default().iter();
    entries.filter_map(|entry| Some((SmolStr::new(entry.key.key_text()?), entry.value.to_value()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dig(facts: &Facts, path: &str) -> Option<Value> {
        let (first, rest) = path.split_once('.').unwrap_or((path, ""));
        let value = facts.get(first)?.clone();
        if rest.is_empty() {
            return Some(value);
        }
        match crate::hiera::lookup_key::dig(value, &crate::hiera::lookup_key::split(rest).ok()?) {
            crate::hiera::lookup_key::Dug::Found(value) => Some(value),
            _ => None,
        }
    }

    #[test]
    fn every_file_is_read_and_says_who_it_is() {
        assert!(names().all(|name| named(name).is_some()));
        for (name, text) in FILES {
            let document = json::parse(text).unwrap();
            assert_eq!(document.entry("name").and_then(|entry| entry.value.key_text()), Some(*name));
        }
        assert!(named(DEFAULT).is_some());
        assert!(named("Debian-12").is_some());
        assert!(named("beos-5").is_none());
    }

    #[test]
    fn every_set_has_what_modules_ask_for() {
        for set in names().filter_map(named) {
            let facts = set.for_node("web01.example.org", true);
            for path in [
                "os.name",
                "os.family",
                "os.release.full",
                "os.release.major",
                "os.architecture",
                "os.hardware",
                "kernel",
                "kernelrelease",
                "networking.ip",
                "networking.mac",
                "networking.primary",
                "networking.interfaces",
                "memory.system.total_bytes",
                "processors.count",
                "processors.models",
                "is_virtual",
                "virtual",
                "timezone",
                "path",
                "puppetversion",
                "facterversion",
                "ruby.version",
                "identity.user",
                "system_uptime.seconds",
                "osfamily",
                "operatingsystem",
                "operatingsystemmajrelease",
                "ipaddress",
                "processorcount",
                "memorysize",
                "service_provider",
                "package_provider",
            ] {
                assert!(dig(&facts, path).is_some(), "{} lacks {path}", set.name);
            }
            let families = ["Debian", "RedHat", "Suse", "windows", "Darwin"];
            assert!(families.contains(&dig(&facts, "os.family").unwrap().as_str().unwrap()), "{}", set.name);
        }
    }

    #[test]
    fn old_and_new_facts_agree() {
        for set in names().filter_map(named) {
            let facts = set.for_node("n", true);
            for (old, new) in [
                ("osfamily", "os.family"),
                ("operatingsystem", "os.name"),
                ("operatingsystemrelease", "os.release.full"),
                ("operatingsystemmajrelease", "os.release.major"),
                ("architecture", "os.architecture"),
                ("ipaddress", "networking.ip"),
                ("macaddress", "networking.mac"),
                ("memorysize", "memory.system.total"),
                ("processorcount", "processors.count"),
                ("fqdn", "networking.fqdn"),
                ("hostname", "networking.hostname"),
            ] {
                assert_eq!(dig(&facts, old), dig(&facts, new), "{} {old}", set.name);
            }
        }
    }

    #[test]
    fn a_node_gives_its_name_to_the_facts() {
        let facts = named("debian-12").unwrap().for_node("db7.lab.example.net", false);
        assert_eq!(dig(&facts, "networking.fqdn"), Some(Value::string("db7.lab.example.net")));
        assert_eq!(dig(&facts, "networking.hostname"), Some(Value::string("db7")));
        assert_eq!(dig(&facts, "networking.domain"), Some(Value::string("lab.example.net")));
        assert_eq!(facts.get("fqdn"), None);
    }
}
