//! The modules with resource types that come with an agent's package (`vendormoduledir`), by edition.
//!
//! `puppet-agent` and `openvox-agent` bring the same ten in every version since 6. Puppet 4, whose language the specification
//! is, has all of these types in itself.

use super::Edition;

const ALL: &[Edition] = &Edition::ALL;
const SPEC: &[Edition] = &[Edition::Spec4x];

/// A module that needs no installing.
pub struct VendoredModule {
    pub name: &'static str,
    pub editions: &'static [Edition],
}

const fn module(name: &'static str, editions: &'static [Edition]) -> VendoredModule {
    VendoredModule { name, editions }
}

/// All of them. A new one is one row here, its types one entry each in `data/resource_types.json`.
pub static VENDORED_MODULES: &[VendoredModule] = &[
    module("augeas_core", ALL),
    module("cron_core", ALL),
    module("host_core", ALL),
    // No package has it; people rely on it as on the others, and a type too many is better than a false error.
    module("mailalias_core", ALL),
    module("mount_core", ALL),
    module("scheduled_task", ALL),
    module("selinux_core", ALL),
    module("sshkeys_core", ALL),
    module("yumrepo_core", ALL),
    module("zfs_core", ALL),
    module("zone_core", ALL),
    module("k5login_core", SPEC),
    module("macdslocal_core", SPEC),
    module("maillist_core", SPEC),
];

impl Edition {
    /// Whether a module comes with the agent.
    pub fn vendors(self, module: &str) -> bool {
        VENDORED_MODULES.iter().any(|known| known.name == module && known.editions.contains(&self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource_types;

    #[test]
    fn each_module_has_types_and_each_type_of_a_module_has_a_row() {
        let modules: Vec<&str> = resource_types::all().iter().filter_map(|info| info.module.as_deref()).collect();
        for module in VENDORED_MODULES {
            assert!(modules.contains(&module.name), "{} has no type", module.name);
        }
        for module in modules {
            assert!(VENDORED_MODULES.iter().any(|known| known.name == module), "{module} has no row");
        }
    }

    #[test]
    fn what_left_puppet_for_good_is_in_no_package() {
        assert!(Edition::Puppet8.vendors("cron_core") && Edition::Spec4x.vendors("k5login_core"));
        assert!(!Edition::Puppet8.vendors("k5login_core") && !Edition::Puppet7.vendors("maillist_core"));
    }
}
