//! Fact sets that come with the program: one row for each kind of node, structured facts as Facter names them.

use std::sync::Arc;

use analysis::{Edition, FactSet};
use evaluator::Value;
use evaluator::edition::{Rule, Rules};
use smol_str::SmolStr;

use super::Facts;

/// One kind of node.
struct Row {
    name: &'static str,
    os: &'static str,
    family: &'static str,
    full: &'static str,
    major: &'static str,
    codename: &'static str,
    description: &'static str,
    kernel: &'static str,
    kernel_release: &'static str,
    init: &'static str,
    interface: &'static str,
    /// As packages name it: `amd64` or `x86_64`.
    architecture: &'static str,
    selinux: bool,
}

const LINUX: Row = Row {
    name: "",
    os: "",
    family: "",
    full: "",
    major: "",
    codename: "",
    description: "",
    kernel: "Linux",
    kernel_release: "6.1.0-25-amd64",
    init: "systemd",
    interface: "eth0",
    architecture: "x86_64",
    selinux: false,
};

/// The first is the default.
static ROWS: &[Row] = &[
    Row {
        name: "debian-12",
        os: "Debian",
        family: "Debian",
        full: "12.7",
        major: "12",
        codename: "bookworm",
        description: "Debian GNU/Linux 12 (bookworm)",
        architecture: "amd64",
        ..LINUX
    },
    Row {
        name: "debian-11",
        os: "Debian",
        family: "Debian",
        full: "11.11",
        major: "11",
        codename: "bullseye",
        description: "Debian GNU/Linux 11 (bullseye)",
        kernel_release: "5.10.0-32-amd64",
        architecture: "amd64",
        ..LINUX
    },
    Row {
        name: "debian-13",
        os: "Debian",
        family: "Debian",
        full: "13.1",
        major: "13",
        codename: "trixie",
        description: "Debian GNU/Linux 13 (trixie)",
        kernel_release: "6.12.41-amd64",
        architecture: "amd64",
        ..LINUX
    },
    Row {
        name: "ubuntu-22.04",
        os: "Ubuntu",
        family: "Debian",
        full: "22.04",
        major: "22.04",
        codename: "jammy",
        description: "Ubuntu 22.04.5 LTS",
        kernel_release: "5.15.0-122-generic",
        architecture: "amd64",
        ..LINUX
    },
    Row {
        name: "ubuntu-24.04",
        os: "Ubuntu",
        family: "Debian",
        full: "24.04",
        major: "24.04",
        codename: "noble",
        description: "Ubuntu 24.04.1 LTS",
        kernel_release: "6.8.0-45-generic",
        architecture: "amd64",
        ..LINUX
    },
    Row {
        name: "rocky-8",
        os: "Rocky",
        family: "RedHat",
        full: "8.10",
        major: "8",
        codename: "Green Obsidian",
        description: "Rocky Linux 8.10 (Green Obsidian)",
        kernel_release: "4.18.0-553.el8_10.x86_64",
        selinux: true,
        ..LINUX
    },
    Row {
        name: "rocky-9",
        os: "Rocky",
        family: "RedHat",
        full: "9.4",
        major: "9",
        codename: "Blue Onyx",
        description: "Rocky Linux 9.4 (Blue Onyx)",
        kernel_release: "5.14.0-427.el9.x86_64",
        selinux: true,
        ..LINUX
    },
    Row {
        name: "almalinux-9",
        os: "AlmaLinux",
        family: "RedHat",
        full: "9.4",
        major: "9",
        codename: "Seafoam Ocelot",
        description: "AlmaLinux 9.4 (Seafoam Ocelot)",
        kernel_release: "5.14.0-427.el9.x86_64",
        selinux: true,
        ..LINUX
    },
    Row {
        name: "almalinux-10",
        os: "AlmaLinux",
        family: "RedHat",
        full: "10.0",
        major: "10",
        codename: "Purple Lion",
        description: "AlmaLinux 10.0 (Purple Lion)",
        kernel_release: "6.12.0-55.el10.x86_64",
        selinux: true,
        ..LINUX
    },
    Row {
        name: "redhat-9",
        os: "RedHat",
        family: "RedHat",
        full: "9.4",
        major: "9",
        codename: "Plow",
        description: "Red Hat Enterprise Linux 9.4 (Plow)",
        kernel_release: "5.14.0-427.el9.x86_64",
        selinux: true,
        ..LINUX
    },
    Row {
        name: "amazon-2023",
        os: "Amazon",
        family: "RedHat",
        full: "2023",
        major: "2023",
        codename: "n/a",
        description: "Amazon Linux 2023",
        kernel_release: "6.1.109-118.189.amzn2023.x86_64",
        ..LINUX
    },
    Row {
        name: "sles-15",
        os: "SLES",
        family: "Suse",
        full: "15.6",
        major: "15",
        codename: "n/a",
        description: "SUSE Linux Enterprise Server 15 SP6",
        kernel_release: "6.4.0-150600.23-default",
        ..LINUX
    },
    Row {
        name: "windows-2022",
        os: "windows",
        family: "windows",
        full: "2022",
        major: "2022",
        codename: "",
        description: "Windows Server 2022",
        kernel: "windows",
        kernel_release: "10.0.20348",
        init: "",
        interface: "Ethernet",
        architecture: "x64",
        ..LINUX
    },
    Row {
        name: "macos-14",
        os: "Darwin",
        family: "Darwin",
        full: "23.6.0",
        major: "23",
        codename: "",
        description: "macOS 14.6",
        kernel: "Darwin",
        kernel_release: "23.6.0",
        init: "launchd",
        interface: "en0",
        ..LINUX
    },
];

