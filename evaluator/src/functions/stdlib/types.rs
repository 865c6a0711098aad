//! The data types of puppetlabs-stdlib, for environments that do not have the module. Patterns of addresses are put
//! together from their parts.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, OnceLock};

use smol_str::SmolStr;

use crate::types::{AliasType, Type, parse_with};

/// A number from 0 to 255.
macro_rules! octet {
    () => {
        "([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])"
    };
}

/// Four octets with dots.
macro_rules! ipv4 {
    () => {
        concat!(octet!(), r"(\.", octet!(), "){3}")
    };
}

/// Up to four hexadecimal digits.
macro_rules! hextet {
    () => {
        "[[:xdigit:]]{1,4}"
    };
}

/// The length of an IPv6 network's prefix, which may be left out.
macro_rules! ipv6_prefix {
    () => {
        r"(\/(1([01][0-9]|2[0-8])|[1-9][0-9]|[0-9]))?"
    };
}

/// Eight groups.
macro_rules! ipv6_full {
    ($end:expr) => {
        concat!(r"Pattern[/\A", hextet!(), "(:", hextet!(), "){7}", $end, r"\z/]")
    };
}

/// `::` in the place of groups, after so many groups and before at most so many.
macro_rules! ipv6_compressed_at {
    ($before:literal, $after:literal, $end:expr) => {
        concat!(r"/\A(", hextet!(), ":){", $before, "}(:|(:", hextet!(), "){1,", $after, "})", $end, r"\z/")
    };
}

macro_rules! ipv6_compressed {
    ($end:expr) => {
        concat!(
            "Pattern[",
            r"/\A:(:|(:",
            hextet!(),
            "){1,7})",
            $end,
            r"\z/, ",
            ipv6_compressed_at!("1", "6", $end),
            ", ",
            ipv6_compressed_at!("2", "5", $end),
            ", ",
            ipv6_compressed_at!("3", "4", $end),
            ", ",
            ipv6_compressed_at!("4", "3", $end),
            ", ",
            ipv6_compressed_at!("5", "2", $end),
            ", ",
            ipv6_compressed_at!("6", "1", $end),
            ", ",
            r"/\A(",
            hextet!(),
            ":){7}:",
            $end,
            r"\z/]"
        )
    };
}

/// Groups, `::` and an IPv4 address at the end.
macro_rules! ipv6_alternative_at {
    ($before:literal, $after:literal, $end:expr) => {
        concat!(r"/\A(", hextet!(), ":){", $before, "}(:", hextet!(), "){0,", $after, "}:", ipv4!(), $end, r"\z/")
    };
}

macro_rules! ipv6_alternative {
    ($end:expr) => {
        concat!(
            r"Pattern[/\A(",
            hextet!(),
            ":){6}",
            ipv4!(),
            $end,
            r"\z/, ",
            r"/\A(",
            hextet!(),
            ":){5}:",
            ipv4!(),
            $end,
            r"\z/, ",
            ipv6_alternative_at!("4", "1", $end),
            ", ",
            ipv6_alternative_at!("3", "2", $end),
            ", ",
            ipv6_alternative_at!("2", "3", $end),
            ", ",
            ipv6_alternative_at!("1", "4", $end),
            r", /\A:(:",
            hextet!(),
            "){0,5}:",
            ipv4!(),
            $end,
            r"\z/]"
        )
    };
}

