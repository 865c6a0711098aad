//! Attributes of Puppet's own types with values that mostly are mistakes.

use super::prelude::*;

fn is_word_or_string(document: &Document<'_>, at: At) -> bool {
    matches!(document.kind(at), Kind::Name | Kind::DoubleQuoted | Kind::SingleQuoted)
}

pub static FILE_ENSURE: LintCheck = LintCheck::plugin(
    "file_ensure",
    "puppet-lint-file_ensure-check",
    "A file with `ensure => present`, which says neither file, directory nor link.",
    |document, findings| {
        for (resource, value) in attribute_values(document, &["file"], "ensure") {
            if document.value(value) == "present" && is_word_or_string(document, value) {
                let has_target = resource.attributes.iter().any(|name| document.value(*name) == "target");
                let kind = if has_target { "link" } else { "file" };
                let finding = findings.report(document, value, "ensure set to present on file resource");
                finding.target = Target::Replace(value, kind.to_string());
            }
        }
    },
)
.fixed_by(replace);

pub static PACKAGE_ENSURE: LintCheck = LintCheck::plugin(
    "package_ensure",
    "puppet-lint-package_ensure-check",
    "A package with `ensure => latest`: when it changes is decided elsewhere.",
    |document, findings| {
        for (_, value) in attribute_values(document, &["package"], "ensure") {
            if document.value(value) == "latest" && is_word_or_string(document, value) {
                let finding = findings.report(document, value, "ensure set to latest on package resource");
                finding.target = Target::Replace(value, "installed".to_string());
            }
        }
    },
)
.fixed_by(replace);

pub static NO_SYMBOLIC_FILE_MODES: LintCheck = LintCheck::plugin(
    "no_symbolic_file_modes",
    "puppet-lint-no_symbolic_file_modes-check",
    "The `mode` of a file is not four octal digits.",
    |document, findings| {
        for (_, value) in attribute_values(document, &["file"], "mode") {
            let is_computed = matches!(document.kind(value), Kind::Variable | Kind::Undef | Kind::FunctionName);
            let mode = document.value(value);
            let is_octal = mode.len() == 4 && mode.bytes().all(|byte| matches!(byte, b'0'..=b'7'));
            if !is_computed && !is_octal {
                findings.report(document, value, "mode should be four octal digits, not symbolic");
            }
        }
    },
);

pub static WORLD_WRITABLE_FILES: LintCheck = LintCheck::plugin(
    "world_writable_files",
    "puppet-lint-world_writable_files-check",
    "A file whose `mode` lets everybody write to it.",
    |document, findings| {
        for (_, value) in attribute_values(document, &["file"], "mode") {
            let mode = document.value(value);
            let is_number = !mode.is_empty() && mode.bytes().all(|byte| byte.is_ascii_digit());
            if is_number && mode.ends_with(['2', '3', '6', '7']) {
                findings.report(document, value, "file is writable for everybody");
            }
        }
    },
);

pub static NO_FILE_PATH_ATTRIBUTE: LintCheck = LintCheck::plugin(
    "no_file_path_attribute",
    "puppet-lint-no_file_path_attribute-check",
    "A file with a `path`; its title can be the path.",
    |document, findings| {
        for resource in resources_of(document, &["file"]) {
            for name in resource.attributes.iter().copied().filter(|name| document.value(*name) == "path") {
                findings.report(document, name, "file resource with a path; use the path as its title");
            }
        }
    },
);

pub static RECURSE_FILE: LintCheck = LintCheck::plugin(
    "recurse_file",
    "puppet-lint-no_file_path_attribute-check",
    "A file with `recurse` and without a bound by `max_files`, which takes long where the folder has many files.",
    |document, findings| {
        for (resource, value) in attribute_values(document, &["file"], "recurse") {
            if !matches!(document.value(value), "true" | "remote") {
                continue;
            }
            let bound = resource.attributes.iter().copied().find(|name| document.value(*name) == "max_files");
            match bound.and_then(|name| value_of(document, name)) {
                None => {
                    findings.report(document, value, "recurse without a bound; see max_files");
                }
                Some(limit) if matches!(document.source(limit), "0" | "-") => {
                    findings.report(document, limit, "max_files that turns the bound off");
                }
                Some(_) => {}
            }
        }
    },
);

pub static CRON_QUOTED_TIME: LintCheck = LintCheck::plugin(
    "cron_quoted_time",
    "puppet-lint-cron_quoted_time-check",
    "A time of a cron job is a number without quotes.",
    |document, findings| {
        for attribute in ["hour", "minute", "month", "monthday", "weekday"] {
            for (_, value) in attribute_values(document, &["cron"], attribute) {
                if document.kind(value) == Kind::Number {
                    findings.fixable(document, value, "unquoted cron time");
                }
            }
        }
    },
)
.fixed_by(quote);

pub static ALIAS_PARAMETER: LintCheck = LintCheck::plugin(
    "alias_parameter",
    "puppet-lint-alias-check",
    "A resource with an `alias`: references by it work only partly.",
    |document, findings| {
        for resource in document.resources() {
            for name in resource.attributes.iter().copied().filter(|name| document.value(*name) == "alias") {
                findings.report(document, name, "alias of a resource");
            }
        }
    },
);

pub static FILESERVER: LintCheck = LintCheck::plugin(
    "fileserver",
    "puppet-lint-fileserver-check",
    "A file's content comes from the file server; `content => file('module/path')` puts it into the catalog.",
    |document, findings| {
        for (resource, value) in attribute_values(document, &["file", "concat::fragment"], "source") {
            let recurses = resource.attributes.iter().any(|name| document.value(*name) == "recurse");
            let path = document.value(value).strip_prefix("puppet:///modules/");
            let Some(path) = path.filter(|_| !recurses) else { continue };
            let finding = findings.report(document, value, "content from the file server instead of file()");
            if document.kind(value) == Kind::SingleQuoted {
                finding.target = Target::Replace(value, path.to_string());
            }
        }
    },
)
.fixed_by(|draft, target| {
    let Target::Replace(value, path) = target else { return Err(NoFix) };
    let at = draft.position(*value).ok_or(NoFix)?;
    let arrow = draft.previous_code(at).ok_or(NoFix)?;
    let name = draft.previous_code(arrow).ok_or(NoFix)?;
    draft.get_mut(name).ok_or(NoFix)?.value = "content".into();
    let token = draft.get_mut(at).ok_or(NoFix)?;
    token.kind = Kind::Name;
    token.value = format!("file('{path}')").into();
    Ok(())
});
