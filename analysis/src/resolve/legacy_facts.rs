//! The flat facts of old, and the structured facts that replaced them. Puppet 8 no longer sends the old ones.

/// Old names with the path of the new fact.
static REPLACEMENTS: &[(&str, &[&str])] = &[
    ("architecture", &["os", "architecture"]),
    ("augeasversion", &["augeas", "version"]),
    ("bios_release_date", &["dmi", "bios", "release_date"]),
    ("bios_vendor", &["dmi", "bios", "vendor"]),
    ("bios_version", &["dmi", "bios", "version"]),
    ("boardassettag", &["dmi", "board", "asset_tag"]),
    ("boardmanufacturer", &["dmi", "board", "manufacturer"]),
    ("boardproductname", &["dmi", "board", "product"]),
    ("boardserialnumber", &["dmi", "board", "serial_number"]),
    ("chassisassettag", &["dmi", "chassis", "asset_tag"]),
    ("chassistype", &["dmi", "chassis", "type"]),
    ("domain", &["networking", "domain"]),
    ("fqdn", &["networking", "fqdn"]),
    ("gid", &["identity", "group"]),
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
    ("lsbrelease", &["os", "distro", "specification"]),
    ("macaddress", &["networking", "mac"]),
    ("macosx_buildversion", &["os", "macosx", "build"]),
    ("macosx_productname", &["os", "macosx", "product"]),
    ("macosx_productversion", &["os", "macosx", "version", "full"]),
    ("macosx_productversion_major", &["os", "macosx", "version", "major"]),
    ("macosx_productversion_minor", &["os", "macosx", "version", "minor"]),
    ("manufacturer", &["dmi", "manufacturer"]),
    ("memoryfree", &["memory", "system", "available"]),
    ("memorysize", &["memory", "system", "total"]),
    ("netmask", &["networking", "netmask"]),
    ("netmask6", &["networking", "netmask6"]),
    ("network", &["networking", "network"]),
    ("network6", &["networking", "network6"]),
    ("operatingsystem", &["os", "name"]),
    ("operatingsystemmajrelease", &["os", "release", "major"]),
    ("operatingsystemrelease", &["os", "release", "full"]),
    ("osfamily", &["os", "family"]),
    ("physicalprocessorcount", &["processors", "physicalcount"]),
    ("processorcount", &["processors", "count"]),
    ("productname", &["dmi", "product", "name"]),
    ("rubyplatform", &["ruby", "platform"]),
    ("rubysitedir", &["ruby", "sitedir"]),
    ("rubyversion", &["ruby", "version"]),
    ("scope6", &["networking", "scope6"]),
    ("selinux", &["os", "selinux", "enabled"]),
    ("selinux_config_mode", &["os", "selinux", "config_mode"]),
    ("selinux_config_policy", &["os", "selinux", "config_policy"]),
    ("selinux_current_mode", &["os", "selinux", "current_mode"]),
    ("selinux_enforced", &["os", "selinux", "enforced"]),
    ("selinux_policyversion", &["os", "selinux", "policy_version"]),
    ("serialnumber", &["dmi", "product", "serial_number"]),
    ("sshdsakey", &["ssh", "dsa", "key"]),
    ("sshecdsakey", &["ssh", "ecdsa", "key"]),
    ("sshed25519key", &["ssh", "ed25519", "key"]),
    ("sshrsakey", &["ssh", "rsa", "key"]),
    ("swapfree", &["memory", "swap", "available"]),
    ("swapsize", &["memory", "swap", "total"]),
    ("system32", &["os", "windows", "system32"]),
    ("uptime", &["system_uptime", "uptime"]),
    ("uptime_days", &["system_uptime", "days"]),
    ("uptime_hours", &["system_uptime", "hours"]),
    ("uptime_seconds", &["system_uptime", "seconds"]),
    ("uuid", &["dmi", "product", "uuid"]),
    ("xendomains", &["xen", "domains"]),
    ("zonename", &["solaris_zones", "current"]),
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
    if let Some((_, path)) = REPLACEMENTS.iter().find(|(old, _)| *old == name) {
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
        assert_eq!(replacement("ipaddress_eth0"), Some(vec!["networking", "interfaces", "eth0", "ip"]));
        assert_eq!(replacement("ipaddress_eth0_1"), None);
        assert_eq!(replacement("kernel"), None);
    }
}