/// Names and what they stand for.
const TYPES: &[(&str, &str)] = &[
    ("Stdlib::Absolutepath", "Variant[Stdlib::Windowspath, Stdlib::Unixpath]"),
    ("Stdlib::Base32", r"Pattern[/\A[a-z2-7]+={,6}\z/, /\A[A-Z2-7]+={,6}\z/]"),
    ("Stdlib::Base64", r"Pattern[/\A[a-zA-Z0-9\/\+]+={,2}\z/]"),
    ("Stdlib::CreateResources", "Hash[String[1], Hash[String[1], Any]]"),
    ("Stdlib::Datasize", r"Pattern[/^\d+(?i:[kmgt]b?|b)$/]"),
    ("Stdlib::Dns::Zone", r"Pattern[/\A((([a-zA-Z0-9_]|[a-zA-Z0-9_][a-zA-Z0-9\-_]*[a-zA-Z0-9_])\.)+|\.)\z/]"),
    (
        "Stdlib::Email",
        r"Pattern[/\A[a-zA-Z0-9.!#$%&'*+\/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*\z/]",
    ),
    ("Stdlib::Ensure::File", "Enum['present', 'file', 'directory', 'link', 'absent']"),
    ("Stdlib::Ensure::File::Directory", "Enum['directory', 'absent']"),
    ("Stdlib::Ensure::File::File", "Enum['file', 'absent']"),
    ("Stdlib::Ensure::File::Link", "Enum['link', 'absent']"),
    (
        "Stdlib::Ensure::Package",
        "Variant[Enum['present', 'absent', 'purged', 'disabled', 'installed', 'latest'], String[1]]",
    ),
    ("Stdlib::Ensure::Service", "Enum['stopped', 'running']"),
    (
        "Stdlib::Filemode",
        r"Pattern[/\A(([0-7]{1,4})|(([ugoa]*([-+=]([rwxXst]*|[ugo]))+|[-+=][0-7]+)(,([ugoa]*([-+=]([rwxXst]*|[ugo]))+|[-+=][0-7]+))*))\z/]",
    ),
    (
        "Stdlib::Filesource",
        r"Variant[Stdlib::Absolutepath, Stdlib::HTTPUrl, Pattern[/\Afile:\/\/\/([^\n\/\0]+(\/)?)+\z/, /\Apuppet:\/\/(([\w-]+\.?)+)?\/([^\n\/\0]+(\/)?)+\z/]]",
    ),
    (
        "Stdlib::Fqdn",
        r"Pattern[/\A(([a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9\-]*[a-zA-Z0-9])\.)*([A-Za-z0-9]|[A-Za-z0-9][A-Za-z0-9\-]*[A-Za-z0-9])\z/]",
    ),
    ("Stdlib::HTTPSUrl", r"Pattern[/(?i:\Ahttps:\/\/.*\z)/]"),
    ("Stdlib::HTTPUrl", r"Pattern[/(?i:\Ahttps?:\/\/.*\z)/]"),
    ("Stdlib::Host", "Variant[Stdlib::Fqdn, Stdlib::IP::Address]"),
    ("Stdlib::Http::Method", "Enum['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH']"),
    ("Stdlib::Http::Status", "Integer[100, 599]"),
    ("Stdlib::HttpStatus", "Integer[100, 599]"),
    ("Stdlib::IP::Address", "Variant[Stdlib::IP::Address::V4, Stdlib::IP::Address::V6]"),
    ("Stdlib::IP::Address::CIDR", "Variant[Stdlib::IP::Address::V4::CIDR, Stdlib::IP::Address::V6::CIDR]"),
    ("Stdlib::IP::Address::Nosubnet", "Variant[Stdlib::IP::Address::V4::Nosubnet, Stdlib::IP::Address::V6::Nosubnet]"),
    ("Stdlib::IP::Address::V4", "Variant[Stdlib::IP::Address::V4::CIDR, Stdlib::IP::Address::V4::Nosubnet]"),
    ("Stdlib::IP::Address::V4::CIDR", concat!(r"Pattern[/\A", ipv4!(), r"\/([0-9]|[12][0-9]|3[0-2])\z/]")),
    ("Stdlib::IP::Address::V4::Nosubnet", concat!(r"Pattern[/\A", ipv4!(), r"\z/]")),
    (
        "Stdlib::IP::Address::V6",
        "Variant[Stdlib::IP::Address::V6::Full, Stdlib::IP::Address::V6::Compressed, \
            Stdlib::IP::Address::V6::Alternative, Stdlib::IP::Address::V6::Nosubnet]",
    ),
    ("Stdlib::IP::Address::V6::Alternative", ipv6_alternative!(ipv6_prefix!())),
    (
        "Stdlib::IP::Address::V6::CIDR",
        concat!(
            "Variant[",
            ipv6_full!(r"\/(1([01][0-9]|2[0-8])|[1-9][0-9]|[0-9])"),
            ", ",
            ipv6_compressed!(r"\/(1([01][0-9]|2[0-8])|[1-9][0-9]|[0-9])"),
            ", ",
            ipv6_alternative!(r"\/(1([01][0-9]|2[0-8])|[1-9][0-9]|[0-9])"),
            "]"
        ),
    ),
    ("Stdlib::IP::Address::V6::Compressed", ipv6_compressed!(ipv6_prefix!())),
    ("Stdlib::IP::Address::V6::Full", ipv6_full!(ipv6_prefix!())),
    (
        "Stdlib::IP::Address::V6::Nosubnet",
        "Variant[Stdlib::IP::Address::V6::Nosubnet::Full, Stdlib::IP::Address::V6::Nosubnet::Compressed, \
            Stdlib::IP::Address::V6::Nosubnet::Alternative]",
    ),
    ("Stdlib::IP::Address::V6::Nosubnet::Alternative", ipv6_alternative!("")),
    ("Stdlib::IP::Address::V6::Nosubnet::Compressed", ipv6_compressed!("")),
    ("Stdlib::IP::Address::V6::Nosubnet::Full", ipv6_full!("")),
    (
        "Stdlib::MAC",
        r"Pattern[/\A([0-9A-Fa-f]{2}[:-]){5}([0-9A-Fa-f]{2})\z/, /\A([0-9A-Fa-f]{2}[:-]){19}([0-9A-Fa-f]{2})\z/]",
    ),
    ("Stdlib::ObjectStore", "Variant[Stdlib::ObjectStore::GSUri, Stdlib::ObjectStore::S3Uri]"),
    ("Stdlib::ObjectStore::GSUri", r"Pattern[/\Ags:\/\/.*\z/]"),
    ("Stdlib::ObjectStore::S3Uri", r"Pattern[/\As3:\/\/.*\z/]"),
    ("Stdlib::Port", "Integer[0, 65535]"),
    ("Stdlib::Port::Dynamic", "Integer[49152, 65535]"),
    ("Stdlib::Port::Ephemeral", "Stdlib::Port::Dynamic"),
    ("Stdlib::Port::Privileged", "Integer[1, 1023]"),
    ("Stdlib::Port::Registered", "Stdlib::Port::User"),
    ("Stdlib::Port::Unprivileged", "Integer[1024, 65535]"),
    ("Stdlib::Port::User", "Integer[1024, 49151]"),
    (
        "Stdlib::Syslogfacility",
        "Enum['kern', 'user', 'mail', 'daemon', 'auth', 'syslog', 'lpr', 'news', 'uucp', 'cron', 'authpriv', 'ftp', \
            'ntp', 'security', 'console', 'solaris-cron', 'local0', 'local1', 'local2', 'local3', 'local4', 'local5', \
            'local6', 'local7']",
    ),
    ("Stdlib::Unixpath", r"Pattern[/\A\/([^\n\/\0]+\/*)*\z/]"),
    (
        "Stdlib::Windowspath",
        r"Pattern[/\A(([a-zA-Z]:[\\\/])|([\\\/][\\\/][^\\\/]+[\\\/][^\\\/]+)|([\\\/][\\\/]\?[\\\/][^\\\/]+)).*\z/]",
    ),
    ("Stdlib::Yes_no", r"Pattern[/\A(?i:(yes|no))\z/]"),
    (
        "Stdlib::Compat::Absolute_path",
        r"Variant[Pattern[/^(([a-zA-Z]:[\\\/])|([\\\/][\\\/][^\\\/]+[\\\/][^\\\/]+)|([\\\/][\\\/]\?[\\\/][^\\\/]+))/], Pattern[/^\//]]",
    ),
    ("Stdlib::Compat::Array", "Array[Any]"),
    ("Stdlib::Compat::Bool", "Boolean"),
    ("Stdlib::Compat::Float", r"Variant[Float, Pattern[/^-?(?:(?:[1-9]\d*)|0)(?:\.\d+)(?:[eE]-?\d+)?$/]]"),
    ("Stdlib::Compat::Hash", "Hash[Any, Any]"),
    (
        "Stdlib::Compat::Integer",
        r"Variant[Integer, Pattern[/^-?(?:(?:[1-9]\d*)|0)$/], Array[Variant[Integer, Pattern[/^-?(?:(?:[1-9]\d*)|0)$/]]]]",
    ),
    ("Stdlib::Compat::Ip_address", "Variant[Stdlib::Compat::Ipv4, Stdlib::Compat::Ipv6]"),
    ("Stdlib::Compat::Ipv4", concat!(r"Pattern[/^", ipv4!(), r"(\/(", ipv4!(), r"|[0-9]+))?$/]")),
    ("Stdlib::Compat::Ipv6", "Stdlib::IP::Address::V6"),
    (
        "Stdlib::Compat::Numeric",
        r"Variant[Numeric, Pattern[/^-?(?:(?:[1-9]\d*)|0)(?:\.\d+)?(?:[eE]-?\d+)?$/], Array[Variant[Numeric, Pattern[/^-?(?:(?:[1-9]\d*)|0)(?:\.\d+)?(?:[eE]-?\d+)?$/]]]]",
    ),
    ("Stdlib::Compat::String", "Optional[String]"),
];

