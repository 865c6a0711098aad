//! Which names the top scope always has: facts, and the variables that Puppet sets itself.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use evaluator::Value;
use evaluator::ruby::plugin_facts::{PluginFact, read_custom_facts, read_external_facts};
use smol_str::SmolStr;

use crate::db::Db;
use crate::inputs::{EnvironmentInput, FileContent, FilesBelow, ModuleInput};

/// Variables that Puppet sets for every node, class or resource.
pub const PUPPET_VARIABLES: &[&str] = &[
    "facts",
    "trusted",
    "server_facts",
    "environment",
    "servername",
    "serverip",
    "serverip6",
    "serverversion",
    "clientcert",
    "clientversion",
    "clientnoop",
    "agent_specified_environment",
    "title",
    "name",
    "module_name",
    "caller_module_name",
    "settings",
    "pe_build",
];

/// Facts of old that Facter still gives under their own names.
pub const LEGACY_FACTS: &[&str] = &[
    "architecture",
    "augeasversion",
    "bios_release_date",
    "bios_vendor",
    "bios_version",
    "blockdevices",
    "boardassettag",
    "boardmanufacturer",
    "boardproductname",
    "boardserialnumber",
    "chassisassettag",
    "chassistype",
    "dhcp_servers",
    "domain",
    "facterversion",
    "filesystems",
    "fqdn",
    "gid",
    "hardwareisa",
    "hardwaremodel",
    "hostname",
    "id",
    "interfaces",
    "ipaddress",
    "ipaddress6",
    "is_virtual",
    "kernel",
    "kernelmajversion",
    "kernelrelease",
    "kernelversion",
    "lsbdistcodename",
    "lsbdistdescription",
    "lsbdistid",
    "lsbdistrelease",
    "lsbmajdistrelease",
    "lsbminordistrelease",
    "lsbrelease",
    "macaddress",
    "manufacturer",
    "memoryfree",
    "memoryfree_mb",
    "memorysize",
    "memorysize_mb",
    "netmask",
    "netmask6",
    "network",
    "network6",
    "operatingsystem",
    "operatingsystemmajrelease",
    "operatingsystemrelease",
    "osfamily",
    "path",
    "physicalprocessorcount",
    "processorcount",
    "productname",
    "ps",
    "puppetversion",
    "rubyplatform",
    "rubysitedir",
    "rubyversion",
    "selinux",
    "selinux_config_mode",
    "selinux_config_policy",
    "selinux_current_mode",
    "selinux_enforced",
    "selinux_policyversion",
    "serialnumber",
    "swapfree",
    "swapfree_mb",
    "swapsize",
    "swapsize_mb",
    "system32",
    "timezone",
    "uniqueid",
    "uptime",
    "uptime_days",
    "uptime_hours",
    "uptime_seconds",
    "uuid",
    "virtual",
    "xendomains",
    "zonename",
    "zones",
    "aio_agent_version",
    "cloud",
    "disks",
    "dmi",
    "ec2_metadata",
    "ec2_userdata",
    "fips_enabled",
    "gce",
    "hypervisors",
    "identity",
    "is_pe",
    "ldom",
    "load_averages",
    "memory",
    "mountpoints",
    "networking",
    "nim_type",
    "os",
    "partitions",
    "processors",
    "ruby",
    "solaris_zones",
    "ssh",
    "sshalgorithm",
    "sshdsakey",
    "sshecdsakey",
    "sshed25519key",
    "sshrsakey",
    "sshfp_dsa",
    "sshfp_ecdsa",
    "sshfp_ed25519",
    "sshfp_rsa",
    "system_profiler",
    "system_uptime",
    "windows_display_version",
    "windows_edition_id",
    "windows_installation_type",
    "windows_product_name",
    "windows_release_id",
    "zfs_featurenumbers",
    "zfs_version",
    "zpool_featureflags",
    "zpool_version",
    "az_metadata",
    "rsc_hostname",
    "scope6",
    "sp_os_version",
];

