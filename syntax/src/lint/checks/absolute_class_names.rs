//! Names of classes need no `::` before them.

use super::prelude::*;

const GEM: &str = "puppet-lint-absolute_classname-check";

pub static INCLUSION: LintCheck = LintCheck::plugin(
    "relative_classname_inclusion",
    GEM,
    "`include ::name`: Puppet looks every class up from the top, so the leading `::` says nothing.",
    include,
)
.fixed_by(without_colons);

pub static REFERENCE: LintCheck = LintCheck::plugin(
    "relative_classname_reference",
    GEM,
    "`Class['::name']`: Puppet looks every class up from the top, so the leading `::` says nothing.",
    |document, findings| {
        for class in document.of_kind(Kind::Type).filter(|at| document.value(*at) == "Class") {
            let open = document.next_code(class).filter(|open| document.kind(*open) == Kind::LeftBracket);
            let Some((open, close)) = open.and_then(|open| Some((open, document.partner(open)?))) else { continue };
            report(document, findings, open + 1..close, "reference to a class with a leading ::");
        }
    },
)
.fixed_by(without_colons);

fn include(document: &Document<'_>, findings: &mut Findings) {
    let message = "class included with a leading ::";
    for at in document.of_kinds(&[Kind::Name, Kind::FunctionName]) {
        if !matches!(document.value(at), "include" | "contain" | "require") {
            continue;
        }
        let Some(first) = document.next_code(at) else { continue };
        match document.kind(first) {
            Kind::FatArrow => {}
            Kind::LeftParen => {
                let close = document.partner(first).unwrap_or(first);
                report(document, findings, first + 1..close, message);
            }
            _ => {
                let end = (first..document.len()).find(|at| document.kind(*at) == Kind::Newline);
                report(document, findings, first..end.unwrap_or(document.len()), message);
            }
        }
    }
    for class in document.of_kind(Kind::Class) {
        let open = document.next_code(class).filter(|open| document.kind(*open) == Kind::LeftBrace);
        let Some(open) = open else { continue };
        let colon = (open..document.len()).find(|at| document.kind(*at) == Kind::Colon);
        report(document, findings, open..colon.unwrap_or(open), message);
    }
    for inherits in document.of_kind(Kind::Inherits) {
        if let Some(parent) = document.next_code(inherits) {
            report(document, findings, parent..parent + 1, message);
        }
    }
}

/// Reports the names in a range that begin with `::`; calls inside of it are left alone.
fn report(document: &Document<'_>, findings: &mut Findings, range: std::ops::Range<At>, message: &'static str) {
    let mut at = range.start;
    while at < range.end {
        match document.kind(at) {
            Kind::Name | Kind::SingleQuoted if document.value(at).starts_with("::") => {
                findings.fixable(document, at, message);
            }
            Kind::LeftParen => at = document.partner(at).unwrap_or(range.end),
            _ => {}
        }
        at += 1;
    }
}

fn without_colons(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
    let Target::Token(name) = target else { return Err(NoFix) };
    let token = draft.token_mut(*name).ok_or(NoFix)?;
    let rest = token.value.strip_prefix("::").ok_or(NoFix)?.to_string();
    token.value = rest.into();
    Ok(())
}
