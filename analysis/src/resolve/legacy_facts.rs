//! The flat facts of old, and the structured facts that replaced them. Puppet 8 no longer sends the old ones.

use syntax::lint::structured_fact;

/// Old names that lint treats in another way; all others are in its table.
static FURTHER_REPLACEMENTS: &[(&str, &[&str])] = &[
    ("scope6", &["networking", "scope6"]),
    ("sshdsakey", &["ssh", "dsa", "key"]),
    ("sshecdsakey", &["ssh", "ecdsa", "key"]),
    ("sshed25519key", &["ssh", "ed25519", "key"]),
    ("sshrsakey", &["ssh", "rsa", "key"]),
    ("zones", &["solaris_zones", "count"]),
];

/// Old names that end in the name of a network interface, with the last part of the new path.
static INTERFACE_FACTS: &[(&str, &str)] = &[
    ("ipaddress_", "ip"),
    ("ipaddress6_", "ip6"),
    ("macaddress_", "mac"),
    ("mtu_", "mtu"),
    ("netmask_", "netmask"),
    ("netmask6_", "netmask6"),
    ("network_", "network"),
    ("network6_", "network6"),
];

/// The path of the structured fact that a flat one became; `None` where it is no old fact, or has no one successor.
pub fn replacement(name: &str) -> Option<Vec<&str>> {
    let further = || FURTHER_REPLACEMENTS.iter().find(|(old, _)| *old == name).map(|(_, path)| *path);
    if let Some(path) = structured_fact(name).or_else(further) {
        return Some(path.to_vec());
    }
    INTERFACE_FACTS.iter().find_map(|(prefix, last)| {
        let interface = name.strip_prefix(prefix)?;
        // `eth0_1` may be `eth0:1` or `eth0.1`.
        (!interface.is_empty() && !interface.contains('_')).then(|| vec!["networking", "interfaces", interface, last])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_have_new_paths() {
        assert_eq!(replacement("osfamily"), Some(vec!["os", "family"]));
        assert_eq!(replacement("sshrsakey"), Some(vec!["ssh", "rsa", "key"]));
        assert_eq!(replacement("ipaddress_eth0"), Some(vec!["networking", "interfaces", "eth0", "ip"]));
        assert_eq!(replacement("ipaddress_eth0_1"), None);
        assert_eq!(replacement("kernel"), None);
    }
}
