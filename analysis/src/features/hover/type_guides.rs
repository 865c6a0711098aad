//! What the resource types of Puppet are for, longer than the table of their attributes says it, and where to read on.

use evaluator::resource_types::{AttributeKind, ResourceTypeInfo};

use crate::features::completion::usual;

/// Pages about Puppet's own types.
const REFERENCE: &str = "https://www.puppet.com/docs/puppet/8/types";
/// Pages of the modules that types moved to.
const FORGE: &str = "https://forge.puppet.com/modules";

/// Each type with what to know before it is used, and an example.
const GUIDES: &[(&str, &str, &str)] = &[
    (
        "cron",
        "The title is a name of your own. What is left out of `minute`, `hour`, `weekday`, `monthday` and `month` is `*`. \
         Puppet recognises its jobs by a comment in the crontab and leaves others alone.",
        "cron { 'backup':\n  command => '/usr/local/bin/backup',\n  user    => 'root',\n  hour    => 2,\n  minute  => 0,\n}",
    ),
    (
        "exec",
        "Commands run on every run of the agent, so say when they need not: `creates` names a file that the command makes, \
         `unless` and `onlyif` are commands whose exit code decides, `refreshonly` waits for a notification. The command \
         needs a full path, or `path`.",
        "exec { 'reload units':\n  command     => 'systemctl daemon-reload',\n  path        => ['/usr/bin', '/bin'],\n  refreshonly => true,\n}",
    ),
    (
        "file",
        "The title is the path. `content` and `source` both say what is in a file, one of them at a time; `source` can name a \
         file of a module as `puppet:///modules/NAME/PATH`. With `recurse` and `purge` a folder loses the files that the \
         catalog does not have. Folders above, the owner and the group are required without being named.",
        "file { '/etc/app.conf':\n  ensure  => file,\n  owner   => 'root',\n  group   => 'root',\n  mode    => '0644',\n  content => epp('app/app.conf.epp'),\n}",
    ),
    (
        "group",
        "The title is the group's name. Members are better given to `user`, with `groups`.",
        "group { 'deploy':\n  ensure => present,\n  gid    => 2000,\n}",
    ),
    (
        "host",
        "The title is the host's name; `host_aliases` has its other names.",
        "host { 'db.example.com':\n  ip           => '10.0.0.5',\n  host_aliases => ['db'],\n}",
    ),
    (
        "mount",
        "The title is where it is mounted. `mounted` has it in the table and in use, `unmounted` in the table only, `present` \
         in the table whether it is in use or not.",
        "mount { '/srv':\n  ensure  => mounted,\n  device  => '/dev/vg0/srv',\n  fstype  => 'ext4',\n  options => 'noatime',\n}",
    ),
    (
        "notify",
        "Counts as a change on every run, so reports are never clean while one is there. `notice()` logs on the server instead.",
        "notify { 'a message': }",
    ),
    (
        "package",
        "The title is the package's name; `ensure` can also be a version. The provider follows from the operating system, or \
         is named for packages of a language, as `pip` or `gem`.",
        "package { 'nginx':\n  ensure => installed,\n}",
    ),
    (
        "resources",
        "With `purge` every resource of the named type is removed that the catalog does not have. Try it with `noop` first.",
        "resources { 'host':\n  purge => true,\n}",
    ),
    (
        "service",
        "`ensure` is about now, `enable` about the next start of the machine: most services want both. A service that is \
         notified by another resource is restarted.",
        "service { 'nginx':\n  ensure  => running,\n  enable  => true,\n  require => Package['nginx'],\n}",
    ),
    (
        "ssh_authorized_key",
        "The title is a comment that tells keys apart. `key` is the middle part of a public key file, without type and comment.",
        "ssh_authorized_key { 'ada@laptop':\n  ensure => present,\n  user   => 'ada',\n  type   => 'ssh-ed25519',\n  key    => 'AAAA…',\n}",
    ),
    (
        "user",
        "`managehome` makes and removes the home folder. `password` is the encrypted one, best given as `Sensitive`. With \
         `groups` and `membership => inclusive` the user leaves all other groups.",
        "user { 'deploy':\n  ensure     => present,\n  uid        => 2000,\n  home       => '/home/deploy',\n  shell      => '/bin/bash',\n  managehome => true,\n}",
    ),
    (
        "yumrepo",
        "The title is the repository's id. One of `baseurl` and `mirrorlist` says where it is.",
        "yumrepo { 'app':\n  descr    => 'The packages of the app',\n  baseurl  => 'https://packages.example.com/el9',\n  enabled  => '1',\n  gpgcheck => '1',\n}",
    ),
];

/// Returns the guide to a type, its attributes with the most used first, and the link to its reference.
pub fn of_type(info: &ResourceTypeInfo) -> String {
    let mut text = String::new();
    if let Some((_, guide, example)) = GUIDES.iter().find(|(name, ..)| *name == info.name) {
        text += &format!("\n{guide}\n\n```puppet\n{example}\n```\n");
    }
    let mut attributes: Vec<_> = info.attributes.iter().collect();
    attributes.sort_by_key(|attribute| usual::attribute(&info.name, &attribute.name));
    if !attributes.is_empty() {
        text += "\nAttributes:\n";
    }
    for attribute in attributes {
        text += &format!("\n- `{}`: {}", attribute.name, attribute.documentation);
    }
    text += "\n";
    text + &reference(info, None)
}

/// Returns what kind of attribute it is, and the link to its reference.
pub fn of_attribute(info: &ResourceTypeInfo, name: &str) -> String {
    let kind = info.attribute(name).map(|attribute| match attribute.kind {
        AttributeKind::Property => "\nA property: Puppet compares it with the system and changes it there.\n",
        AttributeKind::Parameter => "\nA parameter: it says how Puppet manages the resource.\n",
    });
    kind.unwrap_or_default().to_string() + &reference(info, Some(name))
}

fn reference(info: &ResourceTypeInfo, attribute: Option<&str>) -> String {
    // Types of modules in the workspace are not in the table.
    if evaluator::resource_types::builtin(&info.name).is_none() {
        return String::new();
    }
    let anchor = attribute.map(|name| format!("#{}-attribute-{name}", info.name)).unwrap_or_default();
    match &info.module {
        Some(module) => format!("\n[Reference]({FORGE}/puppetlabs/{})\n", module.trim_start_matches("puppetlabs-")),
        None => format!("\n[Reference]({REFERENCE}/{}.html{anchor})\n", info.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_guide_is_about_a_type_and_its_example_can_be_read() {
        for (name, _, example) in GUIDES {
            assert!(evaluator::resource_types::builtin(name).is_some(), "{name}");
            assert!(syntax::parse(example, &syntax::ParseOptions::default()).problems().is_empty(), "{name}");
        }
    }

    #[test]
    fn attributes_and_links() {
        let info = evaluator::resource_types::builtin("service").expect("a type");
        let text = of_type(info);
        assert!(text.contains("- `ensure`: ") && text.contains("types/service.html"), "{text}");
        assert!(text.find("`ensure`:") < text.find("`binary`:"));
    }
}