/// Facts whose names have a part that differs from node to node.
const LEGACY_PREFIXES: &[&str] = &[
    "ipaddress_",
    "ipaddress6_",
    "macaddress_",
    "netmask_",
    "netmask6_",
    "network_",
    "network6_",
    "mtu_",
    "processor",
    "blockdevice_",
    "sp_",
    "sshfp_",
    "ssh",
    "scope6_",
    "lsb",
    "macosx_",
    "zone_",
    "ldom_",
    "ec2_",
    "dhcp",
];

/// True where the top scope has such a variable on every node, or on some.
pub fn is_top_scope_name(db: &dyn Db, environment: EnvironmentInput, name: &str) -> bool {
    PUPPET_VARIABLES.contains(&name)
        || LEGACY_FACTS.contains(&name)
        || LEGACY_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || db.workspace().fact_sets(db).iter().any(|set| set.facts.contains_key(name))
        || custom_facts(db, environment).contains(name)
}

/// The facts that the modules of an environment bring.
#[salsa::tracked(returns(clone))]
pub fn custom_facts(db: &dyn Db, environment: EnvironmentInput) -> Arc<BTreeSet<SmolStr>> {
    let modules = environment.modules(db);
    let names = |module: &ModuleInput| -> Vec<SmolStr> {
        module_facts(db, *module).iter().map(|fact| SmolStr::new(&fact.name)).collect()
    };
    let own = environment_facts(db, environment);
    let own = own.iter().map(|fact| SmolStr::new(&fact.name));
    Arc::new(modules.iter().flat_map(names).chain(own).collect())
}

/// The facts that agents of an environment have besides Facter's own: known where a file gives the value, else unknown.
#[salsa::tracked(returns(clone), no_eq)]
pub fn plugin_fact_values(db: &dyn Db, environment: EnvironmentInput) -> Arc<BTreeMap<SmolStr, Value>> {
    let mut values: BTreeMap<SmolStr, Value> = BTreeMap::new();
    let mut add = |facts: &[PluginFact], source: &str| {
        for fact in facts {
            let unknown = || Value::unknown(format!("the fact {} is found on the agent, by {source}", fact.name), None);
            values.entry(SmolStr::new(&fact.name)).or_insert_with(|| fact.value.clone().unwrap_or_else(unknown));
        }
    };
    for module in environment.modules(db).iter() {
        add(&module_facts(db, *module), &format!("the module {}", module.name(db)));
    }
    add(&environment_facts(db, environment), "the environment");
    Arc::new(values)
}

/// How the facts of a file are read, by its name and text.
type ReadFacts = fn(&str, &str) -> Vec<PluginFact>;

/// The facts that one module brings, custom and external ones, with their documentation, by name.
#[salsa::tracked(returns(clone))]
pub fn module_facts(db: &dyn Db, module: ModuleInput) -> Arc<Vec<PluginFact>> {
    facts_below(db, [module.files_around(db, "lib/facter"), module.files_around(db, "facts.d")])
}

/// The facts that an environment brings itself.
#[salsa::tracked(returns(clone))]
fn environment_facts(db: &dyn Db, environment: EnvironmentInput) -> Arc<Vec<PluginFact>> {
    facts_below(db, [environment.files_around(db, "lib/facter"), environment.files_around(db, "facts.d")])
}

fn facts_below(db: &dyn Db, folders: [FilesBelow; 2]) -> Arc<Vec<PluginFact>> {
    let mut facts: BTreeMap<String, PluginFact> = BTreeMap::new();
    for (path, file) in folders.iter().flat_map(|files| files.iter()) {
        let custom = path.strip_prefix("lib/facter/").filter(|name| !name.contains('/') && name.ends_with(".rb"));
        let (name, read): (&str, ReadFacts) = match (custom, path.strip_prefix("facts.d/")) {
            (Some(name), _) => (name, read_custom_facts),
            (None, Some(name)) => (name, read_external_facts),
            (None, None) => continue,
        };
        let found = match crate::queries::content(db, *file) {
            FileContent::Text(text) => read(name, &text),
            _ => read(name, ""),
        };
        for fact in found {
            facts.entry(fact.name.clone()).or_insert(fact);
        }
    }
    Arc::new(facts.into_values().collect())
}
