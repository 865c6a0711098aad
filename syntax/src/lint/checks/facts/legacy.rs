//! The flat names of facts that structured ones replace. Facts about Facter, nothing else.

/// The flat names and the paths in `$facts` that hold the same.
#[rustfmt::skip]
const RENAMED: &[(&str, &[&str])] = &[
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
    ("selinux", &["os", "selinux", "enabled"]),
    ("selinux_config_mode", &["os", "selinux", "config_mode"]),
    ("selinux_config_policy", &["os", "selinux", "config_policy"]),
    ("selinux_current_mode", &["os", "selinux", "current_mode"]),
    ("selinux_enforced", &["os", "selinux", "enforced"]),
    ("selinux_policyversion", &["os", "selinux", "policy_version"]),
    ("serialnumber", &["dmi", "product", "serial_number"]),
    ("swapencrypted", &["memory", "swap", "encrypted"]),
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
];

/// Flat names without a structured fact that holds exactly the same.
const WITHOUT_REPLACEMENT: &[&str] = &[
    "blockdevices",
    "interfaces",
    "memoryfree_mb",
    "memorysize_mb",
    "sshfp_dsa",
    "sshfp_ecdsa",
    "sshfp_ed25519",
    "sshfp_rsa",
    "swapfree_mb",
    "swapsize_mb",
    "zones",
];

/// The keys of the structured fact that holds the same as a flat one.
pub fn structured_fact(name: &str) -> Option<&'static [&'static str]> {
    let index = RENAMED.binary_search_by_key(&name, |(flat, _)| flat).ok()?;
    RENAMED.get(index).map(|(_, keys)| *keys)
}

/// For a flat name: what to write instead of it, where there is such. `None` for any other name.
pub fn replacement(name: &str) -> Option<Option<String>> {
    if let Some(keys) = structured_fact(name) {
        return Some(Some(path(keys.iter().copied())));
    }
    if WITHOUT_REPLACEMENT.contains(&name) {
        return Some(None);
    }
    numbered(name).map(Some)
}

fn path<'a>(keys: impl Iterator<Item = &'a str>) -> String {
    keys.fold("facts".to_string(), |path, key| path + "['" + key + "']")
}

/// Flat names that hold the name of a device, an interface, a zone or the number of a processor.
fn numbered(name: &str) -> Option<String> {
    let ends_in = |rest: &str, attributes: &[&str]| {
        let (inner, attribute) = rest.rsplit_once('_')?;
        (!inner.is_empty() && attributes.contains(&attribute)).then(|| (inner.to_string(), attribute.to_string()))
    };
    if let Some((device, attribute)) =
        name.strip_prefix("blockdevice_").and_then(|rest| ends_in(rest, &["model", "size", "vendor"]))
    {
        return Some(path(["disks", &device, &attribute].into_iter()));
    }
    if let Some((zone, attribute)) = name
        .strip_prefix("zone_")
        .and_then(|rest| ends_in(rest, &["brand", "id", "iptype", "name", "path", "status", "uuid"]))
    {
        return Some(path(["solaris_zones", "zones", &zone, &attribute].into_iter()));
    }
    let network =
        ["ipaddress6_", "ipaddress_", "macaddress_", "mtu_", "netmask6_", "netmask_", "network6_", "network_"];
    if let Some((attribute, interface)) = network.iter().find_map(|prefix| Some((*prefix, name.strip_prefix(prefix)?)))
    {
        let attribute = attribute.trim_end_matches('_').replace("address", "");
        return Some(path(["networking", "interfaces", interface, &attribute].into_iter()));
    }
    if let Some(number) = name.strip_prefix("processor")
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Some(format!("facts['processors']['models'][{number}]"));
    }
    if let Some(algorithm) = name.strip_prefix("ssh").and_then(|rest| rest.strip_suffix("key"))
        && matches!(algorithm, "dsa" | "ecdsa" | "ed25519" | "rsa")
    {
        return Some(path(["ssh", algorithm, "key"].into_iter()));
    }
    let system_profiler = name.strip_prefix("sp_").map(|rest| path(["system_profiler", rest].into_iter()));
    system_profiler.or_else(|| name.strip_prefix("ldom_").map(|rest| path(["ldom", rest].into_iter())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_for_the_search() {
        assert!(RENAMED.is_sorted());
    }

    #[test]
    fn flat_names_become_paths() {
        let replaced = |name: &str| replacement(name).flatten().unwrap_or_default();
        assert_eq!(replaced("osfamily"), "facts['os']['family']");
        assert_eq!(replaced("ipaddress_eth0"), "facts['networking']['interfaces']['eth0']['ip']");
        assert_eq!(replaced("processor12"), "facts['processors']['models'][12]");
        assert_eq!(replaced("sshrsakey"), "facts['ssh']['rsa']['key']");
        assert_eq!(replacement("interfaces"), Some(None));
        assert_eq!(replacement("os"), None);
    }
}
