//! `on_supported_os`: the fact sets of the systems that `metadata.json` or an option names, with custom facts.

use std::collections::BTreeMap;
use std::sync::Arc;

use evaluator::ruby::host::HostCall;
use evaluator::ruby::interpreter::{Ran, Ruby};
use evaluator::ruby::value::RubyValue;
use indexmap::IndexMap;
use smol_str::SmolStr;

use super::facterdb::{FactMap, SystemFacts};
use super::values::{deep_copy, from_json};
use super::versions::compare_versions;
use crate::language::host::{SpecHost, option_of, text_of};

/// One system that is wanted.
struct Filter {
    name: String,
    release: Option<Release>,
    hardware: Hardware,
    /// What the version of Facter begins with.
    facter: Option<String>,
}

enum Hardware {
    Begins(&'static str),
    Is(String),
}

enum Release {
    Begins(String),
    Is(String),
}

impl Filter {
    fn accepts_system(&self, facts: &SystemFacts<'_>) -> bool {
        let release = match &self.release {
            None => true,
            Some(Release::Begins(start)) => facts.release.starts_with(start.as_str()),
            Some(Release::Is(release)) => facts.release == release,
        };
        let hardware = match &self.hardware {
            Hardware::Begins(start) => facts.hardware.starts_with(start),
            Hardware::Is(hardware) => facts.hardware == hardware,
        };
        release && hardware && facts.name == self.name
    }

    fn accepts(&self, facts: &SystemFacts<'_>) -> bool {
        self.accepts_system(facts) && self.facter.as_ref().is_none_or(|start| facts.facter.starts_with(start.as_str()))
    }
}

impl SpecHost {
    pub fn supported_os(&self, ruby: &mut Ruby<'_, '_>, call: &HostCall<'_>) -> Ran {
        let database = self.environment.facterdb.clone();
        if !database.is_here() {
            return ruby.unsupported(
                "on_supported_os without FacterDB (install the gem or the package `facterdb`, or name it with --facterdb)",
                call.offset,
            );
        }
        let systems = match option_of(&call.arguments, "supported_os") {
            Some(systems) => systems,
            None => self.systems_of_metadata(ruby, call.offset)?,
        };
        let hardware = match option_of(&call.arguments, "hardwaremodels") {
            Some(given) if given.is_truthy() => ruby.to_array(&given)?.iter().map(RubyValue::to_text).collect(),
            _ => vec!["x86_64".to_string()],
        };
        let configured = self.state.borrow().configuration.get("default_facter_version").and_then(text_of);
        let facter = option_of(&call.arguments, "facterversion").and_then(|version| text_of(&version));
        let facter = facter.or(configured).unwrap_or_else(|| self.environment.versions.facter.clone());
        let mut filters = Vec::new();
        for system in ruby.to_array(&systems)? {
            add_filters(&system, &hardware, &mut filters);
        }
        let mut sets: BTreeMap<usize, Arc<FactMap>> = BTreeMap::new();
        for filter in &mut filters {
            let known = database.of_system(&filter.name);
            filter.facter = facter_prefix(filter, &known, &facter, database.is_legacy);
            sets.extend(known);
        }
        self.facts_by_system(ruby, &filters, sets, call.offset)
    }

    fn systems_of_metadata(&self, ruby: &mut Ruby<'_, '_>, offset: u32) -> Ran {
        let text = self.environment.read_text("metadata.json");
        let metadata = text.and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok());
        match metadata.as_ref().and_then(|metadata| metadata.get("operatingsystem_support")) {
            Some(systems @ serde_json::Value::Array(_)) => Ok(from_json(systems)),
            _ => ruby.unsupported("on_supported_os without operatingsystem_support in metadata.json", offset),
        }
    }

