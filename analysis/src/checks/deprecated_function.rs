//! Functions that are gone from newer releases, or about to be, with what to write instead.

use syntax::Expr;

use super::calls::CallSite;
use super::{Check, CheckContext, Findings};
use crate::definition_index::{DefinitionKind, find_definitions};
use crate::diagnostic::{DiagnosticTag, Fix};
use crate::resolve::functions::ruby_function;

pub const CHECK: Check = Check {
    code: syntax::code!(
        "deprecated-function",
        Names,
        Warning,
        "A function is called that Puppet or stdlib has given up: the `hiera` functions, the `validate_` and `is_` functions \
                    that data types replaced, and names of stdlib that moved below `stdlib::`. A function of the same name in \
                    another module is not meant."
    ),
    run,
};

/// How the call can be written anew.
enum Instead {
    /// No rewriting is certain to mean the same.
    Advice(&'static str),
    /// `f(a)` becomes `a =~ Type`.
    Matches(&'static str),
    /// `has_key(hash, key)` becomes `key in hash`.
    KeyIn,
    /// The name alone changes; with only one argument where it says so.
    Renamed { name: &'static str, only_with_one_argument: bool },
    /// To `stdlib::` and the same name, where the installed stdlib has it.
    BelowStdlib,
}

use Instead::{Advice, BelowStdlib, KeyIn, Matches, Renamed};

const TYPED_PARAMETER: &str = "declare the parameter with a data type, or use assert_type()";

static FUNCTIONS: &[(&str, Instead)] = &[
    ("hiera", Renamed { name: "lookup", only_with_one_argument: true }),
    ("hiera_array", Advice("use lookup() with the merge strategy 'unique'")),
    ("hiera_hash", Advice("use lookup() with the merge strategy 'hash'")),
    ("hiera_include", Advice("use lookup() with the merge strategy 'unique', and include()")),
    ("has_key", KeyIn),
    ("is_array", Matches("Array")),
    ("is_bool", Matches("Boolean")),
    ("is_hash", Matches("Hash")),
    ("is_absolute_path", Advice("compare with the type, as in `$path =~ Stdlib::Absolutepath`")),
    ("is_domain_name", Advice("compare with the type, as in `$name =~ Stdlib::Fqdn`")),
    ("is_email_address", Advice("compare with the type, as in `$address =~ Stdlib::Email`")),
    ("is_float", Advice("compare with the type, as in `$number =~ Float`")),
    ("is_function_available", Advice("use defined()")),
    ("is_integer", Advice("compare with the type, as in `$number =~ Integer`")),
    ("is_ip_address", Advice("compare with the type, as in `$address =~ Stdlib::IP::Address`")),
    ("is_ipv4_address", Advice("compare with the type, as in `$address =~ Stdlib::IP::Address::V4`")),
    ("is_ipv6_address", Advice("compare with the type, as in `$address =~ Stdlib::IP::Address::V6`")),
    ("is_mac_address", Advice("compare with the type, as in `$address =~ Stdlib::MAC`")),
    ("is_numeric", Advice("compare with the type, as in `$number =~ Numeric`")),
    ("is_string", Advice("compare with the type, as in `$text =~ String`")),
    ("validate_absolute_path", Advice("declare the parameter as Stdlib::Absolutepath")),
    ("validate_array", Advice("declare the parameter as Array")),
    ("validate_bool", Advice("declare the parameter as Boolean")),
    ("validate_hash", Advice("declare the parameter as Hash")),
    ("validate_integer", Advice("declare the parameter as Integer, with its bounds")),
    ("validate_ip_address", Advice("declare the parameter as Stdlib::IP::Address")),
    ("validate_ipv4_address", Advice("declare the parameter as Stdlib::IP::Address::V4")),
    ("validate_ipv6_address", Advice("declare the parameter as Stdlib::IP::Address::V6")),
    ("validate_legacy", Advice(TYPED_PARAMETER)),
    ("validate_numeric", Advice("declare the parameter as Numeric, with its bounds")),
    ("validate_re", Advice("declare the parameter as Pattern[…] or Enum[…]")),
    ("validate_slength", Advice("declare the parameter as String[minimum, maximum]")),
    ("validate_string", Advice("declare the parameter as String")),
    ("validate_x509_rsa_key_pair", Advice(TYPED_PARAMETER)),
    ("dig44", Renamed { name: "dig", only_with_one_argument: false }),
    ("private", Renamed { name: "assert_private", only_with_one_argument: false }),
    ("type3x", Advice("use type()")),
    ("hash", Advice("convert with the type, as in `Hash($list)`")),
    ("batch_escape", BelowStdlib),
    ("ensure_packages", BelowStdlib),
    ("fqdn_rand_string", BelowStdlib),
    ("has_interface_with", BelowStdlib),
    ("os_version_gte", BelowStdlib),
    ("parsehocon", BelowStdlib),
    ("powershell_escape", BelowStdlib),
    ("seeded_rand", BelowStdlib),
    ("seeded_rand_string", BelowStdlib),
    ("shell_escape", BelowStdlib),
    ("to_json", BelowStdlib),
    ("to_json_pretty", BelowStdlib),
    ("to_python", BelowStdlib),
    ("to_ruby", BelowStdlib),
    ("to_toml", BelowStdlib),
    ("to_yaml", BelowStdlib),
    ("type_of", BelowStdlib),
    ("validate_domain_name", BelowStdlib),
    ("validate_email_address", BelowStdlib),
];

fn run(context: &CheckContext<'_>, findings: &mut Findings<'_>) {
    for site in context.calls() {
        let Some((name, instead)) = FUNCTIONS.iter().find(|(name, _)| *name == site.name) else { continue };
        if is_of_another_module(context, name) {
            continue;
        }
        let below = format!("stdlib::{name}");
        if matches!(instead, BelowStdlib) && !exists(context, &below) {
            continue;
        }
        let diagnostic = findings.report(context.range(site.name_place), format!("'{name}' is deprecated"));
        diagnostic.tag = Some(DiagnosticTag::Deprecated);
        diagnostic.hint = Some(match instead {
            Advice(advice) => (*advice).to_string(),
            Matches(data_type) => format!("compare with the type: `… =~ {data_type}`"),
            KeyIn => "use `key in hash`".to_string(),
            Renamed { name, .. } => format!("use {name}()"),
            BelowStdlib => format!("use {below}()"),
        });
        diagnostic.fixes.extend(fix(context, site, instead, &below));
    }
}

fn exists(context: &CheckContext<'_>, name: &str) -> bool {
    !find_definitions(context.db, context.environment, context.file, DefinitionKind::Function, name).is_empty()
        || ruby_function(context.db, context.environment, name).is_some()
}

fn is_of_another_module(context: &CheckContext<'_>, name: &str) -> bool {
    if !find_definitions(context.db, context.environment, context.file, DefinitionKind::Function, name).is_empty() {
        return true;
    }
    let file = ruby_function(context.db, context.environment, name);
    file.is_some_and(|file| match file.owner(context.db) {
        crate::inputs::FileOwner::Module { module, .. } => module.name(context.db) != "stdlib",
        _ => true,
    })
}

fn fix(context: &CheckContext<'_>, site: &CallSite, instead: &Instead, below: &str) -> Option<Fix> {
    let replace_name =
        |name: &str| Fix::replace(context.range(site.name_place), name, format!("Replace with {name}()"));
    let replace_call = |new_text: String| {
        let title = format!("Replace with `{new_text}`");
        // A call in a statement's place has no value to replace.
        let is_value = matches!(context.program.expr(site.place), Expr::CallMethod(_))
            || matches!(context.program.expr(site.place), Expr::Call(call) if call.value_required);
        is_value.then(|| Fix::replace(context.range(site.place), new_text, title))
    };
    let argument = |index: usize| site.arguments.get(index).map(|id| context.text(context.range(*id)));
    match instead {
        Advice(_) => None,
        Renamed { name, only_with_one_argument } => {
            (!only_with_one_argument || site.arguments.len() == 1).then(|| replace_name(name))
        }
        BelowStdlib => Some(replace_name(below)),
        Matches(data_type) => match (argument(0), site.arguments.len()) {
            (Some(value), 1) => replace_call(format!("({value} =~ {data_type})")),
            _ => None,
        },
        KeyIn => match (argument(0), argument(1), site.arguments.len()) {
            (Some(hash), Some(key), 2) => replace_call(format!("({key} in {hash})")),
            _ => None,
        },
    }
}
