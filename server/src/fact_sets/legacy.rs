//! The facts of old (`$osfamily`, `$ipaddress`, …), told from the structured ones that replaced them.

use evaluator::Value;
use smol_str::SmolStr;

use super::Facts;

/// Each old name, and where its value stands among the structured facts.
const NAMES: &[(&str, &[&str])] = &[
    ("architecture", &["os", "architecture"]),
    ("domain", &["networking", "domain"]),
    ("fqdn", &["networking", "fqdn"]),
    ("hardwareisa", &["processors", "isa"]),
    ("hardwaremodel", &["os", "hardware"]),
    ("hostname", &["networking", "hostname"]),
    ("id", &["identity", "user"]),
    ("ipaddress", &["networking", "ip"]),
    ("ipaddress6", &["networking", "ip6"]),
    ("lsbdistcodename", &["os", "distro", "codename"]),
    ("lsbdistdescription", &["os", "distro", "description"]),
    ("lsbdistid", &["os", "distro", "id"]),
    ("lsbdistrelease", &["os", "distro", "release", "full"]),
    ("lsbmajdistrelease", &["os", "distro", "release", "major"]),
    ("lsbminordistrelease", &["os", "distro", "release", "minor"]),
    ("macaddress", &["networking", "mac"]),
    ("memoryfree", &["memory", "system", "available"]),
    ("memorysize", &["memory", "system", "total"]),
    ("netmask", &["networking", "netmask"]),
    ("network", &["networking", "network"]),
    ("operatingsystem", &["os", "name"]),
    ("operatingsystemmajrelease", &["os", "release", "major"]),
    ("operatingsystemrelease", &["os", "release", "full"]),
    ("osfamily", &["os", "family"]),
    ("physicalprocessorcount", &["processors", "physicalcount"]),
    ("processorcount", &["processors", "count"]),
    ("rubyplatform", &["ruby", "platform"]),
    ("rubysitedir", &["ruby", "sitedir"]),
    ("rubyversion", &["ruby", "version"]),
    ("selinux", &["os", "selinux", "enabled"]),
    ("uptime", &["system_uptime", "uptime"]),
    ("uptime_days", &["system_uptime", "days"]),
    ("uptime_hours", &["system_uptime", "hours"]),
    ("uptime_seconds", &["system_uptime", "seconds"]),
];

/// The number of bytes below a name, in mebibytes, as the old facts gave it.
const MEBIBYTES: &[(&str, &[&str])] = &[
    ("memoryfree_mb", &["memory", "system", "available_bytes"]),
    ("memorysize_mb", &["memory", "system", "total_bytes"]),
];

/// Adds the old names to a set; facts that are there stay.
pub fn add(facts: &mut Facts) {
    let mut found: Vec<(SmolStr, Value)> = Vec::new();
    for (name, path) in NAMES {
        if let Some(value) = below(facts, path) {
            found.push((SmolStr::new_static(name), value));
        }
    }
    for (name, path) in MEBIBYTES {
        if let Some(Value::Integer(bytes)) = below(facts, path) {
            found.push((SmolStr::new_static(name), Value::Float(bytes as f64 / f64::from(1 << 20))));
        }
    }
    if let Some(Value::Hash(interfaces)) = below(facts, &["networking", "interfaces"]) {
        let names: Vec<&str> = interfaces.keys().filter_map(Value::as_str).collect();
        found.push(("interfaces".into(), Value::string(names.join(","))));
        for (name, interface) in interfaces.iter() {
            let (Some(name), Value::Hash(details)) = (name.as_str(), interface) else { continue };
            for (old, new) in [
                ("ipaddress", "ip"),
                ("macaddress", "mac"),
                ("netmask", "netmask"),
                ("network", "network"),
                ("mtu", "mtu"),
            ] {
                if let Some(value) = details.get(&Value::string(new)) {
                    found.push((SmolStr::new(format!("{old}_{name}")), value.clone()));
                }
            }
        }
    }
    if let Some(Value::Array(models)) = below(facts, &["processors", "models"]) {
        for (index, model) in models.iter().enumerate() {
            found.push((SmolStr::new(format!("processor{index}")), model.clone()));
        }
    }
    for (name, value) in found {
        facts.entry(name).or_insert(value);
    }
}

fn below(facts: &Facts, path: &[&str]) -> Option<Value> {
    let (first, rest) = path.split_first()?;
    let mut value = facts.get(*first)?;
    for key in rest {
        let Value::Hash(entries) = value else { return None };
        value = entries.get(&Value::string(key))?;
    }
    Some(value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_follow_the_structured_facts() {
        let os = Value::hash([(Value::string("family"), Value::string("Debian"))]);
        let mut facts: Facts = [("os".into(), os), ("fqdn".into(), Value::string("kept"))].into_iter().collect();
        add(&mut facts);
        assert_eq!(facts.get("osfamily"), Some(&Value::string("Debian")));
        assert_eq!(facts.get("fqdn"), Some(&Value::string("kept")));
        assert!(!facts.contains_key("ipaddress"));
    }
}
