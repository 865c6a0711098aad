//! What most manifests use, best first: names that come before others where nothing else decides. Only tables.

/// The place of an item that no table has, among those that have one.
pub const LAST: u16 = 900;

/// Attributes by their type; of every type those under `""` come next.
const ATTRIBUTES: &[(&str, &[&str])] = &[
    ("cron", &["ensure", "command", "user", "minute", "hour", "weekday", "monthday", "month", "environment"]),
    (
        "exec",
        &[
            "command",
            "path",
            "unless",
            "onlyif",
            "creates",
            "refreshonly",
            "cwd",
            "user",
            "environment",
            "timeout",
            "provider",
        ],
    ),
    ("file", &["ensure", "owner", "group", "mode", "content", "source", "target", "recurse", "purge", "force", "path"]),
    ("group", &["ensure", "gid", "system", "members"]),
    ("host", &["ensure", "ip", "host_aliases"]),
    ("mount", &["ensure", "device", "fstype", "options", "atboot"]),
    ("notify", &["message"]),
    ("package", &["ensure", "name", "provider", "source", "install_options"]),
    ("service", &["ensure", "enable", "name", "hasrestart", "hasstatus", "provider", "restart"]),
    ("ssh_authorized_key", &["ensure", "user", "type", "key"]),
    ("user", &["ensure", "uid", "gid", "home", "shell", "managehome", "groups", "password", "comment", "system"]),
    ("yumrepo", &["ensure", "descr", "baseurl", "mirrorlist", "enabled", "gpgcheck", "gpgkey"]),
    ("", &["ensure", "name", "provider"]),
];

const METAPARAMETERS: &[&str] = &["require", "notify", "before", "subscribe", "tag"];

/// Values in place of which others are seldom meant.
const VALUES: &[&str] = &["running", "file", "installed", "present", "mounted", "true", "directory", "link", "latest"];

/// Modes of files, the most frequent first.
pub const MODES: &[&str] = &["0644", "0755", "0600", "0640", "0750", "0700", "0400", "0440", "0444"];

const FACTS: &[&str] = &[
    "os",
    "networking",
    "kernel",
    "processors",
    "memory",
    "virtual",
    "is_virtual",
    "mountpoints",
    "disks",
    "partitions",
    "system_uptime",
    "timezone",
    "identity",
    "ssh",
    "ruby",
    "puppetversion",
];

/// Parts of facts.
const FACT_KEYS: &[&str] =
    &["family", "name", "release", "major", "full", "fqdn", "hostname", "ip", "domain", "architecture", "distro"];

const TYPES: &[&str] = &[
    "String",
    "Integer",
    "Boolean",
    "Optional",
    "Array",
    "Hash",
    "Enum",
    "Variant",
    "Pattern",
    "Struct",
    "Sensitive",
    "Float",
    "Numeric",
    "Tuple",
    "Any",
    "Undef",
    "NotUndef",
    "Data",
    "Scalar",
    "Regexp",
    "Type",
    "Callable",
];

const FUNCTIONS: &[&str] = &[
    "include",
    "contain",
    "split",
    "join",
    "each",
    "map",
    "filter",
    "reduce",
    "epp",
    "template",
    "lookup",
    "upcase",
    "downcase",
    "capitalize",
    "strip",
    "regsubst",
    "match",
    "length",
    "empty",
    "dig",
    "get",
    "keys",
    "values",
    "flatten",
    "unique",
    "sort",
    "any",
    "all",
    "index",
    "sprintf",
    "notice",
    "warning",
    "fail",
    "create_resources",
    "ensure_packages",
    "file",
    "defined",
    "versioncmp",
    "merge",
    "assert_type",
    "require",
];

fn place(table: &[&str], name: &str) -> u16 {
    table.iter().position(|known| *known == name).map_or(LAST, |at| at as u16)
}

pub fn attribute(type_name: &str, name: &str) -> u16 {
    let of = |wanted: &str| ATTRIBUTES.iter().find(|(known, _)| *known == wanted).map(|(_, names)| place(names, name));
    match of(type_name) {
        Some(found) if found != LAST => found,
        _ => of("").filter(|found| *found != LAST).map_or(LAST, |found| found + 50),
    }
}

pub fn metaparameter(name: &str) -> u16 {
    place(METAPARAMETERS, name)
}

pub fn fact(name: &str) -> u16 {
    place(FACTS, name)
}

pub fn fact_key(name: &str) -> u16 {
    place(FACT_KEYS, name)
}

pub fn data_type(name: &str) -> u16 {
    place(TYPES, name)
}

pub fn function(name: &str) -> u16 {
    place(FUNCTIONS, name)
}

/// Puts the values that an attribute accepts into the order in which they are meant; `true` and `false` come last where they
/// only stand for words.
pub fn sort_values(attribute: &str, values: &mut [String]) {
    let is_boolean = |value: &String| value == "true" || value == "false";
    let has_words = attribute == "ensure" && !values.iter().all(is_boolean);
    values.sort_by_key(|value| (has_words && is_boolean(value), place(VALUES, value.trim_matches('\''))));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sane_values_come_first() {
        let sorted = |attribute: &str, values: &[&str]| {
            let mut values: Vec<String> = values.iter().map(|value| value.to_string()).collect();
            sort_values(attribute, &mut values);
            values.join(" ")
        };
        assert_eq!(sorted("ensure", &["stopped", "false", "running", "true"]), "running stopped true false");
        assert_eq!(sorted("ensure", &["absent", "false", "file", "present"]), "file present absent false");
        assert_eq!(sorted("enable", &["false", "true", "manual"]), "true false manual");
    }

    #[test]
    fn attributes_of_the_type_come_before_those_of_every_type() {
        assert!(attribute("exec", "command") < attribute("exec", "ensure"));
        assert_eq!(attribute("web::site", "port"), LAST);
    }
}
