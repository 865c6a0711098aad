//! Files of modules are below `modules/`.

use super::prelude::*;

pub static CHECK: LintCheck = LintCheck {
    name: "puppet_url_without_modules",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "A `puppet://` URL whose path does not begin with `modules/`.",
    run,
    fix: Some(fix),
};

const SCHEME: &str = "puppet://";

fn run(document: &Document<'_>, findings: &mut Findings) {
    for string in document.of_kinds(&[Kind::SingleQuoted, Kind::DoubleQuoted, Kind::StringStart]) {
        let Some(rest) = document.value(string).strip_prefix(SCHEME) else { continue };
        let path = rest.split_once('/').map(|(_, path)| path);
        if !path.is_some_and(|path| path.starts_with("modules/")) {
            findings.fixable(document, string, "puppet:// URL without modules/ found");
        }
    }
}

fn fix(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
    let Target::Token(string) = target else { return Err(NoFix) };
    let token = draft.token_mut(*string).ok_or(NoFix)?;
    // Without a path there is nothing to put it before.
    let Some(server_end) = token.value.get(SCHEME.len()..).and_then(|rest| rest.find('/')) else { return Ok(()) };
    let (server, path) = token.value.split_at(SCHEME.len() + server_end + 1);
    token.value = format!("{server}modules/{path}").into();
    Ok(())
}
