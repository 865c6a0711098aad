//! Facts are read from `$facts`, by their structured names.

mod legacy;

pub use legacy::structured_fact;

use super::prelude::*;

pub static LEGACY_FACTS: LintCheck = LintCheck::plugin(
    "legacy_facts",
    "puppet-lint-legacy_facts-check",
    "A fact by its old flat name, for instance `$facts['osfamily']`, which Puppet 8 does not set any more.",
    |document, findings| {
        for variable in document.of_kinds(&[Kind::Variable, Kind::UnenclosedVariable]) {
            let Some(name) = fact_name(document, variable) else { continue };
            if let Some(replacement) = legacy::replacement(name) {
                let finding = findings.report(document, variable, format!("legacy fact '{name}'"));
                if let Some(structured) = replacement {
                    finding.target = Target::Replace(variable, structured);
                }
            }
        }
    },
)
.fixed_by(fix_legacy_fact);

pub static TOP_SCOPE_FACTS: LintCheck = LintCheck::plugin(
    "top_scope_facts",
    "puppet-lint-top_scope_facts-check",
    "A fact as a variable of the top scope, `$::name`; `$facts['name']` cannot be mistaken for a variable.",
    |document, findings| {
        for variable in document.of_kinds(&[Kind::Variable, Kind::UnenclosedVariable]) {
            let Some(name) = document.value(variable).strip_prefix("::") else { continue };
            let (name, index) = name.split_at(name.find('[').unwrap_or(name.len()));
            let is_known = matches!(name, "facts" | "trusted") || legacy::replacement(name).is_some();
            if !name.contains("::") && !is_known {
                let finding = findings.report(document, variable, "fact of the top scope instead of the facts hash");
                finding.target = Target::Replace(variable, format!("facts['{name}']{index}"));
            }
        }
    },
)
.fixed_by(replace);

pub static TOPSCOPE_VARIABLE: LintCheck = LintCheck::plugin(
    "topscope_variable",
    "puppet-lint-topscope-variable-check",
    "A variable of a class with `::` before it; the name of the class is looked up from the top anyway.",
    |document, findings| {
        if document.classes_and_defines().next().is_none() {
            return;
        }
        for variable in document.of_kind(Kind::Variable) {
            let Some(name) = document.value(variable).strip_prefix("::").filter(|name| name.contains("::")) else {
                continue;
            };
            let message = format!("use ${name} instead of $::{name}");
            findings.report(document, variable, message).target = Target::Replace(variable, name.to_string());
        }
    },
)
.fixed_by(replace);

/// The name of the fact that a variable is: `$facts['name']`, `$::name`.
fn fact_name<'a>(document: &Document<'a>, variable: At) -> Option<&'a str> {
    let value = document.value(variable);
    let name = value.strip_prefix("::").unwrap_or(value);
    if let Some(index) = name.strip_prefix("facts[").and_then(|rest| rest.strip_suffix(']')) {
        return Some(index.trim_matches('\'')).filter(|name| !name.contains(['\'', '[']));
    }
    if value == "facts" {
        // In a string, where an index is tokens of its own.
        let open = document.next_code(variable).filter(|open| document.kind(*open) == Kind::LeftBracket)?;
        let key = document.next_code(open)?;
        let is_key = matches!(document.kind(key), Kind::DoubleQuoted | Kind::SingleQuoted | Kind::Name);
        return is_key.then(|| document.value(key));
    }
    value.strip_prefix("::")
}

fn fix_legacy_fact(draft: &mut Draft<'_>, target: &Target) -> Result<(), NoFix> {
    let Target::Replace(variable, _) = target else { return Err(NoFix) };
    let at = draft.position(*variable).ok_or(NoFix)?;
    if draft.get(at).is_some_and(|token| token.value == "facts") {
        let close = (at..draft.len()).find(|at| draft.kind(*at) == Some(Kind::RightBracket)).ok_or(NoFix)?;
        draft.remove_range(at + 1..close + 1);
    }
    replace(draft, target)
}