    fn facts_by_system(
        &self,
        ruby: &mut Ruby<'_, '_>,
        filters: &[Filter],
        sets: BTreeMap<usize, Arc<FactMap>>,
        offset: u32,
    ) -> Ran {
        let is_legacy = self.environment.facterdb.is_legacy;
        let has_string_keys =
            self.state.borrow().configuration.get("facterdb_string_keys").is_some_and(RubyValue::is_truthy);
        let wanted = self.environment.variables.get("SPEC_FACTS_OS").cloned();
        let mut found: IndexMap<String, Arc<FactMap>> = IndexMap::new();
        for facts in sets.values() {
            let Some(system) = SystemFacts::of(facts, is_legacy) else { continue };
            if !filters.iter().any(|filter| filter.accepts(&system)) {
                continue;
            }
            let name = system_name(&system);
            if wanted.as_ref().is_none_or(|wanted| name.starts_with(wanted.as_str())) {
                found.insert(name, facts.clone());
            }
        }
        let mut answer = Vec::new();
        for (name, facts) in found {
            let facts = self.with_custom_facts(ruby, &name, &facts, has_string_keys, offset)?;
            answer.push((RubyValue::string(name), facts));
        }
        Ok(RubyValue::hash(answer))
    }

    fn with_custom_facts(
        &self,
        ruby: &mut Ruby<'_, '_>,
        system: &str,
        facts: &FactMap,
        has_string_keys: bool,
        offset: u32,
    ) -> Ran {
        let versions = &self.environment.versions;
        let key = |name: &str| match has_string_keys {
            true => RubyValue::string(name),
            false => RubyValue::Symbol(SmolStr::new(name)),
        };
        let common = [
            ("puppetversion", versions.puppet.clone()),
            ("rubysitedir", "/usr/local/lib/site_ruby".to_string()),
            ("rubyversion", versions.ruby.clone()),
        ];
        let pairs = facts.iter().map(|(name, value)| (key(name), from_json(value)));
        let common = common.into_iter().map(|(name, value)| (key(name), RubyValue::string(value)));
        let hash = RubyValue::hash(pairs.chain(common));
        let custom = self.state.borrow().custom_facts.clone();
        for (name, fact) in custom {
            let has =
                |systems: &Option<Vec<String>>| systems.as_ref().map(|names| names.iter().any(|name| name == system));
            if has(&fact.confine) == Some(false) || has(&fact.exclude) == Some(true) {
                continue;
            }
            let value = match &fact.value {
                RubyValue::Proc(block) => {
                    ruby.call_proc(&block.clone(), vec![RubyValue::string(system), hash.clone()])?
                }
                other => deep_copy(other),
            };
            // Older versions of rspec-puppet-facts keep names of custom facts as strings, and never merge.
            let key = if self.environment.facterdb.is_legacy { RubyValue::string(name.as_str()) } else { key(&name) };
            let RubyValue::Hash(entries) = &hash else { continue };
            if fact.merges && !self.environment.facterdb.is_legacy && matches!(value, RubyValue::Hash(_)) {
                return ruby.unsupported("add_custom_fact with merge_facts of a hash", offset);
            }
            entries.borrow_mut().insert(key, value);
        }
        Ok(hash)
    }

    /// `add_mocked_facts!` of voxpupuli-test: facts of the modules that `metadata.json` depends on.
    pub fn mocked_facts(&self, ruby: &mut Ruby<'_, '_>, offset: u32) -> Ran {
        let text = self.environment.read_text("metadata.json");
        let metadata = text.and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok());
        let names: Vec<String> = metadata
            .as_ref()
            .and_then(|metadata| metadata.get("dependencies")?.as_array().cloned())
            .into_iter()
            .flatten()
            .filter_map(|dependency| Some(dependency.get("name")?.as_str()?.replacen('-', "/", 1)))
            .collect();
        let code = MOCKED_FACTS.iter().filter(|(module, _)| names.iter().any(|name| module.contains(&name.as_str())));
        for (_, code) in code {
            let Ok(root) = evaluator::ruby::parse::parse(code) else {
                return ruby.unsupported("the facts of voxpupuli-test", offset);
            };
            ruby.run(&root, &evaluator::ruby::environment::Environment::new(None))?;
        }
        Ok(RubyValue::Nil)
    }
}

