//! `provider => yumm`: a provider that neither Puppet nor a module has.

use smol_str::SmolStr;
use syntax::Expr;
use syntax::program::AttributeName;

use crate::checks::{Check, CheckContext, Findings, closest, suggest_word};
use crate::definition_index::canonical_name;
use crate::queries::files_with_prefix;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "unknown-provider",
        Names,
        Warning,
        "A resource is given a provider that its type does not have, and that looks much like one that it has. The agent refuses \
                    such a resource."
    ),
    run,
};

/// The providers of Puppet's own types, and of the modules that come with its agent.
const PROVIDERS: &[(&str, &[&str])] = &[
    ("cron", &["crontab"]),
    ("exec", &["posix", "shell", "windows"]),
    ("file", &["posix", "windows"]),
    ("group", &["aix", "directoryservice", "groupadd", "ldap", "pw", "windows_adsi"]),
    ("host", &["parsed"]),
    ("mount", &["parsed"]),
    (
        "package",
        &[
            "aix",
            "appdmg",
            "apple",
            "apt",
            "aptitude",
            "aptrpm",
            "blastwave",
            "dnf",
            "dnfmodule",
            "dpkg",
            "fink",
            "freebsd",
            "gem",
            "hpux",
            "macports",
            "nim",
            "openbsd",
            "opkg",
            "pacman",
            "pip",
            "pip2",
            "pip3",
            "pkg",
            "pkgdmg",
            "pkgin",
            "pkgng",
            "pkgutil",
            "portage",
            "ports",
            "portupgrade",
            "puppet_gem",
            "puppetserver_gem",
            "rpm",
            "rug",
            "sun",
            "sunfreeware",
            "tdnf",
            "up2date",
            "urpmi",
            "windows",
            "xbps",
            "yum",
            "zypper",
        ],
    ),
    (
        "service",
        &[
            "base",
            "bsd",
            "daemontools",
            "debian",
            "freebsd",
            "gentoo",
            "init",
            "launchd",
            "openbsd",
            "openrc",
            "openwrt",
            "rcng",
            "redhat",
            "runit",
            "service",
            "smf",
            "src",
            "systemd",
            "upstart",
            "windows",
        ],
    ),
    (
        "user",
        &[
            "aix",
            "directoryservice",
            "hpuxuseradd",
            "ldap",
            "openbsd",
            "pw",
            "user_role_add",
            "useradd",
            "windows_adsi",
        ],
    ),
    ("yumrepo", &["inifile"]),
];

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for expr in &context.program.exprs {
        let Expr::Resource(resource) = expr else { continue };
        let Expr::QualifiedName(type_name) = context.program.expr(resource.type_name) else { continue };
        let type_name = canonical_name(type_name);
        for attribute in resource.bodies.iter().flat_map(|body| &body.attributes) {
            if !matches!(&attribute.name, AttributeName::Name(name) if name == "provider") {
                continue;
            }
            let (Expr::String(word) | Expr::QualifiedName(word)) = context.program.expr(attribute.value) else {
                continue;
            };
            let known = providers(context, &type_name);
            if known.iter().any(|known| known == word) {
                continue;
            }
            let Some(similar) = closest(word, known.iter()) else { continue };
            let range = context.range(attribute.value);
            let diagnostic = findings.report(range, format!("'{word}' is not a provider of {type_name}"));
            suggest_word(context, diagnostic, range, similar);
        }
    }
}

/// Returns the providers of a type, those of modules too.
fn providers(context: &CheckContext<'_>, type_name: &str) -> Vec<SmolStr> {
    let builtin = PROVIDERS.iter().find(|(name, _)| *name == type_name).map_or(&[][..], |(_, providers)| *providers);
    let mut known: Vec<SmolStr> = builtin.iter().map(|name| SmolStr::new_static(name)).collect();
    let folder = format!("lib/puppet/provider/{type_name}/");
    for module in context.environment.modules(context.db).iter() {
        let files = module.files(context.db);
        let names = files_with_prefix(&files, &folder).filter_map(|(path, _)| path.strip_prefix(folder.as_str()));
        known.extend(names.filter_map(|name| name.strip_suffix(".rb")).map(SmolStr::new));
    }
    known
}