pub fn builtin_names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.name)
}

pub fn builtin(name: &str, edition: Edition) -> Option<FactSet> {
    let row = ROWS.iter().find(|row| row.name == name)?;
    Some(FactSet { name: SmolStr::new_static(row.name), facts: Arc::new(facts(row, edition)) })
}

fn text(text: &str) -> Value {
    Value::string(text)
}

fn hash<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::hash(entries.map(|(key, value)| (Value::string(key), value)))
}

fn facts(row: &Row, edition: Edition) -> Facts {
    let (hostname, domain) = ("node1", "example.com");
    let fqdn = format!("{hostname}.{domain}");
    let minor = row.full.split_once('.').map_or("", |(_, minor)| minor);
    let release = hash([("full", text(row.full)), ("major", text(row.major)), ("minor", text(minor))]);
    let hardware = if row.kernel == "Darwin" { "arm64" } else { "x86_64" };
    let os = hash([
        ("name", text(row.os)),
        ("family", text(row.family)),
        ("release", release.clone()),
        ("architecture", text(row.architecture)),
        ("hardware", text(hardware)),
        (
            "distro",
            hash([
                ("id", text(row.os)),
                ("codename", text(row.codename)),
                ("description", text(row.description)),
                ("release", release),
            ]),
        ),
        ("selinux", hash([("enabled", Value::Boolean(row.selinux))])),
    ]);
    let (ip, mac, netmask, network) = ("192.0.2.10", "00:00:5e:00:53:0a", "255.255.255.0", "192.0.2.0");
    let binding = hash([("address", text(ip)), ("netmask", text(netmask)), ("network", text(network))]);
    let interface = hash([
        ("ip", text(ip)),
        ("mac", text(mac)),
        ("mtu", Value::from(1500)),
        ("netmask", text(netmask)),
        ("network", text(network)),
        ("bindings", Value::array([binding])),
    ]);
    let networking = hash([
        ("hostname", text(hostname)),
        ("domain", text(domain)),
        ("fqdn", text(&fqdn)),
        ("ip", text(ip)),
        ("mac", text(mac)),
        ("mtu", Value::from(1500)),
        ("netmask", text(netmask)),
        ("network", text(network)),
        ("primary", text(row.interface)),
        ("interfaces", hash([(row.interface, interface)])),
    ]);
    let processors = hash([
        ("count", Value::from(2)),
        ("physicalcount", Value::from(1)),
        ("cores", Value::from(2)),
        ("threads", Value::from(1)),
        ("isa", text(hardware)),
        ("models", Value::array([text("Example CPU"), text("Example CPU")])),
    ]);
    let gigabyte = 1_i64 << 30;
    let memory = hash([(
        "system",
        hash([
            ("total", text("4.00 GiB")),
            ("total_bytes", Value::from(4 * gigabyte)),
            ("available", text("3.00 GiB")),
            ("available_bytes", Value::from(3 * gigabyte)),
            ("used", text("1.00 GiB")),
            ("used_bytes", Value::from(gigabyte)),
            ("capacity", text("25.00%")),
        ]),
    )]);
    let kernel_version = row.kernel_release.split('-').next().unwrap_or(row.kernel_release);
    let kernel_major: Vec<&str> = kernel_version.split('.').take(2).collect();
    let is_windows = row.kernel == "windows";
    let path = if is_windows {
        "C:\\Windows\\system32;C:\\Windows"
    } else {
        "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    };
    let user = if is_windows { "NT AUTHORITY\\SYSTEM" } else { "root" };
    let uptime = hash([
        ("seconds", Value::from(86_400)),
        ("hours", Value::from(24)),
        ("days", Value::from(1)),
        ("uptime", text("1 day")),
    ]);
    let rules = Rules::new(edition, &Default::default());
    let puppet_version = if rules.strict_variables { "8.10.0" } else { "7.34.0" };
    let mut facts: Facts = [
        ("os", os),
        ("networking", networking),
        ("processors", processors),
        ("memory", memory),
        ("kernel", text(row.kernel)),
        ("kernelrelease", text(row.kernel_release)),
        ("kernelversion", text(kernel_version)),
        ("kernelmajversion", text(&kernel_major.join("."))),
        ("identity", hash([("user", text(user)), ("privileged", Value::Boolean(true))])),
        ("is_virtual", Value::Boolean(true)),
        ("virtual", text("kvm")),
        ("hypervisors", hash([("kvm", hash([]))])),
        ("fips_enabled", Value::Boolean(false)),
        ("timezone", text("UTC")),
        ("path", text(path)),
        ("system_uptime", uptime),
        ("puppetversion", text(puppet_version)),
        ("facterversion", text("4.10.0")),
        ("ruby", hash([("version", text("3.2.5")), ("platform", text("x86_64-linux"))])),
        ("clientcert", text(&fqdn)),
        ("clientversion", text(puppet_version)),
    ]
    .into_iter()
    .map(|(name, value)| (SmolStr::new_static(name), value))
    .collect();
    if !row.init.is_empty() {
        facts.insert("service_provider".into(), text(row.init));
        facts.insert("systemd".into(), Value::Boolean(row.init == "systemd"));
    }
    if rules.holds(Rule::LegacyFacts) {
        super::legacy::add(&mut facts);
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_names_its_system() {
        for name in builtin_names() {
            let set = builtin(name, Edition::default()).expect(name);
            for fact in ["os", "networking", "kernel", "processors"] {
                assert!(set.facts.contains_key(fact), "{name} {fact}");
            }
        }
    }
}