/// The names of all types, for completion.
pub fn names() -> impl Iterator<Item = &'static str> {
    TYPES.iter().map(|(name, _)| *name)
}

/// The type of this name, in any case of letters.
pub fn named(name: &str) -> Option<Type> {
    static KNOWN: LazyLock<HashMap<String, (&'static str, OnceLock<Type>)>> =
        LazyLock::new(|| TYPES.iter().map(|(name, _)| (name.to_ascii_lowercase(), (*name, OnceLock::new()))).collect());
    if !name.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("stdlib::")) {
        return None;
    }
    let (name, known) = KNOWN.get(&name.to_ascii_lowercase())?;
    if let Some(known) = known.get() {
        return Some(known.clone());
    }
    let text = TYPES.iter().find(|(candidate, _)| candidate == name).map(|(_, text)| *text)?;
    let resolved = parse_with(text, &mut |inner| named(inner)).ok()?;
    let alias = AliasType { name: SmolStr::new_static(name), resolved: OnceLock::from(resolved) };
    Some(known.get_or_init(|| Type::Alias(Arc::new(alias))).clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::is_instance;
    use crate::value::Value;

    #[test]
    fn every_type_can_be_read() {
        for name in names() {
            assert!(named(name).is_some(), "{name}");
        }
    }

    #[test]
    fn values_are_accepted_and_refused() {
        let cases: &[(&str, &str, bool)] = &[
            ("Stdlib::IP::Address", "10.0.0.1", true),
            ("Stdlib::IP::Address", "10.0.0.1/8", true),
            ("Stdlib::IP::Address::Nosubnet", "10.0.0.1/8", false),
            ("Stdlib::IP::Address", "10.0.0.256", false),
            ("Stdlib::IP::Address::V6", "fe80::1", true),
            ("Stdlib::IP::Address::V6", "::", true),
            ("Stdlib::IP::Address::V6", "1:2:3:4:5:6:7:8", true),
            ("Stdlib::IP::Address::V6", "::ffff:10.0.0.1", true),
            ("Stdlib::IP::Address::V6", "fe80:::1", false),
            ("Stdlib::IP::Address::V6::CIDR", "fe80::/10", true),
            ("Stdlib::IP::Address::V6::CIDR", "fe80::1", false),
            ("Stdlib::Absolutepath", "/etc/hosts", true),
            ("Stdlib::Absolutepath", "C:\\x", true),
            ("Stdlib::Absolutepath", "etc", false),
            ("Stdlib::Filemode", "0644", true),
            ("Stdlib::Filemode", "u=rw,g+r", true),
            ("Stdlib::Filemode", "0999", false),
            ("Stdlib::HTTPUrl", "HTTPS://x", true),
            ("Stdlib::Fqdn", "a.example.com", true),
            ("Stdlib::Email", "a@example.com", true),
            ("Stdlib::MAC", "00:a0:1f:12:7f:a0", true),
        ];
        for (name, text, accepted) in cases {
            let Some(wanted) = named(name) else { panic!("{name}") };
            assert_eq!(is_instance(&wanted, &Value::string(text)), *accepted, "{name} {text}");
        }
    }
}