/// Facts that voxpupuli-test adds for modules, in the order of `metadata.json` where that matters.
const MOCKED_FACTS: &[(&[&str], &str)] = &[
    (
        &["puppetlabs/stdlib"],
        r#"
add_custom_fact :puppet_environmentpath, '/etc/puppetlabs/code/environments'
add_custom_fact :puppet_vardir, '/opt/puppetlabs/puppet/cache'
add_custom_fact :root_home, '/root'
add_custom_fact :service_provider, lambda { |_os, facts|
  os = facts[:os] || facts['os']
  family = os['family'].downcase
  known = { 'archlinux' => 'systemd', 'debian' => 'systemd', 'redhat' => 'systemd', 'darwin' => 'launchd',
            'freebsd' => 'freebsd', 'gentoo' => 'openrc', 'openbsd' => 'openbsd', 'windows' => 'windows' }
  if family == 'suse'
    os['release']['major'].to_i >= 12 ? 'systemd' : 'redhat'
  else
    known.fetch(family, 'init')
  end
}
"#,
    ),
    (
        &["camptocamp/systemd", "puppet/systemd"],
        "add_custom_fact :systemd, ->(_os, facts) { (facts[:service_provider]) == 'systemd' }\n",
    ),
];

fn add_filters(system: &RubyValue, hardware: &[String], filters: &mut Vec<Filter>) {
    let RubyValue::Hash(system) = system else { return };
    let system = system.borrow();
    let Some(name) = system.get(&RubyValue::string("operatingsystem")).and_then(|name| text_of(&name)) else { return };
    let releases = match system.get(&RubyValue::string("operatingsystemrelease")) {
        Some(RubyValue::Array(releases)) => releases.borrow().iter().map(|release| Some(release.to_text())).collect(),
        Some(RubyValue::Nil) | None => vec![None],
        Some(other) => vec![Some(other.to_text())],
    };
    let lower = name.to_lowercase();
    for release in releases {
        for model in hardware {
            let mut filter = Filter {
                name: name.clone(),
                release: release
                    .as_deref()
                    .map(|release| Release::Begins(release.split(' ').next().unwrap_or_default().to_string())),
                hardware: Hardware::Is(model.clone()),
                facter: None,
            };
            if let Some(release) = &release {
                if lower.contains("bsd") {
                    filter.hardware = Hardware::Is("amd64".into());
                } else if lower.contains("solaris") {
                    filter.hardware = Hardware::Is("i86pc".into());
                } else if lower.contains("aix") {
                    filter.hardware = Hardware::Begins("IBM,");
                    filter.release = Some(Release::Begins(aix_release(release)));
                } else if lower.contains("windows") {
                    filter.hardware = Hardware::Is("x86_64".into());
                    filter.name = lower.clone();
                    let year = release.strip_prefix("Server ").unwrap_or(release);
                    filter.release = Some(Release::Is(year.to_string()));
                } else if lower.contains("amazon") && release == "2" {
                    filter.release = Some(Release::Is("2".into()));
                }
            }
            filters.push(filter);
        }
    }
}

/// Returns how AIX itself writes a release: `7.1` is `7100-`.
fn aix_release(release: &str) -> String {
    match release.split_once('.') {
        Some((major, minor)) => format!("{major}{minor}00-"),
        None => format!("{release}-"),
    }
}

/// Returns what the version of Facter has to begin with: the wanted one, or the newest before it that has this system.
fn facter_prefix(filter: &Filter, known: &[(usize, Arc<FactMap>)], wanted: &str, is_legacy: bool) -> Option<String> {
    let matching: Vec<SystemFacts<'_>> = known
        .iter()
        .filter_map(|(_, facts)| SystemFacts::of(facts, is_legacy))
        .filter(|facts| filter.accepts_system(facts))
        .collect();
    let mut parts = wanted.split('.');
    let exact = format!("{}.{}.", parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    if matching.iter().any(|facts| facts.facter.starts_with(&exact)) {
        return Some(exact);
    }
    let older = matching.iter().map(|facts| facts.facter).filter(|version| compare_versions(version, wanted).is_le());
    older.max_by(|one, other| compare_versions(one, other)).map(str::to_string)
}

/// Names a system as rspec-puppet-facts does, for instance `debian-12-x86_64`.
fn system_name(system: &SystemFacts<'_>) -> String {
    let parts: Vec<&str> = system.release.split('.').collect();
    let release = match system.name {
        "Ubuntu" => parts[..parts.len().min(2)].join("."),
        "OpenBSD" => system.release.to_string(),
        "windows" if system.release.starts_with("10.0.") => "2016".to_string(),
        _ => system.major.unwrap_or(parts[0]).to_string(),
    };
    format!("{}-{release}-{}", system.name.to_lowercase(), system.hardware)
}
