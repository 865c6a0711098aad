//! The one table of codes: those of every family, from the crates that report them.

use evaluator::codes::{EVALUATION_CODES, NO_CODE};
use syntax::code::{SYNTAX_CODES, VALIDATION_CODES};
use syntax::{Code, code};

use crate::checks::CHECKS;
use crate::configuration::checks::CONFIGURATION_CODES;

/// Resources wait for each other, which Puppet finds when the catalog is complete.
pub const DEPENDENCY_CYCLE: Code =
    code!("dependency-cycle", Evaluation, Error, "Resources wait for each other, so that none can be applied.");

/// Returns every code, family by family. A name can be in more than one.
pub fn all() -> Vec<Code> {
    let checks = CHECKS.iter().map(|check| check.code);
    let of_tables =
        [CONFIGURATION_CODES, SYNTAX_CODES, VALIDATION_CODES, EVALUATION_CODES].into_iter().flatten().copied();
    let lint = syntax::lint::CHECKS.iter().map(|check| check.code());
    checks.chain(of_tables).chain([NO_CODE, DEPENDENCY_CYCLE]).chain(lint).collect()
}

/// Returns the code of a name.
pub fn named(name: &str) -> Option<Code> {
    all().into_iter().find(|code| code.as_str() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_has_a_name_once_and_a_sentence_for_it() {
        let all = all();
        for (index, code) in all.iter().enumerate() {
            let is_same = |other: &&Code| *other == code && other.family() == code.family();
            assert!(!all[..index].iter().any(|other| is_same(&other)), "{code} is there twice");
            assert!(code.documentation().ends_with('.'), "{code} has no sentence");
            assert!(
                !code.as_str().contains(|c: char| c == '_' || c.is_ascii_uppercase()),
                "{code} is not in kebab case"
            );
        }
        assert_eq!(named("unknown-class").map(Code::severity), Some(syntax::code::DiagnosticSeverity::Error));
        assert_eq!(named("no-such-code"), None);
    }
}
